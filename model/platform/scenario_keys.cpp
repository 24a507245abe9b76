// One entry a key, in the order of the documentation; those of strategies come behind.
#include "platform/scenario_keys.h"

#include <fmt/format.h>

#include "platform/strategies.h"

namespace ixsim {
namespace {

using namespace toml_values;  // NOLINT(google-build-using-namespace)

constexpr std::int64_t kSecondInNs = kSecond / kNanosecond;
constexpr std::int64_t kLongestSpanInNs = 3'600 * kSecondInNs;

// A length of time: a number of nanoseconds, or a text with a unit.
Key time_span(const char* name, const char* meaning, const std::function<Time&(Scenario&)>& target) {
  return {
      {name, fmt::format("0 to {} (ns), or \"N ns\", \"N us\", \"N ms\" or \"N s\"", kLongestSpanInNs),
       meaning, "0", "ns"},
      [target](Scenario& s, const toml::node& n) { target(s) = span(n, kLongestSpanInNs * kNanosecond); }};
}

// The accepted words: "a", "b" or "c".
std::vector<std::string> profile_names() {
  std::vector<std::string> names;
  for (const DeviceProfile& profile : device_profiles()) names.push_back(profile.name);
  return names;
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

Key class_numbers(const char* name, std::int64_t low, std::int64_t high, const char* meaning,
                  DcbConfig::OfClass<std::uint32_t> DcbConfig::*target) {
  return {{name, fmt::format("{} to {} or an array of eight", low, high), meaning},
          [=](Scenario& s, const toml::node& node) {
            s.rx.dcb.*target = of_classes<std::uint32_t>(node, [=](const toml::node& item) {
              return static_cast<std::uint32_t>(integer(item, low, high));
            });
          }};
}

}  // namespace

const std::vector<Key>& key_table() {
  static const std::vector<Key> kKeys = [] {
    std::vector<Key> keys = {
        number<std::uint64_t>("simulation.seed", 0, INT64_MAX, "seed of traffic and of undefined RTL state",
                              IXSIM_TARGET(std::uint64_t, seed)),
        {{"simulation.driver", "\"event\" or \"tick\"",
          "edges at which the core runs: those armed, or every one"},
         [](Scenario& s, const toml::node& n) {
           s.driver = choice<CoreDriver>(n, {{"event", CoreDriver::kEvent}, {"tick", CoreDriver::kTick}});
         }},
        flag("simulation.immediate",
             "outputs of the controller wake the simulation each at its own time: slower, the same results",
             IXSIM_TARGET(bool, immediate)),
        {{"device.profile", quoted_names(profile_names()), "which device"},
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
        number<unsigned>("device.rx_queues", 1, kMaxQueues, "receive queues of the custom profile",
                         IXSIM_TARGET(unsigned, custom_rx_queues)),
        number<unsigned>("device.tx_queues", 1, kMaxQueues, "transmit queues of the custom profile",
                         IXSIM_TARGET(unsigned, custom_tx_queues)),
        number<unsigned>("device.pools", 1, 64, "pools of the custom profile",
                         IXSIM_TARGET(unsigned, custom_pools)),
        number<unsigned>("device.vectors", 1, 64, "MSI-X vectors of the custom profile",
                         IXSIM_TARGET(unsigned, custom_vectors)),
        number<unsigned>("device.addresses", 1, 128, "exact filters of the custom profile",
                         IXSIM_TARGET(unsigned, custom_addresses)),
        number<unsigned>("device.ports", 1, 2, "Ethernet ports (PCI functions)",
                         IXSIM_TARGET(unsigned, ports)),
        {{"device.speed", "\"10G\" or \"1G\"", "speed of the wires"},
         [](Scenario& s, const toml::node& n) {
           s.byte_time = choice<Time>(n, {{"10G", 800}, {"1G", 8'000}});
         }},
        number<std::uint32_t>("device.fetch_batch", 1, 64, "descriptors of one fetch",
                              IXSIM_TARGET(std::uint32_t, fetch_batch)),
        number<std::uint32_t>("device.tx_fetch_batch", 0, 64,
                              "descriptors of one transmit fetch; 0: as device.fetch_batch",
                              IXSIM_TARGET(std::uint32_t, tx_fetch_batch)),
        number<unsigned>("pcie.generation", 1, 3, "1: 2.5 GT/s, 2: 5 GT/s, 3: 8 GT/s (custom profile alone)",
                         IXSIM_TARGET(unsigned, pcie.generation)),
        number<unsigned>("pcie.lanes", 1, 16, "link width: 1, 2, 4, 8 or 16",
                         IXSIM_TARGET(unsigned, pcie.lanes)),
        number<std::uint32_t>("pcie.max_payload", 128, 512, "bytes: 128, 256 or 512",
                              IXSIM_TARGET(std::uint32_t, pcie.max_payload)),
        number<std::uint32_t>("pcie.max_read_request", 128, 4'096, "bytes, a power of two",
                              IXSIM_TARGET(std::uint32_t, pcie.max_read_request)),
        number<std::uint32_t>("pcie.read_completion_boundary", 64, 256, "bytes: 64, 128 or 256",
                              IXSIM_TARGET(std::uint32_t, pcie.read_completion_boundary)),
        {{"pcie.dllp", "\"none\", \"five_percent\" or \"spec_max\"", "share of the link that DLLPs take"},
         [](Scenario& s, const toml::node& n) {
           s.pcie.dllp = choice<DllpPolicy>(n, {{"none", DllpPolicy::kNone},
                                                {"five_percent", DllpPolicy::kFivePercent},
                                                {"spec_max", DllpPolicy::kSpecMax}});
         }},
        {{"pcie.transaction", "\"request\" or \"tlp\"", "what the host is offered at a time"},
         [](Scenario& s, const toml::node& n) {
           s.pcie.transaction = choice<HostTransaction>(
               n, {{"request", HostTransaction::kRequest}, {"tlp", HostTransaction::kTlp}});
         }},
        number<Time>("pcie.propagation_ns", 0, 100'000, "time of flight of a TLP, each way",
                     IXSIM_TARGET(Time, pcie.flight), kNanosecond),
        number<Time>("pcie.read_latency_ns", 0, 1'000'000, "from a read request at the root port to its data",
                     IXSIM_TARGET(Time, host.read_latency), kNanosecond),
        number<unsigned>("rx.queues", 0, kMaxQueues, "receive queues in use",
                         IXSIM_TARGET(unsigned, rx.queues)),
        number<unsigned>("rx.pools", 0, 64, "VMDq pools; 1: VMDq off", IXSIM_TARGET(unsigned, rx.pools)),
        flag("rx.rss", "spread frames over the queues of a pool", IXSIM_TARGET(bool, rx.rss)),
        {{"rx.addresses", "an array of \"MAC\" or [\"MAC\", pool]",
          "exact filters; without a pool, round robin"},
         set_addresses},
        {{"rx.vlans", "an array of VLAN identifiers", "VLANs admitted; empty: no VLAN filter"},
         [](Scenario& s, const toml::node& n) {
           s.rx.vlans = vlan_list(n);
           s.rx_given = true;
         }},
        flag("rx.strip_vlan", "take the VLAN tag out of the frame", IXSIM_TARGET(bool, rx.strip_vlan)),
        flag("rx.promiscuous", "admit every unicast frame", IXSIM_TARGET(bool, rx.promiscuous)),
        number<unsigned>("rx.default_pool", 0, 63, "pool of frames without an exact match",
                         IXSIM_TARGET(unsigned, rx.default_pool)),
        flag("rx.replicate", "multicast and broadcast to every pool (82599)",
             IXSIM_TARGET(bool, rx.replicate)),
        number<std::uint32_t>("rx.ring", 0, 65'535, "descriptors of a ring, a multiple of 8",
                              IXSIM_TARGET(std::uint32_t, rx.ring)),
        number<std::uint32_t>("rx.posted", 0, 65'535, "buffers available to the device; 0: all but one",
                              IXSIM_TARGET(std::uint32_t, rx.posted)),
        number<std::uint32_t>("rx.buffer_kib", 1, 16, "size of a receive buffer",
                              IXSIM_TARGET(std::uint32_t, rx.buffer_kib)),
        number<std::uint32_t>("rx.buffers", 0, 1'000'000, "different buffers; 0: one a descriptor",
                              IXSIM_TARGET(std::uint32_t, rx.buffers)),
        number<std::uint32_t>("rx.prefetch", 0, 32, "RXDCTL.PTHRESH",
                              IXSIM_TARGET(std::uint32_t, rx.prefetch)),
        number<std::uint32_t>("rx.host_threshold", 0, 32, "RXDCTL.HTHRESH",
                              IXSIM_TARGET(std::uint32_t, rx.host_threshold)),
        number<std::uint32_t>("rx.write_back", 0, 16, "RXDCTL.WTHRESH",
                              IXSIM_TARGET(std::uint32_t, rx.write_back)),
        {{"rx.descriptor", "\"advanced\" or \"legacy\"", "receive descriptor format"},
         [](Scenario& s, const toml::node& n) {
           s.rx.advanced = choice<int>(n, {{"advanced", 1}, {"legacy", 0}}) != 0;
         }},
        flag("rx.drop", "drop frames of a queue without descriptors instead of waiting",
             IXSIM_TARGET(bool, rx.drop)),
        number<std::uint32_t>("rx.max_frame", 1'518, 16'128,
                              "longest frame with FCS; above 1518: jumbo frames",
                              IXSIM_TARGET(std::uint32_t, rx.max_frame)),
        flag("rx.store_bad_packets", "store bad frames with their error bits (SBP)",
             IXSIM_TARGET(bool, rx.store_bad_packets)),
        flag("rx.flow_control", "send PAUSE by the watermarks of the packet buffer",
             IXSIM_TARGET(bool, rx.flow_control)),
        number<std::uint32_t>("rx.high_watermark", 0, 524'272,
                              "bytes in the packet buffer above which the link partner is paused",
                              IXSIM_TARGET(std::uint32_t, rx.high_watermark)),
        number<std::uint32_t>("rx.low_watermark", 0, 524'272, "bytes below which it is resumed",
                              IXSIM_TARGET(std::uint32_t, rx.low_watermark)),
        number<std::uint32_t>("rx.pause_time", 0, 65'535, "for how long, in slot times of 512 bits",
                              IXSIM_TARGET(std::uint32_t, rx.pause_time)),
        number<std::uint32_t>("rx.pause_refresh", 0, 65'535,
                              "slot times left when the PAUSE is repeated; 0: never",
                              IXSIM_TARGET(std::uint32_t, rx.pause_refresh)),
        number<unsigned>("rx.vectors", 1, 64,
                         "MSI-X vectors of queues; above 16 by EIMS_EX (82599 and others)",
                         IXSIM_TARGET(unsigned, rx.vectors)),
        number<std::uint32_t>("rx.moderation", 0, 65'535,
                              "least time between a vector's messages, in 256 ns; 0: off",
                              IXSIM_TARGET(std::uint32_t, rx.moderation)),
        number<std::uint32_t>("rx.rebalances", 0, 1'000'000,
                              "words of the redirection table rewritten in traffic",
                              IXSIM_TARGET(std::uint32_t, rx.rebalances)),
        number<Time>("rx.rebalance_interval_ns", 1, kSecondInNs, "time between two of them",
                     IXSIM_TARGET(Time, rx.rebalance_interval), kNanosecond),
        flag("rx.auto_mask", "a message masks its vector until the driver is done (EIAM)",
             IXSIM_TARGET(bool, rx.auto_mask)),
        number<unsigned>("tx.queues", 0, kMaxQueues, "transmit queues kept backlogged; 0: no transmit",
                         IXSIM_TARGET(unsigned, tx.queues)),
        number<std::uint64_t>("tx.packets", 0, INT64_MAX, "packets of each transmit queue",
                              IXSIM_TARGET(std::uint64_t, tx.packets)),
        {{"tx.frame_size", "64 to 65000 or an array of them", "sizes with FCS, dealt over the queues"},
         [](Scenario& s, const toml::node& n) {
           const std::vector<std::int64_t> sizes = number_list(n, 64, 65'000);
           s.tx.sizes.assign(sizes.begin(), sizes.end());
         }},
        number<std::uint32_t>("tx.ring", 0, 65'535, "descriptors of a ring, a multiple of 8",
                              IXSIM_TARGET(std::uint32_t, tx.ring)),
        number<std::uint32_t>("tx.prefetch", 0, 32, "TXDCTL.PTHRESH",
                              IXSIM_TARGET(std::uint32_t, tx.prefetch)),
        number<std::uint32_t>("tx.host_threshold", 0, 64, "TXDCTL.HTHRESH",
                              IXSIM_TARGET(std::uint32_t, tx.host_threshold)),
        number<std::uint32_t>("tx.write_back", 0, 16, "TXDCTL.WTHRESH",
                              IXSIM_TARGET(std::uint32_t, tx.write_back)),
        flag("tx.head_write_back", "completions by head write-back (TDWBAL)",
             IXSIM_TARGET(bool, tx.head_write_back)),
        flag("tx.checksum_offload", "IP and UDP checksums by the device",
             IXSIM_TARGET(bool, tx.checksum_offload)),
        number<std::uint32_t>("tx.mss", 0, 9'000, "MSS of TCP segmentation requests; 0: none",
                              IXSIM_TARGET(std::uint32_t, tx.mss)),
        {{"tx.grant", "\"request\" or \"segment\"", "what one grant takes of a segmentation request"},
         [](Scenario& s, const toml::node& n) {
           s.segment_grants = choice<bool>(n, {{"request", false}, {"segment", true}});
         }},
        number<std::uint32_t>("tx.burst", 0, 1'000'000,
                              "mean packets that a queue has to send at a time; 0: always a backlog",
                              IXSIM_TARGET(std::uint32_t, tx.burst)),
        number<Time>("tx.idle_ns", 1, kSecondInNs, "mean time for which a queue then has none",
                     IXSIM_TARGET(Time, tx.idle), kNanosecond),
        number<std::uint32_t>("tx.doorbell", 1, 8'190, "packets posted with one tail write, at least",
                              IXSIM_TARGET(std::uint32_t, tx.doorbell)),
        flag("dcb.enabled",
             "eight traffic classes, one a VLAN priority; transmit queue q is of class q / 4, on the 82599 "
             "as MTQC says",
             IXSIM_TARGET(bool, rx.dcb.enabled)),
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
             IXSIM_TARGET(bool, rx.dcb.priority_pause)),
        {{"host.mode", "\"interrupt\" or \"poll\"", "how the driver takes frames"},
         [](Scenario& s, const toml::node& n) {
           s.rx.mode = choice<RxDriverConfig::Mode>(
               n, {{"interrupt", RxDriverConfig::Mode::kInterrupt}, {"poll", RxDriverConfig::Mode::kPoll}});
         }},
        number<Time>("host.service_time_ns", 0, kSecondInNs, "driver time of one frame",
                     IXSIM_TARGET(Time, rx.service_time), kNanosecond),
        number<Time>("host.interrupt_latency_ns", 0, kSecondInNs,
                     "from a message in memory to the driver's first look",
                     IXSIM_TARGET(Time, rx.interrupt_latency), kNanosecond),
        number<unsigned>("host.budget", 1, 65'535,
                         "frames of one poll of a vector, in equal shares of its queues",
                         IXSIM_TARGET(unsigned, rx.budget)),
        number<std::uint32_t>("host.refill", 1, 32'768, "buffers given back with one tail write",
                              IXSIM_TARGET(std::uint32_t, rx.refill)),
        number<std::uint64_t>("host.memory_mib", 1, 65'536, "host memory",
                              IXSIM_TARGET(std::uint64_t, host.memory_bytes), 1 << 20),
        flag("traffic.honor_pause", "the link partner honors PAUSE", IXSIM_TARGET(bool, honor_pause)),
        number<Time>("traffic.pause_response_ns", 0, 1'000'000,
                     "from the last bit of a PAUSE to its effect there", IXSIM_TARGET(Time, pause_response),
                     kNanosecond),
        number<Time>("traffic.start_us", 100, 1'000'000, "first frame on the wire", IXSIM_TARGET(Time, start),
                     kMicrosecond),
        time_span("traffic.duration",
                  "time after which no frame starts any more; 0: traffic.frames, or the capture",
                  IXSIM_TARGET(Time, duration)),
        time_span("measure.warmup", "from the first frame to the beginning of the measuring window",
                  IXSIM_TARGET(Time, window.warmup)),
        time_span("measure.window", "length of the measuring window; 0: to the last frame",
                  IXSIM_TARGET(Time, window.length)),
    };
    const std::vector<Key> of_strategies = strategy_keys();
    keys.insert(keys.end(), of_strategies.begin(), of_strategies.end());
    return keys;
  }();
  return kKeys;
}

const std::vector<ScenarioKey>& scenario_keys() {
  static const std::vector<ScenarioKey> kList = [] {
    std::vector<ScenarioKey> list;
    for (const Key& key : key_table()) list.push_back(key.about);
    return list;
  }();
  return kList;
}

}  // namespace ixsim
