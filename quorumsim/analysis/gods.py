"""What do the gods do? Whether their tokens decide games, whose points they move, and how those who take them fare."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from quorumsim.analysis import fold
from quorumsim.analysis.counted import Counted
from quorumsim.analysis.figure import GAMES, OUTER, POINTS, TWELFTHS, Figure, figure, figures
from quorumsim.analysis.judged import judge
from quorumsim.analysis.sample import Sample, sample_of
from quorumsim.analysis.sentences import NO_GODS, Finding, god_numbers_finding, god_points_finding, gods_finding
from quorumsim.stats.interval import Interval, ratio_interval
from quorumsim.stats.moments import EMPTY, Moments, moments_of
from quorumsim.stats.simultaneous import each_level

if TYPE_CHECKING:
    from quorumsim.lab.run import Run
    from quorumsim.quorum.cards import God


@dataclass(frozen=True)
class GodRow:
    """A god, over all its copies. Points: what its token changes moved on the final tables, for each time it was taken."""

    god: int
    name: str
    title: str
    taken: Figure  # times a game
    taker_points: Figure
    other_points: Figure  # all other players together
    together: Figure  # win share of players who took it minus that of players who did not: goes together


@dataclass(frozen=True)
class NumberRow:
    """Players by how many gods they took. Goes together with winning, or not; not what taking one does."""

    gods: int
    of_players: Figure  # of 100 players and games
    share: Figure
    excess: Figure
    margin: Figure


@dataclass(frozen=True)
class GodAnswer:
    """`points` and `together` are the findings of the two tables, empty if no god was taken. No rows: no gods in the rules."""

    sample: Sample
    finding: Finding
    points: str
    together: str
    decided: Figure
    rows: tuple[GodRow, ...]
    numbers: tuple[NumberRow, ...]


def gods(run: Run, smallest_effect: float = 1.0, counted: Counted | None = None) -> GodAnswer:
    """The gods of a run. Ranges in the table of gods hold for all gods at once."""
    sample, counted = sample_of(run), counted or Counted(run)
    deciding = _decided(run)
    decided = figure(lambda at: ratio_interval(deciding, at, (0, 1)), GAMES, 100)
    if not run.rules.gods:
        return GodAnswer(sample, NO_GODS, "", "", decided, (), ())
    finding = gods_finding(decided, judge(decided, smallest_effect, sample.rotations), smallest_effect)
    rows, numbers = _gods(run, counted), _numbers(sample, counted)
    return GodAnswer(sample, finding, _most_points(run, rows), _by_number(numbers), decided, rows, numbers)


def _most_points(run: Run, rows: tuple[GodRow, ...]) -> str:
    known = {row.god: row for row in rows if row.taker_points.value is not None}
    if not known:
        return ""
    changes = {god.number: (god.left, god.right) for god in run.rules.gods}
    most = max(known.values(), key=lambda row: row.taker_points.unrounded)
    alike = tuple(row.name for row in known.values() if changes[row.god] == changes[most.god])
    return god_points_finding(alike, most.title.removeprefix(most.name).strip(" ()"), most.taker_points)


def _by_number(numbers: tuple[NumberRow, ...]) -> str:
    ordered = sorted(numbers, key=lambda row: -row.share.unrounded)
    if not ordered:
        return ""
    most, fewest = ordered[0], ordered[-1]
    return god_numbers_finding((most.gods, most.share), (fewest.gods, fewest.share) if fewest is not most else None)


def _decided(run: Run) -> Moments:
    """Games that tokens decided, over blocks."""
    sums = EMPTY
    for chunk in fold.games(run, ["tokens_decided"]):
        decided = chunk["tokens_decided"]
        sums = sums + moments_of(decided.shape[1], decided.sum(axis=1))
    return sums


def _gods(run: Run, counted: Counted) -> tuple[GodRow, ...]:
    deck = run.rules.gods
    level = each_level(OUTER, len(deck))
    blocks, rotations = counted.blocks, counted.rotations
    moved = {god.number: counted.moved(god.number) for god in deck}

    def a_game(god: God, at: float) -> Interval | None:
        m, _ = moved[god.number]
        return ratio_interval(
            Moments(blocks, rotations * blocks, m.n, rotations**2 * blocks, rotations * m.n, m.nn), at
        )

    columns = (
        figures(a_game, deck, "times a game", level=level),
        figures(lambda god, at: ratio_interval(moved[god.number][0], at), deck, POINTS, level=level, signed=True),
        figures(lambda god, at: ratio_interval(moved[god.number][1], at), deck, POINTS, level=level, signed=True),
        figures(
            lambda god, at: counted.share_with("god", god.number, at), deck, GAMES, TWELFTHS, level=level, signed=True
        ),
    )
    return tuple(GodRow(god.number, god.name, god.title, *values) for god, *values in zip(deck, *columns, strict=True))


def _numbers(sample: Sample, counted: Counted) -> tuple[NumberRow, ...]:
    ids = [number for number in counted.ids("gods") if counted.shares("gods", number).n]
    everybody = counted.shares("all", 0)

    def of_players(number: int, at: float) -> Interval | None:
        m, size = counted.shares("gods", number), everybody.n // everybody.blocks
        return ratio_interval(Moments(m.blocks, everybody.n, m.n, everybody.nn, size * m.n, m.nn), at, (0, 1))

    def share(number: int, at: float) -> Interval | None:
        return counted.share("gods", number, at)

    columns = (
        figures(of_players, ids, "of 100 players", 100),
        figures(share, ids, GAMES, TWELFTHS),
        figures(share, ids, GAMES, TWELFTHS, -sample.par, signed=True),
        figures(lambda number, at: counted.margin("gods", number, at), ids, POINTS, signed=True),
    )
    return tuple(NumberRow(number, *values) for number, *values in zip(ids, *columns, strict=True))
