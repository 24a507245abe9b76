// The cores of a host, the threads that run on them, and the memory bandwidth that they share.
//
// Timing contract: a thread does pieces of work, one after another: cycles of its core, then bytes copied. A
// piece starts as soon as its core has no more urgent work. It ends when the times of its cycles and copies
// are over. Cycles and bytes that are no whole number of picoseconds are carried (Pace). A hard interrupt
// preempts everything else, a soft interrupt preempts all threads; preempted work continues where it stopped.
// Threads of one priority take turns: at the end of a piece, once a slice has passed since the thread's turn
// began, interrupts included. A change to another thread costs a context switch, and an idle core first
// leaves its idle state. Copies of all cores pass the memory bus of the node one after another, each as a
// whole, if the bus has a limit.
//
// Every picosecond of a core belongs to one activity or to idle. Idle time is accounted directly, from going
// idle to waking up, and not as a remainder. Wake-ups and ends act at their own time, in the order of the
// agenda.
#ifndef IXSIM_HOST_MACHINE_MACHINE_H
#define IXSIM_HOST_MACHINE_MACHINE_H

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/layers.h"
#include "host/host_agenda.h"
#include "host/machine/activity.h"
#include "host/machine/pace.h"
#include "ixsim/time.h"

namespace ixsim::host {

// Location of a copy's source: in a cache, in memory, in the memory of another node.
enum class CopySource : std::uint8_t { kWarm, kCold, kRemote };
inline constexpr std::size_t kCopySources = 3;

// An idle state that a core reaches after `after` of idleness; leaving it takes `exit`.
struct IdleState {
  Time after = 0;
  Time exit = 0;
};

struct MachineConfig {
  unsigned cores = 8;
  std::uint64_t hertz = 3'160'000'000;  // clock rate of each core, 1 and up
  unsigned nodes = 1;                   // number of NUMA nodes; cores are assigned in blocks
  // Bytes per second that one core copies, by source.
  std::array<std::uint64_t, kCopySources> copy_rate = {8'000'000'000, 2'500'000'000, 1'500'000'000};
  std::uint64_t bus_rate = 0;            // bytes per second of all copies of a node; 0: no limit
  std::uint32_t context_switch = 1'500;  // cycles
  Time slice = 1 * kMillisecond;         // time after which another thread of the same priority has its turn
  std::vector<IdleState> idle_states;    // in ascending order
};

// One piece of work: cycles by activity, one after another, and then a copy.
struct Work {
  struct Part {
    Activity activity = Activity::kOther;
    std::uint64_t cycles = 0;
  };
  static constexpr std::size_t kParts = 6;
  std::array<Part, kParts> parts;
  unsigned count = 0;        // number of parts
  std::uint64_t copied = 0;  // bytes
  CopySource source = CopySource::kCold;
  bool spins = false;   // lasts until the thread is woken, and has no parts
  bool yields = false;  // spinning also ends when another thread of the core waits for its turn

  Work() = default;
  void clear() {
    count = 0;
    copied = 0;
    source = CopySource::kCold;
    spins = yields = false;
  }
  Work(Activity activity, std::uint64_t cycles) { add(activity, cycles); }
  // Adds cycles, to the last part if it is of the same activity. A piece has at most kParts activities in a
  // row; throws CheckFailure for more.
  void add(Activity activity, std::uint64_t cycles) {
    if (cycles == 0) return;
    if (count == 0 || parts[count - 1].activity != activity) {
      if (count == kParts) refuse();
      parts[count++] = {activity, cycles};
    } else {
      parts[count - 1].cycles += cycles;
    }
  }

 private:
  [[noreturn]] static void refuse();
};

enum class Priority : std::uint8_t { kHardInterrupt, kSoftInterrupt, kThread };

// A flow of control. It is asked for work whenever its core is free for it.
class Thread {
 public:
  virtual ~Thread() = default;
  // Puts the next piece into `work`, which is empty. Returns false if the thread sleeps until it is woken.
  virtual bool next(Time now, Work& work) = 0;
  // Reports that the last piece is done.
  virtual void done(Time now) = 0;
};

// Observer of the work of cores.
class WorkObserver {
 public:
  virtual ~WorkObserver() = default;
  // A core has worked from `from` to `to`; the times of a core follow each other.
  virtual void worked(unsigned core, Activity activity, Time from, Time to) = 0;
};

class Machine : private HostTask {
 public:
  using ThreadId = unsigned;

  // Makes a machine. Throws InputError that names the key for an impossible configuration.
  Machine(const MachineConfig& config, HostAgenda& agenda);

  // Adds a thread that runs on `core`; it sleeps.
  ThreadId add(Thread& thread, unsigned core, Priority priority);
  // Reports that the thread has work. A thread that is running or ready is not disturbed.
  void wake(ThreadId thread, Time now);
  // Returns whether other threads of the priority of `thread` wait for its core; for a thread that is asked
  // for work.
  bool others_wait(ThreadId thread) const {
    const ThreadState& state = threads_[thread];
    return !cores_[state.core].ready[static_cast<std::size_t>(state.priority)].empty();
  }
  // Moves a thread that sleeps or waits for its core to another core. A running thread stays until its piece
  // is done.
  void move(ThreadId thread, unsigned core, Time now);

  unsigned cores() const { return static_cast<unsigned>(cores_.size()); }
  unsigned core_of(ThreadId thread) const { return threads_[thread].core; }
  unsigned node_of(unsigned core) const { return core * config_.nodes / cores(); }
  const MachineConfig& config() const { return config_; }
  void set_observer(WorkObserver* observer) { observer_ = observer; }

  // --- Accounting, up to the time of the last account().
  // Updates the accounts of all cores up to `now`.
  void account(Time now);
  // Discards the accounts up to now.
  void reset_accounts(Time now);
  Time busy(unsigned core, Activity activity) const;
  Time busy(unsigned core) const;
  Time idle(unsigned core) const { return cores_[core].idle; }
  // Returns the time from the last reset to the last account.
  Time accounted() const { return accounted_ - since_; }
  std::uint64_t copied() const { return copied_; }
  std::uint64_t copied(unsigned core) const { return cores_[core].copied; }
  std::uint64_t context_switches() const { return context_switches_; }
  // Returns the time that pieces waited for the memory bus, in addition to their own copying.
  Time bus_waiting() const { return bus_waiting_; }

 private:
  static constexpr unsigned kNone = ~0u;

  // Parts of a piece, in the order in which they are done: idle exit, context switch, those of the work,
  // copy.
  struct Part {
    Activity activity = Activity::kOther;
    Time left = 0;
  };
  struct Piece {
    std::array<Part, Work::kParts + 3> parts;
    unsigned count = 0;  // number of parts
    unsigned part = 0;   // part that is being done
    bool spins = false;
    bool yields = false;
    bool found = false;  // the event for which the thread spins has happened

    void clear() {
      count = part = 0;
      spins = yields = found = false;
    }
    Time add(Activity activity, Time time) {
      if (time != 0) parts[count++] = {activity, time};
      return time;
    }
  };
  // Ready threads in turn, the first one last.
  class ReadyQueue {
   public:
    bool empty() const { return threads_.empty(); }
    ThreadId take() {
      const ThreadId first = threads_.back();
      threads_.pop_back();
      return first;
    }
    void put_first(ThreadId thread) { threads_.push_back(thread); }
    void put_last(ThreadId thread) { threads_.insert(threads_.begin(), thread); }
    void remove(ThreadId thread) {
      threads_.erase(std::remove(threads_.begin(), threads_.end(), thread), threads_.end());
    }

   private:
    std::vector<ThreadId> threads_;
  };
  struct ThreadState {
    Thread* thread;
    unsigned core;
    Priority priority;
    enum class State : std::uint8_t { kSleeping, kReady, kRunning } state = State::kSleeping;
    bool woken = false;          // woken while it was asked for work
    Time turn = kNever;          // start of its turn, until it sleeps or the turn is over
    std::optional<Piece> piece;  // preempted piece
  };
  struct Core {
    explicit Core(const MachineConfig& config);
    Pace cycles;
    std::array<Pace, kCopySources> copies;
    std::array<ReadyQueue, 3> ready;
    unsigned running = kNone;
    unsigned last = kNone;  // last thread that ran at thread priority
    Piece piece;            // piece of the running thread
    Work work;              // work that a thread is asked for
    Time since = 0;         // time up to which time is accounted
    Time end = kNever;      // end of the piece
    bool choosing = false;  // schedule() is running
    bool was_idle = true;
    std::array<Time, kActivities> busy{};
    Time idle = 0;
    Time idle_since = 0;
    std::uint64_t copied = 0;
  };

  void run(unsigned core, Time now) override;
  void schedule(unsigned core, Time now);
  bool start(unsigned core, ThreadId thread, Time now);
  void preempt(unsigned core, Time now);
  void end_spin(unsigned core, Time now);
  void account(Core& core, Time now);
  // Reports what the core has done up to `now`, before it is accounted.
  void report(const Core& core, Time now);
  // Makes the core's piece from what the thread has to do.
  void take_on(unsigned core, ThreadId thread, const Work& work, Time now);
  // Returns the priority class of the most urgent ready thread; 3: none.
  static unsigned most_urgent(const Core& core);

  MachineConfig config_;
  HostAgenda& agenda_;
  std::vector<Core> cores_;
  WorkObserver* observer_ = nullptr;
  std::vector<ThreadState> threads_;
  struct Bus {
    Pace pace;
    Time free = 0;
  };
  std::vector<Bus> buses_;  // bus of each node
  Time since_ = 0;
  Time accounted_ = 0;
  std::uint64_t copied_ = 0;
  std::uint64_t context_switches_ = 0;
  Time bus_waiting_ = 0;
};

}  // namespace ixsim::host

#endif
