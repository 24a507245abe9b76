// The loop of the server. Input is read only if a run can start, so that memory does not grow with the input.
#include "cli/batch_server.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <climits>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <list>
#include <optional>
#include <string>
#include <vector>

#include "cli/batch_run.h"
#include "ixsim/error.h"
#include "ixsim/version.h"
#include "platform/request.h"
#include "platform/scenario_digest.h"

namespace ixsim::cli {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kLongestLine = std::size_t{16} << 20;
constexpr std::size_t kMostWaiting = std::size_t{1} << 20;  // bytes of answers, above which no run starts
constexpr auto kLastWrite = std::chrono::seconds(1);        // for the rest of a line after a signal
constexpr int kSignals[] = {SIGINT, SIGTERM, SIGHUP};

struct Child {
  pid_t process = 0;
  int pipe = -1;
  std::string id;
  std::string said;
  Clock::time_point began;
  bool timed_out = false;
};

// Returns the signals that are not ignored.
sigset_t ending_signals() {
  sigset_t set;
  sigemptyset(&set);
  for (const int number : kSignals) {
    struct sigaction action = {};
    sigaction(number, nullptr, &action);
    if (action.sa_handler != SIG_IGN) sigaddset(&set, number);
  }
  return set;
}

class Server {
 public:
  Server(const BatchSettings& settings, int input, int output);
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;
  void serve();

 private:
  bool take_line(std::string& line);
  void read_input();
  void handle(const std::string& line);
  void start(const Request& request);
  [[noreturn]] void become_child(const Request& request, int pipe);
  void read_child(Child& child);
  void finish(Child& child);
  void answer(const std::string& line);
  void write_some();
  void end_by(int number);
  void end_all();
  int wait_time() const;
  void stop_late();

  BatchSettings settings_;
  int input_, output_, signals_, nothing_;
  sigset_t blocked_;
  pid_t self_ = getpid();
  ScenarioFiles files_;
  std::string buffer_;        // of input
  std::size_t searched_ = 0;  // bytes of it without the end of a line
  bool ended_ = false;        // the input
  bool skipping_ = false;     // the rest of a line that is too long
  std::uint64_t lines_ = 0;
  std::list<Child> children_;
  std::string waiting_;      // answers to be written
  std::size_t written_ = 0;  // of these
  std::uint64_t answers_ = 0;
};

Server::Server(const BatchSettings& settings, int input, int output)
    : settings_(settings), input_(input), output_(output), blocked_(ending_signals()) {
  sigprocmask(SIG_BLOCK, &blocked_, nullptr);
  std::signal(SIGPIPE, SIG_IGN);
  signals_ = signalfd(-1, &blocked_, SFD_CLOEXEC);
  nothing_ = open("/dev/null", O_RDWR | O_CLOEXEC);
  // All tables are made before the first fork, not once a run.
  scenario_keys();
  policy_points();
}

Server::~Server() {
  end_all();
  close(signals_);
  close(nothing_);
  sigprocmask(SIG_UNBLOCK, &blocked_, nullptr);
}

void Server::end_all() {
  for (Child& child : children_) {
    kill(child.process, SIGKILL);
    while (waitpid(child.process, nullptr, 0) < 0 && errno == EINTR) {
    }
    close(child.pipe);
  }
  children_.clear();
}

// Takes the next line from the buffer. At the end of input the last line needs no line end.
bool Server::take_line(std::string& line) {
  const std::size_t end = buffer_.find('\n', searched_);
  if (end == std::string::npos && !(ended_ && !buffer_.empty())) {
    searched_ = buffer_.size();
    return false;
  }
  line.assign(buffer_, 0, end);
  buffer_.erase(0, end == std::string::npos ? end : end + 1);
  searched_ = 0;
  ++lines_;
  return true;
}

void Server::read_input() {
  char part[1 << 16];
  const ssize_t count = read(input_, part, sizeof part);
  if (count < 0 && (errno == EINTR || errno == EAGAIN)) return;
  if (count < 0) throw InputError(fmt::format("standard input: cannot be read: {}", std::strerror(errno)));
  ended_ = count == 0;
  buffer_.append(part, static_cast<std::size_t>(count));
  if (skipping_) {
    const std::size_t end = buffer_.find('\n');
    buffer_.erase(0, end == std::string::npos ? end : end + 1);
    skipping_ = end == std::string::npos;
    searched_ = 0;
  } else if (buffer_.size() > kLongestLine && buffer_.find('\n', searched_) == std::string::npos) {
    ++lines_;
    answer(begin_answer("", 2, "error",
                        fmt::format("line {}: found more than {} MiB, accepted: shorter lines", lines_,
                                    kLongestLine >> 20),
                        "") +
           "}");
    buffer_.clear();
    searched_ = 0;
    skipping_ = true;
  }
}

void Server::handle(const std::string& line) {
  if (line.find_first_not_of(" \t\r") == std::string::npos) return;
  std::string id;
  std::string error;
  try {
    return start(parse_request(line, files_, id));
  } catch (const InputError& fault) {
    error = fault.what();
  }
  answer(begin_answer(id, 2, "error", id.empty() ? fmt::format("line {}: {}", lines_, error) : error, "") +
         "}");
}

void Server::become_child(const Request& request, int pipe) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != self_) _exit(1);
  // A terminal sends its signals to this process too; the server decides when it ends.
  for (const int number : kSignals) std::signal(number, SIG_IGN);
  sigprocmask(SIG_UNBLOCK, &blocked_, nullptr);
  dup2(nothing_, STDIN_FILENO);
  dup2(nothing_, STDOUT_FILENO);
  run_request(request, pipe, settings_.memory);
}

void Server::start(const Request& request) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0)
    throw InputError(fmt::format("batch: cannot make a pipe: {}", std::strerror(errno)));
  const auto began = Clock::now();
  const pid_t process = fork();
  if (process == 0) become_child(request, ends[1]);
  close(ends[1]);
  if (process < 0) {
    const std::string why = std::strerror(errno);
    close(ends[0]);
    throw InputError(fmt::format("batch: cannot start a process: {}; accepted: fewer --jobs", why));
  }
  Child child;
  child.process = process;
  child.pipe = ends[0];
  child.id = request.id;
  child.began = began;
  children_.push_back(std::move(child));
}

void Server::read_child(Child& child) {
  char part[1 << 16];
  const ssize_t count = read(child.pipe, part, sizeof part);
  if (count > 0) {
    child.said.append(part, static_cast<std::size_t>(count));
  } else if (count == 0 || errno != EINTR) {
    finish(child);
  }
}

// Answers for a process that has ended, or is about to.
void Server::finish(Child& child) {
  close(child.pipe);
  child.pipe = -1;
  int status = 0;
  rusage use = {};
  while (wait4(child.process, &status, 0, &use) < 0 && errno == EINTR) {
  }
  const std::chrono::duration<double, std::milli> wall = Clock::now() - child.began;
  const auto milliseconds = [](const timeval& time) {
    return 1e3 * static_cast<double>(time.tv_sec) + 1e-3 * static_cast<double>(time.tv_usec);
  };
  const std::size_t first = child.said.find('\n');
  const std::string key = first == std::string::npos ? "" : child.said.substr(0, first);
  std::string text;
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0 && first != std::string::npos &&
      child.said.size() > first + 1 && child.said.back() == '\n') {
    text.assign(child.said, first + 1, child.said.size() - first - 2);
  } else if (child.timed_out) {
    text = begin_answer(
        child.id, 2, "timeout",
        fmt::format("the run took more than {} s, accepted: a shorter run, or --timeout", settings_.timeout),
        key);
  } else if (WIFEXITED(status) && WEXITSTATUS(status) == kMemoryStatus) {
    text = begin_answer(
        child.id, 2, "memory",
        settings_.memory == 0
            ? "the run found no more memory, accepted: smaller rings, buffers or host memory"
            : fmt::format(
                  "the run took more than {} MiB, accepted: smaller rings, buffers or host memory, or "
                  "--memory",
                  settings_.memory >> 20),
        key);
  } else {
    text = begin_answer(
        child.id, 1, "crashed",
        WIFSIGNALED(status)
            ? fmt::format("the run's process ended by signal {} ({})", WTERMSIG(status),
                          strsignal(WTERMSIG(status)))
            : fmt::format("the run's process ended with status {} and no answer", WEXITSTATUS(status)),
        key);
  }
  answer(text + fmt::format(",\"host\":{{\"wall_ms\":{:.3f},\"cpu_ms\":{:.3f},\"peak_kib\":{}}}}}",
                            wall.count(), milliseconds(use.ru_utime) + milliseconds(use.ru_stime),
                            use.ru_maxrss));
}

void Server::answer(const std::string& line) {
  waiting_ += line + "\n";
  ++answers_;
}

// Writes as much as the pipe takes without waiting, once poll() has reported space.
void Server::write_some() {
  const std::size_t size = std::min<std::size_t>(waiting_.size() - written_, PIPE_BUF);
  const ssize_t count = write(output_, waiting_.data() + written_, size);
  if (count < 0 && (errno == EINTR || errno == EAGAIN)) return;
  if (count < 0)
    throw InputError(fmt::format("standard output: cannot be written: {}", std::strerror(errno)));
  written_ += static_cast<std::size_t>(count);
  if (written_ == waiting_.size()) {
    waiting_.clear();
    written_ = 0;
  } else if (written_ > kMostWaiting) {
    waiting_.erase(0, written_);
    written_ = 0;
  }
}

// Ends all runs and the process. A line that is partly written is completed first.
void Server::end_by(int number) {
  const std::size_t runs = children_.size();
  end_all();
  const auto latest = Clock::now() + kLastWrite;
  const bool begun = written_ != 0 && waiting_[written_ - 1] != '\n';
  if (begun) waiting_.resize(waiting_.find('\n', written_) + 1);
  while (begun && !waiting_.empty() && Clock::now() < latest) {
    pollfd file = {output_, POLLOUT, 0};
    if (poll(&file, 1, 100) <= 0) continue;
    if ((file.revents & (POLLERR | POLLHUP | POLLNVAL)) != 0) break;
    write_some();
  }
  fmt::print(stderr, "ixsim: interrupted by {}; {} of {} lines answered, {} runs ended\n",
             number == SIGINT    ? "SIGINT"
             : number == SIGTERM ? "SIGTERM"
                                 : "SIGHUP",
             answers_, lines_, runs);
  std::signal(number, SIG_DFL);
  sigprocmask(SIG_UNBLOCK, &blocked_, nullptr);
  raise(number);
  _exit(128 + number);
}

// Returns the time to the next deadline, in ms for poll(); -1: there is none.
int Server::wait_time() const {
  if (settings_.timeout == 0) return -1;
  double least = -1;
  for (const Child& child : children_) {
    if (child.timed_out) continue;
    const std::chrono::duration<double> run = Clock::now() - child.began;
    const double left = std::max(0.0, settings_.timeout - run.count());
    least = least < 0 ? left : std::min(least, left);
  }
  return least < 0 ? -1 : static_cast<int>(std::min(std::ceil(least * 1e3), 1e6));
}

void Server::stop_late() {
  if (settings_.timeout == 0) return;
  for (Child& child : children_) {
    const std::chrono::duration<double> run = Clock::now() - child.began;
    if (child.timed_out || run.count() < settings_.timeout) continue;
    child.timed_out = true;
    kill(child.process, SIGKILL);
  }
}

void Server::serve() {
  waiting_ = fmt::format("{{\"ixsim\":\"{}\",\"binary\":\"{}\",\"jobs\":{}}}\n", IXSIM_VERSION,
                         file_digest("/proc/self/exe"), settings_.jobs);
  std::string line;
  std::vector<pollfd> polled;
  while (true) {
    while (children_.size() < settings_.jobs && waiting_.size() - written_ < kMostWaiting && take_line(line))
      handle(line);
    const bool hungry =
        !ended_ && children_.size() < settings_.jobs && waiting_.size() - written_ < kMostWaiting;
    if (ended_ && buffer_.empty() && children_.empty() && waiting_.empty()) return;
    polled = {{signals_, POLLIN, 0},
              {output_, static_cast<short>(waiting_.empty() ? 0 : POLLOUT), 0},
              {hungry ? input_ : -1, POLLIN, 0}};
    for (const Child& child : children_) polled.push_back({child.pipe, POLLIN, 0});
    if (poll(polled.data(), polled.size(), wait_time()) < 0) {
      if (errno == EINTR) continue;
      throw InputError(fmt::format("batch: cannot wait for runs: {}", std::strerror(errno)));
    }
    if (polled[0].revents != 0) {
      signalfd_siginfo about = {};
      if (read(signals_, &about, sizeof about) == sizeof about) end_by(static_cast<int>(about.ssi_signo));
    }
    // Readers of a pipe may leave while nothing is written.
    if ((polled[1].revents & POLLOUT) != 0) {
      write_some();
    } else if (polled[1].revents != 0) {
      throw InputError("standard output: cannot be written: its reader has closed it");
    }
    if (polled[2].revents != 0) read_input();
    stop_late();
    std::size_t i = 3;
    for (auto child = children_.begin(); child != children_.end(); ++i) {
      if (polled[i].revents != 0) read_child(*child);
      child = child->pipe < 0 ? children_.erase(child) : std::next(child);
    }
  }
}

}  // namespace

void serve_batch(const BatchSettings& settings, int input, int output) {
  Server(settings, input, output).serve();
}

}  // namespace ixsim::cli
