// Payload, the end of a connection, and its limits.
#include "serve/tcp_endpoint.h"

#include <algorithm>

namespace ixsim::serve {
namespace {

// The guest's MTU limits segments: the own one is that of any device.
constexpr std::uint32_t kMtu = 9'216;
constexpr Time kCloseTimeout = 200 * kMillisecond;
constexpr std::uint16_t kWindow = 65'535;

TcpConfig config_of(std::uint32_t initial) {
  TcpConfig config;
  config.mtu = kMtu;
  config.timestamps = true;
  config.window_limit = TcpEndpoint::kMostInFlight;
  config.initial_sequence = initial;
  return config;
}

}  // namespace

TcpEndpoint::TcpEndpoint(std::uint32_t initial, Owner& owner)
    : owner_(owner), connection_(config_of(initial), *this) {
  connection_.listen();
}

void TcpEndpoint::receive(const TcpSegment& segment, ByteView payload, Time now) {
  heard_ = now;
  expiries_ = 0;
  if (segment.has_timestamp) recent_timestamp_ = segment.timestamp;
  if (state_ == State::kOpen)
    receive_open(segment, payload, now);
  else if (state_ == State::kClosing)
    receive_closing(segment, now);
}

void TcpEndpoint::receive_open(TcpSegment segment, ByteView payload, Time now) {
  if (!has_syn_) {
    if (!segment.has(tcp_flag::kSyn) || segment.has(tcp_flag::kAck)) return;
    has_syn_ = true;
    peer_initial_ = segment.sequence;
    timestamps_ = segment.has_timestamp;
  }
  // Data of a SYN are sent again by the guest.
  if (segment.has(tcp_flag::kSyn)) segment.length = 0;
  const std::int32_t offset = place(segment.sequence);
  const bool kept = counts_ && connection_.gaps() < kMostGaps;
  if (offset > 0 && !kept) segment.length = 0;
  const std::uint64_t before = statistics().bytes_delivered;
  connection_.receive(segment, now);
  if (connection_.state() == TcpConnection::State::kClosed) {
    state_ = State::kGone;
    return;
  }
  const std::uint64_t fresh = statistics().bytes_delivered - before;
  if (fresh != 0 && !counts_) {
    // Without gaps the new bytes are the last part of this segment.
    const std::size_t known = offset < 0 ? static_cast<std::size_t>(-static_cast<std::int64_t>(offset)) : 0;
    if (known + fresh <= payload.size) owner_.received({payload.data + known, fresh}, now);
  }
  if (state_ != State::kOpen || !segment.has(tcp_flag::kFin) || !connection_.established()) return;
  if (place(segment.sequence + segment.length) != 0) return;
  if (unacknowledged() != 0) return reset(now);
  state_ = State::kClosing;
  expiries_ = 0;
  close_timer_ = now + kCloseTimeout;
  send_end(tcp_flag::kFin, end_sequence(), now);
}

void TcpEndpoint::receive_closing(const TcpSegment& segment, Time now) {
  if (segment.has(tcp_flag::kRst)) {
    const std::int32_t offset = place(segment.sequence);
    if (offset == 0 || offset == 1) state_ = State::kGone;
    return;
  }
  if (segment.has(tcp_flag::kAck) && segment.acknowledgment == end_sequence() + 1) {
    state_ = State::kGone;
  } else if (segment.has(tcp_flag::kFin) || segment.length != 0) {
    send_end(tcp_flag::kFin, end_sequence(), now);
  }
}

// Returns the sequence number of the own FIN; all data before it are acknowledged.
std::uint32_t TcpEndpoint::end_sequence() const {
  return connection_.config().initial_sequence + 1 +
         static_cast<std::uint32_t>(statistics().bytes_acknowledged);
}

// Sends FIN or RST; with FIN the acknowledgment includes the guest's FIN.
void TcpEndpoint::send_end(std::uint8_t flags, std::uint32_t sequence, Time now) {
  TcpSegment segment;
  segment.flags = static_cast<std::uint8_t>(flags | tcp_flag::kAck);
  segment.sequence = sequence;
  segment.acknowledgment = peer_initial_ + 1 + static_cast<std::uint32_t>(statistics().bytes_delivered) +
                           (flags == tcp_flag::kFin ? 1 : 0);
  segment.window = kWindow;
  if (timestamps_) {
    segment.has_timestamp = true;
    segment.timestamp = static_cast<std::uint32_t>(now / connection_.config().clock_tick);
    segment.timestamp_echo = recent_timestamp_;
  }
  owner_.transmit(segment, {}, now);
}

void TcpEndpoint::reset(Time now) {
  if (state_ == State::kGone) return;
  state_ = State::kGone;
  if (has_syn_)
    send_end(tcp_flag::kRst, end_sequence() + static_cast<std::uint32_t>(connection_.in_flight()), now);
}

Time TcpEndpoint::next_timer() const {
  switch (state_) {
    case State::kOpen:
      return connection_.next_timer();
    case State::kClosing:
      return close_timer_;
    default:
      return kNever;
  }
}

void TcpEndpoint::timer(Time now) {
  if (next_timer() > now) return;
  if (state_ == State::kClosing) {
    if (++expiries_ >= kMostExpiries) {
      state_ = State::kGone;
      return;
    }
    close_timer_ = now + (kCloseTimeout << expiries_);
    return send_end(tcp_flag::kFin, end_sequence(), now);
  }
  const std::uint64_t before = statistics().timeouts + statistics().window_probes;
  connection_.timer(now);
  if (statistics().timeouts + statistics().window_probes == before) return;
  if (++expiries_ >= kMostExpiries) reset(now);
}

void TcpEndpoint::resume(Time now) {
  if (state_ == State::kOpen) connection_.resume(now);
}

void TcpEndpoint::write(ByteView bytes, Time now) {
  if (state_ != State::kOpen) return;
  bytes_.insert(bytes_.end(), bytes.data, bytes.data + bytes.size);
  connection_.offer(bytes.size, now);
}

void TcpEndpoint::write_zeros(std::uint64_t bytes, Time now) {
  if (state_ == State::kOpen) connection_.offer(bytes, now);
}

void TcpEndpoint::send(const TcpSegment& segment, Time now) {
  ByteView payload;
  if (segment.position + segment.length <= bytes_.size())
    payload = {bytes_.data() + segment.position, segment.length};
  owner_.transmit(segment, payload, now);
}

}  // namespace ixsim::serve
