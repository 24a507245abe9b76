// Windows, files and the spans between stages.
#include "platform/run_trace.h"

#include <fmt/format.h>

#include <cstdio>

#include "ixsim/error.h"

namespace ixsim {
namespace {

constexpr const char* kAccepted =
    "a list of fst, pcapng, spans, arbitration and registers, then @FROM:TO in nanoseconds if wanted";

std::uint64_t key(unsigned port, std::uint64_t packet) { return packet * 2 + port; }

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

RunTrace::RunTrace(const TraceSettings& settings, const std::string& directory, unsigned ports, Probe& next)
    : settings_(settings), next_(next) {
  if (settings.pcapng) {
    std::vector<std::string> names;
    for (unsigned port = 0; port < ports; ++port) names.push_back(fmt::format("wire_in[{}]", port));
    frames_ = std::make_unique<PcapngWriter>(directory + "/frames.pcapng", names);
  }
  if (settings.arbitration) arbitration_ = std::make_unique<AtomicFile>(directory + "/arbitration.txt");
  if (settings.registers)
    registers_ = std::make_unique<RegisterTrace>(directory + "/registers.txt", settings.from, settings.to);
  if (settings.spans) {
    spans_ = std::make_unique<SpanWriter>(directory + "/spans.json");
    for (unsigned port = 0; port < ports; ++port) {
      spans_->process(port, fmt::format("port {}", port));
      for (unsigned stage = 1; stage < kRxStages; ++stage) {
        spans_->track(port, stage, name(static_cast<RxStage>(stage)));
      }
      spans_->track(port, kRxStages, "dropped");
    }
  }
}

void RunTrace::wire_in(unsigned port, Time start, ByteView bytes) {
  if (frames_ != nullptr && settings_.covers(start)) frames_->frame(port, start, bytes);
}

void RunTrace::rx_stage(Time time, unsigned port, RxStage stage, std::uint64_t packet, unsigned queue,
                        std::uint32_t bytes) {
  if (next_.follows_stages()) next_.rx_stage(time, port, stage, packet, queue, bytes);
  if (spans_ == nullptr) return;
  Last& last = last_[key(port, packet)];
  // Each span ends at its stage and begins at the one before.
  if (stage != RxStage::kWireEnd && settings_.covers(last.time)) {
    spans_->span(port, static_cast<unsigned>(stage), name(stage), last.time, time, packet);
  }
  last = {time, stage};
}

void RunTrace::rx_done(Time time, unsigned port, RxBucket bucket, std::uint64_t packet, unsigned queue,
                       std::uint32_t bytes, const RxStamps& stamps) {
  next_.rx_done(time, port, bucket, packet, queue, bytes, stamps);
  if (spans_ == nullptr) return;
  const auto found = last_.find(key(port, packet));
  if (found == last_.end()) return;
  if (bucket != RxBucket::kDelivered && settings_.covers(found->second.time)) {
    spans_->span(port, kRxStages, name(bucket), found->second.time, time, packet);
  }
  last_.erase(found);
}

void RunTrace::commit() {
  if (frames_ != nullptr) frames_->commit();
  if (spans_ != nullptr) spans_->commit();
  if (arbitration_ != nullptr) arbitration_->commit();
  if (registers_ != nullptr) registers_->commit();
}

std::unique_ptr<TxScheduler> RunTrace::traced(std::unique_ptr<TxScheduler> scheduler, unsigned port) {
  if (arbitration_ == nullptr) return scheduler;
  return std::make_unique<TracedScheduler>(std::move(scheduler), *arbitration_, port, settings_.from,
                                           settings_.to);
}

}  // namespace ixsim
