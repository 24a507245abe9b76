// Destination of moderated interrupts: turns "vector v fires" into a message or a level for the host. The
// MSI-X table is one sink; a bridge whose other side owns the table substitutes its own.
#ifndef IXSIM_NIC_INTERRUPT_INTERRUPT_SINK_H
#define IXSIM_NIC_INTERRUPT_INTERRUPT_SINK_H

#include <cstdint>

#include "base/time.h"

namespace ixsim {

enum class InterruptKind : std::uint8_t { kMsix, kMsi, kIntx };

class InterruptSink {
 public:
  virtual ~InterruptSink() = default;
  // Vector `vector` fires at `now`. For kIntx, `vector` is the level of the line: 1 asserted, 0 not.
  virtual void fire(InterruptKind kind, unsigned vector, Time now) = 0;
};

}  // namespace ixsim

#endif
