// The host as a SystemC module: memory behind the root port, and one driver for each port that writes the
// device's registers by posted writes. The device is connected by sockets, or by calls
// (nic/sc/direct_host.h).
//
// Timing contract: memory answers every request at once (TLM_COMPLETED), reads with `read_latency` as
// annotated delay. Drivers act from the module's own event, never inside a call of the device.
#ifndef IXSIM_HOST_HOST_H
#define IXSIM_HOST_HOST_H

#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include <functional>
#include <memory>
#include <systemc>
#include <tlm>
#include <vector>

#include "base/layers.h"
#include "host/host_agenda.h"
#include "host/host_config.h"
#include "host/memory.h"
#include "host/rx_driver.h"
#include "ixsim/payloads.h"
#include "nic/sc/direct_host.h"

namespace ixsim::host {

class Host : public sc_core::sc_module, public DirectHost {
 public:
  tlm_utils::simple_target_socket<Host> memory_socket;
  tlm_utils::simple_initiator_socket<Host> register_socket;

  // Makes a host with one driver for each port. Throws InputError if a driver's configuration is impossible
  // or the memory is too small.
  Host(sc_core::sc_module_name name, const HostConfig& config, const std::vector<RxDriverConfig>& receive,
       const std::vector<TxDriverConfig>& transmit = {});
  ~Host() override;

  HostMemory& memory() { return memory_; }
  RxDriver& driver(unsigned port) { return *drivers_[port]; }
  const RxDriver& driver(unsigned port) const { return *drivers_[port]; }
  // Returns the transmit driver; null if the port does not transmit.
  const TxDriver* tx_driver(unsigned port) const {
    return port < tx_drivers_.size() ? tx_drivers_[port].get() : nullptr;
  }
  // Writes the device's registers by calls, and no longer at `register_socket`.
  void connected(DirectRegisters& registers) override { direct_registers_ = &registers; }
  // Answers the device.
  bool device_write(Time time, std::uint64_t address, ByteView data) override;
  bool device_read(std::uint64_t address, std::uint8_t* into, std::size_t length) override {
    return memory_.read(address, into, length);
  }
  Time read_latency() const override { return config_.read_latency; }
  // Returns whether no driver has work left.
  bool idle() const { return agenda_.next() == kNever; }
  // Sets a hook for the times before software reads or writes memory: it must bring memory up to date.
  void before_acting(std::function<void()> hook) { before_acting_ = std::move(hook); }
  // Returns the minimum time from an output of the device to the response of software.
  Time min_latency() const;
  // Returns the number of late writes. A write is late if its time is not the kernel's current time, and so
  // early that software could not react in time. The number is 0 unless the device is wrong.
  std::uint64_t late_writes() const { return late_writes_; }

 private:
  class PortRegisters;

  tlm::tlm_sync_enum memory_fw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                               sc_core::sc_time& delay);
  void start_drivers();
  void act();
  void arm();
  static Time now() { return static_cast<Time>(sc_core::sc_time_stamp().value()); }

  HostConfig config_;
  HostMemory memory_;
  HostAgenda agenda_;
  std::vector<std::unique_ptr<PortRegisters>> registers_;
  std::vector<std::unique_ptr<RxDriver>> drivers_;
  std::vector<std::unique_ptr<TxDriver>> tx_drivers_;
  std::function<void()> before_acting_;
  DirectRegisters* direct_registers_ = nullptr;
  bool polling_ = false;
  sc_core::sc_event event_;
  sc_core::sc_event early_event_;
  Time armed_ = kNever;
  std::uint64_t late_writes_ = 0;
};

}  // namespace ixsim::host

#endif
