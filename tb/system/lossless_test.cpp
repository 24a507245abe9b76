// Lossless Ethernet end to end: Fibre Channel traffic at twice the rate of a link, through a switch into a
// controller and its host, with and without priority PAUSE.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "host/network.h"
#include "host/peer/fcoe_frame.h"
#include "host/peer/headroom.h"
#include "network_bench.h"
#include "platform/reproduce/fcoe_incast.h"

namespace ixsim::test {
namespace {

using bench::path_between;
using bench::quick_host;

constexpr Time kResponse = 60 * 64 * kByteTime10G;
constexpr Time kSetUp = 100 * kMicrosecond;

HeadroomConfig link_of(Time delay) {
  HeadroomConfig link;
  link.delay = delay;
  link.max_frame = kMaxFcoeFrame;
  link.max_other_frame = kMaxFcoeFrame;
  link.response = kResponse;
  return link;
}

FcoeIncastResult incast(const FcoeIncast& plan) {
  FcoeIncastResult result = run_fcoe_incast(plan);
  EXPECT_EQ(result.unaccounted, "");
  EXPECT_EQ(result.bad_payloads, 0u);
  EXPECT_EQ(result.largest_payload, plan.storage_is_fcoe ? 2'112u : 0u);
  EXPECT_EQ(result.taken, result.delivered);
  EXPECT_EQ(result.from_switch, result.delivered + result.missed + result.other_drops);
  return result;
}

constexpr std::uint64_t kSlowHost = 12'000;

// The host keeps up: the link to the controller is the bottleneck.
TEST(Lossless, TwiceTheRateOfALinkLosesNoStorageFrame) {
  const FcoeIncastResult outcome = incast({});
  EXPECT_EQ(outcome.storage_lost, 0u);
  EXPECT_GT(outcome.lan_lost, 100u);
  EXPECT_GT(outcome.switch_stops, 10u);
  EXPECT_EQ(outcome.missed + outcome.other_drops, 0u);
  // The link is never idle, but for preambles and gaps: 2,180 of 2,200 bytes and 1,518 of 1,538.
  const auto bits =
      static_cast<double>(outcome.window_bytes * 8) / static_cast<double>(FcoeIncast().window) * 1e3;
  EXPECT_GT(bits, 10.0 * 1'518 / 1'538 * 0.99);
  EXPECT_LT(bits, 10.0 * 2'180 / 2'200);
  // The senders get the same.
  EXPECT_NEAR(static_cast<double>(outcome.of_sender[0]), static_cast<double>(outcome.of_sender[1]),
              0.1 * static_cast<double>(outcome.of_sender[0]));
}

// The host does not keep up: the controller pauses the switch, and the switch pauses the senders.
TEST(Lossless, ASlowHostLosesNoStorageFrame) {
  FcoeIncast plan;
  plan.host_cycles = kSlowHost;
  const FcoeIncastResult outcome = incast(plan);
  EXPECT_EQ(outcome.storage_lost, 0u);
  EXPECT_EQ(outcome.missed + outcome.other_drops, 0u);
  EXPECT_GT(outcome.host_stops, 10u);
  EXPECT_GT(outcome.switch_stops, 10u);
  // The host takes 3.16 GHz / 12,070 cycles: 261,800 frames a second.
  const auto bits =
      static_cast<double>(outcome.window_bytes * 8) / static_cast<double>(FcoeIncast().window) * 1e3;
  EXPECT_LT(bits, 6.0);
  EXPECT_GT(bits, 3.0);
}

TEST(Lossless, WithoutPauseOfTheSwitchStorageFramesAreLost) {
  FcoeIncast plan;
  plan.switch_pauses = false;
  const FcoeIncastResult outcome = incast(plan);
  // Both kinds offer twice what there is, and half of the frames of each are lost, but for the queues.
  EXPECT_GT(outcome.storage_lost * 10, outcome.storage_sent * 4);
  EXPECT_EQ(outcome.switch_stops, 0u);
}

TEST(Lossless, WithoutPauseOfTheControllerASlowHostLosesFrames) {
  FcoeIncast plan;
  plan.host_cycles = kSlowHost;
  plan.host_pauses = false;
  const FcoeIncastResult outcome = incast(plan);
  EXPECT_EQ(outcome.storage_lost, 0u);  // of the switch
  EXPECT_GT(outcome.missed, 100u);
  EXPECT_EQ(outcome.host_stops, 0u);
}

// The controller's watermark leaves the headroom that the cable needs; three frames less are too little.
TEST(Lossless, TheControllerNeedsItsHeadroom) {
  FcoeIncast plan;
  plan.host_cycles = kSlowHost;
  plan.spare = -3 * static_cast<std::int64_t>(kMaxFcoeFrame);
  EXPECT_GT(incast(plan).missed, 0u);
}

// Frames of 2,500 bytes are lossless as well.
TEST(Lossless, LargerFramesPass) {
  FcoeIncast plan;
  plan.storage_is_fcoe = false;
  plan.storage_frame = 2'500;
  const FcoeIncastResult outcome = incast(plan);
  EXPECT_GT(outcome.storage_sent, 500u);
  EXPECT_EQ(outcome.storage_lost + outcome.missed + outcome.other_drops, 0u);
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
    config.host.driver.tx.queues = 32;
    config.host.guests.at(0).priority = 2;
  }
  const unsigned host = network.add_host(config);
  network.join({center, 0}, {host, 0}, cable_delay(100));
  TcpPeerConfig slow;
  slow.byte_time = kByteTime1G;
  slow.delay = kMicrosecond;
  const unsigned peer = network.add_tcp_peer(slow);
  network.join({center, 1}, {peer, 0}, cable_delay(10));
  TcpConfig tcp;
  tcp.initial_window = 1'000;  // a burst of 1.46 MB
  network.connect({host, 0, 0, tcp}, {peer, 0, 0, tcp}, path_between(1, 2, 0, 2 << 13 | 5));
  network.run(kSetUp);
  Guest& program = network.host(host).host().guest(0);
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
    const std::uint64_t missed = system.controller().port(0).accounting().bucket(RxBucket::kPacketBufferFull);
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
}  // namespace ixsim::test
