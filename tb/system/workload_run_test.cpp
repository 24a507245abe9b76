// Programs with mixes of requests, skewed connections and slow guests, on whole hosts.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include "host/guest/mixed_requests.h"
#include "host_bench.h"

namespace ixsim::test {
namespace {

using bench::connect;
using bench::small_run;

constexpr Time kSetUp = 200 * kMicrosecond;

// Connections of guest 0, each with a server in the guest and a client at the link partner.
class Pairs {
 public:
  explicit Pairs(const HostSystemConfig& config) : system(config) { system.run(kSetUp); }

  MixedClient& add(const RequestMix& mix, unsigned outstanding, Time think = 0, std::uint64_t service = 0) {
    const unsigned flow = system.host().guest(0).connections();
    TcpPath to;
    to.destination_mac = {2, 0, 0, 0, 1, 0};
    to.source_ip = 1;
    to.destination_ip = 10;
    to.source_port = static_cast<std::uint16_t>(100 + flow);
    to.destination_port = 4;
    const unsigned at_peer = system.connect(0, 0, TcpConfig(), TcpConfig(), to);
    Guest& guest = system.host().guest(0);
    TcpPeer& peer = system.peer();
    std::function<void(Time)> compute;
    if (service != 0) compute = [&guest, flow, service](Time now) { guest.compute(flow, service, now); };
    guest.run(flow,
              std::make_unique<MixedServer>(
                  guest.connection(flow), [&guest, flow](Time now) { guest.arm(flow, now); }, mix, flow + 1,
                  compute),
              system.now());
    return static_cast<MixedClient&>(
        peer.run(at_peer,
                 std::make_unique<MixedClient>(
                     peer.connection(at_peer), [&peer, at_peer](Time now) { peer.arm(at_peer, now); }, mix,
                     flow + 1, outstanding, think, system.agenda()),
                 system.now()));
  }
  // Bytes that the guest was asked by `flow` and that it answered.
  void expect_bytes(const MixedClient& client, unsigned flow) {
    const TcpStatistics& guest = system.host().guest(0).connection(flow).statistics();
    EXPECT_LE(guest.bytes_delivered, client.asked_bytes());
    EXPECT_LE(client.answered_bytes(), system.peer().connection(flow).statistics().bytes_delivered);
    EXPECT_LE(system.peer().connection(flow).statistics().bytes_delivered, client.answered_bytes() + 65'600);
  }
  HostSystem system;
};

HostSystemConfig plain(const std::string& path = "native") {
  HostRun run = small_run(path);
  run.guests = 1;
  run.queues = 1;
  run.rss = false;
  run.moderation = 0;
  return host_system_config(run);
}

TEST(MixedRequests, EachWorkloadRunsInItsOrder) {
  for (const Workload& load : workloads()) {
    Pairs pairs(plain());
    const MixedClient& client = pairs.add(load.mix, load.outstanding, load.think);
    pairs.system.run(80 * kMillisecond);
    ASSERT_GT(client.times().size(), 5u) << load.name;
    // The requests asked, and the responses that are complete, are the first ones of the sequence.
    RequestSequence sequence(load.mix, 1);
    std::uint64_t asked = 0, answered = 0;
    std::size_t count = 0;
    for (; asked < client.asked_bytes(); ++count) {
      const RequestKind& kind = sequence.next();
      asked += kind.request;
      if (count < client.times().size()) answered += kind.response;
    }
    EXPECT_EQ(asked, client.asked_bytes()) << load.name;
    EXPECT_EQ(answered, client.answered_bytes()) << load.name;
    EXPECT_LE(count, client.times().size() + load.outstanding) << load.name;
    if (load.think == 0) {
      EXPECT_EQ(count, client.times().size() + load.outstanding) << load.name;
    }
    for (const Time time : client.times()) ASSERT_GT(time, 10 * kMicrosecond) << load.name;  // the network's
    pairs.expect_bytes(client, 0);
    EXPECT_EQ(pairs.system.unaccounted(0), "");
  }
}

// Service is what limits: outstanding requests wait for it, and no more are answered.
TEST(MixedRequests, OutstandingRequestsFillTheServer) {
  const RequestMix mix = {{100, 100}};
  constexpr std::uint64_t kService = 316'000;  // 100 us
  std::vector<double> rates, times;
  for (const unsigned outstanding : {1u, 2u, 8u}) {
    Pairs pairs(plain());
    const MixedClient& client = pairs.add(mix, outstanding, 0, kService);
    pairs.system.run(kSetUp + 50 * kMillisecond);
    rates.push_back(static_cast<double>(client.times().size()) / 50);
    const Time sum = std::accumulate(client.times().begin(), client.times().end(), Time{0});
    times.push_back(static_cast<double>(sum) / static_cast<double>(client.times().size()) / kMicrosecond);
  }
  EXPECT_GT(times[0], 110);  // service and the network's two ways
  EXPECT_LT(times[0], 125);
  EXPECT_NEAR(rates[0], 1'000 / times[0], 0.1);
  // The core is busy: at most a response each 100 us.
  for (const double rate : {rates[1], rates[2]}) {
    EXPECT_GT(rate, 9.5);
    EXPECT_LT(rate, 10);
  }
  EXPECT_NEAR(times[2], 8 * 1'000 / rates[2], 25);  // Little's law
}

TEST(MixedRequests, AGroupUsesItsConnectionsByWeight) {
  const std::vector<std::uint64_t> weights = zipf_weights(8, 4);
  Pairs pairs(plain());
  ClientGroup group(weights, 4, 0, 3, pairs.system.agenda());
  std::vector<const MixedClient*> clients;
  for (unsigned i = 0; i < 8; ++i) {
    MixedClient& client = pairs.add({{64, 512}}, 0);
    group.add(client);
    clients.push_back(&client);
  }
  group.start(pairs.system.now());
  pairs.system.run(60 * kMillisecond);
  std::uint64_t all = 0;
  for (const MixedClient* client : clients) all += client->times().size();
  ASSERT_GT(all, 5'000u);
  const std::vector<std::uint64_t> expected = shares(all, weights);
  double chi = 0;
  for (std::size_t i = 0; i < 8; ++i) {
    const double difference =
        static_cast<double>(clients[i]->times().size()) - static_cast<double>(expected[i]);
    chi += difference * difference / static_cast<double>(expected[i]);
    pairs.expect_bytes(*clients[i], static_cast<unsigned>(i));
  }
  EXPECT_LT(chi, 24.4);  // 7 degrees of freedom, 0.1 %
  std::uint64_t under_way = 0;
  for (const MixedClient* client : clients) under_way += client->asked_bytes() / 64 - client->times().size();
  EXPECT_EQ(under_way, 4u);
}

// Rates by Zipf's law: elephants and mice have their shares of the wire, which is not full.
TEST(SkewedRates, StreamsHaveTheirShares) {
  HostRun run = small_run("vmdq");
  run.guests = 3;
  HostSystem system(host_system_config(run));
  system.run(kSetUp);
  const std::vector<std::uint64_t> rates = shares(400'000'000, zipf_weights(3, 8));
  for (unsigned i = 0; i < 3; ++i) {
    const unsigned peer = connect(system, i, TcpConfig());
    system.peer().run(
        peer,
        std::make_unique<Stream>(
            system.peer().connection(peer), [&system, peer](Time now) { system.peer().arm(peer, now); },
            rates[i], system.agenda()),
        system.now());
  }
  system.run(kSetUp + 50 * kMillisecond);
  for (unsigned i = 0; i < 3; ++i) {
    const auto exact = static_cast<double>(rates[i]) * 0.05;
    EXPECT_NEAR(static_cast<double>(system.host().guest(i).delivered()), exact, 2 * 16'384 + 0.002 * exact)
        << i;
  }
}

// A slow guest has its cycles for each segment.
TEST(SlowGuest, WorksForItsSegments) {
  for (const char* path : {"native", "vswitch", "sriov"}) {
    std::vector<Time> times;
    constexpr std::uint64_t kSegments = 100;
    constexpr std::uint64_t kBytes = kSegments * 1'460;
    for (const std::uint64_t cycles : {0u, 777u}) {
      HostSystemConfig config = plain(path);
      config.host.guests[0].segment_cycles = cycles;
      HostSystem system(config);
      system.run(kSetUp);
      const unsigned peer = connect(system, 0, TcpConfig());
      system.peer().connection(peer).offer(kBytes, system.now());
      system.peer().arm(peer, system.now());
      system.run(60 * kMillisecond);
      EXPECT_EQ(system.host().guest(0).delivered(), kBytes);
      system.machine().account(system.now());
      times.push_back(system.machine().busy(config.host.guests[0].core, Activity::kApplication));
    }
    const double cycles = static_cast<double>(times[1] - times[0]) * 3.16e9 / 1e12;
    EXPECT_NEAR(cycles, static_cast<double>(kSegments * 777), 2) << path;
  }
}

}  // namespace
}  // namespace ixsim::test
