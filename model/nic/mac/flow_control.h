// Stops and resumes the link partner by PAUSE frames as the receive packet buffer fills and drains.
//
// A class is a partition of the packet buffer together with the priorities whose frames it holds. On the
// 82598 it is the priority of the same number. With 802.3x flow control the link is the only class, and every
// partition with FCRTH.FCEN can pause it. A class that holds more than FCRTH is paused for FCTTV slot times
// (XOFF). The PAUSE is repeated while the class holds more than FCRTL and less than FCRTV of that time is
// left. Once the class holds less than FCRTL, or nothing, it is resumed if FCRTL.XONE is set (XON); otherwise
// its timer expires. RMCS (82599: FCCFG) enables either kind; if both are enabled, priority PAUSE is used.
//
// Invalid settings have defined behaviour. FCRTL above FCRTH counts as FCRTH. A time of 0 pauses nothing, so
// nothing is sent. FCRTV not below FCTTV counts as half of FCTTV. FCRTV 0 disables the refresh.
//
// Timing contract: the buffer is checked at MAC edges. A frame is requested at the edge at which a watermark
// is crossed. While that frame waits for the wire, no other is requested. A pause time counts from the last
// bit of its frame. Source: 82598 datasheet, flow control registers; IEEE 802.3 annex 31B, IEEE 802.1Qbb.
#ifndef IXSIM_NIC_MAC_FLOW_CONTROL_H
#define IXSIM_NIC_MAC_FLOW_CONTROL_H

#include <array>
#include <cstdint>

#include "base/agenda.h"
#include "base/layers.h"
#include "base/timers.h"
#include "ixsim/frame.h"
#include "nic/queues/packet_buffer.h"
#include "nic/registers/register_file.h"

namespace ixsim::nic {

class FlowControl : private TimerClient {
 public:
  static constexpr unsigned kClasses = PacketBuffer::kPartitions;

  FlowControl(Agenda& agenda, Timers& timers, RegisterFile& registers, PacketBuffer& buffer);
  // Sets the block at whose edges update() is called.
  void set_slot(Agenda::Slot slot) { slot_ = slot; }
  // Applies a change of RMCS (FCCFG), watermarks or times.
  void configure(Time now);
  // Sets the class of each priority; configure() follows.
  void set_classes_of_priorities(const std::array<std::uint8_t, kClasses>& classes) {
    class_of_priority_ = classes;
  }
  // Clears the paused classes and drops a waiting frame: after a reset, and when the link is lost or changes
  // its speed.
  void forget(Time now);
  bool active() const { return active_ != 0; }
  // Returns the frame to send, or none. Called at MAC edges while active.
  FrameRef update(Time now);
  // Reports that the frame is on the wire up to `end`; counts it as XOFF or XON.
  void sent(Time now, Time end, Time byte_time);

 private:
  struct Watermarks {
    std::uint32_t low = 0;  // bytes
    std::uint32_t high = 0;
    std::uint32_t time = 0;     // slot times
    std::uint32_t refresh = 0;  // slot times left at which the PAUSE is repeated; 0: never
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
  bool priority_ = false;    // classes are those of priorities
  std::uint8_t active_ = 0;  // classes (of a link: partitions) under flow control
  std::array<Watermarks, kClasses> watermarks_{};
  std::uint8_t paused_ = 0;  // classes that are paused
  std::uint8_t due_ = 0;     // paused classes whose PAUSE is due to be repeated
  std::array<Time, kClasses> refresh_at_{};
  bool waits_ = false;           // a requested frame has not begun
  bool waits_priority_ = false;  // kind of that frame
  std::uint8_t stops_ = 0;       // classes that it stops
  std::uint8_t frees_ = 0;
  std::uint8_t stopped_ = 0;  // classes whose last PAUSE sent was an XOFF
  const bool counts_stops_;   // in PXON2OFFCNT
};

}  // namespace ixsim::nic

#endif
