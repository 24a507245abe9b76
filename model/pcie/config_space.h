// The PCI configuration space of one function: header, capabilities at the places where drivers look for
// them, and what of it is in effect.
//
//   0x40 power management   0x50 MSI (64-bit, one message)   0x60 MSI-X (20 vectors, BAR 3)   0xA0 PCI
//   Express 0x100 advanced error reporting   0x140 serial number BAR 0 registers, 128 KiB   BAR 2 I/O window,
//   32 B   BAR 3 MSI-X, 16 KiB   BAR 1 (flash) is absent
//
// Timing contract: none, an access acts when it is called. Source: PCI Local Bus Specification 3.0, 6
// and 6.8; PCI Power Management 1.2, 3.2; PCI Express Base Specification 2.0, 7.8, 7.10, 7.12 and 6.6.2;
// 82598 datasheet, p. 88 to 92 and 108. That function-level reset is advertised is the model's own.
#ifndef IXSIM_PCIE_CONFIG_SPACE_H
#define IXSIM_PCIE_CONFIG_SPACE_H

#include <array>
#include <cstdint>

#include "ixsim/base/bytes.h"
#include "ixsim/pcie/config.h"

namespace ixsim {

struct FunctionIdentity {
  std::uint16_t device = 0x10c6;  // 82598EB AF, two ports
  std::uint8_t revision = 1;
  std::uint16_t subsystem_vendor = 0x8086;
  std::uint16_t subsystem = 0xa15f;
  unsigned number = 0;  // of the function
  bool multifunction = false;
  std::uint8_t station[6] = {};  // of function 0: the serial number is made of it
};

class ConfigSpace {
 public:
  static constexpr std::uint32_t kSize = 4'096;
  static constexpr unsigned kBars = 6;
  static constexpr std::uint32_t kVectors = 20;

  // What a write asks for beyond its values.
  struct Effect {
    bool changed = false;         // something in effect may have changed
    bool function_reset = false;  // FLR, or the way from D3hot to D0
  };

  ConfigSpace(const FunctionIdentity& identity, const PcieConfig& link);

  // The 32-bit word at `offset`, a multiple of 4. `transactions_pending` and `interrupt` are bits that show
  // the present.
  std::uint32_t read(std::uint32_t offset, bool transactions_pending, bool interrupt) const;
  // Bit i of `byte_enables` says whether byte i of the word is written.
  Effect write(std::uint32_t offset, std::uint32_t value, unsigned byte_enables);
  // All but what survives a function-level reset: error logs and the maximum payload.
  void function_reset();
  // An access that the function had to refuse.
  void unsupported_request();
  // As firmware and driver of a host leave it: BARs placed, memory and I/O space and bus mastering on, MSI-X
  // on.
  void enumerate();

  // --- What is in effect.
  bool powered() const { return (word(kPowerControl) & 3) == 0; }
  bool io_space() const { return (word(kCommand) & 1) != 0 && powered(); }
  bool memory_space() const { return (word(kCommand) & 2) != 0 && powered(); }
  bool bus_master() const { return (word(kCommand) & 4) != 0 && powered(); }
  bool intx_disabled() const { return (word(kCommand) & 0x400) != 0; }
  bool msi_enabled() const { return (word(kMsi + 2) & 1) != 0 && !msix_enabled(); }
  std::uint64_t msi_address() const { return load_le64(&bytes_[kMsi + 4]); }
  std::uint32_t msi_data() const { return word(kMsi + 12); }
  bool msix_enabled() const { return (word(kMsix + 2) & 0x8000) != 0; }
  bool msix_masked() const { return (word(kMsix + 2) & 0x4000) != 0; }
  // At most what the function supports, whatever software wrote.
  std::uint32_t max_payload() const;
  std::uint32_t max_read_request() const;
  // Where a BAR begins, and how long it is (0: absent).
  std::uint32_t bar(unsigned index) const {
    return load_le32(&bytes_[kBar0 + 4 * index]) & ~std::uint32_t{0xf};
  }
  static std::uint32_t bar_size(unsigned index);

 private:
  static constexpr std::uint32_t kCommand = 0x04;
  static constexpr std::uint32_t kStatus = 0x06;
  static constexpr std::uint32_t kBar0 = 0x10;
  static constexpr std::uint32_t kPower = 0x40;
  static constexpr std::uint32_t kPowerControl = kPower + 4;
  static constexpr std::uint32_t kMsi = 0x50;
  static constexpr std::uint32_t kMsix = 0x60;
  static constexpr std::uint32_t kExpress = 0xa0;
  static constexpr std::uint32_t kErrors = 0x100;
  static constexpr std::uint32_t kSerial = 0x140;

  std::uint16_t word(std::uint32_t offset) const { return load_le16(&bytes_[offset]); }
  void set16(std::uint32_t offset, std::uint16_t value) { store_le16(&bytes_[offset], value); }
  void set32(std::uint32_t offset, std::uint32_t value) { store_le32(&bytes_[offset], value); }
  // Bits that software may set and clear, and bits that writing 1 clears.
  void allow(std::uint32_t offset, std::uint32_t plain, std::uint32_t write_one_to_clear = 0);
  // Values from `first` on get a reset value again.
  void restore(std::uint32_t first, std::uint32_t end);

  std::array<std::uint8_t, kSize> bytes_{};
  std::array<std::uint8_t, kSize> reset_{};
  std::array<std::uint8_t, kSize> plain_{};
  std::array<std::uint8_t, kSize> write_one_to_clear_{};
  unsigned number_;
};

}  // namespace ixsim

#endif
