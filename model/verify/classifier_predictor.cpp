// Reads the headers of a frame and applies the rules of the filters one by one.
#include "verify/classifier_predictor.h"

#include <algorithm>
#include <cstring>

namespace ixsim::verify {
namespace {

constexpr std::uint8_t kHopByHop = 0, kTcp = 6, kUdp = 17, kRoutingHeader = 43, kFragmentHeader = 44,
                       kDestinationOptions = 60, kSctp = 132;

bool is_layer4(std::uint8_t protocol) { return protocol == kTcp || protocol == kUdp || protocol == kSctp; }
bool is_walked(std::uint8_t next) {
  return next == kHopByHop || next == kRoutingHeader || next == kDestinationOptions;
}

void add_end(ParsedFrame& p, HeaderEnd::Kind kind, std::uint32_t offset) {
  if (p.end_count < p.ends.size()) p.ends[p.end_count++] = {kind, static_cast<std::int32_t>(offset)};
}

void copy16(std::array<std::uint8_t, 16>& to, const std::uint8_t* from) { std::memcpy(to.data(), from, 16); }

// `b` is what follows layer 2, `a` bytes of it can be looked at.
void parse_ipv4(const std::uint8_t* b, std::uint32_t a, std::uint32_t start, ParsedFrame& p) {
  if (a == 0) return;
  p.version = b[0] >> 4;
  p.ihl = b[0] & 15;
  const auto header = static_cast<std::uint32_t>(4 * p.ihl);
  if (p.version == 4 && p.ihl >= 5) add_end(p, HeaderEnd::kIpv4, start + header);
  if (a < 20 || p.version != 4 || p.ihl < 5 || a < header) return;
  p.network = NetworkProtocol::kIpv4;
  p.extra = p.ihl > 5;
  std::memcpy(p.source.data(), b + 12, 4);
  std::memcpy(p.destination.data(), b + 16, 4);
  const std::uint16_t flags = load_be16(b + 6);
  if ((flags & 0x1FFF) != 0) {
    p.fragment = 2;
  } else if ((flags & 0x2000) != 0) {
    p.fragment = 1;
  }
  if (p.fragment != 0 || !is_layer4(b[9]) || a < header + 4) return;
  p.l4 = b[9];
  std::memcpy(p.ports.data(), b + header, 4);
}

MobilityHeader mobility_of(std::uint8_t kind, const std::uint8_t* h, std::uint32_t left) {
  if (left < 8) return MobilityHeader::kNone;
  if (kind == kDestinationOptions) {
    if (h[1] >= 2 && h[2] == 1 && h[3] == 2 && h[6] == 0xC9 && h[7] == 0x10) {
      return left >= 24 ? MobilityHeader::kHomeGood : MobilityHeader::kHomeCut;
    }
    for (unsigned i = 2; i < std::min(left, 8u + 8u * h[1]) - 1; ++i) {
      if (i != 6 && h[i] == 0xC9 && h[i + 1] == 0x10) return MobilityHeader::kHomeMisplaced;
    }
  } else if (kind == kRoutingHeader) {
    if (h[2] != 2) return MobilityHeader::kRoutingWrongType;
    if (h[1] != 2) return MobilityHeader::kRoutingWrongLength;
    return left >= 24 ? MobilityHeader::kRoutingGood : MobilityHeader::kRoutingCut;
  }
  return MobilityHeader::kNone;
}

void parse_ipv6(const std::uint8_t* b, std::uint32_t a, std::uint32_t start, ParsedFrame& p) {
  if (a == 0) return;
  p.version = b[0] >> 4;
  if (p.version == 6) add_end(p, HeaderEnd::kIpv6, start + 40);
  if (a < 40 || p.version != 6) return;
  p.network = NetworkProtocol::kIpv6;
  copy16(p.source, b + 8);
  copy16(p.destination, b + 24);
  std::uint8_t next = b[6];
  p.extra = is_walked(next) || next == kFragmentHeader;
  std::uint32_t offset = 40;
  p.next_header[p.next_headers++] = next;
  while (is_walked(next) && offset < kParsedWindow && a >= offset + 2) {
    const std::uint8_t* h = b + offset;
    const std::uint32_t left = a - offset;
    const MobilityHeader mobility = mobility_of(next, h, left);
    if (p.header_count < p.mobility.size()) p.mobility[p.header_count] = mobility;
    if (mobility == MobilityHeader::kHomeGood || mobility == MobilityHeader::kHomeCut) {
      p.home_counts = mobility == MobilityHeader::kHomeGood;
      if (p.home_counts) copy16(p.home, h + 8);
    } else if (mobility == MobilityHeader::kRoutingGood || mobility == MobilityHeader::kRoutingCut) {
      p.routing_counts = mobility == MobilityHeader::kRoutingGood;
      if (p.routing_counts) copy16(p.routing, h + 8);
    }
    ++p.header_count;
    next = h[0];
    offset += 8 + 8u * h[1];
    add_end(p, HeaderEnd::kExtension, start + offset);
    if (p.next_headers < p.next_header.size()) p.next_header[p.next_headers++] = next;
  }
  if (is_walked(next)) return;
  p.l4_offset = offset;
  p.l4_candidate = is_layer4(next) ? next : std::uint8_t{0};
  if (p.l4_candidate == 0 || offset >= kParsedWindow || a < offset + 4) return;
  p.l4 = next;
  std::memcpy(p.ports.data(), b + offset, 4);
}

void predict_address(const ParsedFrame& f, const ClassifierTables& t, Prediction& v) {
  const bool broadcast = f.address == kBroadcastAddress;
  const bool group = (f.address >> 40 & 1) != 0;
  for (unsigned n = 0; n < CheckedSize::now().addresses; ++n) {
    if (t.rar_valid(n) && t.rar_address(n) == f.address) {
      v.hit = static_cast<std::int8_t>(n);
      break;
    }
  }
  const std::uint32_t mcstctrl = t.at(RegisterGroup::kMcstctrl);
  // Bytes 4 and 5 with byte 5 above: the twelve bits start at bit 4, 3, 2 or 0.
  const auto low = static_cast<std::uint32_t>((f.address >> 8 & 0xFF) | (f.address & 0xFF) << 8);
  constexpr unsigned kShift[4] = {4, 3, 2, 0};
  v.mta_index = static_cast<std::uint16_t>(low >> kShift[mcstctrl & 3] & 0xFFF);
  const bool in_mta =
      (mcstctrl & 4) != 0 && (t.at(RegisterGroup::kMta, v.mta_index / 32u) >> (v.mta_index % 32) & 1) != 0;
  const bool mpe = t.bit(RegisterGroup::kFctrl, 8), upe = t.bit(RegisterGroup::kFctrl, 9),
             bam = t.bit(RegisterGroup::kFctrl, 10);
  if (v.hit >= 0) {
    v.path = broadcast ? AdmitPath::kRarBroadcast : group ? AdmitPath::kRarMulticast : AdmitPath::kRarUnicast;
  } else if (broadcast) {
    v.path = bam ? AdmitPath::kBam : in_mta ? AdmitPath::kBroadcastMta : AdmitPath::kMissBroadcast;
  } else if (group) {
    if (in_mta) {
      // With both, neither decides; it is counted for MPE only where MTA would have said no.
      v.path = static_cast<AdmitPath>(static_cast<unsigned>(AdmitPath::kMta0) + (mcstctrl & 3));
    } else {
      v.path = mpe ? AdmitPath::kMpe : AdmitPath::kMissMulticast;
    }
  } else {
    v.path = upe ? AdmitPath::kUpe : AdmitPath::kMissUnicast;
  }
  v.inexact = v.hit < 0 && !(broadcast && bam);
  if (v.path == AdmitPath::kMissUnicast || v.path == AdmitPath::kMissMulticast ||
      v.path == AdmitPath::kMissBroadcast) {
    v.drop = 2;
  }
}

void predict_vlan(const ParsedFrame& f, const ClassifierTables& t, Prediction& v) {
  const unsigned vid = f.tci & 0xFFF;
  if (!f.tagged) {
    v.vlan = VlanResult::kUntagged;
  } else if (!t.bit(RegisterGroup::kVlnctrl, 30)) {
    v.vlan = VlanResult::kFilterOff;
  } else if ((t.at(RegisterGroup::kVfta, vid / 32) >> (vid % 32) & 1) == 0) {
    v.vlan = VlanResult::kMiss;
  } else if (t.bit(RegisterGroup::kVlnctrl, 29) &&
             (f.tci >> 12 & 1) != (t.at(RegisterGroup::kVlnctrl) >> 28 & 1)) {
    v.vlan = VlanResult::kCfiMismatch;
  } else {
    v.vlan = VlanResult::kPass;
  }
  if (v.drop == 0 && (v.vlan == VlanResult::kMiss || v.vlan == VlanResult::kCfiMismatch)) v.drop = 3;
}

void predict_pool(const ParsedFrame& f, const ClassifierTables& t, Prediction& v) {
  const std::uint32_t vmd_ctl = t.at(RegisterGroup::kVmdCtl);
  const std::uint8_t fallback = ClassifierTables::pool_of(vmd_ctl >> 4);
  const unsigned vid = f.tci & 0xFFF;
  // Four banks of 128 words; VID bits 2:0 choose the nibble, 4:3 the bank, 11:5 the word.
  const unsigned word = (vid >> 3 & 3) * 128 + (vid >> 5);
  v.vftavind_index = static_cast<std::uint16_t>(word * 8 + (vid & 7));
  if ((v.mode & kModeVmdq) == 0) {
    v.vmdq_source = VmdqSource::kOff;
  } else if ((vmd_ctl & 2) == 0) {
    v.vmdq_source = v.hit >= 0 ? VmdqSource::kHit : VmdqSource::kDefaultByMac;
    v.vmdq = v.hit >= 0 ? t.rar_vind(static_cast<unsigned>(v.hit)) : fallback;
  } else if (f.tagged) {
    v.vmdq_source = VmdqSource::kNibble;
    v.vmdq = ClassifierTables::pool_of(t.at(RegisterGroup::kVftavind, word) >> (4 * (vid & 7)) & 15);
  } else {
    v.vmdq_source = VmdqSource::kDefaultByVlan;
    v.vmdq = fallback;
  }
}

void predict_hash(const ParsedFrame& f, const ClassifierTables& t, Prediction& v) {
  const std::uint32_t mrqc = t.at(RegisterGroup::kMrqc);
  const auto on = [mrqc](unsigned bit) { return (mrqc >> bit & 1) != 0; };
  bool ports = false, mobile = false;
  if (f.network == NetworkProtocol::kIpv4) {
    if (f.l4 == kTcp && on(16)) {
      v.rss_type = 1;
      ports = true;
    } else if (f.l4 == kUdp && on(22)) {
      v.rss_type = 7;
      ports = true;
    } else if (on(17)) {
      v.rss_type = 2;
    }
  } else if (f.network == NetworkProtocol::kIpv6) {
    if (f.l4 == kTcp && (on(18) || on(21))) {
      mobile = on(18);
      v.rss_type = mobile ? 6 : 3;
      ports = true;
    } else if (f.l4 == kUdp && (on(24) || on(23))) {
      mobile = on(24);
      v.rss_type = mobile ? 9 : 8;
      ports = true;
    } else if (on(19) || on(20)) {
      mobile = on(19);
      v.rss_type = mobile ? 4 : 5;
    }
  }
  if (v.rss_type == 0) return;
  std::uint8_t input[36];
  std::size_t size = 0;
  const std::size_t address_size = f.network == NetworkProtocol::kIpv4 ? 4 : 16;
  const auto append = [&](const std::uint8_t* from, std::size_t count) {
    std::memcpy(input + size, from, count);
    size += count;
  };
  append(mobile && f.home_counts ? f.home.data() : f.source.data(), address_size);
  append(mobile && f.routing_counts ? f.routing.data() : f.destination.data(), address_size);
  if (ports) append(f.ports.data(), 4);
  v.hash = toeplitz({input, size}, t);
}

void predict_queue(const ClassifierTables& t, Prediction& v) {
  const bool rss = (v.mode & kModeRss) != 0, vmdq = (v.mode & kModeVmdq) != 0, dcb = (v.mode & kModeDcb) != 0;
  unsigned index = 0;
  v.upper_nibble = vmdq && !dcb && (v.vmdq & 1) != 0;
  if (v.rss_type != 0) {
    const unsigned entry = v.hash & 127;
    index = t.at(RegisterGroup::kReta, entry / 4) >> (8 * (entry % 4) + (v.upper_nibble ? 4 : 0)) & 15;
  }
  const unsigned tc = v.traffic_class, pool = v.vmdq;
  const unsigned queues = CheckedSize::now().queues, bits = ClassifierSize::bits_for(queues);
  const unsigned of_class = bits > 3 ? 1u << (bits - 3) : 1;
  unsigned queue = 0;
  if (dcb && vmdq && rss) {
    queue = tc * of_class + (of_class > 1 ? pool % 2 * (of_class / 2) + index % (of_class / 2) : 0);
  } else if (dcb && vmdq) {
    queue = tc * of_class + pool % of_class;
  } else if (dcb) {
    queue = tc * of_class + (rss ? index % of_class : 0);
  } else if (vmdq && rss) {
    queue = 16 * pool + index;
  } else if (vmdq) {
    queue = pool;
  } else if (rss) {
    queue = index;
  }
  v.queue = static_cast<std::uint8_t>(queue % (1u << bits) % queues);
}

}  // namespace

void parse_frame(ByteView head, std::uint32_t length, bool error, std::uint16_t vet, ParsedFrame& p) {
  p = ParsedFrame{};
  p.length = length;
  p.error = error;
  if (length < 14) return;
  const std::uint8_t* b = head.data;
  p.address = std::uint64_t{load_be32(b)} << 16 | load_be16(b + 4);
  const bool tag_type = load_be16(b + 12) == vet;
  p.tagged = tag_type && length >= 16;
  p.tag_cut = tag_type && !p.tagged;
  if (p.tagged) p.tci = load_be16(b + 14);
  const std::uint32_t start = p.tagged ? 18 : 14;
  if (length < start) return;
  p.type = load_be16(b + start - 2);
  p.double_tag = p.tagged && p.type == vet;
  p.available = std::min(length - start, kParsedWindow);
  if (p.type == 0x0800) parse_ipv4(b + start, p.available, start, p);
  if (p.type == 0x86DD) parse_ipv6(b + start, p.available, start, p);
}

void predict(const ParsedFrame& f, const ClassifierTables& t, Prediction& v) {
  v = Prediction{};
  if (f.length < 14 || (f.error && !t.sbp())) {
    v.drop = 1;
    return;
  }
  const bool dcb = t.bit(RegisterGroup::kRdrxctl, 4) && t.bit(RegisterGroup::kRuppbmr, 31);
  const bool rss = t.bit(RegisterGroup::kMrqc, 0), vmdq = t.bit(RegisterGroup::kVmdCtl, 0);
  v.mode = static_cast<std::uint8_t>((rss ? kModeRss : 0) | (vmdq ? kModeVmdq : 0) | (dcb ? kModeDcb : 0));
  predict_address(f, t, v);
  predict_vlan(f, t, v);
  predict_pool(f, t, v);
  if (dcb && f.tagged) v.traffic_class = static_cast<std::uint8_t>(f.tci >> 13);
  // A dropped frame's hash is not visible at the outputs.
  if (rss && v.drop == 0) predict_hash(f, t, v);
  predict_queue(t, v);
}

bool same_decision(const ParsedFrame& fa, const Prediction& a, const ParsedFrame& fb, const Prediction& b) {
  if (a.drop != b.drop) return false;
  if (a.drop != 0) return true;
  return a.queue == b.queue && a.vmdq == b.vmdq && a.traffic_class == b.traffic_class &&
         a.inexact == b.inexact && a.rss_type == b.rss_type && a.hash == b.hash && fa.tagged == fb.tagged &&
         fa.tci == fb.tci && fa.network == fb.network && fa.extra == fb.extra && fa.l4 == fb.l4;
}

std::uint32_t toeplitz(ByteView input, const ClassifierTables& tables) {
  const auto key_byte = [&tables](std::size_t i) {
    return tables.at(RegisterGroup::kRssrk, static_cast<unsigned>(i / 4)) >> (8 * (i % 4)) & 0xFF;
  };
  std::uint64_t window = 0;  // the upper 32 bits are the key's current 32 bits
  for (std::size_t i = 0; i < 4; ++i) window = window << 8 | key_byte(i);
  window <<= 32;
  std::uint32_t hash = 0;
  for (std::size_t i = 0; i < input.size; ++i) {
    window |= std::uint64_t{key_byte(i + 4)} << 24;
    for (unsigned bit = 0; bit < 8; ++bit) {
      if ((input[i] >> (7 - bit) & 1) != 0) hash ^= static_cast<std::uint32_t>(window >> 32);
      window <<= 1;
    }
  }
  return hash;
}

}  // namespace ixsim::verify
