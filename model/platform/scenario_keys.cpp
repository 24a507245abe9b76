// One entry a key, in the order of the documentation.
#include "platform/scenario_keys.h"

#include <fmt/format.h>

#include <cstdio>

#include "platform/toml_values.h"

namespace ixsim {
namespace {

using namespace toml_values;

constexpr std::int64_t kSecondInNs = kSecond / kNanosecond;

template <typename Target>
KeyEntry number(const char* name, std::int64_t low, std::int64_t high, const char* meaning,
                const std::function<Target&(Scenario&)>& target, std::int64_t factor = 1) {
  return {{name, fmt::format("{} to {}", low, high), meaning}, [=](Scenario& s, const toml::node& node) {
            target(s) = static_cast<Target>(integer(node, low, high) * factor);
          }};
}

KeyEntry flag(const char* name, const char* meaning, const std::function<bool&(Scenario&)>& target) {
  return {{name, "true or false", meaning},
          [=](Scenario& s, const toml::node& node) { target(s) = boolean(node); }};
}

void set_addresses(Scenario& s, const toml::node& node) {
  if (!node.is_array()) throw text_of(node);
  s.rx.addresses.clear();
  s.dealt_addresses.clear();
  for (const auto& item : *node.as_array()) {
    RxDriverConfig::ReceiveAddress receive;
    if (const auto* pair = item.as_array(); pair != nullptr) {
      if (pair->size() != 2) throw text_of(item);
      receive.address = mac_address(*pair->get(0));
      receive.pool = static_cast<unsigned>(integer(*pair->get(1), 0, 63));
    } else {
      receive.address = mac_address(item);
      s.dealt_addresses.push_back(s.rx.addresses.size());
    }
    s.rx.addresses.push_back(receive);
  }
  s.rx_given = true;
}

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

// A value for every traffic class: one for all, or eight.
template <typename Value>
DcbConfig::OfClass<Value> of_classes(const toml::node& node,
                                     const std::function<Value(const toml::node&)>& value) {
  const auto* list = node.as_array();
  if (list == nullptr) return DcbConfig::all(value(node));
  DcbConfig::OfClass<Value> values{};
  if (list->size() != values.size()) throw text_of(node);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = value(*list->get(i));
  return values;
}

KeyEntry class_numbers(const char* name, std::int64_t low, std::int64_t high, const char* meaning,
                       DcbConfig::OfClass<std::uint32_t> DcbConfig::*target) {
  return {{name, fmt::format("{} to {} or an array of eight", low, high), meaning},
          [=](Scenario& s, const toml::node& node) {
            s.rx.dcb.*target = of_classes<std::uint32_t>(node, [=](const toml::node& item) {
              return static_cast<std::uint32_t>(integer(item, low, high));
            });
          }};
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

#define TARGET(type, member) std::function<type&(Scenario&)>([](Scenario& s) -> type& { return s.member; })

}  // namespace

const std::vector<KeyEntry>& key_table() {
  using Process = ArrivalSettings::Process;
  static const std::vector<KeyEntry> kKeys = {
      number<std::uint64_t>("simulation.seed", 0, INT64_MAX, "seed of traffic and of undefined RTL state",
                            TARGET(std::uint64_t, seed)),
      {{"simulation.driver", "\"event\" or \"tick\"", "edges that the core visits: armed ones, or every one"},
       [](Scenario& s, const toml::node& n) {
         s.driver = choice<CoreDriver>(n, {{"event", CoreDriver::kEvent}, {"tick", CoreDriver::kTick}});
       }},
      flag("simulation.immediate",
           "outputs of the controller wake the simulation each at its own time: slower, the same results",
           TARGET(bool, immediate)),
      {{"device.profile", "\"82598\", \"82599\", \"82576\", \"82575\" or \"custom\"", "which device"},
       [](Scenario& s, const toml::node& n) {
         // The names that are numbers need no quotes.
         const std::string name = n.is_integer() ? text_of(n) : string(n);
         for (const DeviceProfile& profile : device_profiles()) {
           if (profile.name == name) {
             s.profile = profile;
             return;
           }
         }
         throw text_of(n);
       }},
      number<unsigned>("device.rx_queues", 1, 128, "receive queues of the custom profile",
                       TARGET(unsigned, custom_rx_queues)),
      number<unsigned>("device.tx_queues", 1, 128, "transmit queues of the custom profile",
                       TARGET(unsigned, custom_tx_queues)),
      number<unsigned>("device.pools", 1, 64, "pools of the custom profile", TARGET(unsigned, custom_pools)),
      number<unsigned>("device.vectors", 1, 64, "MSI-X vectors of the custom profile",
                       TARGET(unsigned, custom_vectors)),
      number<unsigned>("device.addresses", 1, 128, "exact filters of the custom profile",
                       TARGET(unsigned, custom_addresses)),
      number<unsigned>("device.ports", 1, 2, "Ethernet ports (PCI functions)", TARGET(unsigned, ports)),
      {{"device.speed", "\"10G\" or \"1G\"", "speed of the wires"},
       [](Scenario& s, const toml::node& n) {
         s.byte_time = choice<Time>(n, {{"10G", 800}, {"1G", 8'000}});
       }},
      number<std::uint32_t>("device.fetch_batch", 1, 64, "descriptors of one fetch",
                            TARGET(std::uint32_t, fetch_batch)),
      number<std::uint32_t>("device.tx_fetch_batch", 0, 64,
                            "descriptors of one transmit fetch; 0: as device.fetch_batch",
                            TARGET(std::uint32_t, tx_fetch_batch)),
      number<unsigned>("pcie.generation", 1, 3, "1: 2.5 GT/s, 2: 5 GT/s, 3: 8 GT/s (custom profile alone)",
                       TARGET(unsigned, pcie.generation)),
      number<unsigned>("pcie.lanes", 1, 16, "link width: 1, 2, 4, 8 or 16", TARGET(unsigned, pcie.lanes)),
      number<std::uint32_t>("pcie.max_payload", 128, 512, "bytes: 128, 256 or 512",
                            TARGET(std::uint32_t, pcie.max_payload)),
      number<std::uint32_t>("pcie.max_read_request", 128, 4'096, "bytes, a power of two",
                            TARGET(std::uint32_t, pcie.max_read_request)),
      number<std::uint32_t>("pcie.read_completion_boundary", 64, 256, "bytes: 64, 128 or 256",
                            TARGET(std::uint32_t, pcie.read_completion_boundary)),
      {{"pcie.dllp", "\"none\", \"five_percent\" or \"spec_max\"", "share of the link that DLLPs take"},
       [](Scenario& s, const toml::node& n) {
         s.pcie.dllp = choice<DllpPolicy>(n, {{"none", DllpPolicy::kNone},
                                              {"five_percent", DllpPolicy::kFivePercent},
                                              {"spec_max", DllpPolicy::kSpecMax}});
       }},
      {{"pcie.transaction", "\"request\" or \"tlp\"",
        "granularity of DMA at the host: whole requests or TLPs"},
       [](Scenario& s, const toml::node& n) {
         s.pcie.transaction = choice<HostTransaction>(
             n, {{"request", HostTransaction::kRequest}, {"tlp", HostTransaction::kTlp}});
       }},
      number<Time>("pcie.propagation_ns", 0, 100'000, "time of flight of a TLP, each way",
                   TARGET(Time, pcie.flight), kNanosecond),
      number<Time>("pcie.read_latency_ns", 0, 1'000'000, "from a read request at the root port to its data",
                   TARGET(Time, host.read_latency), kNanosecond),
      number<unsigned>("rx.queues", 0, 128, "receive queues in use", TARGET(unsigned, rx.queues)),
      number<unsigned>("rx.pools", 0, 64, "VMDq pools; 1: VMDq off", TARGET(unsigned, rx.pools)),
      flag("rx.rss", "spread frames over the queues of a pool", TARGET(bool, rx.rss)),
      {{"rx.addresses", "an array of \"MAC\" or [\"MAC\", pool]",
        "exact filters; without a pool, round robin"},
       set_addresses},
      {{"rx.vlans", "an array of VLAN identifiers", "VLANs admitted; empty: no VLAN filter"},
       [](Scenario& s, const toml::node& n) {
         s.rx.vlans = vlan_list(n);
         s.rx_given = true;
       }},
      flag("rx.strip_vlan", "take the VLAN tag out of the frame", TARGET(bool, rx.strip_vlan)),
      flag("rx.promiscuous", "admit every unicast frame", TARGET(bool, rx.promiscuous)),
      number<unsigned>("rx.default_pool", 0, 63, "pool of frames without an exact match",
                       TARGET(unsigned, rx.default_pool)),
      flag("rx.replicate", "multicast and broadcast to every pool (82599)", TARGET(bool, rx.replicate)),
      number<std::uint32_t>("rx.ring", 0, 65'535, "descriptors of a ring, a multiple of 8",
                            TARGET(std::uint32_t, rx.ring)),
      number<std::uint32_t>("rx.posted", 0, 65'535, "buffers available to the device; 0: all but one",
                            TARGET(std::uint32_t, rx.posted)),
      number<std::uint32_t>("rx.buffer_kib", 1, 16, "size of a receive buffer",
                            TARGET(std::uint32_t, rx.buffer_kib)),
      number<std::uint32_t>("rx.buffers", 0, 1'000'000, "different buffers; 0: one a descriptor",
                            TARGET(std::uint32_t, rx.buffers)),
      number<std::uint32_t>("rx.prefetch", 0, 32, "RXDCTL.PTHRESH", TARGET(std::uint32_t, rx.prefetch)),
      number<std::uint32_t>("rx.host_threshold", 0, 32, "RXDCTL.HTHRESH",
                            TARGET(std::uint32_t, rx.host_threshold)),
      number<std::uint32_t>("rx.write_back", 0, 16, "RXDCTL.WTHRESH", TARGET(std::uint32_t, rx.write_back)),
      {{"rx.descriptor", "\"advanced\" or \"legacy\"", "receive descriptor format"},
       [](Scenario& s, const toml::node& n) {
         s.rx.advanced = choice<int>(n, {{"advanced", 1}, {"legacy", 0}}) != 0;
       }},
      flag("rx.drop", "drop frames of a queue without descriptors instead of waiting", TARGET(bool, rx.drop)),
      number<std::uint32_t>("rx.max_frame", 1'518, 16'128, "longest frame with FCS; above 1518: jumbo frames",
                            TARGET(std::uint32_t, rx.max_frame)),
      flag("rx.store_bad_packets", "store bad frames with their error bits (SBP)",
           TARGET(bool, rx.store_bad_packets)),
      flag("rx.flow_control", "send PAUSE by the watermarks of the packet buffer",
           TARGET(bool, rx.flow_control)),
      number<std::uint32_t>("rx.high_watermark", 0, 524'272,
                            "bytes in the packet buffer above which the link partner is paused",
                            TARGET(std::uint32_t, rx.high_watermark)),
      number<std::uint32_t>("rx.low_watermark", 0, 524'272, "bytes below which it is resumed",
                            TARGET(std::uint32_t, rx.low_watermark)),
      number<std::uint32_t>("rx.pause_time", 0, 65'535, "for how long, in slot times of 512 bits",
                            TARGET(std::uint32_t, rx.pause_time)),
      number<std::uint32_t>("rx.pause_refresh", 0, 65'535,
                            "slot times left when the PAUSE is repeated; 0: never",
                            TARGET(std::uint32_t, rx.pause_refresh)),
      number<unsigned>("rx.vectors", 1, 16, "MSI-X vectors", TARGET(unsigned, rx.vectors)),
      number<std::uint32_t>("rx.moderation", 0, 65'535,
                            "least time between a vector's messages, in 256 ns; 0: off",
                            TARGET(std::uint32_t, rx.moderation)),
      number<std::uint32_t>("rx.rebalances", 0, 1'000'000,
                            "words of the redirection table rewritten in traffic",
                            TARGET(std::uint32_t, rx.rebalances)),
      number<Time>("rx.rebalance_interval_ns", 1, kSecondInNs, "time between two of them",
                   TARGET(Time, rx.rebalance_interval), kNanosecond),
      flag("rx.auto_mask", "a message masks its vector until the driver is done (EIAM)",
           TARGET(bool, rx.auto_mask)),
      number<unsigned>("tx.queues", 0, 128, "transmit queues kept backlogged; 0: no transmit",
                       TARGET(unsigned, tx.queues)),
      number<std::uint64_t>("tx.packets", 0, INT64_MAX, "packets of each transmit queue",
                            TARGET(std::uint64_t, tx.packets)),
      {{"tx.frame_size", "64 to 65000 or an array of them", "sizes with FCS, dealt over the queues"},
       [](Scenario& s, const toml::node& n) { s.tx.sizes = number_list(n, 64, 65'000); }},
      {{"tx.scheduler", "\"rr\" or \"drr\"",
        "queues take turns by packets, or by bytes (deficit round robin)"},
       [](Scenario& s, const toml::node& n) {
         s.scheduler =
             choice<TxDiscipline>(n, {{"rr", TxDiscipline::kRoundRobin}, {"drr", TxDiscipline::kDeficit}});
       }},
      {{"tx.quantum", "1 to 262143 or an array of them",
        "bytes of a queue's visit with drr, dealt over the queues"},
       [](Scenario& s, const toml::node& n) { s.quanta = number_list(n, 1, kLongestGrant); }},
      number<std::uint32_t>("tx.ring", 0, 65'535, "descriptors of a ring, a multiple of 8",
                            TARGET(std::uint32_t, tx.ring)),
      number<std::uint32_t>("tx.prefetch", 0, 32, "TXDCTL.PTHRESH", TARGET(std::uint32_t, tx.prefetch)),
      number<std::uint32_t>("tx.host_threshold", 0, 64, "TXDCTL.HTHRESH",
                            TARGET(std::uint32_t, tx.host_threshold)),
      number<std::uint32_t>("tx.write_back", 0, 16, "TXDCTL.WTHRESH", TARGET(std::uint32_t, tx.write_back)),
      flag("tx.head_write_back", "completions by head write-back (TDWBAL)", TARGET(bool, tx.head_write_back)),
      flag("tx.checksum_offload", "IP and UDP checksums by the device", TARGET(bool, tx.checksum_offload)),
      number<std::uint32_t>("tx.mss", 0, 9'000, "MSS of TCP segmentation requests; 0: none",
                            TARGET(std::uint32_t, tx.mss)),
      {{"tx.grant", "\"request\" or \"segment\"", "part of a segmentation request that one grant covers"},
       [](Scenario& s, const toml::node& n) {
         s.segment_grants = choice<bool>(n, {{"request", false}, {"segment", true}});
       }},
      number<std::uint32_t>("tx.burst", 0, 1'000'000,
                            "mean packets that a queue has to send at a time; 0: always a backlog",
                            TARGET(std::uint32_t, tx.burst)),
      number<Time>("tx.idle_ns", 1, kSecondInNs, "mean time for which a queue then has none",
                   TARGET(Time, tx.idle), kNanosecond),
      number<std::uint32_t>("tx.doorbell", 1, 8'190, "packets posted with one tail write, at least",
                            TARGET(std::uint32_t, tx.doorbell)),
      flag("dcb.enabled",
           "eight traffic classes, one a VLAN priority; transmit queue q is of class q / 4, on the 82599 as "
           "MTQC says",
           TARGET(bool, rx.dcb.enabled)),
      {{"dcb.arbitration", "\"credits\" or \"turn\"", "how classes share the host and the wire"},
       [](Scenario& s, const toml::node& n) {
         s.rx.dcb.credits = choice<bool>(n, {{"credits", true}, {"turn", false}});
       }},
      class_numbers("dcb.rx_refill", 1, 511,
                    "64 bytes of receive that a round brings a class (RT2CR, RTRPT4C)",
                    &DcbConfig::rx_refill),
      class_numbers("dcb.rx_limit", 1, 4'095, "64 bytes of receive that a class can save",
                    &DcbConfig::rx_limit),
      class_numbers("dcb.tx_refill", 1, 511,
                    "as dcb.rx_refill for transmit, both planes (TDTQ2TCCR, TDPT2TCCR; RTTDT2C, RTTPT2C)",
                    &DcbConfig::tx_refill),
      class_numbers("dcb.tx_limit", 1, 4'095, "as dcb.rx_limit for transmit", &DcbConfig::tx_limit),
      class_numbers("dcb.group", 0, 7, "bandwidth group of a class's transmit", &DcbConfig::group),
      {{"dcb.strict", "\"none\", \"group\" or \"link\", or an array of eight",
        "a class goes before the others of its group, or before all"},
       [](Scenario& s, const toml::node& n) {
         using Strict = DcbConfig::Strict;
         s.rx.dcb.strict = of_classes<Strict>(n, [](const toml::node& item) {
           return choice<Strict>(
               item, {{"none", Strict::kNone}, {"group", Strict::kGroup}, {"link", Strict::kLink}});
         });
       }},
      flag("dcb.priority_pause", "PAUSE frames, sent and honored, are those of priorities",
           TARGET(bool, rx.dcb.priority_pause)),
      {{"host.mode", "\"interrupt\" or \"poll\"", "how the driver takes frames"},
       [](Scenario& s, const toml::node& n) {
         s.rx.mode = choice<RxDriverConfig::Mode>(
             n, {{"interrupt", RxDriverConfig::Mode::kInterrupt}, {"poll", RxDriverConfig::Mode::kPoll}});
       }},
      number<Time>("host.service_time_ns", 0, kSecondInNs, "driver time of one frame",
                   TARGET(Time, rx.service_time), kNanosecond),
      number<Time>("host.interrupt_latency_ns", 0, kSecondInNs,
                   "from a message in memory to the driver's first look", TARGET(Time, rx.interrupt_latency),
                   kNanosecond),
      number<unsigned>("host.budget", 1, 65'535, "frames of one polling round", TARGET(unsigned, rx.budget)),
      number<std::uint32_t>("host.refill", 1, 32'768, "buffers given back with one tail write",
                            TARGET(std::uint32_t, rx.refill)),
      number<std::uint64_t>("host.memory_mib", 1, 65'536, "host memory",
                            TARGET(std::uint64_t, host.memory_bytes), 1 << 20),
      {{"traffic.pcap", "a path", "capture to replay"},
       [](Scenario& s, const toml::node& n) { s.pcap = string(n); }},
      {{"traffic.pace", "\"captured\" or \"line_rate\"", "when captured frames are sent"},
       [](Scenario& s, const toml::node& n) {
         s.replay.pace = choice<ReplaySettings::Pace>(n, {{"captured", ReplaySettings::Pace::kCaptured},
                                                          {"line_rate", ReplaySettings::Pace::kLineRate}});
       }},
      {{"traffic.scale", "an integer or \"N/D\"", "captured times are multiplied by this"}, set_scale},
      number<std::uint64_t>("traffic.frames", 1, INT64_MAX, "frames to generate, each port",
                            TARGET(std::uint64_t, traffic.frames)),
      {{"traffic.arrival", "\"line_rate\", \"constant\", \"poisson\" or \"bursty\"", "arrival process"},
       [](Scenario& s, const toml::node& n) {
         s.traffic.arrival.process = choice<Process>(n, {{"line_rate", Process::kLineRate},
                                                         {"constant", Process::kConstant},
                                                         {"poisson", Process::kPoisson},
                                                         {"bursty", Process::kBursty}});
       }},
      number<unsigned>("traffic.load_percent", 1, 100, "mean load in per cent of the line rate",
                       TARGET(unsigned, load_percent)),
      number<Time>("traffic.interval_ps", 1, kSecond, "mean time from frame to frame",
                   TARGET(Time, traffic.arrival.mean_interval)),
      number<std::uint64_t>("traffic.burst", 1, 10'000, "mean frames of a burst",
                            TARGET(std::uint64_t, traffic.arrival.mean_burst)),
      {{"traffic.frame_size", "64 to 16384, \"imix\", or an array of [size, weight]", "frame sizes with FCS"},
       set_sizes},
      number<std::uint32_t>("traffic.flows", 1, 1'000'000, "different flows",
                            TARGET(std::uint32_t, traffic.flows.count)),
      {{"traffic.flow_order", "\"random\" or \"round_robin\"", "which flow is next"},
       [](Scenario& s, const toml::node& n) {
         s.traffic.flows.order = choice<FlowSettings::Order>(
             n,
             {{"random", FlowSettings::Order::kRandom}, {"round_robin", FlowSettings::Order::kRoundRobin}});
       }},
      {{"traffic.network", "\"ipv4\", \"ipv6\" or \"both\"", "network layer of the flows"},
       [](Scenario& s, const toml::node& n) {
         s.traffic.flows.network = choice<FlowSettings::Network>(n, {{"ipv4", FlowSettings::Network::kIpv4},
                                                                     {"ipv6", FlowSettings::Network::kIpv6},
                                                                     {"both", FlowSettings::Network::kBoth}});
       }},
      {{"traffic.transport", "\"udp\", \"tcp\" or \"both\"", "transport layer of the flows"},
       [](Scenario& s, const toml::node& n) {
         s.traffic.flows.transport =
             choice<FlowSettings::Transport>(n, {{"udp", FlowSettings::Transport::kUdp},
                                                 {"tcp", FlowSettings::Transport::kTcp},
                                                 {"both", FlowSettings::Transport::kBoth}});
       }},
      {{"traffic.vlans", "an array of VLAN identifiers", "VLANs of the flows; empty: untagged"},
       [](Scenario& s, const toml::node& n) { s.traffic.flows.vlans = vlan_list(n); }},
      {{"traffic.priorities", "an array of 0 to 7", "VLAN priorities of the flows; empty: 0"},
       [](Scenario& s, const toml::node& n) {
         if (!n.is_array()) throw text_of(n);
         s.traffic.flows.priorities.clear();
         for (const auto& item : *n.as_array())
           s.traffic.flows.priorities.push_back(static_cast<std::uint8_t>(integer(item, 0, 7)));
       }},
      flag("traffic.honor_pause", "the link partner honors PAUSE", TARGET(bool, honor_pause)),
      number<Time>("traffic.pause_response_ns", 0, 1'000'000,
                   "from the last bit of a PAUSE to its effect there", TARGET(Time, pause_response),
                   kNanosecond),
      number<Time>("traffic.start_us", 100, 1'000'000, "first frame on the wire", TARGET(Time, start),
                   kMicrosecond),
  };
  return kKeys;
}

#undef TARGET

const std::vector<ScenarioKey>& scenario_keys() {
  static const std::vector<ScenarioKey> kList = [] {
    std::vector<ScenarioKey> list;
    for (const KeyEntry& key : key_table()) list.push_back(key.about);
    return list;
  }();
  return kList;
}

}  // namespace ixsim
