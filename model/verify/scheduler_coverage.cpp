// The bins, the rules that exclude some of them, and the assignment of an edge to bins.
#include "verify/scheduler_coverage.h"

#include <fmt/format.h>

#include <algorithm>

#include "verify/scheduler_stimulus.h"

namespace ixsim::verify {
namespace {

constexpr const char* kGroupNames[kSchedulerGroups] = {"requesters", "pair",          "offer", "take",
                                                       "winner",     "reset",         "visit", "length",
                                                       "quantum",    "quantum_write", "weight"};

enum RequesterBin : unsigned { kNone, kOne, kTwo, kSome, kEvery };
enum OfferBin : unsigned {
  kTakenAtOnce,
  kHeldOnce,
  kHeldTwice,
  kHeldLong,
  kHeldOnceChanging,
  kHeldTwiceChanging,
  kHeldLongChanging,
  kWithdrawnForAnother,
  kWithdrawnForNone,
  kOvertaken,
  kReadyForNone
};
enum TakeBin : unsigned { kNextEdge, kEdgeAfterNext, kSameAgain, kWraps, kLongestWait, kTwiceWhileWaiting };
enum ResetBin : unsigned {
  kTwoEdges,
  kVoidsTake,
  kWhileAccounting,
  kInVisit,
  kWithDebt,
  kWithWrite,
  kResetPointers  // then one bin a pointer
};
enum VisitBin : unsigned {
  kContinued,
  kEndedByCredit,
  kEndedAtNothing,
  kContinuedWithOne,
  kLeftWithCredit,
  kResumed,
  kBeganWithDebt,
  kBeganWithoutCredit,
  kDebtKeptThroughSilence,
  kDeepestLegalDebt,
  kDebtSaturated
};
enum LengthBin : unsigned { kLengthOne, kLengthLongest, kLengthTop };
enum QuantumBin : unsigned { kQuantumNothing, kQuantumSmall, kQuantumLongest, kQuantumTop };
enum WeightBin : unsigned { kWeightNothing, kWeightOne, kWeightTwo, kWeightMore, kWeightTop };
enum WriteBin : unsigned { kWriteInVisit, kWriteAtTake, kWriteBeforeTake, kWriteAfterTake };

struct Exclusion {
  const char* reason;
  bool (*applies)(const SchedulerBin& bin, const SchedulerParameters& parameters);
};

using G = SchedulerGroup;

constexpr Exclusion kExclusions[] = {
    {"round robin has no lengths, quanta or visits",
     [](const SchedulerBin& bin, const SchedulerParameters& parameters) {
       return !parameters.has_visits() &&
              (bin.group == G::kVisit || bin.group == G::kLength || bin.group == G::kQuantum ||
               bin.group == G::kQuantumWrite || bin.group == G::kWeight ||
               (bin.group == G::kReset && bin.index >= kWhileAccounting && bin.index < kResetPointers));
     }},
    {"deficit mode has no weights",
     [](const SchedulerBin& bin, const SchedulerParameters& parameters) {
       return parameters.deficit() && bin.group == G::kWeight;
     }},
    {"weighted mode has no lengths, quanta or debts, and counts in the clock of the take",
     [](const SchedulerBin& bin, const SchedulerParameters& parameters) {
       return parameters.weighted() &&
              (bin.group == G::kLength || bin.group == G::kQuantum ||
               (bin.group == G::kReset && (bin.index == kWhileAccounting || bin.index == kWithDebt)) ||
               (bin.group == G::kVisit && (bin.index == kEndedAtNothing ||
                                           (bin.index >= kBeganWithDebt && bin.index <= kDebtSaturated))));
     }},
    {"a single queue has no other",
     [](const SchedulerBin& bin, const SchedulerParameters& parameters) {
       return parameters.queues == 1 &&
              ((bin.group == G::kRequesters && (bin.index == kOne || bin.index == kTwo)) ||
               (bin.group == G::kOffer && (bin.index == kWithdrawnForAnother || bin.index == kOvertaken)) ||
               (bin.group == G::kOffer && bin.index >= kHeldOnceChanging && bin.index <= kHeldLongChanging) ||
               (bin.group == G::kTake && bin.index == kWraps) ||
               (bin.group == G::kVisit && bin.index == kLeftWithCredit));
     }},
    {"with two queues two requesters are all of them",
     [](const SchedulerBin& bin, const SchedulerParameters& parameters) {
       return bin.group == G::kRequesters && bin.index == kTwo && parameters.queues == 2;
     }},
    {"there is no number between two and all",
     [](const SchedulerBin& bin, const SchedulerParameters& parameters) {
       return bin.group == G::kRequesters && bin.index == kSome && parameters.queues < 4;
     }},
    {"deficit mode offers nothing in the clock after a take",
     [](const SchedulerBin& bin, const SchedulerParameters& parameters) {
       return bin.group == G::kTake && bin.index == kNextEdge && parameters.deficit();
     }},
    {"no queue is served twice while another keeps requesting",
     [](const SchedulerBin& bin, const SchedulerParameters&) {
       return bin.group == G::kTake && bin.index == kTwiceWhileWaiting;
     }},
};

}  // namespace

SchedulerCoverage::SchedulerCoverage(const SchedulerParameters& parameters)
    : parameters_(parameters),
      waited_(parameters.queues, 0),
      passed_(parameters.queues),
      silent_in_debt_(parameters.queues, 0),
      written_at_(parameters.queues, -1'000) {
  for (const char* name : {"none", "one", "two", "some", "all"}) add(G::kRequesters, name);
  for (unsigned p = 0; p < parameters.queues; ++p) {
    for (unsigned w = 0; w < parameters.queues; ++w) add(G::kPair, fmt::format("pointer_{}_winner_{}", p, w));
  }
  for (const char* name :
       {"taken_at_once", "held_off_1", "held_off_2", "held_off_many", "held_off_1_requests_change",
        "held_off_2_requests_change", "held_off_many_requests_change", "withdrawn_for_another",
        "withdrawn_for_none", "overtaken_by_a_nearer_queue", "ready_without_offer"}) {
    add(G::kOffer, name);
  }
  for (const char* name : {"at_the_next_edge", "at_the_edge_after_next", "same_queue_again", "pointer_wraps",
                           "after_all_others", "twice_while_another_waits"}) {
    add(G::kTake, name);
  }
  for (unsigned q = 0; q < parameters.queues; ++q) add(G::kWinner, fmt::format("queue_{}", q));
  for (const char* name : {"of_two_edges", "voids_a_take", "while_accounting", "in_a_visit", "with_a_debt",
                           "with_a_quantum_write"}) {
    add(G::kReset, name);
  }
  for (unsigned p = 0; p < parameters.queues; ++p) add(G::kReset, fmt::format("pointer_{}", p));
  for (const char* name :
       {"continued", "ended_by_credit", "ended_at_nothing", "continued_with_one_byte", "left_with_credit",
        "resumed_after_silence", "began_with_debt", "began_without_credit", "debt_kept_through_silence",
        "deepest_legal_debt", "debt_saturated"}) {
    add(G::kVisit, name);
  }
  for (const char* name : {"one", "longest_legal", "greatest"}) add(G::kLength, name);
  for (const char* name : {"nothing", "below_longest_legal", "longest_legal", "greatest"})
    add(G::kQuantum, name);
  for (const char* name : {"in_the_visit", "at_the_take", "before_the_take", "after_the_take"})
    add(G::kQuantumWrite, name);
  for (const char* name : {"nothing", "one", "two", "more", "greatest"}) add(G::kWeight, name);
  for (SchedulerBin& bin : bins_) {
    for (const Exclusion& exclusion : kExclusions) {
      if (bin.excluded == nullptr && exclusion.applies(bin, parameters_)) bin.excluded = exclusion.reason;
    }
  }
}

void SchedulerCoverage::add(SchedulerGroup group, std::string name) {
  std::size_t& first = first_[static_cast<std::size_t>(group)];
  if (bins_.empty() || bins_.back().group != group) first = bins_.size();
  SchedulerBin bin;
  bin.group = group;
  bin.index = static_cast<unsigned>(bins_.size() - first);
  bin.name = std::string(kGroupNames[static_cast<int>(group)]) + "/" + std::move(name);
  bins_.push_back(std::move(bin));
}

std::vector<CoverageLine> SchedulerCoverage::lines() const {
  std::vector<CoverageLine> lines;
  for (const SchedulerBin& bin : bins_)
    lines.push_back({kGroupNames[static_cast<int>(bin.group)], &bin.name, bin.hits, bin.excluded});
  return lines;
}

void SchedulerCoverage::sample(const SchedulerPortsIn& in, const ReferenceScheduler& before) {
  const SchedulerPortsOut out = before.offer(in);
  if (in.rst) {
    sample_reset(in, out, before);
  } else if (was_reset_) {
    unsigned requesters = 0;
    for (unsigned q = 0; q < parameters_.queues; ++q) requesters += in.req.test(q) ? 1 : 0;
    hit(G::kRequesters, requesters == parameters_.queues ? kEvery : requesters > 2 ? kSome : requesters);
    sample_offer(in, out);
    if (before.accounting()) sample_length(in, before);
    if (out.valid && in.ready) sample_take(in, out, before);
    if (in.wr_en) sample_write(in, before);
    if (before.visit_open() && !before.accounting() && !in.req.test(before.visited())) paused_ = true;
    for (unsigned q = 0; q < parameters_.queues; ++q) {
      if (in.req.test(q)) continue;
      waited_[q] = 0;
      passed_[q] = {};
      if (before.credit(q) < 0) silent_in_debt_[q] = 1;
    }
  }
  in_reset_ = in.rst;
  last_ = out;
  last_req_ = in.req;
  last_refused_ = out.valid && !in.ready && !in.rst;
  ++edge_;
}

void SchedulerCoverage::sample_reset(const SchedulerPortsIn& in, const SchedulerPortsOut& out,
                                     const ReferenceScheduler& before) {
  if (was_reset_) {
    if (in_reset_) hit(G::kReset, kTwoEdges);
    if (out.valid && in.ready) hit(G::kReset, kVoidsTake);
    if (before.accounting()) hit(G::kReset, kWhileAccounting);
    if (before.visit_open() && !before.accounting()) hit(G::kReset, kInVisit);
    if (in.wr_en) hit(G::kReset, kWithWrite);
    bool debt = false;
    for (unsigned q = 0; q < parameters_.queues; ++q) debt = debt || before.credit(q) < 0;
    if (debt) hit(G::kReset, kWithDebt);
    if (!in_reset_) hit(G::kReset, kResetPointers + before.pointer());
  }
  was_reset_ = true;
  refused_ = 0;
  paused_ = false;
  last_take_ = last_visit_ = -1'000;
  last_winner_ = kNoQueue;
  waited_.assign(parameters_.queues, 0);
  passed_.assign(parameters_.queues, {});
  silent_in_debt_.assign(parameters_.queues, 0);
  written_at_.assign(parameters_.queues, -1'000);
}

void SchedulerCoverage::sample_offer(const SchedulerPortsIn& in, const SchedulerPortsOut& out) {
  if (in.ready && !out.valid && in.req.words[0] == 0 && in.req.words[1] == 0) hit(G::kOffer, kReadyForNone);
  if (last_refused_) {
    if (in.req.words[0] != last_req_.words[0] || in.req.words[1] != last_req_.words[1])
      refused_changed_ = true;
    if (!in.req.test(last_.idx)) {
      hit(G::kOffer, out.valid ? kWithdrawnForAnother : kWithdrawnForNone);
    } else if (out.idx != last_.idx) {
      hit(G::kOffer, kOvertaken);
    }
  }
  if (!out.valid) {
    refused_ = 0;
    refused_changed_ = false;
  } else if (!in.ready) {
    ++refused_;
  } else {
    if (refused_ == 0) {
      hit(G::kOffer, kTakenAtOnce);
    } else {
      const unsigned length = refused_ < 3 ? refused_ - 1 : 2;
      hit(G::kOffer, (refused_changed_ ? kHeldOnceChanging : kHeldOnce) + length);
    }
    refused_ = 0;
    refused_changed_ = false;
  }
}

void SchedulerCoverage::sample_take(const SchedulerPortsIn& in, const SchedulerPortsOut& out,
                                    const ReferenceScheduler& before) {
  const unsigned winner = out.idx;
  if (edge_ - last_take_ == 1) hit(G::kTake, kNextEdge);
  if (edge_ - last_take_ == 2) hit(G::kTake, kEdgeAfterNext);
  last_take_ = edge_;
  const bool same = before.visit_open() && before.visited() == winner;
  if (parameters_.has_visits()) sample_visit(winner, same, before);
  if (same) return;
  // A new visit; in round robin every take is one.
  hit(G::kPair, before.pointer() * parameters_.queues + winner);
  hit(G::kWinner, winner);
  if (winner == last_winner_) hit(G::kTake, kSameAgain);
  last_winner_ = winner;
  last_visit_ = edge_;
  if (winner == parameters_.queues - 1 && before.pointer() != 0) hit(G::kTake, kWraps);
  if (waited_[winner] == parameters_.queues - 1) hit(G::kTake, kLongestWait);
  for (unsigned q = 0; q < parameters_.queues; ++q) {
    if (q == winner || !in.req.test(q)) continue;
    if (passed_[q].test(winner)) hit(G::kTake, kTwiceWhileWaiting);
    passed_[q].set(winner);
    ++waited_[q];
  }
  waited_[winner] = 0;
  passed_[winner] = {};
}

void SchedulerCoverage::sample_visit(unsigned winner, bool same, const ReferenceScheduler& before) {
  if (same) {
    hit(G::kVisit, kContinued);
    if (before.credit(winner) == 1) hit(G::kVisit, kContinuedWithOne);
    if (parameters_.weighted() && before.credit(winner) == 1) hit(G::kVisit, kEndedByCredit);
    if (paused_) hit(G::kVisit, kResumed);
    paused_ = false;
    return;
  }
  paused_ = false;
  if (before.visit_open()) hit(G::kVisit, kLeftWithCredit);
  const std::int64_t debt = before.credit(winner), quantum = before.quantum(winner);
  if (written_at_[winner] == edge_ - 1) hit(G::kQuantumWrite, kWriteBeforeTake);
  if (parameters_.weighted()) {
    const std::int64_t greatest = (std::int64_t{1} << parameters_.length_width) - 1;
    hit(G::kWeight, quantum == greatest
                        ? kWeightTop
                        : static_cast<unsigned>(std::min<std::int64_t>(quantum, kWeightMore)));
    return;
  }
  if (debt < 0) {
    hit(G::kVisit, kBeganWithDebt);
    if (silent_in_debt_[winner] != 0) hit(G::kVisit, kDebtKeptThroughSilence);
    if (debt + quantum <= 0) hit(G::kVisit, kBeganWithoutCredit);
  }
  silent_in_debt_[winner] = 0;
  const std::uint32_t longest = longest_unit(parameters_),
                      top = (std::uint32_t{1} << parameters_.length_width) - 1;
  if (quantum == 0) hit(G::kQuantum, kQuantumNothing);
  if (quantum > 0 && quantum < longest) hit(G::kQuantum, kQuantumSmall);
  if (quantum == longest) hit(G::kQuantum, kQuantumLongest);
  if (quantum == top) hit(G::kQuantum, kQuantumTop);
}

void SchedulerCoverage::sample_length(const SchedulerPortsIn& in, const ReferenceScheduler& before) {
  const std::uint32_t longest = longest_unit(parameters_),
                      top = (std::uint32_t{1} << parameters_.length_width) - 1;
  if (in.len == 1) hit(G::kLength, kLengthOne);
  if (in.len == longest) hit(G::kLength, kLengthLongest);
  if (in.len == top) hit(G::kLength, kLengthTop);
  const std::int64_t credit = before.credit(before.visited()) - std::int64_t{in.len};
  if (credit <= 0) hit(G::kVisit, credit == 0 ? kEndedAtNothing : kEndedByCredit);
  if (credit == 1 - static_cast<std::int64_t>(longest)) hit(G::kVisit, kDeepestLegalDebt);
  if (credit < -(std::int64_t{1} << parameters_.length_width)) hit(G::kVisit, kDebtSaturated);
}

void SchedulerCoverage::sample_write(const SchedulerPortsIn& in, const ReferenceScheduler& before) {
  const unsigned queue = in.wr_addr;
  if (before.visit_open() && before.visited() == queue && !before.accounting())
    hit(G::kQuantumWrite, kWriteInVisit);
  if (last_visit_ == edge_ && last_winner_ == queue) hit(G::kQuantumWrite, kWriteAtTake);
  if (last_visit_ >= 0 && before.visited() == queue &&
      (parameters_.weighted() ? last_visit_ == edge_ - 1 && last_winner_ == queue : before.accounting()))
    hit(G::kQuantumWrite, kWriteAfterTake);
  written_at_[queue] = edge_;
}

}  // namespace ixsim::verify
