// Captures in the pcap format: one header, then records, all in the byte order of the machine that wrote it.
#include <fmt/format.h>

#include "ethernet/capture_stream.h"

namespace ixsim::ethernet {
namespace {

constexpr std::uint32_t kMicroseconds = 0xa1b2c3d4;
constexpr std::uint32_t kNanoseconds = 0xa1b23c4d;
constexpr std::uint32_t kLongRecordHeaders = 0xa1b2cd34;  // microseconds, interface and protocol in records

// Bits of the network field. The link type is in the low bits; above it is the length of the FCS in 16-bit
// words, and whether it is known.
constexpr std::uint32_t kFcsLengthKnown = 0x04000000;

enum class LengthOrder { kCapturedFirst, kOriginalFirst, kSmallerIsCaptured };

class PcapReader : public CaptureReader {
 public:
  PcapReader(CaptureStream stream, ByteOrder order, std::uint32_t magic)
      : stream_(std::move(stream)),
        order_(order),
        tick_(magic == kNanoseconds ? kNanosecond : kMicrosecond),
        record_header_size_(magic == kLongRecordHeaders ? 24 : 16) {
    std::uint8_t header[20];  // the rest of the 24 bytes: version, zone, accuracy, snap length, network
    stream_.read(header, sizeof header, "file header", 4);
    const std::uint16_t major = order_.u16(header), minor = order_.u16(header + 2);
    if (major == 2 && minor <= 4) {
      if (minor < 3) length_order_ = LengthOrder::kOriginalFirst;
      if (minor == 3) length_order_ = LengthOrder::kSmallerIsCaptured;
    } else if (major == 543 && minor == 0) {
      length_order_ = LengthOrder::kOriginalFirst;
    } else {
      stream_.fail(4,
                   fmt::format("pcap version {}.{} found; accepted are 2.0 to 2.4 and 543.0", major, minor));
    }
    const std::uint32_t network = order_.u32(header + 16);
    if ((network & 0xffff) != kLinkTypeEthernet) stream_.fail_link_type(20, network & 0xffff);
    if (network & kFcsLengthKnown) {
      const std::uint32_t words = network >> 28;
      if (words != 0 && words != 2) {
        stream_.fail(20, fmt::format("FCS length {} found; accepted are 0 and 4", 2 * words));
      }
      has_fcs_ = words != 0;
    }
  }

  bool next(CapturedFrame& frame) override {
    std::uint8_t header[24];
    frame = CapturedFrame{};
    frame.offset = stream_.offset();
    if (!stream_.read_unless_at_end(header, record_header_size_, "record header")) return false;
    std::uint32_t captured = order_.u32(header + 8), original = order_.u32(header + 12);
    if (length_order_ == LengthOrder::kOriginalFirst ||
        (length_order_ == LengthOrder::kSmallerIsCaptured && captured > original)) {
      std::swap(captured, original);
    }
    frame.time = CaptureTime{order_.u32(header)} * kSecond + CaptureTime{order_.u32(header + 4)} * tick_;
    frame.has_fcs = has_fcs_;
    frame.bytes.size = captured;
    frame.original_size = std::max(captured, original);
    stream_.check_lengths(frame);
    stream_.read(bytes_, captured, "frame");
    frame.bytes.data = bytes_.data();
    return true;
  }

 private:
  CaptureStream stream_;
  ByteOrder order_;
  Time tick_;
  std::size_t record_header_size_;
  LengthOrder length_order_ = LengthOrder::kCapturedFirst;
  bool has_fcs_ = false;
  std::vector<std::uint8_t> bytes_;
};

}  // namespace

std::unique_ptr<CaptureReader> read_pcap(CaptureStream& stream, const CaptureMagic& magic) {
  for (const ByteOrder order : {ByteOrder{false}, ByteOrder{true}}) {
    const std::uint32_t value = order.u32(magic.data());
    if (value == kMicroseconds || value == kNanoseconds || value == kLongRecordHeaders) {
      return std::make_unique<PcapReader>(std::move(stream), order, value);
    }
  }
  return nullptr;
}

}  // namespace ixsim::ethernet
