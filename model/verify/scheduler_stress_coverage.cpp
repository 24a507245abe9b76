// The bins, and the lengths of the situations that are under way.
#include "verify/scheduler_stress_coverage.h"

#include <fmt/format.h>

#include <algorithm>

#include "verify/scheduler_stimulus.h"

namespace ixsim::verify {

SchedulerStressCoverage::Row SchedulerStressCoverage::row(const char* group, const char* name,
                                                          std::uint64_t limit) {
  Row row{group, {}, {}, limit};
  for (unsigned k = 0; k < kPowers; ++k) row.names[k] = fmt::format("{}/{}_2^{}", group, name, k);
  return row;
}

SchedulerStressCoverage::SchedulerStressCoverage(const SchedulerParameters& parameters,
                                                 const SchedulerConstraints& c)
    : parameters_(parameters),
      epoch_(row("epoch", "takes_since_reset", std::min(c.epoch_longest, 3 * c.grants / 4))),
      between_resets_(row("between_resets", "clocks", 1u << 9)),
      reset_(row("reset_length", "clocks", std::min<std::uint64_t>(c.reset_longest, 1u << 11))),
      idle_(row("idle", "clocks", c.idle_longest)),
      hold_(row("hold_off", "clocks", c.hold_longest)),
      run_(row("run", "takes_of_one_queue", c.run_longest)),
      silence_(row("silence", "takes_of_others", c.silence_longest)),
      full_(row("all_request", "takes", c.run_longest)),
      some_(row("same_few_request", "takes",
                parameters.queues > 2 ? std::min(c.run_longest, c.few_longest) : 0)),
      withdrawn_(row("hold_off", "changes_of_the_offer", std::min<std::uint64_t>(c.hold_longest / 8, 64))),
      fallen_(row("hold_off", "offers_fallen_without_a_take",
                  std::min<std::uint64_t>(std::min(c.hold_longest, c.withdrawn_longest) / 8, 64))),
      replaced_(row("hold_off", "clocks_of_an_offer_that_falls_at_a_take",
                    parameters.queues > 1 ? c.hold_longest : 0)),
      visit_(row("visit", "takes_in_a_visit",
                 parameters.weighted()
                     ? std::min(c.run_longest, (std::uint64_t{1} << (parameters.length_width - 1)))
                     : 0)),
      turns_(row("turns", "takes_that_each_begin_a_visit", turns_limit(parameters, c))),
      silent_(parameters.queues, 0) {}

void SchedulerStressCoverage::hit(Row& row, std::uint64_t length) {
  if (length == 0) return;
  const unsigned power = std::min(63u - static_cast<unsigned>(__builtin_clzll(length)), kPowers - 1);
  // Several short intervals may join to a longer one; this breaks no rule.
  if (std::uint64_t{1} << power <= row.limit) ++row.hits[power];
}

void SchedulerStressCoverage::end_turns() {
  hit(turns_, turn_takes_);
  turn_takes_ = 0;
}

std::vector<CoverageLine> SchedulerStressCoverage::lines() const {
  std::vector<CoverageLine> lines;
  for (const Row* row : {&epoch_, &between_resets_, &reset_, &idle_, &hold_, &withdrawn_, &fallen_,
                         &replaced_, &run_, &silence_, &full_, &some_, &visit_, &turns_}) {
    if (row == &visit_ && !parameters_.weighted()) continue;
    if (row == &turns_ && !parameters_.has_visits()) continue;
    if (row == &some_ && parameters_.queues < 3) continue;
    for (unsigned k = 0; k < kPowers; ++k) {
      const bool allowed = std::uint64_t{1} << k <= row->limit;
      lines.push_back({row->group, &row->names[k], row->hits[k],
                       allowed ? nullptr : "the constraints allow nothing of that length"});
    }
  }
  return lines;
}

void SchedulerStressCoverage::sample(const SchedulerPortsIn& in, const ReferenceScheduler& before) {
  if (in.rst) {
    if (reset_edges_ == 0) hit(between_resets_, edges_);
    ++reset_edges_;
    hit(epoch_, takes_);
    hit(idle_, idle_run_);
    edges_ = takes_ = idle_run_ = held_ = same_ = full_run_ = some_run_ = changes_ = falls_ = steady_ =
        visit_takes_ = turn_takes_ = 0;
    offered_ = kNoQueue;
    last_ = kNoQueue;
    std::fill(silent_.begin(), silent_.end(), 0);
    return;
  }
  hit(reset_, reset_edges_);
  reset_edges_ = 0;
  ++edges_;
  const SchedulerPortsOut out = before.offer(in);
  const bool requests = std::any_of(std::begin(in.req.words), std::end(in.req.words),
                                    [](std::uint64_t word) { return word != 0; });
  if (requests) {
    hit(idle_, idle_run_);
    idle_run_ = 0;
  } else {
    ++idle_run_;
  }
  for (unsigned q = 0; q < parameters_.queues; ++q) {
    if (silent_[q] == 0 || !in.req.test(q)) continue;
    hit(silence_, silent_[q]);
    silent_[q] = 0;
  }
  if (!out.valid) {
    if (offered_ != kNoQueue) ++falls_;
    // The clock behind a take of the deficit mode offers nothing, and ends no hold.
    if (!before.accounting()) {
      held_ = changes_ = steady_ = 0;
      offered_ = kNoQueue;
      end_turns();
    }
    return;
  }
  const bool changed = offered_ != kNoQueue && offered_ != out.idx;
  const bool fell = changed && !in.req.test(offered_);
  if (changed) ++changes_;
  offered_ = out.idx;
  if (!in.ready) {
    ++held_;
    steady_ = changed ? 1 : steady_ + 1;
    end_turns();
    return;
  }
  if (fell) hit(replaced_, steady_);
  hit(hold_, held_);
  hit(withdrawn_, changes_);
  hit(fallen_, falls_);
  falls_ = 0;
  if (!before.visit_open() || before.visited() != out.idx) {
    hit(visit_, visit_takes_);
    visit_takes_ = 0;
    ++turn_takes_;
  } else {
    end_turns();
  }
  ++visit_takes_;
  held_ = changes_ = steady_ = 0;
  offered_ = kNoQueue;
  unsigned count = 0;
  for (const std::uint64_t word : in.req.words) count += static_cast<unsigned>(__builtin_popcountll(word));
  const bool same = std::equal(std::begin(in.req.words), std::end(in.req.words), std::begin(requests_.words));
  if (some_run_ != 0 && !same) {
    hit(some_, some_run_);
    some_run_ = 0;
  }
  if (count >= 2 && count < parameters_.queues) ++some_run_;
  requests_ = in.req;
  if (count == parameters_.queues) {
    ++full_run_;
  } else {
    hit(full_, full_run_);
    full_run_ = 0;
  }
  ++takes_;
  // A row that no reset ends is counted on the way.
  if ((takes_ & (takes_ - 1)) == 0) hit(epoch_, takes_);
  if (out.idx != last_) {
    hit(run_, same_);
    same_ = 0;
  }
  last_ = out.idx;
  ++same_;
  for (unsigned q = 0; q < parameters_.queues; ++q) {
    if (!in.req.test(q)) ++silent_[q];
  }
}

}  // namespace ixsim::verify
