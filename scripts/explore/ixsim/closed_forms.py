"""Closed forms that a space file may name. They are drawn and compared with simulated values.

Each takes numbers and returns the value that the model must give: queues with Poisson arrivals and fixed service,
hashing of equal flows, interrupt moderation, frames on a wire. Units are in the text of each form.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass


def departures(rho: float, size: int) -> list[float]:
    """Returns the distribution of the number that a departure leaves behind in M/D/1/K with K = size, 0 to size - 1."""
    arrivals = [math.exp(-rho)]
    for i in range(1, size):
        arrivals.append(arrivals[-1] * rho / i)
    weights = [1.0]
    for j in range(size - 1):
        inflow = weights[0] * arrivals[j] + sum(weights[i] * arrivals[j - i + 1] for i in range(1, j + 1))
        weights.append((weights[j] - inflow) / arrivals[0])
    total = sum(weights)
    return [w / total for w in weights]


def md1k_loss(rho: float, k: float) -> float:
    """Returns the loss of a queue with Poisson arrivals, fixed service and at most k frames, the one in service
    included.
    """
    return 1 - 1 / (departures(rho, int(k))[0] + rho)


def md1_wait(rho: float, service: float) -> float:
    """Returns the mean wait before service, in the unit of `service`, without a limit of the queue."""
    return math.nan if rho >= 1 else service * rho / (2 * (1 - rho))


def rss_queues_used(flows: float, queues: float) -> float:
    """Returns the mean number of queues with at least one of these flows, each in a random queue."""
    return queues * (1 - (1 - 1 / queues) ** flows)


def moderated_interrupts(rate: float, gap: float) -> float:
    """Returns interrupts per second of a vector with Poisson arrivals of `rate` per second and a minimum gap in
    seconds.
    """
    return rate if gap == 0 else 1 / (gap + math.exp(-rate * gap) / rate)


def moderated_delay(rate: float, gap: float) -> float:
    """Returns the mean delay in seconds that moderation adds, with Poisson arrivals of `rate` per second and a minimum
    gap in seconds.
    """
    return (rate * gap**2 / 2) / (rate * gap + math.exp(-rate * gap)) if gap else 0.0


def wire_frame_rate(frame: float, bits: float) -> float:
    """Returns frames per second on a wire of `bits` per second: frame bytes with FCS, and 20 bytes of preamble and gap."""
    return bits / 8 / (frame + 20)


@dataclass(frozen=True)
class ClosedForm:
    """A form with the names of its parameters."""

    function: Callable[..., float]
    parameters: tuple[str, ...]


FORMS = {
    "md1k_loss": ClosedForm(md1k_loss, ("rho", "k")),
    "md1_wait": ClosedForm(md1_wait, ("rho", "service")),
    "rss_queues_used": ClosedForm(rss_queues_used, ("flows", "queues")),
    "moderated_interrupts": ClosedForm(moderated_interrupts, ("rate", "gap")),
    "moderated_delay": ClosedForm(moderated_delay, ("rate", "gap")),
    "wire_frame_rate": ClosedForm(wire_frame_rate, ("frame", "bits")),
}
