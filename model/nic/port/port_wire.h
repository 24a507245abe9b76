// The wire of one port: its link partner, the module in its cage and its PHY. It passes the state and the
// speed of the link to the blocks that depend on them.
//
// Timing contract: a change acts at once, at the time that the call carries. The contract of Link says when
// the link follows a link partner.
#ifndef IXSIM_NIC_PORT_PORT_WIRE_H
#define IXSIM_NIC_PORT_PORT_WIRE_H

#include "base/layers.h"
#include "ixsim/controller_config.h"
#include "nic/dcb/pause_control.h"
#include "nic/interrupt/interrupt_unit.h"
#include "nic/mac/link.h"
#include "nic/mac/mdio.h"
#include "nic/mac/time_sync.h"
#include "nic/nvm/module_cage.h"
#include "nic/packet/port_context.h"
#include "nic/port/device_control.h"
#include "nic/profile/device_identity.h"
#include "nic/receive/rx_path.h"
#include "nic/statistics/rx_statistics.h"
#include "nic/transmit/tx_path.h"

namespace ixsim::nic {

class PortWire : public LinkOwner {
 public:
  // The blocks that depend on the link, and the link itself. They may be constructed later.
  struct Blocks {
    Link& link;
    InterruptUnit& interrupts;
    RxStatistics& statistics;
    RxPath& receive;
    TxPath& transmit;
    PauseControl& pause;
    TimeSync& time_sync;
    DeviceControl& control;
  };

  PortWire(const PortContext& context, const PortConfig& config, const DeviceIdentity& board,
           const Blocks& blocks);
  // Sets the link that is up at time 0; no block is notified.
  void power_on();
  // Passes state and speed of the link to the blocks.
  void apply(Time now);
  // Changes the link partner.
  void set_partner(const LinkPartner& partner, Time now);
  // Inserts a module into the cage, or removes it. Pin 2 reports this, and without a module there is no link
  // partner.
  void set_module(CageModule module, Time now);
  // Resets (CTRL.RST) the link, the interface to the PHY and the lines of the cage.
  void reset(Time now);
  // Returns the time of a byte on the wire in ps, at the speed of the link.
  Time byte_time() const { return byte_time_; }

 private:
  // LinkOwner
  void link_changed(Time now) override;
  void remote_fault() override { blocks_.statistics.remote_fault(); }

  // Returns the link partner that the link reaches through the module.
  LinkPartner reached_partner() const;

  const Blocks blocks_;
  const bool has_cage_;
  ModuleCage cage_;
  Mdio mdio_;
  Time byte_time_;
  LinkPartner partner_;    // link partner connected to the module, if there is a cage
  bool in_reset_ = false;  // a reset is taking the link down
};

}  // namespace ixsim::nic

#endif
