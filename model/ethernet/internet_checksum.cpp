#include "ixsim/ethernet/internet_checksum.h"

namespace ixsim {
namespace {

// Addition modulo 2^64 - 1, which is a multiple of 2^16 - 1: four words at a time, an add and an
// add-with-carry.
void add(std::uint64_t& sum, std::uint64_t value) {
  const bool carry = __builtin_add_overflow(sum, value, &sum);
  sum += carry ? 1 : 0;
}

}  // namespace

std::uint16_t ones_complement_sum(ByteView bytes) {
  // The sum of byte-swapped words is the byte-swapped sum, so bytes are swapped once, at the end.
  std::uint64_t sum = 0;
  const std::uint8_t* p = bytes.data;
  std::size_t left = bytes.size;
  for (; left >= 32; left -= 32, p += 32) {
    add(sum, load_le64(p));
    add(sum, load_le64(p + 8));
    add(sum, load_le64(p + 16));
    add(sum, load_le64(p + 24));
  }
  for (; left >= 8; left -= 8, p += 8) add(sum, load_le64(p));
  if (left >= 4) {
    add(sum, load_le32(p));
    p += 4;
    left -= 4;
  }
  if (left >= 2) {
    add(sum, load_le16(p));
    p += 2;
    left -= 2;
  }
  if (left != 0) add(sum, *p);
  const std::uint16_t swapped = fold_sum((sum & 0xFFFF'FFFF) + (sum >> 32));
  return static_cast<std::uint16_t>(swapped << 8 | swapped >> 8);
}

}  // namespace ixsim
