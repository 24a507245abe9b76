/// \file
/// The policy point "which queue gets this frame": the interface that the reference classifier, the Verilated
/// RTL and the lock-step checker all implement.
///
/// Timing contract: a decision appears `latency` MAC clocks (12 by default) after the edge of the frame's
/// last beat. It is a function of the frame and of the registers as left by all writes at edges strictly
/// before that last beat; VLNCTRL.VET alone is taken with writes strictly before the first beat. All times
/// passed in are edges of the MAC clock and non-decreasing from call to call.
///
/// A device with DeviceProfile::pool_bitmaps (82599, X540, 82576, custom) accepts reference_classifier()
/// alone, because its switch between pools reads the tables of that classifier.
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

/// Number of bytes that the device looks at, from the network header on.
inline constexpr std::size_t kHeaderWindow = 256;

/// Positions of the network and transport headers of a frame. Offsets count bytes from the first byte of the
/// frame; 0 means "not there".
///
/// The device looks at kHeaderWindow bytes behind the Ethernet header only. IP length fields are not looked
/// at: a field exists if its bytes do. One VLAN tag is stepped over; LLC/SNAP frames, tunnels, and anything
/// behind an IPv6 header other than hop-by-hop, routing and destination options are not entered.
struct FrameHeaders {
  std::uint16_t network = 0;          ///< Byte behind the Ethernet header: 14, or 18 if tagged; always set.
  std::uint16_t transport = 0;        ///< TCP, UDP or SCTP header, at least 4 bytes of it.
  std::uint16_t home_address = 0;     ///< 16 bytes: address of the last home address option.
  std::uint16_t routing_address = 0;  ///< 16 bytes: address of the last type 2 routing header.
  std::uint8_t packet_type = 0;       ///< As Decision::packet_type.
  bool fragment = false;              ///< IPv4 fragment, first or later.
  bool routing_addresses = false;     ///< An IPv6 routing header of any type with a length above 0.
};

/// Returns the headers of a frame of any length, whose tag the caller has recognised: `tagged` needs
/// frame.size >= 16.
FrameHeaders parse_headers(ByteView frame, bool tagged);

/// Reason why a frame is not admitted; the lowest non-zero one that applies.
enum class ClassifierDrop : std::uint8_t {
  kAdmit = 0,        ///< Admitted.
  kBad = 1,          ///< Malformed, or found bad by the MAC.
  kNoFilter = 2,     ///< No filter accepts the destination address.
  kVlan = 3,         ///< Refused by the VLAN filter.
  kPoolDisabled = 4  ///< The pool must not receive; on devices whose pools can be disabled.
};

/// Decision of the classifier on one frame. Fields other than `drop` mean nothing when drop != kAdmit.
struct Decision {
  std::uint64_t frame = 0;     ///< identity given to begin()
  Time time = 0;               ///< MAC edge at which the decision is valid
  std::uint64_t pools = 0;     ///< destination set, a bit a pool (VMDq index); one bit on the 82598
  std::uint32_t rss_hash = 0;  ///< 0 when rss_type is 0
  std::uint16_t tci = 0;       ///< VLAN tag control, 0 if not tagged
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
  /// Receive queues from one pool to the next: a copy for another pool goes that many further a pool.
  std::uint8_t pool_queues = 0;
  FrameHeaders headers;  ///< as parse_headers() returns them: checksum offload and header split use them
};

/// Takes the decisions of a classifier.
class DecisionSink {
 public:
  virtual ~DecisionSink() = default;
  /// Takes a decision.
  virtual void decided(const Decision& decision) = 0;
};

/// A classifier of one port; EthernetController takes a function that makes them.
class Classifier {
 public:
  virtual ~Classifier() = default;

  /// Begins a frame whose beats are taken at MAC edges first_beat .. last_beat (a gap inside is allowed: only
  /// these two edges matter). `bytes` runs from the destination address to the last byte before the FCS, at
  /// least one byte, and stays valid until the frame is decided or reset() is called. `error` is
  /// s_axis_tuser: the MAC found the frame bad. May be called ahead of first_beat.
  virtual void begin(std::uint64_t frame, ByteView bytes, bool error, Time first_beat, Time last_beat) = 0;
  /// Writes the register at `offset` in BAR 0 at a MAC edge; offsets that the classifier does not use are
  /// ignored. At most one an edge.
  virtual void write(std::uint32_t offset, std::uint32_t value, Time time) = 0;
  /// Resets synchronously at a MAC edge: frames begun and not yet decided are lost.
  virtual void reset(Time time) = 0;
  /// Delivers, in frame order, every decision whose time is at or before `now`.
  virtual void advance(Time now, DecisionSink& sink) = 0;
  /// Returns the time of the next decision of the frames begun so far, or kNever.
  virtual Time next_decision() const = 0;
  /// Returns the classifier that decides: of one that checks another, the one within.
  virtual Classifier& decider() { return *this; }
};

/// Returns the model's own classifier of a device. `latency` is in MAC clocks, 1 to 64: InputError otherwise.
std::unique_ptr<Classifier> reference_classifier(const DeviceProfile& profile, int latency = 12);

}  // namespace ixsim

#endif
