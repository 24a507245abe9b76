// Threads of programs, virtual CPUs, the root partition and the adapter's interrupt.
#include "host/storage/storage_host.h"

#include <optional>
#include <string>
#include <utility>

#include "base/accepted.h"
#include "ixsim/error.h"

namespace ixsim::host {
namespace {

void add(const StoragePlan::Parts& parts, Work& work) {
  for (const Work::Part& part : parts) work.add(part.activity, part.cycles);
}

// Refuses an index that is not below `count`.
void require_below(std::size_t count, const std::string& key, std::uint64_t found) {
  require(found < count, key, found, count == 0 ? "are none" : "are 0 to " + std::to_string(count - 1));
}

}  // namespace

// The steps of a thread that puts one request into an adapter's queue: it waits for the lock, submits under
// it, and pays for cache lines that another core had.
class StorageHost::Submission {
 public:
  Submission(AdapterLock& lock, const StoragePlan::Parts& under_lock, const StoragePlan::Parts& shared)
      : lock_(lock), under_lock_(under_lock), shared_(shared) {}

  bool active() const { return step_ != Step::kNone; }
  // Returns whether the thread spins, so that it must not be woken.
  bool spins() const { return step_ == Step::kSpinning; }
  void begin() { step_ = Step::kLock; }
  void next(Machine::ThreadId thread, Work& work) {
    if (step_ == Step::kShared) {
      add(shared_, work);
    } else if (lock_.take(thread)) {
      step_ = Step::kLocked;
      add(under_lock_, work);
    } else {
      step_ = Step::kSpinning;
      work.spins = true;
    }
  }
  // Ends the step; returns whether the request is in the queue now.
  bool done(Time now) {
    switch (std::exchange(step_, Step::kNone)) {
      case Step::kLocked:
        if (lock_.moved() && !shared_.empty()) step_ = Step::kShared;
        lock_.release(now);
        return true;
      case Step::kSpinning:
        step_ = Step::kLock;
        return false;
      default:
        return false;
    }
  }

 private:
  enum class Step : std::uint8_t { kNone, kLock, kSpinning, kLocked, kShared };
  AdapterLock& lock_;
  const StoragePlan::Parts& under_lock_;
  const StoragePlan::Parts& shared_;
  Step step_ = Step::kNone;
};

// The thread of a virtual adapter in the root partition.
class StorageHost::RootThread : public Thread {
 public:
  RootThread(StorageHost& host, unsigned core, unsigned program)
      : virtual_lock(host.machine_),
        host_(host),
        program_(program),
        thread_(host.machine_.add(*this, core, Priority::kThread)),
        submission_(host.lock_, host.config_.plan.root_submit, host.config_.plan.shared) {}

  AdapterLock virtual_lock;  // held by virtual CPUs

  // Puts a request into the channel; returns whether a signal must follow.
  bool request(std::uint32_t tag) {
    requests_.push(tag);
    return slept_ && requests_.size() == 1;
  }
  void respond(std::uint32_t tag, Time now) {
    responses_.push(tag);
    wake(now);
  }
  void wake(Time now) {
    if (!submission_.spins()) host_.machine_.wake(thread_, now);
  }
  std::size_t held() const { return requests_.size() + responses_.size(); }

  bool next(Time now, Work& work) override;
  void done(Time now) override;

 private:
  enum class Doing : std::uint8_t { kIssuing, kSubmitting, kCompleting };
  StorageHost& host_;
  unsigned program_;
  Machine::ThreadId thread_;
  Submission submission_;
  Ring<std::uint32_t> requests_{64};  // of the channel
  Ring<std::uint32_t> responses_{64};
  Doing doing_ = Doing::kIssuing;
  bool slept_ = true;
};

// A program's thread on the host, or a virtual CPU.
class StorageHost::Program : public Thread {
 public:
  Program(StorageHost& host, unsigned core)
      : host_(host), thread_(host.machine_.add(*this, core, Priority::kThread)) {}

  // A worker's request is ready; returns whether the thread must be signalled for it.
  bool ready(unsigned worker) {
    ready_.push(worker);
    return slept_ && ready_.size() == 1;
  }
  void wake(Time now) {
    if (!submission_ || !submission_->spins()) host_.machine_.wake(thread_, now);
  }
  // A signal of another virtual CPU, or a timer.
  void interrupt(Time now) {
    signal();
    wake(now);
  }
  // Must signal another virtual CPU before anything else.
  void owe(Program& other) { signals_.push(&other); }
  bool owes() const { return kick_ != nullptr || !signals_.empty(); }
  // A completion in the channel of a virtual adapter.
  void channel(std::uint32_t tag, Time now) {
    if (completions_.empty()) signal();
    completions_.push(tag);
    wake(now);
  }
  std::size_t held() const { return completions_.size() + (prepared_ ? 1 : 0); }

  bool next(Time now, Work& work) override;
  void done(Time now) override;

 private:
  enum class Doing : std::uint8_t { kIssuing, kSubmitting, kKicking, kCompleting };

  void signal() {
    if (signalled_) return;
    signalled_ = true;
    if (host_.config_.plan.guests) ++host_.injections_;
  }
  // Returns the virtual adapter of the prepared request.
  RootThread& root() { return *host_.roots_[host_.config_.workers[host_.requests_[tag_].worker].adapter]; }

  StorageHost& host_;
  Machine::ThreadId thread_;
  Ring<unsigned> ready_{64};  // workers that have a request ready, once for each request
  Ring<std::uint32_t> completions_{64};
  std::optional<Submission> submission_;
  std::uint32_t tag_ = 0;  // prepared
  bool prepared_ = false;  // a request is issued and not yet submitted
  RootThread* kick_ = nullptr;
  Ring<Program*> signals_{8};
  Doing doing_ = Doing::kIssuing;
  bool slept_ = true;
  bool signalled_ = false;
};

// The soft interrupt of a core that takes the adapter's responses.
class StorageHost::Responses : public Thread {
 public:
  Responses(StorageHost& host, unsigned core)
      : host_(host), thread_(host.machine_.add(*this, core, Priority::kSoftInterrupt)) {}
  void wake(Time now) { host_.machine_.wake(thread_, now); }
  bool next(Time, Work& work) override {
    if (host_.responses_.empty()) {
      host_.masked_ = false;
      return false;
    }
    work.clear();
    add(host_.config_.plan.response, work);
    return true;
  }
  void done(Time now) override { host_.respond(host_.responses_.pop(), now); }

 private:
  StorageHost& host_;
  Machine::ThreadId thread_;
};

// The adapter's interrupt on one core: its hard interrupt, which starts its soft interrupt.
class StorageHost::Interrupt : public Thread {
 public:
  Interrupt(StorageHost& host, unsigned core)
      : host_(host),
        thread_(host.machine_.add(*this, core, Priority::kHardInterrupt)),
        responses_(host, core) {}
  void raise(Time now) {
    raised_ = true;
    host_.machine_.wake(thread_, now);
  }
  bool next(Time, Work& work) override {
    if (!std::exchange(raised_, false)) return false;
    ++host_.interrupts_;
    work.clear();
    add(host_.config_.plan.interrupt, work);
    return true;
  }
  void done(Time now) override { responses_.wake(now); }

 private:
  StorageHost& host_;
  Machine::ThreadId thread_;
  Responses responses_;
  bool raised_ = false;
};

bool StorageHost::RootThread::next(Time, Work& work) {
  const StoragePlan& plan = host_.config_.plan;
  work.clear();
  if (submission_.active()) {
    doing_ = Doing::kSubmitting;
    submission_.next(thread_, work);
    return true;
  }
  if (requests_.empty() && responses_.empty()) {
    slept_ = true;
    return false;
  }
  if (std::exchange(slept_, false)) add(plan.root_woken, work);
  doing_ = responses_.empty() ? Doing::kIssuing : Doing::kCompleting;
  add(responses_.empty() ? plan.root_issue : plan.root_complete, work);
  return true;
}

void StorageHost::RootThread::done(Time now) {
  switch (doing_) {
    case Doing::kIssuing:
      submission_.begin();
      break;
    case Doing::kSubmitting:
      if (submission_.done(now)) host_.submit(requests_.pop(), now);
      break;
    case Doing::kCompleting:
      host_.programs_[program_]->channel(responses_.pop(), now);
      break;
  }
}

bool StorageHost::Program::next(Time now, Work& work) {
  const StoragePlan& plan = host_.config_.plan;
  work.clear();
  if (submission_ && submission_->active()) {
    doing_ = Doing::kSubmitting;
    submission_->next(thread_, work);
    return true;
  }
  if (owes()) {
    doing_ = Doing::kKicking;
    add(plan.kick, work);
    return true;
  }
  if (completions_.empty() && ready_.empty()) {
    slept_ = true;
    return false;
  }
  if (std::exchange(signalled_, false)) add(plan.signalled, work);
  if (std::exchange(slept_, false)) add(plan.woken, work);
  if (!completions_.empty()) {
    doing_ = Doing::kCompleting;
    add(plan.complete, work);
    return true;
  }
  doing_ = Doing::kIssuing;
  tag_ = host_.issue(ready_.pop(), now);
  prepared_ = true;
  add(plan.issue, work);
  return true;
}

void StorageHost::Program::done(Time now) {
  const StoragePlan& plan = host_.config_.plan;
  switch (doing_) {
    case Doing::kIssuing:
      submission_.emplace(plan.guests ? root().virtual_lock : host_.lock_, plan.submit, plan.shared);
      submission_->begin();
      break;
    case Doing::kSubmitting:
      if (!submission_->done(now)) break;
      prepared_ = false;
      if (!plan.guests) {
        host_.submit(tag_, now);
      } else if (root().request(tag_)) {
        kick_ = &root();
      }
      break;
    case Doing::kKicking:
      ++host_.kicks_;
      if (kick_ != nullptr) {
        std::exchange(kick_, nullptr)->wake(now);
      } else {
        signals_.pop()->interrupt(now);
      }
      break;
    case Doing::kCompleting:
      host_.complete(completions_.pop(), this, now);
      break;
  }
}

StorageHost::StorageHost(const StorageHostConfig& config, HostAgenda& agenda, Machine& machine)
    : config_(config),
      machine_(machine),
      lock_(machine),
      fabric_(config.fabric, agenda, static_cast<FcFabric::Listener&>(*this)) {
  require(!config_.interrupt_cores.empty(), "storage.interrupt_cores", 0, "are 1 core or more");
  for (const unsigned core : config_.interrupt_cores)
    interrupts_of_cores_.push_back(std::make_unique<Interrupt>(*this, core));
  for (const unsigned core : config_.program_cores)
    programs_.push_back(std::make_unique<Program>(*this, core));
  for (const StorageHostConfig::VirtualAdapter& adapter : config_.adapters) {
    require_below(programs_.size(), "storage.adapter.program", adapter.program);
    roots_.push_back(std::make_unique<RootThread>(*this, adapter.root_core, adapter.program));
  }
  for (unsigned i = 0; i < config_.workers.size(); ++i) {
    const StorageHostConfig::Worker& worker = config_.workers[i];
    require_below(programs_.size(), "storage.worker.program", worker.program);
    require_below(config_.fabric.ports, "storage.worker.port", worker.port);
    if (config_.plan.guests) require_below(roots_.size(), "storage.worker.adapter", worker.adapter);
    workers_.push_back(
        std::make_unique<BlockWorker>(i, worker.block, agenda, static_cast<BlockWorker::Listener&>(*this)));
  }
}

StorageHost::~StorageHost() = default;

void StorageHost::start(Time now) {
  for (const auto& worker : workers_) worker->start(now);
}

const AdapterLock& StorageHost::virtual_lock(unsigned adapter) const { return roots_[adapter]->virtual_lock; }

void StorageHost::request_ready(unsigned worker, Time now) {
  Program& program = *programs_[config_.workers[worker].program];
  const bool asleep = program.ready(worker);
  if (completing_ == nullptr) {
    asleep ? program.interrupt(now) : program.wake(now);
  } else if (completing_ != &program && asleep) {
    completing_->owe(program);
  }
}

std::uint32_t StorageHost::issue(unsigned worker, Time now) {
  if (free_.empty()) {
    free_.push_back(static_cast<std::uint32_t>(requests_.size()));
    requests_.emplace_back();
  }
  const std::uint32_t tag = free_.back();
  free_.pop_back();
  requests_[tag] = workers_[worker]->take(now);
  return tag;
}

void StorageHost::submit(std::uint32_t tag, Time now) {
  const BlockRequest& request = requests_[tag];
  fabric_.submit({config_.workers[request.worker].port, request.read, request.bytes, tag}, now);
}

void StorageHost::exchange_done(std::uint32_t tag, Time now) {
  responses_.push(tag);
  raise(now);
}

void StorageHost::raise(Time now) {
  if (std::exchange(masked_, true)) return;
  interrupts_of_cores_[turn_]->raise(now);
  turn_ = (turn_ + 1) % interrupts_of_cores_.size();
}

void StorageHost::respond(std::uint32_t tag, Time now) {
  if (config_.plan.guests) {
    roots_[config_.workers[requests_[tag].worker].adapter]->respond(tag, now);
  } else {
    complete(tag, nullptr, now);
  }
}

void StorageHost::complete(std::uint32_t tag, Program* by, Time now) {
  const BlockRequest request = requests_[tag];
  free_.push_back(tag);
  completing_ = by;
  workers_[request.worker]->completed(request, now);
  completing_ = nullptr;
}

void StorageHost::check() const {
  std::uint64_t in_flight = 0;
  for (const auto& worker : workers_) in_flight += worker->in_flight();
  std::uint64_t held = fabric_.in_flight() + responses_.size();
  for (const auto& program : programs_) held += program->held();
  for (const auto& root : roots_) held += root->held();
  if (held != in_flight) {
    throw CheckFailure("storage: " + std::to_string(in_flight) + " requests are in flight, " +
                       std::to_string(held) + " are in queues");
  }
}

}  // namespace ixsim::host
