// Open units, and the conditions under which a segment joins one.
#include "host/driver/receive_merge.h"

#include <algorithm>
#include <string>

#include "base/accepted.h"
#include "ethernet/protocols.h"

namespace ixsim::host {
namespace {

// A segment with one of these flags is the last one of its unit.
constexpr std::uint8_t kEnds =
    tcp_flag::kUrg | tcp_flag::kPsh | tcp_flag::kRst | tcp_flag::kSyn | tcp_flag::kFin;

bool same(const TcpPath& a, const TcpPath& b) {
  return a.source_port == b.source_port && a.destination_port == b.destination_port &&
         a.source_ip == b.source_ip && a.destination_ip == b.destination_ip && a.vlan == b.vlan &&
         a.source_mac == b.source_mac && a.destination_mac == b.destination_mac;
}

// Returns the bytes of the IP packet of a frame without FCS.
std::uint32_t packet_bytes(std::uint32_t frame, const TcpPath& path) {
  return frame - kEthernetHeader - (path.vlan == kNoVlan ? 0 : kTagBytes);
}

}  // namespace

ReceiveMerge::ReceiveMerge(const ReceiveMergeConfig& config) : config_(config) {
  require(config.bytes >= 1'500 && config.bytes <= 65'535, "merge.bytes", config.bytes, "are 1500 to 65535");
  require(config.frames >= 2 && config.frames <= 64, "merge.frames", config.frames, "are 2 to 64");
  require(config.held >= 1 && config.held <= 64, "merge.held", config.held, "are 1 to 64");
  open_.reserve(config.held);
}

bool ReceiveMerge::joins(const Unit& unit, const TcpSegment& segment) const {
  const TcpSegment& own = unit.header.segment;
  constexpr auto kMayDiffer = static_cast<std::uint8_t>(tcp_flag::kCwr | tcp_flag::kFin | tcp_flag::kPsh);
  const auto differing = static_cast<std::uint8_t>((own.flags ^ segment.flags) & ~kMayDiffer);
  return segment.length != 0 && segment.length <= unit.segment_bytes &&
         segment.sequence == own.sequence + own.length && !segment.has(tcp_flag::kCwr) && differing == 0 &&
         segment.acknowledgment == own.acknowledgment && segment.window == own.window &&
         segment.ecn == own.ecn && segment.has_timestamp == own.has_timestamp &&
         segment.timestamp == own.timestamp && segment.timestamp_echo == own.timestamp_echo &&
         packet_bytes(unit.frame.bytes, unit.header.path) + segment.length <= config_.bytes;
}

void ReceiveMerge::send_up(const Unit& unit) {
  if (unit.frames > 1) {
    ++units_;
    merged_ += unit.frames;
  }
  up_.push(unit);
}

void ReceiveMerge::close(std::size_t index) {
  send_up(open_[index]);
  open_.erase(open_.begin() + static_cast<std::ptrdiff_t>(index));
}

void ReceiveMerge::add(const ReceivedFrame& frame, ByteView bytes) {
  Unit next;
  next.frame = frame;
  std::size_t payload = 0;
  if (parse_header(bytes, next.header.path, next.header.segment, payload) != TcpParse::kSegment) {
    up_.push(next);
    return;
  }
  next.is_tcp = true;
  const TcpSegment& segment = next.header.segment;
  const auto found = std::find_if(open_.begin(), open_.end(), [&next](const Unit& unit) {
    return same(unit.header.path, next.header.path);
  });
  const bool ends = (segment.flags & kEnds) != 0;
  if (found != open_.end()) {
    Unit& unit = *found;
    const auto index = static_cast<std::size_t>(found - open_.begin());
    if (!frame.checksum_error && unit.frame.queue == frame.queue && joins(unit, segment)) {
      unit.frame.bytes += segment.length;
      unit.header.segment.length += segment.length;
      unit.header.segment.flags |= segment.flags & (tcp_flag::kPsh | tcp_flag::kFin);
      ++unit.frames;
      if (ends || segment.length < unit.segment_bytes || unit.frames == config_.frames) close(index);
      return;
    }
    close(index);
  }
  if (segment.length == 0 || ends || frame.checksum_error) {
    send_up(next);
    return;
  }
  if (open_.size() == config_.held) close(0);
  // Padding belongs to no unit.
  next.frame.bytes = static_cast<std::uint32_t>(payload) + segment.length;
  next.segment_bytes = segment.length;
  open_.push_back(next);
}

bool ReceiveMerge::flush() {
  for (const Unit& unit : open_) send_up(unit);
  open_.clear();
  return ready();
}

ReceivedFrame ReceiveMerge::take() {
  taken_ = up_.pop();
  ReceivedFrame frame = taken_.frame;
  if (taken_.is_tcp) frame.header = &taken_.header;
  return frame;
}

}  // namespace ixsim::host
