// The layout, byte by byte, and the few writes that mean more than their value.
#include "ixsim/pcie/config_space.h"

#include <algorithm>

namespace ixsim {
namespace {

constexpr std::uint32_t kBarSizes[ConfigSpace::kBars] = {128 * 1'024, 0, 32, 16 * 1'024, 0, 0};
constexpr unsigned kIoBar = 2;
// Where enumerate() puts the memory of function 0; functions and BARs follow each other.
constexpr std::uint32_t kMemoryWindow = 0xfeb0'0000;
constexpr std::uint32_t kFunctionStride = 0x4'0000;
constexpr std::uint32_t kIoWindow = 0xe000;

std::uint16_t power_code(std::uint32_t bytes) {
  std::uint16_t code = 0;
  while ((128u << code) < bytes) ++code;
  return code;
}

}  // namespace

std::uint32_t ConfigSpace::max_payload() const {
  return 128u << std::min(word(kExpress + 8) >> 5 & 7, word(kExpress + 4) & 7);
}

std::uint32_t ConfigSpace::max_read_request() const {
  return 128u << std::min(word(kExpress + 8) >> 12 & 7, 5);
}

std::uint32_t ConfigSpace::bar_size(unsigned index) { return kBarSizes[index]; }

ConfigSpace::ConfigSpace(const FunctionIdentity& identity, const PcieConfig& link)
    : number_(identity.number) {
  set16(0x00, 0x8086);
  set16(0x02, identity.device);
  allow(kCommand, 0x0547, 0xf900u << 16);
  set16(kStatus, 0x0010);  // there are capabilities
  set32(0x08, 0x02000000u | identity.revision);
  allow(0x0c, 0xff);  // cache line size
  set32(0x0c, identity.multifunction ? 0x800000u : 0);
  for (unsigned i = 0; i < kBars; ++i) {
    if (kBarSizes[i] == 0) continue;
    allow(kBar0 + 4 * i, ~(kBarSizes[i] - 1));
    if (i == kIoBar) set32(kBar0 + 4 * i, 1);
  }
  set16(0x2c, identity.subsystem_vendor);
  set16(0x2e, identity.subsystem);
  set32(0x34, kPower);
  allow(0x3c, 0xff);  // interrupt line
  set32(0x3c, (identity.number + 1) << 8);

  set32(kPower, 0x0022'0001 | kMsi << 8);  // version 1.1, device specific initialisation, no PME
  allow(kPowerControl, 0x0103, 0x8000);
  set32(kMsi, 0x0080'0005 | kMsix << 8);  // 64-bit, one message
  allow(kMsi, 0x0071u << 16);
  allow(kMsi + 4, 0xfffffffc);
  allow(kMsi + 8, 0xffffffff);
  allow(kMsi + 12, 0xffff);
  set32(kMsix, 0x0000'0011 | kExpress << 8 | (kVectors - 1) << 16);
  allow(kMsix, 0xc000u << 16);
  set32(kMsix + 4, 3);
  set32(kMsix + 8, 0x2000 | 3);

  set32(kExpress, 0x0001'0010);  // endpoint, version 1
  set32(kExpress + 4,
        0x1000'8000u | power_code(std::max(link.max_payload, 256u)));  // reset, role-based errors
  set32(kExpress + 8, 0x0810u | static_cast<std::uint32_t>(power_code(link.max_payload) << 5) |
                          static_cast<std::uint32_t>(power_code(link.max_read_request) << 12));
  allow(kExpress + 8, 0x7eff, 0x000fu << 16);
  const std::uint32_t rate = link.generation | link.lanes << 4;
  set32(kExpress + 12, 0x0c00u | rate);
  allow(kExpress + 16, 0x01c3);
  set32(kExpress + 16, rate << 16);

  set32(kErrors, 0x0001'0001 | kSerial << 20);
  allow(kErrors + 4, 0, 0x001ff010);
  allow(kErrors + 8, 0x001ff010);
  set32(kErrors + 12, 0x00062010);
  allow(kErrors + 12, 0x001ff010);
  allow(kErrors + 16, 0, 0x000031c1);
  allow(kErrors + 20, 0x000031c1);
  set32(kErrors + 20, 0x00002000);
  allow(kErrors + 24, 0x0140);
  set32(kSerial, 0x0001'0003);
  const std::uint8_t* const s = identity.station;
  set32(kSerial + 4, 0xff000000u | static_cast<std::uint32_t>(s[3] << 16 | s[4] << 8 | s[5]));
  set32(kSerial + 8, std::uint32_t{s[0]} << 24 | static_cast<std::uint32_t>(s[1] << 16 | s[2] << 8 | 0xff));
  reset_ = bytes_;
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
  const bool initiate = offset == kExpress + 8 && (byte_enables & 2) != 0 && (value & 0x8000) != 0;
  effect.function_reset = initiate || (was_asleep && powered());
  return effect;
}

void ConfigSpace::restore(std::uint32_t first, std::uint32_t end) {
  std::copy(reset_.begin() + first, reset_.begin() + end, bytes_.begin() + first);
}

void ConfigSpace::function_reset() {
  const auto payload = static_cast<std::uint16_t>(word(kExpress + 8) & 0x00e0);
  restore(0, kErrors);
  set16(kExpress + 8, static_cast<std::uint16_t>((word(kExpress + 8) & ~0x00e0) | payload));
}

void ConfigSpace::unsupported_request() {
  bytes_[kExpress + 10] |= 0x09;  // unsupported request, correctable: it was not fatal
  bytes_[kErrors + 6] |= 0x10;
  bytes_[kErrors + 17] |= 0x20;
}

void ConfigSpace::enumerate() {
  const std::uint32_t window = kMemoryWindow + number_ * kFunctionStride;
  set32(kBar0, window);
  set32(kBar0 + 4 * kIoBar, (kIoWindow + number_ * kBarSizes[kIoBar]) | 1);
  set32(kBar0 + 4 * 3, window + kBarSizes[0]);
  set16(kCommand, 0x0407);
  set16(kMsix + 2, static_cast<std::uint16_t>(word(kMsix + 2) | 0x8000));
}

}  // namespace ixsim
