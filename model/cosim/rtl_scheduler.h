// One clocked instance of an RTL transmit scheduler: the in-tree modules and a user's own module are loaded
// and driven through the same interface.
//
// Timing contract: clock(in) is one rising edge. It returns the values of the output ports before the edge
// takes effect, as a flip-flop clocked at the same edge would capture them.
#ifndef IXSIM_COSIM_RTL_SCHEDULER_H
#define IXSIM_COSIM_RTL_SCHEDULER_H

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/layers.h"
#include "cosim/rtl_sources.h"
#include "cosim/scheduler_ports.h"

namespace ixsim::cosim {

class ReferenceSignals;

class RtlScheduler {
 public:
  virtual ~RtlScheduler() = default;
  // Makes one rising edge. Throws CheckFailure if the module stops itself.
  virtual SchedulerPortsOut clock(const SchedulerPortsIn& in) = 0;
  // Starts writing a waveform (FST) of all signals to `path`, one time step a clock; `first_clock` labels the
  // first sample. It has the values of the reference too. Ends with stop_waveform() or destruction.
  virtual void start_waveform(const std::string& path, std::int64_t first_clock,
                              const ReferenceSignals& shown) = 0;
  virtual void stop_waveform() = 0;
};

// A loaded RTL module, from which instances are made. Uninitialised RTL state is random from the seed.
class RtlSchedulerModule {
 public:
  virtual ~RtlSchedulerModule() = default;
  // Makes an instance. `plusargs` are passed to the module's $value$plusargs, e.g. {"+fault=3"}.
  virtual std::unique_ptr<RtlScheduler> make(std::uint64_t seed,
                                             const std::vector<std::string>& plusargs) = 0;
};

// Returns `rr_scheduler`, `drr_scheduler` or `wrr_scheduler` with these parameters. Parameters other than the
// device's are Verilated into the cache at their first use.
std::shared_ptr<RtlSchedulerModule> in_tree_scheduler(const SchedulerParameters& parameters);
// Verilates the user's files (top module `top`) with these parameters into a cached shared object and
// loads it. Throws InputError (one line) for a file that does not compile, a parameter that the module does
// not have, or a missing or wrong port.
std::shared_ptr<RtlSchedulerModule> load_scheduler(RtlSources sources, const SchedulerParameters& parameters);
std::shared_ptr<RtlSchedulerModule> load_scheduler(const std::vector<std::string>& files,
                                                   const std::string& top,
                                                   const SchedulerParameters& parameters);
std::string default_scheduler_top(SchedulerMode mode);

}  // namespace ixsim::cosim

#endif
