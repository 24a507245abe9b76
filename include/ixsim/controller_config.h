/// \file
/// Configuration of a controller: its profile, its PCIe link, and its ports with their links and PHYs.
///
/// EthernetController throws InputError for a configuration that no device can have. The message names the
/// setting and the accepted values.
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
  bool present = true;            ///< A cable is plugged in, with a device at its end.
  bool speed_10g = true;          ///< 10 Gb/s is advertised.
  bool speed_1g = false;          ///< 1 Gb/s is advertised.
  bool symmetric_pause = false;   ///< Symmetric PAUSE is advertised.
  bool asymmetric_pause = false;  ///< Asymmetric PAUSE is advertised.
  bool remote_fault = false;      ///< The device reports a remote fault: it receives no signal from this end.
};

/// Times that a link takes to come up, in picoseconds.
struct LinkTimes {
  Time restart = 20 * kMicrosecond;       ///< After a reset, in a fixed mode.
  Time negotiation = 100 * kMillisecond;  ///< After a reset, with negotiation.
};

/// An external PHY that consists of registers. In a device that the PHY has, a register that `registers` does
/// not list reads 0 after power-on and stores written values. A device that the PHY does not have reads
/// 0xFFFF.
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
  std::uint32_t devices = 0x1a;           ///< Bit n is set if the PHY has device n.
  std::vector<Register> registers;        ///< Initial values of registers other than the identifier.
};

/// The medium of the ports.
enum class Medium : std::uint8_t {
  kOfDevice,   ///< The medium that belongs to the device ID.
  kBackplane,  ///< KX, KX4 or KR lanes.
  kFibre,      ///< An optical module, or fixed optics.
  kCx4,        ///< CX4 cable.
  kCopper      ///< Twisted pair, with a PHY on MDIO.
};

/// The SFP+ module of a port whose medium is fibre, as its management bus reports it.
enum class CageModule : std::uint8_t {
  kAbsent,        ///< The cage is empty.
  kDirectAttach,  ///< Passive direct attach cable.
  kShortRange,    ///< 10GBASE-SR.
  kLongRange,     ///< 10GBASE-LR.
  kUnknown        ///< A module that reports no 10 Gb/s medium.
};

/// The settings of one port.
struct PortConfig {
  Time byte_time = 800;              ///< Time of a byte on the wire: 800 ps at 10 Gb/s, 8 ns at 1 Gb/s.
  std::uint32_t fetch_batch = 8;     ///< Number of receive descriptors in one fetch, 1 to 64.
  std::uint32_t tx_fetch_batch = 8;  ///< Number of transmit descriptors in one fetch, 1 to 64.
  /// If set, a transmit grant covers one segment; otherwise it covers a whole segmentation request.
  bool segment_grants = false;
  /// MAC address that the EEPROM loads into RAR0.
  std::uint8_t mac_address[6] = {0x00, 0x1b, 0x21, 0x00, 0x00, 0x01};
  /// Value that the EEPROM loads into AUTOC. If absent, AUTOC selects the fixed mode of the wire's speed.
  std::optional<std::uint32_t> autoc;
  /// Link partner. If absent, it has the speed of the wire.
  std::optional<LinkPartner> partner;
  LinkTimes link_times;  ///< Times that the link takes to come up.
  PhyConfig phy;         ///< External PHY. If absent, the port has the PHY of the device ID, if there is one.
  CageModule cage = CageModule::kDirectAttach;  ///< Module in the cage, if the device ID has a cage.
  /// If set, statistics count as the silicon does, with the deviations that drivers correct; otherwise as the
  /// datasheet states.
  bool silicon_counters = true;
};

/// Way to schedule the blocks. Both give the same simulation.
enum class CoreDriver {
  kEvent,  ///< Blocks run only at edges for which they are armed.
  kTick    ///< Blocks run at every edge of every clock.
};

/// Configuration of a controller. The default is an 82598 with one port.
struct ControllerConfig {
  DeviceProfile profile;                        ///< Device.
  PcieConfig pcie;                              ///< Link to the host.
  std::vector<PortConfig> ports{PortConfig()};  ///< Ports, one or two.
  CoreDriver driver = CoreDriver::kEvent;       ///< Way to schedule the blocks.
  PciIdentity identity;                         ///< Identity of the chip in configuration space.
  Medium medium = Medium::kOfDevice;            ///< Medium of the ports.
  /// If set, firmware and driver of the host have set up configuration space before time 0: BARs are placed;
  /// memory space, bus mastering and MSI-X are on. Otherwise the functions are in the state after power-on
  /// and answer only configuration accesses.
  bool enumerated = true;
  /// Words of the EEPROM, at most 16,384 (InputError if there are more). If empty, the controller makes a
  /// valid image with the MAC addresses of the ports.
  std::vector<std::uint16_t> eeprom;
};

}  // namespace ixsim

#endif
