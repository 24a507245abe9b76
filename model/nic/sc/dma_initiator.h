// The PCIe initiator socket. Each DMA request of the core becomes a generic payload with a memory manager.
// Every legal kind of answer by the target becomes an answer to the core. Source: IEEE 1666-2011, TLM-2.0
// base protocol.
//
// Timing contract: BEGIN_REQ comes at the time of the output. A response counts from its own time and
// annotated delay. A target that withholds END_REQ delays the core's next request.
#ifndef IXSIM_NIC_SC_DMA_INITIATOR_H
#define IXSIM_NIC_SC_DMA_INITIATOR_H

#include <tlm_utils/simple_initiator_socket.h>

#include <memory>
#include <tlm>

#include "base/layers.h"
#include "nic/sc/core_alarm.h"
#include "nic/sc/direct_host.h"
#include "pcie/host_bus.h"

namespace ixsim::nic {

class DmaInitiator {
 public:
  using Socket = tlm_utils::simple_initiator_socket<DmaInitiator>;
  using Taken = HostBus::Taken;

  DmaInitiator(Socket& socket, ControllerCore& core, CoreAlarm& alarm);
  ~DmaInitiator();

  // Sends all requests to `host`, without transactions.
  void set_direct(DirectHost& host) { direct_ = &host; }
  // Implements the functions of HostBus.
  Taken write(Time time, std::uint64_t address, ByteView data);
  bool read(Time time, std::uint32_t tag, std::uint64_t address, std::uint8_t* into, std::uint32_t length);

 private:
  class Payload;
  class PayloadPool;

  tlm::tlm_sync_enum backward(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                              sc_core::sc_time& delay);
  void response(Payload& payload, Time time, Time delay);
  // Adds requester and time, for targets that need them.
  void describe(Payload& payload, Time time);
  Taken send_write(Time time, std::uint64_t address, ByteView data);
  bool send_read(Time time, std::uint32_t tag, std::uint64_t address, std::uint8_t* into,
                 std::uint32_t length);

  Socket& socket_;
  ControllerCore& core_;
  CoreAlarm& alarm_;
  DirectHost* direct_ = nullptr;
  std::unique_ptr<PayloadPool> payloads_;
  bool target_waits_ = false;  // the target is known not to complete at once
};

}  // namespace ixsim::nic

#endif
