// One run: a scenario wired up, driven until nothing moves, checked, and measured.
//
// When input has ended the run goes on until nothing has moved for 1 ms of simulated time; what is then still
// in a buffer is `in_flight`. Input ends too when a PAUSE holds back every source and no frame moves any
// more; the run is then incomplete. Every run checks conservation (frames put on the wire = frames in
// buckets) against counts that the source and the drivers keep themselves. One run a process: SystemC
// elaborates once.
#ifndef IXSIM_PLATFORM_RUN_H
#define IXSIM_PLATFORM_RUN_H

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "cosim/classifier_fields.h"
#include "cosim/rtl_sources.h"
#include "platform/run_trace.h"
#include "platform/scenario.h"

namespace ixsim {

// Block that a user's RTL replaces.
enum class RtlBlock : std::uint8_t { kClassifier, kScheduler };

struct RunOptions {
  Scenario scenario;
  bool check_rtl = false;
  bool every_cycle = false;  // clock the RTL through idle time too
  RtlSources rtl;            // the user's module for `block`; none given: the in-tree modules
  RtlBlock block = RtlBlock::kClassifier;
  ClassifierFieldSet compared = kAllClassifierFields;  // of a classifier's decision
  std::int64_t latency = 12;                           // MAC clocks that the RTL declares
  std::vector<std::string> plusargs;                   // for `block`
  // With check_rtl, of port 0: files, or empty, and the RTL clock at which both begin.
  std::string waveform;
  std::string scheduler_waveform;
  std::int64_t waveform_from = 0;
  bool hash_events = false;  // record visible events: costs a checksum of every payload
  std::string dump_events;   // file for the records; implies hash_events
  std::string dump_memory;   // file for the accesses to host memory (memory_record.h)
  TraceSettings trace;       // files go to `directory`
  bool series = false;       // so does series.json (run_series.h)
  std::string directory;
  std::function<void(std::uint64_t frames)> progress;
  // Called with the scenario once every key has its value, before the system is made.
  std::function<void(const Scenario& scenario)> resolved;
};

struct Metric {
  std::string name;
  std::variant<std::int64_t, double, std::string> value;
  std::string unit;
  std::string description;
};

// The distribution from which metrics `name`.min to `name`.max are.
struct MetricHistogram {
  struct Bucket {
    std::uint64_t low = 0, high = 0;  // both ends are in the bucket
    std::uint64_t count = 0;
  };
  std::string name;
  std::string unit;
  std::vector<Bucket> buckets;  // that are not empty, in order
};

// The resource that limited one direction of a port, with the evidence.
struct RunLimit {
  unsigned host = 0;
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
  Scenario scenario;                    // as it was run: every key has its value
  std::vector<std::string> failures;    // mismatches and broken invariants
  std::vector<std::string> incomplete;  // input that was not sent, and why
  std::vector<std::string> setup;       // lines that say what was set up
  std::vector<std::string> notes;       // what a reader should know of the input
  std::vector<RunLimit> limits;         // of directions that had traffic to carry
  std::vector<Metric> metrics;
  std::vector<MetricHistogram> histograms;
  std::optional<RunDivergence> divergence;
  Time simulated = 0;
  bool fine() const { return failures.empty() && incomplete.empty(); }
  // The value of a whole-number metric; throws std::out_of_range if there is none of that name.
  std::int64_t number(const std::string& name) const;
  const Metric& metric(const std::string& name) const;
};

// Returns the scenario with all that it leaves open filled in, as a run has it. Makes the system without
// running it, so that the scenario is one that a run accepts, but for traffic, which it may lack unless
// `with_traffic`. Throws InputError.
Scenario resolved_scenario(const Scenario& scenario, bool with_traffic = false);

// Throws InputError for bad input.
RunResult run(const RunOptions& options);

}  // namespace ixsim

#endif
