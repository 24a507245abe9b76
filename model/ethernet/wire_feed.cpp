// Selects the next frame.
#include "ethernet/wire_feed.h"

#include <algorithm>
#include <cstring>

namespace ixsim::ethernet {
namespace {

constexpr std::size_t kHeader = 14;

}  // namespace

WireFeed::WireFeed(Time byte_time, Time response, std::size_t most)
    : most_(most), response_(response), pacer_(byte_time), pauses_(byte_time, response) {}

bool WireFeed::push(Time now, ByteView frame) {
  if (frame.size < kHeader || frame.size + kFcsSize > kLongestWireFrame || waiting_ == most_) {
    ++refused_;
    return false;
  }
  FrameBuffer buffer(std::max<std::size_t>(frame.size + kFcsSize, kMinFrameSize));
  std::memcpy(buffer.data(), frame.data, frame.size);
  std::memset(buffer.data() + frame.size, 0, buffer.size() - frame.size);
  Held held{std::move(buffer).seal_with_fcs(), now, numbers_++};
  const unsigned priority = priority_of(*held.frame);
  held_[priority].push(std::move(held));
  ++waiting_;
  return true;
}

unsigned WireFeed::choose(Time now, Time& start) {
  unsigned best = kPriorities;
  start = kNever;
  for (unsigned i = 0; i < kPriorities; ++i) {
    if (held_[i].empty()) continue;
    const Held& front = held_[i].front();
    const Time at = std::max({pacer_.next_start(std::max(front.time, pauses_.until(i, now))), now});
    if (best != kPriorities && (at > start || (at == start && front.number > held_[best].front().number)))
      continue;
    best = i;
    start = at;
  }
  return best;
}

Time WireFeed::next(Time now) {
  if (waiting_ == 0) return kNever;
  Time start;
  choose(now, start);
  return start;
}

FrameRef WireFeed::take(Time now) {
  if (waiting_ == 0) return {};
  Time start;
  const unsigned priority = choose(now, start);
  if (priority == kPriorities || start > now) return {};
  FrameRef frame = held_[priority].pop().frame;
  --waiting_;
  pacer_.start(start, frame->size());
  return frame;
}

bool WireFeed::control(Time start, const Frame& frame) {
  if (!is_mac_control(frame.without_fcs())) return false;
  pauses_.take(frame.without_fcs(), start + wire_time(frame.size(), pacer_.byte_time()));
  return true;
}

void WireFeed::set_byte_time(Time byte_time) {
  if (byte_time == pacer_.byte_time()) return;
  const Time end = pacer_.end();
  pacer_ = WirePacer(byte_time);
  // The frame that is on the wire, if there is one, ends before the next begins.
  if (end > 0) pacer_.start(std::max<Time>(0, end - wire_time(0, byte_time)), 0);
  pauses_ = PauseState(byte_time, response_);
}

void WireFeed::clear() {
  for (auto& queue : held_)
    while (!queue.empty()) queue.drop();
  waiting_ = 0;
}

}  // namespace ixsim::ethernet
