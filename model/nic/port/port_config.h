// The settings of one port, apart from the port, so that a platform can set them without its parts.
#ifndef IXSIM_NIC_PORT_PORT_CONFIG_H
#define IXSIM_NIC_PORT_PORT_CONFIG_H

#include <cstdint>
#include <optional>
#include <vector>

#include "base/time.h"
#include "nic/mac/link_partner.h"
#include "nic/mac/phy_config.h"

namespace ixsim {

struct PortConfig {
  Time byte_time = 800;           // of the wire: 800 ps at 10 Gb/s, 8 ns at 1 Gb/s
  std::uint32_t fetch_batch = 8;  // descriptors of one fetch, 1 to 64
  std::uint32_t tx_fetch_batch = 8;
  bool segment_grants =
      false;  // a transmit grant is for one segment, and not for a whole segmentation request
  // Bytes of each transmit queue's visit, for schedulers that have them; queue q has quanta[q mod n]. Empty:
  // none.
  std::vector<std::uint32_t> quanta;
  std::uint8_t mac_address[6] = {0x00, 0x1b, 0x21, 0x00, 0x00, 0x01};  // what the EEPROM loads into RAR0
  std::optional<std::uint32_t> autoc;  // ... and into AUTOC; without it the fixed mode of the wire's speed
  std::optional<LinkPartner> partner;  // without it one of the wire's speed
  LinkTimes link_times;
  PhyConfig phy;
  bool silicon_counters = false;  // statistics deviate as the part's do
};

}  // namespace ixsim

#endif
