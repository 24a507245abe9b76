// The output of the trace writers, read back by independent readers: the capture reader and a JSON parser.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "ethernet/capture_reader.h"
#include "trace/pcapng_writer.h"
#include "trace/span_writer.h"

namespace ixsim::test {
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

nlohmann::json read_trace(const std::string& path, std::string& text) {
  std::ifstream file(path);
  text.assign(std::istreambuf_iterator<char>(file), {});
  return nlohmann::json::parse(text)["traceEvents"];
}

TEST(SpanWriter, WritesTraceEventsWithoutLosingAPicosecond) {
  const std::string path = temporary("trace_writer_test.json");
  {
    SpanWriter writer(path);
    EXPECT_FALSE(writer.has_process(2) || writer.has_track(2, 3));
    writer.process(2, "port 0");
    writer.process(2, "another");
    writer.track(2, 3, "wire");
    EXPECT_TRUE(writer.has_process(2) && writer.has_track(2, 3) && !writer.has_track(2, 2));
    writer.slice(2, 3, "frame", 1'000'001, 3'000'004, 17);
    SpanWriter::Steps<2> steps;
    steps.add("first", 2'000'010);
    steps.add("second", 2'000'010'000'000'999);
    writer.packet(2, "queue 1", 7, 1'518, 999'999, steps.begin(), steps.end());
    writer.commit();
  }
  std::string text;
  const auto events = read_trace(path, text);
  EXPECT_NE(text.find("\"ts\":1.000001,\"dur\":2.000003"), std::string::npos) << text;
  ASSERT_EQ(events.size(), 9u);
  EXPECT_EQ(events[0]["args"]["name"], "port 0");
  EXPECT_EQ(events[2]["args"]["number"], 17);
  EXPECT_EQ(events[3]["args"], (nlohmann::json{{"frame", 7}, {"bytes", 1'518}}));
  std::string phases;
  for (std::size_t i = 3; i < events.size(); ++i) {
    phases += events[i]["ph"].get<std::string>() + ":" + events[i]["name"].get<std::string>() + " ";
    EXPECT_EQ(events[i]["id"], 1);
  }
  EXPECT_EQ(phases, "b:queue 1 b:first e:first b:second e:second e:queue 1 ");
  EXPECT_NE(text.find("\"ts\":0.999999,\"args\""), std::string::npos) << text;
  EXPECT_NE(text.find("\"ts\":2000010000.000999}"), std::string::npos) << text;
}

TEST(SpanWriter, WritesMoreThanItsBuffer) {
  const std::string path = temporary("trace_writer_test.json");
  const std::string longest(100'000, 'x');
  {
    SpanWriter writer(path);
    for (unsigned i = 0; i < 3'000; ++i) writer.slice(0, 0, i == 1'500 ? longest : "s", i, i + 1, i);
    writer.commit();
  }
  std::string text;
  const auto events = read_trace(path, text);
  ASSERT_EQ(events.size(), 3'000u);
  for (unsigned i = 0; i < 3'000; ++i) EXPECT_EQ(events[i]["args"]["number"], i);
  EXPECT_EQ(events[1'500]["name"], longest);
  {
    SpanWriter writer(path);
    writer.commit();
  }
  EXPECT_EQ(read_trace(path, text).size(), 0u);
}

}  // namespace
}  // namespace ixsim::test
