// The link partner's transmitter. It puts the frames of a source on the controller's socket at their own
// times.
//
// Timing contract: a frame's BEGIN_REQ is made at its first preamble byte, `start` after the time that the
// source gives it. With flow control, a PAUSE from the controller takes effect `pause_latency` after its last
// bit, and frames wait by the rules of PauseGate. After supply() the core asks for the frames: it gets each
// one with its own start, when the core is advanced to that time or past it. Then the source wakes only at
// its first frame and at the last one of each `kBlock` frames.
#ifndef IXSIM_PLATFORM_TRAFFIC_SOURCE_H
#define IXSIM_PLATFORM_TRAFFIC_SOURCE_H

#include <tlm_utils/simple_initiator_socket.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <memory>
#include <systemc>
#include <tlm>

#include "base/layers.h"
#include "base/ring.h"
#include "ethernet/pause_gate.h"
#include "ixsim/ethernet_controller.h"
#include "ixsim/payloads.h"
#include "ixsim/time.h"
#include "nic/core/controller_core.h"
#include "platform/measuring_window.h"

namespace ixsim::platform {

// Latest start of a frame: an hour before the last time that the core can count to.
inline constexpr Time kLatestFrame = 79 * 3'600 * kSecond;

class TrafficSource : public sc_core::sc_module, private FrameSupply {
 public:
  tlm_utils::simple_initiator_socket<TrafficSource> wire;

  // Makes a source; `ended` is called when the last frame has been put on the wire.
  TrafficSource(sc_core::sc_module_name name, std::unique_ptr<FrameSource> source, Time start,
                std::function<void()> ended);

  // Returns the number of frames, counted here, independently of the controller.
  std::uint64_t frames() const { return frames_; }
  // Returns a reference to that number, valid as long as the source exists.
  const std::uint64_t& frame_counter() const { return frames_; }
  std::uint64_t bytes() const { return bytes_; }
  std::uint64_t refused() const { return refused_; }
  // Sets the window to which the end of every frame is reported.
  void set_window(ReceiveWindow& window) { window_ = &window; }
  // Sets the duration: no frame starts `duration` after the start or later; 0: all frames are sent.
  void set_duration(Time duration) {
    duration_ = duration;
    if (duration != 0) limit_ = std::min(limit_, duration);
  }
  // Returns whether frames were left at the end of the duration.
  bool ended_by_duration() const { return ended_by_duration_; }
  FrameSource& source() { return *source_; }
  void set_byte_time(Time byte_time) {
    byte_time_ = byte_time;
    gate_.set_byte_time(byte_time);
  }
  // Lets the core of `controller` ask for the frames of `port`, which saves an event and a transaction for
  // each. Not for a source that PAUSE frames may reach.
  void supply(EthernetController& controller, unsigned port) {
    asking_ = &controller;
    port_ = port;
  }
  // Takes a MAC control frame whose last bit arrives here at `end`; it takes effect after `pause_latency`.
  void control(Time end, const FrameRef& frame, Time pause_latency);
  // Returns whether the next frame waits for the end of a PAUSE.
  bool held_back() const { return waits() && gate_.holds(ahead_[first_]); }
  // Stops the source: no more frames are sent.
  void stop();
  bool over() const { return over_; }
  // Returns whether the source had frames later than `kLatestFrame`; these are not sent.
  bool beyond_latest() const { return beyond_latest_; }
  std::uint64_t pauses() const { return pauses_; }
  // Returns the time for which PAUSE frames have held back the link, or one priority of it, before `now`.
  Time paused(Time now) const { return gate_.paused(now - start_); }
  // Sets a callback that comes before the first frame is put on the wire.
  void set_began(std::function<void()> began) { began_ = std::move(began); }
  // Sets a callback that comes for every frame as it is put on the wire.
  void set_tap(std::function<void(Time start, const Frame& frame)> tap) { tap_ = std::move(tap); }

 private:
  tlm::tlm_sync_enum wire_bw(tlm::tlm_generic_payload&, tlm::tlm_phase&, sc_core::sc_time&) {
    return tlm::TLM_ACCEPTED;
  }
  static constexpr std::size_t kBlock = 32;

  bool waits() const { return first_ != end_; }
  void act();
  void send(Time now);
  // Puts a frame on the socket; returns whether the controller takes it.
  bool send_payload(const FrameRef& frame);
  Next send_frame() override;
  Next first_ahead() const;
  // Gets the next frames, and wakes at the last of them.
  void fetch(Time now);
  // Gets one frame from the source; returns false if it has none to send.
  bool next(TimedFrame& frame);

  void honor_pause();

  std::unique_ptr<FrameSource> source_;
  PauseGate gate_;
  struct Control {
    Time time = 0;
    FrameRef frame;
  };
  Ring<Control> controls_{4};
  sc_core::sc_event control_event_;
  std::uint64_t pauses_ = 0;
  bool last_known_ = false;  // the source has no more frames than those ahead
  bool over_ = false;
  bool beyond_latest_ = false;
  Time start_;
  Time limit_;  // of the starts of frames, from the start of the source on
  Time byte_time_ = 800;
  std::function<void()> ended_;
  std::function<void()> began_;
  std::function<void(Time, const Frame&)> tap_;
  // The frames from `first_` to before `end_` were got from the source and are not sent.
  std::array<TimedFrame, kBlock> ahead_;
  std::size_t first_ = 0;
  std::size_t end_ = 0;
  bool started_ = false;
  EthernetController* asking_ = nullptr;  // the controller whose core asks for the frames
  unsigned port_ = 0;
  WireExtension extension_;
  tlm::tlm_generic_payload payload_;
  sc_core::sc_event event_;
  std::uint64_t frames_ = 0;
  std::uint64_t bytes_ = 0;
  std::uint64_t refused_ = 0;
  ReceiveWindow own_window_;
  ReceiveWindow* window_ = &own_window_;
  Time duration_ = 0;
  bool ended_by_duration_ = false;

 public:
  ~TrafficSource() override { payload_.clear_extension(&extension_); }
};

}  // namespace ixsim::platform

#endif
