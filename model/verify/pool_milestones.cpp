// The milestones of the pool classifier's stimulus: equal entries of the larger tables, and each protocol in
// each mode.
#include <algorithm>
#include <iterator>
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
constexpr std::uint32_t kValid = 0x80000000;
// FCTRL: SBP, MPE, UPE and BAM. VT_CTL: VT_ENA, the default pool, DIS_DEF_POOL and RPL_EN.
constexpr std::uint32_t kAdmitAll = 0x702;
constexpr std::uint32_t kVtEna = 1, kDefaultPool = 0x3Fu << 7, kNoDefault = 1u << 29, kReplicate = 1u << 30;
// VMOLR: UPE, VPE, AUPE, ROMPE, ROPE, BAM, MPE from bit 22 on.
constexpr std::uint32_t kFilters = 0x7Fu << 22, kUpe = 1u << 22, kVpe = 1u << 23, kAupe = 1u << 24,
                        kBam = 1u << 27, kMpe = 1u << 28;
constexpr std::uint32_t kVlan = 0x8100;  // VLNCTRL without filters

}  // namespace

void PoolStimulus::plan(const StimulusOptions& options) {
  using M = Milestone::Kind;
  const auto anywhere = [&](M kind, unsigned size, bool all_valid) {
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
  std::stable_sort(milestones_.begin(), milestones_.end(),
                   [](const Milestone& a, const Milestone& b) { return a.frame < b.frame; });
}

bool PoolStimulus::make_milestones(std::uint64_t frame) {
  for (; !milestones_.empty() && milestones_.front().frame <= frame; milestones_.pop_front()) {
    const Milestone& milestone = milestones_.front();
    begin_milestone();
    if (milestone.kind == Milestone::Kind::kProtocols) {
      protocols(milestone.size);
    } else {
      equal_entries(milestone);
    }
    end_milestone();
  }
  return !ready_.empty();
}

void PoolStimulus::begin_milestone() {
  aims_.clear();
  old_.clear();
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

void PoolStimulus::send(const std::vector<std::uint8_t>& frame, std::optional<Write> late) {
  ClassifierItem item;
  item.kind = ClassifierItem::Kind::kFrame;
  item.bytes = frame;
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
  std::vector<unsigned> order(entries);
  for (unsigned i = 0; i < entries; ++i) order[i] = i;
  for (std::size_t i = entries; i > 1; --i) std::swap(order[i - 1], order[random_.below(i)]);
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
      for (unsigned k = 0; k < 6; ++k) frame[k] = static_cast<std::uint8_t>(address >> (40 - 8 * k));
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

// Each protocol, without and with a tag, admitted in a mode.
void PoolStimulus::protocols(unsigned mode) {
  set(PoolGroup::kVfre, 0, ~0u);
  set(PoolGroup::kVfre, 1, ~0u);
  set(PoolGroup::kVlnctrl, 0, kVlan);
  set(PoolGroup::kFctrl, 0, bits() | kAdmitAll);
  set(PoolGroup::kMrqc, 0, (bits() & ~15u) | mode);
  set(PoolGroup::kVtCtl, 0, bits() & ~kNoDefault);
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

}  // namespace ixsim::verify
