// One TCP connection of the peer with its bytes: a TcpConnection, to which the endpoint adds the payload, the
// end of the connection, and limits against a hostile guest.
//
// Only the guest opens and ends connections. A FIN is answered by a FIN if all data are acknowledged,
// otherwise by a RST. Control messages need their bytes in order: segments after a gap are then dropped.
// After count() the bytes of the guest are only counted, and segments after a gap are kept, up to kMostGaps
// gaps. A connection whose timer expires kMostExpiries times without a segment from the guest is reset.
//
// Timing contract: that of TcpConnection. Source: RFC 9293 sections 3.5.2, 3.6 and 3.10.
#ifndef IXSIM_SERVE_TCP_ENDPOINT_H
#define IXSIM_SERVE_TCP_ENDPOINT_H

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/layers.h"
#include "host/tcp/tcp_connection.h"
#include "ixsim/bytes.h"
#include "ixsim/time.h"

namespace ixsim::serve {

class TcpEndpoint final : private host::TcpOutput {
 public:
  static constexpr std::size_t kMostGaps = 256;
  static constexpr unsigned kMostExpiries = 8;
  // Data in flight at most, as by the send buffer of a host, in bytes.
  static constexpr std::uint64_t kMostInFlight = 512 << 10;

  // The network below, and the program above.
  class Owner {
   public:
    virtual ~Owner() = default;
    // Sends a segment. `payload` is empty if its bytes are zeros.
    virtual void transmit(const host::TcpSegment& segment, ByteView payload, Time now) = 0;
    // Returns whether new data may be sent now. If not, call resume() when they may.
    virtual bool may_send() = 0;
    // Receives bytes in order.
    virtual void received(ByteView bytes, Time now) = 0;
  };

  // Answers a SYN, which comes by receive(). The own first sequence number is `initial`.
  TcpEndpoint(std::uint32_t initial, Owner& owner);

  void receive(const host::TcpSegment& segment, ByteView payload, Time now);
  Time next_timer() const;
  void timer(Time now);
  void resume(Time now);

  // Sends bytes, or `bytes` zeros. All data of a connection must be of one kind.
  void write(ByteView bytes, Time now);
  void write_zeros(std::uint64_t bytes, Time now);
  // From now on the guest's bytes are only counted.
  void count() { counts_ = true; }
  // Resets the connection, with a segment to the guest.
  void reset(Time now);

  // Returns whether the guest has ended the connection, or the connection is reset.
  bool ended() const { return state_ != State::kOpen; }
  // Returns whether nothing is left to do.
  bool gone() const { return state_ == State::kGone; }
  bool established() const { return connection_.established(); }
  Time heard() const { return heard_; }  // time of the guest's last segment
  // Returns the bytes sent that the guest has not acknowledged.
  std::uint64_t unacknowledged() const { return connection_.unacknowledged(); }
  const host::TcpStatistics& statistics() const { return connection_.statistics(); }

 private:
  enum class State : std::uint8_t { kOpen, kClosing, kGone };

  // TcpOutput
  void send(const host::TcpSegment& segment, Time now) override;
  bool ready() override { return owner_.may_send(); }

  // Returns the place of a sequence number of the guest after the bytes received in order.
  std::int32_t place(std::uint32_t sequence) const {
    return static_cast<std::int32_t>(sequence - peer_initial_ - 1 -
                                     static_cast<std::uint32_t>(statistics().bytes_delivered));
  }
  void receive_open(host::TcpSegment segment, ByteView payload, Time now);
  void receive_closing(const host::TcpSegment& segment, Time now);
  void send_end(std::uint8_t flags, std::uint32_t sequence, Time now);
  std::uint32_t end_sequence() const;

  Owner& owner_;
  host::TcpConnection connection_;
  State state_ = State::kOpen;
  bool counts_ = false;
  bool has_syn_ = false;
  bool timestamps_ = false;  // of the SYN
  std::uint32_t recent_timestamp_ = 0;
  std::uint32_t peer_initial_ = 0;  // sequence number of the SYN
  Time heard_ = 0;
  unsigned expiries_ = 0;            // of timers since `heard_`
  Time close_timer_ = kNever;        // of the own FIN
  std::vector<std::uint8_t> bytes_;  // all bytes of write()
};

}  // namespace ixsim::serve

#endif
