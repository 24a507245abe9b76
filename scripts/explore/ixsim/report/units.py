"""Figures in units for readers: times in us, rates in Gb/s, shares in %, rounded to the precision that the interval
supports.
"""

import math

# Unit of the store: unit of the page and the factor between them.
SHOWN = {
    "ps": ("us", 1e-6),
    "ns": ("us", 1e-3),
    "bit/s": ("Gb/s", 1e-9),
    "b/s": ("Gb/s", 1e-9),
    "frames/s": ("Mframes/s", 1e-6),
    "transistors": ("M transistors", 1e-6),
    "bits": ("Mbit", 1e-6),
    "bit": ("Mbit", 1e-6),
}


def shown(unit: str | None) -> tuple[str, float]:
    """Returns the unit of the page and the factor from the store's unit to it."""
    unit = "" if unit in (None, "1") else unit
    return SHOWN.get(unit, (unit, 1.0))


def figure(value: float, digits: int = 4) -> str:
    """Returns a number with the given significant digits, thousands apart, without an exponent where it can."""
    if value is None or math.isnan(value):
        return "-"
    if math.isinf(value):
        return "inf" if value > 0 else "-inf"
    if value == 0:
        return "0"
    size = math.floor(math.log10(abs(value)))
    if size < -4 or size > 14:
        return f"{value:.{digits - 1}e}"
    return f"{value:,.{max(0, digits - 1 - size)}f}"


def with_interval(mean: float, low: float, high: float, factor: float = 1.0) -> str:
    """Returns "9.49 ± 0.02": two digits of the half width, and the mean to the same place."""
    if math.isnan(mean):
        return "-"
    if math.isnan(low) or math.isnan(high):
        return f"{figure(mean * factor)} (no interval)"
    mean, half = mean * factor, (high - low) / 2 * factor
    if half == 0:
        return f"{exact(mean)} ± 0"
    places = max(0, 1 - math.floor(math.log10(half))) if math.isfinite(half) else 0
    if places > 8:
        return f"{figure(mean)} ± {half:.1e}"
    return f"{mean:,.{places}f} ± {half:,.{places}f}"


def exact(value: float) -> str:
    """Returns a number without an interval, to six significant digits and without zeros at its end."""
    text = figure(value, 6)
    return text.rstrip("0").rstrip(".") if "." in text and "e" not in text else text
