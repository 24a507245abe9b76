// Phases, and the random choices of each.
#include "verify/scheduler_stimulus.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "verify/corner_values.h"

namespace ixsim::verify {
namespace {

constexpr std::int64_t kUnitsToWaitFor = 4;  // of a visit that stands in the way of a pair

}  // namespace

SchedulerStimulus::SchedulerStimulus(const SchedulerParameters& parameters, std::uint64_t seed,
                                     const std::optional<SchedulerConstraints>& stress, std::uint64_t grants)
    : parameters_(parameters),
      top_((std::uint32_t{1} << parameters.length_width) - 1),
      longest_(longest_unit(parameters)),
      random_(seed),
      stress_(stress) {
  if (!stress_) return;
  resets_end_ = grants - std::min(stress_->epoch_longest + stress_->epoch_longest / 16, 3 * grants / 4);
  corners_ = stress_->corner_values;
  plan();
}

void SchedulerStimulus::begin_phase(const ReferenceScheduler& state) {
  if (next_write_decides()) return begin_write(state);
  // In the long epoch, up to the next one that a visit depends on.
  const bool writes_at_every_clock =
      stress_ && takes_ >= resets_end_ && writes_ < writes_limit(parameters_, *stress_);
  if (stress_) {
    const SchedulerConstraints& c = *stress_;
    const std::size_t resets = weighted(random_, {c.resets_none, c.resets_some, c.resets_many});
    reset_one_in_ = resets == 0   ? 0
                    : resets == 1 ? c.resets_some_one_in
                                  : random_.between(1, c.resets_many_one_in);
    const std::uint64_t writes[] = {c.writes_some_one_in, 0, c.writes_many_one_in, 1};
    writes_one_in_ =
        writes[weighted(random_, {c.writes_some, c.writes_none, c.writes_many, c.writes_every_clock})];
    const std::uint64_t share = planned_.empty() || stress_->long_phases == 0 ? stress_->long_phases : 50;
    if (!writes_at_every_clock && after_ == 0 && random_.below(100) < share) return begin_long_phase(state);
    after_ = 0;
  }
  phase_ = static_cast<Phase>(random_.below(stress_ && takes_ >= resets_end_ ? 6 : 7));
  // A pair takes a few edges, and there are N x N of them; a reset costs a rewrite of all quanta.
  left_ = phase_ == Phase::kPairs ? random_.between(200, 2'000)
          : phase_ == Phase::kResets
              ? random_.between(20, 100) + (parameters_.has_visits() ? 2 * parameters_.queues : 0)
          // A queue that is taken after all others needs a take of each of them.
          : phase_ == Phase::kAll ? random_.between(20, 200 + 4 * std::uint64_t{parameters_.queues})
                                  : random_.between(20, 200);
  lengths_ = static_cast<Lengths>(random_.below(5));
  density_ = random_.between(1, 7);
  ready_ = random_.chance(1, 2) ? 8 : random_.between(1, 7);
  hold_ = 0;
  if (writes_at_every_clock) {
    writes_one_in_ = 1;
    left_ = std::max<std::uint64_t>(decisive_number() - writes_ - 1, 1);
    // Many writes shall leave takes of the epoch to other phases.
    if (left_ > kMostNeighbours) ready_ = 1;
  }
}

const SchedulerPortsIn* SchedulerStimulus::next(const ReferenceScheduler& state) {
  if (left_ == 0) begin_phase(state);
  --left_;
  in_.rst = !started_ || reset_goes_on() || reset_due();
  in_.ready = random_.chance(ready_, 8);
  draw_requests(state);
  if (parameters_.has_visits()) {
    draw_write(state);
    if (parameters_.deficit()) in_.len = draw_length(state);
    // A queue without quantum may request, but must not be granted.
    if (in_.ready && unwritten_ != 0) {
      in_.req.words[0] &= written_.words[0];
      in_.req.words[1] &= written_.words[1];
    }
    if (in_.rst) {
      written_ = {};
      unwritten_ = parameters_.queues;
      writes_ = 0;
    } else if (in_.wr_en && !written_.test(in_.wr_addr)) {
      written_.set(in_.wr_addr);
      --unwritten_;
    }
  }
  if (in_.wr_en && !in_.rst) ++writes_;
  started_ = true;
  if (stress_) {
    const SchedulerPortsOut now = state.offer(in_);
    if (now.valid && in_.ready && !in_.rst) ++takes_;
  }
  return &in_;
}

bool SchedulerStimulus::reset_goes_on() {
  const bool second_edge = in_.rst && !in_reset_;
  in_reset_ = in_.rst;
  if (!in_.rst) return false;
  if (second_edge && !planned_resets_.empty() && random_.chance(1, 4)) {
    reset_left_ = planned_resets_.back() - 1;
    planned_resets_.pop_back();
  }
  if (reset_left_ > 0) {
    --reset_left_;
    return true;
  }
  // Under stress a chain of resets may go on, as "every clock" is one of the rates.
  return random_.chance(1, 4) && (!stress_ || takes_ < resets_end_);
}

bool SchedulerStimulus::reset_due() {
  if (!stress_) return random_.chance(1, parameters_.has_visits() ? 200 + 16 * parameters_.queues : 200);
  return reset_one_in_ != 0 && takes_ < resets_end_ && phase_ <= Phase::kResets &&
         random_.chance(1, reset_one_in_);
}

void SchedulerStimulus::draw_requests(const ReferenceScheduler& state) {
  switch (phase_) {
    case Phase::kNoise:
      in_.req = {};
      for (unsigned q = 0; q < parameters_.queues; ++q) {
        if (random_.chance(density_, 8)) in_.req.set(q);
      }
      break;
    case Phase::kDrift: {
      // Slowly changing; what was offered is at times withdrawn.
      const SchedulerPortsOut last = state.offer(in_);
      if (last.valid && random_.chance(1, 4)) in_.req.clear(last.idx);
      for (unsigned i = 0; i < 2; ++i) {
        const unsigned q = any_queue();
        if (in_.req.test(q)) {
          in_.req.clear(q);
        } else {
          in_.req.set(q);
        }
      }
      break;
    }
    case Phase::kAll:
      for (unsigned q = 0; q < parameters_.queues; ++q) in_.req.set(q);
      if (random_.chance(1, 16)) in_.req.clear(any_queue());
      break;
    case Phase::kFew:
      draw_few();
      break;
    case Phase::kPairs:
      aim_at_pair(state);
      break;
    case Phase::kCorners:
      draw_corners(state);
      break;
    case Phase::kResets:
      aim_at_reset(state);
      break;
    case Phase::kHold:
    case Phase::kRun:
    case Phase::kSilence:
    case Phase::kIdle:
    case Phase::kWithdraw:
    case Phase::kFull:
    case Phase::kSome:
    case Phase::kTurns:
    case Phase::kVisit:
      draw_long_phase(state);
      break;
    case Phase::kWrite:
      draw_decisive_requests(state);
      break;
  }
}

unsigned SchedulerStimulus::other_than(unsigned queue) {
  if (parameters_.queues == 1) return queue;
  return (queue + static_cast<unsigned>(random_.between(1, parameters_.queues - 1))) % parameters_.queues;
}

void SchedulerStimulus::draw_few() {
  if (hold_ != 0) {
    --hold_;
    return;
  }
  // At times long enough for a short timer.
  hold_ = random_.chance(1, 16) ? random_.below(160) : random_.below(12);
  in_.req = {};
  for (std::uint64_t i = random_.below(4); i != 0; --i) in_.req.set(any_queue());
}

// Queues at the ends of the range, in its middle and next to the pointer, others at every edge: an error may
// need takes of certain ones at consecutive edges.
void SchedulerStimulus::draw_corners(const ReferenceScheduler& state) {
  const unsigned queues = parameters_.queues, last = queues - 1;
  const unsigned corners[] = {0,
                              last,
                              0,
                              last,
                              1 % queues,
                              queues / 2,
                              state.pointer(),
                              any_queue(),
                              (state.pointer() + last) % queues};
  in_.req = {};
  for (std::uint64_t i = random_.chance(1, 2) ? 1 : random_.between(2, 3); i != 0; --i)
    in_.req.set(corners[random_.below(std::size(corners))]);
}

// Leads the pointer to `target`: a single requester, taken, leaves the pointer after it. Returns true if the
// pointer is there already.
bool SchedulerStimulus::lead_pointer_to(unsigned target, const ReferenceScheduler& state) {
  if (state.pointer() == target && !state.accounting()) return true;
  in_.req = {};
  in_.req.set((target + parameters_.queues - 1) % parameters_.queues);
  in_.ready = true;
  return false;
}

void SchedulerStimulus::aim_at_pair(const ReferenceScheduler& state) {
  const auto pointer = static_cast<unsigned>(pair_ / parameters_.queues);
  const auto winner = static_cast<unsigned>(pair_ % parameters_.queues);
  if (!lead_pointer_to(pointer, state)) return;
  in_.req = {};
  in_.req.set(winner);
  const unsigned distance = (winner + parameters_.queues - pointer) % parameters_.queues;
  for (unsigned step = distance + 1; step < parameters_.queues; ++step) {
    if (random_.chance(1, 2)) in_.req.set((pointer + step) % parameters_.queues);
  }
  in_.ready = random_.chance(7, 8);
  // A visit of many units would never end.
  if (parameters_.weighted() && parameters_.queues > 1 && state.visit_open() && state.visited() == winner &&
      state.credit(winner) > kUnitsToWaitFor) {
    in_.req = {};
    in_.req.set((winner + 1) % parameters_.queues);
    in_.ready = true;
    return;
  }
  // An open visit would go on instead of a new one beginning.
  if (state.visit_open() && state.visited() != winner) in_.req.clear(state.visited());
  const bool new_visit = !state.visit_open() || state.visited() != winner;
  if (in_.ready && !in_.rst && new_visit)
    pair_ = (pair_ + 1) % (std::uint64_t{parameters_.queues} * parameters_.queues);
}

void SchedulerStimulus::aim_at_reset(const ReferenceScheduler& state) {
  if (!lead_pointer_to(reset_pointer_, state)) return;
  draw_few();
  in_.rst = true;
  reset_pointer_ = (reset_pointer_ + 1) % parameters_.queues;
}

void SchedulerStimulus::draw_write(const ReferenceScheduler& state) {
  in_.wr_en = false;
  in_.wr_addr = static_cast<std::uint8_t>(any_queue());
  in_.wr_data = parameters_.weighted() ? draw_weight() : draw_quantum();
  if (unwritten_ != 0 && random_.chance(7, 8)) return write_first_value();
  if (phase_ == Phase::kWrite || next_write_decides()) {
    // No other write takes its place.
    if (phase_ != Phase::kWrite || decisive_ != Decisive::kToWrite || in_.rst) return;
    decisive_ = Decisive::kWritten;
    return write(chosen_, value_);
  }
  if (!in_.rst && unwritten_ == 0) {
    // Values for the visits that are to come.
    if (visit_ != 0) return write(chosen_, std::exchange(visit_, 0));
    if (other_visit_ != 0) return write(other_, std::exchange(other_visit_, 0));
  }
  if (phase_ == Phase::kPairs && parameters_.weighted() && state.visit_open() &&
      state.credit(state.visited()) > kUnitsToWaitFor) {
    return write(state.visited(), in_.wr_data);
  }
  if (phase_ == Phase::kVisit) {
    // Writes to the chosen queue do not touch the visit that is open, and begin with the next one.
    in_.wr_en = left_ > after_ && state.visit_open() && state.visited() == chosen_ && random_.chance(1, 64);
    in_.wr_addr = static_cast<std::uint8_t>(chosen_);
    return;
  }
  if (writes_one_in_ != 0 && random_.chance(1, writes_one_in_)) write_where_it_harms(state);
}

void SchedulerStimulus::write(unsigned queue, std::uint64_t value) {
  in_.wr_en = true;
  in_.wr_addr = static_cast<std::uint8_t>(queue);
  in_.wr_data = static_cast<std::uint32_t>(value);
}

// Writes to the first queue, from a drawn one on, that has no value since the reset.
void SchedulerStimulus::write_first_value() {
  const unsigned wanted = phase_ == Phase::kResets ? (reset_pointer_ + parameters_.queues - 1) : in_.wr_addr;
  for (unsigned step = 0; step < parameters_.queues; ++step) {
    const unsigned queue = (wanted + step) % parameters_.queues;
    if (!written_.test(queue)) return write(queue, in_.wr_data);
  }
}

// Writes most of all in the visit of that queue, and at the edge at which it begins.
void SchedulerStimulus::write_where_it_harms(const ReferenceScheduler& state) {
  const SchedulerPortsOut now = state.offer(in_);
  const std::uint64_t where = random_.below(3);
  if (where == 0) in_.wr_addr = static_cast<std::uint8_t>(state.visited());
  if (where == 1 && now.valid) in_.wr_addr = now.idx;
  // The phase may need another write before the one that decides.
  in_.wr_en = !keeps(in_.wr_addr) && !((own() || leaves() || in_visit()) && writes_ + 3 >= decisive_number());
}

std::uint32_t SchedulerStimulus::draw_weight() {
  // Visits must end while a pair is wanted.
  if (phase_ == Phase::kPairs) return static_cast<std::uint32_t>(random_.below(3));
  if (stress_ && random_.below(100) < corners_)
    return static_cast<std::uint32_t>(corner_value(random_, parameters_.length_width));
  switch (random_.below(8)) {
    case 0:
      return 0;  // counts as 1
    case 1:
      return top_;
    case 2:
      return static_cast<std::uint32_t>(random_.between(1, std::min(top_, 100u)));
    default:
      return static_cast<std::uint32_t>(random_.between(1, std::min(top_, 4u)));
  }
}

std::uint32_t SchedulerStimulus::draw_length(const ReferenceScheduler& state) {
  if (!state.accounting()) return static_cast<std::uint32_t>(random_.below(top_ + std::uint64_t{1}));
  if (in_visit() && left_ >= after_) return 1;
  if (own() || leaves()) {
    const bool last = left_ < (own() ? last_of_run() : after_);
    const std::int64_t rest = state.credit(state.visited());
    // Visits of a run have one take, and two at the end. The last visit of two queues ends by chance.
    const bool further = rest < state.quantum(state.visited());
    const bool ends = lead_ != 0 || (own() ? !last || further : last && random_.chance(1, 3));
    const std::int64_t length = ends ? rest : last && leaves() ? rest - 1 : 1;
    return static_cast<std::uint32_t>(std::clamp<std::int64_t>(length, 1, top_));
  }
  // A visit must not stay open while a pair is wanted.
  if (phase_ == Phase::kPairs) return top_;
  if (phase_ >= Phase::kHold && phase_ != Phase::kWrite && lengths_ == Lengths::kOnes) return 1;
  const std::int64_t credit = state.credit(state.visited());
  const bool fits = credit > 1 && credit <= top_;
  if (phase_ == Phase::kWrite && decisive_ == Decisive::kDebt) return 1;
  // To the last byte: with the greater quantum the visit goes on, with the other it ends.
  if (phase_ == Phase::kWrite && decisive_ == Decisive::kVisit)
    return static_cast<std::uint32_t>(std::clamp<std::int64_t>(more_ ? credit - 1 : credit, 1, top_));
  const std::uint64_t aim = random_.below(8);
  if (aim == 0 && fits) return static_cast<std::uint32_t>(credit);      // to nothing
  if (aim == 1 && fits) return static_cast<std::uint32_t>(credit) - 1;  // to one byte
  if (credit == 1 && aim < 6) return longest_;                          // the deepest legal debt
  if (stress_ && random_.below(100) < corners_) {
    const std::uint64_t corner =
        random_.chance(1, 4)
            ? static_cast<std::uint64_t>(std::max<std::int64_t>(1, std::min<std::int64_t>(credit + 1, top_)))
            : corner_value(random_, parameters_.length_width);
    return std::max(1u, static_cast<std::uint32_t>(corner));
  }
  switch (lengths_) {
    case Lengths::kOnes:
      return 1;
    case Lengths::kFrames:
      return random_.chance(1, 2) ? std::min(longest_, 64u) : longest_;
    case Lengths::kLegal:
      return static_cast<std::uint32_t>(random_.between(1, longest_));
    case Lengths::kAny:
      return static_cast<std::uint32_t>(random_.between(1, top_));
    case Lengths::kLongest:
      return top_;
  }
  return 1;
}

std::uint32_t SchedulerStimulus::draw_quantum() {
  if (stress_ && random_.below(100) < corners_)
    return static_cast<std::uint32_t>(corner_value(random_, parameters_.length_width));
  switch (random_.below(8)) {
    case 0:
      return static_cast<std::uint32_t>(random_.below(4));  // too small for any fairness, and yet served
    case 1:
      return top_;
    case 2:
    case 3:
    case 4:
      return longest_;
    default:
      return static_cast<std::uint32_t>(random_.below(top_ + std::uint64_t{1}));
  }
}

}  // namespace ixsim::verify
