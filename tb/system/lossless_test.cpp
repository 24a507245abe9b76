// Lossless Ethernet end to end: Fibre Channel traffic of twice the rate of a link, through a switch into a
// controller and its host, with priority PAUSE and without.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "host/network.h"
#include "host/peer/fcoe_frame.h"
#include "host/peer/headroom.h"
#include "network_bench.h"

namespace ixsim {
namespace {

using bench::mac_of;
using bench::path_between;
using bench::quick_host;

constexpr unsigned kStorage = 3;  // priority of Fibre Channel
constexpr unsigned kLan = 0;
constexpr std::uint32_t kPartition = 64 << 10;  // receive packet buffer of a class
constexpr Time kResponse = 60 * 64 * kByteTime10G;
constexpr Time kSetUp = 100 * kMicrosecond;
constexpr Time kWindow = 3 * kMillisecond;

HeadroomConfig link_of(Time delay) {
  HeadroomConfig link;
  link.delay = delay;
  link.max_frame = kMaxFcoeFrame;
  link.max_other_frame = kMaxFcoeFrame;
  link.response = kResponse;
  return link;
}

struct Plan {
  bool switch_pauses = true;      // the switch sends priority PAUSE
  bool host_pauses = true;        // the controller does
  std::uint64_t frame_cost = 50;  // cycles of the host for a frame
  std::int64_t headroom_error = 0;
};

struct Outcome {
  std::uint64_t storage_sent = 0;
  std::uint64_t storage_lost = 0;  // in the switch
  std::uint64_t lan_lost = 0;      // in the switch
  std::uint64_t missed = 0;        // in the controller: its packet buffer was full
  std::uint64_t other_drops = 0;   // in the controller, for other reasons
  std::uint64_t delivered = 0;     // to host memory
  std::uint64_t from_switch = 0;   // frames that the switch sent to the controller
  std::uint64_t taken = 0;         // by the driver
  std::uint64_t switch_stops = 0;
  std::uint64_t host_stops = 0;  // PAUSE frames of the controller
  std::uint64_t bytes = 0;       // of frames to the controller, in the window
  std::vector<std::uint64_t> of_sender;
};

// Two senders of both kinds at line rate each, for one controller.
Outcome incast(const Plan& plan) {
  Network network;
  const Time delay = cable_delay(100);
  EthernetSwitchConfig bridge;
  bridge.ports = 3;
  bridge.response = kResponse;
  bridge.addresses = {{mac_of(1), 0}, {mac_of(2), 1}, {mac_of(9), 2}};
  // Honors PAUSE in any case.
  bridge.pause = EthernetSwitchConfig::Pause::kPriority;
  bridge.lossless = plan.switch_pauses ? 1u << kStorage : 0;
  bridge.thresholds.xoff = 40'000;
  bridge.thresholds.xon = 20'000;
  bridge.thresholds.headroom = headroom(link_of(delay));
  const unsigned center = network.add_switch(bridge);
  for (unsigned i = 0; i < 2; ++i) {
    TrafficPeerConfig peer;
    peer.response = kResponse;
    const unsigned node = network.add_traffic_peer(peer);
    network.join({center, i}, {node, 0}, delay);
  }
  HostSystemConfig config = quick_host(9);
  NicDriverConfig& driver = config.host.driver;
  driver.costs.frame = plan.frame_cost;
  driver.rx.queues = 8;
  driver.rx.vectors = 8;
  driver.rx.ring = 64;
  driver.rx.max_frame = kMaxFcoeFrame - 4;  // a tag comes on top
  driver.rx.buffer_kib = 3;
  driver.rx.dcb.enabled = true;
  driver.rx.dcb.priority_pause = true;
  driver.rx.flow_control = plan.host_pauses;
  const auto above = static_cast<std::int64_t>(headroom(link_of(delay))) + plan.headroom_error;
  driver.rx.high_watermark = static_cast<std::uint32_t>((kPartition - above) / 16 * 16);
  driver.rx.low_watermark = kPartition / 4;
  const unsigned receiver = network.add_host(config);
  network.join({center, 2}, {receiver, 0}, delay);

  network.run(kSetUp);
  for (unsigned i = 0; i < 2; ++i) {
    for (const unsigned priority : {kStorage, kLan}) {
      TrafficFlow flow;
      flow.source = mac_of(i + 1);
      flow.destination = mac_of(9);
      flow.priority = priority;
      flow.fcoe = priority == kStorage;
      flow.sizes = {flow.fcoe ? static_cast<std::uint32_t>(kMaxFcoeFrame) : 1'518};
      flow.start = network.now();
      network.traffic_peer(i + 1).add(flow);
    }
  }
  network.run(kSetUp + kWindow);
  EthernetSwitch& device = network.ethernet_switch(center);
  Outcome outcome;
  outcome.bytes = device.statistics(2).bytes_out;
  for (unsigned i = 0; i < 2; ++i) {
    for (unsigned flow = 0; flow < 2; ++flow) network.traffic_peer(i + 1).stop(flow);
  }
  // Until nothing moves.
  network.run(kSetUp + 2 * kWindow + 5 * kMillisecond);
  EXPECT_EQ(network.unaccounted(), "");
  EXPECT_EQ(device.held(), 0u);
  for (unsigned i = 0; i < 2; ++i) {
    outcome.of_sender.push_back(network.traffic_peer(i + 1).sent(0));
    outcome.storage_sent += network.traffic_peer(i + 1).sent(0);
    outcome.switch_stops += device.account(i).xoff_sent();
  }
  outcome.storage_lost = device.dropped_priority(kStorage);
  outcome.lan_lost = device.dropped_priority(kLan);
  outcome.from_switch = device.statistics(2).frames_out;
  outcome.host_stops = device.pauses(2);
  HostSystem& host = network.host(receiver);
  NicPort& nic = host.controller().port(0);
  outcome.missed = nic.bucket(RxBucket::kPacketBufferFull);
  outcome.delivered = nic.bucket(RxBucket::kDelivered);
  for (unsigned i = 0; i < kRxBuckets; ++i) outcome.other_drops += nic.bucket(static_cast<RxBucket>(i));
  outcome.other_drops -= outcome.missed + outcome.delivered;
  outcome.taken = host.host().driver().frames();
  return outcome;
}

// The host keeps up: the link to the controller is what limits.
TEST(Lossless, TwiceTheRateOfALinkLosesNoStorageFrame) {
  const Outcome outcome = incast({});
  EXPECT_EQ(outcome.storage_lost, 0u);
  EXPECT_GT(outcome.lan_lost, 100u);
  EXPECT_GT(outcome.switch_stops, 10u);
  EXPECT_EQ(outcome.missed + outcome.other_drops, 0u);
  EXPECT_EQ(outcome.delivered, outcome.from_switch);
  EXPECT_EQ(outcome.taken, outcome.delivered);
  // The link is never idle, but for preambles and gaps: 2,180 of 2,200 bytes and 1,518 of 1,538.
  const auto bits = static_cast<double>(outcome.bytes * 8) / static_cast<double>(kWindow) * 1e3;
  EXPECT_GT(bits, 10.0 * 1'518 / 1'538 * 0.99);
  EXPECT_LT(bits, 10.0 * 2'180 / 2'200);
  // The senders get the same.
  EXPECT_NEAR(static_cast<double>(outcome.of_sender[0]), static_cast<double>(outcome.of_sender[1]),
              0.1 * static_cast<double>(outcome.of_sender[0]));
}

// The host does not keep up: the controller stops the switch, which stops the senders.
TEST(Lossless, ASlowHostLosesNoStorageFrame) {
  Plan plan;
  plan.frame_cost = 12'000;
  const Outcome outcome = incast(plan);
  EXPECT_EQ(outcome.storage_lost, 0u);
  EXPECT_EQ(outcome.missed + outcome.other_drops, 0u);
  EXPECT_GT(outcome.host_stops, 10u);
  EXPECT_GT(outcome.switch_stops, 10u);
  EXPECT_EQ(outcome.taken, outcome.from_switch);
  // The host takes 3.16 GHz / 12,070 cycles: 261,800 frames a second.
  const auto bits = static_cast<double>(outcome.bytes * 8) / static_cast<double>(kWindow) * 1e3;
  EXPECT_LT(bits, 6.0);
  EXPECT_GT(bits, 3.0);
}

TEST(Lossless, WithoutPauseOfTheSwitchStorageFramesAreLost) {
  Plan plan;
  plan.switch_pauses = false;
  const Outcome outcome = incast(plan);
  // Both kinds offer twice what there is, and half of the frames of each are lost, but for the queues.
  EXPECT_GT(outcome.storage_lost * 10, outcome.storage_sent * 4);
  EXPECT_EQ(outcome.switch_stops, 0u);
  EXPECT_EQ(outcome.taken, outcome.from_switch);
}

TEST(Lossless, WithoutPauseOfTheControllerASlowHostLosesFrames) {
  Plan plan;
  plan.frame_cost = 12'000;
  plan.host_pauses = false;
  const Outcome outcome = incast(plan);
  EXPECT_EQ(outcome.storage_lost, 0u);  // of the switch
  EXPECT_GT(outcome.missed, 100u);
  EXPECT_EQ(outcome.host_stops, 0u);
}

// The controller's watermark leaves the headroom that the cable needs; two frames less are too little.
TEST(Lossless, TheControllerNeedsItsHeadroom) {
  Plan plan;
  plan.frame_cost = 12'000;
  plan.headroom_error = -3 * static_cast<std::int64_t>(kMaxFcoeFrame);
  EXPECT_GT(incast(plan).missed, 0u);
}

// --- A controller that is stopped, and a TCP peer that is.

enum class Kind { kNone, kLink, kPriority };

struct Stopped {
  std::uint64_t dropped = 0;
  std::uint64_t retransmits = 0;
  std::uint64_t stops = 0;
  std::uint64_t delivered = 0;
};

// A host sends at 10 Gb/s through a switch to a peer at 1 Gb/s.
Stopped into_slow_port(Kind kind) {
  Network network;
  EthernetSwitchConfig bridge;
  bridge.ports = 2;
  bridge.byte_times = {kByteTime10G, kByteTime1G};
  bridge.queue_bytes = 40'000;
  bridge.pause = kind == Kind::kNone   ? EthernetSwitchConfig::Pause::kNone
                 : kind == Kind::kLink ? EthernetSwitchConfig::Pause::kLink
                                       : EthernetSwitchConfig::Pause::kPriority;
  bridge.lossless = kind == Kind::kPriority ? 1u << 2 : 0;
  bridge.thresholds = {20'000, 10'000, headroom(link_of(cable_delay(100))), 0xffff};
  const unsigned center = network.add_switch(bridge);
  HostSystemConfig config = quick_host(1);
  if (kind == Kind::kPriority) {
    config.host.driver.rx.queues = config.host.driver.rx.vectors = 8;
    config.host.driver.rx.dcb.enabled = true;
    config.host.driver.rx.dcb.priority_pause = true;
    // Class 2 has transmit queues 8 to 11, guest 8 the first of them.
    config.host.driver.tx.queues = 32;
    config.host.guests.resize(9);
  }
  const unsigned guest = kind == Kind::kPriority ? 8 : 0;
  const unsigned host = network.add_host(config);
  network.join({center, 0}, {host, 0}, cable_delay(100));
  TcpPeerConfig slow;
  slow.byte_time = kByteTime1G;
  slow.delay = kMicrosecond;
  const unsigned peer = network.add_tcp_peer(slow);
  network.join({center, 1}, {peer, 0}, cable_delay(10));
  TcpConfig tcp;
  tcp.initial_window = 1'000;  // a burst of 1.46 MB
  network.connect({host, 0, guest, tcp}, {peer, 0, 0, tcp}, path_between(1, 2, 0, 2 << 13 | 5));
  network.run(kSetUp);
  Guest& program = network.host(host).host().guest(guest);
  program.connection(0).offer(1'000'000, network.now());
  program.arm(0, network.now());
  network.run(kSetUp + 15 * kMillisecond);
  EXPECT_EQ(network.unaccounted(), "");
  Stopped stopped;
  const EthernetSwitch& device = network.ethernet_switch(center);
  stopped.dropped = device.dropped(SwitchDrop::kQueueFull) + device.dropped(SwitchDrop::kHeadroom);
  stopped.retransmits = program.connection(0).statistics().retransmits;
  stopped.stops = device.account(0).xoff_sent();
  stopped.delivered = network.tcp_peer(peer).connection(0).statistics().bytes_delivered;
  return stopped;
}

TEST(Lossless, ASwitchStopsAController) {
  const Stopped without = into_slow_port(Kind::kNone);
  EXPECT_GT(without.dropped, 100u);
  for (const Kind kind : {Kind::kLink, Kind::kPriority}) {
    const Stopped stopped = into_slow_port(kind);
    EXPECT_EQ(stopped.dropped, 0u);
    EXPECT_EQ(stopped.retransmits, 0u);
    EXPECT_GT(stopped.stops, 5u);
    EXPECT_EQ(stopped.delivered, 1'000'000u);
  }
}

// The link partner of a closed system honors the controller's PAUSE.
TEST(Lossless, AControllerStopsATcpPeer) {
  for (const bool honor : {true, false}) {
    HostSystemConfig config = quick_host(1);
    config.host.driver.costs.frame = 12'000;
    config.host.driver.rx.ring = 64;
    config.host.driver.rx.flow_control = true;
    config.host.driver.rx.high_watermark = 100'000;
    config.host.driver.rx.low_watermark = 50'000;
    config.peer.honor_pause = honor;
    config.peer.response = kResponse;
    config.peer.delay = 100 * kMicrosecond;
    HostSystem system(config);
    TcpConfig tcp;
    tcp.initial_window = 1'000;
    const unsigned number = system.connect(0, 0, tcp, tcp, path_between(2, 1, 0));
    system.run(kSetUp);
    system.peer().connection(number).offer(1'400'000, system.now());
    system.peer().arm(number, system.now());
    system.run(kSetUp + 10 * kMillisecond);
    EXPECT_EQ(system.unaccounted(0), "");
    const std::uint64_t missed = system.controller().port(0).bucket(RxBucket::kPacketBufferFull);
    if (honor) {
      EXPECT_EQ(missed, 0u);
      EXPECT_GT(system.peer().pauses(), 5u);
      EXPECT_EQ(system.host().guest(0).delivered(), 1'400'000u);
    } else {
      EXPECT_GT(missed, 50u);
      EXPECT_EQ(system.peer().pauses(), 0u);
      EXPECT_GT(system.peer().control_received(), 0u);
    }
  }
}

}  // namespace
}  // namespace ixsim
