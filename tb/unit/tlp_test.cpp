// TLP arithmetic and one link direction against figures computed from the PCI Express Base Specification:
// both sides of every boundary at which a length changes.
#include "pcie/tlp.h"

#include <gtest/gtest.h>

#include "pcie/link_direction.h"

namespace ixsim::test {
namespace {

TEST(Tlp, PayloadIsTheDoubleWordsThatARangeTouches) {
  const struct {
    std::uint64_t address;
    std::uint32_t length, bytes;
  } cases[] = {{0, 0, 0}, {0, 1, 4},   {0, 4, 4},     {0, 5, 8},     {1, 3, 4},
               {1, 4, 8}, {2, 2, 4},   {2, 3, 8},     {3, 1, 4},     {3, 2, 8},
               {4, 1, 4}, {7, 10, 16}, {0, 128, 128}, {1, 128, 132}, {4'095, 1, 4}};
  for (const auto& c : cases)
    EXPECT_EQ(tlp::payload(c.address, c.length), c.bytes) << c.address << " " << c.length;
}

TEST(Tlp, HeadersAreLongAboveFourGigabytes) {
  EXPECT_EQ(tlp::memory_read(0xffffffff), 20u);
  EXPECT_EQ(tlp::memory_read(0x100000000), 24u);
  EXPECT_EQ(tlp::memory_write(0xfffffff0, 16), 36u);
  EXPECT_EQ(tlp::memory_write(0x100000000, 16), 40u);
  EXPECT_EQ(tlp::completion(0x100000002, 64), 20u + 68) << "a completion has no address";
}

TEST(Tlp, ADataCreditIsSixteenBytes) {
  const std::uint32_t expected[][2] = {{0, 0},  {4, 1},  {16, 1},  {20, 2},
                                       {32, 2}, {36, 3}, {128, 8}, {132, 9}};
  for (const auto& [bytes, credits] : expected) EXPECT_EQ(tlp::data_credits(bytes), credits) << bytes;
}

TEST(Tlp, RequestsEndAtTheirLimitAndAtEveryFourthKilobyte) {
  EXPECT_EQ(tlp::next_chunk(0, 127, 128), 127u);
  EXPECT_EQ(tlp::next_chunk(0, 129, 128), 128u);
  EXPECT_EQ(tlp::next_chunk(4'095, 10, 128), 1u);
  EXPECT_EQ(tlp::next_chunk(4'096, 10, 128), 10u);
  EXPECT_EQ(tlp::next_chunk(4'096 - 128, 300, 128), 128u);
  EXPECT_EQ(tlp::next_chunk(4'096 - 127, 300, 128), 127u);
  EXPECT_EQ(tlp::next_chunk(0x7ffff000 + 4'000, 4'096, 4'096), 96u);
  EXPECT_EQ(tlp::next_chunk(8'192, 8'192, 4'096), 4'096u);
  // The limit is one of whole double words, the first of which counts in full.
  for (std::uint32_t into = 0; into < 4; ++into)
    EXPECT_EQ(tlp::next_chunk(4'096 + into, 300, 128), 128u - into);
}

TEST(Tlp, CompletionsEndAtTheBoundaryAndAddUp) {
  EXPECT_EQ(tlp::next_completion(0, 64, 64), 64u);
  EXPECT_EQ(tlp::next_completion(0, 65, 64), 64u);
  EXPECT_EQ(tlp::next_completion(63, 10, 64), 1u);
  EXPECT_EQ(tlp::next_completion(64, 10, 128), 10u);
  EXPECT_EQ(tlp::next_completion(100, 500, 256), 156u);
  for (const std::uint32_t boundary : {64u, 128u, 256u}) {
    for (std::uint64_t address = 4'000; address < 4'300; address += 3) {
      for (const std::uint32_t length :
           {1u, 2u, 63u, 64u, 65u, 127u, 128u, 129u, 255u, 256u, 257u, 512u, 1'000u}) {
        std::uint32_t count = 0, bytes = 0, last = 0;
        for (std::uint64_t at = address; at < address + length; ++count) {
          std::uint64_t end = at + 1;
          while (end < address + length && end % boundary != 0) ++end;
          last = 20 + 4 * static_cast<std::uint32_t>((end + 3) / 4 - at / 4);
          bytes += last;
          at = end;
        }
        const tlp::Run run = tlp::completions(address, length, boundary);
        ASSERT_EQ(run.count, count) << address << " " << length << " " << boundary;
        ASSERT_EQ(run.bytes, bytes) << address << " " << length << " " << boundary;
        ASSERT_EQ(run.last, last) << address << " " << length << " " << boundary;
      }
    }
  }
}

TEST(PcieConfig, AByteTakesTenBitTimesOr130Of128TimesEight) {
  PcieConfig config;
  const struct {
    unsigned generation, lanes;
    Time byte;
  } cases[] = {{1, 1, 4'000}, {1, 4, 1'000}, {1, 8, 500}, {1, 16, 250},
               {2, 1, 2'000}, {2, 8, 250},   {2, 16, 125}};
  for (const auto& c : cases) {
    config.generation = c.generation;
    config.lanes = c.lanes;
    EXPECT_EQ(config.byte_parts(), c.byte);
    EXPECT_EQ(config.part_bits(), 0u);
    EXPECT_EQ(config.least_time(1'000'000), 1'000'000 * c.byte);
    EXPECT_EQ(config.clock().period(), 4 * c.byte);
  }
  // At 8 GT/s 16 bytes of a lane take 130 bit times of 125 ps.
  config.generation = 3;
  for (const unsigned lanes : {1u, 2u, 4u, 8u, 16u}) {
    config.lanes = lanes;
    EXPECT_EQ(config.least_time(16 * lanes), 130 * 125) << lanes;
    EXPECT_EQ(config.least_time(16 * lanes - 1), (130 * 125 * (16 * lanes - 1)) / (16 * lanes)) << lanes;
    EXPECT_EQ(config.clock().period(), 4 * 8 * 125 / lanes) << lanes;
  }
}

PcieConfig with(DllpPolicy policy) {
  PcieConfig config;
  config.dllp = policy;
  return config;
}

TEST(LinkDirection, WithoutDllpsTlpsFollowEachOther) {
  LinkDirection link(with(DllpPolicy::kNone));
  EXPECT_EQ(link.free_at(), 0);
  EXPECT_EQ(link.send(2'000, 152), 2'000 + 152 * 500);
  EXPECT_EQ(link.start(0), link.free_at());
  EXPECT_EQ(link.start(link.free_at() + 1), link.free_at() + 1);
  EXPECT_EQ(link.send(link.free_at(), 24), 2'000 + 176 * 500);
  EXPECT_EQ(link.tlps(), 2u);
  EXPECT_EQ(link.tlp_bytes(), 176u);
  EXPECT_EQ(link.bytes(), 176u);
}

TEST(LinkDirection, FivePercentIsADllpEvery152Bytes) {
  // 8 B of DLLP are 5 % of 160 B.
  LinkDirection less(with(DllpPolicy::kFivePercent));
  less.send(0, 148);
  EXPECT_EQ(less.start(0), less.free_at());
  LinkDirection link(with(DllpPolicy::kFivePercent));
  const Time free = link.send(0, 152);
  EXPECT_EQ(free, 152 * 500) << "the first TLP waits for nothing";
  EXPECT_EQ(link.start(0), free + 8 * 500);
  EXPECT_EQ(link.start(free + 4 * 500), free + 8 * 500) << "half of the time was idle";
  EXPECT_EQ(link.start(free + 8 * 500), free + 8 * 500);
  EXPECT_EQ(link.start(free + 9 * 500), free + 9 * 500);
  EXPECT_EQ(link.send(free + 6 * 500, 100), free + 108 * 500);
  EXPECT_EQ(link.dllp_bytes(), 8u);
  EXPECT_EQ(link.bytes(), 260u);
  // 100 B leave 52 B to go; then 3 x 152 - 100 B owe three DLLPs at once.
  EXPECT_EQ(link.start(0), link.free_at());
  link.send(link.free_at(), 3 * 152 - 100);
  EXPECT_EQ(link.start(0), link.free_at() + 24 * 500);
  link.send(link.free_at(), 4);
  EXPECT_EQ(link.dllp_bytes(), 32u);
  EXPECT_EQ(link.tlps(), 4u);
}

// Ack transmission latency limits in symbol times: PCI Express Base Specification 3.0, tables 3-7 to 3-9.
TEST(LinkDirection, TheMostIsAnAckAndAnUpdateInEveryLimitAndASkip) {
  const struct {
    unsigned generation;
    std::uint32_t payload;
    unsigned lanes;
    std::uint64_t limit;
  } cases[] = {{1, 128, 1, 237}, {1, 128, 2, 128}, {1, 128, 4, 73},  {1, 128, 8, 67},  {1, 128, 16, 48},
               {1, 256, 1, 416}, {1, 256, 2, 217}, {1, 256, 4, 118}, {1, 256, 8, 107}, {1, 256, 16, 72},
               {1, 512, 1, 559}, {1, 512, 2, 289}, {1, 512, 4, 154}, {1, 512, 8, 86},  {1, 512, 16, 86},
               {2, 128, 1, 288}, {2, 128, 2, 179}, {2, 128, 4, 124}, {2, 128, 8, 118}, {2, 128, 16, 99},
               {2, 256, 1, 467}, {2, 256, 2, 268}, {2, 256, 4, 169}, {2, 256, 8, 158}, {2, 256, 16, 123},
               {2, 512, 1, 610}, {2, 512, 2, 340}, {2, 512, 4, 205}, {2, 512, 8, 137}, {2, 512, 16, 137},
               {3, 128, 1, 333}, {3, 128, 2, 224}, {3, 128, 4, 169}, {3, 128, 8, 163}, {3, 128, 16, 144},
               {3, 256, 1, 512}, {3, 256, 2, 313}, {3, 256, 4, 214}, {3, 256, 8, 203}, {3, 256, 16, 168},
               {3, 512, 1, 655}, {3, 512, 2, 385}, {3, 512, 4, 250}, {3, 512, 8, 182}, {3, 512, 16, 182}};
  for (const auto& c : cases) {
    PcieConfig config = with(DllpPolicy::kSpecMax);
    config.generation = c.generation;
    config.max_payload = c.payload;
    config.lanes = c.lanes;
    LinkDirection link(config);
    for (unsigned i = 0; i < 10'000; ++i) link.send(link.free_at(), 100);
    // In 1,538 x limit symbols, 16 x 1,538 are Ack and UpdateFC and 4 x limit are SKIPs; at 8 GT/s a SKIP set
    // is one of 375 blocks.
    const std::uint64_t whole = c.generation == 3 ? 375 * c.limit : 1'538 * c.limit;
    const std::uint64_t dllps = c.generation == 3 ? 16 * 375 + c.limit : 16 * 1'538 + 4 * c.limit;
    const std::uint64_t owed = 9'999 * std::uint64_t{100} * dllps / (whole - dllps);
    EXPECT_EQ(link.dllp_bytes(), owed / 8 * 8) << c.generation << " " << c.payload << " x" << c.lanes;
    const Time lane_bytes = static_cast<Time>(link.bytes()) * (c.generation == 1   ? 4'000
                                                               : c.generation == 2 ? 2'000
                                                                                   : 1'000);
    const Time coded = c.generation == 3 ? lane_bytes * 130 / 128 : lane_bytes;
    EXPECT_EQ(link.free_at(), config.clock().time(config.clock().cycle(coded / c.lanes)));
  }
}

TEST(LinkDirection, TheLeastEndOfARunIsItsEnd) {
  for (const DllpPolicy policy : {DllpPolicy::kNone, DllpPolicy::kFivePercent, DllpPolicy::kSpecMax}) {
    for (const unsigned generation : {1u, 3u}) {
      PcieConfig config = with(policy);
      config.generation = generation;
      LinkDirection link(config);
      for (std::uint32_t length = 1; length < 900; length += 13) {
        const tlp::Run run = tlp::completions(length * 5, length, 64);
        const Time now = link.free_at() + (length % 3 == 0 ? 2'000 : 0);
        EXPECT_EQ(link.least_end(now, run.bytes, run.last), link.end_of_run(now, run)) << length;
        link.send_run(now, run);
      }
    }
  }
}

// If other TLPs may go first, the DLLPs that are owed may go in idle time before the run: those of its own
// TLPs before the last remain, one for every 152 B of them.
TEST(LinkDirection, TheLeastEndOfALaterRunHasItsOwnDllpsAlone) {
  LinkDirection link(with(DllpPolicy::kFivePercent));
  const Time free = link.send(0, 100);
  const struct {
    std::uint32_t bytes, last, now, least;  // the results as bytes on the link
  } cases[] = {{148, 100, 148, 148}, {152, 100, 160, 152}, {251, 100, 259, 251}, {252, 100, 260, 260},
               {304, 100, 320, 312}, {404, 100, 420, 420}, {403, 100, 419, 411}, {400, 400, 400, 400}};
  for (const auto& c : cases) {
    const tlp::Run run{2, c.bytes, c.last};
    EXPECT_EQ(link.end_of_run(free, run), free + Time{c.now} * 500) << c.bytes;
    EXPECT_EQ(link.least_end_of_run(free, run), free + Time{c.least} * 500) << c.bytes;
  }
}

// A million TLPs of mixed sizes back to back, some of them as runs: each ends at the exact sum of the bytes
// so far, rounded up to the next ps. The sum is in units of 1/2048 ps: a byte of one lane is 1,015.625 ps.
TEST(LinkDirection, AMillionTlpsAtEightGigatransfersDriftByLessThanAPicosecond) {
  constexpr __int128 kUnits = 2'048;
  for (const unsigned lanes : {1u, 2u, 4u, 8u, 16u}) {
    for (const DllpPolicy policy : {DllpPolicy::kNone, DllpPolicy::kFivePercent, DllpPolicy::kSpecMax}) {
      PcieConfig config = with(policy);
      config.generation = 3;
      config.lanes = lanes;
      LinkDirection link(config);
      const Time period = config.clock().period();
      const Time begin = 5 * period;
      std::uint64_t draw = lanes;
      Time now = begin;
      for (unsigned i = 0; i < 1'000'000; ++i) {
        draw = draw * 6'364'136'223'846'793'005u + 1'442'695'040'888'963'407u;
        const auto length = static_cast<std::uint32_t>(draw >> 40) % 512 + 1;
        const Time end = i % 16 == 0 ? link.send_run(now, tlp::completions(draw >> 20, length, 64))
                                     : link.send(now, tlp::memory_write(draw >> 20, length));
        const __int128 exact = kUnits * begin + __int128{link.bytes()} * 2'080'000 / lanes;
        ASSERT_LT(kUnits * end - exact, kUnits) << "x" << lanes << ", TLP " << i;
        ASSERT_GE(kUnits * end - exact, 0) << "x" << lanes << ", TLP " << i;
        // The next one is handed over at the edge before it starts.
        now = link.free_at();
        ASSERT_LE(now, end);
        ASSERT_GT(now + period, end - 1);
        ASSERT_EQ(now % period, 0);
      }
    }
  }
}

// Idle time takes the remainder with it: what is sent at an edge begins at that edge.
TEST(LinkDirection, ATlpAfterIdleTimeBeginsAtItsEdge) {
  PcieConfig config = with(DllpPolicy::kNone);
  config.generation = 3;
  LinkDirection link(config);
  EXPECT_EQ(link.send(500, 20), 500 + 2'540) << "20 x 126.953125 ps are 2,539.0625 ps";
  EXPECT_EQ(link.free_at(), 3'000);
  EXPECT_EQ(link.start(3'000), 3'040);
  EXPECT_EQ(link.end(3'000, 20), 500 + 5'079) << "5,078.125 ps";
  EXPECT_EQ(link.end(3'500, 20), 3'500 + 2'540);
  EXPECT_EQ(link.send(3'500, 20), 3'500 + 2'540);
  EXPECT_EQ(link.send(link.free_at(), 20), 3'500 + 5'079);
}

}  // namespace
}  // namespace ixsim::test
