// The bins, and the assignment of a frame, a write or a reset to bins.
#include "verify/classifier_coverage.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include <fmt/format.h>

#include "verify/classifier_coverage_exclusions.h"

namespace ixsim::verify {
namespace {

constexpr const char* kGroupNames[kCoverageGroups] = {
    "admit", "rar",   "mta",        "vfta",     "vlan",           "vftavind", "vmdq",
    "queue", "rss",   "mrqc",       "parser",   "length",         "spacing",  "writes",
    "reset", "error", "admit_vlan", "rss_mode", "length_spacing", "tc_mode"};
constexpr const char* kModeNames[8] = {"none", "rss",     "vmdq",     "vmdq_rss",
                                       "dcb",  "dcb_rss", "dcb_vmdq", "all"};
constexpr const char* kPathNames[14] = {"rar_unicast",    "rar_multicast", "rar_broadcast", "bam",
                                        "broadcast_mta",  "mta_mo0",       "mta_mo1",       "mta_mo2",
                                        "mta_mo3",        "mpe",           "upe",           "miss_unicast",
                                        "miss_multicast", "miss_broadcast"};
constexpr const char* kVlanNames[5] = {"untagged", "pass", "miss", "cfi_mismatch", "filter_off"};
constexpr const char* kLengthClassNames[7] = {"1-13",  "14-24",   "25-59",    "60",
                                              "61-64", "65-1518", "1519-9018"};
constexpr const char* kGapNames[5] = {"0", "1", "2-9", "10-L", "over_L"};

// Order of the bins of the groups that are no plain product.
struct RarBins {  // hits come first
  unsigned equal = CheckedSize::now().addresses, invalid = equal + 1, bit_off = equal + 2,
           entry_off = equal + 50;
};
enum VlanBin : unsigned {
  kVlanUntagged,
  kVlanPass,
  kVlanMiss,
  kVlanCfiMismatch,
  kVlanCfiMatch,
  kVlanFilterOff,
  kVlanVid0,
  kVlanVid4095,
  kVlanDoubleTag,
  kVlanOtherVet,
  kVlanVetIpv4,
  kVlanCut
};
enum ParserBin : unsigned {
  kParserIhlShort = 0,  // then IHL 5 to 15
  kParserVersion = 12,
  kParserFragment = 18,
  kParserHeaders = 20,
  kParserNext = 25,  // eight kinds at three positions
  kParserMobility = 49,
  kParserBoth = 56,
  kParserTwoHome,
  kParserTwoRouting,
  kParserWindow248Short,
  kParserWindow252,
  kParserWindow256,
  kParserWindowBeyond,
  kParserCut  // 24 round each kind of header end
};
enum LengthBin : unsigned { kLengthBytes = 0, kLengthClass = 24, kLengthKeep = 30 };
enum SpacingBin : unsigned { kSpacingGap = 0, kSpacingInner = 5, kSpacingMinimumRun = 10, kSpacingRunt = 11 };
enum ResetBin : unsigned { kResetIdle, kResetInFrame, kResetDecision, kResetWrite };

unsigned length_class(std::uint32_t n) {
  return n < 14 ? 0 : n < 25 ? 1 : n < 60 ? 2 : n == 60 ? 3 : n < 65 ? 4 : n < 1519 ? 5 : 6;
}

unsigned next_header_kind(std::uint8_t next) {
  constexpr std::uint8_t kKinds[] = {0, 43, 60, 44, 50, 51, 59};
  return static_cast<unsigned>(std::find(std::begin(kKinds), std::end(kKinds), next) - std::begin(kKinds));
}

}  // namespace

const char* ClassifierCoverage::group_name(CoverageGroup group) {
  return kGroupNames[static_cast<int>(group)];
}

ClassifierCoverage::ClassifierCoverage(const CoverageSettings& settings) : settings_(settings) {
  add_bins();
  for (CoverageBin& bin : bins_) bin.excluded = coverage_exclusion(bin, settings_);
}

void ClassifierCoverage::add(CoverageGroup group, std::string name) {
  std::size_t& first = first_[static_cast<std::size_t>(group)];
  if (bins_.empty() || bins_.back().group != group) first = bins_.size();
  CoverageBin bin;
  bin.group = group;
  bin.index = static_cast<std::uint16_t>(bins_.size() - first);
  bin.name = std::string(group_name(group)) + "/" + std::move(name);
  bins_.push_back(std::move(bin));
}

void ClassifierCoverage::add_bins() {
  using G = CoverageGroup;
  for (const char* path : kPathNames) add(G::kAdmit, path);

  const unsigned addresses = CheckedSize::now().addresses, queues = CheckedSize::now().queues;
  for (unsigned n = 0; n < addresses; ++n) add(G::kRar, fmt::format("hit_{}", n));
  add(G::kRar, "two_equal");
  add(G::kRar, "equal_but_not_valid");
  for (int n = 0; n < 48; ++n) add(G::kRar, fmt::format("bit_{}_off", n));
  for (unsigned n = 0; n < addresses; ++n) add(G::kRar, fmt::format("entry_{}_one_bit_off", n));

  for (G group : {G::kMta, G::kVfta}) {
    for (int b = 0; b < 32; ++b) {
      add(group, fmt::format("bit_{}_clear", b));
      add(group, fmt::format("bit_{}_set", b));
    }
  }

  for (const char* name : {"untagged", "pass", "miss", "cfi_mismatch", "cfi_match", "filter_off", "vid_0",
                           "vid_4095", "double_tag", "vet_not_8100", "vet_0800", "ends_inside_tag"}) {
    add(G::kVlan, name);
  }
  for (int bank = 0; bank < 4; ++bank) {
    for (int nibble = 0; nibble < 8; ++nibble)
      add(G::kVftavind, fmt::format("bank_{}_nibble_{}", bank, nibble));
  }
  for (const char* source : {"off", "hit", "default_by_mac", "nibble", "default_by_vlan"}) {
    for (const char* mode : kModeNames) add(G::kVmdq, fmt::format("{}_in_{}", source, mode));
  }

  for (unsigned q = 0; q < queues; ++q) add(G::kQueue, fmt::format("queue_{}", q));
  for (int tc = 0; tc < 8; ++tc) add(G::kQueue, fmt::format("tc_{}", tc));
  for (int byte = 0; byte < 4; ++byte) {
    add(G::kQueue, fmt::format("reta_byte_{}_low", byte));
    add(G::kQueue, fmt::format("reta_byte_{}_high", byte));
  }
  for (const char* mode : kModeNames) add(G::kQueue, fmt::format("rss_type_0_in_{}", mode));

  for (int type = 0; type < 10; ++type) {
    for (const char* tag : {"untagged", "tagged"}) {
      for (const char* extra : {"plain", "extra"})
        add(G::kRss, fmt::format("type_{}_{}_{}", type, tag, extra));
    }
  }
  for (int bit = 16; bit < 25; ++bit) {
    for (const char* protocol : {"ipv4_tcp", "ipv4_udp", "ipv4_any", "ipv6_tcp", "ipv6_udp", "ipv6_any"}) {
      add(G::kMrqc, fmt::format("only_bit_{}_{}", bit, protocol));
    }
  }

  add(G::kParser, "ihl_under_5");
  for (int ihl = 5; ihl < 16; ++ihl) add(G::kParser, fmt::format("ihl_{}", ihl));
  for (const char* name :
       {"ipv4_type_version_4", "ipv4_type_version_6", "ipv4_type_version_other", "ipv6_type_version_6",
        "ipv6_type_version_4", "ipv6_type_version_other", "first_fragment", "later_fragment", "headers_0",
        "headers_1", "headers_2", "headers_3", "headers_4_or_more"}) {
    add(G::kParser, name);
  }
  for (int position = 1; position < 4; ++position) {
    for (const char* kind : {"0", "43", "60", "44", "50", "51", "59", "other"}) {
      add(G::kParser, fmt::format("next_header_{}_at_{}", kind, position));
    }
  }
  for (const char* name :
       {"home_good", "home_cut", "home_misplaced", "routing_good", "routing_cut", "routing_wrong_length",
        "routing_wrong_type", "home_and_routing", "two_home", "two_routing", "l4_at_248_cut",
        "l4_at_248_just_there", "l4_at_248_window_full", "l4_beyond_window"}) {
    add(G::kParser, name);
  }
  for (const char* end : {"ipv4", "ipv6", "extension"}) {
    for (int cut = -12; cut < 12; ++cut) add(G::kParser, fmt::format("cut_at_{}_end{:+}", end, cut));
  }

  for (int n = 1; n < 25; ++n) add(G::kLength, fmt::format("{}", n));
  for (const char* name : {"25-59", "60", "61-64", "65-1518", "1519-9018", "over_9018"})
    add(G::kLength, name);
  for (int lanes = 1; lanes < 9; ++lanes) add(G::kLength, fmt::format("last_lanes_{}", lanes));

  for (const char* gap : kGapNames) add(G::kSpacing, fmt::format("gap_{}", gap));
  for (const char* place : {"0", "1", "2", "3", "later"})
    add(G::kSpacing, fmt::format("gap_behind_beat_{}", place));
  add(G::kSpacing, "16_minimum_frames_in_a_row");
  for (int beats = 1; beats < 4; ++beats) {
    add(G::kSpacing, fmt::format("runt_of_{}_beats_behind_ipv6_hash", beats));
  }

  for (const ClassifierRange& range : kRegisterRanges) {
    for (const char* when : {"before_last_beat", "at_last_beat", "after_last_beat"}) {
      add(G::kWrites, fmt::format("{}_{}", range.name, when));
    }
  }
  add(G::kWrites, "VET_before_first_beat");
  add(G::kWrites, "VET_at_first_beat");
  for (const ClassifierRange& range : kRegisterRanges)
    add(G::kWrites, fmt::format("one_bit_off_{}", range.name));
  for (unsigned k = 1; k <= kWritesOffsets; ++k) add(G::kWrites, fmt::format("{}_after_last_beat", k));

  for (const char* name : {"idle", "inside_frame", "decision_pending", "write_pending"}) add(G::kReset, name);
  for (const char* user : {"good", "error"}) {
    for (const char* sbp : {"sbp_off", "sbp_on"}) {
      for (const char* match : {"match", "none"}) add(G::kError, fmt::format("{}_{}_{}", user, sbp, match));
    }
  }

  for (const char* path : kPathNames) {
    for (const char* vlan : kVlanNames) add(G::kAdmitVlan, fmt::format("{}_{}", path, vlan));
  }
  for (int type = 0; type < 10; ++type) {
    for (const char* mode : kModeNames) add(G::kRssMode, fmt::format("type_{}_in_{}", type, mode));
  }
  for (const char* length : kLengthClassNames) {
    for (const char* gap : kGapNames) add(G::kLengthSpacing, fmt::format("{}_gap_{}", length, gap));
  }
  for (int tc = 0; tc < 8; ++tc) {
    for (const char* mode : kModeNames) add(G::kTcMode, fmt::format("tc_{}_in_{}", tc, mode));
  }
}

std::size_t ClassifierCoverage::total() const {
  return static_cast<std::size_t>(
      std::count_if(bins_.begin(), bins_.end(), [](const CoverageBin& b) { return b.excluded == nullptr; }));
}

std::size_t ClassifierCoverage::hit() const {
  return static_cast<std::size_t>(std::count_if(
      bins_.begin(), bins_.end(), [](const CoverageBin& b) { return b.excluded == nullptr && b.hits != 0; }));
}

std::vector<CoverageLine> ClassifierCoverage::lines() const {
  std::vector<CoverageLine> lines;
  for (const CoverageBin& bin : bins_)
    lines.push_back({group_name(bin.group), &bin.name, bin.hits, bin.excluded});
  return lines;
}

std::vector<const CoverageBin*> ClassifierCoverage::wrongly_excluded() const {
  std::vector<const CoverageBin*> result;
  for (const CoverageBin& bin : bins_) {
    if (bin.excluded != nullptr && bin.hits != 0) result.push_back(&bin);
  }
  return result;
}

// --- ports
// --------------------------------------------------------------------------------------------------

void ClassifierCoverage::sample_reset() {
  if (!std::exchange(in_reset_, true)) {
    const bool decision = last_end_ + settings_.latency >= edge_;
    const bool write = write_edge_ + settings_.latency >= edge_;
    if (open_) hit(CoverageGroup::kReset, kResetInFrame);
    if (decision) hit(CoverageGroup::kReset, kResetDecision);
    if (write) hit(CoverageGroup::kReset, kResetWrite);
    if (!open_ && !decision && !write) hit(CoverageGroup::kReset, kResetIdle);
  }
  tables_.reset();
  open_ = false;
  clean_start_ = false;
  minimum_run_ = 0;
  write_edge_ = last_end_ = -1'000'000;
  for (Recent& recent : recent_) recent.last_edge = -1'000'000;
}

void ClassifierCoverage::sample_beat(const ClassifierInputs& in) {
  in_reset_ = false;
  if (!open_) {
    open_ = true;
    beats_ = 0;
    inner_gaps_ = 0;
    first_edge_ = edge_;
    vet_ = vet_before_ = vet_at_first_ = tables_.vet();
    const int vlnctrl = ClassifierTables::range(RegisterGroup::kVlnctrl).index;
    if (write_edge_ == edge_ - 1 && write_index_ == vlnctrl)
      vet_before_ = static_cast<std::uint16_t>(write_old_);
    if (in.wr_en && ClassifierTables::index_of(in.wr_addr) == vlnctrl) {
      vet_at_first_ = static_cast<std::uint16_t>(in.wr_data);
    }
    gap_known_ = clean_start_;
    const std::int64_t gap = edge_ - last_end_ - 1;
    no_gap_ = gap_known_ && gap == 0;
    gap_class_ = gap < 2                    ? static_cast<std::uint32_t>(gap)
                 : gap < 10                 ? 2
                 : gap <= settings_.latency ? kGapTenToLatency
                                            : 4;
  } else if (last_beat_edge_ != edge_ - 1) {
    inner_gaps_ |= 1u << std::min(beats_ - 1, 4u);
  }
  last_beat_edge_ = edge_;
  const std::size_t at = std::size_t{8} * beats_++;
  if (at < head_.size()) std::memcpy(head_.data() + at, &in.tdata, 8);
  if (in.tlast) sample_frame(in);
}

void ClassifierCoverage::sample_write(const ClassifierInputs& in) {
  in_reset_ = false;
  const RegisterGroup group = ClassifierTables::group_of(in.wr_addr);
  if (group == RegisterGroup::kNone) {
    for (unsigned bit = 2; bit < 16; ++bit) {
      const auto near = ClassifierTables::group_of(static_cast<std::uint16_t>(in.wr_addr ^ 1u << bit));
      if (near != RegisterGroup::kNone)
        hit(CoverageGroup::kWrites, kWritesAdjacentBins + static_cast<unsigned>(near));
    }
    return;
  }
  const int index = ClassifierTables::index_of(in.wr_addr);
  const std::uint32_t old = tables_.word(index);
  // Frames that must not see this write, and would be decided otherwise if they did.
  const unsigned first_bin = 3 * static_cast<unsigned>(group);
  for (const Recent& recent : recent_) {
    const std::int64_t offset = edge_ - recent.last_edge;
    if (offset < 0 || offset > settings_.latency) continue;
    const unsigned bin = first_bin + (offset == 0 ? 1 : 2);
    const bool offset_bin = offset >= 1 && offset <= static_cast<std::int64_t>(kWritesOffsets);
    const unsigned at = kWritesOffsetBins + static_cast<unsigned>(offset_bin ? offset - 1 : 0);
    if (seen(CoverageGroup::kWrites, bin) && (!offset_bin || seen(CoverageGroup::kWrites, at))) continue;
    Prediction before, after;
    predict(recent.frame, tables_, before);
    if (!same_decision(recent.frame, before, recent.frame, recent.prediction)) continue;
    tables_.word(index) = in.wr_data;
    predict(recent.frame, tables_, after);
    tables_.word(index) = old;
    if (same_decision(recent.frame, before, recent.frame, after)) continue;
    hit(CoverageGroup::kWrites, bin);
    if (offset_bin) hit(CoverageGroup::kWrites, at);
  }
  tables_.word(index) = in.wr_data;
  write_edge_ = edge_;
  write_index_ = index;
  write_old_ = old;
}

// --- frames
// -------------------------------------------------------------------------------------------------

void ClassifierCoverage::sample_frame(const ClassifierInputs& in) {
  open_ = false;
  const std::uint32_t lanes = static_cast<std::uint32_t>(__builtin_popcount(in.tkeep));
  const std::uint32_t length = 8 * (beats_ - 1) + lanes;
  Recent& recent = recent_[recent_next_];
  recent_next_ = (recent_next_ + 1) % recent_.size();
  recent.last_edge = edge_;
  ParsedFrame& f = recent.frame;
  Prediction& v = recent.prediction;
  parse_frame({head_.data(), std::min(length, kParsedBytes)}, length, in.tuser, vet_, f);
  predict(f, tables_, v);

  hit(CoverageGroup::kLength, kLengthKeep + lanes - 1);
  if (length < 25) {
    hit(CoverageGroup::kLength, kLengthBytes + length - 1);
  } else {
    hit(CoverageGroup::kLength, kLengthClass + (length > 9018 ? 5 : length_class(length) - 2));
  }
  sample_spacing(f);
  if (length >= 14) {
    // A frame is matched or not whether or not its error makes it bad.
    ParsedFrame good = f;
    good.error = false;
    Prediction match;
    predict(good, tables_, match);
    hit(CoverageGroup::kError, (f.error ? 4u : 0) + (tables_.sbp() ? 2u : 0) + (match.drop == 0 ? 0 : 1));
  }
  sample_write_before(f, v);
  sample_vet_writes(f, v);
  if (v.drop != 1) {
    sample_layer2(f, v);
    if (v.drop == 0) sample_queue(f, v);
    sample_parser(f);
  }
  const bool ipv6_hash = v.drop == 0 && f.network == NetworkProtocol::kIpv6 && v.rss_type != 0;
  if (no_gap_ && last_hashed_ipv6_ && beats_ <= 3) hit(CoverageGroup::kSpacing, kSpacingRunt + beats_ - 1);
  last_hashed_ipv6_ = ipv6_hash;
  last_end_ = edge_;
  clean_start_ = true;
}

void ClassifierCoverage::sample_spacing(const ParsedFrame& f) {
  if (gap_known_) {
    hit(CoverageGroup::kSpacing, kSpacingGap + gap_class_);
    if (f.length <= 9018) hit(CoverageGroup::kLengthSpacing, 5 * length_class(f.length) + gap_class_);
  }
  for (unsigned place = 0; place < 5; ++place) {
    if ((inner_gaps_ >> place & 1) != 0) hit(CoverageGroup::kSpacing, kSpacingInner + place);
  }
  if (f.length != 60 || inner_gaps_ != 0) {
    minimum_run_ = 0;
  } else {
    minimum_run_ = no_gap_ ? minimum_run_ + 1 : 1;
    if (minimum_run_ == 16) hit(CoverageGroup::kSpacing, kSpacingMinimumRun);
  }
}

bool ClassifierCoverage::decides(const ParsedFrame& f, const Prediction& v, int index, std::uint32_t mask) {
  Prediction other;
  tables_.word(index) ^= mask;
  predict(f, tables_, other);
  tables_.word(index) ^= mask;
  return !same_decision(f, v, f, other);
}

void ClassifierCoverage::sample_layer2(const ParsedFrame& f, const Prediction& v) {
  sample_admission(f, v);
  sample_receive_addresses(f, v);
  sample_vlan(f, v);
}

void ClassifierCoverage::sample_admission(const ParsedFrame& f, const Prediction& v) {
  const auto path = static_cast<unsigned>(v.path);
  // Admitted by the table although promiscuous anyway: the table's bit was not what decided.
  const bool redundant =
      v.path >= AdmitPath::kMta0 && v.path <= AdmitPath::kMta3 && tables_.bit(RegisterGroup::kFctrl, 8);
  if (!redundant) {
    hit(CoverageGroup::kAdmit, path);
    hit(CoverageGroup::kAdmitVlan, 5 * path + static_cast<unsigned>(v.vlan));
  }
  if ((f.address >> 40 & 1) != 0 && v.hit < 0) {
    const unsigned bit = v.mta_index % 32u;
    const int index = ClassifierTables::range(RegisterGroup::kMta).index + v.mta_index / 32;
    const unsigned bin = 2 * bit + (tables_.word(index) >> bit & 1);
    if (!seen(CoverageGroup::kMta, bin) && decides(f, v, index, 1u << bit)) hit(CoverageGroup::kMta, bin);
  }
}

void ClassifierCoverage::sample_receive_addresses(const ParsedFrame& f, const Prediction& v) {
  const RarBins bins;
  if (v.hit >= 0) hit(CoverageGroup::kRar, static_cast<unsigned>(v.hit));
  unsigned equal = 0;
  bool invalid = false;
  for (unsigned n = 0; n < CheckedSize::now().addresses; ++n) {
    const std::uint64_t difference = tables_.rar_address(n) ^ f.address;
    if (difference == 0) {
      if (tables_.rar_valid(n)) {
        ++equal;
      } else {
        invalid = true;
      }
    } else if ((difference & (difference - 1)) == 0 && tables_.rar_valid(n) && v.hit < 0) {
      hit(CoverageGroup::kRar, bins.bit_off + static_cast<unsigned>(__builtin_ctzll(difference)));
      hit(CoverageGroup::kRar, bins.entry_off + n);
    }
  }
  if (equal > 1) hit(CoverageGroup::kRar, bins.equal);
  if (invalid && v.hit < 0) hit(CoverageGroup::kRar, bins.invalid);
}

void ClassifierCoverage::sample_vlan(const ParsedFrame& f, const Prediction& v) {
  constexpr VlanBin kResults[5] = {kVlanUntagged, kVlanPass, kVlanMiss, kVlanCfiMismatch, kVlanFilterOff};
  hit(CoverageGroup::kVlan, kResults[static_cast<unsigned>(v.vlan)]);
  if (f.tag_cut) hit(CoverageGroup::kVlan, kVlanCut);
  if (!f.tagged) return;
  const unsigned vid = f.tci & 0xFFF;
  if (v.vlan == VlanResult::kPass && tables_.bit(RegisterGroup::kVlnctrl, 29)) {
    hit(CoverageGroup::kVlan, kVlanCfiMatch);
  }
  if (vid == 0) hit(CoverageGroup::kVlan, kVlanVid0);
  if (vid == 4095) hit(CoverageGroup::kVlan, kVlanVid4095);
  if (f.double_tag) hit(CoverageGroup::kVlan, kVlanDoubleTag);
  if (vet_ != 0x8100) hit(CoverageGroup::kVlan, kVlanOtherVet);
  if (vet_ == 0x0800) hit(CoverageGroup::kVlan, kVlanVetIpv4);
  if (v.vlan != VlanResult::kFilterOff) {
    const int index = ClassifierTables::range(RegisterGroup::kVfta).index + static_cast<int>(vid / 32);
    const unsigned bin = 2 * (vid % 32) + (tables_.word(index) >> (vid % 32) & 1);
    if (!seen(CoverageGroup::kVfta, bin) && decides(f, v, index, 1u << (vid % 32)))
      hit(CoverageGroup::kVfta, bin);
  }
}

void ClassifierCoverage::sample_queue(const ParsedFrame& f, const Prediction& v) {
  const unsigned mode = v.mode;
  if (v.vmdq_source == VmdqSource::kNibble) {
    hit(CoverageGroup::kVftavind, (f.tci >> 3 & 3u) * 8 + (f.tci & 7u));
  }
  hit(CoverageGroup::kVmdq, 8 * static_cast<unsigned>(v.vmdq_source) + mode);
  hit(CoverageGroup::kQueue, v.queue);
  if ((mode & kModeDcb) != 0) hit(CoverageGroup::kQueue, queue_tc_bins() + v.traffic_class);
  hit(CoverageGroup::kTcMode, 8u * v.traffic_class + mode);
  hit(CoverageGroup::kRssMode, 8u * v.rss_type + mode);
  if (v.rss_type != 0) {
    hit(CoverageGroup::kQueue, queue_reta_bins() + 2 * (v.hash & 3) + (v.upper_nibble ? 1 : 0));
  } else if ((mode & kModeRss) != 0) {
    hit(CoverageGroup::kQueue, queue_type_zero_bins() + mode);
  }
  hit(CoverageGroup::kRss, 4u * v.rss_type + (f.tagged ? 2u : 0) + (f.extra ? 1 : 0));
  const std::uint32_t types = tables_.at(RegisterGroup::kMrqc) >> 16 & 0x1FF;
  if ((mode & kModeRss) != 0 && f.network != NetworkProtocol::kOther && __builtin_popcount(types) == 1) {
    const unsigned protocol = (f.network == NetworkProtocol::kIpv6 ? 3u : 0) + (f.l4 == 6    ? 0u
                                                                                : f.l4 == 17 ? 1u
                                                                                             : 2u);
    hit(CoverageGroup::kMrqc, 6 * static_cast<unsigned>(__builtin_ctz(types)) + protocol);
  }
}

void ClassifierCoverage::sample_parser(const ParsedFrame& f) {
  for (unsigned i = 0; i < f.end_count; ++i) {
    const std::int64_t cut = static_cast<std::int64_t>(f.length) - f.ends[i].offset;
    if (cut >= -12 && cut < 12) {
      hit(CoverageGroup::kParser, kParserCut + 24u * f.ends[i].kind + static_cast<unsigned>(cut + 12));
    }
  }
  if (f.version >= 0) {
    const bool v4 = f.type == 0x0800;
    const int right = v4 ? 4 : 6, wrong = v4 ? 6 : 4;
    hit(CoverageGroup::kParser, kParserVersion + (v4 ? 0u : 3u) +
                                    (f.version == right   ? 0u
                                     : f.version == wrong ? 1u
                                                          : 2u));
    if (v4 && f.version == 4)
      hit(CoverageGroup::kParser, f.ihl < 5 ? kParserIhlShort : static_cast<unsigned>(f.ihl) - 4);
  }
  if (f.fragment != 0) hit(CoverageGroup::kParser, kParserFragment + f.fragment - 1u);
  if (f.network == NetworkProtocol::kIpv6) sample_ipv6(f);
}

void ClassifierCoverage::sample_ipv6(const ParsedFrame& f) {
  hit(CoverageGroup::kParser, kParserHeaders + std::min<unsigned>(f.header_count, 4));
  for (unsigned i = 0; i < f.next_headers; ++i) {
    const std::uint8_t next = f.next_header[i];
    if (next == 6 || next == 17 || next == 132) continue;
    hit(CoverageGroup::kParser, kParserNext + 8 * i + next_header_kind(next));
  }
  unsigned home = 0, routing = 0;
  for (unsigned i = 0; i < std::min<std::size_t>(f.header_count, f.mobility.size()); ++i) {
    // In the order of the bins.
    constexpr MobilityHeader kOrder[] = {
        MobilityHeader::kHomeGood,        MobilityHeader::kHomeCut,    MobilityHeader::kHomeMisplaced,
        MobilityHeader::kRoutingGood,     MobilityHeader::kRoutingCut, MobilityHeader::kRoutingWrongLength,
        MobilityHeader::kRoutingWrongType};
    const auto found = std::find(std::begin(kOrder), std::end(kOrder), f.mobility[i]);
    if (found == std::end(kOrder)) continue;
    hit(CoverageGroup::kParser, kParserMobility + static_cast<unsigned>(found - std::begin(kOrder)));
    if (f.mobility[i] == MobilityHeader::kHomeGood) ++home;
    if (f.mobility[i] == MobilityHeader::kRoutingGood) ++routing;
  }
  if (home != 0 && routing != 0) hit(CoverageGroup::kParser, kParserBoth);
  if (home > 1) hit(CoverageGroup::kParser, kParserTwoHome);
  if (routing > 1) hit(CoverageGroup::kParser, kParserTwoRouting);
  if (f.l4_candidate == 0) return;
  if (f.l4_offset >= kParsedWindow) {
    if (f.l4_offset == kParsedWindow) hit(CoverageGroup::kParser, kParserWindowBeyond);
  } else if (f.l4_offset == kParsedWindow - 8 && f.available >= kParsedWindow - 8) {
    const std::uint32_t there = f.available - f.l4_offset;
    hit(CoverageGroup::kParser, there < 4   ? kParserWindow248Short
                                : there < 8 ? kParserWindow252
                                            : kParserWindow256);
  }
}

void ClassifierCoverage::sample_write_before(const ParsedFrame& f, const Prediction& v) {
  if (write_edge_ != edge_ - 1) return;
  const auto group = ClassifierTables::group_of(ClassifierTables::address_of(write_index_));
  const unsigned bin = 3 * static_cast<unsigned>(group);
  if (seen(CoverageGroup::kWrites, bin)) return;
  Prediction without;
  const std::uint32_t now = std::exchange(tables_.word(write_index_), write_old_);
  predict(f, tables_, without);
  tables_.word(write_index_) = now;
  if (!same_decision(f, v, f, without)) hit(CoverageGroup::kWrites, bin);
}

void ClassifierCoverage::sample_vet_writes(const ParsedFrame& f, const Prediction& v) {
  const std::uint16_t others[2] = {vet_before_, vet_at_first_};
  for (unsigned i = 0; i < 2; ++i) {
    if (others[i] == vet_ || seen(CoverageGroup::kWrites, kWritesVetBins + i)) continue;
    ParsedFrame other_frame;
    Prediction other;
    parse_frame({head_.data(), std::min(f.length, kParsedBytes)}, f.length, f.error, others[i], other_frame);
    predict(other_frame, tables_, other);
    if (!same_decision(f, v, other_frame, other)) hit(CoverageGroup::kWrites, kWritesVetBins + i);
  }
}

}  // namespace ixsim::verify
