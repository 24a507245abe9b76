// Table-driven CRC-32C; it runs only when event records are asked for.
#include "ixsim/base/crc32c.h"

#include <array>

namespace ixsim {
namespace {

constexpr std::array<std::uint32_t, 256> make_table() {
  std::array<std::uint32_t, 256> table{};
  for (std::uint32_t i = 0; i < 256; ++i) {
    std::uint32_t value = i;
    for (int bit = 0; bit < 8; ++bit) value = (value >> 1) ^ ((value & 1) != 0 ? 0x82f63b78u : 0u);
    table[i] = value;
  }
  return table;
}

}  // namespace

std::uint32_t crc32c(ByteView bytes) {
  static constexpr auto kTable = make_table();
  std::uint32_t value = ~std::uint32_t{0};
  for (const std::uint8_t byte : bytes) value = (value >> 8) ^ kTable[(value ^ byte) & 0xff];
  return ~value;
}

}  // namespace ixsim
