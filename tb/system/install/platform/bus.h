// The host's bus. It decodes addresses for processor and controller alike. It is untimed, because the
// controller models its PCIe link itself.
//
//   0x0000_0000  16 MiB  main memory
//   0xE000_0000   1 MiB  configuration space of the controller, 4 KiB a function
//   0xF000_0000   1 MiB  registers of the controller, where software has placed its BARs
//   0xFEE0_0000   4 KiB  interrupt controller
#ifndef PLATFORM_BUS_H
#define PLATFORM_BUS_H

#include <ixsim/ethernet_controller.h>

#include <cstdint>

class Bus : public sc_core::sc_module {
 public:
  static constexpr std::uint64_t kMemorySize = 16u << 20;
  static constexpr std::uint64_t kConfiguration = 0xE0000000;
  static constexpr std::uint64_t kDevice = 0xF0000000;
  static constexpr std::uint64_t kDeviceSize = 1u << 20;
  static constexpr std::uint64_t kDoorbell = 0xFEE00000;

  tlm_utils::simple_target_socket<Bus> from_processor, from_controller;
  tlm_utils::simple_initiator_socket<Bus> to_memory, to_controller, to_interrupts;

  explicit Bus(sc_core::sc_module_name name)
      : sc_core::sc_module(name),
        from_processor("from_processor"),
        from_controller("from_controller"),
        to_memory("to_memory"),
        to_controller("to_controller"),
        to_interrupts("to_interrupts") {
    from_processor.register_b_transport(this, &Bus::access);
    from_controller.register_b_transport(this, &Bus::access);
  }

 private:
  void access(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) {
    const std::uint64_t address = payload.get_address();
    if (address < kMemorySize) return to_memory->b_transport(payload, delay);
    if (address - kConfiguration < kDeviceSize) return configure(payload, delay);
    // The controller itself finds the BAR of an address.
    if (address - kDevice < kDeviceSize) return to_controller->b_transport(payload, delay);
    if (address - kDoorbell < 0x1000) {
      payload.set_address(address - kDoorbell);
      to_interrupts->b_transport(payload, delay);
      payload.set_address(address);
      return;
    }
    payload.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
  }

  // An address alone cannot mean configuration space; the extension states it.
  void configure(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) {
    const std::uint64_t address = payload.get_address();
    ixsim::PcieExtension extension;
    extension.space = ixsim::PcieExtension::Space::kConfig;
    extension.function = static_cast<unsigned>((address - kConfiguration) >> 12);
    payload.set_extension(&extension);
    payload.set_address(address & 0xfff);
    to_controller->b_transport(payload, delay);
    payload.clear_extension(&extension);
    payload.set_address(address);
  }
};

#endif
