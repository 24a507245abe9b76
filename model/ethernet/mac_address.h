// A 48-bit MAC address in wire order.
#ifndef IXSIM_ETHERNET_MAC_ADDRESS_H
#define IXSIM_ETHERNET_MAC_ADDRESS_H

#include <algorithm>
#include <array>
#include <cstdint>

#include "base/layers.h"

namespace ixsim::ethernet {

using MacAddress = std::array<std::uint8_t, 6>;

// Returns whether the address is a group address: multicast, broadcast included.
constexpr bool is_multicast(const MacAddress& address) { return (address[0] & 1) != 0; }
// Returns whether the address is six bytes of ones.
inline bool is_broadcast(const std::uint8_t* address) {
  return std::all_of(address, address + 6, [](std::uint8_t byte) { return byte == 0xff; });
}

}  // namespace ixsim::ethernet

#endif
