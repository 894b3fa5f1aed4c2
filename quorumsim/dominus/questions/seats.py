"""Is going first fair, in every reading?"""

from __future__ import annotations

from quorumsim.analysis.figure import Figure
from quorumsim.analysis.first_player import SeatAnswer, first_player
from quorumsim.analysis.judged import FAIR, UNFAIR
from quorumsim.analysis.sentences import seat_name
from quorumsim.dominus.questions.answer import Answer, Asked, Look, finding, judged, more_or_fewer
from quorumsim.dominus.questions.beside import FLIPS, HOLDS, SMALL, Across, Beside, Words
from quorumsim.dominus.questions.readings import Readings


def ask(readings: Readings, smallest_effect: float) -> Asked:
    players, par = readings.sample.players, readings.sample.par
    at_once = players * len(readings.each)
    answers = [first_player(run, smallest_effect, at_once=at_once) for run in readings.runs]
    names = tuple(seat_name(seat, players) for seat in range(players))
    shares = _column(names, readings, [[row.share for row in answer.rows] for answer in answers])
    excesses = _column(names, readings, [[row.excess for row in answer.rows] for answer in answers])
    margins = _column(
        tuple(f"{name.partition(' (')[0]}: margin" for name in names),
        readings, [[row.margin for row in answer.rows] for answer in answers],
    )  # fmt: skip
    verdicts = [judged(readings, _line(excesses, seat), smallest_effect, _words(seat)) for seat in range(players)]
    first, headline = verdicts[0], _line(shares, 0)
    answer = Answer(
        "seats",
        finding(first, headline, f"of 100 games, not {par:.3g}"),
        first,
        _line(excesses, 0),
        f"games of 100 that seat 1 wins, more or fewer than its due of {par:.3g}",
        "Games won by each seat, of 100",
        shares,
        Look(
            f"games won of 100 (line: {par:.3g}, even;\ngrey: less than {smallest_effect:g} off, too small to matter)",
            par, smallest_effect,
        ),
        shares.over(margins),
        "Games won of 100 and margin by seat",
        (_others(verdicts), _worst(answers, readings), "A win shared by two counts half for each."),
    )  # fmt: skip
    return Asked("seats", "Who goes first", "Is going first fair?", (answer,))


def _column(items: tuple[str, ...], readings: Readings, by_reading: list[list[Figure]]) -> Beside:
    return Beside(items, readings.labels, tuple(zip(*by_reading, strict=True)))


def _line(column: Beside, item: int) -> Beside:
    return Beside((column.items[item],), column.labels, (column.figures[item],))


def _words(seat: int) -> Words:
    who = f"seat {seat + 1}"
    if seat == 0:
        words = more_or_fewer(
            f"whether going first is {FAIR}", f"Going first is {UNFAIR}, {who} wins more than its due",
            f"Going first is {UNFAIR}, {who} wins less than its due", f"Going first is {FAIR}",
        )  # fmt: skip
    else:
        due = "than its due"
        words = more_or_fewer(
            who, f"S{who[1:]} wins more {due}", f"S{who[1:]} wins less {due}", f"S{who[1:]} wins its due"
        )
    return Words(words.subject, words.answers, words.brief | {SMALL: FAIR})


def _others(verdicts: list[Across]) -> str:
    """What the readings say of the other seats."""
    flipping = [f"seat {seat + 1}" for seat, said in enumerate(verdicts) if said.word == FLIPS and seat]
    holding = [said.lead.removesuffix(":") for said in verdicts[1:] if said.word == HOLDS]
    parts = [f"{lead}, in all four readings." for lead in holding]
    if flipping:
        parts.append(f"What the readings say of {' and '.join(flipping)} flips between them.")
    return " ".join(parts)


def _worst(answers: list[SeatAnswer], readings: Readings) -> str:
    """What a table would notice where the seats are furthest apart."""
    worst = max(range(len(answers)), key=lambda place: max(abs(row.excess.unrounded) for row in answers[place].rows))
    spread = answers[worst].finding.spread
    return f"Furthest from even in {readings.labels[worst]}: {spread[0].lower()}{spread[1:]}"
