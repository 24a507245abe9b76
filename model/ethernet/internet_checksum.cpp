#include "ethernet/internet_checksum.h"

#include <cstring>

namespace ixsim::ethernet {
namespace {

static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__);

// Four lanes of 64 bits, added lane by lane.
using Lanes = std::uint64_t __attribute__((vector_size(32)));

// Returns the sum of the 32-bit words of `blocks` times 64 bytes. Each 64-bit lane is summed as a whole,
// modulo 2^64, and its upper half is summed once more. The sum of the lower halves is the difference.
[[gnu::target_clones("avx2", "default")]] std::uint64_t sum_of_blocks(const std::uint8_t* p,
                                                                      std::size_t blocks) {
  Lanes whole = {};
  Lanes upper = {};
  for (; blocks != 0; --blocks, p += 64) {
    Lanes a;
    Lanes b;
    std::memcpy(&a, p, sizeof a);
    std::memcpy(&b, p + sizeof a, sizeof b);
    whole += a;
    upper += a >> 32;
    whole += b;
    upper += b >> 32;
  }
  const Lanes lower = whole - (upper << 32);
  const Lanes sum = lower + upper;
  return sum[0] + sum[1] + sum[2] + sum[3];
}

}  // namespace

std::uint16_t ones_complement_sum(ByteView bytes) {
  // The sum of byte-swapped words is the byte-swapped sum, so bytes are swapped once, at the end.
  const std::uint8_t* p = bytes.data;
  std::size_t left = bytes.size;
  std::uint64_t sum = 0;
  if (left >= 64) {
    sum = sum_of_blocks(p, left / 64);
    p += left / 64 * 64;
    left %= 64;
  }
  for (; left >= 8; left -= 8, p += 8) sum += std::uint64_t{load_le32(p)} + load_le32(p + 4);
  if (left >= 4) {
    sum += load_le32(p);
    p += 4;
    left -= 4;
  }
  if (left >= 2) {
    sum += load_le16(p);
    p += 2;
    left -= 2;
  }
  if (left != 0) sum += *p;
  const std::uint16_t swapped = fold_sum((sum & 0xFFFF'FFFF) + (sum >> 32));
  return static_cast<std::uint16_t>(swapped << 8 | swapped >> 8);
}

}  // namespace ixsim::ethernet
