// The run loop: sends the input, drains the system, and ends when nothing moves.
#include "platform/run.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "base/interruption.h"
#include "ixsim/error.h"
#include "nic/core/controller_core.h"
#include "platform/hosts/host_scenario_run.h"
#include "platform/limits.h"
#include "platform/parts.h"
#include "platform/rtl_checkers.h"
#include "platform/run_description.h"
#include "platform/run_end.h"
#include "platform/run_metrics.h"
#include "platform/strategies.h"
#include "platform/wired_system.h"
#include "trace/atomic_file.h"

namespace ixsim::platform {
namespace {

constexpr Time kQuiet = kMillisecond;
constexpr Time kSlice = 100 * kMicrosecond;

// Throws InputError for a scenario in which nothing is sent, or in which a part has nothing to send.
void require_traffic(const Scenario& scenario) {
  const TxDriverConfig& tx = scenario.tx;
  if (tx.queues != 0 && !scenario.is_given("tx.packets")) {
    throw InputError(
        fmt::format("tx.queues: found {} without tx.packets, so that they send nothing; accepted with "
                    "tx.packets=N, the packets of each queue",
                    tx.queues));
  }
  if (tx.packets != 0 && !scenario.is_given("tx.queues")) {
    throw InputError(
        fmt::format("tx.packets: found {} without tx.queues, so that no queue sends them; accepted with "
                    "tx.queues=N",
                    tx.packets));
  }
  const bool receives =
      !scenario.pcap.empty() || scenario.is_given("traffic.frames") || scenario.duration != 0;
  if (receives || (tx.queues != 0 && tx.packets != 0)) return;
  throw InputError(
      "run: found a scenario without traffic, accepted with traffic.frames=N, traffic.duration=T, a capture "
      "(--pcap FILE), or tx.queues and tx.packets");
}

// Fills in what the scenario leaves open; throws InputError if the options cannot be with it.
void resolve(RunOptions& options) {
  Scenario& scenario = options.scenario;
  complete_scenario(scenario);
  if (options.check_rtl && scenario.of_nics) {
    for (const Scenario& host : *scenario.of_nics) require_rtl(host, options);
  } else if (options.check_rtl) {
    require_rtl(scenario, options);
  }
  if (scenario.with_vms()) return check_host_options(options);
  source_of(scenario).set_up(scenario);
}

class Simulation {
 public:
  // Traffic comes last, so that a refusal is about a value that was set.
  explicit Simulation(const RunOptions& options) : system_(options) { require_traffic(system_.scenario); }
  ~Simulation() { count_work(nullptr, nullptr); }
  Simulation(const Simulation&) = delete;
  Simulation& operator=(const Simulation&) = delete;
  RunResult run();

 private:
  void simulate();
  void slice(Time time);
  void send_input();
  Time quiet() const;
  Time standstill() const;
  Time longest_host_pause() const;
  std::uint64_t moved_frames() const;
  std::uint64_t movement() const;

  WiredSystem system_;
  RunEnd end_;
  std::string failure_;
};

std::uint64_t Simulation::moved_frames() const {
  const ControllerCore& core = system_.controller.core();
  std::uint64_t sum = 0;
  for (unsigned port = 0; port < system_.scenario.ports; ++port) {
    sum += system_.sources[port]->frames() + system_.host.driver(port).consumed_frames() +
           system_.sinks[port]->frames();
    for (unsigned bucket = 0; bucket < kRxBuckets; ++bucket) {
      sum += core.port(port).accounting().bucket(static_cast<RxBucket>(bucket));
    }
  }
  return sum;
}

std::uint64_t Simulation::movement() const {
  const ControllerCore& core = system_.controller.core();
  return moved_frames() + core.endpoint().upstream().tlps() + core.endpoint().root().link().tlps();
}

void Simulation::slice(Time time) {
  sc_core::sc_start(sc_core::sc_time::from_value(static_cast<sc_dt::uint64>(time)));
  system_.controller.synchronize_core();
}

// Returns a time longer than any moderation interval of a vector, in the coarsest unit of all profiles, and
// than any read.
Time Simulation::quiet() const {
  const Time longest_wait = static_cast<Time>(system_.scenario.rx.moderation) * kMicrosecond +
                            system_.scenario.host.read_latency + 2 * system_.scenario.pcie.propagation;
  return std::max(kQuiet, 2 * longest_wait);
}

// Returns the time without a frame after which the link partner counts as paused permanently: a PAUSE that is
// not repeated has then ended.
Time Simulation::standstill() const {
  constexpr Time kSlotBytes = 64;
  return quiet() + 2 * system_.scenario.rx.pause_time * kSlotBytes * system_.scenario.byte_time;
}

// Returns the longest time for which a rate limit can hold back a queue: that of its longest request. Headers
// of segments are shorter than twice the least segment.
Time longest_rate_wait(const TxDriverConfig& tx) {
  const Time bytes = 3 * *std::max_element(tx.sizes.begin(), tx.sizes.end());
  Time wait = 0;
  for (const std::uint32_t limit : tx.rate_limits)
    if (limit != 0) wait = std::max(wait, bytes * 8 * kMicrosecond / limit);
  return wait;
}

// Returns the longest time between two frames of the host: a full round of service, a pause between bursts,
// or a rate limit.
Time Simulation::longest_host_pause() const {
  const RxDriverConfig& rx = system_.scenario.rx;
  constexpr std::int64_t kManyMeans = 64;  // of an exponential time: never exceeded
  return RxDriver::frames_of_poll(rx) * rx.service_time + rx.interrupt_latency +
         longest_rate_wait(system_.scenario.tx) +
         (system_.scenario.tx.burst != 0 ? kManyMeans * system_.scenario.tx.idle : 0);
}

// Runs until no source has a frame left, or until a PAUSE holds back every source with frames and no frame
// moves.
void Simulation::send_input() {
  const Time step = system_.options.progress ? kSlice : standstill();
  const auto held_back = [](const auto& source) { return source->over() || source->held_back(); };
  std::uint64_t before = 0;
  Time still = 0;
  while (system_.sources_running != 0) {
    slice(step);
    if (system_.options.progress) system_.options.progress(system_.sources[0]->frames());
    if (system_.sources_running == 0 ||
        !std::all_of(system_.sources.begin(), system_.sources.end(), held_back)) {
      still = 0;
      continue;
    }
    const std::uint64_t moved = moved_frames();
    still = moved == before ? still + step : 0;
    before = moved;
    if (still < standstill() + (system_.host.idle() ? 0 : longest_host_pause())) continue;
    end_.held_back_for = still;
    for (auto& source : system_.sources) source->stop();
  }
}

void Simulation::simulate() {
  send_input();
  // The last frame is on the wire for a while yet; then the drain.
  Time drained = 0;
  std::uint64_t before = ~std::uint64_t{0};
  while (drained < RunEnd::kLongestDrain && (movement() != before || !system_.host.idle())) {
    before = movement();
    slice(quiet());
    drained += quiet();
  }
  end_.drain_ended_early = movement() != before || !system_.host.idle();
  system_.rtl.finish();
}

RunResult Simulation::run() {
  RunResult result;
  describe_setup(system_.scenario, result);
  count_work("frames put on the wire", &system_.sources[0]->frame_counter(),
             system_.sources.size() > 1 ? &system_.sources[1]->frame_counter() : nullptr);
  try {
    simulate();
  } catch (const std::exception& error) {
    // SystemC wraps what a process throws; a divergence keeps its own record.
    failure_ = error.what();
  }
  for (const auto& source : system_.sources) {
    if (source->beyond_latest()) {
      throw InputError(
          fmt::format("traffic: found a frame after {} hours of simulated time, accepted are frames before; "
                      "traffic.frames, "
                      "traffic.interval_ps and traffic.scale make a run shorter",
                      kLatestFrame / kSecond / 3'600));
    }
  }
  if (const std::string divergence = system_.rtl.divergence(result); !divergence.empty())
    failure_ = divergence;
  if (!failure_.empty()) {
    result.failures.push_back(failure_);
  } else {
    check_conservation(system_, end_, result);
  }
  if (system_.trace != nullptr) system_.trace->commit();
  if (system_.series != nullptr) system_.series->commit(system_.metrics.distributions());
  if (system_.memory_record != nullptr) system_.memory_record->commit();
  describe_input(system_, result);
  // A run that ended with an error sent what it could.
  if (failure_.empty()) {
    describe_rest(system_, end_, result);
    describe_queues(system_, result);
  }
  result.limits = find_limits(system_);
  measure(system_, end_, result);
  if (failure_.empty() && system_.scenario.rx.rsc) describe_coalescing(result);
  return result;
}

}  // namespace

const Metric& RunResult::metric(const std::string& name) const {
  for (const auto& metric : metrics) {
    if (metric.name == name) return metric;
  }
  throw std::out_of_range("no metric " + name);
}

std::int64_t RunResult::number(const std::string& name) const {
  return std::get<std::int64_t>(metric(name).value);
}

Scenario resolved_scenario(const Scenario& scenario, bool with_traffic) {
  RunOptions options;
  options.scenario = scenario;
  resolve(options);
  if (options.scenario.with_vms()) {
    check_host_scenario(options.scenario);
    return options.scenario;
  }
  // Drivers and device refuse values that do not go together when they are made.
  const WiredSystem system(options);
  if (with_traffic) require_traffic(options.scenario);
  return options.scenario;
}

RunResult run(const RunOptions& options) {
  RunOptions prepared = options;
  resolve(prepared);
  if (prepared.resolved) prepared.resolved(prepared.scenario);
  std::vector<std::unique_ptr<WaveformFile>> waveforms;
  for (std::string* const path : {&prepared.waveform, &prepared.scheduler_waveform}) {
    if (path->empty()) continue;
    waveforms.push_back(std::make_unique<WaveformFile>(*path));
    *path = waveforms.back()->partial();
  }
  // The modules end their waveforms as they go.
  RunResult result = prepared.scenario.with_vms() ? run_hosts(prepared) : Simulation(prepared).run();
  describe_idle_keys(prepared.scenario, result);
  result.scenario = std::move(prepared.scenario);
  for (const auto& waveform : waveforms) waveform->commit();
  return result;
}

}  // namespace ixsim::platform
