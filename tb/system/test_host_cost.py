"""A segment of 1,460 bytes that a guest receives over VMDq costs at most 16,000 instructions, by callgrind's slope.

Eight guests receive from endless connections in a closed loop. The cost of a segment includes the device, its PCIe, the
host's cores, driver and guests, the link partner, and the segment's share of acknowledgments.
"""

import re

from program import Result, assignments, call

LIMIT = 16_000  # instructions a segment
SHORT, LONG = 4, 12  # ms of the measuring window
GUESTS = {
    "host__io_path": "vmdq", "host__queue_cores": [0, 1, 2, 3, 4, 5, 6, 7], "host__vm_cores": [4, 5, 6, 7, 0, 1, 2, 3],
    "rx__queues": 8, "vm__count": 8, "vm__workload": "receive", "vm__receive_buffer": 131_072, "measure__warmup": "5 ms",
}  # fmt: skip
PAYLOAD = 1_460 / 1_538  # of a frame's time on the wire


def counted(tmp_path, window):
    """Instructions of a run, and the segments that it received."""
    tool = ("valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null")
    keys = assignments(GUESTS | {"measure__window": f"{window} ms"})
    done = call("run", *keys, "--out", tmp_path, prefix=tool)
    assert done.returncode == 0, done.stderr
    return int(re.search(r"Collected : (\d+)", done.stderr)[1]), Result(
        (tmp_path / "result.json").read_text()
    )


def test_cost_of_a_segment(tmp_path):
    short, first = counted(tmp_path, SHORT)
    long, last = counted(tmp_path, LONG)
    segments = last["rx.delivered"] - first["rx.delivered"]
    # The wire is full.
    assert 0.99 < segments * 1_460 * 8 / ((LONG - SHORT) * 1e6) / (10 * PAYLOAD) <= 1.001
    cost = (long - short) / segments
    print(f"{cost:.0f} instructions a segment")
    assert 5_000 < cost <= LIMIT, f"{cost:.0f} instructions a segment"
