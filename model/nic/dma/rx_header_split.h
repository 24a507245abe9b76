// Header split of a received frame in host memory: the bytes for the header buffer of its first descriptor,
// the bytes for packet buffers, and the split fields of the descriptor.
//
// A pure function; the header is written one DMA edge before the first bytes of the packet buffer. In all
// modes the packet buffers get bytes from `data_from` on, the header buffer the first `header_bytes`:
//
//   mode          frame                         header buffer     packet buffers   SPH HBO HDR_LEN
//   split         no header to split off        -                 all              0   0   0
//                 header fits                   header            rest             1   0   header
//                 header too long               -                 all              1   1   header
//   replicate     frame fits                    all               -                1*  0   header
//                 header to split off           full              all              1   0*  header
//                 none                          -                 all              0   0   0
//   always split  frame fits                    all               -                0   0   frame
//                 no header to split off        full              rest             0   0   bytes there
//                 header fits                   header            rest             1   0   header
//                 header too long               full              rest             1   1   header
//
// (1*: if there is a header to split off; 0*: 1 if it is longer than the buffer.) The length of the packet
// buffer counts the bytes in it. In replicate mode, the length counts a frame that fits too, although the
// packet buffer is empty. Source: 82598 datasheet, header splitting and replication, split header field, HBO;
// the table of cases in the manual of the 82575, which has the same modes.
#ifndef IXSIM_NIC_DMA_RX_HEADER_SPLIT_H
#define IXSIM_NIC_DMA_RX_HEADER_SPLIT_H

#include <algorithm>
#include <cstdint>

#include "base/layers.h"
#include "nic/classifier/header_split.h"

namespace ixsim::nic {

// SRRCTL.DESCTYPE. The missing values are reserved and treated as kOneBuffer.
enum class RxDescriptorType : std::uint8_t {
  kLegacy = 0,
  kOneBuffer = 1,
  kSplit = 2,
  kReplicateLarge = 4,
  kSplitAlways = 5
};
inline bool has_header_buffer(RxDescriptorType type) {
  return type == RxDescriptorType::kSplit || type == RxDescriptorType::kReplicateLarge ||
         type == RxDescriptorType::kSplitAlways;
}

struct RxHeaderSplit {
  std::uint32_t header_bytes = 0;
  std::uint32_t data_from = 0;
  std::uint32_t not_there =
      0;  // bytes that the length of the packet buffer counts in addition to those written
  std::uint32_t hdr_len = 0;
  bool sph = false;
  bool hbo = false;
  bool described = false;  // the descriptor has split fields to report
};

// Returns the header split of a frame of `length` bytes. The header buffer has `capacity` bytes; `header`
// bytes can be split off (0: none).
inline RxHeaderSplit make_header_split(RxDescriptorType type, std::uint32_t length, std::uint32_t header,
                                       std::uint32_t capacity) {
  RxHeaderSplit split;
  if (!has_header_buffer(type)) return split;
  split.described = true;
  split.sph = header != 0;
  split.hbo = header > capacity;
  split.hdr_len = header;
  switch (type) {
    default:
      if (!split.hbo) split.header_bytes = split.data_from = header;
      break;
    case RxDescriptorType::kReplicateLarge:
      if (length <= capacity) {
        split.header_bytes = split.data_from = split.not_there = length;
      } else if (split.sph) {
        split.header_bytes = capacity;
      }
      break;
    case RxDescriptorType::kSplitAlways: {
      // HDR_LEN must be able to hold the length.
      const std::uint32_t most = std::min(capacity, kLongestSplitHeader);
      split.header_bytes = std::min(length, most);
      if (length <= most) {
        split.sph = split.hbo = false;
        split.hdr_len = length;
      } else if (!split.sph) {
        split.hdr_len = most;
      } else if (!split.hbo) {
        split.header_bytes = header;
      }
      split.data_from = split.header_bytes;
      break;
    }
  }
  return split;
}

}  // namespace ixsim::nic

#endif
