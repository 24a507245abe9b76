// Windows, files and the spans between stages.
#include "platform/run_trace.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "ethernet/wire_pacer.h"
#include "ixsim/error.h"

namespace ixsim::platform {
namespace {

constexpr const char* kAccepted =
    "a list of fst, pcapng, spans, arbitration and registers, then @FROM:TO in nanoseconds if wanted";

// Processes of a port in spans.json, and tracks of its wires.
constexpr unsigned kProcessesOfPort = 1'000;
constexpr unsigned kWires = 1, kCores = 2, kTransmit = 3, kMac = 4, kPools = 100;
constexpr unsigned kWireIn = 1, kWireOut = 2;
constexpr auto kBuffered = static_cast<unsigned>(RxStage::kBuffered);
constexpr auto kLastOfDevice = static_cast<unsigned>(RxStage::kWrittenBack);

unsigned process_of_port(unsigned port, unsigned process) { return port * kProcessesOfPort + process; }

}  // namespace

TraceSettings parse_trace(const std::string& text) {
  TraceSettings settings;
  const std::size_t at = text.find('@');
  const auto refuse = [&] {
    throw InputError(fmt::format("--trace: found {}, accepted: {}", text, kAccepted));
  };
  if (at != std::string::npos) {
    long long from = 0;
    long long to = 0;
    char rest = 0;
    if (std::sscanf(text.c_str() + at, "@%lld:%lld%c", &from, &to, &rest) != 2 || from < 0 || to <= from ||
        to > kNever / kNanosecond) {
      refuse();
    }
    settings.from = from * kNanosecond;
    settings.to = to * kNanosecond;
  }
  std::size_t begin = 0;
  const std::string list = text.substr(0, at);
  while (begin <= list.size()) {
    const std::size_t comma = std::min(list.find(',', begin), list.size());
    const std::string word = list.substr(begin, comma - begin);
    if (word == "fst") {
      settings.fst = true;
    } else if (word == "pcapng") {
      settings.pcapng = true;
    } else if (word == "spans") {
      settings.spans = true;
    } else if (word == "arbitration") {
      settings.arbitration = true;
    } else if (word == "registers") {
      settings.registers = true;
    } else {
      refuse();
    }
    begin = comma + 1;
  }
  return settings;
}

RunTrace::RunTrace(const TraceSettings& settings, const std::string& directory, const Scenario& scenario,
                   Probe& next_probe, ReceiveObserver& next_observer, Software software)
    : settings_(settings),
      next_probe_(next_probe),
      next_observer_(next_observer),
      software_(software),
      byte_time_(scenario.byte_time),
      pool_name_(scenario.rx.dcb.enabled ? "class"
                 : scenario.rx.pools > 1 ? "VM"
                                         : nullptr),
      machine_(scenario.with_vms()),
      pools_(kMaxQueues),
      ports_(scenario.ports) {
  if (settings.pcapng) {
    std::vector<std::string> names;
    for (unsigned port = 0; port < scenario.ports; ++port) names.push_back(fmt::format("wire_in[{}]", port));
    for (unsigned port = 0; port < scenario.ports && software == Software::kUnknown; ++port)
      names.push_back(fmt::format("wire_out[{}]", port));
    frames_ = std::make_unique<PcapngWriter>(directory + "/frames.pcapng", names);
  }
  if (settings.arbitration) arbitration_ = std::make_unique<AtomicFile>(directory + "/arbitration.txt");
  if (settings.registers)
    registers_ = std::make_unique<RegisterTrace>(directory + "/registers.txt", settings.from, settings.to);
  if (!settings.spans) return;
  spans_ = std::make_unique<SpanWriter>(directory + "/spans.json");
  for (unsigned queue = 0; queue < kMaxQueues; ++queue)
    queue_names_.push_back(fmt::format("queue {}", queue));
}

void RunTrace::on_wire(unsigned port, unsigned track, Time& free, Time start, Time end,
                       std::uint64_t number) {
  // Frames that overlap exist in loopback, where none is on the wire.
  if (spans_ == nullptr || !settings_.covers(start) || start < free) return;
  free = end;
  const unsigned process = process_of_port(port, kWires);
  if (!spans_->has_process(process)) spans_->process(process, fmt::format("port {} wires", port));
  if (!spans_->has_track(process, track))
    spans_->track(process, track, track == kWireIn ? "to the device" : "from the device");
  spans_->slice(process, track, "frame", start, end, number);
}

void RunTrace::wire_in(unsigned port, Time start, ByteView bytes) {
  if (frames_ != nullptr && settings_.covers(start)) frames_->frame(port, start, bytes);
  on_wire(port, kWireIn, ports_[port].wire_in_free, start, start + wire_time(bytes.size, byte_time_),
          on_wires_++);
}

void RunTrace::wire_out(unsigned port, Time start, ByteView bytes) {
  const auto interface = static_cast<std::uint32_t>(ports_.size() + port);
  if (frames_ != nullptr && settings_.covers(start)) frames_->frame(interface, start, bytes);
}

void RunTrace::tx_frame(Time start, Time end, Time offered, unsigned port, std::uint64_t packet,
                        unsigned queue, std::uint32_t bytes) {
  next_probe_.tx_frame(start, end, offered, port, packet, queue, bytes);
  if (spans_ == nullptr || !settings_.covers(start)) return;
  on_wire(port, kWireOut, ports_[port].wire_out_free, start, end, packet);
  const unsigned process = process_of_port(port, kTransmit);
  if (!spans_->has_process(process)) spans_->process(process, fmt::format("port {} transmit", port));
  Steps steps;
  steps.add("device", start);
  steps.add("wire", end);
  spans_->packet(process, queue_names_[queue], packet, bytes, offered, steps.begin(), steps.end());
}

void RunTrace::core_busy(unsigned port, unsigned core, Time from, Time to, const char* activity) {
  next_observer_.core_busy(port, core, from, to, activity);
  if (spans_ == nullptr || !settings_.covers(from)) return;
  const unsigned process = process_of_port(port, kCores);
  if (!spans_->has_process(process))
    spans_->process(process, machine_ ? "host cores" : fmt::format("port {} cores", port));
  if (!spans_->has_track(process, core)) spans_->track(process, core, fmt::format("core {}", core));
  spans_->slice(process, core, activity, from, to, core);
}

unsigned RunTrace::process_of(unsigned port, unsigned queue) {
  const unsigned process = process_of_port(port, kPools + pools_[queue]);
  if (!spans_->has_process(process)) {
    spans_->process(process, pool_name_ == nullptr
                                 ? fmt::format("port {} receive", port)
                                 : fmt::format("port {} receive {} {}", port, pool_name_, pools_[queue]));
  }
  return process;
}

RunTrace::Steps RunTrace::stages(const RxStamps& stamps, unsigned last) {
  static const std::array<std::string_view, kRxStages> kNames = [] {
    std::array<std::string_view, kRxStages> names;
    for (unsigned i = 0; i < kRxStages; ++i) names[i] = name(static_cast<RxStage>(i));
    return names;
  }();
  Steps steps;
  for (unsigned i = 1; i <= last; ++i) steps.add(kNames[i], stamps[i]);
  return steps;
}

void RunTrace::write(unsigned port, unsigned queue, const Delivered& frame, const Steps& steps) {
  spans_->packet(process_of(port, queue), queue_names_[queue], frame.packet, frame.bytes, frame.stamps[0],
                 steps.begin(), steps.end());
}

void RunTrace::rx_done(Time time, unsigned port, RxBucket bucket, std::uint64_t packet, unsigned queue,
                       std::uint32_t bytes, const RxStamps& stamps) {
  next_probe_.rx_done(time, port, bucket, packet, queue, bytes, stamps);
  if (spans_ == nullptr) return;
  const Delivered frame{packet, bytes, stamps};
  if (bucket == RxBucket::kDelivered) {
    if (software_ == Software::kUnknown) {
      if (settings_.covers(stamps[0])) write(port, queue, frame, stages(stamps, kLastOfDevice));
      return;
    }
    ports_[port].delivered[queue].push(frame);
    return;
  }
  if (!settings_.covers(stamps[0])) return;
  const std::string text = fmt::format("dropped {}", name(bucket));
  if (stamps[kBuffered] == 0) {
    const unsigned process = process_of_port(port, kMac);
    if (!spans_->has_process(process)) spans_->process(process, fmt::format("port {} receive MAC", port));
    Steps steps;
    steps.add(text, time);
    spans_->packet(process, "no queue", packet, bytes, stamps[0], steps.begin(), steps.end());
    return;
  }
  unsigned last = kBuffered;
  while (last < kLastOfDevice && stamps[last + 1] != 0) ++last;
  Steps steps = stages(stamps, last);
  steps.add(text, std::max(time, stamps[last]));
  write(port, queue, frame, steps);
}

void RunTrace::consumed(unsigned port, unsigned queue, Time now, Time interrupt, ByteView data) {
  next_observer_.consumed(port, queue, now, interrupt, data);
  if (spans_ == nullptr || ports_[port].delivered[queue].empty()) return;
  const Delivered frame = ports_[port].delivered[queue].pop();
  if (!settings_.covers(frame.stamps[0])) return;
  const Time written_back = frame.stamps[kLastOfDevice];
  const Time taken = std::max(now, written_back);
  // As in the metrics: a frame that finds the driver at work waits for no interrupt.
  const Time interrupted = interrupt == kNever ? written_back : std::clamp(interrupt, written_back, taken);
  Steps steps = stages(frame.stamps, kLastOfDevice);
  steps.add("interrupted", interrupted);
  steps.add("consumed", taken);
  write(port, queue, frame, steps);
}

void RunTrace::commit() {
  if (frames_ != nullptr) frames_->commit();
  if (spans_ != nullptr) {
    // Frames that no driver took.
    for (unsigned port = 0; port < ports_.size(); ++port) {
      for (unsigned queue = 0; queue < kMaxQueues; ++queue) {
        for (auto& left = ports_[port].delivered[queue]; !left.empty();) {
          const Delivered frame = left.pop();
          if (settings_.covers(frame.stamps[0]))
            write(port, queue, frame, stages(frame.stamps, kLastOfDevice));
        }
      }
    }
    spans_->commit();
  }
  if (arbitration_ != nullptr) arbitration_->commit();
  if (registers_ != nullptr) registers_->commit();
}

std::unique_ptr<TxScheduler> RunTrace::traced(std::unique_ptr<TxScheduler> scheduler, unsigned port) {
  if (arbitration_ == nullptr) return scheduler;
  return std::make_unique<TracedScheduler>(std::move(scheduler), *arbitration_, port, settings_.from,
                                           settings_.to);
}

}  // namespace ixsim::platform
