// A user's platform around an installed controller: processor, memory, bus, interrupt controller and a link
// partner whose frames the processor sends back. Exit 0 if every frame came back correctly.
//
// With the co-simulation (PLATFORM_COSIM) the classifier is the reference in lock-step with the installed
// RTL.
#include <ixsim/ethernet_controller.h>
#ifdef PLATFORM_COSIM
#include <ixsim/rtl_check.h>
#endif

#include <cstdio>

#include "bus.h"
#include "interrupt_controller.h"
#include "link_partner.h"
#include "memory.h"
#include "processor.h"

int sc_main(int, char**) {
  sc_core::sc_set_time_resolution(1, sc_core::SC_PS);
  constexpr unsigned kFrames = 200;

  ixsim::ControllerConfig config;
  config.enumerated = false;  // the processor places the BARs
#ifdef PLATFORM_COSIM
  ixsim::RtlCheckedClassifier* checker = nullptr;
  ixsim::EthernetController controller("controller", config, [&](unsigned) {
    auto checked = ixsim::check_classifier(ixsim::reference_classifier(config.profile));
    checker = checked.get();
    return checked;
  });
#else
  ixsim::EthernetController controller("controller", config);
#endif
  Memory memory("memory", Bus::kMemorySize, sc_core::sc_time(60, sc_core::SC_NS));
  InterruptController interrupts("interrupts");
  Bus bus("bus");
  Processor processor("processor", memory, interrupts);
  LinkPartner partner("partner", config.ports[0].mac_address, kFrames, sc_core::sc_time(1, sc_core::SC_MS));

  processor.socket.bind(bus.from_processor);
  controller.pcie_initiator.bind(bus.from_controller);
  bus.to_memory.bind(memory.socket);
  bus.to_controller.bind(controller.pcie_target);
  bus.to_interrupts.bind(interrupts.socket);
  partner.out.bind(controller.wire_in[0]);
  controller.wire_out[0].bind(partner.in);

  sc_core::sc_start(3, sc_core::SC_MS);
  std::printf("ready at %s; %u frames returned, %u wrong, %llu interrupts\n",
              processor.ready_at().to_string().c_str(), partner.returned(), partner.wrong(),
              static_cast<unsigned long long>(interrupts.count(0)));
#ifdef PLATFORM_COSIM
  checker->finish();
  std::printf("%lld decisions of the RTL compared\n", static_cast<long long>(checker->decisions()));
  if (checker->decisions() != kFrames) return 1;
#endif
  return partner.returned() == kFrames && partner.wrong() == 0 ? 0 : 1;
}
