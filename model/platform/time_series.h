// Quantities over simulated time in a bounded number of bins: levels, such as the fill of a queue, and
// counts.
//
// The value of a level in a bin is its exact mean over the time of the bin; the value of a count is the
// number counted there. When time passes the last bin, bins are joined in pairs and become twice as long.
// Only the finer division is lost. Changes of one series may be reported in any order of time. The extremes
// of a level assume that changes come in order, except those announced by change_later().
#ifndef IXSIM_PLATFORM_TIME_SERIES_H
#define IXSIM_PLATFORM_TIME_SERIES_H

#include <algorithm>
#include <cstdint>
#include <deque>
#include <string>
#include <utility>
#include <vector>

#include "base/layers.h"
#include "ixsim/time.h"

namespace ixsim::platform {

class TimeSeries {
 public:
  enum class Kind : std::uint8_t { kLevel, kCount };
  struct About {
    std::string name;
    std::string unit;
    std::string description;
    Kind kind = Kind::kLevel;
  };

  // Makes series whose bins begin at `origin`. Earlier changes give the level with which the first bin
  // begins. `bins` is even.
  TimeSeries(Time origin, std::size_t bins, Time width) : origin_(origin), bins_(bins), width_(width) {}

  std::size_t add(About about) {
    series_.push_back({});
    series_.back().about = std::move(about);
    series_.back().steps.resize(bins_);
    series_.back().parts.resize(bins_);
    return series_.size() - 1;
  }

  // Changes the level by `delta` at `time`.
  void change(std::size_t index, Time time, std::int64_t delta) {
    Series& series = series_[index];
    for (; !series.later.empty() && series.later.front().first <= time; series.later.pop_front())
      move(series, series.later.front().first, series.later.front().second);
    move(series, time, delta);
    enter(series, time, delta);
  }
  // Changes the level by a change announced before its time; the times of these do not decrease.
  void change_later(std::size_t index, Time time, std::int64_t delta) {
    series_[index].later.emplace_back(time, delta);
    enter(series_[index], time, delta);
  }
  void set(std::size_t index, Time time, std::int64_t level) {
    change(index, time, level - series_[index].level);
  }
  void count(std::size_t index, Time time, std::int64_t number) { enter(series_[index], time, number); }

  Time origin() const { return origin_; }
  Time width() const { return width_; }
  // Returns the number of bins up to the last change of any series.
  std::size_t used() const {
    return last_ < origin_ ? 0 : static_cast<std::size_t>((last_ - origin_) / width_) + 1;
  }
  std::size_t size() const { return series_.size(); }
  const About& about(std::size_t index) const { return series_[index].about; }
  // Returns whether the series ever changed.
  bool active(std::size_t index) const { return series_[index].active; }
  std::int64_t least(std::size_t index) const { return extremes(index).first; }
  std::int64_t most(std::size_t index) const { return extremes(index).second; }
  // Returns the values of the bins in use: means of a level, numbers of a count.
  std::vector<double> values(std::size_t index) const;
  // Returns the mean of a level over all bins in use.
  double mean(std::size_t index) const;

 private:
  // Sums of bytes times picoseconds exceed 64 bits.
  using Wide = __int128;
  struct Series {
    About about;
    std::vector<std::int64_t> steps;  // changes in each bin
    std::vector<Wide> parts;          // each change times the rest of its bin
    std::int64_t before = 0;          // level at the start of the first bin
    std::int64_t level = 0;
    std::int64_t least = 0;
    std::int64_t most = 0;
    bool moved = false;  // within the bins
    bool active = false;
    std::deque<std::pair<Time, std::int64_t>> later;
  };

  void move(Series& series, Time time, std::int64_t delta) {
    if (time >= origin_ && !series.moved) {
      series.moved = true;
      series.least = series.most = series.level;
    }
    series.level += delta;
    series.least = series.moved ? std::min(series.least, series.level) : series.level;
    series.most = series.moved ? std::max(series.most, series.level) : series.level;
  }
  void enter(Series& series, Time time, std::int64_t delta) {
    if (delta == 0) return;
    series.active = true;
    if (time < origin_) {
      series.before += delta;
      return;
    }
    while (time - origin_ >= width_ * static_cast<Time>(bins_)) join();
    last_ = std::max(last_, time);
    const auto bin = static_cast<std::size_t>((time - origin_) / width_);
    const Time end = origin_ + width_ * static_cast<Time>(bin + 1);
    series.steps[bin] += delta;
    series.parts[bin] += static_cast<Wide>(delta) * (end - time);
  }
  void join() {
    for (Series& series : series_) {
      for (std::size_t i = 0; i < bins_ / 2; ++i) {
        series.parts[i] =
            series.parts[2 * i] + static_cast<Wide>(series.steps[2 * i]) * width_ + series.parts[2 * i + 1];
        series.steps[i] = series.steps[2 * i] + series.steps[2 * i + 1];
      }
      std::fill(series.parts.begin() + static_cast<std::ptrdiff_t>(bins_ / 2), series.parts.end(), 0);
      std::fill(series.steps.begin() + static_cast<std::ptrdiff_t>(bins_ / 2), series.steps.end(), 0);
    }
    width_ *= 2;
  }
  std::pair<std::int64_t, std::int64_t> extremes(std::size_t index) const {
    Series series = series_[index];
    for (const auto& [time, delta] : series.later) {
      series.level += delta;
      series.least = std::min(series.least, series.level);
      series.most = std::max(series.most, series.level);
    }
    return {series.least, series.most};
  }

  Time origin_;
  std::size_t bins_;
  Time width_;
  Time last_ = -1;
  std::vector<Series> series_;
};

inline std::vector<double> TimeSeries::values(std::size_t index) const {
  const Series& series = series_[index];
  std::vector<double> values;
  std::int64_t level = series.before;
  for (std::size_t i = 0; i < used(); ++i) {
    if (series.about.kind == Kind::kCount) {
      values.push_back(static_cast<double>(series.steps[i]));
      continue;
    }
    const Wide sum = static_cast<Wide>(level) * width_ + series.parts[i];
    values.push_back(static_cast<double>(sum) / static_cast<double>(width_));
    level += series.steps[i];
  }
  return values;
}

inline double TimeSeries::mean(std::size_t index) const {
  const Series& series = series_[index];
  if (used() == 0) return static_cast<double>(series.before);
  Wide sum = 0;
  std::int64_t level = series.before;
  for (std::size_t i = 0; i < used(); ++i) {
    sum += static_cast<Wide>(level) * width_ + series.parts[i];
    level += series.steps[i];
  }
  return static_cast<double>(sum) / (static_cast<double>(width_) * static_cast<double>(used()));
}

}  // namespace ixsim::platform

#endif
