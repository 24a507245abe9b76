// Fields of MAC control frames.
#include "ethernet/pause_frame.h"

#include <algorithm>
#include <cstring>
#include <iterator>

#include "ethernet/protocols.h"

namespace ixsim::ethernet {
namespace {

constexpr std::size_t kNamed = 17;
constexpr std::size_t kTimes = 18;
constexpr std::size_t kTimeOfLink = 16;

}  // namespace

bool is_mac_control(ByteView frame) {
  return frame.size >= 16 && load_be16(frame.data + 12) == kTypeMacControl;
}

bool parse_pause(ByteView frame, PauseFrame& pause) {
  if (!is_mac_control(frame) || frame.size < kTimes || std::memcmp(frame.data, kPauseAddress, 6) != 0)
    return false;
  const std::uint16_t opcode = load_be16(frame.data + 14);
  if (opcode == kOpcodePause) {
    pause = PauseFrame();
    pause.time[0] = load_be16(frame.data + kTimeOfLink);
    return true;
  }
  if (opcode != kOpcodePriorityPause || frame.size < kTimes + 2 * pause.time.size()) return false;
  pause.of_priorities = true;
  pause.named = frame[kNamed];
  for (std::size_t i = 0; i < pause.time.size(); ++i) pause.time[i] = load_be16(frame.data + kTimes + 2 * i);
  return true;
}

FrameRef make_pause(const MacAddress& source, const PauseFrame& pause) {
  std::uint8_t bytes[kPauseFrameSize - kFcsSize] = {};
  std::copy(std::begin(kPauseAddress), std::end(kPauseAddress), bytes);
  std::copy(source.begin(), source.end(), bytes + 6);
  store_be16(bytes + 12, kTypeMacControl);
  store_be16(bytes + 14, pause.of_priorities ? kOpcodePriorityPause : kOpcodePause);
  if (pause.of_priorities) {
    bytes[kNamed] = pause.named;
    for (std::size_t i = 0; i < pause.time.size(); ++i) store_be16(bytes + kTimes + 2 * i, pause.time[i]);
  } else {
    store_be16(bytes + kTimeOfLink, pause.time[0]);
  }
  return make_frame_with_fcs({bytes, sizeof bytes});
}

unsigned priority_of(const Frame& frame) {
  const ByteView bytes = frame.without_fcs();
  if (bytes.size < 16 || load_be16(bytes.data + 12) != kTypeVlan) return 0;
  return bytes[14] >> 5;
}

}  // namespace ixsim::ethernet
