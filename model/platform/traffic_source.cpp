// Sends one frame per event.
#include "platform/traffic_source.h"

#include "ethernet/wire_pacer.h"

namespace ixsim::platform {

TrafficSource::TrafficSource(sc_core::sc_module_name name, std::unique_ptr<FrameSource> source, Time start,
                             std::function<void()> ended)
    : sc_core::sc_module(name),
      wire("wire"),
      source_(std::move(source)),
      gate_(*source_),
      start_(start),
      ended_(std::move(ended)) {
  wire.register_nb_transport_bw(this, &TrafficSource::wire_bw);
  payload_.set_command(tlm::TLM_WRITE_COMMAND);
  payload_.set_extension(&extension_);
  SC_HAS_PROCESS(TrafficSource);
  SC_METHOD(send);
  sensitive << event_;
  SC_METHOD(honor_pause);
  sensitive << control_event_;
  dont_initialize();
}

void TrafficSource::control(Time end, const FrameRef& frame, Time pause_latency) {
  controls_.push({end + pause_latency, frame});
  if (controls_.size() != 1) return;
  const auto now = static_cast<Time>(sc_core::sc_time_stamp().value());
  control_event_.notify(
      sc_core::sc_time::from_value(static_cast<sc_dt::uint64>(controls_.front().time - now)));
}

void TrafficSource::honor_pause() {
  const auto now = static_cast<Time>(sc_core::sc_time_stamp().value());
  const Control control = controls_.pop();
  if (!controls_.empty()) {
    control_event_.notify(
        sc_core::sc_time::from_value(static_cast<sc_dt::uint64>(controls_.front().time - now)));
  }
  const bool back = waiting_ && start_ + next_.start > now;
  if (back) {
    gate_.undo(next_);
    event_.cancel();
  }
  if (gate_.control(control.frame->bytes(), now - start_)) ++pauses_;
  if (back) fetch(now);
}

void TrafficSource::stop() {
  if (over_) return;
  event_.cancel();
  waiting_ = false;
  over_ = true;
  ended_();
}

void TrafficSource::fetch(Time now) {
  waiting_ = !over_ && gate_.next(next_);
  if (waiting_ && duration_ != 0 && next_.start >= duration_) {
    ended_by_duration_ = true;
    waiting_ = false;
  }
  if (waiting_ && next_.start > kLatestFrame - start_) {
    beyond_latest_ = true;
    waiting_ = false;
  }
  if (!waiting_) {
    next_ = TimedFrame();
    if (!over_) ended_();
    over_ = true;
    return;
  }
  event_.notify(sc_core::sc_time::from_value(static_cast<sc_dt::uint64>(start_ + next_.start - now)));
}

void TrafficSource::send() {
  const auto now = static_cast<Time>(sc_core::sc_time_stamp().value());
  if (!started_) {
    started_ = true;
    fetch(now);
    return;
  }
  waiting_ = false;
  if (frames_ == 0 && began_) began_();
  const Frame& frame = *next_.frame;
  extension_.frame = next_.frame;
  extension_.symbol_error = frame.symbol_error();
  const std::size_t size = frame.size();
  // The controller takes the frame itself: an FCS that it does not read is not computed.
  payload_.set_data_ptr(const_cast<unsigned char*>(frame.without_fcs().data));
  payload_.set_data_length(static_cast<unsigned>(size));
  payload_.set_streaming_width(static_cast<unsigned>(size));
  payload_.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  tlm::tlm_phase phase = tlm::BEGIN_REQ;
  sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
  if (tap_) tap_(now, frame);
  wire->nb_transport_fw(payload_, phase, delay);
  extension_.frame = FrameRef();
  ++frames_;
  bytes_ += size;
  window_->input(now + wire_time(size, byte_time_), size);
  if (!payload_.is_response_ok()) ++refused_;
  fetch(now);
}

}  // namespace ixsim::platform
