// Tests the loading of Verilog at run time: values reach the right ports, instances are independent, the
// cache is used, and every error is refused in one line that names it and its place.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

#include "cosim/reference_signals.h"
#include "cosim/rtl_builder.h"
#include "cosim/rtl_classifier.h"
#include "cosim/rtl_watchdog.h"
#include "ixsim/error.h"

namespace ixsim::test {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

const std::string kEcho = IXSIM_SOURCE_DIR "/tb/rtl/cosim/echo_classifier.v";

std::string read_file(const fs::path& path) {
  std::ifstream in(path);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

class RtlLoading : public testing::Test {
 public:
  ~RtlLoading() override { fs::remove_all(directory_); }

 protected:
  RtlLoading() {
    std::string pattern = (fs::temp_directory_path() / "rtl loading XXXXXX").string();
    directory_ = mkdtemp(pattern.data());
    setenv("XDG_CACHE_HOME", IXSIM_BINARY_DIR "/cache", 1);  // shared by those that only need the module
  }

  // An own cache, as most tests must not find what another run has left.
  void use_own_cache() { setenv("XDG_CACHE_HOME", (directory_ / "cache").c_str(), 1); }

  // The echo module with one text replaced everywhere.
  std::string changed(const std::string& from, const std::string& to) const {
    std::string text = read_file(kEcho);
    std::size_t count = 0;
    for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size(), ++count) {
      text.replace(at, from.size(), to);
    }
    EXPECT_GT(count, 0u) << from;
    const fs::path path = directory_ / "user module.v";
    std::ofstream(path) << text;
    return path.string();
  }

  // The one line with which loading is refused.
  std::string refusal(const std::vector<std::string>& files, const std::string& top = "l2_classifier") {
    use_own_cache();
    try {
      load_classifier(files, top);
    } catch (const InputError& error) {
      std::string text = error.what();
      EXPECT_THAT(text, Not(HasSubstr("\n")));
      return text;
    }
    ADD_FAILURE() << "loaded";
    return "";
  }

  int cached_objects() const {
    int count = 0;
    for (const auto& entry : fs::directory_iterator(directory_ / "cache/ixsim")) {
      if (entry.path().extension() == ".so") ++count;
    }
    return count;
  }

  fs::path directory_;
};

// One frame of one beat; what the module says of it 12 clocks later.
ClassifierOutputs echo(RtlClassifier& rtl, const ClassifierInputs& beat) {
  ClassifierInputs reset;
  reset.rst = true;
  rtl.clock(reset);
  EXPECT_FALSE(rtl.clock(beat).valid);
  for (int i = 1; i < 12; ++i) EXPECT_FALSE(rtl.clock({}).valid) << i;
  const ClassifierOutputs out = rtl.clock({});
  EXPECT_TRUE(out.valid);
  EXPECT_FALSE(rtl.clock({}).valid);
  return out;
}

ClassifierInputs beat() {
  ClassifierInputs in;
  in.tvalid = in.tlast = in.tuser = in.wr_en = true;
  in.tdata = 0xb123456789abcd5eULL;
  in.tkeep = 0x1d;
  in.wr_addr = 0xa9fc;
  in.wr_data = 0xcafe0123;
  return in;
}

TEST_F(RtlLoading, EveryPortIsConnected) {
  const auto rtl = load_classifier({kEcho}, "l2_classifier")->make(1, {});
  const ClassifierOutputs out = echo(*rtl, beat());
  EXPECT_EQ(out.drop, 1);
  EXPECT_EQ(out.queue, 1);
  EXPECT_EQ(out.tc, 5);
  EXPECT_TRUE(out.tagged);
  EXPECT_TRUE(out.pif);
  EXPECT_EQ(out.tci, 0xa9fc);
  EXPECT_EQ(out.ptype, 0x5e);
  EXPECT_EQ(out.rss_type, 0xb);
  EXPECT_EQ(out.rss_hash, 0xcafe0123u);
}

TEST_F(RtlLoading, InstancesAreIndependent) {
  const auto module = load_classifier({kEcho}, "l2_classifier");
  const auto one = module->make(1, {"+add=1"});
  const auto two = module->make(1, {"+add=2"});
  ClassifierInputs reset;
  reset.rst = true;
  one->clock(reset);
  two->clock(reset);
  ClassifierInputs second = beat();
  second.wr_data = 0;
  one->clock(beat());
  two->clock(second);
  for (int i = 1; i < 12; ++i) {
    one->clock({});
    two->clock({});
  }
  EXPECT_EQ(one->clock({}).rss_hash, 0xcafe0124u);
  EXPECT_EQ(two->clock({}).rss_hash, 2u);
}

TEST_F(RtlLoading, UninitialisedStateIsRandomFromTheSeed) {
  const auto module = load_classifier({kEcho}, "l2_classifier");
  const auto initial = [&](std::uint64_t seed) { return echo(*module->make(seed, {}), beat()).vmdq; };
  unsigned seen = 0;
  for (std::uint64_t seed = 0; seed < 64; ++seed) {
    EXPECT_EQ(initial(seed), initial(seed));
    seen |= 1u << initial(seed);
  }
  EXPECT_GE(__builtin_popcount(seen), 8);
}

TEST_F(RtlLoading, AStopEndsTheInstanceWithItsWords) {
  const auto rtl = load_classifier({kEcho}, "l2_classifier")->make(1, {});
  ClassifierInputs in;
  in.wr_en = true;
  in.wr_addr = 0xdead;
  try {
    rtl->clock(in);
    FAIL() << "no stop";
  } catch (const CheckFailure& failure) {
    EXPECT_THAT(failure.what(),
                AllOf(HasSubstr("wrote to dead"), HasSubstr("echo_classifier.v:"), HasSubstr("$stop")));
  }
}

TEST_F(RtlLoading, WritesAWaveform) {
  const auto rtl = load_classifier({kEcho}, "l2_classifier")->make(1, {});
  for (int i = 0; i < 10; ++i) rtl->clock({});
  const fs::path path = directory_ / "wave.fst";
  const ClassifierSignals shown(ClassifierBlock::kL2);
  rtl->start_waveform(path.string(), 10, shown);
  for (int i = 0; i < 10; ++i) rtl->clock(beat());
  rtl->stop_waveform();
  EXPECT_GT(fs::file_size(path), 300u);
  for (int i = 0; i < 10; ++i) rtl->clock(beat());
  EXPECT_THROW(rtl->start_waveform("/no/such/directory/wave.fst", 0, shown), InputError);
}

TEST_F(RtlLoading, TheCacheAnswersWithoutACompiler) {
  load_classifier({kEcho}, "l2_classifier");
  // Verilator is still asked to preprocess; make is what must not be needed.
  const fs::path tools = directory_ / "tools";
  fs::create_directory(tools);
  for (const char* tool : {"verilator", "verilator_bin", "perl", "sh", "env"}) {
    fs::create_symlink(fs::path("/usr/bin") / tool, tools / tool);
  }
  const std::string path = getenv("PATH");
  setenv("PATH", tools.c_str(), 1);
  EXPECT_NO_THROW(load_classifier({kEcho}, "l2_classifier"));
  EXPECT_THAT(refusal({changed("never_set", "renamed")}), HasSubstr("make: cannot be run"));
  setenv("PATH", path.c_str(), 1);
}

TEST_F(RtlLoading, TheKeyFollowsTheTextAndWhatItIncludes) {
  const auto key = [&](const std::string& file, const std::string& top, const RtlBuildOptions& options) {
    return RtlBuilder({file}, top, classifier_harness(IXSIM_SOURCE_DIR "/model/cosim/harness"), options)
        .key();
  };
  const std::string file =
      changed("reg [3:0]  never_set", "`include \"width.vh\"\n reg [`WIDTH-1:0] never_set");
  std::ofstream(directory_ / "width.vh") << "`define WIDTH 4\n";
  const std::string four = key(file, "l2_classifier", {});
  EXPECT_EQ(four.size(), 32u);
  EXPECT_EQ(key(file, "l2_classifier", {}), four);
  EXPECT_NE(key(file, "other", {}), four);
  RtlBuildOptions options;
  options.cxx_flags = "-g";
  EXPECT_NE(key(file, "l2_classifier", options), four);
  std::ofstream(directory_ / "width.vh") << "`define WIDTH 5\n";
  EXPECT_NE(key(file, "l2_classifier", {}), four);
}

TEST_F(RtlLoading, TwoProcessesAtOnceBothGetIt) {
  use_own_cache();
  pid_t children[2];
  for (pid_t& child : children) {
    child = fork();
    if (child == 0) {
      try {
        _exit(echo(*load_classifier({kEcho}, "l2_classifier")->make(1, {}), beat()).tc == 5 ? 0 : 1);
      } catch (const std::exception&) {
        _exit(2);
      }
    }
  }
  for (const pid_t child : children) {
    int status = -1;
    waitpid(child, &status, 0);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  }
  EXPECT_EQ(cached_objects(), 1);
}

TEST_F(RtlLoading, RefusesAFileThatIsNotThere) {
  EXPECT_THAT(refusal({"/no/such/file.v"}), HasSubstr("/no/such/file.v: no such file"));
  EXPECT_THAT(refusal({directory_.string()}), HasSubstr("is not a file"));
}

TEST_F(RtlLoading, NamesThePlaceOfASyntaxError) {
  EXPECT_THAT(refusal({changed("always @(posedge clk) begin", "always @(posedge clk) begn")}),
              testing::ContainsRegex("user module.v:4[0-9]: syntax error"));
  EXPECT_THAT(refusal({changed("reg [3:0]  never_set", "`include \"gone.vh\"")}),
              testing::ContainsRegex("user module.v:3[0-9]: .*gone.vh"));
  EXPECT_THAT(refusal({changed("word + add", "word + adder")}),
              testing::ContainsRegex("user module.v:6[0-9]: .*adder"));
}

TEST_F(RtlLoading, NamesAPortThatIsMissingOrWrong) {
  EXPECT_THAT(refusal({changed("m_pif", "m_foo")}),
              HasSubstr("port m_pif is missing: need an output of 1 bit"));
  EXPECT_THAT(refusal({changed("output reg  [5:0]  m_queue", "output reg  [6:0]  m_queue")}),
              HasSubstr("port m_queue is an output of 7 bits: need an output of 6 bits"));
  EXPECT_THAT(refusal({changed("input  wire [15:0] wr_addr", "input  wire [13:0] wr_addr")}),
              HasSubstr("port wr_addr is an input of 14 bits: need an input of 16 bits"));
  EXPECT_THAT(refusal({changed("output reg         m_pif", "input wire         m_pif")}), HasSubstr("m_pif"));
  EXPECT_THAT(refusal({changed("input  wire        rst", "input wire extra, input  wire        rst")}),
              HasSubstr("port extra is an input that nothing drives"));
}

TEST_F(RtlLoading, RefusesAModuleThatIsNotThere) {
  EXPECT_THAT(
      refusal({kEcho}, "other_classifier"),
      HasSubstr("found no module other_classifier, but l2_classifier: name the top module with --top"));
}

TEST_F(RtlLoading, RefusesACombinationalLoop) {
  EXPECT_THAT(
      refusal({changed("  reg [3:0]  never_set;",
                       "  reg [3:0]  never_set; wire [3:0] a = {a[2:0] ^ b[2:0], user}; wire [3:0] b = a + 1;"
                       " always @(posedge clk) never_set <= b;")}),
      HasSubstr("UNOPTFLAT"));
}

// A module in SystemVerilog with a macro, an include file, a parameter, a module from a library, outputs left
// out, and what lint finds: an unused bit, a latch, an implicit net. With +hang a loop does not end.
constexpr const char* kPlainModule = R"(`include "width.vh"
module plain #(parameter int DROP = 0) (
    input  logic clk, rst, s_axis_tvalid, s_axis_tlast, s_axis_tuser, wr_en,
    input  logic [63:0] s_axis_tdata,
    input  logic [7:0] s_axis_tkeep,
    input  logic [15:0] wr_addr,
    input  logic [31:0] wr_data,
    output logic m_valid,
    output logic [1:0] m_drop
);
  logic [`WIDTH-1:0] spare = `VALUE;
  logic latched;
  always @* if (wr_en) latched = s_axis_tlast;
  assign implicit_net = s_axis_tvalid;
  delay u_delay (.clk, .a(s_axis_tvalid && s_axis_tlast && latched), .y(m_valid));
  reg [3:0] i;
  always_ff @(posedge clk) begin
    m_drop <= 2'(DROP + spare[0]);
    if ($test$plusargs("hang")) for (i = 0; i < 16; i = i + 1) m_drop <= m_drop ^ i[1:0];
  end
endmodule
)";

// Sends the calling thread the ticks of the watchdog except the last one. That comes from the timer, after a
// second instead of five.
class EarlyTicks {
 public:
  EarlyTicks()
      : sender_([thread = pthread_self()] {
          for (int tick = 0; tick < RtlWatchdog::kSeconds; ++tick) {
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
            pthread_kill(thread, SIGVTALRM);
          }
        }) {}
  ~EarlyTicks() { sender_.join(); }
  EarlyTicks(const EarlyTicks&) = delete;
  EarlyTicks& operator=(const EarlyTicks&) = delete;

 private:
  std::thread sender_;
};

class Recorder final : public RtlBuildListener {
 public:
  void step(const std::string& what, int) override { steps += what + " "; }
  void built(const std::vector<std::string>& found) override { warnings = found; }
  std::string steps;
  std::vector<std::string> warnings;
};

TEST_F(RtlLoading, TakesAModuleAsItsUserHasIt) {
  use_own_cache();
  // Without a blank: behind an include Verilator cuts a name at the first one.
  const fs::path place = fs::temp_directory_path() / ("rtl_sources_" + std::to_string(getpid()));
  fs::create_directory(place);
  const auto write = [&place](const char* name, const std::string& text) {
    std::ofstream(place / name) << text;
  };
  fs::create_directory(place / "inc");
  fs::create_directory(place / "lib");
  write("inc/width.vh", "`define WIDTH 2\n");
  write(
      "lib/delay.sv",
      "module delay (input logic clk, a, output logic y);\n  always_ff @(posedge clk) y <= a;\nendmodule\n");
  write("plain.sv", kPlainModule);
  const std::string here = place.string();
  setenv("IXSIM_TEST_PLACE", here.c_str(), 1);
  write("list.f", "// a comment\n\"" + here +
                      "/plain.sv\" # another\n+incdir+\"$IXSIM_TEST_PLACE/inc\"\n-y \"" + here +
                      "/lib\" /* and\n one more */ --top-module plain +define+VALUE=1\n");
  RtlSources sources;
  sources.file_lists = {here + "/list.f"};
  sources.parameters = {"DROP=1"};
  for (const char* const name :
       {"m_queue", "m_vmdq", "m_tc", "m_tagged", "m_tci", "m_pif", "m_ptype", "m_rss_type", "m_rss_hash"})
    sources.unused_outputs.emplace_back(name);
  const auto recorder = std::make_shared<Recorder>();
  sources.listener = recorder;
  const auto module = load_classifier(sources);
  EXPECT_THAT(recorder->steps, AllOf(HasSubstr("verilating"), HasSubstr("compiling")));
  std::string warnings;
  for (const std::string& warning : recorder->warnings) warnings += warning + '\n';
  for (const char* const part :
       {"plain.sv:11: Bits of signal are not used: 'spare'[1] (UNUSEDSIGNAL)",
        "plain.sv:13: Latch inferred for signal 'plain.latched'",
        "plain.sv:14: Signal definition not found, creating implicitly: 'implicit_net' (IMPLICIT)"})
    EXPECT_THAT(warnings, HasSubstr(part));

  const auto rtl = module->make(1, {});
  ClassifierInputs in = beat();
  rtl->clock(in);
  EXPECT_TRUE(rtl->clock(in).valid);
  EXPECT_EQ(rtl->clock(in).drop, 2);  // the parameter and the macro

  const auto hanging = module->make(1, {"+hang"});
  try {
    const EarlyTicks ticks;
    hanging->clock(in);
    FAIL() << "came back";
  } catch (const EndlessLoop& loop) {
    EXPECT_THAT(loop.what(),
                AllOf(HasSubstr("module plain of "), HasSubstr("list.f"), HasSubstr("endless loop")));
  }
  EXPECT_THROW(hanging->clock(in), EndlessLoop);
  EXPECT_NO_THROW(rtl->clock(in));  // another instance still works

  // From the cache: no step, the same warnings; and a change of what a list names is seen.
  recorder->steps.clear();
  recorder->warnings.clear();
  load_classifier(sources);
  EXPECT_EQ(recorder->steps, "");
  EXPECT_FALSE(recorder->warnings.empty());
  const auto key = [&] {
    return RtlBuilder(sources, classifier_harness(IXSIM_SOURCE_DIR "/model/cosim/harness"), {}).key();
  };
  sources.top = "plain";
  const std::string before = key();
  write(
      "lib/delay.sv",
      "module delay (input logic clk, a, output logic y);\n  always_ff @(posedge clk) y <= !a;\nendmodule\n");
  EXPECT_NE(key(), before);
  sources.unused_outputs.clear();
  EXPECT_THROW(load_classifier(sources), InputError);
  fs::remove_all(place);
}

TEST_F(RtlLoading, RefusesAListThatItCannotFollow) {
  const auto said = [this](const std::string& text) {
    std::ofstream(directory_ / "list.f") << text;
    RtlSources sources;
    sources.file_lists = {(directory_ / "list.f").string()};
    try {
      expand_lists(sources);
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string("nothing");
  };
  EXPECT_THAT(said("a.v\n--trace\n"),
              AllOf(HasSubstr("list.f:2: found --trace"), HasSubstr("accepted are files")));
  EXPECT_THAT(said("a.v -D\n"), HasSubstr("list.f:1: -D needs a value"));
  EXPECT_THAT(said("$IXSIM_NO_SUCH_PLACE/a.v"), HasSubstr("no such environment variable"));
  EXPECT_THAT(said("-f \"" + (directory_ / "list.f").string() + "\""), HasSubstr("lists name each other"));
  EXPECT_THAT(said("-f nowhere.f"), HasSubstr("nowhere.f: no such file"));
  EXPECT_EQ(said("a.v -DX -I i +define+Y=2+Z -G P=1 -sv\n"), "nothing");
}

TEST_F(RtlLoading, ACacheThatCannotBeMadeIsSaid) {
  setenv("XDG_CACHE_HOME", "/proc/nowhere", 1);
  EXPECT_THROW(load_classifier({kEcho}, "l2_classifier"), InputError);
}

}  // namespace
}  // namespace ixsim::test
