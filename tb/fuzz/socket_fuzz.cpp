// Fuzzes the module at its sockets with hostile software and traffic. SystemC's kernel cannot be made again,
// so each input is elaborated and run in a child process. A child that crashes, is stopped by a sanitizer or
// does not end is a finding. Its coverage is reported to the fuzzer through shared memory. Prints the number
// of operations that were carried out.
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "hostile_sockets.h"

// Start and end of the fuzzer's counters of covered code. They are in assembler, because the instrumentation
// of this file declares the section's symbols too and would not find them under names already taken.
extern "C" std::uint8_t* coverage_counters[2];
__asm__(
    ".pushsection .data\n.balign 8\n.globl coverage_counters\ncoverage_counters:\n"
    ".quad __start___sancov_cntrs, __stop___sancov_cntrs\n.popsection\n");

namespace {

constexpr unsigned kSeconds = 60;  // that a child may take

struct Shared {
  std::uint64_t operations;
  std::uint8_t counters[];
};
Shared* shared = nullptr;
const std::uint8_t* input = nullptr;
std::size_t input_size = 0;

std::size_t counters() { return static_cast<std::size_t>(coverage_counters[1] - coverage_counters[0]); }

[[noreturn]] void run_child() {
  std::signal(SIGALRM, SIG_DFL);  // not the fuzzer's
  alarm(kSeconds);
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);
  char name[] = "socket_fuzz";
  char* arguments[] = {name, nullptr};
  sc_core::sc_elab_and_sim(1, arguments);
  _exit(1);  // sc_main did not come to its end
}

}  // namespace

int sc_main(int, char**) {
  sc_core::sc_report_handler::set_actions(sc_core::SC_INFO, sc_core::SC_DO_NOTHING);
  ixsim::bench::HostileSockets sockets(input, input_size);
  const std::string wrong = sockets.run();
  shared->operations += sockets.operations();
  if (!wrong.empty()) std::fprintf(stderr, "broken: %s\n", wrong.c_str());
  std::memcpy(shared->counters, coverage_counters[0], counters());
  // Without taking the kernel down, whose threads sanitizers take for something else.
  _exit(wrong.empty() ? 0 : 1);
}

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  void* const memory =
      mmap(nullptr, sizeof(Shared) + counters(), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) std::abort();
  shared = static_cast<Shared*>(memory);
  return std::atexit([] {
    std::fprintf(stderr, "operations: %llu\n", static_cast<unsigned long long>(shared->operations));
  });
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > ixsim::bench::HostileProgram::kLongest) return 0;
  input = data;
  input_size = size;
  const pid_t child = fork();
  if (child < 0) std::abort();
  if (child == 0) run_child();
  int status = 0;
  // The fuzzer's own timer interrupts.
  while (waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) std::abort();
  }
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM) {
      std::fprintf(stderr, "broken: not over after %u s\n", kSeconds);
    } else {
      std::fprintf(stderr, "broken: the child ended with status 0x%x\n", static_cast<unsigned>(status));
    }
    std::abort();
  }
  std::memcpy(coverage_counters[0], shared->counters, counters());
  return 0;
}
