// Incast: several TCP senders, one receiver, one switch. The policy of the output's buffer decides:
// drop-tail, ECN or PAUSE.
#include <gtest/gtest.h>

#include <cstdio>

#include "host/network.h"
#include "host/peer/headroom.h"
#include "network_bench.h"

namespace ixsim::test {
namespace {

using bench::path_between;
using bench::quick_host;

constexpr Time kSetUp = 100 * kMicrosecond;
constexpr Time kWarmUp = 20 * kMillisecond;
constexpr Time kWindow = 20 * kMillisecond;

enum class Policy { kDropTail, kMark, kPause };

struct Outcome {
  double gigabits = 0;  // of payload
  std::uint64_t dropped = 0;
  std::uint64_t marked = 0;
  std::uint64_t retransmits = 0;
  std::uint64_t reductions = 0;
  std::uint64_t peak = 0;  // bytes in the output queue
  double least_share = 0;  // of the sender that got least, 1: an equal part
};

Outcome incast(unsigned senders, Policy policy, bool into_host) {
  Network network;
  EthernetSwitchConfig bridge;
  bridge.ports = senders + 1;
  bridge.queue_bytes = 100 << 10;
  if (policy == Policy::kMark) bridge.mark_bytes = 30 << 10;
  if (policy == Policy::kPause) {
    bridge.pause = EthernetSwitchConfig::Pause::kLink;
    HeadroomConfig link;
    link.delay = cable_delay(20);
    link.max_frame = link.max_other_frame = 1'518;
    bridge.thresholds = {20'000, 10'000, headroom(link), 0xffff};
  }
  const unsigned center = network.add_switch(bridge);
  TcpConfig tcp;
  tcp.ecn = policy == Policy::kMark;
  tcp.min_rto = 10 * kMillisecond;
  TcpPeerConfig peer;
  peer.delay = 10 * kMicrosecond;
  const unsigned receiver = into_host ? network.add_host(quick_host(99)) : network.add_tcp_peer(peer);
  network.join({center, senders}, {receiver, 0}, cable_delay(20));
  std::vector<std::pair<unsigned, unsigned>> flows;  // node of the sender, number at the receiver
  for (unsigned i = 0; i < senders; ++i) {
    const unsigned node = network.add_tcp_peer(peer);
    network.join({center, i}, {node, 0}, cable_delay(20) + i);
    const auto numbers =
        network.connect({node, 0, 0, tcp}, {receiver, 0, 0, tcp}, path_between(1 + i, 99, i));
    flows.emplace_back(node, numbers.second);
  }
  const auto delivered = [&](unsigned number) {
    const TcpConnection& connection = into_host ? network.host(receiver).host().guest(0).connection(number)
                                                : network.tcp_peer(receiver).connection(number);
    return connection.statistics().bytes_delivered;
  };
  network.run(kSetUp);
  for (const auto& flow : flows) {
    network.tcp_peer(flow.first).connection(0).offer_endless(network.now());
    network.tcp_peer(flow.first).arm(0, network.now());
  }
  network.run(kSetUp + kWarmUp);
  std::vector<std::uint64_t> before;
  for (const auto& flow : flows) before.push_back(delivered(flow.second));
  network.run(kSetUp + kWarmUp + kWindow);
  EXPECT_EQ(network.unaccounted(), "");

  Outcome outcome;
  std::uint64_t sum = 0;
  std::uint64_t least = ~std::uint64_t{0};
  for (unsigned i = 0; i < senders; ++i) {
    const std::uint64_t bytes = delivered(flows[i].second) - before[i];
    sum += bytes;
    least = std::min(least, bytes);
    const TcpStatistics& statistics = network.tcp_peer(flows[i].first).connection(0).statistics();
    outcome.retransmits += statistics.retransmits;
    outcome.reductions += statistics.ecn_reductions;
  }
  outcome.gigabits = static_cast<double>(sum * 8) / static_cast<double>(kWindow) * 1e3;
  outcome.least_share = static_cast<double>(least * senders) / static_cast<double>(sum);
  const EthernetSwitch& device = network.ethernet_switch(center);
  outcome.dropped = device.dropped(SwitchDrop::kQueueFull) + device.dropped(SwitchDrop::kHeadroom);
  outcome.marked = device.statistics(senders).marked;
  outcome.peak = device.queues(senders).peak(0);

  constexpr const char* kNames[] = {"drop-tail", "ECN", "PAUSE"};
  std::printf(
      "%u senders into a %s, %s: %.3f Gb/s, %llu dropped, %llu marked, peak %llu B, least share %.3f\n",
      senders, into_host ? "host" : "peer", kNames[static_cast<int>(policy)], outcome.gigabits,
      static_cast<unsigned long long>(outcome.dropped), static_cast<unsigned long long>(outcome.marked),
      static_cast<unsigned long long>(outcome.peak), outcome.least_share);

  // Every segment sent is in the switch, was dropped there, or came to the receiver; nothing else is lost.
  std::uint64_t sent = 0;
  std::uint64_t in = 0;
  for (unsigned i = 0; i < senders; ++i) {
    sent += network.tcp_peer(flows[i].first).frames_sent();
    in += device.statistics(i).frames_in;
  }
  EXPECT_LE(sent - in, senders);  // on a cable
  return outcome;
}

// One segment may more or less be in the window.
constexpr double kCeiling = 10.0 * 1'460 / 1'538 + 1'460.0 * 8e3 / static_cast<double>(kWindow);

TEST(Incast, DropTailLosesAndRetransmits) {
  const Outcome outcome = incast(8, Policy::kDropTail, false);
  EXPECT_GT(outcome.dropped, 20u);
  EXPECT_GE(outcome.retransmits, outcome.dropped / 2);
  EXPECT_EQ(outcome.marked, 0u);
  EXPECT_LE(outcome.peak, 100u << 10);
  EXPECT_GT(outcome.peak, 95u << 10);
  EXPECT_LE(outcome.gigabits, kCeiling);
}

TEST(Incast, MarksAvoidLoss) {
  const Outcome drop = incast(8, Policy::kDropTail, false);
  const Outcome mark = incast(8, Policy::kMark, false);
  EXPECT_GT(mark.marked, 100u);
  EXPECT_GT(mark.reductions, 20u);
  EXPECT_LT(mark.dropped, drop.dropped / 2);
  EXPECT_LE(mark.gigabits, kCeiling);
  EXPECT_GT(mark.gigabits, kCeiling * 0.95);
}

TEST(Incast, PauseLosesNothing) {
  const Outcome outcome = incast(8, Policy::kPause, false);
  EXPECT_EQ(outcome.dropped, 0u);
  EXPECT_EQ(outcome.retransmits, 0u);
  EXPECT_GT(outcome.gigabits, kCeiling * 0.99);
  EXPECT_LE(outcome.gigabits, kCeiling);
  EXPECT_GT(outcome.least_share, 0.9);
}

TEST(Incast, IntoAControllerIsAccountedToo) {
  const Outcome mark = incast(4, Policy::kMark, true);
  EXPECT_GT(mark.marked, 50u);
  EXPECT_GT(mark.gigabits, kCeiling * 0.9);
  const Outcome drop = incast(4, Policy::kDropTail, true);
  EXPECT_GT(drop.dropped, 10u);
}

}  // namespace
}  // namespace ixsim::test
