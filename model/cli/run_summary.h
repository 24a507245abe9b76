// The summary of a run on the terminal: its set-up, traffic, limits and status.
#ifndef IXSIM_CLI_RUN_SUMMARY_H
#define IXSIM_CLI_RUN_SUMMARY_H

#include <string>
#include <utility>
#include <vector>

#include "base/layers.h"
#include "platform/run.h"

namespace ixsim::cli {

// Prints the summary; `seconds` is the wall-clock time.
void print_summary(const RunResult& result, double seconds);

// --- Its parts.
double value_of(const Metric& metric);
bool has(const RunResult& result, const std::string& name);
// Lists the counters that are not 0, with their names.
std::string text_of(const std::vector<std::pair<std::string, std::int64_t>>& counts);
// Returns the counters whose names begin with `prefix`, by the rest of their names.
std::vector<std::pair<std::string, std::int64_t>> counts_below(const RunResult& result,
                                                               const std::string& prefix);
// Returns the word for a line. With two ports, the word includes the port of this line and those below it.
std::string label(const char* what, const std::string& port);
// Prints the lines of checks by RTL, of the controller whose metrics begin with `nic`.
void print_check(const RunResult& result, const std::string& nic = "");
// Prints the resource that limited one direction of a port; nothing if it had no traffic to carry.
void print_limit(const RunResult& result, const std::string& port, const char* direction, unsigned host = 0);
// Prints traffic, VMs and cores of a run with VMs.
void print_hosts(const RunResult& result);

}  // namespace ixsim::cli

#endif
