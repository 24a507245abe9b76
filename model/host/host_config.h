// Parameters of the host, apart from its drivers. Plain data, without SystemC.
#ifndef IXSIM_HOST_HOST_CONFIG_H
#define IXSIM_HOST_HOST_CONFIG_H

#include <cstdint>

#include "base/layers.h"
#include "ixsim/device_profile.h"
#include "ixsim/time.h"

namespace ixsim::host {

struct HostConfig {
  // Device for which the drivers are written.
  DeviceProfile profile;
  // Above 4 GiB, as most buffers of a 64-bit host are: requests carry the long TLP header.
  std::uint64_t memory_base = std::uint64_t{4} << 30;
  std::uint64_t memory_bytes = std::uint64_t{1} << 30;
  // Time from a read request at the root port to its data.
  Time read_latency = 400 * kNanosecond;
};

}  // namespace ixsim::host

#endif
