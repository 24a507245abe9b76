// Where things are in the window of a virtual function of the 82599, and its capabilities in configuration
// space, as drivers know them: written down apart from the register description.
#ifndef IXSIM_TB_SYSTEM_VIRTUAL_WINDOW_H
#define IXSIM_TB_SYSTEM_VIRTUAL_WINDOW_H

#include <cstdint>

namespace ixsim::bench {

// In configuration space.
inline constexpr std::uint32_t kSriov = 0x160, kMsix = 0x70;
// In the window.
inline constexpr std::uint32_t kCtrl = 0, kEicr = 0x100, kEics = 0x104, kEims = 0x108, kEimc = 0x10c,
                               kEiac = 0x110, kIvar = 0x120, kIvarMisc = 0x140, kMemory = 0x200,
                               kMailbox = 0x2fc, kRx = 0x1000, kTx = 0x2000;
inline constexpr std::uint32_t kEnable = 1u << 25;  // of a ring

}  // namespace ixsim::bench

#endif
