// Sums blocks of 64 bytes in vector lanes, then the rest word by word.
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

// A sum of 64-bit words does not overflow in it.
__extension__ using Sum = unsigned __int128;

// Returns the checksum of the sum begun and the `left` bytes at `p`, less than 64.
inline std::uint16_t finish(std::uint64_t begun, const std::uint8_t* p, std::size_t left) {
  // The sum of byte-swapped words is the byte-swapped sum, so bytes are swapped once, at the end.
  Sum sum = begun;
  for (; left >= 8; left -= 8, p += 8) sum += load_le64(p);
  std::uint64_t rest = 0;
  if (left >= 4) {
    rest = load_le32(p);
    p += 4;
    left -= 4;
  }
  if (left >= 2) {
    rest += load_le16(p);
    p += 2;
    left -= 2;
  }
  if (left != 0) rest += *p;
  const auto words = static_cast<std::uint64_t>(sum);
  const auto carries = static_cast<std::uint64_t>(sum >> 64);
  const std::uint16_t swapped = fold_sum((words & 0xFFFF'FFFF) + (words >> 32) + carries + rest);
  return static_cast<std::uint16_t>(swapped << 8 | swapped >> 8);
}

// Apart, so that short headers do not pay for its stack frame.
[[gnu::noinline]] std::uint16_t long_sum(ByteView bytes) {
  const std::size_t blocks = bytes.size / 64;
  return finish(sum_of_blocks(bytes.data, blocks), bytes.data + blocks * 64, bytes.size % 64);
}

}  // namespace

std::uint16_t ones_complement_sum(ByteView bytes) {
  return bytes.size < 64 ? finish(0, bytes.data, bytes.size) : long_sum(bytes);
}

}  // namespace ixsim::ethernet
