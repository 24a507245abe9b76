// The switch between the pools of one port. It knows the pool of each transmit queue, does anti-spoofing,
// passes frames from pool to pool, and decides which pools may transmit. It owns the virtual functions, which
// are pools with their own driver.
//
// A device without pools by bitmap has no switch: every frame leaves on the wire.
//
// Timing contract: the contracts of LoopbackPath and VirtualFunctions. Source: 82599 datasheet, VM-to-VM
// switching, VFTE, VMVIR, PFVFSPOOF, PFDTXGSWC.
#ifndef IXSIM_NIC_POOLS_POOL_SWITCH_H
#define IXSIM_NIC_POOLS_POOL_SWITCH_H

#include <cstdint>
#include <memory>

#include "base/agenda.h"
#include "base/layers.h"
#include "ixsim/device_profile.h"
#include "nic/classifier/pool_classifier.h"
#include "nic/interrupt/interrupt_unit.h"
#include "nic/mac/link.h"
#include "nic/packet/port_context.h"
#include "nic/packet/tx_packet.h"
#include "nic/pools/loopback_path.h"
#include "nic/pools/virtual_functions.h"
#include "nic/queues/descriptor_plane.h"
#include "nic/registers/register_file.h"

namespace ixsim::nic {

// Services that the switch needs from its port.
class PoolSwitchOwner : public LoopbackOwner {
 public:
  // Sets the pools, one bit each, that receive no frame regardless of VFRE.
  virtual void pools_stopped(std::uint64_t pools, Time now) = 0;
  // Reports a change of the set of transmit queues that may send.
  virtual void transmit_opened(const QueueMask& queues, Time now) = 0;
};

class PoolSwitch : private VirtualFunctionOwner, private Requesters {
 public:
  // Destinations of a transmitted frame.
  enum class Way { kWire, kSwitch, kWireAndSwitch, kSpoofed };

  PoolSwitch(const PortContext& context, const DescriptorPlane& plane, const Link& link,
             InterruptUnit& interrupts, const FunctionIdentity& identity, PoolSwitchOwner& owner);
  // Enables the switch of the device, which uses the tables of this classifier; to be called before registers
  // are written.
  void connect(PoolClassifier* pools);
  // Returns whether the device has a switch.
  bool present() const { return pools_ != nullptr; }
  void add_blocks(Time to_host);

  // Decides the destination of a frame of `queue`, on a device with a switch. Sets `looped.decision` if the
  // frame passes the switch.
  Way route(const Frame& frame, unsigned queue, LoopedFrame& looped);
  void enqueue(LoopedFrame& looped, Time now);
  // Applies the settings of the queue's pool to a command that was read.
  void apply_settings(unsigned queue, TxCommand& command) const;
  // Updates the queues that may transmit: DMATXCTL.TE for all, VFTE for the queues of a pool. Queues that may
  // not send make no request.
  void update_transmit_open(Time now);

  // --- Virtual functions.
  // Returns the virtual functions; null if the device has none.
  VirtualFunctions* functions() { return functions_.get(); }
  const VirtualFunctions* functions() const { return functions_.get(); }
  // Applies a change of the physical function's configuration space.
  void update_active(unsigned count, bool memory, Time now);
  // Returns the pools, one bit each, of functions that must not be bus master.
  std::uint64_t stopped_pools() const;
  void received(unsigned queue, std::uint32_t bytes, const std::uint8_t* to) {
    if (functions_ != nullptr) functions_->received(queue, bytes, to);
  }
  void sent(unsigned queue, std::uint32_t bytes) {
    if (functions_ != nullptr) functions_->sent(queue, bytes);
  }
  // Resets the virtual functions after CTRL.RST of the physical function.
  void reset_functions(Time now) {
    if (functions_ != nullptr) functions_->physical_reset(now);
  }
  // Resets the switch (CTRL.RST); `lost` is called for each frame in the switch.
  template <typename Lost>
  void reset_loopback(Lost lost) {
    loopback_.reset(lost);
  }
  template <typename Visit>
  void for_each_held(Visit visit) {
    loopback_.for_each_held(visit);
  }
  // Returns the number of frames that entered the switch. Each is a separate copy in the receive path.
  std::uint64_t looped_frames() const { return looped_; }

 private:
  // VirtualFunctionOwner
  unsigned pool_queues(bool transmit) const override;
  std::uint32_t peek_register(Reg reg, unsigned index) const override;
  void write_register(Reg reg, unsigned index, std::uint32_t value) override;
  bool link_is_up() const override { return link_.up(); }
  std::uint32_t free_running_timer() const override { return peek_register(Reg::FRTIMER, 0); }
  void mailbox_cause(Time now) override { interrupts_.other_cause(InterruptUnit::kMailbox, now); }
  void mastering_changed(Time now) override;
  // Requesters
  unsigned requester(const DmaRequest& request) const override;
  bool may_request(unsigned function) const override;

  void receive_enable_written(Time now) { mastering_changed(now); }
  void control_written(const RegisterWrite& write);
  // Returns the pool of a transmit queue, or -1.
  int pool_of(unsigned queue) const;

  const unsigned port_;
  Agenda& agenda_;
  PcieEndpoint& endpoint_;
  RegisterFile& registers_;
  const DeviceProfile& profile_;
  const DescriptorPlane& plane_;
  const Link& link_;
  InterruptUnit& interrupts_;
  PoolSwitchOwner& owner_;
  PoolClassifier* pools_ = nullptr;
  LoopbackPath loopback_;
  std::unique_ptr<VirtualFunctions> functions_;
  QueueMask open_ = QueueMask::all();  // transmit queues that may send
  std::uint64_t looped_ = 0;
};

}  // namespace ixsim::nic

#endif
