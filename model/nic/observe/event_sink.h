// The record of externally visible events, by which two versions or drivers of the model are compared.
#ifndef IXSIM_NIC_OBSERVE_EVENT_SINK_H
#define IXSIM_NIC_OBSERVE_EVENT_SINK_H

#include <cstdint>

#include "base/layers.h"
#include "ixsim/time.h"

namespace ixsim::nic {

// Kinds of externally visible events.
enum class EventKind : std::uint8_t {
  kTlpUp,         // TLP at the root port
  kTlpDown,       // TLP at the device
  kInterrupt,     // interrupt message at the root port
  kRegisterRead,  // register read with its value
  kPause,         // PAUSE frame received
  kDrop,          // frame dropped: `queue` holds the outcome, `address` the frame number
  kDecision,      // classifier decision: `address` holds the frame number
  kWireOut,       // frame sent on the wire; a PAUSE frame of this port has queue kControlQueue
  kGrant,         // scheduler grant
};
inline constexpr unsigned kEventKinds = 9;
inline constexpr std::uint16_t kControlQueue = 0xffff;
const char* name(EventKind kind);

struct EventRecord {
  Time time = 0;
  std::uint8_t port = 0;
  EventKind kind = EventKind::kTlpUp;
  std::uint16_t queue = 0;  // queue, vector or outcome
  std::uint64_t address = 0;
  std::uint32_t length = 0;  // length in bytes
  std::uint32_t id = 0;      // requester and tag
  std::uint32_t crc = 0;     // CRC-32C of the payload
};

// Receiver of the event record. It costs a checksum of every payload, so it is attached only on request.
class EventSink {
 public:
  virtual ~EventSink() = default;
  virtual void event(const EventRecord& record) = 0;
};

}  // namespace ixsim::nic

#endif
