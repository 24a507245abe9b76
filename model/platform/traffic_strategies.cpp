// Keys of generated and of captured traffic, and their sources.
#include "platform/traffic_strategies.h"

#include <algorithm>
#include <cstdio>
#include <string>
#include <utility>

#include "ethernet/replay_source.h"
#include "ethernet/traffic_generator.h"
#include "ixsim/error.h"

namespace ixsim::platform {
namespace {

using namespace toml_values;  // NOLINT(google-build-using-namespace)

constexpr std::uint32_t kMostScale = 1'000'000;
constexpr unsigned kGeneratedAddresses = 16;  // at least, where the device has as many

constexpr std::int64_t kSmallest = 64, kLargest = 16'384, kMostWeight = 1'000'000;

void set_sizes(Scenario& s, const toml::node& node) {
  if (node.value_exact<std::string>() == "imix") {
    s.traffic.sizes = imix();
    return;
  }
  if (const auto* list = node.as_array(); list != nullptr && !list->empty()) {
    std::vector<SizeShare> sizes;
    for (const auto& item : *list) {
      const auto* pair = item.as_array();
      if (pair == nullptr || pair->size() != 2) throw text_of(node);
      sizes.push_back({static_cast<std::size_t>(integer(*pair->get(0), kSmallest, kLargest, "bytes")),
                       static_cast<std::uint64_t>(integer(*pair->get(1), 1, kMostWeight))});
    }
    s.traffic.sizes = sizes;
    return;
  }
  s.traffic.sizes = {{static_cast<std::size_t>(integer(node, kSmallest, kLargest, "bytes")), 1}};
}

std::string sizes_text(const Scenario& s) {
  const std::vector<SizeShare>& sizes = s.traffic.sizes;
  const auto equal = [](const SizeShare& a, const SizeShare& b) {
    return a.size == b.size && a.weight == b.weight;
  };
  const std::vector<SizeShare> mix = imix();
  if (std::equal(sizes.begin(), sizes.end(), mix.begin(), mix.end(), equal)) return quoted("imix");
  if (sizes.size() == 1 && sizes[0].weight == 1) return fmt::format("{}", sizes[0].size);
  std::string text;
  for (const SizeShare& share : sizes)
    text += fmt::format("{}[{}, {}]", text.empty() ? "" : ", ", share.size, share.weight);
  return "[" + text + "]";
}

Key sizes_key() {
  ScenarioKey about =
      about_number("traffic.frame_size", kSmallest, kLargest,
                   "Sizes of generated frames, with FCS: one size, a mix of sizes with weights, or "
                   "\"imix\" (64, 594 and 1518 bytes as 7, 4 and 1).",
                   "bytes");
  about.accepts += ", \"imix\", or an array of [size, weight] with weights from 1 to 1000000";
  about.type = "sizes";
  return {about, set_sizes, sizes_text};
}

void set_scale(Scenario& s, const toml::node& node) {
  if (node.is_integer()) {
    s.replay.scale_up = static_cast<std::uint32_t>(integer(node, 1, kMostScale));
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

std::string scale_text(const Scenario& s) {
  const ReplaySettings& replay = s.replay;
  if (replay.scale_down == 1 && replay.scale_up <= kMostScale) return fmt::format("{}", replay.scale_up);
  return quoted(fmt::format("{}/{}", replay.scale_up, replay.scale_down));
}

Key scale_key() {
  ScenarioKey about =
      about_number("traffic.scale", 1, kMostScale,
                   "Factor of captured times: \"1/2\" replays twice as fast, 2 at half the speed.", "factor");
  about.accepts = "1 to 1000000, or \"N/D\" with N and D from 1 to 9999999";
  about.type = "ratio";
  return {about, set_scale, scale_text};
}

Key capture_key() {
  ScenarioKey about{"traffic.pcap", "a path",
                    "Capture to replay, pcap or pcapng; the option --pcap sets the same key. "
                    "A relative path begins at the working directory."};
  about.type = "path";
  return {about, [](Scenario& s, const toml::node& n) { s.pcap = string(n); },
          [](const Scenario& s) { return s.pcap.empty() ? "" : quoted(s.pcap); }};
}

}  // namespace

std::vector<Key> generator_keys() {
  using Process = ArrivalSettings::Process;
  using Order = FlowSettings::Order;
  using Network = FlowSettings::Network;
  using Transport = FlowSettings::Transport;
  return {
      number<std::uint64_t>(
          "traffic.frames", 1, INT64_MAX,
          "Generated frames of each port. A run without traffic.duration, a capture or tx.queues "
          "needs it.",
          IXSIM_TARGET(std::uint64_t, traffic.frames), 1, "frames")
          .follows({"traffic.duration"}, "no limit with traffic.duration")
          .idle_if([](const Scenario& s) -> std::string {
            return s.is_given("traffic.frames") || s.duration != 0 ? "" : "not set";
          }),
      words<Process>(
          "traffic.arrival",
          {{"line_rate", Process::kLineRate},
           {"constant", Process::kConstant},
           {"poisson", Process::kPoisson},
           {"bursty", Process::kBursty}},
          "Arrival process of generated frames. All but \"line_rate\" have the mean of traffic.load_percent "
          "or traffic.interval_ps; \"bursty\" sends bursts of traffic.burst frames at line rate.",
          IXSIM_TARGET(Process, traffic.arrival.process)),
      number<unsigned>("traffic.load_percent", 1, 100,
                       "Mean load of generated frames, preamble and gap included, of the line rate. It has "
                       "precedence over "
                       "traffic.interval_ps, and makes \"line_rate\" arrivals \"constant\".",
                       IXSIM_TARGET(unsigned, load_percent), 1, "%"),
      number<Time>("traffic.interval_ps", 1, kSecond,
                   "Mean time from the start of a generated frame to that of the next.",
                   IXSIM_TARGET(Time, traffic.arrival.mean_interval), 1, "ps")
          .idle_if([](const Scenario& s) -> std::string {
            if (s.load_percent != 0) return "traffic.load_percent has precedence";
            return s.traffic.arrival.process == Process::kLineRate
                       ? "only with traffic.arrival \"constant\", \"poisson\" or \"bursty\""
                       : "";
          }),
      number<std::uint64_t>("traffic.burst", 1, 10'000,
                            "Mean frames of a burst, with traffic.arrival \"bursty\".",
                            IXSIM_TARGET(std::uint64_t, traffic.arrival.mean_burst), 1, "frames")
          .idle_if([](const Scenario& s) -> std::string {
            return s.traffic.arrival.process == Process::kBursty ? ""
                                                                 : "only with traffic.arrival \"bursty\"";
          }),
      sizes_key(),
      number<std::uint32_t>(
          "traffic.flows", 1, 1'000'000,
          "Different flows of generated frames: combinations of addresses and ports. Few flows load the "
          "queues unevenly, as the RSS hash keeps a flow in one queue.",
          IXSIM_TARGET(std::uint32_t, traffic.flows.count), 1, "flows"),
      words<Order>("traffic.flow_order", {{"random", Order::kRandom}, {"round_robin", Order::kRoundRobin}},
                   "Rule that selects the flow of the next frame.", IXSIM_TARGET(Order, traffic.flows.order)),
      words<Network>("traffic.network",
                     {{"ipv4", Network::kIpv4}, {"ipv6", Network::kIpv6}, {"both", Network::kBoth}},
                     "Network layer of the flows. IPv6 headers need frames of 66 bytes or more.",
                     IXSIM_TARGET(Network, traffic.flows.network)),
      words<Transport>("traffic.transport",
                       {{"udp", Transport::kUdp}, {"tcp", Transport::kTcp}, {"both", Transport::kBoth}},
                       "Transport layer of the flows.", IXSIM_TARGET(Transport, traffic.flows.transport)),
      flag("traffic.stream",
           "TCP flows are streams: the sequence numbers of a flow advance from frame to frame. rx.rsc needs "
           "it, because it merges only consecutive segments.",
           IXSIM_TARGET(bool, traffic.flows.stream))
          .idle_if([](const Scenario& s) -> std::string {
            return s.traffic.flows.transport == Transport::kUdp
                       ? "only with traffic.transport \"tcp\" or \"both\""
                       : "";
          }),
      numbers<std::uint16_t>("traffic.vlans", 0, 4'095, "an array of 0 to 4095",
                             "VLANs of the flows, dealt in turn. Empty: frames have no tag, or VLAN 0 with "
                             "traffic.priorities.",
                             IXSIM_TARGET(std::vector<std::uint16_t>, traffic.flows.vlans),
                             "VLAN identifier"),
      numbers<std::uint8_t>(
          "traffic.priorities", 0, 7, "an array of 0 to 7",
          "VLAN priorities of the flows, dealt in turn; they select the traffic class with dcb.enabled. "
          "Empty: 0.",
          IXSIM_TARGET(std::vector<std::uint8_t>, traffic.flows.priorities), "priority"),
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
  using Pace = ReplaySettings::Pace;
  return {
      capture_key(),
      words<Pace>("traffic.pace", {{"captured", Pace::kCaptured}, {"line_rate", Pace::kLineRate}},
                  "Times at which captured frames are sent: as captured, or each behind the one before.",
                  IXSIM_TARGET(Pace, replay.pace)),
      scale_key(),
  };
}

std::unique_ptr<FrameSource> make_replay(const Scenario& scenario, unsigned) {
  ReplaySettings settings = scenario.replay;
  settings.byte_time = scenario.byte_time;
  return std::make_unique<ReplaySource>(scenario.pcap, settings);
}

}  // namespace ixsim::platform
