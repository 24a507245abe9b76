// The link of one port: modes requested by AUTOC, abilities of the link partner, and the result in LINKS. A
// change is an interrupt cause (LSC), enables or disables the wire, and may change its speed.
//
// AUTOC.FLU forces the link up with any link partner or none. Otherwise the mode of LMS takes effect at a
// reset and with AN_RESTART. The link then goes down. If the link partner has a speed that the mode allows,
// it comes back. Another link partner, and AN_RESTART of PCS1GLCTL, restart the link too, in the mode that is
// in effect. Modes 4 and 6 negotiate: 10 Gb/s before 1 Gb/s, as KX4_SUPP and KX_SUPP advertise. Modes 3,
// 5 and 7 have no link on the 82598. On the 82599 they are 10 Gb/s serial, SGMII, and lanes with SGMII. There
// KR_SUPP advertises 10 Gb/s too, and LINKS has a code of the speed.
//
// ANLP1.AN_STATE of the 82599 is 0 until an AN_RESTART that begins a negotiation or toggles bit 2 of LMS has
// been active for `restart`. Drivers use it to detect that the data path has been reset. The codes of the
// other states are not published: 1 stands for all of them.
//
// Timing contract: the link goes down, and a forced link comes up, at the register write or at the link
// partner's event. Otherwise the link comes up `restart` later, or `negotiation` later in a mode that
// negotiates. Source: 82598 datasheet, features page; ixgbe_82598.c (driver expectations of AUTOC and LINKS).
// The times are proposed.
#ifndef IXSIM_NIC_MAC_LINK_H
#define IXSIM_NIC_MAC_LINK_H

#include "base/agenda.h"
#include "base/layers.h"
#include "base/timers.h"
#include "ixsim/controller_config.h"
#include "nic/registers/register_file.h"

namespace ixsim::nic {

enum class LinkSpeed : std::uint8_t { k1G, k10G };

class LinkOwner {
 public:
  virtual ~LinkOwner() = default;
  virtual void link_changed(Time now) = 0;
  // Reports a remote fault at 10 Gb/s. At 1 Gb/s remote fault is part of the negotiation and appears in
  // PCS1GLSTA.
  virtual void remote_fault() = 0;
};

class Link : private TimerClient {
 public:
  // Makes a link. If `serial` is set, modes and registers are those of the 82599.
  Link(const Agenda& agenda, Timers& timers, RegisterFile& registers, LinkOwner& owner, LinkTimes times,
       bool serial = false);

  // Sets the link that is up at time 0; the owner is not notified.
  void power_on(const LinkPartner& partner);
  // Resets the link (CTRL.RST), after the registers got their values.
  void reset(Time now) {
    mode_ = registers_.get(Reg::AUTOC);
    update(now, true);
    states_from_ = serial_ && negotiates() ? now + times_.restart : kNever;
  }
  void partner_changed(const LinkPartner& partner, Time now);

  bool up() const { return up_; }
  // Returns the speed of the link, or of the last one.
  LinkSpeed speed() const { return speed_; }

 private:
  void autoc_written(const RegisterWrite& write);
  void pcs1g_control_written(const RegisterWrite& write);
  std::uint32_t links(unsigned, std::uint32_t) const;
  std::uint32_t partner_abilities(unsigned, std::uint32_t stored) const;
  std::uint32_t partner_negotiates(unsigned, std::uint32_t stored) const;
  std::uint32_t pcs1g_status(unsigned, std::uint32_t stored) const;
  std::uint32_t pcs1g_partner_abilities(unsigned, std::uint32_t stored) const;
  void timer_ended(unsigned which, Time now) override;
  void update(Time now, bool restart);
  void set(bool up, LinkSpeed speed, Time now);
  // Sets the speed that the mode in effect and the link partner have in common; returns false if there is
  // none.
  bool agreed(LinkSpeed& speed) const;
  // Sets the speed of a link that software forces up; returns whether it does.
  bool forced(LinkSpeed& speed) const;
  // Each returns whether the mode in effect negotiates, and whether it does so over lanes.
  bool negotiates() const;
  bool over_lanes() const;
  bool up_at_1g() const { return up_ && speed_ == LinkSpeed::k1G; }
  bool negotiated() const { return up_ && negotiates(); }

  const Agenda& agenda_;
  Timers& timers_;
  RegisterFile& registers_;
  LinkOwner& owner_;
  LinkTimes times_;
  bool serial_;
  Timers::Id timer_;
  LinkPartner partner_;
  std::uint32_t mode_ = 0;     // AUTOC as it was when it last took effect
  Time states_from_ = kNever;  // time at which AN_STATE leaves 0
  bool up_ = false;
  LinkSpeed speed_ = LinkSpeed::k10G;
  LinkSpeed coming_ = LinkSpeed::k10G;
};

}  // namespace ixsim::nic

#endif
