// The steps of the decision: address, VLAN, VMDq index, traffic class, hash, queue.
#include "nic/classifier/frame_decision.h"

#include "ixsim/classifier.h"
#include "nic/classifier/rss.h"

namespace ixsim::nic {
namespace {

struct AddressMatch {
  std::size_t hit = FilterTables::kNoHit;  // receive address entry
  bool admitted = false;
  bool inexact = false;
};

AddressMatch match_address(const FilterTables& tables, std::uint64_t address) {
  AddressMatch match;
  match.hit = tables.receive_address(address);
  if (match.hit != FilterTables::kNoHit) {
    match.admitted = true;
    return match;
  }
  const bool group = address & 1;
  if (address == kBroadcast && tables.accept_broadcast()) {
    match.admitted = true;
    return match;
  }
  if (address == kBroadcast)
    match.admitted = tables.multicast_hash(address);
  else if (group)
    match.admitted = tables.multicast_promiscuous() || tables.multicast_hash(address);
  else
    match.admitted = tables.unicast_promiscuous();
  match.inexact = match.admitted;
  return match;
}

std::uint8_t vmdq_index(const FilterTables& tables, std::size_t hit, bool tagged, std::uint16_t tci) {
  if (!tables.vmdq()) return 0;
  if (tables.vmdq_by_vlan()) return tagged ? tables.vmdq_of_vlan(tci & 0xFFF) : tables.vmdq_default();
  return hit != FilterTables::kNoHit ? tables.vmdq_of_address(hit) : tables.vmdq_default();
}

}  // namespace

void decide_frame(const FilterTables& tables, std::uint16_t vet, ByteView frame, bool error,
                  Decision& decision) {
  if (decide_bad(frame, error, tables.store_bad(), decision)) return;
  const AddressMatch match = match_address(tables, load_le64(frame.data) & kBroadcast);
  if (!match.admitted) {
    decision.drop = ClassifierDrop::kNoFilter;
    return;
  }
  const bool tagged = is_tagged(frame, vet);
  const std::uint16_t tci = tagged ? load_be16(frame.data + 14) : std::uint16_t{0};
  if (tagged && tables.vlan_filter() && !tables.vlan_passes(tci)) {
    decision.drop = ClassifierDrop::kVlan;
    return;
  }
  const FrameHeaders headers = parse_headers(frame, tagged);
  const RssResult hashed = rss(tables, frame, headers);
  decision.tagged = tagged;
  decision.tci = tci;
  decision.inexact = match.inexact;
  decision.vmdq = vmdq_index(tables, match.hit, tagged, tci);
  decision.pools = std::uint64_t{1} << decision.vmdq;
  decision.traffic_class = tables.dcb() ? static_cast<std::uint8_t>(tci >> 13) : std::uint8_t{0};
  decision.headers = headers;
  decision.packet_type = headers.packet_type;
  decision.rss_type = hashed.type;
  decision.rss_hash = hashed.hash;
  decision.queue = receive_queue(tables, hashed, decision.vmdq, decision.traffic_class);
}

}  // namespace ixsim::nic
