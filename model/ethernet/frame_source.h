// Sources of frames: replayed captures, generators, tests. A source is the link partner on the wire.
//
// Timing contract. Starts are legal on the wire (see wire_pacer.h) and therefore strictly increasing; a frame
// starts with its first preamble byte, its destination address follows eight byte times later. A source is
// pulled: it knows nothing of the receiver, and asking early changes nothing.
#ifndef IXSIM_ETHERNET_FRAME_SOURCE_H
#define IXSIM_ETHERNET_FRAME_SOURCE_H

#include <cstddef>
#include <utility>
#include <vector>

#include "ixsim/frame.h"
#include "ixsim/time.h"

namespace ixsim {

struct TimedFrame {
  Time start = 0;  // first preamble byte
  FrameRef frame;
};

class FrameSource {
 public:
  virtual ~FrameSource() = default;
  // The next frame, in wire order; false, and `out` untouched, when there is none left.
  virtual bool next(TimedFrame& out) = 0;
};

// A source of frames that are already timed; the caller answers for legal starts.
class FrameList : public FrameSource {
 public:
  explicit FrameList(std::vector<TimedFrame> frames) : frames_(std::move(frames)) {}
  bool next(TimedFrame& out) override {
    if (position_ == frames_.size()) return false;
    out = frames_[position_++];
    return true;
  }

 private:
  std::vector<TimedFrame> frames_;
  std::size_t position_ = 0;
};

}  // namespace ixsim

#endif
