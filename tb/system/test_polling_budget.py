"""The polling budget of a vector with several queues: every queue has its share of each poll.

A public driver (Linux ixgbe) takes max(budget / n, 1) frames from each of a vector's n queues in one poll.
"""

import pytest
from program import simulate

# More frames than the host can take, to queues that drop what finds no descriptor.
OVERLOAD = {
    "rx__pools": 1,
    "rx__drop": True,
    "rx__ring": 128,
    "traffic__flows": 1_024,
    "traffic__frames": 60_000,
}
FRAME_TIME_NS = 67.2  # 64 B, preamble and gap at 10 Gb/s


def frames_of(result, queues):
    """The frames of each of the first queues; no other queue received any."""
    counts = [result[f"rx.queue.{queue}.frames"] for queue in range(64)]
    assert not any(counts[queues:])
    return counts[:queues]


@pytest.mark.parametrize(
    ("queues", "vectors", "budget"),
    [(4, 1, 64), (4, 1, 4), (4, 1, 3), (3, 1, 64), (16, 4, 64), (16, 1, 64), (16, 1, 1), (4, 4, 64)],
)
def test_queues_of_a_vector_share_the_host(queues, vectors, budget):
    """An equal share of each poll, also if the budget is less than the number of queues."""
    service = 500 * vectors
    result = simulate(rx__queues=queues, rx__vectors=vectors, host__budget=budget, host__service_time_ns=service,
                      **OVERLOAD)  # fmt: skip
    counts = frames_of(result, queues)
    mean = sum(counts) / queues
    # The host takes one frame in each service time, from the first message until the rings are empty.
    taken = OVERLOAD["traffic__frames"] * FRAME_TIME_NS / service * vectors
    assert sum(counts) == pytest.approx(taken + queues * 127, rel=0.1)
    assert max(abs(count - mean) for count in counts) < 0.05 * mean, counts
    # No frame waits for longer than a full ring takes at the queue's share of the host.
    longest = 1_000 * (2 * 128 * max(1, queues // vectors) * service + 200_000)
    assert result["rx.latency.host.max"] < longest


def test_a_queue_without_frames_leaves_the_host_to_the_others():
    """A share that is not used up is no pause: the host takes a frame in each service time."""
    result = simulate(
        rx__queues=4, rx__vectors=1, host__service_time_ns=500, **OVERLOAD | {"traffic__flows": 1}
    )
    taken = OVERLOAD["traffic__frames"] * FRAME_TIME_NS / 500
    assert result["rx.queues_used"] == 1
    assert result["rx.delivered"] == pytest.approx(taken + 127, rel=0.1)


def test_a_poll_longer_than_the_budget_is_waited_for():
    """Sixteen queues and a budget of 1: one poll takes 16 frames, and every frame arrives behind a PAUSE."""
    slow = {"host__service_time_ns": 20_000_000, "host__budget": 1, "rx__ring": 8, "host__refill": 1}
    pause = {"rx__flow_control": True, "rx__high_watermark": 0x1000, "rx__low_watermark": 0x800}
    result = simulate(rx__queues=16, rx__pools=1, rx__vectors=1, traffic__flows=64, traffic__frames=300,
                      traffic__frame_size=1_518, **slow, **pause)  # fmt: skip
    assert (result["rx.delivered"], result["rx.unsent"]) == (300, 0)
    assert result["rx.pause.honored"] > 0
