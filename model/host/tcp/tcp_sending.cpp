// The segments that a TCP connection sends: data within windows and supply, probes, acknowledgments. The file
// also has the supply and the reading of the application.
#include <algorithm>

#include "host/tcp/tcp_connection.h"

namespace ixsim::host {
void TcpConnection::offer(std::uint64_t bytes, Time now) {
  supply_end_ = std::min(supply_end_ + bytes, kNoLimit);
  send_data(now);
}

void TcpConnection::offer_endless(Time now) { offer(kNoLimit, now); }

std::uint64_t TcpConnection::read(std::uint64_t bytes, Time now) {
  bytes = std::min(bytes, readable());
  read_to_ += bytes;
  // The peer hears of it at once if its window at least doubles and a useful piece is added.
  const Sequence edge = widest_edge();
  if (bytes != 0 && edge - next_expected_ >= 2 * own_window() && edge >= receive_edge_ + window_step()) {
    send_acknowledgment(now);
  }
  return bytes;
}

std::uint64_t TcpConnection::window_step() const {
  return std::min<std::uint64_t>(mss_, config_.receive_buffer / 2);
}

// Returns the window to announce, in the units of the field. The edge moves by useful pieces only (RFC 9293
// section 3.8.6.2.2). The field rounds down; the edge that the peer has seen stays unchanged.
std::uint16_t TcpConnection::announce() {
  const Sequence widest = widest_edge();
  const Sequence edge = widest >= receive_edge_ + window_step() ? widest : receive_edge_;
  const std::uint64_t field = std::min((edge - next_expected_) >> own_shift_, kLargestWindowField);
  receive_edge_ = std::max(receive_edge_, next_expected_ + (field << own_shift_));
  return static_cast<std::uint16_t>(field);
}

void TcpConnection::complete(TcpSegment& segment, Time now) {
  segment.acknowledgment = peer_initial_ + static_cast<std::uint32_t>(next_expected_);
  segment.flags |= tcp_flag::kAck;
  if (echo_congestion_) segment.flags |= tcp_flag::kEce;
  segment.window = announce();
  if (timestamps_) {
    segment.has_timestamp = true;
    segment.timestamp = clock(now);
    segment.timestamp_echo = recent_timestamp_;
  }
  last_acknowledged_ = next_expected_;
  pending_ = 0;
  acknowledgment_timer_ = kNever;
  quick_ = false;
}

void TcpConnection::send_acknowledgment(Time now) {
  TcpSegment segment;
  segment.sequence = config_.initial_sequence + static_cast<std::uint32_t>(next_);
  complete(segment, now);
  ++statistics_.acknowledgments_sent;
  output_.send(segment, now);
}

void TcpConnection::start_send_timer(SendTimer kind, Time now) {
  send_timer_kind_ = kind;
  send_timer_ = now + timeout_.rto();
}

// Sends `length` bytes of data from `from` on; does not move `next_`.
void TcpConnection::emit(Sequence from, std::uint32_t length, Time now) {
  TcpSegment segment;
  segment.position = from - 1;
  segment.sequence = config_.initial_sequence + static_cast<std::uint32_t>(from);
  segment.length = length;
  segment.mss = static_cast<std::uint16_t>(mss_);
  const Sequence end = from + length;
  if (end == supply_end_) segment.flags = tcp_flag::kPsh;
  const std::uint32_t count = segments_of(length);
  ++statistics_.descriptors_sent;
  statistics_.segments_sent += count;
  if (from < sent_end_) {
    segment.retransmission = true;
    statistics_.retransmits += count;
  } else if (ecn_) {
    // Retransmissions are not ECN-capable (RFC 3168 section 6.1.5).
    segment.ecn = EcnField::kCapable0;
    if (send_cwr_) segment.flags |= tcp_flag::kCwr;
    send_cwr_ = false;
  }
  // Karn: without timestamps only what has not been sent before is timed.
  if (timed_end_ == 0 && (timestamps_ || from >= sent_end_)) {
    timed_end_ = end;
    timed_at_ = now;
  }
  sent_end_ = std::max(sent_end_, end);
  last_sent_ = now;
  if (send_timer_ == kNever || send_timer_kind_ == SendTimer::kProbe) {
    start_send_timer(SendTimer::kRetransmission, now);
  }
  complete(segment, now);
  output_.send(segment, now);
}

// Sends the first segment that is not acknowledged, again; returns its length.
std::uint32_t TcpConnection::retransmit_first(Time now) {
  const auto length = static_cast<std::uint32_t>(std::min<std::uint64_t>(mss_, sent_end_ - unacknowledged_));
  emit(unacknowledged_, length, now);
  return length;
}

// Returns the bytes of the next descriptor if `free` bytes fit the windows; 0 if it is better to wait.
std::uint32_t TcpConnection::next_length(std::uint64_t free, bool peer_limits) const {
  const std::uint64_t left = supply_end_ - next_;
  if (left <= free && left <= largest_) return static_cast<std::uint32_t>(left);
  if (free < mss_) {
    // The peer's buffer may hold no whole segment: half of the largest window ever seen is worth sending
    // (RFC 9293 section 3.8.6.2.1).
    return peer_limits && free != 0 && 2 * free >= largest_peer_window_ ? static_cast<std::uint32_t>(free)
                                                                        : 0;
  }
  if (largest_ == mss_) return mss_;
  // While acknowledgments are to come, a request waits until a third of the window is free, so that it is not
  // as small as the piece that one acknowledgment frees.
  if (next_ != unacknowledged_ && free < std::min<std::uint64_t>(largest_, congestion_.window() / 3))
    return 0;
  const auto most = static_cast<std::uint32_t>(std::min<std::uint64_t>(free, largest_));
  return most - most % mss_;
}

void TcpConnection::send_data(Time now) {
  if (state_ != State::kEstablished) return;
  if (next_ == unacknowledged_ && now - last_sent_ > timeout_.rto()) congestion_.restart_after_idle();
  std::uint64_t window = congestion_.window();
  // Limited transmit: the first two duplicate acknowledgments allow a new segment each.
  if (duplicates_ != 0 && config_.limited_transmit && unacknowledged_ > recover_ &&
      !congestion_.in_recovery()) {
    window += std::min(duplicates_, 2u) * std::uint64_t{mss_};
  }
  const Sequence congestion_edge = unacknowledged_ + window;
  const Sequence limit_edge = unacknowledged_ + config_.window_limit;
  const Sequence edge = std::min({congestion_edge, limit_edge, send_edge_});
  const bool peer_limits = edge == send_edge_;
  window_limited_ = false;
  while (next_ < supply_end_) {
    const std::uint32_t length = next_length(edge > next_ ? edge - next_ : 0, peer_limits);
    if (length == 0) {
      window_limited_ = edge == congestion_edge;
      break;
    }
    if (!output_.ready()) return;
    emit(next_, length, now);
    next_ += length;
  }
  // The peer's window is closed, and nothing is on its way that could bring news of it.
  if (next_ == unacknowledged_ && next_ < supply_end_ && send_timer_ == kNever) {
    start_send_timer(SendTimer::kProbe, now);
  }
}

// Handles the expiry of the probe timer: sends the little that fits the window, or one byte beyond it.
void TcpConnection::probe(Time now) {
  const auto most = static_cast<std::uint32_t>(std::min<std::uint64_t>(mss_, supply_end_ - next_));
  const std::uint64_t free = peer_window();
  send_timer_ = kNever;
  if (free != 0) {
    const auto length = static_cast<std::uint32_t>(std::min<std::uint64_t>(free, most));
    emit(next_, length, now);
    next_ += length;
    return;
  }
  // The byte does not count as in flight: the peer may drop it.
  ++statistics_.window_probes;
  emit(next_, 1, now);
  timed_end_ = 0;
  ++probes_;
  send_timer_kind_ = SendTimer::kProbe;
  send_timer_ = now + std::min(config_.max_rto, timeout_.rto() << std::min(probes_, 20u));
}

}  // namespace ixsim::host
