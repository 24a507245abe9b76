// The stress part of the stimulus: phases of very different constraints, and milestones.
#include <algorithm>
#include <utility>

#include "verify/classifier_stimulus.h"
#include "verify/corner_values.h"

namespace ixsim::verify {
namespace {

// An index into `weights`, each as likely as it weighs.
std::size_t weighted(Random& random, std::initializer_list<std::uint64_t> weights) {
  std::uint64_t sum = 0;
  for (const std::uint64_t weight : weights) sum += weight;
  std::uint64_t choice = random.below(sum);
  std::size_t index = 0;
  for (const std::uint64_t weight : weights) {
    if (choice < weight) return index;
    choice -= weight;
    ++index;
  }
  return 0;
}

// Clocks of the idle time before a first write: a timer of 16 bits, and one bit more, has run out.
constexpr std::uint64_t kFirstWriteIdle = 1u << 17;
constexpr unsigned kFirstWrites = 17;  // the pool classifier has so many groups of registers
constexpr int kFramesTried = 200;
constexpr std::uint64_t kMostInARow = 1u << 12;  // frames of one kind, or in turn
constexpr std::uint8_t kDropReasons = 3;
// FCTRL.MPE, UPE and BAM; VLNCTRL.VFE with the usual VLAN Ethertype.
constexpr std::uint32_t kAllAddresses = 7u << 8;
constexpr std::uint32_t kVlanFilter = 1u << 30 | 0x8100;

}  // namespace

template <typename Wanted>
bool ClassifierStimulus::make_frame_that(Wanted wanted) {
  for (int i = 0; i < kFramesTried; ++i) {
    make_frame();
    ParsedFrame frame;
    const std::size_t head = std::min<std::size_t>(frame_.size(), kParsedBytes);
    parse_frame({frame_.data(), head}, static_cast<std::uint32_t>(frame_.size()), false, tables_.vet(),
                frame);
    if (wanted(frame)) return true;
  }
  return false;
}

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
  const std::uint64_t gap = std::min(c.gap_inside_longest, std::max<std::uint64_t>(frames / 8, 1u << 13));
  for (int repeat = 0; repeat < 4; ++repeat) {
    for (std::uint64_t n = 1; n <= gap; n *= 2) anywhere(M::kGapInside, n);
    for (std::uint64_t n = 4; n <= 64; n *= 2) anywhere(M::kManyGaps, n);
    for (const std::uint64_t n : {1514u, 1518u, 1519u, 1522u, 9018u, 9019u}) anywhere(M::kLongFrame, n);
  }
  for (std::uint64_t n = 1u << 10; n <= c.frame_longest; n *= 2) {
    for (const std::uint64_t size : {n - 1, n, n + 1})
      anywhere(M::kLongFrame, std::min(size, c.frame_longest));
  }
  for (unsigned n = 2; n <= std::min(16u, CheckedSize::now().addresses); ++n) {
    for (int repeat = 0; repeat < 3; ++repeat) anywhere(M::kEqualEntries, n);
  }
  for (std::uint64_t n = 0; n < 64; ++n) anywhere(M::kKey, n);
  for (std::uint64_t n = 1; n <= c.write_run_longest; n *= 2) anywhere(M::kWriteRun, n);
  for (std::uint64_t n = 1u << 8; n <= frames / 32; n *= 2) anywhere(M::kNoWrites, n);
  for (std::uint64_t n = 8; n <= std::min(kMostInARow, frames / 32); n *= 2) {
    for (std::uint64_t then = 1; then <= kDropReasons; ++then) anywhere(M::kSameDrop, 4 * n + then);
    anywhere(M::kTurns, n);
  }
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
      phase_.aims = std::uint64_t{1} << random_.below(6);
      break;
    case 2:
      phase_.aims = 2;
      phase_.clocks_with_writes = 4;
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
      phase_.resets = 100;
      break;
    default:
      phase_.resets = 2 + random_.below(8);
      phase_.left = std::min<std::uint64_t>(phase_.left, 200);
      break;
  }
  constexpr std::uint64_t kErrors[] = {12, 12, 12, 12, 12, 0, 2, 1};
  phase_.errors = kErrors[random_.below(std::size(kErrors))];
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
      return equal_entries(static_cast<unsigned>(milestone.size));
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

// Nothing at all for a while, and then at once what would show a timer that has run out: a frame, a write
// that changes the decision on the next frame, or both at the same edge.
void ClassifierStimulus::long_idle(std::int64_t edges, bool clocked) {
  finish_writes();
  aims_.clear();
  begin_item(ClassifierItem::Kind::kIdle);
  item_.edges = edges;
  item_.clocked = clocked;
  pass(edges);
  end_item();
  make_frame();
  const bool quiet = options_.writes == WritePolicy::kQuiet;
  phase_.errors = 0;
  phase_.aims = 0;
  const std::uint64_t what = random_.below(4);
  if (defined_ && !quiet && what != 0) {
    aims_.push_back(
        aim_of(frame_, false, what == 1 ? edge_ : edge_ + static_cast<std::int64_t>(random_.below(3))));
    aims_.back().beside = false;
    if (what == 1) idle(1);
  }
  send(frame_, 0, false);
  for (int i = 0; i < 3 && frames_ < options_.frames; ++i) {
    make_frame();
    send(frame_, 0, false);
  }
}

void ClassifierStimulus::long_burst(std::uint64_t frames) {
  finish_writes();
  idle(1);
  const std::uint64_t kind = random_.below(3);
  phase_.aims = one_in(2) ? 16 : 0;
  phase_.gaps = Phase::Gaps::kNone;
  for (; frames > 0 && frames_ < options_.frames; --frames) {
    if (kind == 0 || (kind == 1 && one_in(4))) {
      maker_.make_sized(tables_, 60, frame_);
    } else if (kind == 1 || !one_in(3)) {
      maker_.make_sized(tables_, random_.between(1, 24), frame_);
    } else {
      maker_.make_sized(tables_, random_.between(14, 130), frame_);
    }
    send(frame_, 0, false);
  }
}

// Makes a frame that is admitted and has a transport header behind IPv6 extensions: beats `first` to `last`
// are those of the extensions. Leaves `last` at 0 if none comes up.
void ClassifierStimulus::find_chain(std::size_t& first, std::size_t& last) {
  if (!defined_) return;
  make_frame_that([&](const ParsedFrame& frame) {
    if (frame.l4 == 0 || frame.header_count == 0) return false;
    Prediction prediction;
    predict(frame, tables_, prediction);
    if (prediction.drop != 0) return false;
    const std::size_t layer_3 = frame.tagged ? 18 : 14;
    first = (layer_3 + 40) / 8;
    last = (layer_3 + frame.l4_offset) / 8 - 1;
    return true;
  });
}

void ClassifierStimulus::gap_inside(std::int64_t edges) {
  std::size_t chain_first = 0, chain_last = 0;
  make_frame();
  if (one_in(2)) find_chain(chain_first, chain_last);
  if (frame_.size() < 9) maker_.make_sized(tables_, random_.between(60, 140), frame_);
  const std::size_t beats = (frame_.size() + 7) / 8;
  phase_.errors = 0;
  // Aimed at like any other frame, and in every second one nothing but the pause changes anything.
  if (one_in(2)) phase_.aims = 0;
  std::size_t behind = chain_last != 0 ? random_.between(chain_first, chain_last)
                       : one_in(2)     ? random_.below(std::min<std::size_t>(beats - 1, 9))
                                       : beats - 2;
  if (defined_ && options_.writes == WritePolicy::kLive && one_in(4)) {
    // VLNCTRL.VET counts as it is at the first beat, whatever the gap behind it brings.
    behind = 0;
    Aim aim = aim_of(frame_, false,
                     edge_ + 1 + static_cast<std::int64_t>(random_.below(static_cast<std::uint64_t>(edges))));
    aim.group = RegisterGroup::kVlnctrl;
    aim.beside = false;
    aim.vet = true;
    aims_.push_back(std::move(aim));
  } else {
    aim_at(frame_, false, edge_, edge_ + static_cast<std::int64_t>(beats) - 1 + edges);
  }
  send_with(frame_, {{behind, edges}}, false);
  make_frame();
  send(frame_, choose_gap());
}

void ClassifierStimulus::many_gaps(std::size_t count) {
  finish_writes();
  maker_.make_sized(tables_, 8 * (count + 1) + random_.between(1, 100), frame_);
  const std::size_t beats = (frame_.size() + 7) / 8;
  std::vector<ClassifierItem::Pause> pauses;
  for (std::size_t i = 0; i < count; ++i)
    pauses.push_back({i * (beats - 1) / count, static_cast<std::int64_t>(random_.between(1, 3))});
  send_with(frame_, std::move(pauses), one_in(2));
  make_frame();
  send(frame_, choose_gap());
}

// All addresses are admitted, and VFTA decides.
void ClassifierStimulus::queue_vlan_filter() {
  queue(ClassifierTables::range(RegisterGroup::kFctrl).index, random_data() | kAllAddresses);
  queue(ClassifierTables::range(RegisterGroup::kVlnctrl).index, (random_data() & ~0xFFFFu) | kVlanFilter);
}

// Many frames with the same reason to be dropped, mostly none, and at once one that is dropped for `then`.
void ClassifierStimulus::same_drop(std::uint64_t frames, std::uint8_t then) {
  if (!defined_) return;
  finish_writes();
  phase_.aims = 0;
  phase_.errors = 0;
  if (!one_in(4)) {
    queue_vlan_filter();
    finish_writes();
  }
  Prediction prediction;
  const auto drops_for = [&](std::uint8_t reason) {
    return make_frame_that([&](const ParsedFrame& frame) {
      predict(frame, tables_, prediction);
      return prediction.drop == reason;
    });
  };
  const std::uint8_t same = one_in(4) ? static_cast<std::uint8_t>(random_.below(kDropReasons + 1)) : 0;
  for (; frames > 0 && frames_ < options_.frames; --frames) {
    if (!drops_for(same)) return;
    send(frame_, choose_gap());
  }
  if (drops_for(then)) send(frame_, 0, false);
}

// Tagged and untagged frames in turn.
void ClassifierStimulus::turns(std::uint64_t frames) {
  if (!defined_) return;
  finish_writes();
  phase_.aims = 0;
  bool tagged = one_in(2);
  for (; frames > 0 && frames_ < options_.frames; --frames, tagged = !tagged) {
    if (!make_frame_that([&](const ParsedFrame& frame) { return frame.tagged == tagged; })) return;
    send(frame_, choose_gap());
  }
}

void ClassifierStimulus::long_frame(std::size_t bytes) {
  maker_.make_sized(tables_, std::max<std::size_t>(bytes, 1), frame_);
  phase_.errors = 4;
  send(frame_, choose_gap());
  // A length that ran over would spoil the next frame.
  maker_.make_sized(tables_, random_.between(1, 140), frame_);
  send(frame_, 0, false);
}

// `entries` receive addresses are the same, each with another VMDq index; the lowest valid one must count.
void ClassifierStimulus::equal_entries(unsigned entries) {
  if (!defined_) return;
  finish_writes();
  const unsigned addresses = CheckedSize::now().addresses;
  std::array<unsigned, ClassifierSize::kMostAddresses> order{};
  for (unsigned i = 0; i < addresses; ++i) order[i] = i;
  for (std::size_t i = addresses; i > 1; --i) std::swap(order[i - 1], order[random_.below(i)]);
  const std::uint64_t address = new_receive_address(0);
  const std::uint64_t wire = __builtin_bswap64(address << 16);
  const bool all_valid = one_in(2);
  for (unsigned i = 0; i < entries; ++i) {
    const int index = ClassifierTables::index(RegisterGroup::kRar, 2 * order[i]);
    queue(index, static_cast<std::uint32_t>(wire));
    queue(index + 1, static_cast<std::uint32_t>(wire >> 32) | (random_data() & 0x7FFF0000u) |
                         std::uint32_t{all_valid || !one_in(12)} << 31);
  }
  queue(ClassifierTables::range(RegisterGroup::kVmdCtl).index, (random_data() & ~3u) | 1u);
  finish_writes();
  for (unsigned i = 0; i < 4; ++i) {
    maker_.make(tables_, frame_);
    for (unsigned k = 0; k < 6 && k < frame_.size(); ++k)
      frame_[k] = static_cast<std::uint8_t>(address >> (40 - 8 * k));
    phase_.errors = 0;
    phase_.aims = 2;
    send(frame_, choose_gap());
  }
}

// A key of zero, of all ones, or of one bit, and a table of other patterns than random ones.
void ClassifierStimulus::key(std::uint64_t number) {
  if (!defined_) return;
  finish_writes();
  const int rssrk = ClassifierTables::range(RegisterGroup::kRssrk).index;
  const std::uint64_t bit = random_.below(320);
  for (int n = 0; n < 10; ++n) {
    std::uint32_t word = 0;
    if (number == 1) word = ~0u;
    if (number > 1 && bit / 32 == static_cast<unsigned>(n)) word = 1u << (bit % 32);
    if (number % 8 == 7) word = static_cast<std::uint32_t>(corner_value(random_, 32));
    queue(rssrk + n, word);
  }
  if (one_in(4)) {
    const std::uint32_t same = random_data();
    const int reta = ClassifierTables::range(RegisterGroup::kReta).index;
    for (int n = 0; n < 32; ++n) queue(reta + n, one_in(2) ? same : table_data());
  }
  queue(ClassifierTables::range(RegisterGroup::kMrqc).index, random_data() | 0x01FF0001u);
  finish_writes();
  phase_.errors = 0;
  phase_.aims = 8;
  for (int i = 0; i < 10; ++i) {
    make_frame();
    send(frame_, choose_gap());
  }
}

void ClassifierStimulus::resets(std::uint64_t count) {
  for (; count > 0; --count) {
    switch (random_.below(6)) {
      case 0:
        idle(static_cast<std::int64_t>(random_.below(4)));
        assert_reset();
        break;
      case 1:
        make_frame();
        send_cut(frame_);
        break;
      case 2:
        make_frame();
        send(frame_, 0);
        idle(static_cast<std::int64_t>(random_.below(options_.latency + 2)));
        assert_reset();
        break;
      case 3:
        partial_tables();
        assert_reset();
        break;
      case 4:
        // A frame right behind the reset; another reset before its decision.
        make_frame();
        send(frame_, 0, false);
        assert_reset();
        break;
      default:
        idle(static_cast<std::int64_t>(random_.below(2 * options_.latency)));
        assert_reset();
        make_frame();
        send(frame_, static_cast<std::int64_t>(random_.below(3)));
        break;
    }
  }
  // The shortest times between resets, which the choices above leave to chance.
  for (std::int64_t edges = 1; edges <= 3; ++edges) {
    idle(edges);
    assert_reset();
  }
  rewrite_all();
}

// A write at every clock of frames that come back to back.
void ClassifierStimulus::write_run(std::int64_t edges) {
  if (!defined_ || options_.writes == WritePolicy::kQuiet) return;
  phase_.clocks_with_writes = 1;
  phase_.gaps = Phase::Gaps::kNone;
  phase_.aims = 2;
  for (const std::int64_t end = edge_ + edges; edge_ < end && frames_ < options_.frames;) {
    make_frame();
    send(frame_, 0, false);
  }
}

// Frames alone for a long time, then writes that change decisions.
void ClassifierStimulus::no_writes(std::uint64_t frames) {
  finish_writes();
  phase_.aims = 0;
  const bool small = one_in(2);
  for (; frames > 0 && frames_ < options_.frames; --frames) {
    if (small) {
      maker_.make_sized(tables_, random_.between(1, 60), frame_);
    } else {
      make_frame();
    }
    send(frame_, choose_gap());
  }
  phase_.aims = 1;
  for (int i = 0; i < 8 && frames_ < options_.frames; ++i) {
    make_frame();
    send(frame_, 0);
  }
}

// A long idle time, then a write to the group, by itself or with the first beat of a frame whose decision it
// changes.
void ClassifierStimulus::first_write(RegisterGroup group) {
  if (options_.writes == WritePolicy::kQuiet) return;
  finish_writes();
  if (!defined_) return;
  aims_.clear();
  phase_.errors = 0;
  phase_.aims = 0;
  Aim aim;
  Write write{};
  for (int i = 0; i < kFramesTried; ++i) {
    make_frame();
    aim = aim_of(frame_, false, 0);
    aim.group = group;
    aim.beside = false;
    if (frame_.size() > 16 && draw_write(aim, write)) break;
  }
  begin_item(ClassifierItem::Kind::kIdle);
  item_.edges = static_cast<std::int64_t>(std::min(options_.stress->idle_longest, kFirstWriteIdle));
  item_.clocked = true;
  pass(item_.edges);
  end_item();
  aim.edge = edge_;
  aim.given = write;
  aims_.push_back(std::move(aim));
  if (one_in(4)) idle(1);
  send(frame_, 0, false);
}

// A reset, then no, some or all tables before the first frame.
void ClassifierStimulus::tables(unsigned state) {
  assert_reset();
  if (state == 1) partial_tables();
  if (state == 2) {
    rewrite_all();
    finish_writes();
  }
  for (std::uint64_t i = random_.between(1, 8); i > 0; --i) {
    make_frame();
    send(frame_, choose_gap());
  }
  if (!complete_) rewrite_all();
}

// After a reset: some tables are written whole, and the single registers so that no other one is looked at.
void ClassifierStimulus::partial_tables() {
  const auto write_table = [this](RegisterGroup group) {
    if (!one_in(2)) return false;
    const ClassifierRange& range = ClassifierTables::range(group);
    for (int n = 0; n < range.words; ++n) queue(range.index + n, table_data());
    return true;
  };
  const bool mta = write_table(RegisterGroup::kMta);
  const bool vfta = write_table(RegisterGroup::kVfta);
  const bool vind = write_table(RegisterGroup::kVftavind);
  const bool reta = write_table(RegisterGroup::kReta);
  const bool rssrk = write_table(RegisterGroup::kRssrk);
  for (unsigned n = 0; n < CheckedSize::now().addresses; ++n) {
    if (one_in(2)) queue_receive_address(n);
  }
  for (const RegisterGroup group :
       {RegisterGroup::kRdrxctl, RegisterGroup::kFctrl, RegisterGroup::kVlnctrl, RegisterGroup::kMcstctrl,
        RegisterGroup::kRuppbmr, RegisterGroup::kMrqc, RegisterGroup::kVmdCtl}) {
    if (one_in(4)) continue;
    std::uint32_t value = random_single(group);
    if (group == RegisterGroup::kVlnctrl && !vfta) value &= ~(1u << 30);
    if (group == RegisterGroup::kMcstctrl && !mta) value &= ~4u;
    if (group == RegisterGroup::kMrqc && !(reta && rssrk)) value &= ~1u;
    if (group == RegisterGroup::kVmdCtl && !vind) value &= ~2u;
    queue(ClassifierTables::range(group).index, value);
  }
  write_one_in_ = 1;
  if (one_in(2)) {
    finish_writes();
    for (std::uint64_t i = random_.between(1, 4); i > 0; --i) {
      make_frame();
      send(frame_, choose_gap());
    }
  }
}

// After a reset: some words of VFTA, and the VLAN filter. The frames use these words alone.
void ClassifierStimulus::part_of_vfta() {
  assert_reset();
  const ClassifierRange& range = ClassifierTables::range(RegisterGroup::kVfta);
  std::vector<bool> written(static_cast<std::size_t>(range.words));
  for (int n = 0; n < range.words; ++n) {
    if (one_in(2)) continue;
    written[static_cast<std::size_t>(n)] = true;
    queue(range.index + n, table_data());
  }
  queue_vlan_filter();
  write_one_in_ = 1;
  finish_writes();
  for (std::uint64_t i = random_.between(4, 16); i > 0 && frames_ < options_.frames; --i) {
    const auto known = [&](const ParsedFrame& frame) {
      return frame.tagged && written[(frame.tci & 0xFFFu) / 32];
    };
    if (make_frame_that(known)) send(frame_, choose_gap());
  }
  // The frames that come next may use any word.
  queue(ClassifierTables::range(RegisterGroup::kVlnctrl).index, 0x8100);
  finish_writes();
  rewrite_all();
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
