// Builds the table rows that a changed key word affects.
#include "ethernet/toeplitz.h"

#include "ixsim/bytes.h"

namespace ixsim::ethernet {

void ToeplitzHash::set_key_word(std::size_t n, std::uint32_t value) {
  std::uint8_t* word = &key_[4 * n];
  if (load_le32(word) == value) return;
  store_le32(word, value);
  // Row p uses key bytes p .. p+4, so this word affects rows 4n-4 .. 4n+3.
  const std::uint64_t rows = n == 0 ? 0x0F : std::uint64_t{0xFF} << (4 * n - 4);
  stale_ |= rows & ((std::uint64_t{1} << kInputBytes) - 1);
}

void ToeplitzHash::build(std::uint64_t rows) const {
  for (std::size_t p = 0; p < kInputBytes; ++p) {
    if (!(rows >> p & 1)) continue;
    const std::uint64_t window = (std::uint64_t{load_be32(&key_[p])} << 8) | key_[p + 4];  // 40 key bits
    std::array<std::uint32_t, 256>& row = rows_[p];
    row[0] = 0;
    // Bit b of the byte has its 32 key bits at shift b+1; every other value is the sum of two smaller ones.
    for (unsigned b = 0; b < 8; ++b) {
      const auto bit = static_cast<std::uint32_t>(window >> (b + 1));
      for (unsigned low = 0; low < (1U << b); ++low) row[(1U << b) | low] = bit ^ row[low];
    }
  }
  stale_ &= ~rows;
}

}  // namespace ixsim::ethernet
