// Translates items of the 82598's stimulus, and draws additional writes.
#include "verify/pool_stimulus.h"

#include <algorithm>
#include <utility>

#include "verify/corner_values.h"

namespace ixsim::verify {
namespace {

constexpr std::uint16_t kRdrxctl = 0x2F00, kRuppbmr = 0x50A0, kVmdCtl = 0x581C, kRal = 0x5400,
                        kVftavind = 0xA200;
constexpr unsigned kAimedFrames = 32;
constexpr std::uint64_t kDensityFrames = 500;
constexpr std::int64_t kLongIdle = 1'000;  // clocks
constexpr std::size_t kManyWrites = 256;   // all tables are written
// Tables that are undefined after a reset; pools are selected, and writes aimed, once all are written.
constexpr bool is_table(PoolGroup group) { return group >= PoolGroup::kMta; }
// Groups of which an entry has two words.
constexpr bool has_pairs(PoolGroup group) {
  return group == PoolGroup::kVfre || group == PoolGroup::kRar || group == PoolGroup::kMpsar ||
         group == PoolGroup::kVlvfb;
}
constexpr unsigned table_words() {
  unsigned words = 0;
  for (const PoolRange& range : kPoolRanges) words += range.words > 2 ? range.words : 0u;
  return words;
}

// The items of the 82598 without milestones that meet no table of this block.
StimulusOptions of_items(StimulusOptions options) {
  if (options.stress) options.stress->unmatched_longest = 0;
  return options;
}

}  // namespace

PoolStimulus::PoolStimulus(const StimulusOptions& options)
    : quiet_(options.writes == WritePolicy::kQuiet),
      stressed_(options.stress.has_value()),
      captured_(!options.captured.empty()),
      latency_(options.latency),
      items_(of_items(options)),
      random_(options.seed ^ 0x9E3779B97F4A7C15u),
      // Another group first for another seed, as the groups of one run may not be all.
      first_group_(static_cast<unsigned>(5 * options.seed)),
      drain_(static_cast<std::int64_t>(options.drain_edges) + 1),
      maker_(Random(options.seed ^ 0xD1B54A32D192ED03u),
             stressed_ ? std::optional(options.stress->corner_values) : std::nullopt) {
  if (stressed_ && !captured_) plan(options);
}

bool PoolStimulus::next(ClassifierItem& item) {
  if (ready_.empty()) {
    bool more = true;
    if (held_) {
      item = std::move(*held_);
      held_.reset();
    } else {
      more = items_.next(item);
      const bool place = more && item.kind == ClassifierItem::Kind::kIdle && !item.clocked &&
                         !item.writes.empty() && !after_idle_;
      if (place && defined_ && make_milestones(frames_)) held_ = std::move(item);
      if (!more && defined_ && make_milestones(~std::uint64_t{0})) {
        ready_.emplace_back();
        ready_.back().edges = drain_;
      }
    }
    if (ready_.empty()) {
      if (more) translate(item);
      return more;
    }
  }
  item = std::move(ready_.front());
  ready_.pop_front();
  return true;
}

void PoolStimulus::translate(ClassifierItem& item) {
  const bool frame = item.kind == ClassifierItem::Kind::kFrame;
  const bool first =
      frame && after_idle_ && stressed_ && defined_ && !quiet_ && !captured_ && !item.writes.empty();
  if (first) {
    write_first(item);
  } else if (frame && !captured_) {
    change_frame(item);
  }
  // Times without a write, as phases and milestones have them, stay without one.
  unwritten_frames_ = item.writes.empty() ? unwritten_frames_ + (frame ? 1 : 0) : 0;
  if (frame && !first && defined_ && !quiet_ && unwritten_frames_ < kAimedFrames && one_in(3)) aim_at(item);
  if (frame && defined_ && unwritten_frames_ < kAimedFrames && missing_.empty() && one_in(kDensityFrames)) {
    // A long epoch must not stay with the filters that it began with.
    draw_density();
    for (unsigned pool = 0; pool < 64; ++pool)
      missing_.push_back(PoolRegisters::first_of(PoolGroup::kVmolr) + pool);
  }
  change_writes(item);
  for (Aim& aim : aims_) aim.at -= item.length();
  if (frame) {
    ++frames_;
    ++frames_since_reset_;
  }
  if (item.kind == ClassifierItem::Kind::kReset) reset();
  if (item.kind == ClassifierItem::Kind::kIdle && item.length() >= kLongIdle) after_idle_ = true;
  if (item.kind == ClassifierItem::Kind::kReset || frame) after_idle_ = false;
  if (frame) {
    last_length_ = static_cast<std::uint32_t>(item.bytes.size());
    last_head_.assign(item.bytes.begin(),
                      item.bytes.begin() + std::min<std::ptrdiff_t>(last_length_, kParsedBytes));
  }
}

void PoolStimulus::reset() {
  registers_.reset();
  written_.reset();
  unwritten_ = table_words();
  defined_ = false;
  aims_.clear();
  missing_.clear();
  std::vector<unsigned> words;
  for (unsigned n = 0; n < 128; ++n) words.push_back(PoolRegisters::first_of(PoolGroup::kUta) + n);
  shuffle(words, random_);
  missing_.assign(words.begin(), words.end());
  // Receive addresses: the address, then the word with the valid bit.
  for (unsigned n = 0; n < 128; ++n) {
    missing_.push_back(PoolRegisters::first_of(PoolGroup::kRar) + 2 * n);
    missing_.push_back(PoolRegisters::first_of(PoolGroup::kRar) + 2 * n + 1);
  }
  // In every second epoch VFRE keeps its reset value for a time.
  for (unsigned n = 0; n < 2; ++n) {
    if (one_in(2)) missing_.push_back(PoolRegisters::first_of(PoolGroup::kVfre) + n);
  }
  bank_.fill(0);
  draw_density();
  frames_since_reset_ = 0;
  hold_back_ = stressed_ && one_in(4);
}

void PoolStimulus::draw_density() {
  constexpr unsigned kSparse[] = {0, 0, 6, 64};
  sparse_ = kSparse[random_.below(std::size(kSparse))];
  first_pool_ = one_in(2) ? 0 : static_cast<unsigned>(random_.between(one_in(2) ? 32 : 56, 62));
}

// --- frames

void PoolStimulus::change_frame(ClassifierItem& item) {
  std::vector<std::uint8_t>& bytes = item.bytes;
  // A timer that has run out must not be hidden by a frame that meets no table.
  if (bytes.size() >= 6 && (after_idle_ || one_in(3))) {
    std::uint64_t address = registers_.address(static_cast<unsigned>(random_.below(128)));
    if (one_in(12)) address ^= std::uint64_t{1} << random_.below(48);
    set_destination(bytes, address);
  }
  // Before all tables are written, the VLAN may be one of the few that a filter knows.
  const bool tagged = defined_ && bytes.size() >= 16 && (bytes[12] << 8 | bytes[13]) == registers_.vet();
  if (tagged && (after_idle_ || !one_in(3))) {
    unsigned vid = registers_.at(PoolGroup::kVlvf, static_cast<unsigned>(random_.below(64))) & 0xFFF;
    if (one_in(12)) vid ^= 1u << random_.below(12);
    bytes[14] = static_cast<std::uint8_t>((bytes[14] & 0xF0u) | vid >> 8);
    bytes[15] = static_cast<std::uint8_t>(vid);
  }
}

void PoolStimulus::write_first(ClassifierItem& item) {
  const auto group = static_cast<PoolGroup>(first_group_++ % kPoolGroups);
  bool changes = false;
  for (int i = 0; i < FrameMaker::kFramesTried && !changes; ++i) {
    change_frame(item);
    Aim aim = aim_of(item, group);
    aim.given = make_up(aim, &changes);
    aim.given->at = aim.at = 0;
    if (changes) aims_.assign(1, aim);
  }
  if (changes) item.writes.clear();
}

PoolStimulus::Aim PoolStimulus::aim_of(const ClassifierItem& item, PoolGroup group) {
  Aim aim{};
  aim.group = group;
  aim.error = item.error;
  aim.vet = registers_.vet();
  aim.length = static_cast<std::uint32_t>(item.bytes.size());
  aim.head.assign(item.bytes.begin(),
                  item.bytes.begin() + std::min<std::ptrdiff_t>(aim.length, kParsedBytes));
  return aim;
}

void PoolStimulus::aim_at(const ClassifierItem& item) {
  const std::int64_t last = item.length() - 1;
  const std::uint64_t choice = random_.below(10);
  const std::int64_t at = choice < 4   ? last - 1
                          : choice < 6 ? last
                                       : last + static_cast<std::int64_t>(random_.between(1, latency_));
  if (at < 0) return;
  Aim aim = aim_of(item, static_cast<PoolGroup>(random_.below(kPoolGroups)));
  aim.at = at;
  // Most bits of all registers are in the bitmaps, and each may have an error that only a write to it shows.
  if (stressed_ && one_in(3)) aim.group = one_in(2) ? PoolGroup::kMpsar : PoolGroup::kVlvfb;
  // Both words of an entry, at consecutive edges.
  if (stressed_ && has_pairs(aim.group) && aim.at > 0 && one_in(4)) {
    aims_.push_back(aim);
    aims_.back().to_other_word = true;
    aims_.back().at = aim.at - 1;
  }
  aims_.push_back(std::move(aim));
}

// --- writes

void PoolStimulus::change_writes(ClassifierItem& item) {
  const std::vector<Write> old = std::move(item.writes);
  item.writes.clear();
  const bool idle = item.kind == ClassifierItem::Kind::kIdle && !item.clocked;
  // Under stress some first frames after a reset meet no table, or all of them.
  const bool first = stressed_ && frames_since_reset_ == 0;
  const bool fills =
      !quiet_ && item.kind != ClassifierItem::Kind::kReset && !item.clocked && !(first && hold_back_);
  const std::int64_t beats_end =
      item.kind == ClassifierItem::Kind::kReset ? item.length() - item.edges : item.length();
  std::int64_t at = 0;
  const auto fill_up_to = [&](std::int64_t end) {
    for (; fills && at < end && !(aims_.empty() && missing_.empty()); ++at) {
      // One whose edge another write has taken is lost.
      aims_.erase(std::remove_if(aims_.begin(), aims_.end(), [at](const Aim& one) { return one.at < at; }),
                  aims_.end());
      const auto aim =
          std::find_if(aims_.begin(), aims_.end(), [at](const Aim& one) { return one.at == at; });
      Write write{};
      if (aim != aims_.end()) {
        const bool given = aim->given.has_value() || aim->to_other_word;
        write = aim->given ? *aim->given : make_up(*aim);
        aims_.erase(aim);
        // At times the next edge gives the word its old value back.
        const int index = PoolRegisters::index_of(write.address);
        if (stressed_ && !given && index >= 0 && one_in(4)) {
          aims_.push_back({});
          aims_.back().at = at + 1;
          aims_.back().given = Write{at + 1, write.address, registers_.word(static_cast<unsigned>(index))};
        }
      } else if (!one_in(2) || !next_missing(write)) {
        continue;
      }
      write.at = at;
      apply(write);
      item.writes.push_back(write);
    }
  };
  for (Write write : old) {
    fill_up_to(write.at);
    at = write.at + 1;
    if (!translate(write)) continue;
    if (write.at < beats_end) apply(write);
    item.writes.push_back(write);
  }
  fill_up_to(item.length());
  // Behind writes without a frame there is time for more of them.
  if (idle &&
      (quiet_ ? !old.empty() : !missing_.empty() && one_in(first && old.size() > kManyWrites ? 2 : 8))) {
    for (Write write{}; next_missing(write);) {
      write.at = item.edges++;
      apply(write);
      item.writes.push_back(write);
    }
    if (quiet_ && defined_ && !last_head_.empty()) {
      for (std::uint64_t n = random_.below(4); n > 0; --n) {
        Write write = make_up({0,
                               static_cast<PoolGroup>(random_.below(kPoolGroups)),
                               false,
                               registers_.vet(),
                               last_length_,
                               last_head_,
                               {},
                               false});
        write.at = item.edges++;
        apply(write);
        item.writes.push_back(write);
      }
    }
  }
}

bool PoolStimulus::next_missing(Write& write) {
  if (missing_.empty()) return false;
  const unsigned index = missing_.front();
  missing_.pop_front();
  const PoolGroup group = PoolRegisters::group_of(index);
  write.address = PoolRegisters::address_of(index);
  write.data = value_of(group, index - PoolRegisters::first_of(group));
  return true;
}

void PoolStimulus::apply(const Write& write) {
  const int index = PoolRegisters::index_of(write.address);
  if (index < 0) return;
  registers_.write(static_cast<unsigned>(index), write.data);
  if (!is_table(PoolRegisters::group_of(static_cast<unsigned>(index))) ||
      written_[static_cast<unsigned>(index)])
    return;
  written_.set(static_cast<unsigned>(index));
  if (--unwritten_ > 0) return;
  defined_ = true;
  missing_.push_back(PoolRegisters::first_of(PoolGroup::kVtCtl));
}

// False: the write is left out.
bool PoolStimulus::translate(Write& write) {
  const auto address = static_cast<std::uint16_t>(write.address & ~3u);
  if (address == kRdrxctl) {
    write.address = PoolRegisters::range(PoolGroup::kRtrup2tc).offset;
  } else if (address == kRuppbmr) {
    const unsigned half = static_cast<unsigned>(random_.below(2));
    write.address = static_cast<std::uint16_t>(PoolRegisters::range(PoolGroup::kVfre).offset + 4 * half);
    write.data = value_of(PoolGroup::kVfre, half);
  } else if (address == kVmdCtl) {
    write.address = PoolRegisters::range(PoolGroup::kVtCtl).offset;
    write.data = value_of(PoolGroup::kVtCtl, 0);
  } else if (ClassifierTables::group_of(address) == RegisterGroup::kVftavind) {
    unsigned n = (address - kVftavind) / 4u;
    for (const PoolGroup group :
         {PoolGroup::kMpsar, PoolGroup::kVlvf, PoolGroup::kVlvfb, PoolGroup::kVmolr}) {
      const unsigned words = PoolRegisters::range(group).words;
      if (n < words) {
        write.address = static_cast<std::uint16_t>(PoolRegisters::range(group).offset + 4 * n);
        write.data = value_of(group, n);
        break;
      }
      n -= words;
    }
  } else if (ClassifierTables::group_of(address) == RegisterGroup::kRar) {
    const unsigned n = (address - kRal) / 8u;
    // A new place for the whole entry; the second place is for entries 0 to 15 alone.
    if ((address & 4) == 0) bank_[n] = static_cast<unsigned>(random_.below(8));
    if (bank_[n] != 0 || one_in(2)) {
      const unsigned word = 2 * (n + 16 * bank_[n]) + (address >> 2 & 1);
      write.address = static_cast<std::uint16_t>(PoolRegisters::range(PoolGroup::kRar).offset + 4 * word);
    }
  } else if (PoolRegisters::index_of(address) < 0) {
    return true;
  } else if (ClassifierTables::group_of(address) == RegisterGroup::kNone) {
    write.address = adjacent_address();
  } else if (address == PoolRegisters::range(PoolGroup::kMrqc).offset) {
    write.data = mode_of(write.data);
  }
  return true;
}

// An address one bit off a table's range.
std::uint16_t PoolStimulus::adjacent_address() {
  for (;;) {
    // Each register as often, however many words it has.
    const auto group = static_cast<PoolGroup>(random_.below(kPoolGroups));
    const unsigned index = PoolRegisters::first_of(group) +
                           static_cast<unsigned>(random_.below(PoolRegisters::range(group).words));
    const auto address =
        static_cast<std::uint16_t>(PoolRegisters::address_of(index) ^ 1u << random_.between(2, 15));
    if (PoolRegisters::index_of(address) < 0) return address;
  }
}

std::uint32_t PoolStimulus::other_single() {
  return registers_.at(kPoolSingles[random_.below(std::size(kPoolSingles))]);
}

std::uint32_t PoolStimulus::mode_of(std::uint32_t mrqc) {
  constexpr std::uint32_t kHashing[] = {1, 4, 5, 10, 11}, kOthers[] = {0, 2, 3, 6, 7, 8, 9, 12, 13, 14, 15};
  if (stressed_ && one_in(6)) {
    const std::uint32_t corner = register_corner(random_, other_single());
    if (defined_ || std::find(std::begin(kHashing), std::end(kHashing), corner & 15) == std::end(kHashing))
      return corner;
  }
  // Without bit 0 the tables of the hash may be undefined.
  const std::uint32_t mode = (mrqc & 1) != 0 ? kHashing[random_.below(std::size(kHashing))]
                                             : kOthers[random_.below(std::size(kOthers))];
  return (mrqc & ~15u) | mode;
}

std::uint32_t PoolStimulus::value_of(PoolGroup group, unsigned n) {
  const std::uint32_t few = bits() & bits() & bits();
  switch (group) {
    case PoolGroup::kVtCtl: {
      std::uint32_t value = bits() & ~kVtEna;
      if (stressed_ && one_in(8)) {
        value = register_corner(random_, other_single());
        return defined_ ? value : value & ~kVtEna;
      }
      if (defined_ && !one_in(8)) value |= kVtEna;
      return value;
    }
    case PoolGroup::kVfre:
      if (stressed_ && one_in(16)) return register_corner(random_, other_single());
      if (sparse_ != 0 && one_in(3)) return few;
      return one_in(8) ? bits() : one_in(4) ? ~(1u << random_.below(32)) : bits() | bits() | bits();
    case PoolGroup::kRar: {
      const std::uint64_t wire =
          __builtin_bswap64(registers_.address(static_cast<unsigned>(random_.below(128))) << 16);
      if (n % 2 == 0) return one_in(8) ? static_cast<std::uint32_t>(wire) : bits();
      return (one_in(8) ? static_cast<std::uint32_t>(wire >> 32) & 0xFFFF : bits() & 0xFFFEu) |
             (bits() & 0x7FFF0000u) | (one_in(6) ? 0 : 0x80000000u);
    }
    case PoolGroup::kVlvf: {
      std::uint32_t vid = bits() & 0xFFF;
      if (one_in(6)) vid = registers_.at(PoolGroup::kVlvf, static_cast<unsigned>(random_.below(64))) & 0xFFF;
      if (one_in(16)) vid = static_cast<std::uint32_t>(corner_value(random_, 12));
      return (bits() & 0x7FFFF000u) | vid | (one_in(6) ? 0 : 0x80000000u);
    }
    case PoolGroup::kVmolr: {
      // One filter in four or so is on, seldom all of them or none.
      if (sparse_ != 0)
        return (bits() & ~0x1FC00000u) |
               (n >= first_pool_ && one_in(sparse_) ? 1u << random_.between(22, 28) : 0);
      std::uint32_t value = bits() & (one_in(4) ? 0xFFFFFFFFu : bits());
      if (one_in(8)) value = 0;
      if (one_in(2)) value |= 3u << 23;
      return value;
    }
    case PoolGroup::kMpsar:
    case PoolGroup::kVlvfb:
      if (sparse_ != 0 && !one_in(4)) {
        if (first_pool_ >= 32 && one_in(3)) return n % 2 == 0 ? 0 : bits() << (first_pool_ - 32);
        const auto pool = static_cast<unsigned>(random_.between(first_pool_, 63));
        return one_in(2) || pool / 32 != n % 2 ? 0 : 1u << (pool % 32);
      }
      switch (random_.below(6)) {
        case 0:
          return 0;
        case 1:
          return 1u << random_.below(32);
        case 2:
          return static_cast<std::uint32_t>(corner_value(random_, 32));
        case 3:
          return few;
        default:
          return bits();
      }
    default:
      return bits();
  }
}

// Changes the word of the group on which the frame's decision depends, if it depends on one.
PoolStimulus::Write PoolStimulus::make_up(const Aim& aim, bool* changes) {
  ParsedFrame frame;
  PoolPrediction now, then;
  const ByteView head{aim.head.data(), aim.head.size()};
  parse_frame(head, aim.length, aim.error, aim.vet, frame);
  registers_.predict(frame, now);
  const auto pick = [this](std::uint64_t set) {
    if (set == 0) return static_cast<unsigned>(random_.below(64));
    unsigned pool = static_cast<unsigned>(random_.below(64));
    while ((set >> pool & 1) == 0) pool = (pool + 1) % 64;
    return pool;
  };
  Write write{};
  for (int attempt = 0; attempt < 4; ++attempt) {
    unsigned n = 0;
    std::uint32_t flip = 0;
    const unsigned pool = one_in(3) ? static_cast<unsigned>(random_.below(64)) : pick(now.left);
    const unsigned vid = frame.tci & 0xFFF;
    switch (aim.group) {
      case PoolGroup::kRtrup2tc:
        flip = 1u << (3 * (frame.tagged ? frame.tci >> 13 : 0) + random_.below(3));
        break;
      case PoolGroup::kFctrl:
        flip = 1u << (one_in(5) ? 1 : random_.between(8, 10));
        break;
      case PoolGroup::kVlnctrl:
        flip = 1u << random_.between(28, 30);
        break;
      case PoolGroup::kMcstctrl:
        flip = 1u << random_.below(3);
        break;
      case PoolGroup::kVtCtl:
        flip = one_in(4) ? kVtEna : one_in(3) ? 1u << random_.between(7, 12) : 1u << random_.between(29, 30);
        break;
      case PoolGroup::kVfre:
        n = pool / 32;
        flip = 1u << (pool % 32);
        break;
      case PoolGroup::kMrqc:
        flip = one_in(2) ? 1u << random_.below(4) : 1u << random_.between(16, 24);
        break;
      case PoolGroup::kMta:
      case PoolGroup::kUta:
        n = now.hash_bit / 32;
        flip = 1u << (now.hash_bit % 32);
        break;
      case PoolGroup::kReta:
        n = (now.hash & 127) / 4;
        flip = 1u << (8 * (now.hash & 3) + random_.below(4));
        break;
      case PoolGroup::kRssrk:
        n = static_cast<unsigned>(random_.below(10));
        flip = 1u << random_.below(32);
        break;
      case PoolGroup::kVfta:
        n = vid / 32;
        flip = 1u << (vid % 32);
        break;
      case PoolGroup::kRar: {
        const unsigned entry =
            now.address >= 0 ? static_cast<unsigned>(now.address) : static_cast<unsigned>(random_.below(128));
        n = 2 * entry + (one_in(3) ? 0 : 1);
        flip = n % 2 == 0 || one_in(2) ? 1u << random_.below(16) : 1u << 31;
        break;
      }
      case PoolGroup::kMpsar:
        n = 2 * (now.address >= 0 ? static_cast<unsigned>(now.address)
                                  : static_cast<unsigned>(random_.below(128))) +
            pool / 32;
        flip = 1u << (pool % 32);
        break;
      case PoolGroup::kVmolr:
        n = pool;
        flip = 1u << random_.between(22, 28);
        break;
      case PoolGroup::kVlvf:
        n = now.vlan >= 0 ? static_cast<unsigned>(now.vlan) : static_cast<unsigned>(random_.below(64));
        flip = one_in(2) ? 1u << 31 : 1u << random_.below(12);
        if (now.vlan < 0) flip = (registers_.at(PoolGroup::kVlvf, n) ^ vid) & 0xFFF;
        break;
      case PoolGroup::kVlvfb:
      case PoolGroup::kNone:
        n = 2 * (now.vlan >= 0 ? static_cast<unsigned>(now.vlan) : static_cast<unsigned>(random_.below(64))) +
            pool / 32;
        flip = 1u << (pool % 32);
        break;
    }
    const bool bitmap = stressed_ && (aim.group == PoolGroup::kMpsar || aim.group == PoolGroup::kVlvfb);
    if (bitmap && one_in(2)) flip |= bits();
    const unsigned index = PoolRegisters::first_of(aim.group) + n;
    const std::uint32_t old = registers_.word(index);
    write.address = PoolRegisters::address_of(index);
    write.data = old ^ flip;
    registers_.write(index, write.data);
    registers_.predict(frame, then);
    registers_.write(index, old);
    if (!same_decision(frame, now, frame, then)) {
      if (changes != nullptr) *changes = true;
      break;
    }
  }
  if (changes != nullptr) return write;
  if (aim.to_other_word) {
    // Its value stays, so that the decision depends on the word that follows.
    const unsigned first = PoolRegisters::first_of(aim.group);
    const unsigned other =
        first + ((static_cast<unsigned>(PoolRegisters::index_of(write.address)) - first) ^ 1);
    return {0, PoolRegisters::address_of(other), registers_.word(other)};
  }
  if (one_in(12)) write.address = adjacent_address();
  return write;
}

}  // namespace ixsim::verify
