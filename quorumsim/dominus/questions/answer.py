"""An answer as the page shows it, whatever the question."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from quorumsim.analysis import fold
from quorumsim.analysis.figure import GAMES, POINTS, TWELFTHS
from quorumsim.analysis.judged import UNDECIDED, Judged, about, judge
from quorumsim.dominus.questions import folding
from quorumsim.dominus.questions.beside import (
    FEWER,
    MORE,
    NO_DATA,
    SMALL,
    Across,
    Beside,
    Words,
    across,
    beside,
    says,
    span,
)
from quorumsim.dominus.questions.folding import Range
from quorumsim.dominus.questions.readings import Readings
from quorumsim.stats.interval import ANYTHING, Interval, difference_interval, ratio_interval

TOGETHER = "goes together, need not be the cause"
SHARE, SHARES = (0.0, 12.0), (-12.0, 12.0)  # in twelfths, and differences of them


@dataclass(frozen=True)
class Look:
    """How the figure of an answer is drawn. `centre`: the line that means no effect; `band`: half of what is too small."""

    label: str  # of the axis
    centre: float | None = None
    band: float | None = None
    rows: str = ""  # what the rows are, where their names are bare numbers


@dataclass(frozen=True)
class Answer:
    """`name`: of its files. `headline`: one line of figures, those that `across` is about, on the first screen with `key`."""

    name: str
    finding: str
    across: Across
    headline: Beside
    key: str
    topic: str
    shown: Beside
    look: Look
    table: Beside
    caption: str
    means: tuple[str, ...] = ()


@dataclass(frozen=True)
class Asked:
    """A question with its answers, the one that says most first. `absent`: what these runs have no data for, if anything."""

    name: str
    title: str
    question: str
    answers: tuple[Answer, ...]
    absent: str = ""


def finding(said: Across, headline: Beside, unit: str) -> str:
    """The lead of a verdict with its figures."""
    if said.word == NO_DATA:
        return f"{said.lead} no data."
    return f"{said.lead} {span(headline.figures[0], headline.labels)} {unit}."


def judged(readings: Readings, headline: Beside, smallest_effect: float, words: Words) -> Across:
    line = headline.figures[0]
    each = [judge(f, smallest_effect, r.sample.rotations) for f, r in zip(line, readings.each, strict=True)]
    return across(readings, [says(figure, smallest_effect) for figure in line], words, _settled_by(each))


def _settled_by(verdicts: Sequence[Judged]) -> str:
    """How many more games would settle every reading, as far as anybody can say."""
    needed = [judged.further_games for judged in verdicts if judged.word == UNDECIDED]
    if not needed or any(judged.too_few for judged in verdicts) or None in needed:
        return ""
    return f"About {about(max(games for games in needed if games))} more games in each reading would tell."


def more_or_fewer(subject: str, more: str, fewer: str, small: str) -> Words:
    """Words of a question with a direction."""
    brief = {MORE: "more", FEWER: "fewer", SMALL: "too small to matter"}
    return Words(subject, {MORE: more, FEWER: fewer, SMALL: small}, brief)


@dataclass(frozen=True)
class Groups:
    """Players by the value of a column: a row for each range of values, and one range to compare with all other players."""

    column: str
    rows: dict[str, Range]
    chosen: str
    inside: Range


def by_number(readings: Readings, column: str, noun: str) -> Groups:
    """By a number of things: a row for each number, and about the upper half of all players against the rest."""
    counted = folding.tally(readings.runs, column)
    rows, middle = folding.rows_of(counted), folding.half_way(counted)
    most = max(counted, default=0)
    named = {folding.row_name(row, rows): row for row in rows}
    return Groups(column, named, f"{middle} or more {noun}", (middle, most))


def together(
    readings: Readings, smallest_effect: float, groups: Groups, name: str, topic: str, who: str, than: str, rows: str,
    means: Sequence[str],
) -> Answer:  # fmt: skip
    """Win share by groups of players, and whether those in the chosen group win more. Goes together, no cause.

    `who`: the players of the chosen group; `than`: all others, after "against"; `rows`: what the names of rows count.
    """
    every = {**groups.rows, groups.chosen: groups.inside}
    sums = [folding.winners_by(run, groups.column, every) for run in readings.runs]

    def apart(place: int, item: str, at: float) -> Interval | None:
        return difference_interval(sums[place][item], sums[place][folding.ALL], at, SHARES)

    def often(place: int, item: str, at: float) -> Interval | None:
        players = folding.players_in(sums[place][item], sums[place][folding.ALL])
        return ratio_interval(players, at, (0, 1))

    items, par = list(groups.rows), readings.sample.par
    shares = means_of(sums, readings, items, GAMES, TWELFTHS, SHARE)
    headline = beside(apart, [groups.chosen], readings, GAMES, TWELFTHS, signed=True)
    numbers = beside(often, items, readings, "of 100 players", 100)
    said = judged(readings, headline, smallest_effect, more_or_fewer(
        f"whether {who} win more", f"{_first(who)} win more", f"{_first(who)} win less",
        f"{_first(who)} win about as often as others, the difference is too small to matter",
    ))  # fmt: skip
    return Answer(
        name,
        finding(said, headline, f"of 100 games against {than}"),
        said,
        headline,
        f"games won of 100 by {who}, against {than}; {TOGETHER}",
        f"Games won of 100, by {topic}: {TOGETHER}",
        shares,
        Look(f"games won of 100 (line: {par:.3g}, even)\n{TOGETHER}", par, smallest_effect, rows),
        shares.named("{}: wins").over(headline.named("{} against " + than)).over(numbers.named("{}: players of 100")),
        f"By {topic}: games won of 100, and how many of 100 players there are",
        (
            *means,
            "Several bots play here, so this also tells which bot does it, and how good that bot is."
            if len(readings.sample.bots) > 1 else "",
        ),
    )


def means_of(
    sums: Sequence[fold.Sums], readings: Readings, items: Sequence[str], unit: str, scale: float = 1.0,
    bounds: tuple[float, float] = ANYTHING,
) -> Beside:  # fmt: skip
    """Means by item, from the sums of each reading."""
    return beside(lambda place, item, at: ratio_interval(sums[place][item], at, bounds), items, readings, unit, scale)


def _first(words: str) -> str:
    """The same at the start of a sentence."""
    return words[0].upper() + words[1:]


def duel(
    readings: Readings, smallest_effect: float, name: str, one: str, other: str | None, rival: str, means: Sequence[str]
) -> Answer | None:
    """One bot against another, or against all others at its tables (None); no answer where they never meet.

    `rival`: what the other side is called.
    """
    duels = [folding.Duel(run, one, partial(_others, one, other)) for run in readings.runs]
    if not any(each.share.n for each in duels):
        return None

    def share(place: int, item: str, at: float) -> Interval | None:
        each = duels[place]
        return ratio_interval(each.share, at, (-each.whole, each.whole))

    item = f"{one} against {rival}"
    headline = beside(share, [item], readings, GAMES, signed=True, scales=[each.scale for each in duels])
    margins = beside(
        lambda place, item, at: ratio_interval(duels[place].margin, at), [f"{item}: margin"], readings, POINTS, signed=True,
        scales=[each.point for each in duels],
    )  # fmt: skip
    said = judged(readings, headline, smallest_effect, more_or_fewer(
        item, f"{one.capitalize()} wins more than {rival}", f"{one.capitalize()} wins less than {rival}",
        f"{one.capitalize()} and {rival} win about as often, the difference is too small to matter",
    ))  # fmt: skip
    return Answer(
        name,
        finding(said, headline, "of 100 games"),
        said,
        headline,
        f"games won of 100 by {one}, more or fewer than by {rival} at the same tables",
        f"Games won of 100 by {one}, more or fewer than by {rival} at the same tables",
        headline,
        Look(
            f"more games won of 100 than by {rival}\n(line: none; grey: less than {smallest_effect:g}, too small to matter)",
            0, smallest_effect,
        ),
        headline.over(margins),
        f"{_first(item)}, deal for deal: means of the seats of one less those of the other",
        tuple(means),
    )  # fmt: skip


def _others(one: str, other: str | None, bots: np.ndarray) -> np.ndarray:
    return bots != one if other is None else bots == other
