// Random frames for the corner cases of a classifier: addresses near the receive addresses, tags near the
// entries of the VLAN tables, header chains that end just inside or outside of the parsed window, and frames
// cut near every header end.
//
// The choices are weights, not guarantees: functional coverage shows whether a corner was reached.
#ifndef IXSIM_VERIFY_FRAME_MAKER_H
#define IXSIM_VERIFY_FRAME_MAKER_H

#include <cstdint>
#include <optional>
#include <vector>

#include "base/layers.h"
#include "base/random.h"
#include "verify/classifier_tables.h"
#include "verify/protocol_dictionary.h"

namespace ixsim::verify {

// Replaces the destination address, or as much of it as the frame has; byte 0 is the most significant of 48
// bits.
inline void set_destination(std::vector<std::uint8_t>& frame, std::uint64_t address) {
  for (std::size_t k = 0; k < 6 && k < frame.size(); ++k)
    frame[k] = static_cast<std::uint8_t>(address >> (40 - 8 * k));
}

class FrameMaker {
 public:
  static constexpr std::uint64_t kDefaultCorners = 12;
  static constexpr int kFramesTried = 200;  // by callers, until one suits
  // Makes a frame maker; `corners` is the percentage of fields that take a corner value in a stress run. With
  // it, addresses, ports and tags also are in reserved ranges, or equal to each other.
  explicit FrameMaker(Random random, std::optional<std::uint64_t> corners = {})
      : random_(random), corners_(corners.value_or(kDefaultCorners)), stressed_(corners.has_value()) {}

  // Replaces `frame` by the next one, without FCS, at least one byte; aimed at the given registers.
  void make(const ClassifierTables& tables, std::vector<std::uint8_t>& frame);
  // Makes a frame of exactly `length` bytes (>= 1).
  void make_sized(const ClassifierTables& tables, std::size_t length, std::vector<std::uint8_t>& frame);
  // Makes a frame of a well-known protocol: of any one, or of entry `protocol` of the dictionary in its plain
  // form, with one tag or without.
  void make_dictionary(const ClassifierTables& tables, std::vector<std::uint8_t>& frame);
  void make_protocol(const ClassifierTables& tables, std::size_t protocol, bool tagged,
                     std::vector<std::uint8_t>& frame);
  // Returns a destination address aimed at the receive addresses; byte 0 is the most significant of 48 bits.
  std::uint64_t aimed_address(const ClassifierTables& tables);
  std::uint64_t random_address(bool group);
  // Makes a frame of 60 to 140 bytes with a random address of that kind.
  void make_to(const ClassifierTables& tables, Destination kind, std::vector<std::uint8_t>& frame);

 private:
  // Builds headers from the destination address on, and records the end of each.
  void build(const ClassifierTables& tables);
  void build_addresses(std::uint64_t destination);
  void build_tag(const ClassifierTables& tables);
  void build_dictionary(const ClassifierTables& tables, std::size_t protocol, std::optional<bool> tagged);
  // Puts the headers of a packet inside another one in the place of random bytes at `at`, in half of the
  // frames: a parser that goes on too far takes them for those of the frame.
  void inner_packet(const InnerPacket& inner, std::size_t at);
  // Puts a corner value, or leaves the random one, in a length that no rule looks at; `choice` is random.
  void ignored_length(std::size_t at, std::uint8_t choice);
  void build_ipv4();
  void build_ipv6();
  void extension_header(std::uint8_t kind, unsigned length_byte);
  std::size_t choose_length();

  void put8(unsigned v) { frame_->push_back(static_cast<std::uint8_t>(v)); }
  void put16(unsigned v) {
    put8(v >> 8 & 0xFF);
    put8(v & 0xFF);
  }
  void put_random(std::size_t count);
  // Writes a field of up to 8 bytes that the device uses: random, or a corner value.
  void put_field(unsigned bytes);
  // Writes both ports.
  void put_ports();
  bool corner() { return stressed_ && random_.below(100) < corners_; }
  // Under stress: puts reserved and equal addresses of `size` bytes (4 or 16) instead of the two at `at`,
  // and corner values instead of the ports at `at`, of which the destination may be fixed.
  void corner_addresses(std::size_t at, std::size_t size);
  void corner_ports(std::size_t at, bool fixed_destination);
  unsigned corner_tci(unsigned vet);
  void finish(std::size_t length);
  bool one_in(std::uint64_t n) { return random_.below(n) == 0; }
  // Returns `value`, sometimes with one of its low `bits` inverted: a comparison that omits a bit takes it
  // for the real one.
  unsigned near(unsigned value, unsigned bits) {
    return one_in(16) ? value ^ 1u << random_.below(bits) : value;
  }

  Random random_;
  std::uint64_t corners_;
  bool stressed_;
  std::size_t addresses_at_ = 0;  // of the IPv6 header
  std::vector<std::uint8_t>* frame_ = nullptr;
  std::vector<std::size_t> ends_;
  bool keep_length_ = false;  // the built bytes are the whole frame
};

}  // namespace ixsim::verify

#endif
