// Compares header lengths with frames that another implementation built and read.
//
// The cases are made by scapy (tb/conformance/data/header_split_cases.json). Each is a frame from the
// destination address to the last byte before the FCS, with its packet type and the end of each of its
// headers.
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <vector>

#include "../json_cases.h"
#include "nic/classifier/header_split.h"

namespace ixsim::test {
namespace {

constexpr unsigned kTypes = 19;
// Layers of the 82599, the outer before the inner; those of one place never meet in a frame.
constexpr unsigned kOrder[] = {12, 8, 9, 4, 5};

TEST(HeaderSplitCases, TheTypeOfA82598FrameAndNoOtherSplitsIt) {
  std::set<int> types;
  for (const nlohmann::json& c : json_cases("header_split_cases.json")) {
    const std::vector<std::uint8_t> frame = from_hex(c.at("frame"));
    const std::uint32_t header = c.at("header");
    const int type = c.at("type").is_null() ? -1 : c.at("type").get<int>();
    for (unsigned t = 0; t < kTypes; ++t) {
      const std::uint32_t wanted = static_cast<int>(t) == type && header < 1'024 ? header : 0;
      EXPECT_EQ(split_header_82598({frame.data(), frame.size()}, c.at("tagged"), 1u << t), wanted)
          << c.at("name") << " type " << t;
    }
    EXPECT_EQ(split_header_82598({frame.data(), frame.size()}, c.at("tagged"), 0), 0u);
    types.insert(type);
  }
  EXPECT_EQ(types, (std::set<int>{-1, 1, 2, 3, 4, 5, 6, 7, 8, 9}));
}

TEST(HeaderSplitCases, TheInnermostEnabledLayerSplitsA82599Frame) {
  std::set<unsigned> seen;
  for (const nlohmann::json& c : json_cases("header_split_cases.json")) {
    const std::vector<std::uint8_t> frame = from_hex(c.at("frame"));
    std::map<unsigned, std::uint32_t> ends;
    for (const auto& [bit, end] : c.at("layers").items()) ends[static_cast<unsigned>(std::stoul(bit))] = end;
    for (std::uint32_t subset = 0; subset < 32; ++subset) {
      std::uint32_t psrtype = 0;
      std::uint32_t wanted = 0;
      for (unsigned i = 0; i < 5; ++i) {
        if ((subset >> i & 1) == 0) continue;
        psrtype |= 1u << kOrder[i];
        if (ends.count(kOrder[i]) != 0) {
          wanted = ends[kOrder[i]];
          seen.insert(kOrder[i]);
        }
      }
      if (wanted >= 1'024) wanted = 0;
      EXPECT_EQ(split_header_82599({frame.data(), frame.size()}, c.at("tagged"), psrtype), wanted)
          << c.at("name") << " PSRTYPE " << std::hex << psrtype;
    }
  }
  EXPECT_EQ(seen.size(), 5u);
}

// LLC and SNAP headers follow a length field only. After an Ethertype the same bytes are data.
TEST(HeaderSplitCases, DataThatLookLikeSnapAreNoHeader) {
  std::vector<std::uint8_t> frame(12, 0x02);
  for (const unsigned byte :
       {0x88, 0xB5, 0xAA, 0xAA, 0x03, 0x00, 0x00, 0x00, 0x08, 0x00, 0x45, 0x00, 0x00, 0x28})
    frame.push_back(static_cast<std::uint8_t>(byte));
  frame.resize(31, 0);
  frame.push_back(17);  // UDP, if it were IPv4
  frame.resize(90, 0);
  const ByteView view{frame.data(), frame.size()};
  for (unsigned bit = 0; bit < 32; ++bit) {
    EXPECT_EQ(split_header_82598(view, false, 1u << bit), 0u) << bit;
    EXPECT_EQ(split_header_82599(view, false, 1u << bit), bit == 12 ? 14u : 0u) << bit;
  }
  // The same bytes behind a length are an IPv4 header in SNAP.
  frame[12] = 0;
  frame[13] = 76;
  EXPECT_EQ(split_header_82599(view, false, 1u << 8), 42u);
  EXPECT_EQ(split_header_82599(view, false, 1u << 12), 22u);
  // The least Ethertype is 0x0600, and the bytes of both headers are fixed.
  const auto parted = [&] {
    return std::pair(split_header_82599(view, false, 1u << 8), split_header_82599(view, false, 1u << 12));
  };
  using Parts = std::pair<std::uint32_t, std::uint32_t>;
  frame[12] = 0x05;
  frame[13] = 0xFF;
  EXPECT_EQ(parted(), Parts(42, 22));
  for (unsigned byte = 14; byte < 20; ++byte) {
    frame[byte] ^= 0x01;
    EXPECT_EQ(parted(), Parts(0, 14)) << byte;
    frame[byte] ^= 0x01;
  }
  frame[12] = 0x06;
  frame[13] = 0x00;
  EXPECT_EQ(parted(), Parts(0, 14));
}

// A header counts only if the frame holds all of it. The test cuts frames at every byte.
TEST(HeaderSplitCases, CutHeadersDoNotCount) {
  unsigned cut = 0;
  for (const nlohmann::json& c : json_cases("header_split_cases.json")) {
    const std::vector<std::uint8_t> frame = from_hex(c.at("frame"));
    const std::uint32_t header = c.at("header");
    const bool tagged = c.at("tagged");
    std::map<unsigned, std::uint32_t> ends;
    for (const auto& [bit, end] : c.at("layers").items()) ends[static_cast<unsigned>(std::stoul(bit))] = end;
    if (header >= 1'024) continue;
    for (std::size_t size = 0; size < frame.size(); ++size) {
      const std::vector<std::uint8_t> part(frame.begin(), frame.begin() + static_cast<std::ptrdiff_t>(size));
      const std::uint32_t split = split_header_82598({part.data(), size}, tagged, ~0u);
      EXPECT_EQ(split, size < header ? 0 : header) << c.at("name") << " cut at " << size;
      for (const auto& [bit, end] : ends) {
        if (end >= 1'024 || bit == 12) continue;
        EXPECT_EQ(split_header_82599({part.data(), size}, tagged, 1u << bit), size < end ? 0 : end)
            << c.at("name") << " bit " << bit << " cut at " << size;
      }
      ++cut;
    }
  }
  EXPECT_GT(cut, 10'000u);
}

}  // namespace
}  // namespace ixsim::test
