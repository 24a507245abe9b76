// Parts of the system, one after another.
#include "platform/hosts/host_parts.h"

#include <algorithm>

#include "platform/hosts/complete_vms.h"
#include "platform/parts.h"
#include "platform/reproduce/parameter_set.h"

namespace ixsim::platform {
namespace {

constexpr std::uint64_t kMillion = 1'000'000;
constexpr unsigned kSamples = 199;
constexpr std::uint64_t kHeadersOfPacket = 128;  // Ethernet, IPv4 and TCP at their longest, to a whole line

ParameterSet parameters_of(const HostSettings& hosts) {
  ParameterSet set;
  for (const auto& [name, value] : hosts.of_platform) set.set(name, value);
  return set;
}

// Returns `cores` from number `first` on, and then those before it.
std::vector<unsigned> turned(const std::vector<unsigned>& cores, unsigned first) {
  std::vector<unsigned> result = cores;
  if (!cores.empty()) std::rotate(result.begin(), result.begin() + first % cores.size(), result.end());
  return result;
}

// Returns the pools that each VLAN of the filter is for: those of the guests that have it. Drivers of virtual
// functions ask for them later. All pools have VLAN 0, that of tags with a priority alone.
std::vector<std::uint64_t> vlan_pools(const RxDriverConfig& rx, const NetworkHostConfig& host) {
  std::vector<std::uint64_t> pools;
  for (const std::uint16_t vlan : rx.vlans) {
    pools.push_back(vlan == 0 ? ~std::uint64_t{0} : 0);
    for (std::size_t i = 0; i < host.guests.size() && !host.plan.guest_polls; ++i) {
      const std::vector<unsigned>& own = host.guests[i].vlans;
      if (std::find(own.begin(), own.end(), vlan) != own.end())
        pools.back() |= std::uint64_t{1} << (i % rx.pools);
    }
  }
  return pools;
}

// The host of one port. VMs share its machine with those of the other.
NetworkHostConfig host_of_port(const Scenario& scenario, const ParameterSet& parameters, unsigned port,
                               unsigned network_port) {
  const HostSettings& hosts = scenario.hosts;
  NetworkHostConfig host;
  host.plan = io_path(hosts.io_path).plan(parameters.path_costs());
  if (hosts.software_segmentation) host.plan.segment_by_software(parameters.path_costs());
  host.backend_cores = turned(hosts.backend_cores, hosts.first_backend);
  host.mailbox_core = hosts.queue_cores.empty() ? 0 : hosts.queue_cores.front();
  host.guests.clear();
  std::uint32_t mtu = 0, segmentation = 0;
  host.transmit_affinity = hosts.transmit_affinity;
  host.vcpus = hosts.vcpus;
  NicDriverConfig& driver = host.driver;
  driver.cores = turned(hosts.queue_cores, hosts.first_vector);
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
    guest.segmentation_bytes = settings.segmentation_bytes;
    guest.busy_poll = settings.busy_poll;
    guest.vlans = settings.vlans;
    guest.priority = settings.priority;
    guest.vcpu = settings.vcpu;
    segmentation = std::max(segmentation, settings.segmentation_bytes);
    mtu = std::max(mtu, settings.mtu);
    host.guests.push_back(guest);
    if (host.plan.guest_polls) driver.cores.push_back(guest.core);
  }
  if (driver.cores.empty()) driver.cores = hosts.vm_cores;
  driver.costs = parameters.driver_costs();
  driver.rx = scenario.rx;
  const TxRingsConfig& rings = scenario.tx;
  driver.tx = rings;
  driver.spin = hosts.spin;
  driver.merge.on = hosts.merge;
  driver.bytes_in_flight = hosts.bytes_in_flight;
  complete_driver(driver, static_cast<unsigned>(host.guests.size()), mtu, scenario.profile.addresses,
                  network_port);
  if (host.plan.queues_of_guests && scenario.profile.pool_bitmaps && driver.rx.pools > 1)
    driver.rx.vlan_pools = vlan_pools(driver.rx, host);
  // A packet that the device segments is in one buffer with its headers.
  if (segmentation != 0)
    driver.tx.buffer_bytes = std::max<std::uint64_t>(driver.tx.buffer_bytes, segmentation + kHeadersOfPacket);
  return host;
}

TcpPeerConfig peer_of(const Scenario& scenario) {
  TcpPeerConfig peer;
  peer.byte_time = scenario.byte_time;
  peer.delay = scenario.hosts.network_delay;
  peer.loss_numerator = scenario.hosts.loss;
  peer.loss_denominator = kMillion;
  peer.seed = scenario.seed;
  peer.honor_pause = scenario.honor_pause;
  peer.response = scenario.pause_response;
  return peer;
}

HostNicConfig nic_of(const Scenario& scenario) {
  HostNicConfig nic;
  nic.controller = controller_config(scenario);
  nic.make_classifier = [scenario](unsigned) {
    constexpr int kLatency = 12;  // MAC clocks, as of the part
    return make_classifier(scenario, kLatency);
  };
  nic.make_scheduler = [scenario](unsigned) { return make_scheduler(scenario); };
  return nic;
}

// Adds the ports of a controller to its host. `network_port` is the number of the first one in a network; 0
// without one.
void add_ports(const Scenario& scenario, unsigned network_port, bool alone, HostSystemConfig& system) {
  const ParameterSet parameters = parameters_of(scenario.hosts);
  for (unsigned port = 0; port < scenario.ports; ++port)
    system.hosts.push_back(host_of_port(scenario, parameters, port, alone ? 0 : network_port + port));
}

// One host with its first controller.
HostSystemConfig system_of(const Scenario& scenario, unsigned network_port, bool alone) {
  const HostSettings& hosts = scenario.hosts;
  HostSystemConfig system;
  static_cast<HostNicConfig&>(system) = nic_of(scenario);
  system.machine = parameters_of(hosts).machine();
  add_ports(scenario, network_port, alone, system);
  system.host = system.hosts.front();
  system.peer = peer_of(scenario);
  system.iommu = hosts.iommu;
  system.read_latency = scenario.host.read_latency;
  system.run_ahead = !scenario.immediate;
  return system;
}

// The cables and the switch between hosts.
HostNetworkConfig network_of(const Scenario& scenario, const HostSimulationConfig& config) {
  const NetworkSettings& settings = scenario.hosts.network;
  HostNetworkConfig network;
  network.cable = settings.cable;
  network.cable_delay = settings.cable_delay;
  network.lookahead = !scenario.immediate;
  network.peer = peer_of(scenario);
  for (const PlacedVm& vm : config.vms) {
    network.with_peer = network.with_peer ||
                        (vm.settings.workload != VmWorkload::kNone && vm.settings.peer == VmSettings::kUnset);
  }
  EthernetSwitchConfig& bridge = network.bridge;
  bridge = settings.bridge;
  for (const unsigned priority : settings.lossless)
    bridge.lossless |= static_cast<std::uint8_t>(1u << priority);
  std::uint32_t longest = 0;
  bridge.byte_times.clear();
  for (const Scenario& part : *scenario.of_nics) {
    bridge.byte_times.insert(bridge.byte_times.end(), part.ports, part.byte_time);
    longest = std::max(longest, part.rx.max_frame);
  }
  std::vector<unsigned> first_ports;
  for (unsigned host = 0, port = 0; host < config.systems.size(); ++host) {
    first_ports.push_back(port);
    port += static_cast<unsigned>(config.systems[host].ports());
  }
  for (const PlacedVm& vm : config.vms) {
    const unsigned port = first_ports[vm.host] + vm.port;
    bridge.addresses.emplace_back(address_of_guest(vm.guest, port), port);
  }
  if (network.with_peer) bridge.byte_times.push_back(scenario.byte_time);
  bridge.ports = static_cast<unsigned>(bridge.byte_times.size());
  bridge.max_frame = std::max(bridge.max_frame, longest);
  bridge.response = scenario.pause_response;
  return network;
}

}  // namespace

void complete_driver(NicDriverConfig& driver, unsigned guests, std::uint32_t mtu, unsigned addresses,
                     unsigned network_port) {
  constexpr std::uint64_t kLine = 64;
  driver.tx.buffer_bytes = (mtu + kEthernetOverhead + kLine - 1) / kLine * kLine;
  driver.rx.addresses.clear();
  for (unsigned i = 0; i < std::min(guests, addresses); ++i)
    driver.rx.addresses.push_back({address_of_guest(i, network_port), i % driver.rx.pools});
}

HostSimulationConfig host_simulation_config(const Scenario& scenario) {
  const HostSettings& hosts = scenario.hosts;
  HostSimulationConfig config;
  config.systems.clear();
  config.vms.resize(hosts.vms.size());
  const bool alone = !scenario.several_hosts();
  unsigned network_port = 0;
  const auto add = [&](const Scenario& part) {
    if (part.hosts.nic == 0) {
      config.systems.push_back(system_of(part, network_port, alone));
    } else {
      config.systems.back().others.push_back(nic_of(part));
      add_ports(part, network_port, alone, config.systems.back());
    }
    const auto host = static_cast<unsigned>(config.systems.size() - 1);
    const auto first_port = static_cast<unsigned>(config.systems.back().hosts.size()) - part.ports;
    std::vector<unsigned> guests(part.ports);
    for (unsigned vm = 0; vm < part.hosts.vms.size(); ++vm) {
      const unsigned port = port_of_vm(part, vm);
      config.vms[part.hosts.number_of(vm)] = {part.hosts.vms[vm], first_port + port, guests[port]++, host};
    }
    network_port += part.ports;
  };
  if (!scenario.of_nics) {
    add(scenario);
  } else {
    for (const Scenario& part : *scenario.of_nics) add(part);
  }
  if (!alone) config.network = network_of(scenario, config);
  config.start = scenario.start;
  config.start_spread = hosts.start_spread;
  config.begin = scenario.start + scenario.window.warmup;
  config.window = scenario.window.length;
  config.samples = kSamples;
  config.seed = scenario.seed;
  return config;
}

}  // namespace ixsim::platform
