"""Sums over the blocks of a run: win shares of some players beside the others, and of two bots at the same tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from quorumsim.analysis import fold
from quorumsim.stats.moments import Moments, moments_of

if TYPE_CHECKING:
    from quorumsim.lab.run import Run

WHOLE = 12  # a win share is counted in twelfths; a bot that sits 1 to 4 times at a table is averaged over that in twelfths too
LEAST_SHARE = 0.03  # of all players, for a row of its own at either end
MOST_ROWS = 7
ALL = "all"

Range = tuple[int, int]


def winners_by(run: Run, column: str, groups: Mapping[str, Range]) -> fold.Sums:
    """Win shares in twelfths of the players whose value of a column is in each range, by its name, and of `ALL`."""
    sums = fold.Sums()
    for chunk in fold.seats(run, [column, "win_share"]):
        won = fold.twelfths(chunk["win_share"])
        everybody = won.sum(axis=(1, 2))
        sums.gather(ALL, moments_of(won[0].size, everybody, everybody))
        for name, (low, high) in groups.items():
            mask = (chunk[column] >= low) & (chunk[column] <= high)
            sums.gather(name, moments_of(mask.sum(axis=(1, 2)), (won * mask).sum(axis=(1, 2)), everybody))
    return sums


def players_in(group: Moments, everybody: Moments) -> Moments:
    """How many of all players are in a group, from the sums of both."""
    size = everybody.n // max(everybody.blocks, 1)
    return Moments(everybody.blocks, everybody.n, group.n, everybody.nn, size * group.n, group.nn)


def tally(runs: Iterable[Run], column: str) -> Counter[int]:
    """How many players have each value of a column, in all runs together."""
    counted: Counter[int] = Counter()
    for run in runs:
        one = fold.Tally()
        for chunk in fold.seats(run, [column]):
            one.gather(chunk[column])
        counted.update(one.counted)
    return counted


def rows_of(counted: Counter[int]) -> list[Range]:
    """Values as rows of a figure: one each, those at both ends together until they are enough players and few enough rows."""
    rows = [((value, value), counted[value]) for value in sorted(counted)]
    enough = LEAST_SHARE * counted.total()
    while len(rows) > 1 and (min(rows[0][1], rows[-1][1]) < enough or len(rows) > MOST_ROWS):
        place = 0 if rows[0][1] <= rows[-1][1] else len(rows) - 2
        (one, other) = rows[place : place + 2]
        rows[place : place + 2] = [((one[0][0], other[0][1]), one[1] + other[1])]
    return [ends for ends, _ in rows]


def row_name(ends: Range, all_rows: Sequence[Range]) -> str:
    """3, or "2 or fewer", or "8 or more"."""
    low, high = ends
    if low == high:
        return str(low)
    if ends == all_rows[0]:
        return f"{high} or fewer"
    return f"{low} or more"


def half_way(counted: Counter[int]) -> int:
    """The value at or above which about half of the players are, and some are below; the only one if all are alike."""
    values, players = sorted(counted), counted.total()
    above = {value: sum(counted[other] for other in values if other >= value) / players for value in values[1:]}
    return min(above, key=lambda value: abs(above[value] - 0.5), default=values[0])


class Duel:
    """Two bots at the same tables, block for block: what each seat of one has more than each seat of the other.

    A block in which both sit adds one number, the mean over the seats of `one` minus that over the seats of `others`, in
    win shares and in margins. Times `scale` the former is in games of 100, times `point` the latter in points.
    """

    def __init__(self, run: Run, one: str, others: Callable[[np.ndarray], np.ndarray]) -> None:
        sums, rotations = fold.Sums(), run.manifest["rotations"]
        self.whole = WHOLE * WHOLE * rotations
        self.scale, self.point = 100 / self.whole, 1 / (WHOLE * rotations)
        for chunk in fold.seats(run, ["bot", "win_share", "margin"]):
            mine, theirs = chunk["bot"] == one, others(chunk["bot"])
            times, other_times = (mask.sum(axis=(1, 2)) // rotations for mask in (mine, theirs))
            both = (times > 0) & (other_times > 0)
            weights = [WHOLE // np.maximum(count, 1) for count in (times, other_times)]
            for name, values in (("share", fold.twelfths(chunk["win_share"])), ("margin", chunk["margin"].astype(np.int64))):
                mean, other = (
                    weight * (values * mask).sum(axis=(1, 2)) for weight, mask in zip(weights, (mine, theirs), strict=True)
                )
                sums.gather(name, moments_of(1, (mean - other)[both]))
        self.share: Moments = sums["share"]
        self.margin: Moments = sums["margin"]
