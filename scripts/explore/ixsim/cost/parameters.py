"""Sizes of the controller whose cost is computed, with their ranges; the defaults are one port of the 82598.

Ranges are those of the custom profile (docs/profiles.md). The check, the options and the help use one table.
"""

import math
from dataclasses import asdict, dataclass
from typing import Any


class ParameterError(ValueError):
    """A size that is impossible, in one line: key, found, accepted, remedy."""


@dataclass(frozen=True)
class Size:
    """Range, unit and meaning of a parameter."""

    least: int
    most: int
    unit: str
    meaning: str
    multiple: int = 1

    def accepted(self) -> str:
        kind = f"multiples of {self.multiple} from" if self.multiple > 1 else "whole numbers from"
        return f"{kind} {self.least} to {self.most} ({self.unit})"


SIZES = {
    "rx_queues": Size(1, 128, "queues", "receive queues"),
    "tx_queues": Size(
        1, 128, "queues", "transmit queues; the transmit scheduler has a request line for each"
    ),
    "pools": Size(1, 64, "pools", "VMDq pools, at most the lesser number of queues"),
    "addresses": Size(1, 128, "addresses", "exact receive addresses; 128 with the rules of the 82599"),
    "vectors": Size(1, 64, "vectors", "MSI-X vectors"),
    "descriptors": Size(
        8, 1024, "descriptors", "descriptors that the device caches for each queue", multiple=8
    ),
    "packet_buffer": Size(1, 8192, "KiB", "receive packet buffer"),
    "tx_packet_buffer": Size(1, 8192, "KiB", "transmit packet buffer"),
}
SCHEDULERS = ("rr", "drr", "wrr")
RULES = ("82598", "82599")
ADDRESSES = {"82598": 16, "82599": 128}  # of the devices with these rules
MOST_OVERHEAD = 10.0


@dataclass(frozen=True)
class Parameters:
    """Sizes of one port. Raises ParameterError if one is impossible."""

    rx_queues: int = 64
    tx_queues: int = 32
    pools: int = 16
    addresses: int | None = None  # those of the device with these rules
    vectors: int = 20
    descriptors: int = 64
    packet_buffer: int = 512
    tx_packet_buffer: int = 320
    scheduler: str = "rr"
    rules: str = "82598"
    sram_overhead: float = 0.25

    @classmethod
    def of(cls, values: dict[str, Any]) -> "Parameters":
        """Takes a dictionary; an unknown name is an error."""
        names = list(cls.__dataclass_fields__)
        for name in values:
            if name not in names:
                raise ParameterError(f"{name}: found no such parameter, accepted: {', '.join(names)}")
        return cls(**values)

    def __post_init__(self) -> None:
        if self.addresses is None:
            object.__setattr__(self, "addresses", ADDRESSES.get(self.rules, ADDRESSES["82598"]))
        for name, size in SIZES.items():
            value = getattr(self, name)
            if isinstance(value, bool) or not isinstance(value, int):
                raise ParameterError(f"{name}: found {value!r}, accepted: {size.accepted()}")
            if not size.least <= value <= size.most or value % size.multiple:
                raise ParameterError(f"{name}: found {value}, accepted: {size.accepted()}")
        if self.pools > min(self.rx_queues, self.tx_queues):
            raise ParameterError(
                f"pools: found {self.pools} with rx_queues {self.rx_queues} and tx_queues {self.tx_queues}, "
                f"accepted: at most {min(self.rx_queues, self.tx_queues)}, because each pool needs a queue each way; "
                "lower pools or raise the queues"
            )
        for name, accepted in (("scheduler", SCHEDULERS), ("rules", RULES)):
            if getattr(self, name) not in accepted:
                raise ParameterError(
                    f"{name}: found {getattr(self, name)!r}, accepted: {' or '.join(accepted)}"
                )
        overhead = self.sram_overhead
        number = isinstance(overhead, (int, float)) and not isinstance(overhead, bool)
        if not number or not math.isfinite(overhead) or not 0 <= overhead <= MOST_OVERHEAD:
            raise ParameterError(
                f"sram_overhead: found {overhead!r}, accepted: a number from 0 to {MOST_OVERHEAD:g} "
                "(transistors round the cells for each transistor in a cell)"
            )

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)
