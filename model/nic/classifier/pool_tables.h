// The part of the 82599's register file that decides which pools get a frame. It has receive addresses and
// VLANs, each with a bitmap of pools, the filters of the pools, and the tables that it shares with the 82598.
//
// Words are stored in the form in which the decision reads them, as in filter_tables.h. Devices with fewer
// pools and queues than the 82599 have the same registers, reduced to their sizes. The tables have no notion
// of time.
//
// Source: public drivers of the 82599 (ixgbe_type.h, ixgbe_pf.c) and its specification update.
#ifndef IXSIM_NIC_CLASSIFIER_POOL_TABLES_H
#define IXSIM_NIC_CLASSIFIER_POOL_TABLES_H

#include <array>
#include <cstddef>
#include <cstdint>

#include "base/layers.h"
#include "nic/classifier/filter_tables.h"
#include "nic/classifier/queue_filters.h"

namespace ixsim::nic {

// Sizes of the device's tables; at most those of the 82599.
struct PoolParameters {
  unsigned queues = 128;
  unsigned pools = 64;
  unsigned addresses = 128;
  unsigned vlans = 64;
};

// Returns the number of traffic classes of a mode of MRQC.MRQE, with pools or without; 0: none.
constexpr unsigned receive_classes(unsigned mode) {
  if (mode == 2 || mode == 4 || mode == 0xC) return 8;
  return mode == 3 || mode == 5 || mode == 0xD ? 4 : 0;
}

class PoolTables {
 public:
  explicit PoolTables(const PoolParameters& parameters = PoolParameters());

  static bool uses(std::uint32_t offset);
  static bool is_vlnctrl(std::uint32_t offset) { return FilterTables::is_vlnctrl(offset); }
  void write(std::uint32_t offset, std::uint32_t value);
  // Restores the reset values of single registers and invalidates the receive addresses. Software writes the
  // rest after a reset.
  void reset();

  // Returns the tables shared with the 82598: VLAN filter, multicast hash, RSS table and key, promiscuous
  // modes.
  const FilterTables& common() const { return common_; }
  std::uint16_t vet() const { return common_.vet(); }

  // Returns whether virtualization is enabled (VT_CTL).
  bool pools_on() const { return vt_ctl_ & 1; }
  unsigned default_pool() const { return (vt_ctl_ >> 7 & 0x3F) % parameters_.pools; }
  bool default_pool_off() const { return vt_ctl_ >> 29 & 1; }
  bool replicates() const { return vt_ctl_ >> 30 & 1; }

  // Is the address in the list, and which pools does its lowest entry select? Without virtualization the
  // pools mean nothing.
  bool receive_address(std::uint64_t address, std::uint64_t& pools) const;
  // Returns the pools that may use the source address `address`: those that it selects.
  std::uint64_t pools_of_address(std::uint64_t address) const;
  // Returns the unicast table's bit for the address, with the hash of MCSTCTRL.MO.
  bool unicast_hash(std::uint64_t address) const;
  // Pools of the lowest valid VLAN with that identifier.
  std::uint64_t pools_of_vlan(unsigned vid) const;

  // Bits of a pool's filter; pools_with() returns the pools that have the bit set.
  enum class Filter : unsigned {
    kUnicastPromiscuous,
    kVlanPromiscuous,
    kUntagged,
    kMulticastTable,
    kUnicastTable,
    kBroadcast,
    kMulticastPromiscuous
  };
  std::uint64_t pools_with(Filter filter) const { return filters_[static_cast<unsigned>(filter)]; }
  std::uint64_t enabled_pools() const { return vfre_; }
  // Returns the set of all pools.
  std::uint64_t all_pools() const {
    return parameters_.pools == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << parameters_.pools) - 1;
  }

  // Returns the number of queues of one pool under MRQC.MRQE.
  unsigned queues_of_pool() const;
  // Returns the queue of a frame, 0 to 127: `index` from RSS, `priority` from its tag.
  unsigned queue(unsigned pool, unsigned index, unsigned priority) const;
  // Reduces an index of the redirection table to the bits that the pool uses (PSRTYPE.RQPL).
  unsigned hashed(unsigned pool, unsigned index) const {
    return mode_ == 0xA || mode_ == 0xB ? index & ((1u << hash_bits_[pool]) - 1) : index;
  }
  // Returns whether TCP packets with SYN set go to a separate queue (without pools only), and which.
  bool syn_filter() const { return (synqf_ & 1) != 0 && !pools_on(); }
  unsigned syn_queue() const { return (synqf_ >> 1 & 0x7F) % parameters_.queues; }
  // Returns whether the SYN filter precedes the five-tuple filters.
  bool syn_comes_first() const { return synqf_ >> 31 != 0; }
  // Sets the filters that precede RSS, which are used only without pools; nullptr if there are none.
  void set_filters(QueueFilters* filters) { queue_filters_ = filters; }
  QueueFilters* filters() const {
    const bool met = queue_filters_ != nullptr && queue_filters_->armed() && !pools_on();
    return met ? queue_filters_ : nullptr;
  }
  unsigned queue_of_filter(int queue) const { return static_cast<unsigned>(queue) % parameters_.queues; }
  // Returns the partition of the packet buffer: the class of the priority in the modes of MRQC with classes,
  // otherwise 0.
  unsigned partition(unsigned priority) const {
    const unsigned classes = receive_classes(mode_);
    return classes == 0 ? 0 : traffic_class(priority) % classes;
  }

 private:
  unsigned traffic_class(unsigned priority) const { return rtrup2tc_ >> (3 * priority) & 7; }

  static constexpr std::uint64_t kInvalidAddress = std::uint64_t{1} << 63;

  PoolParameters parameters_;
  FilterTables common_;
  std::uint32_t vt_ctl_ = 0, rtrup2tc_ = 0, mcstctrl_ = 0, synqf_ = 0;
  unsigned mode_ = 0;  // MRQC.MRQE
  std::uint64_t vfre_ = 0;
  // Address in bits 47:0, byte 0 lowest; kInvalidAddress if AV is clear.
  std::array<std::uint64_t, 128> address_{};
  std::size_t addresses_used_ = 0;  // all later addresses are invalid
  std::array<std::uint64_t, 128> address_pools_{};
  std::array<std::uint32_t, 64> vlan_{};
  std::array<std::uint64_t, 64> vlan_pools_{};
  std::array<std::uint64_t, 7> filters_{};
  std::array<std::uint32_t, 128> uta_{};
  QueueFilters* queue_filters_ = nullptr;
  std::array<std::uint8_t, 64> hash_bits_{};  // bits of the hash that each pool uses
};

}  // namespace ixsim::nic

#endif
