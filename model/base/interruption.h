// Clean-up when a program is interrupted: unfinished files, temporary folders, child processes.
//
// SIGINT, SIGTERM and SIGHUP remove registered items, report the progress of the work on standard error, and
// end the process by the same signal, so that a shell sees 128 + its number. Exhausted memory does the same
// and ends with exit status 2. A full disk during the writing of a waveform is treated in the same way: the
// writer maps its file into memory, and the kernel reports an access without a block on the disk by SIGBUS.
// Registration allocates no memory and may be done and undone at any time. The handlers call only functions
// that a signal handler may call. There is one register per process, for the only thread that registers.
#ifndef IXSIM_BASE_INTERRUPTION_H
#define IXSIM_BASE_INTERRUPTION_H

#include <sys/types.h>

#include <cstdint>
#include <string>

#include "base/layers.h"

namespace ixsim::base {

// An item to remove if the program is interrupted while this object lives. The destructor of the object
// removes nothing.
class Guarded {
 public:
  enum class Kind : std::uint8_t {
    kNone,
    kFile,
    kEmptyDirectory,  // kept if it is not empty
    kTree,            // a directory with all its contents
  };
  Guarded(Kind kind, const std::string& path);
  Guarded(const Guarded&) = delete;
  Guarded& operator=(const Guarded&) = delete;
  ~Guarded() { release(); }
  // Ends the guarding.
  void release();

 private:
  int slot_;
};

// A child process and the process group that it leads. Both are ended if the program is interrupted while
// this object lives.
class GuardedChild {
 public:
  explicit GuardedChild(pid_t process);
  GuardedChild(const GuardedChild&) = delete;
  GuardedChild& operator=(const GuardedChild&) = delete;
  ~GuardedChild();
};

// Installs the handlers. A signal that is ignored stays ignored.
void handle_interruption();
// Sets the text and the counters of the report on standard error, e.g. "frames sent". One or two counters are
// added. They must live until the next call; null: nothing is counted.
void count_work(const char* what, const std::uint64_t* count, const std::uint64_t* second = nullptr);
// Counts a file that has its final name.
void count_finished_file();
// Ends the program like exhausted memory.
[[noreturn]] void out_of_memory();

}  // namespace ixsim::base

#endif
