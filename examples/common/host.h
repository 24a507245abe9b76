// The host of one controller: memory, a target of interrupt messages, and accesses to registers by function
// and BAR.
#ifndef EXAMPLES_COMMON_HOST_H
#define EXAMPLES_COMMON_HOST_H

#include <ixsim/bytes.h>
#include <ixsim/ethernet_controller.h>

#include <cstdint>
#include <cstring>
#include <vector>

class Host : public sc_core::sc_module {
 public:
  static constexpr std::uint64_t kMemorySize = 16u << 20;
  // A write of four bytes there is an interrupt message; its value is the vector.
  static constexpr std::uint64_t kDoorbell = 0xFEE00000;

  tlm_utils::simple_target_socket<Host> memory;        // bind pcie_initiator of the controller
  tlm_utils::simple_initiator_socket<Host> registers;  // bind to pcie_target of the controller

  explicit Host(sc_core::sc_module_name name, const sc_core::sc_time& latency = {60, sc_core::SC_NS})
      : sc_core::sc_module(name),
        memory("memory"),
        registers("registers"),
        bytes_(kMemorySize),
        latency_(latency) {
    memory.register_b_transport(this, &Host::access);
  }

  // Loads and stores of software, which take no simulated time here.
  std::uint8_t* at(std::uint64_t address) { return bytes_.data() + address; }
  std::uint64_t quadword(std::uint64_t address) { return ixsim::load_le64(at(address)); }
  void set_quadword(std::uint64_t address, std::uint64_t value) { ixsim::store_le64(at(address), value); }

  // A register of a function; call it in a thread.
  std::uint32_t read(unsigned function, unsigned bar, std::uint32_t offset) {
    std::uint32_t value = 0;
    access_register(tlm::TLM_READ_COMMAND, function, bar, offset, value);
    return value;
  }
  void write(unsigned function, unsigned bar, std::uint32_t offset, std::uint32_t value) {
    access_register(tlm::TLM_WRITE_COMMAND, function, bar, offset, value);
  }

  // Waits for a message, unless one has come since the last call.
  void wait_for_interrupt() {
    while (handled_ == interrupts_) wait(interrupted_);
    handled_ = interrupts_;
  }
  std::uint64_t interrupts() const { return interrupts_; }

 private:
  void access(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) {
    const std::uint64_t address = payload.get_address();
    const unsigned length = payload.get_data_length();
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
    if (address == kDoorbell) {
      ++interrupts_;
      return interrupted_.notify(sc_core::SC_ZERO_TIME);
    }
    if (address > bytes_.size() || length > bytes_.size() - address)
      return payload.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
    if (payload.is_read()) {
      std::memcpy(payload.get_data_ptr(), at(address), length);
    } else {
      std::memcpy(at(address), payload.get_data_ptr(), length);
    }
    delay += latency_;
  }

  // The extension names function and BAR, so that no address map is needed.
  void access_register(tlm::tlm_command command, unsigned function, unsigned bar, std::uint32_t offset,
                       std::uint32_t& value) {
    ixsim::PcieExtension place;
    place.function = function;
    place.bar = bar;
    tlm::tlm_generic_payload payload;
    payload.set_extension(&place);
    payload.set_command(command);
    payload.set_address(offset);
    payload.set_data_ptr(reinterpret_cast<unsigned char*>(&value));
    payload.set_data_length(4);
    payload.set_streaming_width(4);
    sc_core::sc_time delay;
    registers->b_transport(payload, delay);
    wait(delay);
    payload.clear_extension(&place);
    if (payload.is_response_error()) SC_REPORT_FATAL("example", payload.get_response_string().c_str());
  }

  std::vector<std::uint8_t> bytes_;
  sc_core::sc_time latency_;
  sc_core::sc_event interrupted_;
  std::uint64_t interrupts_ = 0;
  std::uint64_t handled_ = 0;
};

#endif
