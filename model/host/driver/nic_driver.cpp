// Hard interrupts, polls and packets.
#include "host/driver/nic_driver.h"

#include <algorithm>

#include "host/ring/tx_descriptor_bits.h"
#include "host/rx_driver.h"
#include "ixsim/error.h"

namespace ixsim::host {
namespace {

namespace bits = tx_descriptor;

constexpr std::uint32_t kDescriptorsOfPacket = 2;  // context and data

}  // namespace

// The handler of a vector's hard interrupt.
class NicDriver::Interrupt : public Thread {
 public:
  Interrupt(NicDriver& driver, unsigned vector) : driver_(driver), vector_(vector) {
    thread_ = driver.machine_.add(*this, driver.core_of(vector), Priority::kHardInterrupt);
  }
  void raise(Time now) {
    ++pending_;
    driver_.machine_.wake(thread_, now);
  }

  bool next(Time now, Work& work) override;
  void done(Time now) override;

 private:
  NicDriver& driver_;
  unsigned vector_;
  Machine::ThreadId thread_;
  unsigned pending_ = 0;
};

// The poll of a vector.
class NicDriver::Poll : public Thread {
 public:
  Poll(NicDriver& driver, unsigned vector) : driver_(driver), vector_(vector) {
    thread_ = driver.machine_.add(*this, driver.core_of(vector),
                                  driver.config_.spin ? Priority::kThread : Priority::kSoftInterrupt);
    activity_ = driver.activity_of(vector);
    share_ = RxRings::budget_of_queue(driver.config_.rx.budget, driver.rings_.queues_of(vector).size());
    if (driver.config_.merge.on) merge_ = std::make_unique<ReceiveMerge>(driver.config_.merge);
  }
  const ReceiveMerge* merge() const { return merge_.get(); }
  void wake(Time now) { driver_.machine_.wake(thread_, now); }
  // A message has arrived.
  void interrupted(Time now) {
    if (!active_) interrupted_ = now;
  }
  void schedule(Time now) {
    if (active_) return;
    active_ = true;
    wake(now);
  }

  bool next(Time now, Work& work) override { return !claimed_ && ask(now, work); }
  void done(Time now) override {
    if (!claimed_) finish(now);
  }
  // Gives the next piece of the poll, and ends it if there is none.
  bool ask(Time now, Work& work);
  void finish(Time now);

  // --- Busy polling.
  bool claim(Machine::ThreadId waiter);
  bool claimed() const { return claimed_; }
  void release(Time now);
  // A ring was written.
  void written(Time now) {
    news_ = true;
    driver_.machine_.wake(waiter_, now);
  }

 private:
  // Begins a round: completions and what it costs to look.
  void begin_round(Time now, Work& work);
  // Takes the next unit that merging sends up, and gives the receiver's work; false if there is none.
  bool take_unit(Work& work);

  NicDriver& driver_;
  unsigned vector_;
  Machine::ThreadId thread_;
  Time interrupted_ = kNever;  // when the message that began the poll arrived
  bool active_ = false;
  bool claimed_ = false;          // by a thread that polls
  bool news_ = false;             // a ring was written since the last round that found nothing
  Machine::ThreadId waiter_ = 0;  // of the claim
  bool round_ = false;            // a round is under way
  bool found_ = false;            // it has found something
  std::size_t place_ = 0;         // of the queue in the vector's list
  Activity activity_ = Activity::kDriver;
  unsigned share_ = 0;  // of the budget, of each queue
  unsigned left_ = 0;   // of the queue's share
  bool has_frame_ = false;
  bool to_merge_ = false;  // the frame goes to merging, and not to the receiver
  ReceivedFrame frame_;
  std::unique_ptr<ReceiveMerge> merge_;  // null: off
};

bool NicDriver::Interrupt::next(Time, Work& work) {
  if (pending_ == 0) return false;
  work = Work(Activity::kInterrupt, driver_.config_.costs.hard_interrupt);
  return true;
}

void NicDriver::Interrupt::done(Time now) {
  --pending_;
  driver_.vector_polls_[vector_]->schedule(now);
}

void NicDriver::Poll::begin_round(Time now, Work& work) {
  round_ = true;
  found_ = false;
  place_ = 0;
  left_ = share_;
  const DriverCosts& costs = driver_.config_.costs;
  ++driver_.polls_;
  work.add(activity_, costs.poll);
  for (const unsigned queue : driver_.rings_.tx_queues_of(vector_)) {
    const unsigned taken = driver_.clean(queue, now);
    found_ = found_ || taken != 0;
    work.add(activity_, taken * costs.completion);
  }
}

bool NicDriver::Poll::take_unit(Work& work) {
  if (!merge_->ready()) return false;
  frame_ = merge_->take();
  has_frame_ = true;
  to_merge_ = false;
  driver_.receiver_.add_work(frame_, work);
  return true;
}

bool NicDriver::Poll::ask(Time now, Work& work) {
  if (claimed_ && !round_ && !news_) return false;
  if (!active_ && !driver_.config_.spin) return false;
  const auto& queues = driver_.rings_.queues_of(vector_);
  for (;;) {
    if (merge_ && take_unit(work)) return true;
    if (!round_) begin_round(now, work);
    for (; place_ < queues.size(); ++place_, left_ = share_) {
      const unsigned queue = queues[place_];
      if (left_ == 0 || !driver_.rings_.done(queue)) continue;
      --left_;
      found_ = true;
      const ReceivedPart part = driver_.rings_.take(queue);
      frame_ = {queue, part.address, part.bytes, part.checksum_error()};
      // Frames that do not fit a buffer are an error of the set-up, which check() has refused.
      has_frame_ = part.end;
      ++driver_.queue_frames_[queue];
      if (frame_.checksum_error) ++driver_.checksum_errors_;
      work.add(activity_, driver_.config_.costs.frame);
      if (merge_) {
        to_merge_ = true;
        work.add(activity_, driver_.config_.costs.merge);
      } else {
        driver_.receiver_.add_work(frame_, work);
      }
      return true;
    }
    if (merge_ && merge_->flush()) continue;
    round_ = false;
    for (const unsigned queue : queues) driver_.rings_.give_back(queue, !found_);
    if (found_) {
      // Completions may have been all that there was.
      if (work.count != 0) return true;
      continue;
    }
    if (driver_.config_.spin) {
      work.clear();
      work.spins = true;
      return true;
    }
    // The round that found nothing takes its time, too; a frame that comes meanwhile interrupts, or is news.
    news_ = false;
    if (claimed_) return work.count != 0;
    active_ = false;
    driver_.rings_.enable_vector(vector_);
    return work.count != 0;
  }
}

bool NicDriver::Poll::claim(Machine::ThreadId waiter) {
  if (active_) return false;
  active_ = claimed_ = news_ = true;
  waiter_ = waiter;
  return true;
}

void NicDriver::Poll::release(Time now) {
  claimed_ = false;
  if (round_ || news_) {
    wake(now);
    return;
  }
  active_ = false;
  driver_.rings_.enable_vector(vector_);
}

void NicDriver::Poll::finish(Time now) {
  if (!has_frame_) return;
  has_frame_ = false;
  // A unit of merging consists of frames that were reported before.
  if (driver_.observer_ != nullptr && (to_merge_ || !merge_))
    driver_.observer_->consumed(driver_.port_, frame_.queue, now, interrupted_, {});
  if (to_merge_) {
    merge_->add(frame_, {driver_.memory_.at(frame_.address), frame_.bytes});
    return;
  }
  driver_.receiver_.received(frame_, now);
}

NicDriver::NicDriver(unsigned port, const NicDriverConfig& config, HostMemory& memory,
                     std::uint64_t memory_base, RegisterPort& registers, FunctionAccess& functions,
                     HostAgenda& agenda, Machine& machine, FrameReceiver& receiver)
    : config_(config),
      memory_(memory),
      agenda_(agenda),
      machine_(machine),
      receiver_(receiver),
      rings_(port, config.rx, memory, memory_base, registers, &functions),
      tx_rings_(config.tx, memory, memory_base + RxRings::footprint(config.rx), registers,
                {&functions, config.rx.functions, rings_.plan().transmit_span},
                rings_.plan().transmit_spacing),
      tx_queues_(config.tx.queues),
      queue_frames_(rings_.places()) {
  if (config.rx.max_frame > config.rx.buffer_kib * 1'024) {
    throw InputError("rx.buffer_kib: found " + std::to_string(config.rx.buffer_kib) +
                     ", accepted are buffers that hold rx.max_frame (" + std::to_string(config.rx.max_frame) +
                     " bytes)");
  }
  rings_.share_vectors(config.tx.queues);
  vector_of_queue_.resize(rings_.places());
  for (unsigned v = 0; v < rings_.vectors(); ++v) {
    handlers_.push_back(std::make_unique<Interrupt>(*this, v));
    vector_polls_.push_back(std::make_unique<Poll>(*this, v));
    for (const unsigned queue : rings_.queues_of(v)) vector_of_queue_[queue] = v;
  }
}

NicDriver::~NicDriver() = default;

std::uint64_t NicDriver::footprint(const NicDriverConfig& config) {
  return RxRings::footprint(config.rx) + TxRings::footprint(config.tx);
}

void NicDriver::start() {
  rings_.reset();
  agenda_.at(RxRings::kResetTime, *this, 0);
}

void NicDriver::set_up_function(unsigned n) {
  rings_.set_up_function(n, tx_rings_.rings_of_function(n));
  tx_rings_.set_up_function(n);
}

void NicDriver::run(unsigned, Time now) {
  rings_.set_up();
  tx_rings_.set_up();
  if (!config_.spin) return;
  for (auto& poll : vector_polls_) poll->wake(now);
}

void NicDriver::interrupt(unsigned vector, Time now) {
  ++interrupts_;
  if (vector == other_vector_) other_cause_(now);
  if (vector >= handlers_.size()) return;
  vector_polls_[vector]->interrupted(now);
  handlers_[vector]->raise(now);
}

// A device without a vector left shares the last one.
void NicDriver::enable_other_causes(std::uint32_t causes) {
  other_vector_ = std::min(rings_.vectors(), rings_.most_vectors() - 1);
  rings_.enable_other_causes(other_vector_, causes);
}

void NicDriver::memory_written(std::uint64_t address, Time now) {
  unsigned queue = 0;
  if (claims_ != 0) {
    unsigned vector = ~0u;
    if (rings_.owns(address, queue)) {
      vector = vector_of_queue_[queue];
    } else if (tx_rings_.owns(address, queue)) {
      vector = rings_.vector_of_transmit(queue);
    }
    if (vector != ~0u && vector_polls_[vector]->claimed()) vector_polls_[vector]->written(now);
    return;
  }
  if (!config_.spin) return;
  if (rings_.owns(address, queue)) {
    vector_polls_[vector_of_queue_[queue]]->wake(now);
  } else if (tx_rings_.owns(address, queue)) {
    vector_polls_[rings_.vector_of_transmit(queue)]->wake(now);
  }
}

std::uint64_t NicDriver::merged_units() const {
  std::uint64_t sum = 0;
  for (const auto& poll : vector_polls_) sum += poll->merge() != nullptr ? poll->merge()->units() : 0;
  return sum;
}

std::uint64_t NicDriver::merged_frames() const {
  std::uint64_t sum = 0;
  for (const auto& poll : vector_polls_) sum += poll->merge() != nullptr ? poll->merge()->merged() : 0;
  return sum;
}

bool NicDriver::claim_poll(unsigned vector, Machine::ThreadId waiter) {
  if (!vector_polls_[vector]->claim(waiter)) return false;
  ++claims_;
  return true;
}

bool NicDriver::poll(unsigned vector, Time now, Work& work) { return vector_polls_[vector]->ask(now, work); }

void NicDriver::polled(unsigned vector, Time now) { vector_polls_[vector]->finish(now); }

void NicDriver::release_poll(unsigned vector, Time now) {
  --claims_;
  vector_polls_[vector]->release(now);
}

unsigned NicDriver::queue_of_core(unsigned core, unsigned otherwise) const {
  for (unsigned v = 0; v < rings_.vectors(); ++v) {
    if (core_of(v) == core && !rings_.tx_queues_of(v).empty()) return rings_.tx_queues_of(v).front();
  }
  return otherwise;
}

bool NicDriver::reserve(unsigned queue, std::uint32_t packets) {
  TxQueue& state = tx_queues_[queue];
  if (tx_rings_.unused(queue) >= packets * kDescriptorsOfPacket &&
      (config_.bytes_in_flight == 0 || state.bytes < config_.bytes_in_flight))
    return true;
  state.full = true;
  return false;
}

bool NicDriver::holds(std::uint32_t packets) const {
  return packets * kDescriptorsOfPacket < config_.tx.ring;
}

// The buffer of the second descriptor: the first one is the context.
std::uint8_t* NicDriver::packet_memory(unsigned queue) { return memory_.at(tx_rings_.buffer(queue, 1)); }

void NicDriver::end_packet(unsigned queue, std::uint32_t bytes, std::uint32_t link, std::uint32_t ip,
                           std::uint32_t tcp, std::uint32_t mss) {
  TxQueue& state = tx_queues_[queue];
  const std::uint64_t buffer = tx_rings_.buffer(queue, 1);
  tx_rings_.put(queue, ip | (std::uint64_t{link} << 9),
                bits::kContext | bits::kExtended | bits::kContextIpv4 | bits::kContextTcp |
                    (std::uint64_t{tcp} << 40) | (std::uint64_t{mss} << 48));
  std::uint64_t high = bytes | bits::kData | bits::kExtended | bits::kEop | bits::kIfcs | bits::kRs |
                       bits::kIxsm | bits::kTxsm;
  const std::uint32_t payload = bytes - link - ip - tcp;
  if (mss != 0) high |= bits::kTse;
  high |= std::uint64_t{mss != 0 ? payload : bytes} << 46;
  tx_rings_.put(queue, buffer, high);
  state.sizes.push(bytes);
  state.bytes += bytes;
  ++state.sent;
}

void NicDriver::flush(unsigned queue) { tx_rings_.ring_doorbell(queue); }

unsigned NicDriver::clean(unsigned queue, Time now) {
  TxQueue& state = tx_queues_[queue];
  unsigned count = 0;
  while (tx_rings_.take_back(queue, kDescriptorsOfPacket)) {
    state.bytes -= state.sizes.pop();
    ++count;
  }
  completed_ += count;
  if (count != 0 && state.full) {
    state.full = false;
    receiver_.transmit_ready(queue, now);
  }
  return count;
}

}  // namespace ixsim::host
