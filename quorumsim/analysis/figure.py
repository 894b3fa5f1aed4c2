"""A number as it is published: rounded once, with its ranges, in its unit.

Page, terminal, JSON and CSV all print these rounded numbers, and verdicts are given on them, so nothing can disagree in
its last digit. Ranges are rounded outwards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import ceil, floor, inf, isfinite
from typing import TypeVar

import numpy as np

from quorumsim.stats.interval import Interval
from quorumsim.stats.rank import rank_ranges
from quorumsim.stats.verdict import Verdict, further_blocks, verdict

MINUS = "\N{MINUS SIGN}"
INNER, OUTER = 0.66, 0.95
GAMES = "of 100 games"
POINTS = "points"
TWELFTHS = 100 / 12  # win shares are counted in twelfths and published as games of 100

Key = TypeVar("Key")


@dataclass(frozen=True)
class Figure:
    """`value` is None if there is no data, the ends of a range if they are unknown. `exact` is the outer interval unrounded."""

    value: float | None
    low: float | None
    high: float | None
    inner_low: float | None
    inner_high: float | None
    unit: str
    decimals: int
    signed: bool
    exact: Interval | None

    @property
    def text(self) -> str:
        """27.4"""
        return "no data" if self.value is None else self.number(self.value)

    @property
    def range(self) -> str:
        """27.2 to 27.6"""
        if self.low is None or self.high is None:
            return "no range yet"
        return f"{self.number(self.low)} to {self.number(self.high)}"

    @property
    def phrase(self) -> str:
        """27.4 of 100 games (27.2 to 27.6)"""
        return self.text if self.value is None else f"{self.text} {self.unit} ({self.range})"

    def number(self, value: float) -> str:
        """A value in this figure's digits, with a real minus sign, and a plus sign if the figure is a difference."""
        return number(value, self.decimals, self.signed)

    @property
    def unrounded(self) -> float:
        """To sort by; 0 where there is no data."""
        return self.exact.value if self.exact else 0.0

    @property
    def side(self) -> int:
        """1 or -1 where the whole range is on one side of zero, else 0."""
        return self.side_of(0)

    def side_of(self, value: float) -> int:
        """1 or -1 where the whole range is above or below `value`, else 0."""
        if self.low is None or self.high is None or self.low <= value <= self.high:
            return 0
        return 1 if self.low > value else -1

    def against(self, smallest_effect: float) -> Verdict:
        """The verdict on this figure, whose zero means no effect."""
        if self.value is None or self.exact is None:
            return verdict(None, smallest_effect)
        low = -float("inf") if self.low is None else self.low
        high = float("inf") if self.high is None else self.high
        judged = verdict(Interval(self.value, low, high, OUTER, self.exact.blocks), smallest_effect)
        return judged if judged.settled else Verdict(judged.state, further_blocks(self.exact, smallest_effect))


def number(value: float, decimals: int, signed: bool = False) -> str:
    """1,234.5 or +3.1 or −0.2"""
    text = f"{abs(value):,.{decimals}f}"
    if value < 0:
        return MINUS + text
    return "+" + text if signed and value > 0 else text


def rounded(value: float, decimals: int, way: Callable[[float], float] | None = None) -> float | None:
    """`value` to that many decimals, up or down if told; None if it is infinite. Never minus zero."""
    if not isfinite(value):
        return None
    if way is None:
        return round(value, decimals) + 0.0
    scaled = value * 10**decimals
    near = round(scaled)
    return (near if abs(scaled - near) < 1e-9 else way(scaled)) / 10**decimals + 0.0


def decimals_for(intervals: Iterable[Interval | None]) -> int:
    """Digits after the point, 1 to 3, that the surest of these intervals (in their published unit) calls for; one that
    is a single number calls for none.
    """
    reaches = [(i.high - i.low) / 2 for i in intervals if i is not None and 0 < i.high - i.low < inf]
    surest = min(reaches, default=1.0)
    return 1 if surest >= 0.04 else 2 if surest >= 0.004 else 3


def figure(
    make: Callable[[float], Interval | None], unit: str, scale: float = 1.0, shift: float = 0.0, level: float = OUTER,
    signed: bool = False,
) -> Figure:  # fmt: skip
    """A figure from a function that gives the interval for a level; it is published times `scale` plus `shift`."""
    return figures(lambda _, at: make(at), [None], unit, scale, shift, level, signed)[0]


def figures(
    make: Callable[[Key, float], Interval | None], keys: Iterable[Key], unit: str, scale: float = 1.0, shift: float = 0.0,
    level: float = OUTER, signed: bool = False,
) -> list[Figure]:  # fmt: skip
    """The figures of a column, one for each key, all with the same number of decimals.

    `level` is that of the outer range; a table that holds all at once asks for more than 95 %. Inner ranges are for each
    figure by itself.
    """

    def published(key: Key, at: float) -> Interval | None:
        interval = make(key, at)
        return None if interval is None else interval.scaled(scale).shifted(shift)

    pairs = [(published(key, level), published(key, INNER)) for key in keys]
    decimals = decimals_for(outer for outer, _ in pairs)
    return [_round(outer, inner, unit, decimals, signed) for outer, inner in pairs]


def by_value(column: list[Figure]) -> list[int]:
    """Places in the column, largest figure first."""
    return sorted(range(len(column)), key=lambda place: -column[place].unrounded)


def printed_ranks(column: list[Figure]) -> tuple[list[int], list[int]]:
    """Best and worst rank of each figure, from the ranges as printed; what has none could stand anywhere."""
    low = np.array([-np.inf if figure.low is None else figure.low for figure in column])
    high = np.array([np.inf if figure.high is None else figure.high for figure in column])
    best, worst = rank_ranges(low, high)
    return best.tolist(), worst.tolist()


def mean_of(members: list[Figure]) -> Figure:
    """The mean of figures of one column. Its range is the mean of their ranges: it holds whenever all of theirs hold."""
    first, size = members[0], len(members)

    def mean(ends: list[float | None]) -> float:
        return float("nan") if None in ends else sum(end for end in ends if end is not None) / size

    low, high = mean([m.low for m in members]), mean([m.high for m in members])
    inner = mean([m.inner_low for m in members]), mean([m.inner_high for m in members])
    value = sum(m.exact.value for m in members if m.exact) / size
    outer = Interval(value, low, high, OUTER, first.exact.blocks if first.exact else 0)
    return _round(outer, Interval(value, *inner, INNER, outer.blocks), first.unit, first.decimals, first.signed)


def _round(outer: Interval | None, inner: Interval | None, unit: str, decimals: int, signed: bool) -> Figure:
    if outer is None or inner is None:
        return Figure(None, None, None, None, None, unit, decimals, signed, None)
    return Figure(
        rounded(outer.value, decimals),
        rounded(outer.low, decimals, floor),
        rounded(outer.high, decimals, ceil),
        rounded(inner.low, decimals, floor),
        rounded(inner.high, decimals, ceil),
        unit,
        decimals,
        signed,
        outer,
    )
