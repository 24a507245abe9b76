// Collects inputs by edge, skips clocks, and compares strategy, oracle and RTL.
#include "cosim/lockstep_scheduler.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "ixsim/error.h"

namespace ixsim::cosim {
namespace {

constexpr std::size_t kEdgesKept = 16;

}  // namespace

// Receives the strategy's grants for the comparison and passes them on.
class LockstepScheduler::Recorder : public GrantSink {
 public:
  Recorder(LockstepScheduler& owner, GrantSink& next) : owner_(owner), next_(next) {}
  std::uint32_t granted(const Grant& grant) override {
    const std::uint32_t length = next_.granted(grant);
    owner_.grants_.push_back({kMacClock.cycle(grant.time), grant.queue, length});
    return length;
  }

 private:
  LockstepScheduler& owner_;
  GrantSink& next_;
};

LockstepScheduler::LockstepScheduler(std::unique_ptr<TxScheduler> strategy, std::unique_ptr<RtlScheduler> rtl,
                                     const SchedulerLockstepOptions& options)
    : strategy_(std::move(strategy)),
      rtl_(std::move(rtl)),
      options_(options),
      oracle_(options.parameters),
      signals_(options.parameters),
      random_(options.seed),
      cycle_(-1) {
  if (options_.parameters.has_visits()) {
    auto* const quanta = dynamic_cast<QuantumScheduler*>(strategy_.get());
    if (quanta == nullptr)
      throw std::logic_error("scheduler: RTL with quanta or weights, and a strategy without");
    quanta->set_quantum_observer(this);
  }
  Edge power_on;
  power_on.cycle = cycle_;
  power_on.rst = true;
  clock_edge(power_on);
  statistics_.resets = 0;  // the simulation's own are what is counted
}

// Returns the edge at `time`; inputs are nearly always for the last one.
LockstepScheduler::Edge& LockstepScheduler::edge_at(Time time) {
  const std::int64_t cycle = kMacClock.cycle(time);
  if (cycle < cycle_)
    throw std::logic_error(fmt::format("scheduler input at MAC cycle {}, RTL at {}", cycle, cycle_));
  auto place = edges_.end();
  while (place != edges_.begin() && std::prev(place)->cycle > cycle) --place;
  if (place != edges_.begin() && std::prev(place)->cycle == cycle) return *std::prev(place);
  Edge edge;
  edge.cycle = cycle;
  return *edges_.insert(place, edge);
}

void LockstepScheduler::requests(const QueueMask& mask, Time time) {
  strategy_->requests(mask, time);
  Edge& edge = edge_at(time);
  edge.requests_change = true;
  edge.requests = mask;
}

void LockstepScheduler::ready(Time time) {
  strategy_->ready(time);
  edge_at(time).ready = true;
}

void LockstepScheduler::reset(Time time) {
  Edge& edge = edge_at(time);
  edge.rst = true;
  // The strategy writes the quanta again, at later edges: writes still to come would meet them.
  for (Edge& later : edges_) {
    if (later.cycle >= edge.cycle) later.write = false;
  }
  strategy_->reset(time);
}

void LockstepScheduler::quantum_written(unsigned queue, std::uint32_t bytes, Time time) {
  Edge& edge = edge_at(time);
  if (edge.write) throw std::logic_error("scheduler: two quanta at one edge");
  edge.write = true;
  edge.write_queue = queue;
  edge.write_bytes = bytes;
}

void LockstepScheduler::advance(Time now, GrantSink& sink) {
  Recorder recorder(*this, sink);
  strategy_->advance(now, recorder);
  run_to(kMacClock.cycle(now));
}

void LockstepScheduler::finish() {
  if (divergence_) return;
  // One edge more in deficit mode: the last length.
  run_to((edges_.empty() ? cycle_ : edges_.back().cycle) + 1);
  if (!grants_.empty()) throw std::logic_error("scheduler: a grant was never compared");
}

// Clocks every edge up to `last` at which something may happen.
void LockstepScheduler::run_to(std::int64_t last) {
  while (!divergence_) {
    const std::int64_t input = edges_.empty() ? INT64_MAX : edges_.front().cycle;
    const std::int64_t next = options_.every_cycle || oracle_.accounting() ? cycle_ : input;
    if (next > last) {
      if (cycle_ <= last) {
        statistics_.clocks_skipped += last + 1 - cycle_;
        cycle_ = last + 1;
      }
      return;
    }
    statistics_.clocks_skipped += next - cycle_;
    cycle_ = next;
    Edge edge;
    edge.cycle = cycle_;
    if (input == cycle_) {
      edge = edges_.front();
      edges_.pop_front();
    }
    clock_edge(edge);
  }
}

void LockstepScheduler::clock_edge(const Edge& edge) {
  if (edge.requests_change) {
    lines_ = edge.requests;
    ++statistics_.request_changes;
  }
  const std::uint64_t noise = random_.next();
  SchedulerPortsIn in;
  in.req = lines_;
  in.ready = edge.ready;
  in.rst = edge.rst;
  if (options_.parameters.has_visits()) {
    const std::uint32_t fits = (std::uint32_t{1} << options_.parameters.length_width) - 1;
    in.wr_en = edge.write;
    in.wr_addr =
        static_cast<std::uint8_t>(edge.write ? edge.write_queue : noise % options_.parameters.queues);
    in.wr_data = edge.write ? edge.write_bytes : static_cast<std::uint32_t>(noise >> 8) & fits;
    if (options_.parameters.deficit())
      in.len = oracle_.accounting() ? length_ : static_cast<std::uint32_t>(noise >> 32) & fits;
  }
  const SchedulerPortsOut reference = oracle_.offer(in);
  if (!options_.waveform.empty() && statistics_.clocks >= options_.waveform_from) {
    signals_.show(reference, rule_of(oracle_, reference, options_.parameters));
    if (statistics_.clocks == options_.waveform_from)
      rtl_->start_waveform(options_.waveform, statistics_.clocks, signals_);
  }
  recent_.push_back({cycle_, in, reference});
  if (recent_.size() > kEdgesKept) recent_.pop_front();
  SchedulerPortsOut rtl;
  try {
    rtl = rtl_->clock(in);
  } catch (const CheckFailure& error) {
    diverge(error.what(), rtl, reference);
  }
  // Before the reset at power-on the outputs are as random as the rest of the state.
  const std::string what = statistics_.clocks > 0 ? difference(reference, rtl) : "";
  if (!what.empty()) diverge(what, rtl, reference);

  const bool take = reference.valid && in.ready && !in.rst;
  const bool granted = !grants_.empty() && grants_.front().cycle == cycle_;
  if (take != granted || (take && grants_.front().queue != reference.idx))
    diverge("the simulation's own scheduler granted otherwise", rtl, reference);
  if (take) {
    length_ = grants_.front().length;
    grants_.pop_front();
    ++statistics_.grants;
    if (lines_.find(lines_.find(0) + 1) != kNoQueue) ++statistics_.contested;
    const std::int64_t record[] = {cycle_, rtl.idx};
    hash_.add(record, sizeof record);
  }
  oracle_.clock(in);
  if (reference.valid) ++statistics_.offers;
  if (in.rst) ++statistics_.resets;
  ++statistics_.clocks;
  ++cycle_;
}

// Records the first divergence, ends the waveform with the edge that shows it, and throws.
void LockstepScheduler::diverge(const std::string& what, const SchedulerPortsOut& rtl,
                                const SchedulerPortsOut& reference) {
  SchedulerDivergence divergence;
  divergence.simulated = true;
  divergence.edge = cycle_;
  divergence.clock = statistics_.clocks;
  divergence.what = what;
  divergence.rtl = rtl;
  if (!grants_.empty() && grants_.front().cycle == cycle_) divergence.granted = grants_.front().queue;
  divergence.add_reference(oracle_, reference, options_.parameters);
  divergence.edges.assign(recent_.begin(), recent_.end());
  divergence_ = std::move(divergence);
  if (!options_.waveform.empty()) rtl_->stop_waveform();
  throw CheckFailure(fmt::format("scheduler: RTL and reference differ at MAC cycle {}: {}", cycle_, what));
}

}  // namespace ixsim::cosim
