// Scopes by section, with the keys that differ from the rest of their section.
#include "platform/hosts/key_scope.h"

#include <fmt/format.h>

#include <set>

#include "ixsim/error.h"
#include "platform/nearest_key.h"

namespace ixsim::platform {

KeyScope scope_of(const std::string& key) {
  // The driver and the link partner of both kinds of runs have these.
  static const std::set<std::string> kAll = {"host.budget", "host.refill", "traffic.honor_pause",
                                             "traffic.pause_response_ns", "traffic.start_us"};
  // A run with VMs has its own receive addresses, packets and costs.
  static const std::set<std::string> kDevice = {"host.mode",
                                                "host.service_time_ns",
                                                "host.interrupt_latency_ns",
                                                "host.memory_mib",
                                                "rx.addresses",
                                                "rx.rebalances",
                                                "rx.rebalance_interval_ns",
                                                "rx.rsc",
                                                "tx.packets",
                                                "tx.frame_size",
                                                "tx.mss",
                                                "tx.burst",
                                                "tx.idle_ns",
                                                "tx.doorbell",
                                                "tx.checksum_offload"};
  if (kAll.count(key) != 0) return KeyScope::kAll;
  const std::string section = section_of(key);
  if (kDevice.count(key) != 0 || section == "traffic") return KeyScope::kDevice;
  static const std::set<std::string> kVmSections = {"host", "vm", "peer", "network", "switch"};
  return kVmSections.count(section) != 0 ? KeyScope::kVms : KeyScope::kAll;
}

bool is_of_host(const std::string& key) {
  static const std::set<std::string> kSections = {"host", "device", "pcie", "rx", "tx", "dcb"};
  return key != "host.count" && kSections.count(section_of(key)) != 0;
}

bool takes(const Scenario& scenario, const ScenarioKey& key) {
  const std::string section = section_of(key.name);
  if (!scenario.several_hosts() && (section == "network" || section == "switch")) return false;
  return key.scope == KeyScope::kAll || (key.scope == KeyScope::kVms) == scenario.with_vms();
}

void check_scopes(const Scenario& scenario) {
  if (!scenario.with_vms()) return;
  for (const std::string& name : scenario.given) {
    if (scope_of(name) == KeyScope::kDevice) {
      throw InputError(fmt::format("{}: found next to {}, accepted only in runs without VMs", name,
                                   scenario.hosts.used_by));
    }
  }
}

}  // namespace ixsim::platform
