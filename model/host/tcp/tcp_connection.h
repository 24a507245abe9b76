// One end of a TCP connection as a state machine without a clock. A peer at the wire and a guest in a
// modelled host drive it by calls that carry the time.
//
// Use: construct; establish() or connect()/listen(); offer() data. Pass every arriving segment to receive().
// Segments to send come out of TcpOutput::send(), inside the call that causes them and with its time. Call
// timer() at next_timer(). It may be called earlier or without need, so that an event loop has to arm a new
// event only if next_timer() is earlier than the armed event. Times of calls must not decrease. TcpOutput
// must not call the connection from within its functions.
//
// Timing contract: a segment leaves at the time of the call that allows it. A timer acts at its exact time if
// timer() is called at next_timer(). No call allocates in steady state; a gap in the received data costs an
// entry of a list that grows to the largest number of gaps seen.
//
// Modelled: RFC 9293 (set-up, windows, probes, silly window avoidance), RFC 5681 and 6582 (slow start,
// congestion avoidance, fast retransmit, NewReno), RFC 3042, RFC 3465, RFC 6298, RFC 7323 (scaling,
// timestamps), RFC 3168. Not modelled: closing, urgent data, SACK, PAWS, pacing, Nagle. docs/tcp.md has more.
#ifndef IXSIM_HOST_TCP_TCP_CONNECTION_H
#define IXSIM_HOST_TCP_TCP_CONNECTION_H

#include <cstddef>
#include <cstdint>

#include "base/layers.h"
#include "host/tcp/congestion_window.h"
#include "host/tcp/reassembly.h"
#include "host/tcp/retransmission_timeout.h"
#include "host/tcp/tcp_config.h"
#include "host/tcp/tcp_segment.h"
#include "ixsim/time.h"

namespace ixsim::host {

// The interface to the network below.
class TcpOutput {
 public:
  virtual ~TcpOutput() = default;
  // Sends a segment. Its data are those of the stream from segment.position on.
  virtual void send(const TcpSegment& segment, Time now) = 0;
  // Returns whether new data may be sent now. If not, call TcpConnection::resume() when they may.
  // Acknowledgments, probes and retransmissions do not need this.
  virtual bool ready() { return true; }
};

struct TcpStatistics {
  std::uint64_t bytes_acknowledged = 0;  // of data sent
  std::uint64_t bytes_delivered = 0;     // of data received, in order
  // Segments with data, as on the wire: a descriptor counts ceil(length / MSS).
  std::uint64_t segments_sent = 0;
  std::uint64_t segments_received = 0;         // segments with data, counted in the same way
  std::uint64_t descriptors_sent = 0;          // descriptors with data
  std::uint64_t acknowledgments_sent = 0;      // without data
  std::uint64_t acknowledgments_received = 0;  // without data
  std::uint64_t duplicate_acknowledgments = 0;
  std::uint64_t retransmits = 0;       // segments with bytes that were sent before
  std::uint64_t timeouts = 0;          // expiries of the retransmission timer, SYN included
  std::uint64_t fast_retransmits = 0;  // entries into fast recovery
  std::uint64_t partial_acknowledgments = 0;
  std::uint64_t window_probes = 0;
  std::uint64_t ecn_reductions = 0;
  std::uint64_t out_of_order = 0;  // segments received after a gap
  std::uint64_t duplicates = 0;    // segments received without a new byte
  std::uint64_t outside = 0;       // segments outside the window, or with an impossible acknowledgment
  std::uint64_t resets = 0;        // resets by RST
  std::uint64_t rtt_samples = 0;
  Time rtt_sum = 0;
  Time rtt_min = kNever;
  Time rtt_max = 0;
  Time timeout_sum = 0;  // sum of the time-outs' lengths
};

class TcpConnection {
 public:
  enum class State : std::uint8_t { kClosed, kListening, kSynSent, kSynReceived, kEstablished };

  // Makes a connection. Throws InputError for options outside their ranges.
  TcpConnection(const TcpConfig& config, TcpOutput& output);

  // Set-up: call one of them, once.
  void establish(const TcpConfig& peer);  // established at once, as if segments had been exchanged
  void connect(Time now);                 // sends SYN
  void listen();                          // waits for SYN

  // Application: offer() adds bytes to send; with offer_endless() there are always more.
  void offer(std::uint64_t bytes, Time now);
  void offer_endless(Time now);
  // Takes up to `bytes` of readable() and returns the number taken; opens the window.
  std::uint64_t read(std::uint64_t bytes, Time now);
  std::uint64_t readable() const { return next_expected_ - read_to_; }

  // Network: `segment.length` may exceed the MSS (merged segments).
  void receive(const TcpSegment& segment, Time now);
  void resume(Time now) { send_data(now); }

  // Returns the time of the next timer, kNever if none runs.
  Time next_timer() const {
    return send_timer_ < acknowledgment_timer_ ? send_timer_ : acknowledgment_timer_;
  }
  void timer(Time now);

  State state() const { return state_; }
  bool established() const { return state_ == State::kEstablished; }
  const TcpConfig& config() const { return config_; }
  const TcpStatistics& statistics() const { return statistics_; }
  std::uint32_t mss() const { return mss_; }  // payload bytes of a full segment, as negotiated
  // Returns the bytes whose acknowledgment the application may still see: offered and not acknowledged.
  std::uint64_t unacknowledged() const { return supply_end_ - (unacknowledged_ == 0 ? 1 : unacknowledged_); }
  std::uint64_t in_flight() const { return next_ - unacknowledged_; }  // bytes
  std::uint64_t peer_window() const {                                  // bytes that the peer still accepts
    return send_edge_ > next_ ? send_edge_ - next_ : 0;
  }
  std::uint64_t own_window() const { return receive_edge_ - next_expected_; }  // bytes announced to the peer
  std::size_t gaps() const { return reassembly_.ranges(); }                    // gaps in the received data
  std::uint64_t congestion_window() const { return congestion_.window(); }     // bytes
  std::uint64_t slow_start_threshold() const { return congestion_.threshold(); }  // bytes
  bool in_recovery() const { return congestion_.in_recovery(); }
  Time rto() const { return timeout_.rto(); }
  Time smoothed_rtt() const { return timeout_.smoothed(); }  // 0 before the first sample

 private:
  // Sequence numbers have 64 bits: SYN has 0, the first byte of data 1.
  using Sequence = std::uint64_t;
  enum class SendTimer : std::uint8_t { kRetransmission, kProbe };

  void agree(bool timestamps, std::uint32_t peer_mss, std::uint8_t peer_shift, bool ecn);
  void learn_options(const TcpSegment& syn);
  void send_syn(Time now);
  // Returns whether the segment also belongs to an established connection.
  bool receive_in_set_up(const TcpSegment& segment, Time now);
  void enter_established(Time now);
  void reset();

  void receive_data(const TcpSegment& segment, Time now);
  void receive_acknowledgment(const TcpSegment& segment, Time now);
  void duplicate_acknowledgment(Time now);
  void new_acknowledgment(Sequence acknowledged, const TcpSegment& segment, bool reduced, Time now);
  void measure(const TcpSegment& segment, Time now);
  void sample(Time rtt);
  void congestion_signal();
  void time_out(Time now);
  void probe(Time now);

  void send_data(Time now);
  std::uint32_t next_length(std::uint64_t free, bool peer_limits) const;
  void emit(Sequence from, std::uint32_t length, Time now);
  std::uint32_t retransmit_first(Time now);
  void send_acknowledgment(Time now);
  void complete(TcpSegment& segment, Time now);  // sets the fields that every segment carries
  std::uint16_t announce();
  // Returns the position after the last byte that the receive buffer can hold.
  Sequence widest_edge() const { return read_to_ + config_.receive_buffer; }
  std::uint64_t window_step() const;
  void start_send_timer(SendTimer kind, Time now);
  std::uint32_t segments_of(std::uint32_t length) const {
    return length <= mss_ ? 1 : (length + mss_ - 1) / mss_;
  }
  std::uint32_t clock(Time now) const { return static_cast<std::uint32_t>(now / config_.clock_tick); }

  TcpConfig config_;
  TcpOutput& output_;
  State state_ = State::kClosed;
  bool timestamps_ = false;  // negotiated
  bool ecn_ = false;         // negotiated
  std::uint32_t mss_;
  std::uint32_t largest_;  // maximum payload of one descriptor, a multiple of the MSS
  CongestionWindow congestion_;
  RetransmissionTimeout timeout_;

  // Sending half.
  Sequence unacknowledged_ = 0;  // SND.UNA
  Sequence next_ = 0;            // SND.NXT; goes back to SND.UNA at a time-out
  Sequence sent_end_ = 0;        // after the last byte ever sent
  Sequence supply_end_ = 1;      // after the last byte offered
  Sequence send_edge_ = 0;       // after the last byte that the peer accepts; never moves back
  std::uint64_t largest_peer_window_ = 0;
  Sequence recover_ = 0;            // RFC 6582
  Sequence ecn_recover_ = 0;        // no second reduction for data sent before this
  Sequence before_duplicates_ = 0;  // SND.NXT at the first duplicate acknowledgment
  Sequence timed_end_ = 0;          // acknowledgment that ends the measured round trip; 0: none is measured
  Sequence timed_out_ = 0;          // SND.UNA of the last time-out
  Time timed_at_ = 0;
  Time last_sent_ = 0;
  Time send_timer_ = kNever;
  SendTimer send_timer_kind_ = SendTimer::kRetransmission;
  std::uint8_t peer_shift_ = 0;
  bool window_limited_ = false;  // the congestion window stopped the last send_data()
  bool first_partial_ = false;
  bool send_cwr_ = false;
  bool echo_congestion_ = false;
  bool quick_ = false;  // the current segment must be acknowledged at once
  unsigned duplicates_ = 0;
  unsigned set_up_timeouts_ = 0;
  unsigned probes_ = 0;  // number since the window closed

  // Receiving half.
  Sequence next_expected_ = 0;  // RCV.NXT
  Sequence read_to_ = 0;
  Sequence receive_edge_ = 0;  // after the last byte ever announced
  Sequence last_acknowledged_ = 0;
  Time acknowledgment_timer_ = kNever;
  std::uint32_t peer_initial_ = 0;
  std::uint32_t recent_timestamp_ = 0;
  std::uint32_t pending_ = 0;  // segments received and not acknowledged
  std::uint8_t own_shift_ = 0;
  Reassembly reassembly_;

  TcpStatistics statistics_;
};

}  // namespace ixsim::host

#endif
