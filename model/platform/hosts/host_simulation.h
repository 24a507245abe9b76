// A host with VMs and link partners under TCP traffic, or several hosts that a network joins, run over a
// measuring window: for scenarios with VMs and for published measurements alike.
//
// Timing contract: connections start at random times within `start_spread` after `start`, or after the set-up
// of all virtual functions if that is later, in the order of their numbers: first those with number 0 of all
// VMs, in the order of VMs, then those with number 1. The window begins at `begin` and is `window` long. The
// connections' state is sampled `samples` times in the window, at equal distances; sampling changes nothing.
#ifndef IXSIM_PLATFORM_HOSTS_HOST_SIMULATION_H
#define IXSIM_PLATFORM_HOSTS_HOST_SIMULATION_H

#include <array>
#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "base/histogram.h"
#include "base/layers.h"
#include "host/host_system.h"
#include "host/network.h"
#include "platform/hosts/host_settings.h"

namespace ixsim::platform {

// A VM with its place in the system.
struct PlacedVm {
  VmSettings settings;
  unsigned port = 0;   // of all controllers of its host
  unsigned guest = 0;  // of that port
  unsigned host = 0;
};

// The network between several hosts, to which all their ports are connected.
struct HostNetworkConfig {
  bool cable = false;  // two ports back to back, without a switch
  Time cable_delay = 100 * kNanosecond;
  EthernetSwitchConfig bridge;
  bool with_peer = false;  // a link partner for VMs without a peer
  TcpPeerConfig peer;
  bool lookahead = true;  // false: all parts go from event to event together
};

struct HostSimulationConfig {
  std::vector<HostSystemConfig> systems =
      std::vector<HostSystemConfig>(1);  // one: with its own link partners
  HostNetworkConfig network;             // of several systems
  std::vector<PlacedVm> vms;
  Time start = 200 * kMicrosecond;  // after the device's set-up
  Time start_spread = 100 * kMicrosecond;
  Time begin = 0;  // of the window, `start_spread` after `start` or later
  Time window = 0;
  unsigned samples = 0;
  std::uint64_t seed = 1;
};

// One VM in the window.
struct VmMeasurement {
  std::uint64_t received = 0;          // payload bytes that its connections took
  std::uint64_t sent = 0;              // payload bytes that the link partner acknowledged
  std::uint64_t peer_received = 0;     // likewise of connections of which it is the peer, ...
  std::uint64_t peer_sent = 0;         // ... that the other VM acknowledged
  std::uint64_t retransmits = 0;       // of its connections, ...
  std::uint64_t peer_retransmits = 0;  // ... and of the peer's to it
  std::uint64_t timeouts = 0;          // of both
  std::uint64_t lost_queue = 0;        // packets that found no place in its queue, ...
  std::uint64_t lost_backend = 0;      // ... or in that of its thread of the host
  Histogram response_times;            // ps
  // Samples of senders that have data to send, each way: all, those that wait for the window that the
  // receiver announces or for the limit of bytes in flight, and those that wait for the congestion window.
  struct Waits {
    std::uint64_t samples = 0;
    std::uint64_t window = 0;
    std::uint64_t congestion = 0;
  };
  Waits receiving;
  Waits sending;
};

// One host in the window. Its cores are a range of those of the measurement.
struct HostShare {
  unsigned first_core = 0;
  unsigned end_core = 0;
  std::uint64_t interrupts = 0;
  std::uint64_t copied = 0;  // bytes
  std::uint64_t context_switches = 0;
};

struct HostMeasurement {
  Time window = 0;
  std::uint64_t bytes = 0;  // payload of all VMs in the direction of their workload
  // These bytes by VM, without VMs that have no workload; those of one port after those of another.
  std::vector<std::uint64_t> guest_bytes;
  std::vector<VmMeasurement> vms;
  std::uint64_t frames = 0;  // received by the drivers
  std::uint64_t interrupts = 0;
  std::uint64_t lost = 0;    // packets that found no place in a queue of the host
  std::uint64_t missed = 0;  // frames that the device dropped
  std::uint64_t retransmits = 0;
  std::uint64_t copied = 0;  // bytes
  std::uint64_t context_switches = 0;
  unsigned queues_used = 0;     // receive queues of port 0 with frames, since the beginning
  std::uint64_t responses = 0;  // in the window
  double response_time = 0;     // mean, in us
  std::vector<HostShare> hosts;
  std::vector<std::array<Time, kActivities>> busy;  // of each core, those of one host after those of another
  std::vector<Time> idle;                           // of each core
  std::vector<std::uint64_t> core_copied;           // bytes, of each core
  std::string failure;                              // a law that does not hold; empty if all do

  double gigabits() const;            // payload bits a nanosecond
  double share(unsigned core) const;  // of the window in which the core was busy
  double cores() const;               // cores that were busy, on average, all activities
  double cores(Activity activity) const;
  // Return those of one host.
  double cores(const HostShare& host) const;
  double cores(const HostShare& host, Activity activity) const;
  // Cores that the host was busy with, on average: interrupts, driver, switch, channel and notifications
  // anywhere, and everything on `host_cores`.
  double host_cores(const std::vector<unsigned>& host_cores) const;
};

class HostSimulation {
 public:
  // Throws InputError for settings that cannot be.
  explicit HostSimulation(const HostSimulationConfig& config);
  ~HostSimulation();
  HostSystem& system(unsigned host = 0) { return alone_ ? *alone_ : network_->host(host); }
  unsigned hosts() const { return static_cast<unsigned>(config_.systems.size()); }
  // The switch between several hosts; null if there is none.
  const EthernetSwitch* ethernet_switch();
  const HostSimulationConfig& config() const { return config_; }
  // Runs to the beginning of the window, and through it; each once.
  void warm_up();
  HostMeasurement measure();
  // Returns a measurement of which every figure is 0.
  HostMeasurement nothing();

 private:
  struct Connection;
  struct Counts;

  class End;

  void join_hosts();
  void run(Time time);
  bool functions_are_ready();
  void connect(Connection& connection, Random& random);
  // The ends of a connection: at its VM, and at the peer.
  End end_of(const Connection& connection);
  End peer_of(const Connection& connection);
  void start_programs(Connection& connection);
  Counts counts();
  void sample(HostMeasurement& measured);
  std::string broken_law(const HostMeasurement& measured);

  HostSimulationConfig config_;
  std::unique_ptr<HostSystem> alone_;  // one host, or ...
  std::unique_ptr<Network> network_;   // ... several, which are its first nodes
  unsigned switch_ = ~0u;              // node of the switch, ...
  unsigned peer_ = ~0u;                // ... and of the link partner; ~0: there is none
  std::set<std::uint16_t> ports_used_;
  std::vector<Connection> connections_;
};

// Returns the addresses of the packets to a guest's connection; the link partner's port is drawn.
TcpPath path_to_guest(unsigned guest, unsigned flow, Random& random);
// Returns the options of TCP at both ends of a VM's connections.
TcpConfig tcp_of(const VmSettings& vm);
// Returns the MAC address of a guest of a port. `network_port` is the number of the port in a network.
MacAddress address_of_guest(unsigned guest, unsigned network_port = 0);

}  // namespace ixsim::platform

#endif
