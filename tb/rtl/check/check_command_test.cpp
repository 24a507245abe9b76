// Tests `ixsim check` as a user runs it: exit status, one line for an error, files complete or not at all.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::MatchesRegex;
using testing::StartsWith;

struct Outcome {
  int status = -1;
  std::string out, err;
};

std::string read_file(const fs::path& path) {
  std::ifstream in(path);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

class CheckCommand : public testing::Test {
 public:
  ~CheckCommand() override { fs::remove_all(directory_); }

 protected:
  CheckCommand() {
    std::string pattern = (fs::temp_directory_path() / "check_command_XXXXXX").string();
    directory_ = mkdtemp(pattern.data());
  }

  Outcome run(const std::string& arguments) const {
    const fs::path out = directory_ / "stdout", err = directory_ / "stderr";
    const std::string command =
        std::string(IXSIM_PROGRAM) + " " + arguments + " >" + out.string() + " 2>" + err.string();
    const int status = std::system(command.c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, read_file(out), read_file(err)};
  }
  void refused(const std::string& arguments, const std::string& what) const {
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.status, 2) << arguments;
    EXPECT_THAT(outcome.err, StartsWith("ixsim: "));
    EXPECT_THAT(outcome.err, HasSubstr(what));
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
    EXPECT_EQ(outcome.out, "");
    EXPECT_FALSE(fs::exists(directory_ / "out"));
  }
  std::string out_option() const { return " --out " + (directory_ / "out").string(); }

  fs::path directory_;
};

TEST_F(CheckCommand, ReportsItsVersion) {
  const Outcome outcome = run("--version");
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.out, MatchesRegex("ixsim [0-9]+\\.[0-9]+\\.[0-9]+\n"));
  EXPECT_EQ(outcome.err, "");
}

TEST_F(CheckCommand, WritesResultAndCoverage) {
  const Outcome outcome = run("check classifier --frames 2000 --seed 9" + out_option());
  EXPECT_EQ(outcome.status, 0) << outcome.out;
  EXPECT_EQ(outcome.err, "");
  EXPECT_THAT(outcome.out, HasSubstr("no divergence"));
  const auto result = nlohmann::json::parse(read_file(directory_ / "out" / "result.json"));
  EXPECT_EQ(result["status"], "ok");
  EXPECT_EQ(result["metrics"]["check.frames"]["value"], 2000);
  const auto coverage = nlohmann::json::parse(read_file(directory_ / "out" / "coverage.json"));
  EXPECT_GT(coverage["hit"], 700);
  EXPECT_EQ(coverage["unhit"].size(),
            coverage["total"].get<std::size_t>() - coverage["hit"].get<std::size_t>());
  EXPECT_EQ(std::distance(fs::directory_iterator(directory_ / "out"), {}), 2);
}

TEST_F(CheckCommand, SameSeedSameResult) {
  const auto result = [this] {
    EXPECT_EQ(run("check classifier --frames 1000" + out_option()).status, 0);
    auto json = nlohmann::json::parse(read_file(directory_ / "out" / "result.json"));
    json.erase("host");
    return json.dump();
  };
  const std::string first = result();
  EXPECT_EQ(result(), first);
}

TEST_F(CheckCommand, TooLittleCoverageFails) {
  const Outcome outcome = run("check --frames 100 --require-coverage 95" + out_option());
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.out, HasSubstr("95 % required"));
  EXPECT_EQ(nlohmann::json::parse(read_file(directory_ / "out" / "result.json"))["status"], "failed");
}

TEST_F(CheckCommand, DivergenceIsReportedInFull) {
  const std::string root = IXSIM_SOURCE_DIR;
  const Outcome outcome =
      run("check classifier --frames 1000 --rtl " + root + "/tb/rtl/faulty_classifier.v " + root +
          "/rtl/l2*.v --top faulty_classifier --latency 13 --plusarg +fault=3" + out_option());
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.out, HasSubstr("divergence at edge"));
  const auto result = nlohmann::json::parse(read_file(directory_ / "out" / "result.json"));
  EXPECT_EQ(result["status"], "failed");
  EXPECT_EQ(result["divergence"]["rtl"], nullptr);
  EXPECT_TRUE(result["divergence"]["reference"].is_object());
  EXPECT_EQ(result["divergence"]["repeated"], true);
  EXPECT_EQ(result["divergence"]["waveform"], "divergence.fst");
  EXPECT_TRUE(fs::exists(directory_ / "out" / "divergence.fst"));
}

TEST_F(CheckCommand, AFailureIsReplayedFromItsFiles) {
  const std::string root = IXSIM_SOURCE_DIR,
                    module = " --top faulty_classifier --latency 13 --plusarg +fault=6 --rtl " + root +
                             "/tb/rtl/faulty_classifier.v " + root + "/rtl/l2*.v";
  const Outcome outcome = run("check classifier" + module + out_option());
  EXPECT_EQ(outcome.status, 1);
  for (const char* const part :
       {"  rule       dropped", "  in force   FCTRL = ", "shrunk to 1 frame and 1 write behind"})
    EXPECT_THAT(outcome.out, HasSubstr(part));
  const auto result = nlohmann::json::parse(read_file(directory_ / "out" / "result.json"));
  EXPECT_EQ(result["divergence"]["differing"][0]["field"], "rss_type");
  EXPECT_EQ(result["divergence"]["shrunk"]["frames"], 1);
  const std::string out = (directory_ / "out").string();
  // The module and the settings are those of the run; another module may take its place.
  for (const char* const part : {"replay", "shrunk"}) {
    const Outcome again = run("check --shrink 0 --replay " + out + "/" + part);
    EXPECT_EQ(again.status, 1) << again.err;
    EXPECT_THAT(again.out, HasSubstr("divergence at edge"));
    const Outcome good = run("check --replay " + out + "/" + part + " --plusarg +fault=0");
    EXPECT_EQ(good.status, 0) << good.out;
    EXPECT_THAT(good.out, HasSubstr("no divergence"));
  }
  EXPECT_EQ(run("check scheduler --replay " + out + "/shrunk").status, 2);
  const Outcome above = run("check --replay " + out);
  EXPECT_EQ(above.status, 2);
  EXPECT_THAT(above.err, HasSubstr("need " + out + "/replay or " + out + "/shrunk"));
  // An output that is not compared does not diverge.
  const Outcome blind = run("check --ignore drop --replay " + out + "/shrunk");
  EXPECT_EQ(blind.status, 0) << blind.out << blind.err;
  const Outcome late = run("check --shrink 0 --latency 14 --replay " + out + "/shrunk");
  EXPECT_EQ(late.status, 2);
  EXPECT_THAT(late.err, HasSubstr("accepted for this module: --latency 13"));
  // Another version of the module has another latency.
  const Outcome other = run("check --replay " + out + "/replay --latency 12 --rtl " + root + "/rtl/l2*.v");
  EXPECT_EQ(other.status, 0) << other.out << other.err;
  EXPECT_THAT(other.out, HasSubstr("latency 12"));
  std::ofstream(directory_ / "out" / "shrunk" / "sequence.json") << "{}";
  const Outcome broken = run("check --replay " + out + "/shrunk");
  EXPECT_EQ(broken.status, 2);
  EXPECT_THAT(broken.err, HasSubstr("sequence.json: is no replay"));
}

// The part is written with the replay, and its bench has the whole classifier.
TEST_F(CheckCommand, AFailureOfAPartIsReplayedFromItsFiles) {
  const std::string file = IXSIM_SOURCE_DIR "/tb/rtl/classifier_parts.v";
  const Outcome outcome =
      run("check classifier --part filter --top sample_filter --latency 3 --shrink 2 --plusarg "
          "+fault=2 --rtl " +
          file + out_option());
  EXPECT_EQ(outcome.status, 1) << outcome.err;
  for (const char* const part :
       {"check classifier, filter: ", ": vmdq: reference", "by VFTAVIND", "shrunk to 1 frame"})
    EXPECT_THAT(outcome.out, HasSubstr(part));
  const std::string shrunk = (directory_ / "out" / "shrunk").string();
  EXPECT_THAT(read_file(shrunk + "/bench.v"), HasSubstr("filter_part dut ("));
  EXPECT_EQ(run("check --shrink 0 --replay " + shrunk).status, 1);
  const Outcome good = run("check --replay " + shrunk + " --plusarg +fault=0 --latency 3");
  EXPECT_EQ(good.status, 0) << good.out << good.err;
}

// Clocks are left out as in the run itself.
TEST_F(CheckCommand, AFailureUnderStressIsReplayedClockByClock) {
  const std::string root = IXSIM_SOURCE_DIR;
  ASSERT_EQ(run("check classifier --stress short --seed 1 --frames 3000 --shrink 0 --top faulty_classifier "
                "--latency 13 "
                "--plusarg +fault=5 --rtl " +
                root + "/tb/rtl/faulty_classifier.v " + root + "/rtl/l2*.v" + out_option())
                .status,
            1);
  const std::string again = (directory_ / "again").string();
  ASSERT_EQ(
      run("check --shrink 0 --replay " + (directory_ / "out" / "replay").string() + " --out " + again).status,
      1);
  const auto first = nlohmann::json::parse(read_file(directory_ / "out" / "result.json"));
  const auto second = nlohmann::json::parse(read_file(directory_ / "again" / "result.json"));
  for (const char* const key : {"edge", "clock", "what"})
    EXPECT_EQ(first["divergence"][key], second["divergence"][key]) << key;
  EXPECT_LT(first["divergence"]["clock"], first["divergence"]["edge"]);
}

TEST_F(CheckCommand, SchedulerWritesResultAndCoverage) {
  const Outcome outcome = run("check scheduler --mode drr --frames 2000" + out_option());
  EXPECT_EQ(outcome.status, 0) << outcome.out;
  EXPECT_THAT(outcome.out, HasSubstr("no divergence"));
  const auto result = nlohmann::json::parse(read_file(directory_ / "out" / "result.json"));
  EXPECT_EQ(result["status"], "ok");
  EXPECT_EQ(result["settings"]["n"], 32);
  EXPECT_EQ(result["metrics"]["check.grants"]["value"], 2000);
  const auto coverage = nlohmann::json::parse(read_file(directory_ / "out" / "coverage.json"));
  EXPECT_GT(coverage["hit"], 200);
  EXPECT_EQ(std::distance(fs::directory_iterator(directory_ / "out"), {}), 2);
}

TEST_F(CheckCommand, AllChecksEveryBlock) {
  const Outcome outcome = run("check all --frames 500" + out_option());
  EXPECT_EQ(outcome.status, 0) << outcome.out;
  for (const std::string part : {"classifier", "pools", "scheduler_rr", "scheduler_drr", "scheduler_wrr"}) {
    const auto result = nlohmann::json::parse(read_file(directory_ / "out" / part / "result.json"));
    EXPECT_EQ(result["status"], "ok") << part;
    const char* const counted = part.rfind("scheduler", 0) == 0 ? "check.grants" : "check.frames";
    EXPECT_EQ(result["metrics"][counted]["value"], 500) << part;
  }
  // One that fails is enough.
  EXPECT_EQ(run("check all --frames 100 --require-coverage 60").status, 1);
}

TEST_F(CheckCommand, SchedulerDivergenceIsReportedInFull) {
  const Outcome outcome =
      run("check scheduler --n 5 --top faulty_rr_scheduler --plusarg +fault=1 --rtl " IXSIM_SOURCE_DIR
          "/tb/rtl/faulty_rr_scheduler.v" +
          out_option());
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.out, HasSubstr("divergence at edge"));
  const auto result = nlohmann::json::parse(read_file(directory_ / "out" / "result.json"));
  EXPECT_EQ(result["status"], "failed");
  EXPECT_NE(result["divergence"]["rtl"], result["divergence"]["reference"]);
  EXPECT_EQ(result["divergence"]["edges"].back()["edge"], result["divergence"]["edge"]);
  EXPECT_EQ(result["divergence"]["repeated"], true);
  EXPECT_EQ(result["divergence"]["waveform"], "divergence.fst");
  EXPECT_TRUE(fs::exists(directory_ / "out" / "divergence.fst"));
}

// Results of a failure do not stay with those of a later check, but for the replay that it plays.
TEST_F(CheckCommand, RemovesWhatAnEarlierCheckHasWritten) {
  const fs::path out = directory_ / "out";
  const std::string module =
      " --top faulty_rr_scheduler --rtl " IXSIM_SOURCE_DIR "/tb/rtl/faulty_rr_scheduler.v";
  const std::string failure = "check scheduler --n 5 --shrink 2 --plusarg +fault=1" + module + out_option();
  ASSERT_EQ(run(failure).status, 1);
  for (const char* const name : {"divergence.fst", "replay/sequence.json", "shrunk/bench.v"})
    EXPECT_TRUE(fs::exists(out / name)) << name;
  EXPECT_EQ(run("check --plusarg +fault=0 --replay " + (out / "replay").string() + out_option()).status, 0);
  EXPECT_TRUE(fs::exists(out / "replay/sequence.json"));
  for (const char* const name : {"divergence.fst", "shrunk"}) EXPECT_FALSE(fs::exists(out / name)) << name;

  ASSERT_EQ(run(failure).status, 1);
  std::ofstream(out / "shrunk" / "notes.txt") << "the user's\n";
  EXPECT_EQ(run("check scheduler --n 5 --frames 500" + out_option()).status, 0);
  for (const char* const name : {"divergence.fst", "replay", "shrunk/bench.v"})
    EXPECT_FALSE(fs::exists(out / name)) << name;
  EXPECT_TRUE(fs::exists(out / "shrunk" / "notes.txt"));
}

// Each field of a replay that another program has changed is refused by its name, or compares something.
TEST_F(CheckCommand, RefusesAReplayThatNoCheckHasWritten) {
  using Json = nlohmann::json;
  const fs::path replay = directory_ / "replay";
  fs::create_directory(replay);
  const Json rtl = nullptr, empty = Json::array();
  const Json scheduler{{"format", "ixsim-replay"},
                       {"version", 1},
                       {"block", "scheduler"},
                       {"what", ""},
                       {"rtl", rtl},
                       {"plusargs", empty},
                       {"mode", "rr"},
                       {"n", 32},
                       {"length_bits", 16},
                       {"seed", 1},
                       {"ignore", empty},
                       {"base", rtl},
                       {"steps", empty}};
  std::ofstream(replay / "sequence.json") << scheduler;
  const Outcome nothing = run("check --replay " + replay.string());
  EXPECT_EQ(nothing.status, 1) << nothing.err;
  EXPECT_THAT(nothing.out, HasSubstr("no edge was compared"));

  const auto refuses_scheduler = [&](const char* path, const Json& value, const std::string& what) {
    Json changed = scheduler;
    changed[Json::json_pointer(path)] = value;
    std::ofstream(replay / "sequence.json") << changed;
    refused("check --replay " + replay.string() + out_option(), what);
  };
  refuses_scheduler("/mode", "edf", "mode: found edf");
  refuses_scheduler("/n", -1, "n: found -1, accepted are 1 to 128");
  refuses_scheduler("/length_bits", 25, "length_bits: found 25, accepted are 4 to 24");
  refuses_scheduler("/seed", -1, "seed: found -1");
  refuses_scheduler("/ignore", {"grant"}, "ignore: found \"grant\", accepted are gnt and idx");
  refuses_scheduler("/base", -1, "base: found -1");
  refuses_scheduler("/base", 65'536, "base: found 65536, accepted are 0 to 65535");
  refuses_scheduler("/steps/0", {0, "0"}, "step 1: clocks: found 0");
  refuses_scheduler("/steps/0", {1, "0x"}, "step 1: requests: found 0x, accepted are 32 bits");
  refuses_scheduler("/steps/0", {1, "100000000"}, "step 1: requests: found 100000000");
  refuses_scheduler("/steps/0", {1, "0", {{"len", 65'536}}}, "step 1: len: found 65536");
  refuses_scheduler("/steps/0", {1, "0", {{"quantum", {32, 1}}}}, "step 1: queue of quantum: found 32");
  refuses_scheduler("/steps/0", {1, "0", {{"quantum", {256, 1}}}}, "step 1: queue of quantum: found 256");
  refuses_scheduler("/steps/0", {1, "0", {{"quantum", {0, -1}}}}, "step 1: quantum: found -1");

  // A capture without a record.
  const std::string header("\x4d\x3c\xb2\xa1\x02\0\x04\0\0\0\0\0\0\0\0\0\xff\xff\0\0\x01\0\0\0", 24);
  std::ofstream(replay / "frames.pcap", std::ios::binary) << header;
  const Json good{{"format", "ixsim-replay"},
                  {"version", 1},
                  {"block", "classifier"},
                  {"what", ""},
                  {"rtl", rtl},
                  {"plusargs", empty},
                  {"latency", 12},
                  {"seed", 1},
                  {"idle_skip", "mixed"},
                  {"ignore", empty},
                  {"image", rtl},
                  {"drain", 20},
                  {"steps", {{{"rst", 1}}, {{"idle", 9}}}}};
  const auto refuses = [&](const char* path, const Json& value, const std::string& what) {
    Json changed = good;
    changed[Json::json_pointer(path)] = value;
    std::ofstream(replay / "sequence.json") << changed;
    refused("check --replay " + replay.string() + out_option(), what);
  };
  refuses("/size/queues", 0, "queues: found 0, accepted are 1 to 128");
  refuses("/size", Json{{"queues", 8}, {"pools", 16}}, "pools: found 16, accepted are 1 to 8");
  refuses("/latency", -1, "latency: found -1, accepted are 0 to 64");
  refuses("/seed", -1, "seed: found -1");
  refuses("/drain", -4, "drain: found -4");
  refuses("/part", "foo", "part: found foo");
  refuses("/data_width", 65, "data_width: found 65");
  refuses("/steps/0/rst", 0, "step 1: rst: found 0");
  refuses("/steps/1", Json{{"frame", 3}}, "step 2: a frame, and frames.pcap has none");
  refuses("/steps/1", Json{{"nothing", 3}}, "step 2: key 'idle' not found");
  refuses("/steps/1/times", 0, "step 2: times: found 0");
  refuses("/steps/1/pauses", Json::array({{0, -1}}), "step 2: pauses: found [0,-1]");
  refuses("/steps/1/writes", Json::array({{1, "05088", "1ffffffff"}}), "step 2: found '1ffffffff'");
  refuses("/steps/1/writes", Json::array({{1, "x", "0"}}), "step 2: found 'x'");
}

TEST_F(CheckCommand, RefusesTwoModulesOfOneName) {
  const fs::path second = directory_ / "second.v";
  std::ofstream(second) << "module rr_scheduler (input wire clk);\nendmodule\n";
  refused("check scheduler --rtl " IXSIM_SOURCE_DIR "/rtl/rr_scheduler.v " + second.string() + out_option(),
          "second.v:1: Duplicate declaration of module: 'rr_scheduler'");
}

// Not a file of the program alone, in which Verilator finds the error.
TEST_F(CheckCommand, NamesThePartThatDoesNotFit) {
  const fs::path part = directory_ / "part.v";
  std::ofstream(part) << "module l2_hash (input wire clk, rst);\nendmodule\n";
  const std::string options = "check --part hash --rtl " + part.string() + out_option();
  refused(options, "part.v: the ports do not fit those of the part: ");
  refused(options + " --top mine", "part.v: found no module of this name: name the part with --top: ");
}

// The module stands in the last of its files.
TEST_F(CheckCommand, NamesTheFileOfTheModule) {
  const fs::path first = directory_ / "first.v", module = directory_ / "narrow.v";
  std::ofstream(first) << "module other (input wire clk);\nendmodule\n";
  std::ofstream(module)
      << "module rr_scheduler #(parameter N = 32) (\n  input wire clk, rst, ready, input wire "
         "[N-1:0] req,\n  output wire valid, output wire [N-1:0] gnt, output wire [1:0] idx);\n"
         "  assign {valid, gnt, idx} = 0;\nendmodule\n";
  refused("check scheduler --rtl " + first.string() + " " + module.string() + out_option(),
          "narrow.v: module rr_scheduler: port idx is an output of 2 bits");
}

TEST_F(CheckCommand, VectorsAreOneWordAClock) {
  const std::string vectors = (directory_ / "vectors").string();
  ASSERT_EQ(run("check classifier --frames 500 --dump-vectors " + vectors).status, 0);
  std::ifstream stimulus(vectors + "/stimulus.hex"), expected(vectors + "/expected.hex");
  std::string s, e;
  std::size_t words = 0, decisions = 0;
  while (std::getline(stimulus, s)) {
    ASSERT_TRUE(std::getline(expected, e));
    ASSERT_EQ(s.size(), 32u);
    ASSERT_EQ(e.size(), 20u);
    const bool first = words++ == 0;
    EXPECT_TRUE(!first || s[12] == '1');  // a reset
    if (e[1] == '1' || e[0] == '1') ++decisions;
  }
  EXPECT_FALSE(std::getline(expected, e));
  EXPECT_GT(words, 5000u);
  EXPECT_GT(decisions, 450u);
}

TEST_F(CheckCommand, RefusesWhatItCannotDoInOneLine) {
  refused("", "command: found none, accepted: run, batch, check");
  refused("check everything", "classifier");
  refused("check scheduler --latency 3",
          "--latency: found with block scheduler, accepted with classifier and pools");
  refused("check --mode rr", "--mode: found with block classifier, accepted with scheduler");
  refused("check all --rtl f.v",
          "--rtl: found with block all, accepted with classifier, pools and scheduler");
  refused("check all --n 5", "--n: found with block all, accepted with scheduler");
  refused("check scheduler --mode fair", "--mode");
  refused("check scheduler --n 0", "--n");
  refused("check scheduler --n 129", "--n");
  refused("check scheduler --mode drr --length-bits 3", "--length-bits");
  refused("check scheduler --rtl " IXSIM_SOURCE_DIR "/rtl/rr_scheduler.v --top drr_scheduler" + out_option(),
          "drr_scheduler");
  refused("check scheduler --mode drr --rtl " IXSIM_SOURCE_DIR
          "/tb/rtl/faulty_rr_scheduler.v --top "
          "faulty_rr_scheduler" +
              out_option(),
          "LEN_W");
  refused("check --ignore hash" + out_option(), "--ignore: found hash, accepted for a classifier: drop, pif");
  refused("check scheduler --ignore queue" + out_option(), "accepted for a scheduler: gnt, idx");
  refused("check --replay /nowhere --stress short" + out_option(), "--replay excludes --stress");
  refused("check --replay /nowhere --seeds 1..2" + out_option(), "--replay excludes --seeds");
  refused("check --replay /nowhere" + out_option(), "/nowhere/sequence.json: no such file");
  refused("check scheduler --n 5 -G N=4 --rtl " IXSIM_SOURCE_DIR "/rtl/rr_scheduler.v" + out_option(),
          "-G N=4: accepted are other parameters: --n sets this one");
  refused("check -G RX_QUEUES=32 --rtl " IXSIM_SOURCE_DIR "/rtl/l2_classifier.v" + out_option(),
          "-G RX_QUEUES=32: accepted are other parameters: --queues sets this one");
  // Without a module these had no effect, and the in-tree module passed.
  for (const char* const option :
       {"--top mine", "-D X", "-I /tmp", "-G N=5", "-y /tmp", "--lint", "--plusarg +fault=3"}) {
    const std::string name = std::string(option).substr(0, std::string(option).find(' '));
    for (const char* const block : {"classifier ", "scheduler ", "pools --seeds 1..2 "})
      refused(std::string("check ") + block + option + out_option(),
              name + ": found without a module of yours");
    refused(std::string("run --check rtl --set traffic.frames=10 ") + option + out_option(),
            name + ": found without a module of yours");
  }
  refused("check --plusarg fault=3 --rtl f.v" + out_option(), "accepted are +NAME and +NAME=VALUE");
  refused("check --constraints /tmp" + out_option(), "/tmp: is a directory: need a TOML file");
  refused("check --constraints /nowhere.toml" + out_option(), "/nowhere.toml: no such file");
  for (const char* const seed : {"-1", "18446744073709551616", "1.5", "x"})
    refused(std::string("check scheduler --seed ") + seed + out_option(),
            "accepted are 0 to 1844674407370955161");
  for (const char* const option :
       {"--seed 3", "--frames 9", "--n 7", "--mode drr", "--queues 8", "--writes quiet"})
    refused(std::string("check --replay /nowhere ") + option + out_option(), "excludes");
  refused("check -f /nowhere.f" + out_option(), "/nowhere.f: no such file");
  refused("check --queues 4 --pools 16" + out_option(),
          "--pools: found 16 with 4 queues, accepted are 1 to 4");
  refused("check --queues 129" + out_option(), "--queues");
  refused("check --pools 65" + out_option(), "--pools");
  refused("check --addresses 0" + out_option(), "--addresses");
  refused("check scheduler --queues 4", "--queues: found with block scheduler, accepted with classifier");
  refused("check --part filter" + out_option(),
          "--part filter: found with the in-tree module, accepted with");
  refused("check pools --part hash --rtl f.v" + out_option(),
          "--part hash: found with block pools, accepted with classifier");
  refused("check --part parser --data-width 32 --rtl f.v" + out_option(),
          "--part parser: found with --data-width 32, accepted is 64");
  refused("check scheduler --part hash", "--part: found with block scheduler, accepted with classifier");
  refused("check --part mac --rtl f.v", "--part");
  refused("check --frames 0", "--frames");
  refused("check --frames many", "--frames");
  refused("check --latency 0", "--latency");
  refused("check --latency 65" + out_option(), "1 to 64 and any");
  refused("check --latency 11" + out_option(), "accepted for this module: --latency 12");
  refused("check --latency 13" + out_option(), "accepted for this module: --latency 12");
  refused("run --set traffic.frames=10 --check rtl --latency 13" + out_option(), "--latency 12");
  refused("check --writes loud", "--writes");
  refused("check --nonsense", "--nonsense");
  refused("check --idle-skip always --no-idle-skip", "idle-skip");
  refused("check --latency any --dump-vectors " + (directory_ / "out").string(), "any");
  refused("check --rtl /nowhere/f.v" + out_option(), "/nowhere/f.v");
  refused("check --pcap /nowhere/f.pcap" + out_option(), "/nowhere/f.pcap");
  const fs::path text = directory_ / "text.pcap";
  std::ofstream(text) << "this is not a capture\n";
  refused("check --pcap " + text.string() + out_option(), "text.pcap");
}

TEST_F(CheckCommand, RefusesAnOutputThatCannotBeWritten) {
  const fs::path file = directory_ / "file";
  std::ofstream(file) << "in the way\n";
  refused("check --frames 10 --out " + file.string(), file.string());
  refused("check --frames 10 --out /proc/nowhere", "/proc/nowhere");
  refused("check --frames 10 --dump-vectors " + file.string(), file.string());
}

}  // namespace
