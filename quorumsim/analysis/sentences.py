"""The sentences of a report, written once: page, terminal and JSON print these.

A verdict word stands in one sentence with its figure and its range, and the smallest effect of interest beside it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import floor, log10

from quorumsim.analysis.figure import Figure, number
from quorumsim.stats.verdict import State

FAIR, UNFAIR, UNDECIDED = "fair", "unfair", "undecided"
MATTERS, SMALL, NO_DATA = "matters", "too small to matter", "no data"
WORDS = (FAIR, UNFAIR, UNDECIDED, MATTERS, SMALL, NO_DATA)

SEAT_WORDS = {State.SMALL: FAIR, State.MATTERS: UNFAIR}
EFFECT_WORDS = {State.SMALL: SMALL, State.MATTERS: MATTERS}


@dataclass(frozen=True)
class Judged:
    """A verdict on one figure. `further_games`: how many more would settle it (None: settled, or no number would)."""

    word: str
    leans: bool
    further_games: int | None

    @property
    def text(self) -> str:
        if self.word != UNDECIDED:
            return self.word
        return f"{self.word}{', leans' if self.leans else ''}; {self.more}"

    @property
    def more(self) -> str:
        if self.further_games is None:
            return "no number of games will tell"
        return f"about {about(self.further_games)} more games would tell"


@dataclass(frozen=True)
class Finding:
    """A verdict as a sentence, with the figure it is about and with what an evening at a table shows of it."""

    word: str
    text: str
    spread: str = ""
    figure: Figure | None = None
    further_games: int | None = None


def judge(figure: Figure, smallest_effect: float, rotations: int, words: dict[State, str] = EFFECT_WORDS) -> Judged:
    """The verdict on a figure whose zero means no effect."""
    verdict = figure.against(smallest_effect)
    if verdict.state is State.EMPTY:
        return Judged(NO_DATA, False, None)
    further = None if verdict.further_blocks is None else verdict.further_blocks * rotations
    return Judged(words.get(verdict.state, UNDECIDED), verdict.state is State.LEANS, further)


def about(value: int) -> str:
    """Two digits are enough to plan by, rounded up: 1234567 is 1,300,000."""
    step = 10 ** max(0, floor(log10(value)) - 1)
    return f"{-(-value // step) * step:,}"


def plain(value: float) -> str:
    """25, 33.3, 0.5: as few digits as it needs, at most one more than the yardstick has."""
    return f"{value:.3g}" if value < 100 else f"{value:.0f}"


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


# --- who goes first ---------------------------------------------------------------------------------------------------


def seat_name(seat: int, players: int) -> str:
    """Seat 1 (plays first), Seat 2, ..., Seat 4 (plays last)"""
    place = " (plays first)" if seat == 0 else " (plays last)" if seat == players - 1 else ""
    return f"Seat {seat + 1}{place}"


def seats_finding(
    shares: Sequence[Figure], excesses: Sequence[Figure], verdicts: Sequence[Judged], notice: Sequence[int | None],
    smallest_effect: float,
) -> Finding:  # fmt: skip
    """Going first in one sentence: about the seat that is furthest from par, of those that carry the verdict."""
    par, effect = plain(100 / len(shares)), plain(smallest_effect)
    words = [judged.word for judged in verdicts]
    word = next((w for w in (NO_DATA, UNFAIR, UNDECIDED) if w in words), FAIR)
    if word == NO_DATA:
        return Finding(NO_DATA, "Who goes first: no data.")
    seat = max((s for s, w in enumerate(words) if w == word), key=lambda s: abs(excesses[s].value or 0))
    share, judged = shares[seat], verdicts[seat]
    subject = "Going first is" if seat == 0 or word == FAIR else "The order of play is"
    wins = f"{share.text} of 100 games, not {par} ({share.range})"
    if word == UNFAIR:
        text = f"{subject} unfair: seat {seat + 1} wins {wins}, off by more than the {effect} you called important."
    elif word == FAIR:
        text = (f"Going first is fair: the seat furthest from its due, seat {seat + 1}, wins {wins}, "
                f"off by less than the {effect} you called important.")  # fmt: skip
    elif judged.leans:
        text = (f"{subject} undecided, but leans: seat {seat + 1} wins {wins}, and whether that is off by "
                f"the {effect} you called important, {judged.more}.")  # fmt: skip
    else:
        text = f"{subject} undecided: seat {seat + 1} wins {wins}; you called {effect} important, and {judged.more}."
    return Finding(word, text, _seat_spread(seat, excesses[seat], notice[seat]), excesses[seat], judged.further_games)


def _seat_spread(seat: int, excess: Figure, games: int | None) -> str:
    if games is None or excess.low is None or excess.high is None or excess.low <= 0 <= excess.high:
        return f"No table could notice: not even these games show whether seat {seat + 1} wins too often or too seldom."
    return f"A table would notice seat {seat + 1} after about {about(games)} games."


# --- cards ------------------------------------------------------------------------------------------------------------


def card_sentence(title: str, effect: Figure) -> str:
    """What a card does, in one clause."""
    value, span = more_or_fewer(effect)
    return f"“{title}”: dealt it, a player wins {value} of 100 games than without it ({span})"


def cards_finding(
    titles: Sequence[str], effects: Sequence[Figure], verdicts: Sequence[Judged], notice: Sequence[int | None],
    smallest_effect: float,
) -> Finding:  # fmt: skip
    """All cards in one sentence: about the one furthest from zero, of those that carry the verdict."""
    effect = plain(smallest_effect)
    words = [judged.word for judged in verdicts]
    known = [w for w in words if w != NO_DATA]
    if not known:
        return Finding(NO_DATA, "Which cards matter: no data.")
    word = next((w for w in (MATTERS, UNDECIDED) if w in known), SMALL)
    card = max((c for c, w in enumerate(words) if w == word), key=lambda c: abs(effects[c].value or 0))
    figure, judged, count = effects[card], verdicts[card], words.count(word)
    if word == MATTERS:
        subject = (
            f"{count} of {len(titles)} cards matter, most of all" if count > 1 else f"1 of {len(titles)} cards matters,"
        )
        text = f"{subject} {card_sentence(titles[card], figure)}."
    elif word == SMALL:
        text = (f"Every card is too small to matter. The largest is {card_sentence(titles[card], figure)}, "
                f"less than the {effect} you called important.")  # fmt: skip
    else:
        text = (f"Which cards matter is undecided for {count} of {len(titles)} cards. The largest may be "
                f"{card_sentence(titles[card], figure)}; {judged.more}.")  # fmt: skip
    return Finding(word, text, _card_spread(figure, notice[card]), figure, judged.further_games)


def _card_spread(figure: Figure, games: int | None) -> str:
    if games is None or figure.low is None or figure.high is None or figure.low <= 0 <= figure.high:
        return "No player could notice: not even these games show whether the card helps or hurts."
    return f"A player would notice it after being dealt the card in about {about(games)} games."


def grid_finding(grid: str, kind: str, mean: Figure) -> str:
    """The kind of card that stands out most among those whose sign is sure, or that none does."""
    value, span = more_or_fewer(mean)
    if mean.side == 0:
        return (
            f"By {grid}, no kind of card stands out: at most {kind}, {value} of 100 games for each card dealt ({span})."
        )
    return f"By {grid}, {kind} stands out: {value} of 100 games for each card dealt ({span})."


def compare_finding(title: str, played: Figure, dealt: Figure) -> str:
    """The card about which winners' tables mislead most."""
    return (f"Winners' tables mislead most about “{title}”: played {played.text} of 100 games ({played.range}), "
            f"dealt {dealt.text} ({dealt.range}).")  # fmt: skip


# --- gods -------------------------------------------------------------------------------------------------------------


def gods_finding(decided: Figure, judged: Judged, smallest_effect: float) -> Finding:
    """Whether gods decide games: how often other tokens would have made another winner."""
    if judged.word == NO_DATA:
        return Finding(NO_DATA, "Whether gods matter: no data.")
    effect = plain(smallest_effect)
    share = f"the tokens they moved decide who wins in {decided.text} of 100 games ({decided.range})"
    text = {
        MATTERS: f"Gods matter: {share}, more than the {effect} you called important.",
        SMALL: f"Gods are too small to matter: {share}, less than the {effect} you called important.",
        UNDECIDED: f"Whether gods matter is undecided: {share}, around the {effect} you called important; {judged.more}.",
    }[judged.word]
    if not decided.value:
        spread = "In no game of this run would the start tokens have made another winner."
    elif decided.value >= 50:
        spread = "That is more than every other game."
    else:
        one_in = about(max(2, round(100 / decided.value)))
        spread = f"That is one game in {one_in}; the others would have ended with the same winner."
    return Finding(judged.word, text, spread, decided, judged.further_games)


def god_points_finding(name: str, points: Figure) -> str:
    return f"{name} moves most for whoever takes it: {points.text} points a time ({points.range})."


def god_numbers_finding(number_taken: int, share: Figure) -> str:
    gods = "1 god" if number_taken == 1 else f"{number_taken or 'no'} gods"
    return f"Players who took {gods} win most: {share.phrase}."


# --- paths to victory, and how a game feels ---------------------------------------------------------------------------


def paths_finding(most: str, points: Figure, apart: str, difference: Figure) -> str:
    """Where the points come from, and what winners have more of."""
    first = f"{most} brings most, {points.text} points a player ({points.range})"
    if difference.value is None:
        return f"{first}."
    value, span = more_or_fewer(difference)
    return f"{first}; winners stand out most in {apart}, with {value} than others ({span})."


def feel_finding(margin: Figure, low: int, high: int) -> str:
    """How far ahead a winner ends, on average and in the middle half of all games."""
    mean = f"{margin.text} points ahead on average ({margin.range})"
    return f"Winners end {mean}; half of all games end between {low} and {high}."


def ties_sentence(shared: Figure, broken: Figure) -> str:
    return (f"{shared.text} of 100 games end in a shared win ({shared.range}); in {broken.text} more the totals are equal and "
            f"the tie-break decides ({broken.range}).")  # fmt: skip


def refresh_sentence(refreshes: Figure, forced: Figure) -> str:
    often = f"{refreshes.text} times a game ({refreshes.range})"
    return (f"Rome is refreshed {often}; in {forced.text} of 100 games ({forced.range}) at least once because nothing "
            "could be taken, a case the rulebook is silent about.")  # fmt: skip


def bots_finding(best: str, share: Figure, par: float) -> str:
    return f"Of these bots {best} wins most: {share.text} of 100 games where all alike would win {plain(par)} ({share.range})."


# --- where to look next -----------------------------------------------------------------------------------------------


def other_end(
    titles: Sequence[str], effects: Sequence[Figure], verdicts: Sequence[Judged], headline: Figure
) -> str | None:
    """The strongest card that matters in the other direction than the headline's."""
    sign = -1 if (headline.value or 0) > 0 else 1
    there = [c for c, judged in enumerate(verdicts) if judged.word == MATTERS and (effects[c].value or 0) * sign > 0]
    if not there:
        return None
    card = max(there, key=lambda c: abs(effects[c].value or 0))
    return f"The other end, {card_sentence(titles[card], effects[card])}."


def misleading(title: str, observed: Figure, effect: Figure) -> str:
    """A card that looks far better or worse on winners' tables than chance says it is."""
    (seen, seen_range), (dealt, dealt_range) = more_or_fewer(observed), more_or_fewer(effect)
    return (f"Not what it looks: those who play “{title}” win {seen} of 100 games than those who do not ({seen_range}), "
            f"but being dealt it brings {dealt} ({dealt_range}).")  # fmt: skip


def open_question(subject: str, games: int, alone: bool) -> str:
    whom = "" if alone else " for the nearest of them"
    return f"Still undecided: {subject}; about {about(games)} more games would tell{whom}."
