// Counts, one scenario a controller, and the values that all have in common.
#include "platform/hosts/complete_network.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/accepted.h"
#include "base/plural.h"
#include "host/peer/headroom.h"
#include "platform/hosts/complete_vms.h"
#include "platform/hosts/key_scope.h"
#include "platform/nearest_key.h"

namespace ixsim::platform {
namespace {

constexpr unsigned kMostHosts = 32;
constexpr unsigned kMostNics = 8;  // of a host
using Range = RangedValue::Range;

unsigned sum_of_tables(const HostSettings& hosts) {
  unsigned sum = 0;
  for (const unsigned count : hosts.host_tables) sum += count;
  return sum;
}

// A controller: its host, its number on the host, and its number in all.
struct Place {
  unsigned host = 0;
  unsigned nic = 0;
  unsigned number = 0;
};

// Returns whether a value is for this controller or its host.
bool is_for(const RangedValue& value, const Place& place, const HostSettings& hosts) {
  const unsigned own = value.nic ? place.number : place.host;
  switch (value.range) {
    case Range::kFileAll:
    case Range::kOptionAll:
      return true;
    case Range::kFileTable:
      break;
    default:
      return own >= value.first && own <= value.last;
  }
  if (value.nic) return own == value.table;
  unsigned first = 0;
  for (unsigned table = 0; table < value.table; ++table) first += hosts.host_tables[table];
  // host.count replaces the number of the only table.
  const unsigned count = hosts.host_tables.size() == 1 && hosts.host_count != 0
                             ? hosts.host_count
                             : hosts.host_tables[value.table];
  return own >= first && own < first + count;
}

// Returns the values for a controller, in the order in which they apply.
std::vector<const RangedValue*> values_for(const Place& place, const HostSettings& hosts) {
  std::vector<const RangedValue*> values;
  for (const auto& value : hosts.log)
    if (is_for(*value, place, hosts)) values.push_back(value.get());
  std::stable_sort(values.begin(), values.end(),
                   [](const RangedValue* a, const RangedValue* b) { return a->range < b->range; });
  return values;
}

// Returns the controllers that host.nics gives a host; 0 if nothing sets it.
unsigned nics_of_host(const HostSettings& hosts, unsigned host) {
  Scenario scenario;
  for (const RangedValue* value : values_for({host, 0, 0}, hosts))
    if (value->key == "host.nics") value->set(scenario);
  return scenario.hosts.nics;
}

// Returns the scenario of one controller, not yet complete.
Scenario scenario_of_nic(const Scenario& whole, const Place& place, unsigned nics) {
  Scenario scenario;
  for (const RangedValue* value : values_for(place, whole.hosts)) {
    value->set(scenario);
    scenario.given.insert(value->key);
  }
  HostSettings& hosts = scenario.hosts;
  hosts.used_by = whole.hosts.used_by;
  hosts.listed = true;
  hosts.host = place.host;
  hosts.nic = place.nic;
  hosts.nics = nics;
  unsigned of_host = 0;
  for (unsigned vm = 0; vm < whole.hosts.vms.size(); ++vm) {
    const VmSettings& settings = whole.hosts.vms[vm];
    if (settings.host != place.host) continue;
    const unsigned own = of_host++;
    if (settings.nic < place.nic) ++hosts.first_backend;
    if (settings.nic != place.nic) continue;
    hosts.vms.push_back(settings);
    hosts.numbers.push_back(vm);
    hosts.places.push_back(own);
  }
  return scenario;
}

// The controllers of a host share its cores: their vectors are dealt over them in turn, and threads for VMs
// have the cores that no vector has.
void share_cores(std::vector<Scenario>& parts, std::size_t first) {
  unsigned vectors = 0;
  for (std::size_t i = first; i < parts.size(); ++i) {
    parts[i].hosts.first_vector = vectors;
    vectors += parts[i].rx.vectors;
  }
  if (parts.size() - first == 1) return;
  for (std::size_t i = first; i < parts.size(); ++i) complete_platform(parts[i], vectors);
}

// Frames between hosts must be accepted at both ends.
void check_cable(const Scenario& whole, const std::vector<Scenario>& parts) {
  if (!whole.hosts.network.cable) return;
  unsigned ports = 0;
  for (const Scenario& part : parts) ports += part.ports;
  const bool peer = std::any_of(whole.hosts.vms.begin(), whole.hosts.vms.end(), [](const VmSettings& vm) {
    return vm.workload != VmWorkload::kNone && vm.peer == VmSettings::kUnset;
  });
  if (ports + (peer ? 1 : 0) != 2) {
    throw InputError(fmt::format(
        "network.topology: found cable with {} ports of controllers{}, accepted with two ports in all", ports,
        peer ? " and a link partner, which VMs without vm.peer have" : ""));
  }
}

// The frames of a connection have the tag of the VM with the workload, in both directions.
void check_tags(const Scenario& whole, const std::vector<Scenario>& parts) {
  const std::vector<VmSettings>& vms = whole.hosts.vms;
  const auto part_of = [&](const VmSettings& vm) -> const Scenario& {
    return *std::find_if(parts.begin(), parts.end(), [&](const Scenario& part) {
      return part.hosts.host == vm.host && part.hosts.nic == vm.nic;
    });
  };
  for (unsigned vm = 0; vm < vms.size(); ++vm) {
    const VmSettings& own = vms[vm];
    if (own.workload == VmWorkload::kNone || own.peer == VmSettings::kUnset) continue;
    const VmSettings& peer = vms[own.peer];
    try {
      check_vlan(part_of(peer), vm, own);
    } catch (const InputError& error) {
      throw InputError(fmt::format("host[{}]: {}", peer.host, error.what()));
    }
    if (!part_of(peer).rx.dcb.enabled || peer.priority == own.priority) continue;
    refuse(fmt::format("vm[{}].priority", own.peer), peer.priority,
           fmt::format("is {} with dcb.enabled: that of vm[{}], whose peer it is", own.priority, vm));
  }
}

// Sets the headroom that a port of the switch needs, unless the scenario has one: that of the slowest port,
// for the longest frames. A tag is not part of the longest frame.
void complete_headroom(Scenario& whole, const std::vector<VmSettings>& vms,
                       const std::vector<Scenario>& parts) {
  if (whole.is_given("switch.headroom")) return;
  constexpr std::uint32_t kTagSize = 4;
  NetworkSettings& network = whole.hosts.network;
  HeadroomConfig link;
  link.byte_time = whole.byte_time;
  link.delay = network.cable_delay;
  link.response = whole.pause_response;
  link.max_frame = 0;
  for (const Scenario& part : parts) {
    link.byte_time = std::max(link.byte_time, part.byte_time);
    link.max_frame = std::max(link.max_frame, part.rx.max_frame);
  }
  if (std::any_of(vms.begin(), vms.end(), [](const VmSettings& vm) { return vm.tagged(); }))
    link.max_frame += kTagSize;
  link.max_other_frame = link.max_frame;
  network.bridge.thresholds.headroom = headroom(link);
}

// With PAUSE of priorities each controller that sends frames of a lossless priority must obey them.
void complete_lossless(Scenario& whole, const std::vector<VmSettings>& vms,
                       const std::vector<Scenario>& parts) {
  NetworkSettings& network = whole.hosts.network;
  const auto deaf = std::find_if(parts.begin(), parts.end(),
                                 [](const Scenario& part) { return part.rx.dcb.priority_pause; });
  if (!network.cable && network.bridge.pause == EthernetSwitchConfig::Pause::kLink && deaf != parts.end()) {
    throw InputError(
        fmt::format("switch.pause: found link with dcb.priority_pause on host {}, accepted is priority: a "
                    "controller that obeys "
                    "PAUSE of priorities ignores that of the link, and the switch would lose frames",
                    deaf->hosts.host));
  }
  if (network.cable || network.bridge.pause != EthernetSwitchConfig::Pause::kPriority) {
    network.lossless.clear();
    return;
  }
  if (!whole.is_given("switch.lossless")) {
    network.lossless.clear();
    for (const VmSettings& vm : vms)
      if (vm.workload != VmWorkload::kNone) network.lossless.push_back(vm.priority);
  }
  std::sort(network.lossless.begin(), network.lossless.end());
  network.lossless.erase(std::unique(network.lossless.begin(), network.lossless.end()),
                         network.lossless.end());
  const auto needs_classes = [&](const VmSettings& place, unsigned vm, unsigned priority) {
    for (const Scenario& part : parts) {
      const bool own = part.hosts.host == place.host && part.hosts.nic == place.nic;
      if (!own || part.rx.dcb.priority_pause) continue;
      throw InputError(fmt::format(
          "dcb.priority_pause: found false on host {}, accepted is true with switch.pause priority, which "
          "stops priority {} of vm[{}] (also set dcb.enabled)",
          place.host, priority, vm));
    }
  };
  for (unsigned vm = 0; vm < vms.size(); ++vm) {
    const VmSettings& own = vms[vm];
    if (own.workload == VmWorkload::kNone ||
        std::find(network.lossless.begin(), network.lossless.end(), own.priority) == network.lossless.end())
      continue;
    needs_classes(own, vm, own.priority);
    if (own.peer != VmSettings::kUnset) needs_classes(vms[own.peer], vm, own.priority);
  }
}

}  // namespace

std::vector<unsigned> count_nics(const Scenario& scenario) {
  const HostSettings& hosts = scenario.hosts;
  if (hosts.listed) return {1};
  if (hosts.host_count != 0 && hosts.host_tables.size() > 1) {
    throw InputError(
        fmt::format("host.count: found {} next to {} tables [[host]], accepted: `count` in each table",
                    hosts.host_count, hosts.host_tables.size()));
  }
  const unsigned count = hosts.host_count != 0        ? hosts.host_count
                         : !hosts.host_tables.empty() ? sum_of_tables(hosts)
                                                      : 1;
  if (count > kMostHosts) refuse("host.count", count, fmt::format("are 1 to {}", kMostHosts));
  std::vector<unsigned> nics;
  unsigned sum = 0;
  for (unsigned host = 0; host < count; ++host) {
    const unsigned given = nics_of_host(hosts, host);
    nics.push_back(given != 0 ? given : count == 1 ? std::clamp(hosts.nic_tables, 1u, kMostNics) : 1);
    sum += nics.back();
  }
  if (hosts.nic_tables > sum) {
    throw InputError(
        fmt::format("[[nic]]: found {} tables and {} network controller{}, accepted: one table or none for "
                    "each (host.nics, "
                    "at most {} for a host); a controller has two ports with device.ports = 2",
                    hosts.nic_tables, sum, plural(sum), kMostNics));
  }
  for (const auto& value : hosts.log) {
    const bool indexed = value->range == Range::kFileIndex || value->range == Range::kOptionSome ||
                         value->range == Range::kOptionOne;
    const unsigned all = value->nic ? sum : count;
    if (indexed && value->last >= all) {
      throw InputError(fmt::format("{}: found {} {}, accepted are 0 to {} (host.count {}{})", value->origin,
                                   value->nic ? "controller" : "host", value->last, all - 1, count,
                                   value->nic ? ", host.nics" : ""));
    }
    const bool narrow = (indexed || value->range == Range::kFileTable) && all > 1;
    if (narrow && !is_of_host(value->key)) {
      throw InputError(fmt::format("{}: found for one of {} {}, accepted for all: {}", value->origin, all,
                                   value->nic ? "controllers" : "hosts", value->key));
    }
    if (narrow && value->nic && section_of(value->key) == "host") {
      throw InputError(fmt::format("{}: found for one of {} controllers, accepted for a host: host[N].{}",
                                   value->origin, all, value->key.substr(5)));
    }
  }
  for (const std::string& key : scenario.given) {
    if (count == 1 && (section_of(key) == "network" || section_of(key) == "switch"))
      throw InputError(key + ": found with one host, accepted with two and more (host.count, [[host]])");
  }
  return nics;
}

void complete_network(Scenario& scenario, const std::vector<unsigned>& nics) {
  check_scopes(scenario);
  list_vms(scenario, nics);
  check_peers(scenario);
  auto parts = std::make_shared<std::vector<Scenario>>();
  for (unsigned host = 0; host < nics.size(); ++host) {
    const std::size_t first = parts->size();
    for (unsigned nic = 0; nic < nics[host]; ++nic) {
      const auto number = static_cast<unsigned>(parts->size());
      parts->push_back(scenario_of_nic(scenario, {host, nic, number}, nics[host]));
      try {
        complete_scenario(parts->back());
      } catch (const InputError& error) {
        throw InputError(fmt::format("{}[{}]: {}", nics[host] == 1 ? "host" : "nic",
                                     nics[host] == 1 ? host : number, error.what()));
      }
    }
    share_cores(*parts, first);
  }
  check_cable(scenario, *parts);
  check_tags(scenario, *parts);
  // The scenario of each controller has the values that are for all.
  Scenario whole = parts->front();
  PauseThresholds& thresholds = whole.hosts.network.bridge.thresholds;
  if (whole.given.count("switch.low_watermark") == 0)
    thresholds.xon = std::min(thresholds.xon, thresholds.xoff / 2);
  if (thresholds.xon > thresholds.xoff) {
    refuse("switch.low_watermark", thresholds.xon,
           fmt::format("are 0 to {} (switch.high_watermark)", thresholds.xoff));
  }
  complete_headroom(whole, scenario.hosts.vms, *parts);
  complete_lossless(whole, scenario.hosts.vms, *parts);
  HostSettings own = scenario.hosts;
  own.vm = {};
  own.network = whole.hosts.network;
  own.network_delay = whole.hosts.network_delay;
  own.loss = whole.hosts.loss;
  own.start_spread = whole.hosts.start_spread;
  whole.hosts = std::move(own);
  whole.given = scenario.given;
  whole.pcap = scenario.pcap;
  whole.of_nics = std::move(parts);
  scenario = std::move(whole);
}

void check_peers(const Scenario& scenario) {
  const std::vector<VmSettings>& vms = scenario.hosts.vms;
  for (std::size_t vm = 0; vm < vms.size(); ++vm) {
    const unsigned peer = vms[vm].peer;
    if (peer == VmSettings::kUnset || vms[vm].workload == VmWorkload::kNone) continue;
    const std::string name = fmt::format("vm[{}].peer", vm);
    require(peer < vms.size(), name, peer, fmt::format("are 0 to {}", vms.size() - 1));
    if (vms[peer].host == vms[vm].host) {
      throw InputError(
          fmt::format("{}: found {}, which is on host {} as VM {} is, accepted: a VM of another host", name,
                      peer, vms[vm].host, vm));
    }
  }
}

}  // namespace ixsim::platform
