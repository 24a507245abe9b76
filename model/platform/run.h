// One run: it builds the system of a scenario, runs it until nothing moves, checks it and measures it.
//
// After the end of the input, the run continues until nothing has moved for 1 ms of simulated time. Frames
// that are still in a buffer then are `in_flight`. The input also ends when a PAUSE holds back every source
// and no frame moves; the run is then incomplete. Every run checks conservation: the frames put on the wire
// equal the frames with outcomes. The sources and the drivers keep these counts independently. A process
// makes one run, because SystemC elaborates once.
#ifndef IXSIM_PLATFORM_RUN_H
#define IXSIM_PLATFORM_RUN_H

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "base/layers.h"
#include "cosim/classifier_fields.h"
#include "cosim/rtl_sources.h"
#include "platform/run_trace.h"
#include "platform/scenario.h"

namespace ixsim::platform {

// Block that a user's RTL replaces.
enum class RtlBlock : std::uint8_t { kClassifier, kScheduler };

struct RunOptions {
  Scenario scenario;
  bool check_rtl = false;
  bool foreign_driver = false;  // software outside the simulation drives the device, and may transmit
  bool every_cycle = false;     // clock the RTL in idle time too
  RtlSources rtl;               // the user's module for `block`; if none is given, the in-tree modules
  RtlBlock block = RtlBlock::kClassifier;
  ClassifierFieldSet compared = kAllClassifierFields;  // compared fields of a classifier's decision
  std::int64_t latency = 12;                           // latency that the RTL declares, in MAC clocks
  std::vector<std::string> plusargs;                   // plusargs for the RTL of `block`
  // Waveform of check_rtl for port 0: a file, or empty, and the RTL clock at which it starts.
  std::string waveform;
  std::string scheduler_waveform;
  std::int64_t waveform_from = 0;
  bool hash_events = false;  // record visible events; this costs a checksum of every payload
  std::string dump_events;   // file for the records; implies hash_events
  std::string dump_memory;   // file for the accesses to host memory (memory_record.h)
  TraceSettings trace;       // files go to `directory`
  bool series = false;       // write series.json (run_series.h) to `directory` too
  std::string directory;
  std::function<void(std::uint64_t frames)> progress;
  // Called with the scenario once every key has its value, before the system is built.
  std::function<void(const Scenario& scenario)> resolved;
};

struct Metric {
  std::string name;
  std::variant<std::int64_t, double, std::string> value;
  std::string unit;
  std::string description;
};

// Distribution from which the metrics `name`.min to `name`.max are computed.
struct MetricHistogram {
  struct Bucket {
    std::uint64_t low = 0, high = 0;  // both ends are in the bucket
    std::uint64_t count = 0;
  };
  std::string name;
  std::string unit;
  std::vector<Bucket> buckets;  // non-empty buckets, in order
};

// The resource that limited one direction of a port, with the evidence.
struct RunLimit {
  unsigned host = 0;
  unsigned nic = 0;  // of all controllers
  unsigned port = 0;
  std::string direction;                             // "rx" or "tx"
  std::string resource;                              // docs/results.md has the list
  std::string text;                                  // the reason in one line
  std::vector<std::pair<std::string, double>> busy;  // share of the time, by resource
};

// The first difference between RTL and reference.
struct RunDivergence {
  RtlBlock block = RtlBlock::kClassifier;
  std::string what;                // one line
  std::string report;              // all of it, in lines
  std::int64_t waveform_from = 0;  // RTL clock at which a waveform of a repeated run should begin
};

struct RunResult {
  Scenario scenario;                    // the scenario as it was run: every key has its value
  std::vector<std::string> failures;    // mismatches and broken invariants
  std::vector<std::string> incomplete;  // input that was not sent, with the reason
  std::vector<std::string> setup;       // lines that describe the set-up
  std::vector<std::string> notes;       // notes on the input for the reader
  std::vector<RunLimit> limits;         // limits of directions with traffic
  std::vector<Metric> metrics;
  std::vector<MetricHistogram> histograms;
  std::optional<RunDivergence> divergence;
  Time simulated = 0;
  bool fine() const { return failures.empty() && incomplete.empty(); }
  // Returns the value of a whole-number metric; throws std::out_of_range if there is none of that name.
  std::int64_t number(const std::string& name) const;
  const Metric& metric(const std::string& name) const;
};

// Returns the scenario with all open values filled in, as in a run. Builds the system without running it, so
// that a run would accept the scenario. Without `with_traffic` the scenario may have no traffic. Throws
// InputError.
Scenario resolved_scenario(const Scenario& scenario, bool with_traffic = false);

// Makes a run. Throws InputError for bad input.
RunResult run(const RunOptions& options);

}  // namespace ixsim::platform

#endif
