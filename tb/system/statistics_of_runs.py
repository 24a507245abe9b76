"""Confidence intervals over seeds."""

from math import sqrt

# Quantiles of Student's t: two-sided 95 % and 99.99 %, by degrees of freedom.
T95 = {9: 2.262, 19: 2.093, 29: 2.045}
T9999 = {9: 6.594, 19: 4.897, 29: 4.530}


class Sample:
    """Values of independent runs: their mean, and half the width of an interval for it."""

    def __init__(self, values):
        self.values = list(values)
        n = len(self.values)
        self.mean = sum(self.values) / n
        self.deviation = sqrt(sum((value - self.mean) ** 2 for value in self.values) / (n - 1) / n)
        self.freedom = n - 1

    def half_width(self, quantile=None):
        """Returns half the width of the 95 % interval, or of the interval of another table of quantiles."""
        return (quantile or T95)[self.freedom] * self.deviation

    def misses(self, expected, bias=0.0, quantile=None):
        """True if the interval, widened by a known bias, does not contain `expected`."""
        return abs(self.mean - expected) > self.half_width(quantile) + bias


def chance_of_more(misses, tests, probability=0.05):
    """Chance of more than that many misses in tests that are each missed with this probability."""
    total, term = 0.0, (1 - probability) ** tests
    for i in range(misses + 1):
        total += term
        term *= (tests - i) / (i + 1) * probability / (1 - probability)
    return 1 - total
