// Errors that the receive MAC detects in a frame, before any filter sees it.
//
// Timing contract: a pure function of the frame and of the MAC registers as they stand when the frame begins.
// Source: IEEE 802.3 clause 4.2.9 and annex 31B; 82598 datasheet, receive MAC (HLREG0, MHADD, FCTRL).
#ifndef IXSIM_NIC_MAC_RECEIVE_CHECK_H
#define IXSIM_NIC_MAC_RECEIVE_CHECK_H

#include <array>
#include <cstdint>

#include "base/layers.h"
#include "ixsim/frame.h"

namespace ixsim::nic {

struct MacSettings {
  std::uint32_t max_frame = 1'518;        // bytes with FCS, untagged: 1518, or MHADD.MFS with HLREG0.JUMBOEN
  std::uint16_t vlan_ethertype = 0x8100;  // VLNCTRL.VET
  bool double_vlan = false;               // CTRL_EXT.EXTENDED_VLAN
  std::uint16_t outer_ethertype = 0;      // EXVET
  bool check_length = true;               // HLREG0.RXLNGTHERREN
  bool accept_pause = false;              // FCTRL.RFCE
  bool accept_priority_pause = false;     // FCTRL.RPFCE
  bool discard_pause = false;             // FCTRL.DPF
  bool pass_control = false;              // FCTRL.PMCF
  std::uint8_t mac_address[6] = {};       // RAR0
};

enum class PauseKind : std::uint8_t { kNone, kLink, kPriority };

struct ReceiveStatus {
  bool symbol = false;
  bool crc = false;
  bool undersize = false;
  bool oversize = false;
  bool length = false;
  bool outer_tag = false;              // double VLAN: an outer tag is in front
  bool consumed = false;               // MAC control frame that is not passed to the host
  PauseKind pause = PauseKind::kNone;  // PAUSE that takes effect
  std::uint16_t pause_time = 0;        // time of a link PAUSE, in quanta of 512 bit times

  // Returns whether the MAC found the frame bad: s_axis_tuser.
  bool error() const { return symbol | crc | undersize | oversize | length; }
};

// Returns the priorities that a priority PAUSE names, one bit each, and sets their times. Returns none if the
// frame is truncated.
std::uint8_t priority_pause(ByteView without_fcs, std::array<std::uint16_t, 8>& quanta);

// Sets what is found in `frame`; `status` must be clear.
void check_frame(const Frame& frame, const MacSettings& settings, ReceiveStatus& status);

}  // namespace ixsim::nic

#endif
