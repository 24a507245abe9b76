// A worker that keeps a number of requests outstanding on one volume, like Iometer.
//
// Timing contract: requests become ready when the worker starts, and then each `think` after one has
// completed: a closed loop. The program that runs the worker takes a ready request when it has the time; from
// then on the request is issued. Reads and writes are drawn by integers from the seed. Addresses are not
// modelled, because the target is a memory whose access time does not depend on them.
#ifndef IXSIM_HOST_STORAGE_BLOCK_WORKLOAD_H
#define IXSIM_HOST_STORAGE_BLOCK_WORKLOAD_H

#include <cstdint>

#include "base/histogram.h"
#include "base/layers.h"
#include "base/random.h"
#include "host/host_agenda.h"
#include "ixsim/time.h"

namespace ixsim::host {

struct BlockConfig {
  unsigned outstanding = 30;    // requests, 1 to 4096
  std::uint32_t bytes = 4'096;  // bytes of a request, a multiple of 512 up to 1 MiB
  unsigned reads = 75;          // number of reads in a hundred requests
  Time think = 0;               // time from a completion to the next request
  std::uint64_t seed = 1;
};

struct BlockRequest {
  std::uint32_t worker = 0;
  std::uint32_t bytes = 0;
  bool read = true;
  Time issued = 0;
};

class BlockWorker : private HostTask {
 public:
  class Listener {
   public:
    virtual ~Listener() = default;
    // Reports that one more request of the worker can be taken.
    virtual void request_ready(unsigned worker, Time now) = 0;
  };
  struct Counts {
    std::uint64_t issued = 0;
    std::uint64_t completed = 0;
    std::uint64_t reads = 0;  // completed reads
    std::uint64_t bytes_read = 0;
    std::uint64_t bytes_written = 0;
    Histogram latency;  // from issue to completion, ps
  };

  // Makes a worker. Throws InputError that names the key for an impossible configuration.
  BlockWorker(unsigned index, const BlockConfig& config, HostAgenda& agenda, Listener& listener);

  void start(Time now);
  // Issues a request; only after request_ready(), once for each.
  BlockRequest take(Time now);
  void completed(const BlockRequest& request, Time now);

  std::uint64_t in_flight() const { return in_flight_; }
  const Counts& counts() const { return counts_; }
  // Discards the counts up to now; requests in flight stay in flight.
  void reset_counts() { counts_ = Counts(); }

 private:
  void run(unsigned, Time now) override { listener_.request_ready(index_, now); }

  unsigned index_;
  BlockConfig config_;
  HostAgenda& agenda_;
  Listener& listener_;
  Random random_;
  Counts counts_;
  std::uint64_t in_flight_ = 0;
};

}  // namespace ixsim::host

#endif
