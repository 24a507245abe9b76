// A host with VMs and link partners under TCP traffic, run over a measuring window: for scenarios with VMs
// and for published measurements alike.
//
// Timing contract: connections start at random times within `start_spread` after `start`, in the order of
// their numbers: first those with number 0 of all VMs, in the order of VMs, then those with number 1. The
// window begins at `begin` and is `window` long. The connections' state is sampled `samples` times in the
// window, at equal distances; sampling changes nothing.
#ifndef IXSIM_PLATFORM_HOSTS_HOST_SIMULATION_H
#define IXSIM_PLATFORM_HOSTS_HOST_SIMULATION_H

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/histogram.h"
#include "host/host_system.h"
#include "platform/hosts/host_settings.h"

namespace ixsim {

// A VM with its place in the system.
struct PlacedVm {
  VmSettings settings;
  unsigned port = 0;
  unsigned guest = 0;  // of that port
};

struct HostSimulationConfig {
  HostSystemConfig system;
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
  std::uint64_t retransmits = 0;       // of its connections, ...
  std::uint64_t peer_retransmits = 0;  // ... and of the link partner's to it
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

struct HostMeasurement {
  Time window = 0;
  std::uint64_t bytes = 0;                 // payload of all VMs in the direction of their workload
  std::vector<std::uint64_t> guest_bytes;  // of these by VM, those of one port after those of another
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
  std::vector<std::array<Time, kActivities>> busy;  // of each core
  std::vector<Time> idle;                           // of each core
  std::vector<std::uint64_t> core_copied;           // bytes, of each core
  std::string failure;                              // a law that does not hold; empty if all do

  double gigabits() const;            // payload bits a nanosecond
  double share(unsigned core) const;  // of the window in which the core was busy
  double cores() const;               // cores that were busy, on average, all activities
  double cores(Activity activity) const;
  // Cores that the host was busy with, on average: interrupts, driver, switch, channel and notifications
  // anywhere, and everything on `host_cores`.
  double host_cores(const std::vector<unsigned>& host_cores) const;
};

class HostSimulation {
 public:
  // Throws InputError for settings that cannot be.
  explicit HostSimulation(const HostSimulationConfig& config);
  ~HostSimulation();
  HostSystem& system() { return system_; }
  const HostSimulationConfig& config() const { return config_; }
  // Runs to the beginning of the window, and through it; each once.
  void warm_up();
  HostMeasurement measure();

 private:
  struct Connection;
  struct Counts;

  void start_programs(Connection& connection);
  Counts counts();
  void sample(HostMeasurement& measured);
  std::string broken_law(const HostMeasurement& measured);

  HostSimulationConfig config_;
  HostSystem system_;
  std::vector<Connection> connections_;
};

// Returns the addresses of the packets to a guest's connection; the link partner's port is drawn.
TcpPath path_to_guest(unsigned guest, unsigned flow, Random& random);
// Returns the options of TCP at both ends of a VM's connections.
TcpConfig tcp_of(const VmSettings& vm);
// Returns the MAC address of a guest of a port.
MacAddress address_of_guest(unsigned guest);

}  // namespace ixsim

#endif
