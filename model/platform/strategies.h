// The strategies of each policy point. strategies.cpp has one table for each point, with an entry for each
// strategy. A scenario selects by name (tx.scheduler, rx.classifier, traffic.source); keys, errors and `ixsim
// strategies` follow from the tables.
#ifndef IXSIM_PLATFORM_STRATEGIES_H
#define IXSIM_PLATFORM_STRATEGIES_H

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/layers.h"
#include "cosim/scheduler_ports.h"
#include "ethernet/frame_source.h"
#include "ixsim/classifier.h"
#include "ixsim/tx_scheduler.h"
#include "platform/key.h"
#include "platform/scenario.h"

namespace ixsim::platform {

// One strategy for a policy point. `Context` is what an instance depends on in addition to the scenario.
template <typename Interface, typename... Context>
struct Strategy {
  std::string name;   // name in scenarios
  std::string title;  // name in reports
  std::string meaning;
  std::vector<Key> keys;  // keys that only this strategy uses
  std::function<std::unique_ptr<Interface>(const Scenario&, Context...)> make;
};

// The context of a classifier: its latency in MAC clocks. Lock-step RTL can check each of them.
struct ClassifierStrategy : Strategy<Classifier, int> {};

struct SchedulerStrategy : Strategy<TxScheduler> {
  std::optional<SchedulerMode> rtl;  // the RTL with the same function; empty: there is none
  // Returns a remark for the user on the settings, or "". `longest` is the longest grant in bytes. May be
  // empty.
  std::function<std::string(const Scenario&, std::uint32_t longest)> remark;
};

// The context of a source: the number of its port.
struct SourceStrategy : Strategy<FrameSource, unsigned> {
  // Fills in what the scenario leaves open and this source determines.
  std::function<void(Scenario&)> set_up;
  // Returns the total number of frames that one port is offered.
  std::function<std::uint64_t(const Scenario&)> frames;
};

const std::vector<ClassifierStrategy>& classifiers();
const std::vector<SchedulerStrategy>& tx_schedulers();
const std::vector<SourceStrategy>& traffic_sources();

// Each returns the strategy that a scenario names.
const ClassifierStrategy& classifier_of(const Scenario& scenario);
const SchedulerStrategy& scheduler_of(const Scenario& scenario);
// Returns the source. Throws InputError if the scenario has a capture and another source, or no capture for
// the source of captures.
const SourceStrategy& source_of(const Scenario& scenario);

// Returns the keys that select strategies, and those of all strategies.
std::vector<Key> strategy_keys();

}  // namespace ixsim::platform

#endif
