// Placement, runs and sums of a storage system.
#include "host/storage/storage_system.h"

#include <numeric>

#include "base/accepted.h"
#include "ixsim/error.h"

namespace ixsim::host {

StorageSystemConfig set_up(const StorageSetUp& set_up) {
  StorageSystemConfig config;
  config.machine = set_up.machine;
  config.host.plan = storage_path(set_up.path).plan(set_up.costs);
  config.host.fabric = set_up.fabric;
  const bool guests = config.host.plan.guests;
  require(set_up.guests >= 1 && set_up.guests <= (guests ? 64u : 1u), "storage.guests", set_up.guests,
          guests ? "are 1 to 64" : "are 1, as the path has no guests");
  require(set_up.volumes >= 1 && set_up.volumes * set_up.guests <= set_up.fabric.ports, "storage.volumes",
          set_up.volumes,
          "are 1 to storage.ports / storage.guests (" + std::to_string(set_up.fabric.ports / set_up.guests) +
              ")");
  if (guests) {
    require(set_up.cpus >= 1 && set_up.cpus <= 64, "storage.cpus", set_up.cpus, "are 1 to 64");
    require(set_up.adapters >= 1 && set_up.adapters <= set_up.volumes, "storage.adapters", set_up.adapters,
            "are 1 to storage.volumes (" + std::to_string(set_up.volumes) + ")");
  }
  const unsigned cores = set_up.machine.cores;
  const unsigned cpus = guests ? set_up.cpus : set_up.volumes;
  config.host.interrupt_cores.resize(cores);
  std::iota(config.host.interrupt_cores.begin(), config.host.interrupt_cores.end(), 0);
  Random seeds(set_up.block.seed);
  for (unsigned guest = 0; guest < set_up.guests; ++guest) {
    const auto first_adapter = static_cast<unsigned>(config.host.adapters.size());
    const auto first_cpu = static_cast<unsigned>(config.host.program_cores.size());
    for (unsigned cpu = 0; cpu < cpus; ++cpu) config.host.program_cores.push_back((first_cpu + cpu) % cores);
    for (unsigned adapter = 0; guests && adapter < set_up.adapters; ++adapter) {
      config.host.adapters.push_back(
          {(first_adapter + adapter + cores / 2) % cores, first_cpu + adapter % cpus});
    }
    for (unsigned volume = 0; volume < set_up.volumes; ++volume) {
      StorageHostConfig::Worker worker;
      worker.program = first_cpu + volume % cpus;
      worker.adapter = guests ? first_adapter + volume % set_up.adapters : 0;
      worker.port = static_cast<unsigned>(config.host.workers.size());
      worker.block = set_up.block;
      worker.block.seed = seeds.next();
      config.host.workers.push_back(worker);
    }
  }
  return config;
}

std::uint64_t StorageResult::completed() const {
  std::uint64_t sum = 0;
  for (const Volume& volume : volumes) sum += volume.completed;
  return sum;
}

double StorageResult::per_second(std::uint64_t events) const {
  // Windows are whole microseconds: bytes of a second times picoseconds are beyond 64 bits.
  const Time microseconds = window / kMicrosecond;
  return static_cast<double>(events * static_cast<std::uint64_t>(kSecond / kMicrosecond)) /
         static_cast<double>(microseconds);
}

StorageSystem::StorageSystem(const StorageSystemConfig& config)
    : machine_(config.machine, agenda_), host_(config.host, agenda_, machine_) {}

void StorageSystem::advance(Time to) {
  while (agenda_.next() < to) agenda_.advance(agenda_.next());
}

StorageResult StorageSystem::run(Time warm_up, Time window) {
  host_.start(0);
  advance(warm_up);
  for (unsigned i = 0; i < host_.workers(); ++i) host_.worker(i).reset_counts();
  machine_.reset_accounts(warm_up);
  const std::uint64_t interrupts = host_.interrupts(), kicks = host_.kicks(), injections = host_.injections();
  const std::uint64_t in = host_.fabric().to_adapter().data_bytes(),
                      out = host_.fabric().from_adapter().data_bytes();
  const std::uint64_t taken = host_.lock().taken(), contended = host_.lock().contended();
  advance(warm_up + window);
  machine_.account(warm_up + window);
  host_.check();

  StorageResult result;
  result.window = window;
  result.port_in = host_.fabric().to_adapter().data_bytes() - in;
  result.port_out = host_.fabric().from_adapter().data_bytes() - out;
  result.interrupts = host_.interrupts() - interrupts;
  result.kicks = host_.kicks() - kicks;
  result.injections = host_.injections() - injections;
  result.lock_taken = host_.lock().taken() - taken;
  result.lock_contended = host_.lock().contended() - contended;
  for (unsigned i = 0; i < host_.workers(); ++i) {
    const BlockWorker::Counts& counts = host_.worker(i).counts();
    const std::uint64_t count = counts.latency.count();
    result.volumes.push_back({counts.completed, counts.reads, counts.bytes_read, counts.bytes_written,
                              count == 0 ? 0 : static_cast<Time>(counts.latency.sum() / count)});
  }
  for (unsigned core = 0; core < machine_.cores(); ++core) {
    StorageResult::CoreTime time;
    for (std::size_t i = 0; i < kActivities; ++i)
      time.busy[i] = machine_.busy(core, static_cast<Activity>(i));
    time.idle = machine_.idle(core);
    result.cores.push_back(time);
  }
  check_accounts();
  return result;
}

void StorageSystem::check_accounts() const {
  for (unsigned core = 0; core < machine_.cores(); ++core) {
    const Time sum = machine_.busy(core) + machine_.idle(core);
    if (sum == machine_.accounted()) continue;
    throw CheckFailure("storage: the activities of core " + std::to_string(core) + " sum up to " +
                       std::to_string(sum) + " ps of " + std::to_string(machine_.accounted()));
  }
}

}  // namespace ixsim::host
