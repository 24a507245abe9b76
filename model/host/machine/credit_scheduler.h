// A hypervisor's scheduler of virtual CPUs, above the run queue of the machine: weights, time slices, caps,
// and virtual CPUs that are pinned to a core or move to idle ones.
//
// Rules: each `period`, the time of a core is assigned as credits to its virtual CPUs that wanted to run, by
// weight. A share above a cap goes to the others. Running uses up credits. Virtual CPUs with credits go
// before those without. One that is woken with credits goes first (boost), until it has run for a piece.
// Within a class they take turns by `slice`. A cap is the share of a core that a virtual CPU may use in a
// period; time above it is subtracted from its next period. Unused credits, and debts, are kept up to one
// period. An idle core takes a waiting virtual CPU that is not pinned from the first core that has one. Woken
// virtual CPUs prefer an idle core to a busy one.
//
// Timing contract: a core is one thread of the machine at Priority::kThread. Virtual CPUs change between
// pieces of work: before each piece the scheduler looks for one that goes first. A change costs
// `switch_cycles` (kContextSwitch). A wake-up costs `wake_cycles` on the core where the virtual CPU runs
// next, and blocking costs `block_cycles` (both kNotification). Each is part of the pieces of work before the
// next one. All time of a virtual CPU is running, waiting or blocked. Source: the credit scheduler of Xen,
// which samples where this one counts.
#ifndef IXSIM_HOST_MACHINE_CREDIT_SCHEDULER_H
#define IXSIM_HOST_MACHINE_CREDIT_SCHEDULER_H

#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

#include "base/layers.h"
#include "host/host_agenda.h"
#include "host/machine/machine.h"

namespace ixsim::host {

struct VcpuConfig {
  std::uint32_t weight = 256;  // 1 to 65,535
  unsigned cap = 0;            // percent of a core, 1 to 100; 0: none
  bool pinned = true;          // stays on its core
};

struct CreditSchedulerConfig {
  bool on = false;
  Time period = 30 * kMillisecond;      // 1 ms to 1 s
  Time slice = 30 * kMillisecond;       // 100 us to 1 s
  std::uint64_t switch_cycles = 3'000;  // cycles of a change to another virtual CPU
  std::uint64_t wake_cycles = 2'000;    // cycles of the virtual interrupt and entry of a blocked virtual CPU
  std::uint64_t block_cycles = 1'500;   // cycles of the exit of a virtual CPU without work
};

class CreditScheduler : private HostTask {
 public:
  using VcpuId = unsigned;
  // Times of a virtual CPU since the start.
  struct Account {
    Time running = 0;
    Time waiting = 0;  // waiting for a core, or for the next period if it is capped
    Time blocked = 0;
  };

  // Makes a scheduler. Throws InputError that names the key for an impossible configuration.
  CreditScheduler(const CreditSchedulerConfig& config, Machine& machine, HostAgenda& agenda);
  ~CreditScheduler() override;

  // Adds a virtual CPU on `core`; it is blocked.
  VcpuId add(Thread& thread, unsigned core, const VcpuConfig& config);
  // Reports that the virtual CPU has work.
  void wake(VcpuId vcpu, Time now);
  unsigned core_of(VcpuId vcpu) const;

  Account account(VcpuId vcpu, Time now) const;
  std::uint64_t switches() const { return switches_; }
  std::uint64_t moves() const { return moves_; }  // number of moves to another core

 private:
  class Core;
  static constexpr unsigned kNone = ~0u;
  enum class State : std::uint8_t { kBlocked, kReady, kRunning };
  struct Vcpu {
    Thread* thread = nullptr;
    VcpuConfig config;
    unsigned core = 0;  // index in cores_
    State state = State::kBlocked;
    Time since = 0;  // start of the state
    Account account;
    Time credits = 0;
    Time budget = 0;  // time left of the cap
    bool boosted = false;
    bool wanted = false;    // wanted to run since credits were assigned
    bool woken = false;     // woken while it was asked for work
    bool entering = false;  // the cost of its wake-up is due
  };

  void run(unsigned, Time now) override;
  static void enter(Vcpu& vcpu, State state, Time now);
  bool parked(const Vcpu& vcpu) const { return vcpu.config.cap != 0 && vcpu.budget <= 0; }
  // Returns the class in which a virtual CPU is served: 0 first.
  unsigned rank(const Vcpu& vcpu) const { return vcpu.boosted ? 0 : vcpu.credits > 0 ? 1 : 2; }
  // Takes a virtual CPU that waits elsewhere and may run on `core`; kNone if there is none.
  VcpuId steal(unsigned core);
  // Returns the time that the cap allows in a period.
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

}  // namespace ixsim::host

#endif
