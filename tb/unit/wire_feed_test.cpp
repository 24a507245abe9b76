// The link partner's sender for frames from outside: padding, gap, PAUSE, limits.
#include "ethernet/wire_feed.h"

#include <gtest/gtest.h>

#include <vector>

namespace ixsim::test {
namespace {

std::vector<std::uint8_t> frame_of(std::size_t size, std::uint8_t last = 0) {
  std::vector<std::uint8_t> bytes(size, 0x11);
  bytes.back() = last;
  return bytes;
}
ByteView view(const std::vector<std::uint8_t>& bytes) { return {bytes.data(), bytes.size()}; }

TEST(WireFeed, PadsShortFramesAndAddsAnFcs) {
  WireFeed feed(kByteTime10G, 0, 4);
  ASSERT_TRUE(feed.push(0, view(frame_of(20))));
  const FrameRef frame = feed.take(0);
  ASSERT_TRUE(frame);
  EXPECT_EQ(frame->size(), kMinFrameSize);
  EXPECT_TRUE(fcs_is_good(frame->bytes()));
  EXPECT_EQ(frame->bytes().data[20], 0);
}

TEST(WireFeed, KeepsTheGapAndTheOrder) {
  WireFeed feed(kByteTime10G, 0, 8);
  for (std::uint8_t i = 0; i < 8; ++i) ASSERT_TRUE(feed.push(1'000, view(frame_of(60, i))));
  Time now = 0;
  Time first = 0;
  for (std::uint8_t i = 0; i < 8; ++i) {
    const Time start = feed.next(now);
    EXPECT_FALSE(feed.take(start - 1));
    now = start;
    const FrameRef frame = feed.take(now);
    ASSERT_TRUE(frame);
    EXPECT_EQ(frame->bytes().data[59], i);
    if (i == 0) first = now;
    if (i % 4 == 0) {
      EXPECT_EQ(now - first, i * 84 * kByteTime10G);
    }
  }
  EXPECT_EQ(feed.next(now), kNever);
}

TEST(WireFeed, RefusesWhatNoWireCarriesAndOneTooMany) {
  WireFeed feed(kByteTime10G, 0, 1);
  EXPECT_FALSE(feed.push(0, view(frame_of(13))));
  EXPECT_FALSE(feed.push(0, view(frame_of(kLongestWireFrame))));
  EXPECT_TRUE(feed.push(0, view(frame_of(60))));
  EXPECT_FALSE(feed.push(0, view(frame_of(60))));
  EXPECT_EQ(feed.refused(), 3u);
  feed.clear();
  EXPECT_TRUE(feed.push(0, view(frame_of(60))));
}

TEST(WireFeed, ObeysPauseAndResumes) {
  const Time response = 1'000'000;
  WireFeed feed(kByteTime10G, response, 4);
  const MacAddress source{};
  PauseFrame pause;
  pause.time[0] = 100;
  EXPECT_TRUE(feed.control(0, *make_pause(source, pause)));
  const Time acts = wire_time(kPauseFrameSize, kByteTime10G) + response;
  // A frame that starts before the PAUSE acts is not held back.
  ASSERT_TRUE(feed.push(0, view(frame_of(60))));
  EXPECT_EQ(feed.next(0), 0);
  ASSERT_TRUE(feed.take(0));
  ASSERT_TRUE(feed.push(acts, view(frame_of(60))));
  EXPECT_GE(feed.next(acts), acts + pause_time(100, kByteTime10G));
  EXPECT_FALSE(feed.take(acts + pause_time(50, kByteTime10G)));
  pause.time[0] = 0;  // it may go on
  const Time resume = acts + pause_time(60, kByteTime10G);
  EXPECT_TRUE(feed.control(resume, *make_pause(source, pause)));
  EXPECT_TRUE(feed.take(resume + acts));
  EXPECT_EQ(feed.pauses(), 2u);
  EXPECT_FALSE(feed.control(resume, *make_frame_with_fcs(view(frame_of(60)))));
}

}  // namespace
}  // namespace ixsim::test
