// Formats the rule of a decision, and lists the words on which it depends.
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

constexpr const char* kNoRule = "none: the checker's own reading of the frame differs from the reference's";

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

// Writes this near before a last beat may have been missed.
constexpr std::int64_t kNearEdges = 200;
// More than the writes that there can be from the first beat of a frame of 16 KiB to its decision.
constexpr std::size_t kChangesKept = 4'096;
constexpr std::uint16_t kVlnctrl = 0x5088;

}  // namespace

void RegisterHistory::write(std::int64_t edge, std::uint16_t address, std::uint32_t value) {
  const int index = tables_.index_of(address);
  if (index < 0) return;
  changes_.push_back({edge, index, address, tables_.word(index), value});
  if (changes_.size() > kChangesKept) changes_.pop_front();
  tables_.set(index, value);
}

void RegisterHistory::reset() {
  changes_.clear();
  tables_.reset();
}

RegistersInForce RegisterHistory::in_force(std::int64_t first_beat, std::int64_t last_beat) const {
  RegistersInForce registers{tables_};
  const int vlnctrl = tables_.index_of(kVlnctrl);
  auto change = changes_.rbegin();
  for (; change != changes_.rend() && change->edge >= last_beat; ++change)
    registers.tables.set(change->index, change->before);
  registers.vet = registers.tables.vet();
  for (; change != changes_.rend() && change->edge >= first_beat; ++change) {
    if (change->index == vlnctrl) registers.vet = static_cast<std::uint16_t>(change->before);
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

// If the RTL's decision is that of other registers near in time: which write makes the difference.
std::string RegisterHistory::write_hint(const ClassifierDivergence& d,
                                        const RegistersInForce& registers) const {
  const ByteView bytes{d.frame.data(), d.frame.size()};
  const auto line_about = [&](const Change& change, const char* how) {
    return fmt::format(
        "  hint       the RTL decided as if the write of {} at {} {} had {}been seen (last beat {})\n",
        name_of(change.address), d.simulated ? "MAC cycle" : "edge", change.edge, how, d.last_beat);
  };
  for (auto change = changes_.rbegin(); change != changes_.rend(); ++change) {
    if (change->edge >= d.last_beat) continue;
    if (change->edge < d.last_beat - kNearEdges) break;
    CheckedRegisters without = registers.tables;
    without.set(change->index, change->before);
    const std::uint16_t vet = change->edge < d.first_beat ? without.vet() : registers.vet;
    if (agrees(read_frame(bytes, d.error, without, vet), d.rtl, d.block)) return line_about(*change, "not ");
  }
  for (const Change& change : changes_) {
    if (change.edge < d.last_beat) continue;
    CheckedRegisters with = registers.tables;
    with.set(change.index, change.after);
    if (agrees(read_frame(bytes, d.error, with, registers.vet), d.rtl, d.block) ||
        agrees(read_frame(bytes, d.error, with, with.vet()), d.rtl, d.block))
      return line_about(change, "");
  }
  return "";
}

std::string RegisterHistory::rule(ByteView frame, bool error, std::int64_t first_beat, std::int64_t last_beat,
                                  const ClassifierOutputs& out) const {
  const RegistersInForce registers = in_force(first_beat, last_beat);
  const Reading reading = read_frame(frame, error, registers.tables, registers.vet);
  return agrees(reading, out, tables_.block()) ? rule_of(reading, registers.tables) : kNoRule;
}

std::string RegisterHistory::explain(const ClassifierDivergence& d) const {
  // Without a decision that was due no rule is broken but that of time.
  if (d.frame.empty() || !d.expected) return "";
  const RegistersInForce registers = in_force(d.first_beat, d.last_beat);
  const Reading reading =
      read_frame({d.frame.data(), d.frame.size()}, d.error, registers.tables, registers.vet);
  if (!agrees(reading, *d.expected, d.block)) return fmt::format("  rule       {}\n", kNoRule);
  const std::uint64_t differing = d.expected->pools ^ (d.rtl.valid ? d.rtl.pools : 0);
  std::string text = verify::explain(reading, registers, differing != 0 ? differing : d.expected->pools);
  if (d.rtl.valid) text += write_hint(d, registers);
  return text;
}

std::string explain(const ClassifierDivergence& d, const ClassifierCheckOptions& options) {
  const std::unique_ptr<ClassifierItemSource> items = make_source(options);
  RegisterHistory history(d.block);
  ClassifierItem item;
  for (std::int64_t start = 0; start <= d.edge && items->next(item); start += item.length()) {
    for (const ClassifierItem::Write& write : item.writes) {
      if (start + write.at <= d.edge) history.write(start + write.at, write.address, write.data);
    }
    // A decision at the edge of the reset itself is still made.
    if (item.kind == ClassifierItem::Kind::kReset && item.edges > 0 &&
        start + item.length() - item.edges < d.edge)
      history.reset();
  }
  return history.explain(d);
}

}  // namespace ixsim::verify
