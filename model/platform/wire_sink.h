// The link partner's receiver. It takes every frame, makes the checks of any receiver (FCS, spacing), and
// counts independently of the controller. MAC control frames are counted separately and forwarded.
#ifndef IXSIM_PLATFORM_WIRE_SINK_H
#define IXSIM_PLATFORM_WIRE_SINK_H

#include <tlm_utils/simple_target_socket.h>

#include <cstring>
#include <functional>
#include <systemc>
#include <tlm>

#include "base/layers.h"
#include "ethernet/wire_pacer.h"
#include "ixsim/frame.h"
#include "ixsim/payloads.h"
#include "ixsim/time.h"
#include "nic/transmit/tx_path.h"

namespace ixsim::platform {

class WireSink : public sc_core::sc_module, public WireOut {
 public:
  tlm_utils::simple_target_socket<WireSink> wire;

  WireSink(sc_core::sc_module_name name, Time byte_time)
      : sc_core::sc_module(name), wire("wire"), byte_time_(byte_time) {
    wire.register_nb_transport_fw(this, &WireSink::take);
  }

  // Takes a frame without a transaction.
  void frame_out(Time start, unsigned, const FrameRef& frame) override {
    const std::size_t size = frame->size();
    static constexpr std::uint8_t kControl[2] = {0x88, 0x08};
    const bool control =
        size > 14 + kFcsSize && std::memcmp(frame->without_fcs().data + 12, kControl, 2) == 0;
    if (control) {
      ++control_frames_;
      const Time end = start + wire_time(size, byte_time_);
      if (control_) control_(end, frame);
    } else {
      ++frames_;
      bytes_ += size;
    }
    if (!frame->fcs_is_good()) ++bad_fcs_;
    if (start < free_) ++too_close_;
    free_ =
        start + (kPreambleSize + static_cast<std::int64_t>(size) + kAverageGap - kMaxGapDeficit) * byte_time_;
  }

  // Sets a callback that comes for every MAC control frame, with the time of its last bit.
  void on_control(std::function<void(Time end, const FrameRef& frame)> hook) { control_ = std::move(hook); }

  // Counts of all frames except MAC control frames.
  std::uint64_t frames() const { return frames_; }
  std::uint64_t bytes() const { return bytes_; }
  std::uint64_t bad_fcs() const { return bad_fcs_; }
  std::uint64_t control_frames() const { return control_frames_; }
  // Returns the number of frames that began before the end of the previous frame and the minimum gap of the
  // wire.
  std::uint64_t too_close() const { return too_close_; }

 private:
  tlm::tlm_sync_enum take(tlm::tlm_generic_payload& payload, tlm::tlm_phase&, sc_core::sc_time&) {
    WireExtension* extension = nullptr;
    payload.get_extension(extension);
    const Time start =
        extension != nullptr ? extension->start : static_cast<Time>(sc_core::sc_time_stamp().value());
    // The bytes of a frame that was sealed with its FCS cannot have changed since.
    const bool whole = extension != nullptr && extension->frame;
    if (whole) extension->taken_by_frame = true;
    frame_out(start, 0,
              whole ? extension->frame : make_frame({payload.get_data_ptr(), payload.get_data_length()}));
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
    return tlm::TLM_COMPLETED;
  }

  Time byte_time_;
  std::function<void(Time, const FrameRef&)> control_;
  std::uint64_t control_frames_ = 0;
  Time free_ = 0;
  std::uint64_t frames_ = 0;
  std::uint64_t bytes_ = 0;
  std::uint64_t bad_fcs_ = 0;
  std::uint64_t too_close_ = 0;
};

}  // namespace ixsim::platform

#endif
