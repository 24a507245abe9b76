"""A receive queue as M/D/1/K, through the whole controller: Poisson arrivals, K buffers posted in all, frames
without a descriptor dropped, one server that takes a fixed time and gives the buffer back at the end of it.

Loss = 1 - 1 / (p0 + rho), with p0 from the chain of the number left behind by a departure; the mean number in
the system and, by Little's law, the mean time follow from the same chain.
"""

from math import exp

import pytest
from program import simulate
from statistics_of_runs import T95, T9999, Sample, chance_of_more

SEEDS = 30
SERVICE = 10**9  # ps, a thousand times what the device takes for a frame
# From a frame's end to its descriptor in memory, and from the end of service to the buffer being available
# again: the server idles meanwhile, which makes it slower by at most this.
DEVICE = 3 * 10**6
QUEUE = {
    "rx__queues": 1, "rx__pools": 1, "rx__rss": False, "rx__ring": 128, "rx__drop": True, "rx__write_back": 1,
    "host__mode": "poll", "host__service_time_ns": SERVICE // 1_000, "host__refill": 1, "traffic__arrival": "poisson",
}  # fmt: skip


def departure_chain(rho, size):
    """Distribution of the number left behind by a departure, 0 to size - 1."""
    arrivals = [exp(-rho)]
    for i in range(1, size):
        arrivals.append(arrivals[-1] * rho / i)
    # p[j] = p[0] a[j] + sum over i of 1 .. j + 1 of p[i] a[j - i + 1], solved upwards.
    weights = [1.0]
    for j in range(size - 1):
        inflow = weights[0] * arrivals[j] + sum(weights[i] * arrivals[j - i + 1] for i in range(1, j + 1))
        weights.append((weights[j] - inflow) / arrivals[0])
    total = sum(weights)
    return [weight / total for weight in weights]


def loss(rho, size):
    return 1 - 1 / (departure_chain(rho, size)[0] + rho)


def mean_number(rho, size):
    """Over time, the one in service included."""
    left = departure_chain(rho, size)
    scale = 1 / (left[0] + rho)
    return sum(n * p * scale for n, p in enumerate(left)) + size * (1 - scale)


PUBLISHED = {  # loss by size: rho .5, .8, .9, .95, 1.0, 1.1, 1.5
    1: (3.333e-1, 4.444e-1, 4.737e-1, 4.872e-1, 5.000e-1, 5.238e-1, 6.000e-1),
    2: (9.627e-2, 1.996e-1, 2.346e-1, 2.519e-1, 2.689e-1, 3.021e-1, 4.197e-1),
    8: (5.007e-5, 8.790e-3, 2.726e-2, 4.316e-2, 6.383e-2, 1.165e-1, 3.337e-1),
    16: (2.159e-9, 2.707e-4, 4.337e-3, 1.313e-2, 3.158e-2, 9.535e-2, 3.333e-1),
    64: (0, 2.8e-13, 2.006e-7, 7.97e-5, 7.833e-3, 9.091e-2, 3.333e-1),
}
LOADS = (0.5, 0.8, 0.9, 0.95, 1.0, 1.1, 1.5)


def test_published_figures():
    for size, losses in PUBLISHED.items():
        for rho, expected in zip(LOADS, losses, strict=True):
            assert loss(rho, size) == pytest.approx(expected, rel=2e-3, abs=1e-12)
    # M/D/1: the mean wait is rho / (2 (1 - rho)) services.
    for rho, wait in [(0.5, 0.5), (0.8, 2.0), (0.9, 4.5), (0.95, 9.5)]:
        assert mean_number(rho, 400) / rho - 1 == pytest.approx(wait, rel=1e-3)


def run(size, rho, frames, seed):
    return simulate(rx__posted=size, traffic__interval_ps=round(SERVICE / rho), traffic__frames=frames,
                    simulation__seed=seed, **QUEUE)  # fmt: skip


# Frames that let the queue forget that it began empty.
MEASURED = 5_000
WARM_UP = {1: 50, 2: 50, 8: 300, 16: 1_000, 64: 8_000}


def measure(size, rho, seed):
    """Loss and mean number in the system over the frames after the warm-up, from two runs of the same arrivals."""
    warm_up = WARM_UP[size]
    frames = warm_up + max(MEASURED, 2 * warm_up)
    short, long = run(size, rho, warm_up, seed), run(size, rho, frames, seed)
    assert long["rx.drop.no_descriptor"] + long["rx.delivered"] == frames

    def spent(result):
        return result["rx.latency.host.mean"] * result["rx.latency.host.count"]

    time = (frames - 1) / long["rx.wire.frame_rate"] - (warm_up - 1) / short["rx.wire.frame_rate"]
    number = (spent(long) - spent(short)) * 1e-12 / time  # Little: arrivals a second x time spent
    return (long["rx.drop.no_descriptor"] - short["rx.drop.no_descriptor"]) / (frames - warm_up), number


def check(size, rho):
    """Returns how many of the two 95 % intervals miss."""
    # Other seeds for every case: the same arrivals, only scaled, would make all cases miss together.
    first = 10_000 * size + round(100 * rho)
    runs = [measure(size, rho, first + 1_000 * i) for i in range(SEEDS)]
    losses, numbers = map(Sample, zip(*runs, strict=True))
    # The server is slower by DEVICE at most, as if the load were higher by this much.
    slower = rho * (1 + DEVICE / SERVICE)
    expected = loss(rho, size)
    loss_bias = loss(slower, size) - expected
    number_bias = mean_number(slower, size) - mean_number(rho, size) + DEVICE / SERVICE * rho
    if expected < 1e-4:
        # Too rare for an interval: the count itself, at most what chance gives one time in 10,000.
        lost = sum(losses.values) * max(MEASURED, 2 * WARM_UP[size])
        assert lost <= 3 + 6 * expected * SEEDS * max(MEASURED, 2 * WARM_UP[size])
        loss_misses = False
    else:
        assert losses.half_width() < 0.1 * expected + 0.002
        assert not losses.misses(expected, loss_bias, T9999), (
            f"{losses.mean} +- {losses.half_width()}, not {expected}"
        )
        loss_misses = losses.misses(expected, loss_bias)
    expected = mean_number(rho, size)
    assert numbers.half_width(T95) < 0.12 * expected
    assert not numbers.misses(expected, number_bias, T9999), (
        f"{numbers.mean} +- {numbers.half_width()}, not {expected}"
    )
    print(f"K={size} rho={rho}: loss {losses.mean:.5g} +- {losses.half_width():.2g} ({loss(rho, size):.5g}), "
          f"number {numbers.mean:.5g} +- {numbers.half_width():.2g} ({expected:.5g})")  # fmt: skip
    return loss_misses + numbers.misses(expected, number_bias)


def check_all(cases):
    misses = [check(size, rho) for size, rho in cases]
    # At most as many 95 % intervals miss as chance allows.
    assert chance_of_more(sum(misses) - 1, 2 * len(misses)) > 0.01, f"{sum(misses)} of {2 * len(misses)} miss"


def test_loss_and_number():
    """Few buffers, as each of many needs more warm-up; test_overload_does_not_depend_on_the_ring has many."""
    check_all([(1, 0.5), (8, 0.95), (16, 1.1)])


@pytest.mark.long
def test_loss_and_number_all():
    check_all([(size, rho) for size in PUBLISHED for rho in LOADS])


@pytest.mark.parametrize("size", [32, 64, 127])
def test_overload_does_not_depend_on_the_ring(size):
    """From rho = 1.5 and 32 buffers on, the server is always busy: loss = 1 - 1 / rho."""
    short, long = run(size, 1.5, 1_000, 1), run(size, 1.5, 9_000, 1)
    time = 8_999 / long["rx.wire.frame_rate"] - 999 / short["rx.wire.frame_rate"]
    served = long["rx.delivered"] - short["rx.delivered"]
    # The numbers waiting at both ends may differ by a few.
    assert served == pytest.approx(time / (SERVICE * 1e-12), abs=size / 2, rel=2 * DEVICE / SERVICE)
    assert served / 8_000 == pytest.approx(1 / 1.5, rel=0.02)
