// The measuring windows of a port: the time in which rates and latencies are measured, one window for each
// direction. A window begins `warmup` after the first frame. It ends `length` later, or with the last frame
// if that comes first or no length is set.
//
// Rates count events in the window, over its length. Later events, while the device drains, do not count.
// Latencies cover frames that come in the window, whenever they are finished. The end of the input is not
// known in advance: events after the last frame known so far count once a further frame comes. Times of one
// kind never decrease; calls may be later than the times that they pass.
#ifndef IXSIM_PLATFORM_MEASURING_WINDOW_H
#define IXSIM_PLATFORM_MEASURING_WINDOW_H

#include <algorithm>
#include <cstdint>

#include "base/layers.h"
#include "ixsim/time.h"

namespace ixsim::platform {

struct WindowSettings {
  Time warmup = 0;  // from the first frame to the start of the window
  Time length = 0;  // 0: until the last frame
};

// Start and end, common to both directions.
class MeasuringWindow {
 public:
  explicit MeasuringWindow(const WindowSettings& settings = {})
      : settings_(settings), since_(settings.warmup == 0 ? 0 : kNever) {}

  bool begun() const { return begin_ != kNever; }
  // Both are 0 if the input ended before the window began.
  Time begin() const { return open() ? begin_ : 0; }
  Time end() const { return open() ? end_ : 0; }
  Time length() const { return end() - begin(); }
  // Returns whether the latency of a frame that came at `time` counts. Without a warm-up all frames count.
  bool covers(Time time) const { return time >= since_ && time <= limit_; }
  // Returns whether the input lasted until the end of the window's length, if it has one.
  bool complete() const { return settings_.length == 0 || length() == settings_.length; }
  // Ends the input: nothing that comes later counts.
  void close() {
    if (begun()) limit_ = std::min(limit_, std::max(begin_, end_));
  }
  // Returns the part of `from` to `to` that lies in the window, as far as its end is known.
  Time overlap(Time from, Time to) const {
    return begun() ? std::max<Time>(0, std::min(to, limit_) - std::max(from, begin_)) : 0;
  }
  // Returns whether the window began before the input ended.
  bool open() const { return begun() && end_ >= begin_; }

 protected:
  void first(Time time) {
    begin_ = time + settings_.warmup;
    if (settings_.warmup != 0) since_ = begin_;
    if (settings_.length != 0) limit_ = begin_ + settings_.length;
  }

  WindowSettings settings_;
  Time since_;
  Time begin_ = kNever;
  Time end_ = 0;  // end, as far as frames are known
  Time limit_ = kNever;
};

struct WindowCount {
  std::uint64_t frames = 0;
  std::uint64_t bytes = 0;
  void add(std::uint64_t size) {
    ++frames;
    bytes += size;
  }
};

// Frames count by their ends: those after the start of the window, up to its end.
class ReceiveWindow : public MeasuringWindow {
 public:
  using MeasuringWindow::MeasuringWindow;

  // Counts a frame of the input whose last bit comes at `time`.
  void input(Time time, std::uint64_t bytes) {
    if (!begun()) first(time);
    if (time > begin_ && time <= limit_) input_.add(bytes);
    end_ = std::min(time, limit_);
    if (later_.frames == 0) return;
    delivered_.frames += later_.frames;
    delivered_.bytes += later_.bytes;
    later_ = {};
  }
  // Counts a frame whose descriptor was written to memory at `time`.
  void delivered(Time time, std::uint64_t bytes) {
    if (time <= begin_ || time > limit_) return;
    (time <= end_ ? delivered_ : later_).add(bytes);
  }
  const WindowCount& input() const { return input_; }
  const WindowCount& delivered() const { return delivered_; }

 private:
  WindowCount input_;
  WindowCount delivered_;
  WindowCount later_;  // delivered after the last frame known so far
};

// Frames count by their starts: those from the start of the window on, before its end.
class TransmitWindow : public MeasuringWindow {
 public:
  using MeasuringWindow::MeasuringWindow;

  // Counts a frame whose first bit leaves at `time`.
  void sent(Time time, std::uint64_t bytes) {
    if (!begun()) first(time);
    if (last_ >= begin_ && last_ < limit_) sent_.add(last_bytes_);
    end_ = std::min(time, limit_);
    last_ = time;
    last_bytes_ = bytes;
  }
  const WindowCount& sent() const { return sent_; }

 private:
  WindowCount sent_;
  Time last_ = -1;
  std::uint64_t last_bytes_ = 0;
};

}  // namespace ixsim::platform

#endif
