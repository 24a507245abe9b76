// Clean-up of an interrupted program before it ends: unfinished files, temporary folders, child
// processes.
//
// SIGINT, SIGTERM and SIGHUP remove what is registered, say on standard error how far the work had come, and
// end the process by the same signal, so that a shell sees 128 + its number. Memory that runs out does the
// same and ends with exit status 2, and so does a disk that is full where a waveform is written: its writer
// maps the file into memory, and the kernel answers an access without a block on the disk by SIGBUS.
// Registration takes no memory and may be made and unmade at any time; the handlers call only what a signal
// handler may call. There is one register a process, for its only thread that registers.
#ifndef IXSIM_BASE_INTERRUPTION_H
#define IXSIM_BASE_INTERRUPTION_H

#include <sys/types.h>

#include <cstdint>
#include <string>

namespace ixsim {

// Something to be taken away if the program is interrupted while this object lives. The object itself removes
// nothing.
class Guarded {
 public:
  enum class Kind : std::uint8_t {
    kNone,
    kFile,
    kEmptyDirectory,  // stays if it holds something
    kTree,            // a directory with everything in it
  };
  Guarded(Kind kind, const std::string& path);
  Guarded(const Guarded&) = delete;
  Guarded& operator=(const Guarded&) = delete;
  ~Guarded() { release(); }
  // Guards no longer.
  void release();

 private:
  int slot_;
};

// A child process, with the group that it leads: ended if the program is interrupted while this object lives.
class GuardedChild {
 public:
  explicit GuardedChild(pid_t process);
  GuardedChild(const GuardedChild&) = delete;
  GuardedChild& operator=(const GuardedChild&) = delete;
  ~GuardedChild();
};

// Installs the handlers. A signal that is ignored stays ignored.
void handle_interruption();
// Names what the line on standard error counts, e.g. "frames sent", and the one or two counters that it adds
// up. They must live until the next call; null: nothing is counted.
void count_work(const char* what, const std::uint64_t* count, const std::uint64_t* second = nullptr);
// A file has been finished under its final name.
void count_finished_file();
// Ends the program as if memory had run out.
[[noreturn]] void out_of_memory();

}  // namespace ixsim

#endif
