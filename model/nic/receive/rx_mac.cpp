// Conversion of registers to settings.
#include "nic/receive/rx_mac.h"

#include <algorithm>

namespace ixsim::nic {
namespace {

constexpr std::uint32_t kLongestStandardFrame = 1'518;

}  // namespace

RxMac::RxMac(RegisterFile& registers, const DeviceProfile& profile)
    : registers_(registers), has_mflcn_(profile.pause_by_mflcn), has_double_vlan_(profile.double_vlan) {
  registers.on_write<&RxMac::update>(
      {Reg::HLREG0, Reg::MHADD, Reg::FCTRL, Reg::VLNCTRL, Reg::RAL, Reg::RAH, Reg::MFLCN, Reg::EXVET}, *this);
  if (has_double_vlan_) registers_.on_write<&RxMac::update>(Reg::CTRL_EXT, *this);
}

void RxMac::update(Time) {
  const std::uint32_t hlreg0 = registers_.get(Reg::HLREG0);
  const std::uint32_t fctrl = registers_.get(Reg::FCTRL);
  const std::uint32_t limit = field::MHADD::MFS.get(registers_.get(Reg::MHADD));
  MacSettings& s = settings_;
  s.max_frame =
      (hlreg0 & field::HLREG0::JUMBOEN.mask) != 0 ? std::min(limit, kLongestFrame) : kLongestStandardFrame;
  s.check_length = (hlreg0 & field::HLREG0::RXLNGTHERREN.mask) != 0;
  s.vlan_ethertype = static_cast<std::uint16_t>(field::VLNCTRL::VET.get(registers_.get(Reg::VLNCTRL)));
  s.accept_pause = (fctrl & field::FCTRL::RFCE.mask) != 0;
  s.accept_priority_pause = (fctrl & field::FCTRL::RPFCE.mask) != 0;
  s.discard_pause = (fctrl & field::FCTRL::DPF.mask) != 0;
  s.pass_control = (fctrl & field::FCTRL::PMCF.mask) != 0;
  if (has_double_vlan_) {
    s.double_vlan = (registers_.get(Reg::CTRL_EXT) & field::CTRL_EXT::EXTENDED_VLAN.mask) != 0;
    s.outer_ethertype = static_cast<std::uint16_t>(field::EXVET::VET_EXT.get(registers_.get(Reg::EXVET)));
  }
  if (has_mflcn_) {
    const std::uint32_t mflcn = registers_.get(Reg::MFLCN);
    s.accept_pause |= (mflcn & field::MFLCN::RFCE.mask) != 0;
    s.accept_priority_pause |= (mflcn & field::MFLCN::RPFCE.mask) != 0;
    s.discard_pause |= (mflcn & field::MFLCN::DPF.mask) != 0;
    s.pass_control |= (mflcn & field::MFLCN::PMCF.mask) != 0;
  }
  store_le32(s.mac_address, registers_.get(Reg::RAL, 0));
  store_le16(s.mac_address + 4, static_cast<std::uint16_t>(registers_.get(Reg::RAH, 0)));
}

}  // namespace ixsim::nic
