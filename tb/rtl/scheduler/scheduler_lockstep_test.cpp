// Compares the RTL of both schedulers with the reference models, at every clock, for ten queue counts.
//
// Timing: inputs are set, and outputs are read before the rising edge, as a flip-flop would capture them.
#include <gtest/gtest.h>
#include <verilated.h>

#include <algorithm>
#include <array>
#include <memory>
#include <set>
#include <vector>

#include "Vschedulers.h"
#include "nic/queues/deficit_round_robin_scheduler.h"
#include "nic/queues/round_robin_scheduler.h"
#include "scheduler_stimulus.h"

namespace ixsim::test {
namespace {

constexpr std::array<unsigned, 10> kSizes = {2, 3, 5, 8, 31, 32, 33, 64, 100, 128};
constexpr unsigned kLengthBits = 18;

template <typename Wide>
void put(Wide& port, unsigned low, unsigned width, std::uint64_t value) {
  for (unsigned bit = 0; bit < width; ++bit) {
    const unsigned at = low + bit;
    const std::uint32_t one = 1U << (at % 32);
    if ((value >> bit) & 1)
      port[at / 32] |= one;
    else
      port[at / 32] &= ~one;
  }
}

template <typename Wide>
std::uint64_t get(const Wide& port, unsigned low, unsigned width) {
  std::uint64_t value = 0;
  for (unsigned bit = 0; bit < width; ++bit)
    value |= static_cast<std::uint64_t>((port[(low + bit) / 32] >> ((low + bit) % 32)) & 1) << bit;
  return value;
}

// The length of a take is known one clock later; the model asks for it at once, so the source runs one ahead.
struct Taken : GrantSink {
  std::uint32_t length = 1;
  unsigned queue = kNoQueue;
  std::uint32_t granted(const Grant& grant) override {
    queue = grant.queue;
    return length;
  }
};

// Situations that the run has reached; every entry must be non-zero at the end.
struct Coverage {
  std::uint64_t takes = 0, none = 0, single = 0, two = 0, full = 0, withdrawn = 0, held_off = 0, resets = 0;
  std::uint64_t again = 0, by_credit = 0, with_credit = 0, quantum_in_visit = 0, saturated = 0;
};

class Lane {
 public:
  Lane(unsigned size, std::uint64_t seed)
      : n(size), source(size, kLengthBits, seed), model(size), deficit(size, kLengthBits) {}

  unsigned n;
  SchedulerStimulusSource source;
  RoundRobinScheduler model;
  DeficitRoundRobinScheduler deficit;
  SchedulerStimulus now, following;
  unsigned last_offer = kNoQueue;
  bool last_taken = false;
  unsigned deficit_cur = kNoQueue;
  Coverage seen;
  std::set<std::pair<unsigned, unsigned>> pairs;  // (pointer, winner)
  std::set<unsigned> reset_pointers;
  unsigned pointer = 0;
};

// The expected one-hot grant.
QueueMask one_hot(unsigned queue) {
  QueueMask m;
  if (queue != kNoQueue) m.set(queue);
  return m;
}

TEST(SchedulerLockstep, RtlAgreesWithTheModelsAtEveryClock) {
  const auto context = std::make_unique<VerilatedContext>();
  context->randReset(2);
  context->randSeed(11);
  Vschedulers rtl(context.get());
  std::vector<Lane> lanes;
  for (const unsigned n : kSizes) lanes.emplace_back(n, 1000 + n);
  for (Lane& lane : lanes) lane.following = lane.source.next(kNoQueue);

  const std::int64_t clocks = 120'000;
  for (std::int64_t clock = 0; clock < clocks; ++clock) {
    const Time t = kMacClock.time(clock);
    for (unsigned i = 0; i < lanes.size(); ++i) {
      Lane& lane = lanes[i];
      lane.now = lane.following;
      lane.following = lane.source.next(lane.last_offer);
      const SchedulerStimulus& s = lane.now;
      put(rtl.req, 128 * i, 64, s.req.words[0]);
      put(rtl.req, 128 * i + 64, 64, s.req.words[1]);
      put(rtl.len, 18 * i, 18, s.length);
      put(rtl.wr_addr, 7 * i, 7, s.write_queue);
      put(rtl.wr_data, 18 * i, 18, s.quantum);
      const auto bit = static_cast<std::uint16_t>(1U << i);
      const auto drive = [bit](auto& port, bool on) {
        port = static_cast<std::uint16_t>(on ? port | bit : port & ~bit);
      };
      drive(rtl.rst, s.rst);
      drive(rtl.deficit_rst, s.rst);
      drive(rtl.ready, s.ready);
      drive(rtl.deficit_ready, s.ready);
      drive(rtl.wr_en, s.write);

      for (TxScheduler* model :
           {static_cast<TxScheduler*>(&lane.model), static_cast<TxScheduler*>(&lane.deficit)}) {
        model->requests(s.req, t);
        if (s.rst) model->reset(t);
        if (s.ready) model->ready(t);
      }
      if (s.write && !s.rst) lane.deficit.set_quantum(s.write_queue, s.quantum, t);
    }
    rtl.clk = 0;
    rtl.eval();
    for (unsigned i = 0; i < lanes.size(); ++i) {
      Lane& lane = lanes[i];
      const SchedulerStimulus& s = lane.now;
      const unsigned offer = lane.model.offer(t);
      const unsigned deficit_offer = lane.deficit.offer(t);
      Taken taken, deficit_taken;
      deficit_taken.length = lane.following.length;
      const std::int64_t credit_before =
          lane.deficit_cur == kNoQueue ? 0 : lane.deficit.credit(lane.deficit_cur);
      lane.model.advance(t, taken);
      lane.deficit.advance(t, deficit_taken);
      if (clock == 0) continue;  // before the first reset edge nothing is known
      ASSERT_EQ((rtl.valid >> i) & 1, offer != kNoQueue) << "N " << lane.n << " clock " << clock;
      ASSERT_EQ((rtl.deficit_valid >> i) & 1, deficit_offer != kNoQueue)
          << "N " << lane.n << " clock " << clock;
      for (unsigned word = 0; word < 2; ++word) {
        ASSERT_EQ(get(rtl.gnt, 128 * i + 64 * word, 64), one_hot(offer).words[word])
            << "N " << lane.n << " clock " << clock;
        ASSERT_EQ(get(rtl.deficit_gnt, 128 * i + 64 * word, 64), one_hot(deficit_offer).words[word])
            << "N " << lane.n << " clock " << clock;
      }
      if (offer != kNoQueue) {
        ASSERT_EQ(get(rtl.idx, 7 * i, 7), offer) << "N " << lane.n << " clock " << clock;
      }
      if (deficit_offer != kNoQueue) {
        ASSERT_EQ(get(rtl.deficit_idx, 7 * i, 7), deficit_offer) << "N " << lane.n << " clock " << clock;
      }

      // Coverage, from what both agree on.
      unsigned requesters = 0;
      for (unsigned q = 0; q < lane.n; ++q) requesters += s.req.test(q);
      lane.seen.none += requesters == 0;
      lane.seen.single += requesters == 1;
      lane.seen.two += requesters == 2;
      lane.seen.full += requesters == lane.n;
      lane.seen.held_off += offer != kNoQueue && !s.ready;
      lane.seen.withdrawn += lane.last_offer != kNoQueue && !lane.last_taken && !s.req.test(lane.last_offer);
      if (s.rst) {
        ++lane.seen.resets;
        lane.reset_pointers.insert(lane.pointer);
        lane.pointer = 0;
        lane.deficit_cur = kNoQueue;
      }
      if (taken.queue != kNoQueue) {
        ++lane.seen.takes;
        lane.pairs.emplace(lane.pointer, taken.queue);
        lane.pointer = (taken.queue + 1) % lane.n;
      }
      if (s.write && s.write_queue == lane.deficit_cur && credit_before > 0) ++lane.seen.quantum_in_visit;
      if (deficit_taken.queue != kNoQueue) {
        const unsigned q = deficit_taken.queue;
        if (q == lane.deficit_cur && credit_before > 0)
          ++lane.seen.again;
        else if (lane.deficit_cur != kNoQueue && s.req.test(lane.deficit_cur))
          ++lane.seen.by_credit;
        else if (lane.deficit_cur != kNoQueue && credit_before > 0)
          ++lane.seen.with_credit;
        lane.deficit_cur = q;
        lane.seen.saturated += lane.deficit.credit(q) == -(std::int64_t{1} << kLengthBits);
      }
      lane.last_offer = offer;
      lane.last_taken = taken.queue != kNoQueue;
    }
    rtl.clk = 1;
    rtl.eval();
  }
  for (const Lane& lane : lanes) {
    SCOPED_TRACE(lane.n);
    const Coverage& c = lane.seen;
    EXPECT_GT(c.takes, 10'000U);
    for (const std::uint64_t bin : {c.none, c.single, c.two, c.full, c.withdrawn, c.held_off, c.resets,
                                    c.again, c.by_credit, c.with_credit, c.quantum_in_visit})
      EXPECT_GT(bin, 0U);
    EXPECT_GT(c.saturated, 0U);
    if (lane.n <= 33) {
      EXPECT_EQ(lane.pairs.size(), lane.n * lane.n);
      EXPECT_EQ(lane.reset_pointers.size(), lane.n);
    }
  }
}

}  // namespace
}  // namespace ixsim::test
