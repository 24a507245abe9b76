// Compares the checker's parser of frames and its registers with cases computed by hand, with published hash
// vectors, and with the reference on random cases. Coverage has no value if this parser is wrong.
#include "verify/classifier_predictor.h"

#include <gtest/gtest.h>

#include <map>
#include <memory>

#include "nic/classifier/reference_classifier.h"
#include "verify/classifier_stimulus.h"
#include "verify/clocked_reference.h"

namespace ixsim::test {
namespace {

using G = RegisterGroup;
using Bytes = std::vector<std::uint8_t>;

constexpr std::uint8_t kKey[40] = {0x6d, 0x5a, 0x56, 0xda, 0x25, 0x5b, 0x0e, 0xc2, 0x41, 0x67,
                                   0x25, 0x3d, 0x43, 0xa3, 0x8f, 0xb0, 0xd0, 0xca, 0x2b, 0xcb,
                                   0xae, 0x7b, 0x30, 0xb4, 0x77, 0xcb, 0x2d, 0xa3, 0x80, 0x30,
                                   0xf2, 0x0c, 0x6a, 0x42, 0xb7, 0x3b, 0xbe, 0xac, 0x01, 0xfa};

ClassifierTables with_key() {
  ClassifierTables tables;
  for (unsigned n = 0; n < 10; ++n) tables.at(G::kRssrk, n) = load_le32(kKey + 4 * n);
  tables.at(G::kFctrl) = 1u << 9;  // any unicast
  return tables;
}

Bytes operator+(Bytes a, const Bytes& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

Bytes ethernet(std::uint16_t type) {
  return {0x02,
          0,
          0,
          0,
          0,
          1,
          0x02,
          0,
          0,
          0,
          0,
          2,
          static_cast<std::uint8_t>(type >> 8),
          static_cast<std::uint8_t>(type)};
}
const Bytes kPorts = {2794 >> 8, 2794 & 0xFF, 1766 >> 8, 1766 & 0xFF};
Bytes ipv4(std::uint8_t flags, std::uint8_t protocol) {
  return Bytes{0x45, 0, 0, 40, 0, 0, flags, 0, 64, protocol, 0, 0, 66, 9, 149, 187, 161, 142, 100, 80} +
         kPorts + Bytes(16);
}
const Bytes kHome = {0x3f, 0xfe, 0x25, 0x01, 0x02, 0x00, 0x1f, 0xff, 0, 0, 0, 0, 0, 0, 0, 7};
const Bytes kRouting = {0x3f, 0xfe, 0x25, 0x01, 0x02, 0x00, 0x00, 0x03, 0, 0, 0, 0, 0, 0, 0, 1};
Bytes ipv6(std::uint8_t next) {
  return Bytes{0x60, 0, 0, 0, 0, 0, next, 64} + Bytes(16, 0xAA) + Bytes(16, 0xBB);
}
Bytes mobile_frame() {
  return ethernet(0x86DD) + ipv6(60) + Bytes{43, 2, 1, 2, 0, 0, 0xC9, 0x10} + kHome +
         Bytes{6, 2, 2, 1, 0, 0, 0, 0} + kRouting + kPorts + Bytes(16);
}

Prediction prediction(const Bytes& frame, const ClassifierTables& tables, bool error = false) {
  ParsedFrame parsed;
  parse_frame({frame.data(), std::min<std::size_t>(frame.size(), kParsedBytes)},
              static_cast<std::uint32_t>(frame.size()), error, tables.vet(), parsed);
  Prediction result;
  predict(parsed, tables, result);
  return result;
}

TEST(ClassifierPredictor, HashesIpv4AsPublished) {
  ClassifierTables tables = with_key();
  tables.at(G::kMrqc) = 0x10001;
  tables.at(G::kReta, 30) = 0x0000000B;  // entry 0x78
  const Prediction tcp = prediction(ethernet(0x0800) + ipv4(0, 6), tables);
  EXPECT_EQ(tcp.rss_type, 1);
  EXPECT_EQ(tcp.hash, 0x51ccc178u);
  EXPECT_EQ(tcp.queue, 11);
  tables.at(G::kMrqc) = 0x30001;
  const Prediction fragment = prediction(ethernet(0x0800) + ipv4(0x20, 6), tables);
  EXPECT_EQ(fragment.rss_type, 2);
  EXPECT_EQ(fragment.hash, 0x323e8fc2u);
}

TEST(ClassifierPredictor, HashesMobileAddressesAsPublished) {
  ClassifierTables tables = with_key();
  tables.at(G::kMrqc) = 1 | 1u << 18;
  const Prediction mobile = prediction(mobile_frame(), tables);
  EXPECT_EQ(mobile.rss_type, 6);
  EXPECT_EQ(mobile.hash, 0x40207d3du);
  tables.at(G::kMrqc) = 1 | 1u << 21;
  EXPECT_EQ(prediction(mobile_frame(), tables).rss_type, 3);
  EXPECT_NE(prediction(mobile_frame(), tables).hash, 0x40207d3du);
}

TEST(ClassifierPredictor, RoutingAddressCutOffDoesNotCount) {
  Bytes frame = mobile_frame();
  frame.resize(90);
  ParsedFrame parsed;
  parse_frame({frame.data(), frame.size()}, 90, false, 0x8100, parsed);
  EXPECT_TRUE(parsed.home_counts);
  EXPECT_FALSE(parsed.routing_counts);
  EXPECT_EQ(parsed.l4, 0);
}

TEST(ClassifierPredictor, LooksNoFurtherThanTheWindow) {
  for (const std::size_t headers : {26u, 27u}) {
    Bytes frame = ethernet(0x86DD) + ipv6(0);
    for (std::size_t i = 0; i < headers; ++i)
      frame = frame + Bytes{i + 1 < headers ? std::uint8_t{0} : std::uint8_t{6}, 0, 1, 4, 0, 0, 0, 0};
    frame = frame + kPorts + Bytes(40);
    ParsedFrame parsed;
    parse_frame({frame.data(), std::min<std::size_t>(frame.size(), kParsedBytes)},
                static_cast<std::uint32_t>(frame.size()), false, 0x8100, parsed);
    EXPECT_EQ(parsed.l4, headers == 26 ? 6 : 0);
    EXPECT_EQ(parsed.header_count, headers);
  }
}

TEST(ClassifierPredictor, AdmitsByTheFirstRuleThatHolds) {
  ClassifierTables tables;
  Bytes frame = ethernet(0x88B5) + Bytes(46);
  EXPECT_EQ(prediction(frame, tables).path, AdmitPath::kMissUnicast);
  EXPECT_EQ(prediction(frame, tables).drop, 2);
  tables.at(G::kRar, 6) = 0x00000002;
  tables.at(G::kRar, 7) = 0x80000100;
  EXPECT_EQ(prediction(frame, tables).path, AdmitPath::kRarUnicast);
  EXPECT_EQ(prediction(frame, tables).hit, 3);
  EXPECT_EQ(prediction(frame, tables, true).drop, 1);
  frame[0] = 0x03;
  frame[4] = 0x34;
  frame[5] = 0x12;
  tables.at(G::kMcstctrl) = 4;  // index 0x123
  tables.at(G::kMta, 9) = 1u << 3;
  EXPECT_EQ(prediction(frame, tables).path, AdmitPath::kMta0);
  tables.at(G::kMcstctrl) = 7;  // index 0x234
  EXPECT_EQ(prediction(frame, tables).path, AdmitPath::kMissMulticast);
  tables.at(G::kMta, 17) = 1u << 20;
  EXPECT_EQ(prediction(frame, tables).path, AdmitPath::kMta3);
}

TEST(ClassifierPredictor, AgreesWithTheReferenceOnRandomFrames) {
  StimulusOptions options;
  options.seed = 99;
  options.frames = 20'000;
  ClassifierStimulus stimulus(options);
  ClassifierItemDriver driver(stimulus);
  ClockedReference reference(std::make_unique<ReferenceClassifier>());
  ClassifierTables tables;
  std::map<std::uint64_t, std::pair<ParsedFrame, Prediction>> predicted;
  Bytes frame;
  std::uint64_t id = 0;
  std::uint16_t vet = 0;
  bool open = false;
  std::size_t compared = 0, hashed = 0;
  std::vector<ClassifierInputs> clocks;
  while (driver.next(clocks)) {
    for (const ClassifierInputs& in : clocks) {
      reference.clock(&in, clocks.data() + clocks.size());
      if (!reference.decisions().empty()) {
        const Decision decision = reference.decisions().front();
        reference.decisions().pop_front();
        ASSERT_EQ(predicted.count(decision.frame), 1u);
        const auto& [f, v] = predicted[decision.frame];
        const ClassifierOutputs out = ports_of(decision);
        ASSERT_EQ(out.drop, v.drop) << "frame " << decision.frame;
        if (v.drop == 0) {
          ASSERT_EQ(out.queue, v.queue) << "frame " << decision.frame;
          ASSERT_EQ(out.vmdq, v.vmdq);
          ASSERT_EQ(out.tc, v.traffic_class);
          ASSERT_EQ(out.rss_type, v.rss_type);
          ASSERT_EQ(out.rss_hash, v.hash);
          ASSERT_EQ(out.tagged, f.tagged);
          ASSERT_EQ(out.tci, f.tci);
          ASSERT_EQ(out.pif, v.inexact);
          const unsigned l4 = f.l4 == 6 ? 1u : f.l4 == 17 ? 2u : f.l4 == 132 ? 4u : 0u;
          const unsigned network = f.network == NetworkProtocol::kOther  ? 0u
                                   : f.network == NetworkProtocol::kIpv4 ? (f.extra ? 3u : 1u)
                                                                         : (f.extra ? 12u : 4u);
          ASSERT_EQ(out.ptype, network | l4 << 4);
          hashed += v.rss_type != 0 ? 1 : 0;
        }
        predicted.erase(decision.frame);
        ++compared;
      }
      if (in.rst) {
        tables.reset();
        if (open) ++id;  // the reference has counted the frame that was cut
        open = false;
        continue;
      }
      if (in.tvalid) {
        if (!open) {
          open = true;
          frame.clear();
          vet = tables.vet();
        }
        const int lanes = in.tlast ? __builtin_popcount(in.tkeep) : 8;
        for (int i = 0; i < lanes; ++i) frame.push_back(static_cast<std::uint8_t>(in.tdata >> (8 * i)));
        if (in.tlast) {
          open = false;
          auto& [f, v] = predicted[id++];
          parse_frame({frame.data(), std::min<std::size_t>(frame.size(), kParsedBytes)},
                      static_cast<std::uint32_t>(frame.size()), in.tuser, vet, f);
          predict(f, tables, v);
        }
      }
      const int index = ClassifierTables::index_of(in.wr_addr);
      if (in.wr_en && index >= 0) tables.word(index) = in.wr_data;
    }
  }
  EXPECT_GT(compared, 19'000u);
  EXPECT_GT(hashed, 2'000u);
}

}  // namespace
}  // namespace ixsim::test
