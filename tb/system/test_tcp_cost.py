"""A TCP segment costs at most 350 instructions in the sender and 350 in the receiver, by callgrind's slope.

The program tcp_cost runs one connection against a scripted peer; its header explains the arguments. The cost of a
segment is the slope of the instruction count between two numbers of segments, minus that of the script alone.
"""

import re
import subprocess

import pytest
from program import program

LIMIT = 350  # instructions a segment
FEW, MANY = 4_000, 12_000  # segments


def instructions(kind, segments, options):
    """Instructions of a run, and what it prints."""
    command = [program().parent / "tcp_cost", kind, str(segments), *options]
    tool = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"]
    done = subprocess.run([*tool, *command], capture_output=True, text=True, check=True)
    return int(re.search(r"Collected : (\d+)", done.stderr)[1]), [int(word) for word in done.stdout.split()]


def slope(kind, options):
    few, _ = instructions(kind, FEW, options)
    many, counts = instructions(kind, MANY, options)
    # All segments were acknowledged or delivered.
    assert counts[1:] == {"sender": [MANY, 0], "receiver": [0, MANY], "none": [0, 0]}[kind]
    return (many - few) / (MANY - FEW)


@pytest.mark.parametrize("options", [[], ["timestamps"]], ids=["plain", "timestamps"])
def test_cost_of_a_segment(options):
    script = slope("none", options)
    for kind in ("sender", "receiver"):
        cost = slope(kind, options) - script
        print(f"{kind} {options}: {cost:.1f} instructions a segment")
        assert 50 < cost <= LIMIT, f"{kind}: {cost:.1f} instructions a segment"
