// Parts of the system, one after another.
#include "platform/hosts/host_parts.h"

#include <algorithm>

#include "platform/hosts/complete_vms.h"
#include "platform/parts.h"
#include "platform/reproduce/parameter_set.h"

namespace ixsim {
namespace {

constexpr std::uint64_t kMillion = 1'000'000;
constexpr unsigned kSamples = 199;

ParameterSet parameters_of(const HostSettings& hosts) {
  ParameterSet set;
  for (const auto& [name, value] : hosts.of_platform) set.set(name, value);
  return set;
}

// The host of one port. VMs share its machine with those of the other.
NetworkHostConfig host_of_port(const Scenario& scenario, const ParameterSet& parameters, unsigned port) {
  const HostSettings& hosts = scenario.hosts;
  NetworkHostConfig host;
  host.plan = io_path(hosts.io_path).plan(parameters.path_costs());
  host.backend_cores = hosts.backend_cores;
  host.guests.clear();
  std::uint32_t mtu = 0;
  NicDriverConfig& driver = host.driver;
  driver.cores = hosts.queue_cores;
  if (host.plan.guest_polls) {
    driver.guest_vectors = scenario.rx.queues;
    driver.cores.clear();
  }
  for (const unsigned vm : vms_of_port(scenario, port)) {
    const VmSettings& settings = hosts.vms[vm];
    GuestConfig guest;
    guest.core = core_of_vm(scenario, vm);
    guest.receive_queue = settings.receive_queue;
    guest.transmit_queue = settings.transmit_queue;
    guest.segment_cycles = settings.segment_cycles;
    mtu = std::max(mtu, settings.mtu);
    host.guests.push_back(guest);
    if (host.plan.guest_polls) driver.cores.push_back(guest.core);
  }
  if (driver.cores.empty()) driver.cores = hosts.vm_cores;
  driver.costs = parameters.driver_costs();
  driver.rx = scenario.rx;
  const TxRingsConfig& rings = scenario.tx;
  driver.tx = rings;
  complete_driver(driver, static_cast<unsigned>(host.guests.size()), mtu, scenario.profile.addresses);
  return host;
}

}  // namespace

void complete_driver(NicDriverConfig& driver, unsigned guests, std::uint32_t mtu, unsigned addresses) {
  constexpr std::uint64_t kLine = 64;
  driver.tx.buffer_bytes = (mtu + kEthernetOverhead + kLine - 1) / kLine * kLine;
  driver.rx.addresses.clear();
  for (unsigned i = 0; i < std::min(guests, addresses); ++i)
    driver.rx.addresses.push_back({address_of_guest(i), i % driver.rx.pools});
}

HostSimulationConfig host_simulation_config(const Scenario& scenario) {
  const HostSettings& hosts = scenario.hosts;
  const ParameterSet parameters = parameters_of(hosts);
  HostSimulationConfig config;
  HostSystemConfig& system = config.system;
  system.controller = controller_config(scenario);
  system.make_classifier = [scenario](unsigned) {
    constexpr int kLatency = 12;  // MAC clocks, as of the part
    return make_classifier(scenario, kLatency);
  };
  system.make_scheduler = [scenario](unsigned) { return make_scheduler(scenario); };
  system.machine = parameters.machine();
  for (unsigned port = 0; port < scenario.ports; ++port)
    system.hosts.push_back(host_of_port(scenario, parameters, port));
  system.host = system.hosts.front();
  system.peer.byte_time = scenario.byte_time;
  system.peer.delay = hosts.network_delay;
  system.peer.loss_numerator = hosts.loss;
  system.peer.loss_denominator = kMillion;
  system.peer.seed = scenario.seed;
  system.peer.honor_pause = scenario.honor_pause;
  system.peer.response = scenario.pause_response;
  system.read_latency = scenario.host.read_latency;
  system.run_ahead = !scenario.immediate;
  std::vector<unsigned> guests(scenario.ports);
  for (unsigned vm = 0; vm < hosts.vms.size(); ++vm) {
    const unsigned port = port_of_vm(scenario, vm);
    config.vms.push_back({hosts.vms[vm], port, guests[port]++});
  }
  config.start = scenario.start;
  config.start_spread = hosts.start_spread;
  config.begin = scenario.start + scenario.window.warmup;
  config.window = scenario.window.length;
  config.samples = kSamples;
  config.seed = scenario.seed;
  return config;
}

}  // namespace ixsim
