// Values by range, then defaults, then checks across keys.
#include "platform/hosts/complete_vms.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "base/accepted.h"
#include "host/path/io_path.h"
#include "host/ring/queue_plan.h"
#include "platform/hosts/host_parts.h"
#include "platform/hosts/key_scope.h"
#include "platform/quantity.h"
#include "platform/reproduce/parameter_set.h"

namespace ixsim::platform {
namespace {

constexpr unsigned kMostVms = 250;
constexpr unsigned kUsualVectors = 16;
constexpr std::uint32_t kUsualMtu = 1'500;

PathPlan plan_of(const Scenario& scenario) { return io_path(scenario.hosts.io_path).plan(PathCosts()); }

// Returns how many VMs there are; vm.count replaces the number of the only table.
unsigned count_vms(HostSettings& hosts) {
  if (hosts.count != 0 && hosts.tables.size() > 1) {
    throw InputError(
        fmt::format("vm.count: found {} next to {} tables [[vm]], accepted: `count` in each table",
                    hosts.count, hosts.tables.size()));
  }
  if (hosts.count != 0 && hosts.tables.size() == 1) hosts.tables[0] = hosts.count;
  unsigned count = hosts.count != 0 ? hosts.count : 1;
  if (!hosts.tables.empty()) {
    count = 0;
    for (const unsigned vms : hosts.tables) count += vms;
  }
  if (count > kMostVms) refuse("vm.count", count, fmt::format("are 1 to {}", kMostVms));
  return count;
}

// Gives a value to the VMs that it is for.
void apply(Scenario& scenario, const RangedValue& value) {
  HostSettings& hosts = scenario.hosts;
  const auto count = static_cast<unsigned>(hosts.vms.size());
  unsigned first = value.first, last = value.last;
  using Range = RangedValue::Range;
  if (value.range == Range::kFileAll || value.range == Range::kOptionAll) {
    first = 0;
    last = count - 1;
  } else if (value.range == Range::kFileTable) {
    first = 0;
    for (unsigned table = 0; table < value.table; ++table) first += hosts.tables[table];
    last = first + hosts.tables[value.table] - 1;
  }
  if (last >= count) {
    throw InputError(fmt::format("{}: found VM {}, accepted are 0 to {} (vm.count {})", value.origin, last,
                                 count - 1, count));
  }
  for (unsigned i = first; i <= last; ++i) {
    std::swap(hosts.vm, hosts.vms[i]);
    value.set(scenario);
    std::swap(hosts.vm, hosts.vms[i]);
  }
}

// Settings of other workloads have their defaults.
void forget_unused(VmSettings& vm) {
  const VmSettings usual;
  if (vm.workload == VmWorkload::kNone) {
    vm.load = usual.load;
    vm.peer = usual.peer;
  }
  if (vm.asks()) vm.load = usual.load;
  if (vm.workload == VmWorkload::kRequest) return;
  vm.request_size = usual.request_size;
  vm.response_size = usual.response_size;
  vm.think_time = usual.think_time;
  if (!vm.asks()) vm.request_cycles = usual.request_cycles;
}

void check_cores(const std::string& key, const std::vector<unsigned>& cores, unsigned most) {
  if (cores.empty()) throw InputError(key + ": found no core, accepted is one or more");
  for (const unsigned core : cores) {
    require(core < most, key, core, fmt::format("are 0 to {} (host.machine.cores {})", most - 1, most));
  }
}

// A virtual function is one pool with one queue, whose vector is on the VM's core.
void check_functions(const Scenario& scenario, unsigned port) {
  const auto vms = static_cast<unsigned>(vms_of_port(scenario, port).size());
  const RxDriverConfig& rx = scenario.rx;
  if (scenario.profile.virtual_functions == 0) {
    std::string names;
    for (const DeviceProfile& profile : device_profiles()) {
      if (profile.virtual_functions != 0) names += (names.empty() ? "" : ", ") + profile.name;
    }
    throw InputError(fmt::format("host.io_path: found sriov with device.profile {}, accepted with {}",
                                 scenario.profile.name, names));
  }
  if (rx.rss) throw InputError("rx.rss: found true, accepted is false with host.io_path sriov");
  if (rx.pools < vms)
    refuse("rx.pools", rx.pools, fmt::format("are {} and up: a pool for each VM of a port with sriov", vms));
  if (rx.dcb.enabled) {
    require(rx.vectors == rx.pools, "rx.vectors", rx.vectors,
            fmt::format("is {} with sriov and dcb.enabled: a vector for each virtual function", rx.pools));
  } else if (rx.vectors < rx.pools) {
    refuse("rx.vectors", rx.vectors,
           fmt::format("are {} and up: a vector for each virtual function with sriov", rx.pools));
  } else if (rx.queues != rx.pools) {
    refuse("rx.queues", rx.queues,
           fmt::format("is {} with sriov: a queue for each virtual function (rx.pools)", rx.pools));
  }
  require(scenario.tx.queues >= vms && (rx.dcb.enabled || scenario.tx.queues <= rx.pools), "tx.queues",
          scenario.tx.queues,
          fmt::format("are {} to {} with sriov: a queue for each virtual function of a port", vms, rx.pools));
}

// With traffic classes all transmit queues of the classes, and of the pools, are set up.
void complete_classes_of_vms(Scenario& scenario) {
  if (!scenario.rx.dcb.enabled) return;
  const HostSettings& hosts = scenario.hosts;
  if (hosts.transmit_affinity) {
    throw InputError(
        "host.transmit_affinity: found true with dcb.enabled, accepted is false: the class selects the "
        "queue");
  }
  check_queues(scenario.profile, scenario.rx);
  if (!scenario.is_given("tx.queues"))
    scenario.tx.queues = queue_plan(scenario.profile, scenario.rx).transmit_queues(scenario.profile);
}

// Frames of the longest packets must be accepted, and fit into one buffer.
void complete_frame_size(Scenario& scenario) {
  // One of several hosts may have no VM.
  if (scenario.hosts.vms.empty()) return;
  const auto longest = std::max_element(scenario.hosts.vms.begin(), scenario.hosts.vms.end(),
                                        [](const auto& a, const auto& b) { return a.mtu < b.mtu; });
  const std::uint32_t frame = longest->mtu + kEthernetOverhead;
  RxDriverConfig& rx = scenario.rx;
  if (longest->mtu > kUsualMtu && !scenario.is_given("rx.max_frame")) rx.max_frame = frame;
  if (!scenario.is_given("rx.buffer_kib"))
    rx.buffer_kib = std::max(rx.buffer_kib, (rx.max_frame + kKibibyte - 1) / kKibibyte);
  const std::string remark = fmt::format(
      "are {} and up with vm[{}].mtu {}", frame,
      scenario.hosts.number_of(static_cast<unsigned>(longest - scenario.hosts.vms.begin())), longest->mtu);
  require(rx.max_frame >= frame, "rx.max_frame", rx.max_frame, remark);
  require(rx.buffer_kib * kKibibyte >= rx.max_frame, "rx.buffer_kib", rx.buffer_kib,
          fmt::format("are {} and up with VMs: a frame takes one buffer (rx.max_frame {})",
                      (rx.max_frame + kKibibyte - 1) / kKibibyte, rx.max_frame));
}

ParameterSet read_platform(const std::string& platform) {
  const std::vector<std::string> names = ParameterSet::platforms();
  if (std::find(names.begin(), names.end(), platform) != names.end()) return ParameterSet::platform(platform);
  std::ifstream file(platform, std::ios::binary);
  std::ostringstream text;
  if (!file || !(text << file.rdbuf()))
    throw InputError(
        fmt::format("host.platform: {} cannot be read, accepted: a parameter set or the path of a "
                    "file that holds one",
                    platform));
  return ParameterSet::parse(text.str(), platform);
}

// The ring holds all segments of a packet that software segments, two descriptors each.
void check_rings(const Scenario& scenario) {
  if (!scenario.hosts.software_segmentation) return;
  for (unsigned vm = 0; vm < scenario.hosts.vms.size(); ++vm) {
    const VmSettings& own = scenario.hosts.vms[vm];
    if (own.segmentation_bytes == 0) continue;
    const std::uint32_t mss = tcp_of(own).mss();
    const std::uint32_t descriptors = 2 * ((own.segmentation_bytes + mss - 1) / mss);
    require(
        descriptors < scenario.tx.ring, "tx.ring", scenario.tx.ring,
        fmt::format("are {} and up with host.segmentation software, vm[{}].segmentation_bytes {} and MTU {}",
                    descriptors / 8 * 8 + 8, scenario.hosts.number_of(vm), own.segmentation_bytes, own.mtu));
  }
}

std::vector<unsigned> cores_between(unsigned first, unsigned end) {
  std::vector<unsigned> cores;
  for (unsigned core = first; core < end; ++core) cores.push_back(core);
  return cores;
}

}  // namespace

void complete_platform(Scenario& scenario, unsigned vectors) {
  HostSettings& hosts = scenario.hosts;
  ParameterSet set = read_platform(hosts.platform);
  for (const auto& [name, value] : hosts.parameters) set.set(name, value);
  for (const std::string& name : ParameterSet::names()) hosts.of_platform[name] = set.value(name);
  const auto cores = static_cast<unsigned>(hosts.of_platform["machine.cores"]);
  const unsigned half = std::max(1u, cores / 2);
  if (!scenario.is_given("host.queue_cores")) hosts.queue_cores = cores_between(0, half);
  if (!scenario.is_given("host.vm_cores")) hosts.vm_cores = cores_between(cores / 2, cores);
  if (!scenario.is_given("host.backend_cores")) {
    hosts.backend_cores.clear();
    for (const unsigned core : cores_between(0, half)) {
      const auto used = hosts.queue_cores.begin() +
                        static_cast<std::ptrdiff_t>(std::min<std::size_t>(vectors, hosts.queue_cores.size()));
      if (std::find(hosts.queue_cores.begin(), used, core) == used) hosts.backend_cores.push_back(core);
    }
    if (hosts.backend_cores.empty()) hosts.backend_cores = cores_between(0, half);
  }
}

unsigned port_of_vm(const Scenario& scenario, unsigned vm) {
  const unsigned port = scenario.hosts.vms[vm].port;
  return port == VmSettings::kUnset ? vm % scenario.ports : port;
}

unsigned core_of_vm(const Scenario& scenario, unsigned vm) {
  const HostSettings& hosts = scenario.hosts;
  const unsigned core = hosts.vms[vm].core;
  return core == VmSettings::kUnset ? hosts.vm_cores[hosts.place_of(vm) % hosts.vm_cores.size()] : core;
}

std::vector<unsigned> vms_of_port(const Scenario& scenario, unsigned port) {
  std::vector<unsigned> vms;
  for (unsigned vm = 0; vm < scenario.hosts.vms.size(); ++vm)
    if (port_of_vm(scenario, vm) == port) vms.push_back(vm);
  return vms;
}

unsigned usual_pools_of_vms(const Scenario& scenario) {
  if (!plan_of(scenario).queues_of_guests) return 1;
  std::size_t most = 1;
  for (unsigned port = 0; port < scenario.ports; ++port)
    most = std::max(most, vms_of_port(scenario, port).size());
  const unsigned pools = scenario.rx.dcb.enabled ? most_pools_with_classes(scenario.profile, scenario.rx.rss)
                                                 : scenario.profile.pools;
  return static_cast<unsigned>(std::min<std::size_t>(most, pools));
}

void list_vms(Scenario& scenario, const std::vector<unsigned>& nics) {
  const auto count = static_cast<unsigned>(nics.size());
  std::vector<unsigned> of_host(count);  // VMs so far
  HostSettings& hosts = scenario.hosts;
  hosts.vms.assign(count_vms(hosts), VmSettings());
  hosts.vm = VmSettings();
  std::stable_sort(hosts.values.begin(), hosts.values.end(),
                   [](const RangedValue& a, const RangedValue& b) { return a.range < b.range; });
  for (const RangedValue& value : hosts.values) apply(scenario, value);
  for (unsigned vm = 0; vm < hosts.vms.size(); ++vm) {
    VmSettings& own = hosts.vms[vm];
    forget_unused(own);
    if (own.host == VmSettings::kUnset) own.host = vm % count;
    require(own.host < count, fmt::format("vm[{}].host", vm), own.host,
            fmt::format("are 0 to {} (host.count {})", count - 1, count));
    const unsigned most = nics[own.host];
    if (own.nic == VmSettings::kUnset) own.nic = of_host[own.host] % most;
    ++of_host[own.host];
    require(own.nic < most, fmt::format("vm[{}].nic", vm), own.nic,
            fmt::format("are 0 to {} (host.nics {})", most - 1, most));
    if (count == 1 && own.peer != VmSettings::kUnset) {
      throw InputError(
          fmt::format("vm[{}].peer: found {} with one host, accepted with two and more "
                      "(host.count, [[host]])",
                      vm, own.peer));
    }
  }
  for (unsigned vm = 0; vm < hosts.vms.size(); ++vm) {
    VmSettings& own = hosts.vms[vm];
    const unsigned vlan = own.vlan;
    if (vlan == 0) continue;
    own.vlans.push_back(vlan);
    if (own.peer < hosts.vms.size()) hosts.vms[own.peer].vlans.push_back(vlan);
  }
  for (VmSettings& own : hosts.vms) {
    std::sort(own.vlans.begin(), own.vlans.end());
    own.vlans.erase(std::unique(own.vlans.begin(), own.vlans.end()), own.vlans.end());
  }
}

void check_vlan(const Scenario& host, unsigned number, const VmSettings& vm) {
  const std::vector<std::uint16_t>& passed = host.rx.vlans;
  if (passed.empty() || !vm.tagged()) return;
  if (std::find(passed.begin(), passed.end(), vm.vlan) != passed.end()) return;
  refuse(fmt::format("vm[{}].vlan", number), vm.vlan,
         fmt::format(
             "are the VLANs of rx.vlans ({}){}", fmt::join(passed, ", "),
             vm.priority == 0 ? " and 0" : fmt::format(" with vm[{}].priority {}", number, vm.priority)));
}

void expand_vms(Scenario& scenario) {
  HostSettings& hosts = scenario.hosts;
  if (!hosts.listed) {
    check_scopes(scenario);
    list_vms(scenario, {1});
  }
  for (unsigned vm = 0; vm < hosts.vms.size(); ++vm) {
    const std::string name = fmt::format("vm[{}].", hosts.number_of(vm));
    TcpConfig tcp = tcp_of(hosts.vms[vm]);
    tcp.segmentation_bytes = hosts.vms[vm].segmentation_bytes;
    check(tcp, name);
    if (hosts.vms[vm].port != VmSettings::kUnset)
      require(hosts.vms[vm].port < scenario.ports, name + "port", hosts.vms[vm].port,
              fmt::format("are 0 to {} (device.ports {})", scenario.ports - 1, scenario.ports));
  }
  complete_frame_size(scenario);
  for (unsigned vm = 0; vm < hosts.vms.size(); ++vm) check_vlan(scenario, hosts.number_of(vm), hosts.vms[vm]);
  if (!scenario.is_given("measure.warmup")) scenario.window.warmup = kUsualWarmup;
  if (!scenario.is_given("measure.window")) scenario.window.length = kUsualWindow;
  if (scenario.window.length == 0)
    throw InputError("measure.window: found 0, accepted with VMs is a time above it");
  if (scenario.window.warmup < hosts.start_spread) {
    throw InputError(fmt::format("measure.warmup: found {} ns, accepted are {} ns and up (peer.start_spread)",
                                 scenario.window.warmup / kNanosecond, hosts.start_spread / kNanosecond));
  }
}

void complete_host_of_vms(Scenario& scenario) {
  HostSettings& hosts = scenario.hosts;
  RxDriverConfig& rx = scenario.rx;
  const bool functions = plan_of(scenario).guest_polls;
  if (!scenario.is_given("rx.vectors")) {
    // The classes of a pool share its vector.
    const unsigned queues = rx.dcb.enabled && rx.pools > 1 ? rx.pools : rx.queues;
    rx.vectors = std::min(functions ? queues : std::min(kUsualVectors, queues), scenario.profile.vectors);
  }
  complete_classes_of_vms(scenario);
  if (!scenario.is_given("tx.queues") && !rx.dcb.enabled)
    scenario.tx.queues = std::min(rx.queues, scenario.profile.tx_queues);
  if (scenario.tx.queues == 0) throw InputError("tx.queues: found 0, accepted with VMs are 1 and up");
  if (!scenario.is_given("rx.promiscuous")) {
    // VMs beyond the exact filters share the default pool.
    for (unsigned port = 0; port < scenario.ports; ++port)
      rx.promiscuous = rx.promiscuous || vms_of_port(scenario, port).size() > scenario.profile.addresses;
  }
  complete_platform(scenario, rx.vectors);
  const auto cores = static_cast<unsigned>(hosts.of_platform["machine.cores"]);
  check_cores("host.queue_cores", hosts.queue_cores, cores);
  check_cores("host.backend_cores", hosts.backend_cores, cores);
  check_cores("host.vm_cores", hosts.vm_cores, cores);
  for (unsigned vm = 0; vm < hosts.vms.size(); ++vm)
    check_cores(fmt::format("vm[{}].core", hosts.number_of(vm)), {core_of_vm(scenario, vm)}, cores);
  for (unsigned port = 0; port < scenario.ports && functions; ++port) check_functions(scenario, port);
  check_rings(scenario);
}

}  // namespace ixsim::platform
