// Several controllers in one process: frames that arrive, frames that are accounted for, and a proof that
// running a part ahead changes nothing.
#include "host/network.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>

#include "host/peer/headroom.h"
#include "ixsim/error.h"
#include "network_bench.h"

namespace ixsim::test {
namespace {

using bench::FrameRecord;
using bench::mac_of;
using bench::path_between;
using bench::quick_host;

constexpr Time kSetUp = 100 * kMicrosecond;

// Two hosts, each with a guest that sends without end to the other.
struct BackToBack {
  BackToBack(Time delay, bool lookahead) : network(lookahead), record(network) {
    const unsigned a = network.add_host(quick_host(0));
    const unsigned b = network.add_host(quick_host(1));
    network.join({a, 0}, {b, 0}, delay);
    network.connect({a, 0, 0, {}}, {b, 0, 0, {}}, path_between(0, 1, 0));
    network.connect({a, 0, 0, {}}, {b, 0, 0, {}}, path_between(0, 1, 1));
    network.run(kSetUp);
    send(a, 0);
    send(b, 1);
  }
  void send(unsigned node, unsigned connection) {
    Guest& guest = network.host(node).host().guest(0);
    guest.connection(connection).offer_endless(network.now());
    guest.arm(connection, network.now());
  }
  // Payload bytes that the guest of a host has.
  std::uint64_t delivered(unsigned node) { return network.host(node).host().guest(0).delivered(); }

  Network network;
  FrameRecord record;
};

TEST(Network, TwoControllersFillTheCableBothWays) {
  BackToBack pair(cable_delay(100), true);
  const Time window = 4 * kMillisecond;
  pair.network.run(kSetUp + window);
  const std::uint64_t before[2] = {pair.delivered(0), pair.delivered(1)};
  pair.network.run(kSetUp + 2 * window);
  for (const unsigned node : {0u, 1u}) {
    // 1,460 bytes of 1,538 are payload; acknowledgments of the other direction take up to one frame of 84
    // bytes for two of data.
    const auto bits = static_cast<double>((pair.delivered(node) - before[node]) * 8);
    const double share = bits / static_cast<double>(window) * 1e3 / 10.0;  // of 10 Gb/s
    EXPECT_LE(share, 1'460.0 / 1'538) << node;
    EXPECT_GE(share, 1'460.0 / (1'538 + 42) * 0.99) << node;
    const std::uint64_t lost = pair.network.host(node).host().guest(0).lost();
    EXPECT_EQ(lost, 0u);
  }
  EXPECT_EQ(pair.network.unaccounted(), "");
  EXPECT_EQ(pair.network.unconnected(), 0u);
}

// The ports of one controller, joined: frames come in by the other port.
TEST(Network, APortCanBeJoinedToTheOtherPortOfItsController) {
  std::string texts[2];
  for (const bool lookahead : {false, true}) {
    Network network(lookahead);
    FrameRecord record(network);
    HostSystemConfig config = quick_host(0, 2);
    config.host.driver.rx.promiscuous = true;
    const unsigned node = network.add_host(config);
    network.join({node, 0}, {node, 1}, 20 * kNanosecond);
    network.connect({node, 0, 0, {}}, {node, 1, 0, {}}, path_between(0, 1, 0));
    network.run(kSetUp);
    Guest& guest = network.host(node).host(0).guest(0);
    guest.connection(0).offer(1'000'000, network.now());
    guest.arm(0, network.now());
    network.run(kSetUp + 2 * kMillisecond);
    EXPECT_EQ(network.host(node).host(1).guest(0).delivered(), 1'000'000u);
    EXPECT_EQ(network.unaccounted(), "");
    texts[lookahead ? 1 : 0] = record.text();
  }
  EXPECT_EQ(texts[0], texts[1]);
}

TEST(Lookahead, ChangesNoFrameBackToBack) {
  for (const Time delay : {Time{1}, cable_delay(2), cable_delay(100) + 17, 5 * kMicrosecond}) {
    BackToBack step(delay, false);
    BackToBack ahead(delay, true);
    step.network.run(kSetUp + kMillisecond);
    ahead.network.run(kSetUp + kMillisecond);
    EXPECT_GT(step.record.frames(), 1'000u);
    EXPECT_EQ(step.record.text(), ahead.record.text()) << delay;
    EXPECT_LT(ahead.network.turns(), step.network.turns() / 2) << delay;
  }
}

// One host answers at once what arrives over a long cable, and has nothing to do before. The other host must
// not run past the answer.
TEST(Lookahead, WaitsForAnAnswer) {
  std::string texts[2];
  for (const bool lookahead : {false, true}) {
    Network network(lookahead);
    FrameRecord record(network);
    const unsigned a = network.add_host(quick_host(0));
    const unsigned b = network.add_host(quick_host(1));
    network.join({a, 0}, {b, 0}, 100 * kMicrosecond);
    TcpConfig tcp;
    tcp.initial_window = 1;
    tcp.acknowledge_every = 1;
    network.connect({a, 0, 0, tcp}, {b, 0, 0, tcp}, path_between(0, 1, 0));
    network.run(kSetUp);
    Guest& guest = network.host(a).host().guest(0);
    guest.connection(0).offer(100'000, network.now());
    guest.arm(0, network.now());
    network.run(kSetUp + 3 * kMillisecond);
    EXPECT_EQ(network.host(b).host().guest(0).delivered(), 100'000u);
    texts[lookahead ? 1 : 0] = record.text();
  }
  EXPECT_EQ(texts[0], texts[1]);
}

// Stopping and continuing has no effect either.
TEST(Lookahead, DoesNotDependOnWhereARunStops) {
  BackToBack once(cable_delay(100), true);
  BackToBack often(cable_delay(100), true);
  once.network.run(kSetUp + kMillisecond);
  for (Time time = kSetUp; time < kSetUp + kMillisecond; time += 777'777) often.network.run(time);
  often.network.run(kSetUp + kMillisecond);
  EXPECT_EQ(once.record.text(), often.record.text());
}

// Three hosts, a TCP peer and raw traffic round a switch with PAUSE, all at once.
std::string mixed_record(bool lookahead, std::uint64_t& pauses) {
  Network network(lookahead);
  FrameRecord record(network);
  EthernetSwitchConfig bridge;
  bridge.ports = 6;
  bridge.pause = EthernetSwitchConfig::Pause::kLink;
  bridge.thresholds = {30'000, 15'000, 40'000, 200};
  const unsigned center = network.add_switch(bridge);
  for (unsigned i = 0; i < 3; ++i) {
    HostSystemConfig config = quick_host(10 + i);
    config.host.driver.rx.flow_control = true;
    const unsigned node = network.add_host(config);
    network.join({center, i}, {node, 0}, cable_delay(10 + i) + i);
  }
  TcpPeerConfig peer;
  peer.delay = kMicrosecond;
  const unsigned tcp = network.add_tcp_peer(peer);
  network.join({center, 3}, {tcp, 0}, cable_delay(3));
  const unsigned noise = network.add_traffic_peer({});
  network.join({center, 4}, {noise, 0}, cable_delay(1));
  network.connect({1, 0, 0, {}}, {2, 0, 0, {}}, path_between(10, 11, 0));
  network.connect({2, 0, 0, {}}, {3, 0, 0, {}}, path_between(11, 12, 1));
  network.connect({tcp, 0, 0, {}}, {1, 0, 0, {}}, path_between(20, 10, 2));
  network.run(kSetUp);
  for (unsigned i = 1; i <= 2; ++i) {
    Guest& guest = network.host(i).host().guest(0);
    const unsigned connection = i == 1 ? 0 : 1;
    guest.connection(connection).offer_endless(network.now());
    guest.arm(connection, network.now());
  }
  network.tcp_peer(tcp).connection(0).offer_endless(network.now());
  network.tcp_peer(tcp).arm(0, network.now());
  TrafficFlow flow;
  flow.source = mac_of(30);
  flow.destination = mac_of(12);
  flow.sizes = {64, 900, 1'518};
  flow.start = network.now();
  flow.interval = kMicrosecond;
  flow.random = true;
  network.traffic_peer(noise).add(flow);
  network.run(kSetUp + 2 * kMillisecond);
  EXPECT_EQ(network.unaccounted(), "");
  pauses = 0;
  for (unsigned i = 0; i < 5; ++i) pauses += network.ethernet_switch(center).statistics(i).control_out;
  return record.text();
}

TEST(Lookahead, ChangesNoFrameRoundASwitch) {
  std::uint64_t pauses[2] = {};
  const std::string step = mixed_record(false, pauses[0]);
  const std::string ahead = mixed_record(true, pauses[1]);
  EXPECT_EQ(step, ahead);
  EXPECT_GT(pauses[0], 10u);
}

TEST(Network, RefusesCablesThatCannotBe) {
  Network network;
  const unsigned a = network.add_traffic_peer({});
  const unsigned b = network.add_traffic_peer({});
  const auto refusal = [&](WirePort from, WirePort to, Time delay) -> std::string {
    try {
      network.join(from, to, delay);
    } catch (const InputError& error) {
      return error.what();
    }
    return "accepted";
  };
  EXPECT_EQ(refusal({a, 0}, {7, 0}, 1), "cable: found node 7, accepted are nodes below 2");
  EXPECT_EQ(refusal({a, 1}, {b, 0}, 1),
            "cable: found port 1 of node 0, accepted are its ports below 1 that have no cable");
  EXPECT_EQ(refusal({a, 0}, {a, 0}, 1), "cable: found one port twice, accepted are two ports");
  EXPECT_EQ(refusal({a, 0}, {b, 0}, 0), "cable.delay: found 0, accepted are 1 ps and more");
  EXPECT_EQ(refusal({a, 0}, {b, 0}, 1), "accepted");
  EXPECT_EQ(refusal({b, 0}, {a, 0}, 1),
            "cable: found port 0 of node 1, accepted are its ports below 1 that have no cable");
}

}  // namespace
}  // namespace ixsim::test
