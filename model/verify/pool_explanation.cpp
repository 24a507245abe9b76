// Formats the rule of a decision of pools, and lists the words on which it depends.
#include "verify/pool_explanation.h"

#include <fmt/format.h>

#include <array>

namespace ixsim::verify {
namespace {

using Group = PoolGroup;

constexpr unsigned kPoolsListed = 4;
constexpr std::array<const char*, kPoolFilters> kFilterNames = {"UPE",  "VPE", "AUPE", "ROMPE",
                                                                "ROPE", "BAM", "MPE"};

// In the order of Destination: the name, and the bit of FCTRL that admits all of the kind.
struct DestinationText {
  const char* name;
  const char* enable;
  unsigned bit;
};
constexpr std::array<DestinationText, kDestinations> kDestinationTexts = {
    {{"broadcast", "BAM", 10}, {"multicast", "MPE", 8}, {"unicast", "UPE", 9}}};
bool is_group(const ParsedFrame& f) { return destination_of(f.address) != Destination::kUnicast; }
bool hashes(const PoolPrediction& p) {
  return p.mode == 1 || p.mode == 4 || p.mode == 5 || p.mode == 10 || p.mode == 11;
}

std::string address_text(const ParsedFrame& f, const PoolPrediction& p, const PoolRegisters& r) {
  const Destination kind = destination_of(f.address);
  const auto [name, enable, bit] = kDestinationTexts[static_cast<std::size_t>(kind)];
  std::string text = p.address >= 0 ? fmt::format("RAR {} has the address", p.address)
                                    : fmt::format("{}, no RAR has the address", name);
  if (p.addresses > 1) text += fmt::format(" (the lowest of {})", p.addresses);
  if (p.address >= 0) return text;
  text += fmt::format(", FCTRL.{} is {}", enable, r.at(Group::kFctrl) >> bit & 1);
  if (is_group(f))
    text += fmt::format(", MTA bit {:#x} is {}, MCSTCTRL.MFE is {}", p.hash_bit, int{p.mta},
                        r.at(Group::kMcstctrl) >> 2 & 1);
  return text;
}

// The pools that each source gives.
std::string sets_text(const PoolPrediction& p) {
  std::string text;
  const auto add = [&text](const std::string& name, std::uint64_t pools) {
    if (pools != 0) text += fmt::format("{}{} {:x}", text.empty() ? "" : ", ", name, pools);
  };
  add(fmt::format("MPSAR[{}]", p.address), p.by_address);
  if (p.vlan >= 0) add(fmt::format("VLVFB[{}]", p.vlan), p.by_vlan);
  for (unsigned i = 0; i < kPoolFilters; ++i) add(std::string("VMOLR.") + kFilterNames[i], p.by_filter[i]);
  return text.empty() ? "no source names a pool" : "pools by " + text;
}

std::string pools_text(const PoolPrediction& p, const PoolRegisters& r) {
  const std::uint32_t vt = r.at(Group::kVtCtl);
  std::string text = p.by_default
                         ? fmt::format("no pool is selected and allowed, default pool {}", vt >> 7 & 63)
                         : fmt::format("selected and allowed {:x}", p.left);
  const std::uint64_t enabled = r.pools_at(Group::kVfre, 0);
  if ((p.left & ~enabled) != 0) text += fmt::format(", of these VFRE disables {:x}", p.left & ~enabled);
  if (p.drop == 4) return text + ": dropped (4)";
  return text + ((vt >> 30 & 1) != 0 ? ", each gets a copy" : ", the lowest one gets it (REPLEN is 0)");
}

std::string vlan_text(const ParsedFrame& f, const PoolPrediction& p) {
  if (!f.tagged) return f.tag_cut ? "untagged, the frame ends inside the tag" : "untagged";
  std::string text = fmt::format("VLAN {}", f.tci & 0xFFFu);
  text += p.vlan_filtered ? ", VLNCTRL.VFE is 1" : ", VLNCTRL.VFE is 0";
  if (p.vlans > 1) text += fmt::format(", VLVF {} is the lowest of {}", p.vlan, p.vlans);
  if (p.vlans == 1) text += fmt::format(", VLVF {}", p.vlan);
  return text;
}

int index(Group group, unsigned n = 0) { return static_cast<int>(PoolRegisters::first_of(group) + n); }

}  // namespace

std::string rule_of(const ParsedFrame& f, const PoolPrediction& p, const PoolRegisters& r) {
  std::string text = address_text(f, p, r);
  if (p.drop == 2) {
    return text + (p.virtualized ? "; no pool selects the frame, and no default pool stands in: dropped (2)"
                                 : ": dropped (2)");
  }
  text += "; " + vlan_text(f, p);
  if (p.virtualized) text += "; " + sets_text(p);
  if (p.drop == 3) {
    return text + (p.virtualized && p.left == 0
                       ? "; no pool is selected and allowed, and VT_CTL.DIS_DEFPL is 1: dropped (3)"
                       : "; VFTA or CFI refuses the tag: dropped (3)");
  }
  text += "; " + (p.virtualized ? pools_text(p, r) : std::string("VT_CTL.VT_ENA is 0, pools 1"));
  if (p.drop != 0) return text;
  text +=
      hashes(p) ? fmt::format("; RSS type {}", p.rss_type) : fmt::format("; MRQE {:x} does not hash", p.mode);
  if (p.rss_type != 0) text += fmt::format(", entry {:#x} of RETA", p.hash & 127);
  return text + fmt::format("; traffic class {}", p.traffic_class);
}

void list_words(const ParsedFrame& f, const PoolPrediction& p, const PoolRegisters& r, std::uint64_t pools,
                WordList& words) {
  words.whole(index(Group::kFctrl));
  if (p.address >= 0) {
    const unsigned n = 2 * static_cast<unsigned>(p.address);
    words.whole(index(Group::kRar, n));
    words.whole(index(Group::kRar, n + 1));
  }
  if (is_group(f)) {
    words.whole(index(Group::kMcstctrl));
    words.bit(index(Group::kMta, p.hash_bit / 32), p.hash_bit % 32);
  }
  words.whole(index(Group::kVlnctrl));
  if (p.vlan_filtered) {
    const unsigned vid = f.tci & 0xFFFu;
    words.bit(index(Group::kVfta, vid / 32), vid % 32);
  }
  words.whole(index(Group::kVtCtl));
  if (p.virtualized) {
    if (!is_group(f)) words.bit(index(Group::kUta, p.hash_bit / 32), p.hash_bit % 32);
    for (unsigned half = 0; p.address >= 0 && half < 2; ++half)
      words.whole(index(Group::kMpsar, 2 * static_cast<unsigned>(p.address) + half));
    if (p.vlan >= 0) words.whole(index(Group::kVlvf, static_cast<unsigned>(p.vlan)));
    for (unsigned half = 0; p.vlan >= 0 && half < 2; ++half)
      words.whole(index(Group::kVlvfb, 2 * static_cast<unsigned>(p.vlan) + half));
    // If the default pool stands in, the filters that selected other pools matter.
    for (std::size_t i = 0; p.by_default && i < kPoolFilters; ++i) pools |= p.by_filter[i];
    for (unsigned pool = 0, listed = 0; pool < 64 && listed < kPoolsListed; ++pool) {
      if ((pools >> pool & 1) == 0) continue;
      words.whole(index(Group::kVmolr, pool));
      ++listed;
    }
    words.whole(index(Group::kVfre, 0));
    words.whole(index(Group::kVfre, 1));
  }
  if (p.drop != 0) return;
  words.whole(index(Group::kMrqc));
  if (p.traffic_class != 0) words.whole(index(Group::kRtrup2tc));
  if (p.rss_type != 0) {
    const unsigned entry = p.hash & 127;
    words.nibble(index(Group::kReta, entry / 4), 2 * (entry % 4));
    std::string key;
    for (unsigned i = 0; i < 10; ++i)
      key += fmt::format("{}{:08x}", i == 0 ? "" : " ", r.at(Group::kRssrk, i));
    words.line("RSSRK[0..9] = " + key);
  }
}

}  // namespace ixsim::verify
