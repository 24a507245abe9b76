// Main memory: the simplest possible target, b_transport only. The controller serves such a target one
// request at a time.
#ifndef PLATFORM_MEMORY_H
#define PLATFORM_MEMORY_H

#include <ixsim/ethernet_controller.h>

#include <cstdint>
#include <cstring>
#include <vector>

class Memory : public sc_core::sc_module {
 public:
  tlm_utils::simple_target_socket<Memory> socket;

  Memory(sc_core::sc_module_name name, std::size_t size, sc_core::sc_time latency)
      : sc_core::sc_module(name), socket("socket"), bytes_(size), latency_(latency) {
    socket.register_b_transport(this, &Memory::access);
  }

  // Returns a pointer for the processor's own loads and stores, which take no simulated time here.
  std::uint8_t* at(std::uint64_t address) { return bytes_.data() + address; }

 private:
  void access(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) {
    const std::uint64_t address = payload.get_address();
    const unsigned length = payload.get_data_length();
    if (address > bytes_.size() || length > bytes_.size() - address) {
      payload.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
      return;
    }
    if (payload.is_read()) std::memcpy(payload.get_data_ptr(), at(address), length);
    if (payload.is_write()) std::memcpy(at(address), payload.get_data_ptr(), length);
    delay += latency_;
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
  }

  std::vector<std::uint8_t> bytes_;
  sc_core::sc_time latency_;
};

#endif
