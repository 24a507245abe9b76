// The path of a frame from the transmit packet buffer to the receive packet buffer of the same port, for
// frames that one pool sends to another.
//
// Timing contract: the path acts on the MAC clock. Frames pass one after the other, 8 bytes per clock from
// the first edge after the frame is complete in the transmit packet buffer. A frame enters the receive packet
// buffer 12 clocks after its last beat. Its space in the transmit packet buffer is then free, unless it
// leaves on the wire too. The times of the silicon are not published: these are those of the classifier.
#ifndef IXSIM_NIC_POOLS_LOOPBACK_PATH_H
#define IXSIM_NIC_POOLS_LOOPBACK_PATH_H

#include <cstdint>

#include "base/agenda.h"
#include "base/layers.h"
#include "base/ring.h"
#include "ixsim/classifier.h"
#include "ixsim/frame.h"

namespace ixsim::nic {

struct LoopedFrame {
  FrameRef frame;
  Decision decision;
  bool to_wire = false;  // leaves on the wire too: the wire then frees its space
  // Packet to which the frame belongs.
  std::uint64_t packet = 0;
  unsigned queue = 0;
  unsigned traffic_class = 0;  // partition of the transmit packet buffer
  bool last = true;
  std::uint64_t copy = 0;  // number of the copy that the receive side gets
};

class LoopbackOwner {
 public:
  virtual ~LoopbackOwner() = default;
  // Reports that the frame has passed the switch.
  virtual void looped(const LoopedFrame& frame, Time now) = 0;
};

class LoopbackPath : public Block {
 public:
  LoopbackPath(Agenda& agenda, LoopbackOwner& owner) : agenda_(agenda), owner_(owner) {}
  void set_slot(Agenda::Slot slot) { slot_ = slot; }

  void enqueue(const LoopedFrame& frame, Time now) {
    const auto beats = static_cast<Time>((frame.frame->size() + kBeat - 1) / kBeat);
    const Time first = std::max(kMacClock.edge_after(now), free_);
    free_ = first + beats * kMacClock.period();
    waiting_.push({frame, free_ + kDecision});
    if (waiting_.size() == 1) agenda_.arm(slot_, waiting_.front().due);
  }
  void act(Time now) override {
    while (!waiting_.empty() && waiting_.front().due <= now) {
      const Waiting through = waiting_.pop();
      owner_.looped(through.frame, now);
    }
    if (!waiting_.empty()) agenda_.arm(slot_, waiting_.front().due);
  }
  // Discards, at a reset, the frames on their way; `lost` is called for each frame.
  template <typename Lost>
  void reset(Lost lost) {
    free_ = 0;
    while (!waiting_.empty()) {
      const Waiting taken = waiting_.pop();
      lost(taken.frame);
    }
  }
  // Visits the frames on their way, in order. Their copies for the receive side are in no other buffer.
  template <typename Visit>
  void for_each_held(Visit visit) {
    for (std::size_t i = 0; i < waiting_.size(); ++i) visit(waiting_[i].frame);
  }

 private:
  static constexpr std::size_t kBeat = 8;
  static constexpr Time kDecision = 12 * kMacClock.period();
  struct Waiting {
    LoopedFrame frame;
    Time due = 0;
  };

  Agenda& agenda_;
  LoopbackOwner& owner_;
  Agenda::Slot slot_ = 0;
  Time free_ = 0;
  Ring<Waiting> waiting_{16};
};

}  // namespace ixsim::nic

#endif
