// Numbers of queues, pools and receive addresses of a classifier with the rules of the 82598.
//
// The limits are those of the parameters of the RTL: they stay as they are in a build with more queues
// (kMaxQueues in ixsim/queue_mask.h is the limit of a build, for any device).
//
// Source: the contract in docs/rtl_classifier.md, Sizes; the defaults are those of the 82598.
#ifndef IXSIM_NIC_CLASSIFIER_CLASSIFIER_SIZE_H
#define IXSIM_NIC_CLASSIFIER_CLASSIFIER_SIZE_H

#include <algorithm>

#include "base/layers.h"
#include "ixsim/queue_mask.h"

namespace ixsim::nic {

struct ClassifierSize {
  // Largest RX_QUEUES, POOLS and ADDRESSES of the RTL.
  static constexpr unsigned kMostQueues = 128, kMostPools = 64, kMostAddresses = 128;
  static_assert(kMostQueues <= kMaxQueues, "the build holds every queue that a decision can select");

  unsigned queues = 64;
  unsigned pools = 16;  // at most as many as queues
  unsigned addresses = 16;

  // Bits that number so many choices.
  static constexpr unsigned bits_for(unsigned choices) {
    unsigned bits = 0;
    while ((1u << bits) < choices) ++bits;
    return bits;
  }
  // Widths of the output ports.
  constexpr unsigned queue_width() const { return std::max(6u, bits_for(queues)); }
  constexpr unsigned pool_width() const { return std::max(4u, bits_for(pools)); }
  constexpr bool operator==(const ClassifierSize& other) const {
    return queues == other.queues && pools == other.pools && addresses == other.addresses;
  }
  constexpr bool operator!=(const ClassifierSize& other) const { return !(*this == other); }
};

}  // namespace ixsim::nic

#endif
