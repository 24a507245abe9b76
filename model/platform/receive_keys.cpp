// Keys of the receive half: queues, filters, rings, flow control and interrupts, as the driver sets them.
#include "platform/key_tables.h"

namespace ixsim::platform {
namespace {

using namespace toml_values;  // NOLINT(google-build-using-namespace)

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
}

std::string addresses_text(const Scenario& s) {
  std::string text;
  for (const auto& receive : s.rx.addresses) {
    text += fmt::format("{}[\"{:02x}\", {}]", text.empty() ? "" : ", ", fmt::join(receive.address, ":"),
                        receive.pool);
  }
  return "[" + text + "]";
}

Key addresses_key() {
  ScenarioKey about{
      "rx.addresses", "an array of \"MAC\" or [\"MAC\", pool], pools 0 to 63",
      "Receive addresses (RAL, RAH): unicast destinations that the device admits, each with its "
      "pool. An address without a pool takes the next pool in turn."};
  about.type = "array";
  about.unit = "MAC address";
  return Key{about, set_addresses, addresses_text}.follows(
      {"traffic.source", "rx.pools", "device.profile"},
      "of generated traffic 16 addresses from 02:00:00:00:00:01 on, or as many as there are pools; of a "
      "capture its 16 "
      "most frequent destinations");
}

}  // namespace

std::vector<Key> receive_keys() {
  return {
      number<unsigned>(
          "rx.queues", 1, kMaxQueues,
          "Receive queues in use. A pool has an equal share; RSS spreads the frames of a pool over at most "
          "16 queues.",
          IXSIM_TARGET(unsigned, rx.queues), 1, "queues")
          .follows({"device.profile", "rx.pools", "rx.rss", "dcb.enabled"},
                   "with rx.rss 16 of each pool (4 with pools on the 82599, X540, 82576 and custom), else "
                   "one; with "
                   "dcb.enabled as many of each class of each pool"),
      number<unsigned>(
          "rx.pools", 1, 64,
          "VMDq pools in use; 1: VMDq is off. Each pool stands for a virtual machine, selected by the "
          "destination address (82598) or by address and VLAN (82599).",
          IXSIM_TARGET(unsigned, rx.pools), 1, "pools")
          .follows({"device.profile", "rx.queues", "rx.rss", "dcb.enabled"},
                   "4 on the 82598, else 16 or all; fewer or more if rx.queues needs it; 1 with dcb.enabled "
                   "unless VMs have pools"),
      flag("rx.rss",
           "Receive side scaling: a Toeplitz hash of addresses and ports spreads frames over the queues of a "
           "pool "
           "(MRQC, RETA).",
           IXSIM_TARGET(bool, rx.rss))
          .follows({"device.profile", "rx.pools", "rx.queues"},
                   "false if the device has fewer queues than 16 for each of rx.pools"),
      addresses_key(),
      numbers<std::uint16_t>(
          "rx.vlans", 0, 4'095, "an array of 0 to 4095",
          "VLANs that the device admits (VFTA, VLNCTRL). Empty: no VLAN filter. Frames without a "
          "tag pass in any case.",
          IXSIM_TARGET(std::vector<std::uint16_t>, rx.vlans), "VLAN identifier")
          .follows({"traffic.pcap"}, "with a capture its VLANs, if the device has filters for as many"),
      flag("rx.strip_vlan",
           "Take the VLAN tag out of the frame and report it in the descriptor (VLNCTRL.VME).",
           IXSIM_TARGET(bool, rx.strip_vlan)),
      flag("rx.promiscuous",
           "Admit every unicast and multicast frame, with any destination (FCTRL.UPE, FCTRL.MPE).",
           IXSIM_TARGET(bool, rx.promiscuous)),
      number<unsigned>(
          "rx.default_pool", 0, 63,
          "Pool of multicast, broadcast and frames without an exact match (VMD_CTL, VT_CTL). Accepted are "
          "0 to rx.pools - 1.",
          IXSIM_TARGET(unsigned, rx.default_pool), 1, "pool number"),
      flag("rx.replicate",
           "Deliver a copy of each multicast and broadcast frame to every pool. Needs a device that "
           "replicates: all "
           "but the 82598 and the 82575.",
           IXSIM_TARGET(bool, rx.replicate)),
      number<std::uint32_t>(
          "rx.ring", 8, 32'760,
          "Size of each receive ring (RDLEN). A longer ring holds more frames while the driver is away, "
          "and takes more host memory.",
          IXSIM_TARGET(std::uint32_t, rx.ring), 1, "descriptors")
          .in_steps(8),
      number<std::uint32_t>(
          "rx.posted", 0, 32'759,
          "Buffers of each ring that the driver offers to the device at most (RDT); 0: all but one. "
          "Accepted are 0 to rx.ring - 1.",
          IXSIM_TARGET(std::uint32_t, rx.posted), 1, "descriptors"),
      number<std::uint32_t>("rx.buffer_kib", 1, 16,
                            "Size of a receive buffer (SRRCTL.BSIZEPACKET). A longer frame takes several "
                            "descriptors.",
                            IXSIM_TARGET(std::uint32_t, rx.buffer_kib), 1, "KiB"),
      number<std::uint32_t>(
          "rx.buffers", 0, 1'000'000,
          "Different buffers of a port in host memory, used in turn; 0: one for each descriptor. Fewer "
          "buffers let long rings run in little memory.",
          IXSIM_TARGET(std::uint32_t, rx.buffers), 1, "buffers"),
      number<std::uint32_t>(
          "rx.prefetch", 0, 32,
          "Prefetch threshold (RXDCTL.PTHRESH): the device fetches when its cache of a queue holds "
          "fewer descriptors than this.",
          IXSIM_TARGET(std::uint32_t, rx.prefetch), 1, "descriptors"),
      number<std::uint32_t>(
          "rx.host_threshold", 0, 32,
          "Host threshold (RXDCTL.HTHRESH): a prefetch waits until the host has posted at least so "
          "many descriptors.",
          IXSIM_TARGET(std::uint32_t, rx.host_threshold), 1, "descriptors"),
      number<std::uint32_t>(
          "rx.write_back", 0, 16,
          "Write-back threshold (RXDCTL.WTHRESH): the device collects so many finished descriptors "
          "before it writes them. More saves PCIe bytes and adds latency.",
          IXSIM_TARGET(std::uint32_t, rx.write_back), 1, "descriptors")
          .follows({"host.mode", "rx.moderation"}, "1 with host.mode \"poll\" and without rx.moderation"),
      words<bool>("rx.descriptor", {{"advanced", true}, {"legacy", false}},
                  "Format of receive descriptors (SRRCTL.DESCTYPE). The advanced format reports the RSS hash "
                  "and packet "
                  "type.",
                  IXSIM_TARGET(bool, rx.advanced)),
      flag("rx.drop",
           "Drop frames of a queue without descriptors (SRRCTL.DROP_EN). Without it they wait in the packet "
           "buffer and "
           "hold up all queues behind them.",
           IXSIM_TARGET(bool, rx.drop)),
      flag("rx.rsc",
           "Receive side coalescing: the device merges consecutive TCP segments of a flow into one large "
           "receive, which the driver handles as one packet (RSCCTL). The interval of rx.moderation bounds "
           "how long it collects. Needs the 82599, the X540 or custom.",
           IXSIM_TARGET(bool, rx.rsc))
          .idle_if([](const Scenario& s) -> std::string {
            const bool streams =
                s.traffic.flows.stream && s.traffic.flows.transport != FlowSettings::Transport::kUdp;
            return streams || !s.pcap.empty()
                       ? ""
                       : "only with TCP streams: traffic.transport \"tcp\" and traffic.stream";
          }),
      number<std::uint32_t>(
          "rx.max_frame", 1'518, 16'128,
          "Longest frame that the device accepts, with FCS (MHADD); above 1518 jumbo frames are on. "
          "Longer ones are counted in rx.drop.oversize.",
          IXSIM_TARGET(std::uint32_t, rx.max_frame), 1, "bytes")
          .follows({"traffic.pcap"}, "9018 with a capture that holds jumbo frames"),
      flag("rx.store_bad_packets",
           "Deliver frames with errors, with their error bits, instead of dropping them (FCTRL.SBP).",
           IXSIM_TARGET(bool, rx.store_bad_packets)),
      flag("rx.flow_control",
           "Send PAUSE frames by the watermarks of the packet buffer, so that the link partner stops before "
           "frames are lost.",
           IXSIM_TARGET(bool, rx.flow_control)),
      number<std::uint32_t>(
          "rx.high_watermark", 0, 524'272,
          "Fill of the packet buffer above which the link partner is paused (FCRTH). It needs free "
          "space above it for frames on their way.",
          IXSIM_TARGET(std::uint32_t, rx.high_watermark), 1, "bytes")
          .follows({"dcb.enabled"}, "with dcb.enabled three quarters of a class's partition"),
      number<std::uint32_t>("rx.packet_buffer", 16, 512,
                            "Receive packet buffer (RXPBSIZE), up to that of the device.",
                            IXSIM_TARGET(std::uint32_t, rx.packet_buffer_kib), 1, "KiB")
          .follows({"device.profile", "dcb.enabled"},
                   "that of the device; with dcb.enabled eight equal partitions"),
      number<std::uint32_t>("rx.low_watermark", 0, 524'272,
                            "Fill of the packet buffer below which the link partner may send again (FCRTL).",
                            IXSIM_TARGET(std::uint32_t, rx.low_watermark), 1, "bytes")
          .follows({"dcb.enabled"}, "with dcb.enabled half of a class's partition"),
      number<std::uint32_t>(
          "rx.pause_time", 0, 65'535,
          "Time that a PAUSE frame asks for (FCTTV). A slot time is 512 bits: 51.2 ns at 10 Gb/s, 512 ns "
          "at 1 Gb/s. A unit of time is not accepted, as it would depend on device.speed.",
          IXSIM_TARGET(std::uint32_t, rx.pause_time), 1, "slot times"),
      number<std::uint32_t>("rx.pause_refresh", 0, 65'535,
                            "Time left of a PAUSE at which the device repeats it (FCRTV); 0: never.",
                            IXSIM_TARGET(std::uint32_t, rx.pause_refresh), 1, "slot times"),
      number<unsigned>(
          "rx.vectors", 1, 64,
          "MSI-X vectors of queues, each with a core of the host; queues share them in turn. The 82598 "
          "and the 82575 have at most 16 and 10.",
          IXSIM_TARGET(unsigned, rx.vectors), 1, "vectors")
          .follows({"device.profile"}, "16, or all of a device with fewer"),
      number<std::uint32_t>(
          "rx.moderation", 0, 65'535,
          "Minimum time between two interrupt messages of a vector (EITR); 0: off. More saves interrupts "
          "and adds latency. The 82599 accepts at most 4088, the 82576 1996.",
          IXSIM_TARGET(std::uint32_t, rx.moderation), 1, "256 ns")
          .follows({"host.mode"},
                   "without effect with host.mode \"poll\", where setting it turns the timers on")
          .idle_if([](const Scenario& s) -> std::string {
            const bool polls = s.rx.mode == RxDriverConfig::Mode::kPoll;
            return polls && !s.rx.poll_timer ? "not set: a polling host has timers only if this is" : "";
          }),
      number<std::uint32_t>(
          "rx.rebalances", 0, 1'000'000,
          "Words of the redirection table (RETA) that the driver rewrites while frames arrive, as load "
          "balancing does; 0: none.",
          IXSIM_TARGET(std::uint32_t, rx.rebalances), 1, "words"),
      number<Time>("rx.rebalance_interval_ns", 1, kSecond / kNanosecond,
                   "Time between two rewrites of rx.rebalances. Without it they follow each other at once.",
                   IXSIM_TARGET(Time, rx.rebalance_interval), kNanosecond, "ns"),
      flag("rx.auto_mask",
           "Automatic mask (EIAM): a message masks its vector until the driver has finished. Without it the "
           "driver writes "
           "EIMC itself.",
           IXSIM_TARGET(bool, rx.auto_mask)),
  };
}

}  // namespace ixsim::platform
