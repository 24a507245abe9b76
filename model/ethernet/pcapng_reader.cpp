// Captures in the pcapng format: sections of blocks. Each section has its own byte order and interfaces.
// Blocks that neither hold a frame nor describe an interface are skipped.
#include <fmt/format.h>

#include "ethernet/capture_stream.h"

namespace ixsim::ethernet {
namespace {

constexpr std::uint32_t kSectionHeader = 0x0a0d0d0a;  // reads the same in both byte orders
constexpr std::uint32_t kByteOrderMagic = 0x1a2b3c4d;
constexpr std::uint32_t kInterfaceDescription = 1;
constexpr std::uint32_t kPacket = 2;  // obsolete
constexpr std::uint32_t kSimplePacket = 3;
constexpr std::uint32_t kEnhancedPacket = 6;

// Bytes of the type, the length, and the repeated length at the end.
constexpr std::uint32_t kBlockOverhead = 12;
// Longest block that is held in memory: a frame and large options.
constexpr std::uint32_t kLongestBlock = std::uint32_t{16} << 20;

constexpr std::uint16_t kEndOfOptions = 0;
constexpr std::uint16_t kPacketFlags = 2;
constexpr std::uint16_t kTimeResolution = 9;
constexpr std::uint16_t kInterfaceFcsLength = 13;
constexpr std::uint16_t kTimeOffset = 14;

constexpr std::uint32_t kFlagCrcError = std::uint32_t{1} << 24;
constexpr std::uint32_t kFlagSymbolError = std::uint32_t{1} << 31;

struct Interface {
  std::uint32_t link_type = 0;
  std::uint32_t snap_length = 0;  // 0: no limit
  std::uint8_t resolution = 6;    // 10^-n seconds a tick; with bit 7 set 2^-n
  std::int64_t offset_seconds = 0;
  bool has_fcs = false;
};

struct Option {
  std::uint16_t code = kEndOfOptions;
  ByteView value;
};

constexpr std::size_t padded(std::size_t size) { return (size + 3) & ~std::size_t{3}; }

CaptureTime time_of(const Interface& interface, std::uint64_t ticks) {
  const unsigned exponent = interface.resolution & 0x7f;
  unsigned __int128 time = ticks;
  if (interface.resolution & 0x80) {
    time = (time * kSecond) >> exponent;
  } else {
    for (unsigned i = exponent; i < 12; ++i) time *= 10;
    for (unsigned i = 12; i < exponent && time != 0; ++i) time /= 10;
  }
  return static_cast<CaptureTime>(time) + CaptureTime{interface.offset_seconds} * kSecond;
}

class PcapngReader : public CaptureReader {
 public:
  PcapngReader(CaptureStream&& stream, const CaptureMagic& magic) : stream_(std::move(stream)) {
    read_block(magic, 0);  // a file without its section header is refused at once
  }

  bool next(CapturedFrame& frame) override {
    for (;;) {
      const std::uint64_t start = stream_.offset();
      CaptureMagic type;
      if (!stream_.read_unless_at_end(type.data(), type.size(), "block")) return false;
      frame = CapturedFrame{};
      frame.offset = start;
      switch (read_block(type, start)) {
        case kEnhancedPacket:
          enhanced_packet(frame, order_.u32(body_.data()));
          return true;
        case kPacket:
          enhanced_packet(frame, order_.u16(body_.data()));  // the drop count has the other 16 bits
          return true;
        case kSimplePacket:
          simple_packet(frame);
          return true;
        case kInterfaceDescription:
          describe_interface(start);
          break;
        default:
          break;
      }
    }
  }

 private:
  // Reads the block whose type has been read, the body of a known type into body_; returns the type.
  std::uint32_t read_block(const CaptureMagic& type_bytes, std::uint64_t start) {
    std::uint8_t length_bytes[4];
    stream_.read(length_bytes, 4, "block", 4);
    std::uint32_t type = order_.u32(type_bytes.data());
    if (type == kSectionHeader) begin_section(start);
    const std::uint32_t length = order_.u32(length_bytes);
    const std::uint32_t fixed = fixed_size(type);
    if (length < kBlockOverhead + fixed || length % 4 != 0) {
      stream_.fail(start, fmt::format("block length {} found; accepted are multiples of 4 from {}", length,
                                      kBlockOverhead + fixed));
    }
    const std::uint32_t body = length - kBlockOverhead;
    if (type == kSectionHeader) {
      section_header(body, start);
    } else if (fixed == 0) {
      stream_.skip(body, "block");
    } else if (length > kLongestBlock) {
      stream_.fail(start, fmt::format("block length {} found; accepted are up to {}", length, kLongestBlock));
    } else {
      stream_.read(body_, body, "block body");
    }
    std::uint8_t trailer[4];
    stream_.read(trailer, 4, "block trailer");
    if (order_.u32(trailer) != length) {
      stream_.fail(stream_.offset() - 4, fmt::format("block length {} found at the end of a block of {}",
                                                     order_.u32(trailer), length));
    }
    return type;
  }

  // Bytes that a block of a known type has at least, 0 for the types that are passed over.
  static std::uint32_t fixed_size(std::uint32_t type) {
    switch (type) {
      case kSectionHeader:
        return 16;
      case kInterfaceDescription:
        return 8;
      case kEnhancedPacket:
      case kPacket:
        return 20;
      case kSimplePacket:
        return 4;
      default:
        return 0;
    }
  }

  // A section may change the byte order, so its mark comes before the length can be understood.
  void begin_section(std::uint64_t start) {
    std::uint8_t mark[4];
    stream_.read(mark, 4, "section header", 8);
    if (load_le32(mark) == kByteOrderMagic) {
      order_.big = false;
    } else if (load_be32(mark) == kByteOrderMagic) {
      order_.big = true;
    } else {
      stream_.fail(start + 8,
                   fmt::format("byte-order mark {:08x} found; accepted is 1a2b3c4d in either byte order",
                               load_be32(mark)));
    }
  }

  void section_header(std::uint32_t body, std::uint64_t start) {
    std::uint8_t version[4];
    stream_.read(version, 4, "section header", 12);
    const std::uint16_t major = order_.u16(version), minor = order_.u16(version + 2);
    // Some writers count 1.2; it is the same format.
    if (major != 1 || (minor != 0 && minor != 2)) {
      stream_.fail(start + 12, fmt::format("pcapng version {}.{} found; accepted is 1.0", major, minor));
    }
    interfaces_.clear();
    stream_.skip(body - 8, "section header");
  }

  void describe_interface(std::uint64_t start) {
    Interface interface;
    interface.link_type = order_.u16(body_.data());
    interface.snap_length = order_.u32(body_.data() + 4);
    ByteView rest{body_.data() + 8, body_.size() - 8};
    for (Option option; next_option(rest, option, start);) {
      const std::uint8_t* const value = option.value.data;
      if (option.code == kTimeResolution) {
        expect_size(option, 1, "if_tsresol", start);
        interface.resolution = *value;
      } else if (option.code == kTimeOffset) {
        expect_size(option, 8, "if_tsoffset", start);
        const std::uint64_t first = order_.u32(value), second = order_.u32(value + 4);
        interface.offset_seconds =
            static_cast<std::int64_t>(order_.big ? first << 32 | second : second << 32 | first);
      } else if (option.code == kInterfaceFcsLength) {
        expect_size(option, 1, "if_fcslen", start);
        // The unit is bits in the draft and bytes in much that is written; for Ethernet both are plain.
        interface.has_fcs = fcs_stated(*value == 32 ? 4 : *value, start);
      }
    }
    interfaces_.push_back(interface);
  }

  void enhanced_packet(CapturedFrame& frame, std::uint32_t interface_number) {
    const Interface& interface = interface_of(interface_number, frame.offset);
    const std::uint8_t* const body = body_.data();
    const std::uint64_t ticks = std::uint64_t{order_.u32(body + 4)} << 32 | order_.u32(body + 8);
    const std::uint32_t captured = order_.u32(body + 12);
    const std::size_t space = body_.size() - 20;
    if (captured > space) {
      stream_.fail(frame.offset,
                   fmt::format("captured length {} found in a block with space for {}", captured, space));
    }
    frame.time = time_of(interface, ticks);
    frame.bytes = {body + 20, captured};
    frame.original_size = std::max(captured, order_.u32(body + 16));
    frame.has_fcs = interface.has_fcs;
    ByteView rest{body + 20 + padded(captured), space - padded(captured)};
    for (Option option; next_option(rest, option, frame.offset);) {
      if (option.code != kPacketFlags) continue;
      expect_size(option, 4, "epb_flags", frame.offset);
      const std::uint32_t flags = order_.u32(option.value.data);
      const std::uint32_t fcs_length = (flags >> 5) & 0xf;
      if (fcs_length != 0) frame.has_fcs = fcs_stated(fcs_length, frame.offset);  // 0 says nothing
      frame.crc_error = flags & kFlagCrcError;
      frame.symbol_error = flags & kFlagSymbolError;
    }
    stream_.check_lengths(frame);
  }

  void simple_packet(CapturedFrame& frame) {
    const Interface& interface = interface_of(0, frame.offset);
    frame.original_size = order_.u32(body_.data());
    const std::uint32_t captured = interface.snap_length == 0
                                       ? frame.original_size
                                       : std::min(interface.snap_length, frame.original_size);
    frame.bytes = {body_.data() + 4, captured};
    frame.has_fcs = interface.has_fcs;
    frame.timed = false;
    stream_.check_lengths(frame);
    if (captured > body_.size() - 4) {
      stream_.fail(frame.offset, fmt::format("captured length {} found in a block with space for {}",
                                             captured, body_.size() - 4));
    }
  }

  const Interface& interface_of(std::uint32_t number, std::uint64_t offset) const {
    if (number >= interfaces_.size()) {
      stream_.fail(offset, fmt::format("interface {} found in a section with {} interfaces", number,
                                       interfaces_.size()));
    }
    const Interface& interface = interfaces_[number];
    if (interface.link_type != kLinkTypeEthernet) stream_.fail_link_type(offset, interface.link_type);
    return interface;
  }

  // Takes the next option off `rest`; false at the end.
  bool next_option(ByteView& rest, Option& option, std::uint64_t offset) const {
    if (rest.size < 4) return false;
    option.code = order_.u16(rest.data);
    if (option.code == kEndOfOptions) return false;
    const std::size_t size = order_.u16(rest.data + 2);
    if (padded(size) > rest.size - 4) {
      stream_.fail(offset, fmt::format("option {} of {} bytes found with {} bytes left in its block",
                                       option.code, size, rest.size - 4));
    }
    option.value = {rest.data + 4, size};
    rest = {rest.data + 4 + padded(size), rest.size - 4 - padded(size)};
    return true;
  }

  void expect_size(const Option& option, std::size_t size, const char* name, std::uint64_t offset) const {
    if (option.value.size != size) {
      stream_.fail(offset,
                   fmt::format("option {} of {} bytes found; accepted is {}", name, option.value.size, size));
    }
  }

  bool fcs_stated(std::uint32_t length, std::uint64_t offset) const {
    if (length != 0 && length != 4) {
      stream_.fail(offset, fmt::format("FCS length {} found; accepted are 0 and 4", length));
    }
    return length != 0;
  }

  CaptureStream stream_;
  ByteOrder order_;
  std::vector<Interface> interfaces_;
  std::vector<std::uint8_t> body_;
};

}  // namespace

std::unique_ptr<CaptureReader> read_pcapng(CaptureStream& stream, const CaptureMagic& magic) {
  if (load_le32(magic.data()) != kSectionHeader) return nullptr;
  return std::make_unique<PcapngReader>(std::move(stream), magic);
}

}  // namespace ixsim::ethernet
