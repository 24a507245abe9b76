// The host of the record: it answers the device as the recorded host did, and checks that the device makes
// the recorded requests.
#include "serve/replay.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "ixsim/error.h"
#include "nic/core/controller_core.h"
#include "serve/served_device.h"
#include "trace/atomic_file.h"

namespace ixsim::serve {
namespace {

using Kind = RecordedInput::Kind;

class Replay : private AdapterHost {
 public:
  Replay(const std::string& path, RunOptions options) : reader_(path) {
    DeviceOptions made;
    made.run = std::move(options);
    made.run.scenario = parse_scenario(reader_.header().scenario, path);
    complete_scenario(made.run.scenario);
    if (made.run.check_rtl) require_rtl(made.run.scenario, made.run);
    made.access_time = reader_.header().access_time;
    made.controlled_by_host = reader_.header().controlled_by_host;
    made.hash = true;
    AdapterHost& host = *this;
    device_ = std::make_unique<ServedDevice>(made, host);
  }

  ReplayResult run() {
    ReplayResult result;
    result.profile = device_->scenario().profile.name;
    try {
      while (const RecordedInput* const input = reader_.next()) {
        const std::uint64_t before = reader_.inputs();
        device_->run(input->time);
        // The device may have asked for it meanwhile.
        if (reader_.inputs() != before) continue;
        if (input->kind == Kind::kEnd) {
          result.ended = true;
          result.recorded_hash.assign(input->bytes.begin(), input->bytes.end());
          break;
        }
        apply();
      }
    } catch (const CheckFailure& error) {
      result.failure = error.what();
    }
    result.inputs = reader_.inputs();
    result.simulated = device_->now();
    result.hash = device_->event_hash();
    try {
      device_->finish(!result.failure.empty());
    } catch (const CheckFailure& error) {
      result.failure = error.what();
    }
    result.divergence = device_->divergence();
    result.checked = device_->checked();
    return result;
  }

 private:
  // Applies an input of software or of a wire.
  void apply() {
    const RecordedInput input = *reader_.next();
    const bool known = input.kind == Kind::kRead || input.kind == Kind::kWrite ||
                       input.kind == Kind::kResetChip || input.value < device_->core().ports();
    if (!known || device_->now() != input.time) differs("an input at its time");
    reader_.pop();
    switch (input.kind) {
      case Kind::kRead:
        device_->read(input.access);
        return;
      case Kind::kWrite:
        device_->write(input.access, input.value);
        return;
      case Kind::kFrame:
        device_->send(input.value, {input.bytes.data(), input.bytes.size()});
        return;
      case Kind::kResetFunction:
        return device_->reset_function(input.value);
      case Kind::kResetChip:
        return device_->reset_chip();
      default:
        differs("nothing of the device");
    }
  }
  [[noreturn]] void differs(const std::string& what) const {
    const RecordedInput* const next = reader_.next();
    throw CheckFailure(fmt::format(
        "the replay differs from the record at input {}, {} ps: found {}, the record has {}",
        reader_.inputs() + 1, device_ != nullptr ? device_->now() : 0, what,
        next == nullptr
            ? "its end"
            : fmt::format("an input of kind {} at {} ps", static_cast<int>(next->kind), next->time)));
  }
  RecordedInput take(Kind kind, const char* what) {
    const RecordedInput* const next = reader_.next();
    if (next == nullptr || next->kind != kind) differs(what);
    RecordedInput input = *next;
    reader_.pop();
    return input;
  }
  // A record without an end, or one that an error ended, has no more to give.
  bool over() const { return reader_.next() == nullptr || reader_.next()->kind == Kind::kEnd; }

  bool read_memory(unsigned function, std::uint64_t address, std::uint8_t* into,
                   std::size_t length) override {
    if (over()) return false;
    const RecordedInput input = take(Kind::kMemoryRead, "a read of host memory");
    if (input.access.function != function || input.address != address || input.length != length)
      differs("a read of another place");
    if (input.ok) std::memcpy(into, input.bytes.data(), length);
    return input.ok;
  }
  bool write_memory(unsigned function, std::uint64_t address, ByteView data) override {
    if (over()) return false;
    const RecordedInput input = take(Kind::kMemoryWrite, "a write to host memory");
    if (input.access.function != function || input.address != address || input.length != data.size)
      differs("a write to another place");
    return input.ok;
  }
  void interrupt(unsigned, InterruptKind, unsigned) override {}
  // A frame of another server may come inside an access.
  Time known_until() override {
    return over() || reader_.next()->kind != Kind::kFrame ? kNever : reader_.next()->time;
  }
  void extend_known() override { apply(); }
  void frame_sent(unsigned port, Time, const FrameRef&) override {
    if (over()) return;
    const RecordedInput input = take(Kind::kFrameSent, "a frame of the device");
    if (input.value != port) differs("a frame of another port");
    // The answer of the recorded wire was made inside this call.
    while (!over() && reader_.next()->kind == Kind::kFrame && reader_.next()->time == device_->now()) apply();
  }

  InputReader reader_;
  std::unique_ptr<ServedDevice> device_;
};

}  // namespace

ReplayResult replay_record(const std::string& path, RunOptions options) {
  return Replay(path, std::move(options)).run();
}

bool repeat_divergence(const std::string& path, RunOptions options, const RunDivergence& divergence,
                       const std::string& waveform) {
  options.trace = TraceSettings();
  WaveformFile file(waveform);
  (divergence.block == RtlBlock::kScheduler ? options.scheduler_waveform : options.waveform) = file.partial();
  options.waveform_from = divergence.waveform_from;
  const ReplayResult result = replay_record(path, std::move(options));
  if (!result.divergence || result.divergence->what != divergence.what) return false;
  file.commit();
  return true;
}

}  // namespace ixsim::serve
