// Converts captured frames to wire frames.
#include "ethernet/replay_source.h"

#include <fmt/format.h>

#include <algorithm>

#include "ethernet/protocols.h"
#include "ixsim/error.h"
#include "ixsim/frame.h"

namespace ixsim::ethernet {
namespace {

constexpr std::size_t kMinWithoutFcs = kMinFrameSize - kFcsSize;

bool has_whole_fcs(const CapturedFrame& captured) {
  return captured.has_fcs && captured.bytes.size == captured.original_size;
}

// Returns the size before padding and without the FCS.
std::size_t content_size(const CapturedFrame& captured) {
  return captured.original_size - (captured.has_fcs ? kFcsSize : 0);
}

}  // namespace

std::size_t replayed_size(const CapturedFrame& captured) {
  if (has_whole_fcs(captured)) return captured.original_size;
  return std::max(content_size(captured), kMinWithoutFcs) + kFcsSize;
}

ReplaySource::ReplaySource(const std::string& path, const ReplaySettings& settings)
    : ReplaySource(path, open_capture(path), settings) {}

ReplaySource::ReplaySource(std::string name, std::unique_ptr<CaptureReader> reader,
                           const ReplaySettings& settings)
    : name_(std::move(name)), reader_(std::move(reader)), settings_(settings), pacer_(settings.byte_time) {
  if (settings.scale_up == 0 || settings.scale_down == 0) {
    throw InputError(fmt::format("replay scale {}/{} found; both terms must be at least 1", settings.scale_up,
                                 settings.scale_down));
  }
  more_ = reader_->next(captured_);
  if (!more_) throw InputError(fmt::format("{}: no frame found; a capture must hold at least one", name_));
}

bool ReplaySource::next(TimedFrame& out) {
  if (!more_) return false;
  FrameRef frame = wire_frame();
  out.start = pacer_.start(desired(), frame->size());
  out.frame = std::move(frame);
  more_ = reader_->next(captured_);
  return true;
}

FrameRef ReplaySource::wire_frame() {
  ++counts_.frames;
  FrameNotes notes;
  notes.symbol_error = captured_.symbol_error;
  FrameBuffer buffer(replayed_size(captured_));
  std::uint8_t* const bytes = buffer.data();
  if (has_whole_fcs(captured_)) {
    ++counts_.with_fcs;
    std::memcpy(bytes, captured_.bytes.data, captured_.bytes.size);
  } else {
    const std::size_t content = content_size(captured_);
    const std::size_t known = std::min(captured_.bytes.size, content);
    const std::size_t end = buffer.size() - kFcsSize;
    if (known != 0) std::memcpy(bytes, captured_.bytes.data, known);
    std::memset(bytes + known, 0, end - known);
    notes.extended = static_cast<std::uint32_t>(content - known);
    notes.padded = static_cast<std::uint8_t>(end - content);
    counts_.extended += notes.extended != 0;
    counts_.padded += notes.padded != 0;
    if (captured_.crc_error) {
      write_fcs(bytes, buffer.size());
      bytes[end] = static_cast<std::uint8_t>(~bytes[end]);
    }
  }
  const bool tagged = buffer.size() >= 14 && load_be16(bytes + 12) == kTypeVlan;
  counts_.oversize += buffer.size() > settings_.longest_accepted + (tagged ? kTagBytes : 0);
  if (has_whole_fcs(captured_) || captured_.crc_error) return std::move(buffer).seal(notes);
  return std::move(buffer).seal_with_fcs(notes);
}

Time ReplaySource::desired() {
  const Time relative = clock_.relative(captured_, name_);
  counts_.backwards = clock_.backwards();
  if (settings_.pace == ReplaySettings::Pace::kLineRate) return 0;
  const __int128 scaled = static_cast<__int128>(relative) * settings_.scale_up / settings_.scale_down;
  if (scaled > kNever / 2) {
    throw InputError(
        fmt::format("{}: byte {}: frame {} seconds after the first, scaled by {}/{}, found; "
                    "accepted are up to {} seconds",
                    name_, captured_.offset, relative / kSecond, settings_.scale_up, settings_.scale_down,
                    kNever / 2 / kSecond));
  }
  return static_cast<Time>(scaled);
}

}  // namespace ixsim::ethernet
