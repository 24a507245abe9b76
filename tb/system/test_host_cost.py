"""A segment of 1,460 bytes that a guest receives over VMDq costs at most 16,000 instructions, by callgrind's slope.

The program host_cost runs eight guests in a closed loop; its header states what a segment's cost includes.
"""

import re
import subprocess

from program import program

LIMIT = 16_000  # instructions a segment
SHORT, LONG = 4, 12  # ms of the measuring window


def counted(window):
    """Instructions of a run, and the segments in its window."""
    tool = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"]
    command = [*tool, program().parent / "host_cost", str(window)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return int(re.search(r"Collected : (\d+)", done.stderr)[1]), int(done.stdout)


def test_cost_of_a_segment():
    short, first = counted(SHORT)
    long, last = counted(LONG)
    # The wire is full: 9.4928 Gb/s of payload at most, and no less than 99 % of it.
    assert 0.99 < (last - first) * 1_460 * 8 / ((LONG - SHORT) * 1e6) / 9.4928 <= 1.001
    cost = (long - short) / (last - first)
    print(f"{cost:.0f} instructions a segment")
    assert 5_000 < cost <= LIMIT, f"{cost:.0f} instructions a segment"
