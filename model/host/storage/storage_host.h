// A host with one Fibre Channel adapter: programs or guests with block workers, virtual adapters with their
// threads in the root partition, and the adapter's interrupt.
//
// Timing contract: each thread does one piece of work per step, on the core of the configuration. A request
// is with the fabric when the work of its submission is done. The adapter interrupts once, and does not
// interrupt again until its soft interrupt has found no response. The cores of the configuration take
// interrupts in turn, and the soft interrupt runs on the core of the interrupt. Signals between guest and
// root partition are sent only if the other side sleeps (to the root) or has taken all completions of the
// channel (to the guest).
#ifndef IXSIM_HOST_STORAGE_STORAGE_HOST_H
#define IXSIM_HOST_STORAGE_STORAGE_HOST_H

#include <cstdint>
#include <memory>
#include <vector>

#include "base/layers.h"
#include "host/storage/adapter_lock.h"
#include "host/storage/block_workload.h"
#include "host/storage/fc_fabric.h"
#include "host/storage/storage_path.h"

namespace ixsim::host {

struct StorageHostConfig {
  struct Worker {
    unsigned program = 0;  // index of a program
    unsigned adapter = 0;  // index of a virtual adapter; ignored without guests
    unsigned port = 0;     // port of the target, with the worker's volume
    BlockConfig block;
  };
  struct VirtualAdapter {
    unsigned root_core = 0;
    unsigned program = 0;  // virtual CPU that takes the channel's signals
  };
  StoragePlan plan;
  FcFabricConfig fabric;
  std::vector<unsigned> interrupt_cores{0};  // take the adapter's interrupts in turn
  std::vector<unsigned> program_cores;       // cores of each program's thread, or of each virtual CPU
  std::vector<VirtualAdapter> adapters;      // with guests
  std::vector<Worker> workers;
};

class StorageHost : private FcFabric::Listener, private BlockWorker::Listener {
 public:
  // Makes a host. Throws InputError that names the key for an impossible configuration.
  StorageHost(const StorageHostConfig& config, HostAgenda& agenda, Machine& machine);
  ~StorageHost() override;

  // Starts all workers.
  void start(Time now);

  unsigned workers() const { return static_cast<unsigned>(workers_.size()); }
  BlockWorker& worker(unsigned index) { return *workers_[index]; }
  const BlockWorker& worker(unsigned index) const { return *workers_[index]; }
  const FcFabric& fabric() const { return fabric_; }
  const AdapterLock& lock() const { return lock_; }
  const AdapterLock& virtual_lock(unsigned adapter) const;
  std::uint64_t interrupts() const { return interrupts_; }
  // Signals that virtual CPUs send, and interrupts that they take.
  std::uint64_t kicks() const { return kicks_; }
  std::uint64_t injections() const { return injections_; }
  // Throws CheckFailure unless each request that workers have issued and not seen completed is in exactly one
  // of the host's queues or with the fabric.
  void check() const;

 private:
  class Submission;
  class Program;
  class RootThread;
  class Interrupt;
  class Responses;

  void exchange_done(std::uint32_t tag, Time now) override;
  void request_ready(unsigned worker, Time now) override;
  // Gives a request a tag, which is its index in requests_.
  std::uint32_t issue(unsigned worker, Time now);
  void submit(std::uint32_t tag, Time now);
  // Interrupts the next core, unless a soft interrupt still takes responses.
  void raise(Time now);
  // Handles a response whose soft interrupt is done.
  void respond(std::uint32_t tag, Time now);
  // Completes a request; `by` is the virtual CPU that has seen the completion.
  void complete(std::uint32_t tag, Program* by, Time now);

  StorageHostConfig config_;
  Machine& machine_;
  AdapterLock lock_;  // of the physical adapter
  std::vector<std::unique_ptr<BlockWorker>> workers_;
  std::vector<std::unique_ptr<Program>> programs_;
  std::vector<std::unique_ptr<RootThread>> roots_;
  std::vector<std::unique_ptr<Interrupt>> interrupts_of_cores_;
  Ring<std::uint32_t> responses_{64};  // of the adapter, not yet taken
  std::size_t turn_ = 0;               // index of the core that takes the next interrupt
  bool masked_ = false;                // a core takes responses
  Program* completing_ = nullptr;
  FcFabric fabric_;
  std::vector<BlockRequest> requests_;  // by tag
  std::vector<std::uint32_t> free_;
  std::uint64_t interrupts_ = 0;
  std::uint64_t kicks_ = 0;
  std::uint64_t injections_ = 0;
};

}  // namespace ixsim::host

#endif
