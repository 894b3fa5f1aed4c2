"""Whether legions ever run out."""

from __future__ import annotations

from functools import partial
from math import inf
from typing import TYPE_CHECKING

import numpy as np

from quorumsim.analysis import fold
from quorumsim.dominus.questions.answer import Answer, Asked, Look, finding, judged, means_of
from quorumsim.dominus.questions.beside import FEWER, MORE, SMALL, Beside, Words
from quorumsim.dominus.questions.readings import Readings
from quorumsim.stats.moments import moments_of

if TYPE_CHECKING:
    from quorumsim.lab.run import Run

OUT, ANYBODY = "players without a legion in reserve", "games with such a player"
WHEN, DEPLOYED, PASSED = "turn in which the last one leaves", "legions deployed by a player", "actions declined by a player"
WORDS = Words(
    "whether legions run out",
    {MORE: "Legions do run out", FEWER: "Legions do run out", SMALL: "Legions run out too rarely to matter"},
    {MORE: "they do", FEWER: "they do", SMALL: "too rarely to matter"},
)


def ask(readings: Readings, smallest_effect: float) -> Asked:
    column = partial(means_of, [_sums(run) for run in readings.runs], readings)
    rates = column([OUT, ANYBODY], "of 100", 100, (0, 1))
    turns, most = (max(getattr(run.rules, name) for run in readings.runs) for name in ("turns", "legions"))
    numbers = (
        column([WHEN], "turn", bounds=(1, turns)).over(column([DEPLOYED], "legions", bounds=(0, most)))
        .over(column([PASSED], "actions", bounds=(0, inf)))
    )  # fmt: skip
    headline = Beside(rates.items[:1], rates.labels, rates.figures[:1])
    said = judged(readings, headline, smallest_effect, WORDS)
    answer = Answer(
        "legions",
        finding(said, headline, "of 100 players have none in reserve at the end"),
        said,
        headline,
        "of 100 players whose reserve has no legion at the end",
        "Of 100 players, those with no legion in reserve at the end; and of 100 games, those with such a player",
        rates,
        Look(f"of 100 (grey: less than {smallest_effect:g}, too rarely to matter)", None, smallest_effect),
        rates.over(numbers),
        f"Legions and the reserve, {readings.sample.players} players. The turn is the mean of those who run out",
        (
            "Nobody without a legion in reserve can deploy one, but they can still move. The general is not counted.",
            "Bots that want more legions out run out sooner. With more symbols (p_symbol) everybody does.",
        ),
    )
    return Asked("legions", "Legions", "Do legions ever run out?", (answer,))


def _sums(run: Run) -> fold.Sums:
    sums = fold.Sums()
    for chunk in fold.seats(run, ["reserve_left", "out_turn", "legions_deployed", "passes"]):
        out = chunk["reserve_left"] == 0
        turn, deployed, passes = (chunk[name].astype(np.int64) for name in ("out_turn", "legions_deployed", "passes"))
        size = out[0].size
        sums.gather(OUT, moments_of(size, out.sum(axis=(1, 2))))
        sums.gather(WHEN, moments_of((turn > 0).sum(axis=(1, 2)), turn.sum(axis=(1, 2))))
        sums.gather(DEPLOYED, moments_of(size, deployed.sum(axis=(1, 2))))
        sums.gather(PASSED, moments_of(size, passes.sum(axis=(1, 2))))
    for chunk in fold.games(run, ["legions_out"]):
        any_out = chunk["legions_out"] > 0
        sums.gather(ANYBODY, moments_of(any_out.shape[1], any_out.sum(axis=1)))
    return sums
