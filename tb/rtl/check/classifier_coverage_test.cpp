// Functional coverage counts exactly the situations reached: single frames, writes and resets with known
// outcomes, each against the bins that it must and must not reach.
#include "verify/classifier_coverage.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <set>

namespace ixsim::test {
namespace {

using testing::Contains;
using testing::IsSupersetOf;
using testing::Not;
using testing::UnorderedElementsAre;
using Bytes = std::vector<std::uint8_t>;

class Coverage : public testing::Test {
 protected:
  void reset() {
    ClassifierInputs in;
    in.rst = true;
    coverage.sample(in);
  }
  void idle(int edges) {
    for (int i = 0; i < edges; ++i) coverage.sample({});
  }
  void write(std::uint16_t address, std::uint32_t data) { coverage.sample(with_write({}, address, data)); }
  static ClassifierInputs with_write(ClassifierInputs in, std::uint16_t address, std::uint32_t data) {
    in.wr_en = true;
    in.wr_addr = address;
    in.wr_data = data;
    return in;
  }
  static std::vector<ClassifierInputs> beats(const Bytes& frame, bool error = false) {
    std::vector<ClassifierInputs> result;
    for (std::size_t i = 0; i < frame.size(); i += 8) {
      ClassifierInputs in;
      const std::size_t left = std::min<std::size_t>(8, frame.size() - i);
      std::memcpy(&in.tdata, frame.data() + i, left);
      in.tvalid = true;
      in.tlast = i + 8 >= frame.size();
      in.tuser = in.tlast && error;
      in.tkeep = static_cast<std::uint8_t>((1u << left) - 1);
      result.push_back(in);
    }
    return result;
  }
  void send(const Bytes& frame, bool error = false) {
    for (const ClassifierInputs& in : beats(frame, error)) coverage.sample(in);
  }
  static Bytes unicast(std::size_t size = 60) {
    Bytes frame(size);
    frame[0] = 2;
    if (size > 13) frame[12] = 0x88, frame[13] = 0xB5;
    return frame;
  }
  // Names of the bins of one group that were reached.
  std::set<std::string> reached(const std::string& group) const {
    std::set<std::string> names;
    for (const CoverageBin& bin : coverage.bins()) {
      if (bin.hits != 0 && bin.name.compare(0, group.size() + 1, group + "/") == 0) {
        names.insert(bin.name.substr(group.size() + 1));
      }
    }
    return names;
  }

  static constexpr std::uint16_t kFctrl = 0x5080, kVlnctrl = 0x5088;
  static constexpr std::uint32_t kUpe = 1u << 9;
  ClassifierCoverage coverage{CoverageSettings{}};
};

TEST_F(Coverage, NamesAreUniqueAndAboutNineHundred) {
  std::set<std::string> names;
  for (const CoverageBin& bin : coverage.bins()) names.insert(bin.name);
  EXPECT_EQ(names.size(), coverage.bins().size());
  EXPECT_EQ(coverage.total(), 916u);
  EXPECT_EQ(coverage.hit(), 0u);
}

TEST_F(Coverage, OneFrameReachesItsOwnBins) {
  reset();
  idle(20);
  send(unicast());
  EXPECT_THAT(reached("admit"), UnorderedElementsAre("miss_unicast"));
  EXPECT_THAT(reached("admit_vlan"), UnorderedElementsAre("miss_unicast_untagged"));
  EXPECT_THAT(reached("length"), UnorderedElementsAre("60", "last_lanes_4"));
  EXPECT_THAT(reached("error"), UnorderedElementsAre("good_sbp_off_none"));
  EXPECT_THAT(reached("spacing"), UnorderedElementsAre());  // nothing to measure a gap from
  EXPECT_THAT(reached("queue"), UnorderedElementsAre());    // dropped
  EXPECT_THAT(reached("reset"), UnorderedElementsAre("idle"));
}

TEST_F(Coverage, GapsAreCountedInEdges) {
  reset();
  send(unicast());
  send(unicast());
  EXPECT_THAT(reached("spacing"), UnorderedElementsAre("gap_0"));
  idle(1);
  send(unicast());
  idle(9);
  send(unicast());
  EXPECT_THAT(reached("spacing"), UnorderedElementsAre("gap_0", "gap_1", "gap_2-9"));
  idle(12);
  send(unicast());
  EXPECT_THAT(reached("spacing"), Not(Contains("gap_over_L")));
  idle(13);
  send(unicast());
  EXPECT_THAT(reached("spacing"),
              UnorderedElementsAre("gap_0", "gap_1", "gap_2-9", "gap_10-L", "gap_over_L"));
}

TEST_F(Coverage, SixteenMinimumFramesInARowAreSixteen) {
  reset();
  for (int i = 0; i < 15; ++i) send(unicast());
  idle(1);
  for (int i = 0; i < 15; ++i) send(unicast());
  EXPECT_THAT(reached("spacing"), Not(Contains("16_minimum_frames_in_a_row")));
  send(unicast());
  EXPECT_THAT(reached("spacing"), Contains("16_minimum_frames_in_a_row"));
}

TEST_F(Coverage, WriteBeforeTheLastBeatCountsOnlyIfItDecides) {
  reset();
  auto frame = beats(unicast());
  frame[6] = with_write(frame[6], kFctrl, 1u << 8);  // multicast: of no interest to a unicast frame
  for (const ClassifierInputs& in : frame) coverage.sample(in);
  EXPECT_THAT(reached("writes"), UnorderedElementsAre());
  idle(20);
  frame[6] = with_write(frame[6], kFctrl, kUpe);
  for (const ClassifierInputs& in : frame) coverage.sample(in);
  EXPECT_THAT(reached("writes"), UnorderedElementsAre("FCTRL_before_last_beat"));
}

TEST_F(Coverage, WriteTooEarlyIsNotBeforeTheLastBeat) {
  reset();
  auto frame = beats(unicast());
  frame[5] = with_write(frame[5], kFctrl, kUpe);
  for (const ClassifierInputs& in : frame) coverage.sample(in);
  EXPECT_THAT(reached("writes"), UnorderedElementsAre());
}

TEST_F(Coverage, WritesThatComeTooLateAreCountedByTheirDistance) {
  reset();
  auto frame = beats(unicast());
  frame[7] = with_write(frame[7], kFctrl, kUpe);
  for (const ClassifierInputs& in : frame) coverage.sample(in);
  EXPECT_THAT(reached("writes"), UnorderedElementsAre("FCTRL_at_last_beat"));
  idle(100);
  send(unicast());
  idle(11);
  write(kFctrl, 0);
  EXPECT_THAT(reached("writes"),
              UnorderedElementsAre("FCTRL_at_last_beat", "FCTRL_after_last_beat", "12_after_last_beat"));
  send(unicast());
  idle(12);
  write(kFctrl, kUpe);
  EXPECT_EQ(reached("writes").size(), 3u);  // 13 edges after: beyond the decision
}

TEST_F(Coverage, VlanEthertypeIsTakenWithTheFirstBeat) {
  reset();
  write(kFctrl, kUpe);
  write(kVlnctrl, 0x88B5);
  send(unicast());
  EXPECT_THAT(reached("vlan"), IsSupersetOf({std::string("vet_not_8100")}));
  EXPECT_THAT(reached("writes"), UnorderedElementsAre("VET_before_first_beat"));
  idle(20);
  auto frame = beats(unicast());
  frame[0] = with_write(frame[0], kVlnctrl, 0x8100);
  for (const ClassifierInputs& in : frame) coverage.sample(in);
  EXPECT_THAT(reached("writes"), UnorderedElementsAre("VET_before_first_beat", "VET_at_first_beat"));
  EXPECT_THAT(reached("vlan"), Not(Contains("untagged")));
}

TEST_F(Coverage, AddressOneBitOffATable) {
  reset();
  write(0x5CC0, 1);  // RSSRK's first word with bit 6 set
  EXPECT_THAT(reached("writes"), Contains("one_bit_off_RSSRK"));
  EXPECT_THAT(reached("writes"), Not(Contains("one_bit_off_MTA")));
}

TEST_F(Coverage, ResetsInTheirFourSituations) {
  reset();
  idle(1);
  reset();
  EXPECT_THAT(reached("reset"), UnorderedElementsAre("idle"));
  coverage.sample(beats(unicast())[0]);
  reset();
  idle(1);
  EXPECT_THAT(reached("reset"), UnorderedElementsAre("idle", "inside_frame"));
  send(unicast());
  idle(11);
  reset();
  idle(1);
  EXPECT_THAT(reached("reset"), UnorderedElementsAre("idle", "inside_frame", "decision_pending"));
  write(kFctrl, 0);
  idle(11);
  reset();
  EXPECT_THAT(reached("reset"),
              UnorderedElementsAre("idle", "inside_frame", "decision_pending", "write_pending"));
}

TEST_F(Coverage, BitThatDecidesAFrame) {
  reset();
  write(0x5090, 4);
  Bytes frame = unicast();
  frame[0] = 3;
  frame[5] = 0x12;  // MTA index 0x120
  send(frame);
  EXPECT_THAT(reached("mta"), UnorderedElementsAre("bit_0_clear"));
  write(0x5200 + 4 * 9, 1);
  send(frame);
  EXPECT_THAT(reached("mta"), UnorderedElementsAre("bit_0_clear", "bit_0_set"));
  write(0x5200 + 4 * 9, 0);
  write(kFctrl, 1u << 8);  // all multicast: no bit decides
  frame[5] = 0x1F;
  send(frame);
  EXPECT_EQ(reached("mta").size(), 2u);
}

TEST_F(Coverage, ReachingAnExcludedBinIsSeen) {
  ClassifierCoverage quiet({12, WritePolicy::kQuiet});
  ClassifierInputs in;
  in.rst = true;
  quiet.sample(in);
  auto frame = beats(unicast());
  frame[7] = with_write(frame[7], kFctrl, kUpe);
  EXPECT_TRUE(quiet.wrongly_excluded().empty());
  for (const ClassifierInputs& beat : frame) quiet.sample(beat);
  ASSERT_EQ(quiet.wrongly_excluded().size(), 1u);
  EXPECT_EQ(quiet.wrongly_excluded()[0]->name, "writes/FCTRL_at_last_beat");
}

}  // namespace
}  // namespace ixsim::test
