// A progress bar on standard error. It appears only on a terminal, so that pipes and logs stay clean.
#ifndef IXSIM_CLI_PROGRESS_H
#define IXSIM_CLI_PROGRESS_H

#include <cstdint>
#include <string>

#include "base/layers.h"

namespace ixsim::cli {

class Progress {
 public:
  // Makes a bar. With a unit, e.g. "frames checked", an interruption reports the number done.
  Progress(std::string label, std::uint64_t total, const char* unit = nullptr);
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  // Erases the bar.
  ~Progress();
  void update(std::uint64_t done);

 private:
  std::string label_;
  bool counts_;
  std::uint64_t done_ = 0;
  std::uint64_t total_;
  int shown_ = -1;  // displayed per cent; -1: no bar is displayed
  bool terminal_;
};

}  // namespace ixsim::cli

#endif
