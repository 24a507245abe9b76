// From scenario to system, from system to figures.
#include "platform/run.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <stdexcept>

#include "base/error.h"
#include "base/interruption.h"
#include "cosim/latency_probe.h"
#include "cosim/lockstep_classifier.h"
#include "cosim/lockstep_scheduler.h"
#include "host/host.h"
#include "nic/sc/ethernet_controller.h"
#include "platform/event_log.h"
#include "platform/memory_record.h"
#include "platform/parts.h"
#include "platform/receive_metrics.h"
#include "platform/strategies.h"
#include "platform/traffic_source.h"
#include "platform/wire_sink.h"
#include "trace/atomic_file.h"

namespace ixsim {
namespace {

constexpr std::uint32_t kSegmentHeader = 58;  // Ethernet, IPv4, TCP and FCS
constexpr Time kQuiet = kMillisecond;
constexpr Time kLongestDrain = 100 * kSecond;
constexpr Time kSlice = 100 * kMicrosecond;

std::string text(const MacAddress& address) {
  return fmt::format("{:02x}:{:02x}:{:02x}:{:02x}:{:02x}:{:02x}", address[0], address[1], address[2],
                     address[3], address[4], address[5]);
}

class Simulation {
 public:
  explicit Simulation(const RunOptions& options);
  ~Simulation() { count_work(nullptr, nullptr); }
  Simulation(const Simulation&) = delete;
  Simulation& operator=(const Simulation&) = delete;
  RunResult run();

 private:
  std::unique_ptr<Classifier> make_classifier(unsigned port);
  std::unique_ptr<TxScheduler> make_port_scheduler(unsigned port);
  std::vector<RxDriverConfig> driver_configs() const {
    return std::vector<RxDriverConfig>(scenario_.ports, scenario_.rx);
  }
  const std::vector<std::string>& plusargs_of(RtlBlock block) const;
  std::vector<TxDriverConfig> transmit_configs() const {
    std::vector<TxDriverConfig> configs(scenario_.ports, scenario_.tx);
    for (TxDriverConfig& config : configs) config.seed = scenario_.seed;
    return configs;
  }
  void simulate();
  void slice(Time time);
  void send_input();
  Time quiet() const;
  Time standstill() const;
  Time longest_host_pause() const;
  std::uint64_t moved_frames() const;
  std::uint64_t movement() const;
  void check_conservation(RunResult& result);
  void check_transmit(RunResult& result, unsigned port) const;
  void measure_classes(RunResult& result, const std::string& prefix, unsigned port);
  void measure_transmit(RunResult& result, unsigned port);
  void describe_setup(RunResult& result) const;
  void describe_input(RunResult& result);
  std::uint64_t unsent(unsigned port) const;
  void describe_rest(RunResult& result);
  void measure(RunResult& result);
  void measure_port(RunResult& result, unsigned port);
  void measure_latency(RunResult& result);
  void measure_check(RunResult& result);
  void measure_scheduler_check(RunResult& result);

  RunOptions options_;
  Scenario scenario_;
  std::shared_ptr<RtlClassifierModule> module_;
  std::shared_ptr<RtlSchedulerModule> scheduler_module_;
  std::vector<LockstepClassifier*> lockstep_;
  std::vector<LockstepScheduler*> scheduler_lockstep_;
  ReceiveMetrics metrics_;
  EventLog events_;
  std::unique_ptr<RunTrace> trace_;
  std::unique_ptr<MemoryRecord> memory_record_;
  Host host_;
  EthernetController controller_;
  std::vector<std::unique_ptr<TrafficSource>> sources_;
  std::vector<std::unique_ptr<WireSink>> sinks_;
  unsigned sources_running_;
  Time held_back_for_ = 0;  // how long nothing had moved when the sources were stopped; 0: they were not
  bool drain_ended_early_ = false;  // something still moved
  std::string failure_;
  std::vector<std::uint64_t> in_flight_;
  std::vector<std::string> in_flight_where_;
};

std::shared_ptr<RtlClassifierModule> load_module(const RunOptions& options) {
  const bool own = !options.rtl.empty() && options.block == RtlBlock::kClassifier;
  auto module = own ? load_classifier(options.rtl, options.top.empty() ? "l2_classifier" : options.top)
                    : in_tree_classifier();
  require_latency(*module, own ? options.plusargs : std::vector<std::string>(),
                  static_cast<unsigned>(options.latency));
  return module;
}

SchedulerShape scheduler_shape(const Scenario& scenario) {
  SchedulerShape shape;
  shape.mode = scheduler_of(scenario).rtl.value();
  return shape;
}

// None if nothing is transmitted.
std::shared_ptr<RtlSchedulerModule> load_scheduler_module(const RunOptions& options) {
  const bool own = !options.rtl.empty() && options.block == RtlBlock::kScheduler;
  if (options.scenario.tx.queues == 0) {
    if (own) throw InputError("--block scheduler: found tx.queues 0, accepted with transmit traffic");
    return nullptr;
  }
  const SchedulerShape shape = scheduler_shape(options.scenario);
  if (!own) return in_tree_scheduler(shape);
  return load_scheduler(options.rtl, options.top.empty() ? default_scheduler_top(shape.mode) : options.top,
                        shape);
}

Simulation::Simulation(const RunOptions& options)
    : options_(options),
      scenario_(options.scenario),
      module_(options.check_rtl ? load_module(options) : nullptr),
      scheduler_module_(options.check_rtl ? load_scheduler_module(options) : nullptr),
      metrics_(scenario_.ports, scenario_.tx.packets),
      trace_(options_.trace.any()
                 ? std::make_unique<RunTrace>(options_.trace, options_.directory, scenario_.ports, metrics_)
                 : nullptr),
      memory_record_(options_.dump_memory.empty()
                         ? nullptr
                         : std::make_unique<MemoryRecord>("memory_record", options_.dump_memory)),
      host_("host", scenario_.host, driver_configs(), transmit_configs()),
      controller_(
          "controller", controller_config(scenario_), [this](unsigned port) { return make_classifier(port); },
          [this](unsigned port) { return make_port_scheduler(port); }),
      sources_running_(scenario_.ports) {
  if (memory_record_ == nullptr) {
    controller_.pcie_initiator.bind(host_.memory_socket);
  } else {
    controller_.pcie_initiator.bind(memory_record_->device);
    memory_record_->host.bind(host_.memory_socket);
  }
  host_.register_socket.bind(controller_.pcie_target);
  host_.before_acting([this] { controller_.catch_up(); });
  // A trace is written in the order in which things are shown, which two parties see.
  if (!scenario_.prompt && scenario_.driver == CoreDriver::kEvent && trace_ == nullptr) {
    controller_.set_reaction(
        std::min(host_.reaction(), scenario_.heed_pause ? scenario_.pause_reaction : kNever));
  }
  controller_.core().set_probe(trace_ != nullptr ? static_cast<Probe*>(trace_.get()) : &metrics_);
  if (options_.hash_events || !options_.dump_events.empty()) controller_.core().set_event_sink(&events_);
  if (trace_ != nullptr && trace_->register_observer() != nullptr)
    controller_.core().add_register_observer(*trace_->register_observer());
  for (unsigned port = 0; port < scenario_.ports; ++port) {
    host_.driver(port).set_observer(&metrics_);
    sources_.push_back(std::make_unique<TrafficSource>(
        fmt::format("source_{}", port).c_str(), make_source(scenario_, port), scenario_.start, [this] {
          if (--sources_running_ == 0 && sc_core::sc_is_running()) sc_core::sc_pause();
        }));
    sources_[port]->set_byte_time(scenario_.byte_time);
    if (trace_ != nullptr) {
      sources_[port]->set_tap(
          [this, port](Time start, const Frame& frame) { trace_->wire_in(port, start, frame.bytes()); });
    }
    sources_[port]->wire.bind(controller_.wire_in[port]);
    sinks_.push_back(std::make_unique<WireSink>(fmt::format("sink_{}", port).c_str(), scenario_.byte_time));
    controller_.wire_out[port].bind(sinks_[port]->wire);
    if (!scenario_.heed_pause) continue;
    sinks_[port]->on_control([this, port](Time end, const FrameRef& frame) {
      sources_[port]->control(end, frame, scenario_.pause_reaction);
    });
  }
}

std::unique_ptr<Classifier> Simulation::make_classifier(unsigned port) {
  auto classifier = ixsim::make_classifier(scenario_, static_cast<int>(options_.latency));
  if (module_ == nullptr) return classifier;
  LockstepOptions lockstep;
  lockstep.seed = scenario_.seed + port;
  lockstep.every_cycle = options_.every_cycle;
  lockstep.latency = options_.latency;
  if (port == 0) {
    lockstep.waveform = options_.waveform;
    lockstep.waveform_from = options_.waveform_from;
  }
  auto checker = std::make_unique<LockstepClassifier>(
      std::move(classifier), module_->make(scenario_.seed + port, plusargs_of(RtlBlock::kClassifier)),
      lockstep);
  lockstep_.push_back(checker.get());
  return checker;
}

std::unique_ptr<TxScheduler> Simulation::make_port_scheduler(unsigned port) {
  auto strategy = make_scheduler(scenario_);
  const auto traced = [&](std::unique_ptr<TxScheduler> scheduler) {
    return trace_ != nullptr ? trace_->traced(std::move(scheduler), port) : std::move(scheduler);
  };
  if (scheduler_module_ == nullptr) return traced(std::move(strategy));
  SchedulerLockstepOptions lockstep;
  lockstep.shape = scheduler_shape(scenario_);
  lockstep.seed = scenario_.seed + port;
  lockstep.every_cycle = options_.every_cycle;
  if (port == 0) {
    lockstep.waveform = options_.scheduler_waveform;
    lockstep.waveform_from = options_.waveform_from;
  }
  auto checker = std::make_unique<LockstepScheduler>(
      std::move(strategy), scheduler_module_->make(scenario_.seed + port, plusargs_of(RtlBlock::kScheduler)),
      lockstep);
  scheduler_lockstep_.push_back(checker.get());
  return traced(std::move(checker));
}

const std::vector<std::string>& Simulation::plusargs_of(RtlBlock block) const {
  static const std::vector<std::string> kNone;
  return block == options_.block ? options_.plusargs : kNone;
}

std::uint64_t Simulation::moved_frames() const {
  const ControllerCore& core = controller_.core();
  std::uint64_t sum = 0;
  for (unsigned port = 0; port < scenario_.ports; ++port) {
    sum += sources_[port]->frames() + host_.driver(port).consumed_frames() + sinks_[port]->frames();
    for (unsigned bucket = 0; bucket < kRxBuckets; ++bucket) {
      sum += core.port(port).bucket(static_cast<RxBucket>(bucket));
    }
  }
  return sum;
}

std::uint64_t Simulation::movement() const {
  const ControllerCore& core = controller_.core();
  return moved_frames() + core.endpoint().upstream().tlps() + core.endpoint().root().link().tlps();
}

void Simulation::slice(Time time) {
  sc_core::sc_start(sc_core::sc_time::from_value(static_cast<sc_dt::uint64>(time)));
  controller_.settle();
}

// Longer than a vector may be moderated, in the coarsest unit of all profiles, or a read may be under way.
Time Simulation::quiet() const {
  const Time longest_wait = static_cast<Time>(scenario_.rx.moderation) * kMicrosecond +
                            scenario_.host.read_latency + 2 * scenario_.pcie.flight;
  return std::max(kQuiet, 2 * longest_wait);
}

// After so long without a frame the link partner is held back for good: a PAUSE that is not repeated has
// ended.
Time Simulation::standstill() const {
  constexpr Time kSlotBytes = 64;
  return quiet() + 2 * scenario_.rx.pause_time * kSlotBytes * scenario_.byte_time;
}

// The host's longest silence between two frames: a full round of service, or a pause between bursts.
Time Simulation::longest_host_pause() const {
  const RxDriverConfig& rx = scenario_.rx;
  constexpr std::int64_t kManyMeans = 64;  // of an exponential time: never exceeded
  return std::max(rx.budget, 1u) * rx.service_time + rx.interrupt_latency +
         (scenario_.tx.burst != 0 ? kManyMeans * scenario_.tx.idle : 0);
}

// Runs until no source has a frame left, or until a PAUSE holds back every source that has and no frame
// moves.
void Simulation::send_input() {
  const Time step = options_.progress ? kSlice : standstill();
  const auto held_back = [](const auto& source) { return source->over() || source->held_back(); };
  std::uint64_t before = 0;
  Time still = 0;
  while (sources_running_ != 0) {
    slice(step);
    if (options_.progress) options_.progress(sources_[0]->frames());
    if (sources_running_ == 0 || !std::all_of(sources_.begin(), sources_.end(), held_back)) {
      still = 0;
      continue;
    }
    const std::uint64_t moved = moved_frames();
    still = moved == before ? still + step : 0;
    before = moved;
    if (still < standstill() + (host_.idle() ? 0 : longest_host_pause())) continue;
    held_back_for_ = still;
    for (auto& source : sources_) source->stop();
  }
}

void Simulation::simulate() {
  send_input();
  // The last frame is on the wire for a while yet; then the drain.
  Time drained = 0;
  std::uint64_t before = ~std::uint64_t{0};
  while (drained < kLongestDrain && (movement() != before || !host_.idle())) {
    before = movement();
    slice(quiet());
    drained += quiet();
  }
  drain_ended_early_ = movement() != before || !host_.idle();
  for (auto* checker : lockstep_) checker->finish();
  for (auto* checker : scheduler_lockstep_) checker->finish();
}

RunResult Simulation::run() {
  RunResult result;
  describe_setup(result);
  count_work("frames put on the wire", &sources_[0]->frame_counter(),
             sources_.size() > 1 ? &sources_[1]->frame_counter() : nullptr);
  try {
    simulate();
  } catch (const std::exception& error) {
    // SystemC wraps what a process throws; a divergence keeps its own record.
    failure_ = error.what();
  }
  for (const auto& source : sources_) {
    if (source->beyond_latest()) {
      throw InputError(
          fmt::format("traffic: found a frame after {} hours of simulated time, accepted are frames before; "
                      "traffic.frames, "
                      "traffic.interval_ps and traffic.scale make a run shorter",
                      kLatestFrame / kSecond / 3'600));
    }
  }
  for (auto* checker : lockstep_) {
    if (!checker->divergence() || result.divergence) continue;
    const LockstepDivergence& d = *checker->divergence();
    result.divergence = RunDivergence{RtlBlock::kClassifier, d.what, d.report(), d.waveform_from()};
    failure_ = "RTL and reference classifier diverge: " + d.what;
  }
  for (auto* checker : scheduler_lockstep_) {
    if (!checker->divergence() || result.divergence) continue;
    const SchedulerLockstepDivergence& d = *checker->divergence();
    result.divergence = RunDivergence{RtlBlock::kScheduler, d.what, d.report(), d.waveform_from()};
    failure_ = "RTL and reference scheduler diverge: " + d.what;
  }
  if (!failure_.empty()) {
    result.failures.push_back(failure_);
  } else {
    check_conservation(result);
  }
  if (trace_ != nullptr) trace_->commit();
  if (memory_record_ != nullptr) memory_record_->commit();
  describe_input(result);
  // A run that ended with an error sent what it could.
  if (failure_.empty()) describe_rest(result);
  measure(result);
  return result;
}

void Simulation::describe_setup(RunResult& result) const {
  const RxDriverConfig& rx = scenario_.rx;
  result.setup.push_back(fmt::format(
      "device    Intel {}, {} port{} at {} Gb/s; PCIe Gen{} x{}, payload {} B, DLLPs {}",
      scenario_.profile.name, scenario_.ports, scenario_.ports == 1 ? "" : "s", 8'000 / scenario_.byte_time,
      scenario_.pcie.generation, scenario_.pcie.lanes, scenario_.pcie.max_payload,
      scenario_.pcie.dllp == DllpPolicy::kNone          ? "none"
      : scenario_.pcie.dllp == DllpPolicy::kFivePercent ? "5 %"
                                                        : "at the specification's limits"));
  std::string vlans;
  for (const auto vlan : rx.vlans) vlans += fmt::format("{}{}", vlans.empty() ? ", VLANs " : " ", vlan);
  result.setup.push_back(fmt::format("receive   {} queue{} in {} pool{}{}, {} exact filters{}, rings of {}",
                                     rx.queues, rx.queues == 1 ? "" : "s", rx.pools, rx.pools == 1 ? "" : "s",
                                     rx.rss ? " with RSS" : "", rx.stations.size(), vlans, rx.ring));
  for (unsigned pool = 0; pool < rx.pools && !scenario_.pcap.empty(); ++pool) {
    std::string line = fmt::format("  pool {}", pool);
    for (const auto& station : rx.stations) {
      if (station.pool == pool) line += " " + text(station.address);
    }
    result.setup.push_back(line);
  }
  if (rx.dcb.enabled) {
    result.setup.push_back(fmt::format("classes   8 by VLAN priority, {}, PAUSE by {}",
                                       rx.dcb.credits ? "sharing by credits" : "taking turns",
                                       rx.dcb.priority_pause ? "priority" : "link"));
  }
  const TxDriverConfig& tx = scenario_.tx;
  if (tx.queues != 0) {
    const SchedulerStrategy& scheduler = scheduler_of(scenario_);
    result.setup.push_back(fmt::format("transmit  {} queue{} of {} packets, {}", tx.queues,
                                       tx.queues == 1 ? "" : "s", tx.packets, scheduler.title));
    const bool segments = tx.segment != 0 && scenario_.segment_grants;
    const std::uint32_t longest =
        segments ? tx.segment + kSegmentHeader : *std::max_element(tx.sizes.begin(), tx.sizes.end());
    const std::string remark = scheduler.remark ? scheduler.remark(scenario_, longest) : "";
    if (!remark.empty()) result.notes.push_back(remark);
  }
  if (rx.mode == RxDriverConfig::Mode::kPoll) {
    result.setup.push_back(fmt::format("host      polls, {} ns a frame", rx.service_time / kNanosecond));
  } else {
    const std::uint32_t interval = RxDriver::eitr_interval(rx, scenario_.profile);
    const Time spacing = interval * scenario_.profile.moderation_unit;
    result.setup.push_back(fmt::format("host      {} MSI-X vectors, EITR {} ({:.3f} us), {} ns a frame",
                                       std::min<std::size_t>(rx.vectors, rx.queues), interval,
                                       static_cast<double>(spacing) / static_cast<double>(kMicrosecond),
                                       rx.service_time / kNanosecond));
  }
}

void Simulation::describe_input(RunResult& result) {
  const auto* replay = dynamic_cast<const ReplaySource*>(&sources_[0]->source());
  if (replay == nullptr) return;
  const ReplayCounts& counts = replay->counts();
  if (counts.oversize != 0) {
    result.notes.push_back(
        fmt::format("{} frames are longer than the device accepts ({} B) and are dropped as oversize: the "
                    "capture holds offloaded "
                    "segments or jumbo frames (rx.max_frame)",
                    counts.oversize, scenario_.rx.max_frame));
  }
  if (counts.padded != 0) result.notes.push_back(fmt::format("{} frames padded to 60 B", counts.padded));
  if (counts.extended != 0) {
    result.notes.push_back(fmt::format("{} frames cut by the capture extended with zeros", counts.extended));
  }
  if (counts.backwards != 0) {
    result.notes.push_back(
        fmt::format("{} frames captured out of order sent at the time before", counts.backwards));
  }
}

constexpr std::pair<const char*, const char*> kWaitsFor[] = {
    {"mac", "for the classifier"},
    {"loopback", "in the switch between pools"},
    {"packet_buffer", "for a descriptor of their queue"},
    {"descriptor_write_back", "for the write-back of their descriptor"},
    {"link", "for the host to take them"},
};

// How many frames each buffer holds, and what they wait for.
std::string where_held(const std::vector<std::pair<std::uint64_t, const char*>>& held) {
  std::string text;
  for (const auto& [where, reason] : kWaitsFor) {
    const std::string place = where;
    const auto count = std::count_if(held.begin(), held.end(),
                                     [&place](const auto& frame) { return frame.second == place; });
    if (count != 0) text += fmt::format("{}{} in {} ({})", text.empty() ? "" : ", ", count, where, reason);
  }
  return text;
}

std::uint64_t Simulation::unsent(unsigned port) const {
  const std::uint64_t all = source_of(scenario_).frames(scenario_);
  return all - std::min(all, sources_[port]->frames());
}

// What was not sent and what stays in the device, with the reason of each.
void Simulation::describe_rest(RunResult& result) {
  for (unsigned port = 0; port < scenario_.ports; ++port) {
    const std::string label = scenario_.ports == 1 ? "" : fmt::format("port {}: ", port);
    if (const std::uint64_t left = unsent(port); left != 0) {
      const std::string why =
          held_back_for_ != 0
              ? fmt::format(
                    "PAUSE held back the link partner, and no frame moved for {:.1f} ms of simulated time",
                    static_cast<double>(held_back_for_) / static_cast<double>(kMillisecond))
              : "the generator starts none after 26 days of simulated time";
      result.incomplete.push_back(fmt::format("{}{} of {} frames were never sent: {}", label, left,
                                              left + sources_[port]->frames(), why));
    }
    if (port < in_flight_.size() && in_flight_[port] != 0) {
      result.notes.push_back(
          fmt::format("{}{} frames stay in the device: {}", label, in_flight_[port], in_flight_where_[port]));
    }
    const std::uint64_t delivered = metrics_.frames(port, RxBucket::kDelivered);
    const std::uint64_t consumed = host_.driver(port).consumed_frames();
    if (drain_ended_early_ && consumed < delivered) {
      result.incomplete.push_back(
          fmt::format("{}{} of {} delivered frames were not taken by the driver within {} s after the input",
                      label, delivered - consumed, delivered, kLongestDrain / kSecond));
    }
  }
}

void Simulation::check_conservation(RunResult& result) {
  ControllerCore& core = controller_.core();
  for (unsigned port = 0; port < scenario_.ports; ++port) {
    std::uint64_t buckets = 0;
    for (unsigned bucket = 0; bucket < kRxBuckets; ++bucket) {
      const auto count = metrics_.frames(port, static_cast<RxBucket>(bucket));
      buckets += count;
      if (count != core.port(port).bucket(static_cast<RxBucket>(bucket))) {
        result.failures.push_back(fmt::format("port {}: bucket {} counted {} and observed {}", port,
                                              name(static_cast<RxBucket>(bucket)),
                                              core.port(port).bucket(static_cast<RxBucket>(bucket)), count));
      }
    }
    const auto held = core.port(port).held_frames();
    in_flight_.push_back(held.size());
    in_flight_where_.push_back(where_held(held));
    const std::uint64_t sent = sources_[port]->frames() - sources_[port]->refused();
    const std::uint64_t copies = core.port(port).replicas() + core.port(port).looped_frames();
    if (buckets + held.size() != sent + copies) {
      result.failures.push_back(fmt::format(
          "port {}: conservation broken: {} frames on the wire, {} copies, {} in buckets, {} in buffers",
          port, sent, copies, buckets, held.size()));
    }
    const std::uint64_t delivered = metrics_.frames(port, RxBucket::kDelivered);
    const std::uint64_t failed = metrics_.frames(port, RxBucket::kDmaError);
    const std::uint64_t consumed = host_.driver(port).consumed_frames();
    if (consumed > delivered + failed || (failed == 0 && consumed != delivered && !drain_ended_early_)) {
      result.failures.push_back(fmt::format("port {}: the driver took {} frames, the device delivered {}",
                                            port, consumed, delivered));
    }
    if (sources_[port]->refused() != 0) {
      result.failures.push_back(fmt::format("port {}: {} frames refused as overlapping on the wire", port,
                                            sources_[port]->refused()));
    }
  }
  for (unsigned port = 0; port < scenario_.ports; ++port) check_transmit(result, port);
  if (controller_.late_outputs() != 0) {
    result.failures.push_back(fmt::format("{} outputs left the controller late", controller_.late_outputs()));
  }
  if (host_.late_writes() != 0) {
    result.failures.push_back(
        fmt::format("{} writes were stamped in the past or future", host_.late_writes()));
  }
}

void Simulation::check_transmit(RunResult& result, unsigned port) const {
  const TxDriver* const driver = host_.tx_driver(port);
  if (driver == nullptr) return;
  const NicPort& nic = controller_.core().port(port);
  const auto& seen = metrics_.transmit().port(port);
  std::uint64_t buckets = 0;
  for (unsigned bucket = 0; bucket < kTxBuckets; ++bucket) {
    buckets += seen.buckets[bucket];
    if (seen.buckets[bucket] != nic.tx_bucket(static_cast<TxBucket>(bucket))) {
      result.failures.push_back(fmt::format(
          "port {}: transmit bucket {} counted {} and observed {}", port, name(static_cast<TxBucket>(bucket)),
          nic.tx_bucket(static_cast<TxBucket>(bucket)), seen.buckets[bucket]));
    }
  }
  if (driver->posted() != buckets + nic.transmit().in_flight()) {
    result.failures.push_back(
        fmt::format("port {}: conservation broken: {} packets posted, {} in buckets, {} in flight", port,
                    driver->posted(), buckets, nic.transmit().in_flight()));
  }
  const WireSink& sink = *sinks_[port];
  if (sink.frames() != seen.frames || sink.bad_fcs() != 0 || sink.too_close() != 0) {
    result.failures.push_back(fmt::format(
        "port {}: {} frames sent, {} seen at the far end, of these {} with a bad FCS and {} too close", port,
        seen.frames, sink.frames(), sink.bad_fcs(), sink.too_close()));
  }
}

// Units and the wording of descriptions in one place.
struct Sheet {
  std::vector<Metric>& metrics;
  void count(const std::string& name, std::uint64_t value, const char* unit, const std::string& description) {
    metrics.push_back({name, static_cast<std::int64_t>(value), unit, description});
  }
  void ratio(const std::string& name, double numerator, double denominator, const char* unit,
             const std::string& description) {
    metrics.push_back({name, denominator == 0 ? 0.0 : numerator / denominator, unit, description});
  }
  void text(const std::string& name, const std::string& value, const std::string& description) {
    metrics.push_back({name, value, "", description});
  }
  void times(const std::string& name, const Histogram& h, const std::string& description) {
    count(name + ".count", h.count(), "frames", description + ": frames measured");
    count(name + ".min", static_cast<std::uint64_t>(h.min()), "ps", description + ": least");
    ratio(name + ".mean", static_cast<double>(h.sum()), static_cast<double>(h.count()), "ps",
          description + ": mean");
    count(name + ".p50", static_cast<std::uint64_t>(h.quantile(50, 100)), "ps", description + ": median");
    count(name + ".p99", static_cast<std::uint64_t>(h.quantile(99, 100)), "ps",
          description + ": 99th percentile");
    count(name + ".max", static_cast<std::uint64_t>(h.max()), "ps", description + ": greatest");
  }
};

constexpr const char* kBucketText[kRxBuckets] = {
    "receive disabled or in reset",
    "line error inside the frame",
    "bad FCS",
    "shorter than 64 B",
    "longer than the device accepts",
    "length field and frame length differ",
    "MAC control frame, consumed",
    "no address filter matched",
    "VLAN filter",
    "no room in the packet buffer",
    "queue disabled",
    "no descriptor, drop enabled",
    "DMA met no memory",
    "delivered to host memory",
    "still in a buffer at the end",
};

void Simulation::measure_port(RunResult& result, unsigned port) {
  Sheet sheet{result.metrics};
  const std::string prefix = scenario_.ports == 1 ? "rx." : fmt::format("port{}.rx.", port);
  const TrafficSource& source = *sources_[port];
  sheet.count(prefix + "frames", source.frames(), "frames", "frames put on the wire, counted at the source");
  sheet.count(prefix + "unsent", unsent(port), "frames",
              "frames of the input that were never put on the wire");
  sheet.count(prefix + "bytes", source.bytes(), "bytes",
              "frames put on the wire, destination address to FCS");
  const double wire_time = static_cast<double>(source.last_end() - source.first_end());
  sheet.ratio(prefix + "wire.frame_rate", (static_cast<double>(source.frames()) - 1) * 1e12, wire_time,
              "frames/s",
              "frames on the wire after the first, over the time between first and last frame end");
  sheet.ratio(prefix + "wire.throughput",
              static_cast<double>((source.bytes() - source.first_bytes()) * 8) * 1e12, wire_time, "bit/s",
              "the same in bits, destination address to FCS");
  const auto& span = metrics_.span(port);
  const double delivered_time = span.first == kNever ? 0 : static_cast<double>(span.last - span.first);
  sheet.ratio(prefix + "throughput", static_cast<double>(span.bytes_after_first * 8) * 1e12, delivered_time,
              "bit/s", "delivered bits, destination address to FCS, between first and last frame end");
  sheet.ratio(prefix + "frame_rate", static_cast<double>(span.frames_after_first) * 1e12, delivered_time,
              "frames/s", "delivered frames between first and last frame end");
  for (unsigned bucket = 0; bucket < kRxBuckets; ++bucket) {
    const auto kind = static_cast<RxBucket>(bucket);
    if (kind == RxBucket::kInFlight) {
      sheet.count(prefix + "in_flight", port < in_flight_.size() ? in_flight_[port] : 0, "frames",
                  kBucketText[bucket]);
    } else if (kind == RxBucket::kDelivered) {
      sheet.count(prefix + "delivered", metrics_.frames(port, kind), "frames", kBucketText[bucket]);
    } else {
      sheet.count(prefix + "drop." + name(kind), metrics_.frames(port, kind), "frames", kBucketText[bucket]);
    }
  }
  if (scenario_.profile.pool_bitmaps) {
    sheet.count(prefix + "replicas", controller_.core().port(port).replicas(), "frames",
                "copies for further pools; frames and copies together are in the buckets");
  }
  unsigned used = 0;
  const unsigned queues = scenario_.profile.rx_queues;
  for (unsigned queue = 0; queue < queues; ++queue) used += metrics_.queue_frames(port, queue) != 0 ? 1 : 0;
  sheet.count(prefix + "queues_used", used, "queues", "queues that received at least one frame");
  for (unsigned queue = 0; queue < queues; ++queue) {
    sheet.count(fmt::format("{}queue.{}.frames", prefix, queue), metrics_.queue_frames(port, queue), "frames",
                "frames delivered to this queue");
  }
  std::uint64_t stalls = 0;
  std::uint64_t missed = 0;
  for (unsigned i = 0; i < 8; ++i) {
    stalls += controller_.core().port(port).registers().get(Reg::RNBC, i);
    missed += controller_.core().port(port).registers().get(Reg::MPC, i);
  }
  if (scenario_.rx.flow_control) {
    const RegisterFile& registers = controller_.core().port(port).registers();
    sheet.count(prefix + "pause.xoff", registers.get(Reg::LXOFFTXC), "frames",
                "LXOFFTXC: PAUSE frames sent to stop the partner");
    sheet.count(prefix + "pause.xon", registers.get(Reg::LXONTXC), "frames",
                "LXONTXC: PAUSE frames sent to let it go on");
    sheet.count(prefix + "pause.seen", sinks_[port]->control_frames(), "frames",
                "MAC control frames at the far end of the wire");
    sheet.count(prefix + "pause.heeded", source.pauses(), "frames", "PAUSE frames that the partner heeded");
  }
  if (scenario_.rx.dcb.enabled) measure_classes(result, prefix, port);
  sheet.count(prefix + "no_buffer", stalls, "frames",
              "RNBC: frames that found no descriptor (not drops by themselves)");
  sheet.count(prefix + "missed", missed, "frames", "MPC: frames that found the packet buffer full");
  const std::string irq = scenario_.ports == 1 ? "irq." : fmt::format("port{}.irq.", port);
  std::uint64_t messages = 0;
  const unsigned vectors = controller_.core().port(port).msix().vectors();
  for (unsigned v = 0; v < vectors; ++v) messages += controller_.core().port(port).msix().messages(v);
  sheet.count(irq + "messages", messages, "messages", "MSI-X messages of all vectors");
  for (unsigned v = 0; v < vectors; ++v) {
    sheet.count(fmt::format("{}{}.messages", irq, v), controller_.core().port(port).msix().messages(v),
                "messages", "MSI-X messages of this vector");
  }
}

void Simulation::measure_classes(RunResult& result, const std::string& prefix, unsigned port) {
  Sheet sheet{result.metrics};
  const RegisterFile& registers = controller_.core().port(port).registers();
  const unsigned queues = DcbConfig::rx_queues_of_class(scenario_.profile.rx_queues);
  for (unsigned i = 0; i < DcbConfig::kClasses; ++i) {
    const std::string name = fmt::format("{}class.{}.", prefix, i);
    std::uint64_t frames = 0;
    for (unsigned k = 0; k < queues; ++k) frames += metrics_.queue_frames(port, queues * i + k);
    sheet.count(name + "frames", frames, "frames", "frames delivered to the queues of this class");
    sheet.count(name + "missed", registers.get(Reg::MPC, i), "frames",
                "MPC: frames that found the partition of this class full");
    sheet.count(name + "xoff", registers.get(Reg::PXOFFTXC, i), "frames",
                "PXOFFTXC: PAUSE frames sent to stop this priority");
  }
}

void Simulation::measure_transmit(RunResult& result, unsigned port) {
  if (host_.tx_driver(port) == nullptr) return;
  Sheet sheet{result.metrics};
  const std::string prefix = scenario_.ports == 1 ? "tx." : fmt::format("port{}.tx.", port);
  const std::uint64_t wanted = scenario_.tx.packets * scenario_.tx.queues;
  const std::uint64_t posted = host_.tx_driver(port)->posted();
  if (posted != wanted) {
    result.incomplete.push_back(fmt::format(
        "{}{} of {} packets were never posted: their queues wait for the completion of others{}",
        scenario_.ports == 1 ? "" : fmt::format("port {}: ", port), wanted - posted, wanted,
        scenario_.tx.write_back > 1
            ? "; fewer than tx.write_back descriptors are reported by a vector's timer only (host.mode "
              "\"interrupt\", rx.moderation above 0)"
            : ""));
  }
  const auto& seen = metrics_.transmit().port(port);
  sheet.count(prefix + "packets", posted, "packets", "packets posted, counted by the driver");
  sheet.count(prefix + "completed", host_.tx_driver(port)->completed(), "packets",
              "packets that the driver saw completed");
  sheet.count(prefix + "frames", sinks_[port]->frames(), "frames", "frames seen at the far end of the wire");
  sheet.count(prefix + "bytes", sinks_[port]->bytes(), "bytes", "the same, destination address to FCS");
  const double time = static_cast<double>(seen.last_start - seen.first_start);
  sheet.ratio(prefix + "frame_rate", (static_cast<double>(seen.frames) - 1) * 1e12, time, "frames/s",
              "frames after the first, over the time between first and last frame start");
  sheet.ratio(prefix + "throughput", static_cast<double>((seen.bytes - seen.last_bytes) * 8) * 1e12, time,
              "bit/s", "bits sent, destination address to FCS, between first and last frame start");
  for (unsigned bucket = 0; bucket < kTxBuckets - 1; ++bucket) {
    sheet.count(prefix + name(static_cast<TxBucket>(bucket)), seen.buckets[bucket], "packets",
                "packets in this bucket");
  }
  sheet.count(prefix + "in_flight", controller_.core().port(port).transmit().in_flight(), "packets",
              "packets granted and still on their way at the end");
  sheet.count(prefix + "ring_errors", controller_.core().port(port).transmit().dma().ring_errors(), "writes",
              "tail writes beyond their ring, and rings enabled without a descriptor");
  for (unsigned queue = 0; queue < scenario_.tx.queues; ++queue) {
    sheet.count(fmt::format("{}queue.{}.frames", prefix, queue), seen.queue_frames[queue], "frames",
                "frames sent from this queue");
    sheet.count(fmt::format("{}queue.{}.bytes", prefix, queue), seen.queue_bytes[queue], "bytes",
                "bytes sent from this queue, destination address to FCS");
  }
  if (scenario_.rx.dcb.enabled) {
    const TxLayout& layout = controller_.core().port(port).tx_layout();
    for (unsigned i = 0; i < DcbConfig::kClasses; ++i) {
      std::uint64_t bytes = 0;
      for (unsigned queue = 0; queue < scenario_.tx.queues; ++queue)
        if (layout.class_of[queue] == i) bytes += (seen.shared ? seen.shared_bytes : seen.queue_bytes)[queue];
      sheet.count(fmt::format("{}class.{}.bytes", prefix, i), bytes, "bytes",
                  "bytes sent by this class until the first queue had no packet left");
    }
  }
  // Afterwards every queue has sent all it had, however unfairly.
  const auto jain = [&](const std::string& name, const auto& shares, const char* description) {
    double sum = 0;
    double squares = 0;
    for (unsigned queue = 0; queue < scenario_.tx.queues; ++queue) {
      const auto share = static_cast<double>(shares[queue]);
      sum += share;
      squares += share * share;
    }
    sheet.ratio(prefix + name, sum * sum, static_cast<double>(scenario_.tx.queues) * squares, "1",
                description);
  };
  jain("jain_index", seen.shared ? seen.shared_frames : seen.queue_frames,
       "Jain's fairness index of frames over the queues, until the first queue had no packet left");
  jain("jain_index_bytes", seen.shared ? seen.shared_bytes : seen.queue_bytes, "the same of bytes");
}

void Simulation::measure_latency(RunResult& result) {
  Sheet sheet{result.metrics};
  sheet.times("rx.latency.device", metrics_.device_latency(),
              "last FCS bit in, to the descriptor with DD in host memory");
  sheet.times("rx.latency.host", metrics_.host_latency(),
              "last FCS bit in, to the driver consuming the frame");
  if (scenario_.tx.queues != 0) {
    sheet.times("tx.latency.device", metrics_.transmit().latency(),
                "tail write at the device, to the last bit out");
  }
  for (unsigned stage = 1; stage < kRxStages; ++stage) {
    sheet.times(fmt::format("rx.stage.{}", name(static_cast<RxStage>(stage))), metrics_.stage_time(stage),
                fmt::format("from {} to {}", name(static_cast<RxStage>(stage - 1)),
                            name(static_cast<RxStage>(stage))));
  }
}

// A count that the checkers of all ports add up to.
template <typename Statistics>
struct CheckRow {
  const char* name;
  std::int64_t Statistics::*field;
  const char* unit;
  const char* description;
};

template <typename Checkers, typename Statistics>
std::uint64_t sum(const Checkers& checkers, std::int64_t Statistics::*field) {
  std::int64_t total = 0;
  for (const auto* checker : checkers) total += checker->statistics().*field;
  return static_cast<std::uint64_t>(total);
}

template <typename Checkers, typename Statistics>
void add_check(RunResult& result, const std::string& prefix, const Checkers& checkers,
               std::initializer_list<CheckRow<Statistics>> rows, const char* hashed) {
  Sheet sheet{result.metrics};
  for (const auto& row : rows)
    sheet.count(prefix + row.name, sum(checkers, row.field), row.unit, row.description);
  std::string hash;
  std::uint64_t divergences = 0;
  for (const auto* checker : checkers) {
    hash += checker->decision_hash();
    divergences += checker->divergence() ? 1 : 0;
  }
  sheet.count(prefix + "divergences", divergences, "divergences", "the run ends at the first");
  sheet.text(prefix + "hash", hash, hashed);
}

void Simulation::measure_check(RunResult& result) {
  if (lockstep_.empty()) return;
  using S = LockstepStatistics;
  add_check<decltype(lockstep_), S>(
      result, "check.", lockstep_,
      {{"frames", &S::frames, "frames", "frames presented to RTL and reference"},
       {"decisions", &S::decisions, "decisions", "decisions compared"},
       {"fields", &S::fields, "fields", "decision fields compared"},
       {"clocks", &S::clocks, "clocks", "clocks of the RTL simulated"},
       {"clocks_left_out", &S::clocks_left_out, "clocks", "idle clocks left out"},
       {"table_writes", &S::writes, "writes", "register writes that reached the classifier"}},
      "hash over cycle and fields of every decision of the RTL");
  if (!result.failures.empty()) return;
  std::uint64_t presented = 0;
  for (unsigned port = 0; port < scenario_.ports; ++port)
    presented += controller_.core().port(port).receive().presented();
  const std::uint64_t frames = sum(lockstep_, &S::frames), decisions = sum(lockstep_, &S::decisions);
  if (decisions == 0) result.failures.push_back("the check compared no decision");
  if (frames != presented || decisions != frames) {
    result.failures.push_back(fmt::format("the check saw {} of {} frames presented and compared {} decisions",
                                          frames, presented, decisions));
  }
}

void Simulation::measure_scheduler_check(RunResult& result) {
  if (scheduler_lockstep_.empty()) return;
  using S = SchedulerLockstepStatistics;
  add_check<decltype(scheduler_lockstep_), S>(
      result, "check.scheduler.", scheduler_lockstep_,
      {{"grants", &S::grants, "grants", "grants of RTL and reference compared"},
       {"offers", &S::offers, "offers", "clocks compared with an offer"},
       {"requests", &S::request_changes, "changes", "request vectors presented to RTL and reference"},
       {"clocks", &S::clocks, "clocks", "clocks of the RTL simulated"},
       {"clocks_left_out", &S::clocks_left_out, "clocks", "clocks left out, at which nothing changed"}},
      "hash over cycle and queue of every grant of the RTL");
  if (!result.failures.empty()) return;
  std::uint64_t made = 0;
  for (unsigned port = 0; port < scenario_.ports; ++port) {
    for (const std::uint64_t grants : metrics_.transmit().port(port).grants) made += grants;
  }
  const std::uint64_t grants = sum(scheduler_lockstep_, &S::grants);
  if (grants == 0) result.failures.push_back("the check compared no grant");
  if (grants != made)
    result.failures.push_back(fmt::format("the check compared {} grants of {} made", grants, made));
}

void Simulation::measure(RunResult& result) {
  Sheet sheet{result.metrics};
  result.simulated = static_cast<Time>(sc_core::sc_time_stamp().value());
  sheet.count("simulated_time", static_cast<std::uint64_t>(result.simulated), "ps",
              "simulated time, drain included");
  for (unsigned port = 0; port < scenario_.ports; ++port) {
    measure_port(result, port);
    measure_transmit(result, port);
  }
  measure_latency(result);
  const PcieEndpoint& endpoint = controller_.core().endpoint();
  const auto link = [&](const char* direction, const LinkDirection& d, const char* sense) {
    sheet.count(fmt::format("pcie.{}.bytes", direction), d.bytes(), "bytes",
                fmt::format("bytes {}, DLLPs included", sense));
    sheet.count(fmt::format("pcie.{}.dllp_bytes", direction), d.dllp_bytes(), "bytes",
                fmt::format("DLLP bytes {}", sense));
    sheet.count(fmt::format("pcie.{}.tlps", direction), d.tlps(), "TLPs", fmt::format("TLPs {}", sense));
  };
  link("up", endpoint.upstream(), "from device to host");
  link("down", endpoint.root().link(), "from host to device");
  sheet.count("pcie.target_stall", endpoint.root().target_stalls(), "requests",
              "requests that the host held back");
  sheet.count("pcie.target_stall_time", static_cast<std::uint64_t>(endpoint.root().target_stall_time()), "ps",
              "time for which it held them");
  sheet.count("pcie.write_errors", endpoint.write_errors(), "writes", "DMA writes that met no memory");
  sheet.count("pcie.read_errors", endpoint.read_errors(), "reads", "DMA reads that met no memory");
  std::uint64_t consumed = 0;
  std::uint64_t checksum_errors = 0;
  std::uint64_t interrupts = 0;
  std::uint64_t unimplemented = 0;
  for (unsigned port = 0; port < scenario_.ports; ++port) {
    consumed += host_.driver(port).consumed_frames();
    checksum_errors += host_.driver(port).checksum_errors();
    interrupts += host_.driver(port).interrupts();
    unimplemented += controller_.core().port(port).registers().unimplemented_accesses();
  }
  sheet.count("host.frames", consumed, "frames", "frames taken by the drivers, counted there");
  sheet.count("host.checksum_errors", checksum_errors, "frames",
              "frames whose descriptor reports a bad checksum");
  sheet.count("host.interrupts", interrupts, "messages", "interrupt messages that reached the drivers");
  sheet.count("registers.unimplemented", unimplemented, "accesses", "accesses to offsets without a register");
  sheet.count("simulation.activations", controller_.activations(), "activations",
              "wake-ups of the controller module by its own event");
  measure_check(result);
  measure_scheduler_check(result);
  if (options_.hash_events || !options_.dump_events.empty()) {
    events_.finish();
    sheet.text("events.hash", events_.hash(), "hash over the record of visible events");
    for (unsigned kind = 0; kind < kEventKinds; ++kind) {
      sheet.count(fmt::format("events.{}", name(static_cast<EventKind>(kind))),
                  events_.count(static_cast<EventKind>(kind)), "events", "events of this kind");
    }
    if (!options_.dump_events.empty()) events_.write(options_.dump_events);
  }
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

RunResult run(const RunOptions& options) {
  RunOptions prepared = options;
  Scenario& scenario = prepared.scenario;
  settle_profile(scenario);
  if (prepared.check_rtl && scenario.profile.name != "82598") {
    throw InputError("--check rtl: found profile " + scenario.profile.name +
                     ", accepted is 82598, whose classifier and schedulers the RTL has");
  }
  if (prepared.check_rtl && scenario.tx.queues != 0 && !scheduler_of(scenario).rtl) {
    throw InputError("--check rtl: found tx.scheduler " + scenario.scheduler +
                     ", accepted are those that `ixsim strategies` lists with RTL");
  }
  source_of(scenario).set_up(scenario);
  std::vector<std::unique_ptr<WaveformFile>> waveforms;
  for (std::string* const path : {&prepared.waveform, &prepared.scheduler_waveform}) {
    if (path->empty()) continue;
    waveforms.push_back(std::make_unique<WaveformFile>(*path));
    *path = waveforms.back()->partial();
  }
  // The modules end their waveforms as they go.
  RunResult result = Simulation(prepared).run();
  for (const auto& waveform : waveforms) waveform->commit();
  return result;
}

}  // namespace ixsim
