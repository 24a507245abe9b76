// Small hosts for benches of drivers, paths and guests.
//
// Timing contract: none; a bench runs the system.
#ifndef IXSIM_TB_SYSTEM_HOST_BENCH_H
#define IXSIM_TB_SYSTEM_HOST_BENCH_H

#include <cstdint>
#include <string>

#include "platform/reproduce/host_run.h"

namespace ixsim::bench {

// Returns three guests on a path, each with its own queue if the path has queues for guests.
inline HostRun small_run(const std::string& path) {
  HostRun run;
  run.path = path;
  run.guests = 3;
  const PathPlan plan = io_path(path).plan(PathCosts());
  run.queues = plan.queues_of_guests ? 3 : path == "native" ? 2 : 1;
  run.rss = path == "native";
  run.queue_cores = {0, 1, 2};
  run.warmup = kMillisecond;
  run.window = 2 * kMillisecond;
  return run;
}

// Connects guest `i` with fixed ports and returns the number of the connection at the link partner.
inline unsigned connect(HostSystem& system, unsigned i, const TcpConfig& tcp) {
  TcpPath to;
  to.destination_mac = {2, 0, 0, 0, 1, static_cast<std::uint8_t>(i)};
  to.source_ip = 1;
  to.destination_ip = 10 + i;
  to.source_port = 3;
  to.destination_port = 4;
  return system.connect(0, i, tcp, tcp, to);
}

}  // namespace ixsim::bench

#endif
