// Steps, and what a core does between them.
#include "host/driver/register_thread.h"

#include <utility>

namespace ixsim::host {

RegisterThread::RegisterThread(Machine& machine, unsigned core, Priority priority, Activity activity,
                               FunctionAccess& functions)
    : machine_(machine),
      activity_(activity),
      functions_(functions),
      thread_(machine.add(*this, core, priority)) {}

void RegisterThread::work(std::uint64_t cycles, Then then) {
  steps_.push_back({cycles, false, 0, {}, std::move(then)});
}

void RegisterThread::write(unsigned function, Reg reg, unsigned index, std::uint32_t value) {
  HostAccess access = FunctionAccess::access_of(function, reg, index);
  access.is_write = true;
  access.value = value;
  steps_.push_back({0, true, function, access, {}});
}

void RegisterThread::read(unsigned function, Reg reg, unsigned index, Then then) {
  steps_.push_back({0, true, function, FunctionAccess::access_of(function, reg, index), std::move(then)});
}

void RegisterThread::finish(std::uint32_t value, Time now) {
  const Then then = std::move(steps_.front().then);
  steps_.pop_front();
  if (then) then(value, now);
}

void RegisterThread::run_steps(Time now) {
  while (!waiting_ && !steps_.empty() && steps_.front().cycles == 0) {
    const Step& step = steps_.front();
    if (!step.accesses) {
      finish(0, now);
    } else if (step.access.is_write) {
      functions_.access(step.function, step.access, nullptr);
      finish(0, now);
    } else {
      waiting_ = true;
      ++reads_;
      functions_.access(step.function, step.access, this);
    }
  }
}

bool RegisterThread::next(Time now, Work& work) {
  run_steps(now);
  if (waiting_) {
    work.spins = true;
    return true;
  }
  if (steps_.empty()) return false;
  working_ = true;
  work.add(activity_, steps_.front().cycles);
  return true;
}

void RegisterThread::done(Time now) {
  if (!std::exchange(working_, false)) return;  // of a wait
  finish(0, now);
}

void RegisterThread::read_value(std::uint32_t value, Time now) {
  waiting_ = false;
  finish(value, now);
  machine_.wake(thread_, now);
}

}  // namespace ixsim::host
