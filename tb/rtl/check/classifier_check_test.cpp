// The lock-step check passes the in-tree classifier and fails each of its faulty versions, for the right
// reason.
#include "verify/classifier_check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>

namespace ixsim {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::StartsWith;

ClassifierCheckOptions options_of(unsigned latency, std::uint64_t frames) {
  ClassifierCheckOptions options;
  options.latency = latency;
  options.stimulus.frames = frames;
  options.stimulus.latency = latency == kAnyLatency ? 12 : latency;
  options.stimulus.drain_edges = latency == kAnyLatency ? kLongestLatency : latency;
  return options;
}

ClassifierCheckResult run(const ClassifierCheckOptions& options, RtlClassifierModule& module) {
  ClassifierCoverage coverage({options.stimulus.latency, options.stimulus.writes});
  return check_classifier(options, module, &coverage, nullptr, [](std::uint64_t) {});
}

// The module with selectable faults; loaded once.
RtlClassifierModule& faulty() {
  static const std::shared_ptr<RtlClassifierModule> module = [] {
    std::vector<std::string> files{IXSIM_SOURCE_DIR "/tb/rtl/faulty_classifier.v"};
    for (const auto& entry : fs::directory_iterator(IXSIM_SOURCE_DIR "/rtl")) {
      const std::string name = entry.path().filename().string();
      if (entry.path().extension() == ".v" && name.compare(0, 2, "l2") == 0)
        files.push_back(entry.path().string());
    }
    std::sort(files.begin() + 1, files.end());
    return load_classifier(files, "faulty_classifier");
  }();
  return *module;
}

ClassifierCheckOptions fault(int number) {
  ClassifierCheckOptions options = options_of(13, 20'000);
  options.plusargs = {"+fault=" + std::to_string(number)};
  return options;
}

TEST(ClassifierCheck, PassesTheInTreeModuleHoweverItIsClocked) {
  std::string hash;
  for (const IdleSkip skip : {IdleSkip::kNever, IdleSkip::kMixed, IdleSkip::kAlways}) {
    ClassifierCheckOptions options = options_of(12, 3000);
    options.idle_skip = skip;
    const ClassifierCheckResult result = run(options, *in_tree_classifier());
    ASSERT_FALSE(result.divergence) << describe(*result.divergence);
    EXPECT_EQ(result.frames, 3000u);
    EXPECT_GT(result.decisions, 2900u);
    EXPECT_GT(result.fields, 3 * result.decisions);
    EXPECT_EQ(result.clocks_skipped != 0, skip != IdleSkip::kNever);
    if (hash.empty()) hash = result.rtl_hash;
    EXPECT_EQ(result.rtl_hash, hash);
  }
}

TEST(ClassifierCheck, OrderAloneIsEnoughForAnyLatency) {
  const ClassifierCheckResult result = run(options_of(kAnyLatency, 3000), *in_tree_classifier());
  EXPECT_FALSE(result.divergence) << describe(*result.divergence);
  EXPECT_GT(result.decisions, 2900u);
}

TEST(ClassifierCheck, AnotherLatencyIsADivergence) {
  const ClassifierCheckResult early = run(options_of(13, 100), *in_tree_classifier());
  ASSERT_TRUE(early.divergence);
  EXPECT_EQ(early.divergence->what, "a decision of the RTL where none is due");
  const ClassifierCheckResult late = run(options_of(11, 100), *in_tree_classifier());
  ASSERT_TRUE(late.divergence);
  EXPECT_EQ(late.divergence->what, "no decision of the RTL where one is due");
}

TEST(FaultInjection, WithoutAFaultThereIsNoDivergence) {
  const ClassifierCheckResult result = run(fault(0), faulty());
  EXPECT_FALSE(result.divergence) << describe(*result.divergence);
  EXPECT_GT(result.decisions, 19'000u);
}

TEST(FaultInjection, EveryInvertedOutputBitIsCaughtAndNamed) {
  struct Field {
    const char* name;
    int low, high;
  };
  constexpr Field kFields[] = {{"rss_hash", 0, 31}, {"tci", 32, 47},     {"queue", 48, 53},  {"drop", 54, 55},
                               {"vmdq", 56, 59},    {"tc", 60, 62},      {"tagged", 63, 63}, {"pif", 64, 64},
                               {"ptype", 65, 71},   {"rss_type", 72, 75}};
  for (const Field& field : kFields) {
    for (int bit = field.low; bit <= field.high; ++bit) {
      const ClassifierCheckResult result = run(fault(100 + bit), faulty());
      ASSERT_TRUE(result.divergence) << field.name << " bit " << bit - field.low;
      EXPECT_THAT(result.divergence->what, StartsWith(std::string(field.name) + ": "));
    }
  }
  ASSERT_TRUE(run(fault(176), faulty()).divergence);  // valid
}

TEST(FaultInjection, DecisionsAtTheWrongTimeAreCaught) {
  const auto what = [](int number) {
    const ClassifierCheckResult result = run(fault(number), faulty());
    return result.divergence ? result.divergence->what : "nothing";
  };
  EXPECT_EQ(what(1), "a decision of the RTL where none is due");
  EXPECT_EQ(what(2), "no decision of the RTL where one is due");
  EXPECT_EQ(what(3), "no decision of the RTL where one is due");
  EXPECT_EQ(what(4), "a decision of the RTL where none is due");
}

TEST(FaultInjection, WritesSeenByTheWrongFrameAreCaught) {
  for (const int number : {5, 6}) {
    const ClassifierCheckResult result = run(fault(number), faulty());
    ASSERT_TRUE(result.divergence) << number;
    EXPECT_FALSE(result.divergence->frame.empty());
    EXPECT_FALSE(result.divergence->writes.empty());
  }
}

TEST(FaultInjection, QuietWritesDoNotShowAnEarlyWrite) {
  // A module that is checked with quiet writes need not meet the rest of the contract.
  ClassifierCheckOptions options = fault(5);
  options.stimulus.writes = WritePolicy::kQuiet;
  const ClassifierCheckResult result = run(options, faulty());
  EXPECT_FALSE(result.divergence) << describe(*result.divergence);
}

TEST(FaultInjection, AnyLatencyStillSeesValuesAndMissingDecisions) {
  for (const int number : {3, 4, 100, 148}) {
    ClassifierCheckOptions options = options_of(kAnyLatency, 20'000);
    options.plusargs = {"+fault=" + std::to_string(number)};
    EXPECT_TRUE(run(options, faulty()).divergence) << number;
  }
  ClassifierCheckOptions late = options_of(kAnyLatency, 3000);
  late.plusargs = {"+fault=2"};
  EXPECT_FALSE(run(late, faulty()).divergence);
}

TEST(FaultInjection, TheRunIsRepeatedWithAWaveform) {
  const fs::path directory = fs::temp_directory_path() / ("check_waveform_" + std::to_string(getpid()));
  fs::create_directory(directory);
  ClassifierCheckOptions options = fault(110);
  options.waveform = (directory / "divergence.fst").string();
  const ClassifierCheckResult result = run(options, faulty());
  ASSERT_TRUE(result.divergence);
  EXPECT_TRUE(result.divergence->repeated);
  EXPECT_GT(fs::file_size(options.waveform), 1000u);
  EXPECT_EQ(std::distance(fs::directory_iterator(directory), {}), 1);
  EXPECT_THAT(describe(*result.divergence), HasSubstr("rss_hash"));
  fs::remove_all(directory);
}

}  // namespace
}  // namespace ixsim
