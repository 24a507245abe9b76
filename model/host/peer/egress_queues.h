// The output queues of one switch port, one for each priority, and the choice of the next one.
//
// A priority with quantum 0 is strict: it goes before all others, the higher number first. The others share
// the wire by bytes (deficit round robin). A visit is worth `quantum` bytes of frames; the rest is kept while
// the queue has frames. A paused priority is skipped and keeps its rest.
//
// Timing contract: the caller passes the time. A frame may leave from its `ready` on, and frames of a
// priority keep their order. Source: Shreedhar and Varghese, Efficient Fair Queuing using Deficit Round
// Robin, 1996.
#ifndef IXSIM_HOST_PEER_EGRESS_QUEUES_H
#define IXSIM_HOST_PEER_EGRESS_QUEUES_H

#include <algorithm>
#include <array>
#include <cstdint>

#include "base/layers.h"
#include "base/ring.h"
#include "ethernet/pause_frame.h"
#include "ethernet/pause_state.h"
#include "ixsim/frame.h"
#include "ixsim/time.h"

namespace ixsim::host {

struct QueuedFrame {
  FrameRef frame;
  unsigned stored = 0;  // index of its account
  Time ready = 0;
};

class EgressQueues {
 public:
  using Quanta = std::array<std::uint32_t, kPriorities>;
  static constexpr unsigned kNone = ~0u;

  explicit EgressQueues(const Quanta& quanta) : quanta_(quanta) {}

  void push(unsigned priority, QueuedFrame frame) {
    Queue& queue = queues_[priority];
    queue.bytes += frame.frame->size();
    queue.peak = std::max(queue.peak, queue.bytes);
    queue.frames.push(std::move(frame));
    waiting_ |= 1u << priority;
  }
  // Returns the priority of the next frame, or kNone. In that case `later` is the time to ask again (kNever
  // if no frame waits).
  unsigned choose(PauseState& pause, Time now, Time& later);
  // Removes the first frame of the priority that choose() has returned.
  QueuedFrame pop(unsigned priority);

  bool empty() const { return waiting_ == 0; }
  // Returns the waiting bytes, without the frame that is being sent.
  std::uint64_t bytes(unsigned priority) const { return queues_[priority].bytes; }
  std::uint64_t peak(unsigned priority) const { return queues_[priority].peak; }
  std::size_t frames() const {
    std::size_t sum = 0;
    for (const Queue& queue : queues_) sum += queue.frames.size();
    return sum;
  }

 private:
  struct Queue {
    Ring<QueuedFrame> frames{16};
    std::uint64_t bytes = 0;
    std::uint64_t peak = 0;
    std::uint64_t deficit = 0;
  };
  unsigned share(unsigned eligible);

  Quanta quanta_;
  std::array<Queue, kPriorities> queues_;
  unsigned waiting_ = 0;  // priorities with frames
  unsigned turn_ = 0;     // priority whose turn it is, among those that share
  bool visited_ = false;  // the turn has had its quantum
};

}  // namespace ixsim::host

#endif
