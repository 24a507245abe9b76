// Writes metrics as JSON.
#include "platform/result.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <systemc>

#include "platform/hosts/key_scope.h"
#include "platform/nearest_key.h"
#include "platform/scenario_keys.h"

namespace ixsim::platform {
namespace {

using Json = nlohmann::ordered_json;

// Adds a key of VMs: once if all VMs have one value, otherwise with the index of each.
void add_vm_key(const Key& key, Scenario& scenario, Json& keys) {
  std::vector<std::string> texts;
  for (const VmSettings& vm : scenario.hosts.vms) {
    scenario.hosts.vm = vm;
    texts.push_back(key.text(scenario));
  }
  if (std::all_of(texts.begin(), texts.end(), [&](const std::string& text) { return text == texts[0]; })) {
    if (!texts[0].empty()) keys[key.about.name] = Json::parse(texts[0]);
    return;
  }
  const std::string name = key.about.name.substr(key.about.name.find('.'));
  for (std::size_t i = 0; i < texts.size(); ++i)
    if (!texts[i].empty()) keys[fmt::format("vm[{}]{}", i, name)] = Json::parse(texts[i]);
}

// Adds a key of hosts or controllers: once if all have one value, else with the index of each.
void add_host_key(const Key& key, const std::vector<Scenario>& parts, Json& keys) {
  std::vector<std::string> texts;
  const bool host = section_of(key.about.name) == "host";
  for (const Scenario& part : parts)
    if (!host || part.hosts.nic == 0) texts.push_back(key.text(part));
  if (std::all_of(texts.begin(), texts.end(), [&](const std::string& text) { return text == texts[0]; })) {
    if (!texts[0].empty()) keys[key.about.name] = Json::parse(texts[0]);
    return;
  }
  const std::string name = host ? key.about.name.substr(key.about.name.find('.') + 1) : key.about.name;
  for (std::size_t i = 0; i < texts.size(); ++i)
    if (!texts[i].empty())
      keys[fmt::format("{}[{}].{}", host ? "host" : "nic", i, name)] = Json::parse(texts[i]);
}

}  // namespace

Json scenario_values(const Scenario& complete) {
  Scenario scenario = complete;
  Json keys = Json::object();
  for (const Key& key : key_table()) {
    if (!takes(scenario, key.about)) continue;
    if (section_of(key.about.name) == "vm") {
      add_vm_key(key, scenario, keys);
      continue;
    }
    if (scenario.of_nics && is_of_host(key.about.name)) {
      add_host_key(key, *scenario.of_nics, keys);
      continue;
    }
    const std::string text = key.text(scenario);
    if (!text.empty()) keys[key.about.name] = Json::parse(text);
  }
  return keys;
}

Json limits_of(const RunResult& result) {
  Json limits = Json::array();
  for (const RunLimit& limit : result.limits) {
    Json busy = Json::object();
    for (const auto& [resource, share] : limit.busy) busy[resource] = share;
    Json entry = Json::object();
    if (result.scenario.several_hosts()) entry["host"] = limit.host;
    if (result.scenario.of_nics) entry["nic"] = limit.nic;
    entry["port"] = limit.port;
    entry["direction"] = limit.direction;
    entry["resource"] = limit.resource;
    entry["text"] = limit.text;
    entry["busy"] = std::move(busy);
    limits.push_back(std::move(entry));
  }
  return limits;
}

Json result_document(const RunResult& result) {
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
  root["limited_by"] = limits_of(result);
  root["setup"] = result.setup;
  root["notes"] = result.notes;
  root["seed"] = result.scenario.seed;
  root["scenario"] = scenario_values(result.scenario);
  root["metrics"] = std::move(metrics);
  return root;
}

std::string result_json(const RunResult& result, const ResultHost& host) {
  Json root = result_document(result);
  root["host"] = {{"version", host.version},
                  {"build", host.build},
                  {"compiler", host.compiler},
                  {"systemc", sc_core::sc_release()},
                  {"wall_seconds", host.wall_seconds}};
  return root.dump(1) + "\n";
}

}  // namespace ixsim::platform
