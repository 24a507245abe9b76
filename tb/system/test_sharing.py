"""Spreading over queues, blocked queues, and Little's law, through the whole controller."""

import random

import pytest
from program import simulate, slope
from statistics_of_runs import T9999, Sample

PACKET_BUFFER = 512 * 1_024
RSS = {"rx__pools": 1, "traffic__flow_order": "round_robin", "rx__write_back": 1, "host__mode": "poll"}


def queues_used(queues, flows, seed, **keys):
    result = simulate(rx__queues=queues, traffic__flows=flows, traffic__frames=4 * flows, simulation__seed=seed,
                      **(RSS | keys))  # fmt: skip
    counts = [result[f"rx.queue.{queue}.frames"] for queue in range(64)]
    assert sum(counts) == 4 * flows and not any(counts[queues:])
    return counts[:queues]


def grouped(values):
    """A sample of 30 means, which are nearer to normal than the values."""
    values = list(values)
    size = len(values) // 30
    return Sample(sum(values[size * i : size * (i + 1)]) / size for i in range(30))


# Queues that m equal flows use out of n: n (1 - (1 - 1/n)^m).
@pytest.mark.parametrize(
    ("flows", "queues", "expected"),
    [
        (8, 8, 5.251),
        pytest.param(4, 4, 2.734, marks=pytest.mark.long),
        pytest.param(16, 16, 10.30, marks=pytest.mark.long),
    ],
)
def test_expected_queues_of_hashed_flows(flows, queues, expected):
    assert queues * (1 - (1 - 1 / queues) ** flows) == pytest.approx(expected, abs=5e-3)
    groups = grouped(sum(count != 0 for count in queues_used(queues, flows, seed)) for seed in range(90))
    assert groups.half_width() < 0.07 * expected
    assert not groups.misses(expected, quantile=T9999), f"{groups.mean} +- {groups.half_width()}"


# Greatest queue over the mean one: from balls thrown here, by a generator that has nothing to do with the hash.
@pytest.mark.long
@pytest.mark.parametrize(
    ("flows", "queues", "published"), [(4, 4, 2.13), (16, 4, 1.54), (8, 8, 2.60), (128, 8, 1.37)]
)
def test_imbalance_of_hashed_flows(flows, queues, published):
    rng = random.Random(1)

    def thrown():
        counts = [0] * queues
        for _ in range(flows):
            counts[rng.randrange(queues)] += 1
        return max(counts) * queues / flows

    expected = sum(thrown() for _ in range(20_000)) / 20_000
    assert expected == pytest.approx(published, abs=0.02)
    groups = grouped(max(queues_used(queues, flows, seed)) * queues / flows / 4 for seed in range(300))
    assert groups.half_width() < 0.05 * expected
    assert not groups.misses(expected, 0.02, quantile=T9999), (
        f"{groups.mean} +- {groups.half_width()}, not {expected}"
    )


@pytest.mark.parametrize("pools", [4, 16])
def test_addresses_reach_every_queue(pools):
    """With a pool for each address there is no hash: every queue is used, whatever the seed."""
    for seed in range(10):
        result = simulate(rx__pools=pools, rx__queues=pools, rx__rss=False, traffic__flows=16, traffic__frames=64,
                          traffic__flow_order="round_robin", simulation__seed=seed, rx__write_back=1)  # fmt: skip
        assert result["rx.queues_used"] == pools
        assert {result[f"rx.queue.{queue}.frames"] for queue in range(pools)} == {64 // pools}


# --- A queue that is never served again, without drop: frames pile up in the packet buffer.

STARVED = {
    "rx__queues": 1, "rx__pools": 1, "rx__rss": False, "rx__posted": 8, "rx__ring": 16, "rx__write_back": 1,
    "host__mode": "poll", "host__refill": 16,
}  # fmt: skip


@pytest.mark.parametrize(("size", "microseconds"), [(64, 550), (1_518, 425), (65, None), (1_000, None)])
def test_stalled_buffer_fills(size, microseconds):
    space = PACKET_BUFFER // size  # whole frames, destination address to FCS
    if microseconds is not None:
        assert space * (size + 20) * 0.8e-3 == pytest.approx(microseconds, rel=2e-3)
    last = simulate(traffic__frame_size=size, traffic__frames=8 + space, **STARVED)
    assert last["rx.delivered"] == 8
    assert last["rx.in_flight"] == space
    assert last["rx.missed"] == last["rx.drop.packet_buffer_full"] == 0
    # The next frame is the first that is missed, and so are all that follow.
    for more in (1, 100):
        over = simulate(traffic__frame_size=size, traffic__frames=8 + space + more, **STARVED)
        assert over["rx.missed"] == over["rx.drop.packet_buffer_full"] == more
        assert over["rx.delivered"] == 8
        assert over["rx.in_flight"] == space


def test_drop_enable_keeps_others_moving():
    """Two queues, one starved: without drop it holds up the other, with drop it loses its own frames alone."""
    keys = STARVED | {
        "rx__pools": 2, "rx__queues": 2, "traffic__flows": 2, "traffic__flow_order": "round_robin", "rx__posted": 15,
        "traffic__frames": 2_000,
    }  # fmt: skip
    held = simulate(**keys)
    assert [held["rx.queue.0.frames"], held["rx.queue.1.frames"]] == [15, 15]
    assert held["rx.in_flight"] == 1_970 and held["rx.drop.no_descriptor"] == 0
    dropping = simulate(rx__drop=True, **keys)
    assert [dropping["rx.queue.0.frames"], dropping["rx.queue.1.frames"]] == [15, 15]
    assert dropping["rx.drop.no_descriptor"] == 1_970 and dropping["rx.in_flight"] == 0


# --- Little's law, where the number is known: a full packet buffer in front of a link that is too slow.


@pytest.mark.parametrize(("size", "lanes"), [(1_518, 4), (512, 4), (64, 4), (1_518, 2)])
def test_little_of_a_full_buffer(size, lanes):
    keys = {
        "rx__queues": 1, "rx__pools": 1, "rx__rss": False, "rx__ring": 8_192, "rx__buffers": 256, "rx__write_back": 1,
        "host__mode": "poll", "host__service_time_ns": 1, "pcie__lanes": lanes, "traffic__frame_size": size,
    }  # fmt: skip
    frames = 4 * PACKET_BUFFER // size

    def times(stage):
        return lambda result: result[f"rx.stage.{stage}.mean"] * result[f"rx.stage.{stage}.count"]

    delivered = slope(lambda result: result["rx.delivered"], frames, **keys)
    # Space is taken when a frame is decided and given back when its last TLP has left.
    held = sum(slope(times(stage), frames, **keys) for stage in ("buffered", "dma_first", "dma_last"))
    number = held / ((size + 20) * 800)  # arrivals a ps x time of those that stay, zero for the others
    assert delivered < 0.9
    # Full but for the space of the next frame, which the link makes just as slowly as it fills.
    assert number == pytest.approx(PACKET_BUFFER // size, abs=1.5, rel=0.002)
