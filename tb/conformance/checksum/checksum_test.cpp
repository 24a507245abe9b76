// Receive checksum status against frames that another implementation built and checked.
//
// The cases are made by scapy (tb/conformance/data/checksum_cases.json). Each is a frame from the destination
// address to the last byte before the FCS, with the results of a receiver that checks it.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "../json_cases.h"
#include "nic/classifier/receive_offload.h"

namespace ixsim::test {
namespace {

TEST(Checksum, AgreesWithFramesMadeByScapy) {
  const nlohmann::json cases = json_cases("checksum_cases.json");
  int seen[2] = {0, 0};  // results of either kind, so that an empty or one-sided list does not pass
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
}  // namespace ixsim::test
