// The transmit MAC and the data plane in front of it: takes whole frames out of the transmit packet buffer
// and puts them on the wire, each partition's in order, the partitions in turn or by their credits.
//
// Timing contract: acts on the lane clock (four byte times). A frame that entered the packet buffer at t may
// start at the first lane after t, and not before the frame in front of it plus the inter-frame gap (as TIPG
// says, 12 bytes on average by default; deficit idle count); it leaves at its start time. Whose turn it is is
// committed once the wire is free. A PAUSE that is received holds back frames not yet committed, of the link
// or of the partitions of the priorities it names, for the time it names, in quanta of 512 bit times counted
// from its reception. A MAC control frame of our own goes before any data frame not begun, paused or not;
// after one, a data frame that may go is next. Source: IEEE 802.3 clauses 4.4.2, 46.3.1.4 and annex 31B; IEEE
// 802.1Qbb; 82598 datasheet, TIPG, PDPMCS, TDPT2TCCR.
#ifndef IXSIM_NIC_MAC_TX_MAC_H
#define IXSIM_NIC_MAC_TX_MAC_H

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include "base/agenda.h"
#include "base/ring.h"
#include "ethernet/wire_pacer.h"
#include "ixsim/frame.h"
#include "nic/queues/credit_arbiter.h"

namespace ixsim {

struct TxWireFrame {
  FrameRef frame;
  std::uint64_t packet = 0;  // number of the packet at its port
  unsigned queue = 0;
  Time offered = 0;                // when the tail write arrived
  Time ready = 0;                  // when it entered the packet buffer
  bool last = true;                // last frame of its packet
  std::uint8_t traffic_class = 0;  // partition of the packet buffer
  bool stamp = false;              // the descriptor asks for a time stamp
};

class TxMacOwner {
 public:
  virtual ~TxMacOwner() = default;
  // The frame's first preamble byte leaves at `start`; its last bit at `end`.
  virtual void frame_started(const TxWireFrame& frame, Time start, Time end) = 0;
  // Its last byte has left: its place in the packet buffer is free.
  virtual void frame_left(std::uint32_t bytes, unsigned traffic_class, Time now) = 0;
  // Lower bound of when anything shows on the link that follows from frame_left() at `left`.
  virtual Time least_answer_to_freed_space(Time left) const = 0;
  // The same as the first of a MAC control frame.
  virtual void control_started(const FrameRef& frame, Time start, Time end) = 0;
};

class TxMac : public Block {
 public:
  static constexpr unsigned kPriorities = 8;

  TxMac(Agenda& agenda, Time byte_time, TxMacOwner& owner);
  void set_slot(Agenda::Slot slot) { slot_ = slot; }
  Clock clock() const { return clock_; }
  // Lower bound of a lane of the wire, the step in which it shows something, at any speed that it may take.
  Time least_lane() const { return least_lane_; }
  void act(Time now) override;
  Time visible(Time due, Time lookahead) const override;

  void enqueue(const TxWireFrame& frame, Time now);
  // Lower bound of the start of a frame that enters the packet buffer at `due` or later; kNever if others go
  // before it, which visible() reports.
  Time least_start(Time due) const;
  // One MAC control frame; not again before it has started or been dropped.
  void send_control(const FrameRef& frame, Time now);
  void drop_control();
  // A link PAUSE of `quanta` was received at `now`; 0 lets frames go again.
  void pause(std::uint16_t quanta, Time now);
  // A priority PAUSE for the priorities of `mask`, each with its quanta. A class is stopped while one of its
  // priorities is.
  void pause_priorities(std::uint8_t mask, const std::array<std::uint16_t, kPriorities>& quanta, Time now);
  void set_classes_of_priorities(const std::array<std::uint8_t, kPriorities>& classes, Time now);
  // The wire can be used or not, and how fast it is. A frame already begun goes to its end. A MAC control
  // frame that waits is dropped when the link is lost or takes another speed.
  void set_link(bool up, Time byte_time, Time now);
  // Forgets the frames that have not begun, whose owner gets each as `dropped(frame)`, and every PAUSE.
  template <typename Dropped>
  void reset(Time now, Dropped dropped) {
    withdraw();
    drop_control();
    for (std::uint32_t rest = std::exchange(occupied_, 0); rest != 0; rest &= rest - 1) {
      Frames& queue = queues_[static_cast<unsigned>(__builtin_ctz(rest))];
      while (!queue.empty()) dropped(queue.pop());
    }
    paused_until_ = class_pauses_end_ = 0;
    priority_paused_until_ = {};
    class_paused_until_ = {};
    released_at_ = now;
    agenda_.arm_after(slot_, now);
  }
  // Average gap between frames in bytes.
  void set_gap(std::int64_t gap);
  // For the data plane; arbitration_changed() follows a change.
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

  // The frame before has not ended by `now`.
  bool wire_busy(Time now) const { return !leaving_.empty() && leaving_.back().time > now; }
  // Lower bound of the start of a frame that is committed at `due` or later.
  Time least_committed(Time due) const {
    if (!leaving_.empty()) due = std::max(due, leaving_.back().time);
    return pacer_.next_start(clock_.edge_after(due));
  }
  void begin(Time now);
  void commit(Time now);
  // The frame that is committed, if any, waits again.
  void withdraw() {
    if (next_start_ != kNever) pacer_ = pacer_before_;
    next_start_ = kNever;
    next_is_control_ = false;
  }
  void update_class_pauses(Time now);
  std::uint32_t may_go(Time now, Time& desired);

  Agenda& agenda_;
  Clock clock_;
  Time byte_time_;
  const Time least_lane_;
  TxMacOwner& owner_;
  Agenda::Slot slot_ = 0;
  std::int64_t gap_ = kAverageGap;
  WirePacer pacer_;
  WirePacer pacer_before_;  // state before the frame that is committed
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
  Time next_start_ = kNever;       // of the frame that is committed
  bool next_is_control_ = false;   // which that is
  unsigned next_class_ = 0;        // ... or from where
  std::uint32_t next_choice_ = 0;  // ... of these classes
  bool control_before_ = false;    // the frame in front was a control frame
  bool link_up_ = true;
  Time released_at_ = -1;  // no frame is committed at an edge at which a pause may have ended
  Time paused_until_ = 0;
  std::array<std::uint8_t, kPriorities> class_of_priority_{0, 1, 2, 3, 4, 5, 6, 7};
  std::array<Time, kPriorities> priority_paused_until_{};
  std::array<Time, CreditArbiter::kClasses> class_paused_until_{};
  Time class_pauses_end_ = 0;  // no class is paused any more
};

}  // namespace ixsim

#endif
