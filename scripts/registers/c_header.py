"""Writes the register maps as C headers for drivers."""

from .description import Register

_HEADER = """\
/* Registers of {whose}, for drivers: offsets, reset values, field masks and shifts.
 *
 * Generated from model/nic/registers by scripts/registers/generate.py; a test fails when the two differ.
 * Do not edit. The header is for C and C++. The macro of a repeated register takes the number of the entry.
 * Offsets are relative to the BAR.
 */
/* clang-format off */
"""


def _offset(r: Register) -> str:
    """Returns an expression of n: the entries of the register's own row, then those at other places."""

    def linear(offset: int, stride: int, first: int) -> str:
        index = f"((n) - {first}u)" if first else "(n)"
        return f"0x{offset:05X}u + 0x{stride:X}u * {index}"

    expression = linear(r.offset, r.stride, 0)
    end = r.count
    conditions = ""
    for piece in sorted(r.ranges, key=lambda p: p.first):
        if piece.first + piece.count <= end:
            continue
        conditions += f"(n) < {end}u ? {expression} : "
        # A range may begin among entries that have another place already.
        expression = linear(piece.offset, piece.stride, piece.first)
        end = piece.first + piece.count
    return f"({conditions}{expression})"


def header(registers: list[Register], device: str, whose: str, sizes: dict[str, int]) -> str:
    """Returns registers_<device>.h, the device in lower case."""
    guard = f"IXSIM_REGISTERS_{device}_H"
    prefix = f"IXSIM_{device}"
    lines = [
        _HEADER.format(whose=whose) + f"#ifndef {guard}",
        f"#define {guard}",
        "",
        f"#define {prefix}_BAR0_SIZE 0x{sizes['bar0']:X}u",
        f"#define {prefix}_MSIX_BAR_SIZE 0x{sizes['bar3']:X}u",
    ]
    for r in registers:
        name = f"{prefix}_{r.name}"
        lines += ["", f"/* {r.title}{'' if r.space == 'bar0' else ' (MSI-X BAR)'} */"]
        if r.entries > 1:
            lines += [f"#define {name}(n) {_offset(r)}", f"#define {name}_COUNT {r.entries}u"]
        else:
            lines.append(f"#define {name} 0x{r.offset:05X}u")
        lines.append(f"#define {name}_RESET 0x{r.reset:08X}u")
        for f in r.fields:
            lines += [
                f"#define {name}_{f.name}_SHIFT {f.lsb}",
                f"#define {name}_{f.name}_MASK 0x{f.mask:08X}u",
            ]
    lines += ["", "#endif"]
    return "\n".join(lines) + "\n"
