// The layout, byte by byte, and the few writes that have side effects.
#include "pcie/config_space.h"

#include <algorithm>

namespace ixsim::pcie {
namespace {

constexpr std::uint32_t kRegisters = 128 * 1'024;
constexpr std::uint32_t kRegistersOfSuccessor = 512 * 1'024;
constexpr std::uint32_t kIoWindowBytes = 32;
constexpr std::uint32_t kMsixBytes = 16 * 1'024;
// Address at which enumerate() places the memory of function 0; the other functions and BARs follow.
constexpr std::uint32_t kMemoryWindow = 0xfeb0'0000;
constexpr std::uint32_t kFunctionStride = 0x4'0000;
constexpr std::uint32_t kMemoryWindowOfSuccessor = 0xfe00'0000;
constexpr std::uint32_t kFunctionStrideOfSuccessor = 0x10'0000;
constexpr std::uint32_t kVirtualWindow = 0xfd00'0000;
constexpr std::uint32_t kIoWindow = 0xe000;
constexpr std::uint32_t kPrefetchable = 0x8;  // of a BAR

std::uint16_t power_code(std::uint32_t bytes) {
  std::uint16_t code = 0;
  while ((128u << code) < bytes) ++code;
  return code;
}

}  // namespace

std::uint32_t ConfigSpace::max_payload() const {
  const int supported = word(kExpress + 4) & 7;
  const bool ignored = total_functions_ != 0 && number_ != 0;
  return 128u << (ignored ? supported : std::min(word(kExpress + 8) >> 5 & 7, supported));
}

std::uint32_t ConfigSpace::max_read_request() const {
  return 128u << std::min(word(kExpress + 8) >> 12 & 7, 5);
}

unsigned ConfigSpace::active_functions() const {
  if (total_functions_ == 0 || (word(kSriov + 8) & 1) == 0) return 0;
  return std::min<unsigned>(word(kSriov + 0x10), total_functions_);
}

ConfigSpace::ConfigSpace(const FunctionIdentity& identity, const PcieConfig& link)
    : number_(identity.number),
      msix_(identity.msix_capability),
      msix_bar_(identity.msix_bar),
      io_bar_(identity.io_bar),
      total_functions_(identity.is_virtual ? 0 : identity.virtual_functions) {
  set16(0x00, identity.is_virtual ? 0xffff : 0x8086);
  set16(0x02, identity.is_virtual ? 0xffff : identity.device);
  allow(kCommand, identity.is_virtual ? 0x0004 : 0x0547, 0xf900u << 16);
  if (!identity.is_virtual) {
    bar_sizes_[0] = msix_bar_ == 3 ? kRegisters : kRegistersOfSuccessor;
    bar_sizes_[io_bar_] = kIoWindowBytes;
    bar_sizes_[msix_bar_] = kMsixBytes;
  }
  set16(kStatus, 0x0010);  // there are capabilities
  set32(0x08, 0x02000000u | identity.revision);
  allow(0x0c, 0xff);  // cache line size
  set32(0x0c, identity.multifunction ? 0x800000u : 0);
  for (unsigned i = 0; i < kBars; ++i) {
    if (bar_sizes_[i] == 0) continue;
    allow(kBar0 + 4 * i, ~(bar_sizes_[i] - 1));
    if (i == io_bar_) {
      set32(kBar0 + 4 * i, 1);
    } else if (identity.wide_bars) {
      set32(kBar0 + 4 * i, kWide | kPrefetchable);
      allow(kBar0 + 4 * i + 4, 0xffffffff);
    }
  }
  set16(0x2c, identity.subsystem_vendor);
  set16(0x2e, identity.subsystem);
  set32(0x34, identity.is_virtual ? msix_ : kPower);
  if (!identity.is_virtual) {
    allow(0x3c, 0xff);  // interrupt line
    set32(0x3c, (identity.number % 4 + 1) << 8);
  }

  if (!identity.is_virtual) {
    // Device specific initialisation; version 1.1 without PME, or 1.2 with PME from D0 and D3hot.
    set32(kPower, (identity.power_events ? 0x4823'0001 : 0x0022'0001) | kMsi << 8);
    allow(kPowerControl, 0x0103, 0x8000);
    set32(kMsi, 0x0080'0005 | msix_ << 8);  // 64-bit, one message
    allow(kMsi, 0x0071u << 16);
    allow(kMsi + 4, 0xfffffffc);
    allow(kMsi + 8, 0xffffffff);
    allow(kMsi + 12, 0xffff);
  }
  set32(msix_, 0x0000'0011 | kExpress << 8 | (identity.vectors - 1) << 16);
  allow(msix_, 0xc000u << 16);
  set32(msix_ + 4, msix_bar_);
  set32(msix_ + 8, 0x2000 | msix_bar_);

  set32(kExpress, 0x0001'0010);  // endpoint, version 1
  if (identity.express_version >= 2 && !identity.is_virtual) add_second_version(link);
  set32(kExpress + 4,
        0x1000'8000u | power_code(std::max(link.max_payload, 256u)));  // reset, role-based errors
  set32(kExpress + 8, 0x0810u | static_cast<std::uint32_t>(power_code(link.max_payload) << 5) |
                          static_cast<std::uint32_t>(power_code(link.max_read_request) << 12));
  allow(kExpress + 8, 0x7eff, 0x000fu << 16);
  const std::uint32_t rate = link.generation | link.lanes << 4;
  set32(kExpress + 12, 0x0c00u | rate);
  allow(kExpress + 16, 0x01c3);
  set32(kExpress + 16, rate << 16);
  if (link.generation == 3) add_link_at_8gt();

  set32(kErrors, 0x0001'0001 | (identity.is_virtual ? kRouting : kSerial) << 20);
  allow(kErrors + 4, 0, 0x001ff010);
  allow(kErrors + 8, 0x001ff010);
  set32(kErrors + 12, 0x00062010);
  allow(kErrors + 12, 0x001ff010);
  allow(kErrors + 16, 0, 0x000031c1);
  allow(kErrors + 20, 0x000031c1);
  set32(kErrors + 20, 0x00002000);
  allow(kErrors + 24, 0x0140);
  if (identity.is_virtual) {
    set32(kRouting, 0x0001'000e);
    reset_ = bytes_;
    return;
  }
  set32(kSerial, 0x0001'0003);
  const std::uint8_t* const s = identity.mac_address;
  set32(kSerial + 4, 0xff000000u | static_cast<std::uint32_t>(s[3] << 16 | s[4] << 8 | s[5]));
  set32(kSerial + 8, std::uint32_t{s[0]} << 24 | static_cast<std::uint32_t>(s[1] << 16 | s[2] << 8 | 0xff));
  if (total_functions_ != 0) add_virtual_functions(identity);
  reset_ = bytes_;
}

void ConfigSpace::add_virtual_functions(const FunctionIdentity& identity) {
  set32(kSerial, 0x0001'0003 | kRouting << 20);
  set32(kRouting, 0x0001'000e | kSriov << 20);
  if (identity.multifunction && identity.number == 0) set16(kRouting + 4, 0x0100);  // the next function
  set32(kSriov, 0x0001'0010);
  set32(kSriov + 4, 0x2);     // the hierarchy of routing identifiers survives
  allow(kSriov + 8, 0x0019);  // enable, memory space, alternative routing identifiers
  set16(kSriov + 0xc, static_cast<std::uint16_t>(total_functions_));
  set16(kSriov + 0xe, static_cast<std::uint16_t>(total_functions_));
  allow(kSriov + 0x10, 0xffff);
  set32(kSriov + 0x10, identity.number << 16);  // depends on itself alone
  set16(kSriov + 0x14, kFirstVirtual);
  set16(kSriov + 0x16, kVirtualStride);
  set16(kSriov + 0x1a, identity.virtual_device);
  set32(kSriov + 0x1c, 0x553);  // pages of 4, 8, 64, 256 KiB, 1 and 4 MiB
  allow(kSriov + 0x20, 0x553);
  set32(kSriov + 0x20, 1);
  for (const std::uint32_t bar : {0u, 3u}) allow(kSriov + 0x24 + 4 * bar, ~(kVirtualBar - 1));
}

// Adds the words of version 2: the target speed of the link, and completion timeouts, which software can set
// and which never expire.
void ConfigSpace::add_second_version(const PcieConfig& link) {
  set32(kExpress, 0x0002'0010);
  set32(kExpress + 36, 0x001f);  // all ranges of the completion timeout, which can be disabled
  allow(kExpress + 40, 0x001f);
  allow(kExpress + 48, 0x000f);
  set32(kExpress + 48, link.generation);
}

// Adds the registers of a link at 8 GT/s. A link of 2.5 or 5 GT/s needs none of them.
void ConfigSpace::add_link_at_8gt() {
  set32(kExpress, 0x0002'0010);
  set32(kExpress + 36, 0x0010);           // completion timeout can be disabled
  allow(kExpress + 40, 0x0010);           // ... which has no effect: there is none
  set32(kExpress + 44, 0x000e);           // supported link speeds: 2.5, 5 and 8 GT/s
  allow(kExpress + 48, 0x000f);           // target link speed
  set32(kExpress + 48, 3 | 0x001e'0000);  // 8 GT/s; equalization complete, with each of its three phases
}

void ConfigSpace::allow(std::uint32_t offset, std::uint32_t plain, std::uint32_t write_one_to_clear) {
  store_le32(&plain_[offset], plain);
  store_le32(&write_one_to_clear_[offset], write_one_to_clear);
}

std::uint32_t ConfigSpace::read(std::uint32_t offset, bool transactions_pending, bool interrupt) const {
  std::uint32_t value = load_le32(&bytes_[offset]);
  if (offset == kCommand && interrupt) value |= 0x0008u << 16;
  if (offset == kExpress + 8 && transactions_pending) value |= 0x0020u << 16;
  return value;
}

ConfigSpace::Effect ConfigSpace::write(std::uint32_t offset, std::uint32_t value, unsigned byte_enables) {
  const bool was_asleep = (word(kPowerControl) & 3) == 3;
  const unsigned active = active_functions();
  // Their number is fixed when they are enabled.
  if (offset == kSriov + 0x10 && active != 0) return {};
  for (std::uint32_t i = 0; i < 4; ++i) {
    if ((byte_enables >> i & 1) == 0) continue;
    std::uint8_t& byte = bytes_[offset + i];
    const auto written = static_cast<std::uint8_t>(value >> (8 * i));
    const std::uint8_t plain = plain_[offset + i];
    // There is no D1 and no D2: such a write leaves the state.
    const bool no_state = offset + i == kPowerControl && ((written & 3) == 1 || (written & 3) == 2);
    const auto taken = static_cast<std::uint8_t>(no_state ? plain & ~3 : plain);
    byte = static_cast<std::uint8_t>((byte & ~taken) | (written & taken));
    byte = static_cast<std::uint8_t>(byte & ~(written & write_one_to_clear_[offset + i]));
  }
  Effect effect;
  effect.changed = true;
  effect.functions_changed = active_functions() != active;
  const bool initiate = offset == kExpress + 8 && (byte_enables & 2) != 0 && (value & 0x8000) != 0;
  effect.function_reset = initiate || (was_asleep && powered());
  return effect;
}

void ConfigSpace::restore(std::uint32_t first, std::uint32_t end) {
  std::copy(reset_.begin() + first, reset_.begin() + end, bytes_.begin() + first);
}

void ConfigSpace::function_reset() {
  // PME enable and status; maximum payload; ASPM, common clock, extended synchronization, clock power
  // management; target speed of the link.
  struct Kept {
    std::uint32_t offset, mask;
  };
  static constexpr Kept kKept[] = {
      {kPowerControl, 0x8100}, {kExpress + 8, 0x00e0}, {kExpress + 16, 0x01c3}, {kExpress + 48, 0x000f}};
  const auto before = bytes_;
  restore(0, kErrors);
  if (total_functions_ != 0) restore(kSriov, kSriov + 0x40);
  for (const Kept& kept : kKept) {
    const std::uint16_t old = load_le16(&before[kept.offset]);
    set16(kept.offset, static_cast<std::uint16_t>((word(kept.offset) & ~kept.mask) | (old & kept.mask)));
  }
}

void ConfigSpace::unsupported_request(bool posted) {
  constexpr std::uint8_t kBit = 20;  // unsupported request, in the registers of uncorrectable errors
  const bool fatal = (load_le32(&bytes_[kErrors + 12]) >> kBit & 1) != 0;
  const bool advisory = !posted && !fatal;
  bytes_[kExpress + 10] |= 0x08;
  bytes_[kExpress + 10] |= advisory ? 0x01 : fatal ? 0x04 : 0x02;
  if (advisory) {
    bytes_[kErrors + 17] |= 0x20;
    if ((bytes_[kErrors + 21] & 0x20) != 0) return;  // a masked advisory error is not logged further
  }
  bytes_[kErrors + 6] |= 0x10;
  // Other errors do not occur, so the first one is this one.
  if ((load_le32(&bytes_[kErrors + 8]) >> kBit & 1) == 0) bytes_[kErrors + 24] |= kBit;
}

void ConfigSpace::enumerate() {
  const std::uint32_t window = msix_bar_ == 3
                                   ? kMemoryWindow + number_ * kFunctionStride
                                   : kMemoryWindowOfSuccessor + number_ * kFunctionStrideOfSuccessor;
  set32(kBar0, window | (load_le32(&bytes_[kBar0]) & 0xf));
  set32(kBar0 + 4 * io_bar_, (kIoWindow + number_ * bar_sizes_[io_bar_]) | 1);
  set32(kBar0 + 4 * msix_bar_, (window + bar_sizes_[0]) | (load_le32(&bytes_[kBar0 + 4 * msix_bar_]) & 0xf));
  set16(kCommand, 0x0407);
  set16(msix_ + 2, static_cast<std::uint16_t>(word(msix_ + 2) | 0x8000));
  if (total_functions_ == 0) return;
  // Space for all of them; they are not enabled.
  const std::uint32_t virtual_window = kVirtualWindow + number_ * 2 * 64 * kVirtualBar;
  set32(kSriov + 0x24, virtual_window);
  set32(kSriov + 0x24 + 4 * 3, virtual_window + 64 * kVirtualBar);
}

}  // namespace ixsim::pcie
