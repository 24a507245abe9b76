// The mailbox between the drivers of virtual functions and the driver of their physical function. This file
// has both ends.
//
// When it starts, and after a migration, the driver of function n sends its requests one after another:
// reset, version of the interface, MAC address, longest frame, VLANs. At the start it then sets up its
// rings and its vector by its own registers. It does not write VFCTRL.RST, because after a migration it
// continues with the same rings. For a message it takes the buffer, writes the message, requests, and reads
// VFMAILBOX until the answer is there. The request interrupts the physical function's driver. That driver
// reads the causes and the message, applies it, and answers. The function receives frames as soon as its
// reset has been answered.
//
// Timing contract: each message costs both ends `mailbox` cycles. The drivers also wait for each register
// that they read (register_thread.h), and the physical one has a hard interrupt. Reads of VFMAILBOX follow
// each other without a pause. Source: ixgbe_mbx.h, ixgbevf (vf.c, mbx.c), ixgbe_sriov.c: codes, lengths and
// order; 82599 datasheet, 7.10. Unconfirmed: the cycles.
#ifndef IXSIM_HOST_DRIVER_FUNCTION_MAILBOX_H
#define IXSIM_HOST_DRIVER_FUNCTION_MAILBOX_H

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "base/layers.h"
#include "ethernet/mac_address.h"
#include "host/driver/nic_driver.h"
#include "host/driver/register_thread.h"
#include "host/host_agenda.h"

namespace ixsim::host {

// Requests of the driver of a virtual function.
struct FunctionRequests {
  unsigned core = 0;  // of the guest
  MacAddress address{};
  std::uint32_t longest_frame = 1'518;
  std::vector<unsigned> vlans;  // of its frames
};

class FunctionMailbox : private HostTask {
 public:
  static constexpr unsigned kWords = 16;

  // `core` is that of the physical function's driver.
  FunctionMailbox(const std::vector<FunctionRequests>& functions, unsigned core, const DriverCosts& costs,
                  NicDriver& driver, FunctionAccess& access, HostAgenda& agenda, Machine& machine);
  ~FunctionMailbox() override;

  // Sets up all functions once the driver of the physical function has set up its device.
  void start();
  // Sets up function `n` again, and then calls `then`.
  void set_up(unsigned n, Time now, std::function<void(Time now)> then);
  // Takes the function away: it receives nothing until it is set up again.
  void remove(unsigned n);
  // The mailbox has interrupted.
  void interrupt(Time now);

  // Returns whether each function was set up at least once.
  bool ready() const;
  // Returns the time for which function `n` was last set up; 0 if it was not.
  Time set_up_time(unsigned n) const;
  // Returns the messages of function `n`, and the register reads of its driver for them.
  std::uint64_t messages(unsigned n) const;
  std::uint64_t reads(unsigned n) const;

 private:
  class VirtualDriver;
  class PhysicalDriver;
  void run(unsigned what, Time now) override;

  NicDriver& driver_;
  HostAgenda& agenda_;
  std::unique_ptr<PhysicalDriver> physical_;
  std::vector<std::unique_ptr<VirtualDriver>> virtual_;
};

}  // namespace ixsim::host

#endif
