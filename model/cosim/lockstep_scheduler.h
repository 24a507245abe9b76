// The transmit scheduler strategy that checks RTL inside a whole simulation. Another strategy grants for the
// simulation. The oracle and the RTL are clocked with the same request lines, readiness, quanta and resets,
// and all outputs of every edge are compared.
//
// Timing contract: that of TxScheduler, unchanged: the simulation sees the grants of the wrapped strategy.
// The RTL runs behind, up to the edge that advance() names, and in deficit mode gets a grant's length at the
// edge after it. Clocks are skipped while request lines, readiness, quanta and resets do not change. The
// state of a scheduler changes only by takes, writes and resets, and its outputs follow the request lines.
#ifndef IXSIM_COSIM_LOCKSTEP_SCHEDULER_H
#define IXSIM_COSIM_LOCKSTEP_SCHEDULER_H

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/layers.h"
#include "base/random.h"
#include "cosim/hash128.h"
#include "cosim/reference_scheduler.h"
#include "cosim/reference_signals.h"
#include "cosim/rtl_scheduler.h"
#include "cosim/scheduler_divergence.h"
#include "ixsim/rtl_check.h"
#include "nic/queues/quantum_scheduler.h"

namespace ixsim::cosim {

struct SchedulerLockstepOptions {
  SchedulerParameters parameters;
  std::uint64_t seed = 1;          // seed of ports that the contract does not use
  bool every_cycle = false;        // clock the RTL at every edge
  std::string waveform;            // file to write, or empty
  std::int64_t waveform_from = 0;  // RTL clock of its first step
};

struct SchedulerLockstepStatistics {
  std::int64_t grants = 0;     // takes compared
  std::int64_t contested = 0;  // of these, takes at which two and more queues requested
  std::int64_t offers = 0;     // edges compared at which something was offered
  std::int64_t clocks = 0;     // simulated and compared
  std::int64_t clocks_skipped = 0;
  std::int64_t request_changes = 0;
  std::int64_t resets = 0;
};

class LockstepScheduler final : public RtlCheckedScheduler, private QuantumObserver {
 public:
  // Resets the RTL at an edge before time 0. Throws std::logic_error if the RTL has quanta or weights and the
  // strategy is not a QuantumScheduler.
  LockstepScheduler(std::unique_ptr<TxScheduler> strategy, std::unique_ptr<RtlScheduler> rtl,
                    const SchedulerLockstepOptions& options);

  // advance() and finish() throw CheckFailure at the first divergence. Two quanta at one edge are a
  // std::logic_error, because the RTL has one write port.
  void requests(const QueueMask& mask, Time time) override;
  void ready(Time time) override;
  void reset(Time time) override;
  void advance(Time now, GrantSink& sink) override;

  // Clocks the RTL up to the last input; called at the end of the run.
  void finish() override;

  std::int64_t grants() const override { return statistics_.grants; }
  const SchedulerLockstepStatistics& statistics() const { return statistics_; }
  // Returns 32 hex digits over the edge and queue of every take of the RTL.
  std::string decision_hash() const { return hash_.digits(); }
  const std::optional<SchedulerDivergence>& divergence() const { return divergence_; }

 private:
  // Inputs that coincide at one edge.
  struct Edge {
    std::int64_t cycle = 0;
    bool requests_change = false;
    QueueMask requests;
    bool ready = false;
    bool rst = false;
    bool write = false;
    unsigned write_queue = 0;
    std::uint32_t write_bytes = 0;
  };
  struct Granted {
    std::int64_t cycle;
    unsigned queue;
    std::uint32_t length;
  };
  class Recorder;

  void quantum_written(unsigned queue, std::uint32_t bytes, Time time) override;
  Edge& edge_at(Time time);
  void run_to(std::int64_t last);
  void clock_edge(const Edge& edge);
  void diverge(const std::string& what, const SchedulerPortsOut& rtl, const SchedulerPortsOut& reference);

  std::unique_ptr<TxScheduler> strategy_;
  std::unique_ptr<RtlScheduler> rtl_;
  SchedulerLockstepOptions options_;
  ReferenceScheduler oracle_;
  SchedulerSignals signals_;  // of the waveform
  Random random_;
  std::deque<Edge> edges_;      // edges to clock, in order
  std::deque<Granted> grants_;  // grants of the strategy, not yet compared
  QueueMask lines_;             // request lines as driven last
  std::int64_t cycle_ = 0;      // next edge of the RTL
  std::uint32_t length_ = 1;    // length of the last take
  std::deque<SchedulerEdge> recent_;
  SchedulerLockstepStatistics statistics_;
  std::optional<SchedulerDivergence> divergence_;
  Hash128 hash_;
};

}  // namespace ixsim::cosim

#endif
