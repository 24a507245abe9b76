/// \file
/// Observer interface for packets: the stages that a packet passes, and its outcome. The writers and
/// statistics of a run implement it; the controller depends on none of them.
///
/// Part of model/nic/observe/.
#ifndef IXSIM_PROBE_H
#define IXSIM_PROBE_H

#include <array>
#include <cstdint>

#include "ixsim/time.h"

namespace ixsim {

/// Stages of a received frame, in path order.
enum class RxStage : std::uint8_t {
  kWireEnd,      ///< last bit of the FCS received
  kDecided,      ///< decision of the classifier
  kBuffered,     ///< stored in the packet buffer
  kDmaFirst,     ///< first data request passed to the link
  kDmaLast,      ///< last data TLP has left
  kWrittenBack,  ///< descriptor with DD in host memory
  kInterrupted,  ///< interrupt message in host memory
  kConsumed,     ///< taken by the driver
};
/// Number of stages.
inline constexpr unsigned kRxStages = 8;
/// Times at which a frame passed the stages of the controller, kWireEnd to kWrittenBack; 0 for a stage that
/// it has not passed.
using RxStamps = std::array<Time, static_cast<unsigned>(RxStage::kWrittenBack) + 1>;

/// Outcome of a received frame. Outcomes exclude each other: the first stage in path order that ends a frame
/// decides.
enum class RxBucket : std::uint8_t {
  kRxDisabled,        ///< Reception was off, the link was down, or a reset came.
  kSymbol,            ///< Error symbol inside the frame.
  kCrc,               ///< Wrong FCS.
  kUndersize,         ///< Shorter than 64 bytes.
  kOversize,          ///< Longer than the MAC accepts.
  kLength,            ///< Length field and length differ.
  kMacControl,        ///< MAC control frame, consumed by the MAC.
  kNoFilter,          ///< No filter accepts the destination address.
  kVlan,              ///< Refused by the VLAN filter.
  kPacketBufferFull,  ///< No space in the packet buffer.
  kQueueDisabled,     ///< The queue or pool was off.
  kNoDescriptor,      ///< No free descriptor, with drop enable.
  kDmaError,          ///< A write to host memory, or the read of a descriptor, failed.
  kDelivered,         ///< In host memory, descriptor included.
  kInFlight,          ///< Still in a buffer at the end of the run.
};
/// Number of outcomes of received frames.
inline constexpr unsigned kRxBuckets = 15;
/// Outcome of a packet to be sent.
enum class TxBucket : std::uint8_t {
  kBadDescriptor,  ///< Software's descriptors are invalid.
  kQueueDisabled,  ///< The queue was off.
  kDmaError,       ///< A read from host memory failed.
  kFlushed,        ///< Dropped by a reset.
  kSpoofed,        ///< Not sent: its source address or VLAN is not its pool's.
  kSent,           ///< On the wire, or in the switch between pools; or descriptors without bytes.
  kInFlight,       ///< Still in a buffer at the end of the run.
};
/// Number of outcomes of packets to be sent.
inline constexpr unsigned kTxBuckets = 7;
/// Returns the name in results, e.g. "bad_descriptor".
const char* name(TxBucket bucket);
/// Returns the name in results, e.g. "packet_buffer_full".
const char* name(RxBucket bucket);
/// Returns the name in results, e.g. "written_back".
const char* name(RxStage stage);

/// Observer of the packets of all ports; EthernetController::set_probe() attaches it. The default functions
/// of the transmit side do nothing.
///
/// Timing contract: each call carries the time of the reported event. Two events are reported ahead of their
/// time, when the frame begins: kWireEnd, and the outcome of a frame that comes while reception is off. A
/// probe must not change the state of the device.
class Probe {
 public:
  virtual ~Probe() = default;
  /// Returns whether each stage is reported when the frame passes it. The outcome of the frame carries the
  /// stamps in any case.
  virtual bool follows_stages() const { return true; }
  /// Reports that frame `packet` of `port` passed a stage. `bytes` is its length, FCS included. `queue` has a
  /// meaning from kDecided on. Copies for other pools have the number of their frame, and each passes
  /// kBuffered in its queue.
  virtual void rx_stage(Time time, unsigned port, RxStage stage, std::uint64_t packet, unsigned queue,
                        std::uint32_t bytes) = 0;
  /// Reports that frame `packet` of `port`, `bytes` long with its FCS, reached its outcome; `stamps` are
  /// those of the stages it passed.
  virtual void rx_done(Time time, unsigned port, RxBucket bucket, std::uint64_t packet, unsigned queue,
                       std::uint32_t bytes, const RxStamps& stamps) = 0;
  /// Reports that packet `packet` of `queue` was granted. `requests` has one bit for each of the first 32
  /// queues that requested a grant.
  virtual void tx_granted(Time /*time*/, unsigned /*port*/, std::uint64_t /*packet*/, unsigned /*queue*/,
                          std::uint32_t /*requests*/) {}
  /// Reports that a frame of `bytes` (destination address to FCS) is on the wire from `start` to `end`. The
  /// device could take its descriptors from `offered` on: the arrival of the tail write, or the enable of the
  /// queue if that came later.
  virtual void tx_frame(Time /*start*/, Time /*end*/, Time /*offered*/, unsigned /*port*/,
                        std::uint64_t /*packet*/, unsigned /*queue*/, std::uint32_t /*bytes*/) {}
  /// Reports that a packet to be sent reached its outcome.
  virtual void tx_done(Time /*time*/, unsigned /*port*/, TxBucket /*bucket*/, std::uint64_t /*packet*/,
                       unsigned /*queue*/) {}
};

}  // namespace ixsim

#endif
