// Scheduling and accounts of the cores.
#include "host/machine/machine.h"

#include <algorithm>
#include <string>

#include "base/accepted.h"

namespace ixsim::host {
namespace {

constexpr std::uint64_t kHighestRate = 1'000'000'000'000;

MachineConfig checked(const MachineConfig& config) {
  require(config.cores >= 1 && config.cores <= 256, "machine.cores", config.cores, "are 1 to 256");
  require(config.hertz >= 1'000'000 && config.hertz <= 100'000'000'000, "machine.clock", config.hertz,
          "are 1000000 to 100000000000 (Hz)");
  require(config.nodes >= 1 && config.nodes <= config.cores, "machine.nodes", config.nodes,
          "are 1 to machine.cores (" + std::to_string(config.cores) + ")");
  for (const std::uint64_t rate : config.copy_rate) {
    require(rate >= 1'000'000 && rate <= kHighestRate, "machine.copy_rate", rate,
            "are 1000000 to 1000000000000 (bytes a second)");
  }
  require(config.bus_rate == 0 || (config.bus_rate >= 1'000'000 && config.bus_rate <= kHighestRate),
          "machine.bus_rate", config.bus_rate,
          "are 0 (no limit) and 1000000 to 1000000000000 (bytes a second)");
  require(config.slice > 0, "machine.slice", static_cast<std::uint64_t>(config.slice), "are 1 and up");
  for (std::size_t i = 1; i < config.idle_states.size(); ++i) {
    if (config.idle_states[i].after <= config.idle_states[i - 1].after)
      throw InputError("machine.idle_states: found a state that is not after the one before it");
  }
  return config;
}

}  // namespace

void Work::refuse() {
  throw CheckFailure("a piece of work has more than " + std::to_string(kParts) + " parts");
}

Machine::Core::Core(const MachineConfig& config)
    : cycles(config.hertz),
      copies{Pace(config.copy_rate[0]), Pace(config.copy_rate[1]), Pace(config.copy_rate[2])} {}

Machine::Machine(const MachineConfig& config, HostAgenda& agenda)
    : config_(checked(config)), agenda_(agenda), cores_(config.cores, Core(config)) {
  if (config_.bus_rate != 0) buses_.assign(config_.nodes, Bus{Pace(config_.bus_rate)});
}

Machine::ThreadId Machine::add(Thread& thread, unsigned core, Priority priority) {
  require(core < cores(), "core", core, "are 0 to " + std::to_string(cores() - 1));
  threads_.push_back({&thread, core, priority, ThreadState::State::kSleeping, false, kNever, {}});
  return static_cast<ThreadId>(threads_.size() - 1);
}

void Machine::wake(ThreadId thread, Time now) {
  ThreadState& state = threads_[thread];
  Core& core = cores_[state.core];
  if (state.state == ThreadState::State::kRunning) {
    state.woken = true;
    if (!core.piece.spins || core.running != thread || core.choosing) return;
    end_spin(state.core, now);
    return;
  }
  if (state.state == ThreadState::State::kReady) {
    // A thread that was preempted while it spun ends its spinning when it is back.
    if (state.piece) state.piece->found = true;
    return;
  }
  state.state = ThreadState::State::kReady;
  core.ready[static_cast<std::size_t>(state.priority)].put_last(thread);
  if (core.piece.yields && core.running != kNone && !core.choosing && state.priority == Priority::kThread) {
    end_spin(state.core, now);
    return;
  }
  schedule(state.core, now);
}

void Machine::end_spin(unsigned index, Time now) {
  Core& core = cores_[index];
  core.end = now;
  core.piece.found = true;
  run(index, now);
}

void Machine::move(ThreadId thread, unsigned core, Time now) {
  require(core < cores(), "core", core, "are 0 to " + std::to_string(cores() - 1));
  ThreadState& state = threads_[thread];
  if (state.core == core || state.state == ThreadState::State::kRunning) return;
  if (state.state == ThreadState::State::kReady) {
    cores_[state.core].ready[static_cast<std::size_t>(state.priority)].remove(thread);
    cores_[core].ready[static_cast<std::size_t>(state.priority)].put_last(thread);
  }
  state.core = core;
  if (state.state == ThreadState::State::kReady) schedule(core, now);
}

unsigned Machine::most_urgent(const Core& core) {
  unsigned priority = 0;
  while (priority < core.ready.size() && core.ready[priority].empty()) ++priority;
  return priority;
}

void Machine::account(Core& core, Time now) {
  if (core.running == kNone) {
    core.idle += now - core.since;
    core.since = now;
    return;
  }
  Piece& piece = core.piece;
  Time passed = now - core.since;
  if (observer_ != nullptr) report(core, now);
  core.since = now;
  if (piece.spins) {
    core.busy[static_cast<std::size_t>(Activity::kSpin)] += passed;
    return;
  }
  if (now == core.end) {
    // The piece is done.
    for (; piece.part < piece.count; ++piece.part) {
      const Part& part = piece.parts[piece.part];
      core.busy[static_cast<std::size_t>(part.activity)] += part.left;
    }
    return;
  }
  while (passed > 0 && piece.part < piece.count) {
    Part& part = piece.parts[piece.part];
    const Time share = std::min(passed, part.left);
    core.busy[static_cast<std::size_t>(part.activity)] += share;
    part.left -= share;
    passed -= share;
    if (part.left == 0) ++piece.part;
  }
}

void Machine::report(const Core& core, Time now) {
  const auto number = static_cast<unsigned>(&core - cores_.data());
  const Piece& piece = core.piece;
  Time from = core.since;
  if (piece.spins) {
    if (from != now) observer_->worked(number, Activity::kSpin, from, now);
    return;
  }
  for (unsigned i = piece.part; i < piece.count && from < now; ++i) {
    const Time to = std::min(now, from + piece.parts[i].left);
    if (from != to) observer_->worked(number, piece.parts[i].activity, from, to);
    from = to;
  }
}

// Sets the end of the piece, too.
void Machine::take_on(unsigned index, ThreadId thread, const Work& work, Time now) {
  Core& core = cores_[index];
  Piece& piece = core.piece;
  piece.clear();
  Time begin = now;
  if (core.was_idle) {
    core.was_idle = false;
    const Time idle = now - core.idle_since;
    Time exit = 0;
    for (const IdleState& state : config_.idle_states) {
      if (idle >= state.after) exit = state.exit;
    }
    begin += piece.add(Activity::kIdleExit, exit);
  }
  if (threads_[thread].priority == Priority::kThread && core.last != thread) {
    if (core.last != kNone) ++context_switches_;
    core.last = thread;
    begin += piece.add(Activity::kContextSwitch, core.cycles.take(config_.context_switch));
  }
  if (work.spins) {
    piece.spins = true;
    piece.yields = work.yields;
    return;
  }
  for (unsigned i = 0; i < work.count; ++i)
    begin += piece.add(work.parts[i].activity, core.cycles.take(work.parts[i].cycles));
  core.end = begin;
  if (work.copied == 0) return;
  Time copy = core.copies[static_cast<std::size_t>(work.source)].take(work.copied);
  if (!buses_.empty()) {
    Bus& bus = buses_[node_of(index)];
    bus.free = std::max(bus.free, begin) + bus.pace.take(work.copied);
    if (bus.free - begin > copy) {
      bus_waiting_ += bus.free - begin - copy;
      copy = bus.free - begin;
    }
  }
  piece.add(Activity::kCopy, copy);
  core.copied += work.copied;
  copied_ += work.copied;
  core.end = begin + copy;
}

// Starts a piece of a thread; returns false if the thread has no work after all.
bool Machine::start(unsigned index, ThreadId thread, Time now) {
  Core& core = cores_[index];
  ThreadState& state = threads_[thread];
  state.state = ThreadState::State::kRunning;
  if (state.turn == kNever) state.turn = now;
  if (state.piece) {
    core.piece = *state.piece;
    state.piece.reset();
    core.end = now;
    for (unsigned part = core.piece.part; part < core.piece.count; ++part)
      core.end += core.piece.parts[part].left;
  } else {
    Work& work = core.work;
    bool found = false;
    do {
      state.woken = false;
      work.clear();
      found = state.thread->next(now, work);
      // Woken while it was asked: there may be work now.
    } while (!found && state.woken);
    if (!found) {
      state.state = ThreadState::State::kSleeping;
      state.turn = kNever;
      return false;
    }
    take_on(index, thread, work, now);
  }
  core.running = thread;
  core.since = now;
  const Piece& piece = core.piece;
  if (piece.spins) {
    // Spinning ends when what it is for comes, which may have been while it was preempted.
    core.end = piece.found || (piece.yields && others_wait(thread)) ? now : kNever;
  }
  if (core.end != kNever) agenda_.at(core.end, *this, index);
  return true;
}

void Machine::schedule(unsigned index, Time now) {
  Core& core = cores_[index];
  if (core.choosing) return;
  core.choosing = true;
  for (;;) {
    const unsigned urgent = most_urgent(core);
    if (urgent == core.ready.size()) break;
    if (core.running != kNone) {
      if (static_cast<unsigned>(threads_[core.running].priority) <= urgent) break;
      preempt(index, now);
    } else {
      account(core, now);
    }
    start(index, core.ready[urgent].take(), now);
  }
  core.choosing = false;
  if (core.running == kNone && !core.was_idle) {
    core.was_idle = true;
    core.idle_since = now;
  }
}

void Machine::preempt(unsigned index, Time now) {
  Core& core = cores_[index];
  account(core, now);
  ThreadState& state = threads_[core.running];
  state.piece = core.piece;
  state.state = ThreadState::State::kReady;
  core.ready[static_cast<std::size_t>(state.priority)].put_first(core.running);
  core.running = kNone;
  core.end = kNever;
}

void Machine::run(unsigned index, Time now) {
  Core& core = cores_[index];
  // Entries of pieces that were preempted remain in the agenda.
  if (core.end != now || core.choosing) return;
  account(core, now);
  const ThreadId thread = core.running;
  core.end = kNever;
  core.choosing = true;
  threads_[thread].thread->done(now);
  core.choosing = false;
  ThreadState& state = threads_[thread];
  state.state = ThreadState::State::kReady;
  core.running = kNone;
  auto& ready = core.ready[static_cast<std::size_t>(state.priority)];
  if (now - state.turn >= config_.slice) {
    state.turn = kNever;
    ready.put_last(thread);
  } else {
    ready.put_first(thread);
  }
  schedule(index, now);
}

void Machine::account(Time now) {
  for (Core& core : cores_) account(core, now);
  accounted_ = now;
}

void Machine::reset_accounts(Time now) {
  account(now);
  for (Core& core : cores_) {
    core.busy.fill(0);
    core.idle = 0;
    core.copied = 0;
  }
  since_ = now;
  copied_ = 0;
  context_switches_ = 0;
  bus_waiting_ = 0;
}

Time Machine::busy(unsigned core, Activity activity) const {
  return cores_[core].busy[static_cast<std::size_t>(activity)];
}

Time Machine::busy(unsigned core) const {
  Time sum = 0;
  for (const Time time : cores_[core].busy) sum += time;
  return sum;
}

}  // namespace ixsim::host
