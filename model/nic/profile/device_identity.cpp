// The table of device IDs, and the values derived from an entry.
#include "nic/profile/device_identity.h"

namespace ixsim::nic {
namespace {

// AUTOC: KX4 and KX are supported; link mode; 10 Gb/s interface.
constexpr std::uint32_t kLanes = 0xC0000000;
constexpr std::uint32_t kKr = 1u << 16;
constexpr std::uint32_t mode(std::uint32_t lms) { return lms << 13; }
constexpr std::uint32_t interface_10g(std::uint32_t pma) { return pma << 7; }
constexpr std::uint32_t kFixed10G = 1, kSerial = 3, kNegotiated = 4;
constexpr std::uint32_t kKx4Interface = 1, kCx4Interface = 2;
constexpr std::uint16_t kSfi = 2;  // serial interface of AUTOC2

constexpr RegisterSet kFirst = RegisterSet::k82598;
constexpr RegisterSet kSuccessor = RegisterSet::k82599;

}  // namespace

const std::vector<DeviceIdentity>& device_identities() {
  static const std::vector<DeviceIdentity> kIdentities = {
      {0x10b6, kFirst, "82598 KX4 mezzanine", Medium::kBackplane, false, 0},
      {0x1508, kFirst, "82598 BX", Medium::kBackplane, false, 0},
      {0x10c6, kFirst, "82598EB AF, two ports", Medium::kFibre, false, kPhyQt2022},
      {0x10c7, kFirst, "82598EB AF, one port", Medium::kFibre, false, kPhyQt2022},
      {0x10c8, kFirst, "82598EB AT", Medium::kCopper, false, kPhyTn1010},
      {0x150b, kFirst, "82598EB AT2", Medium::kCopper, false, kPhyTn1010},
      {0x10db, kFirst, "82598EB SFP+ on the board", Medium::kFibre, true, kPhyNetLogic},
      {0x10dd, kFirst, "82598EB CX4", Medium::kCx4, false, 0},
      {0x10ec, kFirst, "82598EB CX4, two ports", Medium::kCx4, false, 0},
      {0x10f1, kFirst, "82598EB DA, two ports", Medium::kFibre, true, kPhyNetLogic},
      // The driver refuses a direct attach cable on this board alone.
      {0x10e1, kFirst, "82598EB SR, two ports", Medium::kFibre, true, kPhyNetLogic, CageModule::kShortRange},
      {0x10f4, kFirst, "82598EB XF LR", Medium::kFibre, false, kPhyQt2022},
      {0x10f7, kSuccessor, "82599 KX4", Medium::kBackplane, false, 0},
      {0x1514, kSuccessor, "82599 KX4 mezzanine", Medium::kBackplane, false, 0},
      {0x1517, kSuccessor, "82599 KR", Medium::kBackplane, false, 0},
      {0x10f8, kSuccessor, "82599 combined backplane", Medium::kBackplane, false, 0},
      {0x152a, kSuccessor, "82599 backplane with FCoE", Medium::kBackplane, false, 0},
      {0x10fc, kSuccessor, "82599 XAUI on the board", Medium::kBackplane, false, 0},
      {0x10f9, kSuccessor, "82599 CX4", Medium::kCx4, false, 0},
      {0x10fb, kSuccessor, "82599ES SFP+", Medium::kFibre, true, 0},
      {0x1529, kSuccessor, "82599 SFP+ with FCoE", Medium::kFibre, true, 0},
      {0x1507, kSuccessor, "82599 SFP+ EM", Medium::kFibre, true, 0},
      {0x154d, kSuccessor, "82599 SFP+ SF2", Medium::kFibre, true, 0},
      {0x1557, kSuccessor, "82599EN SFP+", Medium::kFibre, true, 0},
      {0x151c, kSuccessor, "82599 T3 on the board", Medium::kCopper, false, kPhyTn1010},
  };
  return kIdentities;
}

const DeviceIdentity* device_identity(std::uint16_t id) {
  for (const DeviceIdentity& identity : device_identities()) {
    if (identity.id == id) return &identity;
  }
  return nullptr;
}

std::uint16_t device_id_of(const ControllerConfig& config) {
  const std::uint16_t id = config.identity.device;
  return id == PciIdentity().device ? config.profile.device_id : id;
}

DeviceIdentity identity_of(const ControllerConfig& config) {
  DeviceIdentity identity;
  identity.id = device_id_of(config);
  identity.registers = config.profile.registers;
  identity.medium = Medium::kOfDevice;
  if (const DeviceIdentity* const known = device_identity(identity.id)) identity = *known;
  if (config.medium == Medium::kOfDevice || config.medium == identity.medium) return identity;
  identity.medium = config.medium;
  identity.cage = config.medium == Medium::kFibre && identity.registers == kSuccessor;
  identity.phy = config.medium == Medium::kCopper ? kPhyTn1010 : 0;
  return identity;
}

std::uint32_t autoc_of(const DeviceIdentity& identity) {
  const bool successor = identity.registers == kSuccessor;
  switch (identity.medium) {
    case Medium::kBackplane:
      return kLanes | mode(kNegotiated) | interface_10g(kKx4Interface) | (successor ? kKr : 0);
    case Medium::kCx4:
      return kLanes | mode(kFixed10G) | interface_10g(kCx4Interface);
    case Medium::kFibre:
      return kLanes | mode(successor ? kSerial : kFixed10G);
    default:
      return kLanes | mode(kFixed10G);
  }
}

std::uint16_t autoc2_of(const DeviceIdentity& identity) {
  return identity.registers == kSuccessor && identity.medium == Medium::kFibre ? kSfi : std::uint16_t{0};
}

PhyConfig phy_of(const DeviceIdentity& identity) {
  PhyConfig phy;
  phy.present = identity.phy != 0;
  if (!phy.present) return phy;
  phy.identifier = identity.phy;
  if (identity.phy == kPhyTn1010) {
    // Devices 1, 3, 4, 7 and 30: speeds 10 and 1 Gb/s, negotiation complete, link up at 10 Gb/s.
    phy.devices = 0x4000009a;
    phy.registers = {{1, 4, 0x0011}, {7, 1, 0x002c}, {30, 1, 0x0008}};
  }
  return phy;
}

}  // namespace ixsim::nic
