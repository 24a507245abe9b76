/// \file
/// The settings of a controller: its profile, its PCIe link, its ports with their links and PHYs.
///
/// EthernetController refuses a configuration that no part can have with an InputError that names the setting
/// and what is accepted.
///
/// Part of model/nic/profile/.
#ifndef IXSIM_CONTROLLER_CONFIG_H
#define IXSIM_CONTROLLER_CONFIG_H

#include <cstdint>
#include <optional>
#include <vector>

#include "ixsim/device_profile.h"
#include "ixsim/pcie_config.h"
#include "ixsim/time.h"

namespace ixsim {

/// Link partner: the device that the wire connects to.
struct LinkPartner {
  bool present = true;            ///< A cable, and a device at its end.
  bool speed_10g = true;          ///< 10 Gb/s is advertised.
  bool speed_1g = false;          ///< 1 Gb/s is advertised.
  bool symmetric_pause = false;   ///< Symmetric PAUSE is advertised.
  bool asymmetric_pause = false;  ///< Asymmetric PAUSE is advertised.
  bool remote_fault = false;      ///< Remote fault: the device reports that it does not hear this end.
};

/// Times that a link takes to come up, in picoseconds.
struct LinkTimes {
  Time restart = 20 * kMicrosecond;       ///< After a reset, in a fixed mode.
  Time negotiation = 100 * kMillisecond;  ///< After a reset, with negotiation.
};

/// An external PHY made of registers. Of a device that it has, registers not named read 0 and keep what is
/// written; a device that it does not have reads 0xFFFF.
struct PhyConfig {
  /// A register and its value.
  struct Register {
    std::uint8_t device = 1;    ///< MMD of clause 45; clause 22 registers are those of device 0.
    std::uint16_t address = 0;  ///< Address in the device.
    std::uint16_t value = 0;    ///< Value after power-on.
  };
  bool present = false;                   ///< There is a PHY.
  std::uint8_t address = 0;               ///< Address on the bus, 0 to 31.
  std::uint32_t identifier = 0x0043A400;  ///< Registers 2 and 3 of each device: a QT2022.
  std::uint32_t devices = 0x1a;           ///< Bit n: the PHY has device n.
  std::vector<Register> registers;        ///< Values other than the identity.
};

/// The medium of the ports.
enum class Medium : std::uint8_t {
  kOfDevice,   ///< The medium of the device ID.
  kBackplane,  ///< KX, KX4 or KR lanes.
  kFibre,      ///< A module, or fixed optics.
  kCx4,        ///< CX4 cable.
  kCopper      ///< Twisted pair, by a PHY on MDIO.
};

/// The SFP+ module of a port whose medium is fibre, as its management bus shows it.
enum class CageModule : std::uint8_t {
  kAbsent,        ///< The cage is empty.
  kDirectAttach,  ///< Passive direct attach cable.
  kShortRange,    ///< 10GBASE-SR.
  kLongRange,     ///< 10GBASE-LR.
  kUnknown        ///< A module that claims no 10 Gb/s medium.
};

/// The settings of one port.
struct PortConfig {
  Time byte_time = 800;              ///< Time of a byte on the wire: 800 ps at 10 Gb/s, 8 ns at 1 Gb/s.
  std::uint32_t fetch_batch = 8;     ///< Receive descriptors of one fetch, 1 to 64.
  std::uint32_t tx_fetch_batch = 8;  ///< Transmit descriptors of one fetch, 1 to 64.
  /// A transmit grant is for one segment, and not for a whole segmentation request.
  bool segment_grants = false;
  /// MAC address that the EEPROM loads into RAR0.
  std::uint8_t mac_address[6] = {0x00, 0x1b, 0x21, 0x00, 0x00, 0x01};
  /// Value that the EEPROM loads into AUTOC; without it the fixed mode of the wire's speed.
  std::optional<std::uint32_t> autoc;
  /// Link partner; without it one of the wire's speed.
  std::optional<LinkPartner> partner;
  LinkTimes link_times;  ///< Times of the link.
  PhyConfig phy;         ///< External PHY; without one that of the device ID, if it has one.
  CageModule module = CageModule::kDirectAttach;  ///< Module in the cage, if the device ID has a cage.
  /// Statistics count as those of the part, which drivers correct; else as the datasheet says.
  bool silicon_counters = true;
};

/// How the blocks are run. Both give the same simulation.
enum class CoreDriver {
  kEvent,  ///< At armed edges only.
  kTick    ///< At every edge of every clock.
};

/// The settings of a controller. The default is an 82598 with one port.
struct ControllerConfig {
  DeviceProfile profile;                        ///< Device.
  PcieConfig pcie;                              ///< Link to the host.
  std::vector<PortConfig> ports{PortConfig()};  ///< Ports, one or two.
  CoreDriver driver = CoreDriver::kEvent;       ///< How the blocks are run.
  PciIdentity identity;                         ///< Identity of the chip in configuration space.
  Medium medium = Medium::kOfDevice;            ///< Medium of the ports.
  /// The host's firmware and driver have set up configuration space before time 0: BARs placed, memory space,
  /// bus mastering and MSI-X on. Without it the functions are as after power-on and answer configuration
  /// accesses alone.
  bool enumerated = true;
  /// Words of the EEPROM, 16,384 or fewer (InputError if there are more); without any, a valid image with the
  /// MAC addresses of the ports is made.
  std::vector<std::uint16_t> eeprom;
};

}  // namespace ixsim

#endif
