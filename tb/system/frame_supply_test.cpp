// A core that asks a supply for its frames behaves as one that gets the same frames by calls at their starts:
// equal events, memory and registers, on one port and on two that interleave. Contract:
// nic/core/controller_core.h.
#include <gtest/gtest.h>

#include <deque>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core_bench.h"

namespace ixsim::bench {
namespace {

constexpr Time kFirst = 300 * kMicrosecond;  // when the drivers are ready

struct Sent {
  Time start;
  FrameRef frame;
};

// `count` frames of random sizes and gaps, some damaged.
std::vector<Sent> traffic(std::uint64_t seed, Time from, unsigned count) {
  Random random(seed);
  FrameMaker maker(seed + 1);
  WirePacer pacer;
  std::vector<Sent> frames;
  Time desired = from;
  for (unsigned i = 0; i < count; ++i) {
    const std::size_t size = 64 + random.below(random.chance(1, 8) ? 1'455 : 200);
    const FrameRef frame =
        random.chance(1, 20) ? maker.special(Special::kBadCrc, size, 9'018) : maker.normal(size);
    if (random.chance(1, 4)) desired += static_cast<Time>(random.below(5'000'000));
    const Time start = pacer.start(desired, frame->size());
    desired = pacer.end();
    frames.push_back({start, frame});
  }
  return frames;
}

class Supply : public FrameSupply {
 public:
  Supply(ControllerCore& core, unsigned port, const std::vector<Sent>& frames)
      : core_(core), port_(port), left_(frames.begin(), frames.end()) {}
  Next next() const {
    if (left_.empty()) return {};
    return {left_.front().start, left_.front().frame->size()};
  }
  Next send_frame() override {
    const Sent sent = std::move(left_.front());
    left_.pop_front();
    EXPECT_EQ(core_.supplied_start(), sent.start);
    EXPECT_EQ(core_.frame(sent.start, port_, sent.frame), taken_++);
    return next();
  }
  std::uint64_t taken() const { return taken_; }

 private:
  ControllerCore& core_;
  unsigned port_;
  std::deque<Sent> left_;
  std::uint64_t taken_ = 0;
};

struct Outcome {
  std::vector<EventRecord> events;
  std::string fingerprint;
  std::uint64_t received = 0;
};

// An even seed makes a host that the core trusts.
Outcome run(unsigned ports, bool supplied, std::uint64_t seed, const std::vector<std::vector<Sent>>& frames) {
  ControllerConfig config;
  config.ports.assign(ports, PortConfig());
  CoreBench bench(config, BusSettings(), seed);
  bench.record_events();
  Outcome outcome;
  bench.on_event([&](const EventRecord& record) { outcome.events.push_back(record); });
  DriverSettings settings;
  settings.queues = 4;
  std::vector<std::unique_ptr<BenchDriver>> drivers;
  bench.on_message([&](Time now, std::uint64_t, std::uint32_t data) {
    drivers[data >> 8 & 1]->interrupt(now, data & 0xff);
  });
  for (unsigned port = 0; port < ports; ++port) {
    drivers.push_back(std::make_unique<BenchDriver>(bench, settings, port));
    EXPECT_LT(drivers.back()->start(6 * kMicrosecond), kFirst);
  }
  std::vector<std::unique_ptr<Supply>> supplies;
  for (unsigned port = 0; port < ports; ++port) {
    if (supplied) {
      supplies.push_back(std::make_unique<Supply>(bench.core(), port, frames[port]));
      bench.core().set_supply(port, *supplies.back(), supplies.back()->next());
    } else {
      for (const Sent& sent : frames[port]) bench.frame_at(sent.start, sent.frame, port);
    }
  }
  const Time last = frames[0].back().start;
  bench.at(last + 400 * kMicrosecond, [&] {
    for (auto& driver : drivers) driver->sweep();
  });
  bench.run(last + 10 * kMillisecond, 100 * kMicrosecond);
  EXPECT_EQ(bench.surprises(), 0u) << "an output before the time that was announced";
  EXPECT_EQ(bench.core().supplied_start(), kNever);
  for (std::size_t port = 0; port < supplies.size(); ++port)
    EXPECT_EQ(supplies[port]->taken(), frames[port].size());
  for (const auto& driver : drivers) outcome.received += driver->frames();
  outcome.fingerprint = bench.fingerprint();
  // The order of probes between ports is not defined.
  if (ports > 1) outcome.fingerprint.erase(outcome.fingerprint.find(" stages"));
  return outcome;
}

void expect_equal(unsigned ports, unsigned count) {
  std::vector<std::vector<Sent>> frames;
  for (unsigned port = 0; port < ports; ++port)
    frames.push_back(traffic(11 + port, kFirst + port * kMicrosecond, count));
  for (const std::uint64_t seed : {4, 5}) {
    SCOPED_TRACE(seed);
    const Outcome called = run(ports, false, seed, frames), asked = run(ports, true, seed, frames);
    EXPECT_EQ(first_difference(called.events, asked.events), "");
    EXPECT_EQ(called.fingerprint, asked.fingerprint);
    EXPECT_EQ(called.received, asked.received);
    EXPECT_GT(called.received, ports * count / 2);
    EXPECT_GT(called.events.size(), ports * count);
  }
}

TEST(FrameSupply, GivesWhatCallsGive) { expect_equal(1, 1'000); }

TEST(FrameSupply, OfTwoPortsInterleave) { expect_equal(2, 500); }

}  // namespace
}  // namespace ixsim::bench
