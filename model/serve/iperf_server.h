// A server of iperf3 in the peer: one test at a time, TCP and UDP, in both directions.
//
// A client connects and sends a cookie of 37 bytes. This control connection then carries single bytes, each a
// state, and two exchanges of JSON with their length (32 bits, big endian): parameters and results. The data
// connections begin with the same cookie; a UDP stream begins with a datagram of four bytes and its answer.
// TCP data are zeros, and are counted when they are acknowledged or have arrived in order.
//
// A second client is refused. It replaces the first one if that has been silent for kSilence.
//
// Timing contract: calls carry the simulated time, which must not decrease. Answers are sent inside the call.
// Source: iperf 3.18, file formats and states as its programs exchange them; RFC 1889 section 6.3.1 (jitter).
#ifndef IXSIM_SERVE_IPERF_SERVER_H
#define IXSIM_SERVE_IPERF_SERVER_H

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/layers.h"
#include "host/tcp/tcp_header.h"
#include "ixsim/bytes.h"
#include "ixsim/time.h"
#include "serve/tcp_endpoint.h"

namespace ixsim::serve {

class IperfServer {
 public:
  static constexpr std::uint16_t kPort = 5'201;
  static constexpr unsigned kMostStreams = 64;  // of each direction
  static constexpr Time kSilence = 10 * kSecond;
  static constexpr std::size_t kCookieBytes = 37;

  // The part of a TCP connection that the server keeps. `endpoint` lives until closed() has been called.
  struct Session {
    enum class Role : std::uint8_t { kNew, kControl, kStream, kRefused };
    TcpEndpoint* endpoint = nullptr;
    Role role = Role::kNew;
    unsigned stream = 0;              // of kStream
    std::vector<std::uint8_t> bytes;  // that are not yet a whole message
  };

  // Receives bytes of a connection in order.
  void received(Session& session, ByteView bytes, Time now);
  // The guest has sent something on a connection: data, or an acknowledgment.
  void heard(Session& session, Time now);
  // The connection has ended.
  void closed(Session& session, Time now);
  // Takes a datagram of the guest, and returns the payload of its answer; empty if there is none.
  std::vector<std::uint8_t> datagram(const host::TcpPath& path, ByteView payload, Time now);
  // Returns the time of the next datagram to the guest; kNever if there is none.
  Time next_datagram() const;
  // Makes the datagram that is due, and sets its path. Returns its payload; empty if none is due.
  std::vector<std::uint8_t> take_datagram(host::TcpPath& path, Time now);

  std::uint64_t tests() const { return tests_; }      // that ended with their results
  std::uint64_t refused() const { return refused_; }  // clients, and data connections of no test
  // Forgets the test, without a message to the guest.
  void clear();

 private:
  enum class State : std::uint8_t { kIdle, kParameters, kStreams, kRunning, kResults, kShown };
  struct Stream {
    Session* session = nullptr;  // of TCP; null after its end
    host::TcpPath path;          // of UDP: of datagrams to the guest
    bool sends = false;
    std::uint64_t bytes = 0;
    std::uint64_t retransmits = 0;
    std::uint64_t packets = 0;  // received: the highest number
    std::uint64_t lost = 0;
    Time transit = 0;  // of the last datagram, plus a constant
    Time jitter = 0;
    bool has_transit = false;
    Time next = kNever;  // of the next datagram to the guest
    // At the end of the omitted part of the test.
    std::uint64_t omitted_bytes = 0;
    std::uint64_t omitted_packets = 0;
    std::uint64_t omitted_lost = 0;
  };

  void begin(Session& session, Time now);
  void admit(Session& session, Time now);
  void read_control(Time now);
  // Takes a message of JSON from the control connection. Returns false if it is not yet there.
  bool take_json(std::size_t most, std::string& text, Time now);
  void set_parameters(const std::string& text, Time now);
  void start(Time now);
  void supply(Stream& stream, Time now);
  void count(Stream& stream) const;
  // Ends the omitted part when its time has come.
  void omit(Time now);
  void stop(Time now);
  std::string results(const std::string& of_client) const;
  void say(State state, std::uint8_t message, Time now);
  // Reports an error of iperf3 to the client, and ends the test.
  void fail(std::uint32_t error, Time now);
  void end(Time now);
  void receive_data(Stream& stream, ByteView payload, Time now);

  State state_ = State::kIdle;
  Session* control_ = nullptr;
  std::array<std::uint8_t, kCookieBytes> cookie_{};
  std::vector<Stream> streams_;
  Time heard_ = 0;  // time at which the guest last sent something of the test
  Time started_ = 0;
  Time ended_ = 0;
  Time omit_until_ = kNever;
  Time send_until_ = kNever;  // datagrams end here, should the guest not end the test
  bool udp_ = false;
  bool wide_counters_ = false;  // datagrams have numbers of 64 bits
  unsigned receiving_ = 0;      // streams that the guest sends
  unsigned wanted_ = 0;         // all streams
  std::size_t block_ = 0;       // bytes of a datagram
  Time interval_ = 0;           // from datagram to datagram
  std::uint64_t tests_ = 0;
  std::uint64_t refused_ = 0;
};

}  // namespace ixsim::serve

#endif
