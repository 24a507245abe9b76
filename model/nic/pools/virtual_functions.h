// The virtual functions of one port (SR-IOV): the part of the device that a virtual machine can access.
//
// Function n is pool n. Each function has its own register file, with the map of a virtual function
// (RegisterSet::k82599Vf). The file holds the function's interrupt causes and its end of the mailbox. The
// rings of the pool, its header split and the mailbox memory are registers of the port, which the physical
// function sees too; the file only gives access to them. The registers that a function reaches are computed
// from its number alone. No offset in its window selects the registers of another function.
//
// Interrupts: VTIVAR gives each queue of the pool a vector, VTIVAR_MISC gives the mailbox one. A vector fires
// when its cause is enabled (VTEIMS) and its throttle (VTEITR) is open, like those of the physical function.
// Descriptors are written back at once, however, and not when the throttle opens. Moderation counts in units
// of 2.048 us.
//
// Statistics: a frame counts for the function whose ring received or sent it. It counts at the time and with
// the bytes of the queue counters (QPRC, QBRC, QPTC, QBTC). A read clears nothing: packets wrap after 32
// bits, octets after 36, and drivers compute differences.
//
// Timing contract: register accesses act when they arrive. A cause made at t fires at the first DMA clock
// after it. Source: ixgbe_vf.h, ixgbe_mbx.h, ixgbe_mbx.c, ixgbe_vf.c, ixgbevf (widths of the statistics).
// Unconfirmed: the bits of VFMAILBOX after a reset of the physical function; that VFCTRL.RST sets VFLRE like
// a function-level reset; that a reset of a function clears its bits of PFMBICR; and the set of frames that
// the statistics count.
#ifndef IXSIM_NIC_POOLS_VIRTUAL_FUNCTIONS_H
#define IXSIM_NIC_POOLS_VIRTUAL_FUNCTIONS_H

#include <array>
#include <cstdint>
#include <deque>
#include <utility>

#include "base/agenda.h"
#include "base/layers.h"
#include "nic/interrupt/interrupt_unit.h"
#include "nic/interrupt/msix_table.h"
#include "nic/registers/register_file.h"
#include "pcie/config_space.h"

namespace ixsim::nic {

// Services that the functions need from their port.
class VirtualFunctionOwner {
 public:
  virtual ~VirtualFunctionOwner() = default;
  // Returns the number of receive or transmit queues of each pool, from MRQC and MTQC.
  virtual unsigned pool_queues(bool transmit) const = 0;
  // Peeks, or writes, a register of the port as software does.
  virtual std::uint32_t peek_register(Reg reg, unsigned index) const = 0;
  virtual void write_register(Reg reg, unsigned index, std::uint32_t value) = 0;
  virtual bool link_is_up() const = 0;
  virtual std::uint32_t free_running_timer() const = 0;
  // Raises EICR.MAILBOX.
  virtual void mailbox_cause(Time now) = 0;
  // Reports a change of the set of functions that may be bus master.
  virtual void mastering_changed(Time now) = 0;
};

class VirtualFunctions : public Block, public QueueCauses {
 public:
  static constexpr unsigned kVectors = 3;

  VirtualFunctions(Agenda& agenda, PcieEndpoint& endpoint, RegisterFile& registers,
                   VirtualFunctionOwner& owner, unsigned port, const FunctionIdentity& identity,
                   const PcieConfig& link);
  void set_slot(Agenda::Slot slot) { slot_ = slot; }

  // Sets the number of active functions. A function that was inactive has its power-on state when it becomes
  // active again.
  void set_active(unsigned count, bool memory, Time now);
  unsigned active() const { return active_; }
  // Returns whether function `n` may make requests. Pools above the number of functions belong to the
  // physical function.
  bool may_master(unsigned n) const { return n >= active_ || functions_[n].config.bus_master(); }
  // Reports that the physical function has been reset (CTRL.RST), or that it reports the end of its reset
  // (CTRL_EXT.PFRSTD).
  void physical_reset(Time now);
  void physical_reset_done();

  // --- Accesses of function `n`. They return false if the function does not answer.
  bool memory_access(unsigned n, unsigned bar, const HostAccess& access, std::uint32_t& value);
  bool config_access(unsigned n, const HostAccess& access, std::uint32_t& value, Time now);
  // Returns the value that a read would return, without side effects.
  std::uint32_t peek(unsigned n, unsigned bar, std::uint32_t offset) const;
  std::uint32_t config_peek(unsigned n, std::uint32_t offset) const;

  // --- Counts for the queue of a pool are counts of its function. The functions are not inlined, because
  // frames of devices without virtual functions pass here too.
  [[gnu::noinline]] void received(unsigned queue, std::uint32_t bytes, const std::uint8_t* to);
  [[gnu::noinline]] void sent(unsigned queue, std::uint32_t bytes);

  // QueueCauses
  void queue_cause(unsigned entry, Time time) override;
  bool descriptor_waits(unsigned entry, Time now) override;
  // Block
  void act(Time now) override;
  Time earliest_output(Time due, Time lookahead) const override;

  const MsixTable& msix(unsigned n) const { return functions_[n].msix; }
  const RegisterFile& registers(unsigned n) const { return functions_[n].registers; }
  // Returns the number of accesses of all functions to offsets without a register.
  std::uint64_t unimplemented_accesses() const;
  // Returns the register of function `n` that an access reaches.
  RegisterPlace place(unsigned n, unsigned bar, std::uint32_t offset) const;

 private:
  struct Function {
    Function(VirtualFunctions& all, unsigned n, PcieEndpoint& endpoint, unsigned port,
             const FunctionIdentity& identity, const PcieConfig& link);
    void bind_registers();
    // Return registers of the port that the function gives access to.
    std::uint32_t ring_shown(Reg reg, unsigned index, std::uint32_t) const;
    void ring_written(const RegisterWrite& write);
    std::uint32_t status(unsigned, std::uint32_t) const;
    std::uint32_t links(unsigned, std::uint32_t) const;
    std::uint32_t free_running_timer(unsigned, std::uint32_t) const;
    std::uint32_t header_split(unsigned, std::uint32_t) const;
    void header_split_written(const RegisterWrite& write);
    std::uint32_t mailbox_word(unsigned index, std::uint32_t) const;
    void mailbox_word_written(const RegisterWrite& write);
    void mailbox_written(const RegisterWrite& write) { all.write_mailbox(*this, write, write.time); }
    void control_written(const RegisterWrite& write);
    void causes_read(const RegisterRead& read);
    void causes_cleared(const RegisterWrite& write);
    void causes_set(const RegisterWrite& write);
    void mask_written(Time now) { all.wake(now); }
    void moderation_written(const RegisterWrite& write);

    bool says(RegisterField f) const { return f.get(registers.get(Reg::VFMAILBOX)) != 0; }
    void say(RegisterField f, bool value) {
      registers.set(Reg::VFMAILBOX, 0, f.set(registers.get(Reg::VFMAILBOX), value ? 1 : 0));
    }
    void count(Reg reg) { registers.set(reg, 0, registers.get(reg) + 1); }
    void count_octets(Reg low, Reg high, std::uint32_t octets) {
      registers.set_wide(low, high, registers.wide(low, high) + octets);
    }
    // Restores the state after a reset, except messages of the physical function in the mailbox.
    void clear(Time now);

    VirtualFunctions& all;
    unsigned n;
    ConfigSpace config;
    MsixTable msix;
    RegisterFile registers{RegisterSet::k82599Vf};
    std::array<Time, kVectors> open{};
    std::array<Time, kVectors> fresh_at{};
    std::uint32_t fresh = 0;      // vectors with a cause not yet in VTEICR
    std::uint32_t requested = 0;  // vectors with a cause not yet signalled
  };

  // Return PFMAILBOX, PFMBICR, VFLRE and VFLREC.
  std::uint32_t mailbox_shown(unsigned index, std::uint32_t stored) const;
  void mailbox_written(const RegisterWrite& write);
  std::uint32_t requests(unsigned index, std::uint32_t) const { return requests_[index]; }
  void requests_cleared(const RegisterWrite& write) { requests_[write.index] &= ~write.raw; }
  std::uint32_t resets(unsigned index, std::uint32_t) const { return resets_[index]; }
  void resets_cleared(const RegisterWrite& write) { resets_[write.index] &= ~write.raw; }
  // Returns the first queue of function `n` that has this control register, and the one behind the last.
  // Modes with fewer pools than functions leave some without a queue.
  std::pair<unsigned, unsigned> queues_of(unsigned n, bool transmit, Reg control) const;
  // Replaces `reg` and `index` of function `n` by the port's register that they stand for. Returns false if
  // that is no ring of the pool.
  bool ring_register(unsigned n, Reg& reg, unsigned& index) const;
  // Returns the function that owns a queue of the port; null if there is none.
  Function* function_of(unsigned queue, bool transmit);
  void write_mailbox(Function& f, const RegisterWrite& write, Time now);
  void mailbox_interrupt(Function& f, Time now);
  void notify_physical(unsigned n, Time now);
  void raise(Function& f, unsigned vector, Time now);
  void reset_function(unsigned n, Time now);
  // Returns the vector of the queue of an entry, or -1; `n` is the function that owns the queue.
  int vector_of(unsigned entry, unsigned& n) const;
  void update_output(unsigned n, Time now);
  void wake(Time now) { agenda_.arm_after(slot_, now); }

  Agenda& agenda_;
  RegisterFile& registers_;
  VirtualFunctionOwner& owner_;
  Agenda::Slot slot_ = 0;
  std::deque<Function> functions_;
  unsigned active_ = 0;
  bool memory_ = false;
  std::array<std::uint32_t, 4> requests_{};  // PFMBICR
  std::array<std::uint32_t, 2> resets_{};    // VFLRE
};

}  // namespace ixsim::nic

#endif
