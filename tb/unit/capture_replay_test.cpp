// Replay: changes of captured frames, their start times and their counts; the summary; the bundled capture.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "capture_bytes.h"
#include "ethernet/capture_summary.h"
#include "ethernet/replay_source.h"
#include "ixsim/error.h"
#include "ixsim/frame.h"

namespace ixsim::test {
namespace {

using ::testing::HasSubstr;

struct Replayed {
  std::vector<TimedFrame> frames;
  ReplayCounts counts;
};

std::unique_ptr<CaptureReader> reader_of(const std::string& file) {
  return read_capture("f", std::make_unique<MemoryInput>(view(file)));
}

Replayed replay(const std::string& file, const ReplaySettings& settings = {}) {
  ReplaySource source("f", reader_of(file), settings);
  Replayed result;
  for (TimedFrame frame; source.next(frame);) result.frames.push_back(frame);
  result.counts = source.counts();
  return result;
}

std::string text(ByteView bytes) { return std::string(bytes.begin(), bytes.end()); }

PcapBytes nanoseconds(std::uint32_t network = 1) { return PcapBytes(false, 0xa1b23c4d, network); }

std::string frame_of(std::size_t size) {
  std::string frame;
  for (std::size_t i = 0; i < size; ++i) frame.push_back(static_cast<char>('A' + i % 26));
  return frame;
}

TEST(Replay, PadsExtendsAndAppendsTheFcs) {
  PcapBytes file = nanoseconds();
  file.record(1, 0, frame_of(42), 42);     // padded
  file.record(1, 1, frame_of(60), 60);     // neither
  file.record(1, 2, frame_of(96), 1'000);  // extended
  file.record(1, 3, frame_of(20), 50);     // both
  file.record(1, 4, "", 0);                // padded from nothing
  const Replayed result = replay(file.bytes());
  ASSERT_EQ(result.frames.size(), 5u);
  const std::size_t sizes[] = {64, 64, 1'004, 64, 64};
  const std::size_t known[] = {42, 60, 96, 20, 0};
  const unsigned padded[] = {18, 0, 0, 10, 60}, extended[] = {0, 0, 904, 30, 0};
  for (std::size_t i = 0; i < 5; ++i) {
    const Frame& frame = *result.frames[i].frame;
    ASSERT_EQ(frame.size(), sizes[i]);
    EXPECT_EQ(text(frame.without_fcs()), frame_of(known[i]) + std::string(sizes[i] - 4 - known[i], '\0'));
    EXPECT_TRUE(fcs_is_good(frame.bytes()));
    EXPECT_EQ(frame.notes().padded, padded[i]);
    EXPECT_EQ(frame.notes().extended, extended[i]);
    EXPECT_FALSE(frame.symbol_error());
  }
  EXPECT_EQ(result.counts.frames, 5u);
  EXPECT_EQ(result.counts.padded, 3u);
  EXPECT_EQ(result.counts.extended, 2u);
  EXPECT_EQ(result.counts.with_fcs, 0u);
}

TEST(Replay, KeepsACapturedFcs) {
  const std::string good = text(make_frame_with_fcs(view(frame_of(80)))->bytes());
  std::string bad = good;
  bad[82] = static_cast<char>(~bad[82]);
  PcapBytes file = nanoseconds(0x24000001);
  file.record(1, 0, good, 84).record(1, 1, bad, 84).record(1, 2, "runt", 4);
  file.record(1, 3, good.substr(0, 50), 84);  // cut: the FCS is gone
  file.record(1, 4, good.substr(0, 82), 84);  // cut inside the FCS
  const Replayed result = replay(file.bytes());
  ASSERT_EQ(result.frames.size(), 5u);
  EXPECT_EQ(text(result.frames[0].frame->bytes()), good);
  EXPECT_EQ(text(result.frames[1].frame->bytes()), bad);
  EXPECT_EQ(text(result.frames[2].frame->bytes()), "runt");
  EXPECT_EQ(text(result.frames[3].frame->without_fcs()), frame_of(50) + std::string(30, '\0'));
  EXPECT_TRUE(fcs_is_good(result.frames[3].frame->bytes()));
  EXPECT_EQ(text(result.frames[4].frame->bytes()), good);
  EXPECT_EQ(result.frames[4].frame->notes().extended, 0u);
  EXPECT_EQ(result.counts.with_fcs, 3u);
  EXPECT_EQ(result.counts.extended, 1u);
}

TEST(Replay, FramesMarkedBadStayBad) {
  PcapngBytes file(false);
  file.section().interface(1, 0);
  file.enhanced(0, 1, frame_of(80), 80, file.option_u32(2, 0x01000000));
  file.enhanced(0, 2, frame_of(80), 80, file.option_u32(2, 0x80000000));
  const Replayed result = replay(file.bytes());
  EXPECT_FALSE(fcs_is_good(result.frames.at(0).frame->bytes()));
  EXPECT_FALSE(result.frames.at(0).frame->symbol_error());
  EXPECT_TRUE(fcs_is_good(result.frames.at(1).frame->bytes()));
  EXPECT_TRUE(result.frames.at(1).frame->symbol_error());
}

TEST(Replay, CountsFramesLongerThanAccepted) {
  std::string tagged = frame_of(1'518);
  tagged[12] = '\x81';
  tagged[13] = '\x00';
  PcapBytes file = nanoseconds();
  file.record(1, 0, frame_of(1'514), 1'514).record(1, 0, frame_of(1'515), 1'515);
  file.record(1, 0, tagged, 1'518).record(1, 0, tagged + "x", 1'519);
  file.record(1, 0, frame_of(65'000), 65'000);
  Replayed result = replay(file.bytes());
  EXPECT_EQ(result.counts.oversize, 3u);
  EXPECT_EQ(result.frames.back().frame->size(), 65'004u);
  ReplaySettings jumbo;
  jumbo.longest_accepted = 9'018;
  EXPECT_EQ(replay(file.bytes(), jumbo).counts.oversize, 1u);
}

TEST(Replay, CapturedTimesAreRelativeAndScaled) {
  PcapBytes file = nanoseconds();
  file.record(5, 999'999'000, frame_of(60), 60);
  file.record(6, 7'000, frame_of(60), 60);  // 8 us later
  file.record(7, 0, frame_of(60), 60);
  ReplaySettings settings;
  const auto starts = [&] {
    std::vector<Time> times;
    for (const TimedFrame& frame : replay(file.bytes(), settings).frames) times.push_back(frame.start);
    return times;
  };
  // Times that lie on no lane of 3,200 ps are moved up to one.
  EXPECT_EQ(starts(), (std::vector<Time>{0, 8 * kMicrosecond, kSecond + 1'001'600}));
  settings.scale_up = 3;
  settings.scale_down = 2;
  EXPECT_EQ(starts(), (std::vector<Time>{0, 12 * kMicrosecond, 1'500'001'500'800}));
  settings.pace = ReplaySettings::Pace::kLineRate;
  EXPECT_EQ(starts(), (std::vector<Time>{0, 67'200, 134'400}));
  settings.byte_time = kByteTime1G;
  EXPECT_EQ(starts(), (std::vector<Time>{0, 672'000, 1'344'000}));
}

TEST(Replay, TimesThatGoBackwardsAreMovedUpAndCounted) {
  PcapBytes file = nanoseconds();
  for (const std::uint32_t ns : {1'000u, 3'000u, 2'000u, 500u, 3'200u}) file.record(1, ns, frame_of(60), 60);
  const Replayed result = replay(file.bytes());
  EXPECT_EQ(result.counts.backwards, 2u);
  const Time expected[] = {0, 2'000'000, 2'067'200, 2'134'400, 2'201'600};
  // 3,200 ns is 2,200 ns after the first, and the wire is free at 2,201.6 ns.
  for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(result.frames.at(i).start, expected[i]);
}

TEST(Replay, FramesWithoutTimeFollowThePreviousOne) {
  PcapngBytes file(true);
  file.section().interface(1, 0);
  file.simple(frame_of(60), 60).enhanced(0, 1'700'000'000'000'000, frame_of(60), 60).simple(frame_of(60), 60);
  file.enhanced(0, 1'700'000'000'000'009, frame_of(60), 60);
  const Replayed result = replay(file.bytes());
  ASSERT_EQ(result.frames.size(), 4u);
  EXPECT_EQ(result.counts.backwards, 0u);
  EXPECT_EQ(result.frames[3].start, 9'001'600);  // on the lane after 9 us
}

TEST(Replay, Refusals) {
  EXPECT_THROW(replay(nanoseconds().bytes()), InputError);
  ReplaySettings settings;
  settings.scale_down = 0;
  PcapBytes file = nanoseconds();
  file.record(1, 0, frame_of(60), 60).record(0x7fffffff, 0, frame_of(60), 60);
  EXPECT_THROW(replay(file.bytes(), settings), InputError);
  try {
    replay(file.bytes());
    ADD_FAILURE();
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("f: byte 100: frame 2147483646 seconds after the first found"));
  }
  PcapBytes hour = nanoseconds();
  hour.record(1, 0, frame_of(60), 60).record(3'601, 0, frame_of(60), 60);
  settings.scale_down = 1;
  settings.scale_up = 1'000'000;
  EXPECT_THROW(replay(hour.bytes(), settings), InputError);
}

TEST(Summary, CountsWhatAReplayWillSend) {
  const auto to = [](char last, std::size_t size) {
    return std::string("\x02\0\0\0\0", 5) + last + frame_of(size - 6);
  };
  PcapBytes file = nanoseconds();
  for (int destination = 0; destination < 20; ++destination) {
    for (int i = 0; i <= destination % 18; ++i) {
      file.record(10, static_cast<std::uint32_t>(destination), to(static_cast<char>(destination), 50), 50);
    }
  }
  std::string tagged = to(3, 100);
  tagged.replace(12, 4, std::string("\x81\x00\xef\xff", 4));  // priority 7, VLAN 4095
  file.record(12, 0, tagged, 100);
  tagged.replace(14, 2, std::string("\x00\x05", 2));
  file.record(12, 0, tagged, 300);
  file.record(11, 0, std::string(6, '\xff') + frame_of(60), 66);
  const auto reader = reader_of(file.bytes());
  const CaptureSummary summary = summarize_capture(*reader, "f");
  EXPECT_EQ(summary.frames, 171u + 3 + 3);
  EXPECT_EQ(summary.bytes, 174u * 64 + 104 + 304 + 70);
  EXPECT_EQ(summary.longest_frame, 304u);
  EXPECT_EQ(summary.span, 2 * kSecond);
  EXPECT_EQ(summary.multicast, 1u);
  EXPECT_EQ(summary.unicast_addresses, 20u);
  ASSERT_EQ(summary.destinations.size(), 16u);
  EXPECT_EQ(summary.destinations[0].address, (MacAddress{2, 0, 0, 0, 0, 17}));
  EXPECT_EQ(summary.destinations[0].frames, 18u);
  // Address 3 has its four frames and the two tagged ones: equal to destination 5, and first by address.
  EXPECT_EQ(summary.destinations[12].address, (MacAddress{2, 0, 0, 0, 0, 3}));
  EXPECT_EQ(summary.destinations[12].frames, 6u);
  EXPECT_EQ(summary.destinations[13].address, (MacAddress{2, 0, 0, 0, 0, 5}));
  EXPECT_EQ(summary.vlans, (std::vector<std::uint16_t>{5, 4'095}));
  EXPECT_THROW(summarize_capture(*reader_of(nanoseconds().bytes()), "f"), InputError);
}

TEST(BundledCapture, HoldsWhatItsPageSays) {
  const std::string path = IXSIM_SOURCE_DIR "/tb/data/trunk.pcapng";
  const CaptureSummary summary = summarize_capture(path);
  EXPECT_GT(summary.frames, 2'000u);
  EXPECT_EQ(summary.destinations.size(), 16u);
  EXPECT_EQ(summary.unicast_addresses, 17u);
  EXPECT_EQ(summary.vlans, (std::vector<std::uint16_t>{10, 20, 30}));
  std::uint64_t deliverable = summary.multicast;
  for (const auto& destination : summary.destinations) deliverable += destination.frames;
  EXPECT_GT(deliverable * 10, summary.frames * 9);
  EXPECT_LE(summary.longest_frame, 9'022u);

  ReplaySource source(path, {});
  std::uint64_t frames = 0, bytes = 0;
  for (TimedFrame frame; source.next(frame);) {
    ++frames;
    bytes += frame.frame->size();
    ASSERT_TRUE(fcs_is_good(frame.frame->bytes()));
  }
  EXPECT_EQ(frames, summary.frames);
  EXPECT_EQ(bytes, summary.bytes);
  EXPECT_GT(source.counts().padded, 0u);
  EXPECT_EQ(source.counts().extended, 0u);
  EXPECT_EQ(source.counts().backwards, 0u);
  EXPECT_GT(source.counts().oversize, 0u);
  EXPECT_LT(source.counts().oversize, frames / 50);
}

}  // namespace
}  // namespace ixsim::test
