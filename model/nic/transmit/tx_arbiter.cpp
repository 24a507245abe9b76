// From requests to grants.
#include "nic/transmit/tx_arbiter.h"

#include <algorithm>
#include <utility>

namespace ixsim::nic {

TxArbiter::TxArbiter(Agenda& agenda, DescriptorPlane& plane, TxDma& dma, PacketTracer& tracer,
                     std::unique_ptr<TxScheduler> strategy)
    : agenda_(agenda), plane_(plane), dma_(dma), tracer_(tracer), strategy_(std::move(strategy)) {}

void TxArbiter::requests_changed(Time now) {
  requests_changed_ = true;
  agenda_.arm_after(slot_, now);
}

void TxArbiter::ready_changed(bool ready, Time now) {
  ready_ = ready;
  if (ready) agenda_.arm_after(slot_, now);
}

void TxArbiter::set_open(const QueueMask& queues, Time now) {
  open_ = queues;
  requests_changed(now);
}

void TxArbiter::act(Time now) {
  const bool changed = requests_changed_;
  requests_changed_ = false;
  if (changed) shown_ = dma_.requests() & open_;
  const bool ask = ready_ && shown_.any() && !plane_.classes().stopped();
  if (!plane_.picks()) {
    if (changed) strategy_->requests(shown_, now);
  } else if (ask) {
    // The strategy sees the one queue that the plane has picked.
    QueueMask mask;
    mask.set(plane_.choose(shown_));
    strategy_->requests(mask, now);
  }
  if (!ask) return;
  strategy_->ready(now);
  strategy_->advance(now, *this);
  // A strategy that pauses after a take has not granted yet.
  if (ready_) agenda_.arm_after(slot_, now);
}

// Settings that a strategy makes after the reset take effect long before software can enable a queue.
void TxArbiter::reset(Time now) {
  requests_changed_ = true;
  if (strategy_ != nullptr) strategy_->reset(now);
}

std::uint32_t TxArbiter::granted(const Grant& grant) {
  tracer_.granted(grant.time, dma_.next_packet(grant.queue), grant.queue,
                  static_cast<std::uint32_t>(shown_.words[0]));
  const QueueMask requests = shown_;
  const std::uint32_t bytes = dma_.grant(grant.queue, grant.time);
  if (plane_.picks()) plane_.take(requests, grant.queue, bytes);
  return std::min(bytes, kLongestGrant);
}

}  // namespace ixsim::nic
