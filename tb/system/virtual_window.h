// Layout of the window of a virtual function of the 82599, and of its capabilities in configuration space, as
// drivers use them. It is written independently of the register description.
#ifndef IXSIM_TB_SYSTEM_VIRTUAL_WINDOW_H
#define IXSIM_TB_SYSTEM_VIRTUAL_WINDOW_H

#include <cstdint>

namespace ixsim::bench {

// Offsets in configuration space.
inline constexpr std::uint32_t kSriov = 0x160, kMsix = 0x70;
// Offsets in the window.
inline constexpr std::uint32_t kCtrl = 0, kEicr = 0x100, kEics = 0x104, kEims = 0x108, kEimc = 0x10c,
                               kEiac = 0x110, kIvar = 0x120, kIvarMisc = 0x140, kMemory = 0x200,
                               kMailbox = 0x2fc, kRx = 0x1000, kTx = 0x2000;
// Its counters: packets and octets, low word first, in each direction, and received multicast packets.
inline constexpr std::uint32_t kPacketsIn = 0x101c, kOctetsIn = 0x1020, kMulticastIn = 0x1034,
                               kPacketsOut = 0x201c, kOctetsOut = 0x2020;
inline constexpr std::uint32_t kEnable = 1u << 25;  // of a ring

// Sets up the three vectors of a virtual function as its driver does, by `put(place, value, bar)`. Vector v
// sends data + v to address(v). The receive ring has vector 0, the transmit ring vector 1, the mailbox vector
// 2.
template <typename Put, typename Address>
void set_up_vectors(Put put, Address address, std::uint32_t data) {
  for (unsigned v = 0; v < 3; ++v) {
    const std::uint64_t to = address(v);
    put(16 * v, static_cast<std::uint32_t>(to), 3);
    put(16 * v + 4, static_cast<std::uint32_t>(to >> 32), 3);
    put(16 * v + 8, data + v, 3);
    put(16 * v + 12, 0, 3);
  }
  put(kIvar, 0x0000'8180, 0);
  put(kIvarMisc, 0x82, 0);
  put(kEiac, 7, 0);
  put(kEims, 7, 0);
}

}  // namespace ixsim::bench

#endif
