// The milestones of the pool classifier's stimulus: equal entries of the larger tables, each protocol in each
// mode, frames for a number of pools, and admitted frames with gaps or of great length.
#include <algorithm>
#include <iterator>
#include <tuple>
#include <utility>

#include "verify/corner_values.h"
#include "verify/pool_stimulus.h"
#include "verify/protocol_dictionary.h"

namespace ixsim::verify {
namespace {

constexpr std::uint64_t kFramesOfAll = 20'000;  // a shorter run has one of each kind in a few frames
constexpr unsigned kModes = 16;
constexpr unsigned kPools = 64;
constexpr unsigned kEqualFrames = 4;
constexpr unsigned kCutFrames = 16, kFewCutFrames = 2;  // the latter with long gaps
constexpr std::uint64_t kLongGap = 1u << 13;
constexpr unsigned kMostGaps = 16, kManyGapsFrames = 8;
constexpr std::size_t kLongestPart = 140;  // bytes of a frame with every header
constexpr std::uint32_t kValid = 0x80000000;
// VT_CTL: the default pool, DIS_DEF_POOL and RPL_EN.
constexpr std::uint32_t kDefaultPool = 0x3Fu << 7, kNoDefault = 1u << 29, kReplicate = 1u << 30;
// VMOLR: UPE, VPE, AUPE, ROMPE, ROPE, BAM, MPE from bit 22 on.
constexpr std::uint32_t kFilters = 0x7Fu << 22, kUpe = 1u << 22, kVpe = 1u << 23, kAupe = 1u << 24,
                        kRompe = 1u << 25, kRope = 1u << 26, kBam = 1u << 27, kMpe = 1u << 28;
// FCTRL: SBP and BAM. VLNCTRL.VFE. MRQC: all types of the hash, and its modes without and with pools.
constexpr std::uint32_t kAdmitBroadcast = 0x402, kVfe = 1u << 30, kHashAll = 0x01FF0000;
constexpr std::uint32_t kHashingModes[] = {1, 10, 11};
constexpr bool needs_pools(Lookup lookup) {
  return lookup == Lookup::kVlanPool || lookup == Lookup::kUnicast;
}
constexpr std::uint32_t kVlan = 0x8100;  // VLNCTRL without filters

}  // namespace

void PoolStimulus::plan(const StimulusOptions& options) {
  using M = Milestone::Kind;
  const auto anywhere = [&](M kind, std::uint64_t size, bool all_valid) {
    milestones_.push_back({kind, size, all_valid, random_.below(options.frames)});
  };
  const bool all = options.frames >= kFramesOfAll;
  for (const bool all_valid : {true, false, false}) {
    if (!all && !all_valid) continue;
    for (const unsigned n : equal_counts(PoolRegisters::kAddresses))
      anywhere(M::kEqualAddresses, n, all_valid);
    for (const unsigned n : equal_counts(PoolRegisters::kVlans)) anywhere(M::kEqualVlans, n, all_valid);
  }
  for (unsigned mode = 0; all && mode < kModes; ++mode) anywhere(M::kProtocols, mode, true);
  for (const unsigned n : kCopyCounts) anywhere(M::kCopies, n, true);
  const std::uint64_t gap = options.stress->longest_gap_inside(options.frames);
  for (std::uint64_t n = 1; all && n <= gap; n *= 2) anywhere(M::kCutHeaders, n, true);
  for (unsigned n = 1; all && n <= kMostGaps; ++n) anywhere(M::kManyGaps, n, true);
  for (std::uint64_t n = 1u << 10; all && n <= options.stress->frame_longest; n *= 2) {
    for (const std::uint64_t size : {n - 1, n, n + 1, n + std::uint64_t{kParsedBytes}})
      anywhere(M::kLongFrame, std::min(size, options.stress->frame_longest), true);
  }
  for (std::uint64_t n = 2; n <= options.stress->most_alike(options.frames); n *= 2)
    anywhere(M::kSameDestination, n, true);
  for (std::uint64_t n = 1; n <= options.stress->most_unmatched(options.frames); n *= 2) {
    for (const bool virtualized : {false, true}) anywhere(M::kMisses, n, virtualized);
  }
  for (std::uint64_t n = 1; n <= options.stress->most_matched(options.frames); n *= 2)
    anywhere(M::kMatches, n, true);
  std::stable_sort(milestones_.begin(), milestones_.end(),
                   [](const Milestone& a, const Milestone& b) { return a.frame < b.frame; });
}

bool PoolStimulus::make_milestones(std::uint64_t frame) {
  for (; !milestones_.empty() && milestones_.front().frame <= frame; milestones_.pop_front()) {
    begin_milestone();
    make(milestones_.front());
    end_milestone();
  }
  return !ready_.empty();
}

void PoolStimulus::make(const Milestone& milestone) {
  using M = Milestone::Kind;
  switch (milestone.kind) {
    case M::kEqualAddresses:
    case M::kEqualVlans:
      return equal_entries(milestone);
    case M::kProtocols:
      return protocols(static_cast<unsigned>(milestone.size));
    case M::kCopies:
      return copies(static_cast<unsigned>(milestone.size));
    case M::kCutHeaders:
      return cut_headers(milestone.size);
    case M::kManyGaps:
      return many_gaps(milestone.size);
    case M::kLongFrame:
      return long_frame(milestone.size);
    case M::kSameDestination:
      return same_destination(milestone.size);
    case M::kMisses:
      return misses(milestone.size, milestone.all_valid);
    case M::kMatches:
      return matches(milestone.size);
  }
}

void PoolStimulus::begin_milestone() {
  aims_.clear();
  old_.clear();
  begin_writes();
}

void PoolStimulus::begin_writes() {
  writes_ = {};
  // Quiet writes need that no decision is pending.
  writes_.edges = quiet_ ? drain_ : 1;
}

void PoolStimulus::set(PoolGroup group, unsigned n, std::uint32_t data) {
  const unsigned index = PoolRegisters::first_of(group) + n;
  old_.emplace_back(index, registers_.word(index));
  const Write write{writes_.edges++, PoolRegisters::address_of(index), data};
  apply(write);
  writes_.writes.push_back(write);
}

void PoolStimulus::end_writes() {
  writes_.noise = random_.next();
  ready_.push_back(std::exchange(writes_, {}));
}

void PoolStimulus::send(const std::vector<std::uint8_t>& frame, std::optional<Write> late,
                        std::vector<ClassifierItem::Pause> pauses) {
  ClassifierItem item;
  item.kind = ClassifierItem::Kind::kFrame;
  item.bytes = frame;
  item.pauses = std::move(pauses);
  item.noise = random_.next();
  if (late && !quiet_) {
    late->at = item.length() - 1 - static_cast<std::int64_t>(random_.below(2));
    apply(*late);
    item.writes.push_back(*late);
  }
  last_length_ = static_cast<std::uint32_t>(frame.size());
  last_head_.assign(frame.begin(), frame.begin() + std::min<std::ptrdiff_t>(last_length_, kParsedBytes));
  ++frames_;
  ready_.push_back(std::move(item));
}

void PoolStimulus::end_milestone() {
  writes_.edges = quiet_ ? drain_ : static_cast<std::int64_t>(random_.below(3)) + 1;
  // In the opposite order: a word that has been written twice gets its first value.
  const std::vector<std::pair<unsigned, std::uint32_t>> old = std::exchange(old_, {});
  for (auto word = old.rbegin(); word != old.rend(); ++word)
    set(PoolRegisters::group_of(word->first),
        word->first - PoolRegisters::first_of(PoolRegisters::group_of(word->first)), word->second);
  writes_.edges += quiet_ ? drain_ : 1;
  end_writes();
  old_.clear();
  unwritten_frames_ = 0;
}

// Entries of RAR or of VLVF are equal, and the lowest valid one alone selects, or allows, the pools.
void PoolStimulus::equal_entries(const Milestone& milestone) {
  const bool vlans = milestone.kind == Milestone::Kind::kEqualVlans;
  const unsigned entries = vlans ? PoolRegisters::kVlans : PoolRegisters::kAddresses;
  std::vector<unsigned> order = random_order(entries, random_);
  order.resize(milestone.size);
  const std::uint64_t address = maker_.random_address(one_in(4));
  const std::uint64_t wire = __builtin_bswap64(address << 16);
  const std::uint32_t vid = bits() & 0xFFF;

  set(PoolGroup::kVtCtl, 0, kVtEna | (bits() & (kDefaultPool | kReplicate)));
  set(PoolGroup::kVfre, 0, ~0u);
  set(PoolGroup::kVfre, 1, ~0u);
  set(PoolGroup::kVlnctrl, 0, kVlan);
  for (unsigned pool = 0; pool < kPools; ++pool) {
    const std::uint32_t filters = vlans ? kUpe | kAupe | kBam | kMpe : kVpe | kAupe;
    set(PoolGroup::kVmolr, pool, (bits() & ~kFilters) | filters);
  }
  // Others that are equal by chance would be counted too.
  for (unsigned n = 0; vlans && n < entries; ++n) {
    if ((registers_.at(PoolGroup::kVlvf, n) & 0xFFF) == vid) set(PoolGroup::kVlvf, n, 0);
  }
  for (const unsigned n : order) {
    const std::uint32_t valid = milestone.all_valid || !one_in(12) ? kValid : 0;
    if (vlans) {
      set(PoolGroup::kVlvf, n, (bits() & 0x7FFFF000u) | vid | valid);
    } else {
      set(PoolGroup::kRar, 2 * n, static_cast<std::uint32_t>(wire));
      set(PoolGroup::kRar, 2 * n + 1,
          static_cast<std::uint32_t>(wire >> 32) | (bits() & 0x7FFF0000u) | valid);
    }
    for (unsigned half = 0; half < 2; ++half) {
      const std::uint32_t pool = 1u << random_.below(32);
      set(vlans ? PoolGroup::kVlvfb : PoolGroup::kMpsar, 2 * n + half, bits() | pool);
    }
  }
  end_writes();
  std::sort(order.begin(), order.end());
  ClassifierTables tables;  // for the VLAN Ethertype
  std::vector<std::uint8_t> frame;
  for (unsigned i = 0; i < kEqualFrames; ++i) {
    maker_.make_sized(tables, random_.between(60, 140), frame);
    if (vlans) {
      frame[0] = static_cast<std::uint8_t>(frame[0] & ~1u);
      frame[12] = 0x81;
      frame[13] = 0;
      frame[14] = static_cast<std::uint8_t>((bits() & 0xF0u) | vid >> 8);
      frame[15] = static_cast<std::uint8_t>(vid);
    } else {
      set_destination(frame, address);
    }
    // The lowest valid entry goes, before the last beat or with it, and the next one counts.
    std::optional<Write> late;
    const PoolGroup group = vlans ? PoolGroup::kVlvf : PoolGroup::kRar;
    for (const unsigned n : order) {
      const unsigned word = vlans ? n : 2 * n + 1;
      if (i == 0 || late || (registers_.at(group, word) & kValid) == 0) continue;
      late = Write{0, PoolRegisters::address_of(PoolRegisters::first_of(group) + word),
                   registers_.at(group, word) & ~kValid};
    }
    send(frame, late);
  }
}

void PoolStimulus::admit_all() {
  set(PoolGroup::kVfre, 0, ~0u);
  set(PoolGroup::kVfre, 1, ~0u);
  set(PoolGroup::kVlnctrl, 0, kVlan);
  set(PoolGroup::kFctrl, 0, bits() | kAdmitAll);
  set(PoolGroup::kVtCtl, 0, bits() & ~kNoDefault);
}

// Each protocol, without and with a tag, admitted in a mode.
void PoolStimulus::protocols(unsigned mode) {
  admit_all();
  set(PoolGroup::kMrqc, 0, (bits() & ~15u) | mode);
  end_writes();
  ClassifierTables tables;
  std::vector<std::uint8_t> frame;
  for (std::size_t protocol = 0; protocol < kDictionary.size(); ++protocol) {
    for (const bool tagged : {false, true}) {
      maker_.make_protocol(tables, protocol, tagged, frame);
      send(frame);
    }
  }
}

// Frames that so many pools get.
void PoolStimulus::copies(unsigned pools) {
  admit_all();
  set(PoolGroup::kVtCtl, 0, kVtEna | kReplicate | (bits() & kDefaultPool));
  std::vector<unsigned> order = random_order(kPools, random_);
  std::uint64_t chosen = 0;
  for (unsigned i = 0; i < pools; ++i) chosen |= std::uint64_t{1} << order[i];
  // Those that are not chosen are left out by their filters, or by VFRE.
  const bool by_filter = one_in(2);
  for (unsigned pool = 0; pool < kPools; ++pool) {
    const bool on = !by_filter || (chosen >> pool & 1) != 0;
    set(PoolGroup::kVmolr, pool, (bits() & ~kFilters) | (on ? kUpe | kVpe | kAupe | kBam | kMpe : 0));
  }
  if (!by_filter) {
    set(PoolGroup::kVfre, 0, static_cast<std::uint32_t>(chosen));
    set(PoolGroup::kVfre, 1, static_cast<std::uint32_t>(chosen >> 32));
  }
  // An entry that matches would select further pools.
  std::uint64_t address = 0;
  const auto is_entry = [this](std::uint64_t one) {
    for (unsigned n = 0; n < PoolRegisters::kAddresses; ++n) {
      if (registers_.address_valid(n) && registers_.address(n) == one) return true;
    }
    return false;
  };
  end_writes();
  ClassifierTables tables;
  std::vector<std::uint8_t> frame;
  for (unsigned i = 0; i < kEqualFrames; ++i) {
    maker_.make_sized(tables, random_.between(60, kLongestPart), frame);
    do {
      address = maker_.random_address(i % 2 != 0);
    } while (is_entry(address));
    set_destination(frame, address);
    send(frame);
  }
}

// Frames that end in a header or behind it, and a gap before the last beat.
void PoolStimulus::cut_headers(std::uint64_t edges) {
  admit_all();
  end_writes();
  ClassifierTables tables;
  std::vector<std::uint8_t> frame;
  for (unsigned n = edges < kLongGap ? kCutFrames : kFewCutFrames; n > 0; --n) {
    maker_.make(tables, frame);
    if (frame.size() < 16) maker_.make_sized(tables, kLongestPart, frame);
    frame.resize(random_.between(15, std::min(frame.size(), kLongestPart)));
    send(frame, {}, {{(frame.size() + 7) / 8 - 2, static_cast<std::int64_t>(edges)}});
  }
}

// Frames with extension headers and so many gaps, of which the last one is inside of these headers.
void PoolStimulus::many_gaps(std::uint64_t gaps) {
  admit_all();
  end_writes();
  ClassifierTables tables;
  std::vector<std::uint8_t> frame;
  for (unsigned n = 0; n < kManyGapsFrames; ++n) {
    std::size_t first = 0, last = 0;
    for (int i = 0; i < FrameMaker::kFramesTried && last < gaps; ++i) {
      maker_.make(tables, frame);
      ParsedFrame parsed;
      const ByteView head{frame.data(), std::min<std::size_t>(frame.size(), kParsedBytes)};
      parse_frame(head, static_cast<std::uint32_t>(frame.size()), false, kVlan, parsed);
      if (parsed.l4 == 0 || parsed.header_count == 0) continue;
      std::tie(first, last) = extension_beats(parsed);
      first = std::max<std::size_t>(first, gaps - 1);
    }
    if (last < gaps) return;
    // The last gap, and `gaps` - 1 of the beats before it.
    const std::size_t end = random_.between(std::min(first, last), last);
    std::vector<ClassifierItem::Pause> pauses;
    for (std::size_t beat = 0, left = gaps - 1; beat < end && left > 0; ++beat) {
      if (random_.below(end - beat) >= left) continue;
      pauses.push_back({beat, static_cast<std::int64_t>(random_.between(1, 3))});
      --left;
    }
    pauses.push_back({end, static_cast<std::int64_t>(random_.between(1, 3))});
    send(frame, {}, std::move(pauses));
  }
}

// A frame of this length, admitted, and one behind it that a length which ran over would spoil.
void PoolStimulus::long_frame(std::uint64_t bytes) {
  admit_all();
  end_writes();
  ClassifierTables tables;
  std::vector<std::uint8_t> frame;
  for (const std::uint64_t length : {bytes, random_.between(1, kLongestPart)}) {
    maker_.make_sized(tables, static_cast<std::size_t>(length), frame);
    send(frame);
  }
}

// Many frames to addresses of one kind. Without virtualization FCTRL alone admits them.
void PoolStimulus::same_destination(std::uint64_t frames) {
  admit_all();
  if (!one_in(3)) {
    set(PoolGroup::kVtCtl, 0, bits() & ~kVtEna);
    set(PoolGroup::kMcstctrl, 0, bits() & ~kMulticastFilter);
  }
  end_writes();
  ClassifierTables tables;
  std::vector<std::uint8_t> frame;
  for (unsigned kind = 0; kind < kDestinations; ++kind) {
    for (std::uint64_t n = frames; n > 0; --n) {
      maker_.make_to(tables, static_cast<Destination>(kind), frame);
      send(frame);
    }
  }
}

void PoolStimulus::set_lookups(bool virtualized) {
  begin_writes();
  set(PoolGroup::kVfre, 0, ~0u);
  set(PoolGroup::kVfre, 1, ~0u);
  set(PoolGroup::kFctrl, 0, (bits() & ~kAdmitAll) | kAdmitBroadcast);
  set(PoolGroup::kMcstctrl, 0, bits() | kMulticastFilter);
  set(PoolGroup::kVlnctrl, 0, kVlan | (virtualized ? 0 : kVfe));
  set(PoolGroup::kVtCtl, 0, (bits() & ~kVtEna) | (virtualized ? kVtEna : 0));
  const std::uint32_t mode = kHashingModes[random_.below(std::size(kHashingModes))];
  set(PoolGroup::kMrqc, 0, (bits() & ~15u) | kHashAll | mode);
  for (unsigned pool = 0; virtualized && pool < kPools; ++pool)
    set(PoolGroup::kVmolr, pool, (bits() & ~kFilters) | kAupe | kRompe | kRope | kBam);
  // None of the entries may be valid.
  const auto vlan = static_cast<unsigned>(random_.below(PoolRegisters::kVlans));
  if (virtualized) set(PoolGroup::kVlvf, vlan, registers_.at(PoolGroup::kVlvf, vlan) | kValid);
  end_writes();
}

void PoolStimulus::send_miss(const Misses& kind) {
  std::vector<std::uint8_t> bytes;
  make_miss(kind, maker_, ClassifierTables(), random_, bytes, [this](const ParsedFrame& frame) {
    PoolPrediction prediction;
    registers_.predict(frame, prediction);
    return lookups_that_match(frame, registers_, prediction);
  });
  send(bytes);
}

// A frame that depends on this match, and if possible on none in another table.
void PoolStimulus::send_match(Lookup lookup) {
  const ClassifierTables tables;
  std::vector<std::uint8_t> bytes, second;
  for (int i = 0; i < FrameMaker::kFramesTried; ++i) {
    maker_.make(tables, bytes);
    if (bytes.size() < 16) continue;
    const unsigned address = valid_entry(PoolRegisters::kAddresses, random_,
                                         [this](unsigned n) { return registers_.address_valid(n); });
    set_destination(bytes, lookup == Lookup::kAddress     ? registers_.address(address)
                           : lookup == Lookup::kMulticast ? maker_.random_address(true)
                           : lookup == Lookup::kUnicast   ? maker_.random_address(false)
                                                          : kBroadcastAddress);
    if (lookup == Lookup::kVlanPool || lookup == Lookup::kVlanFilter) {
      const unsigned entry = valid_entry(PoolRegisters::kVlans, random_, [this](unsigned n) {
        return (registers_.at(PoolGroup::kVlvf, n) & kValid) != 0;
      });
      const std::uint32_t vlan = registers_.at(PoolGroup::kVlvf, entry);
      const std::uint32_t tci = lookup == Lookup::kVlanPool ? (bits() & 0xF000u) | (vlan & 0xFFFu) : bits();
      bytes[12] = 0x81;
      bytes[13] = 0;
      bytes[14] = static_cast<std::uint8_t>(tci >> 8);
      bytes[15] = static_cast<std::uint8_t>(tci);
    }
    ParsedFrame frame;
    PoolPrediction prediction;
    const ByteView head{bytes.data(), std::min<std::size_t>(bytes.size(), kParsedBytes)};
    parse_frame(head, static_cast<std::uint32_t>(bytes.size()), false, kVlan, frame);
    registers_.predict(frame, prediction);
    const LookupSet set = lookups_that_match(frame, registers_, prediction);
    if ((set & only(lookup)) == 0) continue;
    second = bytes;
    if (set == only(lookup) && depends_on(lookup, frame, registers_)) break;
  }
  if (!second.empty()) send(second);
}

void PoolStimulus::misses(std::uint64_t frames, bool virtualized) {
  set_lookups(virtualized);
  const auto match_in_each = [&] {
    for (const unsigned i : random_order(kPoolLookups, random_)) {
      const auto lookup = static_cast<Lookup>(i);
      if (virtualized ? lookup != Lookup::kVlanFilter : !needs_pools(lookup)) send_match(lookup);
    }
  };
  match_in_each();
  const Misses kind(random_);
  for (; frames > 0; --frames) send_miss(kind);
  match_in_each();
}

void PoolStimulus::matches(std::uint64_t frames) {
  for (const unsigned i : random_order(kPoolLookups, random_)) {
    const auto lookup = static_cast<Lookup>(i);
    set_lookups(needs_pools(lookup) || (lookup != Lookup::kVlanFilter && one_in(2)));
    for (std::uint64_t n = frames; n > 0; --n) send_match(lookup);
    send_miss(Misses(random_));
    send_match(lookup);
  }
}

}  // namespace ixsim::verify
