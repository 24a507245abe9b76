// The PCIe target socket. Accesses from the host, by b_transport, approximately-timed or for debugging,
// become register accesses of the core. The core's answers to reads become responses. Source: IEEE 1666-2011,
// TLM-2.0 base protocol.
//
// Timing contract: a request ahead of its time waits until then. A posted write is answered at once; a read
// is answered when its completion has come back over the link.
#ifndef IXSIM_NIC_SC_HOST_TARGET_H
#define IXSIM_NIC_SC_HOST_TARGET_H

#include <tlm_utils/peq_with_get.h>
#include <tlm_utils/simple_target_socket.h>

#include <tlm>
#include <unordered_map>

#include "base/layers.h"
#include "nic/sc/core_alarm.h"
#include "nic/sc/direct_host.h"

namespace ixsim::nic {

class HostTarget : public DirectRegisters {
 public:
  using Socket = tlm_utils::simple_target_socket<HostTarget>;

  HostTarget(Socket& socket, ControllerCore& core, CoreAlarm& alarm);

  // Returns the event that requires a call of delayed_requests().
  const sc_core::sc_event& delayed() { return requests_.get_event(); }
  void delayed_requests();
  // Takes the answer to a read, as in HostBus.
  void register_data(Time time, std::uint64_t id, std::uint64_t value, bool ok);
  bool register_write(unsigned function, unsigned bar, std::uint32_t offset, std::uint32_t value) override;

 private:
  void blocking(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay);
  tlm::tlm_sync_enum forward(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                             sc_core::sc_time& delay);
  unsigned debug(tlm::tlm_generic_payload& payload);
  void serve(tlm::tlm_generic_payload& payload);
  void send_down(const HostAccess& access);
  // Fills `access` from a payload, or sets the payload's error response and returns false.
  bool decode(tlm::tlm_generic_payload& payload, HostAccess& access) const;
  // Sets function, BAR and offset for an address on the host's bus; returns false if no programmed BAR has
  // the address.
  bool route(std::uint64_t address, HostAccess& access) const;

  struct PendingRead {
    tlm::tlm_generic_payload* payload;
    sc_core::sc_event* done;  // event of a b_transport caller, or null
  };
  // Stores a read until its answer comes. Returns its number.
  std::uint64_t expect(PendingRead read);

  Socket& socket_;
  const DeviceProfile& profile_;
  ControllerCore& core_;
  CoreAlarm& alarm_;
  std::unordered_map<std::uint64_t, PendingRead> reads_;
  std::uint64_t next_read_ = 0;
  tlm_utils::peq_with_get<tlm::tlm_generic_payload> requests_{"requests"};
};

}  // namespace ixsim::nic

#endif
