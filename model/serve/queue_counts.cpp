// Counts of queues as lines of the summary.
#include "serve/queue_counts.h"

#include <fmt/format.h>

namespace ixsim::serve {

std::string QueueCounts::text() const {
  std::string text;
  for (std::size_t port = 0; port < ports_.size(); ++port)
    for (std::size_t i = 0; i < kMaxQueues; ++i) {
      const Queue& queue = ports_[port][i];
      if (queue.received.frames + queue.sent.frames + queue.dropped.frames == 0) continue;
      text += fmt::format("queue {}.{}  received {} frames, {} bytes; sent {} frames, {} bytes; dropped {}\n",
                          port, i, queue.received.frames, queue.received.bytes, queue.sent.frames,
                          queue.sent.bytes, queue.dropped.frames);
    }
  return text;
}

}  // namespace ixsim::serve
