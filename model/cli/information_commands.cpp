// `ixsim profiles` and `ixsim registers`: the devices and the registers that the model knows.
#include <fmt/format.h>

#include <memory>
#include <string>

#include "ixsim/base/error.h"
#include "ixsim/cli/commands.h"
#include "ixsim/nic/registers/register_map.h"

namespace ixsim {
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

void print_line(Reg reg) {
  const RegisterInfo& about = info(reg);
  const std::string name =
      about.count == 1 ? std::string(about.name) : fmt::format("{}[0..{}]", about.name, about.count - 1);
  fmt::print("{} {:#07x}  {:<22} {}\n", about.space == RegisterSpace::kBar3 ? "BAR3" : "BAR0", about.offset,
             name, describe(reg).title);
}

void print_register(Reg reg) {
  const RegisterInfo& about = info(reg);
  const RegisterText& text = describe(reg);
  print_line(reg);
  if (about.count > 1) fmt::print("  entries   {}, {:#x} bytes apart\n", about.count, about.stride);
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

void print_registers(const std::string& name) {
  if (name.empty()) {
    for (std::size_t i = 0; i < kRegisterCount; ++i) print_line(static_cast<Reg>(i));
    return;
  }
  const auto reg = find_register(name);
  if (!reg) {
    throw InputError(
        fmt::format("registers: found {}, accepted: a register's name as `ixsim registers` lists it", name));
  }
  print_register(*reg);
}

}  // namespace

void add_information_commands(CLI::App& app) {
  app.add_subcommand("profiles", "List the device profiles")->callback([] {
    fmt::print(
        "82598  1 or 2 ports at 10 Gb/s, 64 receive queues, 16 exact filters, 16 VMDq pools, PCIe Gen1 x8\n");
  });
  auto name = std::make_shared<std::string>();
  CLI::App* const registers = app.add_subcommand("registers", "List the registers, or describe one");
  registers->add_option("NAME", *name, "Register name, e.g. RXDCTL");
  registers->callback([name] { print_registers(*name); });
}

}  // namespace ixsim
