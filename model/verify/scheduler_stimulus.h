// The inputs of a transmit scheduler at every clock, constrained-random from a seed: request lines,
// back-pressure, resets, lengths, quanta and weights, within the rules of the port contract for a harness.
//
// Phases are used because uniform noise seldom empties a wide scheduler, leaves a single request, brings the
// pointer and the winner to a chosen pair, or uses a credit up to the last byte. Each phase creates one of
// these situations for some time. For this the stimulus uses the state of the oracle, never that of the
// module under test.
//
// Timing contract: next() is called once per edge, in order, with the oracle's state before that edge. Quanta
// and weights are undefined after a reset, so no queue can be taken before its own has been written. `len` is
// random noise except in the clock after a take, when it is at least 1.
#ifndef IXSIM_VERIFY_SCHEDULER_STIMULUS_H
#define IXSIM_VERIFY_SCHEDULER_STIMULUS_H

#include <algorithm>
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "base/layers.h"
#include "base/random.h"
#include "cosim/reference_scheduler.h"
#include "verify/scheduler_items.h"
#include "verify/stress_constraints.h"

namespace ixsim::verify {

// Returns the longest unit of traffic with legal quanta; shorter if lengths are narrower.
constexpr std::uint32_t longest_unit(const SchedulerParameters& parameters) {
  const std::uint32_t top = (std::uint32_t{1} << parameters.length_width) - 1;
  return top < 1518 ? top : 1518;
}

// Returns how many takes in a row may each begin a visit under stress; 0 where there are no such takes.
inline std::uint64_t turns_limit(const SchedulerParameters& parameters, const SchedulerConstraints& c) {
  if (!parameters.has_visits() || parameters.queues < 2) return 0;
  return c.few_longest < c.run_longest ? c.few_longest : c.run_longest;
}

// Lengths of visits, and of rows of them, up to here come with their neighbours. These are at certain
// distances from a power of two from 2^2 on: a borrow between two parts of a count may be lost at the second
// unit, or at the third; a counter of such visits may reach its end one earlier or later.
inline constexpr std::uint64_t kMostNeighbours = 4'096;
inline constexpr unsigned kFirstNeighbour = 2;
inline constexpr int kVisitNeighbours[] = {-1, 1, 2, 3};
inline constexpr int kTurnNeighbours[] = {-1, 1};
inline constexpr int kLeftVisits[] = {-1, 0, 1};
inline constexpr int kOwnVisits[] = {0, 1};
inline constexpr unsigned kFirstWrite = 8;  // power of two of the least write that a visit depends on

// Returns the greatest number of a write since a reset that the next visit depends on; 0 if there is none.
inline std::uint64_t writes_limit(const SchedulerParameters& parameters, const SchedulerConstraints& c) {
  if (!parameters.has_visits() || parameters.queues < 2 || c.writes_every_clock == 0) return 0;
  return std::min(c.epoch_longest, 3 * c.grants / 4);
}

class SchedulerStimulus final : public SchedulerSource {
 public:
  // Makes a stimulus. With `stress` some phases are very long; `grants` is the number that the run will make.
  SchedulerStimulus(const SchedulerParameters& parameters, std::uint64_t seed,
                    const std::optional<SchedulerConstraints>& stress = {}, std::uint64_t grants = 0);

  // Returns the next inputs; the stimulus never ends.
  const SchedulerPortsIn* next(const ReferenceScheduler& state) override;

 private:
  enum class Phase : std::uint8_t {
    kNoise,
    kDrift,
    kAll,
    kFew,
    kPairs,
    kCorners,
    kResets,
    kHold,
    kRun,
    kSilence,
    kIdle,
    kFull,
    kWithdraw,
    kSome,
    kTurns,
    kVisit,
    kWrite
  };
  // Progress of kWrite: a debt is paid, the write is due, it is done, the visit that depends on it has begun.
  enum class Decisive : std::uint8_t { kDebt, kToWrite, kWritten, kVisit };
  enum class Lengths : std::uint8_t { kOnes, kFrames, kLegal, kAny, kLongest };

  // A phase that does not occur by chance: an offer held off, one queue alone, one queue silent, no requests,
  // all queues requesting, the same few queues requesting, requests that fall before they are taken, visits
  // that another one ends at once, a visit of many units. Then a write that the next visit depends on. Runs
  // of one queue may be of visits of one take.
  struct LongPhase {
    Phase phase;
    std::uint64_t length;                  // length in edges, or in takes
    std::optional<unsigned> flavour = {};  // random if absent
  };

  // Flavours of runs, of visits that each begin at a take, and of holds: the queue follows itself in visits
  // of one take, and the last visits are longer; two queues end each other's visits; a visit is held off.
  static constexpr unsigned kOwn = 4, kLeft = 4, kInVisit = 6;

  void begin_phase(const ReferenceScheduler& state);
  void plan();
  void begin_long_phase(const ReferenceScheduler& state);
  void begin_write(const ReferenceScheduler& state);
  void draw_lead(const ReferenceScheduler& state);
  void draw_long_phase(const ReferenceScheduler& state);
  bool reset_due();
  bool reset_goes_on();
  void draw_requests(const ReferenceScheduler& state);
  void draw_few();
  void draw_corners(const ReferenceScheduler& state);
  void aim_at_pair(const ReferenceScheduler& state);
  void aim_at_reset(const ReferenceScheduler& state);
  bool lead_pointer_to(unsigned target, const ReferenceScheduler& state);
  void draw_write(const ReferenceScheduler& state);
  void write(unsigned queue, std::uint64_t value);
  void write_first_value();
  void write_where_it_harms(const ReferenceScheduler& state);
  void draw_decisive_requests(const ReferenceScheduler& state);
  std::uint64_t decisive_number() const;
  bool next_write_decides() const;
  std::uint64_t last_of_run() const;
  bool own() const { return phase_ == Phase::kRun && flavour_ == kOwn; }
  bool leaves() const { return phase_ == Phase::kTurns && flavour_ == kLeft; }
  bool in_visit() const { return phase_ == Phase::kHold && flavour_ == kInVisit; }
  bool keeps(unsigned queue) const;
  std::uint32_t draw_length(const ReferenceScheduler& state);
  std::uint32_t draw_quantum();
  std::uint32_t draw_weight();
  std::uint64_t longest_of(Phase phase) const;
  std::uint64_t withdrawals() const;
  std::uint64_t some_longest() const;   // in takes
  std::uint64_t turns_longest() const;  // in takes
  std::uint64_t visit_longest() const;  // in units
  unsigned other_than(unsigned queue);  // the same if there is no other
  unsigned any_queue() { return static_cast<unsigned>(random_.below(parameters_.queues)); }

  SchedulerParameters parameters_;
  std::uint32_t top_;      // maximum length that fits
  std::uint32_t longest_;  // longest unit of legal traffic
  Random random_;
  SchedulerPortsIn in_;
  QueueMask written_;  // queues whose quanta were written since the last reset
  unsigned unwritten_ = 0;
  std::uint64_t writes_ = 0;  // since the last reset
  bool started_ = false;
  std::uint64_t left_ = 0;  // remaining edges of this phase
  std::uint64_t hold_ = 0;  // edges for which the requests of kFew stay
  Phase phase_ = Phase::kNoise;
  Lengths lengths_ = Lengths::kFrames;
  std::uint64_t density_ = 4;  // request density of kNoise, in eighths
  std::uint64_t ready_ = 8;    // in eighths
  std::uint64_t pair_ = 0;     // pointer and winner that kPairs aims at
  unsigned reset_pointer_ = 0;
  // Under stress.
  std::optional<SchedulerConstraints> stress_;
  std::uint64_t resets_end_ = 0;  // takes at which the long epoch begins
  std::uint64_t takes_ = 0;
  std::uint64_t reset_one_in_ = 0;             // 0: never
  std::vector<std::uint64_t> planned_resets_;  // lengths in edges
  std::uint64_t reset_left_ = 0;               // further edges of a planned reset
  bool in_reset_ = false;
  std::uint64_t writes_one_in_ = 12;
  std::uint64_t corners_ = 6;
  std::deque<LongPhase> planned_;
  unsigned chosen_ = 0;  // queue of kRun and kSilence
  QueueMask some_;       // queues of kSome
  unsigned flavour_ = 0;
  bool begun_ = false;             // behind the reset and the writes that a long phase may begin with
  unsigned lead_ = 0;              // edges that end what a row would go on with, or most edges before a write
  std::uint64_t visit_ = 0;        // weight or quantum that a long phase needs, until it is written
  std::uint64_t next_visit_ = 0;   // the same, to be written after an open visit has ended
  std::uint64_t other_visit_ = 0;  // the same for the other queue of a row of two
  unsigned other_ = 0;
  Decisive decisive_ = Decisive::kDebt;
  std::uint32_t value_ = 0;  // value that kWrite writes
  bool more_ = false;        // it is greater than the one before
  std::uint64_t after_ = 0;  // edges after a long phase, in which its effects appear
};

}  // namespace ixsim::verify

#endif
