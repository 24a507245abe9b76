// Common part of receive and transmit descriptor rings. Source: 82598 datasheet, descriptor rings and
// the on-chip descriptor cache.
#ifndef IXSIM_NIC_QUEUES_DESCRIPTOR_RING_H
#define IXSIM_NIC_QUEUES_DESCRIPTOR_RING_H

#include <cstdint>

#include "base/layers.h"

namespace ixsim::nic {

inline constexpr std::uint32_t kDescriptorBytes = 16;
inline constexpr std::uint32_t kDescriptorCache = 64;  // maximum number of descriptors of one queue on chip
// 128 bytes. No write-back crosses such a boundary, and a fetch crosses it only if it may be longer.
inline constexpr std::uint32_t kDescriptorsPerBlock = 8;

}  // namespace ixsim::nic

#endif
