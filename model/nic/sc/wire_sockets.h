// The wire sockets of all ports. Payloads become frames of the core, and frames of the core become payloads.
//
// Timing contract: BEGIN_REQ comes at the first preamble byte, in both directions. A frame is refused if it
// begins before the end of the previous frame and a gap of 5 bytes.
#ifndef IXSIM_NIC_SC_WIRE_SOCKETS_H
#define IXSIM_NIC_SC_WIRE_SOCKETS_H

#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include <systemc>
#include <tlm>
#include <vector>

#include "base/layers.h"
#include "ixsim/payloads.h"
#include "nic/sc/core_alarm.h"

namespace ixsim::nic {

class WireSockets final : public WireOut {
 public:
  using Inputs = sc_core::sc_vector<tlm_utils::simple_target_socket_tagged<WireSockets>>;
  using Outputs = sc_core::sc_vector<tlm_utils::simple_initiator_socket_tagged_optional<WireSockets>>;

  WireSockets(Inputs& inputs, Outputs& outputs, ControllerCore& core, CoreAlarm& alarm);
  ~WireSockets() override { payload_.clear_extension(&extension_); }

  void frame_out(Time start, unsigned port, const FrameRef& frame) override;
  // Gives the frames that leave `port` to `wire`, without transactions.
  void set_direct(unsigned port, WireOut& wire) { direct_[port] = &wire; }
  // Takes a frame whose first preamble byte is on the wire of `port` at `start`. Returns false if it is too
  // long or begins too soon.
  bool take(unsigned port, Time start, const FrameRef& frame);
  // Writes every accepted frame to `port`.
  void observe_received(ObservationPort<WireFrame>& port) { received_ = &port; }
  std::uint64_t refused_frames() const { return refused_frames_; }

 private:
  tlm::tlm_sync_enum forward(int port, tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                             sc_core::sc_time& delay);
  void blocking(int port, tlm::tlm_generic_payload& payload, sc_core::sc_time& delay);
  tlm::tlm_sync_enum backward(int port, tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                              sc_core::sc_time& delay);
  void take_payload(unsigned port, tlm::tlm_generic_payload& payload, Time start);

  Outputs& outputs_;
  ControllerCore& core_;
  CoreAlarm& alarm_;
  std::vector<WireOut*> direct_;  // receivers of frames without transactions, or null, for each port
  std::vector<Time> free_;        // end of the last received frame and its gap, for each port
  std::vector<bool> by_frame_;    // the target of the port uses only the frame of the extension
  WireExtension extension_;
  tlm::tlm_generic_payload payload_;
  ObservationPort<WireFrame>* received_ = nullptr;  // set once it is bound
  std::uint64_t refused_frames_ = 0;
};

}  // namespace ixsim::nic

#endif
