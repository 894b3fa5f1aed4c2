"""Sources of points: what each brings, to whom, and what winners have more of. A source is a column of the seats."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from quorumsim.analysis import fold
from quorumsim.analysis.figure import OUTER, POINTS, Figure, figures
from quorumsim.analysis.sample import Sample
from quorumsim.stats.interval import Interval, difference_interval, ratio_interval
from quorumsim.stats.moments import moments_of
from quorumsim.stats.simultaneous import each_level

if TYPE_CHECKING:
    from quorumsim.lab.run import Run


@dataclass(frozen=True)
class SourceRow:
    """A source of points. Ranges hold for all sources at once."""

    source: str
    name: str
    kind: str  # a word of the game for sources alike
    points: Figure  # a player and game
    of_all: Figure  # of 100 points
    winners: Figure
    others: Figure
    difference: Figure  # winners minus others


def source_sums(run: Run, sample: Sample, sources: Sequence[str]) -> fold.Sums:
    """By source: everybody, winners, others, as part of the total; and by seat and by bot."""
    sums = fold.Sums()
    by_bot = len(sample.bots) > 1
    for chunk in fold.seats(run, [*sources, "total", "place", *(["bot"] if by_bot else [])]):
        won = chunk["place"] == 1
        rotations, players = won.shape[1:]
        total = chunk["total"].astype(np.int64).sum(axis=(1, 2))
        winners = won.sum(axis=(1, 2))
        for source in sources:
            points = chunk[source].astype(np.int64)
            all_points = points.sum(axis=(1, 2))
            of_winners = (points * won).sum(axis=(1, 2))
            sums.gather((source, "everybody"), moments_of(rotations * players, all_points, all_points))
            sums.gather((source, "of all"), moments_of(total, all_points))
            sums.gather((source, "winners"), moments_of(winners, of_winners, all_points))
            sums.gather((source, "others"), moments_of(rotations * players - winners, all_points - of_winners))
            for seat in range(players):
                sums.gather((source, "seat", seat), moments_of(rotations, points[:, :, seat].sum(axis=1)))
            if by_bot:
                for bot in sample.bots:
                    here = chunk["bot"] == bot
                    sums.gather(
                        (source, "bot", bot), moments_of(here.sum(axis=(1, 2)), (points * here).sum(axis=(1, 2)))
                    )
    return sums


def source_figures(sums: fold.Sums, sources: Sequence[str], beside: int = 1) -> list[tuple[Figure, ...]]:
    """The five figures of a `SourceRow` for each source. `beside`: of how many such runs all ranges are to hold at once."""
    level = each_level(OUTER, len(sources) * beside)

    def mean(whose: str) -> Callable[[str, float], Interval | None]:
        return lambda source, at: ratio_interval(sums[source, whose], at)

    def apart(source: str, at: float) -> Interval | None:
        return difference_interval(sums[source, "winners"], sums[source, "everybody"], at)

    columns = (
        figures(mean("everybody"), sources, POINTS, level=level),
        figures(mean("of all"), sources, "of 100 points", 100, level=level),
        figures(mean("winners"), sources, POINTS, level=level),
        figures(mean("others"), sources, POINTS, level=level),
        figures(apart, sources, POINTS, level=level, signed=True),
    )
    return list(zip(*columns, strict=True))
