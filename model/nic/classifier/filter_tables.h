// The part of the register file that decides where a frame goes: 849 words in thirteen groups on the 82598,
// and two more for each receive address beyond sixteen.
//
// Words are stored in the form in which the decision reads them. A write replaces one 32-bit word. Bits that
// no decision uses, offset bits 1:0 and offsets of other registers are ignored. The tables have no notion of
// time: the reference classifier orders writes and frames.
//
// Source: datasheet, receive filtering registers.
#ifndef IXSIM_NIC_CLASSIFIER_FILTER_TABLES_H
#define IXSIM_NIC_CLASSIFIER_FILTER_TABLES_H

#include <array>
#include <cstddef>
#include <cstdint>

#include "base/layers.h"
#include "ethernet/toeplitz.h"
#include "nic/classifier/classifier_size.h"

namespace ixsim::nic {

class FilterTables {
 public:
  static constexpr std::size_t kReceiveAddresses = 16;  // of the 82598
  static constexpr std::size_t kNoHit = ClassifierSize::kMostAddresses;

  // Throws InputError for sizes that no device has.
  explicit FilterTables(const ClassifierSize& size = ClassifierSize());

  // Returns whether decisions depend on the register at `offset`, without its bits 1:0.
  static bool uses(std::uint32_t offset);
  static bool is_vlnctrl(std::uint32_t offset) { return (offset & ~3U) == 0x05088; }
  void write(std::uint32_t offset, std::uint32_t value);
  // Restores the reset values of single registers and invalidates the receive addresses. Everything else
  // keeps its contents: the device leaves it undefined, so software writes it again after a reset.
  void reset();

  // Returns RDRXCTL.MPBEN and RUPPBMR.MQA: priorities have separate packet buffers and queues.
  bool dcb() const { return (rdrxctl_ >> 4 & 1) && ruppbmr_ >> 31; }
  bool store_bad() const { return fctrl_ >> 1 & 1; }              // FCTRL.SBP
  bool multicast_promiscuous() const { return fctrl_ >> 8 & 1; }  // FCTRL.MPE
  bool unicast_promiscuous() const { return fctrl_ >> 9 & 1; }    // FCTRL.UPE
  bool accept_broadcast() const { return fctrl_ >> 10 & 1; }      // FCTRL.BAM
  std::uint16_t vet() const { return static_cast<std::uint16_t>(vlnctrl_); }
  bool vlan_filter() const { return vlnctrl_ >> 30 & 1; }  // VLNCTRL.VFE
  // Returns whether a frame with this tag passes VFTA and CFI; for VLNCTRL.VFE on.
  bool vlan_passes(std::uint16_t tci) const;
  // Returns the lowest entry that is valid and equal, or kNoHit. Byte 0 of the address is in bits 7:0.
  std::size_t receive_address(std::uint64_t address) const;
  // Returns MCSTCTRL.MFE and the multicast table's bit for the address.
  bool multicast_hash(std::uint64_t address) const;
  bool vmdq() const { return vmd_ctl_ & 1; }
  bool vmdq_by_vlan() const { return vmd_ctl_ >> 1 & 1; }
  std::uint8_t vmdq_default() const { return vmdq_default_; }
  std::uint8_t vmdq_of_address(std::size_t n) const { return vind_[n]; }  // RAH[n].VIND, n < kNoHit
  std::uint8_t vmdq_of_vlan(std::uint16_t vid) const;                     // VFTAVIND, vid < 4096
  bool rss() const { return mrqc_ & 1; }
  bool rss_enables(unsigned bit) const { return mrqc_ >> bit & 1; }  // MRQC bit 16..24
  // Returns the two 4-bit RSS indices of a redirection entry: index 0 in bits 3:0, index 1 in bits 7:4.
  std::uint8_t redirection(std::uint32_t hash) const {
    return static_cast<std::uint8_t>(reta_[hash >> 2 & 0x1F] >> (8 * (hash & 3)));
  }
  const ToeplitzHash& hash() const { return hash_; }
  // Returns how many bits number the receive queues of a traffic class.
  unsigned class_bits() const { return class_bits_; }
  // Returns the queue of a number of any width: its low bits that number the queues, wrapped once.
  unsigned queue_of(unsigned number) const { return wrap(number, queue_mask_, size_.queues); }

 private:
  static constexpr std::uint64_t kInvalidAddress = std::uint64_t{1} << 63;

  static unsigned wrap(unsigned number, unsigned mask, unsigned count) {
    number &= mask;
    return number < count ? number : number - count;
  }
  // Returns the pool that a field of a register names.
  std::uint8_t pool_of(std::uint32_t field) const {
    return static_cast<std::uint8_t>(wrap(field, pool_mask_, size_.pools));
  }
  void write_address(std::size_t n, bool high, std::uint32_t value);

  ClassifierSize size_;
  unsigned queue_mask_, pool_mask_, class_bits_;
  std::uint8_t vmdq_default_ = 0;
  std::uint32_t rdrxctl_ = 0, fctrl_ = 0, vlnctrl_ = 0, mcstctrl_ = 0, ruppbmr_ = 0, mrqc_ = 0, vmd_ctl_ = 0;
  // Bits 47:0 the address, byte 0 lowest; kInvalidAddress if AV is clear, so that no address compares equal.
  std::array<std::uint64_t, ClassifierSize::kMostAddresses> address_{};
  std::array<std::uint8_t, ClassifierSize::kMostAddresses> vind_{};
  std::array<std::uint32_t, 128> mta_{};
  std::array<std::uint32_t, 128> vfta_{};
  std::array<std::uint32_t, 512> vftavind_{};
  std::array<std::uint32_t, 32> reta_{};
  ToeplitzHash hash_;
};

}  // namespace ixsim::nic

#endif
