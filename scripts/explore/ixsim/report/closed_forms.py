"""Closed forms that a study can name for a metric, in the table [closed_form] of its space file.

[closed_form."loss"]
form = "md1k_loss"
rho = "host.service_time_ns / 1000000"
size = "rx.posted"

A form takes numbers; each parameter is an expression of scenario keys. Results are in the unit of the metric.
"""

import inspect
import math
from collections.abc import Callable
from typing import Any

from ..errors import StudyError
from ..expression import Expression

PICOSECONDS = 1e12


def departure_chain(rho: float, size: int) -> list[float]:
    """Returns the distribution of the number that a departure of M/D/1/K leaves behind, 0 to K - 1."""
    arrivals = [math.exp(-rho)]
    for i in range(1, size):
        arrivals.append(arrivals[-1] * rho / i)
    weights = [1.0]
    for j in range(size - 1):
        inflow = weights[0] * arrivals[j] + sum(weights[i] * arrivals[j - i + 1] for i in range(1, j + 1))
        weights.append((weights[j] - inflow) / arrivals[0])
    total = sum(weights)
    return [w / total for w in weights]


def md1k_loss(rho: float, size: float) -> float:
    """Loss of M/D/1/K: Poisson arrivals, a fixed service time, `size` places with the one in service."""
    return 1 - 1 / (departure_chain(rho, int(size))[0] + rho)


def md1_wait(rho: float, service: float) -> float:
    """Mean wait of M/D/1 before service, in the unit of `service`; no end from rho = 1 on."""
    return rho / (2 * (1 - rho)) * service if rho < 1 else math.inf


def moderation_delay(rate: float, gap: float) -> float:
    """Mean wait in ps for a message at Poisson arrivals (`rate` a second) with at least `gap` seconds between two."""
    return PICOSECONDS * rate * gap**2 / 2 / (rate * gap + math.exp(-rate * gap))


def moderation_packets(rate: float, gap: float) -> float:
    """Packets a message at Poisson arrivals with at least `gap` seconds between two messages."""
    return rate * gap + math.exp(-rate * gap)


def queues_used(queues: float, flows: float) -> float:
    """Mean number of queues that get a flow if a hash deals `flows` over `queues`."""
    return queues * (1 - (1 - 1 / queues) ** flows)


FORMS: dict[str, Callable[..., float]] = {
    f.__name__: f for f in (md1k_loss, md1_wait, moderation_delay, moderation_packets, queues_used)
}


class ClosedForm:
    """A closed form of a metric with its parameters as expressions."""

    def __init__(self, metric: str, table: Any):
        place = f"closed_form.{metric}"
        if not isinstance(table, dict) or table.get("form") not in FORMS:
            found = table.get("form") if isinstance(table, dict) else table
            raise StudyError(f"{place}: found form {found!r}, accepted: {', '.join(FORMS)}")
        self.metric, self.name = metric, table["form"]
        self.function = FORMS[self.name]
        wanted, given = list(inspect.signature(self.function).parameters), [k for k in table if k != "form"]
        if sorted(wanted) != sorted(given):
            raise StudyError(f"{place}: found {', '.join(given) or 'no parameter'}, accepted: {', '.join(wanted)}")
        self.parameters = {name: Expression(str(table[name]), f"{place}.{name}") for name in wanted}

    @property
    def text(self) -> str:
        return " ".join(str(self.function.__doc__).split())

    def value(self, keys: dict[str, Any]) -> float:
        """Returns the value with these scenario keys; NaN where the form has none."""
        result = self.function(**{n: float(e.value(keys)) for n, e in self.parameters.items()})
        return result if math.isfinite(result) else math.nan


def of_study(table: dict[str, Any]) -> list[ClosedForm]:
    return [ClosedForm(metric, entry) for metric, entry in table.items()]
