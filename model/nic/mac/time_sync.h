// The IEEE 1588 clock of the 82599. It stamps one received and one sent packet at a time.
//
// SYSTIM grows by INCVAL every INCPERIOD ticks; a tick is 6.4 ns, at 1 Gb/s 64 ns. A write of TIMINCA or a
// change of the link leaves SYSTIM at its value, and the next increment counts from the last one. So repeated
// writes lose no time. A read of SYSTIML holds SYSTIMH until SYSTIMH is read. A received packet is stamped if
// TSYNCRXCTL is enabled, the previous stamp has been read, and the packet is a message of the kind that TYPE
// and RXMTRL select. The message is over Ethernet, as an ETQF with TIMESTAMP selects, or over UDP at the port
// of RXMTRL. A sent packet is stamped if its descriptor requests it (bit 19). The read of the high word of a
// stamp frees it.
//
// Timing contract: the clock is computed when software reads it. A stamp is the clock when the first byte of
// the destination address passes. Source: ixgbe_ptp.c, ixgbe_type.h; IEEE 1588-2008, 13.3 (header).
#ifndef IXSIM_NIC_MAC_TIME_SYNC_H
#define IXSIM_NIC_MAC_TIME_SYNC_H

#include <cstdint>

#include "base/agenda.h"
#include "base/layers.h"
#include "ixsim/bytes.h"
#include "ixsim/classifier.h"
#include "nic/registers/register_file.h"

namespace ixsim::nic {

class TimeSync {
 public:
  // Binds the registers.
  TimeSync(const Agenda& agenda, RegisterFile& registers);
  // Returns whether the device has the clock.
  bool present() const { return registers_.entries(Reg::TSYNCRXCTL) != 0; }
  // Applies a change of the link speed.
  void set_byte_time(Time byte_time);
  void reset();

  // Returns whether the next received message is stamped.
  bool receives() const { return receives_; }
  // Returns whether the next sent packet that requests a stamp gets one.
  bool sends() const { return sends_; }
  // Stamps a received frame if it is a message to be stamped; returns whether it is. `at` is the arrival of
  // its first byte.
  bool received(ByteView frame, const FrameHeaders& headers, Time at);
  void sent(Time at);

 private:
  Time period() const { return field::TIMINCA::INCPERIOD.get(increment_) * tick_; }
  std::uint64_t clock(Time at) const;
  // Restarts the clock from `value`, with the current increment and tick.
  void rebase(std::uint64_t value);
  // Sets TIMINCA and tick. The clock keeps its value and the time since its last increment.
  void set_pace(std::uint32_t increment, Time tick);
  void increment_written(const RegisterWrite& write);
  void clock_written(const RegisterWrite& write);
  void update(Time);
  std::uint32_t low_shown(unsigned, std::uint32_t stored) const;
  std::uint32_t high_shown(unsigned, std::uint32_t stored) const;
  void low_read(const RegisterRead& read);
  void high_read(const RegisterRead&) { held_ = false; }
  void receive_stamp_read(const RegisterRead&);
  void send_stamp_read(const RegisterRead&);
  // Returns the offset of a message's header in a frame; 0 if the frame has no message of a kind that is
  // stamped.
  std::size_t message_in(ByteView frame, const FrameHeaders& headers) const;

  const Agenda& agenda_;
  RegisterFile& registers_;
  Time tick_;
  Time since_ = 0;  // time from which the next increment counts
  std::uint64_t base_ = 0;
  std::uint32_t increment_ = 0;  // TIMINCA
  std::uint32_t held_high_ = 0;
  bool held_ = false;
  bool receives_ = false;
  bool sends_ = false;
};

}  // namespace ixsim::nic

#endif
