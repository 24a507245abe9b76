// The output of the trace writers is read back by readers that share nothing with them: the capture reader
// and a JSON parser.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "ethernet/capture_reader.h"
#include "trace/pcapng_writer.h"
#include "trace/span_writer.h"

namespace ixsim {
namespace {

std::string temporary(const char* name) {
  return (std::filesystem::path(testing::TempDir()) / name).string();
}

TEST(PcapngWriter, IsReadBackByTheCaptureReader) {
  const std::string path = temporary("trace_writer_test.pcapng");
  std::vector<std::uint8_t> first(64, 0x11);
  std::vector<std::uint8_t> second(67, 0x22);
  {
    PcapngWriter writer(path, {"wire_in[0]", "wire_in[1]"});
    writer.frame(0, 1'234'567, {first.data(), first.size()});
    writer.frame(1, (Time{5} << 32) + 800, {second.data(), second.size()});
    writer.commit();
  }
  const auto reader = open_capture(path);
  CapturedFrame frame;
  ASSERT_TRUE(reader->next(frame));
  EXPECT_EQ(std::vector<std::uint8_t>(frame.bytes.begin(), frame.bytes.end()), first);
  EXPECT_TRUE(frame.has_fcs);
  ASSERT_TRUE(reader->next(frame));
  EXPECT_EQ(std::vector<std::uint8_t>(frame.bytes.begin(), frame.bytes.end()), second);
  EXPECT_FALSE(reader->next(frame));
}

TEST(PcapngWriter, LeavesNothingWithoutCommit) {
  const std::string path = temporary("trace_writer_test_none.pcapng");
  { PcapngWriter writer(path, {"wire"}); }
  EXPECT_FALSE(std::filesystem::exists(path));
}

TEST(SpanWriter, WritesTraceEventsWithoutLosingAPicosecond) {
  const std::string path = temporary("trace_writer_test.json");
  {
    SpanWriter writer(path);
    writer.process(0, "port 0");
    writer.span(0, 3, "buffered", 1'000'001, 3'000'004, 17);
    writer.commit();
  }
  std::ifstream file(path);
  const std::string text((std::istreambuf_iterator<char>(file)), {});
  EXPECT_NE(text.find("\"ts\":1.000001,\"dur\":2.000003"), std::string::npos) << text;
  const auto json = nlohmann::json::parse(text);
  ASSERT_EQ(json["traceEvents"].size(), 2u);
  EXPECT_EQ(json["traceEvents"][1]["args"]["frame"], 17);
}

}  // namespace
}  // namespace ixsim
