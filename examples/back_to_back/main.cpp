// Two controllers, each with its host, joined wire to wire. The first host sends, the second one sends every
// frame back, and the first one compares. Exit 0 if every frame came back as it went.
#include <ixsim/ethernet_controller.h>

#include <cstdio>

#include "driver.h"
#include "host.h"
#include "wire.h"

namespace {

constexpr unsigned kFrames = 100;

// A host, its controller and its software; `sends`: it sends the frames, else it returns them.
class Machine : public sc_core::sc_module {
 public:
  SC_HAS_PROCESS(Machine);
  Machine(sc_core::sc_module_name name, const ixsim::ControllerConfig& config, bool sends)
      : sc_core::sc_module(name), controller("controller", config), host_("host"), driver_(host_, 0, 1) {
    controller.pcie_initiator.bind(host_.memory);
    host_.registers.bind(controller.pcie_target);
    if (sends) {
      SC_THREAD(send);
    } else {
      SC_THREAD(answer);
    }
  }

  ixsim::EthernetController controller;
  unsigned right() const { return right_; }

 private:
  void send() {
    driver_.bring_up();
    wait(100, sc_core::SC_US);  // the other machine is up as well
    unsigned sent = 0;
    unsigned taken = 0;
    while (sent < kFrames) driver_.send(0, numbered_frame(sent++));
    while (taken < kFrames) {
      host_.wait_for_interrupt();
      for (const Driver::Bytes& frame : driver_.take(0)) right_ += frame == numbered_frame(taken++) ? 1 : 0;
      driver_.enable_interrupts();
    }
    sc_core::sc_stop();
  }

  void answer() {
    driver_.bring_up();
    for (;;) {
      host_.wait_for_interrupt();
      for (const Driver::Bytes& frame : driver_.take(0)) driver_.send(0, frame);
      driver_.enable_interrupts();
    }
  }

  Host host_;
  Driver driver_;
  unsigned right_ = 0;
};

}  // namespace

int sc_main(int, char**) {
  sc_core::sc_set_time_resolution(1, sc_core::SC_PS);
  ixsim::ControllerConfig config;
  Machine first("first", config, true);
  config.ports[0].mac_address[5] = 2;
  Machine second("second", config, false);
  first.controller.wire_out[0].bind(second.controller.wire_in[0]);
  second.controller.wire_out[0].bind(first.controller.wire_in[0]);

  sc_core::sc_start(10, sc_core::SC_MS);
  std::printf("%u frames of %u came back, at %s\n", first.right(), kFrames,
              sc_core::sc_time_stamp().to_string().c_str());
  return first.right() == kFrames ? 0 : 1;
}
