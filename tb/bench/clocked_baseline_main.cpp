// Runs a scenario on the clocked baseline, connected to the same host, traffic and statistics as `ixsim run`.
//
// Prints one JSON object: frames sent and consumed, MAC clocks, simulated time, and with --hash-events the
// hash of the event record. Exit status 1 if a frame was lost, 2 for bad input.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "clocked_baseline.h"
#include "host/host.h"
#include "ixsim/error.h"
#include "platform/event_log.h"
#include "platform/parts.h"
#include "platform/receive_metrics.h"
#include "platform/traffic_source.h"
#include "platform/traffic_strategies.h"

namespace {

using namespace ixsim;        // NOLINT(google-build-using-namespace)
using namespace ixsim::test;  // NOLINT(google-build-using-namespace)

constexpr Time kSlice = 10 * kMicrosecond;
// Longer than interrupts are moderated, so that runs of every length drain alike and it cancels in
// differences.
constexpr Time kLeastDrain = 150 * kMicrosecond;
constexpr Time kLongestDrain = 100 * kMillisecond;

void run_for(Time time) { sc_core::sc_start(sc_core::sc_time::from_value(static_cast<sc_dt::uint64>(time))); }

int run(const std::string& file, const std::vector<std::string>& assignments, bool hash,
        bench::BaselineStyle style) {
  Scenario scenario = read_scenario(file);
  for (const auto& assignment : assignments) set_scenario_key(scenario, assignment);
  add_generated_addresses(scenario);

  ReceiveMetrics metrics(1);
  EventLog events;
  Host host("host", scenario.host, {scenario.rx});
  bench::ClockedBaseline baseline("baseline", controller_config(scenario), style);
  bool ended = false;
  TrafficSource source("source", make_source(scenario, 0), scenario.start, [&ended] {
    ended = true;
    sc_core::sc_pause();
  });
  baseline.pcie_initiator.bind(host.memory_socket);
  host.register_socket.bind(baseline.pcie_target);
  source.set_byte_time(scenario.byte_time);
  source.wire.bind(baseline.wire_in);
  baseline.port().tracer().set_probe(&metrics);
  host.driver(0).set_observer(&metrics);
  if (hash) baseline.set_event_sink(&events);

  while (!ended) sc_core::sc_start();
  for (Time drained = 0;
       drained < kLeastDrain || (drained < kLongestDrain && !(baseline.idle() && host.idle()));
       drained += kSlice) {
    run_for(kSlice);
  }

  nlohmann::ordered_json out;
  out["frames"] = source.frames();
  out["delivered"] = metrics.frames(0, RxBucket::kDelivered);
  out["consumed"] = host.driver(0).consumed_frames();
  out["mac_clocks"] = baseline.mac_clocks();
  out["simulated_ps"] = static_cast<std::uint64_t>(sc_core::sc_time_stamp().value());
  if (hash) {
    events.finish();
    out["hash"] = events.hash();
    out["events"] = events.records().size();
  }
  std::printf("%s\n", out.dump().c_str());
  return host.driver(0).consumed_frames() == source.frames() ? 0 : 1;
}

}  // namespace

int sc_main(int argc, char** argv) {
  CLI::App app("The clocked baseline of the benchmark");
  std::string scenario;
  std::vector<std::string> set;
  bool hash = false, lean = false;
  app.add_option("SCENARIO", scenario, "Scenario file (TOML)")->required();
  app.add_option("--set", set, "KEY=VALUE of a scenario key, any number of times")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  app.add_flag("--hash-events", hash, "Hash the record of visible events");
  app.add_flag("--lean", lean, "Two processes that notify themselves, without clocks and signals");
  try {
    app.parse(argc, argv);
    return run(scenario, set, hash, lean ? bench::BaselineStyle::kLean : bench::BaselineStyle::kUsual);
  } catch (const CLI::ParseError& error) {
    return app.exit(error);
  } catch (const InputError& error) {
    std::fprintf(stderr, "clocked_baseline: %s\n", error.what());
    return 2;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "clocked_baseline: %s\n", error.what());
    return 1;
  }
}

int main(int argc, char** argv) {
  setenv("SC_COPYRIGHT_MESSAGE", "DISABLE", 0);
  return sc_core::sc_elab_and_sim(argc, argv);
}
