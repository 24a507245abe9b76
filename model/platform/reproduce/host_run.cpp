// A published run as a host simulation.
#include "platform/reproduce/host_run.h"

#include "ixsim/error.h"
#include "platform/hosts/host_parts.h"

namespace ixsim::platform {
namespace {

constexpr Time kSetUp = 200 * kMicrosecond;
constexpr std::uint64_t kBits = 8;

VmSettings vm_of(const HostRun& run) {
  VmSettings vm;
  vm.workload = run.request != 0 ? VmWorkload::kRequest
                : run.receive    ? VmWorkload::kReceive
                                 : VmWorkload::kTransmit;
  vm.connections = run.flows;
  vm.load = run.stream_rate * kBits * run.flows;
  vm.mtu = run.mtu;
  vm.timestamps = run.timestamps;
  vm.receive_buffer = run.receive_buffer;
  vm.window_limit = run.window_limit;
  vm.request_size = run.request;
  vm.response_size = run.response;
  vm.think_time = run.think;
  vm.request_cycles = run.service;
  return vm;
}

}  // namespace

HostSystemConfig host_system_config(const HostRun& run) {
  if (run.guests == 0 || run.guests > 250)
    throw InputError("guests: found " + std::to_string(run.guests) + ", accepted are 1 to 250");
  HostSystemConfig config;
  config.controller.profile = device_profile(run.profile);
  if (run.pcie) {
    config.controller.pcie = *run.pcie;
  } else {
    config.controller.pcie.generation = config.controller.profile.pcie_generation;
    config.controller.pcie.lanes = config.controller.profile.pcie_lanes;
  }
  config.controller.ports.resize(run.ports);
  config.machine = run.parameters.machine();
  config.host.plan = io_path(run.path).plan(run.parameters.path_costs());
  const PathPlan& plan = config.host.plan;
  NicDriverConfig& driver = config.host.driver;
  driver.costs = run.parameters.driver_costs();
  if (plan.guest_polls) driver.guest_vectors = run.queues;
  driver.rx.queues = run.queues;
  driver.rx.pools = plan.queues_of_guests && !run.rss ? run.queues : 1;
  driver.rx.rss = run.rss;
  driver.rx.vectors = std::min(run.queues, 16u);
  driver.rx.ring = run.ring;
  driver.rx.drop = run.drop;
  driver.rx.moderation = run.moderation;
  if (run.mtu > 1'500) {
    driver.rx.max_frame = run.mtu + kEthernetOverhead;
    driver.rx.buffer_kib = (driver.rx.max_frame + 1'023) / 1'024;
  }
  driver.tx.queues = std::min(run.queues, config.controller.profile.tx_queues);
  driver.cores = plan.guest_polls ? run.guest_cores : run.queue_cores;
  config.host.backend_cores = run.backend_cores;
  config.host.guests.clear();
  for (unsigned i = 0; i < run.guests; ++i) {
    GuestConfig guest;
    guest.core = run.guest_cores[i % run.guest_cores.size()];
    config.host.guests.push_back(guest);
  }
  const unsigned addresses = config.controller.profile.addresses;
  complete_driver(driver, run.guests, run.mtu, addresses);
  // Guests beyond the exact filters share the default pool.
  driver.rx.promiscuous = run.guests > addresses;
  config.peer.delay = run.delay;
  config.peer.seed = run.seed;
  return config;
}

HostMeasurement run_host(const HostRun& run) {
  HostSimulationConfig config;
  config.systems = {host_system_config(run)};
  for (unsigned guest = 0; guest < run.guests; ++guest)
    for (unsigned port = 0; port < run.ports; ++port) config.vms.push_back({vm_of(run), port, guest});
  config.start = kSetUp;
  config.start_spread = run.start_spread;
  config.begin = kSetUp + run.start_spread + run.warmup;
  config.window = run.window;
  config.seed = run.seed;
  HostSimulation simulation(config);
  simulation.warm_up();
  return simulation.measure();
}

HostMeasurement run_case(const std::string& name, const HostRun& run) {
  HostMeasurement result = run_host(run);
  if (!result.failure.empty()) throw CheckFailure(name + ": " + result.failure);
  return result;
}

}  // namespace ixsim::platform
