// The child's part of the fork server: all use of SystemC is here.
#include "cli/batch_run.h"

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <new>
#include <nlohmann/json.hpp>
#include <string>

#include "ixsim/error.h"
#include "platform/result.h"
#include "platform/result_file.h"
#include "platform/run.h"
#include "platform/scenario_digest.h"

namespace ixsim::cli {
namespace {

using Json = nlohmann::ordered_json;

std::string text_of(const Json& value) { return value.dump(-1, ' ', false, Json::error_handler_t::replace); }

void put(int file, const std::string& text) {
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t count = write(file, text.data() + done, text.size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) _exit(1);
    done += static_cast<std::size_t>(count);
  }
}

[[noreturn]] void memory_ran_out() { _exit(kMemoryStatus); }

// Returns the address space of this process, in bytes.
std::uint64_t address_space() {
  unsigned long long pages = 0;
  if (std::FILE* const file = std::fopen("/proc/self/statm", "r")) {
    if (std::fscanf(file, "%llu", &pages) != 1) pages = 0;
    std::fclose(file);
  }
  return pages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

void limit_process(std::uint64_t memory) {
  std::set_new_handler(memory_ran_out);
  const rlimit no_core = {0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  if (memory == 0) return;
  rlimit space = {};
  getrlimit(RLIMIT_AS, &space);
  space.rlim_cur = std::min<rlim_t>(space.rlim_max, address_space() + memory);
  setrlimit(RLIMIT_AS, &space);
}

bool wanted(const Metric& metric, const std::vector<std::string>& patterns) {
  for (const std::string& pattern : patterns)
    if (metric.name == pattern ||
        (pattern.find_first_of("*?") != std::string::npos && matches(metric.name, pattern)))
      return true;
  return false;
}

Json values_of(const RunResult& result, const Request& request) {
  Json values = Json::object();
  for (const Metric& metric : result.metrics) {
    if (!request.all_metrics && !wanted(metric, request.metrics)) continue;
    std::visit([&](const auto& value) { values[metric.name] = value; }, metric.value);
  }
  return values;
}

Json histograms_of(const RunResult& result) {
  Json all = Json::object();
  for (const MetricHistogram& histogram : result.histograms) {
    Json& rows = all[histogram.name] = Json::array();
    for (const auto& bucket : histogram.buckets) rows.push_back({bucket.low, bucket.high, bucket.count});
  }
  return all;
}

// Returns the answer of a run that ended by itself: everything after the digest.
std::string result_text(const RunResult& result, const Request& request) {
  std::string text =
      ",\"result\":" + text_of(values_of(result, request)) + ",\"limited_by\":" + text_of(limits_of(result));
  if (request.histograms) text += ",\"histograms\":" + text_of(histograms_of(result));
  if (request.document) text += ",\"document\":" + text_of(result_document(result));
  return text;
}

}  // namespace

std::string begin_answer(const std::string& id, int exit, const std::string& status, const std::string& error,
                         const std::string& key) {
  std::string text = fmt::format("{{\"id\":{},\"exit\":{},\"status\":\"{}\"",
                                 id.empty() ? "null" : text_of(id), exit, status);
  std::string line = error;
  for (char& c : line) c = c == '\n' ? ' ' : c;
  if (!line.empty()) text += ",\"error\":" + text_of(line);
  if (!key.empty()) text += ",\"key\":\"" + key + "\"";
  return text;
}

void run_request(const Request& request, int output, std::uint64_t memory) {
  std::string key;
  const auto answer = [&](int exit, const char* status, const std::string& error,
                          const std::string& rest = "") {
    put(output, (key.empty() ? "\n" : "") + begin_answer(request.id, exit, status, error, key) + rest + "\n");
    _exit(0);
  };
  try {
    limit_process(memory);
    if (request.check_only) {
      const std::string digest = scenario_digest(resolved_scenario(request.scenario, true));
      put(output, digest + "\n");
      key = digest;
      answer(0, "legal", "");
    }
    RunOptions options;
    options.scenario = request.scenario;
    options.resolved = [&](const Scenario& scenario) {
      const std::string digest = scenario_digest(scenario);
      put(output, digest + "\n");
      key = digest;
    };
    const RunResult result = run(options);
    const std::string error = !result.failures.empty()     ? result.failures.front()
                              : !result.incomplete.empty() ? result.incomplete.front()
                                                           : "";
    answer(result.fine() ? 0 : 1, result.fine() ? "ok" : "failed", error, result_text(result, request));
  } catch (const InputError& error) {
    answer(2, "error", error.what());
  } catch (const CheckFailure& error) {
    answer(1, "failed", error.what());
  } catch (const std::bad_alloc&) {
    memory_ran_out();
  } catch (const std::exception& error) {
    answer(1, "failed", fmt::format("internal error: {}", error.what()));
  }
  _exit(1);
}

}  // namespace ixsim::cli
