// Ends a call into a Verilated module that does not return because of an endless loop in zero time. Verilog
// allows such loops, and no simulator can detect them in advance.
//
// The limit is in processor time of the calling thread, so that a program that waits or was stopped does not
// reach it. A signal of a timer of the thread (SIGVTALRM) leaves the call by a long jump. Memory that the
// call had allocated stays allocated, and the instance must not be used again, not even to destroy it.
#ifndef IXSIM_COSIM_RTL_WATCHDOG_H
#define IXSIM_COSIM_RTL_WATCHDOG_H

#include <csetjmp>
#include <csignal>
#include <cstdint>
#include <string>

#include "base/layers.h"
#include "ixsim/error.h"

namespace ixsim::cosim {

// Error for a module that did not return from one clock.
class EndlessLoop : public CheckFailure {
 public:
  explicit EndlessLoop(const std::string& module);
};

class RtlWatchdog {
 public:
  static constexpr int kSeconds = 4;  // minimum limit; the maximum is one tick more

  // Starts to watch the current thread.
  static void start();
  // Runs `call` and returns whether it returned.
  template <typename Call>
  static bool returns(Call call) {
    State& state = watched();
    if (sigsetjmp(state.back, 0) != 0) {
      left();
      return false;
    }
    state.inside = 1;
    ++state.calls;
    call();
    state.inside = 0;
    return true;
  }

 private:
  struct State {
    sigjmp_buf back;
    volatile std::sig_atomic_t inside = 0;
    volatile std::uint64_t calls = 0;
    std::uint64_t seen = 0;  // `calls` at the last tick
    int ticks = 0;           // ticks in the same call
    int process = 0;         // process that has the timer: a fork does not inherit it
  };
  static void tick(int);
  // Restores the signals after the jump.
  static void left();

  // Returns the state of the calling thread. It is a function instead of a member, because gcov rejects the
  // wrapper that the compiler makes for a thread_local member.
  static State& watched();
};

}  // namespace ixsim::cosim

#endif
