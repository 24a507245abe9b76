// The counts of one test program. At exit it appends one line "<count> <file>" for each file to <process>.txt
// in the folder of the environment variable IXSIM_ASSERTIONS. Without the variable, or if nothing was
// counted, it writes nothing.
#include "count_assertions.h"

#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <map>
#include <mutex>
#include <string>

namespace ixsim::test {
namespace {

class Counts {
 public:
  Counts() = default;
  Counts(const Counts&) = delete;
  Counts& operator=(const Counts&) = delete;

  ~Counts() {
    const char* folder = std::getenv("IXSIM_ASSERTIONS");
    // A forked process would count again what its parent has counted.
    if (folder == nullptr || *folder == '\0' || getpid() != process_) return;
    std::ofstream out(std::string(folder) + "/" + std::to_string(process_) + ".txt", std::ios::app);
    for (const auto& [file, count] : counts_) out << count << ' ' << file << '\n';
  }

  void add(const char* file) {
    const std::lock_guard lock(mutex_);
    if (file != last_file_) {
      last_file_ = file;
      last_count_ = &counts_[file];
    }
    ++*last_count_;
    ++sum_;
  }

  std::uint64_t sum() {
    const std::lock_guard lock(mutex_);
    return sum_;
  }

 private:
  const pid_t process_ = getpid();
  std::mutex mutex_;
  std::map<std::string, std::uint64_t> counts_;
  std::uint64_t sum_ = 0;
  const char* last_file_ = nullptr;  // most assertions are of the same file as the one before
  std::uint64_t* last_count_ = nullptr;
};

Counts& counts() {
  static Counts counts;
  return counts;
}

}  // namespace

int count_assertion(const char* file) {
  counts().add(file);
  return 0;
}

std::uint64_t assertions_counted() { return counts().sum(); }

}  // namespace ixsim::test
