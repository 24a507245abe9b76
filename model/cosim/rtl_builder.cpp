// Runs Verilator, checks the ports against the harness, and compiles.
#include "cosim/rtl_builder.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>
#include <xxhash.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <regex>
#include <sstream>

#include "base/interruption.h"
#include "ixsim/error.h"
#include "trace/atomic_file.h"

extern char** environ;

namespace ixsim {
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
// there.
bool run(const std::vector<std::string>& command, const fs::path& directory, const fs::path& out,
         const fs::path& err) {
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
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
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

std::string show_blanks(std::string text) {
  for (std::size_t at = 0; (at = text.find("%20", at)) != std::string::npos;) text.replace(at, 3, " ");
  return text;
}

// The first line in which Verilator names an error, as "file:line: what".
std::string first_error(const std::string& log, const std::string& fallback) {
  // "%Error: file:line:column: what", with "-CODE" behind the word for errors that have a name, or without
  // place.
  static const std::regex with_place(R"(^%(?:Error|Warning)(-[A-Z0-9_]+)?: (.+?):(\d+):\d+: (.*)$)");
  static const std::regex without_place(R"(^%(?:Error|Warning)(?:-[A-Z0-9_]+)?: (.*)$)");
  std::istringstream lines(log);
  std::string bare;
  for (std::string line; std::getline(lines, line);) {
    std::smatch match;
    if (std::regex_match(line, match, with_place)) {
      std::string what = match[4];
      if (match[1].matched) what += " (" + match[1].str().substr(1) + ")";
      return show_blanks(match[2]) + ":" + match[3].str() + ": " + what;
    }
    if (bare.empty() && std::regex_match(line, match, without_place)) bare = match[1];
  }
  return fallback + ": " + (bare.empty() ? "Verilator failed without a message" : bare);
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

void check_ports(const std::string& header, const RtlHarness& harness, const std::string& module) {
  std::map<std::string, FoundPort> found = find_ports(header);
  for (const RtlPort& port : harness.ports) {
    const auto it = found.find(port.name);
    const std::string need = ": need an " + describe(port.input, port.width);
    if (it == found.end()) throw InputError(module + ": port " + port.name + " is missing" + need);
    const FoundPort& has = it->second;
    if (has.input && has.output) throw InputError(module + ": port " + port.name + " is an inout" + need);
    if (has.input != port.input || has.width != port.width) {
      throw InputError(module + ": port " + port.name + " is an " + describe(has.input, has.width) + need);
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

}  // namespace

RtlHarness classifier_harness(const std::string& directory) {
  return {directory,
          "classifier_harness.cpp",
          "Vclassifier",
          {{"clk", true, 1},          {"rst", true, 1},           {"s_axis_tdata", true, 64},
           {"s_axis_tkeep", true, 8}, {"s_axis_tvalid", true, 1}, {"s_axis_tlast", true, 1},
           {"s_axis_tuser", true, 1}, {"wr_en", true, 1},         {"wr_addr", true, 16},
           {"wr_data", true, 32},     {"m_valid", false, 1},      {"m_drop", false, 2},
           {"m_queue", false, 6},     {"m_vmdq", false, 4},       {"m_tc", false, 3},
           {"m_tagged", false, 1},    {"m_tci", false, 16},       {"m_pif", false, 1},
           {"m_ptype", false, 7},     {"m_rss_type", false, 4},   {"m_rss_hash", false, 32}}};
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
  if (parameters.deficit()) {
    const int length = static_cast<int>(parameters.length_width);
    for (const RtlPort& port : {RtlPort{"len", true, length}, RtlPort{"wr_en", true, 1},
                                RtlPort{"wr_addr", true, index}, RtlPort{"wr_data", true, length}}) {
      harness.ports.push_back(port);
    }
    harness.parameters.emplace_back("LEN_W", parameters.length_width);
    harness.define = "IXSIM_DEFICIT";
  }
  return harness;
}

RtlBuilder::RtlBuilder(std::vector<std::string> files, std::string top, RtlHarness harness,
                       RtlBuildOptions options)
    : files_(std::move(files)),
      top_(std::move(top)),
      harness_(std::move(harness)),
      options_(std::move(options)) {
  if (files_.empty()) throw InputError("no Verilog file given: need at least one");
  std::vector<std::string> command = {"verilator", "-E"};
  for (std::string& file : files_) {
    std::error_code error;
    if (!fs::is_regular_file(file, error)) {
      throw InputError(file + ": " + (fs::exists(file, error) ? "is not a file" : "no such file") +
                       ": need a Verilog source file");
    }
    file = fs::absolute(file).lexically_normal().string();
    command.push_back("-I" + fs::path(file).parent_path().string());
  }
  command.insert(command.end(), files_.begin(), files_.end());
  const TemporaryDirectory directory;
  const fs::path out = directory.path() / "preprocessed.v";
  const fs::path err = directory.path() / "log";
  if (!run(command, directory.path(), out, err))
    throw InputError(first_error(read_file(err), files_.front()));
  text_ = hide_blanks(read_file(out));
}

std::string RtlBuilder::key() const {
  const TemporaryDirectory directory;
  const fs::path version = directory.path() / "version";
  run({"verilator", "--version"}, directory.path(), version, version);
  std::string all = read_file(version);
  const auto add = [&all](const std::string& part) {
    all += '\0';
    all += part;
  };
  for (const auto& entry : std::map<std::string, std::string>{{"top", top_},
                                                              {"compiler", options_.compiler},
                                                              {"flags", options_.cxx_flags},
                                                              {"source", harness_.source}}) {
    add(entry.first);
    add(entry.second);
  }
  add(options_.lint ? "lint" : "no lint");
  add(harness_.define);
  for (const auto& [name, value] : harness_.parameters) add(name + "=" + std::to_string(value));
  // The harness as it stands, headers included; sorted, as the order of a directory is undefined.
  std::map<std::string, std::string> sources;
  for (const auto& entry : fs::directory_iterator(harness_.directory)) {
    if (entry.is_regular_file()) sources[entry.path().filename().string()] = read_file(entry.path());
  }
  for (const auto& [name, content] : sources) {
    add(name);
    add(content);
  }
  add(text_);
  const XXH128_hash_t hash = XXH3_128bits(all.data(), all.size());
  char digits[33];
  std::snprintf(digits, sizeof digits, "%016llx%016llx", static_cast<unsigned long long>(hash.high64),
                static_cast<unsigned long long>(hash.low64));
  return digits;
}

void RtlBuilder::build(const std::string& path) const {
  const TemporaryDirectory directory;
  const fs::path log = directory.path() / "log";
  std::ofstream(directory.path() / "module.v", std::ios::binary) << text_;

  std::vector<std::string> command = {
      "verilator", "--cc", "--exe", "--prefix", harness_.prefix, "--top-module", top_, "--Mdir", ".",
      "--no-timing", "--no-MMD", "--assert", "--trace-fst", "--x-initial", "unique", "--x-assign", "unique",
      "-O3",
      // A block that Verilator cannot order is slow, and 5.006 has been seen to give wrong values for one.
      "-Werror-UNOPTFLAT", "-o", "module.so"};
  for (const auto& [name, value] : harness_.parameters) {
    command.push_back("-G" + name + "=" + std::to_string(value));
  }
  if (options_.lint) {
    command.push_back("-Wall");
  } else {
    // Style warnings of user modules are ignored; errors remain errors.
    command.insert(command.end(), {"-Wno-lint", "-Wno-style", "-Wno-fatal"});
  }
  // Hidden and bound to itself: several modules, with the same class names, live in one process.
  command.insert(command.end(),
                 {"-CFLAGS",
                  "-fPIC -fvisibility=hidden -fno-gnu-unique -std=gnu++17 -w -DVL_USER_FATAL "
                  "-DVL_USER_STOP -DVL_USER_FINISH -include rtl_print.h " +
                      (harness_.define.empty() ? "" : "-D" + harness_.define + " ") + options_.cxx_flags,
                  "-LDFLAGS", "-shared -Wl,-Bsymbolic " + options_.cxx_flags});
  // Next to the generated files, as the directory of the harness may have a blank in its name.
  for (const auto& entry : fs::directory_iterator(harness_.directory)) {
    if (entry.is_regular_file()) fs::copy_file(entry.path(), directory.path() / entry.path().filename());
  }
  command.push_back(harness_.source);
  command.push_back("module.v");
  if (!run(command, directory.path(), log, log))
    throw InputError(first_error(read_file(log), files_.front()));

  check_ports(read_file(directory.path() / (harness_.prefix + ".h")), harness_,
              files_.front() + ": module " + top_);

  std::vector<std::string> make = {"make", "-s", "-j2", "-f", harness_.prefix + ".mk", "OPT_FAST=-O3"};
  // Newer Verilators include a precompiled header, which g++ takes only before any other: ours comes first.
  for (const char* const include : {"VK_PCH_I_FAST", "VK_PCH_I_SLOW"})
    make.push_back(std::string(include) + "=-include " + harness_.prefix + "__pch.h");
  if (!options_.compiler.empty()) {
    make.push_back("CXX=" + options_.compiler);
    make.push_back("LINK=" + options_.compiler);
  }
  if (!run(make, directory.path(), log, log)) {
    std::istringstream lines(read_file(log));
    std::string line;
    for (std::string next; std::getline(lines, next);) {
      if (next.find("error:") != std::string::npos || next.find("rror ") != std::string::npos) {
        line = next;
        break;
      }
    }
    throw InputError(files_.front() +
                     ": the verilated module does not compile: " + (line.empty() ? "no message" : line));
  }

  // Copied next to its place, then renamed: readers see the old file or the whole new one.
  PartialFile object(fs::absolute(path).string());
  std::error_code error;
  fs::copy_file(directory.path() / "module.so", object.partial(), fs::copy_options::overwrite_existing,
                error);
  // Whatever the umask is: code that a group may write is not loaded.
  if (!error) fs::permissions(object.partial(), fs::perms(0755), error);
  if (error) object.fail(error.value());
  object.commit();
}

}  // namespace ixsim
