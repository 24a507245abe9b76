// A hypervisor's scheduler of virtual CPUs, above the run queue of the machine: weights, time slices, caps,
// and virtual CPUs that are pinned to a core or move to idle ones.
//
// Rules. Each `period`, the time of a core is dealt as credits to the virtual CPUs assigned to it that wanted
// to run, by weight, what is above a cap to the others; running burns credits. Virtual CPUs with credits go
// before those without; one that was woken with credits goes first (boost), until it has run for a piece.
// Within a class they take turns by `slice`. A cap is the share of a core that a virtual CPU may have in a
// period; what it ran beyond is taken from its next period. Credits left over, and debts, are kept up to one
// period. An idle core takes a waiting virtual CPU that is not pinned from the first core that has one; woken
// ones prefer an idle core to a busy one.
//
// Timing contract. A core is one thread of the machine at Priority::kThread. Virtual CPUs change between
// pieces of work: before each piece the scheduler looks for one that goes first. A change costs
// `switch_cycles` (kContextSwitch), a wake-up `wake_cycles` on the core where the virtual CPU runs next, and
// blocking `block_cycles` (both kNotification), each in pieces of work before the next one. All time of a
// virtual CPU is running, waiting or blocked. Source: the credit scheduler of Xen, which samples where this
// one counts.
#ifndef IXSIM_HOST_MACHINE_CREDIT_SCHEDULER_H
#define IXSIM_HOST_MACHINE_CREDIT_SCHEDULER_H

#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

#include "host/host_agenda.h"
#include "host/machine/machine.h"

namespace ixsim {

struct VcpuConfig {
  std::uint32_t weight = 256;  // 1 to 65,535
  unsigned cap = 0;            // percent of a core, 1 to 100; 0: none
  bool pinned = true;          // stays on its core
};

struct CreditSchedulerConfig {
  bool on = false;
  Time period = 30 * kMillisecond;      // 1 ms to 1 s
  Time slice = 30 * kMillisecond;       // 100 us to 1 s
  std::uint64_t switch_cycles = 3'000;  // to another virtual CPU
  std::uint64_t wake_cycles = 2'000;    // virtual interrupt and entry of one that was blocked
  std::uint64_t block_cycles = 1'500;   // exit of one that has nothing to do
};

class CreditScheduler : private HostTask {
 public:
  using VcpuId = unsigned;
  // Times of a virtual CPU since the beginning.
  struct Account {
    Time running = 0;
    Time waiting = 0;  // for a core, or for the next period if it is capped
    Time blocked = 0;
  };

  // Throws InputError naming the key for a configuration that cannot be.
  CreditScheduler(const CreditSchedulerConfig& config, Machine& machine, HostAgenda& agenda);
  ~CreditScheduler() override;

  // Adds a virtual CPU on `core`; it is blocked.
  VcpuId add(Thread& thread, unsigned core, const VcpuConfig& config);
  // The virtual CPU has something to do.
  void wake(VcpuId vcpu, Time now);
  unsigned core_of(VcpuId vcpu) const;

  Account account(VcpuId vcpu, Time now) const;
  std::uint64_t switches() const { return switches_; }
  std::uint64_t moves() const { return moves_; }  // to another core

 private:
  class Core;
  static constexpr unsigned kNone = ~0u;
  enum class State : std::uint8_t { kBlocked, kReady, kRunning };
  struct Vcpu {
    Thread* thread = nullptr;
    VcpuConfig config;
    unsigned core = 0;  // index in cores_
    State state = State::kBlocked;
    Time since = 0;  // of the state
    Account account;
    Time credits = 0;
    Time budget = 0;  // left of the cap
    bool boosted = false;
    bool wanted = false;    // to run, since credits were dealt
    bool woken = false;     // while it was asked for work
    bool entering = false;  // the cost of its wake-up is due
  };

  void run(unsigned, Time now) override;
  static void enter(Vcpu& vcpu, State state, Time now);
  bool parked(const Vcpu& vcpu) const { return vcpu.config.cap != 0 && vcpu.budget <= 0; }
  // Returns the class in which a virtual CPU is served: 0 first.
  unsigned rank(const Vcpu& vcpu) const { return vcpu.boosted ? 0 : vcpu.credits > 0 ? 1 : 2; }
  // Takes a virtual CPU that waits elsewhere and may run on `core`; kNone if there is none.
  VcpuId steal(unsigned core);
  // Returns the time that the cap leaves in a period.
  Time budget(const Vcpu& vcpu) const { return config_.period / 100 * vcpu.config.cap; }
  void deal(unsigned core);
  void arm(Time now);

  CreditSchedulerConfig config_;
  Machine& machine_;
  HostAgenda& agenda_;
  std::vector<Vcpu> vcpus_;
  std::vector<std::unique_ptr<Core>> cores_;
  bool armed_ = false;
  std::uint64_t switches_ = 0;
  std::uint64_t moves_ = 0;
};

}  // namespace ixsim

#endif
