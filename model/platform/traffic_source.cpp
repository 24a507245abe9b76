// Sends a frame at its event, or when the core asks for it.
#include "platform/traffic_source.h"

#include "ethernet/wire_pacer.h"
#include "ixsim/error.h"

namespace ixsim::platform {

TrafficSource::TrafficSource(sc_core::sc_module_name name, std::unique_ptr<FrameSource> source, Time start,
                             std::function<void()> ended)
    : sc_core::sc_module(name),
      wire("wire"),
      source_(std::move(source)),
      gate_(*source_),
      start_(start),
      limit_(kLatestFrame - start + 1),
      ended_(std::move(ended)) {
  wire.register_nb_transport_bw(this, &TrafficSource::wire_bw);
  payload_.set_command(tlm::TLM_WRITE_COMMAND);
  payload_.set_extension(&extension_);
  SC_HAS_PROCESS(TrafficSource);
  SC_METHOD(act);
  sensitive << event_;
  SC_METHOD(honor_pause);
  sensitive << control_event_;
  dont_initialize();
}

void TrafficSource::control(Time end, const FrameRef& frame, Time pause_latency) {
  if (asking_ != nullptr)
    throw CheckFailure("a MAC control frame to a source whose frames the core asks for");
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
  const bool back = waits() && start_ + ahead_[first_].start > now;
  if (back) {
    gate_.undo(ahead_[first_]);
    event_.cancel();
  }
  if (gate_.control(control.frame->bytes(), now - start_)) ++pauses_;
  if (back) fetch(now);
}

void TrafficSource::stop() {
  if (over_) return;
  event_.cancel();
  first_ = end_ = 0;
  over_ = true;
  ended_();
}

inline bool TrafficSource::next(TimedFrame& frame) {
  if (!gate_.next(frame)) return false;
  if (frame.start < limit_) return true;
  ended_by_duration_ = duration_ != 0 && frame.start >= duration_;
  beyond_latest_ = !ended_by_duration_;
  return false;
}

void TrafficSource::fetch(Time now) {
  if (over_) return;
  // The first frame is alone, so that it comes at an event.
  const std::size_t count = asking_ != nullptr && frames_ != 0 ? kBlock : 1;
  first_ = end_ = 0;
  while (!last_known_) {
    if (!next(ahead_[end_])) {
      last_known_ = true;
    } else if (++end_ == count) {
      break;
    }
  }
  if (!waits()) {
    over_ = true;
    ended_();
    return;
  }
  event_.notify(
      sc_core::sc_time::from_value(static_cast<sc_dt::uint64>(start_ + ahead_[end_ - 1].start - now)));
}

void TrafficSource::act() {
  const auto now = static_cast<Time>(sc_core::sc_time_stamp().value());
  if (!started_) {
    started_ = true;
    fetch(now);
    if (asking_ != nullptr && waits()) asking_->core().set_supply(port_, *this, first_ahead());
  } else if (asking_ != nullptr) {
    // Another process may have done so at this very time.
    asking_->synchronize();
  } else {
    send(now);
    fetch(now);
  }
}

FrameSupply::Next TrafficSource::first_ahead() const {
  if (!waits()) return {};
  const TimedFrame& frame = ahead_[first_];
  return {start_ + frame.start, frame.frame->size()};
}

FrameSupply::Next TrafficSource::send_frame() {
  send(start_ + ahead_[first_].start);
  if (!waits()) fetch(static_cast<Time>(sc_core::sc_time_stamp().value()));
  return first_ahead();
}

void TrafficSource::send(Time now) {
  if (frames_ == 0 && began_) began_();
  const FrameRef frame = std::move(ahead_[first_++].frame);
  const std::size_t size = frame->size();
  if (tap_) tap_(now, *frame);
  const bool taken = asking_ != nullptr ? asking_->take_frame(port_, now, frame) : send_payload(frame);
  if (!taken) ++refused_;
  ++frames_;
  bytes_ += size;
  window_->input(now + wire_time(size, byte_time_), size);
}

bool TrafficSource::send_payload(const FrameRef& frame) {
  extension_.frame = frame;
  extension_.symbol_error = frame->symbol_error();
  const std::size_t size = frame->size();
  // The controller takes the frame itself: an FCS that it does not read is not computed.
  payload_.set_data_ptr(const_cast<unsigned char*>(frame->without_fcs().data));
  payload_.set_data_length(static_cast<unsigned>(size));
  payload_.set_streaming_width(static_cast<unsigned>(size));
  payload_.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  tlm::tlm_phase phase = tlm::BEGIN_REQ;
  sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
  wire->nb_transport_fw(payload_, phase, delay);
  extension_.frame = FrameRef();
  return payload_.is_response_ok();
}

}  // namespace ixsim::platform
