// Keys of generated and of captured traffic, and the sources made of them.
#include "platform/traffic_strategies.h"

#include <algorithm>
#include <cstdio>
#include <string>
#include <utility>

#include "ethernet/replay_source.h"
#include "ethernet/traffic_generator.h"
#include "ixsim/error.h"

namespace ixsim {
namespace {

using namespace toml_values;  // NOLINT(google-build-using-namespace)

constexpr unsigned kGeneratedAddresses = 16;  // at least, where the device has as many

void set_sizes(Scenario& s, const toml::node& node) {
  if (const auto name = node.value_exact<std::string>()) {
    if (*name != "imix") throw text_of(node);
    s.traffic.sizes = imix();
    return;
  }
  if (const auto* list = node.as_array(); list != nullptr && !list->empty()) {
    std::vector<SizeShare> sizes;
    for (const auto& item : *list) {
      const auto* pair = item.as_array();
      if (pair == nullptr || pair->size() != 2) throw text_of(node);
      sizes.push_back({static_cast<std::size_t>(integer(*pair->get(0), 64, 16'384)),
                       static_cast<std::uint64_t>(integer(*pair->get(1), 1, 1'000'000))});
    }
    s.traffic.sizes = sizes;
    return;
  }
  s.traffic.sizes = {{static_cast<std::size_t>(integer(node, 64, 16'384)), 1}};
}

void set_scale(Scenario& s, const toml::node& node) {
  if (node.is_integer()) {
    s.replay.scale_up = static_cast<std::uint32_t>(integer(node, 1, 1'000'000));
    s.replay.scale_down = 1;
    return;
  }
  const std::string text = string(node);
  unsigned up = 0;
  unsigned down = 0;
  char rest = 0;
  if (std::sscanf(text.c_str(), "%7u/%7u%c", &up, &down, &rest) != 2 || up == 0 || down == 0)
    throw text_of(node);
  s.replay.scale_up = up;
  s.replay.scale_down = down;
}

}  // namespace

std::vector<Key> generator_keys() {
  using Process = ArrivalSettings::Process;
  return {
      number<std::uint64_t>("traffic.frames", 1, INT64_MAX, "frames to generate, each port",
                            IXSIM_TARGET(std::uint64_t, traffic.frames), 1, "frames"),
      {{"traffic.arrival", "\"line_rate\", \"constant\", \"poisson\" or \"bursty\"", "arrival process",
        "line_rate", ""},
       [](Scenario& s, const toml::node& n) {
         s.traffic.arrival.process = choice<Process>(n, {{"line_rate", Process::kLineRate},
                                                         {"constant", Process::kConstant},
                                                         {"poisson", Process::kPoisson},
                                                         {"bursty", Process::kBursty}});
       }},
      number<unsigned>("traffic.load_percent", 1, 100, "mean load in per cent of the line rate",
                       IXSIM_TARGET(unsigned, load_percent), 1, "%"),
      number<Time>("traffic.interval_ps", 1, kSecond, "mean time from frame to frame",
                   IXSIM_TARGET(Time, traffic.arrival.mean_interval), 1, "ps"),
      number<std::uint64_t>("traffic.burst", 1, 10'000, "mean frames of a burst",
                            IXSIM_TARGET(std::uint64_t, traffic.arrival.mean_burst), 1, "frames"),
      {{"traffic.frame_size", "64 to 16384, \"imix\", or an array of [size, weight]", "frame sizes with FCS",
        "64", "bytes"},
       set_sizes},
      number<std::uint32_t>("traffic.flows", 1, 1'000'000, "different flows",
                            IXSIM_TARGET(std::uint32_t, traffic.flows.count)),
      {{"traffic.flow_order", "\"random\" or \"round_robin\"", "which flow is next", "random", ""},
       [](Scenario& s, const toml::node& n) {
         s.traffic.flows.order = choice<FlowSettings::Order>(
             n,
             {{"random", FlowSettings::Order::kRandom}, {"round_robin", FlowSettings::Order::kRoundRobin}});
       }},
      {{"traffic.network", "\"ipv4\", \"ipv6\" or \"both\"", "network layer of the flows", "ipv4", ""},
       [](Scenario& s, const toml::node& n) {
         s.traffic.flows.network = choice<FlowSettings::Network>(n, {{"ipv4", FlowSettings::Network::kIpv4},
                                                                     {"ipv6", FlowSettings::Network::kIpv6},
                                                                     {"both", FlowSettings::Network::kBoth}});
       }},
      {{"traffic.transport", "\"udp\", \"tcp\" or \"both\"", "transport layer of the flows", "udp", ""},
       [](Scenario& s, const toml::node& n) {
         s.traffic.flows.transport =
             choice<FlowSettings::Transport>(n, {{"udp", FlowSettings::Transport::kUdp},
                                                 {"tcp", FlowSettings::Transport::kTcp},
                                                 {"both", FlowSettings::Transport::kBoth}});
       }},
      {{"traffic.vlans", "an array of VLAN identifiers", "VLANs of the flows; empty: untagged", "[]", ""},
       [](Scenario& s, const toml::node& n) { s.traffic.flows.vlans = vlan_list(n); }},
      {{"traffic.priorities", "an array of 0 to 7", "VLAN priorities of the flows; empty: 0", "[]", ""},
       [](Scenario& s, const toml::node& n) {
         if (!n.is_array()) throw text_of(n);
         s.traffic.flows.priorities.clear();
         for (const auto& item : *n.as_array())
           s.traffic.flows.priorities.push_back(static_cast<std::uint8_t>(integer(item, 0, 7)));
       }},
  };
}

std::unique_ptr<FrameSource> make_generator(const Scenario& scenario, unsigned port) {
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
  // A generator that refuses its settings names the keys of the scenario.
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

void add_generated_addresses(Scenario& scenario) {
  if (!scenario.rx.addresses.empty()) return;
  const unsigned pools = std::max(1u, scenario.rx.pools);
  const unsigned count = std::min(std::max(kGeneratedAddresses, pools), scenario.profile.addresses);
  for (unsigned i = 0; i < count; ++i) {
    RxDriverConfig::ReceiveAddress receive;
    receive.address = {0x02, 0, 0, 0, 0, static_cast<std::uint8_t>(i + 1)};
    receive.pool = i % pools;
    scenario.rx.addresses.push_back(receive);
  }
}

std::vector<Key> capture_keys() {
  return {
      {{"traffic.pcap", "a path", "capture to replay", "", ""},
       [](Scenario& s, const toml::node& n) { s.pcap = string(n); }},
      {{"traffic.pace", "\"captured\" or \"line_rate\"", "when captured frames are sent", "captured", ""},
       [](Scenario& s, const toml::node& n) {
         s.replay.pace = choice<ReplaySettings::Pace>(n, {{"captured", ReplaySettings::Pace::kCaptured},
                                                          {"line_rate", ReplaySettings::Pace::kLineRate}});
       }},
      {{"traffic.scale", "an integer or \"N/D\"", "captured times are multiplied by this", "1", ""},
       set_scale},
  };
}

std::unique_ptr<FrameSource> make_replay(const Scenario& scenario, unsigned) {
  ReplaySettings settings = scenario.replay;
  settings.byte_time = scenario.byte_time;
  return std::make_unique<ReplaySource>(scenario.pcap, settings);
}

}  // namespace ixsim
