"""Interrupt moderation under Poisson arrivals, through the whole controller.

Messages of a vector are at least T apart, and a cause that comes after the timer has expired fires at once. The time
between two messages is T, plus the wait for the next arrival if none came meanwhile. With arrivals at rate r:
    messages a second = 1 / (T + exp(-rT) / r)       packets a message = rT + exp(-rT)
    mean delay        = (r T^2 / 2) / (rT + exp(-rT))
(renewal argument: a packet waits for the rest of the interval in which it arrives; packets that end an idle time do not
wait).
"""

from math import exp

import pytest
from program import simulate
from statistics_of_runs import T9999, Sample, chance_of_more

UNIT = 256e-9
SEEDS = 10
# One vector, one queue, each descriptor written back at once, and a driver that takes everything on a message.
ONE_VECTOR = {
    "rx__queues": 1, "rx__pools": 1, "rx__rss": False, "rx__vectors": 1, "rx__auto_mask": False, "rx__write_back": 1,
    "rx__ring": 4_096, "host__interrupt_latency_ns": 0, "host__service_time_ns": 0, "host__refill": 1,
    "traffic__arrival": "poisson",
}  # fmt: skip
# Messages travel, and are sent at edges of the DMA clock: far below what is measured, and counted as bias.
TRAVEL = 0.2e-6


def messages_a_second(rate, gap):
    return 1 / (gap + exp(-rate * gap) / rate)


def packets_a_message(rate, gap):
    return rate * gap + exp(-rate * gap)


def mean_delay(rate, gap):
    return rate * gap**2 / 2 / (rate * gap + exp(-rate * gap))


def test_published_figures():
    """The formulas against worked figures: 125 and 50 us."""
    for gap, rate, messages, packets, delay in [
        (125e-6, 8_000, 5_848, 1.368, 45.7e-6), (125e-6, 100_000, 8_000, 12.5, 62.5e-6),
        (125e-6, 812_744, 8_000, 101.6, 62.5e-6), (50e-6, 20_000, 14_621, 1.368, 18.3e-6),
        (50e-6, 812_744, 20_000, 40.6, 25.0e-6),
    ]:  # fmt: skip
        assert messages_a_second(rate, gap) == pytest.approx(messages, abs=1)
        assert packets_a_message(rate, gap) == pytest.approx(packets, rel=2e-3)
        assert mean_delay(rate, gap) == pytest.approx(delay, rel=2e-3)


def measure(units, rate, frames, seed):
    """Messages a second, packets a message, mean delay in seconds; intervals between messages."""
    result = simulate(rx__moderation=units, traffic__interval_ps=round(1e12 / rate), traffic__frames=frames,
                      simulation__seed=seed, **ONE_VECTOR)  # fmt: skip
    assert result["rx.delivered"] == frames == result["rx.stage.interrupted.count"]
    # The first message comes with the first packet: what follows are whole intervals, but for the last.
    intervals = result["irq.messages"] - 1
    time = (frames - 1) / result["rx.wire.frame_rate"]
    return intervals / time, (frames - 1) / intervals, result["rx.stage.interrupted.mean"] * 1e-12, intervals


CASES = [(units, rate) for units in (488, 195) for rate in (2_000, 8_000, 20_000, 100_000, 812_744)]


@pytest.fixture(scope="module", params=CASES, ids=lambda case: f"{case[0]}-{case[1]}")
def case(request):
    units, rate = request.param
    gap = units * UNIT
    # About 4,000 messages a run; fewer where they hardly vary.
    frames = min(round(4_000 * packets_a_message(rate, gap)), 60_000)
    runs = [measure(units, rate, frames, seed) for seed in range(1, SEEDS + 1)]
    return rate, gap, 1 / runs[0][3], [Sample(values) for values in list(zip(*runs, strict=True))[:3]]


MISSES = []


def check(sample, expected, bias, precision):
    # The interval must be narrow enough to be conclusive, and far misses are never chance.
    assert sample.half_width() < precision
    assert not sample.misses(expected, bias, T9999), (
        f"{sample.mean} +- {sample.half_width()}, expected {expected}"
    )
    MISSES.append(sample.misses(expected, bias))


# The end of a run cuts one interval: a bias of up to one in all.
def test_messages_a_second(case):
    rate, gap, cut, (messages, _, _) = case
    expected = messages_a_second(rate, gap)
    check(messages, expected, expected * cut, 0.02 * expected)


def test_packets_a_message(case):
    rate, gap, cut, (_, packets, _) = case
    expected = packets_a_message(rate, gap)
    check(packets, expected, expected * cut, 0.02 * expected)


def test_mean_delay(case):
    rate, gap, _, (_, _, delay) = case
    check(delay, mean_delay(rate, gap), TRAVEL, 0.01 * gap)


def test_intervals_hold_at_their_level():
    """Chance explains how many of the 95 % intervals above miss."""
    assert len(MISSES) == 3 * len(CASES), "runs after all cases"
    assert chance_of_more(sum(MISSES) - 1, len(MISSES)) > 0.01, f"{sum(MISSES)} of {len(MISSES)} miss"


@pytest.mark.parametrize("units", [488, 195])
def test_limits(units):
    """Sparse packets do not wait; packets at line rate wait for half the gap and messages are exactly T apart."""
    gap = units * UNIT
    sparse = simulate(rx__moderation=units, traffic__interval_ps=10**10, traffic__frames=500,
                      **(ONE_VECTOR | {"traffic__arrival": "constant"}))  # fmt: skip
    assert sparse["irq.messages"] == 500
    assert sparse["rx.stage.interrupted.mean"] * 1e-12 < TRAVEL
    assert sparse["rx.stage.interrupted.max"] * 1e-12 < TRAVEL
    full = simulate(rx__moderation=units, traffic__frame_size=1_518, traffic__frames=40_001,
                    **(ONE_VECTOR | {"traffic__arrival": "line_rate"}))  # fmt: skip
    duration = 40_000 * 1_230.4e-9
    assert abs(full["irq.messages"] - 1 - duration / gap) <= 1
    assert full["rx.stage.interrupted.mean"] * 1e-12 == pytest.approx(gap / 2, abs=TRAVEL + 1_230.4e-9)


def test_without_moderation():
    result = simulate(rx__moderation=0, traffic__interval_ps=2_000_000, traffic__frames=1_000,
                      **(ONE_VECTOR | {"traffic__arrival": "constant"}))  # fmt: skip
    assert result["irq.messages"] == 1_000
