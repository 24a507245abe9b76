// The headroom of a lossless priority: it is sufficient in every phase, and at most a few bytes too large.
//
// A sender at line rate, a switch whose output is paused, and a wire back to the sender that is always busy.
// The sender's frames are those that fill the time best. Their phase relative to the wire back takes every
// lane.
#include "host/peer/headroom.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "base/random.h"
#include "host/network.h"

namespace ixsim::test {
namespace {

constexpr Time kByte = kByteTime10G;
constexpr Time kLane = 4 * kByte;
constexpr unsigned kPriority = 3;
constexpr MacAddress kSender = {0x02, 0, 0, 0, 0, 1};
constexpr MacAddress kReceiver = {0x02, 0, 0, 0, 0, 2};
constexpr MacAddress kOther = {0x02, 0, 0, 0, 0, 3};

struct Outcome {
  std::uint64_t lost = 0;  // frames of the priority
  std::uint64_t peak = 0;  // bytes above xoff
};

// Runs one phase: `extra` are the sizes of the frames after the one that crosses xoff.
Outcome run_phase(const HeadroomConfig& config, std::uint64_t bytes, const std::vector<std::uint32_t>& extra,
                  Time phase) {
  constexpr unsigned kBefore = 4;  // frames that fill the buffer up to xoff exactly
  EthernetSwitchConfig bridge;
  bridge.ports = 3;
  bridge.addresses = {{kSender, 0}, {kReceiver, 1}, {kOther, 2}};
  bridge.pause = EthernetSwitchConfig::Pause::kPriority;
  bridge.lossless = 1u << kPriority;
  bridge.thresholds.xoff = std::uint64_t{kBefore} * config.max_frame;
  bridge.thresholds.xon = 0;
  bridge.thresholds.headroom = bytes;

  Network network;
  const unsigned center = network.add_switch(bridge);
  TrafficPeerConfig peer;
  peer.response = config.response;
  const unsigned sender = network.add_traffic_peer(peer);
  const unsigned receiver = network.add_traffic_peer({});
  const unsigned other = network.add_traffic_peer({});
  network.join({center, 0}, {sender, 0}, config.delay);
  network.join({center, 1}, {receiver, 0}, kNanosecond);
  network.join({center, 2}, {other, 0}, kNanosecond);

  // The receiver takes nothing of the priority.
  PauseFrame pause;
  pause.of_priorities = true;
  pause.named = 1u << kPriority;
  pause.time.fill(0xffff);
  network.traffic_peer(receiver).send(make_pause(kReceiver, pause), 0);
  // The wire back to the sender is always busy.
  TrafficFlow back;
  back.source = kOther;
  back.destination = kSender;
  back.sizes = {config.max_other_frame};
  network.traffic_peer(other).add(back);

  TrafficFlow flow;
  flow.source = kSender;
  flow.destination = kReceiver;
  flow.priority = kPriority;
  flow.sizes.assign(kBefore + 1, config.max_frame);
  flow.sizes.insert(flow.sizes.end(), extra.begin(), extra.end());
  flow.sizes.resize(100, config.max_frame);
  flow.start = 10 * kMicrosecond + phase;
  network.traffic_peer(sender).add(flow);
  network.run(60 * kMicrosecond);

  Outcome outcome;
  const EthernetSwitch& device = network.ethernet_switch(center);
  outcome.lost = device.dropped_priority(kPriority);
  outcome.peak = device.account(0).peak(kPriority) - bridge.thresholds.xoff;
  EXPECT_EQ(network.unaccounted(), "");
  EXPECT_LT(network.traffic_peer(sender).sent(0), 100u);
  return outcome;
}

// Returns the sizes that fill the time up to the stop, with whole frames and one of `rest` bytes, if any.
std::vector<std::uint32_t> filling(const HeadroomConfig& config, std::int64_t adjust) {
  const std::int64_t slot = std::int64_t{config.max_frame} + 20;
  const std::int64_t bytes = (longest_stop(config) - 1) / config.byte_time - 12;
  std::vector<std::uint32_t> sizes(static_cast<std::size_t>(bytes / slot), config.max_frame);
  const std::int64_t rest = (bytes % slot / 4 + adjust) * 4 - 20;
  if (rest >= 64 && rest <= config.max_frame) sizes.push_back(static_cast<std::uint32_t>(rest));
  return sizes;
}

struct Worst {
  Outcome outcome;
  std::vector<std::uint32_t> extra;
  Time phase = 0;
};

// Tries all phases, and sizes round those that fill the time.
Worst find_worst(const HeadroomConfig& config, std::uint64_t bytes) {
  Worst worst;
  const Time slot = static_cast<Time>(config.max_other_frame + 20) * kByte;
  for (std::int64_t adjust = -2; adjust <= 2; ++adjust) {
    const auto extra = filling(config, adjust);
    for (Time phase = 0; phase < slot; phase += kLane) {
      const Outcome outcome = run_phase(config, bytes, extra, phase);
      worst.outcome.lost += outcome.lost;
      if (outcome.peak <= worst.outcome.peak) continue;
      worst.outcome.peak = outcome.peak;
      worst.extra = extra;
      worst.phase = phase;
    }
  }
  return worst;
}

class Headroom : public testing::TestWithParam<HeadroomConfig> {};

TEST_P(Headroom, IsEnoughInEveryPhaseAndTight) {
  const HeadroomConfig& config = GetParam();
  const std::uint64_t bytes = headroom(config);
  const Worst worst = find_worst(config, bytes);
  EXPECT_EQ(worst.outcome.lost, 0u);
  EXPECT_LE(worst.outcome.peak, bytes);
  EXPECT_GE(worst.outcome.peak + 8, bytes);
  // In the worst phase one frame less is too little, and so are 64 bytes less, the smallest cell.
  for (const std::uint64_t less : {std::uint64_t{config.max_frame}, std::uint64_t{64}, std::uint64_t{9}}) {
    EXPECT_EQ(run_phase(config, bytes - less, worst.extra, worst.phase).lost, 1u) << less;
  }
}

// Any mix of sizes, those that save bytes of gaps included, at any picosecond.
TEST_P(Headroom, IsEnoughForRandomFrames) {
  const HeadroomConfig& config = GetParam();
  const std::uint64_t bytes = headroom(config);
  Random random(config.max_other_frame);
  std::uint64_t peak = 0;
  for (unsigned i = 0; i < 500; ++i) {
    std::vector<std::uint32_t> extra(20);
    const std::uint64_t low = random.chance(1, 2) ? 64 : config.max_frame - 4;
    for (std::uint32_t& size : extra)
      size = static_cast<std::uint32_t>(random.between(low, config.max_frame));
    const Outcome outcome = run_phase(config, bytes, extra, static_cast<Time>(random.below(2'000'000)));
    EXPECT_EQ(outcome.lost, 0u);
    peak = std::max(peak, outcome.peak);
  }
  EXPECT_GT(peak, bytes / 2);
}

constexpr Time kResponse = 60 * 64 * kByte;

HeadroomConfig of(Time delay, std::uint32_t frame, std::uint32_t other, Time response) {
  HeadroomConfig config;
  config.delay = delay;
  config.max_frame = frame;
  config.max_other_frame = other;
  config.response = response;
  return config;
}

INSTANTIATE_TEST_SUITE_P(Links, Headroom,
                         testing::Values(of(cable_delay(100) + 1, 2'180, 2'180, kResponse),
                                         of(cable_delay(100) + 1, 2'180, 1'520, 0),
                                         of(cable_delay(2) + 1, 2'180, 640, kResponse),
                                         of(cable_delay(300) + 1, 1'520, 1'520, 1'234'567)));

// 100 m, FCoE both ways, 60 quanta: W = 2,200, P = 72, 2 D = 1,250 and R = 3,840 byte times, 7,362 in all.
// 7,361 - 12 + 3 = 7,352 byte times hold three frames of 2,180 in 6,600, and 732 in the 752 that are left;
// two more frames come before and after.
TEST(HeadroomByHand, HundredMetersOfFcoe) {
  const HeadroomConfig config = of(cable_delay(100), 2'180, 2'180, kResponse);
  EXPECT_EQ(longest_stop(config), 7'362 * kByte);
  EXPECT_EQ(headroom(config), 2'180u + 3 * 2'180 + 732 + 2'180);
}

}  // namespace
}  // namespace ixsim::test
