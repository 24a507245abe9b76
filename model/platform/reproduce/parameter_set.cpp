// Reads parameter sets, and finds the members of the model that each parameter sets.
#include "platform/reproduce/parameter_set.h"

#include <fmt/format.h>

#include <toml++/toml.h>

#include <algorithm>
#include <sstream>

#include "base/accepted.h"
#include "platform/reproduce/platforms.h"

namespace ixsim::platform {
namespace {

// Members that the parameters set.
struct Places {
  MachineConfig machine;
  PathCosts path;
  DriverCosts driver;
  StorageCosts storage;
  FcFabricConfig fabric;
  std::uint64_t exchange_time = 0;  // ns, as the other times
  std::uint64_t adapter_latency = 0;
  std::uint64_t switch_latency = 0;
  std::uint64_t access_time = 0;
  std::uint64_t cores = 0;
  std::uint64_t nodes = 0;
  std::uint64_t context_switch = 0;
  std::uint64_t copies_to_program = 0;
  std::uint64_t segment_copies = 0;

  Places() {
    cores = machine.cores;
    nodes = machine.nodes;
    context_switch = machine.context_switch;
    copies_to_program = path.copies_to_program;
    segment_copies = path.segment_copies;
    exchange_time = static_cast<std::uint64_t>(fabric.exchange_time / kNanosecond);
    adapter_latency = static_cast<std::uint64_t>(fabric.adapter_latency / kNanosecond);
    switch_latency = static_cast<std::uint64_t>(fabric.switch_latency / kNanosecond);
    access_time = static_cast<std::uint64_t>(fabric.access_time / kNanosecond);
  }
  // Moves numbers of other widths to their places.
  void finish() {
    machine.cores = static_cast<unsigned>(cores);
    machine.nodes = static_cast<unsigned>(nodes);
    machine.context_switch = static_cast<std::uint32_t>(context_switch);
    path.copies_to_program = static_cast<unsigned>(copies_to_program);
    path.segment_copies = static_cast<unsigned>(segment_copies);
    storage.channel = path.channel;
    storage.notify = path.notify;
    storage.kick = path.kick;
    storage.wake_up = path.wake_up;
    storage.guest_driver = path.guest_driver;
    fabric.exchange_time = static_cast<Time>(exchange_time) * kNanosecond;
    fabric.adapter_latency = static_cast<Time>(adapter_latency) * kNanosecond;
    fabric.switch_latency = static_cast<Time>(switch_latency) * kNanosecond;
    fabric.access_time = static_cast<Time>(access_time) * kNanosecond;
  }
};

struct Place {
  const char* name;
  std::uint64_t* (*of)(Places& places);
};

const std::vector<Place>& places() {
  static const std::vector<Place> kPlaces = {
      {"machine.cores", [](Places& p) { return &p.cores; }},
      {"machine.nodes", [](Places& p) { return &p.nodes; }},
      {"machine.clock", [](Places& p) { return &p.machine.hertz; }},
      {"machine.copy_warm", [](Places& p) { return &p.machine.copy_rate[0]; }},
      {"machine.copy_cold", [](Places& p) { return &p.machine.copy_rate[1]; }},
      {"machine.copy_remote", [](Places& p) { return &p.machine.copy_rate[2]; }},
      {"machine.bus", [](Places& p) { return &p.machine.bus_rate; }},
      {"machine.context_switch", [](Places& p) { return &p.context_switch; }},
      {"driver.hard_interrupt", [](Places& p) { return &p.driver.hard_interrupt; }},
      {"driver.poll", [](Places& p) { return &p.driver.poll; }},
      {"driver.frame", [](Places& p) { return &p.driver.frame; }},
      {"driver.completion", [](Places& p) { return &p.driver.completion; }},
      {"driver.merge", [](Places& p) { return &p.driver.merge; }},
      {"driver.transmit", [](Places& p) { return &p.path.driver_transmit; }},
      {"driver.mailbox", [](Places& p) { return &p.driver.mailbox; }},
      {"driver.segment", [](Places& p) { return &p.path.segment; }},
      {"driver.segment_copies", [](Places& p) { return &p.segment_copies; }},
      {"path.vswitch", [](Places& p) { return &p.path.vswitch; }},
      {"path.channel", [](Places& p) { return &p.path.channel; }},
      {"path.notify", [](Places& p) { return &p.path.notify; }},
      {"path.kick", [](Places& p) { return &p.path.kick; }},
      {"path.wake_up", [](Places& p) { return &p.path.wake_up; }},
      {"guest.driver", [](Places& p) { return &p.path.guest_driver; }},
      {"guest.stack", [](Places& p) { return &p.path.stack; }},
      {"guest.stack_transmit", [](Places& p) { return &p.path.stack_transmit; }},
      {"guest.acknowledgment", [](Places& p) { return &p.path.acknowledgment; }},
      {"guest.application", [](Places& p) { return &p.path.application; }},
      {"guest.application_kilobyte", [](Places& p) { return &p.path.application_kilobyte; }},
      {"guest.copies", [](Places& p) { return &p.copies_to_program; }},
      {"storage.program", [](Places& p) { return &p.storage.program; }},
      {"storage.stack", [](Places& p) { return &p.storage.stack; }},
      {"storage.driver", [](Places& p) { return &p.storage.driver; }},
      {"storage.sharing", [](Places& p) { return &p.storage.sharing; }},
      {"storage.interrupt", [](Places& p) { return &p.storage.interrupt; }},
      {"storage.response", [](Places& p) { return &p.storage.response; }},
      {"storage.provider", [](Places& p) { return &p.storage.provider; }},
      {"fabric.exchange_time", [](Places& p) { return &p.exchange_time; }},
      {"fabric.adapter_latency", [](Places& p) { return &p.adapter_latency; }},
      {"fabric.switch_latency", [](Places& p) { return &p.switch_latency; }},
      {"fabric.access_time", [](Places& p) { return &p.access_time; }},
  };
  return kPlaces;
}

const Place& place(const std::string& name) { return find_named(places(), "parameter", name); }

std::uint64_t number(const toml::table& table, const char* key, const std::string& where) {
  const auto value = table[key].value<std::int64_t>();
  if (!value || *value < 0) {
    throw InputError(fmt::format("{}: {}: found {}, accepted are whole numbers from 0", where, key,
                                 table.contains(key) ? "no such number" : "nothing"));
  }
  return static_cast<std::uint64_t>(*value);
}

std::string text(const toml::table& table, const char* key, const std::string& where) {
  const auto value = table[key].value<std::string>();
  if (!value || value->empty())
    throw InputError(fmt::format("{}: {}: found nothing, accepted is a text", where, key));
  return *value;
}

Places filled(const std::vector<PlatformParameter>& parameters) {
  Places result;
  for (const PlatformParameter& parameter : parameters) *place(parameter.name).of(result) = parameter.value;
  result.finish();
  return result;
}

}  // namespace

ParameterSet ParameterSet::parse(const std::string& text_of_file, const std::string& name) {
  ParameterSet set;
  set.name_ = name;
  toml::table root;
  try {
    root = toml::parse(text_of_file, name);
  } catch (const toml::parse_error& error) {
    std::ostringstream where;
    where << error.source().begin;
    throw InputError(fmt::format("{}: {}: {}", name, where.str(), error.description()));
  }
  for (const auto& [section, entries] : root) {
    if (!entries.is_table())
      throw InputError(
          fmt::format("{}: {}: accepted are tables of parameters", name, std::string(section.str())));
    for (const auto& [key, node] : *entries.as_table()) {
      const std::string full = std::string(section.str()) + "." + std::string(key.str());
      const std::string where = name + ": " + full;
      place(full);
      if (!node.is_table())
        throw InputError(where + ": accepted is a table with value, low, high, unit and source");
      const toml::table& table = *node.as_table();
      PlatformParameter parameter;
      parameter.name = full;
      parameter.value = number(table, "value", where);
      parameter.low = number(table, "low", where);
      parameter.high = number(table, "high", where);
      parameter.unit = text(table, "unit", where);
      parameter.source = text(table, "source", where);
      parameter.fitted = table["fitted"].value_or(false);
      if (parameter.low > parameter.high || parameter.value < parameter.low ||
          parameter.value > parameter.high) {
        throw InputError(
            fmt::format("{}: found value {} with low {} and high {}, accepted are values between them", where,
                        parameter.value, parameter.low, parameter.high));
      }
      set.parameters_.push_back(parameter);
    }
  }
  return set;
}

ParameterSet ParameterSet::platform(const std::string& name) {
  const PlatformText& platform = find_named(platform_texts(), "platform", name);
  return parse(platform.text, platform.name);
}

std::vector<std::string> ParameterSet::platforms() {
  std::vector<std::string> names;
  for (const PlatformText& platform : platform_texts()) names.emplace_back(platform.name);
  return names;
}

std::vector<std::string> ParameterSet::names() {
  std::vector<std::string> all;
  for (const Place& place : places()) all.emplace_back(place.name);
  return all;
}

std::uint64_t ParameterSet::value(const std::string& parameter) const {
  Places all = filled(parameters_);
  return *place(parameter).of(all);
}

void ParameterSet::set(const std::string& parameter, std::uint64_t value) {
  place(parameter);
  for (PlatformParameter& known : parameters_) {
    if (known.name == parameter) {
      known.value = value;
      return;
    }
  }
  parameters_.push_back({parameter, value, value, value, "", "set", false});
}

ParameterSet ParameterSet::draw(Random& random) const {
  ParameterSet drawn = *this;
  for (PlatformParameter& parameter : drawn.parameters_) {
    if (!parameter.fitted) parameter.value = random.between(parameter.low, parameter.high);
  }
  return drawn;
}

MachineConfig ParameterSet::machine() const { return filled(parameters_).machine; }
PathCosts ParameterSet::path_costs() const { return filled(parameters_).path; }
DriverCosts ParameterSet::driver_costs() const { return filled(parameters_).driver; }
StorageCosts ParameterSet::storage_costs() const { return filled(parameters_).storage; }
FcFabricConfig ParameterSet::fc_fabric() const { return filled(parameters_).fabric; }

}  // namespace ixsim::platform
