"""Two samples of which one is small: some tables of people beside many games of bots.

A unit is a table (a game of people) or a block (a deal of bots): what one unit adds is one number, its mean over its
players. Formulas: Student's t for one mean, Welch's for the difference of two (Welch, *The generalization of "Student's"
problem when several different population variances are involved*, Biometrika 34, 1947). SciPy has them for two arrays
(`ttest_ind`, which the tests compare); here the larger sample is never in memory, only how often each outcome occurred.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import inf, sqrt

import numpy as np
from scipy import special, stats
from statsmodels.stats.proportion import proportion_confint

from quorumsim.stats.interval import Interval

FEWEST_UNITS = 5
"""From fewer units nobody knows how wide an interval will be after more of them."""
ENOUGH_UNITS = 30
"""So many units tell their own spread well enough."""
MOST_UNITS = 10_000
"""More tables than this no playtest ever has: the value lies on the edge of what was called important."""


@dataclass(frozen=True)
class Summary:
    """`units` independent numbers: their mean, and the variance of one of them (0 for a single one)."""

    units: int
    mean: float
    variance: float

    @property
    def of_mean(self) -> float:
        """Variance of the mean."""
        return self.variance / self.units

    def spread_at_least(self, variance: float) -> Summary:
        """The same with at least this variance, where the units are few or all agree.

        Points are skewed: a few tables that lie close together also lie low, and look sure. Measured on tables of `greedy`
        beside `greedy` (docs/compare-play.md), Student's t alone called a difference sure in 17 of 100 samples of three.
        """
        few = self.units < ENOUGH_UNITS or self.variance == 0
        return replace(self, variance=max(self.variance, variance)) if few else self


def summary(values: np.ndarray, counts: np.ndarray | None = None) -> Summary:
    """From one value a unit, or from values and how often each occurred. Shapes: (values,) each; at least one."""
    values = np.asarray(values, float)
    counts = np.ones(len(values)) if counts is None else np.asarray(counts, float)
    units = round(counts.sum())
    mean = float(counts @ values) / units
    return Summary(units, mean, float(counts @ (values - mean) ** 2) / max(units - 1, 1))


def mean_range(sample: Summary, level: float) -> Interval:
    """Mean of one sample of numbers that are never below 0. One unit, or no spread at all, gives no range."""
    if sample.units < 2 or sample.variance == 0:
        return Interval(sample.mean, -inf, inf, level, sample.units)
    reach = _critical(sample.units - 1, level) * sqrt(sample.of_mean)
    return Interval(sample.mean, max(sample.mean - reach, 0.0), sample.mean + reach, level, sample.units)


def difference_range(one: Summary, other: Summary, level: float) -> Interval:
    """Mean of `one` minus mean of `other`; `blocks` of the interval are the units of `one`."""
    value = one.mean - other.mean
    if min(one.units, other.units) < 2 or one.variance == 0:
        return Interval(value, -inf, inf, level, one.units)
    reach = _reach(one, other, level)
    return Interval(value, value - reach, value + reach, level, one.units)


def further_units(one: Summary, other: Summary, level: float, smallest_effect: float) -> int | None:
    """How many more units of `one` would bring the nearer edge of the smallest effect outside `difference_range`, if mean
    and variance stay. Never less than a tenth of those there are. None for fewer than FEWEST_UNITS, and where no number up
    to MOST_UNITS would.
    """
    if one.units < FEWEST_UNITS or other.units < 2 or one.variance == 0:
        return None
    distance = abs(abs(one.mean - other.mean) - smallest_effect)

    def settles(units: int) -> bool:
        return _reach(replace(one, units=units), other, level) < distance

    low, high = one.units, one.units + MOST_UNITS
    if not settles(high):
        return None
    while high - low > 1:  # a range only shrinks with more units
        middle = (low + high) // 2
        low, high = (low, middle) if settles(middle) else (middle, high)
    return max(high - one.units, one.units // 10)


def share_below(values: np.ndarray, counts: np.ndarray, at: np.ndarray) -> np.ndarray:
    """Share of the outcomes that lie below each of `at`, equal ones counted half. `values` ascending."""
    reached = np.concatenate([[0], np.cumsum(counts)])
    below = reached[np.searchsorted(values, at, side="left")]
    up_to = reached[np.searchsorted(values, at, side="right")]
    return np.asarray((below + up_to) / (2 * reached[-1]), float)


def pairs_range(one: Summary, other: Summary, level: float) -> Interval:
    """How often a member of `one` beats one of `other`, equal ones counted half: the probability of superiority (Vargha and
    Delaney, J. Educational and Behavioral Statistics 25, 2000).

    `one`: the mean over each unit's members of the share of the others they beat; `other`: the share that beat them. Their
    variances add up (DeLong, DeLong and Clarke-Pearson, Biometrics 44, 1988; for clusters Obuchowski, Biometrics 53, 1997).
    The range is Wilson's on the effective sample size, as for every share here; where all agree, on the units themselves.
    """
    if one.units < 2:
        return Interval(one.mean, 0, 1, level, one.units)
    share, variance = one.mean, one.of_mean + other.of_mean
    size = float(one.units)
    if variance > 0 and 0 < share < 1:
        narrower = special.ndtri((1 + level) / 2) / _critical(one.units - 1, level)
        size = share * (1 - share) / variance * float(narrower) ** 2
    low, high = proportion_confint(share * size, size, 1 - level, method="wilson")
    return Interval(share, min(share, float(low)), max(share, float(high)), level, one.units)


def effective_size(share: float, in_units: Summary, members: int) -> int:
    """As how many independent outcomes the `members` of some units count, for the share of them that is measured in each unit
    (Korn and Graubard, *Survey Methodology* 24, 1998). At least the units, at most the members.
    """
    if in_units.variance == 0:
        return in_units.units
    return int(min(max(share * (1 - share) / in_units.of_mean, in_units.units), members))


def quantile_shares(share: float, size: int, level: float) -> tuple[float, float]:
    """Between which shares of `size` outcomes the quantile lies: order statistics by the binomial distribution (Conover,
    *Practical Nonparametric Statistics*, 3rd ed. 1999, 3.2). At 0 and beyond 1 that end is unknown.
    """
    tail = (1 - level) / 2
    low, high = stats.binom.ppf([tail, 1 - tail], size, share)
    return float(low) / size, float(high + 1) / size


def _critical(freedom: float, level: float) -> float:
    return float(special.stdtrit(freedom, (1 + level) / 2))


def _reach(one: Summary, other: Summary, level: float) -> float:
    """Half the width of Welch's interval."""
    a, b = one.of_mean, other.of_mean
    freedom = (a + b) ** 2 / (a**2 / (one.units - 1) + b**2 / (other.units - 1))
    return _critical(freedom, level) * sqrt(a + b)
