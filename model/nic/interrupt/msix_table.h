// The MSI-X table and its pending bits. It turns a firing vector into a memory write, or into a pending bit
// while the vector is masked.
//
// Timing contract: a message is passed to the link at the edge at which the vector fires, or at which it is
// unmasked while pending. Source: PCI Local Bus Specification 3.0, 6.8.2; 82598 datasheet, MSI-X (table at 0
// and PBA at 0x2000 of its BAR).
#ifndef IXSIM_NIC_INTERRUPT_MSIX_TABLE_H
#define IXSIM_NIC_INTERRUPT_MSIX_TABLE_H

#include <array>
#include <cstdint>

#include "base/layers.h"
#include "ixsim/interrupt_sink.h"
#include "nic/endpoint/pcie_endpoint.h"
#include "nic/registers/register_file.h"

namespace ixsim::nic {

// Registers that give access to a table: the words of an entry, and the pending bits.
struct MsixRegisters {
  Reg address;
  Reg upper_address;
  Reg data;
  Reg control;
  Reg pending;
};

class MsixTable : public InterruptSink {
 public:
  static constexpr unsigned kMostVectors = 64;
  static constexpr std::uint32_t kPendingOffset = 0x2000;

  // Makes a table. `function` is its owner: the function of the port, or one of its virtual functions.
  MsixTable(PcieEndpoint& endpoint, unsigned port, unsigned vectors, unsigned function)
      : endpoint_(endpoint),
        port_(port),
        vectors_(vectors),
        function_(function),
        entries_open_(endpoint.config().vector_messages) {
    power_on();
  }
  // Binds the registers that give access to the table.
  void bind(RegisterFile& registers, const MsixRegisters& shown);
  unsigned vectors() const { return vectors_; }

  void fire(InterruptKind kind, unsigned vector, Time now) override;

  // Accesses of BAR3, one double word at a time. Offsets outside the table and the pending bits read 0.
  std::uint32_t read(std::uint32_t offset) const;
  void write(std::uint32_t offset, std::uint32_t value, Time now);
  // Clears the pending bits that are set in `mask` (PBACL).
  void clear_pending(std::uint64_t mask) { pending_ &= ~mask; }
  // Sets GPIE.PBA_SUPPORT; without it the interrupt of a masked vector is lost.
  void keep_pending(bool keep) { keep_pending_ = keep; }
  // Sets whether messages may be sent: MSI-X is on, not masked as a whole, and the function may be bus
  // master. Otherwise every vector acts as if masked. Pending vectors are sent as soon as allowed.
  void set_open(bool open, Time now);
  void power_on();
  std::uint64_t messages(unsigned vector) const { return messages_[vector]; }

 private:
  struct Entry {
    std::uint64_t address;
    std::uint32_t data;
    std::uint32_t control;  // bit 0: masked
  };
  bool masked(unsigned vector) const { return !entries_open_ && (entries_[vector].control & 1) != 0; }
  void send(unsigned vector, Time now);
  std::uint32_t offset_of(Reg reg, unsigned index) const;
  std::uint32_t word(Reg reg, unsigned index, std::uint32_t) const { return read(offset_of(reg, index)); }
  void word_written(const RegisterWrite& write) {
    this->write(offset_of(write.reg, write.index), write.raw, write.time);
  }

  PcieEndpoint& endpoint_;
  MsixRegisters shown_{};
  unsigned port_;
  unsigned vectors_;
  unsigned function_;
  bool entries_open_;  // the host owns the table
  std::array<Entry, kMostVectors> entries_{};
  std::array<std::uint64_t, kMostVectors> messages_{};
  std::uint64_t pending_ = 0;
  bool keep_pending_ = false;
  bool open_ = true;
};

}  // namespace ixsim::nic

#endif
