"""The sentences of a report, written once: page, terminal and JSON print these.

A verdict word stands in one sentence with its figure and its range, and the smallest effect of interest beside it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from quorumsim.analysis.figure import Figure
from quorumsim.analysis.judged import (
    FAIR,
    MATTERS,
    NO_DATA,
    SMALL,
    UNDECIDED,
    UNFAIR,
    Judged,
    about,
    in_games,
    listed,
    more_or_fewer,
    plain,
)


@dataclass(frozen=True)
class Finding:
    """A verdict as a sentence (`lead` and `detail`), and in `spread` what an evening at a table shows of it.

    `figure` is what the verdict is about (zero means no effect), and `shown` how the sentence prints it.
    """

    word: str
    lead: str
    detail: str
    spread: str = ""
    figure: Figure | None = None
    shown: str = ""
    further_games: int | None = None

    @property
    def text(self) -> str:
        return f"{self.lead} {self.detail}"


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
        return Finding(NO_DATA, "Who goes first:", "no data.")
    seat = max((s for s, w in enumerate(words) if w == word), key=lambda s: round(abs(excesses[s].unrounded), 9))
    share, judged = shares[seat], verdicts[seat]
    subject = "Going first is" if seat == 0 or word == FAIR else "The order of play is"
    who = f"seat {seat + 1}" if seat == 0 or word != FAIR else f"even seat {seat + 1}, the furthest from its due,"
    wins = f"{who} wins {share.text} of 100 games, not {par} ({share.range})"
    if word == UNFAIR:
        detail = f"{wins}, off by more than the {effect} you called important"
    elif word == FAIR:
        nobody = ", and no seat is further off" if seat == 0 and len(shares) > 2 else ""
        detail = f"{wins}, off by less than the {effect} you called important{nobody}"
    elif judged.leans:
        detail = f"{wins}; as for the {effect} you called important, {judged.more}"
    else:
        detail = f"{wins}; you called {effect} important, and {judged.more}"
    first = "" if seat == 0 else f"; seat 1 wins {shares[0].text} ({shares[0].range})"
    return Finding(
        word, f"{subject} {word}{', but leans' if judged.leans else ''}:", f"{detail}{first}.",
        _seat_spread(seat, excesses[seat], notice[seat]), excesses[seat], share.text, judged.further_games,
    )  # fmt: skip


def _seat_spread(seat: int, excess: Figure, games: int | None) -> str:
    if games is None or excess.side == 0:
        return "No table could notice: not even these games show it."
    return f"A table would notice seat {seat + 1} after about {about(games)} games."


# --- cards ------------------------------------------------------------------------------------------------------------


def card_sentence(title: str, effect: Figure) -> str:
    """What a card does, in one clause."""
    value, span = more_or_fewer(effect)
    return f"“{title}”: dealt it, a player wins {value} of 100 games than without it ({span})"


def cards_finding(
    titles: Sequence[str], effects: Sequence[Figure], verdicts: Sequence[Judged], notice: Sequence[int | None],
    dealt: Sequence[float], smallest_effect: float,
) -> Finding:  # fmt: skip
    """All cards in one sentence: about the one furthest from zero, of those that carry the verdict.

    `dealt`: the share of opening hands that held each card.
    """
    effect = plain(smallest_effect)
    words = [judged.word for judged in verdicts]
    known = [w for w in words if w != NO_DATA]
    if not known:
        return Finding(NO_DATA, "Which cards matter:", "no data.")
    word = next((w for w in (MATTERS, UNDECIDED) if w in known), SMALL)
    card = max((c for c, w in enumerate(words) if w == word), key=lambda c: abs(effects[c].value or 0))
    figure, judged, count = effects[card], verdicts[card], words.count(word)
    sentence = card_sentence(titles[card], figure)
    if word == MATTERS:
        lead = f"{count} of {len(titles)} cards matter{'s' if count == 1 else ''},"
        detail = f"{'most of all ' if count > 1 else ''}{sentence}, and you called {effect} important."
    elif word == SMALL:
        lead = "Every card is too small to matter:"
        detail = f"the largest effect is that of {sentence}, less than the {effect} you called important."
    else:
        lead = f"Which cards matter is undecided for {count} of {len(titles)} cards:"
        detail = f"the largest effect may be that of {sentence}; you called {effect} important, and {judged.more}."
    spread = _card_spread(figure, notice[card], dealt[card])
    return Finding(word, lead, detail, spread, figure, figure.text, judged.further_games)


def _card_spread(figure: Figure, games: int | None, dealt: float) -> str:
    if games is None or figure.side == 0:
        return "No player could notice: not even these games show it."
    return (f"A player would notice after being dealt it in about {about(games)} games; "
            f"a player is dealt it in 1 game of {round(1 / dealt)}.")  # fmt: skip


def grid_finding(grid: str, kind: str, mean: Figure) -> str:
    """The kind of card that stands out most among those whose sign is sure, or that none does."""
    value, span = more_or_fewer(mean)
    if mean.side == 0:
        return f"By {grid}, no kind of card stands out: at most {kind}, {value} of 100 games for a card dealt ({span})."
    return f"By {grid}, {kind} stands out: {value} of 100 games for a card dealt ({span})."


def compare_finding(title: str, played: Figure, dealt: Figure) -> str:
    """The card for which playing and being dealt differ most."""
    (seen, seen_range), (brings, dealt_range) = more_or_fewer(played), more_or_fewer(dealt)
    return (f"Being dealt a card and playing it differ most for “{title}”: dealt it, players win {brings} of 100 games "
            f"({dealt_range}); those who played it win {seen} ({seen_range}).")  # fmt: skip


# --- gods -------------------------------------------------------------------------------------------------------------

NO_GODS = Finding(NO_DATA, "Whether gods matter:", "no data, for these rules have no gods.")


def gods_finding(decided: Figure, judged: Judged, smallest_effect: float) -> Finding:
    """Whether gods decide games: how often the final tables have another winner with every token back at its start."""
    if judged.word == NO_DATA:
        return Finding(NO_DATA, "Whether gods matter:", "no data.")
    effect = plain(smallest_effect)
    lead, compared = {
        MATTERS: ("Gods matter:", f"more than the {effect} you called important"),
        SMALL: ("Gods are too small to matter:", f"less than the {effect} you called important"),
        UNDECIDED: ("Whether gods matter is undecided:", f"around the {effect} you called important; {judged.more}"),
    }[judged.word]
    share = f"{decided.text} of 100 games ({decided.range})"
    detail = f"had every token ended where it began, the same tables would have had another winner in {share}, {compared}."
    if decided.value:
        often = in_games(decided.value)
        spread = f"{often[0].upper()}{often[1:]}, counting moved tokens only: without gods people would also play otherwise."
    else:
        spread = "In no game of this run did moved tokens change who won."
    return Finding(judged.word, lead, detail, spread, decided, decided.text, judged.further_games)


def god_points_finding(names: tuple[str, ...], change: str, points: Figure) -> str:
    """The god that moves most for its taker, with those that change tokens alike."""
    moves, whom = ("moves", "it") if len(names) == 1 else ("move", "them")
    return f"{listed(names)} ({change}) {moves} most for who takes {whom}: {points.text} points a time ({points.range})."


def god_numbers_finding(most: tuple[int, Figure], fewest: tuple[int, Figure] | None) -> str:
    """Who wins most and who fewest, by gods taken."""

    def who(number_taken: int) -> str:
        return f"{number_taken or 'no'} god{'' if number_taken == 1 else 's'}"

    number_taken, share = most
    text = f"Players who took {who(number_taken)} win most, {share.phrase}"
    if fewest:
        text += f"; those who took {who(fewest[0])} win fewest, {fewest[1].text} ({fewest[1].range})"
    return f"{text}."


# --- paths to victory, and how a game feels ---------------------------------------------------------------------------


def paths_finding(most: Sequence[tuple[str, Figure]], apart: str, difference: Figure) -> str:
    """Where the points come from, and what winners have more of. `most`: the sources that may be the largest."""
    names, points = listed(tuple(name for name, _ in most)), most[0][1]
    names = names[0].upper() + names[1:]
    if len(most) == 1:
        first = f"{names} brings most, {points.text} points a player ({points.range})"
    else:
        first = f"{names} bring most, up to {points.text} points a player ({points.range})"
    if difference.value is None:
        return f"{first}."
    value, span = more_or_fewer(difference)
    return f"{first}; winners differ most in {apart}, with {value} than others ({span})."


def feel_finding(margin: Figure, low: int, high: int) -> str:
    """How far ahead a winner ends, on average and in the middle half of all games."""
    mean = f"{margin.text} points ahead on average ({margin.range})"
    return f"Winners end {mean}; in the middle half of all games, {low} to {high} points ahead."


def ties_sentence(shared: Figure, broken: Figure) -> str:
    return (f"{shared.text} of 100 games end in a shared win ({shared.range}); in {broken.text} more the totals are equal and "
            f"the tie-break decides ({broken.range}).")  # fmt: skip


def refresh_sentence(refreshed: Figure, forced: Figure) -> str:
    often = f"{refreshed.text} of 100 games ({refreshed.range})"
    if not refreshed.value:
        return f"Rome is never refreshed in this run: {often}."
    if not forced.value:
        return f"Rome is refreshed in {often}, never because nothing can be taken ({forced.range})."
    return (f"Rome is refreshed in {often}; in {forced.text} it must be ({forced.range}) because nothing can be taken, "
            "a case the rulebook is silent about.")  # fmt: skip


def bots_finding(best: tuple[str, ...], share: Figure, par: float) -> str:
    """The bot that wins most, or those that may."""
    even = f"of 100 games where all alike would win {plain(par)}"
    if len(best) == 1:
        return f"Of these bots {best[0]} wins most: {share.text} {even} ({share.range})."
    return f"Of these bots {listed(best)} may win most: {best[0]} {share.text} {even} ({share.range})."


# --- where to look next -----------------------------------------------------------------------------------------------


def other_end(titles: Sequence[str], effects: Sequence[Figure], verdicts: Sequence[Judged], headline: Figure) -> str | None:
    """The strongest card that matters in the other direction than the headline's."""
    sign = -1 if (headline.value or 0) > 0 else 1
    there = [c for c, judged in enumerate(verdicts) if judged.word == MATTERS and (effects[c].value or 0) * sign > 0]
    if not there:
        return None
    card = max(there, key=lambda c: abs(effects[c].value or 0))
    return f"{card_sentence(titles[card], effects[card])}."


def misleading(title: str, observed: Figure, effect: Figure) -> str:
    """A card that looks better or worse on winners' tables than chance says it is."""
    (seen, seen_range), (dealt, dealt_range) = more_or_fewer(observed), more_or_fewer(effect)
    return (f"those who play “{title}” win {seen} of 100 games than those who do not ({seen_range}), "
            f"but being dealt it brings {dealt} ({dealt_range}).")  # fmt: skip


def open_question(subject: str, games: int, alone: bool) -> str:
    whom = "" if alone else " for the nearest of them"
    return f"{subject}; about {about(games)} more games would tell{whom}."
