// The bins, and the assignment of a frame and of a write to bins.
#include "verify/pool_coverage.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <iterator>

namespace ixsim::verify {
namespace {

constexpr const char* kFilterNames[kPoolFilters] = {"upe", "vpe", "aupe", "rompe", "rope", "bam", "mpe"};
// Kinds of addresses, and outcomes with pools on.
enum Kind : unsigned {
  kUnicastHit,
  kMulticastHit,
  kBroadcastHit,
  kBroadcast,
  kMulticastTable,
  kMulticast,
  kUnicastTable,
  kUnicast,
  kKinds
};
constexpr const char* kKindNames[kKinds] = {"unicast_hit",     "multicast_hit", "broadcast_hit", "broadcast",
                                            "multicast_table", "multicast",     "unicast_table", "unicast"};
constexpr const char* kOutcomeNames[] = {"selected", "default", "no_vlan", "disabled"};
constexpr unsigned kOutcomes = 4;
constexpr const char* kQuietOnly = "with --writes quiet nothing is written at these times";

constexpr PoolFilter kSelecting[] = {PoolFilter::kUpe, PoolFilter::kRompe, PoolFilter::kRope,
                                     PoolFilter::kBam, PoolFilter::kMpe};

bool single(std::uint64_t set) { return (set & (set - 1)) == 0; }

}  // namespace

std::size_t PoolCoverage::add(const char* group, const std::string& name, const char* excluded) {
  bins_.push_back({group, fmt::format("{}/{}", group, name), 0, excluded});
  return bins_.size() - 1;
}

std::size_t PoolCoverage::add_row(const char* group, const char* name, unsigned count) {
  const std::size_t first = bins_.size();
  for (unsigned n = 0; n < count; ++n) add(group, fmt::format("{}_{}", name, n));
  return first;
}

PoolCoverage::PoolCoverage(unsigned latency, WritePolicy writes) : latency_(latency) {
  drop_ = bins_.size();
  for (unsigned drop = 0; drop < 5; ++drop) add("pool_drop", fmt::format("drop_{}_with_pools", drop));
  for (unsigned drop = 0; drop < 4; ++drop) add("pool_drop", fmt::format("drop_{}_without_pools", drop));
  path_ = bins_.size();
  for (const char* kind : kKindNames) {
    for (const char* outcome : kOutcomeNames) add("pool_path", fmt::format("{}_{}", kind, outcome));
  }
  address_ = add_row("mpsar", "entry_decides", 128);
  address_pool_ = add_row("mpsar", "bit_decides_pool", 64);
  vlan_ = add_row("vlvf", "entry_decides", 64);
  vlan_pool_ = add_row("vlvf", "bit_decides_pool", 64);
  filter_ = bins_.size();
  for (const char* filter : kFilterNames)
    add_row("vmolr", fmt::format("{}_decides_pool", filter).c_str(), 64);
  default_ = add_row("default_pool", "is", 64);
  disabled_ = add_row("vfre", "takes_pool", 64);
  lowest_ = add_row("replication", "off_and_lowest_of_several_is", 63);
  only_ = add_row("selected_only", "and_not_allowed_is", 64);
  equal_ = bins_.size();
  for (const char* name : {"two_addresses", "more_addresses", "two_vlans", "more_vlans"})
    add("pool_equal", name);
  mta_ = add_row("pool_hash", "mta_bit", 32);
  uta_ = add_row("pool_hash", "uta_bit", 32);
  mode_ = add_row("mrqe", "mode", 16);
  class_ = bins_.size();
  for (unsigned mode = 0; mode < 16; ++mode) {
    const bool eight = mode == 2 || mode == 4 || mode == 12, four = mode == 3 || mode == 5 || mode == 13;
    for (unsigned c = 0; c < (eight ? 8u : four ? 4u : 0u); ++c)
      add("pool_class", fmt::format("class_{}_in_mode_{}", c, mode));
  }
  index_ = add_row("rss_index", "is", 16);
  reta_ = add_row("rss_index", "byte", 4);
  port_vlan_ = bins_.size();
  for (const char* filter : {"vfe", "no_vfe"}) {
    for (const char* name : {"entry", "entry_and_vpe", "vpe_alone", "nothing"})
      add("pool_vlan", fmt::format("{}_{}", filter, name));
  }
  writes_ = bins_.size();
  for (const PoolRange& range : kPoolRanges) {
    for (const char* when : {"before", "at", "behind"})
      add("pool_writes", fmt::format("{}_{}_the_last_beat", range.name, when),
          writes == WritePolicy::kQuiet ? kQuietOnly : nullptr);
  }
}

std::vector<CoverageLine> PoolCoverage::lines() const {
  std::vector<CoverageLine> lines;
  for (const Bin& bin : bins_) lines.push_back({bin.group, &bin.name, bin.hits, bin.excluded});
  return lines;
}

void PoolCoverage::sample(const ClassifierInputs& in) {
  if (in.rst) {
    registers_.reset();
    open_ = false;
    write_edge_ = -1'000'000;
    for (Recent& recent : recent_) recent.last_edge = -1'000'000;
  } else {
    if (in.tvalid) {
      if (!open_) {
        vet_ = registers_.vet();
        beats_ = 0;
      }
      for (unsigned k = 0; k < 8 && 8 * beats_ < head_.size(); ++k)
        head_[8 * beats_ + k] = static_cast<std::uint8_t>(in.tdata >> (8 * k));
      ++beats_;
      open_ = !in.tlast;
      if (in.tlast) sample_frame(in);
    }
    if (in.wr_en) sample_write(in);
  }
  ++edge_;
}

void PoolCoverage::sample_frame(const ClassifierInputs& in) {
  Recent& recent = recent_[recent_next_];
  recent_next_ = (recent_next_ + 1) % recent_.size();
  recent.last_edge = edge_;
  const std::uint32_t length = 8 * (beats_ - 1) + static_cast<unsigned>(__builtin_popcount(in.tkeep));
  parse_frame({head_.data(), std::min(length, kParsedBytes)}, length, in.tuser, vet_, recent.frame);
  registers_.predict(recent.frame, recent.prediction);
  const PoolPrediction& v = recent.prediction;
  hit(drop_ + (v.virtualized ? 0u : 5u) + v.drop);
  if (v.virtualized) sample_pools(recent.frame, v);
  if (v.drop == 0) {
    hit(mode_ + v.mode);
    std::size_t bin = class_;
    for (unsigned mode = 0; mode < 16; ++mode) {
      const bool eight = mode == 2 || mode == 4 || mode == 12, four = mode == 3 || mode == 5 || mode == 13;
      if (mode == v.mode && (eight || four)) hit(bin + v.traffic_class);
      bin += eight ? 8 : four ? 4 : 0;
    }
    if (v.rss_type != 0) {
      hit(index_ + v.rss_index);
      hit(reta_ + (v.hash & 3));
    }
  }
  // The write at the edge before is the last one that this frame sees.
  if (write_edge_ != edge_ - 1) return;
  const std::size_t bin = writes_ + 3 * static_cast<std::size_t>(PoolRegisters::group_of(write_index_));
  if (bins_[bin].hits != 0) return;
  const std::uint32_t now = registers_.word(write_index_);
  PoolPrediction without;
  registers_.write(write_index_, write_old_);
  registers_.predict(recent.frame, without);
  registers_.write(write_index_, now);
  if (!same_decision(recent.frame, v, recent.frame, without)) hit(bin);
}

void PoolCoverage::sample_pools(const ParsedFrame& f, const PoolPrediction& v) {
  if (v.drop == 1 || v.drop == 2) return;
  const bool broadcast = f.address == 0xFFFF'FFFF'FFFF, group = (f.address >> 40 & 1) != 0;
  const bool counted = v.mta && (registers_.at(PoolGroup::kMcstctrl) & 4) != 0;
  const unsigned kind = v.address >= 0 ? (broadcast ? kBroadcastHit
                                          : group   ? kMulticastHit
                                                    : kUnicastHit)
                        : broadcast    ? kBroadcast
                        : group        ? (counted ? kMulticastTable : kMulticast)
                                       : (v.uta ? kUnicastTable : kUnicast);
  const unsigned outcome = v.drop == 3 ? 2 : v.drop == 4 ? 3 : v.by_default ? 1 : 0;
  if (v.drop != 3 || !v.vlan_filtered) hit(path_ + kOutcomes * kind + outcome);
  if (v.by_default && v.drop == 0) hit(default_ + static_cast<unsigned>(__builtin_ctzll(v.pools)));
  if (f.tagged && v.drop == 0) {
    const bool vpe = v.by_filter[static_cast<std::size_t>(PoolFilter::kVpe)] != 0;
    hit(port_vlan_ + (v.vlan_filtered ? 0u : 4u) + (v.vlan >= 0 ? (vpe ? 1u : 0u) : vpe ? 2u : 3u));
  }
  // With the flag "some pool is selected" wrong, this frame would be dropped for its address.
  std::uint64_t selected = v.by_address;
  for (const PoolFilter filter : kSelecting) selected |= v.by_filter[static_cast<std::size_t>(filter)];
  if (v.drop == 3 && v.left == 0 && selected != 0 && single(selected))
    hit(only_ + static_cast<unsigned>(__builtin_ctzll(selected)));
  if (v.drop != 0 && v.drop != 4) return;
  if (v.by_default) return;
  const std::uint64_t enabled = registers_.pools_at(PoolGroup::kVfre, 0);
  const bool replicates = (registers_.at(PoolGroup::kVtCtl) >> 30 & 1) != 0;
  const std::uint64_t receiving = v.left & enabled;
  for (unsigned p = 0; p < 64; ++p) {
    if ((v.left & ~enabled) >> p & 1) hit(disabled_ + p);
  }
  if (v.drop != 0) return;
  if (!replicates && !single(receiving)) hit(lowest_ + static_cast<unsigned>(__builtin_ctzll(receiving)));
  if (v.addresses > 1) hit(equal_ + (v.addresses > 2 ? 1 : 0));
  if (v.vlans > 1) hit(equal_ + 2 + (v.vlans > 2 ? 1 : 0));
  // Pools that one thing alone has selected, or allowed.
  std::uint64_t once = 0, twice = 0;
  const auto count = [&](std::uint64_t set) {
    twice |= once & set;
    once |= set;
  };
  count(v.by_address);
  for (const PoolFilter filter : kSelecting) count(v.by_filter[static_cast<std::size_t>(filter)]);
  const auto hit_all = [&](std::size_t first, std::uint64_t set) {
    for (; set != 0; set &= set - 1) hit(first + static_cast<unsigned>(__builtin_ctzll(set)));
  };
  const std::uint64_t alone = v.pools & ~twice;
  if ((alone & v.by_address) != 0) hit(address_ + static_cast<unsigned>(v.address));
  hit_all(address_pool_, alone & v.by_address);
  for (const PoolFilter filter : kSelecting) {
    const auto f_index = static_cast<std::size_t>(filter);
    hit_all(filter_ + 64 * f_index, alone & v.by_filter[f_index]);
  }
  if ((alone & v.by_filter[static_cast<std::size_t>(PoolFilter::kRompe)]) != 0) hit(mta_ + v.hash_bit % 32);
  if ((alone & v.by_filter[static_cast<std::size_t>(PoolFilter::kRope)]) != 0) hit(uta_ + v.hash_bit % 32);
  const auto vpe = static_cast<std::size_t>(PoolFilter::kVpe),
             aupe = static_cast<std::size_t>(PoolFilter::kAupe);
  if (f.tagged) {
    const std::uint64_t by_entry = v.pools & v.by_vlan & ~v.by_filter[vpe];
    if (by_entry != 0) hit(vlan_ + static_cast<unsigned>(v.vlan));
    hit_all(vlan_pool_, by_entry);
    hit_all(filter_ + 64 * vpe, v.pools & v.by_filter[vpe] & ~v.by_vlan);
  } else {
    hit_all(filter_ + 64 * aupe, v.pools);
  }
}

void PoolCoverage::sample_write(const ClassifierInputs& in) {
  const int index = PoolRegisters::index_of(in.wr_addr & 0xFFFC);
  if (index < 0) return;
  write_edge_ = edge_;
  write_index_ = static_cast<unsigned>(index);
  write_old_ = registers_.word(write_index_);
  const std::size_t bin = writes_ + 3 * static_cast<std::size_t>(PoolRegisters::group_of(write_index_));
  registers_.write(write_index_, in.wr_data);
  if (bins_[bin + 1].hits != 0 && bins_[bin + 2].hits != 0) return;
  for (const Recent& recent : recent_) {
    const std::int64_t late = edge_ - recent.last_edge;
    if (late < 0 || late > static_cast<std::int64_t>(latency_)) continue;
    PoolPrediction with;
    registers_.predict(recent.frame, with);
    if (!same_decision(recent.frame, recent.prediction, recent.frame, with)) hit(bin + (late == 0 ? 1 : 2));
  }
}

}  // namespace ixsim::verify
