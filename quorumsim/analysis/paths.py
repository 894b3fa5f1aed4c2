"""Paths to victory: which provinces and types bring the points, to whom, and what winners have more of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from quorumsim.analysis import fold
from quorumsim.analysis.figure import POINTS, Figure, figures, printed_ranks
from quorumsim.analysis.sample import Sample, sample_of
from quorumsim.analysis.sentences import paths_finding, seat_name
from quorumsim.analysis.sources import SourceRow, source_figures, source_sums
from quorumsim.quorum.names import PROVINCES, TYPES
from quorumsim.stats.interval import ratio_interval

if TYPE_CHECKING:
    from quorumsim.lab.run import Run

START = "start_points"
SOURCES = (*PROVINCES, *TYPES)
MOST_NAMED = 3


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
    sums = source_sums(run, sample, (*SOURCES, START))
    sources = [*SOURCES, *([START] if sums[START, "everybody"].yy else [])]
    columns = source_figures(sums, sources)
    rows = [
        SourceRow(source, source_name(source), _kind(source), *values)
        for source, values in zip(sources, columns, strict=True)
    ]
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
