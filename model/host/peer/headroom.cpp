// Computes the sum of headroom.h.
#include "host/peer/headroom.h"

#include <algorithm>

#include "ethernet/pause_frame.h"

namespace ixsim::host {
namespace {

constexpr std::int64_t kOverhead = kPreambleSize + kAverageGap;

}  // namespace

Time longest_stop(const HeadroomConfig& config) {
  const std::int64_t other = std::int64_t{config.max_other_frame} + kOverhead;
  const std::int64_t wait = (other + kLaneSize - 1) / kLaneSize * kLaneSize;
  return wait * config.byte_time + wire_time(kPauseFrameSize, config.byte_time) + 2 * config.delay +
         config.response;
}

std::uint64_t headroom(const HeadroomConfig& config) {
  // Starts lie before the stop, the first one a gap after the frame that crossed the threshold. Gaps may have
  // saved up to the deficit.
  const std::int64_t before = (longest_stop(config) - 1) / config.byte_time;
  const std::int64_t filled = std::max<std::int64_t>(before - kAverageGap + kMaxGapDeficit, 0);
  const std::int64_t frame = config.max_frame;
  const std::int64_t whole = filled / (frame + kOverhead);
  const std::int64_t rest = filled % (frame + kOverhead);
  const std::int64_t sum = whole * frame + std::max<std::int64_t>(rest - kOverhead, 0);
  return static_cast<std::uint64_t>(frame + sum + frame);
}

}  // namespace ixsim::host
