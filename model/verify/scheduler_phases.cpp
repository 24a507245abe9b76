// The stress part of the stimulus of a scheduler: phases that last for a planned time, and writes that
// decide.
#include <algorithm>
#include <utility>

#include "verify/corner_values.h"
#include "verify/scheduler_stimulus.h"

namespace ixsim::verify {
namespace {

// Flavours of a hold: its offer is withdrawn again and again; or it falls at the edge at which it would be
// taken, and another queue is taken, or none.
constexpr unsigned kWithdrawn = 3, kReplaced = 4, kFallen = 5, kFlavoursOfAHold = 6;
constexpr std::uint64_t kVisitsThatShow = 4, kTakesThatShow = 3;  // at the end of a run of visits
constexpr unsigned kMostEdgesOfALead = 40;     // spent on writes and debts before a row of two queues
constexpr std::uint64_t kMostChanges = 256;    // clocks of a planned hold of the first of them
constexpr unsigned kMostEdgesOfADebt = 2'000;  // spent on paying one before a write
constexpr std::uint64_t kEdgesOfAWrite = 12;   // the write, three takes, and their pauses in deficit mode

}  // namespace

std::uint64_t SchedulerStimulus::withdrawals() const {
  return std::min(stress_->withdrawn_longest, stress_->hold_longest);
}

std::uint64_t SchedulerStimulus::some_longest() const {
  return std::min(stress_->few_longest, stress_->run_longest);
}

std::uint64_t SchedulerStimulus::turns_longest() const { return turns_limit(parameters_, *stress_); }

std::uint64_t SchedulerStimulus::visit_longest() const {
  return std::min<std::uint64_t>(stress_->run_longest, top_);
}

// Returns the maximum length of a long phase.
std::uint64_t SchedulerStimulus::longest_of(Phase phase) const {
  switch (phase) {
    case Phase::kHold:
      return stress_->hold_longest;
    case Phase::kRun:
    case Phase::kFull:
      return stress_->run_longest;
    case Phase::kSilence:
      return stress_->silence_longest;
    case Phase::kWithdraw:
      return withdrawals();
    case Phase::kSome:
      return some_longest();
    case Phase::kTurns:
      return turns_longest();
    case Phase::kVisit:
      return visit_longest();
    default:
      return stress_->idle_longest;
  }
}

// Returns how many edges before its end a run begins to have longer visits.
std::uint64_t SchedulerStimulus::last_of_run() const {
  return after_ + (kVisitsThatShow * kTakesThatShow + 2) * (parameters_.deficit() ? 2 : 1);
}

// Returns whether the phase depends on the value of this queue.
bool SchedulerStimulus::keeps(unsigned queue) const {
  return ((own() || in_visit()) && queue == chosen_) || (leaves() && (queue == chosen_ || queue == other_));
}

void SchedulerStimulus::plan() {
  using Flavour = std::optional<unsigned>;
  const auto each_power = [this](Phase phase, std::uint64_t longest, Flavour flavour = {}) {
    for (std::uint64_t n = 1; n <= longest; n *= 2) planned_.push_back({phase, n, flavour});
  };
  const auto each_near = [this](Phase phase, std::uint64_t longest, const auto& distances,
                                Flavour flavour = {}) {
    for (std::uint64_t n = std::uint64_t{1} << kFirstNeighbour; n <= longest; n *= 2) {
      for (const int distance : distances)
        planned_.push_back({phase, n + static_cast<std::uint64_t>(distance), flavour});
    }
  };
  const bool visits = parameters_.has_visits();
  each_power(Phase::kHold, stress_->hold_longest);
  // The offer changes at every second edge or so. As that is an average, other lengths are needed too.
  for (std::uint64_t n = 2; n <= std::min(stress_->hold_longest, kMostChanges); n *= 2) {
    planned_.push_back({Phase::kHold, n, kWithdrawn});
    planned_.push_back({Phase::kHold, n + n / 2, kWithdrawn});
  }
  if (parameters_.queues > 1) each_power(Phase::kHold, stress_->hold_longest, kReplaced);
  if (visits) each_power(Phase::kHold, stress_->hold_longest, kInVisit);
  each_power(Phase::kRun, stress_->run_longest, visits ? Flavour(kOwn) : std::nullopt);
  each_power(Phase::kSilence, stress_->silence_longest);
  each_power(Phase::kIdle, stress_->idle_longest);
  each_power(Phase::kFull, stress_->run_longest);
  each_power(Phase::kSome, some_longest());
  if (parameters_.weighted()) {
    each_power(Phase::kVisit, visit_longest());
    each_near(Phase::kVisit, std::min(visit_longest(), kMostNeighbours), kVisitNeighbours);
  }
  each_power(Phase::kTurns, turns_longest());
  each_near(Phase::kTurns, std::min(turns_longest(), kMostNeighbours), kTurnNeighbours);
  each_near(Phase::kTurns, turns_longest(), kLeftVisits, kLeft);
  each_power(Phase::kWithdraw, withdrawals());
  for (std::uint64_t n = 2; n + n / 2 <= withdrawals(); n *= 2)
    planned_.push_back({Phase::kWithdraw, n + n / 2});
  shuffle(planned_, random_);
  for (std::uint64_t n = 2; n <= stress_->reset_longest; n *= 2) planned_resets_.push_back(n);
}

void SchedulerStimulus::begin_long_phase(const ReferenceScheduler& state) {
  LongPhase next{};
  if (!planned_.empty()) {
    next = planned_.front();
    planned_.pop_front();
  } else {
    const unsigned phases = parameters_.weighted() ? 9 : turns_longest() != 0 ? 8 : 7;
    next.phase = static_cast<Phase>(static_cast<unsigned>(Phase::kHold) + random_.below(phases));
    // A single queue has visits, but none of its takes begins one instead of another queue's.
    if (next.phase == Phase::kTurns && turns_longest() == 0) next.phase = Phase::kVisit;
    next.length = length_value(random_, longest_of(next.phase));
  }
  if (takes_ < resets_end_ && takes_ + next.length >= resets_end_) {
    // The long epoch begins with its own phases.
    resets_end_ = takes_;
    planned_.push_front(next);
    return begin_phase(state);
  }
  phase_ = next.phase;
  chosen_ = any_queue();
  flavour_ = next.flavour.value_or(
      static_cast<unsigned>(random_.below(phase_ == Phase::kHold ? kFlavoursOfAHold : 4)));
  ready_ = 8;
  // Visits of many takes need short lengths.
  lengths_ = random_.chance(1, 2) ? Lengths::kOnes : static_cast<Lengths>(random_.below(5));
  after_ = 4 + random_.below(4);
  left_ = next.length;
  // A take of the deficit mode needs two edges.
  const bool of_takes = phase_ != Phase::kHold && phase_ != Phase::kIdle && phase_ != Phase::kWithdraw;
  visit_ = phase_ == Phase::kVisit ? left_ : 0;
  next_visit_ = other_visit_ = 0;
  other_ = other_than(chosen_);
  if (own()) {
    left_ += kVisitsThatShow * kTakesThatShow;
    visit_ = parameters_.weighted() ? 1 : random_.between(2, top_);
  }
  if (leaves()) {
    const std::uint64_t least = parameters_.weighted() ? 2 : top_ / 2,
                        most = parameters_.weighted() ? 4 : top_;
    next_visit_ = random_.between(least, most);
    other_visit_ = next_visit_ == least ? most : least;
    visit_ = parameters_.weighted() ? 1 : next_visit_;
    after_ = kEdgesOfAWrite;
  }
  if (in_visit()) {
    visit_ = random_.between(2, parameters_.weighted() ? 4 : top_);
    next_visit_ = visit_;
    after_ = kEdgesOfAWrite;
  }
  // Time for the write of the weight and the take that opens the visit.
  if (phase_ == Phase::kVisit) left_ += 4;
  if (phase_ == Phase::kWithdraw) left_ += 8;
  // The take of the first edge may have to wait for the requests.
  if (phase_ == Phase::kFull || phase_ == Phase::kSome) ++left_;
  // Rows of takes begin where another has ended.
  const bool row = phase_ == Phase::kFull || phase_ == Phase::kSilence || phase_ == Phase::kTurns;
  lead_ = !row ? 0 : parameters_.deficit() ? 2 : 1;
  if (own()) lead_ = 2;
  if (leaves() || in_visit()) lead_ = kMostEdgesOfALead;
  if (of_takes && parameters_.deficit()) left_ *= 2;
  // The first edge may be the pause behind a take, which offers nothing.
  if (phase_ == Phase::kHold && parameters_.deficit() && !in_visit()) ++left_;
  left_ += after_;
  begun_ = false;
  if (phase_ == Phase::kSome) {
    // Two queues most often: they take turns.
    some_ = {};
    some_.set(chosen_);
    some_.set(other_than(chosen_));
    for (unsigned i = flavour_ == 3 && parameters_.queues > 4 ? 2 : 0; i > 0; --i) some_.set(any_queue());
  }
}

// The edges before a visit is held off, or two queues end each other's visits. In the second case an open
// visit would count as the first that is ended, and a debt would end a visit.
void SchedulerStimulus::draw_lead(const ReferenceScheduler& state) {
  const bool waits = visit_ != 0 || state.accounting();
  if (waits) return;
  if (in_visit()) {
    // The visit begins behind the write.
    const bool open = state.visit_open() && state.visited() == chosen_;
    if (open && next_visit_ == 0) {
      lead_ = 0;
    } else if (open) {
      in_.req.set(other_);
    } else {
      in_.req.set(chosen_);
      next_visit_ = 0;
    }
    return;
  }
  if (state.visit_open()) {
    in_.req.set(parameters_.weighted() && state.visited() == chosen_ ? other_ : chosen_);
  } else if (next_visit_ != 0) {
    visit_ = next_visit_;
    next_visit_ = 0;
  } else if (state.credit(chosen_) < 0) {
    in_.req.set(chosen_);
  } else if (state.credit(other_) < 0) {
    in_.req.set(other_);
  } else if (other_visit_ == 0) {
    lead_ = 0;
  }
}

void SchedulerStimulus::draw_long_phase(const ReferenceScheduler& state) {
  const auto set_all = [this] {
    for (unsigned q = 0; q < parameters_.queues; ++q) in_.req.set(q);
  };
  // Time stands still in a reset and until all quanta are there.
  if (in_.rst || unwritten_ != 0) {
    set_all();
    in_.ready = true;
    ++left_;
    return;
  }
  if (!begun_ && phase_ == Phase::kHold) {
    // A hold needs something to be offered.
    in_.req = {};
    for (unsigned q = 0; q < parameters_.queues; ++q) {
      if (flavour_ == 0 || random_.chance(1, 4)) in_.req.set(q);
    }
    in_.req.set(chosen_);
  }
  begun_ = true;
  if (lead_ != 0) {
    --lead_;
    ++left_;
    in_.req = {};
    if (phase_ == Phase::kSilence) set_all();
    if (phase_ == Phase::kFull) in_.req.set(chosen_);
    if (own()) in_.req.set(other_);
    if (leaves() || in_visit()) draw_lead(state);
    return;
  }
  const bool after = left_ < after_;
  if (after) {
    // All that request now meet the state that the phase has left behind.
    in_.ready = true;
    if (phase_ == Phase::kHold && (flavour_ == kReplaced || flavour_ == kFallen) && left_ + 1 == after_) {
      const unsigned held = state.offer(in_).idx;
      if (flavour_ == kFallen) {
        in_.req = {};
      } else {
        for (unsigned i = 0; i < 2; ++i) in_.req.set(any_queue());
        in_.req.set(other_than(held));
      }
      in_.req.clear(held);
    }
    if (phase_ != Phase::kHold && left_ + 1 == after_) {
      in_.req = {};
      if (flavour_ < 2) set_all();
      for (unsigned i = 0; i < 3; ++i) in_.req.set(any_queue());
      in_.req.set(chosen_);
      if (phase_ == Phase::kTurns) {
        // The last visit goes on, if its units allow it, while the others request. If not, nothing is taken.
        set_all();
        in_.ready = state.visit_open();
      }
      if (parameters_.has_visits() && random_.chance(1, 2)) in_.req.set(state.visited());
    }
    return;
  }
  switch (phase_) {
    case Phase::kHold:
      in_.ready = false;
      // Other requests come and go meanwhile, at times the one that is offered.
      if (in_visit()) {
        set_all();
        break;
      }
      if (flavour_ != kWithdrawn) in_.req.set(chosen_);
      if (flavour_ == kWithdrawn) {
        // The offer itself is withdrawn again and again.
        const unsigned next = any_queue();
        if (random_.chance(1, 2)) in_.req.clear(state.offer(in_).idx);
        in_.req.set(next);
      } else if (flavour_ == 2 && random_.chance(1, 8)) {
        const unsigned q = any_queue();
        if (in_.req.test(q) && q != chosen_) {
          in_.req.clear(q);
        } else {
          in_.req.set(q);
        }
      }
      break;
    case Phase::kRun:
      in_.req = {};
      in_.req.set(chosen_);
      if (!own()) break;
      // Others request only in its visits, which are longer at the end.
      if (state.visit_open() && state.visited() == chosen_) set_all();
      if (left_ == last_of_run() && parameters_.weighted()) visit_ = kTakesThatShow;
      break;
    case Phase::kSilence:
      if (flavour_ == 3) {
        in_.req = {};
        in_.req.set((chosen_ + 1) % parameters_.queues);
      } else {
        set_all();
      }
      in_.req.clear(chosen_);
      break;
    case Phase::kSome:
      in_.req = some_;
      in_.ready = flavour_ != 0 || random_.chance(3, 4);
      if (!in_.ready) ++left_;
      break;
    case Phase::kWithdraw:
      // Every request falls before it is taken, again and again, with a pointer that is not 0 if there is
      // one.
      in_.ready = state.pointer() == 0 && parameters_.queues > 1;
      if (in_.ready) {
        in_.req = {};
        in_.req.set(any_queue());
      } else if (in_.req.words[0] != 0 || in_.req.words[1] != 0) {
        in_.req = {};
      } else {
        in_.req.set(any_queue());
        if (flavour_ == 0) set_all();
      }
      break;
    case Phase::kTurns:
      // Every take begins a visit.
      if (leaves()) {
        in_.req = {};
        in_.req.set(chosen_);
        in_.req.set(other_);
      } else {
        set_all();
      }
      if (state.visit_open()) in_.req.clear(state.visited());
      break;
    case Phase::kVisit: {
      // All request, and one queue's visit is long; it is not open before its weight is there.
      const bool open = state.visit_open() && state.visited() == chosen_ && visit_ == 0;
      set_all();
      if (!open) {
        in_.req = {};
        in_.req.set((chosen_ + (visit_ != 0 ? 1 : 0)) % parameters_.queues);
      }
      break;
    }
    case Phase::kFull:
      set_all();
      in_.ready = flavour_ != 0 || random_.chance(3, 4);
      // The length is in takes of which all queues are requesting.
      if (!in_.ready) ++left_;
      break;
    default:
      in_.req = {};
      in_.ready = flavour_ == 0 || (flavour_ == 1 && random_.chance(1, 2));
      break;
  }
}

// Returns the next number of a write at which a count of writes may end: a power of two, or one more.
std::uint64_t SchedulerStimulus::decisive_number() const {
  std::uint64_t power = std::uint64_t{1} << kFirstWrite;
  while (power < writes_) power *= 2;
  return power == writes_ ? power + 1 : power;
}

bool SchedulerStimulus::next_write_decides() const {
  return stress_ && parameters_.has_visits() && parameters_.queues > 1 && unwritten_ == 0 &&
         writes_ + 1 == decisive_number();
}

void SchedulerStimulus::begin_write(const ReferenceScheduler& state) {
  phase_ = Phase::kWrite;
  decisive_ = Decisive::kDebt;
  lead_ = kMostEdgesOfADebt;
  left_ = kEdgesOfAWrite;
  // A debt hides the quantum. If all have one, that of the largest quantum is paid first.
  const unsigned first = any_queue();
  chosen_ = first;
  for (unsigned i = 0; i < parameters_.queues; ++i) {
    const unsigned queue = (first + i) % parameters_.queues;
    // The length of a take that was just made is still to come.
    if (state.credit(queue) >= 0 && !(state.accounting() && queue == state.visited())) {
      chosen_ = queue;
      break;
    }
    if (state.quantum(queue) > state.quantum(chosen_)) chosen_ = queue;
  }
  const auto before = static_cast<std::uint32_t>(state.quantum(chosen_));
  const std::uint32_t few = parameters_.weighted() ? 1 : top_ / 2;
  more_ = before <= few;
  const std::uint32_t least = std::max(before + 1, 2u);
  // A visit of few units leaves more time for the rest.
  const std::uint32_t most = random_.chance(1, 2) ? top_ : std::min(top_, least + 3);
  value_ = static_cast<std::uint32_t>(more_ ? random_.between(least, most) : random_.below(few + 1));
}

// The request lines from the write on, until the visit that depends on it either goes on or has ended.
void SchedulerStimulus::draw_decisive_requests(const ReferenceScheduler& state) {
  in_.ready = true;
  in_.req = {};
  const bool open = state.visit_open() && state.visited() == chosen_;
  if (decisive_ == Decisive::kDebt) {
    if (lead_ != 0 && state.credit(chosen_) < 0) {
      in_.req.set(chosen_);
      --lead_;
      ++left_;
      return;
    }
    decisive_ = Decisive::kToWrite;
  }
  if (decisive_ == Decisive::kVisit) {
    for (unsigned q = 0; q < parameters_.queues; ++q) in_.req.set(q);
  } else if (decisive_ == Decisive::kToWrite || open) {
    in_.req.set((chosen_ + 1) % parameters_.queues);
  } else {
    in_.req.set(chosen_);
    if (!state.accounting() && !in_.rst) decisive_ = Decisive::kVisit;
  }
}

}  // namespace ixsim::verify
