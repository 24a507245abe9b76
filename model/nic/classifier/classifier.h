// The policy point "which queue gets this frame": the interface that the reference classifier, the Verilated
// RTL and the lock-step checker all implement.
//
// Timing contract: a decision appears `latency` MAC clocks (12 by default) after the edge of the frame's
// last beat. It is a function of the frame and of the registers as left by all writes at edges strictly
// before that last beat; VLNCTRL.VET alone is taken with writes strictly before the first beat. All times
// passed in are edges of the MAC clock and non-decreasing from call to call.
#ifndef IXSIM_NIC_CLASSIFIER_CLASSIFIER_H
#define IXSIM_NIC_CLASSIFIER_CLASSIFIER_H

#include <cstdint>

#include "base/bytes.h"
#include "base/time.h"
#include "nic/classifier/header_parser.h"

namespace ixsim {

// Why a frame is not admitted; the lowest non-zero reason that applies. The last one
// is of devices whose pools can be disabled.
enum class ClassifierDrop : std::uint8_t {
  kAdmit = 0,
  kBad = 1,
  kNoFilter = 2,
  kVlan = 3,
  kPoolDisabled = 4
};

// Decision of the classifier on one frame. Fields other than `drop` mean nothing when drop != kAdmit.
struct Decision {
  std::uint64_t frame = 0;     // identity given to begin()
  Time time = 0;               // MAC edge at which the decision is valid
  std::uint64_t pools = 0;     // destination set, a bit a pool (VMDq index); one bit on the 82598
  std::uint32_t rss_hash = 0;  // 0 when rss_type is 0
  std::uint16_t tci = 0;       // VLAN tag control, 0 if not tagged
  ClassifierDrop drop = ClassifierDrop::kAdmit;
  std::uint8_t queue = 0;          // receive queue
  std::uint8_t vmdq = 0;           // VMDq index, 0 when VMDq is off
  std::uint8_t traffic_class = 0;  // = packet buffer number, 0 when DCB is off
  std::uint8_t packet_type = 0;    // bits 0..6: IPv4, IPv4+options, IPv6, IPv6+extension, TCP, UDP, SCTP
  std::uint8_t rss_type = 0;       // descriptor RSS type 0..9
  bool tagged = false;             // Ethertype equals VLNCTRL.VET
  bool inexact = false;            // admitted by an inexact match only (descriptor PIF)
  bool loopback = false;           // comes from the local switch; never on the 82598
  // Receive queues from one pool to the next: a copy for another pool goes that many further a pool.
  std::uint8_t pool_queues = 0;
  FrameHeaders headers;  // where they lie, for what comes behind the filters
};

class DecisionSink {
 public:
  virtual ~DecisionSink() = default;
  virtual void decided(const Decision& decision) = 0;
};

class Classifier {
 public:
  virtual ~Classifier() = default;

  // A frame whose beats are taken at MAC edges first_beat .. last_beat (a gap inside is allowed: only these
  // two edges matter). `bytes` runs from the destination address to the last byte before the FCS, at least
  // one byte, and stays valid until the frame is decided or reset() is called. `error` is s_axis_tuser: the
  // MAC found the frame bad. May be called ahead of first_beat.
  virtual void begin(std::uint64_t frame, ByteView bytes, bool error, Time first_beat, Time last_beat) = 0;
  // A register write at a MAC edge; offsets that the classifier does not use are ignored. At most one an
  // edge.
  virtual void write(std::uint32_t offset, std::uint32_t value, Time time) = 0;
  // Synchronous reset at a MAC edge: frames begun and not yet decided are lost.
  virtual void reset(Time time) = 0;
  // Delivers, in frame order, every decision whose time is at or before `now`.
  virtual void advance(Time now, DecisionSink& sink) = 0;
  // Time of the next decision of the frames begun so far, or kNever.
  virtual Time next_decision() const = 0;
};

}  // namespace ixsim

#endif
