"""How a game feels: how far ahead winners end, how many points there are, ties, refreshes, and rulings that were applied."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from quorumsim.analysis import fold
from quorumsim.analysis.figure import GAMES, POINTS, Figure, figure
from quorumsim.analysis.sample import Sample, sample_of
from quorumsim.analysis.sentences import feel_finding, refresh_sentence, ties_sentence
from quorumsim.stats.interval import ratio_interval
from quorumsim.stats.moments import moments_of
from quorumsim.stats.quantile import dots, quantiles

if TYPE_CHECKING:
    from quorumsim.lab.run import Run

NO_DATA = "How a game feels: no data."


@dataclass(frozen=True)
class Spread:
    """Outcomes of all games as 50 equally likely dots, with the ends of the middle half and the extremes."""

    name: str
    unit: str
    mean: Figure
    dots: tuple[int, ...]
    low: int
    quarter: int
    middle: int
    three_quarters: int
    high: int


@dataclass(frozen=True)
class FeelRow:
    """Something that happens in a game, and how often."""

    what: str
    figure: Figure


@dataclass(frozen=True)
class FeelAnswer:
    """`spreads` is empty if there are no games."""

    sample: Sample
    finding: str
    ties: str
    refreshes: str
    spreads: tuple[Spread, ...]
    rows: tuple[FeelRow, ...]


def feel(run: Run) -> FeelAnswer:
    """Margins, totals, ties and refreshes of a run."""
    sample = sample_of(run)
    sums, tallies = _fold(run)
    spreads = tuple(
        _spread(name, tallies[key], figure(partial(ratio_interval, sums[key]), POINTS))
        for key, name in (
            ("margin", "Lead of the winner"),
            ("winner", "Total of the winner"),
            ("total", "Total of any player"),
        )
        if tallies[key].counted
    )
    rates = {
        what: figure(partial(ratio_interval, sums[what], bounds=(0, 1)), GAMES, 100)
        for what in ("shared win", "tie-break decides", "any refresh", "forced refresh")
    }
    means = {
        what: figure(partial(ratio_interval, sums[what]), "a game")
        for what in ("refreshes", "forced_refreshes", "gods_taken")
    }
    rows = (
        FeelRow("games whose win is shared", rates["shared win"]),
        FeelRow("games with equal totals that the tie-break decides", rates["tie-break decides"]),
        FeelRow("games with a refresh of Rome", rates["any refresh"]),
        FeelRow("games with a forced refresh (a ruling: nothing could be taken)", rates["forced refresh"]),
        FeelRow("refreshes", means["refreshes"]),
        FeelRow("forced refreshes", means["forced_refreshes"]),
        FeelRow("gods taken", means["gods_taken"]),
    )
    finding = feel_finding(spreads[0].mean, spreads[0].quarter, spreads[0].three_quarters) if spreads else NO_DATA
    return FeelAnswer(
        sample,
        finding,
        ties_sentence(rates["shared win"], rates["tie-break decides"]),
        refresh_sentence(rates["any refresh"], rates["forced refresh"]),
        spreads,
        rows,
    )


def _fold(run: Run) -> tuple[fold.Sums, dict[str, fold.Tally]]:
    sums = fold.Sums()
    tallies = {key: fold.Tally() for key in ("margin", "winner", "total")}
    for chunk in fold.seats(run, ["total", "margin", "place", "win_share"]):
        won = chunk["place"] == 1
        rotations, players = won.shape[1:]
        best = np.where(won, chunk["total"], np.iinfo(np.int64).min).max(axis=2)
        lead = np.where(won, chunk["margin"], np.iinfo(np.int64).min).max(axis=2)
        shared = won.sum(axis=2) > 1
        tallies["margin"].gather(lead)
        tallies["winner"].gather(best)
        tallies["total"].gather(chunk["total"])
        sums.gather("margin", moments_of(rotations, lead.sum(axis=1)))
        sums.gather("winner", moments_of(rotations, best.sum(axis=1)))
        sums.gather("total", moments_of(rotations * players, chunk["total"].astype(np.int64).sum(axis=(1, 2))))
        sums.gather("shared win", moments_of(rotations, shared.sum(axis=1)))
        sums.gather("tie-break decides", moments_of(rotations, ((lead == 0) & ~shared).sum(axis=1)))
    for chunk in fold.games(run, ["refreshes", "forced_refreshes", "gods_taken"]):
        rotations = chunk["refreshes"].shape[1]
        for what, values in chunk.items():
            sums.gather(what, moments_of(rotations, values.astype(np.int64).sum(axis=1)))
        for what, column in (("any refresh", "refreshes"), ("forced refresh", "forced_refreshes")):
            sums.gather(what, moments_of(rotations, (chunk[column] > 0).sum(axis=1)))
    return sums, tallies


def _spread(name: str, tally: fold.Tally, mean: Figure) -> Spread:
    values, counts = tally.values, tally.counts
    ends = quantiles(values, counts, np.array([0, 0.25, 0.5, 0.75, 1]))
    return Spread(name, POINTS, mean, tuple(dots(values, counts).tolist()), *ends.tolist())
