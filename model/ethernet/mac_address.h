// A 48-bit MAC address in the order of the wire.
#ifndef IXSIM_ETHERNET_MAC_ADDRESS_H
#define IXSIM_ETHERNET_MAC_ADDRESS_H

#include <array>
#include <cstdint>

namespace ixsim {

using MacAddress = std::array<std::uint8_t, 6>;

// Group address: multicast, broadcast included.
constexpr bool is_multicast(const MacAddress& address) { return (address[0] & 1) != 0; }

}  // namespace ixsim

#endif
