// Queues, work and timers of a guest.
#include "host/guest/guest.h"

#include <algorithm>

namespace ixsim::host {

Guest::Guest(unsigned index, const GuestConfig& config, const PathPlan& plan, Machine& machine,
             HostAgenda& agenda, Uplink& uplink, CreditScheduler* scheduler)
    : index_(index),
      config_(config),
      plan_(&plan),
      machine_(machine),
      agenda_(agenda),
      uplink_(uplink),
      scheduler_(scheduler),
      thread_(scheduler != nullptr ? scheduler->add(*this, config.core, config.vcpu)
                                   : machine.add(*this, config.core, Priority::kThread)) {}

Guest::~Guest() = default;

unsigned Guest::add(const TcpConfig& config) {
  const unsigned number = connections();
  flows_.push_back(std::make_unique<Flow>(*this, number, config));
  return number;
}

void Guest::receive(const GuestPacket& packet, Time now) {
  if (input_.size() >= config_.receive_queue) {
    ++lost_;
    return;
  }
  input_.push(packet);
  wake(now);
}

void Guest::receive_from_stack(const GuestPacket& packet, Time now) {
  take(packet, now);
  if (packet.segment.length == 0) return;
  // The window announced bounds what waits for the program.
  input_.push(packet);
  wake(now);
}

void Guest::take(const GuestPacket& packet, Time now) {
  ++received_;
  flows_[packet.connection]->end.receive(packet.segment, now);
}

Application& Guest::run(unsigned connection, std::unique_ptr<Application> program, Time now) {
  return flows_[connection]->end.start(std::move(program), now);
}

void Guest::compute(unsigned connection, std::uint64_t cycles, Time now) {
  jobs_.push({connection, cycles});
  wake(now);
}

void Guest::pause(bool paused, Time now) {
  paused_ = paused;
  // A guest that spins is to stop.
  if (!paused || config_.busy_poll != 0) wake(now);
}

void Guest::resume(Time now) {
  if (!blocked_) return;
  blocked_ = false;
  wake(now);
}

void Guest::arm(unsigned connection, Time) { flows_[connection]->end.arm(); }

void Guest::queue(unsigned connection, const TcpSegment& segment, Time now) {
  output_.push({connection, segment});
  wake(now);
}

void Guest::add_cost(const PlaceCost& cost, const TcpSegment& segment, Work& work) const {
  cost.add_packet(segment.length != 0, plan_->acknowledgment, work);
  if (cost.kilobyte != 0) work.add(Activity::kApplication, segment.length * cost.kilobyte / 1'024);
  cost.add_copies(segment.length, work);
}

void Guest::release_poll(Time now) {
  poll_until_ = kNever;
  if (!claimed_) return;
  claimed_ = false;
  uplink_.release_poll(index_, now);
}

void Guest::arm_poll_timer(Time time) {
  if (time >= poll_timer_) return;
  poll_timer_ = time;
  agenda_.at(time, *this, 0);
}

void Guest::run(unsigned, Time now) {
  if (poll_timer_ != now) return;  // an earlier one was armed since
  poll_timer_ = kNever;
  if (doing_ == Doing::kSpinning) {
    if (poll_until_ <= now) {
      wake(now);
    } else {
      arm_poll_timer(poll_until_);
    }
  } else if (claimed_) {
    if (doing_ != Doing::kPolling && polled_at_ + config_.busy_poll <= now) {
      release_poll(now);
    } else {
      arm_poll_timer(std::max(polled_at_, now) + config_.busy_poll);
    }
  }
}

bool Guest::busy_poll(Time now, Work& work) {
  // A guest that was woken for nothing sleeps again.
  if (poll_until_ == kNever && slept_) return false;
  if (poll_until_ == kNever) poll_until_ = now + config_.busy_poll;
  if (poll_until_ <= now || machine_.others_wait(thread_)) {
    release_poll(now);
    return false;
  }
  if (!claimed_) claimed_ = uplink_.claim_poll(index_, thread_);
  polled_at_ = now;
  if (claimed_ && uplink_.poll(index_, now, work)) {
    doing_ = Doing::kPolling;
    arm_poll_timer(now + config_.busy_poll);
    return true;
  }
  doing_ = Doing::kSpinning;
  work.spins = work.yields = true;
  arm_poll_timer(poll_until_);
  return true;
}

bool Guest::next(Time now, Work& work) {
  if (paused_) {
    release_poll(now);
    return false;
  }
  const bool sends = !output_.empty() && !blocked_;
  if (input_.empty() && !sends && jobs_.empty()) {
    if (unflushed_) uplink_.flush(index_, now);
    unflushed_ = false;
    if (config_.busy_poll != 0 && busy_poll(now, work)) return true;
    slept_ = true;
    return false;
  }
  poll_until_ = kNever;
  const bool receives = !input_.empty();
  if (slept_) {
    (receives ? plan_->receive_guest : plan_->transmit_guest).add_batch(work);
    slept_ = false;
  }
  if (receives) {
    doing_ = Doing::kReceiving;
    add_cost(plan_->receive_guest, input_.front().segment, work);
    if (input_.front().segment.length != 0) work.add(Activity::kApplication, config_.segment_cycles);
    return true;
  }
  if (!sends) {
    if (unflushed_) uplink_.flush(index_, now);
    unflushed_ = false;
    doing_ = Doing::kComputing;
    work.add(Activity::kApplication, std::min(jobs_.front().cycles, kSlice));
    return true;
  }
  doing_ = Doing::kSending;
  const TcpSegment& segment = output_.front().segment;
  add_cost(plan_->transmit_guest, segment, work);
  if (!plan_->backend) {
    add_cost(plan_->transmit_host, segment, work);
    if (plan_->segmentation.on) plan_->segmentation.add(segment.length, segment.mss, work);
  }
  return true;
}

void Guest::done(Time now) {
  const Doing doing = doing_;
  doing_ = Doing::kNothing;
  if (doing == Doing::kReceiving) {
    const GuestPacket packet = input_.pop();
    if (!plan_->guests) return;
    take(packet, now);
    return;
  }
  if (doing == Doing::kComputing) {
    Job& job = jobs_.front();
    job.cycles -= std::min(job.cycles, kSlice);
    if (job.cycles != 0) return;
    const unsigned connection = jobs_.pop().connection;
    flows_[connection]->end.program().computed(now);
    return;
  }
  if (doing == Doing::kPolling) {
    polled_at_ = now;
    uplink_.polled(index_, now);
    return;
  }
  if (doing == Doing::kSpinning) {
    polled_at_ = now;
    return;
  }
  if (!uplink_.send(index_, output_.front(), now)) {
    blocked_ = true;
    return;
  }
  unflushed_ = true;
  ++sent_;
  const bool was_full = output_.size() >= config_.transmit_queue;
  output_.drop();
  if (!was_full) return;
  for (const auto& flow : flows_) flow->end.resume(now);
}

std::uint64_t Guest::delivered() const {
  std::uint64_t sum = 0;
  for (const auto& flow : flows_) sum += flow->end.connection().statistics().bytes_delivered;
  return sum;
}

}  // namespace ixsim::host
