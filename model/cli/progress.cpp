// Draws the bar and clears it.
#include "cli/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <utility>

#include "base/interruption.h"

namespace ixsim::cli {

Progress::Progress(std::string label, std::uint64_t total, const char* unit)
    : label_(std::move(label)),
      counts_(unit != nullptr),
      total_(std::max<std::uint64_t>(total, 1)),
      terminal_(isatty(STDERR_FILENO) == 1) {
  if (counts_) count_work(unit, &done_);
}

Progress::~Progress() {
  if (counts_) count_work(nullptr, nullptr);
  if (shown_ >= 0) std::fputs("\r\033[K", stderr);
}

void Progress::update(std::uint64_t done) {
  done_ = done;
  if (!terminal_) return;
  const int percent = static_cast<int>(std::min(done, total_) * 100 / total_);
  if (percent == shown_) return;
  shown_ = percent;
  constexpr int kWidth = 40;
  const int filled = percent * kWidth / 100;
  const std::string bar(static_cast<std::size_t>(filled), '#');
  fmt::print(stderr, "\r{} [{:<{}}] {:3} %", label_, bar, kWidth, percent);
  std::fflush(stderr);
}

}  // namespace ixsim::cli
