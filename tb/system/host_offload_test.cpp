// Offloads of drivers and guests on whole hosts: merging of received segments and segmentation by the device.
// The results are compared with counts and cycles computed from the costs of each path.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "host_bench.h"
#include "ixsim/error.h"

namespace ixsim::test {
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

// Records the frames that leave, and hands them on to the link partner.
class WireRecord {
 public:
  explicit WireRecord(HostSystem& system) {
    system.set_wire(0, [this, &system](Time start, const FrameRef& frame) {
      const ByteView bytes = frame->without_fcs();
      TcpPath path;
      TcpSegment segment;
      std::size_t payload = 0;
      if (parse_header(bytes, path, segment, payload) == TcpParse::kSegment && segment.length != 0) {
        EXPECT_TRUE(checksums_are_good(bytes));
        segments.push_back(segment);
        data.emplace_back(bytes.data + payload, bytes.data + payload + segment.length);
      }
      most_in_flight = std::max(most_in_flight, system.host().driver().bytes_in_flight(0));
      system.peer().frame(start, frame);
    });
  }
  std::vector<TcpSegment> segments;
  std::vector<std::vector<std::uint8_t>> data;
  std::uint64_t most_in_flight = 0;
};

constexpr std::uint32_t kSegmentation = 65'400;

// With segmentation by device or software the wire has the same data segments as without, and each place
// works once for each request. Software has its cycles and copies for each segment.
TEST_P(OffloadOnEachPath, SegmentationChangesTheWorkAndNotTheSegments) {
  constexpr std::uint64_t kBytes = 3'000'100;  // no whole number of segments
  std::vector<WireRecord> records;
  records.reserve(3);
  enum class By : std::uint8_t { kNone, kDevice, kSoftware };
  for (const By by : {By::kNone, By::kDevice, By::kSoftware}) {
    HostSystemConfig config = host_system_config(small_run(GetParam()));
    config.host.payload_pattern = true;
    config.host.driver.tx.buffer_bytes = 65'536;
    config.host.driver.tx.ring = 4'096;
    if (by != By::kNone) {
      for (GuestConfig& guest : config.host.guests) guest.segmentation_bytes = kSegmentation;
    }
    PathCosts costs;
    costs.segment_copies = 2;
    if (by == By::kSoftware) config.host.plan.segment_by_software(costs);
    HostSystem system(config);
    records.emplace_back(system);
    system.run(200 * kMicrosecond);
    TcpConfig tcp;
    tcp.timestamps = false;
    const unsigned peer = connect(system, 0, tcp);
    TcpConnection& guest = system.host().guest(0).connection(0);
    guest.offer(kBytes, system.now());
    system.run(100 * kMillisecond);
    EXPECT_EQ(system.peer().connection(peer).statistics().bytes_delivered, kBytes);
    const TcpStatistics& sent = guest.statistics();
    EXPECT_EQ(sent.retransmits, 0u);
    // Packets in the ring, and those of them that software made of requests.
    const std::uint64_t packets = by == By::kSoftware ? sent.segments_sent : sent.descriptors_sent;
    EXPECT_EQ(system.host().driver().sent(), packets);
    if (by == By::kNone) {
      EXPECT_EQ(sent.descriptors_sent, sent.segments_sent);
    } else {
      EXPECT_LT(sent.descriptors_sent * 5, sent.segments_sent);
    }
    Machine& machine = system.machine();
    machine.account(system.now());
    const auto acknowledged = sent.acknowledgments_received;
    const NicDriver& driver = system.host().driver();
    const PathPlan& plan = config.host.plan;
    // Software copies the data of requests twice; pollers may copy acknowledgments of 60 bytes. All segments
    // but the last one are full.
    const std::uint64_t copied = machine.copied() - plan.receive_poller.copies * 60 * driver.frames();
    const std::uint64_t cut = (copied / 2 + 1'459) / 1'460;
    if (by == By::kSoftware) {
      EXPECT_GT(copied, 2 * kBytes / 10 * 9);
      EXPECT_LE(copied, 2 * kBytes);
      EXPECT_LE(sent.segments_sent - cut, sent.descriptors_sent);
    } else {
      EXPECT_EQ(copied, 0u);
    }
    EXPECT_NEAR(cycles(machine, plan.guest_polls ? Activity::kGuestDriver : Activity::kDriver),
                static_cast<double>(driver.frames() * 1'200 + driver.polls() * 300 +
                                    driver.completed() * 150 + packets * 600 + cut * costs.segment),
                100);
    EXPECT_NEAR(cycles(machine, Activity::kStack),
                static_cast<double>(sent.descriptors_sent * costs.stack_transmit +
                                    acknowledged * costs.acknowledgment),
                100);
    if (config.host.plan.guests && !config.host.plan.guest_polls) {
      EXPECT_NEAR(cycles(machine, Activity::kChannel),
                  static_cast<double>((sent.descriptors_sent + acknowledged) * costs.channel), 100);
    }
    for (unsigned core = 0; core < machine.cores(); ++core)
      EXPECT_EQ(machine.busy(core) + machine.idle(core), machine.accounted());
    EXPECT_EQ(system.unaccounted(0), "");
  }
  ASSERT_EQ(records[0].segments.size(), (3'000'100u + 1'459) / 1'460);
  for (const std::size_t other : {1u, 2u}) {
    ASSERT_EQ(records[0].segments.size(), records[other].segments.size());
    std::uint64_t position = 0;
    for (std::size_t i = 0; i < records[0].segments.size(); ++i) {
      const TcpSegment& plain = records[0].segments[i];
      const TcpSegment& cut = records[other].segments[i];
      ASSERT_EQ(cut.sequence, plain.sequence) << i;
      ASSERT_EQ(cut.length, plain.length) << i;
      ASSERT_EQ(cut.flags, plain.flags) << i;
      ASSERT_EQ(cut.acknowledgment, plain.acknowledgment) << i;
      ASSERT_EQ(records[0].data[i], records[other].data[i]) << i;
      for (const std::uint8_t byte : records[other].data[i]) ASSERT_EQ(byte, payload_byte(position++));
    }
  }
}

// The limit of bytes in flight counts bytes: requests of 64 KiB are stopped after the one that reaches it.
TEST(HostOffload, TheLimitOfBytesInFlightHoldsForRequests) {
  HostSystemConfig config = host_system_config(small_run("native"));
  config.host.driver.tx.buffer_bytes = 65'536;
  config.host.driver.bytes_in_flight = 100'000;
  config.host.guests[0].segmentation_bytes = kSegmentation;
  HostSystem system(config);
  const WireRecord record(system);
  system.run(200 * kMicrosecond);
  const unsigned peer = connect(system, 0, TcpConfig());
  system.host().guest(0).connection(0).offer(20'000'000, system.now());
  system.run(100 * kMillisecond);
  EXPECT_EQ(system.peer().connection(peer).statistics().bytes_delivered, 20'000'000u);
  EXPECT_GE(record.most_in_flight, 100'000u);
  EXPECT_LT(record.most_in_flight, 100'000u + 65'536u);
}

TEST(HostOffload, RequestsMustFitTheBuffers) {
  HostSystemConfig config = host_system_config(small_run("native"));
  config.host.guests[1].segmentation_bytes = 8'000;
  try {
    const HostSystem system(config);
    ADD_FAILURE();
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("guest.segmentation_bytes: found 8000, accepted are 0 to 1438"),
              std::string::npos)
        << error.what();
  }
}

// A ring that cannot hold all segments of a request would stop for ever.
TEST(HostOffload, SegmentsOfARequestMustFitTheRing) {
  HostSystemConfig config = host_system_config(small_run("native"));
  config.host.driver.tx.buffer_bytes = 65'536;
  config.host.driver.tx.ring = 88;
  config.host.guests[0].segmentation_bytes = kSegmentation;
  config.host.plan.segment_by_software(PathCosts());
  HostSystem system(config);
  system.run(200 * kMicrosecond);
  try {
    connect(system, 0, TcpConfig());
    ADD_FAILURE();
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("tx.ring: found 88"), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find("45 segments"), std::string::npos) << error.what();
  }
}

INSTANTIATE_TEST_SUITE_P(Paths, OffloadOnEachPath,
                         testing::Values("native", "vswitch", "vhost", "vmdq", "netqueue", "sriov", "vmbus",
                                         "macvtap"),
                         [](const auto& info) { return info.param; });

}  // namespace
}  // namespace ixsim::test
