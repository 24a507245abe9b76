// Headers of Ethernet, IPv4 and TCP, written and read.
#include "host/tcp/tcp_header.h"

#include <algorithm>

#include "ethernet/internet_checksum.h"
#include "ethernet/protocols.h"
#include "host/tcp/ipv4_header.h"

namespace ixsim::host {
namespace {

using ipv4::kMoreOrOffset;

// Kinds and lengths of options (RFC 9293 section 3.1, RFC 7323).
constexpr std::uint8_t kEnd = 0;
constexpr std::uint8_t kPad = 1;
constexpr std::uint8_t kMss = 2;
constexpr std::uint8_t kScale = 3;
constexpr std::uint8_t kTimestamps = 8;
constexpr std::uint8_t kMssBytes = 4;
constexpr std::uint8_t kScaleBytes = 3;
constexpr std::uint8_t kTimestampsBytes = 10;
constexpr std::uint32_t kPaddedTimestamps = 0x0101080a;  // two paddings, kind, length

bool read_options(ByteView options, TcpSegment& segment) {
  if (options.size == 12 && load_be32(options.data) == kPaddedTimestamps) {
    segment.has_timestamp = true;
    segment.timestamp = load_be32(options.data + 4);
    segment.timestamp_echo = load_be32(options.data + 8);
    return true;
  }
  for (std::size_t at = 0; at < options.size;) {
    const std::uint8_t kind = options[at];
    if (kind == kEnd) return true;
    if (kind == kPad) {
      ++at;
      continue;
    }
    if (at + 2 > options.size) return false;
    const std::size_t length = options[at + 1];
    if (length < 2 || at + length > options.size) return false;
    const std::uint8_t* const value = options.data + at + 2;
    if (kind == kMss) {
      if (length != kMssBytes) return false;
      segment.mss_option = load_be16(value);
    } else if (kind == kScale) {
      if (length != kScaleBytes) return false;
      segment.window_scale = *value == kNoWindowScale ? kNoWindowScale - 1 : *value;
    } else if (kind == kTimestamps) {
      if (length != kTimestampsBytes) return false;
      segment.has_timestamp = true;
      segment.timestamp = load_be32(value);
      segment.timestamp_echo = load_be32(value + 4);
    }
    at += length;
  }
  return true;
}

// Offsets and ends of the headers of a frame.
struct Layout {
  std::size_t ip = 0;
  std::size_t tcp = 0;
  std::size_t payload = 0;
  std::size_t end = 0;  // of the IP packet
};

TcpParse find_headers(ByteView frame, Layout& layout) {
  if (frame.size < kEthernetHeader) return TcpParse::kCut;
  std::size_t ip = kEthernetHeader;
  std::uint16_t type = load_be16(frame.data + 12);
  if (type == kTypeVlan) {
    if (frame.size < kEthernetHeader + kTagBytes) return TcpParse::kCut;
    type = load_be16(frame.data + 16);
    ip += kTagBytes;
  }
  if (type != kTypeIpv4) return TcpParse::kOther;
  if (frame.size < ip + kIpv4Header) return TcpParse::kCut;
  const std::uint8_t* const header = frame.data + ip;
  if (header[0] >> 4 != 4) return TcpParse::kOther;
  const std::size_t ip_size = std::size_t{header[0] & 0xfu} * 4;
  const std::size_t total = load_be16(header + 2);
  if (ip_size < kIpv4Header || total < ip_size) return TcpParse::kBadLength;
  if (ip + total > frame.size) return TcpParse::kCut;
  if (header[9] != kProtocolTcp || (load_be16(header + 6) & kMoreOrOffset) != 0) return TcpParse::kOther;
  if (total < ip_size + kTcpHeader) return TcpParse::kCut;
  const std::size_t tcp_size = std::size_t{frame[ip + ip_size + 12]} / 16 * 4;
  if (tcp_size < kTcpHeader) return TcpParse::kBadLength;
  if (ip_size + tcp_size > total) return TcpParse::kCut;
  layout = {ip, ip + ip_size, ip + ip_size + tcp_size, ip + total};
  return TcpParse::kSegment;
}

}  // namespace

TcpPath TcpPath::reversed() const {
  TcpPath other = *this;
  std::swap(other.source_mac, other.destination_mac);
  std::swap(other.source_ip, other.destination_ip);
  std::swap(other.source_port, other.destination_port);
  return other;
}

std::size_t tcp_header_size(const TcpSegment& segment) {
  return kTcpHeader + (segment.mss_option != 0 ? kMssBytes : 0) +
         (segment.has_timestamp ? kTimestampsBytes + 2 : 0) +
         (segment.window_scale != kNoWindowScale ? kScaleBytes + 1 : 0);
}

std::size_t header_size(const TcpPath& path, const TcpSegment& segment) {
  return ipv4::link_size(path) + kIpv4Header + tcp_header_size(segment);
}

std::size_t write_header(std::uint8_t* frame, const TcpPath& path, const TcpSegment& segment,
                         TcpChecksums checksums) {
  const std::size_t tcp_size = tcp_header_size(segment);
  const std::size_t tcp_bytes = tcp_size + segment.length;
  std::uint8_t* const ip =
      ipv4::write(frame, path, static_cast<std::uint8_t>(segment.ecn), kProtocolTcp, tcp_bytes);
  std::uint8_t* const tcp = ip + kIpv4Header;
  store_be16(tcp, path.source_port);
  store_be16(tcp + 2, path.destination_port);
  store_be32(tcp + 4, segment.sequence);
  store_be32(tcp + 8, segment.acknowledgment);
  tcp[12] = static_cast<std::uint8_t>(tcp_size / 4 << 4);
  tcp[13] = segment.flags;
  store_be16(tcp + 14, segment.window);
  store_be32(tcp + 16, 0);  // checksum and urgent pointer
  std::uint8_t* option = tcp + kTcpHeader;
  if (segment.mss_option != 0) {
    option[0] = kMss;
    option[1] = kMssBytes;
    store_be16(option + 2, segment.mss_option);
    option += kMssBytes;
  }
  if (segment.has_timestamp) {
    store_be32(option, kPaddedTimestamps);
    store_be32(option + 4, segment.timestamp);
    store_be32(option + 8, segment.timestamp_echo);
    option += kTimestampsBytes + 2;
  }
  if (segment.window_scale != kNoWindowScale) {
    option[0] = kPad;
    option[1] = kScale;
    option[2] = kScaleBytes;
    option[3] = segment.window_scale;
  }

  if (checksums == TcpChecksums::kComputed || checksums == TcpChecksums::kZeroPayload) {
    ipv4::write_checksum(ip);
    const std::size_t covered = checksums == TcpChecksums::kComputed ? tcp_bytes : tcp_bytes - segment.length;
    const std::uint64_t sum =
        ipv4::pseudo_header(ip, kProtocolTcp, tcp_bytes) + ones_complement_sum({tcp, covered});
    store_be16(tcp + 16, static_cast<std::uint16_t>(~fold_sum(sum)));
  } else {
    store_be16(tcp + 16, fold_sum(ipv4::pseudo_header(ip, kProtocolTcp,
                                                      checksums == TcpChecksums::kOffload ? tcp_bytes : 0)));
  }
  return static_cast<std::size_t>(tcp - frame) + tcp_size;
}

TcpParse parse_header(ByteView frame, TcpPath& path, TcpSegment& segment, std::size_t& payload) {
  Layout layout;
  const TcpParse found = find_headers(frame, layout);
  if (found != TcpParse::kSegment) return found;
  const std::uint8_t* const ip = frame.data + layout.ip;
  const std::uint8_t* const tcp = frame.data + layout.tcp;
  TcpSegment read;
  const std::size_t options = layout.tcp + kTcpHeader;
  if (!read_options({frame.data + options, layout.payload - options}, read)) return TcpParse::kBadOptions;
  read.sequence = load_be32(tcp + 4);
  read.acknowledgment = load_be32(tcp + 8);
  read.length = static_cast<std::uint32_t>(layout.end - layout.payload);
  read.flags = tcp[13];
  read.window = load_be16(tcp + 14);
  read.ecn = static_cast<EcnField>(ip[1] & 3);
  segment = read;
  ipv4::read_path(frame, ip, tcp, path);
  payload = layout.payload;
  return TcpParse::kSegment;
}

bool checksums_are_good(ByteView frame) {
  Layout layout;
  if (find_headers(frame, layout) != TcpParse::kSegment) return false;
  const std::uint8_t* const ip = frame.data + layout.ip;
  const std::size_t tcp_bytes = layout.end - layout.tcp;
  return ones_complement_sum({ip, layout.tcp - layout.ip}) == 0xffff &&
         fold_sum(ipv4::pseudo_header(ip, kProtocolTcp, tcp_bytes) +
                  ones_complement_sum({frame.data + layout.tcp, tcp_bytes})) == 0xffff;
}

}  // namespace ixsim::host
