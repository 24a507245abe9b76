// The timer of the thread, its signal handler, and the error that names the module.
#include "cosim/rtl_watchdog.h"

#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <ctime>
#include <string>

#include "ixsim/error.h"

// Older C libraries lack the name of the field.
#ifndef sigev_notify_thread_id
#define sigev_notify_thread_id _sigev_un._tid
#endif

namespace ixsim::cosim {

EndlessLoop::EndlessLoop(const std::string& module)
    : CheckFailure(
          "RTL: module " + module + ": one clock edge did not end within " +
          std::to_string(RtlWatchdog::kSeconds) +
          " s of processor time: an endless loop in zero time; look for a while, repeat, forever or for "
          "whose condition stays true, e.g. a loop variable that is too narrow for its limit") {}

RtlWatchdog::State& RtlWatchdog::watched() {
  static thread_local State state;
  return state;
}

void RtlWatchdog::start() {
  State& state = watched();
  if (state.process == getpid()) return;
  struct sigaction action = {};
  action.sa_handler = tick;
  action.sa_flags = SA_RESTART;
  sigaction(SIGVTALRM, &action, nullptr);
  sigevent event = {};
  event.sigev_notify = SIGEV_THREAD_ID;
  event.sigev_signo = SIGVTALRM;
  event.sigev_notify_thread_id = static_cast<pid_t>(syscall(SYS_gettid));
  timer_t timer{};
  itimerspec each = {};
  each.it_value.tv_sec = each.it_interval.tv_sec = 1;
  if (timer_create(CLOCK_THREAD_CPUTIME_ID, &event, &timer) != 0 ||
      timer_settime(timer, 0, &each, nullptr) != 0)
    throw InputError(std::string("the timer that watches RTL cannot be made: ") + std::strerror(errno));
  state.process = getpid();
}

void RtlWatchdog::tick(int) {
  State& state = watched();
  if (state.inside == 0 || state.calls != state.seen) {
    state.seen = state.calls;
    state.ticks = 0;
  } else if (++state.ticks >= kSeconds) {
    state.ticks = 0;
    siglongjmp(state.back, 1);
  }
}

void RtlWatchdog::left() {
  watched().inside = 0;
  sigset_t mine;
  sigemptyset(&mine);
  sigaddset(&mine, SIGVTALRM);
  pthread_sigmask(SIG_UNBLOCK, &mine, nullptr);
}

}  // namespace ixsim::cosim
