// The ends of a wire: a module that sends frames at line rate, one that counts them, and numbered frames.
#ifndef EXAMPLES_COMMON_WIRE_H
#define EXAMPLES_COMMON_WIRE_H

#include <ixsim/ethernet_controller.h>
#include <ixsim/frame.h>

#include <cstdint>
#include <utility>
#include <vector>

// A frame without FCS: its number is in the last byte of the destination, in the first bytes of the data and
// in the length.
inline std::vector<std::uint8_t> numbered_frame(unsigned number) {
  std::vector<std::uint8_t> frame(60 + 37 * number % 1'400);
  frame[0] = frame[6] = 0x02;  // locally administered
  frame[5] = static_cast<std::uint8_t>(number);
  frame[12] = 0x88;  // an experimental EtherType of IEEE 802
  frame[13] = 0xb5;
  for (std::size_t i = 14; i < frame.size(); ++i) frame[i] = static_cast<std::uint8_t>(number + i);
  return frame;
}

class Sender : public sc_core::sc_module {
 public:
  tlm_utils::simple_initiator_socket<Sender> wire;

  SC_HAS_PROCESS(Sender);
  Sender(sc_core::sc_module_name name, std::vector<std::vector<std::uint8_t>> frames,
         const sc_core::sc_time& start)
      : sc_core::sc_module(name), wire("wire"), frames_(std::move(frames)), start_(start) {
    SC_THREAD(run);
  }

 private:
  void run() {
    wait(start_);
    for (std::vector<std::uint8_t>& frame : frames_) {
      frame.resize(frame.size() + ixsim::kFcsSize);
      ixsim::write_fcs(frame.data(), frame.size());
      const auto size = static_cast<unsigned>(frame.size());
      tlm::tlm_generic_payload payload;
      payload.set_command(tlm::TLM_WRITE_COMMAND);
      payload.set_data_ptr(frame.data());
      payload.set_data_length(size);
      payload.set_streaming_width(size);
      tlm::tlm_phase phase = tlm::BEGIN_REQ;  // the first preamble byte, now
      sc_core::sc_time delay;
      wire->nb_transport_fw(payload, phase, delay);
      if (payload.is_response_error()) SC_REPORT_FATAL("example", "the controller refused a frame");
      wait(800.0 * (size + 20), sc_core::SC_PS);  // preamble, frame and gap, 800 ps a byte
    }
  }

  std::vector<std::vector<std::uint8_t>> frames_;
  sc_core::sc_time start_;
};

#endif
