// Strict priorities, then deficit round robin.
#include "host/peer/egress_queues.h"

namespace ixsim::host {

unsigned EgressQueues::choose(PauseState& pause, Time now, Time& later) {
  later = kNever;
  unsigned eligible = 0;
  for (unsigned i = 0; i < kPriorities; ++i) {
    if ((waiting_ >> i & 1) == 0) continue;
    const Time free = std::max(queues_[i].frames.front().ready, pause.until(i, now));
    if (free <= now) {
      eligible |= 1u << i;
    } else {
      later = std::min(later, free);
    }
  }
  if (eligible == 0) return kNone;
  for (unsigned i = kPriorities; i-- > 0;) {
    if ((eligible >> i & 1) != 0 && quanta_[i] == 0) return i;
  }
  return share(eligible);
}

unsigned EgressQueues::share(unsigned eligible) {
  for (;; turn_ = (turn_ + 1) % kPriorities, visited_ = false) {
    if ((eligible >> turn_ & 1) == 0) continue;
    Queue& queue = queues_[turn_];
    if (!visited_) queue.deficit += quanta_[turn_];
    visited_ = true;
    if (queue.deficit >= queue.frames.front().frame->size()) return turn_;
  }
}

QueuedFrame EgressQueues::pop(unsigned priority) {
  Queue& queue = queues_[priority];
  QueuedFrame frame = queue.frames.pop();
  const std::size_t size = frame.frame->size();
  queue.bytes -= size;
  if (quanta_[priority] != 0) queue.deficit -= size;
  if (queue.frames.empty()) {
    queue.deficit = 0;
    waiting_ &= ~(1u << priority);
    // The visit is over: what comes next to the queue waits for its next turn.
    if (priority == turn_) {
      turn_ = (turn_ + 1) % kPriorities;
      visited_ = false;
    }
  }
  return frame;
}

}  // namespace ixsim::host
