// The Internet checksum: the one's complement sum of 16-bit words that IPv4, TCP and UDP carry inverted.
//
// Source: RFC 1071.
#ifndef IXSIM_ETHERNET_INTERNET_CHECKSUM_H
#define IXSIM_ETHERNET_INTERNET_CHECKSUM_H

#include <cstdint>

#include "base/layers.h"
#include "ixsim/bytes.h"

namespace ixsim::ethernet {

// Reduces a sum of checksums to 16 bits with end-around carry. 0xFFFF means that the summed bytes, checksum
// field included, are intact.
constexpr std::uint16_t fold_sum(std::uint64_t sum) {
  const auto low = static_cast<std::uint32_t>(sum);
  std::uint32_t half = low + static_cast<std::uint32_t>(sum >> 32);
  half += half < low ? 1 : 0;
  // The upper half of the sum with both 16-bit halves exchanged has the carry of the lower one.
  return static_cast<std::uint16_t>((half + (half << 16 | half >> 16)) >> 16);
}

// Returns the one's complement sum of the bytes as big-endian 16-bit words; an odd last byte is the high half
// of a word. Sums of parts may be added with fold_sum() if all parts except the last have even lengths.
std::uint16_t ones_complement_sum(ByteView bytes);

}  // namespace ixsim::ethernet

#endif
