// Metrics as JSON.
#include "platform/result.h"

#include <nlohmann/json.hpp>
#include <systemc>

#include "platform/scenario_keys.h"

namespace ixsim {
namespace {

using Json = nlohmann::ordered_json;

// Returns every key that has a value, with the value as a scenario file has it.
Json scenario_object(const Scenario& scenario) {
  Json keys = Json::object();
  for (const Key& key : key_table()) {
    const std::string text = key.text(scenario);
    if (!text.empty()) keys[key.about.name] = Json::parse(text);
  }
  return keys;
}

}  // namespace

std::string result_json(const RunResult& result, const ResultHost& host) {
  Json metrics = Json::object();
  for (const Metric& metric : result.metrics) {
    Json& entry = metrics[metric.name];
    std::visit([&](const auto& value) { entry["value"] = value; }, metric.value);
    entry["unit"] = metric.unit;
    entry["description"] = metric.description;
  }
  Json root;
  root["format"] = kResultFormat;
  root["status"] = !result.failures.empty() ? "failed" : result.fine() ? "ok" : "incomplete";
  root["failures"] = result.failures;
  root["incomplete"] = result.incomplete;
  root["limited_by"] = Json::array();
  for (const RunLimit& limit : result.limits) {
    Json busy = Json::object();
    for (const auto& [resource, share] : limit.busy) busy[resource] = share;
    root["limited_by"].push_back({{"port", limit.port},
                                  {"direction", limit.direction},
                                  {"resource", limit.resource},
                                  {"text", limit.text},
                                  {"busy", std::move(busy)}});
  }
  root["setup"] = result.setup;
  root["notes"] = result.notes;
  root["seed"] = result.scenario.seed;
  root["scenario"] = scenario_object(result.scenario);
  root["metrics"] = std::move(metrics);
  root["host"] = {{"version", host.version},
                  {"build", host.build},
                  {"compiler", host.compiler},
                  {"systemc", sc_core::sc_release()},
                  {"wall_seconds", host.wall_seconds}};
  return root.dump(1) + "\n";
}

}  // namespace ixsim
