// A fixed table of paths. The handlers use only functions that POSIX allows in a signal handler.
#include "base/interruption.h"

#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <new>

namespace ixsim::base {
namespace {

constexpr int kSlots = 64;
constexpr int kSignals[] = {SIGINT, SIGTERM, SIGHUP};

struct Slot {
  std::atomic<Guarded::Kind> kind{Guarded::Kind::kNone};
  char path[PATH_MAX] = {};
};

std::array<Slot, kSlots> slots;
std::atomic<pid_t> child{0};
std::atomic<std::uint64_t> finished_files{0};
const char* work_name = nullptr;
std::array<const volatile std::uint64_t*, 2> work_counts{};

// Builds a line without allocating memory.
class Line {
 public:
  void add(const char* text) {
    while (*text != '\0' && size_ < sizeof text_) text_[size_++] = *text++;
  }
  void add(std::uint64_t number) {
    char digits[24];
    std::size_t at = sizeof digits - 1;
    digits[at] = '\0';
    do {
      digits[--at] = static_cast<char>('0' + number % 10);
      number /= 10;
    } while (number != 0);
    add(digits + at);
  }
  void show() const {
    if (isatty(STDERR_FILENO) == 1) put("\r\033[K", 4);  // a progress bar
    put(text_, size_);
  }

 private:
  static void put(const char* text, std::size_t size) {
    const ssize_t ignored = ::write(STDERR_FILENO, text, size);
    static_cast<void>(ignored);
  }
  char text_[512] = {};
  std::size_t size_ = 0;
};

// Removes a directory tree. A signal that ended the parent must not end the clean-up.
void remove_tree(const char* path) {
  const pid_t remover = _Fork();
  if (remover == 0) {
    execl("/bin/rm", "rm", "-rf", "--", path, static_cast<char*>(nullptr));
    _exit(127);
  }
  while (remover > 0 && waitpid(remover, nullptr, 0) < 0 && errno == EINTR) {
  }
}

// Removes what is registered; returns the number of files removed.
std::uint64_t take_away() {
  if (const pid_t process = child.load(); process > 0) {
    kill(-process, SIGTERM);
    while (waitpid(process, nullptr, 0) < 0 && errno == EINTR) {
    }
  }
  std::uint64_t removed = 0;
  for (Slot& slot : slots) {
    if (slot.kind == Guarded::Kind::kFile && unlink(slot.path) == 0) ++removed;
    if (slot.kind == Guarded::Kind::kTree) remove_tree(slot.path);
  }
  // Inner ones were registered after outer ones.
  for (auto slot = slots.rbegin(); slot != slots.rend(); ++slot)
    if (slot->kind == Guarded::Kind::kEmptyDirectory) rmdir(slot->path);
  return removed;
}

void add_work(Line& line, std::uint64_t removed) {
  if (work_name != nullptr) {
    std::uint64_t sum = 0;
    for (const volatile std::uint64_t* const count : work_counts)
      if (count != nullptr) sum += *count;
    line.add("; so far ");
    line.add(sum);
    line.add(" ");
    line.add(work_name);
  }
  line.add("; files finished ");
  line.add(finished_files.load());
  line.add(", unfinished and removed ");
  line.add(removed);
  line.add("\n");
}

const char* name_of(int signal) {
  return signal == SIGINT ? "SIGINT" : signal == SIGTERM ? "SIGTERM" : "SIGHUP";
}

void interrupted(int signal) {
  const std::uint64_t removed = take_away();
  Line line;
  line.add("ixsim: interrupted by ");
  line.add(name_of(signal));
  add_work(line, removed);
  line.show();
  struct sigaction action = {};
  action.sa_handler = SIG_DFL;
  sigaction(signal, &action, nullptr);
  sigset_t only;
  sigemptyset(&only);
  sigaddset(&only, signal);
  sigprocmask(SIG_UNBLOCK, &only, nullptr);
  kill(getpid(), signal);
  _exit(128 + signal);
}

[[noreturn]] void report_and_end(const char* what) {
  const std::uint64_t removed = take_away();
  Line line;
  line.add("ixsim: ");
  line.add(what);
  add_work(line, removed);
  line.show();
  _exit(2);
}

// Handles SIGBUS. Other causes of the signal keep their default action.
void page_lost(int signal, siginfo_t* cause, void*) {
  if (cause->si_code == BUS_ADRERR)
    report_and_end("waveform: cannot be written: no space left on the device");
  struct sigaction action = {};
  action.sa_handler = SIG_DFL;
  sigaction(signal, &action, nullptr);
}

}  // namespace

Guarded::Guarded(Kind kind, const std::string& path) : slot_(-1) {
  if (path.size() >= PATH_MAX) return;
  for (int i = 0; i < kSlots; ++i) {
    Slot& slot = slots[static_cast<std::size_t>(i)];
    if (slot.kind != Kind::kNone) continue;
    std::memcpy(slot.path, path.c_str(), path.size() + 1);
    slot.kind = kind;
    slot_ = i;
    return;
  }
}

void Guarded::release() {
  if (slot_ >= 0) slots[static_cast<std::size_t>(slot_)].kind = Kind::kNone;
  slot_ = -1;
}

GuardedChild::GuardedChild(pid_t process) { child = process; }

GuardedChild::~GuardedChild() { child = 0; }

void handle_interruption() {
  struct sigaction action = {};
  action.sa_handler = interrupted;
  for (const int signal : kSignals) sigaddset(&action.sa_mask, signal);
  for (const int signal : kSignals) {
    struct sigaction before = {};
    sigaction(signal, nullptr, &before);
    if (before.sa_handler != SIG_IGN) sigaction(signal, &action, nullptr);
  }
  struct sigaction lost = {};
  lost.sa_sigaction = page_lost;
  lost.sa_flags = SA_SIGINFO;
  sigaction(SIGBUS, &lost, nullptr);
  std::set_new_handler(out_of_memory);
}

void count_work(const char* what, const std::uint64_t* count, const std::uint64_t* second) {
  work_name = nullptr;
  work_counts = {count, second};
  work_name = what;
}

void count_finished_file() { ++finished_files; }

void out_of_memory() {
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_BLOCK, &all, nullptr);
  report_and_end(
      "out of memory: accepted are smaller rings, buffers or host memory (rx.ring, rx.buffer_kib, "
      "host.memory_mib), fewer flows, or no --hash-events and --dump-events");
}

}  // namespace ixsim::base
