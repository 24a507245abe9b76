// The transmit MAC and the data plane in front of it. It takes whole frames from the transmit packet buffer
// and puts them on the wire. Frames of one partition keep their order; partitions take turns or are served by
// credits.
//
// Timing contract: the MAC acts on the lane clock (four byte times). A frame that entered the packet buffer
// at t is seen at the first lane after t. It starts at the second one at the earliest, and not before the end
// of the previous frame plus the inter-frame gap (from TIPG, 12 bytes on average by default; deficit idle
// count). It leaves at its start time. The choice of the next partition is committed once the wire is free. A
// received PAUSE holds back frames that are not yet committed: those of the link, or of the partitions of the
// named priorities. It does so for the given time, in quanta of 512 bit times counted from its reception. A
// MAC control frame of this port goes before any data frame that has not begun, paused or not. After one, a
// data frame that may start is next.
// Source: IEEE 802.3 clauses 4.4.2, 46.3.1.4 and annex 31B; IEEE 802.1Qbb; 82598 datasheet, TIPG, PDPMCS,
// TDPT2TCCR.
#ifndef IXSIM_NIC_MAC_TX_MAC_H
#define IXSIM_NIC_MAC_TX_MAC_H

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include "base/agenda.h"
#include "base/layers.h"
#include "base/ring.h"
#include "ethernet/wire_pacer.h"
#include "ixsim/frame.h"
#include "nic/queues/credit_arbiter.h"

namespace ixsim::nic {

struct TxWireFrame {
  FrameRef frame;
  std::uint64_t packet = 0;  // number of the packet at its port
  unsigned queue = 0;
  Time offered = 0;                // arrival of the tail write, or a later enable of the queue
  Time ready = 0;                  // time at which the frame entered the packet buffer
  bool last = true;                // last frame of its packet
  std::uint8_t traffic_class = 0;  // partition of the packet buffer
  bool stamp = false;              // the descriptor requests a time stamp
};

class TxMacOwner {
 public:
  virtual ~TxMacOwner() = default;
  // Reports that the frame's first preamble byte leaves at `start` and its last bit at `end`.
  virtual void frame_started(const TxWireFrame& frame, Time start, Time end) = 0;
  // Reports that its last byte has left: its space in the packet buffer is free.
  virtual void frame_left(std::uint32_t bytes, unsigned traffic_class, Time now) = 0;
  // Returns a lower bound of the first observable effect on the link of frame_left() at `left`.
  virtual Time least_answer_to_freed_space(Time left) const = 0;
  // Reports the same as frame_started() for a MAC control frame.
  virtual void control_started(const FrameRef& frame, Time start, Time end) = 0;
};

class TxMac : public Block {
 public:
  static constexpr unsigned kPriorities = 8;

  TxMac(Agenda& agenda, Time byte_time, TxMacOwner& owner);
  void set_slot(Agenda::Slot slot) { slot_ = slot; }
  Clock clock() const { return clock_; }
  // Returns a lower bound of a lane of the wire at any speed; outputs start at lanes.
  Time least_lane() const { return least_lane_; }
  void act(Time now) override;
  Time earliest_output(Time due, Time lookahead) const override;

  void enqueue(TxWireFrame frame, Time now);
  // Returns a lower bound of the start of a frame that enters the packet buffer at `due` or later; kNever if
  // others go before it, which earliest_output() reports.
  Time least_start(Time due) const;
  // Sends one MAC control frame. No other may follow before it has started or been dropped.
  void send_control(const FrameRef& frame, Time now);
  void drop_control();
  // Applies a link PAUSE of `quanta` received at `now`; 0 resumes frames.
  void pause(std::uint16_t quanta, Time now);
  // Applies a priority PAUSE for the priorities of `mask`, each with its quanta. A class is stopped while one
  // of its priorities is.
  void pause_priorities(std::uint8_t mask, const std::array<std::uint16_t, kPriorities>& quanta, Time now);
  void set_classes_of_priorities(const std::array<std::uint8_t, kPriorities>& classes, Time now);
  // Sets whether the wire can be used, and its speed. A frame already begun is completed. A waiting MAC
  // control frame is dropped when the link is lost or changes its speed. A PAUSE ends when the link is lost.
  void set_link(bool up, Time byte_time, Time now);
  // Discards every PAUSE and the frames that have not begun; the owner gets each frame as `dropped(frame)`.
  template <typename Dropped>
  void reset(Time now, Dropped dropped) {
    withdraw();
    drop_control();
    for (std::uint32_t rest = std::exchange(occupied_, 0); rest != 0; rest &= rest - 1) {
      Frames& queue = queues_[static_cast<unsigned>(__builtin_ctz(rest))];
      while (!queue.empty()) dropped(queue.pop());
    }
    forget_pauses();
    released_at_ = now;
    agenda_.arm_after(slot_, now);
  }
  // Sets the average gap between frames in bytes.
  void set_gap(std::int64_t gap);
  // Returns the arbiter of the data plane; arbitration_changed() follows a change.
  ClassArbiter& arbiter() { return arbiter_; }
  const ClassArbiter& arbiter() const { return arbiter_; }
  void arbitration_changed(Time now);
  bool paused(Time now) const { return now < paused_until_; }
  bool class_paused(unsigned number, Time now) const { return now < class_paused_until_[number]; }
  std::size_t frames_held() const {
    std::size_t held = 0;
    for (const auto& queue : queues_) held += queue.size();
    return held;
  }

 private:
  using Frames = Ring<TxWireFrame>;

  // Returns whether the previous frame has not ended by `now`.
  bool wire_busy(Time now) const { return !leaving_.empty() && leaving_.back().time > now; }
  // Returns a lower bound of the start of a frame that is committed at `due` or later.
  Time least_committed(Time due) const {
    if (!leaving_.empty()) due = std::max(due, leaving_.back().time);
    return pacer_.next_start(clock_.edge_after(due));
  }
  void begin(Time now);
  void commit(Time now);
  // Withdraws the committed frame, if any; it waits again.
  void withdraw() {
    if (next_start_ != kNever) pacer_ = pacer_before_;
    next_start_ = kNever;
    next_is_control_ = false;
  }
  void update_class_pauses(Time now);
  void forget_pauses() {
    paused_until_ = class_pauses_end_ = 0;
    priority_paused_until_ = {};
    class_paused_until_ = {};
  }
  std::uint32_t may_go(Time now, Time& desired);

  Agenda& agenda_;
  Clock clock_;
  Time byte_time_;
  const Time least_lane_;
  TxMacOwner& owner_;
  Agenda::Slot slot_ = 0;
  std::int64_t gap_ = kAverageGap;
  WirePacer pacer_;
  WirePacer pacer_before_;  // state before the committed frame
  std::array<Frames, CreditArbiter::kClasses> queues_;
  std::uint32_t occupied_ = 0;  // classes with frames
  ClassArbiter arbiter_;
  FrameRef control_;
  Time control_ready_ = 0;
  struct Leaving {
    Time time = 0;
    std::uint32_t bytes = 0;
    std::uint8_t traffic_class = 0;
  };
  Ring<Leaving> leaving_{8};
  Time next_start_ = kNever;       // start of the committed frame
  bool next_is_control_ = false;   // the committed frame is a control frame
  unsigned next_class_ = 0;        // class of the committed data frame
  std::uint32_t next_choice_ = 0;  // classes among which it was chosen
  bool control_before_ = false;    // the previous frame was a control frame
  bool link_up_ = true;
  Time released_at_ = -1;  // no frame is committed at an edge at which a pause may have ended
  Time paused_until_ = 0;
  std::array<std::uint8_t, kPriorities> class_of_priority_{0, 1, 2, 3, 4, 5, 6, 7};
  std::array<Time, kPriorities> priority_paused_until_{};
  std::array<Time, CreditArbiter::kClasses> class_paused_until_{};
  Time class_pauses_end_ = 0;  // no class is paused from then on
};

}  // namespace ixsim::nic

#endif
