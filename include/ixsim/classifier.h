/// \file
/// Interface of the receive classifier, which decides the queue of each received frame. The reference
/// classifier, the Verilated RTL and the lock-step checker implement it.
///
/// Timing contract: a decision appears `latency` MAC clocks (12 by default) after the edge of the frame's
/// last beat. The decision is a function of the frame and of the registers. Register writes count if their
/// edge lies strictly before the last beat; those of VLNCTRL.VET count only if their edge lies strictly
/// before the first beat. All times passed in are edges of the MAC clock and do not decrease from call to
/// call.
///
/// A device with DeviceProfile::pool_bitmaps (82599, X540, 82576, custom) accepts only
/// reference_classifier(), because its switch between pools reads the tables of that classifier.
///
/// Source: 82598 datasheet, receive packet filtering and receive queue assignment; RFC 791, RFC 8200, RFC
/// 6275 (home address option and type 2 routing header).
///
/// Part of model/nic/classifier/.
#ifndef IXSIM_CLASSIFIER_H
#define IXSIM_CLASSIFIER_H

#include <cstddef>
#include <cstdint>
#include <memory>

#include "ixsim/bytes.h"
#include "ixsim/time.h"

namespace ixsim {

struct DeviceProfile;

/// Bits of Decision::packet_type. Options and extensions come with the bit of their header.
/// @{
inline constexpr std::uint8_t kPacketIpv4 = 1 << 0;           ///< IPv4.
inline constexpr std::uint8_t kPacketIpv4Options = 1 << 1;    ///< IPv4 with options.
inline constexpr std::uint8_t kPacketIpv6 = 1 << 2;           ///< IPv6.
inline constexpr std::uint8_t kPacketIpv6Extension = 1 << 3;  ///< IPv6 with extension headers.
inline constexpr std::uint8_t kPacketTcp = 1 << 4;            ///< TCP.
inline constexpr std::uint8_t kPacketUdp = 1 << 5;            ///< UDP.
inline constexpr std::uint8_t kPacketSctp = 1 << 6;           ///< SCTP.
/// @}

/// Number of bytes that the device parses, counted from the network header.
inline constexpr std::size_t kHeaderWindow = 256;

/// Positions of the network and transport headers of a frame. Offsets count bytes from the first byte of the
/// frame; 0 means that the header is absent.
///
/// The device parses only kHeaderWindow bytes after the Ethernet header. It ignores IP length fields: a field
/// exists if its bytes exist. It skips one VLAN tag. It does not parse LLC/SNAP frames, tunnels, or anything
/// after an IPv6 header other than hop-by-hop, routing and destination options.
struct FrameHeaders {
  /// Offset of the first byte after the Ethernet header: 14, or 18 if tagged; always set.
  std::uint16_t network = 0;
  std::uint16_t transport = 0;        ///< TCP, UDP or SCTP header, at least 4 bytes of it.
  std::uint16_t home_address = 0;     ///< 16 bytes: address of the last home address option.
  std::uint16_t routing_address = 0;  ///< 16 bytes: address of the last type 2 routing header.
  std::uint8_t packet_type = 0;       ///< As Decision::packet_type.
  bool fragment = false;              ///< IPv4 fragment, first or later.
  bool routing_addresses = false;     ///< An IPv6 routing header of any type with a length above 0.
};

/// Returns the headers of a frame of any length. `tagged` states whether the caller found a VLAN tag; it
/// needs frame.size >= 16.
FrameHeaders parse_headers(ByteView frame, bool tagged);

/// Reason why a frame is not admitted. If several apply, the lowest non-zero value is given.
enum class ClassifierDrop : std::uint8_t {
  kAdmit = 0,        ///< Admitted.
  kBad = 1,          ///< Malformed, or found bad by the MAC.
  kNoFilter = 2,     ///< No filter accepts the destination address.
  kVlan = 3,         ///< Refused by the VLAN filter.
  kPoolDisabled = 4  ///< The pool is disabled for reception; only on devices whose pools can be disabled.
};

/// Decision of the classifier on one frame. If drop != kAdmit, the other fields have no meaning.
struct Decision {
  std::uint64_t frame = 0;  ///< identity passed to begin()
  Time time = 0;            ///< MAC edge at which the decision is valid
  std::uint64_t pools = 0;  ///< destination pools, one bit for each pool (VMDq index); one bit on the 82598
  std::uint32_t rss_hash = 0;                    ///< 0 when rss_type is 0
  std::uint16_t tci = 0;                         ///< VLAN tag control, 0 if not tagged
  ClassifierDrop drop = ClassifierDrop::kAdmit;  ///< whether the frame is admitted
  std::uint8_t queue = 0;                        ///< receive queue, below DeviceProfile::rx_queues
  std::uint8_t vmdq = 0;                         ///< VMDq index, 0 when VMDq is off
  std::uint8_t traffic_class = 0;  ///< partition of the packet buffer, 0 to 7; 0 when DCB is off
  std::uint8_t packet_type = 0;    ///< bits 0..6: IPv4, IPv4+options, IPv6, IPv6+extension, TCP, UDP, SCTP
  std::uint8_t rss_type = 0;       ///< descriptor RSS type 0..9
  std::uint8_t rss_index =
      0;                  ///< entry of RETA, 0 when rss_type is 0; of devices with bitmaps of pools alone
  bool tagged = false;    ///< Ethertype equals VLNCTRL.VET
  bool inexact = false;   ///< admitted by an inexact match only (descriptor PIF)
  bool loopback = false;  ///< comes from the local switch; never on the 82598
  FrameHeaders headers;   ///< as parse_headers() returns them: checksum offload and header split use them
};

/// Receiver of the decisions of a classifier.
class DecisionSink {
 public:
  virtual ~DecisionSink() = default;
  /// Receives a decision.
  virtual void decided(const Decision& decision) = 0;
};

/// A classifier of one port. EthernetController takes a function that makes classifiers.
class Classifier {
 public:
  virtual ~Classifier() = default;

  /// Begins a frame. Its first beat is taken at the MAC edge `first_beat`, its last at `last_beat`; gaps
  /// between the two do not matter. `bytes` runs from the destination address to the last byte before the FCS
  /// and has at least one byte. It stays valid until the frame is decided or reset() is called. `error` is
  /// s_axis_tuser: the MAC found the frame bad. The call may come before first_beat.
  virtual void begin(std::uint64_t frame, ByteView bytes, bool error, Time first_beat, Time last_beat) = 0;
  /// Writes the register at `offset` in BAR 0 at a MAC edge. Offsets that the classifier does not use are
  /// ignored. At most one write per edge.
  virtual void write(std::uint32_t offset, std::uint32_t value, Time time) = 0;
  /// Resets synchronously at a MAC edge: frames that are begun and not yet decided are lost.
  virtual void reset(Time time) = 0;
  /// Delivers, in frame order, every decision whose time is at or before `now`.
  virtual void advance(Time now, DecisionSink& sink) = 0;
  /// Returns the time of the next decision of the frames begun so far, or kNever.
  virtual Time next_decision() const = 0;
  /// Returns the classifier that decides: of one that checks another, the one within.
  virtual Classifier& decider() { return *this; }
};

/// Returns the reference classifier of a device. `latency` is in MAC clocks, 1 to 64; throws InputError
/// otherwise.
std::unique_ptr<Classifier> reference_classifier(const DeviceProfile& profile, int latency = 12);

}  // namespace ixsim

#endif
