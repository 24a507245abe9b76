// Builds captures byte by byte for tests, in either byte order: valid and invalid pcap and pcapng. It shares
// no code with the readers.
#ifndef IXSIM_TB_CAPTURE_BYTES_H
#define IXSIM_TB_CAPTURE_BYTES_H

#include <cstdint>
#include <string>

#include "ixsim/bytes.h"

namespace ixsim::test {

inline ByteView view(const std::string& text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

class OrderedBytes {
 public:
  explicit OrderedBytes(bool big) : big_(big) {}
  std::string u16(std::uint32_t value) const { return number(value, 2); }
  std::string u32(std::uint32_t value) const { return number(value, 4); }
  std::string u64(std::uint64_t value) const { return number(value, 8); }
  const std::string& bytes() const { return bytes_; }

 protected:
  std::string bytes_;

 private:
  std::string number(std::uint64_t value, int size) const {
    std::string text;
    for (int i = 0; i < size; ++i) {
      const int shift = 8 * (big_ ? size - 1 - i : i);
      text.push_back(static_cast<char>((value >> shift) & 0xff));
    }
    return text;
  }
  bool big_;
};

class PcapBytes : public OrderedBytes {
 public:
  PcapBytes(bool big, std::uint32_t magic, std::uint32_t network = 1, int major = 2, int minor = 4)
      : OrderedBytes(big), long_headers_(magic == 0xa1b2cd34) {
    bytes_ = u32(magic) + u16(static_cast<std::uint32_t>(major)) + u16(static_cast<std::uint32_t>(minor)) +
             u32(0) + u32(0) + u32(65535) + u32(network);
  }
  PcapBytes& record(std::uint32_t seconds, std::uint32_t fraction, const std::string& frame,
                    std::uint32_t original) {
    return record_with_lengths(seconds, fraction, frame, static_cast<std::uint32_t>(frame.size()), original);
  }
  PcapBytes& record_with_lengths(std::uint32_t seconds, std::uint32_t fraction, const std::string& frame,
                                 std::uint32_t first, std::uint32_t second) {
    bytes_ += u32(seconds) + u32(fraction) + u32(first) + u32(second);
    if (long_headers_) bytes_ += u32(3) + u16(0x0800) + std::string(2, '\1');
    bytes_ += frame;
    return *this;
  }

 private:
  bool long_headers_;
};

class PcapngBytes : public OrderedBytes {
 public:
  explicit PcapngBytes(bool big) : OrderedBytes(big) {}

  std::string option(std::uint16_t code, const std::string& value) const {
    return u16(code) + u16(static_cast<std::uint32_t>(value.size())) + pad(value);
  }
  std::string option_u32(std::uint16_t code, std::uint32_t value) const { return option(code, u32(value)); }
  std::string option_u64(std::uint16_t code, std::uint64_t value) const { return option(code, u64(value)); }

  PcapngBytes& block(std::uint32_t type, const std::string& body) {
    const auto length = static_cast<std::uint32_t>(12 + pad(body).size());
    bytes_ += u32(type) + u32(length) + pad(body) + u32(length);
    return *this;
  }
  PcapngBytes& section() {
    return block(0x0a0d0d0a, u32(0x1a2b3c4d) + u16(1) + u16(0) + u64(~std::uint64_t{0}) +
                                 option(4, "a test") + option(0, ""));
  }
  PcapngBytes& interface(std::uint32_t link_type, std::uint32_t snap_length,
                         const std::string& options = "") {
    return block(
        1, u16(link_type) + u16(0) + u32(snap_length) + options + (options.empty() ? "" : option(0, "")));
  }
  PcapngBytes& enhanced(std::uint32_t interface, std::uint64_t ticks, const std::string& frame,
                        std::uint32_t original, const std::string& options = "") {
    return enhanced_with_captured(interface, ticks, frame, static_cast<std::uint32_t>(frame.size()), original,
                                  options);
  }
  PcapngBytes& enhanced_with_captured(std::uint32_t interface, std::uint64_t ticks, const std::string& frame,
                                      std::uint32_t captured, std::uint32_t original,
                                      const std::string& options = "") {
    return block(6, u32(interface) + stamp(ticks) + u32(captured) + u32(original) + pad(frame) + options);
  }
  PcapngBytes& obsolete(std::uint32_t interface, std::uint64_t ticks, const std::string& frame,
                        std::uint32_t original) {
    return block(2, u16(interface) + u16(9) + stamp(ticks) + u32(static_cast<std::uint32_t>(frame.size())) +
                        u32(original) + pad(frame));
  }
  PcapngBytes& simple(const std::string& frame, std::uint32_t original) {
    return block(3, u32(original) + pad(frame));
  }

 private:
  static std::string pad(const std::string& text) {
    return text + std::string((4 - text.size() % 4) % 4, '\0');
  }
  std::string stamp(std::uint64_t ticks) const {
    return u32(static_cast<std::uint32_t>(ticks >> 32)) + u32(static_cast<std::uint32_t>(ticks));
  }
};

}  // namespace ixsim::test

#endif
