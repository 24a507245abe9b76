#include "verify/classifier_stimulus.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace ixsim {
namespace {

constexpr RegisterGroup kSingles[] = {
    RegisterGroup::kRdrxctl, RegisterGroup::kFctrl, RegisterGroup::kVlnctrl, RegisterGroup::kMcstctrl,
    RegisterGroup::kRuppbmr, RegisterGroup::kMrqc,  RegisterGroup::kVmdCtl};
constexpr RegisterGroup kMemories[] = {RegisterGroup::kMta, RegisterGroup::kReta, RegisterGroup::kRssrk,
                                       RegisterGroup::kVfta, RegisterGroup::kVftavind};

template <typename Container>
void shuffle(Container& items, Random& random) {
  for (std::size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[random.below(i)]);
}

}  // namespace

ClassifierStimulus::ClassifierStimulus(StimulusOptions options)
    : options_(std::move(options)), random_(options_.seed), maker_(random_.fork()) {}

bool ClassifierStimulus::next(ClassifierItem& item) {
  while (ready_.empty()) {
    if (finished_) return false;
    if (!started_) {
      started_ = true;
      assert_reset();
      rewrite_all();
    } else if (frames_ >= options_.frames) {
      idle(options_.drain_edges + 80);
      finished_ = true;
    } else {
      scene();
    }
  }
  item = std::move(ready_.front());
  ready_.pop_front();
  return true;
}

void ClassifierStimulus::scene() {
  if (defined_ && reconfigure_in_-- == 0) reconfigure();
  if (options_.writes == WritePolicy::kQuiet && (!defined_ || one_in(8))) quiet_writes();
  const std::uint64_t choice = random_.below(512);
  if (choice == 0) {
    reset_scene();
  } else if (choice == 1) {
    burst(random_.between(16, 20), 60, 60);
  } else if (choice == 2) {
    burst(random_.between(4, 24), 1, 8);
  } else if (choice < 6) {
    idle(random_.between(options_.drain_edges, 300));
  } else if (choice < 40) {
    // A runt on the heels of a frame that may still be in the hash engine.
    make_frame();
    send(frame_, choose_gap());
    burst(random_.between(1, 2), 1, 24);
  } else {
    make_frame();
    send(frame_, choose_gap());
  }
}

// --- frames
// -------------------------------------------------------------------------------------------------

void ClassifierStimulus::make_frame() {
  if (!options_.captured.empty()) {
    frame_ = options_.captured[captured_at_];
    captured_at_ = (captured_at_ + 1) % options_.captured.size();
    return;
  }
  // Right after a reset the old receive addresses are the ones worth trying.
  maker_.make(!defined_ && one_in(2) ? before_reset_ : tables_, frame_);
}

void ClassifierStimulus::burst(std::uint64_t count, std::size_t shortest, std::size_t longest) {
  for (; count > 0 && frames_ < options_.frames; --count) {
    if (options_.captured.empty()) {
      maker_.make_sized(tables_, random_.between(shortest, longest), frame_);
    } else {
      make_frame();
    }
    send(frame_, 0, false);
  }
}

std::int64_t ClassifierStimulus::choose_gap() {
  const std::uint64_t choice = random_.below(32);
  if (choice < 18) return 0;
  if (choice < 23) return 1;
  if (choice < 29) return static_cast<std::int64_t>(random_.between(2, 9));
  if (choice < 30) return static_cast<std::int64_t>(random_.between(10, 20));
  return static_cast<std::int64_t>(options_.latency + random_.between(0, 24));
}

void ClassifierStimulus::choose_inner_gaps(std::size_t beats) {
  inner_gaps_.clear();
  if (beats < 2 || !one_in(8)) return;
  for (std::size_t at = 0; at + 1 < beats && inner_gaps_.size() < 4;) {
    at += one_in(2) ? random_.below(4) : random_.below(beats);
    if (at + 1 >= beats) break;
    const std::uint64_t edges = one_in(12) ? options_.latency + random_.below(20) : random_.between(1, 5);
    inner_gaps_.push_back({at, static_cast<std::int64_t>(edges)});
    at += 1;
  }
}

void ClassifierStimulus::send(const std::vector<std::uint8_t>& frame, std::int64_t gap, bool inner_gaps) {
  const std::size_t beats = (frame.size() + 7) / 8;
  inner_gaps_.clear();
  if (inner_gaps) choose_inner_gaps(beats);
  std::int64_t waiting = 0;
  for (const ClassifierItem::Pause& g : inner_gaps_) waiting += g.edges;
  const bool error = one_in(12);
  const std::int64_t first = edge_ + gap;
  const std::int64_t last = first + static_cast<std::int64_t>(beats) - 1 + waiting;
  aim_at(frame, error, first, last);
  idle(gap);
  begin_item(ClassifierItem::Kind::kFrame);
  item_.bytes = frame;
  item_.error = error;
  item_.pauses = inner_gaps_;
  pass(item_.length());
  end_item();
  last_end_ = edge_ - 1;
  ++frames_;
}

void ClassifierStimulus::send_cut(const std::vector<std::uint8_t>& frame) {
  const std::size_t beats = (frame.size() + 7) / 8;
  const std::size_t kept = beats < 2 ? 0 : random_.between(1, std::min<std::size_t>(beats - 1, 40));
  begin_item(ClassifierItem::Kind::kReset);
  item_.bytes.assign(frame.begin(), frame.begin() + static_cast<std::ptrdiff_t>(8 * kept));
  pass(static_cast<std::int64_t>(kept));
  assert_reset();
}

void ClassifierStimulus::idle(std::int64_t edges) {
  if (edges <= 0) return;
  begin_item(ClassifierItem::Kind::kIdle);
  item_.edges = edges;
  pass(edges);
  end_item();
}

void ClassifierStimulus::drain() { idle(last_end_ + options_.drain_edges + 1 - edge_); }

// --- items
// -------------------------------------------------------------------------------------------------

void ClassifierStimulus::begin_item(ClassifierItem::Kind kind) {
  item_ = {};
  item_.kind = kind;
  item_.noise = random_.next();
  item_start_ = edge_;
}

void ClassifierStimulus::pass(std::int64_t edges) {
  for (; edges > 0; --edges) {
    if (queued_.empty() && aims_.empty()) {
      edge_ += edges;
      return;
    }
    Write write;
    if (due_write(write)) put_write(write);
    ++edge_;
  }
}

void ClassifierStimulus::put_write(Write write) {
  const auto address = static_cast<std::uint16_t>((write.address & ~3u) | random_.below(4));
  item_.writes.push_back({edge_ - item_start_, address, write.data});
  const int index = ClassifierTables::index_of(write.address);
  if (index >= 0) tables_.word(index) = write.data;
}

bool ClassifierStimulus::due_write(Write& write) {
  for (std::size_t i = 0; i < aims_.size();) {
    if (aims_[i].edge > edge_) {
      ++i;
      continue;
    }
    const Aim aim = std::move(aims_[i]);
    aims_.erase(aims_.begin() + static_cast<std::ptrdiff_t>(i));
    if (aim.edge < edge_) continue;
    write = make_up(aim);
    return true;
  }
  if (queued_.empty()) return false;
  if (options_.writes == WritePolicy::kQuiet ? !in_quiet_ : !one_in(write_one_in_)) return false;
  write = queued_.front();
  queued_.pop_front();
  if (queued_.empty()) defined_ = true;
  return true;
}

// --- aimed writes
// -------------------------------------------------------------------------------------------

ClassifierStimulus::Aim ClassifierStimulus::aim_of(const std::vector<std::uint8_t>& frame, bool error,
                                                   std::int64_t edge) {
  Aim aim;
  aim.edge = edge;
  aim.group = static_cast<RegisterGroup>(random_.below(kRegisterGroups));
  aim.beside = one_in(10);
  aim.vet = false;
  aim.error = error;
  aim.seen_vet = tables_.vet();
  aim.length = static_cast<std::uint32_t>(frame.size());
  aim.head.assign(frame.begin(), frame.begin() + static_cast<std::ptrdiff_t>(
                                                     std::min<std::size_t>(frame.size(), kParsedBytes)));
  return aim;
}

void ClassifierStimulus::aim_at(const std::vector<std::uint8_t>& frame, bool error, std::int64_t first,
                                std::int64_t last) {
  if (!defined_ || options_.writes == WritePolicy::kQuiet || !one_in(3)) return;
  Aim aim = aim_of(frame, error, last);
  const std::uint64_t choice = random_.below(10);
  if (choice < 4) {
    aim.edge = last - 1;
  } else if (choice < 6) {
    aim.edge = last;
  } else if (choice < 9) {
    aim.edge = last + static_cast<std::int64_t>(random_.between(1, options_.latency));
  } else {
    aim.edge = one_in(2) ? first - 1 : first;
    aim.group = RegisterGroup::kVlnctrl;
    aim.vet = true;
  }
  if (aim.edge >= edge_) aims_.push_back(std::move(aim));
}

ClassifierStimulus::Write ClassifierStimulus::make_up(const Aim& aim) {
  ParsedFrame frame, other_frame;
  Prediction prediction, other;
  const ByteView head{aim.head.data(), aim.head.size()};
  const std::uint16_t vet = aim.vet ? tables_.vet() : aim.seen_vet;
  parse_frame(head, aim.length, aim.error, vet, frame);
  predict(frame, tables_, prediction);
  Write write{};
  for (int attempt = 0; attempt < 4; ++attempt) {
    write = candidate(aim, frame, prediction);
    const int index = ClassifierTables::index_of(write.address);
    const std::uint32_t old = std::exchange(tables_.word(index), write.data);
    parse_frame(head, aim.length, aim.error, aim.vet ? tables_.vet() : vet, other_frame);
    predict(other_frame, tables_, other);
    tables_.word(index) = old;
    if (!same_decision(frame, prediction, other_frame, other)) break;
  }
  if (aim.beside) write.address = address_beside(write.address);
  return write;
}

ClassifierStimulus::Write ClassifierStimulus::candidate(const Aim& aim, const ParsedFrame& f,
                                                        const Prediction& v) {
  const auto one_of = [this](std::initializer_list<unsigned> bits) {
    return 1u << bits.begin()[random_.below(bits.size())];
  };
  unsigned n = 0;
  std::uint32_t flip = 0;
  const unsigned vid = f.tci & 0xFFF;
  switch (aim.group) {
    case RegisterGroup::kRdrxctl:
      flip = 1u << 4;
      break;
    case RegisterGroup::kFctrl:
      flip = one_of({1, 8, 9, 10});
      break;
    case RegisterGroup::kVlnctrl:
      if (!aim.vet) {
        flip = one_of({28, 29, 30});
      } else {
        // The frame's own type becomes the VLAN Ethertype, or ceases to be.
        const std::uint32_t type = aim.length >= 14 ? load_be16(aim.head.data() + 12) : 0x8100;
        flip = type != tables_.vet() ? type ^ tables_.vet() : 1u << random_.below(16);
      }
      break;
    case RegisterGroup::kMcstctrl:
      flip = one_of({0, 1, 2, 2});
      break;
    case RegisterGroup::kRuppbmr:
      flip = 1u << 31;
      break;
    case RegisterGroup::kMta:
      n = v.mta_index / 32u;
      flip = 1u << (v.mta_index % 32);
      break;
    case RegisterGroup::kRar: {
      unsigned entry = static_cast<unsigned>(random_.below(16));
      if (v.hit >= 0) {
        entry = static_cast<std::uint8_t>(v.hit);
      } else {
        for (unsigned e = 0; e < 16; ++e) {
          if (tables_.rar_address(e) == f.address) entry = e;
        }
      }
      n = 2 * entry + (one_in(3) ? 0 : 1);
      flip = n % 2 == 0 ? 1u << random_.below(32) : one_of({31, 31, 18, 19, 20, 21, 0, 7, 11, 15});
      break;
    }
    case RegisterGroup::kMrqc:
      flip = one_of({0, 16, 17, 18, 19, 20, 21, 22, 23, 24});
      break;
    case RegisterGroup::kVmdCtl:
      flip = one_of({0, 0, 1, 1, 4, 5, 6, 7});
      break;
    case RegisterGroup::kReta:
      n = (v.hash & 127) / 4;
      flip = 1u << (8 * (v.hash & 3) + (v.upper_nibble ? 4 : 0) + random_.below(4));
      break;
    case RegisterGroup::kRssrk:
      n = static_cast<unsigned>(random_.below(one_in(2) ? 4 : 10));
      flip = 1u << random_.below(32);
      break;
    case RegisterGroup::kVfta:
      n = vid / 32;
      flip = 1u << (vid % 32);
      break;
    case RegisterGroup::kVftavind:
    case RegisterGroup::kNone:
      n = v.vftavind_index / 8u;
      flip = 1u << (4 * (v.vftavind_index % 8) + random_.below(4));
      break;
  }
  const int index = ClassifierTables::range(aim.group).index + static_cast<int>(n);
  return {ClassifierTables::address_of(index), tables_.word(index) ^ flip};
}

std::uint16_t ClassifierStimulus::address_beside(std::uint16_t address) {
  for (;;) {
    const auto beside = static_cast<std::uint16_t>(address ^ 1u << random_.between(2, 15));
    if (ClassifierTables::group_of(beside) == RegisterGroup::kNone) return beside;
  }
}

void ClassifierStimulus::quiet_writes() {
  drain();
  in_quiet_ = true;
  begin_item(ClassifierItem::Kind::kIdle);
  while (!queued_.empty()) pass(1);
  make_frame();
  for (std::uint64_t i = random_.below(4); i > 0; --i) {
    aims_.push_back(aim_of(frame_, false, edge_));
    aims_.back().vet = aims_.back().group == RegisterGroup::kVlnctrl && one_in(2);
    pass(1);
  }
  item_.edges = edge_ - item_start_;
  end_item();
  in_quiet_ = false;
  if (frames_ < options_.frames) send(frame_, static_cast<std::int64_t>(random_.below(2)));
}

// --- register values
// ----------------------------------------------------------------------------------------

std::uint32_t ClassifierStimulus::random_single(RegisterGroup group) {
  // Bits that the classifier does not use are noise.
  std::uint32_t value = random_data();
  const auto set = [&value](unsigned bit, bool on) {
    value = (value & ~(1u << bit)) | std::uint32_t{on} << bit;
  };
  switch (group) {
    case RegisterGroup::kRdrxctl:
      set(4, !one_in(4));
      break;
    case RegisterGroup::kRuppbmr:
      set(31, one_in(2));
      break;
    case RegisterGroup::kFctrl:
      set(8, one_in(4));
      set(9, one_in(2));
      break;
    case RegisterGroup::kVlnctrl: {
      constexpr std::uint32_t kVets[] = {0x8100, 0x8100, 0x8100, 0x8100, 0x8100,
                                         0x88A8, 0x9100, 0x0800, 0x86DD};
      const std::uint32_t vet = one_in(12) ? random_data() & 0xFFFF : kVets[random_.below(std::size(kVets))];
      value = (value & ~0xFFFFu) | vet;
      break;
    }
    case RegisterGroup::kMcstctrl:
      set(2, !one_in(5));
      break;
    case RegisterGroup::kMrqc: {
      const std::uint64_t choice = random_.below(4);
      if (choice == 0) value = (value & ~0x01FF0000u) | 1u << random_.between(16, 24);
      if (choice > 1) value |= 0x01FF0000u;
      set(0, !one_in(4));
      break;
    }
    default:
      break;
  }
  return value;
}

void ClassifierStimulus::queue_single(RegisterGroup group) {
  queue(ClassifierTables::range(group).index, random_single(group));
}

std::uint64_t ClassifierStimulus::new_receive_address(unsigned n) {
  if (!options_.captured.empty() && !one_in(4)) {
    const std::vector<std::uint8_t>& frame = options_.captured[random_.below(options_.captured.size())];
    if (frame.size() >= 6) return std::uint64_t{load_be32(frame.data())} << 16 | load_be16(frame.data() + 4);
  }
  const std::uint64_t choice = random_.below(16);
  if (choice < 9) return maker_.random_address(false);
  if (choice < 12) return maker_.random_address(true);
  if (choice < 13) return 0xFFFF'FFFF'FFFF;
  return tables_.rar_address((n + static_cast<unsigned>(random_.between(1, 15))) % 16);
}

void ClassifierStimulus::queue_receive_address(unsigned n) {
  const std::uint64_t wire = __builtin_bswap64(new_receive_address(n) << 16);
  const int index = ClassifierTables::range(RegisterGroup::kRar).index + 2 * static_cast<int>(n);
  // VMDq index and unused bits are random.
  const std::uint32_t high = static_cast<std::uint32_t>(wire >> 32) | (random_data() & 0x7FFF0000u) |
                             std::uint32_t{!one_in(4)} << 31;
  queue(index, static_cast<std::uint32_t>(wire));
  queue(index + 1, high);
}

void ClassifierStimulus::queue_table_word() {
  const ClassifierRange& range = ClassifierTables::range(kMemories[random_.below(std::size(kMemories))]);
  queue(range.index + static_cast<int>(random_.below(range.words)), random_data());
}

void ClassifierStimulus::queue_unused_address() {
  const auto index = static_cast<int>(random_.below(ClassifierTables::kWords));
  std::uint16_t address = address_beside(ClassifierTables::address_of(index));
  if (one_in(2)) {
    do {
      address = static_cast<std::uint16_t>(random_.below(0x10000) & ~3u);
    } while (ClassifierTables::group_of(address) != RegisterGroup::kNone);
  }
  queued_.push_back({address, random_data()});
}

void ClassifierStimulus::reconfigure() {
  reconfigure_in_ = random_.between(8, 48);
  write_one_in_ = std::uint64_t{1} << random_.below(4);
  if (!queued_.empty()) return;
  for (RegisterGroup group : kSingles) {
    if (!one_in(4)) queue_single(group);
  }
  for (std::uint64_t i = random_.below(8); i > 0; --i) queue_table_word();
  for (std::uint64_t i = random_.below(3); i > 0; --i) queue_unused_address();
  shuffle(queued_, random_);
  for (std::uint64_t i = random_.between(1, 4); i > 0; --i) {
    queue_receive_address(static_cast<unsigned>(random_.below(16)));
    if (one_in(2)) std::swap(queued_[queued_.size() - 1], queued_[queued_.size() - 2]);
  }
}

void ClassifierStimulus::queue_safe_singles() {
  // Values under which no undefined table is looked at.
  for (RegisterGroup group : kSingles) {
    if (one_in(2)) continue;
    std::uint32_t value = random_single(group);
    if (group == RegisterGroup::kVlnctrl) value &= ~(1u << 30);
    if (group == RegisterGroup::kMcstctrl) value &= ~4u;
    if (group == RegisterGroup::kMrqc) value &= ~1u;
    if (group == RegisterGroup::kVmdCtl) value &= ~2u;
    queue(ClassifierTables::range(group).index, value);
  }
}

void ClassifierStimulus::rewrite_all() {
  write_one_in_ = one_in(2) ? 1 : 2;
  if (one_in(2)) queue_safe_singles();
  std::vector<int> order;
  for (RegisterGroup group : kMemories) {
    const ClassifierRange& range = ClassifierTables::range(group);
    for (int n = 0; n < range.words; ++n) order.push_back(range.index + n);
  }
  for (int n = 0; n < 16; ++n) order.push_back(-1 - n);
  shuffle(order, random_);
  for (int index : order) {
    // An entry's address first, then the word with its valid bit.
    if (index < 0) {
      queue_receive_address(static_cast<unsigned>(-1 - index));
    } else {
      queue(index, random_data());
    }
  }
  // Writes that put the tables into effect come last.
  std::vector<RegisterGroup> singles(std::begin(kSingles), std::end(kSingles));
  shuffle(singles, random_);
  for (RegisterGroup group : singles) queue_single(group);
}

// --- resets
// -------------------------------------------------------------------------------------------------

// Without an open item of a cut frame the reset is an item by itself.
void ClassifierStimulus::assert_reset() {
  if (item_.kind != ClassifierItem::Kind::kReset) begin_item(ClassifierItem::Kind::kReset);
  queued_.clear();
  aims_.clear();
  before_reset_ = tables_;
  tables_.reset();
  defined_ = false;
  item_.edges = one_in(2) ? 1 : static_cast<std::int64_t>(random_.between(2, 20));
  pass(item_.edges);
  end_item();
  item_ = {};
  last_end_ = edge_ - 1 - options_.drain_edges;
}

void ClassifierStimulus::reset_scene() {
  const bool live = options_.writes == WritePolicy::kLive;
  make_frame();
  const auto write_some = [this] {
    drain();
    queued_.clear();
    begin_item(ClassifierItem::Kind::kIdle);
    for (std::uint64_t i = random_.between(1, 6); i > 0; --i) {
      const int index = one_in(2)
                            ? ClassifierTables::range(kSingles[random_.below(std::size(kSingles))]).index
                            : static_cast<int>(random_.below(ClassifierTables::kWords));
      put_write({ClassifierTables::address_of(index), random_data() | random_data()});
      ++edge_;
    }
    item_.edges = edge_ - item_start_;
    end_item();
    item_ = {};
  };
  switch (random_.below(5)) {
    case 0:
      drain();
      idle(static_cast<std::int64_t>(random_.between(1, 40)));
      assert_reset();
      break;
    case 1:
      send_cut(frame_);
      break;
    case 2:
      send(frame_, 0);
      idle(static_cast<std::int64_t>(random_.below(options_.latency)));
      assert_reset();
      break;
    case 3:
      write_some();
      idle(static_cast<std::int64_t>(random_.below(options_.latency)));
      assert_reset();
      break;
    default:
      // Random values, and a frame that may depend on them: only with every table defined.
      if (live && defined_) write_some();
      send(frame_, 0);
      make_frame();
      send_cut(frame_);
      break;
  }
  if (one_in(3)) idle(static_cast<std::int64_t>(random_.between(1, 30)));
  // Frames that meet nothing but reset values.
  for (std::uint64_t i = random_.below(6); i > 0 && frames_ < options_.frames; --i) {
    make_frame();
    send(frame_, choose_gap());
  }
  rewrite_all();
}

}  // namespace ixsim
