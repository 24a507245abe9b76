// Offloads of drivers and guests on whole hosts: merging of received segments, against counts and cycles
// worked out from the costs of each path.
#include <gtest/gtest.h>

#include "host_bench.h"

namespace ixsim {
namespace {

using bench::connect;
using bench::small_run;

class OffloadOnEachPath : public testing::TestWithParam<std::string> {};

// Time of all cores on an activity, in cycles.
double cycles(const Machine& machine, Activity activity) {
  Time sum = 0;
  for (unsigned core = 0; core < machine.cores(); ++core) sum += machine.busy(core, activity);
  return static_cast<double>(sum) * static_cast<double>(machine.config().hertz) / 1e12;
}

// A transfer to a guest: the stack works once for each unit and each acknowledgment, the driver for each
// frame.
TEST_P(OffloadOnEachPath, MergingSavesTheWorkOfUnits) {
  for (const bool merges : {false, true}) {
    HostSystemConfig config = host_system_config(small_run(GetParam()));
    config.host.driver.merge.on = merges;
    // No packet waits for the ring and is done twice.
    config.host.driver.tx.ring = 4'096;
    HostSystem system(config);
    system.run(200 * kMicrosecond);
    const TcpConfig tcp;
    const unsigned peer = connect(system, 1, tcp);
    constexpr std::uint64_t kSegments = 2'000;
    system.peer().connection(peer).offer(kSegments * 1'460, system.now());
    system.peer().arm(peer, system.now());
    system.run(100 * kMillisecond);
    Machine& machine = system.machine();
    machine.account(system.now());
    const NicDriver& driver = system.host().driver();
    const TcpStatistics& guest = system.host().guest(1).connection(0).statistics();
    EXPECT_EQ(guest.bytes_delivered, kSegments * 1'460);
    EXPECT_EQ(guest.segments_received, kSegments);
    EXPECT_EQ(guest.duplicates + guest.out_of_order, 0u);
    EXPECT_EQ(driver.frames(), kSegments);
    const std::uint64_t units = kSegments - driver.merged_frames() + driver.merged_units();
    EXPECT_EQ(system.host().guest(1).received(), units);
    if (merges) {
      // The window opens in slow start, so that some segments come alone.
      EXPECT_LT(units, kSegments / 3);
      EXPECT_GE(units, kSegments / 17);
      // A unit is acknowledged once, a single segment is every second one of its kind.
      EXPECT_LE(guest.acknowledgments_sent, units + 2);
    } else {
      EXPECT_EQ(units, kSegments);
      EXPECT_EQ(guest.acknowledgments_sent, kSegments / 2);
    }
    const PathCosts costs;
    const double stack = cycles(machine, Activity::kStack);
    EXPECT_NEAR(stack,
                static_cast<double>(units * costs.stack + guest.acknowledgments_sent * costs.acknowledgment),
                100);
    // Each frame costs the driver its cycles and those of merging; the rest are polls, completions and the
    // driver's part of acknowledgments, at most.
    const Activity activity = config.host.plan.guest_polls ? Activity::kGuestDriver : Activity::kDriver;
    const double spent = cycles(machine, activity);
    const double frames = static_cast<double>(kSegments * (1'200 + (merges ? 250 : 0)));
    const double rest = static_cast<double>(driver.polls() * 300 + guest.acknowledgments_sent * (150 + 600));
    EXPECT_NEAR(spent, frames + rest, 100);
    if (!config.host.plan.guest_polls && config.host.plan.guests) {
      const double channel = cycles(machine, Activity::kChannel);
      EXPECT_NEAR(channel, static_cast<double>((units + guest.acknowledgments_sent) * costs.channel), 100);
    }
    for (unsigned core = 0; core < machine.cores(); ++core)
      EXPECT_EQ(machine.busy(core) + machine.idle(core), machine.accounted());
    EXPECT_EQ(system.unaccounted(0), "");
  }
}

// Loss makes gaps: the units end there, and all bytes arrive.
TEST_P(OffloadOnEachPath, MergingSurvivesLoss) {
  HostSystemConfig config = host_system_config(small_run(GetParam()));
  config.host.driver.merge.on = true;
  config.peer.loss_numerator = 1;
  config.peer.loss_denominator = 100;
  HostSystem system(config);
  system.run(200 * kMicrosecond);
  TcpConfig tcp;
  tcp.min_rto = kMillisecond;
  for (unsigned i = 0; i < 3; ++i) {
    const unsigned peer = connect(system, i, tcp);
    system.peer().connection(peer).offer(1'000'000, system.now());
    system.peer().arm(peer, system.now());
  }
  system.run(5 * kSecond);
  EXPECT_GT(system.peer().frames_lost(), 5u);
  EXPECT_GT(system.host().driver().merged_units(), 20u);
  for (unsigned i = 0; i < 3; ++i)
    EXPECT_EQ(system.host().guest(i).connection(0).statistics().bytes_delivered, 1'000'000u);
  EXPECT_EQ(system.unaccounted(0), "");
}

INSTANTIATE_TEST_SUITE_P(Paths, OffloadOnEachPath,
                         testing::Values("native", "vswitch", "vhost", "vmdq", "netqueue", "sriov", "vmbus",
                                         "macvtap"),
                         [](const auto& info) { return info.param; });

}  // namespace
}  // namespace ixsim
