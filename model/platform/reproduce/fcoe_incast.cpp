// Set-up, run and counts.
#include "platform/reproduce/fcoe_incast.h"

#include <algorithm>

#include "host/network.h"
#include "host/path/io_path.h"

namespace ixsim::platform {
namespace {

constexpr unsigned kStorage = 3;
constexpr unsigned kLan = 0;
constexpr std::uint32_t kLanFrame = 1'518;
constexpr std::uint32_t kTag = 4;
constexpr std::uint32_t kPartition = 64 << 10;  // receive packet buffer of a class
constexpr Time kResponse = PauseState::kMaxResponseQuanta * 64 * kByteTime10G;
constexpr Time kSetUp = 100 * kMicrosecond;
constexpr Time kDrain = 10 * kMillisecond;
constexpr unsigned kSenders = 2;

MacAddress mac_of(unsigned number) { return {0x02, 0, 0, 0, 0, static_cast<std::uint8_t>(number)}; }
const MacAddress kReceiver = mac_of(9);

EthernetSwitchConfig bridge_of(const FcoeIncast& plan) {
  EthernetSwitchConfig bridge;
  bridge.ports = kSenders + 1;
  bridge.response = kResponse;
  bridge.addresses = {{mac_of(0), 0}, {mac_of(1), 1}, {kReceiver, kSenders}};
  // The switch honors PAUSE in any case.
  bridge.pause = EthernetSwitchConfig::Pause::kPriority;
  bridge.lossless = plan.switch_pauses ? 1u << kStorage : 0;
  bridge.thresholds.xoff = 40'000;
  bridge.thresholds.xon = 20'000;
  bridge.thresholds.headroom = headroom_of(plan);
  return bridge;
}

HostSystemConfig host_of(const FcoeIncast& plan) {
  HostSystemConfig config;
  config.controller.pcie.generation = 2;
  config.host.plan = io_path("native").plan({});
  NicDriverConfig& driver = config.host.driver;
  driver.costs = {200, 50, plan.host_cycles, 20};
  driver.rx.queues = driver.rx.vectors = 8;
  driver.rx.pools = 1;
  driver.rx.rss = false;
  driver.rx.ring = 64;
  driver.rx.moderation = 40;
  driver.rx.addresses = {{kReceiver, 0}};
  driver.rx.max_frame = std::max(plan.storage_frame - kTag, kLanFrame);  // a tag comes on top
  driver.rx.buffer_kib = (driver.rx.max_frame + 1'023) / 1'024;
  driver.rx.dcb.enabled = true;
  driver.rx.dcb.priority_pause = true;
  driver.rx.flow_control = plan.host_pauses;
  const std::int64_t above = static_cast<std::int64_t>(headroom_of(plan)) + plan.spare;
  driver.rx.high_watermark = static_cast<std::uint32_t>((kPartition - above) / 16 * 16);
  driver.rx.low_watermark = kPartition / 4;
  driver.tx.queues = 1;
  return config;
}

TrafficFlow flow_of(const FcoeIncast& plan, unsigned sender, unsigned priority, Time start) {
  TrafficFlow flow;
  flow.source = mac_of(sender);
  flow.destination = kReceiver;
  flow.priority = priority;
  flow.fcoe = priority == kStorage && plan.storage_is_fcoe;
  flow.sizes = {priority == kStorage ? plan.storage_frame : kLanFrame};
  flow.start = start;
  return flow;
}

void count_controller(HostSystem& host, FcoeIncastResult& result) {
  const NicPort& nic = host.controller().port(0);
  result.missed = nic.accounting().bucket(RxBucket::kPacketBufferFull);
  result.delivered = nic.accounting().bucket(RxBucket::kDelivered);
  for (unsigned i = 0; i < kRxBuckets; ++i)
    result.other_drops += nic.accounting().bucket(static_cast<RxBucket>(i));
  result.other_drops -= result.missed + result.delivered;
  result.taken = host.host().driver().frames();
}

}  // namespace

std::uint64_t headroom_of(const FcoeIncast& plan) {
  HeadroomConfig link;
  link.delay = plan.delay;
  link.max_frame = link.max_other_frame = plan.storage_frame;
  link.response = kResponse;
  return headroom(link);
}

FcoeIncastResult run_fcoe_incast(const FcoeIncast& plan) {
  Network network;
  const unsigned center = network.add_switch(bridge_of(plan));
  std::vector<unsigned> senders;
  for (unsigned i = 0; i < kSenders; ++i) {
    TrafficPeerConfig peer;
    peer.response = kResponse;
    senders.push_back(network.add_traffic_peer(peer));
    network.join({center, i}, {senders[i], 0}, plan.delay);
  }
  const unsigned receiver = network.add_host(host_of(plan));
  network.join({center, kSenders}, {receiver, 0}, plan.delay);

  FcoeIncastResult result;
  network.set_observer([&](WirePort from, Time, const FrameRef& frame) {
    if (from.node != center || from.port != kSenders || priority_of(*frame) != kStorage) return;
    const std::uint64_t payload = fcoe_payload(*frame).size;
    result.largest_payload = std::max(result.largest_payload, payload);
    if (plan.storage_is_fcoe && payload == 0) ++result.bad_payloads;
  });
  network.run(kSetUp);
  for (unsigned i = 0; i < kSenders; ++i) {
    for (const unsigned priority : {kStorage, kLan})
      network.traffic_peer(senders[i]).add(flow_of(plan, i, priority, network.now()));
  }
  network.run(kSetUp + plan.window);
  const EthernetSwitch& device = network.ethernet_switch(center);
  result.window_bytes = device.statistics(kSenders).bytes_out;
  for (const unsigned node : senders) {
    network.traffic_peer(node).stop(0);
    network.traffic_peer(node).stop(1);
  }
  network.run(kSetUp + plan.window + kDrain);

  for (unsigned i = 0; i < kSenders; ++i) {
    const TrafficPeer& peer = network.traffic_peer(senders[i]);
    result.of_sender.push_back(peer.sent(0));
    result.storage_sent += peer.sent(0);
    result.lan_sent += peer.sent(1);
    result.switch_stops += device.account(i).xoff_sent();
  }
  result.storage_lost = device.dropped_priority(kStorage);
  result.lan_lost = device.dropped_priority(kLan);
  result.from_switch = device.statistics(kSenders).frames_out;
  result.host_stops = device.pauses(kSenders);
  count_controller(network.host(receiver), result);
  result.unaccounted = network.unaccounted();
  const std::uint64_t sent = result.storage_sent + result.lan_sent;
  const std::uint64_t ended = result.storage_lost + result.lan_lost + result.from_switch;
  if (sent != ended) {
    result.unaccounted += "senders: " + std::to_string(sent) + " frames sent, " + std::to_string(ended) +
                          " forwarded or dropped by the switch";
  }
  return result;
}

}  // namespace ixsim::platform
