// Runs every mutant of one scheduler netlist against the reference model and prints one line each: "<mutant>
// PASS" or "<mutant> FAIL <clock>". Mutant 0 is the unchanged design.
//
// DEFICIT and WEIGHTED select the scheduler of the netlist; QUEUES and LENGTH_BITS are its parameters.
#include <verilated.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <memory>

#include "Vmutants.h"
#include "nic/queues/deficit_round_robin_scheduler.h"
#include "nic/queues/round_robin_scheduler.h"
#include "scheduler_stimulus.h"

namespace {

using namespace ixsim;
using namespace ixsim::test;

constexpr std::uint64_t kRuns = 8;

struct Taken : GrantSink {
  std::uint32_t length = 1;
  std::uint32_t granted(const Grant&) override { return length; }
};

// Weighted round robin from the contract of docs/rtl_scheduler.md, with weights that a reset leaves.
class WeightedModel {
 public:
  explicit WeightedModel(unsigned) {}
  void set_weight(unsigned queue, std::uint32_t weight) { written_ = {queue, weight, true}; }
  void requests(const QueueMask& mask, Time) { requests_ = mask; }
  void reset(Time) { reset_ = true; }
  void ready(Time) { ready_ = true; }
  unsigned offer(Time) const {
    if (units_ > 0 && requests_.test(current_)) return current_;
    for (unsigned i = 0; i < QUEUES; ++i) {
      if (requests_.test((pointer_ + i) % QUEUES)) return (pointer_ + i) % QUEUES;
    }
    return kNoQueue;
  }
  // Ends the clock.
  void advance(Time time, GrantSink&) {
    const unsigned queue = offer(time);
    if (reset_) {
      pointer_ = units_ = 0;
    } else if (queue != kNoQueue && ready_) {
      if (units_ > 0 && queue == current_) {
        --units_;
      } else {
        units_ = std::max(weights_[queue], 1u) - 1;
        pointer_ = (queue + 1) % QUEUES;
        current_ = queue;
      }
    }
    if (written_.now) weights_[written_.queue] = written_.weight;
    written_.now = reset_ = ready_ = false;
  }

 private:
  struct Write {
    unsigned queue;
    std::uint32_t weight;
    bool now;
  };
  QueueMask requests_;
  std::array<std::uint32_t, QUEUES> weights_{};
  Write written_{};
  bool ready_ = false, reset_ = false;
  unsigned pointer_ = 0, current_ = 0;
  std::uint32_t units_ = 0;  // left in the visit of current_
};

// The clock at which the outputs first differ, or -1.
long long first_difference(unsigned mutant, long long clocks, std::uint64_t seed) {
  VerilatedContext context;
  context.randReset(2);
  context.randSeed(static_cast<int>(seed));
  Vmutants rtl(&context);
#if DEFICIT
  DeficitRoundRobinScheduler model(QUEUES, LENGTH_BITS);
#elif WEIGHTED
  WeightedModel model(QUEUES);
#else
  RoundRobinScheduler model(QUEUES);
#endif
  SchedulerStimulusSource source(QUEUES, LENGTH_BITS, seed);
  unsigned last_offer = kNoQueue;
  SchedulerStimulus following = source.next(kNoQueue);
  rtl.mutsel = static_cast<std::uint8_t>(mutant);
  for (long long clock = 0; clock < clocks; ++clock) {
    const Time t = kMacClock.time(clock);
    const SchedulerStimulus s = following;
    following = source.next(last_offer);
    rtl.req = static_cast<std::uint8_t>(s.req.words[0]);
    rtl.rst = s.rst;
    rtl.ready = s.ready;
#if DEFICIT
    rtl.len = static_cast<std::uint8_t>(s.length);
#endif
#if DEFICIT || WEIGHTED
    rtl.wr_en = s.write;
    rtl.wr_addr = static_cast<std::uint8_t>(s.write_queue);
    rtl.wr_data = static_cast<std::uint8_t>(s.quantum);
#endif
#if DEFICIT
    if (s.write && !s.rst) model.set_quantum(s.write_queue, s.quantum, t);
#elif WEIGHTED
    if (s.write && !s.rst) model.set_weight(s.write_queue, s.quantum);
#endif
    model.requests(s.req, t);
    if (s.rst) model.reset(t);
    if (s.ready) model.ready(t);
    rtl.clk = 0;
    rtl.eval();
    const unsigned offer = model.offer(t);
    Taken taken;
    taken.length = following.length;
    model.advance(t, taken);
    if (clock > 0) {
      const bool same = rtl.valid == (offer != kNoQueue) &&
                        rtl.gnt == (offer == kNoQueue ? 0U : 1U << offer) &&
                        (offer == kNoQueue || rtl.idx == offer);
      if (!same) return clock;
    }
    last_offer = offer;
    rtl.clk = 1;
    rtl.eval();
  }
  return -1;
}

}  // namespace

// Arguments: first mutant, last mutant, clocks of each run, first seed. Several runs a mutant, because what a
// design starts from is random too.
int main(int argc, char** argv) {
  if (argc != 5) return 2;
  const auto number = [argv](int i) { return std::strtoull(argv[i], nullptr, 10); };
  for (auto mutant = number(1); mutant <= number(2); ++mutant) {
    long long clock = -1;
    for (std::uint64_t run = 0; run < kRuns && clock < 0; ++run) {
      clock =
          first_difference(static_cast<unsigned>(mutant), static_cast<long long>(number(3)), number(4) + run);
    }
    if (clock < 0) {
      std::printf("%llu PASS\n", mutant);
    } else {
      std::printf("%llu FAIL %lld\n", mutant, clock);
    }
  }
  return 0;
}
