// Decodes register writes into the tables, and looks entries up.
#include "nic/classifier/filter_tables.h"

#include <fmt/format.h>

#include <algorithm>

#include "ixsim/error.h"

namespace ixsim::nic {
namespace {

constexpr std::uint32_t kRdrxctl = 0x02F00;
constexpr std::uint32_t kFctrl = 0x05080;
constexpr std::uint32_t kVlnctrl = 0x05088;
constexpr std::uint32_t kMcstctrl = 0x05090;
constexpr std::uint32_t kRuppbmr = 0x050A0;
constexpr std::uint32_t kMta = 0x05200;
constexpr std::uint32_t kRal = 0x05400;
constexpr std::uint32_t kRalMore = 0x0AC00;  // from entry 16 on
constexpr std::uint32_t kMrqc = 0x05818;
constexpr std::uint32_t kVmdCtl = 0x0581C;
constexpr std::uint32_t kReta = 0x05C00;
constexpr std::uint32_t kRssrk = 0x05C80;
constexpr std::uint32_t kVfta = 0x0A000;
constexpr std::uint32_t kVftavind = 0x0A200;

constexpr std::uint32_t kVlnctrlReset = 0x8100;
constexpr std::size_t kFirstMore = FilterTables::kReceiveAddresses;

// Returns whether `offset` is word 0 .. count-1 of the table at `base`.
constexpr bool in_table(std::uint32_t offset, std::uint32_t base, std::size_t count) {
  return offset >= base && offset < base + 4 * count;
}

// Does `offset` belong to receive address 16 or higher?
constexpr bool in_more_addresses(std::uint32_t offset) {
  return in_table(offset, kRalMore + 8 * kFirstMore, 2 * (ClassifierSize::kMostAddresses - kFirstMore));
}

void accept(const char* what, unsigned found, unsigned most) {
  if (found >= 1 && found <= most) return;
  throw InputError(fmt::format("{}: found {}, accepted are 1 to {}", what, found, most));
}

}  // namespace

FilterTables::FilterTables(const ClassifierSize& size)
    : size_(size),
      queue_mask_((1u << ClassifierSize::bits_for(size.queues)) - 1),
      pool_mask_((1u << ClassifierSize::bits_for(size.pools)) - 1),
      class_bits_(std::max(3u, ClassifierSize::bits_for(size.queues)) - 3) {
  accept("classifier queues", size.queues, ClassifierSize::kMostQueues);
  accept("classifier pools", size.pools, std::min(size.queues, ClassifierSize::kMostPools));
  accept("classifier addresses", size.addresses, ClassifierSize::kMostAddresses);
  reset();
}

bool FilterTables::uses(std::uint32_t offset) {
  switch (offset & ~3U) {
    case kRdrxctl:
    case kFctrl:
    case kVlnctrl:
    case kMcstctrl:
    case kRuppbmr:
    case kMrqc:
    case kVmdCtl:
      return true;
    default:
      return in_table(offset, kMta, 128) || in_table(offset, kRal, 2 * kReceiveAddresses) ||
             in_table(offset, kReta, 32) || in_table(offset, kRssrk, ToeplitzHash::kKeyWords) ||
             in_table(offset, kVfta, 128) || in_table(offset, kVftavind, 512) || in_more_addresses(offset);
  }
}

void FilterTables::write(std::uint32_t offset, std::uint32_t value) {
  offset &= ~3U;
  switch (offset) {
    case kRdrxctl:
      rdrxctl_ = value;
      return;
    case kFctrl:
      fctrl_ = value;
      return;
    case kVlnctrl:
      vlnctrl_ = value;
      return;
    case kMcstctrl:
      mcstctrl_ = value;
      return;
    case kRuppbmr:
      ruppbmr_ = value;
      return;
    case kMrqc:
      mrqc_ = value;
      return;
    case kVmdCtl:
      vmd_ctl_ = value;
      vmdq_default_ = pool_of(value >> 4);
      return;
    default:
      break;
  }
  if (in_table(offset, kMta, mta_.size())) {
    mta_[(offset - kMta) / 4] = value;
  } else if (in_table(offset, kRal, 2 * kReceiveAddresses)) {
    write_address((offset - kRal) / 8, (offset & 4) != 0, value);
  } else if (in_more_addresses(offset)) {
    write_address((offset - kRalMore) / 8, (offset & 4) != 0, value);
  } else if (in_table(offset, kReta, reta_.size())) {
    reta_[(offset - kReta) / 4] = value;
  } else if (in_table(offset, kRssrk, ToeplitzHash::kKeyWords)) {
    hash_.set_key_word((offset - kRssrk) / 4, value);
  } else if (in_table(offset, kVfta, vfta_.size())) {
    vfta_[(offset - kVfta) / 4] = value;
  } else if (in_table(offset, kVftavind, vftavind_.size())) {
    vftavind_[(offset - kVftavind) / 4] = value;
  }
}

void FilterTables::write_address(std::size_t n, bool high, std::uint32_t value) {
  if (n >= size_.addresses) return;
  std::uint64_t& address = address_[n];
  if (high) {
    address =
        (address & 0xFFFF'FFFF) | std::uint64_t{value & 0xFFFF} << 32 | (value >> 31 ? 0 : kInvalidAddress);
    vind_[n] = pool_of(value >> 18);
  } else {
    address = (address & ~std::uint64_t{0xFFFF'FFFF}) | value;
  }
}

void FilterTables::reset() {
  rdrxctl_ = fctrl_ = mcstctrl_ = ruppbmr_ = mrqc_ = vmd_ctl_ = 0;
  vmdq_default_ = 0;
  vlnctrl_ = kVlnctrlReset;
  for (std::uint64_t& address : address_) address |= kInvalidAddress;
}

bool FilterTables::vlan_passes(std::uint16_t tci) const {
  const unsigned vid = tci & 0xFFF;
  if (!(vfta_[vid >> 5] >> (vid & 31) & 1)) return false;
  const bool cfi_checked = vlnctrl_ >> 29 & 1;
  return !cfi_checked || (tci >> 12 & 1) == (vlnctrl_ >> 28 & 1);
}

std::size_t FilterTables::receive_address(std::uint64_t address) const {
#pragma GCC unroll 16
  for (std::size_t n = 0; n < kReceiveAddresses; ++n)
    if (address_[n] == address) return n;
  for (std::size_t n = kReceiveAddresses; n < size_.addresses; ++n)
    if (address_[n] == address) return n;
  return kNoHit;
}

bool FilterTables::multicast_hash(std::uint64_t address) const {
  if (!(mcstctrl_ >> 2 & 1)) return false;
  static constexpr unsigned kShift[4] = {4, 3, 2, 0};  // MCSTCTRL.MO
  const auto last_two = static_cast<unsigned>(address >> 32 & 0xFFFF);
  const unsigned index = last_two >> kShift[mcstctrl_ & 3] & 0xFFF;
  return mta_[index >> 5] >> (index & 31) & 1;
}

std::uint8_t FilterTables::vmdq_of_vlan(std::uint16_t vid) const {
  const unsigned bank = vid >> 3 & 3;
  const unsigned word = vid >> 5 & 0x7F;
  return pool_of(vftavind_[128 * bank + word] >> (4 * (vid & 7)) & 0xF);
}

}  // namespace ixsim::nic
