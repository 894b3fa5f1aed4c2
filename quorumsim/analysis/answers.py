"""Every question put to a run, and where to look next."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from quorumsim.analysis.bots import BotAnswer, bots
from quorumsim.analysis.cards import CardAnswer, cards
from quorumsim.analysis.feel import FeelAnswer, feel
from quorumsim.analysis.first_player import SeatAnswer, first_player
from quorumsim.analysis.gods import GodAnswer, gods
from quorumsim.analysis.paths import PathAnswer, paths
from quorumsim.analysis.sample import Sample, plural
from quorumsim.analysis.sentences import UNDECIDED, Judged, misleading, open_question, other_end

if TYPE_CHECKING:
    from quorumsim.lab.run import Run

NEXT_LINES = 3


@dataclass(frozen=True)
class NextLine:
    """Where to look next, and the section that has it: seats, cards or gods."""

    text: str
    section: str


@dataclass(frozen=True)
class Answers:
    """All that a page says about one run. What a run has no data for is None."""

    sample: Sample
    seats: SeatAnswer
    cards: CardAnswer
    gods: GodAnswer | None
    paths: PathAnswer
    feel: FeelAnswer
    bots: BotAnswer | None
    next_lines: tuple[NextLine, ...]


def answers(run: Run, smallest_effect: float = 1.0) -> Answers:
    """Fold a run once for each question. `smallest_effect` is in games of 100."""
    seat_answer, card_answer = first_player(run, smallest_effect), cards(run, smallest_effect)
    return Answers(
        seat_answer.sample,
        seat_answer,
        card_answer,
        gods(run, smallest_effect) if run.rules.gods else None,
        paths(run),
        feel(run),
        bots(run),
        tuple(_next_lines(seat_answer, card_answer)[:NEXT_LINES]),
    )


def _next_lines(seat_answer: SeatAnswer, card_answer: CardAnswer) -> list[NextLine]:
    """The largest outlier beside the headline, a figure that misleads, and what is undecided with the games it needs."""
    lines = []
    rows, headline = card_answer.rows, card_answer.finding.figure
    if headline is not None:
        other = other_end([r.title for r in rows], [r.effect for r in rows], [r.verdict for r in rows], headline)
        if other:
            lines.append(NextLine(other, "cards"))
    for row in card_answer.misleading:
        if None not in (row.played.low, row.played.high, row.effect.low, row.effect.high) and (
            row.played.low > row.effect.high or row.played.high < row.effect.low  # type: ignore[operator]
        ):
            lines.append(NextLine(misleading(row.title, row.played, row.effect), "cards"))
            break
    for section, noun, verdicts in (
        ("seats", "seat", [r.verdict for r in seat_answer.rows]),
        ("cards", "card", [r.verdict for r in rows]),
    ):
        line = _undecided(noun, verdicts)
        if line:
            lines.append(NextLine(line, section))
    return lines


def _undecided(noun: str, verdicts: list[Judged]) -> str | None:
    undecided = [judged for judged in verdicts if judged.word == UNDECIDED]
    further = [judged.further_games for judged in undecided if judged.further_games is not None]
    if not further:
        return None
    return open_question(plural(len(undecided), noun), min(further), len(undecided) == 1)
