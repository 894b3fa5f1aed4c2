"""What an interval says, beside the smallest effect that matters."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from math import ceil, isfinite

from quorumsim.stats.interval import Interval

# Beyond this many blocks in all "play more" is no advice: the figure lies on the edge of what was called important.
MOST_BLOCKS = 10**7
# From fewer than this many blocks nobody knows how wide an interval will be after more of them.
FEWEST_BLOCKS = 100


class State(Enum):
    """The rows of the verdict table (docs/statistics.md)."""

    SMALL = "small"  # the whole interval is nearer to 0 than the smallest effect
    MATTERS = "matters"  # the whole interval is beyond it
    LEANS = "leans"  # it excludes 0 but not the smallest effect
    OPEN = "open"  # it contains 0 and reaches the smallest effect
    EMPTY = "empty"  # there is nothing to judge


@dataclass(frozen=True)
class Verdict:
    state: State
    further_blocks: int | None = None  # how many more would settle it; None if settled, or if no sensible number would

    @property
    def settled(self) -> bool:
        return self.state in (State.SMALL, State.MATTERS)


def verdict(interval: Interval | None, smallest_effect: float) -> Verdict:
    """Judge an interval whose 0 means no effect; the smallest effect is in its unit.

    "Small" is the usual equivalence test by two one-sided tests (Schuirmann, J. Pharmacokinet. Biopharm. 15, 1987).
    """
    if interval is None:
        return Verdict(State.EMPTY)
    low, high, effect = interval.low, interval.high, smallest_effect
    if -effect < low and high < effect:
        return Verdict(State.SMALL)
    if low > effect or high < -effect:
        return Verdict(State.MATTERS)
    state = State.LEANS if low > 0 or high < 0 else State.OPEN
    return Verdict(state, further_blocks(interval, effect))


def further_blocks(interval: Interval, smallest_effect: float) -> int | None:
    """How many more blocks would bring the nearer edge of the smallest effect outside the interval, if the value stays.

    An interval's half-width h shrinks with the square root of the blocks B. It must shrink to the distance d between the
    value and the edge: B (h/d)^2 blocks in all. Never less than a tenth of those there are. None where there are too few
    blocks to say, or where the number is beyond reason.
    """
    if interval.blocks < FEWEST_BLOCKS:
        return None
    distance = abs(abs(interval.value) - smallest_effect)
    half = max(interval.high - interval.value, interval.value - interval.low)
    if not isfinite(half) or distance * MOST_BLOCKS**0.5 <= half * interval.blocks**0.5:
        return None
    further = ceil(interval.blocks * (half / distance) ** 2) - interval.blocks
    return max(further, interval.blocks // 10)
