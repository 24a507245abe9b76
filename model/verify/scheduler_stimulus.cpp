// Phases, and what each draws.
#include "verify/scheduler_stimulus.h"

#include <algorithm>

namespace ixsim {

SchedulerStimulus::SchedulerStimulus(const SchedulerParameters& parameters, std::uint64_t seed)
    : parameters_(parameters),
      top_((std::uint32_t{1} << parameters.length_width) - 1),
      longest_(longest_unit(parameters)),
      random_(seed) {}

void SchedulerStimulus::begin_phase() {
  phase_ = static_cast<Phase>(random_.below(6));
  // A pair takes a few edges, and there are N x N of them; a reset costs a rewrite of all quanta.
  left_ = phase_ == Phase::kPairs ? random_.between(200, 2'000)
          : phase_ == Phase::kResets
              ? random_.between(20, 100) + (parameters_.deficit() ? 2 * parameters_.queues : 0)
              : random_.between(20, 200);
  lengths_ = static_cast<Lengths>(random_.below(5));
  density_ = random_.between(1, 7);
  ready_ = random_.chance(1, 2) ? 8 : random_.between(1, 7);
  hold_ = 0;
}

const SchedulerPortsIn* SchedulerStimulus::next(const ReferenceScheduler& state) {
  if (left_ == 0) begin_phase();
  --left_;
  const bool again = in_.rst && started_ && random_.chance(1, 4);
  in_.rst =
      !started_ || again || random_.chance(1, parameters_.deficit() ? 200 + 16 * parameters_.queues : 200);
  in_.ready = random_.chance(ready_, 8);
  draw_requests(state);
  if (parameters_.deficit()) {
    draw_write(state);
    in_.len = draw_length(state);
    // A queue without quantum may request, but must not be granted.
    if (in_.ready && unwritten_ != 0) {
      in_.req.words[0] &= written_.words[0];
      in_.req.words[1] &= written_.words[1];
    }
    if (in_.rst) {
      written_ = {};
      unwritten_ = parameters_.queues;
    } else if (in_.wr_en && !written_.test(in_.wr_addr)) {
      written_.set(in_.wr_addr);
      --unwritten_;
    }
  }
  started_ = true;
  return &in_;
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
    case Phase::kResets:
      aim_at_reset(state);
      break;
  }
}

void SchedulerStimulus::draw_few() {
  if (hold_ != 0) {
    --hold_;
    return;
  }
  hold_ = random_.below(12);
  in_.req = {};
  for (std::uint64_t i = random_.below(4); i != 0; --i) in_.req.set(any_queue());
}

// One requester alone, taken, leaves the pointer behind it. True if it stands there already.
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
  in_.wr_data = draw_quantum();
  if (unwritten_ != 0 && random_.chance(7, 8)) {
    in_.wr_en = true;
    const unsigned wanted =
        phase_ == Phase::kResets ? (reset_pointer_ + parameters_.queues - 1) : in_.wr_addr;
    for (unsigned step = 0; step < parameters_.queues; ++step) {
      const unsigned queue = (wanted + step) % parameters_.queues;
      if (written_.test(queue)) continue;
      in_.wr_addr = static_cast<std::uint8_t>(queue);
      break;
    }
  } else if (random_.chance(1, 12)) {
    in_.wr_en = true;
    // Most of all where it could do harm: in the visit of that queue, and at the edge at which it begins.
    const SchedulerPortsOut now = state.offer(in_);
    const std::uint64_t where = random_.below(3);
    if (where == 0) in_.wr_addr = static_cast<std::uint8_t>(state.visited());
    if (where == 1 && now.valid) in_.wr_addr = now.idx;
  }
}

std::uint32_t SchedulerStimulus::draw_length(const ReferenceScheduler& state) {
  if (!state.accounting()) return static_cast<std::uint32_t>(random_.below(top_ + std::uint64_t{1}));
  // A visit must not stay open while a pair is wanted.
  if (phase_ == Phase::kPairs) return top_;
  const std::int64_t credit = state.credit(state.visited());
  const bool fits = credit > 1 && credit <= top_;
  const std::uint64_t aim = random_.below(8);
  if (aim == 0 && fits) return static_cast<std::uint32_t>(credit);      // to nothing
  if (aim == 1 && fits) return static_cast<std::uint32_t>(credit) - 1;  // to one byte
  if (credit == 1 && aim < 6) return longest_;                          // the deepest legal debt
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

}  // namespace ixsim
