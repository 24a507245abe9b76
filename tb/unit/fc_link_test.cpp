// Fibre Channel links and exchanges against closed forms, to the picosecond.
#include "host/storage/fc_link.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <tuple>
#include <vector>

#include "host/storage/fc_fabric.h"
#include "ixsim/error.h"

namespace ixsim::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::ThrowsMessage;

constexpr Time kFull8 = 2'480'000;  // 2,108 bytes at 850 MB/s, exact
constexpr Time kFull4 = 2 * kFull8;

struct Arrival {
  Time time;
  std::uint32_t exchange;
  std::uint32_t payload;
  bool last;
};

class Sink : public FcReceiver {
 public:
  void arrived(unsigned, const FcFrame& frame, Time now) override {
    arrivals.push_back({now, frame.exchange, frame.payload, frame.last});
  }
  std::vector<std::uint32_t> exchanges() const {
    std::vector<std::uint32_t> order;
    for (const Arrival& arrival : arrivals) order.push_back(arrival.exchange);
    return order;
  }
  std::vector<Arrival> arrivals;
};

void drain(HostAgenda& agenda) {
  while (agenda.next() != kNever) agenda.advance(agenda.next());
}

class FcLink : public testing::Test {
 protected:
  HostAgenda agenda;
  Sink sink;
};

TEST_F(FcLink, AFullFrameTakes2108ByteTimes) {
  FcDirection eight(k8gfc, 7, agenda, sink, 0), four(k4gfc, 7, agenda, sink, 1);
  eight.send(0, FcUnit::kData, 2'048, 1'000);
  drain(agenda);
  four.send(0, FcUnit::kData, 2'048, 1'000);
  drain(agenda);
  ASSERT_EQ(sink.arrivals.size(), 2u);
  EXPECT_EQ(sink.arrivals[0].time, 1'000 + kFull8 + 7);
  EXPECT_EQ(sink.arrivals[1].time, 1'000 + kFull4 + 7);
}

TEST_F(FcLink, FractionsOfAPicosecondAreCarried) {
  FcDirection link(k8gfc, 0, agenda, sink, 0);
  constexpr unsigned kFrames = 1'000;
  for (unsigned i = 0; i < kFrames; ++i) link.send(i, FcUnit::kCommand, kFcCommandBytes, 0);
  drain(agenda);
  ASSERT_EQ(sink.arrivals.size(), kFrames);
  // A byte takes 20,000 / 17 ps.
  for (unsigned i = 0; i < kFrames; ++i)
    ASSERT_EQ(sink.arrivals[i].time, Time{i + 1} * 92 * 20'000 / 17) << "frame " << i;
}

TEST_F(FcLink, AUnitIsCutIntoFullFramesAndARest) {
  FcDirection link(k8gfc, 0, agenda, sink, 0);
  link.send(3, FcUnit::kData, 2 * 2'048 + 500, 0);
  drain(agenda);
  ASSERT_EQ(sink.arrivals.size(), 3u);
  EXPECT_EQ(fc_frames(2 * 2'048 + 500), 3u);
  EXPECT_EQ(fc_wire_bytes(2 * 2'048 + 500), 2u * 2'108 + 560);
  EXPECT_EQ(sink.arrivals[2].payload, 500u);
  EXPECT_EQ(sink.arrivals[2].time, 2 * kFull8 + 560 * 20'000 / 17);
  EXPECT_FALSE(sink.arrivals[0].last || sink.arrivals[1].last);
  EXPECT_TRUE(sink.arrivals[2].last);
  EXPECT_EQ(link.data_bytes(), 2u * 2'048 + 500);
  EXPECT_EQ(link.wire_bytes(), 2u * 2'108 + 560);
  EXPECT_EQ(link.frames(), 3u);
}

TEST_F(FcLink, ABacklogCarries825Point8MegabytesASecond) {
  FcDirection link(k8gfc, 0, agenda, sink, 0);
  for (unsigned i = 0; i < 30; ++i) link.send(i, FcUnit::kData, 65'536, 0);
  drain(agenda);
  const Time end = sink.arrivals.back().time;
  EXPECT_EQ(end, 30 * 32 * kFull8);
  // 850,000,000 * 2,048 / 2,108 bytes a second, without a rest.
  EXPECT_EQ(static_cast<Time>(link.data_bytes()) * 2'108 / 2'048 * 1'000'000, end * 850);
}

TEST_F(FcLink, ExchangesTakeTurnsFrameByFrame) {
  FcDirection link(k8gfc, 0, agenda, sink, 0);
  link.send(5, FcUnit::kData, 4 * 2'048, 0);
  link.send(1, FcUnit::kData, 2 * 2'048, 0);
  agenda.advance(agenda.next());  // the first frame is sent
  link.send(9, FcUnit::kData, 2'048, kFull8);
  drain(agenda);
  EXPECT_THAT(sink.exchanges(), ElementsAre(5, 1, 5, 9, 1, 5, 5));
}

TEST_F(FcLink, UnitsOfAnExchangeKeepTheirOrder) {
  FcDirection link(k8gfc, 0, agenda, sink, 0);
  link.send(1, FcUnit::kData, 2 * 2'048, 0);
  link.send(1, FcUnit::kResponse, kFcResponseBytes, 0);
  link.send(2, FcUnit::kResponse, kFcResponseBytes, 0);
  drain(agenda);
  std::vector<std::tuple<std::uint32_t, std::uint32_t>> seen;
  for (const Arrival& arrival : sink.arrivals) seen.emplace_back(arrival.exchange, arrival.payload);
  EXPECT_THAT(seen,
              ElementsAre(std::tuple(1, 2'048), std::tuple(2, 24), std::tuple(1, 2'048), std::tuple(1, 24)));
}

TEST_F(FcLink, ForwardedFramesStayFramesOfTheirUnit) {
  FcDirection link(k8gfc, 0, agenda, sink, 0);
  link.forward({1, 2'048, FcUnit::kData, false}, 0);
  link.forward({1, 2'048, FcUnit::kData, false}, 0);
  link.forward({1, 100, FcUnit::kData, true}, 0);
  link.forward({1, 24, FcUnit::kResponse, true}, 0);
  drain(agenda);
  ASSERT_EQ(sink.arrivals.size(), 4u);
  EXPECT_EQ(sink.arrivals[2].payload, 100u);
  EXPECT_TRUE(sink.arrivals[2].last && sink.arrivals[3].last);
  EXPECT_FALSE(sink.arrivals[1].last);
  EXPECT_EQ(link.data_bytes(), 2u * 2'048 + 100);
}

class Done : public FcFabric::Listener {
 public:
  void exchange_done(std::uint32_t tag, Time now) override {
    tags.push_back(tag);
    times.push_back(now);
  }
  std::vector<std::uint32_t> tags;
  std::vector<Time> times;
};

class FcExchange : public testing::Test {
 protected:
  HostAgenda agenda;
  Done done;
  FcFabricConfig config;
  // The time at which a command of the first exchange has reached its target: processor, adapter, 92 bytes on
  // both links, the switch.
  static constexpr Time kCommandAtTarget = 2'000'000 + 1'000'000 + 108'235 + 350'000 + 216'470 + 50'000;
};

TEST_F(FcExchange, AReadIsCommandDataAndResponse) {
  FcFabric fabric(config, agenda, done);
  fabric.submit({2, true, 4'096, 77}, 0);
  EXPECT_EQ(fabric.in_flight(), 1u);
  drain(agenda);
  ASSERT_THAT(done.tags, ElementsAre(77));
  // Two frames at 4 Gb/s; then the second and the response behind it at 8 Gb/s.
  const Time expected =
      kCommandAtTarget + 15'000'000 + 2 * kFull4 + 350'000 + kFull8 + 98'823 + 50'000 + 1'000'000;
  EXPECT_EQ(done.times[0], expected);
  EXPECT_EQ(fabric.in_flight(), 0u);
  EXPECT_EQ(fabric.read_bytes(2), 4'096u);
  EXPECT_EQ(fabric.written_bytes(2), 0u);
  EXPECT_EQ(fabric.to_adapter().data_bytes(), 4'096u);
  EXPECT_EQ(fabric.from_adapter().wire_bytes(), 92u);
}

TEST_F(FcExchange, AWriteWaitsForTransferReady) {
  FcFabric fabric(config, agenda, done);
  fabric.submit({0, false, 4'096, 5}, 0);
  drain(agenda);
  ASSERT_THAT(done.tags, ElementsAre(5));
  const Time ready = kCommandAtTarget + 169'411 + 350'000 + 84'705 + 50'000 + 1'000'000;
  // The second frame waits at the switch for the first, as the port's link is slower.
  const Time data = ready + kFull8 + 350'000 + 2 * kFull4 + 50'000;
  EXPECT_EQ(done.times[0], data + 15'000'000 + 197'647 + 350'000 + 98'824 + 50'000 + 1'000'000);
  EXPECT_EQ(fabric.written_bytes(0), 4'096u);
  EXPECT_EQ(fabric.from_adapter().data_bytes(), 4'096u);
}

TEST_F(FcExchange, APortServesAsManyCommandsAsItHasPlaces) {
  config.concurrency = 1;
  config.exchange_time = 0;
  FcFabric fabric(config, agenda, done);
  fabric.submit({0, true, 2'048, 1}, 0);
  fabric.submit({0, true, 2'048, 2}, 0);
  drain(agenda);
  ASSERT_THAT(done.tags, ElementsAre(1, 2));
  // From a response at the switch: the access, data and response of the next command.
  const Time next = 15'000'000 + kFull4 + 197'647 + 350'000;
  EXPECT_NEAR(static_cast<double>(done.times[1] - done.times[0]), static_cast<double>(next), 1.0);
  // Another port is free meanwhile.
  Done more;
  FcFabric again(config, agenda, more);
  const Time begin = done.times[1];
  for (const std::uint32_t tag : {1u, 2u, 3u}) again.submit({tag / 3, true, 2'048, tag}, begin);
  drain(agenda);
  EXPECT_THAT(more.tags, ElementsAre(1, 3, 2));
}

TEST_F(FcExchange, TheAdapterTakesOneExchangeAtATime) {
  config.exchange_time = 40 * kMicrosecond;
  FcFabric fabric(config, agenda, done);
  for (unsigned i = 0; i < 4; ++i) fabric.submit({i, true, 512, i}, 0);
  drain(agenda);
  ASSERT_THAT(done.tags, ElementsAre(0, 1, 2, 3));
  for (unsigned i = 1; i < 4; ++i)
    EXPECT_NEAR(static_cast<double>(done.times[i] - done.times[i - 1]), 40e6, 2.0) << i;
}

TEST_F(FcExchange, DirectionsAreIndependent) {
  // Reads keep the wire to the adapter busy; writes from the adapter take what they take alone.
  config.access_time = 0;
  config.exchange_time = 0;
  FcFabric alone(config, agenda, done);
  for (unsigned i = 0; i < 8; ++i) alone.submit({i % 4, true, 262'144, i}, 0);
  drain(agenda);
  const Time reads = done.times.back();
  Done both;
  FcFabric fabric(config, agenda, both);
  const Time begin = reads;
  for (unsigned i = 0; i < 8; ++i) fabric.submit({i % 4, true, 262'144, i}, begin);
  for (unsigned i = 8; i < 16; ++i) fabric.submit({i % 4, false, 262'144, i}, begin);
  drain(agenda);
  Time last_read = 0;
  for (std::size_t i = 0; i < both.tags.size(); ++i)
    if (both.tags[i] < 8) last_read = both.times[i];
  EXPECT_EQ(both.tags.size(), 16u);
  // XFER_RDY and responses of writes are 0.2 % of the reads' bytes.
  EXPECT_LT(last_read - begin, reads * 101 / 100);
}

TEST_F(FcExchange, BadSettingsNameTheirKeys) {
  config.ports = 0;
  EXPECT_THAT([&] { FcFabric(config, agenda, done); },
              ThrowsMessage<InputError>(HasSubstr("storage.ports: found 0, accepted are 1 to 64")));
  config.ports = 4;
  config.access_time = -1;
  EXPECT_THAT([&] { FcFabric(config, agenda, done); },
              ThrowsMessage<InputError>(HasSubstr("storage.access_time: found -1")));
  config.access_time = 0;
  FcFabric fabric(config, agenda, done);
  EXPECT_THAT(
      [&] {
        fabric.submit({4, true, 512, 0}, 0);
      },
      ThrowsMessage<InputError>(HasSubstr("storage.port: found 4, accepted are 0 to 3")));
}

}  // namespace
}  // namespace ixsim::test
