// Frames of clause 45 and clause 22.
#include "nic/mac/mdio.h"

#include "nic/profile/device_identity.h"

namespace ixsim::nic {
namespace {

enum Operation : std::uint32_t { kAddress = 0, kWrite = 1, kReadAndStep = 2, kRead = 3 };

constexpr std::uint16_t kPhyReset = 0x8000;  // of register 0

// A NetLogic PHY, in device 1.
constexpr unsigned kMediumDevice = 1;
constexpr std::uint16_t kNetLogicLink = 0xc79f;   // bit 0: the link is up
constexpr std::uint16_t kModuleAddress = 0xc30a;  // of the byte to be read
constexpr std::uint16_t kModuleData = 0xc30b;     // in the high byte
constexpr std::uint16_t kModuleStatus = 0xc30c;
constexpr std::uint16_t kModulePass = 1, kModuleFail = 2;
constexpr std::uint16_t kModuleRead = 0xa1;

constexpr std::uint32_t key(unsigned device, std::uint32_t address) { return device << 16 | address; }

}  // namespace

Mdio::Mdio(const Agenda& agenda, RegisterFile& registers, const PhyConfig& phy, const ModuleCage& cage)
    : agenda_(agenda), cage_(cage), registers_(registers), phy_(phy) {
  registers.on_read<&Mdio::command_shown>(Reg::MSCA, *this);
  registers.on_write<&Mdio::command_written>(Reg::MSCA, *this);
  registers.on_read<&Mdio::data_shown>(Reg::MSRWD, *this);
  registers.read_on_use({Reg::HLREG0});
  for (unsigned device = 0; device < 32; ++device) {
    if (!answers(phy_.address, device)) continue;
    values_[key(device, 2)] = static_cast<std::uint16_t>(phy_.identifier >> 16);
    values_[key(device, 3)] = static_cast<std::uint16_t>(phy_.identifier);
    values_[key(device, 5)] = static_cast<std::uint16_t>(phy_.devices);
    values_[key(device, 6)] = static_cast<std::uint16_t>(phy_.devices >> 16);
    values_[key(device, 8)] = 0x8000;  // a device is present at this address
  }
  for (const PhyConfig::Register& r : phy_.registers) values_[key(r.device, r.address)] = r.value;
  initial_ = values_;
}

bool Mdio::answers(unsigned phy, unsigned device) const {
  return phy_.present && phy == phy_.address && (phy_.devices >> device & 1) != 0;
}

std::uint16_t Mdio::read(unsigned phy, unsigned device, std::uint16_t address) const {
  if (!answers(phy, device)) return 0xffff;
  if (phy_.identifier == kPhyNetLogic && device == kMediumDevice && address == kNetLogicLink)
    return link_up_ ? 1 : 0;
  const auto found = values_.find(key(device, address));
  return found == values_.end() ? std::uint16_t{0} : found->second;
}

void Mdio::write(unsigned phy, unsigned device, std::uint16_t address, std::uint16_t value) {
  if (!answers(phy, device)) return;
  values_[key(device, address)] = value;
  if (phy_.identifier == kPhyNetLogic && device == kMediumDevice && address == kModuleAddress) {
    // The target is in the high byte, its lowest bit a read; the place in the low byte.
    const bool there = cage_.full() && value >> 8 == kModuleRead;
    values_[key(device, kModuleStatus)] = there ? kModulePass : kModuleFail;
    const auto byte = cage_.identity(static_cast<std::uint8_t>(value));
    values_[key(device, kModuleData)] = static_cast<std::uint16_t>(there ? byte << 8 : 0);
  }
  if (address != 0 || (value & kPhyReset) == 0) return;
  values_.erase(values_.lower_bound(key(device, 0)), values_.upper_bound(key(device, 0xffff)));
  values_.insert(initial_.lower_bound(key(device, 0)), initial_.upper_bound(key(device, 0xffff)));
}

std::uint32_t Mdio::command_shown(unsigned, std::uint32_t stored) const {
  return field::MSCA::MDI_CMD.set(stored, agenda_.now() < done_ ? 1 : 0);
}

std::uint32_t Mdio::data_shown(unsigned, std::uint32_t stored) const {
  return field::MSRWD::READ_DATA.set(stored, agenda_.now() < done_ ? last_data_ : data_);
}

void Mdio::command_written(const RegisterWrite& command) {
  const Time now = command.time;
  if ((command.raw & field::MSCA::MDI_CMD.mask) == 0 || now < done_) return;
  const bool fast = (registers_.get(Reg::HLREG0) & field::HLREG0::MDCSPD.mask) != 0;
  done_ = now + (fast ? kFastFrame : kSlowFrame);
  last_data_ = data_;
  const std::uint32_t raw = command.raw;
  const unsigned phy = field::MSCA::PHY_ADDR.get(raw);
  const unsigned device = field::MSCA::DEV_TYPE.get(raw);
  const std::uint32_t operation = field::MSCA::OP.get(raw);
  const auto written = static_cast<std::uint16_t>(field::MSRWD::WRITE_DATA.get(registers_.get(Reg::MSRWD)));
  if (field::MSCA::ST.get(raw) != 0) {
    // Clause 22: the register address takes the place of the device.
    if (operation == kWrite) write(phy, 0, static_cast<std::uint16_t>(device), written);
    if (operation >= kReadAndStep) data_ = read(phy, 0, static_cast<std::uint16_t>(device));
    return;
  }
  std::uint16_t& address = addresses_[key(phy, device)];
  if (operation == kAddress) address = static_cast<std::uint16_t>(field::MSCA::MDI_ADDR.get(raw));
  if (operation == kWrite) write(phy, device, address, written);
  if (operation >= kReadAndStep) data_ = read(phy, device, address);
  if (operation == kReadAndStep && address != 0xffff) ++address;
}

}  // namespace ixsim::nic
