"""`ixsim cost`: the cost of a controller as a table or as JSON."""

import argparse
import json
import sys
from typing import Any, NoReturn

from .cache import CacheError
from .model import STEPS, cost
from .parameters import RULES, SCHEDULERS, SIZES, ParameterError, Parameters
from .synthesis import SynthesisError


class Parser(argparse.ArgumentParser):
    """Reports one line and exit status 2."""

    def error(self, message: str) -> NoReturn:
        print(f"ixsim cost: {message}; `ixsim cost --help` lists the options", file=sys.stderr)
        sys.exit(2)


def option(name: str) -> str:
    return "--" + name.replace("_", "-")


def parser() -> Parser:
    p = Parser(
        prog="ixsim cost",
        allow_abbrev=False,
        description="Silicon cost of one port: synthesised scheduler and classifier, and memories from their sizes.",
    )
    given = Parameters()
    for name, size in SIZES.items():
        p.add_argument(
            option(name),
            type=int,
            metavar="KIB" if size.unit == "KiB" else "N",
            default=None if name == "addresses" else getattr(given, name),
            help=f"{size.meaning}; {size.accepted()} (default {getattr(given, name)})",
        )
    p.add_argument(
        "--scheduler",
        default=given.scheduler,
        help=f"transmit scheduler, {' or '.join(SCHEDULERS)} (default %(default)s)",
    )
    p.add_argument(
        "--rules",
        default=given.rules,
        help=f"tables of pools as on the {' or '.join(RULES)} (default %(default)s)",
    )
    p.add_argument(
        "--sram-overhead",
        type=float,
        metavar="X",
        default=given.sram_overhead,
        help="transistors round the memory cells for each transistor in a cell (default %(default)s)",
    )
    p.add_argument(
        "--step",
        choices=STEPS,
        default="clock",
        help="clock: everything; area: no place and route; none: memories alone (default %(default)s)",
    )
    p.add_argument("--json", action="store_true", help="print JSON instead of a table")
    return p


def table(result: dict[str, Any]) -> str:
    """Returns the readable form: one line for each part, groups of memories with their sum, then the total."""
    p, total = result["parameters"], result["total"]
    lines = [
        f"One port: {p['rx_queues']} receive queues, {p['tx_queues']} transmit queues, {p['pools']} pools, "
        f"{p['addresses']} addresses, {p['vectors']} vectors, {p['descriptors']} descriptors cached a queue,",
        f"packet buffers of {p['packet_buffer']} KiB (receive) and {p['tx_packet_buffer']} KiB (transmit)",
        "",
    ]

    def line(name, luts, flops, levels, mhz, bits, transistors, share):
        return f"{name:<40} {luts:>7} {flops:>7} {levels:>6} {mhz:>7} {bits:>11} {transistors:>12} {share:>8}"

    def number(value):
        return "-" if value is None else f"{value:.2f}" if isinstance(value, float) else f"{value:,}"

    def percent(value):
        return f"{100 * value:.2f} %"

    lines.append(line("part", "LUTs", "FFs", "levels", "MHz", "RAM bits", "transistors", "share of"))
    lines.append(line("", "(xc7)", "", "(LUT6)", "(ECP5)", "", "(CMOS)", "transist."))
    for block in result["blocks"]:
        figures = [number(block[name]) for name in ("luts", "flip_flops", "levels", "ecp5_mhz", "ram_bits")]
        lines.append(line(block["name"], *figures, number(block["transistors"]), percent(block["share"])))
    for group in dict.fromkeys(m["group"] for m in result["memories"]):
        members = [m for m in result["memories"] if m["group"] == group]
        bits, transistors, share = (sum(m[key] for m in members) for key in ("bits", "transistors", "share"))
        lines.append(line(group, "-", "-", "-", "-", number(bits), number(transistors), percent(share)))
        for m in members:
            name = f"  {m['name']}"
            lines.append(
                line(
                    name,
                    "-",
                    "-",
                    "-",
                    "-",
                    number(m["bits"]),
                    number(m["transistors"]),
                    percent(m["share"]),
                )
            )
    figures = [number(total.get(name)) for name in ("luts", "flip_flops", "levels", "ecp5_mhz", "ram_bits")]
    lines.append(line("total", *figures, number(total["transistors"]), percent(1.0)))
    lines += [
        "",
        f"A bit of memory is 6 transistors and {100 * p['sram_overhead']:g} % of that round the cells. "
        "Levels: the most, MHz: the least of a block.",
        "Logic without RTL (MAC, DMA, PCIe, interrupts) is not counted.",
    ]
    if result["tools"]:
        lines.append("; ".join(result["tools"].values()))
    return "\n".join(lines)


def main(arguments: list[str]) -> int:
    given = vars(parser().parse_args(arguments))
    as_json, step = given.pop("json"), given.pop("step")
    try:
        result = cost(given, step)
    except ParameterError as error:
        name, rest = str(error).split(":", 1)
        print(f"ixsim cost: {option(name)}:{rest}", file=sys.stderr)
        return 2
    except (SynthesisError, CacheError) as error:
        print(f"ixsim cost: {error}", file=sys.stderr)
        return 2
    print(json.dumps(result, indent=2) if as_json else table(result))
    return 0
