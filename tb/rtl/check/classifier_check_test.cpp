// The lock-step check passes the in-tree classifier and fails each of its faulty versions, for the right
// reason.
#include "verify/classifier_check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "fst_reader.h"
#include "ixsim/error.h"
#include "verify/classifier_bench.h"
#include "verify/classifier_replay.h"
#include "verify/classifier_sequence.h"
#include "verify/classifier_shrink.h"
#include "verify/defined_registers.h"
#include "verify/delta_debugging.h"

namespace ixsim::test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;
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
  // The reference's decision and its rule stand next to the module's signals.
  ASSERT_TRUE(result.divergence->expected);
  EXPECT_EQ(last_value(options.waveform, "reference", "valid"), "1");
  EXPECT_EQ(std::stoul(last_value(options.waveform, "reference", "rss_hash"), nullptr, 2),
            result.divergence->expected->rss_hash);
  const std::string rule = last_text(options.waveform, "reference", "rule");
  std::string lines = "  rule       ";
  for (const char c : rule) lines += c == ';' ? std::string(";\n            ") : std::string(1, c);
  EXPECT_THAT(rule, HasSubstr("queue"));
  EXPECT_THAT(result.divergence->explanation, HasSubstr(lines + "\n"));
  fs::remove_all(directory);
}

// --- Failures that explain themselves.

class TemporaryFolder {
 public:
  TemporaryFolder()
      : path_(fs::temp_directory_path() / ("classifier_check_" + std::to_string(getpid()) + "_folder")) {
    fs::create_directory(path_);
  }
  ~TemporaryFolder() { fs::remove_all(path_); }
  std::string path() const { return path_.string(); }

 private:
  fs::path path_;
};

ClassifierItem frame_item(std::vector<std::uint8_t> bytes) {
  ClassifierItem item;
  item.kind = ClassifierItem::Kind::kFrame;
  item.bytes = std::move(bytes);
  return item;
}

ClassifierItem write_item(std::uint16_t address, std::uint32_t data) {
  ClassifierItem item;
  item.edges = 1;
  item.writes.push_back({0, address, data});
  return item;
}

ClassifierCheckOptions playing(const ClassifierSequence& sequence, int number) {
  ClassifierCheckOptions options = fault(number);
  options.recorded = [&sequence] { return play(sequence); };
  return options;
}

TEST(Explanation, NamesTheRuleAndTheWordsInForce) {
  ClassifierSequence sequence;
  sequence.image = find_image("pools");
  // VLAN 446: nibble 6 of word 13 in bank 3.
  sequence.steps.push_back({write_item(0xA200 + 4 * 397, 0x07000000), 1});
  sequence.steps.push_back({frame_item({2, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0x81, 0x00, 0x01, 0xBE}), 1});
  sequence.drain = 20;
  const ClassifierCheckResult result = run(playing(sequence, 156), faulty());  // a bit of vmdq
  ASSERT_TRUE(result.divergence);
  EXPECT_EQ(result.divergence->what, "vmdq: reference 7, RTL 6");
  const std::string text = describe(*result.divergence);
  for (const char* const part : {"admitted by RAR 5;", "VLAN 446 passes by VFTA;", "VMDq 7 by VFTAVIND;",
                                 "queue 48 = {vmdq[1:0], rss}", "VFTAVIND[397] = 07000000, nibble 6 = 7",
                                 "RAH[5] = 80140500", "VFTA[13] = ffffffff, bit 30 = 1"})
    EXPECT_THAT(text, HasSubstr(part));
}

TEST(Explanation, SaysWhichWriteWasSeenLate) {
  ClassifierSequence sequence;
  sequence.image = find_image("open");
  sequence.steps.push_back({write_item(0x5080, 0), 1});
  sequence.steps.push_back({frame_item(std::vector<std::uint8_t>(14)), 1});
  sequence.drain = 20;
  const ClassifierCheckResult result = run(playing(sequence, 6), faulty());
  ASSERT_TRUE(result.divergence);
  EXPECT_THAT(result.divergence->explanation,
              HasSubstr("as if the write of FCTRL at edge 930 had not been seen (last beat 932)"));
}

TEST(Explanation, ListsAllFieldsInCausalOrder) {
  ClassifierOutputs reference, rtl;
  reference.rss_type = 1;
  reference.rss_hash = 5;
  reference.queue = 3;
  std::string names;
  for (const FieldDifference& d : differences(reference, rtl, kAllClassifierFields))
    names += d.field->name + std::string(" ");
  EXPECT_EQ(names, "rss_type rss_hash queue ");
  EXPECT_FALSE(differ(reference, rtl,
                      kAllClassifierFields & ~classifier_field("rss_type", "") &
                          ~classifier_field("rss_hash", "") & ~classifier_field("queue", "")));
  // A frame that the reference drops has no other field; one that the RTL alone drops differs in that.
  rtl.drop = 2;
  EXPECT_EQ(differences(reference, rtl, kAllClassifierFields).size(), 1u);
  reference.drop = 2;
  EXPECT_TRUE(differences(reference, rtl, kAllClassifierFields).empty());
  EXPECT_THROW(classifier_field("hash", "--ignore"), InputError);
}

TEST(Shrinking, LeavesFewFramesAndWrites) {
  struct Fault {
    int number;
    std::size_t frames, writes;
  };
  // 3: every 16th decision is missing; 6: a write is seen one frame late; the others invert an output bit.
  for (const Fault& wanted :
       {Fault{3, 1, 0}, Fault{5, 1, 1}, Fault{6, 1, 1}, Fault{110, 1, 0}, Fault{154, 1, 0}}) {
    SCOPED_TRACE(wanted.number);
    const ClassifierCheckOptions options = fault(wanted.number);
    const ClassifierCheckResult result = run(options, faulty());
    ASSERT_TRUE(result.divergence);
    const auto items = items_up_to(*make_source(options), result.divergence->edge);
    const auto found = shrink(options, faulty(), items, 30);
    ASSERT_TRUE(found);
    EXPECT_LE(found->sequence.frames(), wanted.frames) << describe(found->sequence);
    EXPECT_LE(found->sequence.writes(), wanted.writes) << describe(found->sequence);
    if (wanted.number == 3) {
      ASSERT_EQ(found->sequence.steps.size(), 1u);
      EXPECT_EQ(found->sequence.steps.front().times, 16u);
      EXPECT_THAT(describe(found->sequence), HasSubstr("repeat 16 x frame"));
    }
    // The sequence fails with the fault and passes without it.
    EXPECT_TRUE(run(playing(found->sequence, wanted.number), faulty()).divergence);
    const ClassifierCheckResult good = run(playing(found->sequence, 0), faulty());
    EXPECT_FALSE(good.divergence) << describe(*good.divergence);
  }
}

TEST(Shrinking, KeepsToRegistersThatAreDefined) {
  ClassifierItem reset;
  reset.kind = ClassifierItem::Kind::kReset;
  reset.edges = 1;
  std::vector<std::uint8_t> broadcast(14, 0xFF);
  ClassifierSequence sequence;
  sequence.steps = {{frame_item(broadcast), 1}};
  EXPECT_FALSE(rests_on_defined_registers(sequence));  // before any reset
  sequence.steps = {{reset, 1}, {frame_item(broadcast), 1}};
  EXPECT_TRUE(rests_on_defined_registers(sequence));
  // MCSTCTRL.MFE makes MTA matter, which a reset leaves undefined.
  sequence.steps = {{reset, 1}, {write_item(0x5090, 4), 1}, {frame_item(broadcast), 1}};
  EXPECT_FALSE(rests_on_defined_registers(sequence));
  sequence.steps = {{reset, 1},
                    {write_item(0x5090, 4), 1},
                    {write_item(0x5200 + 4 * 127, 0), 1},
                    {frame_item(broadcast), 1}};
  EXPECT_TRUE(rests_on_defined_registers(sequence));
}

TEST(Shrinking, FindsTheLeastListAndNumber) {
  const std::vector<int> least =
      reduce(std::vector<int>{1, 2, 3, 4, 5, 6, 7, 8, 9}, [](const std::vector<int>& list) {
        return std::count(list.begin(), list.end(), 3) == 1 && std::count(list.begin(), list.end(), 8) == 1;
      });
  EXPECT_EQ(least, (std::vector<int>{3, 8}));
  EXPECT_EQ(smallest(1, 1000, [](std::uint64_t n) { return n >= 300; }), 300u);
}

// The pool classifier, with pool 10 missing for tagged frames.
class WithoutPool10 final : public RtlClassifierModule {
 public:
  std::unique_ptr<RtlClassifier> make(std::uint64_t seed, const std::vector<std::string>& plusargs) override {
    return std::make_unique<Instance>(module_->make(seed, plusargs));
  }

 private:
  class Instance final : public RtlClassifier {
   public:
    explicit Instance(std::unique_ptr<RtlClassifier> good) : good_(std::move(good)) {}
    ClassifierOutputs clock(const ClassifierInputs& in) override {
      ClassifierOutputs out = good_->clock(in);
      if (out.tagged) out.pools &= ~(std::uint64_t{1} << 10);
      return out;
    }
    void start_waveform(const std::string& path, std::int64_t first, const ReferenceSignals& shown) override {
      good_->start_waveform(path, first, shown);
    }
    void stop_waveform() override { good_->stop_waveform(); }

   private:
    std::unique_ptr<RtlClassifier> good_;
  };
  std::shared_ptr<RtlClassifierModule> module_ = in_tree_classifier(ClassifierBlock::kPools);
};

ClassifierCheckOptions pool_options() {
  ClassifierCheckOptions options = options_of(12, 20'000);
  options.block = ClassifierBlock::kPools;
  options.compared = kPoolClassifierFields;
  return options;
}

TEST(Pools, ADivergenceNamesTheRuleAndTheWordsInForce) {
  ClassifierSequence sequence;
  sequence.block = ClassifierBlock::kPools;
  sequence.image = find_image("pools", ClassifierBlock::kPools);
  ClassifierItem filters = write_item(0xF000 + 4 * 10, 0x00400000);  // UPE
  filters.edges = 2;
  filters.writes.push_back({1, 0xF000 + 4 * 11, 0x00C00000});  // UPE, VPE
  sequence.steps.push_back({filters, 1});
  sequence.steps.push_back({frame_item({2, 7, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0x81, 0x00, 0x20, 0x0A}), 1});
  sequence.drain = 20;
  ClassifierCheckOptions options = pool_options();
  options.recorded = [&sequence] { return play(sequence); };
  WithoutPool10 module;
  const ClassifierCheckResult result = run(options, module);
  ASSERT_TRUE(result.divergence);
  EXPECT_EQ(result.divergence->what, "pools: reference 0xc00, RTL 0x800");
  const std::string text = describe(*result.divergence);
  for (const char* const part :
       {"unicast, no RAR has the address, FCTRL.UPE is 0;", "VLAN 10, VLNCTRL.VFE is 0, VLVF 10;",
        "pools by VLVFB[10] 400, VMOLR.UPE c00, VMOLR.VPE 800;",
        "selected and allowed c00, each gets a copy;", "RSS type 0;", "VMOLR[10] = 00400000",
        "VLVF[10] = 8000000a", "VFRE[0] = ffffffff"})
    EXPECT_THAT(text, HasSubstr(part));
  EXPECT_THAT(text, Not(HasSubstr("VMOLR[11] =")));  // pool 11 does not differ
}

TEST(Pools, ADivergenceIsShortened) {
  // Frames to an address that no entry has, of which pool 10 gets the tagged one.
  ClassifierSequence whole;
  whole.block = ClassifierBlock::kPools;
  whole.image = find_image("pools", ClassifierBlock::kPools);
  std::vector<std::uint8_t> bytes(60, 7);
  bytes[0] = 2;
  whole.steps.push_back({write_item(0xF000 + 4 * 12, 0x00400000), 1});
  whole.steps.push_back({frame_item(bytes), 3});
  whole.steps.push_back({write_item(0xF000 + 4 * 10, 0xFFC00000), 1});
  std::copy_n(std::vector<std::uint8_t>{0x81, 0x00, 0x20, 0x0A}.begin(), 4, bytes.begin() + 12);
  whole.steps.push_back({frame_item(bytes), 1});
  whole.drain = 20;
  std::vector<ClassifierItem> items;
  const std::unique_ptr<ClassifierItemSource> source = play(whole);
  for (ClassifierItem item; source->next(item);) items.push_back(item);
  const ClassifierCheckOptions options = pool_options();
  WithoutPool10 module;
  const auto found = shrink(options, module, items, 300);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->sequence.block, ClassifierBlock::kPools);
  EXPECT_EQ(found->sequence.frames(), 1u) << describe(found->sequence);
  EXPECT_LE(found->sequence.writes(), 2u) << describe(found->sequence);
  EXPECT_TRUE(rests_on_defined_registers(found->sequence));
  ClassifierCheckOptions good = options;
  good.recorded = [&found] { return play(found->sequence); };
  EXPECT_TRUE(run(good, module).divergence);
  EXPECT_FALSE(run(good, *in_tree_classifier(ClassifierBlock::kPools)).divergence);
  ClassifierReplay replay;
  replay.options = options;
  replay.sequence = found->sequence;
  EXPECT_THAT(classifier_bench(replay), HasSubstr("  pool_classifier dut ("));
}

TEST(Pools, KeepToRegistersThatAreDefined) {
  ClassifierItem reset;
  reset.kind = ClassifierItem::Kind::kReset;
  reset.edges = 1;
  std::vector<std::uint8_t> broadcast(14, 0xFF);
  ClassifierSequence sequence;
  sequence.block = ClassifierBlock::kPools;
  sequence.steps = {{reset, 1}, {write_item(0x5080, 0x400), 1}, {frame_item(broadcast), 1}};
  EXPECT_TRUE(rests_on_defined_registers(sequence));
  // VT_ENA makes VFRE matter, which is 0 after a reset: no pool gets a frame.
  sequence.steps.insert(sequence.steps.begin() + 1, {write_item(0x51B0, 1), 1});
  EXPECT_TRUE(rests_on_defined_registers(sequence));
  // With pools enabled VMOLR matters, which a reset leaves undefined.
  sequence.steps.insert(sequence.steps.begin() + 1, {write_item(0x51E0, 0xFFFFFFFF), 1});
  EXPECT_FALSE(rests_on_defined_registers(sequence));
}

TEST(Replaying, AFileHoldsEverything) {
  const TemporaryFolder folder;
  ClassifierReplay replay;
  ClassifierCheckOptions& options = replay.options;
  options = fault(6);
  options.stimulus.frames = 300;
  options.compared = kAllClassifierFields & ~classifier_field("tci", "");
  const ClassifierCheckResult result = run(options, faulty());
  ASSERT_TRUE(result.divergence);
  for (const ClassifierItem& item : items_up_to(*make_source(options), result.divergence->edge))
    replay.sequence.steps.push_back({item, 1});
  replay.sequence.steps[1].item.clocked = true;
  options.idle_clocked = 60;
  replay.sequence.drain = 1;
  replay.what = result.divergence->what;
  write_replay(folder.path(), replay);

  const ClassifierReplay again = read_replay(folder.path());
  EXPECT_EQ(again.what, replay.what);
  EXPECT_EQ(again.options.compared, options.compared);
  EXPECT_EQ(again.options.plusargs, options.plusargs);
  EXPECT_EQ(again.options.idle_clocked, options.idle_clocked);
  const std::unique_ptr<ClassifierItemSource> first = play(replay.sequence), second = play(again.sequence);
  ClassifierItemDriver first_driver(*first), second_driver(*second);
  std::vector<ClassifierInputs> a, b;
  while (first_driver.next(a)) {
    ASSERT_TRUE(second_driver.next(b));
    ASSERT_EQ(a.size(), b.size());
    ASSERT_EQ(first_driver.item().clocked, second_driver.item().clocked);
    for (std::size_t i = 0; i < a.size(); ++i) {
      ASSERT_TRUE(a[i].tdata == b[i].tdata && a[i].wr_data == b[i].wr_data && a[i].wr_addr == b[i].wr_addr &&
                  a[i].tkeep == b[i].tkeep && a[i].tvalid == b[i].tvalid && a[i].tlast == b[i].tlast &&
                  a[i].tuser == b[i].tuser && a[i].wr_en == b[i].wr_en && a[i].rst == b[i].rst);
    }
  }
  EXPECT_FALSE(second_driver.next(b));
  ClassifierCheckOptions repeated = again.options;
  repeated.recorded = [&again] { return play(again.sequence); };
  const ClassifierCheckResult same = run(repeated, faulty());
  ASSERT_TRUE(same.divergence);
  EXPECT_EQ(same.divergence->edge, result.divergence->edge);
  EXPECT_EQ(same.divergence->what, result.divergence->what);
  EXPECT_THROW(read_replay(folder.path() + "/nowhere"), InputError);
}

}  // namespace
}  // namespace ixsim::test
