// Frames and bytes of each queue, as the model passes them: counted apart from the registers and from the
// driver.
#ifndef IXSIM_SERVE_QUEUE_COUNTS_H
#define IXSIM_SERVE_QUEUE_COUNTS_H

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "ixsim/probe.h"
#include "ixsim/queue_mask.h"

namespace ixsim::serve {

// Observer of the packets of all ports. Bytes include the FCS.
class QueueCounts : public Probe {
 public:
  explicit QueueCounts(unsigned ports) : ports_(ports) {}

  bool follows_stages() const override { return false; }
  void rx_stage(Time, unsigned, RxStage, std::uint64_t, unsigned, std::uint32_t) override {}
  void rx_done(Time, unsigned port, RxBucket bucket, std::uint64_t, unsigned queue, std::uint32_t bytes,
               const RxStamps&) override {
    if (bucket == RxBucket::kDelivered) ports_[port][queue].received.add(bytes);
    if (bucket == RxBucket::kNoDescriptor) ports_[port][queue].dropped.add(bytes);
  }
  void tx_frame(Time, Time, Time, unsigned port, std::uint64_t, unsigned queue,
                std::uint32_t bytes) override {
    ports_[port][queue].sent.add(bytes);
  }
  // Returns a line for each queue that has a frame.
  std::string text() const;

 private:
  struct Sum {
    std::uint64_t frames = 0, bytes = 0;
    void add(std::uint32_t more) {
      ++frames;
      bytes += more;
    }
  };
  struct Queue {
    Sum received, sent, dropped;  // dropped: there was no descriptor
  };
  std::vector<std::array<Queue, kMaxQueues>> ports_;
};

}  // namespace ixsim::serve

#endif
