// Nodes, cables, and how far each part runs.
#include "host/network.h"

#include <algorithm>

#include "ixsim/error.h"

namespace ixsim::host {
namespace {

// Time plus duration; never stays never.
Time later_by(Time time, Time by) { return time == kNever || by == kNever ? kNever : time + by; }

}  // namespace

// All switches and peers: one agenda.
class Network::Fabric : public NetworkPart {
 public:
  Time next() const override { return agenda.next(); }
  void run(Time time) override {
    while (agenda.next() <= time) agenda.advance(agenda.next());
  }
  HostAgenda agenda;
};

Network::Network(bool lookahead) : lookahead_(lookahead), fabric_(std::make_unique<Fabric>()) {
  parts_.emplace_back().part = fabric_.get();
  links_to_.emplace_back();
}

Network::~Network() = default;

HostAgenda& Network::peer_agenda() { return fabric_->agenda; }

// --- Nodes and cables.

unsigned Network::add_node(unsigned part, unsigned ports, Time byte_time) {
  Node& node = nodes_.emplace_back();
  node.part = part;
  node.links.assign(ports, kNone);
  node.byte_time = byte_time;
  return static_cast<unsigned>(nodes_.size() - 1);
}

unsigned Network::add_host(const HostSystemConfig& config) {
  auto host = std::make_unique<HostSystem>(config);
  parts_.emplace_back().part = host.get();
  links_to_.emplace_back();
  // The link may take another speed later: never a faster one than 10 Gb/s.
  const unsigned number = add_node(static_cast<unsigned>(parts_.size() - 1), host->ports(), kByteTime10G);
  for (unsigned port = 0; port < host->ports(); ++port) {
    host->set_wire(
        port, [this, number, port](Time start, const FrameRef& frame) { leave(number, port, start, frame); });
  }
  nodes_[number].host = std::move(host);
  return number;
}

unsigned Network::add_switch(const EthernetSwitchConfig& config) {
  const auto number = static_cast<unsigned>(nodes_.size());
  auto bridge = std::make_unique<EthernetSwitch>(
      config, fabric_->agenda, [this, number](unsigned port, Time start, const FrameRef& frame) {
        leave(number, port, start, frame);
      });
  Time byte_time = config.byte_time(0);
  for (unsigned i = 1; i < config.ports; ++i) byte_time = std::min(byte_time, config.byte_time(i));
  add_node(0, config.ports, byte_time);
  nodes_[number].bridge = std::move(bridge);
  return number;
}

unsigned Network::add_tcp_peer(const TcpPeerConfig& config) {
  const auto number = static_cast<unsigned>(nodes_.size());
  auto peer = std::make_unique<TcpPeer>(
      config, fabric_->agenda,
      [this, number](Time start, const FrameRef& frame) { leave(number, 0, start, frame); });
  add_node(0, 1, config.byte_time);
  nodes_[number].tcp = std::move(peer);
  return number;
}

unsigned Network::add_traffic_peer(const TrafficPeerConfig& config) {
  const auto number = static_cast<unsigned>(nodes_.size());
  auto peer = std::make_unique<TrafficPeer>(
      config, fabric_->agenda,
      [this, number](Time start, const FrameRef& frame) { leave(number, 0, start, frame); });
  add_node(0, 1, config.byte_time);
  nodes_[number].traffic = std::move(peer);
  return number;
}

Network::Link& Network::new_link(WirePort from, WirePort to, Time delay) {
  Link& link = links_.emplace_back();
  link.from = from;
  link.to = to;
  link.from_part = nodes_[from.node].part;
  link.to_part = nodes_[to.node].part;
  link.delay = delay;
  link.byte_time = nodes_[from.node].byte_time;
  const auto number = static_cast<unsigned>(links_.size() - 1);
  nodes_[from.node].links[from.port] = number;
  Part& part = parts_[link.to_part];
  part.delay = std::min(part.delay, delay);
  if (link.from_part == link.to_part) {
    part.own_delay = std::min(part.own_delay, delay);
  } else {
    links_to_[link.to_part].push_back(number);
  }
  return link;
}

void Network::join(WirePort a, WirePort b, Time delay) {
  for (const WirePort& end : {a, b}) {
    if (end.node >= nodes_.size())
      throw InputError("cable: found node " + std::to_string(end.node) + ", accepted are nodes below " +
                       std::to_string(nodes_.size()));
    const Node& node = nodes_[end.node];
    if (end.port >= node.links.size() || node.links[end.port] != kNone)
      throw InputError("cable: found port " + std::to_string(end.port) + " of node " +
                       std::to_string(end.node) + ", accepted are its ports below " +
                       std::to_string(node.links.size()) + " that have no cable");
  }
  if (a.node == b.node && a.port == b.port)
    throw InputError("cable: found one port twice, accepted are two ports");
  if (delay < 1)
    throw InputError("cable.delay: found " + std::to_string(delay) + ", accepted are 1 ps and more");
  new_link(a, b, delay);
  new_link(b, a, delay);
}

std::pair<unsigned, unsigned> Network::connect(const TcpEnd& a, const TcpEnd& b, const TcpPath& path) {
  const auto add = [this](const TcpEnd& end, const TcpPath& to) {
    Node& node = nodes_[end.node];
    return node.host ? node.host->host(end.port).add(end.guest, end.tcp, to) : node.tcp->add(end.tcp, to);
  };
  const auto establish = [this](const TcpEnd& end, unsigned number, const TcpConfig& other) {
    Node& node = nodes_[end.node];
    TcpConnection& connection = node.host ? node.host->host(end.port).guest(end.guest).connection(number)
                                          : node.tcp->connection(number);
    connection.establish(other);
  };
  const unsigned at_a = add(a, path);
  const unsigned at_b = add(b, path.reversed());
  establish(a, at_a, b.tcp);
  establish(b, at_b, a.tcp);
  return {at_a, at_b};
}

// --- Frames on their way.

namespace {

// Later arrivals are greater: std::push_heap keeps the greatest in front, so the comparison is turned round.
template <typename Arrival>
bool after(const Arrival& a, const Arrival& b) {
  return a.time != b.time ? a.time > b.time : a.link > b.link;
}

}  // namespace

void Network::leave(unsigned node, unsigned port, Time start, const FrameRef& frame) {
  const unsigned number = nodes_[node].links[port];
  if (observer_) observer_({node, port}, start, frame);
  if (number == kNone) {
    ++unconnected_;
    return;
  }
  Link& link = links_[number];
  if (start < link.free) {
    throw CheckFailure("network: node " + std::to_string(node) + " port " + std::to_string(port) +
                       ": a frame begins at " + std::to_string(start) + " ps, the one before ends at " +
                       std::to_string(link.free) + " ps");
  }
  link.free = start + wire_time(frame->size(), link.byte_time);
  ++link.sent;
  Part& to = parts_[link.to_part];
  const Time arrival = start + link.delay;
  if (arrival <= to.reached) {
    throw CheckFailure("network: a frame of node " + std::to_string(node) + " port " + std::to_string(port) +
                       " arrives at " + std::to_string(arrival) + " ps, where node " +
                       std::to_string(link.to.node) + " has run to " + std::to_string(to.reached) + " ps");
  }
  std::vector<Arrival>& inbox = to.inbox;
  inbox.push_back({arrival, number, frame});
  std::push_heap(inbox.begin(), inbox.end(), after<Arrival>);
}

void Network::deliver(const Arrival& arrival) {
  Link& link = links_[arrival.link];
  ++link.arrived;
  Node& node = nodes_[link.to.node];
  if (node.host) {
    node.host->frame(arrival.time, link.to.port, arrival.frame);
  } else if (node.bridge) {
    node.bridge->frame(link.to.port, arrival.time, arrival.frame);
  } else if (node.tcp) {
    node.tcp->frame(arrival.time, arrival.frame);
  } else {
    node.traffic->frame(arrival.time, arrival.frame);
  }
}

// --- Time.

Time Network::limit(unsigned number, Time earliest) const {
  if (!lookahead_) return earliest;
  Time limit = kNever;
  for (const unsigned index : links_to_[number]) {
    const Link& link = links_[index];
    const Part& from = parts_[link.from_part];
    const Time own = std::min(from.next, later_by(earliest, from.delay));
    limit = std::min(limit, later_by(std::max(own, link.free), link.delay));
  }
  return limit == kNever ? kNever : limit - 1;
}

void Network::advance(Part& part, Time to) {
  ++turns_;
  for (;;) {
    // A frame that the part sends to itself may arrive within the time.
    const Time own = part.own_delay == kNever ? kNever : later_by(part.part->next(), part.own_delay);
    const Time until = std::min(to, own == kNever ? kNever : own - 1);
    const Time arrival = part.inbox_next();
    part.reached = std::min(until, arrival - 1);
    if (arrival > until) {
      part.part->run(until);
      if (until == to) return;
      continue;
    }
    part.part->run(arrival - 1);
    while (part.inbox_next() == arrival) {
      std::pop_heap(part.inbox.begin(), part.inbox.end(), after<Arrival>);
      const Arrival first = std::move(part.inbox.back());
      part.inbox.pop_back();
      deliver(first);
    }
  }
}

void Network::run(Time time) {
  for (;;) {
    Time earliest = kNever;
    for (Part& part : parts_) {
      part.next = std::min(part.part->next(), part.inbox_next());
      earliest = std::min(earliest, part.next);
    }
    if (earliest > time) break;
    for (unsigned i = 0; i < parts_.size(); ++i) {
      const Time to = std::min(time, limit(i, earliest));
      if (parts_[i].next <= to) advance(parts_[i], to);
    }
  }
  for (Part& part : parts_) {
    part.reached = std::max(part.reached, time);
    part.part->run(time);
  }
  now_ = std::max(now_, time);
}

// --- Accounts.

std::string Network::unaccounted() {
  std::string text;
  const auto add = [&text](const std::string& sentence) {
    if (sentence.empty()) return;
    text += (text.empty() ? "" : "; ") + sentence;
  };
  for (unsigned number = 0; number < nodes_.size(); ++number) {
    Node& node = nodes_[number];
    if (node.bridge) add(node.bridge->unaccounted());
    for (unsigned port = 0; node.host && port < node.host->ports(); ++port) add(node.host->unaccounted(port));
  }
  std::vector<std::uint64_t> on_way(links_.size());
  for (const Part& part : parts_) {
    for (const Arrival& arrival : part.inbox) ++on_way[arrival.link];
  }
  for (std::size_t i = 0; i < links_.size(); ++i) {
    const Link& link = links_[i];
    std::string found;
    if (link.sent != link.arrived + on_way[i])
      found = std::to_string(link.arrived) + " arrived and " + std::to_string(on_way[i]) + " on their way";
    const Node& from = nodes_[link.from.node];
    if (from.bridge) {
      const SwitchPortStatistics& statistics = from.bridge->statistics(link.from.port);
      const std::uint64_t out = statistics.frames_out + statistics.control_out;
      if (out != link.sent) found = std::to_string(out) + " counted by the switch";
    }
    if (found.empty()) continue;
    add("cable from node " + std::to_string(link.from.node) + " port " + std::to_string(link.from.port) +
        ": " + std::to_string(link.sent) + " frames sent, " + found);
  }
  return text;
}

}  // namespace ixsim::host
