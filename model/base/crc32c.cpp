// CRC-32C by slices: eight bytes per step, with one table for each byte position.
#include "base/crc32c.h"

#include <array>

namespace ixsim::base {
namespace {

constexpr std::size_t kSlice = 8;  // bytes
using Tables = std::array<std::array<std::uint32_t, 256>, kSlice>;

// tables[k][b] is the contribution of byte b when k more bytes follow it in its slice.
constexpr Tables make_tables() {
  Tables tables{};
  for (std::uint32_t i = 0; i < 256; ++i) {
    std::uint32_t value = i;
    for (int bit = 0; bit < 8; ++bit) value = (value >> 1) ^ ((value & 1) != 0 ? 0x82f63b78u : 0u);
    tables[0][i] = value;
  }
  for (std::size_t k = 1; k < kSlice; ++k) {
    for (std::uint32_t i = 0; i < 256; ++i) {
      const std::uint32_t before = tables[k - 1][i];
      tables[k][i] = (before >> 8) ^ tables[0][before & 0xff];
    }
  }
  return tables;
}

constexpr Tables kTables = make_tables();

}  // namespace

std::uint32_t crc32c(ByteView bytes) { return crc32c_continued(0, bytes); }

std::uint32_t crc32c_continued(std::uint32_t before, ByteView bytes) {
  std::uint32_t value = ~before;
  const std::uint8_t* at = bytes.data;
  std::size_t left = bytes.size;
  for (; left >= kSlice; left -= kSlice, at += kSlice) {
    const std::uint64_t slice = load_le64(at) ^ value;
    value = 0;
    for (std::size_t i = 0; i < kSlice; ++i) value ^= kTables[kSlice - 1 - i][slice >> (8 * i) & 0xff];
  }
  for (; left != 0; --left, ++at) value = (value >> 8) ^ kTables[0][(value ^ *at) & 0xff];
  return ~value;
}

}  // namespace ixsim::base
