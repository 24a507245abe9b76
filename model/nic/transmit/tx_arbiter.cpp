// Passes requests to the scheduler and grants to the DMA engine.
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

// Withdraws the requests of queues that wait for their rate, and notes when the first wait ends.
void TxArbiter::hold_back(Time now) {
  const QueueMask& waiting = limits_.waiting(now);
  for (unsigned k = 0; k < QueueMask::kWords; ++k) shown_.words[k] &= ~waiting.words[k];
  release_ = limits_.next_release();
}

void TxArbiter::act(Time now) {
  const bool changed = requests_changed_ || release_ <= now;
  requests_changed_ = false;
  if (changed) {
    shown_ = dma_.requests() & open_;
    release_ = kNever;
    if (limits_.any()) hold_back(now);
  }
  // The port's other blocks act at the same slot, which disarms it.
  if (release_ != kNever) agenda_.arm(slot_, kMacClock.edge_at_or_after(release_));
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
  if (limits_.any()) {
    limits_.charge(grant.queue, dma_.granted_wire_bytes(), byte_time_, grant.time);
    requests_changed(grant.time);
  }
  return std::min(bytes, kLongestGrant);
}

}  // namespace ixsim::nic
