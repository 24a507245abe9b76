// Quantities of a run over simulated time, for plots: the fill of packet buffer, queues and rings, the work
// of cores, traffic and drops. The class is a probe and an observer of the drivers and of registers; it
// passes every call on. It writes series.json, with the distributions of latencies; docs/series.schema.json
// has the format.
//
// A run without it has no such cost: the device reports stages and the space of the packet buffer only while
// an observer needs them.
#ifndef IXSIM_PLATFORM_RUN_SERIES_H
#define IXSIM_PLATFORM_RUN_SERIES_H

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/histogram.h"
#include "base/layers.h"
#include "host/rx_driver.h"
#include "ixsim/probe.h"
#include "ixsim/queue_mask.h"
#include "ixsim/register_observer.h"
#include "nic/core/controller_core.h"
#include "platform/scenario.h"
#include "platform/time_series.h"
#include "trace/atomic_file.h"

namespace ixsim::platform {

class RunSeries : public Probe, public ReceiveObserver, public RegisterObserver {
 public:
  static constexpr std::size_t kBins = 512;

  // Starts a file, which appears with commit().
  RunSeries(const std::string& path, const Scenario& scenario, Probe& next_probe,
            ReceiveObserver& next_observer);
  // Attaches to `core`, which reports from then on; call once, before the run.
  void attach(ControllerCore& core);

  bool follows_stages() const override { return true; }
  void rx_stage(Time time, unsigned port, RxStage stage, std::uint64_t packet, unsigned queue,
                std::uint32_t bytes) override;
  void rx_done(Time time, unsigned port, RxBucket bucket, std::uint64_t packet, unsigned queue,
               std::uint32_t bytes, const RxStamps& stamps) override;
  void tx_granted(Time time, unsigned port, std::uint64_t packet, unsigned queue,
                  std::uint32_t requests) override {
    next_probe_.tx_granted(time, port, packet, queue, requests);
  }
  void tx_frame(Time start, Time end, Time offered, unsigned port, std::uint64_t packet, unsigned queue,
                std::uint32_t bytes) override;
  void tx_done(Time time, unsigned port, TxBucket bucket, std::uint64_t packet, unsigned queue) override;
  void consumed(unsigned port, unsigned queue, Time now, Time interrupt, ByteView data) override;
  void core_busy(unsigned port, unsigned core, Time from, Time to, const char* activity) override;
  void register_touched(const RegisterTouch& touch) override;

  using Distributions = std::vector<std::pair<std::string, const Histogram*>>;
  // Writes what was seen, with these distributions by name.
  void commit(const Distributions& distributions);

 private:
  // Indices of series, which are made when a queue or core is first seen; 0 means none.
  using Places = std::array<std::size_t, kMaxQueues>;
  // A core and the last time for which it was at work, which is reported when it is over.
  struct Core {
    std::size_t place = 0;
    Time from = 0;
    Time to = 0;
  };
  struct Port {
    std::size_t buffer = 0, arrived = 0, delivered = 0, dropped = 0, sent = 0;
    Places device{}, waiting{}, free{}, to_send{};
    std::vector<Core> cores;
    std::array<std::uint32_t, kMaxQueues> in_memory{};  // frames that the driver has not taken
  };
  struct Space : SpaceObserver {
    void space_changed(Time time, std::int64_t bytes) override { series->space_changed(port, time, bytes); }
    RunSeries* series = nullptr;
    unsigned port = 0;
  };

  std::size_t level(std::size_t& place, unsigned port, const std::string& name, const char* unit,
                    const char* description);
  std::size_t counted(std::size_t& place, unsigned port, const std::string& name, const char* unit,
                      const char* description);
  void space_changed(unsigned port, Time time, std::int64_t bytes);
  void report(const Core& core);
  void sample_rx_ring(unsigned port, unsigned queue, Time now);
  void sample_tx_ring(unsigned port, unsigned queue, Time now);

  AtomicFile file_;
  unsigned port_count_;
  bool machine_;  // cores are of a machine, not of a port
  Probe& next_probe_;
  ReceiveObserver& next_observer_;
  ControllerCore* core_ = nullptr;
  TimeSeries series_;
  std::vector<Port> ports_;
  std::vector<Space> spaces_;
};

}  // namespace ixsim::platform

#endif
