// Plays a base image and steps as items, and lists them as text.
#include "verify/classifier_sequence.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/plural.h"
#include "verify/classifier_explanation.h"

namespace ixsim::verify {
namespace {

using Group = RegisterGroup;

constexpr std::int64_t kIdleAfterImage = 80;  // idle clocks behind the image: beyond the longest latency
constexpr std::size_t kBytesShown = 512;

// The key that is published with the hash.
constexpr std::uint32_t kKey[] = {0xda565a6d, 0xc20e5b25, 0x3d256741, 0xb08fa343, 0xcb2bcad0,
                                  0xb4307bae, 0xa32dcb77, 0x0cf23080, 0x3bb7426a, 0xfa01acbe};
constexpr std::uint32_t kOpenFctrl = 0x0702;  // SBP, MPE, UPE, BAM
constexpr std::uint32_t kEveryHash = 0x01FF0001;

// Word i of RETA: neighbouring entries differ, and so do the nibbles of one.
std::uint32_t reta_word(unsigned i) {
  std::uint32_t word = 0;
  for (unsigned n = 4 * i; n < 4 * i + 4; ++n) word |= ((n & 15) | (15 - (n & 15)) << 4) << (8 * (n % 4));
  return word;
}

CheckedRegisters zero_tables() { return CheckedRegisters(ClassifierTables()); }

ClassifierTables open_l2() {
  ClassifierTables tables;
  tables.at(Group::kFctrl) = kOpenFctrl;
  return tables;
}

ClassifierTables hash_l2() {
  ClassifierTables tables = open_l2();
  for (unsigned i = 0; i < 10; ++i) tables.at(Group::kRssrk, i) = kKey[i];
  for (unsigned i = 0; i < 32; ++i) tables.at(Group::kReta, i) = reta_word(i);
  tables.at(Group::kMrqc) = kEveryHash;
  return tables;
}

ClassifierTables pools_l2() {
  ClassifierTables tables = hash_l2();
  tables.at(Group::kFctrl) = 0x0002;
  for (unsigned n = 0; n < CheckedSize::now().addresses; ++n) {
    tables.at(Group::kRar, 2 * n) = 0x00000002;  // 02:00:00:00:00:n
    tables.at(Group::kRar, 2 * n + 1) = 0x80000000 | n << 18 | n << 8;
  }
  tables.at(Group::kMcstctrl) = 4;
  for (unsigned i = 0; i < 128; ++i) {
    tables.at(Group::kMta, i) = 0xAAAAAAAA;
    tables.at(Group::kVfta, i) = 0xFFFFFFFF;
  }
  for (unsigned i = 0; i < 512; ++i) {
    for (unsigned k = 0; k < 8; ++k) tables.at(Group::kVftavind, i) |= ((i + 3 * k) & 15) << (4 * k);
  }
  tables.at(Group::kVlnctrl) = 0x40008100;
  tables.at(Group::kVmdCtl) = 0x3;
  return tables;
}

// The pool classifier's registers in the same four steps.
class PoolImage {
 public:
  PoolImage& open() {
    put(PoolGroup::kFctrl, kOpenFctrl);
    return *this;
  }
  PoolImage& hash() {
    for (unsigned i = 0; i < 10; ++i) put(PoolGroup::kRssrk, kKey[i], i);
    for (unsigned i = 0; i < 32; ++i) put(PoolGroup::kReta, reta_word(i), i);
    put(PoolGroup::kMrqc, kEveryHash);
    return *this;
  }
  PoolImage& pools() {
    put(PoolGroup::kFctrl, 2);
    for (unsigned n = 0; n < 128; ++n) {
      put(PoolGroup::kRar, 0x00000002, 2 * n);  // 02:00:00:00:00:n
      put(PoolGroup::kRar, 0x80000000 | n << 8, 2 * n + 1);
      put(PoolGroup::kMpsar, 1u << (n % 32), 2 * n + (n / 32) % 2);
      put(PoolGroup::kMta, 0xAAAAAAAA, n);
      put(PoolGroup::kUta, 0xAAAAAAAA, n);
      put(PoolGroup::kVfta, 0xFFFFFFFF, n);
    }
    for (unsigned n = 0; n < 64; ++n) {
      put(PoolGroup::kVlvf, 0x80000000 | n, n);
      put(PoolGroup::kVlvfb, 1u << (n % 32), 2 * n + n / 32);
      put(PoolGroup::kVmolr, 1u << 24, n);  // AUPE
    }
    put(PoolGroup::kMcstctrl, 4);
    put(PoolGroup::kVfre, 0xFFFFFFFF, 0);
    put(PoolGroup::kVfre, 0xFFFFFFFF, 1);
    put(PoolGroup::kRtrup2tc, 0xFAC688);
    put(PoolGroup::kVtCtl, 0x40000001);  // REPLEN, VT_ENA
    return *this;
  }
  CheckedRegisters tables() const { return CheckedRegisters(registers_); }

 private:
  void put(PoolGroup group, std::uint32_t value, unsigned n = 0) {
    registers_.write(PoolRegisters::first_of(group) + n, value);
  }
  PoolRegisters registers_;
};

std::string pause_text(const ClassifierItem& item) {
  std::string text;
  for (const ClassifierItem::Pause& pause : item.pauses)
    text += fmt::format(", {} idle behind beat {}", pause.edges, pause.beat);
  return text;
}

}  // namespace

const std::vector<BaseImage>& base_images(ClassifierBlock block) {
  static const std::vector<BaseImage> l2 = {
      {"zero", "every word 0, VLNCTRL 00008100", zero_tables},
      {"open", "as zero, FCTRL = 00000702 (SBP, MPE, UPE, BAM)", [] { return CheckedRegisters(open_l2()); }},
      {"hash", "as open, published RSS key, MRQC = 01ff0001, RETA entry i = {15 - i%16, i%16}",
       [] { return CheckedRegisters(hash_l2()); }},
      {"pools",
       "as hash, FCTRL = 00000002, RAR n = 02:00:00:00:00:n with VIND n, MCSTCTRL = 4, MTA aaaaaaaa, VFTA "
       "ffffffff, "
       "VFTAVIND[i] nibble k = (i + 3k)%16, VLNCTRL = 40008100, VMD_CTL = 3",
       [] { return CheckedRegisters(pools_l2()); }}};
  static const std::vector<BaseImage> pools = {
      {"zero", "every word 0, VLNCTRL 00008100", [] { return PoolImage().tables(); }},
      {"open", "as zero, FCTRL = 00000702 (SBP, MPE, UPE, BAM)", [] { return PoolImage().open().tables(); }},
      {"hash", "as open, published RSS key, MRQC = 01ff0001, RETA entry i = i%16",
       [] { return PoolImage().open().hash().tables(); }},
      {"pools",
       "as hash, FCTRL = 00000002, RAR n = 02:00:00:00:00:n with MPSAR of pool n%64, MCSTCTRL = 4, MTA and "
       "UTA "
       "aaaaaaaa, VFTA ffffffff, VLVF n = VLAN n with VLVFB of pool n, VMOLR = 01000000 (AUPE), VFRE "
       "ffffffff, "
       "RTRUP2TC = 00fac688, VT_CTL = 40000001 (REPLEN, VT_ENA)",
       [] { return PoolImage().open().hash().pools().tables(); }}};
  return block == ClassifierBlock::kPools ? pools : l2;
}

const BaseImage* find_image(const std::string& name, ClassifierBlock block) {
  for (const BaseImage& image : base_images(block)) {
    if (name == image.name) return &image;
  }
  return nullptr;
}

std::size_t ClassifierSequence::frames() const {
  return static_cast<std::size_t>(std::count_if(steps.begin(), steps.end(), [](const ClassifierStep& step) {
    return step.item.kind == ClassifierItem::Kind::kFrame;
  }));
}

std::size_t ClassifierSequence::writes() const {
  std::size_t count = 0;
  for (const ClassifierStep& step : steps) count += step.item.writes.size();
  return count;
}

std::int64_t ClassifierSequence::edges() const {
  std::int64_t total =
      drain + (image == nullptr ? 0 : 1 + CheckedRegisters(block).words_in_use() + kIdleAfterImage);
  for (const ClassifierStep& step : steps)
    total += step.item.length() * static_cast<std::int64_t>(step.times);
  return total;
}

ClassifierItem image_item(const CheckedRegisters& tables) {
  ClassifierItem item;
  for (const bool last : {false, true}) {
    for (int index = 0; index < tables.words(); ++index) {
      if (tables.in_use(index) && tables.enables(index) == last)
        item.writes.push_back({item.edges++, tables.address_of(index), tables.word(index)});
    }
  }
  return item;
}

std::unique_ptr<ClassifierItemSource> play(const ClassifierSequence& sequence) {
  class Player final : public ClassifierItemSource {
   public:
    explicit Player(const ClassifierSequence& sequence) : sequence_(sequence) {
      if (sequence.image == nullptr) return;
      ClassifierItem reset;
      reset.kind = ClassifierItem::Kind::kReset;
      reset.edges = 1;
      prologue_.push_back(reset);
      prologue_.push_back(image_item(sequence.image->tables()));
      prologue_.back().edges += kIdleAfterImage;
    }
    bool next(ClassifierItem& item) override {
      if (prologue_at_ < prologue_.size()) {
        item = prologue_[prologue_at_++];
        return true;
      }
      while (at_ < sequence_.steps.size() && done_ >= sequence_.steps[at_].times) {
        ++at_;
        done_ = 0;
      }
      if (at_ == sequence_.steps.size()) {
        if (drained_ || sequence_.drain == 0) return false;
        drained_ = true;
        item = ClassifierItem();
        item.edges = sequence_.drain;
        return true;
      }
      ++done_;
      item = sequence_.steps[at_].item;
      return true;
    }

   private:
    const ClassifierSequence& sequence_;
    std::vector<ClassifierItem> prologue_;
    std::size_t prologue_at_ = 0;
    std::size_t at_ = 0;
    std::uint64_t done_ = 0;
    bool drained_ = false;
  };
  return std::make_unique<Player>(sequence);
}

std::string describe(const ClassifierSequence& sequence) {
  const CheckedRegisters names(sequence.block);
  std::string text;
  if (sequence.image != nullptr)
    text += fmt::format("    reset, then tables `{}`: {}\n", sequence.image->name, sequence.image->meaning);
  for (const ClassifierStep& step : sequence.steps) {
    const ClassifierItem& item = step.item;
    const std::string times = step.times == 1 ? "" : fmt::format("repeat {} x ", step.times);
    if (item.kind == ClassifierItem::Kind::kIdle && item.writes.empty()) {
      text += fmt::format("    {}idle {}\n", times, item.edges);
    } else if (item.kind == ClassifierItem::Kind::kIdle) {
      text += fmt::format("    {}{} clock{} with\n", times, item.edges, plural(item.edges));
    } else if (item.kind == ClassifierItem::Kind::kReset) {
      text += fmt::format("    {}rst for {} clock{}{}{}\n", times, item.edges, plural(item.edges),
                          item.bytes.empty() ? "" : fmt::format(", behind {} beats of a frame", item.beats()),
                          pause_text(item));
      text += hex_dump(item.bytes);
    } else {
      text += fmt::format("    {}frame of {} bytes, {} beats{}{}\n", times, item.bytes.size(), item.beats(),
                          item.error ? ", tuser 1" : "", pause_text(item));
      std::vector<std::uint8_t> shown = item.bytes;
      shown.resize(std::min(shown.size(), kBytesShown));
      text += hex_dump(shown);
      if (shown.size() != item.bytes.size()) text += "      ...\n";
    }
    for (const ClassifierItem::Write& write : item.writes) {
      text += fmt::format("      write {} ({:05x}) = {:08x} at its clock {}\n", names.name_of(write.address),
                          write.address & ~3u, write.data, write.at);
    }
  }
  return text;
}

}  // namespace ixsim::verify
