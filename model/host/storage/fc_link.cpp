// Turns of exchanges on one direction of a link.
#include "host/storage/fc_link.h"

#include <algorithm>

namespace ixsim::host {

FcDirection::FcDirection(const FcProfile& profile, Time delay, HostAgenda& agenda, FcReceiver& receiver,
                         unsigned port)
    : pace_(profile.byte_rate), delay_(delay), agenda_(agenda), receiver_(receiver), port_(port) {}

void FcDirection::send(std::uint32_t exchange, FcUnit unit, std::uint32_t bytes, Time now) {
  add(exchange, {bytes, unit, true}, now);
}

void FcDirection::forward(const FcFrame& frame, Time now) {
  add(frame.exchange, {frame.payload, frame.unit, frame.last}, now);
}

void FcDirection::add(std::uint32_t exchange, const Unit& unit, Time now) {
  if (exchange >= waiting_.size()) waiting_.resize(exchange + 1, Ring<Unit>(4));
  Ring<Unit>& waiting = waiting_[exchange];
  // The exchange that sends now gets its next turn when its frame is sent.
  if (waiting.empty() && !(busy_ && sending_.exchange == exchange)) turns_.push(exchange);
  if (!waiting.empty() && !waiting.back().complete && waiting.back().unit == unit.unit) {
    // The next frame of a unit whose frames come one by one; all but its last are full.
    waiting.back().left += unit.left;
    waiting.back().complete = unit.complete;
  } else {
    waiting.push(unit);
  }
  start(now);
}

void FcDirection::start(Time now) {
  if (busy_ || turns_.empty()) return;
  const std::uint32_t exchange = turns_.pop();
  Ring<Unit>& waiting = waiting_[exchange];
  Unit& unit = waiting.front();
  const std::uint32_t payload = std::min(unit.left, kFcPayload);
  unit.left -= payload;
  sending_ = {exchange, payload, unit.unit, unit.complete && unit.left == 0};
  if (unit.left == 0) waiting.drop();
  busy_ = true;
  agenda_.at(now + pace_.take(payload + kFcOverhead), *this, kSent);
}

void FcDirection::run(unsigned what, Time now) {
  if (what == kArrived) {
    receiver_.arrived(port_, flying_.pop(), now);
    return;
  }
  ++frames_;
  if (sending_.unit == FcUnit::kData) data_bytes_ += sending_.payload;
  wire_bytes_ += sending_.payload + kFcOverhead;
  flying_.push(sending_);
  agenda_.at(now + delay_, *this, kArrived);
  busy_ = false;
  if (!waiting_[sending_.exchange].empty()) turns_.push(sending_.exchange);
  start(now);
}

}  // namespace ixsim::host
