// Start, pause and end of the timer.
#include "nic/interrupt/tcp_timer.h"

#include <algorithm>

namespace ixsim::nic {

void TcpTimer::reset() {
  timers_.stop(timer_);
  duration_ = left_ = 0;
  counting_ = loop_ = false;
}

void TcpTimer::stop(Time now) {
  if (timers_.due(timer_) == kNever) return;
  left_ = std::max<Time>(timers_.due(timer_) - now, 0);
  timers_.stop(timer_);
}

void TcpTimer::run(Time now) {
  if (counting_ && left_ > 0) timers_.start(timer_, now + left_);
}

void TcpTimer::written(const RegisterWrite& write) {
  const Time now = write.time;
  stop(now);
  duration_ = field::TCPTIMER::DURATION.get(write.new_value) * kMillisecond;
  counting_ = (write.new_value & field::TCPTIMER::COUNT_EN.mask) != 0;
  loop_ = (write.new_value & field::TCPTIMER::LOOP.mask) != 0;
  const bool kick = (write.raw & field::TCPTIMER::KS.mask) != 0;
  if ((write.raw & field::TCPTIMER::COUNT_FINISH.mask) != 0) {
    interrupts_.tcp_timer(now);
    left_ = loop_ ? duration_ : 0;
  }
  if (kick) left_ = duration_;
  run(now);
}

void TcpTimer::timer_ended(unsigned, Time now) {
  interrupts_.tcp_timer(now);
  left_ = loop_ ? duration_ : 0;
  run(now);
}

}  // namespace ixsim::nic
