// The activities of a core, by which its time is accounted.
#ifndef IXSIM_HOST_MACHINE_ACTIVITY_H
#define IXSIM_HOST_MACHINE_ACTIVITY_H

#include <array>
#include <cstddef>
#include <cstdint>

#include "base/layers.h"

namespace ixsim::host {

enum class Activity : std::uint8_t {
  kInterrupt,      // hard interrupt: entry, handler, end of interrupt
  kDriver,         // driver of the physical or virtual function: descriptors, buffers, indication
  kSwitch,         // virtual switch: parsing, lookup, queueing for a port
  kChannel,        // channel between host and guest: rings, grants, hypercalls
  kCopy,           // copies of packet data, by any software
  kNotification,   // exits, virtual interrupts, signals between host and guest
  kGuestDriver,    // driver of the guest's adapter
  kStack,          // TCP/IP and sockets
  kApplication,    // programs
  kStorage,        // block layer, SCSI, host bus adapter
  kContextSwitch,  // change from one thread to another
  kIdleExit,       // leaving an idle state
  kSpin,           // polling for work without finding any
  kOther           // load set by a scenario
};

inline constexpr std::size_t kActivities = 14;
inline constexpr std::array<const char*, kActivities> kActivityNames = {
    "interrupt", "driver",      "switch",  "channel",        "copy",      "notification", "guest_driver",
    "stack",     "application", "storage", "context_switch", "idle_exit", "spin",         "other"};

}  // namespace ixsim::host

#endif
