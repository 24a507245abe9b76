// Receive checksum status against frames that another implementation built and judged.
//
// The cases are made by scapy (tb/conformance/data/checksum_cases.json): each is a frame from the destination
// address to the last byte before the FCS, and what a receiver that checks it must say.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "ixsim/nic/classifier/receive_offload.h"

namespace ixsim {
namespace {

std::vector<std::uint8_t> from_hex(const std::string& hex) {
  std::vector<std::uint8_t> bytes;
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2)
    bytes.push_back(static_cast<std::uint8_t>(std::stoul(hex.substr(i, 2), nullptr, 16)));
  return bytes;
}

TEST(Checksum, AgreesWithFramesMadeByScapy) {
  const std::string path = IXSIM_SOURCE_DIR "/tb/conformance/data/checksum_cases.json";
  std::ifstream file(path);
  ASSERT_TRUE(file) << path;
  const nlohmann::json cases = nlohmann::json::parse(file);
  int seen[2] = {0, 0};  // verdicts of either kind, so that an empty or one-sided list does not pass
  for (const nlohmann::json& c : cases) {
    const std::vector<std::uint8_t> frame = from_hex(c.at("frame"));
    const bool tagged = frame.size() >= 16 && load_be16(&frame[12]) == 0x8100;
    const ReceiveOffload s = receive_offload({frame.data(), frame.size()}, tagged, 0, 0);
    const nlohmann::json& expected = c.at("expected");
    const std::string what = c.at("name").get<std::string>() + " " + c.at("frame").get<std::string>();
    EXPECT_EQ(s.ipcs, expected.at("ip_checked").get<bool>()) << what;
    EXPECT_EQ(s.ipe, expected.at("ip_error").get<bool>()) << what;
    EXPECT_EQ(s.l4cs, expected.at("l4_checked").get<bool>()) << what;
    EXPECT_EQ(s.udpcs, expected.at("l4_is_udp").get<bool>()) << what;
    EXPECT_EQ(s.tcpe, expected.at("l4_error").get<bool>()) << what;
    ++seen[s.ipe || s.tcpe];
  }
  EXPECT_GT(seen[0], 0);
  EXPECT_GT(seen[1], 0);
}

}  // namespace
}  // namespace ixsim
