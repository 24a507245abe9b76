// Converts scenario keys to constructor arguments.
#include "platform/parts.h"

#include <algorithm>

#include "platform/strategies.h"

namespace ixsim::platform {

std::unique_ptr<FrameSource> make_source(const Scenario& scenario, unsigned port) {
  return source_of(scenario).make(scenario, port);
}

ControllerConfig controller_config(const Scenario& scenario) {
  ControllerConfig config;
  config.profile = scenario.profile;
  config.pcie = scenario.pcie;
  config.driver = scenario.driver;
  if (scenario.device_id != 0) config.identity.device = static_cast<std::uint16_t>(scenario.device_id);
  config.medium = scenario.medium;
  PortConfig port;
  port.cage = scenario.module;
  port.byte_time = scenario.byte_time;
  port.fetch_batch = scenario.fetch_batch;
  port.segment_grants = scenario.segment_grants;
  port.silicon_counters = scenario.silicon_counters;
  port.tx_fetch_batch = scenario.tx_fetch_batch != 0 ? scenario.tx_fetch_batch : scenario.fetch_batch;
  std::copy(scenario.mac_address.begin(), scenario.mac_address.end(), std::begin(port.mac_address));
  config.ports.assign(scenario.ports, port);
  // The manufacturer's three bytes stay.
  for (std::size_t i = 1; i < config.ports.size(); ++i) {
    std::uint8_t* const address = config.ports[i].mac_address;
    for (unsigned carry = static_cast<unsigned>(i), k = 5; k >= 3; --k, carry >>= 8)
      address[k] = static_cast<std::uint8_t>(carry += address[k]);
  }
  return config;
}

std::unique_ptr<Classifier> make_classifier(const Scenario& scenario, int latency) {
  return classifier_of(scenario).make(scenario, latency);
}

std::unique_ptr<TxScheduler> make_scheduler(const Scenario& scenario) {
  return scheduler_of(scenario).make(scenario);
}

}  // namespace ixsim::platform
