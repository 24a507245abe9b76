// The link of one port: modes requested by AUTOC, abilities of the link partner, and the result in
// LINKS. A change is an interrupt cause (LSC), opens or closes the wire, and may change its
// speed.
//
// AUTOC.FLU forces the link up with any link partner or none. Otherwise the mode of LMS takes effect at
// a reset and with AN_RESTART: the link goes down and, if the link partner has a speed that the mode allows,
// comes back. Modes 4 and 6 negotiate: 10 Gb/s before 1 Gb/s, as KX4_SUPP and KX_SUPP advertise. Modes 3, 5
// and 7 have no link.
//
// Timing contract: the link goes down, and a forced one comes up, at the register write or the link
// partner's event; it comes up `restart` later, or `negotiation` later in a mode that negotiates.
// Source: 82598 datasheet, features page; ixgbe_82598.c (what drivers expect of AUTOC and LINKS). The times
// are proposed.
#ifndef IXSIM_NIC_MAC_LINK_H
#define IXSIM_NIC_MAC_LINK_H

#include "base/agenda.h"
#include "base/timers.h"
#include "ixsim/controller_config.h"
#include "nic/registers/register_file.h"

namespace ixsim {

enum class LinkSpeed : std::uint8_t { k1G, k10G };

class LinkOwner {
 public:
  virtual ~LinkOwner() = default;
  virtual void link_changed(Time now) = 0;
  // At 10 Gb/s; at 1 Gb/s that is a matter of negotiation, and shows in PCS1GLSTA.
  virtual void remote_fault() = 0;
};

class Link : private TimerClient {
 public:
  Link(Timers& timers, RegisterFile& registers, LinkOwner& owner, LinkTimes times);

  // Sets the link that is up when time begins; the owner is not notified.
  void power_on(const LinkPartner& partner);
  // CTRL.RST, after the registers got their values.
  void reset(Time now) { update(now, true); }
  void partner_changed(const LinkPartner& partner, Time now);

  bool up() const { return up_; }
  // Speed of the link, or of the last one.
  LinkSpeed speed() const { return speed_; }

 private:
  void autoc_written(const RegisterWrite& write);
  void pcs1g_control_written(const RegisterWrite& write);
  std::uint32_t links(unsigned, std::uint32_t) const;
  std::uint32_t partner_abilities(unsigned, std::uint32_t stored) const;
  std::uint32_t pcs1g_status(unsigned, std::uint32_t stored) const;
  std::uint32_t pcs1g_partner_abilities(unsigned, std::uint32_t stored) const;
  void timer_ended(unsigned which, Time now) override;
  void update(Time now, bool restart);
  void set(bool up, LinkSpeed speed, Time now);
  // The speed that the mode in effect and the link partner agree on; false if none.
  bool agreed(LinkSpeed& speed) const;
  bool negotiates() const { return field::AUTOC::LMS.get(mode_) >= 2; }
  bool up_at_1g() const { return up_ && speed_ == LinkSpeed::k1G; }
  bool negotiated() const { return up_ && negotiates(); }

  Timers& timers_;
  RegisterFile& registers_;
  LinkOwner& owner_;
  LinkTimes times_;
  Timers::Id timer_;
  LinkPartner partner_;
  std::uint32_t mode_ = 0;  // AUTOC as it was when it last took effect
  bool up_ = false;
  LinkSpeed speed_ = LinkSpeed::k10G;
  LinkSpeed coming_ = LinkSpeed::k10G;
};

}  // namespace ixsim

#endif
