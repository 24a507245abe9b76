// Sources of frames: replayed captures, generators, tests. A source acts as the link partner on the wire.
//
// Timing contract: starts are legal on the wire (see wire_pacer.h) and therefore strictly increase. A frame
// starts with its first preamble byte; its destination address follows eight byte times later. The receiver
// pulls frames from a source. The source does not depend on the receiver, and an early call changes nothing.
#ifndef IXSIM_ETHERNET_FRAME_SOURCE_H
#define IXSIM_ETHERNET_FRAME_SOURCE_H

#include <cstddef>
#include <utility>
#include <vector>

#include "base/layers.h"
#include "ixsim/frame.h"
#include "ixsim/time.h"

namespace ixsim::ethernet {

struct TimedFrame {
  Time start = 0;  // time of the first preamble byte
  FrameRef frame;
};

class FrameSource {
 public:
  virtual ~FrameSource() = default;
  // Gets the next frame in wire order; returns false, with `out` unchanged, if there is none.
  virtual bool next(TimedFrame& out) = 0;
};

// A source of frames whose times are given; the caller ensures legal starts.
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

}  // namespace ixsim::ethernet

#endif
