// The host behind a wire that answers: ARP, ICMP and ICMPv6 (echo_peer.h), and TCP and UDP as a server of
// iperf3 at port 5201 of every address.
//
// It has no processor, so it answers at once. A segment to another port is answered by a RST. Checksums of
// all packets are checked, and packets with a wrong one are dropped and counted. TCP and UDP over IPv6, and
// fragments, are ignored. A hostile guest can occupy at most kMostConnections connections and kMostFrames
// frames.
//
// Timing contract: a frame of the device is received with its last bit. The peer has a queue of frames, each
// of which is passed to the device when the wire is free for it, one picosecond before its first preamble
// byte, so that no frame of the device starts at the same time. New data are made when fewer than
// kFramesAhead frames wait. All times are simulated times, and nothing else has an effect: equal frames at
// equal times have equal answers. Frames that the device passes in the order of their starts may end after
// the time of advance().
#ifndef IXSIM_SERVE_LINK_PEER_H
#define IXSIM_SERVE_LINK_PEER_H

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "base/layers.h"
#include "base/ring.h"
#include "ethernet/wire_pacer.h"
#include "host/tcp/tcp_header.h"
#include "ixsim/bytes.h"
#include "ixsim/time.h"
#include "serve/iperf_server.h"
#include "serve/tcp_endpoint.h"

namespace ixsim::serve {

class LinkPeer {
 public:
  static constexpr std::size_t kMostConnections = 160;
  static constexpr std::size_t kMostFrames = 512;
  static constexpr std::size_t kFramesAhead = 4;
  // At the limit, a connection that was silent for so long gives way to a new one.
  static constexpr Time kSilence = 10 * kSecond;

  struct Counts {
    std::uint64_t segments_received = 0;  // of TCP, with right checksums
    std::uint64_t segments_sent = 0;
    std::uint64_t bytes_received = 0;  // of data, in order
    std::uint64_t bytes_sent = 0;      // of data, acknowledged
    std::uint64_t retransmitted = 0;   // segments
    std::uint64_t connections = 0;     // that were accepted
    std::uint64_t refused = 0;         // SYNs: another port, or the limit
    std::uint64_t datagrams_received = 0;
    std::uint64_t datagrams_sent = 0;
    std::uint64_t datagram_bytes_received = 0;
    std::uint64_t echoes = 0;         // answers of ARP, ICMP and ICMPv6
    std::uint64_t bad_checksums = 0;  // TCP, UDP, ICMP and ICMPv6, or the IP header before them
    std::uint64_t malformed = 0;      // a header or a length that does not fit
    std::uint64_t dropped = 0;        // own frames, because kMostFrames wait
  };

  // Takes a frame of the device, without FCS, that starts at `start` on a wire of `byte_time` a byte.
  void frame(Time start, ByteView frame, Time byte_time);
  // Returns the time at which advance() has something to do; kNever if there is none.
  Time next() const { return next_; }
  // Does all that is due, and passes frames for the device, without FCS, to `output`.
  void advance(Time now, const std::function<void(ByteView frame)>& output);
  // Forgets all connections and frames.
  void clear();

  const Counts& counts() const { return counts_; }
  std::size_t connections() const { return connections_.size(); }
  std::uint64_t tests() const { return iperf_.tests(); }
  // Returns the counts in lines of text for the summary; empty if there was nothing to answer.
  std::string summary() const;

 private:
  // Addresses and ports of the guest and of the peer.
  using Key = std::tuple<std::uint32_t, std::uint32_t, std::uint16_t, std::uint16_t>;

  struct Connection final : TcpEndpoint::Owner {
    Connection(LinkPeer& owner, const host::TcpPath& to, std::uint32_t initial)
        : peer(owner), path(to), endpoint(initial, *this) {
      session.endpoint = &endpoint;
    }
    void transmit(const host::TcpSegment& segment, ByteView payload, Time now) override {
      peer.transmit(path, segment, payload, now);
    }
    bool may_send() override { return peer.may_send(); }
    void received(ByteView bytes, Time now) override { peer.iperf_.received(session, bytes, now); }
    LinkPeer& peer;
    host::TcpPath path;  // to the guest
    TcpEndpoint endpoint;
    IperfServer::Session session;
    // Counts that are part of those of the peer.
    std::uint64_t received_bytes = 0;
    std::uint64_t sent_bytes = 0;
    std::uint64_t retransmits = 0;
  };
  struct Waiting {
    Time ready = 0;
    std::vector<std::uint8_t> frame;
  };

  bool may_send() const { return queue_.size() < kFramesAhead; }
  void transmit(const host::TcpPath& path, const host::TcpSegment& segment, ByteView payload, Time now);
  // Returns false if there is no space.
  bool queue(std::vector<std::uint8_t> frame, Time now);
  void receive_tcp(ByteView frame);
  void receive_udp(ByteView frame);
  void refuse(const host::TcpPath& path, const host::TcpSegment& segment);
  // Returns whether there is space for a connection; a silent one gives way.
  bool make_space();
  void run_timers(Time until);
  // Makes new data while few frames wait.
  void supply();
  // Accounts for what a connection has done, and removes it after its end.
  void review(std::map<Key, std::unique_ptr<Connection>>::iterator at);
  Time next_timer() const;
  Time next_frame() const;
  void arm();

  std::map<Key, std::unique_ptr<Connection>> connections_;
  IperfServer iperf_;
  Ring<Waiting> queue_{16};
  WirePacer pacer_;
  Time now_ = 0;  // of the last call into a connection
  Time next_ = kNever;
  Key turn_{};  // the connection after this one has the next turn
  std::uint32_t initial_ = 1;
  Counts counts_;
};

}  // namespace ixsim::serve

#endif
