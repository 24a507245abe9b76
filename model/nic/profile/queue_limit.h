// The most queues of one direction that this build can hold, of any device. Masks, tables and metrics follow
// from this number; the register description must have as many rings (docs/profiles.md, "More queues").
#ifndef IXSIM_NIC_PROFILE_QUEUE_LIMIT_H
#define IXSIM_NIC_PROFILE_QUEUE_LIMIT_H

namespace ixsim {

inline constexpr unsigned kMaxQueues = 128;

// A queue's number is a byte where it is stored often (Decision, DescriptorPlane), and sets are of whole
// words.
static_assert(kMaxQueues % 64 == 0 && kMaxQueues <= 256);

}  // namespace ixsim

#endif
