// Detects the format of a capture, reads it with checks, and converts times to relative ones.
#include "ethernet/capture_reader.h"

#include <fmt/format.h>

#include <algorithm>

#include "ethernet/capture_stream.h"
#include "ixsim/error.h"
#include "ixsim/frame.h"

namespace ixsim::ethernet {

bool CaptureStream::read_unless_at_end(std::uint8_t* to, std::size_t size, const char* what) {
  const std::uint64_t start = offset_;
  const std::size_t count = input_->read(to, size);
  offset_ += count;
  if (count == 0 && size != 0) return false;
  if (count < size) fail(start, fmt::format("{} cut short: found {} bytes, need {}", what, count, size));
  return true;
}

void CaptureStream::read(std::uint8_t* to, std::size_t size, const char* what, std::size_t done) {
  const std::uint64_t start = offset_ - done;
  const std::size_t count = input_->read(to, size);
  offset_ += count;
  if (count < size) {
    fail(start, fmt::format("{} cut short: found {} bytes, need {}", what, done + count, done + size));
  }
}

void CaptureStream::read(std::vector<std::uint8_t>& to, std::size_t size, const char* what) {
  to.resize(size);
  read(to.data(), size, what);
}

void CaptureStream::skip(std::uint64_t size, const char* what) {
  const std::uint64_t start = offset_;
  std::uint8_t scratch[4096];
  for (std::uint64_t left = size; left != 0;) {
    const auto step = static_cast<std::size_t>(std::min<std::uint64_t>(left, sizeof scratch));
    const std::size_t count = input_->read(scratch, step);
    offset_ += count;
    if (count < step) {
      fail(start, fmt::format("{} cut short: found {} bytes, need {}", what, offset_ - start, size));
    }
    left -= step;
  }
}

void CaptureStream::fail(std::uint64_t offset, const std::string& message) const {
  throw InputError(fmt::format("{}: byte {}: {}", name_, offset, message));
}

void CaptureStream::check_lengths(const CapturedFrame& frame) const {
  const auto longest = std::max<std::uint64_t>(frame.bytes.size, frame.original_size);
  if (longest > kLongestCapturedFrame) {
    fail(frame.offset,
         fmt::format("frame length {} found; accepted are 0 to {}", longest, kLongestCapturedFrame));
  }
  if (frame.has_fcs && frame.original_size < kFcsSize) {
    fail(frame.offset, fmt::format("frame length {} found in a capture with FCS; accepted are {} and more",
                                   frame.original_size, kFcsSize));
  }
}

void CaptureStream::fail_link_type(std::uint64_t offset, std::uint32_t link_type) const {
  fail(offset, fmt::format("link type {} found; accepted is {} (Ethernet)", link_type, kLinkTypeEthernet));
}

std::unique_ptr<CaptureReader> read_capture(std::string name, std::unique_ptr<ByteInput> input) {
  CaptureStream stream(std::move(name), std::move(input));
  CaptureMagic magic = {};
  if (!stream.read_unless_at_end(magic.data(), magic.size(), "file")) {
    stream.fail(0, "empty file found; accepted are pcap and pcapng");
  }
  if (auto reader = read_pcap(stream, magic)) return reader;
  if (auto reader = read_pcapng(stream, magic)) return reader;
  const bool compressed = magic[0] == 0x1f && magic[1] == 0x8b;
  stream.fail(0, fmt::format("found {:02x}{:02x}{:02x}{:02x}{}, not a capture; accepted are pcap and pcapng",
                             magic[0], magic[1], magic[2], magic[3],
                             compressed ? " (gzip: decompress it first)" : ""));
}

std::unique_ptr<CaptureReader> open_capture(const std::string& path) {
  return read_capture(path, std::make_unique<FileInput>(path));
}

Time CaptureClock::relative(const CapturedFrame& frame, const std::string& name) {
  if (!frame.timed) return last_;
  if (!started_) {
    started_ = true;
    first_ = frame.time;
  }
  const CaptureTime relative = frame.time - first_;
  if (relative > kNever / 2) {
    throw InputError(fmt::format("{}: byte {}: frame {} seconds after the first found; accepted are up to {}",
                                 name, frame.offset, static_cast<std::uint64_t>(relative / kSecond),
                                 kNever / 2 / kSecond));
  }
  if (relative < last_) {
    ++backwards_;
  } else {
    last_ = static_cast<Time>(relative);
  }
  return last_;
}

}  // namespace ixsim::ethernet
