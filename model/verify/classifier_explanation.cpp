#include "verify/classifier_explanation.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "verify/pool_explanation.h"
#include "verify/word_list.h"

namespace ixsim::verify {
namespace {

using Group = RegisterGroup;

// Writes in an item at edges in [from, to), the item's first edge being `start`.
template <typename Take>
void for_writes(const ClassifierItem& item, std::int64_t start, std::int64_t from, std::int64_t to,
                Take take) {
  for (const ClassifierItem::Write& write : item.writes) {
    const std::int64_t edge = start + write.at;
    if (edge >= from && edge < to) take(edge, write);
  }
}

// The effect of one write on the registers that a frame sees.
struct NearWrite {
  std::int64_t edge;
  ClassifierItem::Write write;
  std::uint32_t before;
};

// The field on which a prediction has no opinion.
constexpr const char* kNotPredicted = "ptype";

bool agrees(const Reading& reading, const ClassifierOutputs& out, ClassifierBlock block) {
  for (const FieldDifference& d : differences(reading.outputs, out, fields_of(block))) {
    if (d.field->name != std::string(kNotPredicted)) return false;
  }
  return true;
}

std::string malformed_text(const ParsedFrame& f) {
  return f.length < 14 ? fmt::format("dropped (1): {} bytes, fewer than 14", f.length)
                       : std::string("dropped (1): marked bad by tuser and FCTRL.SBP is 0");
}

std::string admit_text(const ParsedFrame& f, const Prediction& p) {
  switch (p.path) {
    case AdmitPath::kRarUnicast:
    case AdmitPath::kRarMulticast:
    case AdmitPath::kRarBroadcast:
      return fmt::format("admitted by RAR {}", p.hit);
    case AdmitPath::kBam:
      return "admitted by FCTRL.BAM, broadcast";
    case AdmitPath::kBroadcastMta:
      return fmt::format("admitted by MTA bit {:#x}, broadcast", p.mta_index);
    case AdmitPath::kMta0:
    case AdmitPath::kMta1:
    case AdmitPath::kMta2:
    case AdmitPath::kMta3:
      return fmt::format("admitted by MTA bit {:#x}, MCSTCTRL.MO {}", p.mta_index,
                         static_cast<int>(p.path) - static_cast<int>(AdmitPath::kMta0));
    case AdmitPath::kMpe:
      return "admitted by FCTRL.MPE, multicast";
    case AdmitPath::kUpe:
      return "admitted by FCTRL.UPE, unicast";
    case AdmitPath::kMissUnicast:
      return "dropped (2): no RAR has the address and FCTRL.UPE is 0";
    case AdmitPath::kMissMulticast:
      return fmt::format(
          "dropped (2): no RAR has the address, FCTRL.MPE is 0, and MTA bit {:#x} is 0 or MCSTCTRL.MFE is 0",
          p.mta_index);
    case AdmitPath::kMissBroadcast:
      return fmt::format(
          "dropped (2): broadcast, FCTRL.BAM is 0, and MTA bit {:#x} is 0 or MCSTCTRL.MFE is 0", p.mta_index);
    case AdmitPath::kMalformed:
      break;
  }
  return malformed_text(f);
}

std::string vlan_text(const ParsedFrame& f, const Prediction& p) {
  const unsigned vid = f.tci & 0xFFFu;
  switch (p.vlan) {
    case VlanResult::kUntagged:
      return f.tag_cut ? "untagged, the frame ends inside the tag" : "untagged";
    case VlanResult::kPass:
      return fmt::format("VLAN {} passes by VFTA", vid);
    case VlanResult::kMiss:
      return fmt::format("dropped (3): VFTA bit of VLAN {} is 0", vid);
    case VlanResult::kCfiMismatch:
      return fmt::format("dropped (3): CFI {} is not VLNCTRL.CFI, and VLNCTRL.CFIEN is 1", f.tci >> 12 & 1);
    case VlanResult::kFilterOff:
      return fmt::format("VLAN {}, filter off", vid);
  }
  return "";
}

std::string pool_text(const Prediction& p) {
  switch (p.vmdq_source) {
    case VmdqSource::kOff:
      return "";
    case VmdqSource::kHit:
      return fmt::format("VMDq {} by RAH.VIND of RAR {}", p.vmdq, p.hit);
    case VmdqSource::kDefaultByMac:
      return fmt::format("VMDq {} by the default of VMD_CTL, no RAR hit", p.vmdq);
    case VmdqSource::kNibble:
      return fmt::format("VMDq {} by VFTAVIND", p.vmdq);
    case VmdqSource::kDefaultByVlan:
      return fmt::format("VMDq {} by the default of VMD_CTL, untagged", p.vmdq);
  }
  return "";
}

std::string queue_text(const Prediction& p) {
  const bool rss = (p.mode & kModeRss) != 0, vmdq = (p.mode & kModeVmdq) != 0, dcb = (p.mode & kModeDcb) != 0;
  if (p.mode == 0) return "queue 0, no queue mode is on";
  const unsigned queues = CheckedSize::now().queues;
  if (queues != ClassifierSize().queues) {
    const char* const formula = dcb           ? "the class, then pool and RSS index"
                                : vmdq && rss ? "16 * vmdq + rss"
                                : vmdq        ? "vmdq"
                                              : "rss";
    return fmt::format("queue {} = {}, cut to {} queues", p.queue, formula, queues);
  }
  const char* const formula = dcb && vmdq && rss ? "{tc, vmdq[0], rss[1:0]}"
                              : dcb && vmdq      ? "{tc, vmdq[2:0]}"
                              : dcb && rss       ? "{tc, rss[2:0]}"
                              : dcb              ? "{tc, 000}"
                              : vmdq && rss      ? "{vmdq[1:0], rss}"
                              : vmdq             ? "{00, vmdq}"
                                                 : "{00, rss}";
  return fmt::format("queue {} = {}", p.queue, formula);
}

void list_words(const Reading& r, const ClassifierTables& tables, const RegistersInForce& registers,
                WordList& words) {
  const ParsedFrame& f = r.frame;
  const Prediction& p = r.l2;
  const auto at = [](Group group, unsigned n = 0) { return ClassifierTables::index(group, n); };
  words.whole(at(Group::kFctrl));
  if (p.hit >= 0) {
    words.whole(at(Group::kRar, static_cast<unsigned>(2 * p.hit)));
    words.whole(at(Group::kRar, static_cast<unsigned>(2 * p.hit + 1)));
  } else if ((f.address >> 40 & 1) != 0) {
    words.whole(at(Group::kMcstctrl));
    words.bit(at(Group::kMta, p.mta_index / 32u), p.mta_index % 32u);
  }
  if (p.drop == 2) return;
  words.whole(at(Group::kVlnctrl));
  if (registers.vet != tables.vet())
    words.line(fmt::format("VLNCTRL.VET = {:04x} at the first beat", registers.vet));
  const unsigned vid = f.tci & 0xFFFu;
  if (f.tagged && p.vlan != VlanResult::kFilterOff) words.bit(at(Group::kVfta, vid / 32), vid % 32);
  if (p.drop != 0) return;
  words.whole(at(Group::kVmdCtl));
  if (p.vmdq_source == VmdqSource::kNibble)
    words.nibble(at(Group::kVftavind, p.vftavind_index / 8u), p.vftavind_index % 8u);
  words.whole(at(Group::kRdrxctl));
  words.whole(at(Group::kRuppbmr));
  words.whole(at(Group::kMrqc));
  if (p.rss_type != 0) {
    const unsigned entry = p.hash & 127;
    words.nibble(at(Group::kReta, entry / 4), 2 * (entry % 4) + (p.upper_nibble ? 1 : 0));
    std::string key;
    for (unsigned i = 0; i < 10; ++i)
      key += fmt::format("{}{:08x}", i == 0 ? "" : " ", tables.at(Group::kRssrk, i));
    words.line("RSSRK[0..9] = " + key);
  }
}

std::string words_of(const Reading& r, const RegistersInForce& registers, std::uint64_t pools) {
  WordList words(registers.tables);
  if (r.outputs.drop == 1) {
    words.whole(registers.tables.index_of(ClassifierTables::range(Group::kFctrl).offset));
  } else if (const ClassifierTables* const tables = registers.tables.l2()) {
    list_words(r, *tables, registers, words);
  } else {
    list_words(r.frame, r.pools, *registers.tables.pools(), pools, words);
    if (registers.vet != registers.tables.vet())
      words.line(fmt::format("VLNCTRL.VET = {:04x} at the first beat", registers.vet));
  }
  return words.text();
}

// If the RTL's decision is that of other registers near in time: which write makes the difference.
std::string write_hint(const ClassifierDivergence& d, const RegistersInForce& registers,
                       const std::vector<NearWrite>& seen, const std::vector<NearWrite>& later) {
  const ByteView bytes{d.frame.data(), d.frame.size()};
  const auto line_about = [&](const NearWrite& near, const char* how) {
    return fmt::format(
        "  hint       the RTL decided as if the write of {} at edge {} had {}been seen (last beat {})\n",
        registers.tables.name_of(near.write.address), near.edge, how, d.last_beat);
  };
  for (const NearWrite& near : seen) {
    CheckedRegisters without = registers.tables;
    without.write(near.write.address, near.before);
    const std::uint16_t vet = near.edge < d.first_beat ? without.vet() : registers.vet;
    if (agrees(read_frame(bytes, d.error, without, vet), d.rtl, d.block)) return line_about(near, "not ");
  }
  for (const NearWrite& near : later) {
    CheckedRegisters with = registers.tables;
    with.write(near.write.address, near.write.data);
    if (agrees(read_frame(bytes, d.error, with, registers.vet), d.rtl, d.block) ||
        agrees(read_frame(bytes, d.error, with, with.vet()), d.rtl, d.block))
      return line_about(near, "");
  }
  return "";
}

constexpr std::int64_t kNearEdges = 200;

}  // namespace

RegistersInForce registers_in_force(ClassifierBlock block, ClassifierItemSource& items, std::int64_t first,
                                    std::int64_t last) {
  RegistersInForce registers{CheckedRegisters(block)};
  ClassifierItem item;
  for (std::int64_t start = 0; start < last && items.next(item); start += item.length()) {
    const bool reset = item.kind == ClassifierItem::Kind::kReset && item.edges > 0;
    for_writes(item, start, 0, last, [&](std::int64_t edge, const ClassifierItem::Write& write) {
      registers.tables.write(write.address, write.data);
      if (edge < first) registers.vet = registers.tables.vet();
    });
    if (reset) {
      registers.tables.reset();
      registers.vet = registers.tables.vet();
    }
  }
  return registers;
}

std::string rule_of(const Reading& reading, const CheckedRegisters& registers) {
  const ParsedFrame& frame = reading.frame;
  if (reading.outputs.drop == 1) return malformed_text(frame);
  if (registers.pools() != nullptr) return rule_of(frame, reading.pools, *registers.pools());
  const Prediction& p = reading.l2;
  std::string text = admit_text(frame, p);
  if (p.drop == 2) return text;
  const auto add = [&text](const std::string& part) {
    if (!part.empty()) text += "; " + part;
  };
  add(vlan_text(frame, p));
  if (p.drop != 0) return text;
  add(pool_text(p));
  if ((p.mode & kModeDcb) != 0)
    add(fmt::format("traffic class {} by {}", p.traffic_class,
                    frame.tagged ? "TCI[15:13]" : "default, untagged"));
  if ((p.mode & kModeRss) != 0)
    add(p.rss_type == 0 ? std::string("RSS type 0, no line of MRQC applies")
                        : fmt::format("RSS type {}, entry {:#x} of RETA, {} nibble", p.rss_type, p.hash & 127,
                                      p.upper_nibble ? "high" : "low"));
  add(queue_text(p));
  return text;
}

std::string explain(const Reading& reading, const RegistersInForce& registers, std::uint64_t pools) {
  std::string text = "  rule       ";
  for (const char c : rule_of(reading, registers.tables)) {
    text += c;
    if (c == ';') text += "\n            ";
  }
  return text + '\n' + words_of(reading, registers, pools);
}

std::string explain(const ClassifierDivergence& d, const ClassifierCheckOptions& options) {
  // Without a decision that was due no rule is broken but that of time.
  if (d.frame.empty() || !d.expected) return "";
  RegistersInForce registers = registers_in_force(d.block, *make_source(options), d.first_beat, d.last_beat);
  // Writes round the last beat, with what they replaced.
  std::vector<NearWrite> seen, later;
  {
    const std::unique_ptr<ClassifierItemSource> items = make_source(options);
    CheckedRegisters tables(d.block);
    ClassifierItem item;
    for (std::int64_t start = 0; start <= d.edge && items->next(item); start += item.length()) {
      for_writes(item, start, 0, d.edge + 1, [&](std::int64_t edge, const ClassifierItem::Write& write) {
        const int index = tables.index_of(write.address);
        if (index < 0) return;
        if (edge >= d.last_beat) {
          later.push_back({edge, write, tables.word(index)});
        } else if (edge >= d.last_beat - kNearEdges) {
          seen.insert(seen.begin(), NearWrite{edge, write, tables.word(index)});
        }
        tables.set(index, write.data);
      });
      if (item.kind == ClassifierItem::Kind::kReset && item.edges > 0) tables.reset();
    }
  }
  const Reading reading =
      read_frame({d.frame.data(), d.frame.size()}, d.error, registers.tables, registers.vet);
  if (!agrees(reading, *d.expected, d.block))
    return "  rule       none: the checker's own reading of the frame differs from the reference's\n";
  const std::uint64_t differing = d.expected->pools ^ (d.rtl.valid ? d.rtl.pools : 0);
  std::string text = explain(reading, registers, differing != 0 ? differing : d.expected->pools);
  if (d.rtl.valid) text += write_hint(d, registers, seen, later);
  return text;
}

std::string hex_dump(const std::vector<std::uint8_t>& bytes) {
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 32) {
    text += fmt::format("    {:04x} ", i);
    for (std::size_t k = i; k < std::min(i + 32, bytes.size()); ++k)
      text += fmt::format("{}{:02x}", k % 8 == 0 ? " " : "", bytes[k]);
    text += '\n';
  }
  return text;
}

}  // namespace ixsim::verify
