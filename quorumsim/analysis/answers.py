"""Every question put to a run, and where to look next."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from quorumsim.analysis.bots import BotAnswer, bots
from quorumsim.analysis.cards import CardAnswer, CardRow, cards, disagreement
from quorumsim.analysis.counted import Counted
from quorumsim.analysis.feel import FeelAnswer, feel
from quorumsim.analysis.first_player import SeatAnswer, first_player
from quorumsim.analysis.gods import GodAnswer, gods
from quorumsim.analysis.judged import UNDECIDED, Judged, listed, plural
from quorumsim.analysis.paths import PathAnswer, paths
from quorumsim.analysis.sample import Sample
from quorumsim.analysis.sentences import misleading, open_question, other_end

if TYPE_CHECKING:
    from quorumsim.lab.run import Run

NEXT_LINES = 3


@dataclass(frozen=True)
class NextLine:
    """Where to look next, and the section that has it: seats, cards or bots."""

    lead: str
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
    counted = Counted(run)
    seat_answer, card_answer = first_player(run, smallest_effect, counted), cards(run, smallest_effect, counted)
    bot_answer = bots(run, counted)
    return Answers(
        seat_answer.sample,
        seat_answer,
        card_answer,
        gods(run, smallest_effect, counted) if run.rules.gods else None,
        paths(run),
        feel(run),
        bot_answer,
        tuple(_next_lines(seat_answer, card_answer, bot_answer)[:NEXT_LINES]),
    )


def _next_lines(seat_answer: SeatAnswer, card_answer: CardAnswer, bot_answer: BotAnswer | None) -> list[NextLine]:
    """Who wins, the largest outlier beside the headline, a figure that misleads, what is undecided with the games it needs."""
    lines = [] if bot_answer is None else [NextLine("Who wins:", bot_answer.finding, "bots")]
    rows, headline = card_answer.rows, card_answer.finding.figure
    if headline is not None:
        other = other_end([r.title for r in rows], [r.effect for r in rows], [r.verdict for r in rows], headline)
        if other:
            lines.append(NextLine("The other end:", other, "cards"))
    deceptive = [row for row in rows if _apart(row)]
    if deceptive:
        row = max(deceptive, key=disagreement)
        lines.append(NextLine("Not what it looks:", misleading(row.title, row.played, row.effect), "cards"))
    undecided = _undecided([("seat", [r.verdict for r in seat_answer.rows]), ("card", [r.verdict for r in rows])])
    if undecided:
        lines.append(NextLine("Still undecided:", undecided, "cards" if "card" in undecided else "seats"))
    return lines


def _apart(row: CardRow) -> bool:
    """Whether playing the card goes with winning, or losing, and being dealt it surely brings less, perhaps nothing."""
    ends = (row.played.low, row.played.high, row.effect.low, row.effect.high)
    if None in ends or row.effect.side == row.played.side or row.played.side == 0:
        return False
    return row.played.low > row.effect.high or row.played.high < row.effect.low  # type: ignore[operator]


def _undecided(kinds: list[tuple[str, list[Judged]]]) -> str | None:
    """2 of 4 seats and 27 of 72 cards, and how many more games the nearest of them needs."""
    subjects, further = [], []
    for noun, verdicts in kinds:
        needed = [judged.further_games for judged in verdicts if judged.further_games is not None]
        if needed:
            open_ones = sum(judged.word == UNDECIDED for judged in verdicts)
            subjects.append(f"{open_ones} of {plural(len(verdicts), noun)}")
            further += needed
    return open_question(listed(tuple(subjects)), min(further), len(further) == 1) if further else None
