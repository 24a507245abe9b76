// The traces of a run: frames on the wires as pcapng, the stages of every frame as spans, the arbitration of
// transmit queues and the accesses to registers as text. All of them cover a window of simulated time.
#ifndef IXSIM_PLATFORM_RUN_TRACE_H
#define IXSIM_PLATFORM_RUN_TRACE_H

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/layers.h"
#include "base/ring.h"
#include "host/rx_driver.h"
#include "ixsim/probe.h"
#include "ixsim/queue_mask.h"
#include "platform/arbitration_trace.h"
#include "platform/register_trace.h"
#include "platform/scenario.h"
#include "trace/pcapng_writer.h"
#include "trace/span_writer.h"

namespace ixsim::platform {

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

  // Returns whether two parties write one file, so that outputs must come in their order.
  bool ordered() const { return fst || pcapng || arbitration || registers; }
  bool any() const { return fst || pcapng || spans || arbitration || registers; }
  bool covers(Time time) const { return time >= from && time < to; }
};

// Parses the option. Throws InputError for unknown words.
TraceSettings parse_trace(const std::string& text);

// A probe and an observer of the drivers. It writes the traces and passes every call on.
//
// In spans.json a frame is an asynchronous slice of its queue, in the process of its pool. The slice lasts
// from the last bit to the driver, and the stages are slices within it. A frame that is dropped before it has
// a queue is a slice of the MAC. A frame is written when its driver has taken it, or when it is dropped.
// Wires and cores are tracks.
class RunTrace : public Probe, public ReceiveObserver {
 public:
  // The software behind the device: with kUnknown, no observer of drivers is called, a frame ends when the
  // device has written it back, and frames.pcapng has the frames from the device too.
  enum class Software : std::uint8_t { kObserved, kUnknown };
  // Files go to `directory`: frames.pcapng, spans.json, arbitration.txt, registers.txt.
  RunTrace(const TraceSettings& settings, const std::string& directory, const Scenario& scenario,
           Probe& next_probe, ReceiveObserver& next_observer, Software software = Software::kObserved);
  // A frame of the device on the wire of `port`; with software that is unknown.
  void wire_out(unsigned port, Time start, ByteView bytes);
  // The pool, or class, of each queue; before the run.
  void set_pools(std::vector<unsigned> pool_of_queue) { pools_ = std::move(pool_of_queue); }

  // Records a frame put on the wire of `port`, towards the device.
  void wire_in(unsigned port, Time start, ByteView bytes);

  bool follows_stages() const override { return next_probe_.follows_stages(); }
  void rx_stage(Time time, unsigned port, RxStage stage, std::uint64_t packet, unsigned queue,
                std::uint32_t bytes) override {
    next_probe_.rx_stage(time, port, stage, packet, queue, bytes);
  }
  void rx_done(Time time, unsigned port, RxBucket bucket, std::uint64_t packet, unsigned queue,
               std::uint32_t bytes, const RxStamps& stamps) override;
  void tx_granted(Time time, unsigned port, std::uint64_t packet, unsigned queue,
                  std::uint32_t requests) override {
    next_probe_.tx_granted(time, port, packet, queue, requests);
  }
  void tx_frame(Time start, Time end, Time offered, unsigned port, std::uint64_t packet, unsigned queue,
                std::uint32_t bytes) override;
  void tx_done(Time time, unsigned port, TxBucket bucket, std::uint64_t packet, unsigned queue) override {
    next_probe_.tx_done(time, port, bucket, packet, queue);
  }
  void consumed(unsigned port, unsigned queue, Time now, Time interrupt, ByteView data) override;
  void core_busy(unsigned port, unsigned core, Time from, Time to, const char* activity) override;
  void commit();
  // Returns the observer; null if accesses to registers are not traced.
  RegisterObserver* register_observer() { return registers_.get(); }
  // Returns the scheduler of `port`, wrapped for the record if that is requested.
  std::unique_ptr<TxScheduler> traced(std::unique_ptr<TxScheduler> scheduler, unsigned port);

 private:
  // A frame that the device has finished and the driver has not.
  struct Delivered {
    std::uint64_t packet = 0;
    std::uint32_t bytes = 0;
    RxStamps stamps{};
  };
  struct Port {
    std::vector<Ring<Delivered>> delivered = std::vector<Ring<Delivered>>(kMaxQueues);
    Time wire_in_free = 0;
    Time wire_out_free = 0;
  };

  unsigned process_of(unsigned port, unsigned queue);
  using Steps = SpanWriter::Steps<kRxStages>;
  // Returns the stages up to `last`.
  static Steps stages(const RxStamps& stamps, unsigned last);
  void write(unsigned port, unsigned queue, const Delivered& frame, const Steps& steps);
  void on_wire(unsigned port, unsigned track, Time& free, Time start, Time end, std::uint64_t number);

  TraceSettings settings_;
  Probe& next_probe_;
  ReceiveObserver& next_observer_;
  const Software software_;
  Time byte_time_;
  const char* pool_name_;
  bool machine_;  // cores are of a machine, not of a port's vectors
  std::unique_ptr<PcapngWriter> frames_;
  std::unique_ptr<SpanWriter> spans_;
  std::unique_ptr<AtomicFile> arbitration_;
  std::unique_ptr<RegisterTrace> registers_;
  std::vector<unsigned> pools_;
  std::vector<Port> ports_;
  std::vector<std::string> queue_names_;
  std::uint64_t on_wires_ = 0;
};

}  // namespace ixsim::platform

#endif
