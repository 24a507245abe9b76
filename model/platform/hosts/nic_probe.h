// Packets of a controller in a run with VMs, by outcome and queue: over the whole run, and rates and
// latencies of a window.
//
// Timing contract: the window is [begin, end); frames received count when their descriptor is in memory, with
// their stages and the latency to the driver when the driver has taken them; frames sent when they begin on
// the wire.
#ifndef IXSIM_PLATFORM_HOSTS_NIC_PROBE_H
#define IXSIM_PLATFORM_HOSTS_NIC_PROBE_H

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/histogram.h"
#include "base/layers.h"
#include "base/ring.h"
#include "host/rx_driver.h"
#include "ixsim/probe.h"
#include "platform/measuring_window.h"

namespace ixsim::platform {

class NicProbe : public Probe, public ReceiveObserver {
 public:
  using Outcomes = std::array<std::uint64_t, kRxBuckets>;
  struct Port {
    Outcomes outcomes{};
    std::map<unsigned, Outcomes> queues;           // of received frames
    std::map<unsigned, WindowCount> sent_from;     // by queue, over the whole run
    std::uint64_t bytes = 0;                       // of all frames with an outcome
    WindowCount delivered;                         // in the window
    WindowCount sent;                              // in the window
    std::map<unsigned, Ring<RxStamps>> to_driver;  // of each queue: frames that the driver has not taken
  };

  NicProbe(unsigned ports, Time begin, Time end) : ports_(ports), begin_(begin), end_(end) {}
  const Port& port(unsigned index) const { return ports_[index]; }
  // Last FCS bit in, to the descriptor in memory, of frames delivered in the window.
  const Histogram& latency() const { return latency_; }
  // The same to the driver taking the frame; and from stage - 1 to stage, of the same frames.
  const Histogram& host_latency() const { return host_latency_; }
  const Histogram& stage_time(unsigned stage) const { return stage_times_[stage]; }
  // Tail write at the device to the last bit out, of frames sent in the window.
  const Histogram& transmit_latency() const { return transmit_latency_; }
  // Returns all of these by the names of their metrics.
  std::vector<std::pair<std::string, const Histogram*>> distributions() const {
    std::vector<std::pair<std::string, const Histogram*>> all = {{"rx.latency.device", &latency_},
                                                                 {"rx.latency.host", &host_latency_},
                                                                 {"tx.latency.device", &transmit_latency_}};
    for (unsigned stage = 1; stage < kRxStages; ++stage)
      all.emplace_back(std::string("rx.stage.") + name(static_cast<RxStage>(stage)), &stage_times_[stage]);
    return all;
  }
  // Packets granted to all transmit queues, in the whole run.
  std::uint64_t grants() const { return grants_; }

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
    if (bucket != RxBucket::kDelivered) return;
    own.to_driver[queue].push(stamps);
    if (!in_window(written)) return;
    own.delivered.add(bytes);
    latency_.add(written - stamps[static_cast<std::size_t>(RxStage::kWireEnd)]);
  }
  void tx_granted(Time, unsigned, std::uint64_t, unsigned, std::uint32_t) override { ++grants_; }
  void tx_frame(Time start, Time end, Time offered, unsigned port, std::uint64_t, unsigned queue,
                std::uint32_t bytes) override {
    Port& own = ports_[port];
    own.sent_from[queue].add(bytes);
    if (!in_window(start)) return;
    own.sent.add(bytes);
    transmit_latency_.add(end - offered);
  }
  void consumed(unsigned port, unsigned queue, Time now, Time interrupt, ByteView) override {
    Ring<RxStamps>& waiting = ports_[port].to_driver[queue];
    if (waiting.empty()) return;  // a write of it failed: it was not delivered
    const RxStamps stamps = waiting.pop();
    if (!in_window(now)) return;
    constexpr auto kWritten = static_cast<unsigned>(RxStage::kWrittenBack);
    for (unsigned stage = 1; stage <= kWritten; ++stage)
      stage_times_[stage].add(stamps[stage] - stamps[stage - 1]);
    host_latency_.add(now - stamps[0]);
    // A frame that finds the driver at work waits for no interrupt.
    const Time in_memory = std::max<Time>(0, now - stamps[kWritten]);
    const Time waited =
        interrupt == kNever ? 0 : std::clamp<Time>(interrupt - stamps[kWritten], 0, in_memory);
    stage_times_[static_cast<unsigned>(RxStage::kInterrupted)].add(waited);
    stage_times_[static_cast<unsigned>(RxStage::kConsumed)].add(in_memory - waited);
  }

 private:
  bool in_window(Time time) const { return time >= begin_ && time < end_; }

  std::vector<Port> ports_;
  Time begin_;
  Time end_;
  Histogram latency_;
  Histogram host_latency_;
  Histogram transmit_latency_;
  std::array<Histogram, kRxStages> stage_times_;
  std::uint64_t grants_ = 0;
};

}  // namespace ixsim::platform

#endif
