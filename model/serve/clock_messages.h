// Messages between the server and the plugin that is the clock of a guest, at a stream socket of this
// machine.
//
// Timing contract: the server is the master. The guest runs to the time of the last kGrant or kResume, and
// stops there with kSync. It also stops at each access to the device. While it is stopped, its time does
// not advance, except that kResume adds the time that the access took. Times are nanoseconds of
// QEMU_CLOCK_VIRTUAL.
#ifndef IXSIM_SERVE_CLOCK_MESSAGES_H
#define IXSIM_SERVE_CLOCK_MESSAGES_H

#include <cstdint>

#include "base/layers.h"

namespace ixsim::serve {

enum class ClockCommand : std::uint32_t {
  kHello = 1,  // plugin: `time` is the version of these messages
  kWelcome,    // server: its answer
  kSync,       // plugin: the guest has reached `time`; it is halted until `next`, or executes if that is 0
  kGrant,      // server: its answer; the guest may run to `next`
  kAsk,        // server: the time of the guest, which waits in an access
  kTime,       // plugin: its answer, in `time`
  kResume,     // server: the time of the guest becomes `time`; it may run to `next`
  kResumed     // plugin: its answer
};

struct ClockMessage {
  ClockCommand command = ClockCommand::kHello;
  std::uint32_t unused = 0;
  std::int64_t time = 0;
  std::int64_t next = 0;
};

inline constexpr std::int64_t kClockVersion = 1;

}  // namespace ixsim::serve

#endif
