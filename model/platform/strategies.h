// The strategies of each policy point: one table a point, in strategies.cpp, with an entry for each strategy.
// A scenario chooses by name (tx.scheduler, rx.classifier, traffic.source); keys, errors and `ixsim
// strategies` follow from the tables.
#ifndef IXSIM_PLATFORM_STRATEGIES_H
#define IXSIM_PLATFORM_STRATEGIES_H

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cosim/scheduler_ports.h"
#include "ethernet/frame_source.h"
#include "ixsim/classifier.h"
#include "ixsim/tx_scheduler.h"
#include "platform/key.h"
#include "platform/scenario.h"

namespace ixsim {

// One way to fill a policy point. `Context` is what an instance depends on in addition to the scenario.
template <typename Interface, typename... Context>
struct Strategy {
  std::string name;   // as scenarios write it
  std::string title;  // as reports write it
  std::string meaning;
  std::vector<Key> keys;  // that no other strategy takes
  std::function<std::unique_ptr<Interface>(const Scenario&, Context...)> make;
};

// The context of a classifier: its latency in MAC clocks. Lock-step RTL runs next to any of them.
struct ClassifierStrategy : Strategy<Classifier, int> {};

struct SchedulerStrategy : Strategy<TxScheduler> {
  std::optional<SchedulerMode> rtl;  // the RTL that does the same; empty: there is none
  // Returns what a user should know of the settings, or "". `longest` is that of a grant, in bytes. May be
  // empty.
  std::function<std::string(const Scenario&, std::uint32_t longest)> remark;
};

// The context of a source: the number of its port.
struct SourceStrategy : Strategy<FrameSource, unsigned> {
  // Fills in what the scenario leaves open and this source determines.
  std::function<void(Scenario&)> set_up;
  // Returns the frames that one port is offered in all.
  std::function<std::uint64_t(const Scenario&)> frames;
};

const std::vector<ClassifierStrategy>& classifiers();
const std::vector<SchedulerStrategy>& tx_schedulers();
const std::vector<SourceStrategy>& traffic_sources();

// The ones that a scenario names.
const ClassifierStrategy& classifier_of(const Scenario& scenario);
const SchedulerStrategy& scheduler_of(const Scenario& scenario);
// Throws InputError if the scenario has a capture and another source, or no capture for the source of
// captures.
const SourceStrategy& source_of(const Scenario& scenario);

// The keys that choose strategies, and those of all strategies.
std::vector<Key> strategy_keys();

}  // namespace ixsim

#endif
