// The one observer interface of the controller: stages that packets pass, the fate of every frame, and the
// record of externally visible events. Writers and statistics of a run stand behind it; the controller knows
// none of them.
#ifndef IXSIM_NIC_OBSERVE_PROBE_H
#define IXSIM_NIC_OBSERVE_PROBE_H

#include <array>
#include <cstdint>

#include "base/bytes.h"
#include "base/time.h"

namespace ixsim {

// Stages of a received frame, in path order.
enum class RxStage : std::uint8_t {
  kWireEnd,      // last bit of the FCS in
  kDecided,      // classifier decision
  kBuffered,     // in the packet buffer
  kDmaFirst,     // first data request handed to the link
  kDmaLast,      // last data TLP has left
  kWrittenBack,  // descriptor with DD in host memory
  kInterrupted,  // interrupt message in host memory
  kConsumed,     // taken by the driver
};
inline constexpr unsigned kRxStages = 8;
// When a frame passed the stages of the controller, kWireEnd to kWrittenBack.
using RxStamps = std::array<Time, static_cast<unsigned>(RxStage::kWrittenBack) + 1>;

// Outcome of a received frame: exclusive, by first stage in path order.
enum class RxBucket : std::uint8_t {
  kRxDisabled,
  kSymbol,
  kCrc,
  kUndersize,
  kOversize,
  kLength,
  kMacControl,
  kNoFilter,
  kVlan,
  kPacketBufferFull,
  kQueueDisabled,
  kNoDescriptor,
  kDmaError,
  kDelivered,
  kInFlight,
};
inline constexpr unsigned kRxBuckets = 15;
// Outcome of a packet to be sent.
enum class TxBucket : std::uint8_t {
  kBadDescriptor,
  kQueueDisabled,
  kDmaError,
  kFlushed,
  kSpoofed,  // not sent: its source address or VLAN is not its pool's
  kSent,
  kInFlight,
};
inline constexpr unsigned kTxBuckets = 7;
const char* name(TxBucket bucket);
// As written in results, e.g. "packet_buffer_full".
const char* name(RxBucket bucket);
const char* name(RxStage stage);

// Kinds of externally visible events.
enum class EventKind : std::uint8_t {
  kTlpUp,         // TLP at the root port
  kTlpDown,       // TLP at the device
  kInterrupt,     // interrupt message at the root port
  kRegisterRead,  // register read with its value
  kPause,         // PAUSE frame in
  kDrop,          // frame dropped: queue holds the bucket, address the frame number
  kDecision,      // classifier decision: address holds the frame number
  kWireOut,       // frame out on the wire; a PAUSE of our own is of queue kControlQueue
  kGrant,         // scheduler grant
};
inline constexpr unsigned kEventKinds = 9;
inline constexpr std::uint16_t kControlQueue = 0xffff;
const char* name(EventKind kind);

struct EventRecord {
  Time time = 0;
  std::uint8_t port = 0;
  EventKind kind = EventKind::kTlpUp;
  std::uint16_t queue = 0;  // queue, vector or bucket
  std::uint64_t address = 0;
  std::uint32_t length = 0;  // bytes
  std::uint32_t id = 0;      // requester and tag
  std::uint32_t crc = 0;     // CRC-32C of the payload
};

class Probe {
 public:
  virtual ~Probe() = default;
  // True if every stage is to be reported when it is passed; the frame's bucket carries the stamps in any
  // case.
  virtual bool follows_stages() const { return true; }
  // Frame `packet` of `port` passed a stage; `queue` is meaningful from kDecided on.
  virtual void rx_stage(Time time, unsigned port, RxStage stage, std::uint64_t packet, unsigned queue,
                        std::uint32_t bytes) = 0;
  // Frame `packet` of `port` reached its bucket; `stamps` are those of the stages it passed.
  virtual void rx_done(Time time, unsigned port, RxBucket bucket, std::uint64_t packet, unsigned queue,
                       std::uint32_t bytes, const RxStamps& stamps) = 0;
  // A packet of `queue` was granted: `requests` are those of the first 32 queues that asked
  // for it, a bit each.
  virtual void tx_granted(Time /*time*/, unsigned /*port*/, std::uint64_t /*packet*/, unsigned /*queue*/,
                          std::uint32_t /*requests*/) {}
  // A frame of `bytes` (destination address to FCS) is on the wire from `start` to `end`; its tail write
  // arrived at `offered`.
  virtual void tx_frame(Time /*start*/, Time /*end*/, Time /*offered*/, unsigned /*port*/,
                        std::uint64_t /*packet*/, unsigned /*queue*/, std::uint32_t /*bytes*/) {}
  // A packet reached its bucket.
  virtual void tx_done(Time /*time*/, unsigned /*port*/, TxBucket /*bucket*/, std::uint64_t /*packet*/,
                       unsigned /*queue*/) {}
};

// Takes the event record; costs a checksum of every payload, so it is attached only when asked for.
class EventSink {
 public:
  virtual ~EventSink() = default;
  virtual void event(const EventRecord& record) = 0;
};

}  // namespace ixsim

#endif
