// `ixsim keys`, `ixsim profiles`, `ixsim strategies` and `ixsim registers` print the scenario keys, devices,
// strategies and registers that the model knows.
#include <fmt/format.h>

#include <memory>
#include <string>

#include "cli/commands.h"
#include "ixsim/device_profile.h"
#include "ixsim/error.h"
#include "nic/registers/register_map.h"
#include "platform/key_reference.h"
#include "platform/strategies.h"

namespace ixsim::cli {
namespace {

const char* access_name(RegisterAccess access) {
  switch (access) {
    case RegisterAccess::kRw:
      return "read, write";
    case RegisterAccess::kRo:
      return "read only";
    case RegisterAccess::kRc:
      return "cleared by reading";
    case RegisterAccess::kRcW1c:
      return "cleared by reading or by writing ones";
    case RegisterAccess::kW1s:
      return "set by writing ones";
    case RegisterAccess::kW1c:
      return "cleared by writing ones";
    case RegisterAccess::kRs:
      return "set by reading";
    case RegisterAccess::kRoIdleRw:
      return "written by software only while its queue is disabled";
  }
  return "";
}

const char* bar_name(RegisterSet set, RegisterSpace space) {
  if (space == RegisterSpace::kBar0) return "BAR0";
  return set == RegisterSet::k82599 ? "BAR4" : "BAR3";
}

void print_line(RegisterSet set, Reg reg) {
  const RegisterInfo& about = info(set, reg);
  const unsigned entries = entries_of(set, reg);
  const std::string name =
      entries == 1 ? std::string(about.name) : fmt::format("{}[0..{}]", about.name, entries - 1);
  fmt::print("{} {:#07x}  {:<22} {}\n", bar_name(set, about.space), about.offset, name,
             describe(set, reg).title);
}

void print_register(RegisterSet set, Reg reg) {
  const RegisterInfo& about = info(set, reg);
  const RegisterText& text = describe(set, reg);
  print_line(set, reg);
  if (about.count > 1) fmt::print("  entries   {}, {:#x} bytes apart\n", about.count, about.stride);
  for (const RegisterRange& range : register_ranges(set)) {
    if (static_cast<Reg>(range.reg) != reg) continue;
    fmt::print("  entries   {} from {} on at {:#07x}\n", range.count, range.first, range.offset);
  }
  fmt::print("  access    {}\n  reset     {:#010x}\n", access_name(about.access), about.reset);
  fmt::print("  meaning   {}\n", about.implemented ? "implemented" : "storage only");
  if (!text.note.empty()) fmt::print("  note      {}\n", text.note);
  for (std::size_t i = 0; i < text.field_count; ++i) {
    const FieldText& field = text.fields[i];
    const unsigned high = field.field.lsb + field.field.width - 1u;
    const std::string bits =
        field.field.width == 1 ? fmt::format("{}", high) : fmt::format("{}:{}", high, field.field.lsb);
    fmt::print("  {:>5}  {:<16} {:<5} {}\n", bits, field.name, field.access, field.meaning);
  }
}

void print_registers(const std::string& device, const std::string& name) {
  const RegisterSet set = device == "82598"          ? RegisterSet::k82598
                          : device == "custom_82598" ? RegisterSet::kCustom82598
                          : device == "82599"        ? RegisterSet::k82599
                                                     : RegisterSet::k82599Vf;
  if (name.empty()) {
    for (std::size_t i = 0; i < kRegisterCount; ++i) {
      if (entries_of(set, static_cast<Reg>(i)) != 0) print_line(set, static_cast<Reg>(i));
    }
    return;
  }
  const auto reg = find_register(name);
  if (!reg || entries_of(set, *reg) == 0) {
    throw InputError(fmt::format(
        "registers: found {}, accepted: a register's name as `ixsim registers --device {}` lists it", name,
        device));
  }
  print_register(set, *reg);
}

void print_strategies() {
  for (const PolicyPoint& point : policy_points()) {
    fmt::print("{}: {}\n", point.key, point.meaning);
    for (const StrategyInfo& strategy : point.strategies) {
      fmt::print("  {:<12} {}\n", strategy.name, strategy.meaning);
      for (const ScenarioKey& key : strategy.keys) {
        const std::string unit = key.unit.empty() ? "" : fmt::format(" ({})", key.unit);
        fmt::print("    {:<24} {}{}; default: {}\n", key.name, key.accepts, unit,
                   key.usual.empty() ? "not set" : key.usual);
      }
    }
  }
  fmt::print("`ixsim keys NAME` describes a key.\n");
  std::string names;
  for (const SchedulerStrategy& scheduler : tx_schedulers())
    if (scheduler.rtl) names += " " + scheduler.name;
  fmt::print("schedulers with RTL:{}\n", names);
}

}  // namespace

void add_information_commands(CLI::App& app) {
  auto pattern = std::make_shared<std::string>();
  auto json = std::make_shared<bool>(false);
  CLI::App* const keys =
      app.add_subcommand("keys", "Describe the scenario keys: meaning, range, unit and default");
  keys->add_option("PATTERN", *pattern,
                   "Part of a key's name, or a glob such as 'rx.*'; all keys without it");
  keys->add_flag("--json", *json, "As JSON, for other programs");
  keys->callback([pattern, json] {
    const std::vector<ScenarioKey> found = matching_keys(*pattern);
    fmt::print("{}", *json ? keys_as_json(found) : keys_as_text(found));
  });
  app.add_subcommand("profiles", "List the device profiles")->callback([] {
    for (const DeviceProfile& p : device_profiles()) {
      fmt::print(
          "{:<7}{:>4} receive, {:>3} transmit queues, {:>2} pools {:<24} {:>3} exact filters, {:>2} vectors, "
          "{:>2} "
          "Gb/s, PCIe Gen{} x{}\n",
          p.name, p.rx_queues, p.tx_queues, p.pools, p.pool_bitmaps ? "by bitmaps," : "by address or VLAN,",
          p.addresses, p.vectors, p.gigabit ? 1 : 10, p.pcie_generation, p.pcie_lanes);
    }
  });
  app.add_subcommand("strategies", "List the strategies of each policy point, and the scenario keys of each")
      ->callback(print_strategies);
  auto name = std::make_shared<std::string>();
  CLI::App* const registers = app.add_subcommand("registers", "List the registers, or describe one");
  registers->add_option("NAME", *name, "Register name, e.g. RXDCTL");
  auto device = std::make_shared<std::string>("82598");
  registers
      ->add_option(
          "--device", *device,
          "Device: 82598, 82599, 82599_vf, a virtual function, or custom_82598, custom with the rules of "
          "the 82598")
      ->check(CLI::IsMember({"82598", "82599", "82599_vf", "custom_82598"}))
      ->capture_default_str();
  registers->callback([name, device] { print_registers(*device, *name); });
}

}  // namespace ixsim::cli
