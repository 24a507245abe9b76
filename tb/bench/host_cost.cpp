// Cost of a data segment that a guest receives over VMDq, from the link partner to the guest's program. It
// includes the device, its PCIe, the host's cores, driver and guests, the link partner, and the segment's
// share of acknowledgments.
//
// Argument: the measuring window in milliseconds. Eight guests receive from endless connections in a closed
// loop. Prints the segments of 1,460 bytes in the window. The slope of valgrind's instruction count between
// two windows is the cost of a segment.
#include <cstdio>
#include <cstdlib>

#include "platform/reproduce/host_run.h"

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  ixsim::platform::HostRun run;
  run.path = "vmdq";
  run.guests = 8;
  run.queues = 8;
  run.queue_cores = {0, 1, 2, 3, 4, 5, 6, 7};
  run.guest_cores = {4, 5, 6, 7, 0, 1, 2, 3};
  run.receive_buffer = 131'072;
  run.window = static_cast<ixsim::Time>(std::strtoul(argv[1], nullptr, 10)) * ixsim::kMillisecond;
  const ixsim::platform::HostMeasurement measured = ixsim::platform::run_host(run);
  std::printf("%llu\n", static_cast<unsigned long long>(measured.bytes / 1'460));
  return measured.failure.empty() ? 0 : 1;
}
