// Conversion of sizes to entries and reset values.
#include "nic/port/port_registers.h"

#include "ixsim/bytes.h"
#include "ixsim/queue_mask.h"

namespace ixsim::nic {
namespace {

constexpr unsigned entries(Reg reg) { return kRegisterEntries[static_cast<std::size_t>(reg)]; }
// A build for more queues needs their rings, vectors and counters in the register description.
static_assert(entries(Reg::RDBAL) >= kMaxQueues && entries(Reg::TDBAL) >= kMaxQueues &&
              2 * entries(Reg::IVAR) >= kMaxQueues && 4 * entries(Reg::RQSMR) >= kMaxQueues &&
              4 * entries(Reg::TQSMR) >= kMaxQueues);

constexpr std::uint32_t kBelowBuffer = 10 * 1'024;  // bytes from the transmit buffer's size to its threshold

}  // namespace

PortRegisters::PortRegisters(const DeviceProfile& profile, const EepromPort& eeprom, bool single_port)
    : RegisterFile(profile.registers) {
  limit_entries(profile);
  set_reset_value(Reg::RXPBSIZE0, 0, profile.rx_buffer);
  set_reset_value(Reg::TXPBSIZE0, 0, profile.tx_buffer);
  set_reset_value(Reg::TXPBTHRESH0, 0, (profile.tx_buffer - kBelowBuffer) / 1'024);
  if (single_port) set_reset_value(Reg::FACTPS, 0, info(Reg::FACTPS).reset & ~field::FACTPS::LAN1_EN.mask);
  load(eeprom);
  reset(Reset::kPowerOn);
}

void PortRegisters::limit_entries(const DeviceProfile& profile) {
  for (const Reg reg :
       {Reg::RDBAL, Reg::RDBAH, Reg::RDLEN, Reg::RDH, Reg::RDT, Reg::RXDCTL, Reg::SRRCTL, Reg::DCA_RXCTRL})
    limit(reg, profile.rx_queues);
  for (const Reg reg : {Reg::TDBAL, Reg::TDBAH, Reg::TDLEN, Reg::TDH, Reg::TDT, Reg::TXDCTL, Reg::TDWBAL,
                        Reg::TDWBAH, Reg::DCA_TXCTRL})
    limit(reg, profile.tx_queues);
  for (const Reg reg : {Reg::RAL, Reg::RAH, Reg::MPSAR_LO, Reg::MPSAR_HI}) limit(reg, profile.addresses);
  for (const Reg reg : {Reg::MSIXTADD, Reg::MSIXTUADD, Reg::MSIXTMSG, Reg::MSIXTVCTRL})
    limit(reg, profile.vectors);
  for (const Reg reg : {Reg::VMOLR, Reg::VMVIR, Reg::PFMAILBOX}) limit(reg, profile.pools);
  limit(Reg::VLVF, profile.vlans);
  limit(Reg::VLVFB, 2 * profile.vlans);
}

void PortRegisters::load(const EepromPort& eeprom) {
  const std::uint32_t high = load_le16(eeprom.mac_address + 4);
  const std::uint32_t low = load_le32(eeprom.mac_address);
  set_reset_value(Reg::RAL, 0, low);
  set_reset_value(Reg::RAH, 0, high | (low != 0 || high != 0 ? field::RAH::AV.mask : 0));
  set_reset_value(Reg::AUTOC, 0, eeprom.autoc != 0 ? eeprom.autoc : info(Reg::AUTOC).reset);
  set_reset_value(Reg::AUTOC2, 0, std::uint32_t{eeprom.autoc2_upper} << 16);
}

}  // namespace ixsim::nic
