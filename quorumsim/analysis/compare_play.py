"""Do the bots score like people? Score sheets of real tables beside a run: means by source, outcomes, and what settles it.

The unit is the table: the players of a game share its cards and its tracks, so a game counts once, with the mean over those
of its players who noted the source. docs/compare-play.md says how it is computed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor
from typing import TYPE_CHECKING

import numpy as np

from quorumsim.analysis import fold
from quorumsim.analysis.compare_play_sentences import (
    named_sentence,
    not_noted_sentence,
    open_sentence,
    play_finding,
    totals_sentence,
)
from quorumsim.analysis.figure import OUTER, POINTS, Figure, figures
from quorumsim.analysis.judged import EFFECT_WORDS, NO_DATA, UNDECIDED, Judged
from quorumsim.analysis.paths import SOURCES, source_name
from quorumsim.analysis.sample import Sample, sample_of
from quorumsim.analysis.score_sheets import GODS, TOTAL, Sheet, Sheets, Table
from quorumsim.analysis.sentences import Finding
from quorumsim.stats.interval import Interval
from quorumsim.stats.quantile import quantiles
from quorumsim.stats.simultaneous import each_level
from quorumsim.stats.two_samples import (
    FEWEST_UNITS,
    Summary,
    difference_range,
    effective_size,
    further_units,
    mean_range,
    pairs_range,
    quantile_shares,
    share_below,
    summary,
)
from quorumsim.stats.verdict import State

if TYPE_CHECKING:
    from quorumsim.lab.run import Run

WINNER, LEAD, FIRST_TO_LAST = "winner", "lead", "first_to_last"
OF_TABLES = {WINNER: "Total of the winner", LEAD: "Lead of the winner", FIRST_TO_LAST: "First to last"}
"""What a table has one of; all others are of players."""
TENTHS = (0.1, 0.5, 0.9)
PAIRS = "of 100 pairs"


@dataclass(frozen=True)
class MeanRow:
    """Means a player, or a table for what a table has one of. Ranges of the differences hold for all rows at once."""

    source: str
    name: str
    tables: int  # that noted it
    sheets: int  # rows of the file that noted it; 0 for what is of tables
    people: Figure
    bots: Figure
    difference: Figure  # people minus bots
    verdict: Judged | None  # None: not in points, so no yardstick


@dataclass(frozen=True)
class Whole:
    """A whole number and its range; `high` is None where the sheets are too few to bound it."""

    value: int
    low: int
    high: int | None

    @property
    def text(self) -> str:
        """9 (7 to 11)"""
        return f"{self.value} ({self.low} {'or more' if self.high is None else f'to {self.high}'})"


@dataclass(frozen=True)
class Outcomes:
    """The outcomes that 10, 50 and 90 of 100 do not exceed."""

    tenth: Whole
    middle: Whole
    nine_tenths: Whole

    @property
    def text(self) -> str:
        return ", ".join(each.text for each in (self.tenth, self.middle, self.nine_tenths))


@dataclass(frozen=True)
class SpreadRow:
    """`pairs`: how often a person has more than a bot; `above`: how many of 100 bots are below people's mean."""

    source: str
    name: str
    people: Outcomes
    bots: Outcomes
    pairs: Figure
    above: Whole


@dataclass(frozen=True)
class PlayAnswer:
    """`sentences` follow the finding: totals, what is open, what was not noted, who sat there."""

    sample: Sample
    file: str
    tables: int
    sheets: int
    smallest_effect: float
    finding: Finding
    sentences: tuple[str, ...]
    rows: tuple[MeanRow, ...]
    spreads: tuple[SpreadRow, ...]


@dataclass(frozen=True)
class Measured:
    """One thing measured on both sides. `people`: what each table noted, arrays of one value a player (or one).

    `bots`: how often each outcome occurred; `blocks`: the same for the sums of a block over its `members` outcomes.
    """

    people: list[np.ndarray]
    bots: fold.Tally
    blocks: fold.Tally
    members: int
    rotations: int

    @property
    def of_bots(self) -> Summary:
        return summary(self.blocks.values / self.members, self.blocks.counts)

    @property
    def of_people(self) -> Summary:
        """A few tables vary at least as bots' games do. A block is the mean of `rotations` games, so a game varies about that
        many times as much."""
        one_game = self.of_bots.variance * self.rotations
        return summary(np.array([table.mean() for table in self.people])).spread_at_least(one_game)


def compare_play(sheets: Sheets, run: Run, smallest_effect: float = 2.0) -> PlayAnswer:
    """The tables of the run's number of players beside the run. `smallest_effect` is in points."""
    sample = sample_of(run)
    tables = sheets.tables[sample.players]
    measured = _measured(tables, run, sample)
    rows = _mean_rows(measured, smallest_effect)
    spreads = tuple(_spread_rows(measured))
    of_sources = [row for row in rows if row.source in SOURCES]
    pairs = {row.source: row.pairs for row in spreads}
    missing = tuple(source for source in SOURCES if source not in measured)
    sentences = (
        totals_sentence(next((row for row in rows if row.source == TOTAL), None), pairs.get(TOTAL)),
        open_sentence([row.verdict for row in rows if row.verdict]),
        not_noted_sentence(missing),
        named_sentence([{sheet.name for sheet in table if sheet.name} for table in tables]),
    )
    return PlayAnswer(
        sample, sheets.file, len(tables), sum(len(table) for table in tables), smallest_effect,
        play_finding(of_sources, smallest_effect), tuple(text for text in sentences if text), rows, spreads,
    )  # fmt: skip


def measure_name(key: str) -> str:
    """Africa, Military, Total, Lead of the winner, Gods taken"""
    return OF_TABLES.get(key) or ("Gods taken" if key == GODS else source_name(key))


# --- both sides -------------------------------------------------------------------------------------------------------


def _measured(tables: Sequence[Table], run: Run, sample: Sample) -> dict[str, Measured]:
    """By measure, those that at least one table noted, in the order of the rows."""
    given_points = any(run.rules.seat_points[sample.players])
    people = _people(tables, given_points)
    keys = [key for key in (*SOURCES, TOTAL, *OF_TABLES, GODS) if people.get(key)]
    singles, blocks = {key: fold.Tally() for key in keys}, {key: fold.Tally() for key in keys}
    for chunk in fold.seats(run, [*SOURCES, TOTAL, GODS]):
        outcomes = _outcomes(chunk)
        for key in keys:
            singles[key].gather(outcomes[key])
            blocks[key].gather(outcomes[key].reshape(len(outcomes[key]), -1).sum(axis=1))
    games = sample.rotations
    members = {key: games if key in OF_TABLES else games * sample.players for key in keys}
    return {key: Measured(people[key], singles[key], blocks[key], members[key], games) for key in keys}


def _outcomes(chunk: fold.Arrays) -> fold.Arrays:
    """Shape (blocks, rotations, players), or (blocks, rotations) for what a table has one of."""
    values = {key: column.astype(np.int64) for key, column in chunk.items()}
    ordered = np.sort(values[TOTAL], axis=2)
    first, second, last = ordered[:, :, -1], ordered[:, :, -2], ordered[:, :, 0]
    return values | {WINNER: first, LEAD: first - second, FIRST_TO_LAST: first - last}


def _people(tables: Sequence[Table], given_points: bool) -> dict[str, list[np.ndarray]]:
    """What each table noted, by measure. What a table has one of needs the totals of all its players."""
    noted: dict[str, list[np.ndarray]] = {}
    for table in tables:
        for key in (*SOURCES, TOTAL, GODS):
            values = [value for sheet in table if (value := _value(sheet, key, given_points)) is not None]
            if values:
                noted.setdefault(key, []).append(np.array(values))
            if key == TOTAL and len(values) == len(table):
                ordered = sorted(values)
                of_table = {WINNER: ordered[-1], LEAD: ordered[-1] - ordered[-2]}
                if len(table) > 2:  # of two, it is the lead
                    of_table[FIRST_TO_LAST] = ordered[-1] - ordered[0]
                for name, value in of_table.items():
                    noted.setdefault(name, []).append(np.array([value]))
    return noted


def _value(sheet: Sheet, key: str, given_points: bool) -> int | None:
    return sheet.total(given_points) if key == TOTAL else sheet.numbers.get(key)


# --- rows -------------------------------------------------------------------------------------------------------------


def _mean_rows(measured: dict[str, Measured], smallest_effect: float) -> tuple[MeanRow, ...]:
    people = {key: each.of_people for key, each in measured.items()}
    bots = {key: each.of_bots for key, each in measured.items()}
    in_points = [key for key in measured if key != GODS]
    level = each_level(OUTER, len(in_points))
    rows = []
    for keys, unit in ((in_points, POINTS), ([GODS] if GODS in measured else [], "gods")):
        columns = (
            figures(lambda key, at: mean_range(people[key], at), keys, unit),
            figures(lambda key, at: mean_range(bots[key], at), keys, unit),
            figures(lambda key, at: difference_range(people[key], bots[key], at), keys, unit, level=level, signed=True),
        )
        for key, of_people, of_bots, apart in zip(keys, *columns, strict=True):
            further = further_units(people[key], bots[key], level, smallest_effect)
            verdict = None if key == GODS else _judge(apart, smallest_effect, further)
            noted = measured[key].people
            sheets = 0 if key in OF_TABLES else sum(len(table) for table in noted)
            rows.append(MeanRow(key, measure_name(key), len(noted), sheets, of_people, of_bots, apart, verdict))
    return tuple(rows)


def _judge(difference: Figure, smallest_effect: float, further: int | None) -> Judged:
    """As `judged.judge`, but what is missing are tables of people, and few of them may be enough."""
    verdict = difference.against(smallest_effect)
    if difference.exact is None:
        return Judged(NO_DATA)
    if verdict.settled:
        return Judged(EFFECT_WORDS[verdict.state])
    too_few = difference.low is None or difference.exact.blocks < FEWEST_UNITS
    return Judged(UNDECIDED, verdict.state is State.LEANS, further, too_few)


def _spread_rows(measured: dict[str, Measured]) -> list[SpreadRow]:
    keys = list(measured)
    pairs = figures(lambda key, at: _pairs(measured[key], at), keys, PAIRS, 100)
    rows = []
    for key, beats in zip(keys, pairs, strict=True):
        each = measured[key]
        row = SpreadRow(key, measure_name(key), _of_people(each.people), _of_bots(each), beats, _above(each))
        rows.append(row)
    return rows


def _pairs(each: Measured, level: float) -> Interval:
    """Placements: of each table's players among the bots, and of the bots among all players, each table weighing alike."""
    values, counts = each.bots.values, each.bots.counts
    one = summary(np.array([share_below(values, counts, table).mean() for table in each.people]))
    weights = np.concatenate([np.full(len(table), 1 / len(table)) for table in each.people])
    noted = np.concatenate(each.people)
    order = np.argsort(noted, kind="stable")
    other = summary(1 - share_below(noted[order], weights[order], values), counts)
    # The bots of a block may do alike: as if they all did, it counts once.
    return pairs_range(one, Summary(int(each.blocks.counts.sum()), other.mean, other.variance), level)


def _above(each: Measured) -> Whole:
    """People's mean and the ends of its range, each placed among the bots."""
    mean = mean_range(each.of_people, OUTER)
    ends = np.array([mean.value, mean.low, mean.high])
    value, low, high = (100 * share_below(each.bots.values, each.bots.counts, ends)).tolist()
    return Whole(round(value), floor(low), ceil(high))


def _of_people(tables: Sequence[np.ndarray]) -> Outcomes:
    """The players of a table do a little alike, so they count as somewhat fewer."""
    tally = fold.Tally()
    tally.gather(np.concatenate(tables))
    made = []
    for share, value in zip(TENTHS, quantiles(tally.values, tally.counts, np.array(TENTHS)), strict=True):
        reached = summary(np.array([(table <= value).mean() for table in tables]))
        made.append(_quantile(tally, share, effective_size(share, reached, int(tally.counts.sum()))))
    return Outcomes(*made)


def _of_bots(each: Measured) -> Outcomes:
    """As if the bots of a block did all alike: a little too wide, and narrow all the same."""
    return Outcomes(*(_quantile(each.bots, share, int(each.blocks.counts.sum())) for share in TENTHS))


def _quantile(tally: fold.Tally, share: float, size: int) -> Whole:
    """No points are below 0, so an unknown lower end is 0."""
    low, high = quantile_shares(share, size, OUTER)
    value, lower, upper = quantiles(tally.values, tally.counts, np.array([share, low, min(high, 1)])).tolist()
    return Whole(value, lower if low > 0 else 0, upper if high <= 1 else None)
