// Counts, one scenario a host, and what they have in common.
#include "platform/hosts/complete_network.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/accepted.h"
#include "host/peer/headroom.h"
#include "platform/hosts/complete_vms.h"
#include "platform/hosts/key_scope.h"
#include "platform/nearest_key.h"

namespace ixsim::platform {
namespace {

constexpr unsigned kMostHosts = 32;
using Range = RangedValue::Range;

unsigned sum_of_tables(const HostSettings& hosts) {
  unsigned sum = 0;
  for (const unsigned count : hosts.host_tables) sum += count;
  return sum;
}

// Returns whether a value is for this host.
bool is_for(const RangedValue& value, unsigned host, const HostSettings& hosts) {
  switch (value.range) {
    case Range::kFileAll:
    case Range::kOptionAll:
      return true;
    case Range::kFileTable:
      break;
    default:
      return host >= value.first && host <= value.last;
  }
  if (value.nic) return host == value.table;
  unsigned first = 0;
  for (unsigned table = 0; table < value.table; ++table) first += hosts.host_tables[table];
  // host.count replaces the number of the only table.
  const unsigned count = hosts.host_tables.size() == 1 && hosts.host_count != 0
                             ? hosts.host_count
                             : hosts.host_tables[value.table];
  return host >= first && host < first + count;
}

// Returns the scenario of one host, not yet complete.
Scenario scenario_of_host(const Scenario& whole, unsigned host) {
  std::vector<const RangedValue*> values;
  for (const auto& value : whole.hosts.log)
    if (is_for(*value, host, whole.hosts)) values.push_back(value.get());
  std::stable_sort(values.begin(), values.end(),
                   [](const RangedValue* a, const RangedValue* b) { return a->range < b->range; });
  Scenario scenario;
  for (const RangedValue* value : values) {
    value->set(scenario);
    scenario.given.insert(value->key);
  }
  HostSettings& hosts = scenario.hosts;
  hosts.used_by = whole.hosts.used_by;
  hosts.listed = true;
  for (unsigned vm = 0; vm < whole.hosts.vms.size(); ++vm) {
    if (whole.hosts.vms[vm].host != host) continue;
    hosts.vms.push_back(whole.hosts.vms[vm]);
    hosts.numbers.push_back(vm);
  }
  return scenario;
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
  for (unsigned vm = 0; vm < vms.size(); ++vm) {
    const VmSettings& own = vms[vm];
    if (own.workload == VmWorkload::kNone || own.peer == VmSettings::kUnset) continue;
    const VmSettings& peer = vms[own.peer];
    try {
      check_vlan(parts[peer.host], vm, own);
    } catch (const InputError& error) {
      throw InputError(fmt::format("host[{}]: {}", peer.host, error.what()));
    }
    if (!parts[peer.host].rx.dcb.enabled || peer.priority == own.priority) continue;
    refuse(fmt::format("vm[{}].priority", own.peer), peer.priority,
           fmt::format("is {} with dcb.enabled: that of vm[{}], whose peer it is", own.priority, vm));
  }
}

}  // namespace

unsigned count_hosts(const Scenario& scenario) {
  const HostSettings& hosts = scenario.hosts;
  if (hosts.host_count != 0 && hosts.host_tables.size() > 1) {
    throw InputError(
        fmt::format("host.count: found {} next to {} tables [[host]], accepted: `count` in each table",
                    hosts.host_count, hosts.host_tables.size()));
  }
  const unsigned count = hosts.host_count != 0        ? hosts.host_count
                         : !hosts.host_tables.empty() ? sum_of_tables(hosts)
                                                      : 1;
  if (count > kMostHosts) refuse("host.count", count, fmt::format("are 1 to {}", kMostHosts));
  if (hosts.nic_tables > std::max(1u, count)) {
    throw InputError(fmt::format(
        "[[nic]]: found {} tables and {} host{}, accepted: one table or none for each host; a network "
        "controller has two ports with device.ports = 2",
        hosts.nic_tables, count, count == 1 ? "" : "s"));
  }
  for (const auto& value : hosts.log) {
    const bool indexed = value->range == Range::kFileIndex || value->range == Range::kOptionSome ||
                         value->range == Range::kOptionOne;
    if (indexed && value->last >= count) {
      throw InputError(fmt::format("{}: found host {}, accepted are 0 to {} (host.count {})", value->origin,
                                   value->last, count - 1, count));
    }
    const bool narrow = indexed || (value->range == Range::kFileTable && count > 1);
    if (narrow && count > 1 && !is_of_host(value->key)) {
      throw InputError(fmt::format("{}: found for one of {} hosts, accepted for all: {}", value->origin,
                                   count, value->key));
    }
  }
  for (const std::string& key : scenario.given) {
    if (count == 1 && !hosts.listed && (section_of(key) == "network" || section_of(key) == "switch"))
      throw InputError(key + ": found with one host, accepted with two and more (host.count, [[host]])");
  }
  return count;
}

void complete_network(Scenario& scenario, unsigned count) {
  check_scopes(scenario);
  list_vms(scenario, count);
  check_peers(scenario);
  auto parts = std::make_shared<std::vector<Scenario>>();
  for (unsigned host = 0; host < count; ++host) {
    parts->push_back(scenario_of_host(scenario, host));
    try {
      complete_scenario(parts->back());
    } catch (const InputError& error) {
      throw InputError(fmt::format("host[{}]: {}", host, error.what()));
    }
  }
  check_cable(scenario, *parts);
  check_tags(scenario, *parts);
  // The scenario of each host has the values that are for all hosts.
  Scenario whole = parts->front();
  PauseThresholds& thresholds = whole.hosts.network.bridge.thresholds;
  if (whole.given.count("switch.low_watermark") == 0)
    thresholds.xon = std::min(thresholds.xon, thresholds.xoff / 2);
  if (thresholds.xon > thresholds.xoff) {
    refuse("switch.low_watermark", thresholds.xon,
           fmt::format("are 0 to {} (switch.high_watermark)", thresholds.xoff));
  }
  HostSettings own = scenario.hosts;
  own.vm = {};
  own.network = whole.hosts.network;
  own.network_delay = whole.hosts.network_delay;
  own.loss = whole.hosts.loss;
  own.start_spread = whole.hosts.start_spread;
  whole.hosts = std::move(own);
  whole.given = scenario.given;
  whole.pcap = scenario.pcap;
  whole.of_hosts = std::move(parts);
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
