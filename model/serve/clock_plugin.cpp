// The clock of a guest: a plugin for QEMU (TCG, -icount) that lets the guest run as far as the server grants.
//
// A timer of the virtual clock stops the guest at the granted time. The processor's thread then waits for the
// next grant without the big lock, so that QEMU's main loop takes the interrupts that the server signals
// meanwhile. It waits in work that is queued for the processor and not in the timer's callback, because QEMU
// stops a guest only when no callback runs. A thread answers the server while the guest waits in an access to
// the device. The plugin interface of QEMU has no such clock. The plugin therefore uses functions that QEMU
// exports for its own modules, and one field of a structure. It checks the version, the symbols and the field
// when it is loaded.
//
// An idle guest goes on at once to its next timer: whichever thread of QEMU finds the processor halted adds
// the time to that timer. But the processor is halted before QEMU has counted its last instructions, so a
// main loop that wakes between these two adds their time twice. The plugin has them counted before the
// instruction that halts.
//
// It is linked without the C++ library, which a QEMU may not have. Source: QEMU 11.1 documentation of TCG
// plugins (version 7 of the interface) and of -icount.
#include <dlfcn.h>
#include <pthread.h>
#include <semaphore.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "serve/clock_messages.h"

namespace ixsim::serve {
namespace {

constexpr std::int64_t kMajor = 11, kMinor = 1, kMicro = 3;
constexpr int kVirtualClock = 1, kNanoseconds = 1, kAllTimers = -1;
// Offset of the bias of the instruction count in `timers_state`, in bytes.
constexpr std::size_t kBias = 0x28;

struct VersionTriple {
  std::int64_t major, minor, micro;
};
struct VersionInfo {
  VersionTriple* qemu;
  char* package;
};

// Functions and data of QEMU.
struct {
  void (*timer_init_full)(void* timer, void* group, int clock, int scale, int attributes, void (*call)(void*),
                          void* data);
  void (*timer_mod_ns)(void* timer, std::int64_t time);
  std::int64_t (*qemu_clock_get_ns)(int clock);
  std::int64_t (*qemu_clock_deadline_ns_all)(int clock, int attributes);
  void (*bql_lock_impl)(const char* file, int line);
  void (*bql_unlock)();
  void* (*qemu_get_cpu)(int index);
  void (*async_run_on_cpu)(void* processor, void (*work)(void* processor, void* data), void* data);
  std::int64_t (*icount_get)();
  std::int64_t (*icount_get_raw)();
  VersionInfo* (*qmp_query_version)(void** error);
  char* timers_state;
  int* use_icount;
  void (*icount_update)(void* processor);
  void (*qemu_plugin_register_vcpu_init_cb)(std::uint64_t id, void (*call)(unsigned, void*), void* data);
  void (*qemu_plugin_register_vcpu_tb_trans_cb)(std::uint64_t id, void (*call)(void* block, void*),
                                                void* data);
  std::size_t (*qemu_plugin_tb_n_insns)(const void* block);
  void* (*qemu_plugin_tb_get_insn)(const void* block, std::size_t index);
  std::size_t (*qemu_plugin_insn_data)(const void* instruction, void* bytes, std::size_t size);
  void (*qemu_plugin_register_vcpu_insn_exec_cb)(void* instruction, void (*call)(unsigned, void*),
                                                 int registers, void* data);
} qemu;

// A QEMUTimer is smaller.
alignas(64) unsigned char timer[256];
bool timer_ready = false;
int server = -1;
std::FILE* log_file = nullptr;
sem_t granted;
std::int64_t granted_time = 0;

void complain(const char* text) { std::fprintf(stderr, "ixsim clock: %s\n", text); }

void send(ClockCommand command, std::int64_t time, std::int64_t next = 0) {
  const ClockMessage message{command, 0, time, next};
  // A server that is gone is noticed by the thread that receives.
  if (::send(server, &message, sizeof message, MSG_NOSIGNAL) < 0) return;
}

bool receive(ClockMessage& message) {
  return recv(server, &message, sizeof message, MSG_WAITALL) == static_cast<ssize_t>(sizeof message);
}

// Writes a line with the number of instructions that the guest has executed.
void note(const char* what, std::int64_t time, std::int64_t next) {
  if (log_file != nullptr)
    std::fprintf(log_file, "%s %lld %lld %lld\n", what, static_cast<long long>(time),
                 static_cast<long long>(next), static_cast<long long>(qemu.icount_get_raw()));
}

// --- The guest's processor.

// The stop before: its time, the instructions so far, and the first timer of the guest.
std::int64_t last_stop = 0, last_count = 0, next_timer = 0;

// Returns the time of the first timer of a guest that is halted, or 0 if the guest executes instructions. The
// guest is halted if time has passed since the last stop without an instruction and without a timer.
std::int64_t halted_until(std::int64_t now) {
  const std::int64_t count = qemu.icount_get_raw();
  const bool halted = count == last_count && last_stop < now && now < next_timer;
  // The plugin's own timer has expired, and is not armed.
  const std::int64_t rest = qemu.qemu_clock_deadline_ns_all(kVirtualClock, kAllTimers);
  last_stop = now;
  last_count = count;
  next_timer = rest < 0 || rest > INT64_MAX - now ? INT64_MAX : now + rest;
  return halted ? next_timer : 0;
}

// The processor executes no instruction between the callback and this work.
void synchronize(void*, void*) {
  const std::int64_t now = qemu.qemu_clock_get_ns(kVirtualClock);
  const std::int64_t halted = halted_until(now);
  // An armed timer keeps an idle guest from a jump to a later time.
  qemu.timer_mod_ns(timer, now);
  qemu.bql_unlock();
  send(ClockCommand::kSync, now, halted);
  while (sem_wait(&granted) != 0) {
  }
  qemu.bql_lock_impl(__FILE__, __LINE__);
  note("sync", now, granted_time);
  qemu.timer_mod_ns(timer, granted_time);
}

void expired(void*) { qemu.async_run_on_cpu(qemu.qemu_get_cpu(0), synchronize, nullptr); }

void processor_starts(unsigned index, void*) {
  if (index != 0) return;
  if (*qemu.use_icount != 1) {
    complain("found no -icount with a fixed shift, accepted is -icount shift=2,align=off,sleep=off: add it");
    _exit(2);
  }
  qemu.timer_init_full(timer, nullptr, kVirtualClock, kNanoseconds, 0, expired, nullptr);
  __atomic_store_n(&timer_ready, true, __ATOMIC_RELEASE);
  qemu.timer_mod_ns(timer, qemu.qemu_clock_get_ns(kVirtualClock));
}

void halts(unsigned index, void*) { qemu.icount_update(qemu.qemu_get_cpu(static_cast<int>(index))); }

// A translated block ends with the instruction that halts: HLT or MWAIT.
void translated(void* block, void*) {
  constexpr unsigned char kHlt[] = {0xf4}, kMwait[] = {0x0f, 0x01, 0xc9};
  constexpr int kNoRegisters = 0;
  const std::size_t count = qemu.qemu_plugin_tb_n_insns(block);
  if (count == 0) return;
  void* const last = qemu.qemu_plugin_tb_get_insn(block, count - 1);
  unsigned char bytes[16];
  const std::size_t size = qemu.qemu_plugin_insn_data(last, bytes, sizeof bytes);
  if ((size == sizeof kHlt && std::memcmp(bytes, kHlt, size) == 0) ||
      (size == sizeof kMwait && std::memcmp(bytes, kMwait, size) == 0))
    qemu.qemu_plugin_register_vcpu_insn_exec_cb(last, halts, kNoRegisters, nullptr);
}

// --- The thread that answers the server.

std::int64_t* bias() { return reinterpret_cast<std::int64_t*>(qemu.timers_state + kBias); }

// Returns the time of the guest, with the instructions of a processor that waits in an access. `current` is
// the variable of this thread that names a processor.
std::int64_t guest_time(void** current) {
  std::int64_t latest = qemu.icount_get();
  for (int i = 0; (*current = qemu.qemu_get_cpu(i)) != nullptr; ++i) {
    const std::int64_t time = qemu.icount_get();
    if (time > latest) latest = time;
  }
  return latest;
}

void* answer_server(void*) {
  void** const current = static_cast<void**>(dlsym(RTLD_DEFAULT, "current_cpu"));
  ClockMessage message;
  while (receive(message)) {
    switch (message.command) {
      case ClockCommand::kGrant:
        granted_time = message.next;
        sem_post(&granted);
        break;
      case ClockCommand::kAsk: {
        const std::int64_t now = guest_time(current);
        note("access", now, 0);
        send(ClockCommand::kTime, now);
        break;
      }
      case ClockCommand::kResume: {
        const std::int64_t now = guest_time(current);
        if (message.time > now) __atomic_fetch_add(bias(), message.time - now, __ATOMIC_SEQ_CST);
        note("resume", message.time > now ? message.time : now, message.next);
        if (__atomic_load_n(&timer_ready, __ATOMIC_ACQUIRE)) {
          // A change to an earlier time makes the processor look at its timers again.
          qemu.timer_mod_ns(timer, 0);
          qemu.timer_mod_ns(timer, message.next);
        }
        send(ClockCommand::kResumed, message.time);
        break;
      }
      default:
        complain("found an unknown message of the server: use the plugin of the same build");
        _exit(2);
    }
  }
  complain("the server has ended, and with it the time of the guest");
  if (log_file != nullptr) std::fflush(log_file);
  _exit(2);
}

// --- The start.

bool find(const char* name, void* into) {
  void* const found = dlsym(RTLD_DEFAULT, name);
  std::memcpy(into, &found, sizeof found);
  if (found == nullptr)
    std::fprintf(stderr,
                 "ixsim clock: found a QEMU without the symbol %s, accepted is QEMU %d.%d.%d of Debian\n",
                 name, static_cast<int>(kMajor), static_cast<int>(kMinor), static_cast<int>(kMicro));
  return found != nullptr;
}

bool check_qemu() {
  void* thread_local_pointer = nullptr;
  if (!find("timer_init_full", &qemu.timer_init_full) || !find("timer_mod_ns", &qemu.timer_mod_ns) ||
      !find("qemu_clock_get_ns", &qemu.qemu_clock_get_ns) ||
      !find("qemu_clock_deadline_ns_all", &qemu.qemu_clock_deadline_ns_all) ||
      !find("bql_lock_impl", &qemu.bql_lock_impl) || !find("bql_unlock", &qemu.bql_unlock) ||
      !find("qemu_get_cpu", &qemu.qemu_get_cpu) || !find("async_run_on_cpu", &qemu.async_run_on_cpu) ||
      !find("icount_get_raw", &qemu.icount_get_raw) || !find("icount_get", &qemu.icount_get) ||
      !find("qmp_query_version", &qemu.qmp_query_version) || !find("timers_state", &qemu.timers_state) ||
      !find("use_icount", &qemu.use_icount) || !find("icount_update", &qemu.icount_update) ||
      !find("qemu_plugin_register_vcpu_init_cb", &qemu.qemu_plugin_register_vcpu_init_cb) ||
      !find("qemu_plugin_register_vcpu_tb_trans_cb", &qemu.qemu_plugin_register_vcpu_tb_trans_cb) ||
      !find("qemu_plugin_tb_n_insns", &qemu.qemu_plugin_tb_n_insns) ||
      !find("qemu_plugin_tb_get_insn", &qemu.qemu_plugin_tb_get_insn) ||
      !find("qemu_plugin_insn_data", &qemu.qemu_plugin_insn_data) ||
      !find("qemu_plugin_register_vcpu_insn_exec_cb", &qemu.qemu_plugin_register_vcpu_insn_exec_cb) ||
      !find("current_cpu", &thread_local_pointer))
    return false;
  const VersionInfo* const version = qemu.qmp_query_version(nullptr);
  const VersionTriple& found = *version->qemu;
  if (found.major != kMajor || found.minor != kMinor || found.micro != kMicro) {
    std::fprintf(stderr,
                 "ixsim clock: found QEMU %d.%d.%d, accepted is %d.%d.%d: run 'scripts/fullsystem fetch', or "
                 "install it from Debian's backports\n",
                 static_cast<int>(found.major), static_cast<int>(found.minor), static_cast<int>(found.micro),
                 static_cast<int>(kMajor), static_cast<int>(kMinor), static_cast<int>(kMicro));
    return false;
  }
  // The field is where the time of the guest follows it.
  constexpr std::int64_t kStep = 4096;
  const std::int64_t before = qemu.icount_get();
  __atomic_fetch_add(bias(), kStep, __ATOMIC_SEQ_CST);
  const std::int64_t after = qemu.icount_get();
  __atomic_fetch_sub(bias(), kStep, __ATOMIC_SEQ_CST);
  if (after - before == kStep && qemu.icount_get() == before) return true;
  complain(
      "found another layout of this QEMU's clock, accepted is that of Debian's QEMU 11.1.3: run "
      "'scripts/fullsystem fetch', or install it from Debian's backports");
  return false;
}

bool connect_server(const char* path) {
  sockaddr_un address = {};
  address.sun_family = AF_UNIX;
  if (std::strlen(path) >= sizeof address.sun_path) {
    complain("found a path of a socket that is too long");
    return false;
  }
  std::memcpy(address.sun_path, path, std::strlen(path));
  server = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (connect(server, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
    std::fprintf(
        stderr,
        "ixsim clock: %s: %s: start 'ixsim serve --time correlated' first; the socket is that of port 0 "
        "with .clock at its end\n",
        path, std::strerror(errno));
    return false;
  }
  send(ClockCommand::kHello, kClockVersion);
  ClockMessage message;
  if (receive(message) && message.command == ClockCommand::kWelcome && message.time == kClockVersion)
    return true;
  complain("the server refuses this plugin: use the plugin of the same build, and one guest for a server");
  return false;
}

bool start(int argc, char** argv) {
  const char* path = nullptr;
  for (int i = 0; i < argc; ++i) {
    if (std::strncmp(argv[i], "socket=", 7) == 0) {
      path = argv[i] + 7;
    } else if (std::strncmp(argv[i], "log=", 4) == 0) {
      log_file = std::fopen(argv[i] + 4, "we");
      if (log_file == nullptr) {
        std::fprintf(stderr, "ixsim clock: %s: %s\n", argv[i], std::strerror(errno));
        return false;
      }
    } else {
      std::fprintf(stderr, "ixsim clock: found the argument %s, accepted: socket=PATH, log=FILE\n", argv[i]);
      return false;
    }
  }
  if (path == nullptr) {
    complain("found no socket, accepted is -plugin .../ixsim_clock.so,socket=PATH: add it");
    return false;
  }
  if (!check_qemu() || !connect_server(path)) return false;
  sem_init(&granted, 0, 0);
  // QEMU's main loop takes the signals.
  sigset_t all, former;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, &former);
  pthread_t thread;
  const int error = pthread_create(&thread, nullptr, answer_server, nullptr);
  pthread_sigmask(SIG_SETMASK, &former, nullptr);
  return error == 0;
}

}  // namespace
}  // namespace ixsim::serve

extern "C" {

// The version of the interface; QEMU refuses plugins of another one.
__attribute__((visibility("default"))) extern const int qemu_plugin_version;
const int qemu_plugin_version = 7;

__attribute__((visibility("default"))) int qemu_plugin_install(std::uint64_t id, const void* about, int argc,
                                                               char** argv);
int qemu_plugin_install(std::uint64_t id, const void* /*about*/, int argc, char** argv) {
  using namespace ixsim::serve;  // NOLINT(google-build-using-namespace)
  if (!start(argc, argv)) return 1;
  qemu.qemu_plugin_register_vcpu_init_cb(id, processor_starts, nullptr);
  qemu.qemu_plugin_register_vcpu_tb_trans_cb(id, translated, nullptr);
  return 0;
}
}
