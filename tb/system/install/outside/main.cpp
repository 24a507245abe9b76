// A platform of one's own, as small as it can be: a memory that knows only b_transport, and a processor that
// reads and writes registers over the PCIe link of an installed controller. Exit 0 if they read as the
// datasheet says.
#include <ixsim/ethernet_controller.h>
#include <cstdint>
#include <cstdio>

namespace {

class Memory : public sc_core::sc_module {
 public:
  tlm_utils::simple_target_socket<Memory> socket;
  explicit Memory(sc_core::sc_module_name name) : sc_core::sc_module(name), socket("socket") {
    socket.register_b_transport(this, &Memory::access);
  }

 private:
  void access(tlm::tlm_generic_payload& payload, sc_core::sc_time&) {
    payload.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
  }
};

class Processor : public sc_core::sc_module {
 public:
  tlm_utils::simple_initiator_socket<Processor> socket;
  tlm_utils::simple_initiator_socket<Processor> wire;  // nobody sends
  bool fine = false;

  SC_HAS_PROCESS(Processor);
  explicit Processor(sc_core::sc_module_name name)
      : sc_core::sc_module(name), socket("socket"), wire("wire") {
    SC_THREAD(run);
  }

 private:
  void run() {
    const std::uint32_t led_control = read(0x00200);
    const sc_core::sc_time one_read = sc_core::sc_time_stamp();
    write(0x04268, 9216u << 16);
    const std::uint32_t longest_frame = read(0x04268);
    std::printf("LEDCTL 0x%08X after %s, MHADD 0x%08X\n", led_control, one_read.to_string().c_str(),
                longest_frame);
    // A read crosses the link twice, 100 ns each way.
    fine = led_control == 0x05040100 && longest_frame >> 16 == 9216 &&
           one_read > sc_core::sc_time(200, sc_core::SC_NS);
  }
  std::uint32_t read(std::uint64_t address) {
    std::uint32_t value = 0;
    access(tlm::TLM_READ_COMMAND, address, value);
    return value;
  }
  void write(std::uint64_t address, std::uint32_t value) { access(tlm::TLM_WRITE_COMMAND, address, value); }
  void access(tlm::tlm_command command, std::uint64_t address, std::uint32_t& value) {
    tlm::tlm_generic_payload payload;
    payload.set_command(command);
    payload.set_address(address);
    payload.set_data_ptr(reinterpret_cast<unsigned char*>(&value));
    payload.set_data_length(4);
    payload.set_streaming_width(4);
    sc_core::sc_time delay;
    socket->b_transport(payload, delay);
    wait(delay);
    if (payload.is_response_error()) SC_REPORT_FATAL("outside", payload.get_response_string().c_str());
  }
};

}  // namespace

int sc_main(int, char**) {
  sc_core::sc_set_time_resolution(1, sc_core::SC_PS);
  ixsim::EthernetController controller("controller", ixsim::ControllerConfig());
  Memory memory("memory");
  Processor processor("processor");
  processor.socket.bind(controller.pcie_target);
  processor.wire.bind(controller.wire_in[0]);
  controller.pcie_initiator.bind(memory.socket);
  sc_core::sc_start(1, sc_core::SC_MS);
  return processor.fine ? 0 : 1;
}
