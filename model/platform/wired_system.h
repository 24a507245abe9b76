// The system that a scenario describes: host, controller, sources and sinks, bound socket to socket, with the
// strategies, checkers, traces and observers that the options of a run request. The run drives it, checks it
// and measures it; this class takes no action itself. SystemC constructs and runs the parts in the order of
// the members.
#ifndef IXSIM_PLATFORM_WIRED_SYSTEM_H
#define IXSIM_PLATFORM_WIRED_SYSTEM_H

#include <memory>
#include <string>
#include <vector>

#include "base/layers.h"
#include "host/host.h"
#include "ixsim/ethernet_controller.h"
#include "platform/event_log.h"
#include "platform/link_use.h"
#include "platform/memory_record.h"
#include "platform/receive_metrics.h"
#include "platform/rtl_checkers.h"
#include "platform/run.h"
#include "platform/run_series.h"
#include "platform/traffic_source.h"
#include "platform/wire_sink.h"

namespace ixsim::platform {

struct WiredSystem {
  // Makes the system. Throws InputError for RTL that does not fit and for impossible traffic.
  explicit WiredSystem(const RunOptions& run);
  WiredSystem(const WiredSystem&) = delete;
  WiredSystem& operator=(const WiredSystem&) = delete;

  // Returns the number of input frames that `port` has not sent.
  std::uint64_t unsent(unsigned port) const;
  // Returns the sum over the traffic classes of `port` of a counter that each class has.
  std::uint64_t of_all_classes(unsigned port, Reg counter) const;
  // Returns the prefix of names of results and of lines of text: empty with one port.
  std::string port_prefix(unsigned port) const;
  std::string port_label(unsigned port) const;

  RunOptions options;
  Scenario scenario;
  RtlCheckers rtl;
  ReceiveMetrics metrics;
  EventLog events;
  std::unique_ptr<RunTrace> trace;
  std::unique_ptr<RunSeries> series;
  std::unique_ptr<MemoryRecord> memory_record;
  Host host;
  EthernetController controller;
  std::vector<std::unique_ptr<TrafficSource>> sources;
  std::vector<std::unique_ptr<WireSink>> sinks;
  std::vector<LinkUse> link_uses;     // link use of each port while it receives
  std::vector<LinkUse> tx_link_uses;  // link use of each port while all its queues have packets to send
  unsigned sources_running;  // number of active sources; the last one that ends pauses the simulation

 private:
  void observe();
  void sample_link(unsigned port, bool over);
  std::unique_ptr<TxScheduler> make_port_scheduler(unsigned port);
  std::vector<RxDriverConfig> driver_configs() const {
    return std::vector<RxDriverConfig>(scenario.ports, scenario.rx);
  }
  std::vector<TxDriverConfig> transmit_configs() const {
    std::vector<TxDriverConfig> configs(scenario.ports, scenario.tx);
    for (TxDriverConfig& config : configs) config.seed = scenario.seed;
    return configs;
  }
};

}  // namespace ixsim::platform

#endif
