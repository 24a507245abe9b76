// Packets of a controller in a run with VMs, by outcome and queue: over the whole run, and rates and latency
// of a window.
//
// Timing contract: the window is [begin, end); frames received count when their descriptor is in memory,
// frames sent when they begin on the wire.
#ifndef IXSIM_PLATFORM_HOSTS_NIC_PROBE_H
#define IXSIM_PLATFORM_HOSTS_NIC_PROBE_H

#include <array>
#include <cstdint>
#include <map>
#include <vector>

#include "base/histogram.h"
#include "ixsim/probe.h"
#include "platform/measuring_window.h"

namespace ixsim {

class NicProbe : public Probe {
 public:
  using Outcomes = std::array<std::uint64_t, kRxBuckets>;
  struct Port {
    Outcomes outcomes{};
    std::map<unsigned, Outcomes> queues;        // of received frames
    std::map<unsigned, WindowCount> sent_from;  // by queue, over the whole run
    std::uint64_t bytes = 0;                    // of all frames with an outcome
    WindowCount delivered;                      // in the window
    WindowCount sent;                           // in the window
  };

  NicProbe(unsigned ports, Time begin, Time end) : ports_(ports), begin_(begin), end_(end) {}
  const Port& port(unsigned index) const { return ports_[index]; }
  // Last FCS bit in, to the descriptor in memory, of frames delivered in the window.
  const Histogram& latency() const { return latency_; }

  bool follows_stages() const override { return false; }
  void rx_stage(Time, unsigned, RxStage, std::uint64_t, unsigned, std::uint32_t) override {}
  void rx_done(Time, unsigned port, RxBucket bucket, std::uint64_t, unsigned queue, std::uint32_t bytes,
               const RxStamps& stamps) override {
    Port& own = ports_[port];
    const auto outcome = static_cast<std::size_t>(bucket);
    ++own.outcomes[outcome];
    own.bytes += bytes;
    // Frames dropped before have no queue.
    if (stamps[static_cast<std::size_t>(RxStage::kDecided)] != 0) ++own.queues[queue][outcome];
    const Time written = stamps[static_cast<std::size_t>(RxStage::kWrittenBack)];
    if (bucket != RxBucket::kDelivered || !in_window(written)) return;
    own.delivered.add(bytes);
    latency_.add(written - stamps[static_cast<std::size_t>(RxStage::kWireEnd)]);
  }
  void tx_frame(Time start, Time, Time, unsigned port, std::uint64_t, unsigned queue,
                std::uint32_t bytes) override {
    Port& own = ports_[port];
    own.sent_from[queue].add(bytes);
    if (in_window(start)) own.sent.add(bytes);
  }

 private:
  bool in_window(Time time) const { return time >= begin_ && time < end_; }

  std::vector<Port> ports_;
  Time begin_;
  Time end_;
  Histogram latency_;
};

}  // namespace ixsim

#endif
