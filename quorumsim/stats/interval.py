"""Intervals for means, ratios and differences, from sums over blocks.

The unit of chance is the block: one deal, played under every rotation of its seating. The games of a block share their
deal, and the seats of a game share their win, so nothing here takes a number of games; only sums over blocks.

The formulas are those of cluster sampling (Cochran, *Sampling Techniques*, 3rd ed. 1977, sections 6.3 and 9A.5: the
linearised variance of a ratio), computed in whole numbers, so that nothing cancels. docs/statistics.md has them all.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from math import inf, isinf, sqrt

from scipy import special
from statsmodels.stats.proportion import proportion_confint

from quorumsim.stats.moments import Moments

ANYTHING = (-inf, inf)


@dataclass(frozen=True)
class Interval:
    """A value and the range that covers the true one in `level` of all runs; its ends are infinite if nothing is known."""

    value: float
    low: float
    high: float
    level: float
    blocks: int

    def scaled(self, factor: float) -> Interval:
        """The same in another unit; `factor` is positive."""
        return replace(self, value=self.value * factor, low=self.low * factor, high=self.high * factor)

    def shifted(self, by: float) -> Interval:
        return replace(self, value=self.value + by, low=self.low + by, high=self.high + by)


def mean_interval(
    blocks: int, total: int, squares: int, level: float = 0.95, bounds: tuple[float, float] = ANYTHING
) -> Interval | None:
    """Mean of one whole number a block, from the sum and the sum of squares over blocks.

    `bounds` are the smallest and largest possible value. None if there are no blocks.
    """
    return ratio_interval(Moments(blocks, blocks, total, blocks, total, squares), level, bounds)


def ratio_interval(moments: Moments, level: float = 0.95, bounds: tuple[float, float] = ANYTHING) -> Interval | None:
    """Mean of y for each member of a group whose size differs from block to block: sum of y over sum of n.

    `bounds` are the smallest and largest possible mean of a block. None if the group never occurs.
    """
    m = moments
    if m.n == 0:
        return None
    return _interval(Fraction(m.y, m.n), _ratio_squares(m), _units(m.blocks, m.n, m.nn), m.blocks, level, bounds)


def _ratio_squares(m: Moments) -> Fraction:
    """Residual of a block: e = N y - Y n. Their sum is 0, so the variance of Y/N is B/(B-1) sum(e^2) / N^4."""
    return Fraction(m.n * m.n * m.yy - 2 * m.n * m.y * m.ny + m.y * m.y * m.nn, m.n**4)


def difference_interval(
    group: Moments, everybody: Moments, level: float = 0.95, bounds: tuple[float, float] = ANYTHING
) -> Interval | None:
    """Mean of y in a group minus the mean of y outside it: two disjoint groups, never "with minus overall".

    `everybody` has the same number of members n in each block; `group` needs its sums with everybody's y (`ng`, `yg`).
    `bounds`: the smallest and largest possible difference. If they are finite, (-x, x), the means are shares from 0 to x.
    None if the group or its complement never occurs.
    """
    a, g, blocks = group, everybody, everybody.blocks
    if a.n == 0 or a.n == g.n:
        return None
    size = Fraction(g.n, blocks)
    n1, y1 = a.n, a.y
    n0, y0 = g.n - a.n, g.y - a.y
    # What a block adds to the difference: (y - r1 n) / n1 - ((G - y) - r0 (size - n)) / n0 = py y + pn n + pg G + p1.
    r1, r0 = Fraction(y1, n1), Fraction(y0, n0)
    py = Fraction(1, n1) + Fraction(1, n0)
    pn = -r1 / n1 - r0 / n0
    pg = -Fraction(1, n0)
    p1 = r0 * size / n0
    squares = (
        py * py * a.yy + pn * pn * a.nn + pg * pg * g.yy + p1 * p1 * blocks
        + 2 * (py * pn * a.ny + py * pg * a.yg + pn * pg * a.ng + p1 * (py * y1 + pn * n1 + pg * g.y))
    )  # fmt: skip
    outside = _outside(a, g)
    units = min(_units(blocks, n1, a.nn), _units(blocks, n0, outside.nn))
    if units >= 2 and not isinf(bounds[1]):
        return _share_difference(a, outside, squares, level, bounds)
    return _interval(r1 - r0, squares, units, blocks, level, bounds)


def _outside(group: Moments, everybody: Moments) -> Moments:
    """The moments of those who are not in the group."""
    a, g = group, everybody
    size = g.n // g.blocks
    return Moments(
        g.blocks, g.n - a.n, g.y - a.y, g.nn - 2 * size * a.n + a.nn, size * (g.y - a.y) - a.ng + a.ny,
        g.yy - 2 * a.yg + a.yy,
    )  # fmt: skip


def _share_difference(
    inside: Moments, outside: Moments, squares: Fraction, level: float, bounds: tuple[float, float]
) -> Interval:
    """Difference of two shares from the interval of each and their correlation (Newcombe, Statistics in Medicine 17, 1998;
    Zou and Donner, Statistics in Medicine 27, 2008). For many blocks it is value ± t s.e.; where a group is small or never
    wins, its own interval keeps the difference from looking sure.
    """
    one, other = (ratio_interval(m, level, (0.0, bounds[1])) for m in (inside, outside))
    assert one is not None and other is not None
    first, second = (_ratio_squares(m) for m in (inside, outside))
    shared = float(first + second - squares) / 2  # twice their covariance is what the difference lacks
    # A positive correlation would narrow the range; it is left out, being an estimate itself.
    correlation = max(-1.0, min(0.0, shared / sqrt(first * second))) if first * second else 0.0

    def reach(side: float, opposite: float) -> float:
        return sqrt(side**2 + opposite**2 - 2 * correlation * side * opposite)

    value = one.value - other.value
    low = value - reach(one.value - one.low, other.high - other.value)
    high = value + reach(one.high - one.value, other.value - other.low)
    return Interval(value, max(low, bounds[0]), min(high, bounds[1]), level, inside.blocks)


def _units(blocks: int, n: int, nn: Fraction | int) -> float:
    """How many blocks really inform about a group: Kish's effective number, (sum n)^2 / sum n^2. All, if every n is equal."""
    return min(float(blocks), float(n * n / Fraction(nn)))


def _interval(
    value: Fraction, squares: Fraction, units: float, blocks: int, level: float, bounds: tuple[float, float]
) -> Interval:
    """`squares`: sum over blocks of the squared contribution of a block; `units` of the blocks inform about it."""
    centre, (low, high) = float(value), bounds
    if units < 2:  # one block says where, but not how sure
        return Interval(centre, low, high, level, blocks)
    if squares == 0:  # all blocks agree: bound how many could have differed, and let those lie anywhere
        differ = float(proportion_confint(0, int(units), 1 - level, method="beta")[1])
        return Interval(centre, _towards(centre, low, differ), _towards(centre, high, differ), level, blocks)
    variance = float(squares * Fraction(blocks, blocks - 1))
    critical = float(special.stdtrit(units - 1, (1 + level) / 2))
    if low == 0 and not isinf(high) and low < value < high:
        # A share: Wilson's interval on the effective sample size, which keeps within the bounds and fits rare events.
        share = centre / high
        size = share * (1 - share) * high**2 / variance * (special.ndtri((1 + level) / 2) / critical) ** 2
        ends = proportion_confint(share * size, size, 1 - level, method="wilson")
        return Interval(centre, float(ends[0]) * high, float(ends[1]) * high, level, blocks)
    reach = critical * sqrt(variance)
    return Interval(centre, max(low, centre - reach), min(high, centre + reach), level, blocks)


def _towards(value: float, bound: float, share: float) -> float:
    return bound if isinf(bound) else value + share * (bound - value)
