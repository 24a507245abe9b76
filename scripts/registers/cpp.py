"""Writes the register map as C++."""

from .description import CUSTOM, SPACES, SUCCESSOR, Description, DescriptionError, Register, most_entries

_HEADER = """\
// The register map: one enumerator, one table row and one namespace of fields for each register.
//
// Generated from *.rdl by scripts/registers/generate.py; a test fails when the two differ. Do not edit.
// clang-format off
"""

_ACCESS = {
    "RW": "kRw",
    "RO": "kRo",
    "RC": "kRc",
    "RC_W1C": "kRcW1c",
    "W1S": "kW1s",
    "W1C": "kW1c",
    "RS": "kRs",
    "RO_IDLE_RW": "kRoIdleRw",
}


def _hex(value: int) -> str:
    return f"0x{value:X}u" if value else "0"


def _flag(value: bool) -> str:
    return "true" if value else "false"


def _string(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _info(r: Register) -> str:
    values = [
        _string(r.name),
        f"RegisterSpace::{'kBar0' if r.space == 'bar0' else 'kBar3'}",
        f"RegisterAccess::{_ACCESS[r.access]}",
        f"0x{r.offset:05X}",
        str(r.count),
        _hex(r.stride),
        str(r.cell),
        _hex(r.reset),
        _hex(r.mask()),
        _hex(r.last_mask),
        _hex(r.mask("rw", "rs", "w1c", "w1s", "rc/w1c", "sc")),
        _hex(r.mask("w1c", "rc/w1c")),
        _hex(r.mask("w1s")),
        _hex(r.mask("sc")),
        _hex(r.mask("rc", "rc/w1c")),
        _hex(r.mask("rs")),
        _flag(r.owned_while_enabled),
        _flag(r.survives_reset),
        _flag(r.implemented),
    ]
    return "    {" + ", ".join(values) + "},"


def _fields(description: Description) -> dict[str, dict[str, tuple[int, int]]]:
    """Returns the fields of each register, of all devices together: one name is one place."""
    result: dict[str, dict[str, tuple[int, int]]] = {r.name: {} for r in description.registers}
    for r in [*description.first, *description.successor, *description.custom, *description.virtual]:
        for f in r.fields:
            place = result[r.name].setdefault(f.name, (f.lsb, f.width))
            if place != (f.lsb, f.width):
                raise DescriptionError(f"{r.name}.{f.name}: two devices have it in two places")
    return result


def _table(description: Description, device: list[Register]) -> list[str]:
    """Returns one row for each register of all devices; one that this device lacks has no entry."""
    own = {r.name: r for r in device}
    return [
        _info(own[r.name]) if r.name in own else f"    {_absent(r)},  // absent"
        for r in description.registers
    ]


def _absent(r: Register) -> str:
    space = "kBar0" if r.space == "bar0" else "kBar3"
    return (
        f"{{{_string(r.name)}, RegisterSpace::{space}, RegisterAccess::kRo, 0, 0, 0, {r.cell}, "
        "0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false}"
    )


def _ranges(description: Description, device: list[Register]) -> list[str]:
    """Returns the places of entries that are not in their register's own row."""
    index = {r.name: i for i, r in enumerate(description.registers)}
    lines = []
    for r in device:
        pieces = [(0, offset, 1, 0) for offset in r.other_offsets]
        pieces += [(p.first, p.offset, p.count, p.stride) for p in r.ranges]
        for first, offset, count, stride in pieces:
            lines.append(
                f"    {{{index[r.name]}, {first}, 0x{offset:05X}, {count}, {_hex(stride)}}},  // {r.name}"
            )
    return lines


def header(description: Description) -> str:
    """Returns register_map.h."""
    registers = description.registers
    most = most_entries(description)
    entries = [most[r.name] for r in registers]
    cells = max(r.cell + n for r, n in zip(registers, entries, strict=True))
    lines = [
        _HEADER + "#ifndef IXSIM_NIC_REGISTERS_REGISTER_MAP_H",
        "#define IXSIM_NIC_REGISTERS_REGISTER_MAP_H",
        "",
        "#include <optional>",
        "",
        '#include "base/layers.h"',
        '#include "nic/registers/register_info.h"',
        "",
        "namespace ixsim::nic {",
        "",
        "// The registers of all devices, those of the 82598 first.",
        "enum class Reg : std::uint16_t {",
        *[f"  {r.name}," for r in registers],
        "};",
        "",
        f"inline constexpr std::size_t kRegisterCount = {len(registers)};",
        f"inline constexpr std::size_t kRegisterCells = {cells};",
        f"inline constexpr std::uint32_t kBar0Size = 0x{SPACES['bar0']:X};",
        f"inline constexpr std::uint32_t kBar3Size = 0x{SPACES['bar3']:X};",
        "",
        "// The 82598's registers; one that it does not have has no entry.",
        "// name, space, access, offset, count, stride, cell, reset, bits, bits of the last entry, writable, write one",
        "// to clear, write one to set, self-clearing, clear on read, set on read, owned while enabled, survives reset,",
        "// implemented",
        "inline constexpr RegisterInfo kRegisters[kRegisterCount] = {",
        *_table(description, description.first),
        "};",
        "",
        "// Entries that a register has in storage: as many as the device has that has most.",
        "inline constexpr std::uint16_t kRegisterEntries[kRegisterCount] = {",
        *[f"    {n},  // {r.name}" for r, n in zip(registers, entries, strict=True)],
        "};",
        "",
        "// The row of the 82598: without entries if it has no such register.",
        "constexpr const RegisterInfo& info(Reg reg) { return kRegisters[static_cast<std::size_t>(reg)]; }",
        "// All registers of a device, by Reg.",
        "const RegisterInfo* register_table(RegisterSet set);",
        "inline const RegisterInfo& info(RegisterSet set, Reg reg) {",
        "  return register_table(set)[static_cast<std::size_t>(reg)];",
        "}",
        "// Entries that lie elsewhere than their register's row says, and second places of entries.",
        "RegisterRanges register_ranges(RegisterSet set);",
        "// Entries of a register on that device, wherever they lie.",
        "unsigned entries_of(RegisterSet set, Reg reg);",
        "// Where an entry is; `index` must be below entries_of().",
        "std::uint32_t offset_of(RegisterSet set, Reg reg, unsigned index = 0);",
        "// Title, note, group, source and fields: those of the first device that has the register.",
        "const RegisterText& describe(Reg reg);",
        "// The same as that device has it.",
        "const RegisterText& describe(RegisterSet set, Reg reg);",
        "// The register of that name, in capitals as in the datasheet; nothing if there is none.",
        "std::optional<Reg> find_register(std::string_view name);",
        "",
        "// Fields of all devices.",
        "namespace field {",
    ]
    for name, fields in _fields(description).items():
        lines.append(f"namespace {name} {{")
        lines += [
            f"inline constexpr RegisterField {f}{{{lsb}, {width}}};" for f, (lsb, width) in fields.items()
        ]
        lines.append("}")
    lines += ["}  // namespace field", "", "}  // namespace ixsim::nic", "", "#endif"]
    return "\n".join(lines) + "\n"


def _text_fields(r: Register, suffix: str) -> list[str]:
    return [
        f"constexpr FieldText k{r.name}Fields{suffix}[] = {{",
        *(
            f"    {{{_string(f.name)}, {{{f.lsb}, {f.width}}}, {_string(f.access)}, {_string(f.meaning)}}},"
            for f in r.fields
        ),
        "};",
    ]


def _text(r: Register, titles: dict[str, str], suffix: str) -> str:
    texts = ", ".join(map(_string, [r.title, r.note, titles[r.group], r.source]))
    return f"    {{{texts}, k{r.name}Fields{suffix}, {len(r.fields)}}},  // {r.name}"


def source(description: Description) -> str:
    """Returns register_map.cpp."""
    registers, titles = description.registers, description.titles
    first = {r.name for r in description.first}
    changed = {
        "82599": [r for r in description.successor if r.name in first and r.group.endswith(SUCCESSOR)],
        "Custom82598": [r for r in description.custom if r.group.endswith(CUSTOM)],
    }
    lines = [
        _HEADER + '#include "nic/registers/register_map.h"',
        "",
        "namespace ixsim::nic {",
        "namespace {",
        "",
    ]
    for r in registers:
        lines += _text_fields(r, "")
    for suffix, some in changed.items():
        for r in some:
            lines += _text_fields(r, suffix)
    lines += ["", "constexpr RegisterText kTexts[kRegisterCount] = {"]
    lines += [_text(r, titles, "") for r in registers]
    for suffix, some in changed.items():
        lines += ["};", "", f"constexpr RegisterText kTexts{suffix}[] = {{"]
        lines += [_text(r, titles, suffix) for r in some]
        lines += ["};", "", f"// Row of kTexts{suffix}, or none."]
        lines += [f"constexpr std::int16_t kChanged{suffix}[kRegisterCount] = {{"]
        order = {r.name: i for i, r in enumerate(some)}
        lines += [f"    {order.get(r.name, -1)}," for r in registers]
    for name, device in (
        ("82599", description.successor),
        ("Custom82598", description.custom),
        ("82599Vf", description.virtual),
    ):
        lines += ["};", "", f"constexpr RegisterInfo kRegisters{name}[kRegisterCount] = {{"]
        lines += _table(description, device)
    for name, device in (
        ("kRanges", description.first),
        ("kRanges82599", description.successor),
        ("kRangesCustom82598", description.custom),
    ):
        lines += ["};", "", f"constexpr RegisterRange {name}[] = {{", *_ranges(description, device)]
    lines += [
        "};",
        "",
        "}  // namespace",
        "",
        "const RegisterInfo* register_table(RegisterSet set) {",
        "  if (set == RegisterSet::k82599Vf) return kRegisters82599Vf;",
        "  if (set == RegisterSet::kCustom82598) return kRegistersCustom82598;",
        "  return set == RegisterSet::k82599 ? kRegisters82599 : kRegisters;",
        "}",
        "",
        "RegisterRanges register_ranges(RegisterSet set) {",
        "  if (set == RegisterSet::k82599Vf) return {nullptr, 0};",
        "  if (set == RegisterSet::k82599) return {kRanges82599, sizeof kRanges82599 / sizeof *kRanges82599};",
        "  if (set == RegisterSet::kCustom82598)",
        "    return {kRangesCustom82598, sizeof kRangesCustom82598 / sizeof *kRangesCustom82598};",
        "  return {kRanges, sizeof kRanges / sizeof *kRanges};",
        "}",
        "",
        "unsigned entries_of(RegisterSet set, Reg reg) {",
        "  unsigned entries = info(set, reg).count;",
        "  for (const RegisterRange& range : register_ranges(set)) {",
        "    const unsigned end = unsigned{range.first} + range.count;",
        "    if (static_cast<Reg>(range.reg) == reg && end > entries) entries = end;",
        "  }",
        "  return entries;",
        "}",
        "",
        "std::uint32_t offset_of(RegisterSet set, Reg reg, unsigned index) {",
        "  const RegisterInfo& about = info(set, reg);",
        "  if (index < about.count) return about.offset + index * about.stride;",
        "  for (const RegisterRange& range : register_ranges(set)) {",
        "    if (static_cast<Reg>(range.reg) != reg || index < range.first) continue;",
        "    if (index - range.first < range.count) return range.offset + (index - range.first) * range.stride;",
        "  }",
        "  return about.offset;",
        "}",
        "",
        "const RegisterText& describe(Reg reg) { return kTexts[static_cast<std::size_t>(reg)]; }",
        "",
        "const RegisterText& describe(RegisterSet set, Reg reg) {",
        "  const auto i = static_cast<std::size_t>(reg);",
        "  if (set == RegisterSet::k82599 && kChanged82599[i] >= 0) return kTexts82599[kChanged82599[i]];",
        "  if (set == RegisterSet::kCustom82598 && kChangedCustom82598[i] >= 0)",
        "    return kTextsCustom82598[kChangedCustom82598[i]];",
        "  return describe(reg);",
        "}",
        "",
        "std::optional<Reg> find_register(std::string_view name) {",
        "  for (std::size_t i = 0; i < kRegisterCount; ++i) {",
        "    if (kRegisters[i].name == name) return static_cast<Reg>(i);",
        "  }",
        "  return std::nullopt;",
        "}",
        "",
        "}  // namespace ixsim::nic",
    ]
    return "\n".join(lines) + "\n"
