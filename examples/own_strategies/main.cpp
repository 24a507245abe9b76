// A platform with strategies of the user: a classifier, a transmit scheduler and an interrupt sink; a probe
// that counts, and observers on the analysis ports. Frames come at line rate, software sends each one back on
// the queue that it came to. Exit 0 if every part has done its work.
#include <ixsim/classifier.h>
#include <ixsim/ethernet_controller.h>
#include <ixsim/interrupt_sink.h>
#include <ixsim/probe.h>
#include <ixsim/tx_scheduler.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <deque>
#include <map>
#include <memory>
#include <optional>

#include "driver.h"
#include "host.h"
#include "wire.h"

namespace {

constexpr unsigned kFrames = 200;
constexpr unsigned kQueues = 4;

// Picks the queue by the last byte of the destination address, without tables or RSS, and drops every tenth
// of these addresses.
class LastByteClassifier final : public ixsim::Classifier {
 public:
  static bool drops(unsigned last_byte) { return last_byte % 10 == 9; }

  void begin(std::uint64_t frame, ixsim::ByteView bytes, bool error, ixsim::Time,
             ixsim::Time last_beat) override {
    ixsim::Decision decision;
    decision.frame = frame;
    decision.time = last_beat + kLatency;
    decision.pools = 1;
    if (error || bytes.size < 14) {
      decision.drop = ixsim::ClassifierDrop::kBad;
    } else if (drops(bytes[5])) {
      decision.drop = ixsim::ClassifierDrop::kNoFilter;
    } else {
      decision.queue = bytes[5] % kQueues;
      decision.headers = ixsim::parse_headers(bytes, false);
    }
    pending_.push_back(decision);
  }
  void write(std::uint32_t, std::uint32_t, ixsim::Time) override {}  // it has no tables
  void reset(ixsim::Time) override { pending_.clear(); }
  void advance(ixsim::Time now, ixsim::DecisionSink& sink) override {
    while (next_decision() <= now) {
      const ixsim::Decision decision = pending_.front();
      pending_.pop_front();
      sink.decided(decision);
    }
  }
  ixsim::Time next_decision() const override {
    return pending_.empty() ? ixsim::kNever : pending_.front().time;
  }

 private:
  static constexpr ixsim::Time kLatency = 4 * ixsim::kMacClock.period();  // it has little to do

  std::deque<ixsim::Decision> pending_;
};

// Strict priority: the lowest queue that requests is served first.
class PriorityScheduler final : public ixsim::TxScheduler {
 public:
  void requests(const ixsim::QueueMask& mask, ixsim::Time time) override { edges_[time].requests = mask; }
  void ready(ixsim::Time time) override { edges_[time].ready = true; }
  void reset(ixsim::Time time) override { edges_[time].reset = true; }
  void advance(ixsim::Time now, ixsim::GrantSink& sink) override {
    while (!edges_.empty() && edges_.begin()->first <= now) {
      const auto [time, edge] = *edges_.begin();
      edges_.erase(edges_.begin());
      if (edge.requests) lines_ = *edge.requests;
      if (!edge.ready || edge.reset || !lines_.any()) continue;
      sink.granted({time, lines_.find(0)});
    }
  }

 private:
  // Inputs of one edge, in whatever order the calls are made.
  struct Edge {
    std::optional<ixsim::QueueMask> requests;
    bool ready = false;
    bool reset = false;
  };

  std::map<ixsim::Time, Edge> edges_;
  ixsim::QueueMask lines_;
};

// Counts interrupts by kind and passes them on.
class CountingSink final : public ixsim::InterruptSink {
 public:
  explicit CountingSink(ixsim::InterruptSink& next) : next_(next) {}
  void fire(ixsim::InterruptKind kind, unsigned vector, ixsim::Time now) override {
    if (kind == ixsim::InterruptKind::kMsix) ++messages_;
    next_.fire(kind, vector, now);
  }
  std::uint64_t messages() const { return messages_; }

 private:
  ixsim::InterruptSink& next_;
  std::uint64_t messages_ = 0;
};

// Counts the outcomes of frames and packets, and keeps the longest way of a frame from the wire to memory.
class CountingProbe final : public ixsim::Probe {
 public:
  bool follows_stages() const override { return false; }
  void rx_stage(ixsim::Time, unsigned, ixsim::RxStage, std::uint64_t, unsigned, std::uint32_t) override {}
  void rx_done(ixsim::Time, unsigned, ixsim::RxBucket bucket, std::uint64_t, unsigned, std::uint32_t,
               const ixsim::RxStamps& stamps) override {
    ++received_[static_cast<unsigned>(bucket)];
    if (bucket == ixsim::RxBucket::kDelivered) longest_ = std::max(longest_, stamps.back() - stamps.front());
  }
  void tx_done(ixsim::Time, unsigned, ixsim::TxBucket bucket, std::uint64_t, unsigned) override {
    ++sent_[static_cast<unsigned>(bucket)];
  }
  std::uint64_t count(ixsim::RxBucket bucket) const { return received_[static_cast<unsigned>(bucket)]; }
  std::uint64_t count(ixsim::TxBucket bucket) const { return sent_[static_cast<unsigned>(bucket)]; }
  ixsim::Time longest() const { return longest_; }

 private:
  std::array<std::uint64_t, ixsim::kRxBuckets> received_{};
  std::array<std::uint64_t, ixsim::kTxBuckets> sent_{};
  ixsim::Time longest_ = 0;
};

// An observer of an analysis port that counts, and keeps the time of the last one.
template <typename T>
class Observer final : public tlm::tlm_analysis_if<T> {
 public:
  void write(const T& value) override {
    ++count_;
    last_ = time_of(value);
  }
  std::uint64_t count() const { return count_; }
  ixsim::Time last() const { return last_; }

 private:
  static ixsim::Time time_of(const ixsim::WireFrame& frame) { return frame.end; }
  static ixsim::Time time_of(const ixsim::PortDecision& decided) { return decided.decision.time; }
  static ixsim::Time time_of(const ixsim::PortInterrupt& interrupt) { return interrupt.time; }

  std::uint64_t count_ = 0;
  ixsim::Time last_ = 0;
};

class Software : public sc_core::sc_module {
 public:
  SC_HAS_PROCESS(Software);
  Software(sc_core::sc_module_name name, Host& host)
      : sc_core::sc_module(name), host_(host), driver_(host, 0, kQueues) {
    SC_THREAD(run);
  }

  unsigned misplaced() const { return misplaced_; }

 private:
  void run() {
    driver_.bring_up();
    for (;;) {
      host_.wait_for_interrupt();
      for (std::uint32_t queue = 0; queue < kQueues; ++queue) {
        for (const Driver::Bytes& frame : driver_.take(queue)) {
          if (frame[5] % kQueues != queue) ++misplaced_;
          driver_.send(queue, frame);
        }
      }
      driver_.enable_interrupts();
    }
  }

  Host& host_;
  Driver driver_;
  unsigned misplaced_ = 0;
};

}  // namespace

int sc_main(int, char**) {
  sc_core::sc_set_time_resolution(1, sc_core::SC_PS);
  std::vector<std::vector<std::uint8_t>> frames;
  unsigned dropped = 0;
  for (unsigned i = 0; i < kFrames; ++i) {
    frames.push_back(numbered_frame(i));
    if (LastByteClassifier::drops(i)) ++dropped;
  }

  ixsim::EthernetController controller(
      "controller", ixsim::ControllerConfig(),
      [](unsigned) { return std::make_unique<LastByteClassifier>(); },
      [](unsigned) { return std::make_unique<PriorityScheduler>(); });
  CountingSink sink(controller.interrupt_output(0));
  controller.set_interrupt_sink(0, sink);
  CountingProbe probe;
  controller.set_probe(&probe);
  Observer<ixsim::WireFrame> received;
  Observer<ixsim::WireFrame> sent;
  Observer<ixsim::PortDecision> decided;
  Observer<ixsim::PortInterrupt> interrupts;
  controller.frames_received.bind(received);
  controller.frames_sent.bind(sent);
  controller.decisions.bind(decided);
  controller.interrupts.bind(interrupts);
  Host host("host");
  Software software("software", host);
  Sender sender("sender", frames, sc_core::sc_time(1, sc_core::SC_MS));
  controller.pcie_initiator.bind(host.memory);
  host.registers.bind(controller.pcie_target);
  sender.wire.bind(controller.wire_in[0]);

  sc_core::sc_start(3, sc_core::SC_MS);
  using ixsim::RxBucket;
  using ixsim::TxBucket;
  std::printf(
      "%llu delivered, %llu dropped, %llu sent back, %u in a wrong queue, %llu interrupts, %.1f us at most\n",
      static_cast<unsigned long long>(probe.count(RxBucket::kDelivered)),
      static_cast<unsigned long long>(probe.count(RxBucket::kNoFilter)),
      static_cast<unsigned long long>(probe.count(TxBucket::kSent)), software.misplaced(),
      static_cast<unsigned long long>(sink.messages()),
      static_cast<double>(probe.longest()) / static_cast<double>(ixsim::kMicrosecond));
  const auto number = [](std::uint64_t count) { return static_cast<unsigned long long>(count); };
  std::printf(
      "observed %llu frames in, %llu out, %llu decisions, %llu interrupts; the last frame ended at %lld ns\n",
      number(received.count()), number(sent.count()), number(decided.count()), number(interrupts.count()),
      static_cast<long long>(sent.last() / ixsim::kNanosecond));
  const bool observed = received.count() == kFrames && decided.count() == kFrames &&
                        sent.count() == probe.count(TxBucket::kSent) &&
                        interrupts.count() == sink.messages() && decided.last() > received.last() &&
                        sent.last() > decided.last();
  const bool right = observed && probe.count(RxBucket::kDelivered) == kFrames - dropped &&
                     probe.count(RxBucket::kNoFilter) == dropped &&
                     probe.count(TxBucket::kSent) == kFrames - dropped && software.misplaced() == 0 &&
                     sink.messages() == host.interrupts() && sink.messages() != 0;
  return right ? 0 : 1;
}
