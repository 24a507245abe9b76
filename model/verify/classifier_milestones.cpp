// The milestones of a stress run: sequences that a random stimulus would hardly ever make.
#include <algorithm>
#include <tuple>
#include <utility>
#include <vector>

#include "verify/classifier_stimulus.h"
#include "verify/corner_values.h"

namespace ixsim::verify {
namespace {

// FCTRL.MPE, UPE and BAM; VLNCTRL.VFE with the usual VLAN Ethertype.
constexpr std::uint32_t kAllAddresses = 7u << 8;
constexpr std::uint32_t kBadFrames = 2;  // FCTRL.SBP
constexpr std::uint32_t kVlanFilter = 1u << 30 | 0x8100;
constexpr std::uint32_t kBroadcastAdmitted = 1u << 10;                      // FCTRL.BAM
constexpr std::uint32_t kVmdq = 1, kPoolByVlan = 2, kHashAll = 0x01FF0001;  // VMD_CTL, MRQC

}  // namespace

template <typename Wanted, typename Change>
bool ClassifierStimulus::make_frame_that(Wanted wanted, Change change) {
  for (int i = 0; i < FrameMaker::kFramesTried; ++i) {
    make_frame();
    change();
    ParsedFrame frame;
    const std::size_t head = std::min<std::size_t>(frame_.size(), kParsedBytes);
    parse_frame({frame_.data(), head}, static_cast<std::uint32_t>(frame_.size()), false, tables_.vet(),
                frame);
    if (wanted(frame)) return true;
  }
  return false;
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
    aims_.back().adjacent = false;
    if (what == 1) idle(1);
  }
  send(frame_, 0, false);
  for (int i = 0; i < 3 && frames_ < options_.frames; ++i) {
    make_frame();
    send(frame_, 0, false);
  }
}

void ClassifierStimulus::queue_other_singles() {
  for (const RegisterGroup group : {RegisterGroup::kFctrl, RegisterGroup::kMcstctrl, RegisterGroup::kVlnctrl,
                                    RegisterGroup::kVmdCtl, RegisterGroup::kMrqc})
    queue_single(group);
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
    std::tie(first, last) = extension_beats(frame);
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
    aim.adjacent = false;
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
  finish_writes();
  if (!defined_) return;
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
  finish_writes();
  if (!defined_) return;
  phase_.aims = 0;
  bool tagged = one_in(2);
  for (; frames > 0 && frames_ < options_.frames; --frames, tagged = !tagged) {
    if (!make_frame_that([&](const ParsedFrame& frame) { return frame.tagged == tagged; })) return;
    send(frame_, choose_gap());
  }
}

// Many frames to addresses of one kind, admitted by FCTRL and half of the time by nothing else; then by
// chance.
void ClassifierStimulus::same_destination(std::uint64_t frames) {
  if (!defined_) rewrite_all();
  finish_writes();
  phase_.aims = 0;
  phase_.errors = 0;
  queue(ClassifierTables::range(RegisterGroup::kFctrl).index, random_data() | kAllAddresses);
  queue(ClassifierTables::range(RegisterGroup::kVlnctrl).index, 0x8100);
  queue(ClassifierTables::range(RegisterGroup::kMcstctrl).index,
        one_in(2) ? random_data() & ~kMulticastFilter : random_data());
  finish_writes();
  for (unsigned kind = 0; kind < kDestinations; ++kind) {
    for (std::uint64_t n = frames; n > 0 && frames_ < options_.frames; --n) {
      maker_.make_to(tables_, static_cast<Destination>(kind), frame_);
      send(frame_, choose_gap());
    }
  }
  make_frame();
  send(frame_, choose_gap());
}

void ClassifierStimulus::set_lookups(bool pool_by_vlan) {
  const auto set = [this](RegisterGroup group, std::uint32_t value) {
    queue(ClassifierTables::range(group).index, value);
  };
  set(RegisterGroup::kFctrl, (random_data() & ~kAllAddresses) | kBroadcastAdmitted);
  set(RegisterGroup::kMcstctrl, random_data() | kMulticastFilter);
  set(RegisterGroup::kVlnctrl, pool_by_vlan ? 0x8100 : kVlanFilter);
  set(RegisterGroup::kVmdCtl, (random_data() & ~kPoolByVlan) | kVmdq | (pool_by_vlan ? kPoolByVlan : 0));
  set(RegisterGroup::kMrqc, random_data() | kHashAll);
  const auto entry = static_cast<unsigned>(random_.below(CheckedSize::now().addresses));
  const int rah = ClassifierTables::index(RegisterGroup::kRar, 2 * entry + 1);
  queue(rah, tables_.word(rah) | 1u << 31);  // of a few entries none may be valid
  finish_writes();
}

void ClassifierStimulus::make_miss(const Misses& kind) {
  verify::make_miss(kind, maker_, tables_, random_, frame_, [this](const ParsedFrame& frame) {
    Prediction prediction;
    predict(frame, tables_, prediction);
    return lookups_that_match(prediction);
  });
}

// A frame that depends on this match, and if possible on none in another table.
void ClassifierStimulus::make_match(Lookup lookup) {
  std::vector<std::uint8_t> second;
  const bool found = make_frame_that(
      [&](const ParsedFrame& frame) {
        Prediction prediction;
        predict(frame, tables_, prediction);
        const LookupSet set = lookups_that_match(prediction);
        if ((set & only(lookup)) == 0) return false;
        if (set == only(lookup) && depends_on(lookup, frame, tables_)) return true;
        second = frame_;
        return false;
      },
      [&] {
        const unsigned entry = valid_entry(CheckedSize::now().addresses, random_,
                                           [this](unsigned n) { return tables_.rar_valid(n); });
        set_destination(frame_, lookup == Lookup::kAddress     ? tables_.rar_address(entry)
                                : lookup == Lookup::kMulticast ? maker_.random_address(true)
                                                               : kBroadcastAddress);
      });
  if (!found && !second.empty()) frame_ = std::move(second);
}

void ClassifierStimulus::misses(std::uint64_t frames, bool pool_by_vlan) {
  if (!defined_) rewrite_all();
  finish_writes();
  phase_.aims = 0;
  phase_.errors = 0;
  set_lookups(pool_by_vlan);
  const auto match_in_each = [&] {
    for (const unsigned i : random_order(kLookups, random_)) {
      const auto lookup = static_cast<Lookup>(i);
      if (lookup == (pool_by_vlan ? Lookup::kVlanFilter : Lookup::kVlanPool)) continue;
      make_match(lookup);
      send(frame_, choose_gap());
    }
  };
  match_in_each();
  const Misses kind(random_);
  for (; frames > 0 && frames_ < options_.frames; --frames) {
    make_miss(kind);
    send(frame_, choose_gap());
  }
  match_in_each();
  queue_other_singles();
}

void ClassifierStimulus::matches(std::uint64_t frames) {
  if (!defined_) rewrite_all();
  finish_writes();
  phase_.aims = 0;
  phase_.errors = 0;
  for (const unsigned i : random_order(kLookups, random_)) {
    const auto lookup = static_cast<Lookup>(i);
    set_lookups(lookup == Lookup::kVlanPool);
    for (std::uint64_t n = frames; n > 0 && frames_ < options_.frames; --n) {
      make_match(lookup);
      send(frame_, choose_gap());
    }
    make_miss(Misses(random_));
    send(frame_, choose_gap());
    make_match(lookup);
    send(frame_, choose_gap());
  }
  queue_other_singles();
}

// Mostly admitted, with a hash: more of the decision shows.
void ClassifierStimulus::long_frame(std::size_t bytes) {
  finish_writes();
  if (defined_ && !one_in(4)) {
    queue(ClassifierTables::range(RegisterGroup::kFctrl).index, random_data() | kAllAddresses | kBadFrames);
    queue(ClassifierTables::range(RegisterGroup::kVlnctrl).index, 0x8100);
    queue(ClassifierTables::range(RegisterGroup::kMrqc).index, random_data() | kHashAll);
    finish_writes();
  }
  maker_.make_sized(tables_, std::max<std::size_t>(bytes, 1), frame_);
  phase_.errors = 4;
  send(frame_, choose_gap());
  // A length that ran over would spoil the next frame.
  maker_.make_sized(tables_, random_.between(1, 140), frame_);
  send(frame_, 0, false);
  if (defined_) queue_other_singles();
}

// `entries` receive addresses are the same, each with another VMDq index; the lowest valid one must count.
void ClassifierStimulus::equal_entries(unsigned entries, bool all_valid) {
  finish_writes();
  if (!defined_) return;
  const unsigned addresses = CheckedSize::now().addresses;
  std::vector<unsigned> order = random_order(addresses, random_);
  // An address that other entries may have would not give this number.
  const std::uint64_t address = all_valid ? maker_.random_address(one_in(4)) : new_receive_address(0);
  const std::uint64_t wire = __builtin_bswap64(address << 16);
  for (unsigned i = 0; i < entries; ++i) {
    const int index = ClassifierTables::index(RegisterGroup::kRar, 2 * order[i]);
    queue(index, static_cast<std::uint32_t>(wire));
    queue(index + 1, static_cast<std::uint32_t>(wire >> 32) | (random_data() & 0x7FFF0000u) |
                         std::uint32_t{all_valid || !one_in(12)} << 31);
  }
  queue(ClassifierTables::range(RegisterGroup::kVmdCtl).index, (random_data() & ~3u) | 1u);
  finish_writes();
  for (unsigned i = 0; i < 4; ++i) {
    if (i == 0) {
      maker_.make_sized(tables_, random_.between(60, 140), frame_);
    } else {
      maker_.make(tables_, frame_);
    }
    set_destination(frame_, address);
    phase_.errors = 0;
    // All must still be valid for the first frame.
    phase_.aims = all_valid && i == 0 ? 0 : 2;
    send(frame_, choose_gap());
  }
  // A long epoch must not stay with a large table of one address.
  if (entries <= kLowAddresses) return;
  for (unsigned i = 0; i < entries; ++i) queue_receive_address(order[i]);
}

// A key of zero, of all ones, or of one bit, and a table of other patterns than random ones.
void ClassifierStimulus::key(std::uint64_t number) {
  finish_writes();
  if (!defined_) return;
  const int rssrk = ClassifierTables::range(RegisterGroup::kRssrk).index;
  const std::uint64_t bit = random_.below(320);
  for (int n = 0; n < 10; ++n) {
    std::uint32_t word = 0;
    if (number % 16 == 1) word = ~0u;
    if (number % 16 > 1 && bit / 32 == static_cast<unsigned>(n)) word = 1u << (bit % 32);
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
  for (int i = 0; i < FrameMaker::kFramesTried; ++i) {
    make_frame();
    aim = aim_of(frame_, false, 0);
    aim.group = group;
    aim.adjacent = false;
    if (frame_.size() > 16 && draw_write(aim, write)) break;
  }
  begin_item(ClassifierItem::Kind::kIdle);
  item_.edges =
      static_cast<std::int64_t>(std::min(options_.stress->idle_longest, options_.stress->first_write_idle));
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

}  // namespace ixsim::verify
