// All that a run with VMs has measured, for the metrics, the limits and the lines that follow from it.
#ifndef IXSIM_PLATFORM_HOSTS_HOST_RECORD_H
#define IXSIM_PLATFORM_HOSTS_HOST_RECORD_H

#include <fmt/format.h>

#include <string>
#include <vector>

#include "base/layers.h"
#include "platform/event_log.h"
#include "platform/hosts/host_simulation.h"
#include "platform/hosts/nic_probe.h"
#include "platform/link_use.h"
#include "platform/run.h"

namespace ixsim::platform {

// One controller with its host.
struct HostRecord {
  const Scenario& scenario;  // of this controller
  HostSimulation& simulation;
  const HostMeasurement& measured;
  const NicProbe& probe;
  const LinkUse& link;                   // in the window
  const std::vector<WindowCount>& wire;  // frames towards each port in the window, by their first bits
  EventLog* events = nullptr;            // of the whole run, if it is recorded
  unsigned nic = 0;                      // number of all controllers
  unsigned first_port = 0;               // of the ports of the host

  unsigned host() const { return scenario.hosts.host; }
  bool first_of_host() const { return scenario.hosts.nic == 0; }
  // Returns what names of a port's metrics begin with: with one port nothing.
  std::string port_prefix(unsigned port) const {
    return nic_prefix() + (scenario.ports == 1 ? "" : fmt::format("port{}.", port));
  }
  // Returns what names of the controller's and the host's metrics begin with: an index if there are several.
  std::string nic_prefix() const { return scenario.hosts.listed ? fmt::format("nic[{}].", nic) : ""; }
  std::string host_prefix() const { return alone() ? "host." : fmt::format("host[{}].", host()); }
  // Returns whether there is one host.
  bool alone() const { return simulation.hosts() == 1; }
  HostSystem& system() const { return simulation.system(host()); }
  ControllerCore& controller() const { return system().controller(scenario.hosts.nic); }
  const HostShare& share() const { return measured.hosts[host()]; }
};

// Adds the metrics of all VMs and of the network, and those of each host, to `result`.
void measure_hosts(const std::vector<HostRecord>& records, RunResult& result);
// Returns the limit of each direction of each port for which VMs have traffic, by the evidence of busy and
// wait times. The load that VMs offer limits if they got it. Else a resource limits that was busy for 95 % of
// the window; else the TCP window, or the congestion window, for which most senders waited.
std::vector<RunLimit> find_host_limits(const HostRecord& record);

}  // namespace ixsim::platform

#endif
