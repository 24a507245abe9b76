"""Writes the register map as C++."""

from .description import SPACES, Register

_HEADER = """\
// The register map: one enumerator, one table row and one namespace of fields a register.
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


def header(registers: list[Register]) -> str:
    """register_map.h"""
    lines = [
        _HEADER + "#ifndef IXSIM_NIC_REGISTERS_REGISTER_MAP_H",
        "#define IXSIM_NIC_REGISTERS_REGISTER_MAP_H",
        "",
        "#include <optional>",
        "",
        '#include "ixsim/nic/registers/register_info.h"',
        "",
        "namespace ixsim {",
        "",
        "enum class Reg : std::uint16_t {",
        *[f"  {r.name}," for r in registers],
        "};",
        "",
        f"inline constexpr std::size_t kRegisterCount = {len(registers)};",
        f"inline constexpr std::size_t kRegisterCells = {max(r.cell + r.count for r in registers)};",
        f"inline constexpr std::uint32_t kBar0Size = 0x{SPACES['bar0']:X};",
        f"inline constexpr std::uint32_t kBar3Size = 0x{SPACES['bar3']:X};",
        "",
        "// name, space, access, offset, count, stride, cell, reset, bits, writable, write one to clear, write one",
        "// to set, self-clearing, clear on read, set on read, owned while enabled, survives reset, implemented",
        "inline constexpr RegisterInfo kRegisters[kRegisterCount] = {",
        *[_info(r) for r in registers],
        "};",
        "",
        "inline constexpr RegisterAlias kRegisterAliases[] = {",
    ]
    for i, r in enumerate(registers):
        lines += [f"    {{{i}, 0x{offset:05X}}},  // {r.name}" for offset in r.other_offsets]
    lines += [
        "};",
        "",
        "constexpr const RegisterInfo& info(Reg reg) { return kRegisters[static_cast<std::size_t>(reg)]; }",
        "// Title, note, group, source and fields.",
        "const RegisterText& describe(Reg reg);",
        "// The register of that name, in capitals as in the datasheet; nothing if there is none.",
        "std::optional<Reg> find_register(std::string_view name);",
        "",
        "namespace field {",
    ]
    for r in registers:
        lines.append(f"namespace {r.name} {{")
        lines += [f"inline constexpr RegisterField {f.name}{{{f.lsb}, {f.width}}};" for f in r.fields]
        lines.append("}")
    lines += ["}  // namespace field", "", "}  // namespace ixsim", "", "#endif"]
    return "\n".join(lines) + "\n"


def source(registers: list[Register], titles: dict[str, str]) -> str:
    """register_map.cpp"""
    lines = [
        _HEADER + '#include "ixsim/nic/registers/register_map.h"',
        "",
        "namespace ixsim {",
        "namespace {",
        "",
    ]
    for r in registers:
        lines.append(f"constexpr FieldText k{r.name}Fields[] = {{")
        lines += [
            f"    {{{_string(f.name)}, {{{f.lsb}, {f.width}}}, {_string(f.access)}, {_string(f.meaning)}}},"
            for f in r.fields
        ]
        lines.append("};")
    lines += ["", "constexpr RegisterText kTexts[kRegisterCount] = {"]
    for r in registers:
        texts = [r.title, r.note, titles[r.group], r.source]
        lines.append(
            f"    {{{', '.join(map(_string, texts))}, k{r.name}Fields, {len(r.fields)}}},  // {r.name}"
        )
    lines += [
        "};",
        "",
        "}  // namespace",
        "",
        "const RegisterText& describe(Reg reg) { return kTexts[static_cast<std::size_t>(reg)]; }",
        "",
        "std::optional<Reg> find_register(std::string_view name) {",
        "  for (std::size_t i = 0; i < kRegisterCount; ++i) {",
        "    if (kRegisters[i].name == name) return static_cast<Reg>(i);",
        "  }",
        "  return std::nullopt;",
        "}",
        "",
        "}  // namespace ixsim",
    ]
    return "\n".join(lines) + "\n"
