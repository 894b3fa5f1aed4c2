"""Paths to victory: which provinces and types bring the points, to whom, and what winners have more of."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from quorumsim.analysis import fold
from quorumsim.analysis.figure import OUTER, POINTS, Figure, figures, printed_ranks
from quorumsim.analysis.sample import Sample, sample_of
from quorumsim.analysis.sentences import paths_finding, seat_name
from quorumsim.quorum.names import PROVINCES, TYPES
from quorumsim.stats.interval import Interval, difference_interval, ratio_interval
from quorumsim.stats.moments import moments_of
from quorumsim.stats.simultaneous import each_level

if TYPE_CHECKING:
    from quorumsim.lab.run import Run

START = "start_points"
SOURCES = (*PROVINCES, *TYPES)
MOST_NAMED = 3


@dataclass(frozen=True)
class SourceRow:
    """A source of points. Ranges hold for all sources at once."""

    source: str
    name: str
    kind: str  # province, type, or start
    points: Figure  # a player and game
    of_all: Figure  # of 100 points
    winners: Figure
    others: Figure
    difference: Figure  # winners minus others


@dataclass(frozen=True)
class ScorerRow:
    """Points by seat, or by bot where several play."""

    by: str
    who: str
    source: str
    points: Figure


@dataclass(frozen=True)
class PathAnswer:
    """`rows` by points, most first."""

    sample: Sample
    finding: str
    rows: tuple[SourceRow, ...]
    scorers: tuple[ScorerRow, ...]


def paths(run: Run) -> PathAnswer:
    """Sources of points of a run."""
    sample = sample_of(run)
    sums = _sums(run, sample)
    sources = [*SOURCES, *([START] if sums[START, "everybody"].yy else [])]
    level = each_level(OUTER, len(sources))

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
    named = zip(sources, *columns, strict=True)
    rows = [SourceRow(source, source_name(source), _kind(source), *values) for source, *values in named]
    rows.sort(key=lambda row: -row.points.unrounded)
    return PathAnswer(sample, _finding(rows), tuple(rows), _scorers(sample, sums, sources))


def source_name(source: str) -> str:
    """Africa, Military, Start points"""
    return words(source).capitalize()


def words(source: str) -> str:
    """Inside a sentence: Africa, military, start points"""
    return source.capitalize() if source in PROVINCES else source.replace("_", " ")


def _kind(source: str) -> str:
    return "province" if source in PROVINCES else "type" if source in TYPES else "start"


def _sums(run: Run, sample: Sample) -> fold.Sums:
    """By source: everybody, winners, others, as part of the total; and by seat and by bot."""
    sums = fold.Sums()
    by_bot = len(sample.bots) > 1
    for chunk in fold.seats(run, [*SOURCES, START, "total", "place", *(["bot"] if by_bot else [])]):
        won = chunk["place"] == 1
        rotations, players = won.shape[1:]
        total = chunk["total"].astype(np.int64).sum(axis=(1, 2))
        winners = won.sum(axis=(1, 2))
        for source in (*SOURCES, START):
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


def _scorers(sample: Sample, sums: fold.Sums, sources: list[str]) -> tuple[ScorerRow, ...]:
    whose: list[tuple[str, int | str, str]] = [
        ("seat", seat, seat_name(seat, sample.players)) for seat in range(sample.players)
    ]
    if len(sample.bots) > 1:
        whose += [("bot", bot, bot) for bot in sample.bots]
    keys = [(source, by, key, name) for source in sources for by, key, name in whose]
    made = figures(lambda key, at: ratio_interval(sums[key[:3]], at), keys, POINTS)
    return tuple(ScorerRow(by, name, source, points) for (source, by, _, name), points in zip(keys, made, strict=True))


def _finding(rows: list[SourceRow]) -> str:
    """The first sources are named together as long as their ranges reach up to the first one's."""
    apart = max(rows, key=lambda row: abs(row.difference.unrounded))
    _, worst = printed_ranks([row.points for row in rows])
    most = [(words(row.source), row.points) for row in rows[: min(worst[0], MOST_NAMED)]]
    return paths_finding(most, words(apart.source), apart.difference)
