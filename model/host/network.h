// A network in one process: hosts with their controllers, switches and peers, joined by cables.
//
// Timing contract. A frame whose first preamble byte leaves a port at t arrives at the peer at t + delay. At
// equal times a controller acts first, then frames arrive in the order of the cables, then tasks of hosts,
// switches and peers run.
//
// Lookahead. Each host is a part with its own clock; all switches and peers together are another. Let T be
// the earliest next event of all parts, e(P) = min(next event of P, T + least delay of a cable to P). No
// frame can begin on a cable from P before b = max(e(P), end of the frame that is on it): a part may
// therefore run to everything before the least b + delay of the cables to it, before the others are looked
// at. The order of equal times does not depend on how far a part runs, so that results are the same without
// lookahead, where all parts go from event to event together. Source: Chandy and Misra, Asynchronous
// Distributed Simulation via a Sequence of Parallel Computations, 1981.
#ifndef IXSIM_HOST_NETWORK_H
#define IXSIM_HOST_NETWORK_H

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/layers.h"
#include "host/host_agenda.h"
#include "host/host_system.h"
#include "host/network_part.h"
#include "host/peer/ethernet_switch.h"
#include "host/peer/tcp_peer.h"
#include "host/peer/traffic_peer.h"

namespace ixsim::host {

// A port of a node, as add_...() has numbered the nodes.
struct WirePort {
  unsigned node = 0;
  unsigned port = 0;
};

// One end of a TCP connection: a guest of a host, or a TCP peer.
struct TcpEnd {
  unsigned node = 0;
  unsigned port = 0;   // of a host
  unsigned guest = 0;  // of a host
  TcpConfig tcp;
};

class Network {
 public:
  explicit Network(bool lookahead = true);
  ~Network();
  Network(const Network&) = delete;
  Network& operator=(const Network&) = delete;

  // Each adds a node and returns its number. They throw InputError naming the key for settings that cannot
  // be.
  unsigned add_host(const HostSystemConfig& config);
  unsigned add_switch(const EthernetSwitchConfig& config);
  unsigned add_tcp_peer(const TcpPeerConfig& config);
  unsigned add_traffic_peer(const TrafficPeerConfig& config);
  // Joins two ports by a cable that takes `delay` each way, 1 ps or more. Throws InputError if a port does
  // not exist or has a cable.
  void join(WirePort a, WirePort b, Time delay);
  // Connects two ends, established at once; `path` are the addresses of packets from `a` to `b`. Returns the
  // numbers of the connection at both ends.
  std::pair<unsigned, unsigned> connect(const TcpEnd& a, const TcpEnd& b, const TcpPath& path);

  // Runs to `time`, included.
  void run(Time time);
  Time now() const { return now_; }

  // The node of this number; it must be of that kind.
  HostSystem& host(unsigned node) { return *nodes_[node].host; }
  EthernetSwitch& ethernet_switch(unsigned node) { return *nodes_[node].bridge; }
  TcpPeer& tcp_peer(unsigned node) { return *nodes_[node].tcp; }
  TrafficPeer& traffic_peer(unsigned node) { return *nodes_[node].traffic; }
  // The agenda of all switches and peers.
  HostAgenda& peer_agenda();

  // Calls `observer` for each frame that leaves a port, with or without a cable: in the order of each port.
  using Observer = std::function<void(WirePort from, Time start, const FrameRef& frame)>;
  void set_observer(Observer observer) { observer_ = std::move(observer); }
  // Frames that left a port without a cable.
  std::uint64_t unconnected() const { return unconnected_; }
  // Times that a part was run by itself: fewer with lookahead.
  std::uint64_t turns() const { return turns_; }
  // Returns sentences about frames that are accounted nowhere, at all nodes and on all cables; empty if there
  // are none.
  std::string unaccounted();

 private:
  static constexpr unsigned kNone = ~0u;

  struct Arrival {
    Time time = 0;
    unsigned link = 0;
    FrameRef frame;
  };
  // A part and the frames that are on their way to it.
  struct Part {
    NetworkPart* part = nullptr;
    std::vector<Arrival> inbox;  // a heap, the first to arrive in front
    Time next = 0;               // at the beginning of a turn
    Time reached = -1;           // the time that it runs to, or has run to
    Time own_delay = kNever;     // the least delay of a cable inside the part
    Time delay = kNever;         // ... of a cable to it
    Time inbox_next() const { return inbox.empty() ? kNever : inbox.front().time; }
  };
  // One direction of a cable.
  struct Link {
    unsigned from_part = 0;
    unsigned to_part = 0;
    WirePort from;
    WirePort to;
    Time delay = 0;
    Time byte_time = 0;
    Time free = 0;  // end of the frame that is on it
    std::uint64_t sent = 0;
    std::uint64_t arrived = 0;
  };
  struct Node {
    unsigned part = 0;
    std::vector<unsigned> links;  // that leave from each port
    Time byte_time = 0;           // the least of its ports
    std::unique_ptr<HostSystem> host;
    std::unique_ptr<EthernetSwitch> bridge;
    std::unique_ptr<TcpPeer> tcp;
    std::unique_ptr<TrafficPeer> traffic;
  };
  class Fabric;

  unsigned add_node(unsigned part, unsigned ports, Time byte_time);
  Link& new_link(WirePort from, WirePort to, Time delay);
  void leave(unsigned node, unsigned port, Time start, const FrameRef& frame);
  void deliver(const Arrival& arrival);
  Time limit(unsigned part, Time earliest) const;
  void advance(Part& part, Time to);

  bool lookahead_;
  Time now_ = 0;
  std::unique_ptr<Fabric> fabric_;
  std::vector<Part> parts_;
  std::vector<Node> nodes_;
  std::vector<Link> links_;
  std::vector<std::vector<unsigned>> links_to_;  // each part, from other parts
  Observer observer_;
  std::uint64_t unconnected_ = 0;
  std::uint64_t turns_ = 0;
};

}  // namespace ixsim::host

#endif
