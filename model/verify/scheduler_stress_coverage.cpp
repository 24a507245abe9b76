// The bins, and the lengths of the situations that are under way.
#include "verify/scheduler_stress_coverage.h"

#include <fmt/format.h>

#include <algorithm>

#include "verify/scheduler_stimulus.h"

namespace ixsim::verify {
namespace {

// Returns the limit of a length that needs a second queue.
std::uint64_t of_several(const SchedulerParameters& parameters, std::uint64_t limit) {
  return parameters.queues > 1 ? limit : 0;
}

}  // namespace

SchedulerStressCoverage::Row SchedulerStressCoverage::row(const char* group, const char* name,
                                                          std::uint64_t limit) {
  Row row{group, {}, {}, limit};
  for (unsigned k = 0; k < kPowers; ++k) row.names[k] = fmt::format("{}/{}_2^{}", group, name, k);
  return row;
}

SchedulerStressCoverage::Row SchedulerStressCoverage::exact_row(const char* group, const char* name,
                                                                int from_power, std::uint64_t limit,
                                                                unsigned first) {
  Row row = this->row(group, name, limit);
  row.from_power = from_power;
  row.first = first;
  if (from_power != 0) {
    for (std::string& bin : row.names) bin += fmt::format("{:+d}", from_power);
  }
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
      run_(row("run", "takes_of_one_queue", of_several(parameters, c.run_longest))),
      silence_(row("silence", "takes_of_others", of_several(parameters, c.silence_longest))),
      full_(row("all_request", "takes", of_several(parameters, c.run_longest))),
      some_(row("same_few_request", "takes",
                parameters.queues > 2 ? std::min(c.run_longest, c.few_longest) : 0)),
      withdrawn_(row("hold_off", "changes_of_the_offer",
                     of_several(parameters, std::min<std::uint64_t>(c.hold_longest / 8, 64)))),
      fallen_(row("hold_off", "offers_fallen_without_a_take",
                  std::min<std::uint64_t>(std::min(c.hold_longest, c.withdrawn_longest) / 8, 64))),
      replaced_(
          row("hold_off", "clocks_of_an_offer_that_falls_at_a_take", of_several(parameters, c.hold_longest))),
      held_visit_(row("hold_off", "clocks_in_a_visit_that_goes_on",
                      parameters.has_visits() ? of_several(parameters, c.hold_longest) : 0)),
      visit_(row("visit", "takes_in_a_visit",
                 parameters.weighted()
                     ? of_several(parameters, std::min(c.run_longest,
                                                       (std::uint64_t{1} << (parameters.length_width - 1))))
                     : 0)),
      turns_(row("turns", "takes_that_each_begin_a_visit", turns_limit(parameters, c))),
      silent_(parameters.queues, 0) {
  if (!parameters.has_visits()) return;
  for (const int distance : kVisitNeighbours)
    visit_neighbours_.push_back(exact_row("visit", "takes_in_a_visit", distance,
                                          std::min(visit_.limit, kMostNeighbours), kFirstNeighbour));
  for (const int distance : kTurnNeighbours)
    turn_neighbours_.push_back(exact_row("turns", "takes_that_each_begin_a_visit", distance,
                                         std::min(turns_.limit, kMostNeighbours), kFirstNeighbour));
  for (const int distance : kOwnVisits)
    own_.push_back(exact_row("run", "visits_of_one_queue", distance, of_several(parameters, c.run_longest),
                             kFirstNeighbour));
  for (const int distance : kLeftVisits)
    left_.push_back(exact_row("turns", "visits_that_another_ends", distance, turns_.limit, kFirstNeighbour));
  for (const int distance : {0, 1})
    writes_.push_back(
        exact_row("write", "seen_at_number", distance, writes_limit(parameters, c), kFirstWrite));
}

void SchedulerStressCoverage::hit(Row& row, std::uint64_t length) {
  if (length == 0) return;
  if (row.from_power) {
    const std::uint64_t base = length - static_cast<std::uint64_t>(*row.from_power);
    if (base == 0 || (base & (base - 1)) != 0 || base > row.limit) return;
    const auto power = static_cast<unsigned>(__builtin_ctzll(base));
    if (power >= row.first) ++row.hits[power];
    return;
  }
  const unsigned power = std::min(63u - static_cast<unsigned>(__builtin_clzll(length)), kPowers - 1);
  // Several short intervals may join to a longer one; this breaks no rule.
  if (std::uint64_t{1} << power <= row.limit) ++row.hits[power];
}

void SchedulerStressCoverage::hit(std::vector<Row>& rows, std::uint64_t length) {
  for (Row& row : rows) hit(row, length);
}

void SchedulerStressCoverage::end_turns() {
  hit(turns_, turn_takes_);
  hit(turn_neighbours_, turn_takes_);
  turn_takes_ = 0;
}

std::vector<const SchedulerStressCoverage::Row*> SchedulerStressCoverage::rows() const {
  std::vector<const Row*> rows{&epoch_,  &between_resets_, &reset_, &idle_,    &hold_, &withdrawn_,
                               &fallen_, &replaced_,       &run_,   &silence_, &full_};
  const auto add = [&](const std::vector<Row>& more) {
    for (const Row& row : more) rows.push_back(&row);
  };
  if (parameters_.queues >= 3) rows.push_back(&some_);
  if (parameters_.weighted()) {
    rows.push_back(&visit_);
    add(visit_neighbours_);
  }
  if (parameters_.has_visits()) {
    rows.push_back(&held_visit_);
    rows.push_back(&turns_);
    add(turn_neighbours_);
    add(own_);
    add(left_);
    add(writes_);
  }
  return rows;
}

std::vector<CoverageLine> SchedulerStressCoverage::lines() const {
  std::vector<CoverageLine> lines;
  for (const Row* row : rows()) {
    for (unsigned k = row->first; k < kPowers; ++k) {
      const bool allowed = std::uint64_t{1} << k <= row->limit;
      // Further exact lengths are no aim.
      if (row->from_power && !allowed && row->limit != 0) break;
      lines.push_back({row->group, &row->names[k], row->hits[k],
                       allowed ? nullptr : "the constraints allow nothing of that length"});
    }
  }
  return lines;
}

void SchedulerStressCoverage::sample_write(const SchedulerPortsIn& in, const ReferenceScheduler& before) {
  if (in.rst) {
    without_.reset();
    write_ = 0;
    return;
  }
  if (without_) {
    const SchedulerPortsOut with = before.offer(in), other = without_->offer(in);
    if (with.valid != other.valid || with.idx != other.idx) {
      hit(writes_, number_without_);
      without_.reset();
    } else {
      without_->clock(in);
    }
  }
  if (!in.wr_en) return;
  ++write_;
  const auto is_power = [](std::uint64_t n) { return (n & (n - 1)) == 0; };
  if (!is_power(write_) && !is_power(write_ - 1)) return;
  SchedulerPortsIn lost = in;
  lost.wr_en = false;
  without_ = before;
  without_->clock(lost);
  number_without_ = write_;
}

void SchedulerStressCoverage::sample(const SchedulerPortsIn& in, const ReferenceScheduler& before) {
  if (!writes_.empty()) sample_write(in, before);
  if (in.rst) {
    if (reset_edges_ == 0) hit(between_resets_, edges_);
    ++reset_edges_;
    hit(epoch_, takes_);
    hit(idle_, idle_run_);
    edges_ = takes_ = idle_run_ = held_ = same_ = full_run_ = some_run_ = changes_ = falls_ = steady_ =
        visit_takes_ = turn_takes_ = own_visits_ = left_visits_ = 0;
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
  unsigned count = 0;
  for (const std::uint64_t word : in.req.words) count += static_cast<unsigned>(__builtin_popcountll(word));
  if (fell) hit(replaced_, steady_);
  hit(hold_, held_);
  hit(withdrawn_, changes_);
  hit(fallen_, falls_);
  falls_ = 0;
  if (!before.visit_open() || before.visited() != out.idx) {
    hit(visit_, visit_takes_);
    hit(visit_neighbours_, visit_takes_);
    visit_takes_ = 0;
    ++turn_takes_;
    own_visits_ = own_visits_ != 0 && before.visited() == out.idx ? own_visits_ + 1 : 1;
    left_visits_ = before.visit_open() ? left_visits_ + 1 : 0;
  } else {
    end_turns();
    // The length of a visit shows only if others request.
    if (count > 1) {
      hit(held_visit_, held_);
      hit(own_, own_visits_);
      hit(left_, left_visits_ + 1);
    }
  }
  ++visit_takes_;
  held_ = changes_ = steady_ = 0;
  offered_ = kNoQueue;
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
