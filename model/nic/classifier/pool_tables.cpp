// Converts register words to bitmaps of pools.
#include "nic/classifier/pool_tables.h"

#include <algorithm>

namespace ixsim::nic {
namespace {

constexpr std::uint32_t kRtrup2tc = 0x03020;
constexpr std::uint32_t kMcstctrl = 0x05090;
constexpr std::uint32_t kVtCtl = 0x051B0;
constexpr std::uint32_t kVfre = 0x051E0;
constexpr std::uint32_t kRal = 0x05400;          // the first 16
constexpr std::uint32_t kPsrtype = 0x05480;      // the first 16
constexpr std::uint32_t kPsrtypeHigh = 0x0EA40;  // the others
constexpr unsigned kPsrtypeLow = 16;
constexpr std::uint32_t kMrqc = 0x05818;
constexpr std::uint32_t kRalAll = 0x0A200;  // all 128
constexpr std::uint32_t kMpsar = 0x0A600;
constexpr std::uint32_t kSynqf = 0x0EC30;
constexpr std::uint32_t kVmolr = 0x0F000;
constexpr std::uint32_t kVlvf = 0x0F100;
constexpr std::uint32_t kVlvfb = 0x0F200;
constexpr std::uint32_t kUta = 0x0F400;
constexpr unsigned kFirstFilter = 22;  // bit of VMOLR
constexpr std::uint32_t kRssMode = 1;

constexpr bool in_table(std::uint32_t offset, std::uint32_t base, std::size_t count) {
  return offset >= base && offset < base + 4 * count;
}

// Returns whether a mode of MRQC.MRQE spreads frames over queues by hash.
constexpr bool spreads(unsigned mode) {
  return mode == 1 || mode == 4 || mode == 5 || mode == 0xA || mode == 0xB;
}

void set_half(std::uint64_t& word, bool high, std::uint32_t value) {
  word =
      high ? (word & 0xFFFF'FFFF) | std::uint64_t{value} << 32 : (word & ~std::uint64_t{0xFFFF'FFFF}) | value;
}

}  // namespace

PoolTables::PoolTables(const PoolParameters& parameters) : parameters_(parameters) { reset(); }

bool PoolTables::uses(std::uint32_t offset) {
  offset &= ~3U;
  switch (offset) {
    case kRtrup2tc:
    case kVtCtl:
    case kVfre:
    case kVfre + 4:
    case kSynqf:
      return true;
    default:
      break;
  }
  // The receive addresses and what lies above them is the 82599's own.
  if (in_table(offset, kRalAll, 256) || in_table(offset, kMpsar, 256) || in_table(offset, kVmolr, 64) ||
      in_table(offset, kPsrtype, kPsrtypeLow) || in_table(offset, kPsrtypeHigh, 64 - kPsrtypeLow) ||
      in_table(offset, kVlvf, 64) || in_table(offset, kVlvfb, 128) || in_table(offset, kUta, 128))
    return true;
  return offset < kRalAll && FilterTables::uses(offset);
}

void PoolTables::write(std::uint32_t offset, std::uint32_t value) {
  offset &= ~3U;
  if (in_table(offset, kRal, 32)) offset += kRalAll - kRal;
  if (offset == kRtrup2tc) {
    rtrup2tc_ = value;
  } else if (offset == kVtCtl) {
    vt_ctl_ = value;
  } else if (offset == kSynqf) {
    synqf_ = value;
  } else if (in_table(offset, kPsrtype, kPsrtypeLow)) {
    hash_bits_[(offset - kPsrtype) / 4] = static_cast<std::uint8_t>(value >> 29);
  } else if (in_table(offset, kPsrtypeHigh, 64 - kPsrtypeLow)) {
    hash_bits_[kPsrtypeLow + (offset - kPsrtypeHigh) / 4] = static_cast<std::uint8_t>(value >> 29);
  } else if (offset == kVfre || offset == kVfre + 4) {
    set_half(vfre_, offset != kVfre, value);
  } else if (offset == kMrqc) {
    mode_ = value & 0xF;
    common_.write(offset, (value & ~0xFU) | (spreads(mode_) ? kRssMode : 0));
  } else if (in_table(offset, kRalAll, 256)) {
    std::uint64_t& address = address_[(offset - kRalAll) / 8];
    if ((offset & 4) != 0) {
      address = (address & 0xFFFF'FFFF) | std::uint64_t{value & 0xFFFF} << 32 |
                (value >> 31 != 0 ? 0 : kInvalidAddress);
    } else {
      address = (address & ~std::uint64_t{0xFFFF'FFFF}) | value;
    }
    addresses_used_ = parameters_.addresses;
    while (addresses_used_ != 0 && (address_[addresses_used_ - 1] & kInvalidAddress) != 0) --addresses_used_;
  } else if (in_table(offset, kMpsar, 256)) {
    set_half(address_pools_[(offset - kMpsar) / 8], (offset & 4) != 0, value);
  } else if (in_table(offset, kVmolr, 64)) {
    const std::uint64_t pool = std::uint64_t{1} << ((offset - kVmolr) / 4);
    for (unsigned i = 0; i < filters_.size(); ++i)
      filters_[i] = (value >> (kFirstFilter + i) & 1) != 0 ? filters_[i] | pool : filters_[i] & ~pool;
  } else if (in_table(offset, kVlvf, 64)) {
    vlan_[(offset - kVlvf) / 4] = value;
  } else if (in_table(offset, kVlvfb, 128)) {
    set_half(vlan_pools_[(offset - kVlvfb) / 8], (offset & 4) != 0, value);
  } else if (in_table(offset, kUta, 128)) {
    uta_[(offset - kUta) / 4] = value;
  } else if (offset < kRalAll) {
    if (offset == kMcstctrl) mcstctrl_ = value;
    common_.write(offset, value);
  }
}

void PoolTables::reset() {
  common_.reset();
  vt_ctl_ = rtrup2tc_ = mcstctrl_ = synqf_ = 0;
  mode_ = 0;
  vfre_ = 0;
  filters_.fill(0);
  hash_bits_.fill(0);
  for (std::uint64_t& address : address_) address |= kInvalidAddress;
  addresses_used_ = 0;
}

bool PoolTables::receive_address(std::uint64_t address, std::uint64_t& pools) const {
  const auto end = address_.begin() + addresses_used_;
  const auto entry = std::find(address_.begin(), end, address);
  pools = entry == end ? 0 : address_pools_[static_cast<std::size_t>(entry - address_.begin())] & all_pools();
  return entry != end;
}

std::uint64_t PoolTables::pools_of_address(std::uint64_t address) const {
  std::uint64_t pools = 0;
  receive_address(address, pools);
  return pools;
}

bool PoolTables::unicast_hash(std::uint64_t address) const {
  static constexpr unsigned kShift[4] = {4, 3, 2, 0};  // MCSTCTRL.MO
  const auto last_two = static_cast<unsigned>(address >> 32 & 0xFFFF);
  const unsigned index = last_two >> kShift[mcstctrl_ & 3] & 0xFFF;
  return uta_[index >> 5] >> (index & 31) & 1;
}

std::uint64_t PoolTables::pools_of_vlan(unsigned vid) const {
  for (std::size_t n = 0; n < parameters_.vlans; ++n) {
    if (vlan_[n] >> 31 != 0 && (vlan_[n] & 0xFFF) == vid) return vlan_pools_[n] & all_pools();
  }
  return 0;
}

unsigned PoolTables::queues_of_pool() const {
  unsigned pools = 64;
  if (mode_ == 0xA || mode_ == 0xD) pools = 32;
  if (mode_ == 0xC) pools = 16;
  if (pools > parameters_.pools) pools = parameters_.pools;
  return parameters_.queues / pools != 0 ? parameters_.queues / pools : 1;
}

unsigned PoolTables::queue(unsigned pool, unsigned index, unsigned priority) const {
  unsigned queue = 0;
  if (pools_on()) {
    const unsigned of_pool = queues_of_pool();
    const unsigned inside = mode_ == 0xC || mode_ == 0xD ? traffic_class(priority) : hashed(pool, index);
    queue = pool * of_pool + inside % of_pool;
  } else if (mode_ >= 2 && mode_ <= 5) {
    // Eight or four classes of equally many queues.
    const unsigned classes = receive_classes(mode_);
    const unsigned of_class = parameters_.queues / classes != 0 ? parameters_.queues / classes : 1;
    queue = traffic_class(priority) % classes * of_class + index % of_class;
  } else {
    queue = index;
  }
  return queue % parameters_.queues;
}

}  // namespace ixsim::nic
