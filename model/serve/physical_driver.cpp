// The start of a port with pools, and the answers to messages.
#include "serve/physical_driver.h"

#include <algorithm>

#include "host/driver/mailbox_messages.h"
#include "ixsim/bytes.h"
#include "nic/core/controller_core.h"

namespace ixsim::serve {
namespace {

constexpr RegisterSet kSet = RegisterSet::k82599;
constexpr std::uint32_t kMasterAndMemory = 6, kMsix = 0x70, kSriov = 0x160;
constexpr std::uint32_t kLinkCause = 1u << 20;
constexpr std::uint32_t kLongestAllowed = 9'728;
constexpr unsigned kQueuesOfPool = 2;

constexpr std::uint32_t kArgument = 16, kControl = 0x0100;
// Mailbox API 1.4; drivers ask for the newest first. API 2.0 has a number among those of 1.0 to 1.4.
constexpr std::uint32_t kNewestApi = 5, kOtherApi = 1;

MacAddress address_of(const std::uint32_t* words) {
  std::uint8_t bytes[8];
  store_le32(bytes, words[0]);
  store_le32(bytes + 4, words[1]);
  MacAddress address;
  std::copy_n(bytes, address.size(), address.begin());
  return address;
}

bool usable(const MacAddress& address) {
  return !is_multicast(address) &&
         std::any_of(address.begin(), address.end(), [](std::uint8_t byte) { return byte != 0; });
}

}  // namespace

PhysicalDriver::PhysicalDriver(ServedDevice& device, unsigned port, unsigned functions)
    : device_(device), port_(port), functions_(functions) {
  owners_.fill(kNone);
  start();
}

std::uint32_t PhysicalDriver::get(Reg reg, unsigned index) {
  AdapterAccess access;
  access.function = port_;
  access.offset = offset_of(kSet, reg, index);
  return device_.read(access).value_or(0);
}

void PhysicalDriver::set(Reg reg, unsigned index, std::uint32_t value) {
  AdapterAccess access;
  access.function = port_;
  access.offset = offset_of(kSet, reg, index);
  device_.write(access, value);
}

void PhysicalDriver::put_bits(Reg reg, unsigned index, std::uint32_t mask, bool value) {
  const std::uint32_t old = get(reg, index);
  set(reg, index, value ? old | mask : old & ~mask);
}

void PhysicalDriver::config(std::uint32_t offset, std::uint32_t value, std::uint8_t enables) {
  AdapterAccess access;
  access.function = port_;
  access.space = AdapterAccess::Space::kConfig;
  access.offset = offset;
  access.byte_enables = enables;
  device_.write(access, value);
}

void PhysicalDriver::start() {
  const auto count = static_cast<std::uint32_t>(functions_.size());
  config(0x04, kMasterAndMemory, 0x3);
  config(kMsix, 0x8000'0000, 0xc);
  config(kSriov + 0x10, count, 0x3);
  config(kSriov + 0x08, 9, 0x3);  // functions, and their memory
  // 64 pools of two queues, of which a function uses one; frames that belong to no pool are dropped.
  set(Reg::MRQC, 0, 8);
  set(Reg::MTQC, 0, field::MTQC::VT_ENA.mask | field::MTQC::NUM_TC_OR_Q.set(0, 1));
  set(Reg::VT_CTL, 0,
      field::VT_CTL::VT_ENA.mask | field::VT_CTL::REPLEN.mask | field::VT_CTL::DIS_DEFPL.mask);
  set(Reg::PFDTXGSWC, 0, field::PFDTXGSWC::LOOPBACK.mask);
  set(Reg::DMATXCTL, 0, get(Reg::DMATXCTL) | field::DMATXCTL::TE.mask);
  set(Reg::FCTRL, 0, field::FCTRL::BAM.mask);
  set(Reg::MCSTCTRL, 0, field::MCSTCTRL::MFE.mask);
  set(Reg::MHADD, 0, field::MHADD::MFS.set(0, 1'518));
  for (unsigned entry = 0; entry < kAddresses; ++entry) set_address(entry, kNone, {});
  for (unsigned n = 0; n < count; ++n) {
    functions_[n].address = default_address(n);
    put_bit(Reg::PFMBIMR, n, true);
  }
  // Mailbox and link interrupt by vector 0.
  set(Reg::GPIE, 0, field::GPIE::MSIX_MODE.mask | field::GPIE::EIAME.mask | field::GPIE::PBA_SUPPORT.mask);
  set(Reg::IVAR_MISC, 0, field::IVAR_MISC::VALID1.mask | field::IVAR_MISC::VALID0.mask);
  set(Reg::EIMS, 0, mailbox::kCause | kLinkCause);
  set(Reg::RXCTRL, 0, 1);
  put_bits(Reg::CTRL_EXT, 0, field::CTRL_EXT::PFRSTD.mask | field::CTRL_EXT::DRV_LOAD.mask, true);
  link_ = (get(Reg::LINKS) >> 30 & 1) != 0;
}

// Administered locally.
MacAddress PhysicalDriver::default_address(unsigned n) const {
  return {0x02, 0x1b, 0x21, static_cast<std::uint8_t>(port_), 0, static_cast<std::uint8_t>(n + 1)};
}

// --- Interrupts.

void PhysicalDriver::service() {
  pending_ = false;
  // Reading clears the causes, so that a later one interrupts again.
  get(Reg::EICR);
  for (unsigned word = 0; 32 * word < functions_.size(); ++word) {
    const std::uint32_t gone = get(Reg::VFLREC, word);
    if (gone == 0) continue;
    set(Reg::VFLREC, word, gone);
    for (unsigned n = 32 * word; n < std::min<std::size_t>(functions_.size(), 32 * (word + 1)); ++n)
      if ((gone >> (n % 32) & 1) != 0) function_gone(n);
  }
  for (unsigned word = 0; 16 * word < functions_.size(); ++word) {
    const std::uint32_t causes = get(Reg::PFMBICR, word);
    if (causes == 0) continue;
    set(Reg::PFMBICR, word, causes);
    for (unsigned n = 16 * word; n < std::min<std::size_t>(functions_.size(), 16 * (word + 1)); ++n)
      if ((causes >> (n % 16) & 1) != 0) receive(n);
  }
  const bool link = (get(Reg::LINKS) >> 30 & 1) != 0;
  if (link == link_) return;
  link_ = link;
  for (unsigned n = 0; n < functions_.size(); ++n)
    if (functions_[n].ready && lock(n)) send(n, {kControl | mailbox::kClearToSend}, 1);
}

// --- The mailbox.

bool PhysicalDriver::lock(unsigned n) {
  set(Reg::PFMAILBOX, n, field::PFMAILBOX::PFU.mask);
  return (get(Reg::PFMAILBOX, n) & field::PFMAILBOX::PFU.mask) != 0;
}

void PhysicalDriver::receive(unsigned n) {
  if (!lock(n)) {
    // A function that asks and keeps the buffer has to release it; its next request comes with an interrupt.
    ++refused_;
    return;
  }
  Message message;
  for (unsigned i = 0; i < kWords; ++i) message[i] = get(Reg::PFMBMEM, kWords * n + i);
  set(Reg::PFMAILBOX, n, field::PFMAILBOX::ACK.mask);
  // An answer that comes back is no request.
  if ((message[0] & (mailbox::kGranted | mailbox::kRefused)) != 0) return;
  ++messages_;
  const std::uint32_t asked = message[0];
  if ((asked & mailbox::kCode) == mailbox::kReset) {
    reset_request(n, message);
  } else {
    const bool granted = functions_[n].ready && answer(n, message);
    if (!granted) ++refused_;
    message[0] = asked | (granted ? mailbox::kGranted : mailbox::kRefused) |
                 (functions_[n].ready ? mailbox::kClearToSend : 0);
  }
  if (lock(n)) send(n, message, kWords);
}

void PhysicalDriver::send(unsigned n, const Message& message, unsigned words) {
  for (unsigned i = 0; i < words; ++i) set(Reg::PFMBMEM, kWords * n + i, message[i]);
  set(Reg::PFMAILBOX, n, field::PFMAILBOX::STS.mask);
}

bool PhysicalDriver::answer(unsigned n, Message& message) {
  switch (message[0] & mailbox::kCode) {
    case mailbox::kSetAddress: {
      const MacAddress address = address_of(&message[1]);
      if (!usable(address)) return false;
      functions_[n].address = address;
      set_address(n, n, address);
      return true;
    }
    case mailbox::kSetMulticast:
      add_multicast(n, message);
      return true;
    case mailbox::kSetVlan:
      return set_vlan(n, message[1] & 0xfff, (message[0] >> kArgument & 0xff) != 0);
    case mailbox::kSetLongest:
      return set_longest(message[1]);
    case mailbox::kSetFurther:
      return set_further_address(n, message);
    case mailbox::kNegotiate:
      return message[1] <= kNewestApi && message[1] != kOtherApi;
    case mailbox::kQueues:
      message[1] = message[2] = 1;
      message[3] = message[4] = 0;
      return true;
    case mailbox::kRedirection:
      // One queue: every entry names it.
      std::fill(message.begin() + 1, message.end(), 0);
      return true;
    case mailbox::kHashKey:
      for (unsigned i = 0; i < 10; ++i) message[1 + i] = get(Reg::RSSRK, i);
      return true;
    case mailbox::kMode:
      return set_mode(n, message[1]);
    case mailbox::kLinkState:
      message[1] = 1;
      return true;
    default:
      return false;
  }
}

void PhysicalDriver::reset_request(unsigned n, Message& message) {
  clear_filters(n);
  Function& function = functions_[n];
  set_address(n, n, function.address);
  set(Reg::VMOLR, n, field::VMOLR::AUPE.mask | field::VMOLR::BAM.mask);
  put_bit(Reg::VFRE, n, true);
  put_bit(Reg::VFTE, n, true);
  // A function without descriptors holds up no other one.
  for (unsigned queue = kQueuesOfPool * n; queue < kQueuesOfPool * (n + 1); ++queue)
    set(Reg::QDE, 0, field::QDE::WRITE.mask | field::QDE::INDEX.set(field::QDE::ENABLE.mask, queue));
  function.ready = true;
  std::uint8_t bytes[8] = {};
  std::copy(function.address.begin(), function.address.end(), bytes);
  // The answer carries no mailbox::kClearToSend. Word 3: multicast hashes are of bits 47:36.
  message = {mailbox::kReset | mailbox::kGranted, load_le32(bytes), load_le32(bytes + 4), 0};
}

// --- Filters.

void PhysicalDriver::function_gone(unsigned n) {
  functions_[n].ready = false;
  put_bit(Reg::VFRE, n, false);
  put_bit(Reg::VFTE, n, false);
  clear_filters(n);
}

void PhysicalDriver::forget(unsigned n) {
  functions_[n].address = default_address(n);
  functions_[n].groups.reset();
  std::bitset<4096> used;
  for (const Function& function : functions_) used |= function.groups;
  for (unsigned word = 0; word < 128; ++word) {
    std::uint32_t bits = 0;
    for (unsigned i = 0; i < 32; ++i) bits |= std::uint32_t{used[32 * word + i]} << i;
    set(Reg::MTA, word, bits);
  }
}

void PhysicalDriver::clear_filters(unsigned n) {
  clear_further_addresses(n);
  if (owners_[n] == n) set_address(n, kNone, {});
  for (unsigned i = 0; i < kVlans; ++i)
    if ((members_[i] >> n & 1) != 0) set_vlan(n, vlans_[i], false);
}

void PhysicalDriver::set_address(unsigned entry, unsigned n, const MacAddress& address) {
  owners_[entry] = n;
  std::uint8_t bytes[8] = {};
  std::copy(address.begin(), address.end(), bytes);
  const std::uint64_t pool = n == kNone ? 0 : std::uint64_t{1} << n;
  set(Reg::RAL, entry, load_le32(bytes));
  set(Reg::RAH, entry, load_le32(bytes + 4) | (n == kNone ? 0 : field::RAH::AV.mask));
  set(Reg::MPSAR_LO, entry, static_cast<std::uint32_t>(pool));
  set(Reg::MPSAR_HI, entry, static_cast<std::uint32_t>(pool >> 32));
}

void PhysicalDriver::clear_further_addresses(unsigned n) {
  for (unsigned entry = static_cast<unsigned>(functions_.size()); entry < kAddresses; ++entry)
    if (owners_[entry] == n) set_address(entry, kNone, {});
}

bool PhysicalDriver::set_further_address(unsigned n, const Message& message) {
  const unsigned index = message[0] >> kArgument & 0xff;
  // Index 0 clears all; 1, the first of a new list, does so too.
  if (index <= 1) clear_further_addresses(n);
  if (index == 0) return true;
  const MacAddress address = address_of(&message[1]);
  if (!usable(address)) return false;
  const auto free =
      std::find(owners_.begin() + static_cast<std::ptrdiff_t>(functions_.size()), owners_.end(), kNone);
  if (free == owners_.end()) return false;
  set_address(static_cast<unsigned>(free - owners_.begin()), n, address);
  return true;
}

void PhysicalDriver::add_multicast(unsigned n, const Message& message) {
  const unsigned count = std::min(message[0] >> kArgument & 0xff, 2 * (kWords - 1));
  for (unsigned i = 0; i < count; ++i) {
    const std::uint32_t hash = message[1 + i / 2] >> (i % 2 * 16) & 0xfff;
    functions_[n].groups.set(hash);
    put_bits(Reg::MTA, hash >> 5, 1u << (hash & 31), true);
  }
  put_bits(Reg::VMOLR, n, field::VMOLR::ROMPE.mask, true);
}

bool PhysicalDriver::set_vlan(unsigned n, unsigned vid, bool add) {
  if (vid == 0) return true;
  auto entry = std::find(vlans_.begin(), vlans_.end(), vid);
  if (entry == vlans_.end()) {
    if (!add) return true;
    entry = std::find(vlans_.begin(), vlans_.end(), 0);
    if (entry == vlans_.end()) return false;
    *entry = static_cast<std::uint16_t>(vid);
  }
  const auto index = static_cast<unsigned>(entry - vlans_.begin());
  std::uint64_t& members = members_[index];
  const std::uint64_t bit = std::uint64_t{1} << n;
  members = add ? members | bit : members & ~bit;
  if (members == 0) *entry = 0;
  set(Reg::VLVF, index, members == 0 ? 0 : vid | field::VLVF::VI_EN.mask);
  set(Reg::VLVFB, 2 * index, static_cast<std::uint32_t>(members));
  set(Reg::VLVFB, 2 * index + 1, static_cast<std::uint32_t>(members >> 32));
  return true;
}

bool PhysicalDriver::set_longest(std::uint32_t bytes) {
  if (bytes > kLongestAllowed) return false;
  const std::uint32_t now = field::MHADD::MFS.get(get(Reg::MHADD));
  if (bytes <= now) return true;
  set(Reg::MHADD, 0, field::MHADD::MFS.set(0, bytes));
  put_bits(Reg::HLREG0, 0, field::HLREG0::JUMBOEN.mask, true);
  return true;
}

bool PhysicalDriver::set_mode(unsigned n, std::uint32_t mode) {
  // No multicast, that of the table, all of it; the part has no promiscuous pools.
  constexpr std::uint32_t kModes[] = {0, field::VMOLR::ROMPE.mask,
                                      field::VMOLR::ROMPE.mask | field::VMOLR::MPE.mask};
  if (mode >= std::size(kModes)) return false;
  put_bits(Reg::VMOLR, n, field::VMOLR::ROMPE.mask | field::VMOLR::MPE.mask, false);
  put_bits(Reg::VMOLR, n, kModes[mode], true);
  return true;
}

}  // namespace ixsim::serve
