// The PCI configuration space of one function: header, capabilities at the offsets where drivers look for
// them, and the settings in effect.
//
//   0x40   power management
//   0x50   MSI (64-bit, one message)
//   0x60   MSI-X (20 vectors, BAR 3)
//   0xA0   PCI Express
//   0x100  advanced error reporting
//   0x140  serial number
//   BAR 0  registers, 128 KiB
//   BAR 2  I/O window, 32 B
//   BAR 3  MSI-X, 16 KiB
//   BAR 1 (flash) is absent
//
// A device with virtual functions has MSI-X at 0x70 in BAR 4, registers of 512 KiB, memory BARs of 64 bits,
// version 2 of the PCI Express capability, PME, and two capabilities more:
//
//   0x150 alternative routing identifiers   0x160 SR-IOV (VF BAR 0 registers, VF BAR 3 MSI-X, 16 KiB each)
//
// A virtual function has no BARs and no memory enable: these are in the SR-IOV capability of its physical
// function.
//
// Timing contract: none, an access acts when it is called. Source: PCI Local Bus Specification 3.0, 6 and
// 6.8; PCI Power Management 1.2, 3.2; PCI Express Base Specification 2.0, 7.8, 7.10, 7.12 and 6.6.2, and 3.0,
// 7.8 for a link at 8 GT/s (link speed code 3, supported link speeds vector, equalization status); Single
// Root I/O Virtualization 1.1, 3.3 and 3.4; 82598 datasheet, p. 88 to 92 and 108. The
// function-level reset capability is an addition of the model.
#ifndef IXSIM_PCIE_CONFIG_SPACE_H
#define IXSIM_PCIE_CONFIG_SPACE_H

#include <array>
#include <cstdint>

#include "base/layers.h"
#include "ixsim/bytes.h"
#include "ixsim/pcie_config.h"

namespace ixsim::pcie {

// The identity of one function: that of the chip, and the function's own part.
struct FunctionIdentity : PciIdentity {
  unsigned number = 0;  // number of the function
  bool multifunction = false;
  std::uint8_t mac_address[6] = {};  // MAC address of function 0, from which the serial number is made
  unsigned vectors = 20;             // number of MSI-X table entries
  unsigned msix_bar = 3;
  unsigned io_bar = 2;
  std::uint32_t msix_capability = 0x60;  // offset of the MSI-X capability
  unsigned virtual_functions = 0;        // maximum number of virtual functions
  std::uint16_t virtual_device = 0;
  bool is_virtual = false;       // the function is a virtual function
  bool wide_bars = false;        // memory BARs have 64 bits
  bool power_events = false;     // power management 1.2, PME from D0 and D3hot
  unsigned express_version = 1;  // version of the PCI Express capability
};

// Routing identifiers: virtual function n of function f is f + 128 + 2n.
inline constexpr unsigned kFirstVirtual = 128;
inline constexpr unsigned kVirtualStride = 2;
// Size of the registers, or of MSI-X, of one virtual function.
inline constexpr std::uint32_t kVirtualBar = 16 * 1'024;

class ConfigSpace {
 public:
  static constexpr std::uint32_t kSize = 4'096;
  static constexpr unsigned kBars = 6;

  // Actions that a write requests in addition to its values.
  struct Effect {
    bool changed = false;            // a setting in effect may have changed
    bool function_reset = false;     // FLR, or the transition from D3hot to D0
    bool functions_changed = false;  // virtual functions were enabled or disabled
  };

  ConfigSpace(const FunctionIdentity& identity, const PcieConfig& link);

  // Returns the 32-bit word at `offset`, a multiple of 4. `transactions_pending` and `interrupt` are status
  // bits of the present.
  std::uint32_t read(std::uint32_t offset, bool transactions_pending, bool interrupt) const;
  // Writes a word; bit i of `byte_enables` states whether byte i is written.
  Effect write(std::uint32_t offset, std::uint32_t value, unsigned byte_enables);
  // Resets everything except what survives a function-level reset: error logs, the maximum payload, the
  // settings of the link, and enable and status of PME.
  void function_reset();
  // Restores the state after power-on, as after a reset of the whole chip.
  void power_on() { bytes_ = reset_; }
  // Records an access that the function refused. A non-posted one is an advisory error unless software made
  // it fatal, because its completion reports it. Any other is uncorrectable. Source: PCI Express Base
  // Specification 2.0, 6.2.3.2.4 and 6.2.4.3.
  void unsupported_request(bool posted);
  // Sets the state that firmware and driver of a host leave: BARs placed, memory and I/O space and bus
  // mastering on, MSI-X on.
  void enumerate();

  // --- Settings in effect.
  unsigned power_state() const { return word(kPowerControl) & 3; }  // 0 D0, 3 D3hot
  bool powered() const { return power_state() == 0; }
  bool io_space() const { return (word(kCommand) & 1) != 0 && powered(); }
  bool memory_space() const { return (word(kCommand) & 2) != 0 && powered(); }
  bool bus_master() const { return (word(kCommand) & 4) != 0 && powered(); }
  bool intx_disabled() const { return (word(kCommand) & 0x400) != 0; }
  bool msi_enabled() const { return (word(kMsi + 2) & 1) != 0 && !msix_enabled(); }
  std::uint64_t msi_address() const { return load_le64(&bytes_[kMsi + 4]); }
  std::uint32_t msi_data() const { return word(kMsi + 12); }
  bool msix_enabled() const { return (word(msix_ + 2) & 0x8000) != 0; }
  bool msix_masked() const { return (word(msix_ + 2) & 0x4000) != 0; }
  // Returns the maximum payload that the function permits: at most the one that it supports, whatever
  // software wrote. With alternative routing identifiers only the setting of function 0 counts, and another
  // function permits all that it supports.
  std::uint32_t max_payload() const;
  std::uint32_t max_read_request() const;
  // Returns base and length of a BAR (length 0: absent).
  std::uint64_t bar(unsigned index) const {
    const std::uint32_t low = load_le32(&bytes_[kBar0 + 4 * index]);
    const bool wide = (low & 0x7) == kWide && bar_sizes_[index] != 0;
    return (wide ? std::uint64_t{load_le32(&bytes_[kBar0 + 4 * index + 4])} << 32 : 0) |
           (low & ~std::uint32_t{0xf});
  }
  std::uint32_t bar_size(unsigned index) const { return bar_sizes_[index]; }

  // --- SR-IOV. active_functions() returns the number of virtual functions now, 0 while they are not enabled.
  unsigned active_functions() const;
  // Returns whether the memory of the virtual functions is enabled.
  bool virtual_memory() const { return active_functions() != 0 && (word(kSriov + 8) & 8) != 0; }
  // Returns the bases of the registers (BAR 0) or of the MSI-X tables (BAR 3) of the virtual functions, in
  // order.
  std::uint32_t virtual_bar(unsigned index) const {
    return load_le32(&bytes_[kSriov + 0x24 + 4 * index]) & ~std::uint32_t{0xf};
  }

 private:
  static constexpr std::uint32_t kCommand = 0x04;
  static constexpr std::uint32_t kStatus = 0x06;
  static constexpr std::uint32_t kBar0 = 0x10;
  static constexpr std::uint32_t kWide = 0x4;  // type bits of a 64-bit BAR
  static constexpr std::uint32_t kPower = 0x40;
  static constexpr std::uint32_t kPowerControl = kPower + 4;
  static constexpr std::uint32_t kMsi = 0x50;
  static constexpr std::uint32_t kExpress = 0xa0;
  static constexpr std::uint32_t kErrors = 0x100;
  static constexpr std::uint32_t kSerial = 0x140;
  static constexpr std::uint32_t kRouting = 0x150;
  static constexpr std::uint32_t kSriov = 0x160;

  std::uint16_t word(std::uint32_t offset) const { return load_le16(&bytes_[offset]); }
  void set16(std::uint32_t offset, std::uint16_t value) { store_le16(&bytes_[offset], value); }
  void set32(std::uint32_t offset, std::uint32_t value) { store_le32(&bytes_[offset], value); }
  void add_second_version(const PcieConfig& link);
  // Declares the bits that software may set and clear, and bits that a write of 1 clears.
  void allow(std::uint32_t offset, std::uint32_t plain, std::uint32_t write_one_to_clear = 0);
  // Restores the reset values of the bytes from `first` on, below `end`.
  void restore(std::uint32_t first, std::uint32_t end);

  std::array<std::uint8_t, kSize> bytes_{};
  std::array<std::uint8_t, kSize> reset_{};
  std::array<std::uint8_t, kSize> plain_{};
  std::array<std::uint8_t, kSize> write_one_to_clear_{};
  void add_virtual_functions(const FunctionIdentity& identity);
  // Adds the registers of a link at 8 GT/s.
  void add_link_at_8gt();

  unsigned number_;
  std::uint32_t msix_;  // offset of the MSI-X capability
  unsigned msix_bar_;
  unsigned io_bar_;
  unsigned total_functions_;
  std::array<std::uint32_t, kBars> bar_sizes_{};
};

}  // namespace ixsim::pcie

#endif
