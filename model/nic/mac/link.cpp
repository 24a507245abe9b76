// Modes, link partners, and the bits of LINKS.
#include "nic/mac/link.h"

namespace ixsim::nic {
namespace {

enum Mode : std::uint32_t {
  kFixed1G = 0,
  kFixed10G = 1,
  kNegotiated1G = 2,
  kSerial10G = 3,
  kKx4 = 4,
  kSgmii = 5,
  kKx4OrKx = 6,
  kKx4OrSgmii = 7
};

constexpr std::uint32_t kToggledByReset = 4;  // bit of LMS
constexpr std::uint32_t kSelector = 1;        // IEEE 802.3
constexpr std::uint32_t kCode10G = 3, kCode1G = 2;

}  // namespace

Link::Link(const Agenda& agenda, Timers& timers, RegisterFile& registers, LinkOwner& owner, LinkTimes times,
           bool serial)
    : agenda_(agenda),
      timers_(timers),
      registers_(registers),
      owner_(owner),
      times_(times),
      serial_(serial),
      timer_(timers.add(*this, 0)) {
  registers.on_write<&Link::autoc_written>(Reg::AUTOC, *this);
  registers.on_write<&Link::pcs1g_control_written>(Reg::PCS1GLCTL, *this);
  registers.on_read<&Link::links>(Reg::LINKS, *this);
  registers.on_read<&Link::partner_abilities>(Reg::ANLP1, *this);
  if (serial_) registers.on_read<&Link::partner_negotiates>(Reg::LINKS2, *this);
  registers.on_read<&Link::pcs1g_status>(Reg::PCS1GLSTA, *this);
  registers.on_read<&Link::pcs1g_partner_abilities>(Reg::PCS1GANLP, *this);
}

bool Link::over_lanes() const {
  const std::uint32_t mode = field::AUTOC::LMS.get(mode_);
  return mode == kKx4 || mode == kKx4OrKx || (serial_ && mode == kKx4OrSgmii);
}

bool Link::negotiates() const {
  const std::uint32_t mode = field::AUTOC::LMS.get(mode_);
  return mode >= kNegotiated1G && !(serial_ && mode == kSerial10G);
}

bool Link::agreed(LinkSpeed& speed) const {
  if (!partner_.present) return false;
  const std::uint32_t mode = field::AUTOC::LMS.get(mode_);
  const std::uint32_t supports_10g = field::AUTOC::KX4_SUPP.mask | (serial_ ? field::AUTOC::KR_SUPP.mask : 0);
  const bool may_10g =
      mode == kFixed10G || (serial_ && mode == kSerial10G) || (over_lanes() && (mode_ & supports_10g) != 0);
  const bool may_1g = mode == kFixed1G || mode == kNegotiated1G || (serial_ && mode == kSgmii) ||
                      (over_lanes() && (mode_ & field::AUTOC::KX_SUPP.mask) != 0);
  speed = may_10g && partner_.speed_10g ? LinkSpeed::k10G : LinkSpeed::k1G;
  return speed == LinkSpeed::k10G || (may_1g && partner_.speed_1g);
}

void Link::power_on(const LinkPartner& partner) {
  partner_ = partner;
  mode_ = registers_.get(Reg::AUTOC);
  timers_.stop(timer_);
  LinkSpeed speed = LinkSpeed::k10G;
  up_ = forced(speed) || agreed(speed);
  if (up_) speed_ = speed;
}

bool Link::forced(LinkSpeed& speed) const {
  const std::uint32_t autoc = registers_.get(Reg::AUTOC);
  const std::uint32_t mode = field::AUTOC::LMS.get(autoc);
  const bool slow = mode == kFixed1G || mode == kNegotiated1G || (serial_ && mode == kSgmii);
  speed = slow ? LinkSpeed::k1G : LinkSpeed::k10G;
  return (autoc & field::AUTOC::FLU.mask) != 0;
}

void Link::partner_changed(const LinkPartner& partner, Time now) {
  // Another link partner is another link, even at the same speed.
  const bool same = partner.present && partner_.present && partner.speed_10g == partner_.speed_10g &&
                    partner.speed_1g == partner_.speed_1g;
  const bool fault = partner.remote_fault && !partner_.remote_fault;
  partner_ = partner;
  if (!same) update(now, true);
  if (fault && up_ && speed_ == LinkSpeed::k10G) owner_.remote_fault();
}

void Link::set(bool up, LinkSpeed speed, Time now) {
  if (up == up_ && (!up || speed == speed_)) return;
  up_ = up;
  if (up) speed_ = speed;
  owner_.link_changed(now);
}

void Link::update(Time now, bool restart) {
  LinkSpeed speed = LinkSpeed::k10G;
  if (forced(speed)) {
    timers_.stop(timer_);
    return set(true, speed, now);
  }
  if (!agreed(speed)) {
    timers_.stop(timer_);
    return set(false, speed_, now);
  }
  if (!restart && (up_ ? speed_ : coming_) == speed && (up_ || timers_.due(timer_) != kNever)) return;
  set(false, speed_, now);
  coming_ = speed;
  timers_.start(timer_, now + (negotiates() ? times_.negotiation : times_.restart));
}

void Link::timer_ended(unsigned, Time now) { set(true, coming_, now); }

void Link::autoc_written(const RegisterWrite& write) {
  const bool restart = (write.raw & field::AUTOC::AN_RESTART.mask) != 0;
  const std::uint32_t before = mode_;
  if (restart) mode_ = registers_.get(Reg::AUTOC);
  update(write.time, restart);
  if (!serial_ || !restart) return;
  const bool toggled =
      ((field::AUTOC::LMS.get(before) ^ field::AUTOC::LMS.get(mode_)) & kToggledByReset) != 0;
  states_from_ = toggled || negotiates() ? write.time + times_.restart : kNever;
}

void Link::pcs1g_control_written(const RegisterWrite& write) {
  if ((write.raw & field::PCS1GLCTL::AN_RESTART.mask) != 0 && field::AUTOC::LMS.get(mode_) == kNegotiated1G)
    update(write.time, true);
}

std::uint32_t Link::links(unsigned, std::uint32_t) const {
  namespace bits = field::LINKS;
  const bool ten = speed_ == LinkSpeed::k10G;
  std::uint32_t value = 0;
  if (up_) value |= bits::UP.mask;
  if (up_ && serial_) value |= bits::SPEED_CODE.set(0, ten ? kCode10G : kCode1G);
  if (up_ && !serial_ && ten) value |= bits::SPEED.mask;
  const bool lanes = serial_ ? over_lanes() : field::AUTOC::LMS.get(mode_) >= kKx4;
  if (up_ && lanes) value |= bits::KX_AN_COMP.mask;
  if (field::AUTOC::LMS.get(mode_) == kNegotiated1G) value |= bits::AN_EN_1G.mask;
  // A forced link has no lanes behind it.
  LinkSpeed agreed_speed = LinkSpeed::k10G;
  if (!up_ || !agreed(agreed_speed) || agreed_speed != speed_) return value;
  if (ten)
    return value | bits::SIGNAL.mask | bits::LANE_SYNC_10G.mask | bits::ALIGN_10G.mask | bits::XGXS_EN.mask;
  return value | bits::SIGNAL.set(0, 1) | bits::SYNC_1G.mask | bits::PCS1G_EN.mask;
}

std::uint32_t Link::partner_abilities(unsigned, std::uint32_t stored) const {
  const std::uint32_t state = agenda_.now() >= states_from_ ? field::ANLP1::AN_STATE.set(stored, 1) : stored;
  if (!negotiated()) return state;
  return field::ANLP1::SYM_PAUSE.set(state, partner_.symmetric_pause ? 1 : 0) |
         field::ANLP1::ASM_PAUSE.set(0, partner_.asymmetric_pause ? 1 : 0) |
         field::ANLP1::SELECTOR.set(0, kSelector);
}

std::uint32_t Link::partner_negotiates(unsigned, std::uint32_t stored) const {
  return field::LINKS2::AN_SUPPORTED.set(stored, negotiated() ? 1 : 0);
}

std::uint32_t Link::pcs1g_status(unsigned, std::uint32_t stored) const {
  namespace bits = field::PCS1GLSTA;
  if (!up_at_1g()) return stored;
  return bits::LINK_OK.mask | bits::SYNK_OK.mask | bits::AN_COMPLETE.set(0, negotiated() ? 1 : 0) |
         bits::REMOTE_FAULT.set(0, negotiated() && partner_.remote_fault ? 1 : 0);
}

// Returns the bits of PCS1GANA: full duplex, pause, asymmetric pause.
std::uint32_t Link::pcs1g_partner_abilities(unsigned, std::uint32_t stored) const {
  if (!up_at_1g() || !negotiated()) return stored;
  return 0x20u | (partner_.symmetric_pause ? 0x80u : 0) | (partner_.asymmetric_pause ? 0x100u : 0);
}

}  // namespace ixsim::nic
