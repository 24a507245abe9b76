// The traces of a run: frames on the wires as pcapng, the way of every frame as spans, the arbitration of
// transmit queues and the accesses to registers as text, all in a window of simulated time.
#ifndef IXSIM_PLATFORM_RUN_TRACE_H
#define IXSIM_PLATFORM_RUN_TRACE_H

#include <memory>
#include <string>
#include <unordered_map>

#include "ixsim/probe.h"
#include "platform/arbitration_trace.h"
#include "platform/register_trace.h"
#include "trace/pcapng_writer.h"
#include "trace/span_writer.h"

namespace ixsim {

// Traces to write: "--trace fst,pcapng,spans,arbitration,registers@FROM:TO", the window in nanoseconds of
// simulated time.
struct TraceSettings {
  bool fst = false;  // waveform of the RTL classifier; needs --check rtl
  bool pcapng = false;
  bool spans = false;
  bool arbitration = false;
  bool registers = false;
  Time from = 0;
  Time to = kNever;

  bool any() const { return fst || pcapng || spans || arbitration || registers; }
  bool covers(Time time) const { return time >= from && time < to; }
};

// Throws InputError for words it does not know.
TraceSettings parse_trace(const std::string& text);

// A probe that writes, and passes everything on.
class RunTrace : public Probe {
 public:
  // Files go to `directory`: frames.pcapng, spans.json, arbitration.txt, registers.txt.
  RunTrace(const TraceSettings& settings, const std::string& directory, unsigned ports, Probe& next);

  // A frame put on the wire of `port`, towards the device.
  void wire_in(unsigned port, Time start, ByteView bytes);

  bool follows_stages() const override { return spans_ != nullptr; }
  void rx_stage(Time time, unsigned port, RxStage stage, std::uint64_t packet, unsigned queue,
                std::uint32_t bytes) override;
  void rx_done(Time time, unsigned port, RxBucket bucket, std::uint64_t packet, unsigned queue,
               std::uint32_t bytes, const RxStamps& stamps) override;
  void tx_granted(Time time, unsigned port, std::uint64_t packet, unsigned queue,
                  std::uint32_t requests) override {
    next_.tx_granted(time, port, packet, queue, requests);
  }
  void tx_frame(Time start, Time end, Time offered, unsigned port, std::uint64_t packet, unsigned queue,
                std::uint32_t bytes) override {
    next_.tx_frame(start, end, offered, port, packet, queue, bytes);
  }
  void tx_done(Time time, unsigned port, TxBucket bucket, std::uint64_t packet, unsigned queue) override {
    next_.tx_done(time, port, bucket, packet, queue);
  }
  void commit();
  // Null if accesses to registers are not traced.
  RegisterObserver* register_observer() { return registers_.get(); }
  // The scheduler of `port` with its part of the record in front, if that is wanted.
  std::unique_ptr<TxScheduler> traced(std::unique_ptr<TxScheduler> scheduler, unsigned port);

 private:
  struct Last {
    Time time = 0;
    RxStage stage = RxStage::kWireEnd;
  };

  TraceSettings settings_;
  Probe& next_;
  std::unique_ptr<PcapngWriter> frames_;
  std::unique_ptr<SpanWriter> spans_;
  std::unique_ptr<AtomicFile> arbitration_;
  std::unique_ptr<RegisterTrace> registers_;
  std::unordered_map<std::uint64_t, Last> last_;  // by port and frame
};

}  // namespace ixsim

#endif
