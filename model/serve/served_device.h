// The device of a server: the controller with its RTL checks, its traces, and the record of its inputs.
//
// Timing contract: that of CoreAdapter. Everything that acts on the device goes through here, so that the
// record has every input at its time, and a replay repeats the simulation exactly.
#ifndef IXSIM_SERVE_SERVED_DEVICE_H
#define IXSIM_SERVE_SERVED_DEVICE_H

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "base/layers.h"
#include "ixsim/core_adapter.h"
#include "platform/event_log.h"
#include "platform/rtl_checkers.h"
#include "platform/run_trace.h"
#include "serve/device_access.h"
#include "serve/input_record.h"
#include "serve/queue_counts.h"

namespace ixsim::serve {

struct DeviceOptions {
  RunOptions run;        // scenario, complete; RTL, traces and their folder
  Time access_time = 0;  // nominal, of each access
  // Ports whose link partners obey PAUSE themselves, a bit each.
  std::uint32_t controlled_by_host = 0;
  bool hash = false;   // of all events
  std::string record;  // file for the inputs, or empty; implies hash
};

class ServedDevice final : public DeviceAccess, private AdapterHost {
 public:
  // Throws InputError for options that cannot be.
  ServedDevice(const DeviceOptions& options, AdapterHost& host);

  // As of CoreAdapter.
  Time now() const { return device_.now(); }
  Time next() const { return device_.next(); }
  bool idle() const { return device_.idle(); }
  void run(Time until) { device_.run(until); }
  std::optional<std::uint32_t> read(const AdapterAccess& access) override;
  bool write(const AdapterAccess& access, std::uint32_t value) override;
  bool send(unsigned port, ByteView frame);
  std::uint64_t refused_frames(unsigned port) const { return device_.refused_frames(port); }
  void reset_function(unsigned port);
  void reset_chip();
  ControllerCore& core() override { return device_.core(); }

  const Scenario& scenario() const { return options_.run.scenario; }
  // Ends checks, traces and record. `failed`: an exception ended the run, so that there is nothing left to
  // compare. Later calls do nothing. Throws CheckFailure at a divergence and if a frame or a grant was not
  // compared, and InputError if a file cannot be written.
  void finish(bool failed);
  std::optional<RunDivergence> divergence() const { return parts_.divergence(); }
  // Returns what the RTL checks compared, in lines of text for the summary.
  std::string checked() const;
  // Returns the counts of the queues that had frames, in lines of text for the summary.
  std::string queues() const { return counts_.text(); }
  // Returns the hash of all events so far; empty if there is none.
  std::string event_hash() const { return hash_ != nullptr ? hash_->digits() : ""; }

 private:
  struct Unobserved : ReceiveObserver {
    void consumed(unsigned, unsigned, Time, Time, ByteView) override {}
  };

  // AdapterHost
  bool read_memory(unsigned function, std::uint64_t address, std::uint8_t* into, std::size_t length) override;
  bool write_memory(unsigned function, std::uint64_t address, ByteView data) override;
  void interrupt(unsigned function, InterruptKind kind, unsigned vector) override {
    host_.interrupt(function, kind, vector);
  }
  void frame_sent(unsigned port, Time start, const FrameRef& frame) override;
  void wire_frame(unsigned port, bool to_device, Time start, const Frame& frame) override;
  Time known_until() override { return host_.known_until(); }
  void extend_known() override { host_.extend_known(); }

  // Frames that the classifiers of all ports were given, and grants of their schedulers.
  struct Made {
    std::uint64_t frames = 0, grants = 0;
  };
  Made made() const;
  // Throws CheckFailure at a divergence, and if a frame or a grant was not compared.
  void compare();
  RecordedInput input(RecordedInput::Kind kind) const;
  void record_port(RecordedInput::Kind kind, unsigned port, ByteView bytes = {});

  const DeviceOptions options_;
  AdapterHost& host_;
  RtlCheckers parts_;
  QueueCounts counts_;
  Unobserved unobserved_;
  std::unique_ptr<RunTrace> trace_;
  CoreAdapter device_;
  std::unique_ptr<EventHash> hash_;
  std::unique_ptr<InputRecorder> recorder_;
  bool finished_ = false;
};

}  // namespace ixsim::serve

#endif
