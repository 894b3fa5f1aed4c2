"""The verdict words, the verdict on one figure, and numbers as sentences want them."""

from __future__ import annotations

from dataclasses import dataclass
from math import floor, log10

from quorumsim.analysis.figure import Figure, number
from quorumsim.stats.verdict import FEWEST_BLOCKS, State

FAIR, UNFAIR, UNDECIDED = "fair", "unfair", "undecided"
MATTERS, SMALL, NO_DATA = "matters", "too small to matter", "no data"
WORDS = (FAIR, UNFAIR, UNDECIDED, MATTERS, SMALL, NO_DATA)

SEAT_WORDS = {State.SMALL: FAIR, State.MATTERS: UNFAIR}
EFFECT_WORDS = {State.SMALL: SMALL, State.MATTERS: MATTERS}
DENOMINATORS = (2, 3, 4, 5, 10)  # of the fractions that people say


@dataclass(frozen=True)
class Judged:
    """A verdict on one figure. `further_games`: how many more would settle it (None: settled, or nobody can say)."""

    word: str
    leans: bool = False
    further_games: int | None = None
    too_few: bool = False  # the games are too few to say how many more it takes

    @property
    def text(self) -> str:
        """matters, or: undecided, leans"""
        return f"{self.word}, leans" if self.leans else self.word

    @property
    def more(self) -> str:
        """What would settle it, as a clause."""
        if self.too_few:
            return "these games are too few to say how many more it takes"
        if self.further_games is None:
            return "it is too close to that for any number of games to tell"
        return f"about {about(self.further_games)} more games would tell"

    @property
    def short(self) -> str:
        """The same in a cell of a table; empty where the verdict is settled."""
        if self.word != UNDECIDED:
            return ""
        if self.too_few:
            return "too few games"
        return "too close to tell" if self.further_games is None else f"needs {about(self.further_games)} more"


def judge(figure: Figure, smallest_effect: float, rotations: int, words: dict[State, str] = EFFECT_WORDS) -> Judged:
    """The verdict on a figure whose zero means no effect."""
    verdict = figure.against(smallest_effect)
    if verdict.state is State.EMPTY or figure.exact is None:
        return Judged(NO_DATA)
    if verdict.settled:
        return Judged(words[verdict.state])
    further = None if verdict.further_blocks is None else verdict.further_blocks * rotations
    return Judged(UNDECIDED, verdict.state is State.LEANS, further, figure.exact.blocks < FEWEST_BLOCKS)


def about(value: int) -> str:
    """Two digits are enough to plan by, rounded up: 1234567 is 1,300,000."""
    step = 10 ** max(0, floor(log10(value)) - 1)
    return f"{-(-value // step) * step:,}"


def plain(value: float) -> str:
    """25, 33.3, 0.5: as few digits as it needs, at most one more than the yardstick has."""
    return f"{value:.3g}" if value < 100 else f"{value:.0f}"


def in_games(percent: float) -> str:
    """40.5 of 100 as people say it: 2 games in 5; 8 of 100: 1 game in 13."""
    if percent < 10:
        return f"1 game in {round(100 / percent):,}"
    tops = [(abs(percent / 100 - round(percent / 100 * b) / b), b, round(percent / 100 * b)) for b in DENOMINATORS]
    _, bottom, top = min(tops)
    if top == bottom:
        return "every game" if percent == 100 else "nearly every game"
    return f"{top} game{'' if top == 1 else 's'} in {bottom}"


def rank_range(best: int, worst: int) -> str:
    """maybe 2 to 9"""
    return "for sure" if best == worst else f"maybe {best} to {worst}"


def more_or_fewer(figure: Figure) -> tuple[str, str]:
    """A difference in words: ("3.1 more", "2.2 to 4.0 more"), ("0.4 fewer", "1.2 fewer to 0.4 more")."""

    def words(value: float) -> str:
        return f"{number(abs(value), figure.decimals)} {'fewer' if value < 0 else 'more'}"

    assert figure.value is not None
    value, low, high = figure.value, figure.low, figure.high
    if low is None or high is None:
        return words(value), figure.range
    if low >= 0 or high <= 0:
        near, far = sorted((abs(low), abs(high)))
        return words(value), f"{number(near, figure.decimals)} to {words(far if high > 0 else -far)}"
    return words(value), f"{words(low)} to {words(high)}"


def listed(words: tuple[str, ...]) -> str:
    """a, b and c"""
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " and " + words[-1]


def plural(number: int, noun: str) -> str:
    """1 game, 2,000 games"""
    return f"{number:,} {noun}" + ("" if number == 1 else "s")
