// Set-up, timers, and the effects of an arriving segment. tcp_sending.cpp decides what is sent.
#include "host/tcp/tcp_connection.h"

#include <algorithm>
#include <cassert>

#include "ethernet/protocols.h"

namespace ixsim::host {
namespace {

constexpr std::uint32_t kHeaders = kIpv4Header + kTcpHeader;  // without options
constexpr std::uint32_t kTimestampBytes = 12;                 // with two bytes of padding
constexpr std::uint32_t kDefaultMss = 536;                    // RFC 9293 section 3.7.1
constexpr std::uint32_t kLeastMss = 48;                       // smaller options count as this
constexpr Time kRtoAfterSynLoss = 3 * kSecond;                // RFC 6298 section 5.7
constexpr unsigned kFastRetransmitThreshold = 3;

// Returns the difference of two 32-bit sequence numbers that are less than 2^31 apart.
std::int64_t difference(std::uint32_t a, std::uint64_t b) {
  return static_cast<std::int32_t>(a - static_cast<std::uint32_t>(b));
}

}  // namespace

TcpConnection::TcpConnection(const TcpConfig& config, TcpOutput& output)
    : config_((check(config, "tcp."), config)),
      output_(output),
      mss_(config.mss()),
      largest_(mss_),
      congestion_(config, mss_),
      timeout_(config) {}

void TcpConnection::agree(bool timestamps, std::uint32_t peer_mss, std::uint8_t peer_shift, bool ecn) {
  timestamps_ = timestamps;
  ecn_ = ecn;
  mss_ = std::min(config_.mtu - kHeaders, std::max(peer_mss, kLeastMss)) - (timestamps ? kTimestampBytes : 0);
  largest_ = std::max(mss_, config_.segmentation_bytes - config_.segmentation_bytes % mss_);
  const bool scaled = config_.window_scaling && peer_shift != kNoWindowScale;
  own_shift_ = scaled ? config_.window_shift() : 0;
  peer_shift_ = scaled ? std::min(peer_shift, kMostWindowShift) : 0;
  congestion_.start(mss_, config_.initial_window);
}

void TcpConnection::establish(const TcpConfig& peer) {
  assert(state_ == State::kClosed);
  const bool scaled = config_.window_scaling && peer.window_scaling;
  agree(config_.timestamps && peer.timestamps, peer.mtu - kHeaders,
        scaled ? peer.window_shift() : kNoWindowScale, config_.ecn && peer.ecn);
  peer_initial_ = peer.initial_sequence;
  unacknowledged_ = next_ = sent_end_ = 1;
  next_expected_ = read_to_ = last_acknowledged_ = receive_edge_ = 1;
  announce();
  const std::uint64_t field =
      std::min<std::uint64_t>(peer.receive_buffer >> peer_shift_, kLargestWindowField);
  largest_peer_window_ = field << peer_shift_;
  send_edge_ = 1 + largest_peer_window_;
  state_ = State::kEstablished;
}

void TcpConnection::connect(Time now) {
  assert(state_ == State::kClosed);
  state_ = State::kSynSent;
  next_ = sent_end_ = 1;
  timed_end_ = 1;
  timed_at_ = now;
  send_syn(now);
}

void TcpConnection::listen() {
  assert(state_ == State::kClosed);
  state_ = State::kListening;
}

void TcpConnection::learn_options(const TcpSegment& syn) {
  const std::uint8_t congestion = syn.flags & (tcp_flag::kEce | tcp_flag::kCwr);
  // A SYN that asks for ECN has both flags, its answer ECE alone (RFC 3168 section 6.1.1).
  const bool ecn = state_ == State::kSynSent && syn.has(tcp_flag::kAck)
                       ? congestion == tcp_flag::kEce
                       : congestion == (tcp_flag::kEce | tcp_flag::kCwr);
  agree(config_.timestamps && syn.has_timestamp, syn.mss_option != 0 ? syn.mss_option : kDefaultMss,
        syn.window_scale, config_.ecn && ecn);
  peer_initial_ = syn.sequence;
  recent_timestamp_ = syn.timestamp;
  next_expected_ = read_to_ = last_acknowledged_ = 1;
  largest_peer_window_ = syn.window;
  send_edge_ = 1 + std::uint64_t{syn.window};
}

void TcpConnection::send_syn(Time now) {
  const bool answer = state_ == State::kSynReceived;
  TcpSegment segment;
  segment.sequence = config_.initial_sequence;
  segment.flags = tcp_flag::kSyn;
  segment.mss_option = static_cast<std::uint16_t>(config_.mtu - kHeaders);
  // The window of a SYN is never scaled (RFC 7323 section 2.2).
  segment.window =
      static_cast<std::uint16_t>(std::min<std::uint64_t>(config_.receive_buffer, kLargestWindowField));
  receive_edge_ = 1 + std::uint64_t{segment.window};
  if (answer) {
    if (own_shift_ != 0 || peer_shift_ != 0) segment.window_scale = own_shift_;
    segment.acknowledgment = peer_initial_ + 1;
    segment.flags |= tcp_flag::kAck;
    if (ecn_) segment.flags |= tcp_flag::kEce;
    segment.has_timestamp = timestamps_;
    segment.timestamp_echo = recent_timestamp_;
  } else {
    if (config_.window_scaling) segment.window_scale = config_.window_shift();
    if (config_.ecn) segment.flags |= tcp_flag::kEce | tcp_flag::kCwr;
    segment.has_timestamp = config_.timestamps;
  }
  if (segment.has_timestamp) segment.timestamp = clock(now);
  segment.retransmission = set_up_timeouts_ != 0;
  start_send_timer(SendTimer::kRetransmission, now);
  output_.send(segment, now);
}

void TcpConnection::enter_established(Time now) {
  state_ = State::kEstablished;
  unacknowledged_ = 1;
  send_timer_ = kNever;
  if (timed_end_ != 0) {
    timed_end_ = 0;
    sample(now - timed_at_);
  }
  if (set_up_timeouts_ != 0) timeout_.restart(std::max(config_.initial_rto, kRtoAfterSynLoss));
  // RFC 6928 section 2: more than one SYN lost.
  if (set_up_timeouts_ > 1) congestion_.start(mss_, 1);
}

bool TcpConnection::receive_in_set_up(const TcpSegment& segment, Time now) {
  const bool syn = segment.has(tcp_flag::kSyn);
  const bool ack = segment.has(tcp_flag::kAck);
  const bool ack_fits = ack && segment.acknowledgment == config_.initial_sequence + 1;
  if (state_ == State::kClosed) return false;
  if (segment.has(tcp_flag::kRst)) {
    // One that answers the own SYN, or follows the peer's.
    const bool fits = state_ == State::kSynSent
                          ? ack_fits
                          : state_ == State::kSynReceived && segment.sequence == peer_initial_ + 1;
    if (fits) reset();
    return false;
  }
  switch (state_) {
    case State::kListening:
      if (!syn || ack) return false;
      learn_options(segment);
      state_ = State::kSynReceived;
      next_ = sent_end_ = 1;
      timed_end_ = 1;
      timed_at_ = now;
      send_syn(now);
      return false;
    case State::kSynSent:
      if (!syn || (ack && !ack_fits)) return false;
      learn_options(segment);
      if (!ack) {
        // Both ends opened at the same time.
        state_ = State::kSynReceived;
        send_syn(now);
        return false;
      }
      enter_established(now);
      quick_ = true;
      send_data(now);
      if (quick_) send_acknowledgment(now);
      return false;
    default:
      // kSynReceived: a repeated SYN is answered again.
      if (syn && !ack) {
        if (segment.sequence == peer_initial_) send_syn(now);
        return false;
      }
      if (!ack_fits) return false;
      enter_established(now);
      return true;
  }
}

void TcpConnection::reset() {
  state_ = State::kClosed;
  send_timer_ = acknowledgment_timer_ = kNever;
  ++statistics_.resets;
}

void TcpConnection::receive(const TcpSegment& segment, Time now) {
  if (state_ != State::kEstablished && !receive_in_set_up(segment, now)) return;
  if ((segment.flags & (tcp_flag::kSyn | tcp_flag::kRst | tcp_flag::kAck)) != tcp_flag::kAck) {
    if (segment.has(tcp_flag::kRst)) {
      // Only an exact one counts (RFC 5961 section 3.2).
      if (difference(segment.sequence, peer_initial_ + next_expected_) == 0) reset();
    } else if (segment.has(tcp_flag::kSyn)) {
      send_acknowledgment(now);  // the acknowledgment of a SYN was lost
    } else {
      ++statistics_.outside;
    }
    return;
  }
  if (timestamps_ && segment.has_timestamp &&
      difference(segment.sequence, peer_initial_ + last_acknowledged_) <= 0 &&
      difference(segment.timestamp, recent_timestamp_) >= 0) {
    recent_timestamp_ = segment.timestamp;
  }
  if (segment.length != 0) {
    receive_data(segment, now);
    // Data would hide that it is a duplicate acknowledgment.
    if (quick_ && !reassembly_.empty()) send_acknowledgment(now);
  } else {
    ++statistics_.acknowledgments_received;
    // A probe without data asks for an acknowledgment.
    if (difference(segment.sequence, peer_initial_ + next_expected_) == -1) quick_ = true;
  }
  receive_acknowledgment(segment, now);
  send_data(now);
  if (quick_) send_acknowledgment(now);
}

void TcpConnection::receive_data(const TcpSegment& segment, Time now) {
  const std::uint32_t count = segments_of(segment.length);
  statistics_.segments_received += count;
  if (ecn_) {
    if (segment.has(tcp_flag::kCwr)) echo_congestion_ = false;
    if (segment.ecn == EcnField::kCongestion) echo_congestion_ = true;
  }
  const std::int64_t offset = difference(segment.sequence, peer_initial_ + next_expected_);
  const std::int64_t end_offset = offset + segment.length;
  if (end_offset <= 0) {
    ++statistics_.duplicates;
    quick_ = true;
    return;
  }
  const Sequence begin = offset > 0 ? next_expected_ + static_cast<Sequence>(offset) : next_expected_;
  Sequence end = next_expected_ + static_cast<Sequence>(end_offset);
  if (end > receive_edge_) {
    quick_ = true;
    end = receive_edge_;
    if (begin >= end) {
      ++statistics_.outside;
      return;
    }
  }
  if (begin > next_expected_) {
    if (reassembly_.add(begin, end) == 0) {
      ++statistics_.duplicates;
    } else {
      ++statistics_.out_of_order;
    }
    quick_ = true;
    return;
  }
  if (!reassembly_.empty()) {
    end = reassembly_.take(end);
    quick_ = true;  // it fills a gap (RFC 5681 section 4.2)
  }
  statistics_.bytes_delivered += end - next_expected_;
  next_expected_ = end;
  if (config_.automatic_read) read_to_ = end;
  pending_ += count;
  if (pending_ >= config_.acknowledge_every || config_.delayed_acknowledgment == 0) {
    quick_ = true;
  } else if (acknowledgment_timer_ == kNever) {
    acknowledgment_timer_ = now + config_.delayed_acknowledgment;
  }
}

void TcpConnection::receive_acknowledgment(const TcpSegment& segment, Time now) {
  const std::int64_t offset = difference(segment.acknowledgment, config_.initial_sequence + unacknowledged_);
  if (offset < 0) return;  // an old one
  const Sequence acknowledged = unacknowledged_ + static_cast<Sequence>(offset);
  if (acknowledged > sent_end_) {
    ++statistics_.outside;
    quick_ = true;
    return;
  }
  const std::uint64_t window = std::uint64_t{segment.window} << peer_shift_;
  const bool opened = acknowledged + window > send_edge_;
  if (opened) {
    send_edge_ = acknowledged + window;
    largest_peer_window_ = std::max(largest_peer_window_, window);
    probes_ = 0;
  }
  bool reduced = false;
  if (ecn_ && segment.has(tcp_flag::kEce) && acknowledged > ecn_recover_ && !congestion_.in_recovery()) {
    ++statistics_.ecn_reductions;
    congestion_.reduce(in_flight());
    congestion_signal();
    reduced = true;
  }
  if (offset > 0) {
    new_acknowledgment(acknowledged, segment, reduced, now);
  } else if (segment.length == 0 && !opened && next_ > unacknowledged_) {
    duplicate_acknowledgment(now);
  }
}

// Causes a CWR to the peer; data sent before now cause no further reduction by ECN.
void TcpConnection::congestion_signal() {
  ecn_recover_ = sent_end_;
  send_cwr_ = ecn_;
}

void TcpConnection::duplicate_acknowledgment(Time now) {
  ++statistics_.duplicate_acknowledgments;
  if (congestion_.in_recovery()) {
    congestion_.inflate();
    return;
  }
  if (++duplicates_ == 1) before_duplicates_ = next_;
  // Duplicates below `recover_` answer retransmissions that were not needed (RFC 6582 section 3.2, step 2).
  if (duplicates_ != kFastRetransmitThreshold || unacknowledged_ <= recover_) return;
  ++statistics_.fast_retransmits;
  recover_ = sent_end_;
  first_partial_ = false;
  // Without what limited transmit has added (RFC 5681 section 3.2, step 2).
  congestion_.enter_recovery(std::min(next_, before_duplicates_) - unacknowledged_);
  congestion_signal();
  if (!timestamps_) timed_end_ = 0;
  retransmit_first(now);
}

void TcpConnection::new_acknowledgment(Sequence acknowledged, const TcpSegment& segment, bool reduced,
                                       Time now) {
  const std::uint64_t bytes = acknowledged - unacknowledged_;
  const std::uint64_t flight = in_flight();
  unacknowledged_ = acknowledged;
  if (next_ < acknowledged) next_ = acknowledged;
  statistics_.bytes_acknowledged += bytes;
  if (timed_end_ != 0 && acknowledged >= timed_end_) measure(segment, now);
  bool restart_timer = true;
  if (congestion_.in_recovery()) {
    if (acknowledged >= recover_) {
      congestion_.leave_recovery(in_flight());
      duplicates_ = 0;
    } else {
      ++statistics_.partial_acknowledgments;
      congestion_.deflate(bytes);
      // Only the first one restarts the timer ("impatient" variant, RFC 6582 section 4).
      restart_timer = !first_partial_;
      first_partial_ = true;
      retransmit_first(now);
    }
  } else {
    duplicates_ = 0;
    // A window that is not in full use does not grow (RFC 7661 section 4.1).
    const bool in_use = window_limited_ || (congestion_.in_slow_start() && congestion_.window() < 2 * flight);
    if (in_use && !reduced) congestion_.grow(bytes);
  }
  if (next_ == unacknowledged_) {
    send_timer_ = kNever;
  } else if (restart_timer) {
    start_send_timer(SendTimer::kRetransmission, now);
  }
}

void TcpConnection::sample(Time rtt) {
  timeout_.measured(rtt);
  ++statistics_.rtt_samples;
  statistics_.rtt_sum += rtt;
  statistics_.rtt_min = std::min(statistics_.rtt_min, rtt);
  statistics_.rtt_max = std::max(statistics_.rtt_max, rtt);
}

// Takes one sample per round trip, with timestamps too (RFC 6298 section 4, RFC 7323 appendix G).
void TcpConnection::measure(const TcpSegment& segment, Time now) {
  timed_end_ = 0;
  Time rtt = now - timed_at_;
  if (timestamps_ && segment.has_timestamp) {
    const auto ticks = static_cast<std::uint32_t>(clock(now) - segment.timestamp_echo);
    // Echoes that cannot be count as the longest possible.
    rtt = static_cast<Time>(
              std::min<std::uint64_t>(ticks, static_cast<std::uint64_t>(rtt / config_.clock_tick) + 1)) *
          config_.clock_tick;
  }
  sample(rtt);
}

void TcpConnection::timer(Time now) {
  if (acknowledgment_timer_ <= now) send_acknowledgment(now);
  if (send_timer_ > now) return;
  if (send_timer_kind_ == SendTimer::kProbe) {
    probe(now);
  } else {
    time_out(now);
  }
}

void TcpConnection::time_out(Time now) {
  ++statistics_.timeouts;
  statistics_.timeout_sum += timeout_.rto();
  timeout_.back_off();
  timed_end_ = 0;
  if (state_ != State::kEstablished) {
    ++set_up_timeouts_;
    send_syn(now);
    return;
  }
  congestion_.time_out(in_flight(), timed_out_ == unacknowledged_);
  congestion_signal();
  timed_out_ = unacknowledged_;
  recover_ = sent_end_;
  duplicates_ = 0;
  // All is sent again, from here (RFC 5681 section 3.1).
  next_ = unacknowledged_;
  next_ += retransmit_first(now);
  start_send_timer(SendTimer::kRetransmission, now);
}

}  // namespace ixsim::host
