// Asks the link partner to stop and to go on, by PAUSE frames, as the receive packet buffer fills and
// empties.
//
// A class is a partition of the packet buffer and the priorities whose frames it holds: on the 82598 the one
// of the same number; with 802.3x flow control the link is the one class there is, and every partition with
// FCRTH.FCEN speaks for it. A class that comes
// to hold more than FCRTH is paused, for FCTTV slot times (XOFF). The PAUSE is repeated while it holds more
// than FCRTL and less than FCRTV of that time is left. Once it holds less than FCRTL, or nothing, it is
// resumed if FCRTL.XONE is set (XON), and otherwise left to its timer. RMCS (82599: FCCFG) turns either kind
// on, priority PAUSE if both are asked for.
//
// Invalid settings have defined behaviour: FCRTL above FCRTH counts as FCRTH; a time of 0 pauses nothing, so
// nothing is sent; FCRTV not below FCTTV counts as half of FCTTV; FCRTV 0 is never, so there is no refresh.
//
// Timing contract: looks at the buffer at MAC edges, and at the edge at which a mark is crossed asks for a
// frame; while that frame waits for the wire nothing else is asked for. A time counts from the last bit of
// its frame. Source: 82598 datasheet, flow control registers; IEEE 802.3 annex 31B, IEEE 802.1Qbb.
#ifndef IXSIM_NIC_MAC_FLOW_CONTROL_H
#define IXSIM_NIC_MAC_FLOW_CONTROL_H

#include <array>
#include <cstdint>

#include "base/agenda.h"
#include "base/timers.h"
#include "ixsim/frame.h"
#include "nic/queues/packet_buffer.h"
#include "nic/registers/register_file.h"

namespace ixsim {

class FlowControl : private TimerClient {
 public:
  static constexpr unsigned kClasses = PacketBuffer::kPartitions;

  FlowControl(Agenda& agenda, Timers& timers, RegisterFile& registers, PacketBuffer& buffer);
  // The block at whose edges update() is called.
  void set_slot(Agenda::Slot slot) { slot_ = slot; }
  // RMCS (FCCFG), watermarks or times have changed.
  void configure(Time now);
  // The class of each priority; configure() follows.
  void set_classes_of_priorities(const std::array<std::uint8_t, kClasses>& classes) {
    class_of_priority_ = classes;
  }
  // Clears the paused classes and drops a frame that waits: after a reset, and when the link is
  // lost or takes another speed.
  void forget(Time now);
  bool active() const { return active_ != 0; }
  // Called at MAC edges while active. The frame that is to be sent, or none.
  FrameRef update(Time now);
  // The frame is on the wire up to `end`; counts it as XOFF or XON.
  void sent(Time now, Time end, Time byte_time);

 private:
  struct Watermarks {
    std::uint32_t low = 0;  // bytes
    std::uint32_t high = 0;
    std::uint32_t time = 0;     // slot times
    std::uint32_t refresh = 0;  // ... that are left when the PAUSE is repeated; 0: never
    bool free = false;          // XON
  };

  void timer_ended(unsigned which, Time now) override;
  FrameRef make() const;
  void start_timer(Time now);

  Agenda& agenda_;
  RegisterFile& registers_;
  PacketBuffer& buffer_;
  Timers& timers_;
  Timers::Id timer_;
  Agenda::Slot slot_ = 0;
  std::array<std::uint8_t, kClasses> class_of_priority_{0, 1, 2, 3, 4, 5, 6, 7};
  bool priority_ = false;    // classes are of priorities
  std::uint8_t active_ = 0;  // classes (of a link: partitions) under flow control
  std::array<Watermarks, kClasses> watermarks_{};
  std::uint8_t paused_ = 0;  // classes that are paused
  std::uint8_t due_ = 0;     // ... and whose PAUSE is to be repeated
  std::array<Time, kClasses> refresh_at_{};
  bool waits_ = false;           // a frame has been asked for and has not begun
  bool waits_priority_ = false;  // ... of this kind
  std::uint8_t stops_ = 0;       // ... that says this
  std::uint8_t frees_ = 0;
  std::uint8_t stopped_ = 0;  // whose last PAUSE sent was an XOFF
  const bool counts_stops_;   // in PXON2OFFCNT
};

}  // namespace ixsim

#endif
