// Predicts the decision on a frame from the checker's own reading of frame and registers. Functional coverage
// ("a write that changes a decision", "the bit that decides a frame") and the stimulus use it. It is
// deliberately plain, and independent of the reference model and the RTL. It never classifies a decision as
// right or wrong.
//
// Source: 82598 datasheet, receive classification; Toeplitz hash as published for receive-side scaling.
#ifndef IXSIM_VERIFY_CLASSIFIER_PREDICTOR_H
#define IXSIM_VERIFY_CLASSIFIER_PREDICTOR_H

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "base/layers.h"
#include "ixsim/bytes.h"
#include "verify/classifier_tables.h"

namespace ixsim::verify {

// Bytes of a frame that can matter: layer 2 with both tags, and the window of 256 bytes after it.
inline constexpr std::uint32_t kParsedWindow = 256;
inline constexpr std::uint32_t kParsedBytes = 18 + kParsedWindow;

enum class NetworkProtocol : std::uint8_t { kOther, kIpv4, kIpv6 };

// Contents of an IPv6 extension header at the position of mobility information.
enum class MobilityHeader : std::uint8_t {
  kNone,
  kHomeGood,
  kHomeCut,
  kHomeMisplaced,
  kRoutingGood,
  kRoutingCut,
  kRoutingWrongLength,
  kRoutingWrongType
};

// End of a header whose bytes are present, or announced by the headers before it.
struct HeaderEnd {
  enum Kind : std::uint8_t { kIpv4, kIpv6, kExtension } kind;
  std::int32_t offset;  // from the start of the frame
};

// A frame as read with one VLAN Ethertype; independent of all other registers.
struct ParsedFrame {
  std::uint32_t length = 0;   // without FCS
  std::uint64_t address = 0;  // destination, first byte most significant of 48 bits; 0 if malformed
  std::uint16_t tci = 0;
  bool error = false;  // the MAC found it bad
  bool tagged = false;
  bool tag_cut = false;     // VLAN Ethertype present, but the frame ends inside the tag
  bool double_tag = false;  // the type after the tag is the VLAN Ethertype again
  bool extra = false;       // IPv4 options or IPv6 extension headers
  NetworkProtocol network = NetworkProtocol::kOther;
  std::uint8_t l4 = 0;            // 6, 17, 132 if the layer 4 header exists, else 0
  std::int32_t type = -1;         // type after the tag, -1 if cut off
  std::int32_t version = -1;      // IP version nibble if the type is IP and the byte exists, otherwise -1
  std::int32_t ihl = -1;          // if the type is IPv4 and the byte exists
  std::uint8_t fragment = 0;      // 1 first, 2 later
  std::uint32_t l4_offset = 0;    // offset from the end of layer 2 at which the header chain ended; IPv6 only
  std::uint8_t l4_candidate = 0;  // protocol there, whether or not it is inside the window or the frame
  std::uint8_t header_count = 0;  // IPv6 extension headers walked
  std::array<std::uint8_t, 3> next_header{};  // the first three next-header values
  std::uint8_t next_headers = 0;              // number of these that were seen (at most 3)
  std::array<MobilityHeader, 8> mobility{};   // of the first eight headers
  std::array<HeaderEnd, 8> ends{};
  std::uint8_t end_count = 0;
  bool home_counts = false;
  bool routing_counts = false;
  std::uint32_t available = 0;  // bytes after layer 2, at most the window
  std::array<std::uint8_t, 16> source{}, destination{}, home{}, routing{};
  std::array<std::uint8_t, 4> ports{};
};

// Parses a frame. `head` holds its first min(length, kParsedBytes) bytes; `length` >= 1.
void parse_frame(ByteView head, std::uint32_t length, bool error, std::uint16_t vet, ParsedFrame& parsed);

// Returns the first and the last beat, of 8 bytes, in which a frame has the IPv6 extension headers before its
// layer 4 header.
inline std::pair<std::size_t, std::size_t> extension_beats(const ParsedFrame& frame) {
  const std::size_t layer_3 = frame.tagged ? 18 : 14;
  return {(layer_3 + 40) / 8, (layer_3 + frame.l4_offset) / 8 - 1};
}

enum class AdmitPath : std::uint8_t {
  kRarUnicast,
  kRarMulticast,
  kRarBroadcast,
  kBam,
  kBroadcastMta,
  kMta0,
  kMta1,
  kMta2,
  kMta3,
  kMpe,
  kUpe,
  kMissUnicast,
  kMissMulticast,
  kMissBroadcast,
  kMalformed
};
enum class VlanResult : std::uint8_t { kUntagged, kPass, kMiss, kCfiMismatch, kFilterOff };
enum class VmdqSource : std::uint8_t { kOff, kHit, kDefaultByMac, kNibble, kDefaultByVlan };

// Queue mode as three bits.
inline constexpr unsigned kModeRss = 1, kModeVmdq = 2, kModeDcb = 4;

struct Prediction {
  std::uint8_t drop = 0;
  AdmitPath path = AdmitPath::kMalformed;
  VlanResult vlan = VlanResult::kUntagged;
  VmdqSource vmdq_source = VmdqSource::kOff;
  std::uint8_t mode = 0;
  std::uint8_t vmdq = 0;
  std::uint8_t traffic_class = 0;
  std::uint8_t rss_type = 0;
  std::uint8_t queue = 0;
  bool inexact = false;
  bool upper_nibble = false;  // of the indirection entry
  std::int8_t hit = -1;
  std::uint16_t mta_index = 0;       // bit number in MTA; has a meaning for multicast
  std::uint16_t vftavind_index = 0;  // word x 8 + nibble; has a meaning when tagged
  std::uint32_t hash = 0;
};

// Predicts the decision on a frame that was parsed with the VLAN Ethertype in effect.
void predict(const ParsedFrame& frame, const ClassifierTables& tables, Prediction& prediction);
// Returns whether a device would observably treat the two frames alike.
bool same_decision(const ParsedFrame& frame_a, const Prediction& a, const ParsedFrame& frame_b,
                   const Prediction& b);

// Returns the Toeplitz hash of up to 36 bytes under the key in the tables.
std::uint32_t toeplitz(ByteView input, const ClassifierTables& tables);

}  // namespace ixsim::verify

#endif
