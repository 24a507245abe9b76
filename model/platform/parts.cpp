// Scenario keys to constructor arguments.
#include "platform/parts.h"

#include <algorithm>
#include <string>
#include <utility>

#include "base/error.h"
#include "nic/queues/deficit_round_robin_scheduler.h"
#include "nic/queues/round_robin_scheduler.h"

namespace ixsim {
namespace {

constexpr unsigned kGeneratedAddresses = 16;

// A generator that refuses its settings names the keys of the scenario.
std::unique_ptr<FrameSource> make_generator(const TrafficSettings& settings) {
  static constexpr std::pair<const char*, const char*> kNames[] = {
      {"traffic: arrival.mean_interval:", "traffic.interval_ps (or traffic.load_percent):"},
      {"traffic: sizes:", "traffic.frame_size:"}};
  try {
    return std::make_unique<TrafficGenerator>(settings);
  } catch (const InputError& error) {
    const std::string text = error.what();
    for (const auto& [setting, key] : kNames)
      if (text.rfind(setting, 0) == 0) throw InputError(key + text.substr(std::string(setting).size()));
    throw;
  }
}

}  // namespace

std::unique_ptr<FrameSource> make_source(const Scenario& scenario, unsigned port) {
  if (!scenario.pcap.empty()) {
    ReplaySettings settings = scenario.replay;
    settings.byte_time = scenario.byte_time;
    return std::make_unique<ReplaySource>(scenario.pcap, settings);
  }
  TrafficSettings settings = scenario.traffic;
  settings.seed = scenario.seed * 2 + port;
  settings.byte_time = scenario.byte_time;
  for (const auto& receive : scenario.rx.addresses) settings.flows.destinations.push_back(receive.address);
  if (scenario.load_percent != 0) {
    settings.arrival.mean_interval =
        interval_for_load(settings.sizes, scenario.load_percent, 100, scenario.byte_time);
    if (settings.arrival.process == ArrivalSettings::Process::kLineRate) {
      settings.arrival.process = ArrivalSettings::Process::kConstant;
    }
  }
  return make_generator(settings);
}

void add_generated_addresses(Scenario& scenario) {
  if (!scenario.rx.addresses.empty()) return;
  for (unsigned i = 0; i < std::min(kGeneratedAddresses, scenario.profile.addresses); ++i) {
    RxDriverConfig::ReceiveAddress receive;
    receive.address = {0x02, 0, 0, 0, 0, static_cast<std::uint8_t>(i + 1)};
    receive.pool = i % std::max(1u, scenario.rx.pools);
    scenario.rx.addresses.push_back(receive);
  }
}

ControllerConfig controller_config(const Scenario& scenario) {
  ControllerConfig config;
  config.profile = scenario.profile;
  config.pcie = scenario.pcie;
  config.driver = scenario.driver;
  PortConfig port;
  port.byte_time = scenario.byte_time;
  port.fetch_batch = scenario.fetch_batch;
  port.segment_grants = scenario.segment_grants;
  port.tx_fetch_batch = scenario.tx_fetch_batch != 0 ? scenario.tx_fetch_batch : scenario.fetch_batch;
  if (scenario.scheduler == TxDiscipline::kDeficit) port.quanta = scenario.quanta;
  config.ports.assign(scenario.ports, port);
  return config;
}

std::unique_ptr<TxScheduler> make_scheduler(const Scenario& scenario) {
  const unsigned queues = std::max(2u, scenario.profile.tx_queues);
  if (scenario.scheduler == TxDiscipline::kDeficit)
    return std::make_unique<DeficitRoundRobinScheduler>(queues);
  return std::make_unique<RoundRobinScheduler>(queues);
}

}  // namespace ixsim
