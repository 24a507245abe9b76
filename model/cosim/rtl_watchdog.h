// Ends a call into a Verilated module that does not return: an endless loop in zero time, which Verilog
// allows and no simulator can refuse beforehand.
//
// The limit is in processor time of the calling thread, so that a program that waits or was stopped does not
// come near it. A signal of a timer of the thread (SIGVTALRM) leaves the call by a long jump; what it had
// allocated stays, and the instance must not be touched again, not even to destroy it.
#ifndef IXSIM_COSIM_RTL_WATCHDOG_H
#define IXSIM_COSIM_RTL_WATCHDOG_H

#include <csetjmp>
#include <csignal>
#include <cstdint>
#include <string>

#include "ixsim/error.h"

namespace ixsim {

// A module did not come back from one clock.
class EndlessLoop : public CheckFailure {
 public:
  explicit EndlessLoop(const std::string& module);
};

class RtlWatchdog {
 public:
  static constexpr int kSeconds = 4;  // at least; one tick more at most

  // Watches the present thread from now on.
  static void start();
  // Runs `call` and returns whether it came back.
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
    int ticks = 0;           // in the same call
    int process = 0;         // that has the timer: a fork does not inherit it
  };
  static void tick(int);
  // After the jump: signals as before.
  static void left();

  // The state of the calling thread. A function instead of a member: gcov rejects the wrapper that the compiler
  // makes for a thread_local member.
  static State& watched();
};

}  // namespace ixsim

#endif
