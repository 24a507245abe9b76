// The transmit MAC: takes whole frames out of the transmit packet buffer in order and puts them on the wire.
//
// Timing contract: acts on the lane clock (four byte times). A frame that entered the packet buffer at t may
// start at the first lane after t, and not before the frame in front of it plus the inter-frame gap (12 bytes
// on average, deficit idle count); it leaves at its start time. A link PAUSE that is received holds back
// frames not yet started, for the time it names, in quanta of 512 bit times counted from its reception.
// Source: IEEE 802.3 clauses 4.4.2, 46.3.1.4 and annex 31B; 82598 datasheet, TIPG.
#ifndef IXSIM_NIC_MAC_TX_MAC_H
#define IXSIM_NIC_MAC_TX_MAC_H

#include <cstdint>

#include "ixsim/base/agenda.h"
#include "ixsim/base/ring.h"
#include "ixsim/ethernet/frame.h"
#include "ixsim/ethernet/wire_pacer.h"

namespace ixsim {

struct TxWireFrame {
  FrameRef frame;
  std::uint64_t packet = 0;  // number of the packet at its port
  unsigned queue = 0;
  Time offered = 0;  // when the tail write arrived
  Time ready = 0;    // when it entered the packet buffer
  bool last = true;  // last frame of its packet
};

class TxMacOwner {
 public:
  virtual ~TxMacOwner() = default;
  // The frame's first preamble byte leaves at `start`; its last bit at `end`.
  virtual void frame_started(const TxWireFrame& frame, Time start, Time end) = 0;
  // Its last byte has left: its place in the packet buffer is free.
  virtual void frame_left(std::uint32_t bytes, Time now) = 0;
  // Lower bound of when anything shows on the link that follows from frame_left() at `left`.
  virtual Time least_answer_to_room(Time left) const = 0;
};

class TxMac : public Block {
 public:
  TxMac(Agenda& agenda, Time byte_time, TxMacOwner& owner);
  void set_slot(Agenda::Slot slot) { slot_ = slot; }
  Clock clock() const { return clock_; }
  void act(Time now) override;
  Time visible(Time due, Time lookahead) const override;

  void enqueue(const TxWireFrame& frame, Time now);
  // Lower bound of the start of a frame that enters the packet buffer at `due` or later; kNever if others go
  // before it, of which visible() tells.
  Time least_start(Time due) const;
  // A link PAUSE of `quanta` was received at `now`; 0 lets frames go again.
  void pause(std::uint16_t quanta, Time now);
  // The wire can be used or not, and how fast it is. A frame already begun goes to its end.
  void set_link(bool up, Time byte_time, Time now);
  bool paused(Time now) const { return now < paused_until_; }
  std::size_t frames_held() const { return queue_.size(); }
  Time paused_time() const { return paused_time_; }

 private:
  // The frame before has not ended by `now`.
  bool wire_busy(Time now) const { return !leaving_.empty() && leaving_.back().time > now; }
  void settle(Time now);

  Agenda& agenda_;
  Clock clock_;
  Time byte_time_;
  TxMacOwner& owner_;
  Agenda::Slot slot_ = 0;
  WirePacer pacer_;
  Ring<TxWireFrame> queue_{64};
  struct Leaving {
    Time time = 0;
    std::uint32_t bytes = 0;
  };
  Ring<Leaving> leaving_{8};
  Time next_start_ = kNever;  // of the frame at the front, once it is settled
  bool link_up_ = true;
  Time paused_until_ = 0;
  Time paused_time_ = 0;
};

}  // namespace ixsim

#endif
