/// \file
/// Contents of the controller's sockets and analysis ports. The extensions of the generic payload state
/// function and space of a host access, the frame of a wire payload, and the time of a delayed output. The
/// other types are the items that analysis ports write.
///
/// Part of model/nic/sc/.
#ifndef IXSIM_PAYLOADS_H
#define IXSIM_PAYLOADS_H

#include <functional>
#include <tlm>
#include <utility>

#include "ixsim/classifier.h"
#include "ixsim/frame.h"
#include "ixsim/interrupt_sink.h"
#include "ixsim/time.h"

namespace ixsim {

/// Function and space of an access, and the time of a DMA access.
///
/// On pcie_target the address is relative to the BAR. In space kBus, or without extension, it is an address
/// of the bus. On pcie_initiator the space is kBus, so that a bus can pass the payload on to another
/// controller. There `function` is the requester, and `bar` has no meaning.
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

/// The frame of a payload on the wire sockets, and line errors. The reference to the frame avoids a copy of
/// its bytes. The extension is optional on wire_in.
struct WireExtension : tlm::tlm_extension<WireExtension> {
  FrameRef frame;             ///< Frame with the bytes of the payload. If empty, the bytes are copied.
  bool symbol_error = false;  ///< On wire_in, without `frame`: the MAC sees an error symbol inside the frame.
  /// On wire_out, set by the target in any call. The target then takes frames from `frame`. In later calls
  /// the last four bytes at the data pointer of the payload may be invalid.
  bool taken_by_frame = false;
  Time start = 0;  ///< On wire_out: time at which the first preamble byte left.

  /// Returns a copy.
  tlm::tlm_extension_base* clone() const override { return new WireExtension(*this); }
  /// Copies another extension of this type.
  void copy_from(const tlm::tlm_extension_base& other) override {
    *this = static_cast<const WireExtension&>(other);
  }
};

/// A frame on the wire of a port.
struct WireFrame {
  unsigned port = 0;  ///< Port, 0 or 1.
  Time start = 0;     ///< Time at which its first preamble byte is on the wire.
  Time end = 0;       ///< Time at which its last byte has left the wire.
  FrameRef frame;     ///< Frame, FCS included; an observer may keep a reference.
};

/// A decision of the classifier of a port; Decision::time says when it is valid.
struct PortDecision {
  unsigned port = 0;  ///< Port, 0 or 1.
  Decision decision;  ///< Decision; Decision::frame counts the frames of the port from 0.
};

/// An interrupt of a port after moderation, as an InterruptSink receives it.
struct PortInterrupt {
  unsigned port = 0;                          ///< Port, 0 or 1.
  InterruptKind kind = InterruptKind::kMsix;  ///< Kind of the interrupt.
  unsigned vector = 0;                        ///< Vector; for kIntx the level of the line, 0 or 1.
  Time time = 0;                              ///< Time at which it fires.
};

/// Analysis port of the controller. It costs nothing on the data path before the first binding. An observer
/// may be bound at any time.
template <typename T>
class ObservationPort : public tlm::tlm_analysis_port<T> {
 public:
  /// Makes a port; `attach` is called at the first binding.
  ObservationPort(const char* name, std::function<void()> attach)
      : tlm::tlm_analysis_port<T>(name), attach_(std::move(attach)) {}

  /// Binds an observer, which may be another analysis port.
  void bind(tlm::tlm_analysis_if<T>& observer) override {
    tlm::tlm_analysis_port<T>::bind(observer);
    if (const auto attach = std::exchange(attach_, nullptr)) attach();
  }

 private:
  std::function<void()> attach_;
};

}  // namespace ixsim

#endif
