// Keys of VMs and of the link partner that they talk to.
#include "platform/key_tables.h"

namespace ixsim::platform {
namespace {

using namespace toml_values;  // NOLINT(google-build-using-namespace)

constexpr std::int64_t kSecondInNs = kSecond / kNanosecond;
constexpr std::int64_t kMostBytes = std::int64_t{1} << 30;
constexpr std::int64_t kMostCycles = 1'000'000'000;

Key count_key() {
  return number<unsigned>("vm.count", 1, 250,
                          "Number of VMs, or of programs with host.io_path \"native\". In a table [[vm]] it "
                          "is the number of VMs that this table describes.",
                          IXSIM_TARGET(unsigned, hosts.count), 1, "VMs")
      .written([](const Scenario& s) { return fmt::format("{}", s.with_vms() ? s.hosts.vms.size() : 1); });
}

std::string without_vcpus(const Scenario& s) {
  return s.hosts.vcpus.on ? "" : "only with host.vcpu.scheduler";
}

// Reasons why keys of the switch are idle.
std::string without_switch(const Scenario& s) {
  return s.hosts.network.cable ? "not with network.topology \"cable\"" : "";
}
std::string without_pause(const Scenario& s) {
  return s.hosts.network.bridge.pause == EthernetSwitchConfig::Pause::kNone
             ? "only with switch.pause \"link\" or \"priority\""
             : without_switch(s);
}
std::string without_priorities(const Scenario& s) {
  return s.hosts.network.bridge.pause == EthernetSwitchConfig::Pause::kPriority
             ? without_switch(s)
             : "only with switch.pause \"priority\"";
}

// Streams and requests of one size, and mixes of requests by name.
Key workload_key() {
  static const std::vector<std::pair<std::string, VmWorkload>> kStreams = {
      {"receive", VmWorkload::kReceive},
      {"transmit", VmWorkload::kTransmit},
      {"both", VmWorkload::kBoth},
      {"request", VmWorkload::kRequest},
      {"none", VmWorkload::kNone}};
  std::vector<std::string> names;
  for (const auto& [name, workload] : kStreams) names.push_back(name);
  for (const Workload& mix : workloads()) names.emplace_back(mix.name);
  return {
      about_words("vm.workload", names,
                  "Traffic of the VM's connections: TCP streams that the VM receives, transmits, or both; "
                  "requests of the peer that the VM answers; or a mix of requests, which docs/hosts.md "
                  "describes. With \"none\" the VM has connections only as the vm.peer of others."),
      [](Scenario& s, const toml::node& node) {
        const std::string word = string(node);
        VmSettings& vm = s.hosts.vm;
        for (const auto& [name, workload] : kStreams) {
          if (name != word) continue;
          vm.workload = workload;
          vm.mix = nullptr;
          return;
        }
        for (const Workload& mix : workloads()) {
          if (mix.name != word) continue;
          vm.workload = VmWorkload::kMix;
          vm.mix = &mix;
          return;
        }
        throw text_of(node);
      },
      [](const Scenario& s) {
        const VmSettings& vm = s.hosts.vm;
        if (vm.mix != nullptr) return quoted(vm.mix->name);
        for (const auto& [name, workload] : kStreams)
          if (workload == vm.workload) return quoted(name);
        return std::string();
      }};
}

std::string without_requests(const Scenario& s) {
  return s.hosts.vm.workload == VmWorkload::kRequest ? "" : "only with vm.workload \"request\"";
}
std::string without_answers(const Scenario& s) {
  return s.hosts.vm.asks() ? "" : "only with requests as vm.workload";
}
std::string with_requests(const Scenario& s) {
  return s.hosts.vm.asks() ? "not with requests as vm.workload" : "";
}

}  // namespace

std::vector<Key> vm_keys() {
  return {
      count_key(),
      workload_key(),
      number<unsigned>("vm.connections", 1, 64, "TCP connections of the VM, each with its own addresses.",
                       IXSIM_TARGET(unsigned, hosts.vm.connections), 1, "connections"),
      number<std::uint64_t>("vm.load", 0, 100'000,
                            "Payload that the senders of the VM's streams offer, each way, in chunks of 16 "
                            "KiB; 0: as much as TCP allows. The connections have equal shares.",
                            IXSIM_TARGET(std::uint64_t, hosts.vm.load), 1'000'000, "Mb/s")
          .idle_if(with_requests),
      number<std::uint64_t>("vm.request_size", 1, kMostBytes, "Bytes of a request from the link partner.",
                            IXSIM_TARGET(std::uint64_t, hosts.vm.request_size), 1, "bytes")
          .idle_if(without_requests),
      number<std::uint64_t>("vm.response_size", 1, kMostBytes, "Bytes of the response to a request.",
                            IXSIM_TARGET(std::uint64_t, hosts.vm.response_size), 1, "bytes")
          .idle_if(without_requests),
      number<Time>(
          "vm.think_time", 0, kSecondInNs,
          "Mean time from a response to the next request of a connection, exponentially distributed.",
          IXSIM_TARGET(Time, hosts.vm.think_time), kNanosecond, "ns")
          .idle_if(without_requests),
      number<std::uint64_t>("vm.request_cycles", 0, kMostCycles,
                            "Processor cycles of the VM's program for each request.",
                            IXSIM_TARGET(std::uint64_t, hosts.vm.request_cycles), 1, "cycles")
          .idle_if(without_answers),
      number<std::uint64_t>("vm.segment_cycles", 0, kMostCycles,
                            "Processor cycles of the VM's program for each data segment that it receives, in "
                            "addition to host.guest.application. They make a VM slow.",
                            IXSIM_TARGET(std::uint64_t, hosts.vm.segment_cycles), 1, "cycles"),
      number<std::uint32_t>("vm.mtu", 88, 9'216, "Longest IP packet (MTU) of the VM's connections.",
                            IXSIM_TARGET(std::uint32_t, hosts.vm.mtu), 1, "bytes"),
      number<unsigned>(
          "vm.vlan", 0, 4'094,
          "VLAN of the VM's connections, with a tag in each frame; 0: no tag. The device filters "
          "tags if rx.vlans names any.",
          IXSIM_TARGET(unsigned, hosts.vm.vlan), 1, "VLAN identifier"),
      number<unsigned>(
          "vm.priority", 0, 7,
          "Priority in the tag of the VM's frames (IEEE 802.1Q), which is their traffic class with "
          "dcb.enabled. Without vm.vlan a priority above 0 makes a tag with VLAN 0.",
          IXSIM_TARGET(unsigned, hosts.vm.priority), 1, "priority"),
      flag(
          "vm.ecn",
          "Let connections use explicit congestion notification (RFC 3168): a marked frame halves the window "
          "without a loss.",
          IXSIM_TARGET(bool, hosts.vm.ecn)),
      number<Time>(
          "vm.min_rto", 1'000'000, 60 * kSecondInNs,
          "Minimum retransmission timeout of a connection, at both ends. The default is that of Linux.",
          IXSIM_TARGET(Time, hosts.vm.min_rto), kNanosecond, "ns"),
      flag("vm.timestamps", "Let segments carry TCP timestamps (RFC 7323), which take 12 bytes of each.",
           IXSIM_TARGET(bool, hosts.vm.timestamps)),
      number<std::uint64_t>("vm.receive_buffer", 1'460, kMostBytes,
                            "Receive buffer of a connection, at both ends: the largest TCP window announced.",
                            IXSIM_TARGET(std::uint64_t, hosts.vm.receive_buffer), 1, "bytes"),
      number<std::uint64_t>(
          "vm.window_limit", 0, kMostBytes,
          "Maximum number of bytes in flight of a connection, as by a send buffer; 0: no limit.",
          IXSIM_TARGET(std::uint64_t, hosts.vm.window_limit), 1, "bytes"),
      number<std::uint32_t>("vm.receive_queue", 1, 65'536,
                            "Packets that may wait for the VM. Further ones are lost (vm[N].lost.queue).",
                            IXSIM_TARGET(std::uint32_t, hosts.vm.receive_queue), 1, "packets"),
      number<std::uint32_t>("vm.transmit_queue", 1, 65'536,
                            "Packets that may wait in the VM to be sent. Its connections stop at that.",
                            IXSIM_TARGET(std::uint32_t, hosts.vm.transmit_queue), 1, "packets"),
      number<std::uint32_t>("vm.segmentation_bytes", 0, 65'400,
                            "Maximum number of data bytes in a packet that the VM hands down, and that the "
                            "device or software segments "
                            "(host.segmentation); 0: each packet is one segment.",
                            IXSIM_TARGET(std::uint32_t, hosts.vm.segmentation_bytes), 1, "bytes"),
      number<Time>(
          "vm.busy_poll", 0, 100'000'000,
          "Time for which the VM polls its receive queue before it sleeps; with host.io_path \"native\" or "
          "\"sriov\".",
          IXSIM_TARGET(Time, hosts.vm.busy_poll), kNanosecond, "ns"),
      number<std::uint32_t>("vm.weight", 1, 65'535,
                            "Share of its core that the VM gets in relation to others.",
                            IXSIM_TARGET(std::uint32_t, hosts.vm.vcpu.weight), 1, "weight")
          .idle_if(without_vcpus),
      number<unsigned>("vm.cap", 0, 100,
                       "Maximum share of a core's time that the VM gets in a period; 0: no cap.",
                       IXSIM_TARGET(unsigned, hosts.vm.vcpu.cap), 1, "%")
          .idle_if(without_vcpus),
      flag("vm.pinned", "Keep the VM's virtual CPU on its core. Otherwise an idle core may take it.",
           IXSIM_TARGET(bool, hosts.vm.vcpu.pinned))
          .idle_if(without_vcpus),
      number<unsigned>("vm.core", 0, 255, "Core of the VM's virtual CPU, or of the program.",
                       IXSIM_TARGET(unsigned, hosts.vm.core), 1, "core number")
          .follows({"host.vm_cores"}, "dealt from host.vm_cores"),
      number<unsigned>("vm.nic", 0, 7,
                       "Controller of the VM's host that the VM's packets take, counted from 0 on each host.",
                       IXSIM_TARGET(unsigned, hosts.vm.nic), 1, "controller number")
          .follows({"host.nics"}, "the controllers in turn"),
      number<unsigned>("vm.port", 0, 1, "Port of the controller that the VM's packets take.",
                       IXSIM_TARGET(unsigned, hosts.vm.port), 1, "port number")
          .follows({"device.ports"}, "the ports in turn"),
      number<unsigned>("vm.host", 0, 31, "Host that the VM runs on.", IXSIM_TARGET(unsigned, hosts.vm.host),
                       1, "host number")
          .follows({"host.count"}, "the hosts in turn"),
      number<unsigned>(
          "vm.peer", 0, 249,
          "VM of another host with which this VM has its connections. By default the peer is the link "
          "peer, which has no processor costs.",
          IXSIM_TARGET(unsigned, hosts.vm.peer), 1, "VM number")
          .idle_if([](const Scenario& s) {
            return s.hosts.vm.workload == VmWorkload::kNone ? "not with vm.workload \"none\"" : "";
          }),
      number<Time>(
          "peer.delay", 0, kSecondInNs,
          "Time from a frame's last bit at the link partner to its connection there: the part of network and "
          "other host in a round trip. Frames towards the host leave at once.",
          IXSIM_TARGET(Time, hosts.network_delay), kNanosecond, "ns"),
      number<unsigned>("peer.loss", 0, 999'999,
                       "Data frames of a million that are lost between link partner and host, at random.",
                       IXSIM_TARGET(unsigned, hosts.loss), 1, "frames of a million"),
      number<Time>("peer.start_spread", 1, kSecondInNs,
                   "Time from traffic.start_us within which all connections start, each at a random time.",
                   IXSIM_TARGET(Time, hosts.start_spread), kNanosecond, "ns"),
  };
}

std::vector<Key> network_keys() {
  using Pause = EthernetSwitchConfig::Pause;
  return {
      words<bool>(
          "network.topology", {{"switch", false}, {"cable", true}},
          "Network between several hosts: a switch to which all ports of controllers and the link partner "
          "are connected, or one cable between two ports.",
          IXSIM_TARGET(bool, hosts.network.cable)),
      number<Time>("network.cable_delay", 1, 1'000'000,
                   "Propagation delay of each cable, one way: 5 ns a meter.",
                   IXSIM_TARGET(Time, hosts.network.cable_delay), kNanosecond, "ns"),
      flag("switch.cut_through",
           "Let a frame leave when its first 64 bytes have arrived, unless the output is the faster port.",
           IXSIM_TARGET(bool, hosts.network.bridge.cut_through))
          .idle_if(without_switch),
      number<Time>("switch.latency", 0, 1'000'000,
                   "Time from a frame's last bit (cut-through: its 64th byte) to the output queue.",
                   IXSIM_TARGET(Time, hosts.network.bridge.latency), kNanosecond, "ns")
          .idle_if(without_switch),
      number<std::uint64_t>("switch.queue_bytes", 9'018, 1 << 30,
                            "Bytes that may wait in one output queue. Further frames are dropped.",
                            IXSIM_TARGET(std::uint64_t, hosts.network.bridge.queue_bytes), 1, "bytes")
          .idle_if(without_switch),
      number<std::uint64_t>("switch.buffer_bytes", 0, 1 << 30,
                            "Bytes that may wait in all output queues together; 0: no limit.",
                            IXSIM_TARGET(std::uint64_t, hosts.network.bridge.buffer_bytes), 1, "bytes")
          .idle_if(without_switch),
      number<std::uint64_t>(
          "switch.mark_bytes", 0, 1 << 30,
          "Bytes in its output queue with which a frame is marked (ECN), for connections with "
          "vm.ecn; 0: none is.",
          IXSIM_TARGET(std::uint64_t, hosts.network.bridge.mark_bytes), 1, "bytes")
          .idle_if(without_switch),
      words<Pause>(
          "switch.pause", {{"none", Pause::kNone}, {"link", Pause::kLink}, {"priority", Pause::kPriority}},
          "PAUSE between switch and ports. \"link\" (IEEE 802.3x) stops a port that has more than "
          "switch.high_watermark in the switch. \"priority\" (IEEE 802.1Qbb, PFC) stops one priority of a "
          "port; controllers then need dcb.priority_pause.",
          IXSIM_TARGET(Pause, hosts.network.bridge.pause))
          .idle_if(without_switch),
      numbers<unsigned>("switch.lossless", 0, 7, "an array of 0 to 7",
                        "Priorities that the switch stops instead of dropping their frames.",
                        IXSIM_TARGET(std::vector<unsigned>, hosts.network.lossless), "priority")
          .follows({"vm.priority"}, "the priorities of all VMs")
          .idle_if(without_priorities),
      number<std::uint64_t>(
          "switch.high_watermark", 1, 1 << 30,
          "Bytes of one port, or of one of its lossless priorities, in the switch above which the switch "
          "stops them.",
          IXSIM_TARGET(std::uint64_t, hosts.network.bridge.thresholds.xoff), 1, "bytes")
          .idle_if(without_pause),
      number<std::uint64_t>("switch.low_watermark", 0, 1 << 30,
                            "Bytes in the switch at which the port, or the priority, may go on.",
                            IXSIM_TARGET(std::uint64_t, hosts.network.bridge.thresholds.xon), 1, "bytes")
          .follows({"switch.high_watermark"}, "32768, or half of a lower switch.high_watermark")
          .idle_if(without_pause),
      number<std::uint64_t>(
          "switch.headroom", 0, 1 << 30,
          "Bytes that the switch accepts above switch.high_watermark. Frames beyond them are dropped "
          "(switch.drop.headroom).",
          IXSIM_TARGET(std::uint64_t, hosts.network.bridge.thresholds.headroom), 1, "bytes")
          .follows({"network.cable_delay", "rx.max_frame", "traffic.pause_response_ns"},
                   "what frames on their way need, at most 8 bytes more")
          .idle_if(without_pause),
  };
}

}  // namespace ixsim::platform
