// Register writes of the stimulus: aimed at a frame, or to put the device into another state.
#include <algorithm>
#include <utility>

#include "verify/classifier_stimulus.h"
#include "verify/corner_values.h"
#include "verify/protocol_dictionary.h"

namespace ixsim::verify {
namespace {

constexpr RegisterGroup kMemories[] = {RegisterGroup::kMta, RegisterGroup::kReta, RegisterGroup::kRssrk,
                                       RegisterGroup::kVfta, RegisterGroup::kVftavind};

}  // namespace

// --- aimed writes
// -------------------------------------------------------------------------------------------

ClassifierStimulus::Aim ClassifierStimulus::aim_of(const std::vector<std::uint8_t>& frame, bool error,
                                                   std::int64_t edge) {
  Aim aim;
  aim.edge = edge;
  aim.group = static_cast<RegisterGroup>(random_.below(kRegisterGroups));
  aim.adjacent = one_in(10);
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
  if (!defined_ || options_.writes == WritePolicy::kQuiet || !now_and_then(phase_.aims)) return;
  Aim aim = aim_of(frame, error, last);
  const std::uint64_t choice = random_.below(10);
  if (choice < 4) {
    aim.edge = options_.stress && choice == 0 && one_in(2) ? last - 2 : last - 1;
  } else if (choice < 6) {
    aim.edge = last;
  } else if (choice < 9) {
    aim.edge = last + static_cast<std::int64_t>(random_.between(1, options_.latency));
  } else {
    aim.edge = one_in(2) ? first - 1 : first;
    aim.group = RegisterGroup::kVlnctrl;
    aim.vet = true;
  }
  if (aim.edge < edge_) return;
  // Both words of an entry, at consecutive edges.
  if (options_.stress && aim.group == RegisterGroup::kRar && aim.edge > edge_ && one_in(4)) {
    aims_.push_back(aim);
    aims_.back().to_other_word = true;
    aims_.back().edge = aim.edge - 1;
  }
  aims_.push_back(std::move(aim));
}

bool ClassifierStimulus::draw_write(const Aim& aim, Write& write) {
  ParsedFrame frame, other_frame;
  Prediction prediction, other;
  const ByteView head{aim.head.data(), aim.head.size()};
  const std::uint16_t vet = aim.vet ? tables_.vet() : aim.seen_vet;
  parse_frame(head, aim.length, aim.error, vet, frame);
  predict(frame, tables_, prediction);
  for (int attempt = 0; attempt < 4; ++attempt) {
    write = candidate(aim, frame, prediction);
    const int index = ClassifierTables::index_of(write.address);
    const std::uint32_t old = std::exchange(tables_.word(index), write.data);
    parse_frame(head, aim.length, aim.error, aim.vet ? tables_.vet() : vet, other_frame);
    predict(other_frame, tables_, other);
    tables_.word(index) = old;
    if (!same_decision(frame, prediction, other_frame, other)) return true;
  }
  return false;
}

ClassifierStimulus::Write ClassifierStimulus::make_up(const Aim& aim) {
  Write write{};
  draw_write(aim, write);
  if (aim.to_other_word) {
    // Its value stays, so that the decision depends on the word that follows.
    const int first = ClassifierTables::range(RegisterGroup::kRar).index;
    const int other = first + ((ClassifierTables::index_of(write.address) - first) ^ 1);
    return {ClassifierTables::address_of(other), tables_.word(other)};
  }
  if (aim.adjacent) write.address = adjacent_address(write.address);
  return write;
}

void ClassifierStimulus::take_back(const Write& write) {
  const int index = ClassifierTables::index_of(write.address);
  if (!options_.stress || options_.writes == WritePolicy::kQuiet || phase_.aims == 0 || index < 0 ||
      !one_in(4))
    return;
  Aim aim{};
  aim.edge = edge_ + 1;
  aim.given = Write{write.address, tables_.word(index)};
  aims_.push_back(std::move(aim));
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
      const unsigned addresses = CheckedSize::now().addresses;
      unsigned entry = static_cast<unsigned>(random_.below(addresses));
      if (v.hit >= 0) {
        entry = static_cast<std::uint8_t>(v.hit);
      } else {
        for (unsigned e = 0; e < addresses; ++e) {
          if (tables_.rar_address(e) == f.address) entry = e;
        }
      }
      n = 2 * entry + (one_in(3) ? 0 : 1);
      flip = n % 2 == 0 ? 1u << random_.below(32) : one_of({31, 31, 18, 19, 20, 21, 0, 7, 11, 15});
      if (CheckedSize::now().pools > 16 && n % 2 == 1 && one_in(4)) flip = one_of({22, 23});
      break;
    }
    case RegisterGroup::kMrqc:
      flip = one_of({0, 16, 17, 18, 19, 20, 21, 22, 23, 24});
      break;
    case RegisterGroup::kVmdCtl:
      flip = one_of({0, 0, 1, 1, 4, 5, 6, 7});
      if (CheckedSize::now().pools > 16 && one_in(4)) flip = one_of({8, 9});
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
  const int index = ClassifierTables::index(aim.group, n);
  return {ClassifierTables::address_of(index), tables_.word(index) ^ flip};
}

std::uint16_t ClassifierStimulus::adjacent_address(std::uint16_t address) {
  for (;;) {
    const auto adjacent = static_cast<std::uint16_t>(address ^ 1u << random_.between(2, 15));
    if (ClassifierTables::group_of(adjacent) == RegisterGroup::kNone) return adjacent;
  }
}

// --- register values
// ----------------------------------------------------------------------------------------

std::uint32_t ClassifierStimulus::random_single(RegisterGroup group) {
  if (options_.stress && random_.below(100) < options_.stress->corner_values) {
    const RegisterGroup other = kSingles[random_.below(std::size(kSingles))];
    return register_corner(random_, tables_.at(other));
  }
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
      std::uint32_t vet = one_in(12) ? random_data() & 0xFFFF : kVets[random_.below(std::size(kVets))];
      if (options_.stress && one_in(8)) vet = static_cast<std::uint32_t>(corner_value(random_, 16));
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
  if (one_in(24)) return corner_value(random_, 48);
  if (one_in(24)) return kDictionary[random_.below(kDictionary.size())].destination;
  const std::uint64_t choice = random_.below(16);
  if (choice < 9) return maker_.random_address(false);
  if (choice < 12) return maker_.random_address(true);
  if (choice < 13) return 0xFFFF'FFFF'FFFF;
  const unsigned addresses = CheckedSize::now().addresses;
  return tables_.rar_address((n + static_cast<unsigned>(random_.between(1, std::max(2u, addresses) - 1))) %
                             addresses);
}

void ClassifierStimulus::queue_receive_address(unsigned n) {
  const std::uint64_t wire = __builtin_bswap64(new_receive_address(n) << 16);
  const int index = ClassifierTables::index(RegisterGroup::kRar, 2 * n);
  // VMDq index and unused bits are random.
  const std::uint32_t unused = random_data() & 0x7FFF0000u;
  const std::uint32_t high =
      static_cast<std::uint32_t>(wire >> 32) | unused | std::uint32_t{!one_in(4)} << 31;
  queue(index, static_cast<std::uint32_t>(wire));
  queue(index + 1, high);
}

std::uint32_t ClassifierStimulus::table_data() {
  const std::uint64_t corners = options_.stress ? options_.stress->corner_values : 6;
  return random_.below(100) < corners ? static_cast<std::uint32_t>(corner_value(random_, 32)) : random_data();
}

void ClassifierStimulus::queue_table_word() {
  const ClassifierRange& range = ClassifierTables::range(kMemories[random_.below(std::size(kMemories))]);
  const std::uint32_t data = table_data();
  queue(range.index + static_cast<int>(random_.below(range.words)), data);
}

void ClassifierStimulus::queue_unused_address() {
  const auto index = static_cast<int>(random_.below(static_cast<std::uint64_t>(ClassifierTables::words())));
  std::uint16_t address = adjacent_address(ClassifierTables::address_of(index));
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
    queue_receive_address(static_cast<unsigned>(random_.below(CheckedSize::now().addresses)));
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
  complete_ = true;
  write_one_in_ = one_in(2) ? 1 : 2;
  if (one_in(2)) queue_safe_singles();
  std::vector<int> order;
  for (RegisterGroup group : kMemories) {
    const ClassifierRange& range = ClassifierTables::range(group);
    for (int n = 0; n < range.words; ++n) order.push_back(range.index + n);
  }
  for (int n = 0; n < static_cast<int>(CheckedSize::now().addresses); ++n) order.push_back(-1 - n);
  shuffle(order, random_);
  for (int index : order) {
    // An entry's address first, then the word with its valid bit.
    if (index < 0) {
      queue_receive_address(static_cast<unsigned>(-1 - index));
    } else {
      queue(index, table_data());
    }
  }
  // Writes that put the tables into effect come last.
  std::vector<RegisterGroup> singles(std::begin(kSingles), std::end(kSingles));
  shuffle(singles, random_);
  for (RegisterGroup group : singles) queue_single(group);
}

}  // namespace ixsim::verify
