// Sent and received frames.
#include "nic/sc/wire_sockets.h"

#include "ethernet/wire_pacer.h"
#include "nic/sc/observation_taps.h"

namespace ixsim::nic {
namespace {

constexpr std::int64_t kLeastGap = 5;

}  // namespace

WireSockets::WireSockets(Inputs& inputs, Outputs& outputs, ControllerCore& core, CoreAlarm& alarm)
    : outputs_(outputs),
      core_(core),
      alarm_(alarm),
      direct_(outputs.size(), nullptr),
      free_(inputs.size(), 0),
      by_frame_(outputs.size(), false) {
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    inputs[i].register_nb_transport_fw(this, &WireSockets::forward, static_cast<int>(i));
    inputs[i].register_b_transport(this, &WireSockets::blocking, static_cast<int>(i));
  }
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    outputs[i].register_nb_transport_bw(this, &WireSockets::backward, static_cast<int>(i));
  }
  payload_.set_command(tlm::TLM_WRITE_COMMAND);
  payload_.set_extension(&extension_);
  core_.set_wire_out(this);
}

void WireSockets::frame_out(Time time, unsigned port, const FrameRef& frame) {
  alarm_.note_shown(time);
  if (direct_[port] != nullptr) return direct_[port]->frame_out(time, port, frame);
  if (outputs_[port].size() == 0) return;
  const auto size = static_cast<unsigned>(frame->size());
  const std::uint8_t* const bytes = by_frame_[port] ? frame->without_fcs().data : frame->bytes().data;
  extension_.start = time;
  extension_.frame = frame;
  extension_.taken_by_frame = by_frame_[port];
  payload_.set_data_ptr(const_cast<unsigned char*>(bytes));
  payload_.set_data_length(size);
  payload_.set_streaming_width(size);
  payload_.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  tlm::tlm_phase phase = tlm::BEGIN_REQ;
  sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
  outputs_[port]->nb_transport_fw(payload_, phase, delay);
  by_frame_[port] = extension_.taken_by_frame;
  extension_.frame = FrameRef();
}

tlm::tlm_sync_enum WireSockets::backward(int, tlm::tlm_generic_payload&, tlm::tlm_phase&, sc_core::sc_time&) {
  return tlm::TLM_ACCEPTED;
}

bool WireSockets::take(unsigned port, Time start, const FrameRef& frame) {
  const std::size_t size = frame->size();
  if (size == 0 || size > kLongestWireFrame) return false;
  if (start < free_[port]) {
    ++refused_frames_;
    return false;
  }
  const Time byte_time = core_.port(port).wire().byte_time();
  const Time end = start + wire_time(size, byte_time);
  free_[port] = end + kLeastGap * byte_time;
  core_.frame(start, port, frame);
  if (received_ != nullptr) received_->write({port, start, end, frame});
  alarm_.require_outside(start);
  // The alarm is in time for the frames of a supply already: their first actions are known in advance.
  if (core_.supplied_start() == kNever) alarm_.arm(start + core_.port(port).least_latency());
  return true;
}

void WireSockets::take_payload(unsigned port, tlm::tlm_generic_payload& payload, Time start) {
  if (!payload.is_write() || payload.get_data_length() == 0 || payload.get_data_ptr() == nullptr ||
      payload.get_byte_enable_ptr() != nullptr) {
    payload.set_response_status(tlm::TLM_COMMAND_ERROR_RESPONSE);
    return;
  }
  if (payload.get_data_length() > kLongestWireFrame) {
    payload.set_response_status(tlm::TLM_BURST_ERROR_RESPONSE);
    return;
  }
  WireExtension* extension = nullptr;
  payload.get_extension(extension);
  FrameRef frame;
  if (extension != nullptr && extension->frame) {
    frame = extension->frame;
  } else {
    FrameNotes notes;
    notes.symbol_error = extension != nullptr && extension->symbol_error;
    frame = make_frame({payload.get_data_ptr(), payload.get_data_length()}, notes);
  }
  payload.set_response_status(take(port, start, frame) ? tlm::TLM_OK_RESPONSE
                                                       : tlm::TLM_GENERIC_ERROR_RESPONSE);
}

tlm::tlm_sync_enum WireSockets::forward(int port, tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                        sc_core::sc_time& delay) {
  if (phase != tlm::BEGIN_REQ) return tlm::TLM_COMPLETED;
  if (delay != sc_core::SC_ZERO_TIME) {
    // A frame is put on the wire when its preamble begins, not before.
    payload.set_response_status(tlm::TLM_GENERIC_ERROR_RESPONSE);
    return tlm::TLM_COMPLETED;
  }
  take_payload(static_cast<unsigned>(port), payload, alarm_.enter());
  return tlm::TLM_COMPLETED;
}

void WireSockets::blocking(int port, tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) {
  if (delay != sc_core::SC_ZERO_TIME) {
    sc_core::wait(delay);
    delay = sc_core::SC_ZERO_TIME;
  }
  take_payload(static_cast<unsigned>(port), payload, alarm_.now());
}

}  // namespace ixsim::nic
