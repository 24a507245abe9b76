// TCPTIMER: a down-counter in milliseconds that gives software a periodic interrupt.
//
// KS loads DURATION and starts the counter. COUNT_EN enables counting; without it the counter keeps its
// value. At zero the cause is raised; with LOOP the counter starts again. A write of COUNT_FINISH raises the
// cause at once and sets the counter back to DURATION. It then continues only with LOOP, or after KS.
//
// Timing contract: the cause is made at the first DMA edge at or after DURATION milliseconds from the write
// that started it. Source: 82598 datasheet, p. 277; the meaning of COUNT_EN and COUNT_FINISH is that of the
// 82599 (unconfirmed).
#ifndef IXSIM_NIC_INTERRUPT_TCP_TIMER_H
#define IXSIM_NIC_INTERRUPT_TCP_TIMER_H

#include "base/agenda.h"
#include "base/layers.h"
#include "base/timers.h"
#include "nic/interrupt/interrupt_unit.h"
#include "nic/registers/register_file.h"

namespace ixsim::nic {

class TcpTimer : private TimerClient {
 public:
  TcpTimer(Timers& timers, InterruptUnit& interrupts, RegisterFile& registers)
      : timers_(timers), interrupts_(interrupts), timer_(timers.add(*this, 0, true)) {
    registers.on_write<&TcpTimer::written>(Reg::TCPTIMER, *this);
  }
  void reset();

 private:
  void written(const RegisterWrite& write);
  void timer_ended(unsigned which, Time now) override;
  void stop(Time now);
  void run(Time now);

  Timers& timers_;
  InterruptUnit& interrupts_;
  Timers::Id timer_;
  Time duration_ = 0;
  Time left_ = 0;  // time left while it is stopped
  bool counting_ = false;
  bool loop_ = false;
};

}  // namespace ixsim::nic

#endif
