// The reference classifier against examples computed by hand: the time of a decision, the writes that it
// sees, and its content.
#include "nic/classifier/reference_classifier.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <memory>
#include <utility>
#include <vector>

#include "base/random.h"
#include "ixsim/classifier.h"
#include "ixsim/error.h"
#include "nic/classifier/filter_tables.h"
#include "nic/classifier/frame_decision.h"
#include "nic/classifier/pool_classifier.h"
#include "nic/classifier/pool_decision.h"
#include "nic/classifier/pool_tables.h"

namespace ixsim::test {
namespace {

using Bytes = std::vector<std::uint8_t>;

constexpr std::uint32_t kRdrxctl = 0x2F00, kFctrl = 0x5080, kVlnctrl = 0x5088, kMcstctrl = 0x5090,
                        kRuppbmr = 0x50A0, kMta = 0x5200, kRal = 0x5400, kRah = 0x5404, kMrqc = 0x5818,
                        kVmdCtl = 0x581C, kReta = 0x5C00, kRssrk = 0x5C80, kVfta = 0xA000, kVftavind = 0xA200;
constexpr std::uint32_t kSbp = 1 << 1, kMpe = 1 << 8, kUpe = 1 << 9, kBam = 1 << 10;
constexpr std::uint32_t kVfe = 1U << 30, kCfien = 1U << 29, kCfi = 1U << 28;
constexpr std::uint32_t kAv = 1U << 31;
constexpr std::uint32_t kMpben = 1 << 4, kMqa = 1U << 31;

constexpr std::uint8_t kKey[40] = {0x6d, 0x5a, 0x56, 0xda, 0x25, 0x5b, 0x0e, 0xc2, 0x41, 0x67,
                                   0x25, 0x3d, 0x43, 0xa3, 0x8f, 0xb0, 0xd0, 0xca, 0x2b, 0xcb,
                                   0xae, 0x7b, 0x30, 0xb4, 0x77, 0xcb, 0x2d, 0xa3, 0x80, 0x30,
                                   0xf2, 0x0c, 0x6a, 0x42, 0xb7, 0x3b, 0xbe, 0xac, 0x01, 0xfa};

const Bytes kMacAddress = {0x02, 0x11, 0x22, 0x33, 0x44, 0x55};
const Bytes kBroadcast(6, 0xFF);
const Bytes kGroup = {0x01, 0x00, 0x5E, 0x11, 0x22, 0x33};

Bytes operator+(Bytes a, const Bytes& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

Bytes be16(unsigned v) { return {static_cast<std::uint8_t>(v >> 8), static_cast<std::uint8_t>(v)}; }
Bytes be32(std::uint32_t v) { return be16(v >> 16) + be16(v & 0xFFFF); }
Bytes v6_address(const std::array<unsigned, 8>& groups) {
  Bytes bytes;
  for (const unsigned g : groups) bytes = bytes + be16(g);
  return bytes;
}
Bytes padded(Bytes bytes, std::size_t size) {
  bytes.resize(std::max(bytes.size(), size));
  return bytes;
}

Bytes ethernet(const Bytes& destination, unsigned type) {
  return destination + Bytes{2, 9, 9, 9, 9, 9} + be16(type);
}
Bytes tagged(const Bytes& destination, unsigned tci, unsigned type, unsigned vet = 0x8100) {
  return ethernet(destination, vet) + be16(tci) + be16(type);
}
// An IPv4 header with `options` (a multiple of 4 bytes).
Bytes ipv4(std::uint8_t protocol, std::uint32_t source, std::uint32_t destination, unsigned fragment = 0,
           const Bytes& options = {}) {
  const auto words = static_cast<std::uint8_t>(5 + options.size() / 4);
  return Bytes{static_cast<std::uint8_t>(0x40 | words), 0, 0, 40, 0x12, 0x34} + be16(fragment) +
         Bytes{64, protocol, 0, 0} + be32(source) + be32(destination) + options;
}
Bytes ipv6(std::uint8_t next, const Bytes& source, const Bytes& destination) {
  return Bytes{0x60, 0, 0, 0, 0, 20, next, 64} + source + destination;
}
Bytes ports(unsigned source, unsigned destination) { return be16(source) + be16(destination) + Bytes(16); }
Bytes home_option(std::uint8_t next, const Bytes& address) {
  return Bytes{next, 2, 1, 2, 0, 0, 0xC9, 0x10} + address;
}
Bytes type2_routing(std::uint8_t next, const Bytes& address) {
  return Bytes{next, 2, 2, 1, 0, 0, 0, 0} + address;
}

const Bytes kIpv4Tcp =
    padded(ethernet(kMacAddress, 0x800) + ipv4(6, 0x420995BB, 0xA18E6450) + ports(2794, 1766), 60);
const Bytes kHome = v6_address({0x3ffe, 0x2501, 0x200, 0x1fff, 0, 0, 0, 7});
const Bytes kRouted = v6_address({0x3ffe, 0x2501, 0x200, 3, 0, 0, 0, 1});
const Bytes kCareOf = v6_address({0x2001, 0xdb8, 0, 0, 0, 0, 0, 0x11});
const Bytes kCorrespondent = v6_address({0x2001, 0xdb8, 0, 0, 0, 0, 0, 0x22});
// Home address option and type 2 routing header, then TCP: 122 bytes.
const Bytes kMobile = ethernet(kMacAddress, 0x86DD) + ipv6(60, kCareOf, kCorrespondent) +
                      home_option(43, kHome) + type2_routing(6, kRouted) + ports(2794, 1766);

struct Collector final : DecisionSink {
  void decided(const Decision& decision) override { decisions.push_back(decision); }
  std::vector<Decision> decisions;
};

// A classifier driven in MAC edges.
class Bench {
 public:
  explicit Bench(int latency = 12, const ClassifierSize& size = ClassifierSize())
      : classifier(latency, size) {}

  void write(std::uint32_t offset, std::uint32_t value, std::int64_t edge) {
    classifier.write(offset, value, kMacClock.time(edge));
  }
  // Writes at successive edges before edge 0, where frames begin.
  void set(std::uint32_t offset, std::uint32_t value) { write(offset, value, set_up_edge_++); }
  void set_address(unsigned n, const Bytes& address, std::uint32_t rah = kAv) {
    set(kRal + 8 * n, load_le32(address.data()));
    set(kRah + 8 * n, load_le16(address.data() + 4) | rah);
  }
  void set_key() {
    for (unsigned n = 0; n < 10; ++n) set(kRssrk + 4 * n, load_le32(kKey + 4 * n));
  }
  // Entry i of the redirection table is i mod 16 for index 0 and 15 - i mod 16 for index 1.
  void set_redirection() {
    for (unsigned n = 0; n < 32; ++n) {
      std::uint32_t word = 0;
      for (unsigned b = 0; b < 4; ++b) {
        const unsigned i = (4 * n + b) % 16;
        word |= (i | (15 - i) << 4) << (8 * b);
      }
      set(kReta + 4 * n, word);
    }
  }
  void begin(const Bytes& bytes, std::int64_t first, std::int64_t last, bool error = false) {
    classifier.begin(next_frame_++, {bytes.data(), bytes.size()}, error, kMacClock.time(first),
                     kMacClock.time(last));
  }
  std::vector<Decision> advance(std::int64_t edge) {
    Collector collector;
    classifier.advance(kMacClock.time(edge), collector);
    return collector.decisions;
  }
  // The decision of one frame with the registers as set.
  Decision decide(const Bytes& bytes, bool error = false) {
    const std::int64_t first = now_;
    now_ += 10'000;
    begin(bytes, first, first + 7, error);
    const std::vector<Decision> decisions = advance(first + 7 + 12);
    EXPECT_EQ(decisions.size(), 1U);
    set_up_edge_ = first + 20;
    return decisions.empty() ? Decision{} : decisions[0];
  }

  ReferenceClassifier classifier;

 private:
  std::int64_t set_up_edge_ = -2'000;
  std::int64_t now_ = 0;
  std::uint64_t next_frame_ = 0;
};

std::int64_t edge(const Decision& d) { return kMacClock.cycle(d.time); }

// --- when -----------------------------------------------------------------------------------------------

TEST(ReferenceClassifier, DecisionComesTwelveClocksAfterTheLastBeat) {
  Bench bench;
  bench.begin(kIpv4Tcp, 0, 7);
  EXPECT_EQ(bench.classifier.next_decision(), kMacClock.time(19));
  EXPECT_TRUE(bench.advance(18).empty());
  const auto decisions = bench.advance(19);
  ASSERT_EQ(decisions.size(), 1U);
  EXPECT_EQ(edge(decisions[0]), 19);
  EXPECT_EQ(bench.classifier.next_decision(), kNever);
  EXPECT_TRUE(bench.advance(1'000).empty());
}

TEST(ReferenceClassifier, BackToBackFramesAreDecidedEveryEightClocks) {
  Bench bench;
  for (int i = 0; i < 5; ++i) bench.begin(kIpv4Tcp, 8 * i, 8 * i + 7);
  const auto decisions = bench.advance(100);
  ASSERT_EQ(decisions.size(), 5U);
  for (std::size_t i = 0; i < 5; ++i) {
    EXPECT_EQ(decisions[i].frame, i);
    EXPECT_EQ(edge(decisions[i]), 19 + 8 * static_cast<std::int64_t>(i));
  }
}

TEST(ReferenceClassifier, OnlyTheLastBeatCountsWhateverTheGapInside) {
  Bench bench;
  bench.begin(kIpv4Tcp, 0, 11);
  EXPECT_EQ(bench.classifier.next_decision(), kMacClock.time(23));
}

TEST(ReferenceClassifier, RuntsMayEndAtEveryClock) {
  Bench bench;
  const Bytes runt(8, 0xFF);
  for (int i = 0; i < 3; ++i) bench.begin(runt, i, i);
  const auto decisions = bench.advance(14);
  ASSERT_EQ(decisions.size(), 3U);
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(edge(decisions[static_cast<std::size_t>(i)]), 12 + i);
    EXPECT_EQ(decisions[static_cast<std::size_t>(i)].drop, ClassifierDrop::kBad);
  }
}

TEST(ReferenceClassifier, RuntBehindALongHeaderChainDoesNotDisturbIt) {
  Bench bench;
  bench.set_address(0, kMacAddress);
  bench.set_key();
  bench.set(kMrqc, 1 | 1 << 18);
  const Bytes runt = padded(kMacAddress, 16);
  bench.begin(kMobile, 0, 15);
  bench.begin(runt, 16, 17);
  const auto decisions = bench.advance(29);
  ASSERT_EQ(decisions.size(), 2U);
  EXPECT_EQ(edge(decisions[0]), 27);
  EXPECT_EQ(decisions[0].rss_hash, 0x40207d3dU);
  EXPECT_EQ(edge(decisions[1]), 29);
  EXPECT_EQ(decisions[1].drop, ClassifierDrop::kAdmit);
  EXPECT_EQ(decisions[1].rss_type, 0);
}

TEST(ReferenceClassifier, LatencyIsAParameterWithLimits) {
  for (const int latency : {1, 5, 64}) {
    Bench bench(latency);
    bench.begin(kIpv4Tcp, 0, 7);
    EXPECT_EQ(bench.classifier.next_decision(), kMacClock.time(7 + latency));
  }
  EXPECT_THROW(ReferenceClassifier(0), InputError);
  EXPECT_THROW(ReferenceClassifier(65), InputError);
}

TEST(ReferenceClassifier, KeepsManyFramesPending) {
  Bench bench(64);
  bench.set(kFctrl, kUpe);
  for (int i = 0; i < 5; ++i) bench.begin(kIpv4Tcp, i - 900, i - 900);
  EXPECT_EQ(bench.advance(-100).size(), 5U) << "so that the first frame pending is not the first in store";
  for (int round = 0; round < 3; ++round) {
    const std::int64_t start = 1'000 * round;
    for (int i = 0; i < 200; ++i) bench.begin(kIpv4Tcp, start + i, start + i);
    std::uint64_t expected = 5 + 200 * static_cast<std::uint64_t>(round);
    for (std::int64_t e = start; e < start + 300; e += 7)
      for (const Decision& d : bench.advance(e)) EXPECT_EQ(d.frame, expected++);
    EXPECT_EQ(expected, 5 + 200 * static_cast<std::uint64_t>(round + 1));
  }
}

// --- which writes -----------------------------------------------------------------------------------------

// Returns the decisions on frames A (beats 0..7) and B (8..15) when `offset` is written at `edge`; the
// classifier must give the same answer whether frames are begun ahead, at their first beat, or after a write
// at the same edge.
enum class Order { kAhead, kWriteFirst, kBeginFirst };

std::array<Decision, 2> two_frames(Bench& bench, const Bytes& frame, std::uint32_t offset,
                                   std::uint32_t value, std::int64_t write_edge, Order order) {
  const auto begin_at = [&](int i) { bench.begin(frame, 8 * i, 8 * i + 7); };
  const auto write = [&] { bench.write(offset, value, write_edge); };
  switch (order) {
    case Order::kAhead:
      begin_at(0), begin_at(1), write();
      break;
    case Order::kWriteFirst:
      if (write_edge <= 0) write();
      begin_at(0);
      if (write_edge > 0 && write_edge <= 8) write();
      begin_at(1);
      if (write_edge > 8) write();
      break;
    case Order::kBeginFirst:
      if (write_edge < 0) write();
      begin_at(0);
      if (write_edge >= 0 && write_edge < 8) write();
      begin_at(1);
      if (write_edge >= 8) write();
      break;
  }
  const auto decisions = bench.advance(27);
  EXPECT_EQ(decisions.size(), 2U);
  if (decisions.size() != 2) return {};
  return {decisions[0], decisions[1]};
}

TEST(ReferenceClassifier, FrameSeesWritesBeforeItsLastBeat) {
  const Bytes frame = padded(tagged(kMacAddress, 5, 0x0806), 60);
  for (const Order order : {Order::kAhead, Order::kWriteFirst, Order::kBeginFirst}) {
    for (std::int64_t e = -1; e < 20; ++e) {
      Bench bench;
      bench.set_address(0, kMacAddress);
      bench.set(kVlnctrl, 0x8100 | kVfe);
      const auto d = two_frames(bench, frame, kVfta, 1 << 5, e, order);
      EXPECT_EQ(d[0].drop, e < 7 ? ClassifierDrop::kAdmit : ClassifierDrop::kVlan) << e;
      EXPECT_EQ(d[1].drop, e < 15 ? ClassifierDrop::kAdmit : ClassifierDrop::kVlan) << e;
    }
  }
}

TEST(ReferenceClassifier, FrameSeesTheVlanEthertypeOfBeforeItsFirstBeat) {
  const Bytes frame = padded(tagged(kMacAddress, 5, 0x0806, 0x88A8), 60);
  for (const Order order : {Order::kAhead, Order::kWriteFirst, Order::kBeginFirst}) {
    for (std::int64_t e = -1; e < 20; ++e) {
      Bench bench;
      bench.set_address(0, kMacAddress);
      const auto d = two_frames(bench, frame, kVlnctrl, 0x88A8, e, order);
      EXPECT_EQ(d[0].tagged, e < 0) << e;
      EXPECT_EQ(d[1].tagged, e < 8) << e;
    }
  }
}

TEST(ReferenceClassifier, VlanFilterBitsFollowTheLastBeatWhileTheEthertypeDoesNot) {
  // The write turns the filter on and changes the Ethertype. VFTA is empty.
  const Bytes frame = padded(tagged(kMacAddress, 5, 0x0806), 60);
  for (std::int64_t e = -1; e < 20; ++e) {
    Bench bench;
    bench.set_address(0, kMacAddress);
    for (unsigned n = 0; n < 128; ++n) bench.set(kVfta + 4 * n, 0);
    const auto d = two_frames(bench, frame, kVlnctrl, 0x9100 | kVfe, e, Order::kAhead);
    const auto expected = [e](std::int64_t first, std::int64_t last) {
      if (e < first) return ClassifierDrop::kAdmit;  // no longer a tag
      return e < last ? ClassifierDrop::kVlan : ClassifierDrop::kAdmit;
    };
    EXPECT_EQ(d[0].drop, expected(0, 7)) << e;
    EXPECT_EQ(d[1].drop, expected(8, 15)) << e;
  }
}

TEST(ReferenceClassifier, SeveralEthertypeWritesInsideAFrameLeaveTheFirst) {
  Bench bench;
  bench.set_address(0, kMacAddress);
  const Bytes frame = padded(tagged(kMacAddress, 5, 0x0806), 60);
  bench.begin(frame, 0, 7);
  bench.write(kVlnctrl, 0x9100, 1);
  bench.write(kVlnctrl, 0x9200, 2);
  bench.write(kVlnctrl, 0x9300, 6);
  EXPECT_TRUE(bench.advance(19).at(0).tagged);
}

TEST(ReferenceClassifier, EachFrameSeesExactlyItsOwnWritesInAStormOfThem) {
  // A write at every edge: even ones put the edge's number into the default index, odd ones into the
  // Ethertype. The index that a frame gets and whether it is tagged show which writes it saw.
  const std::int64_t period = 16;  // of the numbers: default index 0..7, Ethertype 0x9000..0x9007
  const auto number = [=](std::int64_t e) {
    return static_cast<unsigned>((e % period + period) % period / 2);
  };
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    Random random(seed);
    Bench bench;
    bench.set(kFctrl, kUpe);
    bench.set(kVmdCtl, 1);
    struct Frame {
      Bytes bytes;
      std::int64_t first, last;
    };
    std::vector<Frame> frames;
    for (std::int64_t e = 20; e < 400;) {
      const std::int64_t first = e + static_cast<std::int64_t>(random.below(3));
      const std::int64_t last = first + static_cast<std::int64_t>(random.below(5));
      const auto ethertype = static_cast<unsigned>(0x9000 + random.below(8));
      frames.push_back({padded(tagged(kMacAddress, 1, 0x0806, ethertype), 60), first, last});
      e = last + 1;
    }
    const std::int64_t ahead = static_cast<std::int64_t>(random.below(30));
    const auto asked_every = static_cast<std::int64_t>(random.between(1, 20));
    const bool begin_first = seed % 2;
    std::size_t begun = 0;
    std::vector<Decision> decisions;
    for (std::int64_t e = 0; e < 450; ++e) {
      const auto begin_due = [&] {
        for (; begun < frames.size() && frames[begun].first <= e + ahead; ++begun)
          bench.begin(frames[begun].bytes, frames[begun].first, frames[begun].last);
      };
      if (begin_first) begin_due();
      if (e % 2)
        bench.write(kVlnctrl, 0x9000 + number(e), e);
      else
        bench.write(kVmdCtl, 1 | number(e) << 4, e);
      if (!begin_first) begin_due();
      if (e % asked_every == 0)
        for (const Decision& d : bench.advance(e)) decisions.push_back(d);
    }
    for (const Decision& d : bench.advance(500)) decisions.push_back(d);
    ASSERT_EQ(decisions.size(), frames.size());
    for (std::size_t i = 0; i < frames.size(); ++i) {
      const Frame& f = frames[i];
      const std::int64_t index_write =
          (f.last - 1) - (f.last - 1) % 2;  // last even edge before the last beat
      const std::int64_t vet_write =
          (f.first - 1) - (1 - (f.first - 1) % 2);  // last odd edge before the first beat
      ASSERT_EQ(decisions[i].vmdq, number(index_write)) << "seed " << seed << ", frame " << i;
      ASSERT_EQ(decisions[i].tagged, load_be16(&f.bytes[12]) == 0x9000 + number(vet_write))
          << "seed " << seed << ", frame " << i;
    }
  }
}

TEST(ReferenceClassifier, DecidingOneFrameDoesNotDecideTheNext) {
  // A write at the last beat of the first frame, then one while the second is still coming in.
  Bench bench;
  bench.set(kFctrl, kUpe);
  bench.set(kVmdCtl, 1 | 1 << 4);
  bench.begin(kIpv4Tcp, 0, 7);
  bench.begin(kIpv4Tcp, 8, 40);
  bench.write(kVmdCtl, 1 | 2 << 4, 7);
  EXPECT_EQ(bench.advance(19).at(0).vmdq, 1);
  bench.write(kVmdCtl, 1 | 3 << 4, 20);
  EXPECT_EQ(bench.advance(52).at(0).vmdq, 3);
}

TEST(ReferenceClassifier, TwoWordEntryMayBeSeenHalfWritten) {
  // Old entry: kMacAddress. New: other low word, other high word.
  Bytes half = {9 << 1, 8, 7, 6, kMacAddress[4], kMacAddress[5]};
  const Bytes frame = padded(half, 60);
  Bench bench;
  bench.set_address(0, kMacAddress);
  bench.begin(frame, 0, 7);
  bench.begin(frame, 8, 15);
  bench.write(kRal, load_le32(half.data()), 6);
  bench.write(kRah, 0x1234 | kAv, 7);
  const auto d = bench.advance(27);
  ASSERT_EQ(d.size(), 2U);
  EXPECT_EQ(d[0].drop, ClassifierDrop::kAdmit);
  EXPECT_EQ(d[1].drop, ClassifierDrop::kNoFilter);
}

TEST(ReferenceClassifier, ResetLosesWhatIsPending) {
  Bench bench;
  bench.set(kFctrl, kUpe);
  bench.begin(kIpv4Tcp, 0, 7);
  bench.begin(kIpv4Tcp, 8, 15);
  EXPECT_EQ(bench.advance(20).size(), 1U);
  bench.classifier.reset(kMacClock.time(20));
  EXPECT_EQ(bench.classifier.next_decision(), kNever);
  bench.begin(kIpv4Tcp, 21, 28);
  const auto d = bench.advance(100);
  ASSERT_EQ(d.size(), 1U);
  EXPECT_EQ(d[0].frame, 2U);
  EXPECT_EQ(edge(d[0]), 40);
  EXPECT_EQ(d[0].drop, ClassifierDrop::kNoFilter) << "FCTRL is 0 after reset";
}

TEST(ReferenceClassifier, DecisionDueAtTheResetEdgeIsStillDelivered) {
  for (const std::int64_t r : {18, 19, 20}) {
    Bench bench;
    bench.set(kFctrl, kUpe);
    bench.begin(kIpv4Tcp, 0, 7);
    bench.classifier.reset(kMacClock.time(r));
    const auto d = bench.advance(30);
    ASSERT_EQ(d.size(), r >= 19 ? 1U : 0U) << r;
    if (r >= 19) {
      EXPECT_EQ(d[0].drop, ClassifierDrop::kAdmit);
    }
  }
}

// Such a frame sees the writes before its last beat, and no later one.
TEST(ReferenceClassifier, AFrameDueAtTheResetEdgeSeesItsOwnWrites) {
  for (const std::int64_t e : {5, 6, 7, 8, 18}) {
    Bench bench;
    bench.set(kFctrl, kUpe);
    bench.begin(kIpv4Tcp, 0, 7);
    bench.begin(kIpv4Tcp, 8, 8);  // due at 20
    bench.write(kFctrl, 0, e);
    bench.classifier.reset(kMacClock.time(19));
    const auto d = bench.advance(30);
    ASSERT_EQ(d.size(), 1U) << e;
    EXPECT_EQ(d[0].frame, 0U);
    EXPECT_EQ(d[0].drop, e < 7 ? ClassifierDrop::kNoFilter : ClassifierDrop::kAdmit) << e;
  }
}

// The second write has the first frame decided early; the reset loses it, and the next has its own.
TEST(ReferenceClassifier, AResetLosesADecisionThatIsMadeAndNotDue) {
  Bench bench;
  bench.set(kFctrl, kUpe);
  bench.begin(kIpv4Tcp, 0, 7);
  bench.write(kMcstctrl, 4, 8);
  bench.write(kMcstctrl, 5, 9);
  bench.classifier.reset(kMacClock.time(10));
  EXPECT_EQ(bench.classifier.next_decision(), kNever);
  bench.begin(kIpv4Tcp, 11, 18);
  const auto d = bench.advance(100);
  ASSERT_EQ(d.size(), 1U);
  EXPECT_EQ(d[0].frame, 1U);
  EXPECT_EQ(d[0].drop, ClassifierDrop::kNoFilter) << "FCTRL is 0 after reset";
}

// A table is not a single register: a reset leaves it, with the writes before the reset edge.
TEST(ReferenceClassifier, AResetKeepsTheTablesAsWrittenBeforeItsEdge) {
  for (const std::int64_t e : {48, 49, 50}) {
    Bench bench;
    bench.set(kMta + 4 * 3, 0);
    bench.set_key();
    bench.set(kReta + 4 * 30, 0xB);
    bench.write(kMta + 4 * 3, 1 << 5, e);
    bench.classifier.reset(kMacClock.time(50));
    bench.write(kMcstctrl, 4, 51);
    bench.write(kFctrl, kUpe, 52);
    bench.write(kMrqc, 1 | 1 << 16, 53);
    const Bytes destination = {1, 0, 0, 0, 0x50, 0x06};  // 0x0650 >> 4 = 101 = 3 * 32 + 5
    const Bytes group = padded(destination, 60);
    bench.begin(group, 60, 67);
    bench.begin(kIpv4Tcp, 68, 75);
    const auto d = bench.advance(100);
    ASSERT_EQ(d.size(), 2U);
    EXPECT_EQ(d[0].drop, e < 50 ? ClassifierDrop::kAdmit : ClassifierDrop::kNoFilter) << e;
    EXPECT_EQ(d[1].rss_hash, 0x51ccc178U);
    EXPECT_EQ(d[1].queue, 0xB);
  }
}

TEST(ReferenceClassifier, WritesAtTheResetEdgeAreNotTaken) {
  for (const bool before : {false, true}) {
    Bench bench;
    if (before) bench.write(kFctrl, kUpe, 50);
    bench.classifier.reset(kMacClock.time(50));
    if (!before) bench.write(kFctrl, kUpe, 50);
    bench.begin(kIpv4Tcp, 51, 58);
    EXPECT_EQ(bench.advance(100).at(0).drop, ClassifierDrop::kNoFilter);
    bench.write(kFctrl, kUpe, 101);
    bench.begin(kIpv4Tcp, 101, 108);
    EXPECT_EQ(bench.advance(200).at(0).drop, ClassifierDrop::kAdmit);
  }
}

TEST(ReferenceClassifier, ResetGivesSingleRegistersTheirValuesAndInvalidatesAddresses) {
  Bench bench;
  bench.set_address(3, kMacAddress);
  bench.set(kVlnctrl, 0x9100 | kVfe);
  bench.classifier.reset(0);
  bench.write(kFctrl, kUpe, 1);
  const Bytes frame = padded(tagged(kMacAddress, 5, 0x0806), 60);
  bench.begin(frame, 2, 9);
  const Decision d = bench.advance(100).at(0);
  EXPECT_EQ(d.drop, ClassifierDrop::kAdmit);
  EXPECT_TRUE(d.inexact) << "the address entry is no longer valid";
  EXPECT_TRUE(d.tagged) << "VET is 0x8100 again";
}

// The decisions that their old values would change are as though they had never been written.
TEST(ReferenceClassifier, AResetClearsEverySingleRegister) {
  Bench bench;
  bench.set_key();
  for (unsigned n = 0; n < 32; ++n) bench.set(kReta + 4 * n, 0xBBBBBBBB);
  for (unsigned n = 0; n < 128; ++n) bench.set(kMta + 4 * n, ~0U);
  for (const std::uint32_t offset : {kRdrxctl, kFctrl, kMcstctrl, kRuppbmr, kMrqc, kVmdCtl})
    bench.set(offset, ~0U);
  bench.set(kVlnctrl, 0x9100 | kVfe);
  bench.classifier.reset(0);
  const Bytes tcp =
      padded(tagged(kMacAddress, 6 << 13, 0x800) + ipv4(6, 0x420995BB, 0xA18E6450) + ports(2794, 1766), 64);
  std::int64_t now = 10;
  const auto decide = [&](const Bytes& frame, bool error = false) {
    bench.begin(frame, now, now + 9, error);
    const auto decisions = bench.advance(now + 30);
    EXPECT_EQ(decisions.size(), 1U);
    now += 40;
    return decisions.empty() ? Decision{} : decisions[0];
  };
  const auto set = [&](std::uint32_t offset, std::uint32_t value) { bench.write(offset, value, now++); };
  EXPECT_EQ(decide(tcp, true).drop, ClassifierDrop::kBad) << "FCTRL.SBP";
  EXPECT_EQ(decide(tcp).drop, ClassifierDrop::kNoFilter) << "FCTRL.UPE";
  EXPECT_EQ(decide(padded(kBroadcast, 60)).drop, ClassifierDrop::kNoFilter) << "FCTRL.BAM";
  EXPECT_EQ(decide(padded(kGroup, 60)).drop, ClassifierDrop::kNoFilter) << "FCTRL.MPE, MCSTCTRL";
  set(kFctrl, kUpe);
  Decision d = decide(tcp);
  EXPECT_EQ(d.drop, ClassifierDrop::kAdmit) << "VLNCTRL.VFE";
  EXPECT_TRUE(d.tagged);
  EXPECT_EQ(d.rss_type, 0) << "MRQC";
  EXPECT_EQ(d.vmdq, 0) << "VMD_CTL";
  EXPECT_EQ(d.queue, 0);
  set(kRdrxctl, kMpben);
  EXPECT_EQ(decide(tcp).traffic_class, 0) << "RUPPBMR";
  set(kRuppbmr, kMqa);
  EXPECT_EQ(decide(tcp).traffic_class, 6);
  bench.classifier.reset(kMacClock.time(now++));
  set(kFctrl, kUpe);
  set(kRuppbmr, kMqa);
  EXPECT_EQ(decide(tcp).traffic_class, 0) << "RDRXCTL";
}

// --- what: admission --------------------------------------------------------------------------------------

TEST(ReferenceClassifier, LowestDropReasonWins) {
  Bench bench;
  bench.set(kVlnctrl, 0x8100 | kVfe);
  for (unsigned n = 0; n < 128; ++n) bench.set(kVfta + 4 * n, 0);
  const Bytes frame = padded(tagged(kMacAddress, 5, 0x0806), 60);
  EXPECT_EQ(bench.decide(frame, true).drop, ClassifierDrop::kBad);        // all three apply
  EXPECT_EQ(bench.decide(frame, false).drop, ClassifierDrop::kNoFilter);  // the last two apply
  bench.set_address(0, kMacAddress);
  EXPECT_EQ(bench.decide(frame, true).drop, ClassifierDrop::kBad);
  EXPECT_EQ(bench.decide(frame, false).drop, ClassifierDrop::kVlan);
  bench.set(kVfta, 1 << 5);
  EXPECT_EQ(bench.decide(frame, false).drop, ClassifierDrop::kAdmit);
}

TEST(ReferenceClassifier, StoreBadPacketsAdmitsErrorsButNotRunts) {
  Bench bench;
  bench.set_address(0, kMacAddress);
  EXPECT_EQ(bench.decide(kIpv4Tcp, true).drop, ClassifierDrop::kBad);
  bench.set(kFctrl, kSbp);
  EXPECT_EQ(bench.decide(kIpv4Tcp, true).drop, ClassifierDrop::kAdmit);
  for (std::size_t n = 1; n < 20; ++n) {
    const Bytes frame = padded(kMacAddress, 60);
    const Bytes cut(frame.begin(), frame.begin() + static_cast<std::ptrdiff_t>(n));
    EXPECT_EQ(bench.decide(cut, true).drop, n < 14 ? ClassifierDrop::kBad : ClassifierDrop::kAdmit) << n;
  }
}

// Any number is an address, also one that is as small as an entry's.
TEST(FilterTables, FindAnAddressByItsValue) {
  FilterTables tables;
  for (unsigned n = 0; n < 3; ++n) {
    tables.write(kRal + 8 * n, 8 - 2 * n);
    tables.write(kRah + 8 * n, kAv);
  }
  EXPECT_EQ(tables.receive_address(8), 0u);
  EXPECT_EQ(tables.receive_address(6), 1u);
  EXPECT_EQ(tables.receive_address(4), 2u);
  EXPECT_EQ(tables.receive_address(10), FilterTables::kNoHit);
}

TEST(ReferenceClassifier, AddressFilter) {
  struct Case {
    const char* name;
    Bytes destination;
    std::uint32_t fctrl, mcstctrl;
    bool in_rar, in_mta;
    bool admitted, inexact;
  };
  const std::vector<Case> cases = {
      {"unicast miss", kMacAddress, kMpe | kBam, 4, false, true, false, false},
      {"unicast hit", kMacAddress, 0, 0, true, false, true, false},
      {"unicast promiscuous", kMacAddress, kUpe, 0, false, false, true, true},
      {"unicast hit and promiscuous", kMacAddress, kUpe, 0, true, false, true, false},
      {"multicast miss", kGroup, kUpe | kBam, 4, false, false, false, false},
      {"multicast table", kGroup, 0, 4, false, true, true, true},
      {"multicast table off", kGroup, 0, 0, false, true, false, false},
      {"multicast promiscuous", kGroup, kMpe, 0, false, false, true, true},
      {"multicast hit", kGroup, kMpe, 4, true, true, true, false},
      {"broadcast miss", kBroadcast, kUpe | kMpe, 4, false, false, false, false},
      {"broadcast accepted", kBroadcast, kBam, 0, false, false, true, false},
      {"broadcast accepted, also in table", kBroadcast, kBam, 4, false, true, true, false},
      {"broadcast by table", kBroadcast, 0, 4, false, true, true, true},
      {"broadcast hit", kBroadcast, 0, 0, true, false, true, false},
  };
  for (const Case& c : cases) {
    Bench bench;
    bench.set(kFctrl, c.fctrl);
    bench.set(kMcstctrl, c.mcstctrl);
    for (unsigned n = 0; n < 128; ++n) bench.set(kMta + 4 * n, c.in_mta ? 0xFFFFFFFF : 0);
    if (c.in_rar) bench.set_address(7, c.destination);
    const Decision d = bench.decide(padded(ethernet(c.destination, 0x0806), 60));
    EXPECT_EQ(d.drop, c.admitted ? ClassifierDrop::kAdmit : ClassifierDrop::kNoFilter) << c.name;
    EXPECT_EQ(d.inexact, c.inexact) << c.name;
  }
}

TEST(ReferenceClassifier, MulticastTableIndexForEachOffset) {
  // Bytes 4 and 5 are 0xA5 and 0xC3: 0xC3A5.
  const Bytes destination = {1, 0, 0, 0, 0xA5, 0xC3};
  const unsigned index[4] = {0xC3A, 0x874, 0x0E9, 0x3A5};  // bits 47:36, 46:35, 45:34, 43:32
  for (unsigned mo = 0; mo < 4; ++mo) {
    Bench bench;
    bench.set(kMcstctrl, 4 | mo);
    for (unsigned n = 0; n < 128; ++n)
      bench.set(kMta + 4 * n, n == index[mo] / 32 ? 1U << index[mo] % 32 : 0);
    EXPECT_EQ(bench.decide(padded(destination, 60)).drop, ClassifierDrop::kAdmit) << mo;
    for (unsigned n = 0; n < 128; ++n)
      bench.set(kMta + 4 * n, n == index[mo] / 32 ? ~(1U << index[mo] % 32) : 0xFFFFFFFF);
    EXPECT_EQ(bench.decide(padded(destination, 60)).drop, ClassifierDrop::kNoFilter) << mo;
  }
}

TEST(ReferenceClassifier, LowestOfTwoEqualAddressesWinsAndInvalidOnesDoNotCount) {
  Bench bench;
  bench.set(kVmdCtl, 1 | 13 << 4);
  bench.set_address(4, kMacAddress, 4 << 18);  // not valid
  bench.set_address(9, kMacAddress, kAv | 9 << 18);
  bench.set_address(11, kMacAddress, kAv | 11 << 18);
  EXPECT_EQ(bench.decide(kIpv4Tcp).vmdq, 9);
  bench.set_address(4, kMacAddress, kAv | 4 << 18);
  EXPECT_EQ(bench.decide(kIpv4Tcp).vmdq, 4);
}

TEST(ReferenceClassifier, EveryAddressBitIsCompared) {
  Bench bench;
  for (unsigned n = 0; n < 16; ++n) bench.set_address(n, kGroup);
  bench.set_address(15, kMacAddress);
  for (unsigned bit = 0; bit < 48; ++bit) {
    Bytes frame = kIpv4Tcp;
    frame[bit / 8] = static_cast<std::uint8_t>(frame[bit / 8] ^ 1 << bit % 8);
    EXPECT_EQ(bench.decide(frame).drop, ClassifierDrop::kNoFilter) << bit;
  }
  EXPECT_EQ(bench.decide(kIpv4Tcp).drop, ClassifierDrop::kAdmit);
  bench.set_address(15, kMacAddress, 0xFFFF0000);  // bits 30:16 are no part of the address
  EXPECT_EQ(bench.decide(kIpv4Tcp).drop, ClassifierDrop::kAdmit);
}

// Bit VID % 32 of word VID / 32, for the whole width of a VLAN ID.
TEST(ReferenceClassifier, EveryVlanHasItsBit) {
  Bench bench;
  bench.set_address(0, kMacAddress);
  bench.set(kVlnctrl, 0x8100 | kVfe);
  for (const bool only : {true, false}) {
    for (unsigned n = 0; n < 128; ++n) bench.set(kVfta + 4 * n, only ? 0 : ~0U);
    for (const unsigned vid :
         {0U, 1U, 31U, 32U, 63U, 0x155U, 1023U, 1024U, 2047U, 2048U, 0xAAAU, 4094U, 4095U}) {
      const std::uint32_t bit = 1U << (vid & 31);
      bench.set(kVfta + 4 * (vid >> 5), only ? bit : ~bit);
      EXPECT_EQ(bench.decide(padded(tagged(kMacAddress, 0xE000 | vid, 0x0806), 60)).drop,
                only ? ClassifierDrop::kAdmit : ClassifierDrop::kVlan)
          << vid;
      bench.set(kVfta + 4 * (vid >> 5), only ? 0 : ~0U);
      EXPECT_EQ(bench.decide(padded(tagged(kMacAddress, 0xE000 | vid, 0x0806), 60)).drop,
                only ? ClassifierDrop::kVlan : ClassifierDrop::kAdmit)
          << vid;
    }
  }
}

TEST(ReferenceClassifier, VlanFilter) {
  Bench bench;
  bench.set_address(0, kMacAddress);
  for (unsigned n = 0; n < 128; ++n) bench.set(kVfta + 4 * n, n == 100 / 32 ? 1 << 100 % 32 : 0);
  const auto drop = [&](unsigned tci) {
    return bench.decide(padded(tagged(kMacAddress, tci, 0x0806), 60)).drop;
  };
  const auto admit = ClassifierDrop::kAdmit, vlan = ClassifierDrop::kVlan;
  EXPECT_EQ(drop(101), admit) << "filter off";
  bench.set(kVlnctrl, 0x8100 | kCfien | kCfi);
  EXPECT_EQ(drop(100), admit) << "CFI is not looked at with the filter off";
  bench.set(kVlnctrl, 0x8100 | kVfe);
  EXPECT_EQ(drop(100), admit);
  EXPECT_EQ(drop(100 | 0xF000), admit);
  EXPECT_EQ(drop(101), vlan);
  EXPECT_EQ(drop(0), vlan) << "a priority tag needs its bit";
  EXPECT_EQ(bench.decide(kIpv4Tcp).drop, admit) << "untagged passes";
  bench.set(kVlnctrl, 0x8100 | kVfe | kCfien);
  EXPECT_EQ(drop(100), admit);
  EXPECT_EQ(drop(100 | 0x1000), vlan);
  bench.set(kVlnctrl, 0x8100 | kVfe | kCfien | kCfi);
  EXPECT_EQ(drop(100), vlan);
  EXPECT_EQ(drop(100 | 0x1000), admit);
}

TEST(ReferenceClassifier, TagNeedsSixteenBytesAndComesBeforeAnyOtherMeaning) {
  Bench bench;
  bench.set_address(0, kMacAddress);
  const Bytes frame = tagged(kMacAddress, 0xA123, 0x0800) + ipv4(6, 1, 2) + ports(3, 4);
  for (std::size_t n = 14; n < frame.size(); ++n) {
    const Bytes cut(frame.begin(), frame.begin() + static_cast<std::ptrdiff_t>(n));
    const Decision d = bench.decide(cut);
    EXPECT_EQ(d.tagged, n >= 16) << n;
    EXPECT_EQ(d.tci, n >= 16 ? 0xA123 : 0) << n;
    const unsigned type = n < 38 ? 0 : n < 42 ? kPacketIpv4 : kPacketIpv4 | kPacketTcp;
    EXPECT_EQ(d.packet_type, type) << n;
  }
  // VET 0x0800: the IPv4 header is taken for a tag, its first bytes for the tag control.
  bench.set(kVlnctrl, 0x0800);
  const Decision d = bench.decide(kIpv4Tcp);
  EXPECT_TRUE(d.tagged);
  EXPECT_EQ(d.tci, 0x4500);
  EXPECT_EQ(d.packet_type, 0);
}

// --- what: headers ---------------------------------------------------------------------------------------

std::uint8_t packet_type(const Bytes& packet, unsigned ethertype) {
  Bench bench;
  bench.set(kFctrl, kUpe);
  return bench.decide(ethernet(kMacAddress, ethertype) + packet).packet_type;
}

TEST(ReferenceClassifier, Ipv4Headers) {
  for (std::uint8_t words = 0; words < 16; ++words) {
    Bytes packet = ipv4(17, 1, 2) + Bytes(44);
    packet[0] = static_cast<std::uint8_t>(0x40 | words);
    for (std::size_t size = 20; size <= 64; ++size) {
      const unsigned header = 4U * words;
      unsigned expected = 0;
      if (words >= 5 && size >= header) expected = kPacketIpv4;
      if (words > 5 && size >= header) expected |= kPacketIpv4Options;
      if (words >= 5 && size >= header + 4) expected |= kPacketUdp;
      const Bytes cut(packet.begin(), packet.begin() + static_cast<std::ptrdiff_t>(size));
      EXPECT_EQ(packet_type(cut, 0x800), expected) << int{words} << ' ' << size;
    }
  }
  Bytes version = ipv4(6, 1, 2) + ports(1, 2);
  version[0] = 0x55;
  EXPECT_EQ(packet_type(version, 0x800), 0);
  EXPECT_EQ(packet_type(ipv4(132, 1, 2) + ports(1, 2), 0x800), kPacketIpv4 | kPacketSctp);
  EXPECT_EQ(packet_type(ipv4(1, 1, 2) + ports(1, 2), 0x800), kPacketIpv4);
  EXPECT_EQ(packet_type(ipv4(6, 1, 2, 0x4000) + ports(1, 2), 0x800), kPacketIpv4 | kPacketTcp) << "DF alone";
  EXPECT_EQ(packet_type(ipv4(6, 1, 2, 0x2000) + ports(1, 2), 0x800), kPacketIpv4) << "first fragment";
  EXPECT_EQ(packet_type(ipv4(6, 1, 2, 0x8000) + ports(1, 2), 0x800), kPacketIpv4 | kPacketTcp)
      << "neither more fragments nor an offset";
  for (unsigned bit = 0; bit < 13; ++bit)
    EXPECT_EQ(packet_type(ipv4(6, 1, 2, 1U << bit) + ports(1, 2), 0x800), kPacketIpv4) << "last fragment";
  EXPECT_EQ(packet_type(ipv4(6, 1, 2) + ports(1, 2), 0x801), 0);
}

TEST(ReferenceClassifier, Ipv6ChainEndsWithTheWindow) {
  for (std::size_t count = 0; count <= 40; ++count) {
    Bytes chain;
    for (std::size_t i = 0; i < count; ++i)
      chain = chain + Bytes{static_cast<std::uint8_t>(i + 1 < count ? 0 : 6), 0, 1, 4, 0, 0, 0, 0};
    const Bytes packet = ipv6(count ? 0 : 6, kCareOf, kCorrespondent) + chain + ports(1, 2);
    const unsigned expected =
        kPacketIpv6 | (count ? kPacketIpv6Extension : 0) | (count <= 26 ? kPacketTcp : 0);
    EXPECT_EQ(packet_type(packet, 0x86DD), expected) << count;
  }
}

TEST(ReferenceClassifier, Ipv6NextHeaders) {
  for (unsigned next = 0; next < 256; ++next) {
    const Bytes inner = Bytes{6, 0, 1, 4, 0, 0, 0, 0} + ports(1, 2);
    unsigned expected = kPacketIpv6;
    if (next == 0 || next == 43 || next == 60) expected |= kPacketIpv6Extension | kPacketTcp;
    if (next == 44) expected |= kPacketIpv6Extension;
    if (next == 6) expected |= kPacketTcp;
    if (next == 17) expected |= kPacketUdp;
    if (next == 132) expected |= kPacketSctp;
    EXPECT_EQ(packet_type(ipv6(static_cast<std::uint8_t>(next), kCareOf, kCorrespondent) + inner, 0x86DD),
              expected)
        << next;
  }
  EXPECT_EQ(packet_type(Bytes{0x50} + Bytes(60), 0x86DD), 0);
  EXPECT_EQ(packet_type(Bytes{0x60} + Bytes(38), 0x86DD), 0) << "39 bytes";
  // Four bytes of a transport header are enough, and fewer are not.
  for (const bool options : {false, true}) {
    const Bytes chain = options ? Bytes{17, 1, 1, 12, 0, 0, 0, 0} + Bytes(8) : Bytes{};
    Bytes packet = ipv6(options ? 60 : 17, kCareOf, kCorrespondent) + chain + Bytes(4, 1);
    const unsigned start = kPacketIpv6 | (options ? kPacketIpv6Extension : 0);
    EXPECT_EQ(packet_type(packet, 0x86DD), start | kPacketUdp);
    packet.pop_back();
    EXPECT_EQ(packet_type(packet, 0x86DD), start);
  }
}

// The device reads 256 bytes from the IPv6 header on: an address that ends there counts, a later one is cut
// off.
TEST(ReferenceClassifier, AnAddressBehindTheWindowIsCutOff) {
  for (const bool with_tag : {false, true}) {
    const Bytes link = with_tag ? tagged(kMacAddress, 7, 0x86DD) : ethernet(kMacAddress, 0x86DD);
    const std::size_t network = link.size();
    for (const bool home : {true, false}) {
      const std::uint8_t own = home ? 60 : 43;
      for (const std::size_t before : {24U, 25U}) {
        Bytes chain;
        for (std::size_t i = 0; i < before; ++i)
          chain = chain + Bytes{i + 1 < before ? std::uint8_t{0} : own, 0, 1, 4, 0, 0, 0, 0};
        const Bytes frame = link + ipv6(0, kCareOf, kCorrespondent) + chain +
                            (home ? home_option(6, kHome) : type2_routing(6, kHome)) + ports(1, 2);
        const FrameHeaders headers = parse_headers({frame.data(), frame.size()}, with_tag);
        const std::size_t place = before == 24 ? network + 40 + 8 * before + 8 : 0;
        EXPECT_EQ(headers.network, network);
        EXPECT_EQ(headers.home_address, home ? place : 0U) << before;
        EXPECT_EQ(headers.routing_address, home ? 0U : place) << before;
        EXPECT_EQ(headers.routing_addresses, !home);
        EXPECT_EQ(headers.transport, 0U);
      }
    }
  }
}

// Offsets count from the first byte of the frame.
TEST(ReferenceClassifier, HeadersHaveTheirPlacesInTheFrame) {
  for (const bool with_tag : {false, true}) {
    const auto link = [&](unsigned type) {
      return with_tag ? tagged(kMacAddress, 7, type) : ethernet(kMacAddress, type);
    };
    const unsigned network = with_tag ? 18 : 14;
    const Bytes v4 = link(0x800) + ipv4(132, 1, 2, 0, Bytes(8)) + ports(1, 2);
    FrameHeaders headers = parse_headers({v4.data(), v4.size()}, with_tag);
    EXPECT_EQ(headers.network, network);
    EXPECT_EQ(headers.transport, network + 28);
    EXPECT_FALSE(headers.fragment);
    const Bytes fragment = link(0x800) + ipv4(6, 1, 2, 0x2000, Bytes(8)) + ports(1, 2);
    headers = parse_headers({fragment.data(), fragment.size()}, with_tag);
    EXPECT_EQ(headers.transport, 0U);
    EXPECT_EQ(headers.packet_type, kPacketIpv4 | kPacketIpv4Options);
    EXPECT_TRUE(headers.fragment);
    // As kMobile: destination options at 40, routing at 64, TCP at 88.
    const Bytes v6 = link(0x86DD) + ipv6(60, kCareOf, kCorrespondent) + home_option(43, kHome) +
                     type2_routing(6, kRouted) + ports(1, 2);
    headers = parse_headers({v6.data(), v6.size()}, with_tag);
    EXPECT_EQ(headers.network, network);
    EXPECT_EQ(headers.home_address, network + 48);
    EXPECT_EQ(headers.routing_address, network + 72);
    EXPECT_EQ(headers.transport, network + 88);
    EXPECT_TRUE(headers.routing_addresses);
    EXPECT_FALSE(headers.fragment);
    const Bytes other = link(0x88B5) + ipv4(6, 1, 2) + ports(1, 2);
    headers = parse_headers({other.data(), other.size()}, with_tag);
    EXPECT_EQ(headers.network, network);
    EXPECT_EQ(headers.transport, 0U);
    EXPECT_EQ(headers.packet_type, 0);
  }
}

// --- what: hash -------------------------------------------------------------------------------------------

struct HashBench : Bench {
  explicit HashBench(std::uint32_t mrqc_bits) {
    set_address(0, kMacAddress);
    set_key();
    set_redirection();
    set(kMrqc, 1 | mrqc_bits);
  }
};

TEST(ReferenceClassifier, WorkedHashExamples) {
  HashBench tcp(1 << 16);
  tcp.set(kReta + 4 * 30, 0xBBBBBB0A);
  const Decision d = tcp.decide(kIpv4Tcp);
  EXPECT_EQ(d.rss_type, 1);
  EXPECT_EQ(d.rss_hash, 0x51ccc178U);
  EXPECT_EQ(d.queue, 0xA);

  HashBench both(1 << 16 | 1 << 17);
  const Bytes fragment =
      padded(ethernet(kMacAddress, 0x800) + ipv4(6, 0x420995BB, 0xA18E6450, 0x2000) + ports(2794, 1766), 60);
  EXPECT_EQ(both.decide(fragment).rss_type, 2);
  EXPECT_EQ(both.decide(fragment).rss_hash, 0x323e8fc2U);

  ASSERT_EQ(kMobile.size(), 122U);
  HashBench extended(1 << 18);
  EXPECT_EQ(extended.decide(kMobile).rss_type, 6);
  EXPECT_EQ(extended.decide(kMobile).rss_hash, 0x40207d3dU);
  const Bytes behind_a_tag = tagged(kMacAddress, 7, 0x86DD) + Bytes(kMobile.begin() + 14, kMobile.end());
  EXPECT_EQ(extended.decide(behind_a_tag).rss_type, 6);
  EXPECT_EQ(extended.decide(behind_a_tag).rss_hash, 0x40207d3dU);
}

TEST(ReferenceClassifier, CutRoutingAddressDoesNotCount) {
  HashBench bench(1 << 19);
  const Bytes cut(kMobile.begin(), kMobile.begin() + 90);
  const Decision d = bench.decide(cut);
  EXPECT_EQ(d.packet_type, kPacketIpv6 | kPacketIpv6Extension);
  EXPECT_EQ(d.rss_type, 4);
  // The same hash as a plain frame from the home address to the header's destination.
  const Decision plain = bench.decide(ethernet(kMacAddress, 0x86DD) + ipv6(59, kHome, kCorrespondent));
  EXPECT_EQ(plain.rss_type, 4);
  EXPECT_EQ(d.rss_hash, plain.rss_hash);
  EXPECT_NE(d.rss_hash, 0U);
}

// The eight published vectors through whole frames; IPv6 ones also with the address in an extension header.
TEST(ReferenceClassifier, PublishedVectors) {
  struct V4 {
    std::uint32_t source, destination;
    unsigned source_port, destination_port;
    std::uint32_t ip, tcp;
  };
  for (const V4& v : {V4{0x420995BB, 0xA18E6450, 2794, 1766, 0x323e8fc2, 0x51ccc178},
                      V4{0xC75C6F02, 0x41458C53, 14230, 4739, 0xd718262a, 0xc626b0ea},
                      V4{0x1813C65F, 0x0C16CFB8, 12898, 38024, 0xd2d0a5de, 0x5c2b394a},
                      V4{0x261BCD1E, 0xD18EA306, 48228, 2217, 0x82989176, 0xafc7327f},
                      V4{0x9927A3BF, 0xCABC7F02, 44251, 1303, 0x5d1809c5, 0x10e828a2}}) {
    for (const bool with_tag : {false, true}) {
      for (const bool with_options : {false, true}) {
        for (const std::uint8_t protocol : {std::uint8_t{6}, std::uint8_t{17}}) {
          const Bytes header = with_tag ? tagged(kMacAddress, 7, 0x800) : ethernet(kMacAddress, 0x800);
          const Bytes frame =
              header + ipv4(protocol, v.source, v.destination, 0, with_options ? Bytes(12, 1) : Bytes{}) +
              ports(v.source_port, v.destination_port);
          HashBench full(protocol == 6 ? 1 << 16 : 1 << 22);
          EXPECT_EQ(full.decide(frame).rss_type, protocol == 6 ? 1 : 7);
          EXPECT_EQ(full.decide(frame).rss_hash, v.tcp);
          HashBench addresses(1 << 17);
          EXPECT_EQ(addresses.decide(frame).rss_type, 2);
          EXPECT_EQ(addresses.decide(frame).rss_hash, v.ip);
        }
      }
    }
  }
  struct V6 {
    Bytes source, destination;
    unsigned source_port, destination_port;
    std::uint32_t ip, tcp;
  };
  const std::vector<V6> v6 = {
      {kHome, kRouted, 2794, 1766, 0x2cc18cd5, 0x40207d3d},
      {v6_address({0x3ffe, 0x501, 8, 0, 0x260, 0x97ff, 0xfe40, 0xefab}),
       v6_address({0xff02, 0, 0, 0, 0, 0, 0, 1}), 14230, 4739, 0x0f0c461c, 0xdde51bbf},
      {v6_address({0x3ffe, 0x1900, 0x4545, 3, 0x200, 0xf8ff, 0xfe21, 0x67cf}),
       v6_address({0xfe80, 0, 0, 0, 0x200, 0xf8ff, 0xfe21, 0x67cf}), 44251, 38024, 0x4b61e985, 0x02d1feef}};
  for (const V6& v : v6) {
    for (const std::uint8_t protocol : {std::uint8_t{6}, std::uint8_t{17}}) {
      const bool tcp = protocol == 6;
      const Bytes transport = ports(v.source_port, v.destination_port);
      const Bytes ethernet_header = ethernet(kMacAddress, 0x86DD);
      const Bytes plain = ethernet_header + ipv6(protocol, v.source, v.destination) + transport;
      const Bytes home =
          ethernet_header + ipv6(60, kCareOf, v.destination) + home_option(protocol, v.source) + transport;
      const Bytes routed = ethernet_header + ipv6(43, v.source, kCorrespondent) +
                           type2_routing(protocol, v.destination) + transport;
      const Bytes both = ethernet_header + ipv6(43, kCareOf, kCorrespondent) +
                         type2_routing(60, v.destination) + home_option(protocol, v.source) + transport;
      HashBench extended(tcp ? 1 << 18 : 1 << 24);
      HashBench header(tcp ? 1 << 21 : 1 << 23);
      HashBench extended_any(1 << 19);
      HashBench header_any(1 << 20);
      for (const Bytes& frame : {plain, home, routed, both}) {
        EXPECT_EQ(extended.decide(frame).rss_type, tcp ? 6 : 9);
        EXPECT_EQ(extended.decide(frame).rss_hash, v.tcp);
        EXPECT_EQ(extended_any.decide(frame).rss_type, 4);
        EXPECT_EQ(extended_any.decide(frame).rss_hash, v.ip);
        const bool is_plain = frame == plain;
        EXPECT_EQ(header.decide(frame).rss_type, tcp ? 3 : 8);
        EXPECT_EQ(header.decide(frame).rss_hash == v.tcp, is_plain) << "hashes the header's addresses";
        EXPECT_EQ(header_any.decide(frame).rss_type, 5);
        EXPECT_EQ(header_any.decide(frame).rss_hash == v.ip, is_plain);
      }
    }
  }
}

TEST(ReferenceClassifier, HashTypeForEveryEnableSet) {
  // Rows of the table in order: (protocol wanted or 0, MRQC bit, type).
  struct Row {
    std::uint8_t protocol;
    unsigned bit;
    std::uint8_t type;
  };
  const std::vector<Row> v4_rows = {{6, 16, 1}, {17, 22, 7}, {0, 17, 2}};
  const std::vector<Row> v6_rows = {{6, 18, 6}, {6, 21, 3}, {17, 24, 9}, {17, 23, 8}, {0, 19, 4}, {0, 20, 5}};
  Bench bench;
  bench.set_address(0, kMacAddress);
  bench.set_key();
  for (std::uint32_t enables = 0; enables < 512; ++enables) {
    for (const bool on : {true, false}) {
      bench.set(kMrqc, (on ? 1U : 0U) | enables << 16);
      for (const std::uint8_t protocol :
           {std::uint8_t{6}, std::uint8_t{17}, std::uint8_t{132}, std::uint8_t{50}}) {
        for (const bool six : {false, true}) {
          const Bytes frame =
              six ? ethernet(kMacAddress, 0x86DD) + ipv6(protocol, kHome, kRouted) + ports(1, 2)
                  : ethernet(kMacAddress, 0x800) + ipv4(protocol, 1, 2) + ports(1, 2);
          std::uint8_t expected = 0;
          for (const Row& row : six ? v6_rows : v4_rows) {
            if (!on || expected != 0 || !(enables >> (row.bit - 16) & 1)) continue;
            if (row.protocol == 0 || row.protocol == protocol) expected = row.type;
          }
          const Decision d = bench.decide(frame);
          ASSERT_EQ(d.rss_type, expected) << enables << ' ' << int{protocol} << ' ' << six;
          ASSERT_EQ(d.rss_hash != 0, expected != 0);
        }
      }
    }
  }
}

TEST(ReferenceClassifier, OnlyTheLastAddressOfAKindCountsAndOnlyInItsPlace) {
  HashBench bench(1 << 19);
  const auto hash_of = [&](const Bytes& packet) {
    return bench.decide(ethernet(kMacAddress, 0x86DD) + packet).rss_hash;
  };
  const auto plain = [&](const Bytes& source, const Bytes& destination) {
    return hash_of(ipv6(59, source, destination));
  };
  const Bytes& s = kCareOf;
  const Bytes& d = kCorrespondent;
  EXPECT_EQ(hash_of(ipv6(60, s, d) + home_option(60, kRouted) + home_option(59, kHome)), plain(kHome, d));
  EXPECT_EQ(hash_of(ipv6(43, s, d) + type2_routing(43, kHome) + type2_routing(59, kRouted)),
            plain(s, kRouted));
  // Two of a kind, the second cut off: none counts.
  Bytes cut = ipv6(60, s, d) + home_option(60, kRouted) + home_option(59, kHome);
  cut.pop_back();
  EXPECT_EQ(hash_of(cut), plain(s, d));
  // One that is cut before its eighth byte is not known for what it is: the one before it counts.
  cut.resize(40 + 24 + 7);
  EXPECT_EQ(hash_of(cut), plain(kRouted, d));
  Bytes cut_routing = ipv6(43, s, d) + type2_routing(43, kRouted) + type2_routing(59, kHome);
  cut_routing.resize(40 + 24 + 8);
  EXPECT_EQ(hash_of(cut_routing), plain(s, d));
  cut_routing.resize(40 + 24 + 7);
  EXPECT_EQ(hash_of(cut_routing), plain(s, kRouted));
  Bytes too_short = ipv6(60, s, d) + home_option(59, kHome);
  too_short[41] = 1;
  EXPECT_EQ(hash_of(too_short), plain(s, d));
  Bytes longer = ipv6(60, s, d) + home_option(59, kHome) + Bytes{1, 6, 0, 0, 0, 0, 0, 0};
  longer[41] = 3;  // padding behind the address
  EXPECT_EQ(hash_of(longer), plain(kHome, d));
  for (const std::size_t byte : {2, 3, 6, 7}) {
    Bytes other = ipv6(60, s, d) + home_option(59, kHome);
    other[40 + byte] = 0x55;
    EXPECT_EQ(hash_of(other), plain(s, d)) << byte;
  }
  for (const std::size_t byte : {1, 2}) {  // length, type
    Bytes other = ipv6(43, s, d) + type2_routing(59, kRouted) + Bytes(40);
    other[40 + byte] = 4;
    EXPECT_EQ(hash_of(other), plain(s, d)) << byte;
  }
  Bytes no_segments = ipv6(43, s, d) + type2_routing(59, kRouted);
  no_segments[43] = 0;
  EXPECT_EQ(hash_of(no_segments), plain(s, kRouted));
}

// --- what: pool and queue
// -----------------------------------------------------------------------------------

TEST(ReferenceClassifier, VmdqIndexByAddress) {
  Bench bench;
  bench.set(kFctrl, kUpe | kBam);
  bench.set_address(5, kMacAddress, kAv | 0xB << 18);
  EXPECT_EQ(bench.decide(kIpv4Tcp).vmdq, 0) << "off";
  bench.set(kVmdCtl, 1 | 6 << 4);
  EXPECT_EQ(bench.decide(kIpv4Tcp).vmdq, 0xB);
  EXPECT_EQ(bench.decide(kIpv4Tcp).pools, 1U << 0xB);
  EXPECT_EQ(bench.decide(kIpv4Tcp).queue, 0xB);
  EXPECT_EQ(bench.decide(padded(kBroadcast, 60)).vmdq, 6);
}

TEST(ReferenceClassifier, VmdqIndexByVlan) {
  Bench bench;
  bench.set_address(0, kMacAddress, kAv | 0xB << 18);
  bench.set(kVmdCtl, 3 | 6 << 4);
  for (const unsigned vid : {0U, 1U, 7U, 8U, 31U, 32U, 0x123U, 0xABCU, 4094U, 4095U}) {
    // Word VID[11:5] of bank VID[4:3], nibble VID[2:0]; everything else holds the complement.
    const std::uint32_t word = kVftavind + 0x200 * (vid >> 3 & 3) + 4 * (vid >> 5);
    const unsigned shift = 4 * (vid & 7);
    for (unsigned n = 0; n < 512; ++n) bench.set(kVftavind + 4 * n, 0x55555555);
    bench.set(word, (0x55555555U & ~(0xFU << shift)) | 0xAU << shift);
    EXPECT_EQ(bench.decide(padded(tagged(kMacAddress, 0xF000 | vid, 0x0806), 60)).vmdq, 0xA) << vid;
    EXPECT_EQ(bench.decide(padded(tagged(kMacAddress, vid ^ 8, 0x0806), 60)).vmdq, 5) << vid;
  }
  EXPECT_EQ(bench.decide(kIpv4Tcp).vmdq, 6) << "untagged: default, not the address entry's";
}

TEST(ReferenceClassifier, QueueInEachMode) {
  // Hash 51ccc178: entry 0x78, set to index 0 = 0xB, index 1 = 0x6. VMDq index 0xD, priority 6.
  const Bytes plain = kIpv4Tcp;
  const Bytes frame =
      padded(tagged(kMacAddress, 6 << 13, 0x800) + ipv4(6, 0x420995BB, 0xA18E6450) + ports(2794, 1766), 64);
  struct Mode {
    bool dcb, vmdq, rss;
    unsigned queue;           // VMDq index 0xD
    unsigned even_queue;      // VMDq index 0xC: second index not used
    unsigned unhashed_queue;  // VMDq index 0xD, a frame that is not hashed
  };
  const std::vector<Mode> modes = {
      {false, false, false, 0, 0, 0},
      {false, false, true, 0xB, 0xB, 0},
      {false, true, false, 0xD, 0xC, 0xD},
      {false, true, true, 0x16, 0x0B, 0x10},
      {true, false, false, 48, 48, 48},
      {true, false, true, 48 + 3, 48 + 3, 48},
      {true, true, false, 48 + 5, 48 + 4, 48 + 5},
      {true, true, true, 48 + 4 + 3, 48 + 3, 48 + 4},
  };
  for (const Mode& m : modes) {
    Bench bench;
    bench.set_key();
    for (unsigned n = 0; n < 32; ++n) bench.set(kReta + 4 * n, n == 30 ? 0xFFFFFF6B : 0xFFFFFFFF);
    bench.set(kMrqc, 1 << 16 | (m.rss ? 1 : 0));
    bench.set(kVmdCtl, m.vmdq ? 1 : 0);
    if (m.dcb) {
      bench.set(kRdrxctl, kMpben);
      bench.set(kRuppbmr, kMqa);
    }
    const Bytes unhashed = padded(tagged(kMacAddress, 6 << 13, 0x0806), 60);
    bench.set_address(0, kMacAddress, kAv | 0xD << 18);
    EXPECT_EQ(bench.decide(frame).queue, m.queue);
    EXPECT_EQ(bench.decide(unhashed).queue, m.unhashed_queue);
    EXPECT_EQ(bench.decide(frame).traffic_class, m.dcb ? 6 : 0);
    EXPECT_EQ(bench.decide(plain).traffic_class, 0);
    bench.set_address(0, kMacAddress, kAv | 0xC << 18);
    EXPECT_EQ(bench.decide(frame).queue, m.even_queue);
  }
}

// Worked by hand from the contract: the queue in the modes (RSS, VMDq, VMDq and RSS, DCB, DCB and RSS, DCB
// and VMDq, all) of a frame with RSS indices 0xB and 6 and priority 6, to an address with this VIND.
TEST(ReferenceClassifier, QueueAtOtherSizes) {
  struct Example {
    ClassifierSize size;
    unsigned entry, vind, pool;
    std::array<unsigned, 7> queues;
  };
  const std::vector<Example> examples = {
      {{128, 64, 128}, 127, 45, 45, {11, 45, 720 + 6 - 5 * 128, 96, 96 + 11, 96 + 13, 96 + 8 + 3}},
      {{128, 64, 128}, 16, 44, 44, {11, 44, 704 + 11 - 5 * 128, 96, 96 + 11, 96 + 12, 96 + 3}},
      {{64, 16, 16}, 15, 45, 13, {11, 13, 16 + 6, 48, 48 + 3, 48 + 5, 48 + 4 + 3}},
      {{4, 1, 4}, 3, 45, 0, {3, 0, 3, 2, 2, 2, 2}},
      {{16, 4, 17}, 16, 45, 1, {11, 1, 6, 12, 12 + 1, 12 + 1, 12 + 1}},
      {{100, 20, 17}, 0, 45, 13, {11, 13, 208 + 6 - 128, 96, 107 - 100, 109 - 100, 107 - 100}},
      {{100, 20, 17}, 2, 59, 7, {11, 7, 112 + 6 - 100, 96, 107 - 100, 103 - 100, 107 - 100}},
      {{1, 1, 1}, 0, 63, 0, {0, 0, 0, 0, 0, 0, 0}},
  };
  const Bytes frame =
      padded(tagged(kMacAddress, 6 << 13, 0x800) + ipv4(6, 0x420995BB, 0xA18E6450) + ports(2794, 1766), 64);
  for (const Example& e : examples) {
    const bool modes[7][3] = {{false, false, true}, {false, true, false}, {false, true, true},
                              {true, false, false}, {true, false, true},  {true, true, false},
                              {true, true, true}};
    for (std::size_t i = 0; i < e.queues.size(); ++i) {
      Bench bench(12, e.size);
      bench.set_key();
      for (unsigned n = 0; n < 32; ++n) bench.set(kReta + 4 * n, n == 30 ? 0xFFFFFF6B : 0xFFFFFFFF);
      bench.set(kMrqc, 1 << 16 | (modes[i][2] ? 1 : 0));
      bench.set(kVmdCtl, modes[i][1] ? 1 : 0);
      bench.set(kRdrxctl, modes[i][0] ? kMpben : 0);
      bench.set(kRuppbmr, kMqa);
      const std::uint32_t base = e.entry < 16 ? kRal : 0xAC00;
      bench.set(base + 8 * e.entry, load_le32(kMacAddress.data()));
      bench.set(base + 8 * e.entry + 4, load_le16(kMacAddress.data() + 4) | kAv | e.vind << 18);
      const Decision decision = bench.decide(frame);
      EXPECT_EQ(decision.drop, ClassifierDrop::kAdmit) << e.entry;
      EXPECT_EQ(decision.queue, e.queues[i]) << e.size.queues << " queues, mode " << i;
      EXPECT_EQ(decision.vmdq, modes[i][1] ? e.pool : 0) << e.size.pools;
      EXPECT_EQ(decision.pools, modes[i][1] ? std::uint64_t{1} << e.pool : 1) << e.size.pools;
    }
  }
}

TEST(ReferenceClassifier, AddressesThatAreNotThereNeverMatch) {
  for (const unsigned addresses : {1u, 5u, 16u, 17u, 100u}) {
    Bench bench(12, {64, 16, addresses});
    for (const unsigned n : {0u, 4u, 5u, 15u, 16u, 17u, 99u, 100u, 127u}) {
      const std::uint32_t base = n < 16 ? kRal : 0xAC00;
      bench.set(base + 8 * n, load_le32(kMacAddress.data()));
      bench.set(base + 8 * n + 4, load_le16(kMacAddress.data() + 4) | kAv);
      const bool there = n < addresses;
      EXPECT_EQ(bench.decide(kIpv4Tcp).drop, there ? ClassifierDrop::kAdmit : ClassifierDrop::kNoFilter)
          << n << " of " << addresses;
      bench.set(base + 8 * n + 4, 0);
    }
    // The words of entries 0 to 15 have one place.
    bench.set(0xAC00, load_le32(kMacAddress.data()));
    bench.set(0xAC04, load_le16(kMacAddress.data() + 4) | kAv);
    EXPECT_EQ(bench.decide(kIpv4Tcp).drop, ClassifierDrop::kNoFilter);
  }
  EXPECT_THROW(ReferenceClassifier(12, {4, 5, 16}), InputError);
  EXPECT_THROW(ReferenceClassifier(12, {129, 1, 16}), InputError);
  EXPECT_THROW(ReferenceClassifier(12, {64, 16, 0}), InputError);
  EXPECT_THROW(ReferenceClassifier(12, {64, 16, 129}), InputError);
  EXPECT_THROW(ReferenceClassifier(12, {64, 0, 16}), InputError);
  EXPECT_THROW(ReferenceClassifier(12, {128, 65, 16}), InputError);
  EXPECT_NO_THROW(ReferenceClassifier(12, {128, 64, 128}));
  EXPECT_NO_THROW(ReferenceClassifier(12, {4, 4, 1}));
}

TEST(ReferenceClassifier, DcbNeedsBothBits) {
  Bench bench;
  bench.set_address(0, kMacAddress);
  const Bytes frame = padded(tagged(kMacAddress, 6 << 13, 0x0806), 60);
  bench.set(kRdrxctl, kMpben);
  EXPECT_EQ(bench.decide(frame).traffic_class, 0);
  bench.set(kRuppbmr, kMqa);
  EXPECT_EQ(bench.decide(frame).traffic_class, 6);
  bench.set(kRdrxctl, ~kMpben);
  EXPECT_EQ(bench.decide(frame).traffic_class, 0);
  bench.set(kRdrxctl, ~0U);
  bench.set(kRuppbmr, ~kMqa);
  EXPECT_EQ(bench.decide(frame).traffic_class, 0);
}

// --- writes --------------------------------------------------------------------------------------------

TEST(ReferenceClassifier, OffsetBitsOneAndZeroAreIgnoredAndOtherOffsetsToo) {
  Bench bench;
  bench.set_address(0, kMacAddress);
  bench.set_key();
  bench.set_redirection();
  bench.set(kMrqc, 1 | 1 << 16);
  const Decision before = bench.decide(kIpv4Tcp);
  for (const std::uint32_t offset : {0x0U, 0x5000U, 0x5084U, 0x508CU, 0x51FCU, 0x5480U, 0x5814U, 0x5820U,
                                     0x5BFCU, 0x5CA8U, 0x9FFCU, 0xAA00U, 0x15400U, 0x1581CU, 0xFFFF5400U})
    bench.set(offset, 0xFFFFFFFF);
  const Decision after = bench.decide(kIpv4Tcp);
  EXPECT_EQ(after.queue, before.queue);
  EXPECT_EQ(after.rss_hash, before.rss_hash);
  EXPECT_EQ(after.drop, before.drop);
  EXPECT_EQ(after.vmdq, before.vmdq);
  bench.set(kVmdCtl + 3, 1 | 4 << 4);
  bench.set(kRah + 1, 0);
  bench.set(kFctrl + 2, kUpe);
  EXPECT_EQ(bench.decide(kIpv4Tcp).vmdq, 4);
}

TEST(ReferenceClassifier, UsesExactlyTheDecisionRegisters) {
  const std::vector<std::pair<std::uint32_t, std::uint32_t>> groups = {
      {kRdrxctl, 1},
      {kFctrl, 1},
      {kVlnctrl, 1},
      {kMcstctrl, 1},
      {kRuppbmr, 1},
      {kMta, 128},
      {kRal, 32},
      {kMrqc, 1},
      {kVmdCtl, 1},
      {kReta, 32},
      {kRssrk, 10},
      {kVfta, 128},
      {kVftavind, 512},
      // Receive addresses 16 to 127, of classifiers that are larger than that of the 82598.
      {0xAC80, 224}};
  unsigned used = 0;
  for (std::uint32_t offset = 0; offset < 0x20000; ++offset) {
    bool expected = false;
    for (const auto& [base, words] : groups) expected |= offset >= base && offset < base + 4 * words;
    ASSERT_EQ(FilterTables::uses(offset), expected) << std::hex << offset;
    if (expected && offset % 4 == 0) ++used;
  }
  EXPECT_EQ(used, 849U + 224U);
}

TEST(ReferenceClassifier, EveryRedirectionEntryIsReachable) {
  // The hash of a frame from 0.0.0.x to 0.0.0.0 under a key that gives each of the seven index bits one input
  // bit.
  Bench bench;
  bench.set_address(0, kMacAddress);
  for (unsigned n = 0; n < 10; ++n) bench.set(kRssrk + 4 * n, 0);
  // Source byte 3, bit b selects key bits 31-b .. 62-b, so key bit 56 alone makes it hash bit 6-b.
  bench.set(kRssrk + 4 * 1, load_le32(Bytes{0, 0, 0, 0x80}.data()));
  bench.set(kMrqc, 1 | 1 << 17);
  for (unsigned entry = 0; entry < 128; ++entry) {
    for (unsigned n = 0; n < 32; ++n)
      bench.set(kReta + 4 * n, n == entry / 4 ? 0xFU << (8 * (entry % 4)) : 0);
    for (std::uint32_t x = 0; x < 128; ++x) {
      const Decision d = bench.decide(ethernet(kMacAddress, 0x800) + ipv4(1, x, 0));
      std::uint32_t mirrored = 0;
      for (unsigned b = 0; b < 7; ++b) mirrored |= (x >> b & 1) << (6 - b);
      ASSERT_EQ(d.rss_hash, mirrored);
      ASSERT_EQ(d.queue, mirrored == entry ? 0xF : 0) << entry;
    }
  }
}

TEST(ReferenceClassifier, AnyBytesOfAnyLength) {
  Random random(7);
  for (std::size_t n = 1; n <= 400; ++n) {
    for (int round = 0; round < 20; ++round) {
      Bench bench;
      bench.set(kFctrl, kUpe | kMpe | kBam | kSbp);
      bench.set_key();
      bench.set(kMrqc, 0x1FF0001);
      auto bytes = std::make_unique<std::uint8_t[]>(n);  // exactly n bytes, for the sanitizer
      for (std::size_t i = 0; i < n; ++i) bytes[i] = static_cast<std::uint8_t>(random.next());
      // Most rounds look like IP, and chains of extension headers like chains.
      const unsigned s = round % 2 ? 18 : 14;
      const auto put = [&](std::size_t i, unsigned v) {
        if (i < n) bytes[i] = static_cast<std::uint8_t>(v);
      };
      if (s == 18) put(12, 0x81), put(13, 0);
      if (round % 5 < 2) {
        put(s - 2, 8), put(s - 1, 0), put(s, 0x40 | (bytes[0] & 15U)), put(s + 9, 6);
        put(s + 6, 0), put(s + 7, 0);
      } else if (round % 5 < 4) {
        put(s - 2, 0x86), put(s - 1, 0xDD), put(s, 0x60);
        static constexpr std::uint8_t kNext[4] = {0, 43, 60, 17};
        put(s + 6, kNext[random.below(4)]);
        for (std::size_t o = s + 40; o + 8 <= n; o += 8) {
          put(o, kNext[random.below(4)]);
          put(o + 1, static_cast<unsigned>(random.below(4)));
          put(o + 2, static_cast<unsigned>(random.below(3)));
        }
      }
      bench.classifier.begin(0, {bytes.get(), n}, false, 0, 0);
      const auto decisions = bench.advance(12);
      ASSERT_EQ(decisions.size(), 1U);
      ASSERT_EQ(decisions[0].drop == ClassifierDrop::kBad, n < 14);
      if (n >= 14) {
        const FrameHeaders h = parse_headers({bytes.get(), n}, decisions[0].tagged);
        ASSERT_LE(h.transport ? h.transport + 4U : 0U, n);
        ASSERT_LE(h.home_address ? h.home_address + 16U : 0U, n);
        ASSERT_LE(h.routing_address ? h.routing_address + 16U : 0U, n);
      }
    }
  }
}

// The first of the 82599's receive addresses: valid until the reset, and then no address, not even zero.
TEST(PoolTables, AResetLeavesNoReceiveAddress) {
  constexpr std::uint32_t kRal = 0xa200, kRah = 0xa204;
  PoolTables tables;
  std::uint64_t pools = 0;
  tables.write(kRal, 0x33221100);
  tables.write(kRah, 0x80005544);
  ASSERT_TRUE(tables.receive_address(0x5544'3322'1100, pools));
  constexpr std::uint32_t kMpsar = 0xa600;
  tables.write(kMpsar, 4);
  pools = 1;  // of another address
  ASSERT_TRUE(tables.receive_address(0x5544'3322'1100, pools));
  EXPECT_EQ(pools, 4u);
  tables.reset();
  EXPECT_FALSE(tables.receive_address(0x5544'3322'1100, pools));
  EXPECT_FALSE(tables.receive_address(0, pools));
}

// The rules of time are those of the 82598: the Ethertype of before the first beat, all else of before the
// last.
TEST(PoolClassifier, SeesTheWritesBeforeItsBeats) {
  const Bytes frame = padded(tagged(kMacAddress, 5, 0x0806), 60);
  for (std::int64_t e = 19; e < 30; ++e) {
    PoolClassifier classifier;
    Collector collector;
    classifier.write(kFctrl, kUpe, kMacClock.time(1));
    classifier.begin(0, {frame.data(), frame.size()}, false, kMacClock.time(20), kMacClock.time(27));
    classifier.write(kVlnctrl, 0x9100 | kVfe, kMacClock.time(e));
    EXPECT_EQ(classifier.next_decision(), kMacClock.time(39));
    classifier.advance(kMacClock.time(38), collector);
    EXPECT_TRUE(collector.decisions.empty());
    classifier.advance(kMacClock.time(39), collector);
    ASSERT_EQ(collector.decisions.size(), 1U);
    const Decision& d = collector.decisions[0];
    const bool filtered = e >= 20 && e < 27;
    EXPECT_EQ(d.drop, filtered ? ClassifierDrop::kVlan : ClassifierDrop::kAdmit) << e;
    if (!filtered) {
      EXPECT_EQ(d.tagged, e >= 27) << e;
    }
  }
}

// RQPL of the first pool, and of the first of those in the second place of PSRTYPE. Software need not write
// PSRTYPE after a reset: it is 0, and each pool has one queue.
TEST(PoolTables, AResetLeavesOneQueueToEachPool) {
  constexpr std::uint32_t kPsrtype = 0x5480, kPsrtypeHigh = 0xea40, kPools32Rss = 0xa;
  PoolTables tables;
  tables.write(kMrqc, kPools32Rss);
  tables.write(kPsrtype, 2u << 29);
  tables.write(kPsrtypeHigh, 1u << 29);
  tables.write(kPsrtype + 4 * 15, 3u << 29);
  tables.write(kPsrtypeHigh + 4 * 47, 2u << 29);
  EXPECT_EQ(tables.hashed(0, 7), 3u);
  EXPECT_EQ(tables.hashed(16, 7), 1u);
  EXPECT_EQ(tables.hashed(15, 15), 7u);
  EXPECT_EQ(tables.hashed(63, 15), 3u);
  tables.reset();
  tables.write(kMrqc, kPools32Rss);
  EXPECT_EQ(tables.hashed(0, 7), 0u);
  EXPECT_EQ(tables.hashed(16, 7), 0u);
}

// Registers of the 82599, beyond those that the 82598 has too.
constexpr std::uint32_t kRtrup2tc = 0x3020, kVtCtl = 0x51B0, kVfre = 0x51E0, kPsrtype = 0x5480,
                        kRal599 = 0xA200, kMpsar = 0xA600, kPsrtypeHigh = 0xEA40, kSynqf = 0xEC30,
                        kVmolr = 0xF000, kVlvf = 0xF100, kVlvfb = 0xF200, kUta = 0xF400;
constexpr std::uint32_t kVtEna = 1, kNoDefaultPool = 1u << 29, kReplicate = 1u << 30;
// Filters of a pool.
constexpr std::uint32_t kPoolUpe = 1u << 22, kPoolVpe = 1u << 23, kPoolAupe = 1u << 24, kPoolRope = 1u << 26,
                        kPoolBam = 1u << 27, kPoolMpe = 1u << 28;
// Priority p is class 7 - p.
constexpr std::uint32_t kDescending = 7 | 6 << 3 | 5 << 6 | 4 << 9 | 3 << 12 | 2 << 15 | 1 << 18;

TEST(PoolTables, UseTheWordsOfEveryTable) {
  const std::vector<std::pair<std::uint32_t, std::uint32_t>> groups = {
      {kRtrup2tc, 1}, {kFctrl, 1},    {kVlnctrl, 1},  {kMcstctrl, 1},     {kVtCtl, 1}, {kVfre, 2},
      {kMta, 128},    {kRal, 32},     {kPsrtype, 16}, {kMrqc, 1},         {kReta, 32}, {kRssrk, 10},
      {kVfta, 128},   {kRal599, 256}, {kMpsar, 256},  {kPsrtypeHigh, 48}, {kSynqf, 1}, {kVmolr, 64},
      {kVlvf, 64},    {kVlvfb, 128},  {kUta, 128}};
  for (const auto& [base, words] : groups) {
    for (std::uint32_t byte = 0; byte < 4 * words; ++byte)
      ASSERT_TRUE(PoolTables::uses(base + byte)) << std::hex << base + byte;
  }
  for (const std::uint32_t offset :
       {kVtCtl + 4, kVfre + 8, kPsrtype + 64, kMpsar + 1'024, kPsrtypeHigh + 192, kSynqf + 4, kUta + 512})
    EXPECT_FALSE(PoolTables::uses(offset)) << std::hex << offset;
}

TEST(PoolTables, AResetTurnsPoolsClassesAndTheSynFilterOff) {
  PoolTables tables;
  tables.write(kRtrup2tc, 0xFFFFFF);
  tables.write(kVtCtl, kVtEna | 5 << 7 | kNoDefaultPool | kReplicate);
  tables.write(kVfre, ~0u);
  tables.write(kVfre + 4, ~0u);
  tables.write(kMrqc, 0xC);
  tables.write(kSynqf, 1 | 127 << 1 | 1u << 31);
  tables.write(kMcstctrl, 3);
  // The last two bytes of address 00:00:00:00:00:10 are 0x1000: MO 0 takes bits 15:4 and MO 3 bits 11:0.
  tables.write(kUta + 4 * (0x100 / 32), 1);
  ASSERT_FALSE(tables.unicast_hash(std::uint64_t{0x1000} << 32));
  tables.reset();
  EXPECT_FALSE(tables.pools_on());
  EXPECT_EQ(tables.default_pool(), 0u);
  EXPECT_FALSE(tables.default_pool_off());
  EXPECT_FALSE(tables.replicates());
  EXPECT_EQ(tables.enabled_pools(), 0u);
  EXPECT_EQ(tables.partition(0), 0u);
  EXPECT_EQ(tables.queues_of_pool(), 2u);
  EXPECT_FALSE(tables.syn_filter());
  EXPECT_EQ(tables.syn_queue(), 0u);
  EXPECT_FALSE(tables.syn_comes_first());
  tables.write(kUta + 4 * (0x100 / 32), 1);
  EXPECT_TRUE(tables.unicast_hash(std::uint64_t{0x1000} << 32));
  tables.write(kMrqc, 0xC);
  EXPECT_EQ(tables.partition(0), 0u) << "the map of priorities is 0";
}

// MRQC gives each pool, or without pools each class, its queues. Source: ixgbe_type.h, ixgbe_lib.c.
TEST(PoolTables, AQueueFollowsFromPoolClassAndIndexInEveryMode) {
  const struct {
    std::uint32_t mode;
    bool pools;
    unsigned pool, index, priority, queue, of_pool;
  } rows[] = {
      {0x8, true, 5, 0, 3, 10, 2},   {0x8, true, 63, 0, 0, 126, 2},  {0xA, true, 5, 0, 0, 20, 4},
      {0xA, true, 5, 15, 0, 23, 4},                                 // four queues of RSS
      {0xA, true, 5, 6, 3, 22, 4},   {0xA, true, 6, 15, 0, 25, 4},  // two of the four
      {0xB, true, 63, 1, 0, 126, 2},                                // one of the two
      {0xB, true, 5, 7, 7, 11, 2},   {0xC, true, 15, 9, 6, 121, 8},  {0xC, true, 15, 9, 0, 127, 8},
      {0xD, true, 31, 9, 1, 126, 4}, {0xD, true, 1, 9, 7, 4, 4},     {0x0, false, 0, 0, 5, 0, 2},
      {0x1, false, 0, 13, 5, 13, 2}, {0x2, false, 0, 0, 6, 16, 2},   {0x2, false, 0, 0, 0, 112, 2},
      {0x3, false, 0, 0, 1, 64, 2},  {0x3, false, 0, 0, 4, 96, 2},   {0x4, false, 0, 13, 1, 109, 2},
      {0x5, false, 0, 13, 1, 77, 2}, {0x5, false, 0, 15, 0, 111, 2},
  };
  PoolTables tables;
  tables.write(kRtrup2tc, kDescending);
  tables.write(kPsrtype + 4 * 5, 2u << 29);
  tables.write(kPsrtype + 4 * 6, 1u << 29);
  for (const auto& row : rows) {
    SCOPED_TRACE(testing::Message() << std::hex << row.mode << " priority " << row.priority);
    tables.write(kMrqc, row.mode);
    tables.write(kVtCtl, row.pools ? kVtEna : 0);
    EXPECT_EQ(tables.queue(row.pool, row.index, row.priority), row.queue);
    EXPECT_EQ(tables.queues_of_pool(), row.of_pool);
  }
}

// A device of 16 queues, 8 pools, 24 addresses and 32 VLANs.
TEST(PoolTables, OfASmallerDeviceKeepToItsSizes) {
  PoolTables tables({16, 8, 24, 32});
  EXPECT_EQ(tables.all_pools(), 0xFFu);
  for (const unsigned n : {23u, 24u}) {
    tables.write(kRal599 + 8 * n, n);
    tables.write(kRal599 + 8 * n + 4, kAv);
    tables.write(kMpsar + 8 * n, ~0u);
    tables.write(kMpsar + 8 * n + 4, ~0u);
  }
  EXPECT_EQ(tables.pools_of_address(23), 0xFFu);
  EXPECT_EQ(tables.pools_of_address(24), 0u);
  for (const unsigned n : {31u, 32u}) {
    tables.write(kVlvf + 4 * n, 1u << 31 | n);
    tables.write(kVlvfb + 8 * n, ~0u);
    tables.write(kVlvfb + 8 * n + 4, ~0u);
  }
  EXPECT_EQ(tables.pools_of_vlan(31), 0xFFu);
  EXPECT_EQ(tables.pools_of_vlan(32), 0u);
  tables.write(kVtCtl, kVtEna | 7 << 7);
  EXPECT_EQ(tables.default_pool(), 7u);
  tables.write(kMrqc, 8);
  EXPECT_EQ(tables.queues_of_pool(), 2u);
  EXPECT_EQ(tables.queue(7, 0, 0), 14u);
  tables.write(kSynqf, 1 | 15 << 1);
  EXPECT_EQ(tables.syn_queue(), 15u);
  EXPECT_EQ(tables.queue_of_filter(15), 15u);
}

TEST(PoolTables, TheSynFilterHasAnyQueue) {
  PoolTables tables;
  for (unsigned bit = 0; bit < 7; ++bit) {
    tables.write(kSynqf, 1 | 1u << (1 + bit));
    EXPECT_EQ(tables.syn_queue(), 1u << bit);
    EXPECT_FALSE(tables.syn_comes_first());
  }
  EXPECT_EQ(tables.queue_of_filter(127), 127u);
}

// The flags are in byte 13 of the TCP header, which may be cut behind its ports.
TEST(PoolTables, TheSynFilterNeedsTheFlagsOfATcpHeader) {
  constexpr unsigned kQueue = 77;
  PoolTables tables;
  tables.write(kFctrl, kUpe);
  tables.write(kSynqf, 1 | kQueue << 1);
  const auto queue = [&](Bytes bytes, std::size_t header, std::size_t size, std::uint8_t flags = 2) {
    bytes[header + 13] = flags;
    Decision decision;
    decide_frame(tables, 0x8100, {bytes.data(), size}, false, decision);
    EXPECT_EQ(decision.drop, ClassifierDrop::kAdmit);
    return decision.queue;
  };
  const Bytes v4 = ethernet(kMacAddress, 0x800) + ipv4(6, 1, 2) + ports(1, 2);
  EXPECT_EQ(queue(v4, 34, 48), kQueue);
  EXPECT_EQ(queue(v4, 34, 47), 0u);
  EXPECT_EQ(queue(v4, 34, 54, 0x12), kQueue) << "SYN and ACK";
  EXPECT_EQ(queue(v4, 34, 54, 0xFD), 0u) << "all but SYN";
  EXPECT_EQ(queue(tagged(kMacAddress, 5, 0x800) + ipv4(6, 1, 2) + ports(1, 2), 38, 52), kQueue);
  EXPECT_EQ(queue(ethernet(kMacAddress, 0x86DD) + ipv6(6, kCareOf, kCorrespondent) + ports(1, 2), 54, 68),
            kQueue);
  EXPECT_EQ(queue(ethernet(kMacAddress, 0x800) + ipv4(17, 1, 2) + ports(1, 2), 34, 54), 0u) << "UDP";
  EXPECT_EQ(queue(ethernet(kMacAddress, 0x800) + ipv4(6, 1, 2, 0x2000) + ports(1, 2), 34, 54), 0u)
      << "a fragment";
}

// --- The switch between pools of the 82599: receive address n is address n of pool n, and VLAN 10 has pools
// 1 and 2.

Bytes address_of(unsigned n) { return {2, 0, 0, 0, 0, static_cast<std::uint8_t>(n)}; }

struct PoolSwitchRules : testing::Test {
  PoolSwitchRules() {
    for (const unsigned n : {1u, 2u, 3u, 40u, 63u}) set_address(n, address_of(n), std::uint64_t{1} << n);
    for (unsigned pool = 0; pool < 64; ++pool) tables.write(kVmolr + 4 * pool, kPoolAupe);
    tables.write(kVlvf + 4 * 5, 1u << 31 | 10);
    tables.write(kVlvfb + 8 * 5, 6);
    tables.write(kVfre, ~0u);
    tables.write(kVfre + 4, ~0u);
    tables.write(kVtCtl, kVtEna | kReplicate);
  }
  void set_address(unsigned n, const Bytes& address, std::uint64_t pools) {
    tables.write(kRal599 + 8 * n, load_le32(address.data()));
    tables.write(kRal599 + 8 * n + 4, kAv | load_le16(address.data() + 4));
    tables.write(kMpsar + 8 * n, static_cast<std::uint32_t>(pools));
    tables.write(kMpsar + 8 * n + 4, static_cast<std::uint32_t>(pools >> 32));
  }
  void filters(unsigned pool, std::uint32_t value) { tables.write(kVmolr + 4 * pool, kPoolAupe | value); }
  SwitchDecision route(const Bytes& bytes, unsigned source) const {
    return switch_frame(tables, {bytes.data(), bytes.size()}, source);
  }
  // The frame gets to these pools, and leaves on the wire too or not.
  void expect(const Bytes& bytes, unsigned source, std::uint64_t pools, bool to_wire) const {
    const SwitchDecision found = route(bytes, source);
    EXPECT_EQ(found.decision.drop, pools != 0 ? ClassifierDrop::kAdmit : ClassifierDrop::kNoFilter);
    EXPECT_EQ(found.decision.pools, pools);
    EXPECT_EQ(found.decision.loopback, pools != 0);
    EXPECT_EQ(found.to_wire, to_wire);
  }
  static Bytes plain(const Bytes& to) { return padded(ethernet(to, 0x88B5), 60); }
  static Bytes in_vlan(const Bytes& to, unsigned tci) { return padded(tagged(to, tci, 0x88B5), 60); }
  PoolTables tables;
};

TEST_F(PoolSwitchRules, AnAddressOfAnotherPoolKeepsAFrameFromTheWire) {
  expect(plain(address_of(2)), 1, 1u << 2, false);
  expect(plain(address_of(2)), 2, 0, true);  // its own
  expect(plain(address_of(40)), 8, std::uint64_t{1} << 40, false);
  expect(plain(address_of(63)), 40, std::uint64_t{1} << 63, false);
  expect(plain(address_of(63)), 63, 0, true);
  expect(plain(address_of(9)), 1, 0, true);  // of no pool
  // The pools of one entry, without the sender.
  set_address(7, address_of(7), 0xE);
  expect(plain(address_of(7)), 2, 0xA, false);
  tables.write(kVtCtl, kVtEna);
  expect(plain(address_of(7)), 1, 1u << 2, false);
  tables.write(kVtCtl, kReplicate);
  expect(plain(address_of(2)), 1, 0, true);  // no virtualization
}

// The default pool gets what comes from the wire, and the port's own filters say what it takes from there.
TEST_F(PoolSwitchRules, NeitherTheDefaultPoolNorTheFiltersOfThePortGetAFrame) {
  tables.write(kVtCtl, kVtEna | kReplicate | 40 << 7);
  tables.write(kFctrl, kUpe | kMpe | kBam);
  expect(plain(address_of(9)), 1, 0, true);
  expect(plain(kGroup), 1, 0, true);
  expect(plain(kBroadcast), 1, 0, true);
  tables.write(kVtCtl, kVtEna | kReplicate | kNoDefaultPool);
  expect(plain(address_of(2)), 1, 1u << 2, false);
  expect(in_vlan(address_of(2), 11), 1, 0, true);
}

TEST_F(PoolSwitchRules, PoolsGetTheFramesOfTheTables) {
  constexpr std::uint32_t kPoolRompe = 1u << 25;
  filters(2, kPoolRope);
  filters(63, kPoolRompe);
  expect(plain(address_of(9)), 1, 0, true);
  // MO 0: bits 15:4 of the last two bytes, 0x0900 and 0x3322, the last byte high.
  tables.write(kUta + 4 * (0x090 / 32), 1u << (0x090 % 32));
  tables.write(kMta + 4 * (0x332 / 32), 1u << (0x332 % 32));
  expect(plain(address_of(9)), 1, 1u << 2, true);
  expect(plain(address_of(9)), 2, 0, true);
  expect(plain(kGroup), 1, 0, true);  // without MFE
  tables.write(kMcstctrl, 4);
  expect(plain(kGroup), 1, std::uint64_t{1} << 63, true);
}

TEST_F(PoolSwitchRules, AFrameHasAtLeastItsHeader) {
  Bytes shortest = ethernet(address_of(2), 0x88B5);
  expect(shortest, 1, 1u << 2, false);
  shortest.pop_back();
  expect(shortest, 1, 0, true);
}

TEST_F(PoolSwitchRules, TheVlanNarrowsThePools) {
  for (const unsigned tci : {0x00Au, 0xF00Au}) {  // whatever priority and CFI are
    expect(in_vlan(address_of(2), tci), 1, 1u << 2, false);
    expect(in_vlan(address_of(3), tci), 1, 0, true);
    EXPECT_EQ(route(in_vlan(address_of(2), tci), 1).decision.tci, tci);
  }
  EXPECT_TRUE(route(in_vlan(address_of(2), 10), 1).decision.tagged);
  EXPECT_FALSE(route(plain(address_of(2)), 1).decision.tagged);
  expect(in_vlan(address_of(2), 11), 1, 0, true);
  filters(2, kPoolVpe);
  expect(in_vlan(address_of(2), 11), 1, 1u << 2, false);
  filters(3, kPoolVpe);
  expect(in_vlan(address_of(3), 10), 1, 1u << 3, false);
  // A pool without AUPE gets no frame without a tag.
  tables.write(kVmolr + 4 * 2, 0);
  expect(plain(address_of(2)), 1, 0, true);
  expect(in_vlan(address_of(2), 10), 1, 1u << 2, false);
  tables.write(kVlnctrl, 0x88A8);
  expect(padded(tagged(address_of(2), 10, 0x88B5, 0x88A8), 60), 1, 1u << 2, false);
  expect(in_vlan(address_of(2), 10), 1, 0, true);  // no tag now
}

// No pool gets a frame that the VLAN filter of the port refuses.
TEST_F(PoolSwitchRules, TheVlanFilterOfThePortCounts) {
  tables.write(kVlnctrl, 0x8100 | kVfe);
  for (unsigned n = 0; n < 128; ++n) tables.write(kVfta + 4 * n, 0);
  expect(in_vlan(address_of(2), 10), 1, 0, true);
  expect(plain(address_of(2)), 1, 1u << 2, false);
  tables.write(kVfta, 1u << 10);
  expect(in_vlan(address_of(2), 10), 1, 1u << 2, false);
  tables.write(kVlnctrl, 0x8100 | kVfe | kCfien);
  expect(in_vlan(address_of(2), 0x100A), 1, 0, true);
  expect(in_vlan(address_of(2), 10), 1, 1u << 2, false);
}

// A frame for a pool that must not receive is for that pool all the same.
TEST_F(PoolSwitchRules, ADisabledPoolKeepsAFrameFromTheWireToo) {
  tables.write(kVfre, ~4u);
  const SwitchDecision found = route(plain(address_of(2)), 1);
  EXPECT_EQ(found.decision.drop, ClassifierDrop::kPoolDisabled);
  EXPECT_FALSE(found.to_wire);
  filters(3, kPoolUpe);
  expect(plain(address_of(2)), 1, 1u << 3, false);
  expect(plain(address_of(9)), 1, 1u << 3, true);
  tables.write(kVfre, ~0xCu);
  const SwitchDecision stopped = route(plain(address_of(9)), 1);
  EXPECT_EQ(stopped.decision.drop, ClassifierDrop::kNoFilter);
  EXPECT_TRUE(stopped.to_wire);
}

TEST_F(PoolSwitchRules, GroupsLeaveOnTheWireAsWell) {
  filters(1, kPoolBam);
  filters(2, kPoolMpe);
  filters(40, kPoolBam | kPoolMpe);
  constexpr std::uint64_t k40 = std::uint64_t{1} << 40;
  expect(plain(kBroadcast), 3, 1u << 1 | k40, true);
  expect(plain(kBroadcast), 40, 1u << 1, true);
  expect(plain(kGroup), 3, 1u << 2 | k40, true);
  EXPECT_TRUE(route(plain(kBroadcast), 3).decision.inexact);
  EXPECT_TRUE(route(plain(kGroup), 3).decision.inexact);
  tables.write(kFctrl, kBam);
  EXPECT_FALSE(route(plain(kBroadcast), 3).decision.inexact);
  set_address(7, kGroup, 1u << 3);
  expect(plain(kGroup), 1, 1u << 2 | 1u << 3 | k40, true);
  EXPECT_FALSE(route(plain(kGroup), 1).decision.inexact);
  EXPECT_FALSE(route(plain(address_of(2)), 1).decision.inexact);
  filters(3, kPoolUpe);
  EXPECT_TRUE(route(plain(address_of(9)), 1).decision.inexact);
}

// The lowest pool, its queue by the class, and the headers: all that reception uses.
TEST_F(PoolSwitchRules, ACopyHasAllThatReceptionUses) {
  tables.write(kMrqc, 0xC);
  tables.write(kRtrup2tc, kDescending);
  set_address(7, kMacAddress, 6u << 8);  // pools 9 and 10
  tables.write(kVlvf + 4 * 6, 1u << 31 | 11);
  tables.write(kVlvfb + 8 * 6, 7u << 8);
  const Bytes bytes = padded(tagged(kMacAddress, 5 << 13 | 11, 0x800) + ipv4(6, 1, 2) + ports(1, 2), 60);
  const Decision found = route(bytes, 1).decision;
  EXPECT_EQ(found.pools, 6u << 8);
  EXPECT_EQ(found.vmdq, 9u);
  EXPECT_EQ(found.traffic_class, 2u);
  EXPECT_EQ(found.queue, 9 * 8 + 2);
  EXPECT_EQ(found.packet_type, kPacketIpv4 | kPacketTcp);
  EXPECT_EQ(found.headers.packet_type, kPacketIpv4 | kPacketTcp);
  EXPECT_EQ(found.headers.network, 18u);
  EXPECT_EQ(found.headers.transport, 38u);
  // A frame from the wire is decided in the same way.
  Decision received;
  decide_frame(tables, 0x8100, {bytes.data(), bytes.size()}, false, received);
  EXPECT_EQ(received.drop, ClassifierDrop::kAdmit);
  EXPECT_EQ(received.vmdq, 9u);
  EXPECT_EQ(received.queue, 9 * 8 + 2);
  EXPECT_EQ(received.headers.transport, 38u);
  EXPECT_FALSE(received.loopback);
  // Without virtualization there is no pool.
  tables.write(kVtCtl, 0);
  tables.write(kMrqc, 2);
  decide_frame(tables, 0x8100, {bytes.data(), bytes.size()}, false, received);
  EXPECT_EQ(received.pools, 1u);
  EXPECT_EQ(received.vmdq, 0u);
  EXPECT_EQ(received.queue, 2 * 16);
}

TEST_F(PoolSwitchRules, APoolOwnsTheSourceAddressesOfItsEntries) {
  const auto owns = [&](const Bytes& source, unsigned pool, std::size_t size = 60) {
    Bytes bytes = plain(address_of(3));
    std::copy(source.begin(), source.end(), bytes.begin() + 6);
    return address_is_own(tables, {bytes.data(), size}, pool);
  };
  EXPECT_TRUE(owns(address_of(2), 2));
  EXPECT_FALSE(owns(address_of(2), 3));
  EXPECT_TRUE(owns(address_of(40), 40));
  EXPECT_FALSE(owns(address_of(40), 8));
  EXPECT_FALSE(owns(address_of(9), 2));
  EXPECT_TRUE(owns(address_of(2), 2, 14));
  EXPECT_FALSE(owns(address_of(2), 2, 13));
  // A pool that hears all unicast frames does not own their addresses.
  filters(3, kPoolUpe | kPoolRope);
  EXPECT_FALSE(owns(address_of(2), 3));
  // The lowest of equal entries counts.
  set_address(90, address_of(2), 1u << 3);
  EXPECT_FALSE(owns(address_of(2), 3));
  set_address(0, address_of(2), 1u << 3);
  EXPECT_TRUE(owns(address_of(2), 3));
  EXPECT_FALSE(owns(address_of(2), 2));
}

TEST_F(PoolSwitchRules, APoolOwnsItsVlansAndFramesWithoutATag) {
  const auto owns = [&](const Bytes& bytes, unsigned pool, std::size_t size = 60) {
    return vlan_is_own(tables, {bytes.data(), size}, pool);
  };
  for (const unsigned tci : {0x00Au, 0xF00Au}) {
    const Bytes bytes = in_vlan(address_of(3), tci);
    EXPECT_TRUE(owns(bytes, 1));
    EXPECT_TRUE(owns(bytes, 2));
    EXPECT_FALSE(owns(bytes, 0));
    EXPECT_FALSE(owns(bytes, 33)) << "the other half of the pools";
    EXPECT_FALSE(owns(bytes, 3, 16));
    EXPECT_TRUE(owns(bytes, 3, 15)) << "no whole tag";
  }
  EXPECT_FALSE(owns(in_vlan(address_of(3), 11), 1));
  EXPECT_TRUE(owns(plain(address_of(3)), 3));
  tables.write(kVlvfb + 8 * 5 + 4, 2);
  EXPECT_TRUE(owns(in_vlan(address_of(3), 10), 33));
  tables.write(kVlnctrl, 0x88A8);
  EXPECT_TRUE(owns(in_vlan(address_of(3), 11), 1)) << "no tag now";
}

// A decision that is used again keeps nothing of the frame before but the frame's number and time.
TEST(FrameDecision, ClearsTheFieldsOfTheFrameBefore) {
  Decision used;
  used.frame = 7;
  used.time = 9;
  const auto spoil = [&] {
    used.pools = used.rss_hash = used.tci = 0x55;
    used.queue = used.vmdq = used.traffic_class = used.packet_type = used.rss_type = used.rss_index = 3;
    used.tagged = used.inexact = used.loopback = true;
    used.headers.network = used.headers.transport = used.headers.home_address = 0x33;
    used.headers.fragment = true;
  };
  const auto expect_clear = [&](ClassifierDrop drop) {
    EXPECT_EQ(used.drop, drop);
    EXPECT_EQ(used.frame, 7u);
    EXPECT_EQ(used.time, 9);
    EXPECT_EQ(used.pools | used.rss_hash | used.tci, 0u);
    EXPECT_EQ(used.queue | used.vmdq | used.traffic_class | used.packet_type | used.rss_type | used.rss_index,
              0);
    EXPECT_FALSE(used.tagged || used.inexact || used.loopback);
    EXPECT_EQ(used.headers.network | used.headers.transport | used.headers.home_address, 0);
    EXPECT_FALSE(used.headers.fragment);
  };
  const ByteView frame{kIpv4Tcp.data(), kIpv4Tcp.size()};
  const ByteView runt{kIpv4Tcp.data(), 13};
  FilterTables filters;
  PoolTables pools;
  spoil();
  decide_frame(filters, 0x8100, runt, false, used);
  expect_clear(ClassifierDrop::kBad);
  spoil();
  decide_frame(filters, 0x8100, frame, false, used);
  expect_clear(ClassifierDrop::kNoFilter);
  spoil();
  decide_frame(pools, 0x8100, runt, false, used);
  expect_clear(ClassifierDrop::kBad);
  spoil();
  decide_frame(pools, 0x8100, frame, false, used);
  expect_clear(ClassifierDrop::kNoFilter);
  filters.write(kFctrl, kUpe);
  spoil();
  decide_frame(filters, 0x8100, frame, false, used);
  EXPECT_EQ(used.drop, ClassifierDrop::kAdmit);
  EXPECT_EQ(used.pools, 1u);
  EXPECT_EQ(used.headers.network, 14u);
  EXPECT_EQ(used.headers.transport, 34u);
  EXPECT_EQ(used.headers.packet_type, kPacketIpv4 | kPacketTcp);
  EXPECT_EQ(used.headers.home_address, 0u);
  EXPECT_TRUE(used.inexact);
  EXPECT_FALSE(used.loopback || used.tagged || used.headers.fragment);
}

}  // namespace
}  // namespace ixsim::test
