// The link partner of a port, behind one wire: TCP connections of other hosts, without CPU costs. Timing
// contract: a frame starts on the wire as soon as the previous one and the minimum gap are over, lanes
// included (WirePacer). Connections with segments to send take turns by frames. A frame from the controller
// reaches its connection `delay` after its last bit. A connection's segments are ready to leave when it makes
// them. A PAUSE of the link, or of the priority in a connection's VLAN tag, stops frames `response` after its
// last bit (PauseState). All times are those of the agenda.
#ifndef IXSIM_HOST_PEER_TCP_PEER_H
#define IXSIM_HOST_PEER_TCP_PEER_H

#include <cstdint>
#include <functional>
#include <memory>
#include <unordered_map>
#include <vector>

#include "base/layers.h"
#include "base/random.h"
#include "base/ring.h"
#include "ethernet/pause_state.h"
#include "ethernet/wire_pacer.h"
#include "host/guest/timed_connection.h"
#include "host/host_agenda.h"
#include "host/tcp/tcp_connection.h"
#include "host/tcp/tcp_header.h"
#include "ixsim/frame.h"

namespace ixsim::host {

struct TcpPeerConfig {
  Time byte_time = kByteTime10G;
  // Delay of the network and the other host, from the last bit to the connection.
  Time delay = 5 * kMicrosecond;
  // Share of data frames lost on their way, `loss_numerator` of `loss_denominator`; each is drawn separately.
  std::uint64_t loss_numerator = 0;
  std::uint64_t loss_denominator = 1;
  std::uint64_t seed = 1;
  bool honor_pause = true;
  Time response = 0;  // response time to PAUSE; up to 60 quanta
};

class TcpPeer : private HostTask {
 public:
  // Makes a link partner; `send` puts a frame on the wire at its time.
  TcpPeer(const TcpPeerConfig& config, HostAgenda& agenda,
          std::function<void(Time start, const FrameRef& frame)> send);
  ~TcpPeer() override;

  // Adds a connection whose packets to the controller have the addresses of `path`. Returns its number.
  unsigned add(const TcpConfig& config, const TcpPath& path);
  TcpConnection& connection(unsigned index) { return flows_[index]->end.connection(); }
  const TcpConnection& connection(unsigned index) const { return flows_[index]->end.connection(); }
  // Gives a connection its program and starts it.
  Application& run(unsigned connection, std::unique_ptr<Application> program, Time now);
  unsigned connections() const { return static_cast<unsigned>(flows_.size()); }

  // Takes a frame whose first preamble byte left the controller at `start`.
  void frame(Time start, const FrameRef& frame);
  // Reports that timers of the connection may have changed, or that there is something to send.
  void arm(unsigned connection, Time now);

  std::uint64_t frames_sent() const { return frames_sent_; }
  std::uint64_t bytes_sent() const { return bytes_sent_; }  // bytes of frames, FCS included
  std::uint64_t frames_received() const { return frames_received_; }
  std::uint64_t frames_lost() const { return frames_lost_; }
  // Returns the number of received frames that belong to no connection.
  std::uint64_t strays() const { return strays_; }
  // Returns the number of PAUSE frames received and obeyed.
  std::uint64_t pauses() const { return pause_.frames(); }
  std::uint64_t control_received() const { return control_received_; }  // MAC control frames

 private:
  struct Flow final : TcpOutput {
    Flow(TcpPeer& owner, unsigned number, const TcpConfig& config, const TcpPath& to)
        : peer(owner), index(number), path(to), end(config, *this, owner.agenda_) {}
    void send(const TcpSegment& segment, Time now) override { peer.queue(*this, segment, now); }
    unsigned priority() const { return path.vlan == kNoVlan ? 0 : path.vlan >> 13; }
    // At most two frames of a connection wait, so that the others get their turns.
    bool ready() override { return waiting.size() < 2; }
    TcpPeer& peer;
    unsigned index;
    TcpPath path;
    TimedConnection end;
    Ring<TcpSegment> waiting{4};
    bool listed = false;  // in the list of connections that send
  };
  struct Arrival {
    Time time = 0;
    FrameRef frame;
  };

  void run(unsigned what, Time now) override;
  void queue(Flow& flow, const TcpSegment& segment, Time now);
  void arm_send(Time time);
  void send_next(Time now);
  void send_of(Flow& flow, Time now);
  void arrive(Time now);
  FrameRef build(Flow& flow, const TcpSegment& segment);

  TcpPeerConfig config_;
  HostAgenda& agenda_;
  std::function<void(Time, const FrameRef&)> send_;
  Random random_;
  WirePacer pacer_;
  std::vector<std::unique_ptr<Flow>> flows_;
  // Connections by the ports of the packets that the controller sends.
  std::unordered_map<std::uint64_t, unsigned> by_ports_;
  Ring<unsigned> turns_{64};  // connections with segments to send, in turn
  Ring<Arrival> arrivals_{64};
  PauseState pause_;
  Time send_at_ = kNever;  // the earliest entry of the agenda for a frame
  std::uint64_t frames_sent_ = 0;
  std::uint64_t bytes_sent_ = 0;
  std::uint64_t frames_received_ = 0;
  std::uint64_t frames_lost_ = 0;
  std::uint64_t strays_ = 0;
  std::uint64_t control_received_ = 0;
};

}  // namespace ixsim::host

#endif
