// Choice of virtual CPUs, credits and caps.
#include "host/machine/credit_scheduler.h"

#include <algorithm>
#include <string>

#include "base/accepted.h"

namespace ixsim::host {
namespace {

CreditSchedulerConfig checked(const CreditSchedulerConfig& config) {
  require(config.period >= kMillisecond && config.period <= kSecond, "vcpus.period", config.period,
          "are 1000000000 to 1000000000000 (ps)");
  require(config.slice >= 100 * kMicrosecond && config.slice <= kSecond, "vcpus.slice", config.slice,
          "are 100000000 to 1000000000000 (ps)");
  return config;
}

}  // namespace

// A physical core: the thread of the machine in which its virtual CPUs run.
class CreditScheduler::Core : public Thread {
 public:
  Core(CreditScheduler& scheduler, unsigned index, unsigned core)
      : scheduler_(scheduler), index_(index), core_(core) {
    thread_ = scheduler.machine_.add(*this, core, Priority::kThread);
  }
  unsigned core() const { return core_; }
  bool idle() const { return current_ == kNone && ready_.empty(); }
  bool busy() const { return current_ != kNone; }
  void push(VcpuId vcpu, Time now) {
    ready_.push_back(vcpu);
    wake(now);
  }
  void wake(Time now) { scheduler_.machine_.wake(thread_, now); }
  // Takes the first one that may leave.
  VcpuId give() {
    for (auto i = ready_.begin(); i != ready_.end(); ++i) {
      const Vcpu& vcpu = scheduler_.vcpus_[*i];
      if (vcpu.config.pinned || scheduler_.parked(vcpu)) continue;
      const VcpuId taken = *i;
      ready_.erase(i);
      return taken;
    }
    return kNone;
  }

  bool next(Time now, Work& work) override;
  void done(Time now) override;

 private:
  // Makes the virtual CPU current that goes first; false if there is none.
  bool choose(Time now);
  // Returns the place in the queue of the one that goes first; ready_.size() if all are parked.
  std::size_t first() const;

  CreditScheduler& scheduler_;
  unsigned index_;
  unsigned core_;
  Machine::ThreadId thread_;
  std::deque<VcpuId> ready_;
  VcpuId current_ = kNone;
  VcpuId last_ = kNone;
  Time turn_ = 0;            // when the turn of the current one began
  Time piece_ = 0;           // when its piece began
  bool asked_ = false;       // the piece is the virtual CPU's
  std::uint64_t exits_ = 0;  // of virtual CPUs that blocked, whose cycles are due
};

std::size_t CreditScheduler::Core::first() const {
  std::size_t best = ready_.size();
  for (std::size_t i = 0; i < ready_.size(); ++i) {
    const Vcpu& vcpu = scheduler_.vcpus_[ready_[i]];
    if (scheduler_.parked(vcpu)) continue;
    if (best == ready_.size() || scheduler_.rank(vcpu) < scheduler_.rank(scheduler_.vcpus_[ready_[best]]))
      best = i;
  }
  return best;
}

bool CreditScheduler::Core::choose(Time now) {
  const std::size_t best = first();
  const bool waits = best < ready_.size();
  if (current_ != kNone) {
    Vcpu& current = scheduler_.vcpus_[current_];
    const bool stays = !scheduler_.parked(current);
    if (stays && !waits) return true;
    if (stays) {
      const unsigned own = scheduler_.rank(current);
      const unsigned other = scheduler_.rank(scheduler_.vcpus_[ready_[best]]);
      if (own < other || (own == other && now - turn_ < scheduler_.config_.slice)) return true;
    }
    scheduler_.enter(current, State::kReady, now);
    ready_.push_back(current_);
    current_ = kNone;
  }
  VcpuId chosen = kNone;
  if (waits) {
    chosen = ready_[best];
    ready_.erase(ready_.begin() + static_cast<std::ptrdiff_t>(best));
  } else {
    chosen = scheduler_.steal(index_);
  }
  if (chosen == kNone) return false;
  current_ = chosen;
  turn_ = now;
  scheduler_.enter(scheduler_.vcpus_[chosen], State::kRunning, now);
  return true;
}

bool CreditScheduler::Core::next(Time now, Work& work) {
  for (;;) {
    const bool found = choose(now);
    piece_ = now;
    asked_ = false;
    work.clear();
    if (exits_ != 0) {
      work.add(Activity::kNotification, exits_ * scheduler_.config_.block_cycles);
      exits_ = 0;
    }
    if (!found) return work.count != 0;
    Vcpu& vcpu = scheduler_.vcpus_[current_];
    if (last_ != current_) {
      if (last_ != kNone) ++scheduler_.switches_;
      last_ = current_;
      work.add(Activity::kContextSwitch, scheduler_.config_.switch_cycles);
    }
    if (vcpu.entering) work.add(Activity::kNotification, scheduler_.config_.wake_cycles);
    vcpu.entering = false;
    if (work.count != 0) return true;
    bool works = false;
    do {
      vcpu.woken = false;
      work.clear();
      works = vcpu.thread->next(now, work);
    } while (!works && vcpu.woken);
    if (works) {
      asked_ = true;
      return true;
    }
    scheduler_.enter(vcpu, State::kBlocked, now);
    vcpu.boosted = false;
    current_ = kNone;
    ++exits_;
  }
}

void CreditScheduler::Core::done(Time now) {
  if (current_ == kNone) return;
  Vcpu& vcpu = scheduler_.vcpus_[current_];
  vcpu.credits -= now - piece_;
  vcpu.budget -= now - piece_;
  if (!asked_) return;
  vcpu.boosted = false;
  vcpu.thread->done(now);
}

CreditScheduler::CreditScheduler(const CreditSchedulerConfig& config, Machine& machine, HostAgenda& agenda)
    : config_(checked(config)), machine_(machine), agenda_(agenda) {}

CreditScheduler::~CreditScheduler() = default;

CreditScheduler::VcpuId CreditScheduler::add(Thread& thread, unsigned core, const VcpuConfig& config) {
  require(config.weight >= 1 && config.weight <= 65'535, "vcpu.weight", config.weight, "are 1 to 65535");
  require(config.cap <= 100, "vcpu.cap", config.cap, "are 0 (none) to 100 (percent of a core)");
  unsigned index = 0;
  while (index < cores_.size() && cores_[index]->core() != core) ++index;
  if (index == cores_.size()) cores_.push_back(std::make_unique<Core>(*this, index, core));
  Vcpu vcpu;
  vcpu.thread = &thread;
  vcpu.config = config;
  vcpu.core = index;
  vcpu.budget = budget(vcpu);
  vcpus_.push_back(vcpu);
  return static_cast<VcpuId>(vcpus_.size() - 1);
}

unsigned CreditScheduler::core_of(VcpuId vcpu) const { return cores_[vcpus_[vcpu].core]->core(); }

void CreditScheduler::enter(Vcpu& vcpu, State state, Time now) {
  const Time passed = now - vcpu.since;
  Account& account = vcpu.account;
  (vcpu.state == State::kRunning ? account.running
   : vcpu.state == State::kReady ? account.waiting
                                 : account.blocked) += passed;
  vcpu.state = state;
  vcpu.since = now;
}

CreditScheduler::Account CreditScheduler::account(VcpuId vcpu, Time now) const {
  Vcpu copy = vcpus_[vcpu];
  enter(copy, copy.state, now);
  return copy.account;
}

void CreditScheduler::wake(VcpuId index, Time now) {
  Vcpu& vcpu = vcpus_[index];
  if (vcpu.state != State::kBlocked) {
    vcpu.woken = true;
    return;
  }
  enter(vcpu, State::kReady, now);
  vcpu.boosted = vcpu.credits > 0;
  vcpu.wanted = vcpu.entering = true;
  if (!vcpu.config.pinned && !cores_[vcpu.core]->idle()) {
    const auto idle =
        std::find_if(cores_.begin(), cores_.end(), [](const auto& core) { return core->idle(); });
    if (idle != cores_.end()) {
      vcpu.core = static_cast<unsigned>(idle - cores_.begin());
      ++moves_;
    }
  }
  arm(now);
  cores_[vcpu.core]->push(index, now);
}

CreditScheduler::VcpuId CreditScheduler::steal(unsigned core) {
  for (unsigned other = 0; other < cores_.size(); ++other) {
    if (other == core || !cores_[other]->busy()) continue;
    const VcpuId taken = cores_[other]->give();
    if (taken == kNone) continue;
    vcpus_[taken].core = core;
    ++moves_;
    return taken;
  }
  return kNone;
}

void CreditScheduler::arm(Time now) {
  if (armed_) return;
  armed_ = true;
  agenda_.at(now + config_.period, *this, 0);
}

// Assigns the time of a core by weight. A virtual CPU whose share is above its cap gets its cap, and the
// others get the rest.
void CreditScheduler::deal(unsigned core) {
  Time left = config_.period;
  Time weights = 0;
  std::vector<Vcpu*> open;
  for (Vcpu& vcpu : vcpus_) {
    if (vcpu.core != core || !vcpu.wanted) continue;
    open.push_back(&vcpu);
    weights += vcpu.config.weight;
  }
  const auto give = [this](Vcpu& vcpu, Time share) {
    vcpu.credits = std::clamp(vcpu.credits + share, -config_.period, config_.period);
  };
  const auto above = [&](const Vcpu* vcpu) {
    return vcpu->config.cap != 0 && left * vcpu->config.weight / weights > budget(*vcpu);
  };
  for (;;) {
    const auto found = std::find_if(open.begin(), open.end(), above);
    if (found == open.end()) break;
    give(**found, budget(**found));
    left -= budget(**found);
    weights -= (*found)->config.weight;
    open.erase(found);
  }
  for (Vcpu* vcpu : open) give(*vcpu, left * vcpu->config.weight / weights);
}

void CreditScheduler::run(unsigned, Time now) {
  armed_ = false;
  for (unsigned core = 0; core < cores_.size(); ++core) deal(core);
  bool active = false;
  for (Vcpu& vcpu : vcpus_) {
    active = active || vcpu.wanted;
    vcpu.budget = std::min(vcpu.budget + budget(vcpu), budget(vcpu));
    vcpu.wanted = vcpu.state != State::kBlocked;
  }
  if (active) arm(now);
  // Those that were parked may run, and classes have changed.
  for (const auto& core : cores_) core->wake(now);
}

}  // namespace ixsim::host
