// Ranges of IP addresses that standards reserve, as prefixes. One table makes
// addresses and recognizes them.
//
// Source: IANA registries of special-purpose addresses.
#ifndef IXSIM_VERIFY_RESERVED_ADDRESSES_H
#define IXSIM_VERIFY_RESERVED_ADDRESSES_H

#include <array>
#include <cstddef>
#include <cstdint>

#include "base/layers.h"
#include "base/random.h"
#include "ixsim/bytes.h"

namespace ixsim::verify {

// The first `bits` of an address; of an IPv4 address the lower half is 0.
struct ReservedAddresses {
  const char* name;
  std::uint64_t high, low;
  unsigned bits;
};

inline constexpr std::array<ReservedAddresses, 6> kReservedIpv4 = {{
    {"this_network", std::uint64_t{0x00000000} << 32, 0, 8},
    {"loopback", std::uint64_t{0x7F000000} << 32, 0, 8},
    {"link_local", std::uint64_t{0xA9FE0000} << 32, 0, 16},
    {"multicast", std::uint64_t{0xE0000000} << 32, 0, 4},
    {"reserved", std::uint64_t{0xF0000000} << 32, 0, 4},
    {"broadcast", std::uint64_t{0xFFFFFFFF} << 32, 0, 32},
}};
inline constexpr std::array<ReservedAddresses, 6> kReservedIpv6 = {{
    {"unspecified", 0, 0, 128},
    {"loopback", 0, 1, 128},
    {"mapped_ipv4", 0, 0x0000FFFF00000000, 96},
    {"unique_local", 0xFC00000000000000, 0, 7},
    {"link_local", 0xFE80000000000000, 0, 10},
    {"multicast", 0xFF00000000000000, 0, 8},
}};

// Returns the bits of a half that the prefix fixes; `first` is the number of bits before this half.
constexpr std::uint64_t prefix_mask(unsigned bits, unsigned first) {
  if (bits <= first) return 0;
  return bits - first >= 64 ? ~std::uint64_t{0} : ~(~std::uint64_t{0} >> (bits - first));
}

// Writes an address of the range, otherwise random, into `size` bytes (4 or 16).
inline void put_reserved(Random& random, const ReservedAddresses& range, std::uint8_t* to, std::size_t size) {
  const std::uint64_t high = range.high | (random.next() & ~prefix_mask(range.bits, 0));
  const std::uint64_t low = range.low | (random.next() & ~prefix_mask(range.bits, 64));
  for (std::size_t i = 0; i < size; ++i)
    to[i] = static_cast<std::uint8_t>((i < 8 ? high : low) >> (56 - 8 * (i % 8)));
}

// Returns whether the address of `size` bytes (4 or 16) is in the range.
inline bool is_reserved(const ReservedAddresses& range, const std::uint8_t* address, std::size_t size) {
  const std::uint64_t high = size == 4 ? std::uint64_t{load_be32(address)} << 32
                                       : std::uint64_t{load_be32(address)} << 32 | load_be32(address + 4);
  const std::uint64_t low =
      size == 4 ? 0 : std::uint64_t{load_be32(address + 8)} << 32 | load_be32(address + 12);
  return ((high ^ range.high) & prefix_mask(range.bits, 0)) == 0 &&
         ((low ^ range.low) & prefix_mask(range.bits, 64)) == 0;
}

}  // namespace ixsim::verify

#endif
