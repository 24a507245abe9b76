// The numbers of the vfio-user protocol, version 0.0. Those that it takes from VFIO are in <linux/vfio.h>.
//
// Source: the vfio-user protocol specification of QEMU (docs/interop), and messages that QEMU 11.1 sends.
#ifndef IXSIM_SERVE_VFIO_MESSAGES_H
#define IXSIM_SERVE_VFIO_MESSAGES_H

#include <cstddef>
#include <cstdint>

#include "base/layers.h"

namespace ixsim::serve::vfio {

enum class Command : std::uint16_t {
  kVersion = 1,
  kDmaMap = 2,
  kDmaUnmap = 3,
  kDeviceInfo = 4,
  kRegionInfo = 5,
  kIrqInfo = 7,
  kSetIrqs = 8,
  kRegionRead = 9,
  kRegionWrite = 10,
  kDeviceReset = 13,
  kRegionWriteMulti = 15,
};

inline constexpr std::size_t kHeader = 16;
// Bits of the header's flags.
inline constexpr std::uint32_t kTypeMask = 0xf;
inline constexpr std::uint32_t kReply = 1;
inline constexpr std::uint32_t kNoReply = 1 << 4;
inline constexpr std::uint32_t kError = 1 << 5;

// QEMU refuses a server that takes more descriptors than this in a message.
inline constexpr std::size_t kMostDescriptors = 16;
inline constexpr std::uint32_t kMostData = 1'048'576;  // bytes of one region access
inline constexpr std::size_t kLongestMessage = kHeader + kMostData + 64;

inline constexpr std::size_t kRegionHeader = 16;  // offset, region, count
inline constexpr std::size_t kMultiEntry = 24;    // offset, region, count, eight bytes of data

}  // namespace ixsim::serve::vfio

#endif
