// One run of guests on a host: a path, guests with TCP connections to the link partner, a measuring window.
//
// Timing contract: connections start at random times within `start_spread` after the device's set-up; the
// window begins `warmup` after that and is `window` long. Rates are of bytes that connections received in the
// window, over its length.
#ifndef IXSIM_PLATFORM_REPRODUCE_HOST_RUN_H
#define IXSIM_PLATFORM_REPRODUCE_HOST_RUN_H

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "host/host_system.h"
#include "platform/reproduce/parameter_set.h"

namespace ixsim {

struct HostRun {
  ParameterSet parameters;
  std::string profile = "82598";
  PcieConfig pcie;  // as the profile has it, unless `own_pcie`
  bool own_pcie = false;
  std::string path = "vswitch";
  unsigned ports = 1;  // guests and queues are those of each port
  unsigned guests = 4;
  unsigned flows = 1;   // connections of a guest
  bool receive = true;  // the link partner sends; else the guests do
  std::uint32_t mtu = 1'500;
  bool timestamps = false;                 // TCP option
  std::uint64_t receive_buffer = 262'144;  // bytes of a connection
  std::uint64_t window_limit = kNoLimit;   // bytes in flight of a connection
  std::uint64_t stream_rate = 0;           // bytes a second that a sender offers; 0: as much as it can
  // Requests and responses instead of streams: bytes of each, and the mean time between a response and the
  // next request. The link partner asks, the guests answer.
  std::uint64_t request = 0;
  std::uint64_t response = 0;
  Time think = 0;
  std::uint64_t service = 0;             // cycles of the program for each request
  unsigned queues = 1;                   // receive queues of the device, and as many transmit queues
  bool rss = false;                      // queues by hash; else by the guest's address
  std::vector<unsigned> queue_cores{0};  // of the queues' vectors, dealt in turn
  std::vector<unsigned> guest_cores{4, 5, 6, 7};
  std::vector<unsigned> backend_cores{1, 2, 3};
  std::uint32_t moderation = 195;  // EITR, in 256 ns
  std::uint32_t ring = 512;
  bool drop = false;              // SRRCTL.DROP_EN
  Time delay = 5 * kMicrosecond;  // of the network, one way
  Time start_spread = 100 * kMicrosecond;
  Time warmup = 5 * kMillisecond;
  Time window = 20 * kMillisecond;
  std::uint64_t seed = 1;
};

struct HostMeasurement {
  Time window = 0;
  std::uint64_t bytes = 0;  // payload, all connections
  std::vector<std::uint64_t> guest_bytes;
  std::uint64_t frames = 0;  // received by the driver
  std::uint64_t interrupts = 0;
  std::uint64_t lost = 0;    // packets that found no place in a queue of the host
  std::uint64_t missed = 0;  // frames that the device dropped
  std::uint64_t retransmits = 0;
  std::uint64_t copied = 0;     // bytes
  unsigned queues_used = 0;     // receive queues of port 0 with frames, since the beginning
  std::uint64_t responses = 0;  // in the window
  double response_time = 0;     // mean, in us
  std::vector<std::array<Time, kActivities>> busy;  // of each core
  std::vector<Time> idle;                           // of each core
  std::string failure;                              // a law that does not hold; empty if all do

  double gigabits() const;            // payload bits a nanosecond
  double share(unsigned core) const;  // of the window in which the core was busy
  double cores() const;               // cores that were busy, on average, all activities
  double cores(Activity activity) const;
  // Cores that the host was busy with, on average: interrupts, driver, switch, channel and notifications
  // anywhere, and everything on `host_cores`.
  double host_cores(const std::vector<unsigned>& host_cores) const;
};

// Returns the system of a run, without connections. Throws InputError for settings that cannot be.
HostSystemConfig host_system_config(const HostRun& run);
// Throws InputError for settings that cannot be.
HostMeasurement run_host(const HostRun& run);

}  // namespace ixsim

#endif
