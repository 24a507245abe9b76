// Common base of the capture formats. It reads in either byte order and keeps the file offset for messages.
#ifndef IXSIM_ETHERNET_CAPTURE_STREAM_H
#define IXSIM_ETHERNET_CAPTURE_STREAM_H

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/layers.h"
#include "ethernet/byte_input.h"
#include "ethernet/capture_reader.h"
#include "ixsim/bytes.h"

namespace ixsim::ethernet {

inline constexpr std::uint32_t kLinkTypeEthernet = 1;

class CaptureStream {
 public:
  CaptureStream(std::string name, std::unique_ptr<ByteInput> input)
      : name_(std::move(name)), input_(std::move(input)) {}

  std::uint64_t offset() const { return offset_; }
  // Reads exactly `size` bytes of `what`; returns false, with nothing read, at the end of the file. A partial
  // read is an InputError.
  bool read_unless_at_end(std::uint8_t* to, std::size_t size, const char* what);
  // Reads like read_unless_at_end(), except that the end of the file is an error too. `done` bytes of `what`
  // were read before.
  void read(std::uint8_t* to, std::size_t size, const char* what, std::size_t done = 0);
  void read(std::vector<std::uint8_t>& to, std::size_t size, const char* what);
  void skip(std::uint64_t size, const char* what);
  [[noreturn]] void fail(std::uint64_t offset, const std::string& message) const;
  // Throws if either length is above kLongestCapturedFrame, or too short for the FCS of the frame.
  void check_lengths(const CapturedFrame& frame) const;
  [[noreturn]] void fail_link_type(std::uint64_t offset, std::uint32_t link_type) const;

 private:
  std::string name_;
  std::unique_ptr<ByteInput> input_;
  std::uint64_t offset_ = 0;
};

// Integers in the byte order declared by the file.
struct ByteOrder {
  bool big = false;
  std::uint16_t u16(const std::uint8_t* p) const { return big ? load_be16(p) : load_le16(p); }
  std::uint32_t u32(const std::uint8_t* p) const { return big ? load_be32(p) : load_le32(p); }
};

using CaptureMagic = std::array<std::uint8_t, 4>;

// Openers of the formats. `magic` is the first four bytes, already read. They return null, and leave the
// stream unchanged, if the bytes are not of their format. Otherwise the stream moves into the reader.
std::unique_ptr<CaptureReader> read_pcap(CaptureStream& stream, const CaptureMagic& magic);
std::unique_ptr<CaptureReader> read_pcapng(CaptureStream& stream, const CaptureMagic& magic);

}  // namespace ixsim::ethernet

#endif
