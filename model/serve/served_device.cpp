// Inputs on their way to the device, and into the record.
#include "serve/served_device.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "ixsim/error.h"
#include "nic/core/controller_core.h"
#include "platform/parts.h"
#include "platform/scenario_print.h"
#include "serve/first_error.h"

namespace ixsim::serve {
namespace {

using Kind = RecordedInput::Kind;

ControllerConfig served_config(const Scenario& scenario) {
  ControllerConfig config = controller_config(scenario);
  config.enumerated = false;
  config.pcie.vector_messages = true;
  return config;
}

AdapterSettings adapter_settings(const DeviceOptions& options) {
  AdapterSettings settings;
  settings.access_time = options.access_time;
  settings.pause_response = options.run.scenario.pause_response;
  settings.controlled_by_host = options.controlled_by_host;
  return settings;
}

std::unique_ptr<RunTrace> make_trace(const RunOptions& run, Probe& probe, ReceiveObserver& observer) {
  if (!run.trace.any()) return nullptr;
  return std::make_unique<RunTrace>(run.trace, run.directory, run.scenario, probe, observer,
                                    RunTrace::Software::kUnknown);
}

}  // namespace

ServedDevice::ServedDevice(const DeviceOptions& options, AdapterHost& host)
    : options_(options),
      host_(host),
      parts_(options_.run),
      counts_(options_.run.scenario.ports),
      trace_(make_trace(options_.run, counts_, unobserved_)),
      device_(
          served_config(options_.run.scenario), *this, adapter_settings(options_),
          [this](unsigned port) { return parts_.make_classifier(port); },
          [this](unsigned port) {
            auto scheduler = parts_.make_scheduler(port);
            return trace_ != nullptr ? trace_->traced(std::move(scheduler), port) : std::move(scheduler);
          }) {
  core().set_probe(trace_ != nullptr ? static_cast<Probe*>(trace_.get()) : &counts_);
  if (trace_ != nullptr && trace_->register_observer() != nullptr)
    core().add_register_observer(*trace_->register_observer());
  if (options_.hash || !options_.record.empty()) {
    hash_ = std::make_unique<EventHash>();
    core().set_event_sink(hash_.get());
  }
  if (!options_.record.empty()) {
    recorder_ = std::make_unique<InputRecorder>(
        options_.record, RecordHeader{print_scenario(options_.run.scenario), options_.access_time,
                                      options_.controlled_by_host});
  }
}

RecordedInput ServedDevice::input(Kind kind) const {
  RecordedInput input;
  input.kind = kind;
  input.time = device_.now();
  return input;
}

void ServedDevice::record_port(Kind kind, unsigned port, ByteView bytes) {
  if (recorder_ == nullptr) return;
  RecordedInput input = this->input(kind);
  input.value = port;
  recorder_->add(input, bytes);
}

// --- To the device.

std::optional<std::uint32_t> ServedDevice::read(const AdapterAccess& access) {
  if (recorder_ != nullptr) {
    RecordedInput input = this->input(Kind::kRead);
    input.access = access;
    recorder_->add(input);
  }
  return device_.read(access);
}

bool ServedDevice::write(const AdapterAccess& access, std::uint32_t value) {
  if (recorder_ != nullptr) {
    RecordedInput input = this->input(Kind::kWrite);
    input.access = access;
    input.value = value;
    recorder_->add(input);
  }
  return device_.write(access, value);
}

bool ServedDevice::send(unsigned port, ByteView frame) {
  // A frame that no wire carries is refused by the device, whatever its bytes are.
  if (frame.size <= kLongestWireFrame) record_port(Kind::kFrame, port, frame);
  return device_.send(port, frame);
}

void ServedDevice::reset_function(unsigned port) {
  record_port(Kind::kResetFunction, port);
  device_.reset_function(port);
}

void ServedDevice::reset_chip() {
  if (recorder_ != nullptr) recorder_->add(input(Kind::kResetChip));
  device_.reset_chip();
}

// --- From the device.

bool ServedDevice::read_memory(unsigned function, std::uint64_t address, std::uint8_t* into,
                               std::size_t length) {
  const bool ok = host_.read_memory(function, address, into, length);
  if (recorder_ != nullptr) {
    RecordedInput input = this->input(Kind::kMemoryRead);
    input.access.function = function;
    input.address = address;
    input.length = static_cast<std::uint32_t>(length);
    input.ok = ok;
    recorder_->add(input, {into, length});
  }
  return ok;
}

bool ServedDevice::write_memory(unsigned function, std::uint64_t address, ByteView data) {
  const bool ok = host_.write_memory(function, address, data);
  if (recorder_ != nullptr) {
    RecordedInput input = this->input(Kind::kMemoryWrite);
    input.access.function = function;
    input.address = address;
    input.length = static_cast<std::uint32_t>(data.size);
    input.ok = ok;
    recorder_->add(input);
  }
  return ok;
}

void ServedDevice::frame_sent(unsigned port, Time start, const FrameRef& frame) {
  record_port(Kind::kFrameSent, port);
  host_.frame_sent(port, start, frame);
}

void ServedDevice::wire_frame(unsigned port, bool to_device, Time start, const Frame& frame) {
  if (trace_ == nullptr) return;
  to_device ? trace_->wire_in(port, start, frame.bytes()) : trace_->wire_out(port, start, frame.bytes());
}

void ServedDevice::finish(bool failed) {
  if (std::exchange(finished_, true)) return;
  const std::string hash = failed ? "" : event_hash();
  FirstError first;
  // First the record, which repeats all the rest.
  if (recorder_ != nullptr) {
    RecordedInput end = input(Kind::kEnd);
    // The failure may be ahead of the last output.
    if (failed) end.time = std::max(end.time, core().now());
    first.attempt([&] {
      recorder_->add(end, {reinterpret_cast<const std::uint8_t*>(hash.data()), hash.size()});
      recorder_->commit();
    });
  }
  if (trace_ != nullptr) first.attempt([&] { trace_->commit(); });
  if (!failed && options_.run.check_rtl) first.attempt([&] { compare(); });
  first.rethrow();
}

void ServedDevice::compare() {
  parts_.finish();
  const RtlCheckers::Compared compared = parts_.compared();
  const Made all = made();
  if (compared.frames != all.frames)
    throw CheckFailure(fmt::format("the check saw {} of {} frames", compared.frames, all.frames));
  if (compared.scheduler && compared.grants != all.grants)
    throw CheckFailure(fmt::format("the check compared {} of {} grants", compared.grants, all.grants));
}

ServedDevice::Made ServedDevice::made() const {
  Made made;
  auto& core = const_cast<CoreAdapter&>(device_).core();
  for (unsigned port = 0; port < core.ports(); ++port) {
    made.frames += core.port(port).receive().presented();
    made.grants += core.port(port).transmit().dma().grants();
  }
  return made;
}

std::string ServedDevice::checked() const {
  const RtlCheckers::Compared compared = parts_.compared();
  const Made all = made();
  const std::optional<RunDivergence> first = divergence();
  const auto divergences = [&](RtlBlock block) {
    return first && first->block == block ? "1 divergence" : "0 divergences";
  };
  std::string text = fmt::format("check   RTL classifier: {} decisions of {} frames compared, {}\n",
                                 compared.decisions, all.frames, divergences(RtlBlock::kClassifier));
  if (!compared.scheduler)
    return text +
           fmt::format("        RTL scheduler: none for this profile, {} grants not compared\n", all.grants);
  return text +
         fmt::format("        RTL scheduler: {} of {} grants compared, {} of them among several queues, {}\n",
                     compared.grants, all.grants, compared.contested, divergences(RtlBlock::kScheduler));
}

}  // namespace ixsim::serve
