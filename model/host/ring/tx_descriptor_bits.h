// Bits of the upper half of a transmit descriptor that drivers set: of advanced data and context descriptors.
// Source: 82598 datasheet, transmit descriptors.
#ifndef IXSIM_HOST_RING_TX_DESCRIPTOR_BITS_H
#define IXSIM_HOST_RING_TX_DESCRIPTOR_BITS_H

#include <cstdint>

#include "base/layers.h"

namespace ixsim::host::tx_descriptor {

inline constexpr std::uint64_t kEop = std::uint64_t{1} << 24;
inline constexpr std::uint64_t kIfcs = std::uint64_t{1} << 25;
inline constexpr std::uint64_t kRs = std::uint64_t{1} << 27;
inline constexpr std::uint64_t kExtended = std::uint64_t{1} << 29;
inline constexpr std::uint64_t kTse = std::uint64_t{1} << 31;
inline constexpr std::uint64_t kContext = std::uint64_t{2} << 20;
inline constexpr std::uint64_t kData = std::uint64_t{3} << 20;
inline constexpr std::uint64_t kContextIpv4 = std::uint64_t{1} << 10;
inline constexpr std::uint64_t kContextTcp = std::uint64_t{1} << 11;
inline constexpr std::uint64_t kIxsm = std::uint64_t{1} << 40;
inline constexpr std::uint64_t kTxsm = std::uint64_t{1} << 41;

}  // namespace ixsim::host::tx_descriptor

#endif
