"""Two controllers back to back cost about twice one controller with a peer, if each runs ahead of the other.

The program network_cost runs both directions at line rate; its header explains the arguments. The cost of a frame is the
slope of callgrind's instruction count between two simulated times.
"""

import re
import subprocess

import pytest
from program import program

FEW, MANY = 500, 1_500  # simulated microseconds


def run(kind, delay, time):
    """Instructions of a run, frames and turns."""
    command = [program().parent / "network_cost", kind, str(delay), str(time)]
    tool = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"]
    done = subprocess.run([*tool, *command], capture_output=True, text=True, check=True)
    frames, turns = re.match(r"(\d+) frames, (\d+) turns", done.stdout).groups()
    return int(re.search(r"Collected : (\d+)", done.stderr)[1]), int(frames), int(turns)


def cost(kind, delay):
    """Instructions of a frame, and frames of a turn."""
    few, many = run(kind, delay, FEW), run(kind, delay, MANY)
    frames = many[1] - few[1]
    # Two directions, at one controller or at two.
    assert frames > (3_000 if kind == "lone" else 6_000) * (MANY - FEW) / 2_000
    return (many[0] - few[0]) / frames, frames / max(many[2] - few[2], 1)


@pytest.mark.parametrize("delay", [10_000, 500_000], ids=["2 m", "100 m"])
def test_lookahead_pays(delay):
    lone, _ = cost("lone", delay)
    step, frames_of_step = cost("step", delay)
    ahead, frames_of_turn = cost("ahead", delay)
    print(f"instructions a frame: {lone:.0f} alone, {step:.0f} step by step, {ahead:.0f} ahead")
    print(f"frames a turn: {frames_of_step:.2f} step by step, {frames_of_turn:.2f} ahead")
    assert ahead <= 1.15 * lone
    assert step >= 1.2 * ahead
    assert frames_of_turn >= 5 * frames_of_step
