// The steps of the decision: pools of the address, pools of the VLAN, default pool, replication, queue.
#include "nic/classifier/pool_decision.h"

#include "ethernet/protocols.h"
#include "ixsim/classifier.h"
#include "nic/classifier/frame_decision.h"
#include "nic/classifier/rss.h"

namespace ixsim::nic {
namespace {

using Filter = PoolTables::Filter;

struct Match {
  bool admitted = false;
  bool exact = false;
  bool inexact = false;  // neither a receive address nor a broadcast that the port accepts
  std::uint64_t exact_pools = 0;
  std::uint64_t pools = 0;  // pools of all matches, exact ones included
};

Match match_address(const PoolTables& tables, std::uint64_t address) {
  const FilterTables& common = tables.common();
  Match match;
  match.exact = tables.receive_address(address, match.exact_pools);
  match.admitted = match.exact;
  match.pools = match.exact_pools;
  const auto admit = [&](bool globally, std::uint64_t pools) {
    match.admitted = match.admitted || globally || (tables.pools_on() && pools != 0);
    match.pools |= pools;
  };
  const auto pools_if = [&](bool condition, Filter filter) {
    return condition ? tables.pools_with(filter) : std::uint64_t{0};
  };
  if (address == kBroadcast) {
    admit(common.accept_broadcast(), tables.pools_with(Filter::kBroadcast));
    admit(common.multicast_hash(address), 0);
  } else if ((address & 1) != 0) {
    const bool hashed = common.multicast_hash(address);
    admit(hashed, pools_if(hashed, Filter::kMulticastTable));
    admit(common.multicast_promiscuous(), tables.pools_with(Filter::kMulticastPromiscuous));
  } else {
    admit(false, pools_if(tables.unicast_hash(address), Filter::kUnicastTable));
    admit(common.unicast_promiscuous(), tables.pools_with(Filter::kUnicastPromiscuous));
  }
  match.pools &= tables.all_pools();
  match.inexact = !match.exact && !(address == kBroadcast && common.accept_broadcast());
  return match;
}

// Returns the pools that accept frames of this VLAN, or untagged frames.
std::uint64_t vlan_pools(const PoolTables& tables, bool tagged, std::uint16_t tci) {
  if (!tagged) return tables.pools_with(Filter::kUntagged);
  return tables.pools_of_vlan(tci & 0xFFFU) | tables.pools_with(Filter::kVlanPromiscuous);
}

// Returns whether the TCP header of the frame is complete enough to have flags, and SYN is set.
bool is_syn(ByteView frame, const FrameHeaders& headers) {
  const std::size_t flags = headers.transport + kTcpFlags;
  return (headers.packet_type & kPacketTcp) != 0 && headers.transport != 0 && flags < frame.size &&
         (frame.data[flags] & tcp_flag::kSyn) != 0;
}

std::uint64_t lowest(std::uint64_t pools) { return pools & (~pools + 1); }

// Sets the queue from the first filter that gives one; `syn`: SYNQF has given one.
void filter_queue(const PoolTables& tables, QueueFilters& filters, ByteView frame, std::uint16_t tci,
                  bool syn, Decision& decision) {
  int queue = filters.by_type(frame, decision.headers);
  if (queue < 0 && syn && tables.syn_comes_first()) return;
  if (queue < 0) queue = filters.by_tuple(frame, decision.headers);
  if (queue < 0 && syn) return;
  if (queue < 0 && filters.flows().armed()) {
    const FlowDirector::Result found = filters.flows().look_up(frame, decision.headers, tci);
    if (found.has_queue) queue = found.queue;
  }
  if (queue >= 0) decision.queue = static_cast<std::uint8_t>(tables.queue_of_filter(queue));
}

// Sets all fields that follow from the set of pools and the frame.
void fill(const PoolTables& tables, ByteView frame, bool tagged, std::uint16_t tci, std::uint64_t pools,
          Decision& decision) {
  const FrameHeaders headers = parse_headers(frame, tagged);
  const RssResult hashed = rss(tables.common(), frame, headers);
  const unsigned index = hashed.type != 0 ? tables.common().redirection(hashed.hash) & 0xFU : 0;
  decision.tagged = tagged;
  decision.tci = tci;
  decision.pools = pools;
  decision.vmdq = tables.pools_on() ? static_cast<std::uint8_t>(__builtin_ctzll(pools)) : std::uint8_t{0};
  decision.headers = headers;
  decision.packet_type = headers.packet_type;
  decision.rss_type = hashed.type;
  decision.rss_hash = hashed.hash;
  decision.rss_index = static_cast<std::uint8_t>(index);
  decision.traffic_class = static_cast<std::uint8_t>(tables.partition(tci >> 13));
  decision.queue = static_cast<std::uint8_t>(tables.queue(decision.vmdq, index, tci >> 13));
  const bool syn = tables.syn_filter() && is_syn(frame, headers);
  if (syn) decision.queue = static_cast<std::uint8_t>(tables.syn_queue());
  if (tables.filters() != nullptr) filter_queue(tables, *tables.filters(), frame, tci, syn, decision);
}

}  // namespace

void decide_frame(const PoolTables& tables, std::uint16_t vet, ByteView frame, bool error,
                  Decision& decision) {
  const FilterTables& common = tables.common();
  if (decide_bad(frame, error, common.store_bad(), decision)) return;
  const Match match = match_address(tables, load_le64(frame.data) & kBroadcast);
  if (!match.admitted) {
    decision.drop = ClassifierDrop::kNoFilter;
    return;
  }
  const bool tagged = is_tagged(frame, vet);
  const std::uint16_t tci = tagged ? load_be16(frame.data + 14) : std::uint16_t{0};
  // An address that selects nothing comes before a VLAN that is refused.
  if (tables.pools_on() && match.pools == 0 && tables.default_pool_off()) {
    decision.drop = ClassifierDrop::kNoFilter;
    return;
  }
  if (tagged && common.vlan_filter() && !common.vlan_passes(tci)) {
    decision.drop = ClassifierDrop::kVlan;
    return;
  }
  decision.inexact = match.inexact;
  if (!tables.pools_on()) return fill(tables, frame, tagged, tci, 1, decision);
  std::uint64_t pools = match.pools & vlan_pools(tables, tagged, tci);
  if (pools == 0) {
    if (tables.default_pool_off()) {
      decision.drop = ClassifierDrop::kVlan;
      return;
    }
    pools = std::uint64_t{1} << tables.default_pool();
  }
  pools &= tables.enabled_pools();
  if (pools == 0) {
    decision.drop = ClassifierDrop::kPoolDisabled;
    return;
  }
  if (!tables.replicates()) pools = lowest(pools);
  fill(tables, frame, tagged, tci, pools, decision);
}

SwitchDecision switch_frame(const PoolTables& tables, ByteView frame, unsigned source) {
  SwitchDecision decision;
  decision.decision.drop = ClassifierDrop::kNoFilter;
  if (!tables.pools_on() || frame.size < kEthernetHeader) return decision;
  const bool tagged = is_tagged(frame, tables.vet());
  const std::uint16_t tci = tagged ? load_be16(frame.data + 14) : std::uint16_t{0};
  const std::uint64_t address = load_le64(frame.data) & kBroadcast;
  const Match match = match_address(tables, address);
  const std::uint64_t others = vlan_pools(tables, tagged, tci) & ~(std::uint64_t{1} << source);
  const bool filtered = tagged && tables.common().vlan_filter() && !tables.common().vlan_passes(tci);
  decision.to_wire = (address & 1) != 0 || filtered || (match.exact_pools & others) == 0;
  std::uint64_t pools = filtered ? 0 : match.pools & others & tables.enabled_pools();
  if (pools == 0) {
    // For a pool here alone, which must not receive.
    if (!decision.to_wire) decision.decision.drop = ClassifierDrop::kPoolDisabled;
    return decision;
  }
  if (!tables.replicates()) pools = lowest(pools);
  decision.decision.drop = ClassifierDrop::kAdmit;
  decision.decision.inexact = match.inexact;
  decision.decision.loopback = true;
  fill(tables, frame, tagged, tci, pools, decision.decision);
  return decision;
}

bool address_is_own(const PoolTables& tables, ByteView frame, unsigned source) {
  if (frame.size < kEthernetHeader) return false;
  return (tables.pools_of_address(load_le64(frame.data + 6) & kBroadcast) >> source & 1) != 0;
}

bool vlan_is_own(const PoolTables& tables, ByteView frame, unsigned source) {
  if (!is_tagged(frame, tables.vet())) return true;
  return (tables.pools_of_vlan(load_be16(frame.data + 14) & 0xFFFU) >> source & 1) != 0;
}

}  // namespace ixsim::nic
