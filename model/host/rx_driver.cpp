// The two ways of taking frames.
#include "host/rx_driver.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace ixsim::host {
namespace {

constexpr unsigned kSetUpTask = 0xffff;
constexpr unsigned kRebalanceTask = 0xfffe;
constexpr unsigned kTxTask = 0x1000;  // plus the transmit queue, in poll mode

}  // namespace

unsigned RxDriver::frames_of_poll(const RxDriverConfig& config) {
  const unsigned vectors = std::max(config.vectors, 1u);
  return std::max({config.budget, (config.queues + vectors - 1) / vectors, 1u});
}

RxDriver::RxDriver(unsigned port, const RxDriverConfig& config, HostMemory& memory, std::uint64_t memory_base,
                   RegisterPort& registers, HostAgenda& agenda)
    : port_(port),
      memory_(memory),
      agenda_(agenda),
      rings_(port, config, memory, memory_base, registers),
      queues_(rings_.places()),
      vectors_(rings_.vectors()) {
  if (!config.rsc) return;
  for (Queue& queue : queues_) queue.chains.resize(config.ring);
}

std::vector<unsigned> RxDriver::cores() const {
  if (polls()) return queue_numbers();
  std::vector<unsigned> numbers(vectors_.size());
  std::iota(numbers.begin(), numbers.end(), 0u);
  return numbers;
}

void RxDriver::set_transmit(TxDriver* transmit) {
  transmit_ = transmit;
  rings_.share_vectors(transmit_->queues());
}

void RxDriver::start() {
  rings_.reset();
  agenda_.at(RxRings::kResetTime, *this, kSetUpTask);
}

bool RxDriver::take_descriptor(unsigned index, Time now, Time interrupt) {
  Queue& queue = queues_[index];
  const ReceivedPart part = rings_.take(index);
  ++queue.parts;
  std::uint32_t frames = 1;
  if (rings_.config().rsc) {
    Chain chain = std::exchange(queue.chains[part.index], {});
    ++chain.parts;
    chain.segments += part.segments;
    if (!part.end) {
      queue.chains[part.next] = chain;
      return false;
    }
    queue.parts = chain.parts;
    frames = std::max(1u, chain.segments);
  }
  if (!part.end) return false;
  if (frames > 1) {
    ++large_receives_;
    coalesced_segments_ += frames;
  }
  consumed_ += frames;
  queue.frames += frames;
  if (part.checksum_error()) ++checksum_errors_;
  if (observer_ != nullptr) {
    const bool one_piece = queue.parts == 1 && frames == 1;
    const ByteView data = one_piece ? ByteView{memory_.at(part.address), part.bytes} : ByteView{};
    for (std::uint32_t i = 0; i < frames; ++i) observer_->consumed(port_, index, now, interrupt, data);
  }
  queue.parts = 0;
  return true;
}

void RxDriver::rebalance(Time now) {
  rings_.rebalance(rebalances_done_);
  if (++rebalances_done_ < rings_.config().rebalances)
    agenda_.at(now + rings_.config().rebalance_interval, *this, kRebalanceTask);
}

void RxDriver::interrupt(unsigned vector, Time now) {
  ++interrupts_;
  if (vector >= vectors_.size() || vectors_[vector].active) return;
  vectors_[vector].active = true;
  vectors_[vector].interrupt = now;
  agenda_.at(now + rings_.config().interrupt_latency, *this, vector);
}

void RxDriver::memory_written(std::uint64_t address, Time now) {
  unsigned tx_queue = 0;
  if (transmit_ != nullptr && transmit_->owns(address, tx_queue)) {
    if (tx_cleaning_.test(tx_queue)) return;
    tx_cleaning_.set(tx_queue);
    agenda_.at(now + rings_.config().service_time, *this, kTxTask + tx_queue);
    return;
  }
  unsigned index = 0;
  if (!rings_.owns(address, index)) return;
  Queue& queue = queues_[index];
  if (queue.busy || !rings_.done(index)) return;
  queue.busy = true;
  agenda_.at(now + rings_.config().service_time, *this, index);
}

void RxDriver::run(unsigned what, Time now) {
  if (what == kSetUpTask) {
    rings_.set_up();
    if (transmit_ != nullptr) transmit_->set_up();
    if (rings_.config().rebalances != 0)
      agenda_.at(now + rings_.config().rebalance_interval, *this, kRebalanceTask);
  } else if (what == kRebalanceTask) {
    rebalance(now);
  } else if (what >= kTxTask) {
    tx_cleaning_.clear(what - kTxTask);
    transmit_->clean(what - kTxTask, now);
  } else if (polls()) {
    serve_queue(what, now);
  } else {
    poll_vector(what, now);
  }
}

void RxDriver::serve_queue(unsigned index, Time now) {
  Queue& queue = queues_[index];
  if (observer_ != nullptr)
    observer_->core_busy(port_, index, now - rings_.config().service_time, now, "receive");
  // A frame of several buffers is served once, when its last descriptor is taken.
  while (!take_descriptor(index, now, kNever)) {
    if (!rings_.done(index)) break;
  }
  rings_.give_back(index, false);
  queue.busy = rings_.done(index);
  if (queue.busy) agenda_.at(now + rings_.config().service_time, *this, index);
}

void RxDriver::poll_vector(unsigned index, Time now) {
  Vector& vector = vectors_[index];
  if (vector.round != kNever && observer_ != nullptr)
    observer_->core_busy(port_, index, vector.round, now, "receive");
  vector.round = kNever;
  const unsigned share = RxRings::budget_of_queue(rings_.config().budget, rings_.queues_of(index).size());
  unsigned taken = 0;
  for (const unsigned q : rings_.queues_of(index)) {
    // The frames taken in the last round are processed now.
    rings_.give_back(q, false);
    const unsigned most = taken + share;
    while (taken < most && rings_.done(q)) {
      const Time done = now + (taken + 1) * rings_.config().service_time;
      if (take_descriptor(q, done, vector.interrupt)) ++taken;
    }
  }
  bool cleaned = false;
  for (const unsigned q : rings_.tx_queues_of(index)) cleaned |= transmit_->clean(q, now);
  if (taken != 0 || cleaned) {
    vector.round = now;
    agenda_.at(now + std::max(taken, 1u) * rings_.config().service_time, *this, index);
    return;
  }
  for (const unsigned q : rings_.queues_of(index)) rings_.give_back(q, true);
  vector.active = false;
  if (rings_.config().auto_mask) rings_.enable_vector(index);
}

}  // namespace ixsim::host
