// Target of interrupt messages: a write of four bytes to the doorbell raises the vector of the written value.
#ifndef PLATFORM_INTERRUPT_CONTROLLER_H
#define PLATFORM_INTERRUPT_CONTROLLER_H

#include <ixsim/ethernet_controller.h>

#include <array>
#include <cstdint>
#include <cstring>

class InterruptController : public sc_core::sc_module {
 public:
  static constexpr unsigned kVectors = 20;

  tlm_utils::simple_target_socket<InterruptController> socket;

  explicit InterruptController(sc_core::sc_module_name name) : sc_core::sc_module(name), socket("socket") {
    socket.register_b_transport(this, &InterruptController::access);
  }

  const sc_core::sc_event& raised() const { return raised_; }
  std::uint64_t count(unsigned vector) const { return counts_[vector]; }

 private:
  void access(tlm::tlm_generic_payload& payload, sc_core::sc_time&) {
    std::uint32_t vector = kVectors;
    if (payload.is_write() && payload.get_data_length() == 4 && payload.get_address() == 0)
      std::memcpy(&vector, payload.get_data_ptr(), 4);
    if (vector >= kVectors) {
      payload.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
      return;
    }
    ++counts_[vector];
    raised_.notify(sc_core::SC_ZERO_TIME);
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
  }

  sc_core::sc_event raised_;
  std::array<std::uint64_t, kVectors> counts_{};
};

#endif
