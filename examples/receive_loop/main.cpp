// The smallest platform: a controller, a host with memory, and a sender on the wire. Software waits for
// interrupts and takes the frames from its ring. Exit 0 if every frame came, in order and whole.
#include <ixsim/ethernet_controller.h>
#include <ixsim/version.h>

#include <cstdio>

#include "driver.h"
#include "host.h"
#include "wire.h"

namespace {

constexpr unsigned kFrames = 200;

class Software : public sc_core::sc_module {
 public:
  SC_HAS_PROCESS(Software);
  Software(sc_core::sc_module_name name, Host& host)
      : sc_core::sc_module(name), host_(host), driver_(host, 0, 1) {
    SC_THREAD(run);
  }

  unsigned right() const { return right_; }
  unsigned wrong() const { return wrong_; }

 private:
  void run() {
    driver_.bring_up();
    for (;;) {
      host_.wait_for_interrupt();
      for (const Driver::Bytes& frame : driver_.take(0)) {
        const bool expected = frame == numbered_frame(right_ + wrong_);
        ++(expected ? right_ : wrong_);
      }
      driver_.enable_interrupts();
    }
  }

  Host& host_;
  Driver driver_;
  unsigned right_ = 0;
  unsigned wrong_ = 0;
};

}  // namespace

int sc_main(int, char**) {
  sc_core::sc_set_time_resolution(1, sc_core::SC_PS);
  std::vector<std::vector<std::uint8_t>> frames;
  for (unsigned i = 0; i < kFrames; ++i) frames.push_back(numbered_frame(i));

  ixsim::EthernetController controller("controller", ixsim::ControllerConfig());
  Host host("host");
  Software software("software", host);
  Sender sender("sender", frames, sc_core::sc_time(1, sc_core::SC_MS));
  controller.pcie_initiator.bind(host.memory);
  host.registers.bind(controller.pcie_target);
  sender.wire.bind(controller.wire_in[0]);

  sc_core::sc_start(2, sc_core::SC_MS);
  std::printf("ixsim %s: %u frames of %u received, %u wrong, %llu interrupts\n", IXSIM_VERSION,
              software.right(), kFrames, software.wrong(),
              static_cast<unsigned long long>(host.interrupts()));
  return software.right() == kFrames && software.wrong() == 0 ? 0 : 1;
}
