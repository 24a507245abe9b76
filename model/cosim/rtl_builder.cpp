// Runs Verilator, checks the ports against the harness, and compiles.
#include "cosim/rtl_builder.h"

#include <fcntl.h>
#include <fmt/ranges.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>
#include <xxhash.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <memory>
#include <regex>
#include <sstream>
#include <thread>

#include "base/interruption.h"
#include "cosim/verilator_log.h"
#include "ixsim/error.h"
#include "trace/atomic_file.h"

extern char** environ;

namespace ixsim::cosim {
namespace {

namespace fs = std::filesystem;

// A directory of our own that goes when we do.
class TemporaryDirectory {
 public:
  TemporaryDirectory() {
    std::string pattern = (fs::temp_directory_path() / "ixsim-rtl-XXXXXX").string();
    // GNU make cannot work below a directory with a blank in its name.
    if (pattern.find_first_of(" \t") != std::string::npos) pattern = "/tmp/ixsim-rtl-XXXXXX";
    if (mkdtemp(pattern.data()) == nullptr) {
      throw InputError(pattern + ": cannot make a temporary directory: " + std::strerror(errno));
    }
    path_ = pattern;
    guard_ = std::make_unique<Guarded>(Guarded::Kind::kTree, pattern);
  }
  ~TemporaryDirectory() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;

  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
  std::unique_ptr<Guarded> guard_;
};

std::string read_file(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

// Runs a program with stdout and stderr in files; returns whether it exited with 0. Throws if it is not
// there. `waiting`, if any, is called now and then until it ends.
bool run(const std::vector<std::string>& command, const fs::path& directory, const fs::path& out,
         const fs::path& err, const std::function<void()>& waiting = {}) {
  std::vector<char*> argv;
  for (const std::string& word : command) argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, 1, out.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644);
  if (err == out) {
    posix_spawn_file_actions_adddup2(&actions, 1, 2);
  } else {
    posix_spawn_file_actions_addopen(&actions, 2, err.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644);
  }
  posix_spawn_file_actions_addchdir_np(&actions, directory.c_str());
  // Its own group, so that an interruption ends what it starts too.
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  pid_t child = 0;
  const int error = posix_spawnp(&child, argv[0], &actions, &attributes, argv.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) {
    throw InputError(command[0] + ": cannot be run: " + std::strerror(error) +
                     " (needed to load Verilog; Debian package " +
                     (command[0] == "make" ? "make" : "verilator") + ")");
  }
  const GuardedChild guard(child);
  int status = 0;
  for (pid_t ended = 0; ended != child;) {
    ended = waitpid(child, &status, waiting ? WNOHANG : 0);
    if (ended < 0 && errno != EINTR) break;
    if (ended != 0 || !waiting) continue;
    waiting();
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

// Compiles what Verilator has written in few units, as most of the time goes into their headers, and apart
// what is simulated, what traces it, and what runs once.
constexpr const char* kRules = R"(include $(MODULE).mk
slow := $(wildcard *Slow.cpp *__Syms.cpp)
trace := $(filter-out $(slow),$(wildcard $(MODULE)__Trace*.cpp))
fast := $(filter-out $(slow) $(trace) %_harness.cpp unit_%.cpp,$(wildcard *.cpp)) $(HARNESS)
unit_%.cpp:
	for file in $(sort $($*)); do echo "#include \"$$file\""; done > $@
unit_%.o: unit_%.cpp
	$(OBJCACHE) $(CXX) $(CXXFLAGS) $(CPPFLAGS) $(if $(filter fast,$*),$(OPT_FAST),$(OPT_SLOW)) -c -o $@ $<
ifndef HAVE_RUNTIME
runtime.a: $(VK_GLOBAL_OBJS)
	$(AR) -rcs $@ $^
endif
linked.so: unit_fast.o unit_trace.o unit_slow.o runtime.a
	$(LINK) $(LDFLAGS) $^ $(LOADLIBES) $(LDLIBS) $(LIBS) -o $@
.DEFAULT_GOAL := linked.so
)";

class Digest {
 public:
  void add(const std::string& part) {
    all_ += '\0';
    all_ += part;
  }
  // Every file, sorted by name, as the order of a directory is undefined.
  void add_directory(const fs::path& path) {
    std::map<std::string, std::string> files;
    for (const auto& entry : fs::directory_iterator(path)) {
      if (entry.is_regular_file()) files[entry.path().filename().string()] = read_file(entry.path());
    }
    for (const auto& [name, content] : files) {
      add(name);
      add(content);
    }
  }
  std::string digits() const {
    const XXH128_hash_t hash = XXH3_128bits(all_.data(), all_.size());
    char digits[33];
    std::snprintf(digits, sizeof digits, "%016llx%016llx", static_cast<unsigned long long>(hash.high64),
                  static_cast<unsigned long long>(hash.low64));
    return digits;
  }

 private:
  std::string all_;
};

// Copied next to its place, then renamed: readers see the old file or the whole new one. Whatever the umask
// is, no group may write: such code is not loaded.
void put_in_place(const fs::path& file, const std::string& path, unsigned mode) {
  PartialFile object(fs::absolute(path).string());
  std::error_code error;
  fs::copy_file(file, object.partial(), fs::copy_options::overwrite_existing, error);
  if (!error) fs::permissions(object.partial(), static_cast<fs::perms>(mode), error);
  if (error) object.fail(error.value());
  object.commit();
}

// Verilator cuts the name in a line marker at its first blank, so blanks there travel as %20.
std::string hide_blanks(const std::string& text) {
  std::istringstream lines(text);
  std::string result;
  for (std::string line; std::getline(lines, line); result += line + '\n') {
    if (line.compare(0, 6, "`line ") != 0) continue;
    const std::size_t open = line.find('"'), close = line.rfind('"');
    for (std::size_t i = close; i != std::string::npos && i-- > open;) {
      if (line[i] == ' ') line.replace(i, 1, "%20");
    }
  }
  return result;
}

struct FoundPort {
  bool input;
  bool output;
  int width;
};

// The ports of the Verilated class, from the macros that declare them: VL_IN8(&name,msb,lsb).
std::map<std::string, FoundPort> find_ports(const std::string& header) {
  static const std::regex declaration(R"(VL_(IN|OUT|INOUT)(?:8|16|64|W)?\(&?(\w+),(\d+),(\d+)(?:,\d+)?\))");
  std::map<std::string, FoundPort> ports;
  for (std::sregex_iterator match(header.begin(), header.end(), declaration), end; match != end; ++match) {
    const std::string direction = (*match)[1];
    ports[(*match)[2]] = {direction != "OUT", direction != "IN",
                          std::abs(std::stoi((*match)[3]) - std::stoi((*match)[4])) + 1};
  }
  return ports;
}

std::string describe(bool input, int width) {
  return std::string(input ? "input" : "output") + " of " + std::to_string(width) +
         (width == 1 ? " bit" : " bits");
}

// Returns the remedy for data of `width` bits.
std::string other_width_text(int width) {
  for (const int accepted : {32, 64, 128, 256, 512}) {
    if (width == accepted)
      return ", or `ixsim check` with --data-width " + std::to_string(width) + " for this module";
  }
  return "; `ixsim check --data-width` accepts 32, 64, 128, 256 and 512";
}

void check_ports(const std::string& header, const RtlHarness& harness, const std::string& module) {
  std::map<std::string, FoundPort> found = find_ports(header);
  for (const RtlPort& port : harness.ports) {
    const auto it = found.find(port.name);
    const std::string need = ": need an " + describe(port.input, port.width);
    if (it == found.end() && port.optional) continue;
    if (it == found.end()) throw InputError(module + ": port " + port.name + " is missing" + need);
    const FoundPort& has = it->second;
    if (has.input && has.output) throw InputError(module + ": port " + port.name + " is an inout" + need);
    if (has.input != port.input || has.width != port.width) {
      const bool other_data = port.name == std::string("s_axis_tdata") && has.input;
      throw InputError(module + ": port " + port.name + " is an " + describe(has.input, has.width) + need +
                       (other_data ? other_width_text(has.width) : std::string()));
    }
    found.erase(it);
  }
  for (const auto& [name, port] : found) {
    if (port.input) {
      throw InputError(module + ": port " + name +
                       " is an input that nothing drives: accepted inputs are clk, rst and " +
                       "those of the contract");
    }
  }
}

// Returns what Verilator says about the instance in the adapter as an error of the user's module.
std::string about_instance(const std::string& error, const RtlSources& sources) {
  if (sources.adapter.empty() || error.compare(0, sources.adapter.size(), sources.adapter) != 0) return error;
  const bool missing = error.find("Cannot find file containing module") != std::string::npos;
  return sources.files.front() + ": " +
         (missing ? "found no module of this name: name the part with --top: "
                  : "the ports do not fit those of the part: ") +
         error;
}

// Refuses a module of the user whose ports are not those of its instance in the adapter.
void check_instance(const std::vector<std::string>& warnings, const RtlSources& sources) {
  if (sources.adapter.empty()) return;
  for (const std::string& warning : warnings) {
    if (warning.compare(0, sources.adapter.size(), sources.adapter) != 0) continue;
    for (const char* const code : {"(PINMISSING)", "(WIDTH)", "(WIDTHTRUNC)", "(WIDTHEXPAND)"}) {
      if (warning.find(code) != std::string::npos) throw InputError(about_instance(warning, sources));
    }
  }
}

}  // namespace

RtlHarness classifier_harness(const std::string& directory, ClassifierBlock block, const ClassifierSize& size,
                              unsigned data_width) {
  const int queue = static_cast<int>(size.queue_width()), pool = static_cast<int>(size.pool_width());
  RtlHarness harness{directory,
                     "classifier_harness.cpp",
                     "Vclassifier",
                     {{"clk", true, 1},
                      {"rst", true, 1},
                      {"s_axis_tdata", true, static_cast<int>(data_width)},
                      {"s_axis_tkeep", true, static_cast<int>(data_width / 8)},
                      {"s_axis_tready", false, 1, true},
                      {"s_axis_tvalid", true, 1},
                      {"s_axis_tlast", true, 1},
                      {"s_axis_tuser", true, 1},
                      {"wr_en", true, 1},
                      {"wr_addr", true, 16},
                      {"wr_data", true, 32},
                      {"m_valid", false, 1},
                      {"m_tc", false, 3},
                      {"m_tagged", false, 1},
                      {"m_tci", false, 16},
                      {"m_pif", false, 1},
                      {"m_ptype", false, 7},
                      {"m_rss_type", false, 4},
                      {"m_rss_hash", false, 32}}};
  const std::vector<RtlPort> more =
      block == ClassifierBlock::kPools
          ? std::vector<RtlPort>{{"m_drop", false, 3}, {"m_pools", false, 64}, {"m_rss", false, 4}}
          : std::vector<RtlPort>{{"m_drop", false, 2}, {"m_queue", false, queue}, {"m_vmdq", false, pool}};
  harness.ports.insert(harness.ports.end(), more.begin(), more.end());
  if (block == ClassifierBlock::kL2)
    harness.options = {{"RX_QUEUES", "--queues"}, {"POOLS", "--pools"}, {"ADDRESSES", "--addresses"}};
  if (size != ClassifierSize())
    harness.parameters = {{"RX_QUEUES", size.queues}, {"POOLS", size.pools}, {"ADDRESSES", size.addresses}};
  return harness;
}

unsigned index_width(unsigned queues) {
  unsigned width = 1;
  while ((1u << width) < queues) ++width;
  return width;
}

RtlHarness scheduler_harness(const std::string& directory, const SchedulerParameters& parameters) {
  const int queues = static_cast<int>(parameters.queues),
            index = static_cast<int>(index_width(parameters.queues));
  RtlHarness harness{directory,
                     "scheduler_harness.cpp",
                     "Vscheduler",
                     {{"clk", true, 1},
                      {"rst", true, 1},
                      {"req", true, queues},
                      {"ready", true, 1},
                      {"valid", false, 1},
                      {"gnt", false, queues},
                      {"idx", false, index}},
                     {{"N", parameters.queues}}};
  harness.options = {{"N", "--n"}};
  if (parameters.has_visits()) {
    const int width = static_cast<int>(parameters.length_width);
    for (const RtlPort& port :
         {RtlPort{"wr_en", true, 1}, RtlPort{"wr_addr", true, index}, RtlPort{"wr_data", true, width}}) {
      harness.ports.push_back(port);
    }
    if (parameters.deficit()) harness.ports.push_back({"len", true, width});
    harness.parameters.emplace_back(parameters.deficit() ? "LEN_W" : "WEIGHT_W", parameters.length_width);
    harness.options.emplace_back(harness.parameters.back().first, "--length-bits");
    harness.define = parameters.deficit() ? "IXSIM_DEFICIT" : "IXSIM_WEIGHTS";
  }
  return harness;
}

RtlBuilder::RtlBuilder(std::vector<std::string> files, std::string top, RtlHarness harness,
                       RtlBuildOptions options)
    : RtlBuilder(
          [&] {
            RtlSources sources;
            sources.files = std::move(files);
            sources.top = std::move(top);
            return sources;
          }(),
          std::move(harness), std::move(options)) {}

RtlBuilder::RtlBuilder(RtlSources sources, RtlHarness harness, RtlBuildOptions options)
    : sources_(expand_lists(std::move(sources))), harness_(std::move(harness)), options_(std::move(options)) {
  if (sources_.files.empty()) throw InputError("no Verilog file given: need at least one");
  for (const std::string& parameter : sources_.parameters) {
    const std::string name = parameter.substr(0, parameter.find('='));
    if (name.empty() || name.size() == parameter.size())
      throw InputError("-G " + parameter + ": accepted is NAME=VALUE");
    for (const auto& [own, option] : harness_.options) {
      if (own == name)
        throw InputError("-G " + parameter + ": accepted are other parameters: " + option + " sets this one");
    }
  }
  for (RtlPort& port : harness_.ports) {
    for (const std::string& unused : sources_.unused_outputs)
      port.optional |= !port.input && unused == port.name;
  }
  for (std::string& file : sources_.files) {
    std::error_code error;
    if (!fs::is_regular_file(file, error)) {
      throw InputError(file + ": " + (fs::exists(file, error) ? "is not a file" : "no such file") +
                       ": need a Verilog source file");
    }
    file = fs::absolute(file).lexically_normal().string();
  }
  for (std::vector<std::string>* list : {&sources_.include_directories, &sources_.library_directories}) {
    for (std::string& path : *list) {
      std::error_code error;
      if (!fs::is_directory(path, error))
        throw InputError(path + ": no such directory: need one for -I or -y");
      path = fs::absolute(path).lexically_normal().string();
    }
  }
  const TemporaryDirectory directory;
  const fs::path version = directory.path() / "version";
  run({"verilator", "--version"}, directory.path(), version, version);
  version_ = read_file(version);
  // Modules of libraries may need others.
  for (std::vector<std::string> more;;) {
    preprocess();
    more = library_files(sources_, text_, sources_.files);
    if (more.empty()) break;
    sources_.files.insert(sources_.files.end(), std::make_move_iterator(more.begin()),
                          std::make_move_iterator(more.end()));
  }
}

void RtlBuilder::preprocess() {
  std::vector<std::string> command = {"verilator", "-E"};
  for (const std::string& define : sources_.defines) command.push_back("-D" + define);
  for (const std::string& path : sources_.include_directories) command.push_back("-I" + path);
  for (const std::string& file : sources_.files)
    command.push_back("-I" + fs::path(file).parent_path().string());
  command.insert(command.end(), sources_.files.begin(), sources_.files.end());
  const TemporaryDirectory directory;
  const fs::path out = directory.path() / "preprocessed.v";
  const fs::path err = directory.path() / "log";
  if (!run(command, directory.path(), out, err))
    throw InputError(first_error(read_file(err), sources_.files.front()));
  text_ = hide_blanks(read_file(out));
}

std::string RtlBuilder::key() const {
  Digest all;
  all.add(version_);
  for (const auto& entry : std::map<std::string, std::string>{{"top", sources_.top},
                                                              {"compiler", options_.compiler},
                                                              {"flags", options_.cxx_flags},
                                                              {"optimise", options_.optimise},
                                                              {"optimise_rest", options_.optimise_rest},
                                                              {"source", harness_.source}}) {
    all.add(entry.first);
    all.add(entry.second);
  }
  all.add(sources_.coverage ? "coverage" : "no coverage");
  all.add("-Werror-MODDUP");  // an object made without it does not serve
  all.add(harness_.define);
  for (const auto& [name, value] : harness_.parameters) all.add(name + "=" + std::to_string(value));
  for (const std::string& parameter : sources_.parameters) all.add("-G" + parameter);
  // An object of one width does not serve another one.
  for (const RtlPort& port : harness_.ports)
    all.add(port.name + std::to_string(port.width) + (port.optional ? "?" : ""));
  all.add_directory(harness_.directory);
  all.add(kRules);
  all.add(text_);
  return all.digits();
}

std::string RtlBuilder::runtime_key() const {
  Digest all;
  for (const std::string& part : {version_, options_.compiler, options_.cxx_flags}) all.add(part);
  all.add(sources_.coverage ? "coverage" : "no coverage");
  all.add_directory(harness_.directory);
  all.add(kRules);
  return all.digits();
}

std::vector<std::string> RtlBuilder::verilator_command() const {
  std::vector<std::string> command = {
      "verilator", "--cc", "--exe", "--prefix", harness_.prefix, "--top-module", sources_.top, "--Mdir", ".",
      "--no-timing", "--no-MMD", "--assert", "--trace-fst", "--x-initial", "unique", "--x-assign", "unique",
      "-O3",
      // A block that Verilator cannot order is slow, and 5.006 has been seen to give wrong values for one.
      "-Werror-UNOPTFLAT",
      // Verilator takes the first of two modules of one name, and the other one would pass unseen.
      "-Werror-MODDUP", "-o", "module.so", "-Wall"};
  if (sources_.coverage) command.push_back("--coverage");
  for (const auto& [name, value] : harness_.parameters) {
    command.push_back("-G" + name + "=" + std::to_string(value));
  }
  for (const std::string& parameter : sources_.parameters) command.push_back("-G" + parameter);
  // A module is warned about (scripts/lint_rtl makes the warnings of our own errors); that all its text is in
  // one file here is not the user's doing.
  command.insert(command.end(), {"-Wno-fatal", "-Wno-DECLFILENAME", "-Wno-EOFNEWLINE"});
  // Hidden and bound to itself: several modules, with the same class names, live in one process.
  command.insert(command.end(), {"-CFLAGS",
                                 "-fPIC -fvisibility=hidden -fno-gnu-unique -std=gnu++17 -w -DVL_USER_FATAL "
                                 "-DVL_USER_STOP -DVL_USER_FINISH -include rtl_print.h " +
                                     (harness_.define.empty() ? "" : "-D" + harness_.define + " ") +
                                     (sources_.coverage ? "-DIXSIM_RTL_COVERAGE " : "") + options_.cxx_flags,
                                 "-LDFLAGS", "-shared -Wl,-Bsymbolic " + options_.cxx_flags});
  command.push_back(harness_.source);
  command.push_back("module.v");
  return command;
}

std::vector<std::string> RtlBuilder::build(const std::string& path) const {
  const TemporaryDirectory directory;
  const fs::path log = directory.path() / "log";
  std::ofstream(directory.path() / "module.v", std::ios::binary) << text_;
  std::ofstream(directory.path() / "module.mk") << kRules;
  // Next to the generated files, as the directory of the harness may have a blank in its name.
  for (const auto& entry : fs::directory_iterator(harness_.directory)) {
    if (entry.is_regular_file()) fs::copy_file(entry.path(), directory.path() / entry.path().filename());
  }
  const auto start = std::chrono::steady_clock::now();
  const auto step = [&](const char* what) -> std::function<void()> {
    if (sources_.listener == nullptr) return {};
    return [this, what, start] {
      const auto passed = std::chrono::steady_clock::now() - start;
      sources_.listener->step(
          what, static_cast<int>(std::chrono::duration_cast<std::chrono::seconds>(passed).count()));
    };
  };
  if (!run(verilator_command(), directory.path(), log, log, step("verilating"))) {
    const std::vector<std::string> modules = modules_of(text_);
    if (!modules.empty() && std::find(modules.begin(), modules.end(), sources_.top) == modules.end())
      throw InputError(fmt::format("{}: found no module {}, but {}: name the top module with --top",
                                   sources_.files.front(), sources_.top, fmt::join(modules, ", ")));
    throw InputError(about_instance(first_error(read_file(log), sources_.files.front()), sources_));
  }
  std::vector<std::string> warnings = all_warnings(read_file(log));
  check_instance(warnings, sources_);

  check_ports(read_file(directory.path() / (harness_.prefix + ".h")), harness_,
              file_of_module(text_, sources_.top, sources_.files.front()) + ": module " + sources_.top);

  std::vector<std::string> make = {"make",
                                   "-s",
                                   "-j2",
                                   "-f",
                                   "module.mk",
                                   "MODULE=" + harness_.prefix,
                                   "HARNESS=" + harness_.source,
                                   "OPT_FAST=" + options_.optimise,
                                   "OPT_SLOW=" + options_.optimise_rest};
  if (!options_.compiler.empty()) {
    make.push_back("CXX=" + options_.compiler);
    make.push_back("LINK=" + options_.compiler);
  }
  // The runtime that every module is linked with is compiled once for each Verilator.
  const fs::path runtime = options_.runtime_directory.empty()
                               ? fs::path()
                               : fs::path(options_.runtime_directory) / ("runtime-" + runtime_key() + ".a");
  std::error_code error;
  if (!runtime.empty() && fs::exists(runtime, error))
    fs::copy_file(runtime, directory.path() / "runtime.a", error);
  const bool known = !runtime.empty() && fs::exists(directory.path() / "runtime.a", error);
  if (known) make.push_back("HAVE_RUNTIME=1");
  if (!run(make, directory.path(), log, log, step("compiling"))) {
    std::istringstream lines(read_file(log));
    std::string line;
    for (std::string next; std::getline(lines, next);) {
      if (next.find("error:") != std::string::npos || next.find("rror ") != std::string::npos) {
        line = next;
        break;
      }
    }
    throw InputError(sources_.files.front() +
                     ": the verilated module does not compile: " + (line.empty() ? "no message" : line));
  }
  if (!runtime.empty() && !known) put_in_place(directory.path() / "runtime.a", runtime.string(), 0644);
  put_in_place(directory.path() / "linked.so", path, 0755);
  return warnings;
}

}  // namespace ixsim::cosim
