/// \file
/// Extensions of the generic payload: which function and space of the controller a host access means, which
/// frame a wire payload carries, and the time of a delayed output.
///
/// Part of model/nic/sc/.
#ifndef IXSIM_PAYLOADS_H
#define IXSIM_PAYLOADS_H

#include <tlm>

#include "ixsim/frame.h"
#include "ixsim/time.h"

namespace ixsim {

/// Function and space of an access, and the time of a DMA access.
///
/// On pcie_target the address is relative to the BAR; in space kBus, as without extension, it is one of the
/// bus. On pcie_initiator the space is kBus, so that a bus may pass the payload on to another controller;
/// `function` is the requester, and `bar` means nothing.
struct PcieExtension : tlm::tlm_extension<PcieExtension> {
  /// Address spaces.
  enum class Space {
    kConfig,  ///< Configuration space of the function, 4 KiB.
    kMemory,  ///< Memory space: a BAR of the function.
    kIo,      ///< I/O space: BAR 2 of the function.
    kBus      ///< Addresses of the bus, as without extension.
  };

  Space space = Space::kMemory;  ///< Space of the access.
  /// Function: 0 or 1, or 128 + 2n + f for virtual function n of function f.
  unsigned function = 0;
  unsigned bar = 0;  ///< Number of the BAR, in space kMemory.
  Time time = 0;     ///< On pcie_initiator: when the TLP reached the root port.

  /// Returns a copy.
  tlm::tlm_extension_base* clone() const override { return new PcieExtension(*this); }
  /// Copies another extension of this type.
  void copy_from(const tlm::tlm_extension_base& other) override {
    *this = static_cast<const PcieExtension&>(other);
  }
};

/// The frame of a payload on the wire sockets, optional on wire_in: the frame itself, so that its bytes need
/// no copy, and line errors.
struct WireExtension : tlm::tlm_extension<WireExtension> {
  FrameRef frame;             ///< Frame with the bytes of the payload; empty: the bytes are copied.
  bool symbol_error = false;  ///< On wire_in, without `frame`: the MAC sees an error symbol inside the frame.
  Time start = 0;             ///< On wire_out: when the first preamble byte left.

  /// Returns a copy.
  tlm::tlm_extension_base* clone() const override { return new WireExtension(*this); }
  /// Copies another extension of this type.
  void copy_from(const tlm::tlm_extension_base& other) override {
    *this = static_cast<const WireExtension&>(other);
  }
};

}  // namespace ixsim

#endif
