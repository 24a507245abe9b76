// The stress part of the stimulus: phases of very different constraints, and milestones.
#include <algorithm>
#include <utility>

#include "verify/classifier_stimulus.h"
#include "verify/corner_values.h"

namespace ixsim::verify {
namespace {

constexpr unsigned kFirstWrites = 17;  // the pool classifier has so many groups of registers

}  // namespace

void ClassifierStimulus::plan() {
  using M = Milestone::Kind;
  const ClassifierConstraints& c = *options_.stress;
  const std::uint64_t frames = options_.frames;
  // Some more than the epoch asks for, as it begins with the next reset at the earliest.
  resets_end_ = frames - std::min(c.epoch_longest + c.epoch_longest / 64, 3 * frames / 4);
  const auto anywhere = [&](M kind, std::uint64_t size) {
    milestones_.push_back({kind, size, random_.below(frames)});
  };
  const auto before_epoch = [&](M kind, std::uint64_t size) {
    milestones_.push_back({kind, size, random_.below(resets_end_ + 1)});
  };
  for (std::uint64_t n = 8; n <= c.idle_longest; n *= 2) {
    anywhere(M::kIdle, n);
    anywhere(M::kClockedIdle, n);
  }
  const std::uint64_t burst = std::min(c.burst_longest, frames / 8);
  for (std::uint64_t n = 16; n <= burst; n *= 2) anywhere(M::kBurst, n);
  anywhere(M::kBurst, burst);
  const std::uint64_t gap = c.longest_gap_inside(frames);
  for (int repeat = 0; repeat < 4; ++repeat) {
    for (std::uint64_t n = 1; n <= gap; n *= 2) anywhere(M::kGapInside, n);
    for (std::uint64_t n = 4; n <= 64; n *= 2) anywhere(M::kManyGaps, n);
    for (const std::uint64_t n : {1514u, 1518u, 1519u, 1522u, 9018u, 9019u}) anywhere(M::kLongFrame, n);
  }
  for (std::uint64_t n = 1u << 10; n <= c.frame_longest; n *= 2) {
    // The last one so that headers come twice if a count of bytes overflows.
    for (const std::uint64_t size : {n - 1, n, n + 1, n + std::uint64_t{kParsedBytes}})
      anywhere(M::kLongFrame, std::min(size, c.frame_longest));
  }
  for (const unsigned n : equal_counts(CheckedSize::now().addresses)) {
    for (const unsigned all_valid : {1u, 0u, 0u}) anywhere(M::kEqualEntries, 2 * n + all_valid);
  }
  for (std::uint64_t n = 0; n < 64; ++n) anywhere(M::kKey, n);
  for (std::uint64_t n = 1; n <= c.write_run_longest; n *= 2) anywhere(M::kWriteRun, n);
  for (std::uint64_t n = 1u << 8; n <= frames / 32; n *= 2) anywhere(M::kNoWrites, n);
  for (std::uint64_t n = 8; n <= std::min(c.alike_longest, frames / 32); n *= 2) {
    for (std::uint64_t then = 1; then <= kDropReasons; ++then) anywhere(M::kSameDrop, 4 * n + then);
    anywhere(M::kTurns, n);
  }
  // Early, since the last milestones of a short run may not come up, and these have no second one.
  for (std::uint64_t n = 2; n <= c.most_alike(frames); n *= 2)
    milestones_.push_back({M::kSameDestination, n, random_.below(frames / 2 + 1)});
  for (std::uint64_t n = 1; n <= c.most_unmatched(frames); n *= 2) {
    for (const unsigned pool_by_vlan : {0u, 1u})
      milestones_.push_back({M::kMisses, 2 * n + pool_by_vlan, random_.below(frames / 2 + 1)});
  }
  for (std::uint64_t n = 1; n <= c.most_matched(frames); n *= 2)
    milestones_.push_back({M::kMatches, n, random_.below(frames / 2 + 1)});
  for (unsigned n = 0; n < kFirstWrites; ++n) anywhere(M::kFirstWrite, n % kRegisterGroups);
  if (resets_end_ > 0) {
    for (std::uint64_t n = 4; n <= 64; n *= 2) before_epoch(M::kResets, n);
    for (unsigned state = 0; state < 24; ++state) before_epoch(M::kTables, state % 3);
    for (unsigned n = 0; n < 8; ++n) before_epoch(M::kPartOfVfta, 0);
  }
  std::stable_sort(milestones_.begin(), milestones_.end(),
                   [](const Milestone& a, const Milestone& b) { return a.frame < b.frame; });
}

void ClassifierStimulus::begin_phase() {
  const ClassifierConstraints& c = *options_.stress;
  phase_ = {};
  phase_.left = length_value(random_, c.phase_longest);
  phase_.frames =
      static_cast<Phase::Frames>(weighted(random_, {c.frames_mixed, c.frames_dictionary, c.frames_runts,
                                                    c.frames_minimum, c.frames_long, c.frames_repeated}));
  if (phase_.frames == Phase::Frames::kLong) phase_.left = 1 + phase_.left / 32;
  phase_.gaps = static_cast<Phase::Gaps>(weighted(random_, {c.gaps_none, c.gaps_mixed, c.gaps_wide}));
  switch (weighted(random_, {c.writes_none, c.writes_some, c.writes_many, c.writes_every_clock})) {
    case 0:
      phase_.aims = 0;
      phase_.reconfigured = false;
      break;
    case 1:
      phase_.aims = length_value(random_, c.writes_some_one_in);
      break;
    case 2:
      phase_.aims = 2;
      phase_.clocks_with_writes = c.writes_many_one_in;
      break;
    default:
      phase_.clocks_with_writes = 1;
      phase_.left = std::min<std::uint64_t>(phase_.left, 1 + c.write_run_longest / 8);
      break;
  }
  switch (weighted(random_, {c.resets_none, c.resets_some, c.resets_many})) {
    case 0:
      phase_.resets = 0;
      break;
    case 1:
      phase_.resets = c.resets_some_one_in;
      break;
    default:
      phase_.resets = random_.between(2, c.resets_many_one_in);
      phase_.left = std::min<std::uint64_t>(phase_.left, 200);
      break;
  }
  const std::uint64_t errors[] = {0, c.errors_some_one_in, c.errors_many_one_in, 1};
  phase_.errors = errors[weighted(random_, {c.errors_none, c.errors_some, c.errors_many, c.errors_all})];
  if (phase_.frames == Phase::Frames::kRepeated) frame_.clear();
}

void ClassifierStimulus::run(const Milestone& milestone) {
  using M = Milestone::Kind;
  // Other things than the milestone's own stay a mixture.
  phase_ = {};
  phase_.resets = 0;
  const auto size = static_cast<std::int64_t>(milestone.size);
  // One that comes late must not cut the long epoch.
  const bool resets_first =
      milestone.kind == M::kResets || milestone.kind == M::kTables || milestone.kind == M::kPartOfVfta;
  if (resets_first && !resets_allowed()) return;
  switch (milestone.kind) {
    case M::kIdle:
      return long_idle(size, random_.below(100) < options_.stress->idle_clocked);
    case M::kClockedIdle:
      return long_idle(size, true);
    case M::kBurst:
      return long_burst(milestone.size);
    case M::kGapInside:
      return gap_inside(size);
    case M::kManyGaps:
      return many_gaps(milestone.size);
    case M::kLongFrame:
      return long_frame(milestone.size);
    case M::kEqualEntries:
      return equal_entries(static_cast<unsigned>(milestone.size / 2), milestone.size % 2 != 0);
    case M::kKey:
      return key(milestone.size);
    case M::kResets:
      return resets(milestone.size);
    case M::kWriteRun:
      return write_run(size);
    case M::kNoWrites:
      return no_writes(milestone.size);
    case M::kFirstWrite:
      return first_write(static_cast<RegisterGroup>(milestone.size));
    case M::kSameDrop:
      return same_drop(milestone.size / 4, static_cast<std::uint8_t>(milestone.size % 4));
    case M::kTurns:
      return turns(milestone.size);
    case M::kSameDestination:
      return same_destination(milestone.size);
    case M::kMisses:
      return misses(milestone.size / 2, milestone.size % 2 != 0);
    case M::kMatches:
      return matches(milestone.size);
    case M::kTables:
      return tables(static_cast<unsigned>(milestone.size));
    case M::kPartOfVfta:
      return part_of_vfta();
  }
}

void ClassifierStimulus::finish_writes() {
  if (options_.writes == WritePolicy::kQuiet) drain();
  in_quiet_ = true;
  begin_item(ClassifierItem::Kind::kIdle);
  const std::uint64_t background = std::exchange(phase_.clocks_with_writes, 0);
  while (!queued_.empty()) pass(1);
  phase_.clocks_with_writes = background;
  in_quiet_ = false;
  item_.edges = edge_ - item_start_;
  if (item_.edges > 0) end_item();
  item_ = {};
}

void ClassifierStimulus::background_write() {
  switch (random_.below(8)) {
    case 0: {
      // The valid bit of an entry goes or comes, all else stays.
      const auto entry = static_cast<unsigned>(random_.below(CheckedSize::now().addresses));
      const int index = ClassifierTables::index(RegisterGroup::kRar, 2 * entry + 1);
      return queue(index, tables_.word(index) ^ (one_in(2) ? 0x80000000u : 1u << random_.between(18, 21)));
    }
    case 1: {
      // The same value again.
      const auto index =
          static_cast<int>(random_.below(static_cast<std::uint64_t>(ClassifierTables::words())));
      return queue(index, tables_.word(index));
    }
    case 2:
      return queue_unused_address();
    case 3: {
      constexpr RegisterGroup kSome[] = {RegisterGroup::kRdrxctl,  RegisterGroup::kFctrl,
                                         RegisterGroup::kMcstctrl, RegisterGroup::kRuppbmr,
                                         RegisterGroup::kMrqc,     RegisterGroup::kVmdCtl};
      return queue_single(kSome[random_.below(std::size(kSome))]);
    }
    default:
      return queue_table_word();
  }
}

}  // namespace ixsim::verify
