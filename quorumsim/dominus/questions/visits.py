"""How much first visits pay, and whether who makes more of them wins more."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from quorumsim.analysis import fold
from quorumsim.analysis.figure import POINTS
from quorumsim.dominus.model import Rules
from quorumsim.dominus.names import TOKENS
from quorumsim.dominus.questions.answer import Answer, Asked, Look, by_number, means_of, together
from quorumsim.dominus.questions.beside import Beside, across_amounts, beside, span
from quorumsim.dominus.questions.readings import Readings
from quorumsim.stats.interval import ratio_interval
from quorumsim.stats.moments import moments_of

if TYPE_CHECKING:
    from quorumsim.lab.run import Run

A_VISIT, OF_ALL, OF_WINNERS = "points for a first visit", "of 100 points of all players", "of 100 points of winners"
APART = 1.0  # of 100 points: what readings must differ by, at least, to differ
MADE, LEFT = "first visits of a player", "tokens that nobody takes in a game"


def ask(readings: Readings, smallest_effect: float) -> Asked:
    sums = [_sums(run) for run in readings.runs]
    column = partial(means_of, sums, readings)
    visit = beside(
        lambda place, item, at: ratio_interval(sums[place][item], at, _worth(readings.runs[place].rules)), [A_VISIT], readings,
        POINTS,
    )  # fmt: skip
    paid = column([OF_WINNERS, OF_ALL], "of 100 points", 100, (0, 1))
    made = column([MADE], "a player", bounds=(0, TOKENS)).over(column([LEFT], "a game", bounds=(0, TOKENS)))
    headline = Beside(paid.items[:1], paid.labels, paid.figures[:1])
    said = across_amounts(
        readings, headline.figures[0], "What first visits pay", "First visits pay winners about the same", APART
    )
    pay = Answer(
        "visits-pay",
        f"{said.lead} {span(visit.figures[0], visit.labels)} points each, {span(headline.figures[0], headline.labels)} of 100 "
        "points of winners.",
        said,
        headline,
        "of 100 points of winners come from first visits",
        "Of 100 points, those from first visits",
        paid,
        Look("of 100 points come from first visits"),
        visit.over(paid).over(made),
        "What first visits pay, and how many there are",
        (
            f"A player makes {span(made.figures[0], made.labels)} first visits.",
            f"Of the points of all players {span(paid.figures[1], paid.labels)} of 100 come from them.",
            "What a token pays is assumed in every reading, and the readings assume different things. Goods count only as far "
            "as the rules give points for them.",
        ),
    )  # fmt: skip
    wins = together(
        readings, smallest_effect, by_number(readings, "first_visits", "first visits"), "visits-wins",
        "number of first visits", "players with more first visits", "fewer", "first visits",
        ("Who moves early and far makes first visits, and also comes first to the provinces: no cause.",),
    )  # fmt: skip
    return Asked("visits", "First visits", "How much do first visits pay?", (pay, wins))


def _worth(rules: Rules) -> tuple[float, float]:
    """The least and the most points that a token pays at once."""
    points = [bonus[0] for bonus in rules.token_bonus]
    return min(points), max(points)


def _sums(run: Run) -> fold.Sums:
    sums = fold.Sums()
    for chunk in fold.seats(run, ["first_visits", "tokens", "total", "place"]):
        visits, points, total = (chunk[name].astype(np.int64) for name in ("first_visits", "tokens", "total"))
        won = chunk["place"] == 1
        paid, everything = points.sum(axis=(1, 2)), total.sum(axis=(1, 2))
        sums.gather(A_VISIT, moments_of(visits.sum(axis=(1, 2)), paid))
        sums.gather(OF_ALL, moments_of(everything, paid))
        sums.gather(OF_WINNERS, moments_of((total * won).sum(axis=(1, 2)), (points * won).sum(axis=(1, 2))))
        sums.gather(MADE, moments_of(won[0].size, visits.sum(axis=(1, 2))))
    for chunk in fold.games(run, ["tokens_left"]):
        left = chunk["tokens_left"].astype(np.int64)
        sums.gather(LEFT, moments_of(left.shape[1], left.sum(axis=1)))
    return sums
