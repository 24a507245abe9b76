// The bins, and the assignment of an edge to bins.
#include "verify/stress_coverage.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "verify/corner_values.h"
#include "verify/protocol_dictionary.h"
#include "verify/reserved_addresses.h"

namespace ixsim::verify {
namespace {

constexpr const char* kTooLong = "the constraints allow nothing of that length";
constexpr const char* kModeNames[8] = {"none", "rss",     "vmdq",     "vmdq_rss",
                                       "dcb",  "dcb_rss", "dcb_vmdq", "all"};
constexpr unsigned kPoolModes = 16;
constexpr unsigned kBytesOfHead = 64;  // more than a dictionary frame needs
constexpr unsigned kRssrkWords = 10;
static_assert(std::size(kSingles) == std::size(kPoolSingles));
bool is_pool_table(unsigned index) { return PoolRegisters::range(PoolRegisters::group_of(index)).words > 2; }
// RSS types of which the hash has the ports, and those in which a home address or a route counts.
constexpr bool hashes_ports(unsigned type) { return type == 1 || type == 3 || (type >= 6 && type <= 9); }
constexpr bool is_mobile(unsigned type) { return type == 4 || type == 6 || type == 9; }

unsigned log2_of(std::uint64_t n) { return 63u - static_cast<unsigned>(__builtin_clzll(n)); }

enum AddressBin : unsigned { kSourceIsDestination, kReserved, kZeroAddress, kOneBit, kSwapped, kAddressBins };
enum KeyBin : unsigned { kKeyZero, kKeyOneBit, kKeyOnes, kKeyBins };
// Bins of a family of IP addresses: source and destination in each range, then these.
enum IpBin : unsigned {
  kIpEqual = 12,
  kIpv4Bins,
  kHomeIsSource = 13,
  kRouteIsDestination,
  kHomeReserved,
  kRouteReserved
};
enum PortBin : unsigned { kSourceZero, kSourceOnes, kDestinationZero, kDestinationOnes, kPortsEqual };
// Priority x DEI, then these x DEI, then the last one.
enum TciBin : unsigned { kVidZero = 16, kVidOne = 18, kVidOnes = 20, kTciIsVet = 22 };
enum VetBin : unsigned { kVetZero, kVetOnes, kVetOneBit, kVetIpv4, kVetIpv6 };
enum SingleBin : unsigned { kZero, kOnes, kSingleOneBit, kAnother, kSingleBins };

}  // namespace

StressCoverage::StressCoverage(const ClassifierConstraints& c, WritePolicy writes, ClassifierBlock block) {
  if (block == ClassifierBlock::kPools) pools_.emplace();
  written_.resize(pools_ ? PoolRegisters::kWords : std::size_t{ClassifierTables::kMostWords});
  reset_registers();
  const bool live = writes == WritePolicy::kLive;
  const std::uint64_t epoch = std::min(c.epoch_longest, 3 * c.frames / 4);
  begin_group("epoch");
  epoch_ = add_row("frames_since_reset", 20, epoch);
  reset_distance_ = add_row("clocks_between_resets", 12, 1u << 12);
  begin_group("first_frame");
  tables_state_ = bins_.size();
  for (const char* state : {"no_tables", "some_tables", "all_tables"})
    add(fmt::format("with_{}_written", state));
  begin_group("idle");
  idle_ = add_row("clocks", 20, c.idle_longest);
  idle_clocked_ = add_row("clocks_simulated", 20, c.idle_longest);
  begin_group("burst");
  burst_ = add_row("frames_back_to_back", 17, std::min(c.burst_longest, c.frames / 8));
  begin_group("gap_inside");
  gap_inside_ = add_row("clocks", 13, c.gap_inside_longest);
  begin_group("frame_length");
  length_ = add_row("bytes", 17, c.frame_longest);
  begin_group("write_rate");
  write_run_ = add_row("writes_at_every_clock", 13, live ? c.write_run_longest : 1);
  without_writes_ = add_row("clocks_without_a_write", 20, c.idle_longest);
  frames_without_writes_ = add_row("frames_without_a_write", 15, c.frames / 64);
  begin_group("same_destination");
  constexpr const char* kKinds[] = {"broadcast_frames", "multicast_frames", "unicast_frames"};
  for (unsigned kind = 0; kind < kDestinations; ++kind)
    same_destination_[kind] = add_row(kKinds[kind], 12, c.most_alike(c.frames));
  begin_group("lookup");
  for (unsigned i = 0; i < lookups(); ++i) {
    const auto lookup = static_cast<Lookup>(i);
    const char* const table = pools_ ? PoolRegisters::range(pool_group_of(lookup)).name
                                     : ClassifierTables::range(verify::group_of(lookup)).name;
    missed_[i] =
        add_row(fmt::format("frames_without_a_match_in_{}", table).c_str(), 16, c.most_unmatched(c.frames));
    matched_[i] =
        add_row(fmt::format("frames_with_a_match_in_{}", table).c_str(), 12, c.most_matched(c.frames));
  }
  begin_group("equal_entries");
  equal_ = bins_.size();
  equal_counts_ = equal_counts(pools_ ? PoolRegisters::kAddresses : CheckedSize::now().addresses);
  for (const unsigned n : equal_counts_) add(fmt::format("{}_match", n));
  if (pools_) {
    equal_vlans_ = bins_.size();
    equal_vlan_counts_ = equal_counts(PoolRegisters::kVlans);
    for (const unsigned n : equal_vlan_counts_) add(fmt::format("{}_vlans_match", n));
    begin_group("copies");
    receiving_ = bins_.size();
    for (const unsigned n : kCopyCounts) add(fmt::format("to_{}_pools", n));
  }
  begin_group("key");
  key_ = bins_.size();
  for (const char* name : {"zero", "one_bit", "all_ones"}) add(fmt::format("hash_with_{}", name));
  begin_group("address");
  address_ = bins_.size();
  for (const char* name : {"source_is_destination", "reserved_group_address", "zero", "one_bit_set",
                           "bytes_of_an_entry_reversed"}) {
    add(name);
  }
  add_corners();
  begin_group("protocol");
  protocol_ = bins_.size();
  for (const DictionaryProtocol& protocol : kDictionary) {
    for (const char* tag : {"untagged", "tagged"}) {
      if (!pools_) {
        for (const char* mode : kModeNames) add(fmt::format("{}_{}_in_{}", protocol.name, tag, mode));
      } else {
        for (unsigned mode = 0; mode < kPoolModes; ++mode)
          add(fmt::format("{}_{}_in_mode_{}", protocol.name, tag, mode));
      }
    }
  }
}

void StressCoverage::add_corners() {
  begin_group("ip_address");
  ip_ = bins_.size();
  for (const char* const family : {"ipv4", "ipv6"}) {
    const bool v4 = std::strcmp(family, "ipv4") == 0;
    for (const char* const which : {"source", "destination"}) {
      for (const ReservedAddresses& range : v4 ? kReservedIpv4 : kReservedIpv6)
        add(fmt::format("{}_{}_{}", family, which, range.name));
    }
    add(fmt::format("{}_source_is_destination", family));
  }
  for (const char* const name : {"home_is_source", "route_is_destination", "home_reserved", "route_reserved"})
    add(fmt::format("ipv6_{}", name));
  begin_group("port");
  port_ = bins_.size();
  for (const char* const name :
       {"source_0", "source_65535", "destination_0", "destination_65535", "source_is_destination"})
    add(name);
  begin_group("tci");
  tci_ = bins_.size();
  for (unsigned priority = 0; priority < 8; ++priority) {
    for (unsigned dei = 0; dei < 2; ++dei) add(fmt::format("priority_{}_dei_{}", priority, dei));
  }
  for (const unsigned vid : {0u, 1u, 4095u}) {
    for (unsigned dei = 0; dei < 2; ++dei) add(fmt::format("vid_{}_dei_{}", vid, dei));
  }
  add("is_the_vlan_ethertype");
  begin_group("register");
  vet_bins_ = bins_.size();
  for (const char* const name : {"0", "ffff", "one_bit", "ipv4", "ipv6"})
    add(fmt::format("VLNCTRL.VET_is_{}", name));
  single_ = bins_.size();
  for (std::size_t i = 0; i < std::size(kSingles); ++i) {
    const char* const name =
        pools_ ? PoolRegisters::range(kPoolSingles[i]).name : ClassifierTables::range(kSingles[i]).name;
    for (const char* const value : {"0", "ffffffff", "one_bit", "that_of_another"})
      add(fmt::format("{}_is_{}", name, value));
  }
}

void StressCoverage::reset_registers() {
  if (pools_) {
    pools_->reset();
  } else {
    tables_.reset();
  }
  misses_ = {};
  matches_ = {};
  written_.assign(written_.size(), false);
  words_ = static_cast<unsigned>(ClassifierTables::words_in_use());
  if (pools_) {
    words_ = 0;
    for (const PoolRange& range : kPoolRanges) words_ += range.words > 2 ? range.words : 0u;
  }
  unwritten_ = words_;
  singles_written_ = true;
}

void StressCoverage::write_register(const ClassifierInputs& in) {
  const int index =
      pools_ ? PoolRegisters::index_of(in.wr_addr & 0xFFFC) : ClassifierTables::index_of(in.wr_addr);
  if (index < 0) return;
  const auto at = static_cast<std::size_t>(index);
  for (unsigned i = 0; i < lookups(); ++i) {
    const auto lookup = static_cast<Lookup>(i);
    if (pools_ ? PoolRegisters::group_of(static_cast<unsigned>(index)) == pool_group_of(lookup)
               : ClassifierTables::group_of(in.wr_addr) == verify::group_of(lookup))
      misses_[i] = matches_[i] = 0;
  }
  if (pools_) {
    pools_->write(static_cast<unsigned>(index), in.wr_data);
    if (!is_pool_table(static_cast<unsigned>(index))) {
      singles_written_ = true;
      return;
    }
  } else {
    tables_.word(index) = in.wr_data;
    if (ClassifierTables::range(ClassifierTables::group_of(in.wr_addr)).words == 1) singles_written_ = true;
  }
  if (!written_[at]) --unwritten_;
  written_[at] = true;
}

std::size_t StressCoverage::add(const std::string& name, const char* excluded) {
  Bin bin;
  bin.name = fmt::format("{}/{}", groups_.back().name, name);
  bin.excluded = excluded;
  bins_.push_back(std::move(bin));
  return bins_.size() - 1;
}

StressCoverage::Row StressCoverage::add_row(const char* name, unsigned highest, std::uint64_t limit) {
  const Row row{bins_.size(), highest};
  for (unsigned k = 0; k <= highest; ++k)
    add(fmt::format("{}_2^{}", name, k), std::uint64_t{1} << k > limit ? kTooLong : nullptr);
  return row;
}

void StressCoverage::hit(const Row& row, std::uint64_t length) {
  if (length == 0) return;
  Bin& bin = bins_[row.first + std::min(log2_of(length), row.highest)];
  // Several short things may make a longer one; no promise is broken by that.
  if (bin.excluded == nullptr) ++bin.hits;
}

std::vector<CoverageLine> StressCoverage::lines() const {
  std::vector<CoverageLine> lines;
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    const std::size_t end = g + 1 < groups_.size() ? groups_[g + 1].first : bins_.size();
    for (std::size_t i = groups_[g].first; i < end; ++i)
      lines.push_back({groups_[g].name, &bins_[i].name, bins_[i].hits, bins_[i].excluded});
  }
  return lines;
}

void StressCoverage::end_idle() {
  hit(idle_, idle_run_);
  hit(idle_clocked_, clocked_run_);
  idle_run_ = clocked_run_ = 0;
}

void StressCoverage::sample_destination(const ParsedFrame& f) {
  const Destination kind = destination_of(f.address);
  if (kind != destination_) end_same_destination();
  destination_ = kind;
  ++same_frames_;
}

void StressCoverage::end_same_destination() {
  hit(same_destination_[static_cast<unsigned>(destination_)], same_frames_);
  same_frames_ = 0;
}

void StressCoverage::sample_lookups(LookupSet matches) {
  for (unsigned i = 0; i < lookups(); ++i) {
    if ((matches & only(static_cast<Lookup>(i))) != 0) {
      hit(missed_[i], std::exchange(misses_[i], 0));
      ++matches_[i];
    } else {
      hit(matched_[i], std::exchange(matches_[i], 0));
      ++misses_[i];
    }
  }
}

void StressCoverage::sample(const ClassifierInputs& in, bool left_out) {
  if (in.rst) {
    end_idle();
    if (!in_reset_ && last_reset_ >= 0)
      hit(reset_distance_, static_cast<std::uint64_t>(edge_ - last_reset_ - 1));
    last_reset_ = edge_;
    hit(epoch_, frames_);
    hit(burst_, burst_run_);
    hit(write_run_, writes_in_a_row_);
    end_same_destination();
    frames_ = burst_run_ = writes_in_a_row_ = 0;
    open_ = false;
    gap_ = true;
    in_reset_ = true;
    reset_registers();
    ++edge_;
    return;
  }
  in_reset_ = false;
  if (in.tvalid) {
    end_idle();
    if (!open_) {
      beats_ = 0;
      longest_pause_ = 0;
      vet_ = vet();
      if (gap_) {
        hit(burst_, burst_run_);
        burst_run_ = 0;
      }
      gap_ = false;
    } else {
      longest_pause_ = std::max(longest_pause_, pause_);
    }
    pause_ = 0;
    open_ = true;
    const std::size_t at = std::size_t{8} * beats_++;
    if (at < head_.size()) std::memcpy(head_.data() + at, &in.tdata, 8);
    if (in.tlast) sample_frame(in);
  } else {
    gap_ = true;
    if (open_) {
      ++pause_;
    } else if (!in.wr_en) {
      ++idle_run_;
      if (!left_out) ++clocked_run_;
    }
  }
  if (in.wr_en) {
    if (!in.tvalid && !open_) end_idle();
    ++writes_in_a_row_;
    hit(without_writes_, static_cast<std::uint64_t>(edge_ - last_write_));
    hit(frames_without_writes_, frames_since_write_);
    last_write_ = edge_;
    frames_since_write_ = 0;
    write_register(in);
  } else {
    hit(write_run_, writes_in_a_row_);
    writes_in_a_row_ = 0;
  }
  ++edge_;
}

void StressCoverage::sample_frame(const ClassifierInputs& in) {
  open_ = false;
  const std::uint32_t length = 8 * (beats_ - 1) + static_cast<std::uint32_t>(__builtin_popcount(in.tkeep));
  if (frames_ == 0) hit(tables_state_ + (unwritten_ == words_ ? 0 : unwritten_ == 0 ? 2 : 1));
  ++frames_;
  // A row that no reset ends is counted on the way.
  if ((frames_ & (frames_ - 1)) == 0) hit(epoch_, frames_);
  ++burst_run_;
  ++frames_since_write_;
  hit(length_, length);
  hit(gap_inside_, longest_pause_);
  if (length < 14) return;

  ParsedFrame f;
  const ByteView head{head_.data(), std::min<std::size_t>(length, kParsedBytes)};
  parse_frame(head, length, in.tuser, vet_, f);
  const Decision v = decide(f);
  sample_destination(f);
  sample_lookups(v.matches);
  sample_address(f, v);
  if (singles_written_) sample_singles();
  singles_written_ = false;
  if (v.dropped) return;
  const auto* const copies = std::find(kCopyCounts.begin(), kCopyCounts.end(), v.receiving);
  if (copies != kCopyCounts.end()) hit(receiving_ + static_cast<std::size_t>(copies - kCopyCounts.begin()));
  if (v.rss_type != 0) {
    sample_key();
    sample_hashed(f, v.rss_type);
  }
  if (f.tagged) sample_tag(f);
  const int protocol =
      dictionary_protocol({head_.data(), std::min<std::size_t>(length, kBytesOfHead)}, f.tagged ? 16 : 12);
  const unsigned modes = pools_ ? kPoolModes : unsigned{std::size(kModeNames)};
  if (protocol >= 0)
    hit(protocol_ + modes * (2u * static_cast<unsigned>(protocol) + (f.tagged ? 1u : 0u)) + v.mode);
}

StressCoverage::Decision StressCoverage::decide(const ParsedFrame& f) const {
  Decision decision;
  const auto is_reversed = [&](std::uint64_t entry) {
    return entry != f.address && __builtin_bswap64(entry) >> 16 == f.address;
  };
  if (pools_) {
    PoolPrediction v;
    pools_->predict(f, v);
    decision.dropped = v.drop != 0;
    decision.mode = v.mode;
    decision.rss_type = v.rss_type;
    decision.addresses = v.addresses;
    decision.matches = lookups_that_match(f, *pools_, v);
    // Entries that do not decide are not counted.
    decision.vlans = v.drop == 0 && !v.by_default ? v.vlans : 0;
    const bool replicates = (pools_->at(PoolGroup::kVtCtl) >> 30 & 1) != 0;
    decision.receiving = v.drop == 0 && v.virtualized && !v.by_default && replicates
                             ? static_cast<unsigned>(__builtin_popcountll(v.pools))
                             : 0;
    for (unsigned n = 0; n < PoolRegisters::kAddresses; ++n)
      decision.reversed |= pools_->address_valid(n) && is_reversed(pools_->address(n));
    return decision;
  }
  Prediction v;
  predict(f, tables_, v);
  decision.dropped = v.drop != 0;
  decision.mode = v.mode;
  decision.rss_type = v.rss_type;
  decision.matches = lookups_that_match(v);
  for (unsigned n = 0; n < CheckedSize::now().addresses; ++n) {
    if (!tables_.rar_valid(n)) continue;
    if (tables_.rar_address(n) == f.address) ++decision.addresses;
    decision.reversed |= is_reversed(tables_.rar_address(n));
  }
  return decision;
}

void StressCoverage::sample_address(const ParsedFrame& f, const Decision& v) {
  const auto hit_count = [this](const std::vector<unsigned>& counts, std::size_t first, unsigned count) {
    const auto at = std::lower_bound(counts.begin(), counts.end(), count);
    if (at != counts.end() && *at == count) hit(first + static_cast<std::size_t>(at - counts.begin()));
  };
  hit_count(equal_counts_, equal_, v.addresses);
  hit_count(equal_vlan_counts_, equal_vlans_, v.vlans);
  if (v.reversed) hit(address_ + kSwapped);
  if (std::memcmp(head_.data(), head_.data() + 6, 6) == 0) hit(address_ + kSourceIsDestination);
  if (f.address >> 8 == 0x0180C20000) hit(address_ + kReserved);
  if (f.address == 0) hit(address_ + kZeroAddress);
  if (f.address != 0 && (f.address & (f.address - 1)) == 0) hit(address_ + kOneBit);
}

void StressCoverage::sample_key() {
  int bits = 0;
  for (unsigned n = 0; n < kRssrkWords; ++n)
    bits +=
        __builtin_popcount(pools_ ? pools_->at(PoolGroup::kRssrk, n) : tables_.at(RegisterGroup::kRssrk, n));
  if (bits == 0) hit(key_ + kKeyZero);
  if (bits == 1) hit(key_ + kKeyOneBit);
  if (bits == 32 * kRssrkWords) hit(key_ + kKeyOnes);
}

// Fields that the hash has.
void StressCoverage::sample_hashed(const ParsedFrame& f, unsigned rss_type) {
  const bool v4 = f.network == NetworkProtocol::kIpv4;
  const std::size_t size = v4 ? 4 : 16, first = ip_ + (v4 ? 0u : unsigned{kIpv4Bins});
  const auto& ranges = v4 ? kReservedIpv4 : kReservedIpv6;
  const bool home = is_mobile(rss_type) && f.home_counts, route = is_mobile(rss_type) && f.routing_counts;
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    if (!home && is_reserved(ranges[i], f.source.data(), size)) hit(first + i);
    if (!route && is_reserved(ranges[i], f.destination.data(), size)) hit(first + ranges.size() + i);
    if (home && is_reserved(ranges[i], f.home.data(), size)) hit(first + kHomeReserved);
    if (route && is_reserved(ranges[i], f.routing.data(), size)) hit(first + kRouteReserved);
  }
  if (!home && !route && std::memcmp(f.source.data(), f.destination.data(), size) == 0) hit(first + kIpEqual);
  if (home && f.home == f.source) hit(first + kHomeIsSource);
  if (route && f.routing == f.destination) hit(first + kRouteIsDestination);
  if (!hashes_ports(rss_type)) return;
  const unsigned source = load_be16(f.ports.data()), destination = load_be16(f.ports.data() + 2);
  if (source == 0) hit(port_ + kSourceZero);
  if (source == 0xFFFF) hit(port_ + kSourceOnes);
  if (destination == 0) hit(port_ + kDestinationZero);
  if (destination == 0xFFFF) hit(port_ + kDestinationOnes);
  if (source == destination) hit(port_ + kPortsEqual);
}

void StressCoverage::sample_tag(const ParsedFrame& f) {
  const unsigned dei = f.tci >> 12 & 1u, vid = f.tci & 0xFFFu;
  hit(tci_ + f.tci / 0x1000u);
  if (vid == 0) hit(tci_ + kVidZero + dei);
  if (vid == 1) hit(tci_ + kVidOne + dei);
  if (vid == 0xFFF) hit(tci_ + kVidOnes + dei);
  if (f.tci == vet_) hit(tci_ + kTciIsVet);
  if (vet_ == 0) hit(vet_bins_ + kVetZero);
  if (vet_ == 0xFFFF) hit(vet_bins_ + kVetOnes);
  if (vet_ != 0 && (vet_ & (vet_ - 1)) == 0) hit(vet_bins_ + kVetOneBit);
  if (vet_ == 0x0800) hit(vet_bins_ + kVetIpv4);
  if (vet_ == 0x86DD) hit(vet_bins_ + kVetIpv6);
}

// Single registers as they are at a last beat.
void StressCoverage::sample_singles() {
  const auto value_of = [this](std::size_t i) {
    return pools_ ? pools_->at(kPoolSingles[i]) : tables_.at(kSingles[i]);
  };
  for (std::size_t i = 0; i < std::size(kSingles); ++i) {
    const std::size_t bin = single_ + kSingleBins * i;
    const std::uint32_t value = value_of(i);
    if (value == 0) {
      hit(bin + kZero);
    } else if (value == ~std::uint32_t{0}) {
      hit(bin + kOnes);
    } else if ((value & (value - 1)) == 0) {
      hit(bin + kSingleOneBit);
    } else {
      for (std::size_t other = 0; other < std::size(kSingles); ++other) {
        if (other != i && value == value_of(other)) hit(bin + kAnother);
      }
    }
  }
}

}  // namespace ixsim::verify
