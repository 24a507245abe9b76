// One run of equal guests on a host, in the form of published measurements: a path, guests with TCP
// connections to the link partner, a measuring window.
//
// Timing contract: connections start at random times within `start_spread` after the device's set-up. The
// window begins `warmup` after that and is `window` long. Rates count the bytes that connections received in
// the window, over its length.
#ifndef IXSIM_PLATFORM_REPRODUCE_HOST_RUN_H
#define IXSIM_PLATFORM_REPRODUCE_HOST_RUN_H

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/layers.h"
#include "host/host_system.h"
#include "platform/hosts/host_simulation.h"
#include "platform/reproduce/parameter_set.h"

namespace ixsim::platform {

struct HostRun {
  ParameterSet parameters;
  std::string profile = "82598";
  std::optional<PcieConfig> pcie;  // default: the slot of the profile
  std::string path = "vswitch";
  unsigned ports = 1;  // number of ports; guests and queues are those of each port
  unsigned guests = 4;
  unsigned flows = 1;   // number of connections of a guest
  bool receive = true;  // true: the link partner sends; false: the guests send
  std::uint32_t mtu = 1'500;
  bool timestamps = false;                 // TCP option for time stamps
  std::uint64_t receive_buffer = 262'144;  // receive buffer of a connection in bytes
  std::uint64_t window_limit = kNoLimit;   // maximum bytes in flight of a connection
  std::uint64_t stream_rate = 0;           // bytes per second that a sender offers; 0: as many as it can
  // Requests and responses instead of streams: bytes of each, and the mean time between a response and the
  // next request. The link partner sends requests, the guests answer.
  std::uint64_t request = 0;
  std::uint64_t response = 0;
  Time think = 0;
  std::uint64_t service = 0;  // cycles of the program for each request
  unsigned queues = 1;        // receive queues of the device, and the same number of transmit queues
  bool rss = false;           // true: queues by hash; false: by the guest's address
  std::vector<unsigned> queue_cores{0};  // cores of the queues' vectors, assigned in turn
  std::vector<unsigned> guest_cores{4, 5, 6, 7};
  std::vector<unsigned> backend_cores{1, 2, 3};
  std::uint32_t moderation = 195;  // EITR, in units of 256 ns
  std::uint32_t ring = 512;
  bool drop = false;              // SRRCTL.DROP_EN
  Time delay = 5 * kMicrosecond;  // delay of the network, one way
  Time start_spread = 100 * kMicrosecond;
  Time warmup = 5 * kMillisecond;
  Time window = 20 * kMillisecond;
  std::uint64_t seed = 1;
};

// Returns the system of a run, without connections. Throws InputError for impossible settings.
HostSystemConfig host_system_config(const HostRun& run);
// Runs it and returns the measurement. Throws InputError for impossible settings.
HostMeasurement run_host(const HostRun& run);
// Runs it for the published case of that name; throws CheckFailure if a law does not hold.
HostMeasurement run_case(const std::string& name, const HostRun& run);

}  // namespace ixsim::platform

#endif
