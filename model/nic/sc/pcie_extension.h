// Extensions of the generic payload: which function and space of the controller a host access
// means, which frame a wire payload carries, and the time of a delayed output.
#ifndef IXSIM_NIC_SC_PCIE_EXTENSION_H
#define IXSIM_NIC_SC_PCIE_EXTENSION_H

#include <tlm>

#include "base/time.h"
#include "ethernet/frame.h"

namespace ixsim {

// On pcie_target. The address is relative to the BAR; in space kBus, as without extension, it is one of the
// bus. `function` is 0 or 1, or 128 + 2n + f for virtual function n of function f. On pcie_initiator the
// space is kBus, so that a bus may pass the payload on to another controller; `function` is the requester,
// and `time` is when the TLP reached the root port. The rest means nothing.
struct PcieExtension : tlm::tlm_extension<PcieExtension> {
  enum class Space { kConfig, kMemory, kIo, kBus };

  Space space = Space::kMemory;
  unsigned function = 0;
  unsigned bar = 0;
  Time time = 0;

  tlm::tlm_extension_base* clone() const override { return new PcieExtension(*this); }
  void copy_from(const tlm::tlm_extension_base& other) override {
    *this = static_cast<const PcieExtension&>(other);
  }
};

// On the wire sockets, optional: the frame itself, so that its bytes need no copy, and line errors.
struct WireExtension : tlm::tlm_extension<WireExtension> {
  FrameRef frame;
  bool symbol_error = false;
  Time start = 0;  // on wire_out: when the first preamble byte left

  tlm::tlm_extension_base* clone() const override { return new WireExtension(*this); }
  void copy_from(const tlm::tlm_extension_base& other) override {
    *this = static_cast<const WireExtension&>(other);
  }
};

}  // namespace ixsim

#endif
