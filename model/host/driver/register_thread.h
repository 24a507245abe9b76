// A thread of a driver that works through a list of steps: cycles, register writes and register reads.
//
// Timing contract: a step is done when its cycles are. A write is posted. After a read the core stands still
// until the value is there, which counts as `spin`; the step's action then follows at once, and may add
// steps. Source: PCI Express: a read of a register is not posted.
#ifndef IXSIM_HOST_DRIVER_REGISTER_THREAD_H
#define IXSIM_HOST_DRIVER_REGISTER_THREAD_H

#include <cstdint>
#include <deque>
#include <functional>

#include "base/layers.h"
#include "host/function_access.h"
#include "host/machine/machine.h"

namespace ixsim::host {

class RegisterThread : public Thread, private RegisterReader {
 public:
  using Then = std::function<void(std::uint32_t value, Time now)>;

  RegisterThread(Machine& machine, unsigned core, Priority priority, Activity activity,
                 FunctionAccess& functions);
  bool idle() const { return steps_.empty(); }
  std::uint64_t reads() const { return reads_; }

  // Adds a step at the end of the list.
  void work(std::uint64_t cycles, Then then = {});
  void write(unsigned function, Reg reg, unsigned index, std::uint32_t value);
  void read(unsigned function, Reg reg, unsigned index, Then then);
  // Starts the list, if it stands still.
  void start(Time now) { machine_.wake(thread_, now); }

  bool next(Time now, Work& work) override;
  void done(Time now) override;

 private:
  struct Step {
    std::uint64_t cycles = 0;
    bool accesses = false;
    unsigned function = 0;
    HostAccess access;
    Then then;
  };
  void read_value(std::uint32_t value, Time now) override;
  // Does steps that take no cycles, up to one that does or to a read.
  void run_steps(Time now);
  void finish(std::uint32_t value, Time now);

  Machine& machine_;
  Activity activity_;
  FunctionAccess& functions_;
  Machine::ThreadId thread_;
  std::deque<Step> steps_;
  bool waiting_ = false;  // for the value of a read
  bool working_ = false;  // on the cycles of the first step
  std::uint64_t reads_ = 0;
};

}  // namespace ixsim::host

#endif
