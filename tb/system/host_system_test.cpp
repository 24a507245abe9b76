// Guests on a host around the controller: throughput against closed forms, conservation, accounts of
// processor time and copies, over all I/O paths.
#include <gtest/gtest.h>

#include <algorithm>

#include "host_bench.h"
#include "ixsim/bytes.h"
#include "ixsim/error.h"
#include "ixsim/frame.h"
#include "platform/reproduce/host_run.h"
#include "platform/reproduce/published_cases.h"
#include "platform/reproduce/statistics.h"

namespace ixsim::test {
namespace {

using bench::connect;
using bench::small_run;

class EachPath : public testing::TestWithParam<std::string> {};

TEST_P(EachPath, DeliversBothWaysAndKeepsItsLaws) {
  for (const bool receive : {true, false}) {
    HostRun run = small_run(GetParam());
    run.receive = receive;
    const HostMeasurement measured = run_host(run);
    EXPECT_EQ(measured.failure, "") << receive;
    EXPECT_GT(measured.gigabits(), 2) << receive;
    for (const std::uint64_t bytes : measured.guest_bytes) EXPECT_GT(bytes, 0u) << receive;
  }
}

// The work of each packet is on the activities that the path names, and nowhere else.
TEST_P(EachPath, SpendsTimeOnItsOwnActivities) {
  const HostMeasurement measured = run_host(small_run(GetParam()));
  const PathPlan plan = io_path(GetParam()).plan(PathCosts());
  const bool switches =
      GetParam() == "vswitch" || GetParam() == "vhost" || GetParam() == "vmbus" || GetParam() == "macvtap";
  // Acknowledgments pass a switch on the other paths with guests as well, but for virtual functions.
  if (GetParam() == "native" || GetParam() == "sriov") {
    EXPECT_EQ(measured.cores(Activity::kSwitch), 0);
  } else {
    EXPECT_GT(measured.cores(Activity::kSwitch), switches ? 0.05 : 0.001);
  }
  EXPECT_EQ(measured.cores(Activity::kChannel) > 0, plan.guests && !plan.guest_polls);
  EXPECT_EQ(measured.cores(Activity::kDriver) > 0, !plan.guest_polls);
  EXPECT_GT(measured.cores(Activity::kStack), 0);
}

INSTANTIATE_TEST_SUITE_P(Paths, EachPath,
                         testing::Values("native", "vswitch", "vhost", "vmdq", "netqueue", "sriov", "vmbus",
                                         "macvtap"),
                         [](const auto& info) { return info.param; });

// A transfer that ends: all bytes arrive, and each is copied as often as the path says.
TEST(HostSystem, CopiesAreThoseOfThePath) {
  struct Row {
    const char* path;
    unsigned of_frames;   // copies of whole frames by the host
    unsigned of_payload;  // copies of the data by the host
  };
  for (const Row& row :
       {Row{"native", 0, 0}, Row{"vswitch", 1, 0}, Row{"vhost", 0, 1}, Row{"vmdq", 0, 0},
        Row{"netqueue", 1, 0}, Row{"sriov", 0, 0}, Row{"vmbus", 0, 1}, Row{"macvtap", 0, 1}}) {
    HostSystemConfig config = host_system_config(small_run(row.path));
    HostSystem system(config);
    system.run(200 * kMicrosecond);
    TcpConfig tcp;
    const unsigned peer = connect(system, 1, tcp);
    constexpr std::uint64_t kBytes = 1'460'000;
    system.peer().connection(peer).offer(kBytes, system.now());
    system.peer().arm(peer, system.now());
    system.run(50 * kMillisecond);
    const TcpStatistics& guest = system.host().guest(1).connection(0).statistics();
    EXPECT_EQ(guest.bytes_delivered, kBytes) << row.path;
    EXPECT_EQ(system.peer().connection(peer).statistics().bytes_acknowledged, kBytes) << row.path;
    const std::uint64_t segments = guest.segments_received;
    ASSERT_EQ(segments, 1'000u) << row.path;
    const unsigned to_program = config.host.plan.receive_guest.copies;
    EXPECT_EQ(system.machine().copied(),
              row.of_frames * segments * 1'514 + (row.of_payload + to_program) * kBytes)
        << row.path;
    EXPECT_EQ(system.unaccounted(0), "");
    EXPECT_EQ(system.host().driver().sent(), system.host().driver().completed()) << row.path;
    EXPECT_EQ(system.peer().strays(), 0u);
    EXPECT_EQ(system.host().strays(), 0u);
    EXPECT_EQ(system.host().driver().checksum_errors(), 0u);
  }
}

// Payload over the bytes on the wire: 1460/1538, 1448/1538, 8960/9038 and 8948/9038 of 10 Gb/s.
TEST(HostSystem, TcpReachesItsCeilingOnAnUnloadedPath) {
  struct Row {
    std::uint32_t mtu;
    bool timestamps;
    double ceiling;
  };
  for (const Row& row : {Row{1'500, false, 9.492848}, Row{1'500, true, 9.414824}, Row{9'000, false, 9.913698},
                         Row{9'000, true, 9.900420}}) {
    HostRun run = small_run("native");
    run.mtu = row.mtu;
    run.timestamps = row.timestamps;
    run.parameters.set("machine.clock", 20'000'000'000);
    run.parameters.set("machine.copy_cold", 50'000'000'000);
    run.profile = "82599";
    run.warmup = 10 * kMillisecond;
    run.window = 40 * kMillisecond;
    const HostMeasurement measured = run_host(run);
    EXPECT_EQ(measured.failure, "");
    // Packets that wait as the window begins may be delivered in it: two polls of each of the two queues.
    const double edge = 4.0 * 64 * row.mtu * 8 / (40.0 * 1'000'000);
    EXPECT_LE(measured.gigabits(), row.ceiling + edge) << row.mtu << row.timestamps;
    EXPECT_GE(measured.gigabits(), row.ceiling * 0.999) << row.mtu << row.timestamps;
    EXPECT_EQ(measured.retransmits, 0u);
  }
}

// With four connections on four cores, a hash leaves cores idle: 4 x (1 - (3/4)^4) = 2.734 of them are used
// on average. The device gives each guest its own queue, and uses all.
double cores_ratio(std::size_t seeds) {
  const auto rows = repeat(seeds, [](std::size_t i) {
    HostRun run;
    run.seed = i + 1;
    run.guests = 4;
    run.window = 5 * kMillisecond;
    run.receive_buffer = 131'072;
    run.queues = 4;
    run.queue_cores = {0, 1, 2, 3};
    // A core takes about 0.9 Gb/s, so that the wire is no limit.
    run.parameters.set("driver.frame", 40'000);
    HostRun hashed = run;
    hashed.path = "native";
    hashed.rss = true;
    run.path = "vmdq";
    const HostMeasurement by_guest = run_host(run);
    const HostMeasurement by_hash = run_host(hashed);
    EXPECT_EQ(by_guest.failure + by_hash.failure, "");
    return std::vector<double>{by_guest.gigabits(), by_hash.gigabits()};
  });
  // The stack of the native path is on the same core: its frames cost more.
  const PathPlan native = io_path("native").plan(PathCosts());
  const PathPlan vmdq = io_path("vmdq").plan(PathCosts());
  const double costs = static_cast<double>(40'000 + native.receive_poller.cycles_of_packet()) /
                       static_cast<double>(40'000 + vmdq.receive_poller.cycles_of_packet());
  return mean(column(rows, 0)) / (mean(column(rows, 1)) * costs);
}

TEST(HostSystem, HashingLeavesCoresIdle) { EXPECT_NEAR(cores_ratio(60), 4 / 2.734, 0.12); }
TEST(HostSystemLong, HashingLeavesAsManyCoresIdleAsChanceSays) {
  EXPECT_NEAR(cores_ratio(1'000), 4 / 2.734, 0.03 * 4 / 2.734);
}

TEST(HostSystem, TheSameSeedGivesTheSameRunOnAnyThread) {
  const auto run = [](std::size_t i) {
    HostRun settings = small_run(i % 2 == 0 ? "vswitch" : "sriov");
    settings.seed = 5 + i / 2 % 2;
    const HostMeasurement measured = run_host(settings);
    std::vector<double> values{static_cast<double>(measured.bytes), static_cast<double>(measured.interrupts)};
    for (const Time idle : measured.idle) values.push_back(static_cast<double>(idle));
    return values;
  };
  const auto together = repeat(8, run);
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(together[i], together[i + 4]);
    EXPECT_EQ(together[i], run(i));
  }
}

// Running ahead of outputs changes nothing: the same frames at the same times, and the same accounts.
TEST(HostSystem, RunningAheadOfOutputsChangesNothing) {
  for (const IoPath& path : io_paths()) {
    std::vector<std::vector<std::uint64_t>> results;
    for (const bool ahead : {true, false}) {
      HostSystemConfig config = host_system_config(small_run(path.name));
      config.run_ahead = ahead;
      config.peer.loss_numerator = 1;
      config.peer.loss_denominator = 500;
      HostSystem system(config);
      system.run(200 * kMicrosecond);
      TcpConfig tcp;
      tcp.min_rto = kMillisecond;
      for (unsigned i = 0; i < 3; ++i) {
        const unsigned end = connect(system, i, tcp);
        system.peer().connection(end).offer_endless(system.now());
        system.peer().arm(end, system.now());
        system.host().guest(i).connection(0).offer_endless(system.now());
        system.host().guest(i).arm(0, system.now());
      }
      system.run(4 * kMillisecond);
      system.machine().account(system.now());
      std::vector<std::uint64_t> numbers{system.host().driver().frames(), system.host().driver().interrupts(),
                                         system.host().driver().polls(), system.peer().frames_received()};
      for (unsigned core = 0; core < system.machine().cores(); ++core)
        numbers.push_back(static_cast<std::uint64_t>(system.machine().idle(core)));
      for (unsigned i = 0; i < 3; ++i) {
        const TcpStatistics& guest = system.host().guest(i).connection(0).statistics();
        const TcpStatistics& peer = system.peer().connection(i).statistics();
        for (const TcpStatistics* end : {&guest, &peer})
          numbers.insert(numbers.end(),
                         {end->bytes_delivered, end->retransmits, static_cast<std::uint64_t>(end->rtt_sum),
                          end->acknowledgments_sent});
      }
      results.push_back(numbers);
    }
    EXPECT_GT(results[0][0], 1'000u) << path.name;
    EXPECT_EQ(results[0], results[1]) << path.name;
  }
}

// A frame for a guest in a VLAN that its pool does not have goes to the default pool. The pools of a VLAN are
// set up on the path vmdq, and asked for by drivers of virtual functions on the path sriov.
TEST(HostSystem, VlansAreForThePoolsThatHaveThem) {
  for (const char* path : {"vmdq", "sriov"}) {
    HostRun run = small_run(path);
    run.profile = "82599";
    HostSystemConfig config = host_system_config(run);
    const bool functions = config.host.plan.guest_polls;
    config.host.driver.rx.vlans = {5, 9};
    // Guest 0 has no VLAN, guest 1 has VLAN 5, guest 2 has both.
    const std::vector<unsigned> of_guests[] = {{}, {5}, {5, 9}};
    config.host.driver.rx.vlan_pools =
        functions ? std::vector<std::uint64_t>{0, 0} : std::vector<std::uint64_t>{6, 4};
    for (unsigned i = 0; i < 3; ++i) config.host.guests[i].vlans = of_guests[i];
    HostSystem system(config);
    system.run(kMillisecond);
    const NicDriver& driver = system.host().driver();
    const auto frames_of_pool = [&](unsigned pool) {
      std::uint64_t sum = 0;
      for (const unsigned queue : driver.queue_numbers())
        if (driver.pool_of(queue) == pool) sum += driver.frames(queue);
      return sum;
    };
    for (unsigned guest = 0; guest < 3; ++guest) {
      for (const std::uint16_t vlan : std::initializer_list<std::uint16_t>{0, 5, 9, 7}) {
        FrameBuffer buffer(100);
        std::uint8_t* const bytes = buffer.data();
        std::fill(bytes, bytes + 100, std::uint8_t{0});
        const MacAddress to = {2, 0, 0, 0, 1, static_cast<std::uint8_t>(guest)};
        std::copy(to.begin(), to.end(), bytes);
        bytes[6] = 2;
        store_be16(bytes + 12, vlan == 0 ? 0x88b5 : 0x8100);
        store_be16(bytes + 14, vlan);
        store_be16(bytes + 16, 0x88b5);
        const std::vector<unsigned>& own = of_guests[guest];
        const bool has = vlan == 0 || std::find(own.begin(), own.end(), vlan) != own.end();
        std::uint64_t before[] = {frames_of_pool(0), frames_of_pool(1), frames_of_pool(2)};
        if (vlan != 7) ++before[has ? guest : 0];  // the filter drops VLAN 7
        system.frame(system.now(), 0, std::move(buffer).seal_with_fcs());
        system.run(system.now() + 200 * kMicrosecond);
        for (unsigned pool = 0; pool < 3; ++pool)
          EXPECT_EQ(frames_of_pool(pool), before[pool]) << path << " guest " << guest << " vlan " << vlan;
      }
    }
    EXPECT_EQ(system.unaccounted(0), "");
  }
}

// Loss on the way: connections recover, and all that was lost is sent again.
TEST(HostSystem, ConnectionsRecoverFromLoss) {
  HostSystemConfig config = host_system_config(small_run("vmdq"));
  config.peer.loss_numerator = 1;
  config.peer.loss_denominator = 200;
  HostSystem system(config);
  system.run(200 * kMicrosecond);
  TcpConfig tcp;
  tcp.min_rto = kMillisecond;
  std::vector<unsigned> ends;
  for (unsigned i = 0; i < 3; ++i) {
    ends.push_back(connect(system, i, tcp));
    system.peer().connection(ends.back()).offer(3'000'000, system.now());
    system.peer().arm(ends.back(), system.now());
  }
  system.run(5 * kSecond);
  EXPECT_GT(system.peer().frames_lost(), 10u);
  for (unsigned i = 0; i < 3; ++i) {
    EXPECT_EQ(system.host().guest(i).connection(0).statistics().bytes_delivered, 3'000'000u);
    EXPECT_EQ(system.peer().connection(ends[i]).statistics().bytes_acknowledged, 3'000'000u);
  }
  EXPECT_EQ(system.unaccounted(0), "");
}

TEST(HostSystem, RefusesWhatCannotBe) {
  const auto refused = [](void (*change)(HostRun&), const std::string& word) {
    HostRun run = small_run("vmdq");
    try {
      change(run);
      run_host(run);
      ADD_FAILURE() << word << " was accepted";
    } catch (const InputError& error) {
      EXPECT_NE(std::string(error.what()).find(word), std::string::npos) << error.what();
    }
  };
  refused([](HostRun& r) { r.guests = 0; }, "guests");
  refused([](HostRun& r) { r.path = "magic"; }, "native, vswitch");
  refused([](HostRun& r) { r.queues = 65; }, "rx.pools");
  refused([](HostRun& r) { r.guest_cores = {99}; }, "core");
  refused([](HostRun& r) { r.parameters.set("path.none", 1); }, "path.channel");
}

TEST(ParameterSet, EachPlatformHasValuesWithinTheirRangesAndSources) {
  ASSERT_GE(ParameterSet::platforms().size(), 3u);
  for (const std::string& name : ParameterSet::platforms()) {
    const ParameterSet set = ParameterSet::platform(name);
    EXPECT_GE(set.parameters().size(), 10u);
    for (const PlatformParameter& parameter : set.parameters()) {
      EXPECT_FALSE(parameter.source.empty() || parameter.unit.empty()) << name << parameter.name;
      EXPECT_EQ(set.value(parameter.name), parameter.value);
    }
    EXPECT_EQ(set.machine().hertz, set.value("machine.clock"));
  }
}

TEST(ParameterSet, NamesWhatIsWrong) {
  const auto refused = [](const std::string& text, const std::string& words) {
    try {
      ParameterSet::parse(text, "file");
      ADD_FAILURE() << text;
    } catch (const InputError& error) {
      EXPECT_NE(std::string(error.what()).find(words), std::string::npos) << error.what();
    }
  };
  refused("[path]\nchannel = 5", "file: path.channel: accepted is a table");
  refused("[path]\nnone = { value = 1 }", "path.none");
  refused("[path]\nchannel = { value = 9, low = 1, high = 2, unit = \"a\", source = \"b\" }",
          "found value 9");
  refused("[path]\nchannel = { value = 1, low = 1, high = 2, unit = \"a\" }", "source");
  refused("[path", "file");
}

TEST(Statistics, TestsOfEquivalenceByHand) {
  EXPECT_DOUBLE_EQ(mean({1, 2, 3}), 2);
  EXPECT_DOUBLE_EQ(deviation({1, 2, 3}), 1);
  const Interval interval = mean_interval({1, 2, 3});  // 2 -/+ 4.303 / sqrt(3)
  EXPECT_NEAR(interval.low, 2 - 2.4843, 1e-3);
  EXPECT_NEAR(interval.high, 2 + 2.4843, 1e-3);
  EXPECT_TRUE(equivalent({0.001, -0.001, 0.002, 0.0}, 0.02));
  EXPECT_FALSE(equivalent({0.03, 0.03, 0.031, 0.029}, 0.02));
  EXPECT_FALSE(equivalent({0.1, -0.1, 0.1, -0.1}, 0.02));
  const Interval middle = quantiles({4, 1, 3, 2, 5}, 0.25, 0.75);
  EXPECT_DOUBLE_EQ(middle.low, 2);
  EXPECT_DOUBLE_EQ(middle.high, 4);
}

TEST(Figure, HoldsByItsRelation) {
  Figure figure;
  figure.published = 10;
  figure.tolerance = 0.1;
  figure.simulated = 10.9;
  EXPECT_TRUE(figure.holds());
  figure.simulated = 11.2;
  EXPECT_FALSE(figure.holds());
  figure.relation = Relation::kAtLeast;
  EXPECT_TRUE(figure.holds());
  figure.simulated = 8.9;
  EXPECT_FALSE(figure.holds());
  figure.relation = Relation::kAtMost;
  EXPECT_TRUE(figure.holds());
}

}  // namespace
}  // namespace ixsim::test
