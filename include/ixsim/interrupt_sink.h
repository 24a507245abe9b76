/// \file
/// Destination of moderated interrupts. A sink turns "vector v fires" into a message or a level for the host.
/// The MSI-X table is one sink. A bridge to a host that owns the table substitutes its own sink.
///
/// Part of model/nic/interrupt/.
#ifndef IXSIM_INTERRUPT_SINK_H
#define IXSIM_INTERRUPT_SINK_H

#include <cstdint>

#include "ixsim/time.h"

namespace ixsim {

/// Ways in which a function interrupts.
enum class InterruptKind : std::uint8_t {
  kMsix,  ///< A vector of the MSI-X table.
  kMsi,   ///< The message of the MSI capability; the controller itself fires with kIntx.
  kIntx   ///< The interrupt line, which becomes line messages or MSI.
};

/// Receiver of the moderated interrupts of one function. EthernetController::set_interrupt_sink() attaches
/// it.
class InterruptSink {
 public:
  virtual ~InterruptSink() = default;
  /// Receives an interrupt: vector `vector` fires at `now`. For kIntx, `vector` is the level of the line: 1
  /// asserted, 0 not.
  virtual void fire(InterruptKind kind, unsigned vector, Time now) = 0;
};

}  // namespace ixsim

#endif
