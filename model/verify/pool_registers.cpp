// Stores register words by group, and applies the rules of addresses, VLANs and pools.
#include "verify/pool_registers.h"

#include <cstddef>

namespace ixsim::verify {
namespace {

constexpr std::uint16_t kFirstAddresses = 0x5400;  // the second place of receive addresses 0 to 15
constexpr unsigned kFirstFilter = 22;

constexpr std::array<unsigned, kPoolGroups + 1> first_words() {
  std::array<unsigned, kPoolGroups + 1> first{};
  for (std::size_t g = 0; g < kPoolGroups; ++g) first[g + 1] = first[g] + kPoolRanges[g].words;
  return first;
}
constexpr std::array<unsigned, kPoolGroups + 1> kFirst = first_words();
static_assert(kFirst[kPoolGroups] == PoolRegisters::kWords);

std::uint64_t lowest_of(std::uint64_t pools) {
  for (unsigned p = 0; p < 64; ++p) {
    if ((pools >> p & 1) != 0) return std::uint64_t{1} << p;
  }
  return 0;
}

}  // namespace

int PoolRegisters::index_of(std::uint16_t address) {
  if (address >= kFirstAddresses && address < kFirstAddresses + 128)
    address = static_cast<std::uint16_t>(address - kFirstAddresses + range(PoolGroup::kRar).offset);
  for (std::size_t g = 0; g < kPoolGroups; ++g) {
    const PoolRange& r = kPoolRanges[g];
    if (address >= r.offset && address - r.offset < 4 * r.words)
      return static_cast<int>(kFirst[g]) + (address - r.offset) / 4;
  }
  return -1;
}

PoolGroup PoolRegisters::group_of(unsigned index) {
  std::size_t g = 0;
  while (index >= kFirst[g + 1]) ++g;
  return static_cast<PoolGroup>(g);
}

unsigned PoolRegisters::first_of(PoolGroup group) { return kFirst[static_cast<std::size_t>(group)]; }

std::uint16_t PoolRegisters::address_of(unsigned index) {
  const PoolGroup group = group_of(index);
  return static_cast<std::uint16_t>(range(group).offset + 4 * (index - first_of(group)));
}

std::string PoolRegisters::name_of(std::uint16_t address) {
  const int index = index_of(address);
  if (index < 0) return "unused";
  const PoolGroup group = group_of(static_cast<unsigned>(index));
  const unsigned n = static_cast<unsigned>(index) - first_of(group);
  if (range(group).words == 1) return range(group).name;
  if (group == PoolGroup::kRar) return (n % 2 == 0 ? "RAL[" : "RAH[") + std::to_string(n / 2) + "]";
  return std::string(range(group).name) + "[" + std::to_string(n) + "]";
}

void PoolRegisters::reset() {
  words_.fill(0);
  hashing_.reset();
  hashing_.at(RegisterGroup::kFctrl) = kAdmitAll;
  words_[first_of(PoolGroup::kVlnctrl)] = 0x8100;
}

void PoolRegisters::write(unsigned index, std::uint32_t value) {
  words_[index] = value;
  const PoolGroup group = group_of(index);
  const unsigned n = index - first_of(group);
  if (group == PoolGroup::kReta) hashing_.at(RegisterGroup::kReta, n) = value;
  if (group == PoolGroup::kRssrk) hashing_.at(RegisterGroup::kRssrk, n) = value;
  if (group == PoolGroup::kMrqc) {
    const unsigned mode = value & 0xF;
    const bool hashes = mode == 1 || mode == 4 || mode == 5 || mode == 10 || mode == 11;
    hashing_.at(RegisterGroup::kMrqc) = (value & 0x01FF0000) | (hashes ? 1 : 0);
  }
}

std::uint64_t PoolRegisters::address(unsigned n) const {
  const std::uint64_t low = at(PoolGroup::kRar, 2 * n);
  const std::uint64_t high = at(PoolGroup::kRar, 2 * n + 1) & 0xFFFF;
  return __builtin_bswap64(low | high << 32) >> 16;
}

std::uint64_t PoolRegisters::pools_with(PoolFilter filter) const {
  std::uint64_t pools = 0;
  for (unsigned p = 0; p < 64; ++p) {
    const std::uint64_t bit = at(PoolGroup::kVmolr, p) >> (kFirstFilter + static_cast<unsigned>(filter)) & 1;
    pools |= bit << p;
  }
  return pools;
}

void PoolRegisters::predict(const ParsedFrame& f, PoolPrediction& v) const {
  v = {};
  const std::uint32_t fctrl = at(PoolGroup::kFctrl), vlnctrl = at(PoolGroup::kVlnctrl),
                      mcstctrl = at(PoolGroup::kMcstctrl), vt = at(PoolGroup::kVtCtl);
  v.virtualized = (vt & 1) != 0;
  if (f.length < 14 || (f.error && (fctrl & 2) == 0)) {
    v.drop = 1;
    return;
  }
  for (unsigned n = 0; n < 128; ++n) {
    if (!address_valid(n) || address(n) != f.address) continue;
    if (v.addresses++ == 0) v.address = static_cast<int>(n);
  }
  constexpr unsigned kShift[4] = {4, 3, 2, 0};
  const unsigned low = static_cast<unsigned>((f.address & 0xFF) << 8 | (f.address >> 8 & 0xFF));
  v.hash_bit = low >> kShift[mcstctrl & 3] & 0xFFF;
  v.mta = (at(PoolGroup::kMta, v.hash_bit / 32) >> (v.hash_bit % 32) & 1) != 0;
  v.uta = (at(PoolGroup::kUta, v.hash_bit / 32) >> (v.hash_bit % 32) & 1) != 0;
  const bool broadcast = f.address == kBroadcastAddress, group = (f.address >> 40 & 1) != 0;
  const bool counted = v.mta && (mcstctrl & 4) != 0;
  bool port = v.address >= 0;
  std::uint64_t selected = 0;
  const auto filter = [&](PoolFilter which) {
    return v.by_filter[static_cast<std::size_t>(which)] = pools_with(which);
  };
  if (v.address >= 0) selected = v.by_address = pools_at(PoolGroup::kMpsar, static_cast<unsigned>(v.address));
  if (broadcast) {
    port = port || (fctrl >> 10 & 1) != 0 || counted;
    selected |= filter(PoolFilter::kBam);
  } else if (group) {
    port = port || (fctrl >> 8 & 1) != 0 || counted;
    selected |= filter(PoolFilter::kMpe);
    if (counted) selected |= filter(PoolFilter::kRompe);
  } else {
    port = port || (fctrl >> 9 & 1) != 0;
    selected |= filter(PoolFilter::kUpe);
    if (v.uta) selected |= filter(PoolFilter::kRope);
  }
  const bool dropping = (vt >> 29 & 1) != 0;
  if (!port && !(v.virtualized && selected != 0)) {
    v.drop = 2;
    return;
  }
  v.inexact = v.address < 0 && !(broadcast && (fctrl >> 10 & 1) != 0);
  const unsigned vid = f.tci & 0xFFF;
  if (f.tagged) {
    for (unsigned n = 0; n < 64; ++n) {
      const std::uint32_t entry = at(PoolGroup::kVlvf, n);
      if (entry >> 31 != 0 && (entry & 0xFFF) == vid && v.vlans++ == 0) v.vlan = static_cast<int>(n);
    }
    if (v.vlan >= 0) v.by_vlan = pools_at(PoolGroup::kVlvfb, static_cast<unsigned>(v.vlan));
  }
  v.vlan_filtered = f.tagged && (vlnctrl >> 30 & 1) != 0;
  const bool in_vfta = (at(PoolGroup::kVfta, vid / 32) >> (vid % 32) & 1) != 0;
  const bool cfi_wrong = (vlnctrl >> 29 & 1) != 0 && (f.tci >> 12 & 1u) != (vlnctrl >> 28 & 1);
  const bool vlan_miss = v.vlan_filtered && (!in_vfta || cfi_wrong);
  v.pools = 1;
  if (v.virtualized) {
    const std::uint64_t allowed = f.tagged ? v.by_vlan | filter(PoolFilter::kVpe) : filter(PoolFilter::kAupe);
    v.left = selected & allowed;
    if (v.left == 0 && selected == 0 && dropping) {
      v.drop = 2;
      return;
    }
    if (v.left == 0) {
      v.by_default = !dropping;
      if (v.by_default) v.left = std::uint64_t{1} << (vt >> 7 & 63);
    }
  }
  if (vlan_miss || (v.virtualized && v.left == 0)) {
    v.drop = 3;
    return;
  }
  if (v.virtualized) {
    v.pools = v.left & pools_at(PoolGroup::kVfre, 0);
    if (v.pools == 0) {
      v.drop = 4;
      return;
    }
    if ((vt >> 30 & 1) == 0) v.pools = lowest_of(v.pools);
  }
  Prediction hashed;
  verify::predict(f, hashing_, hashed);
  v.hash = hashed.hash;
  v.rss_type = hashed.rss_type;
  if (v.rss_type != 0) v.rss_index = at(PoolGroup::kReta, (v.hash & 127) / 4) >> (8 * (v.hash & 3)) & 0xF;
  v.mode = at(PoolGroup::kMrqc) & 0xF;
  const bool eight = v.mode == 2 || v.mode == 4 || v.mode == 12,
             four = v.mode == 3 || v.mode == 5 || v.mode == 13;
  const unsigned priority = f.tagged ? f.tci >> 13 : 0u;
  const unsigned mapped = at(PoolGroup::kRtrup2tc) >> (3 * priority) & 7;
  v.traffic_class = static_cast<std::uint8_t>(eight ? mapped : four ? mapped & 3 : 0);
}

bool same_decision(const ParsedFrame& fa, const PoolPrediction& a, const ParsedFrame& fb,
                   const PoolPrediction& b) {
  if (a.drop != b.drop || a.drop != 0) return a.drop == b.drop;
  return a.pools == b.pools && a.rss_index == b.rss_index && a.traffic_class == b.traffic_class &&
         a.inexact == b.inexact && a.rss_type == b.rss_type && a.hash == b.hash && fa.tagged == fb.tagged &&
         fa.tci == fb.tci && fa.network == fb.network && fa.l4 == fb.l4 && fa.extra == fb.extra;
}

}  // namespace ixsim::verify
