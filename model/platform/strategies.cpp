// The tables of strategies. A new strategy is one entry here.
#include "platform/strategies.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "ixsim/error.h"
#include "nic/core/controller_core.h"
#include "nic/queues/deficit_round_robin_scheduler.h"
#include "nic/queues/round_robin_scheduler.h"
#include "nic/queues/weighted_round_robin_scheduler.h"
#include "platform/traffic_strategies.h"

namespace ixsim::platform {
namespace {

// Prefixes of the keys of strategies, by policy point.
const std::string kTransmit = "tx.";

std::vector<Key> parameter_keys(const std::string& prefix, const std::vector<Parameter>& parameters) {
  std::vector<Key> keys;
  for (const Parameter& parameter : parameters) keys.push_back(parameter_key(prefix, parameter));
  return keys;
}

ParameterValues values_of(const Scenario& scenario, const std::string& prefix,
                          const std::vector<Parameter>& parameters) {
  ParameterValues values;
  for (const Parameter& parameter : parameters) {
    const auto given = scenario.parameters.find(prefix + parameter.name);
    values[parameter.name] =
        given != scenario.parameters.end() ? given->second : std::vector<std::int64_t>{parameter.usual};
  }
  return values;
}

// Makes the entry of a scheduler. `Scheduler` states its parameters() and is constructed from a number of
// queues and their values.
template <typename Scheduler>
SchedulerStrategy scheduler(const char* name, const char* title, const char* meaning,
                            std::optional<SchedulerMode> rtl = std::nullopt,
                            std::function<std::string(const Scenario&, std::uint32_t)> remark = {}) {
  const auto make = [](const Scenario& scenario) -> std::unique_ptr<TxScheduler> {
    return std::make_unique<Scheduler>(std::max(1u, scenario.profile.tx_queues),
                                       values_of(scenario, kTransmit, Scheduler::parameters()));
  };
  return {{name, title, meaning, parameter_keys(kTransmit, Scheduler::parameters()), make},
          rtl,
          std::move(remark)};
}

std::string small_quantum(const Scenario& scenario, std::uint32_t longest) {
  const auto quanta = values_of(scenario, kTransmit, DeficitRoundRobinScheduler::parameters()).at("quantum");
  if (*std::min_element(quanta.begin(), quanta.end()) >= longest) return "";
  return fmt::format(
      "a quantum is below the longest grant ({} B): shares are not promised to be fair (tx.quantum)",
      longest);
}

template <typename Entry>
std::vector<std::string> names_of(const std::vector<Entry>& table) {
  std::vector<std::string> names;
  for (const Entry& entry : table) names.push_back(entry.name);
  return names;
}

template <typename Entry>
const Entry& find(const std::vector<Entry>& table, const std::string& name) {
  for (const Entry& entry : table) {
    if (entry.name == name) return entry;
  }
  throw std::out_of_range("no strategy " + name);  // the key accepts none but these
}

// Returns the key that selects a strategy, and those of all strategies of the table. `chosen` returns the
// name of the strategy that a scenario runs.
template <typename Entry>
void add_keys(std::vector<Key>& keys, const PolicyPoint& point, const std::vector<Entry>& table,
              std::string Scenario::*target, const std::function<std::string(const Scenario&)>& chosen,
              std::vector<std::string> from = {}, std::string note = "") {
  const std::vector<std::string> names = names_of(table);
  keys.push_back(Key{
      about_words(point.key, names, point.description),
      [names, target](Scenario& s, const toml::node& node) {
        const std::string name = toml_values::string(node);
        if (std::find(names.begin(), names.end(), name) == names.end()) throw toml_values::text_of(node);
        s.*target = name;
      },
      [chosen](const Scenario& s) {
        return quoted(chosen(s));
      }}.follows(std::move(from), std::move(note)));
  for (const Entry& entry : table) {
    for (Key key : entry.keys) {
      const std::string strategy = fmt::format("{} = \"{}\"", point.key, entry.name);
      key.about.strategies = {strategy};
      key.idle = [chosen, strategy, other = key.idle, name = entry.name](const Scenario& s) -> std::string {
        if (chosen(s) != name) return "only with " + strategy;
        return other ? other(s) : "";
      };
      keys.push_back(std::move(key));
    }
  }
}

const PolicyPoint kClassifiers{"rx.classifier",
                               "which queue gets a frame",
                               "Classifier: the strategy that selects the pool and the queue of a received "
                               "frame. `ixsim run --rtl` checks your "
                               "own against it.",
                               {}};
const PolicyPoint kSchedulers{"tx.scheduler",
                              "how transmit queues share the wire",
                              "Transmit scheduler: the strategy that shares the wire among transmit queues. "
                              "Change it to compare rules of "
                              "fairness; each has its own keys.",
                              {}};
const PolicyPoint kSources{
    "traffic.source",
    "where frames come from",
    "Source of received frames. \"capture\" replays traffic.pcap; \"generated\" draws frames "
    "from the seed.",
    {}};

// Returns the keys of a strategy with the descriptions of the table of all keys.
std::vector<ScenarioKey> described(const std::vector<Key>& keys) {
  std::vector<ScenarioKey> about;
  for (const Key& key : keys) {
    for (const ScenarioKey& known : scenario_keys())
      if (known.name == key.about.name) about.push_back(known);
  }
  return about;
}

template <typename Entry>
PolicyPoint with_strategies(PolicyPoint point, const std::vector<Entry>& table) {
  for (const Entry& entry : table)
    point.strategies.push_back({entry.name, entry.title, entry.meaning, described(entry.keys)});
  return point;
}

constexpr char kCapture[] = "capture";
constexpr char kGenerated[] = "generated";

}  // namespace

const std::vector<ClassifierStrategy>& classifiers() {
  static const std::vector<ClassifierStrategy> kTable = {
      {{"reference",
        "reference",
        "the model's own classifier of the device",
        {},
        [](const Scenario& scenario, int latency) {
          return reference_classifier(scenario.profile, latency);
        }}},
  };
  return kTable;
}

const std::vector<SchedulerStrategy>& tx_schedulers() {
  static const std::vector<SchedulerStrategy> kTable = {
      scheduler<RoundRobinScheduler>("rr", "round robin", "queues take turns by packets",
                                     SchedulerMode::kRoundRobin),
      scheduler<DeficitRoundRobinScheduler>("drr", "deficit round robin", "queues take turns by bytes",
                                            SchedulerMode::kDeficit, small_quantum),
      scheduler<WeightedRoundRobinScheduler>("wrr", "weighted round robin",
                                             "queues take turns by packets, each by its weight",
                                             SchedulerMode::kWeighted),
  };
  return kTable;
}

const std::vector<SourceStrategy>& traffic_sources() {
  static const std::vector<SourceStrategy> kTable = {
      {{kGenerated, "generated", "frames of flows, sizes and arrivals drawn from the seed", generator_keys(),
        make_generator},
       add_generated_addresses,
       [](const Scenario& scenario) { return scenario.traffic.frames; }},
      {{kCapture, "capture", "the frames of traffic.pcap, or of --pcap", capture_keys(), make_replay},
       set_up_for_capture,
       [](const Scenario& scenario) { return scenario.captured_frames; }},
  };
  return kTable;
}

const ClassifierStrategy& classifier_of(const Scenario& scenario) {
  return find(classifiers(), scenario.classifier);
}

const SchedulerStrategy& scheduler_of(const Scenario& scenario) {
  return find(tx_schedulers(), scenario.scheduler);
}

const SourceStrategy& source_of(const Scenario& scenario) {
  const bool capture = !scenario.pcap.empty();
  if (scenario.source.empty()) return find(traffic_sources(), capture ? kCapture : kGenerated);
  if (capture != (scenario.source == kCapture)) {
    throw InputError(
        fmt::format("traffic.source: found \"{}\" with{} a capture (traffic.pcap, --pcap), "
                    "accepted is \"{}\" with one, and another without",
                    scenario.source, capture ? "" : "out", kCapture));
  }
  return find(traffic_sources(), scenario.source);
}

std::vector<Key> strategy_keys() {
  std::vector<Key> keys;
  add_keys(keys, kClassifiers, classifiers(), &Scenario::classifier,
           [](const Scenario& s) { return s.classifier; });
  add_keys(keys, kSchedulers, tx_schedulers(), &Scenario::scheduler,
           [](const Scenario& s) { return s.scheduler; });
  // As source_of() resolves it, without its checks.
  const auto source = [](const Scenario& s) -> std::string {
    return !s.source.empty() ? s.source : s.pcap.empty() ? kGenerated : kCapture;
  };
  add_keys(keys, kSources, traffic_sources(), &Scenario::source, source, {"traffic.pcap"},
           "\"capture\" with traffic.pcap or --pcap");
  return keys;
}

const std::vector<PolicyPoint>& policy_points() {
  static const std::vector<PolicyPoint> kPoints = {with_strategies(kClassifiers, classifiers()),
                                                   with_strategies(kSchedulers, tx_schedulers()),
                                                   with_strategies(kSources, traffic_sources())};
  return kPoints;
}

}  // namespace ixsim::platform
