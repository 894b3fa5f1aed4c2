"""The sentences of `compare-play`: terminal and JSON print these."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from quorumsim.analysis.figure import Figure
from quorumsim.analysis.judged import (
    MATTERS,
    NO_DATA,
    SMALL,
    UNDECIDED,
    Judged,
    about,
    listed,
    more_or_fewer,
    plain,
    plural,
)
from quorumsim.analysis.paths import words
from quorumsim.analysis.sentences import Finding

if TYPE_CHECKING:
    from quorumsim.analysis.compare_play import MeanRow

LIMITS = ("Score sheets are no random sample of people: they tell of those who played and noted these tables, and ranges "
          "know of luck only. Equal points need not be equal play.")  # fmt: skip
"""What no number of tables mends."""


def who_sentence(tables: int, sheets: int, players: int, file: str) -> str:
    """12 tables of 4 people (48 score sheets, sheets.csv) beside"""
    return f"{plural(tables, 'table')} of {players} people ({plural(sheets, 'score sheet')}, {file}) beside"


def play_finding(rows: Sequence[MeanRow], smallest_effect: float) -> Finding:
    """Which sources differ most between people and bots, and what that means for a report by these bots."""
    effect = plain(smallest_effect)
    judged = {row.source: row.verdict for row in rows if row.verdict is not None and row.verdict.word != NO_DATA}
    if not judged:
        return Finding(NO_DATA, "Whether people score like these bots:", "no data by source, for the sheets note totals only.")
    present = [verdict.word for verdict in judged.values()]
    word = next((w for w in (MATTERS, UNDECIDED) if w in present), SMALL)
    concerned = sorted((row for row in rows if judged[row.source].word == word), key=_surest_and_largest, reverse=True)
    largest = concerned[0]
    verdict, names = judged[largest.source], [words(row.source) for row in concerned]
    difference = f"{words(largest.source)}, {_points(largest.difference)}"
    if word == MATTERS:
        lead = f"People do not score like these bots: {plural(len(names), 'source')} of {len(judged)} matter"
        lead += "s," if len(names) == 1 else ", most of all"
        others = f" {listed(tuple(names[1:]))} {'matters' if len(names) == 2 else 'matter'} too." if names[1:] else ""
        detail = (f"{difference}, and you called {effect} important.{_capital(others)} What a report by these bots says of "
                  f"{listed(tuple(names))} is about the bots, not about people.")  # fmt: skip
    elif word == SMALL:
        lead = "People score like these bots: every source is too small to matter,"
        detail = f"even {difference}, less than the {effect} you called important."
    else:
        lead = f"Whether people score like these bots is undecided for {len(names)} of {plural(len(judged), 'source')}:"
        leaning = tuple(words(row.source) for row in concerned if judged[row.source].leans)
        surely = f"they surely differ in {listed(leaning)}, most in" if leaning[1:] else "they surely differ in"
        where = surely if leaning else "the largest difference may be in"
        detail = (f"{where} {difference}; you called {effect} important, and {tables_more(verdict)}. Until then, what a report "
                  "says of sources may be about its bots.")  # fmt: skip
    return Finding(word, lead, detail, "", largest.difference, largest.difference.text, verdict.further_games)


def tables_more(judged: Judged) -> str:
    """What would settle it, as a clause."""
    if judged.too_few:
        return "these tables are too few to say how many more it takes"
    if judged.further_games is None:
        return "no number of tables that a playtest has would tell"
    return f"about {_tables(judged.further_games)} would tell"


def tables_needed(judged: Judged | None) -> str:
    """The verdict in a cell: matters, or: undecided, leans; needs 30 more."""
    if judged is None:
        return ""
    if judged.word != UNDECIDED:
        return judged.word
    if judged.too_few:
        return f"{judged.text}; too few tables"
    if judged.further_games is None:
        return f"{judged.text}; too close to tell"
    return f"{judged.text}; needs {about(judged.further_games)} more"


def totals_sentence(row: MeanRow | None, pairs: Figure | None) -> str:
    """Totals of people and of bots, and how often a person would have more."""
    if row is None or row.verdict is None or pairs is None:
        return ""
    verdict = {MATTERS: "which matters", SMALL: "too small to matter", UNDECIDED: "undecided"}[row.verdict.word]
    value, span = more_or_fewer(row.difference)
    return (f"A person ends with {row.people.phrase}, a bot with {row.bots.text} ({row.bots.range}): {value} ({span}), "
            f"{verdict}. Of 100 pairs of one person and one bot, the person has more in {pairs.text} ({pairs.range}).")


def open_sentence(verdicts: Sequence[Judged]) -> str:
    """How many rows are undecided, and how many more tables would settle the nearest and all of them."""
    undecided = [verdict for verdict in verdicts if verdict.word == UNDECIDED]
    if not undecided:
        return ""
    subject = f"Undecided: {len(undecided)} of {plural(len(verdicts), 'row')} below"
    needed = sorted(verdict.further_games for verdict in undecided if verdict.further_games is not None)
    if not needed:
        return f"{subject}; {tables_more(undecided[0])}."
    if len(needed) == 1:
        return f"{subject}; about {_tables(needed[0])} would settle {'it' if len(undecided) == 1 else '1 of them'}."
    settled = "all" if len(needed) == len(undecided) else f"{len(needed)}"
    return (f"{subject}; about {_tables(needed[0])} would settle the nearest of them, about {_tables(needed[-1])} {settled} of "
            "them.")  # fmt: skip


def not_noted_sentence(missing: tuple[str, ...]) -> str:
    return f"Not noted, so not compared: {listed(tuple(words(source) for source in missing))}." if missing else ""


def named_sentence(tables: Sequence[set[str]]) -> str:
    """A warning where people come back, without saying who."""
    names = set().union(*tables) if tables else set()
    seats = sum(len(table) for table in tables)
    if len(names) == seats:
        return ""
    return (f"The same people came back: {plural(len(names), 'name')} on {plural(seats, 'sheet')}. Every table counts as a new "
            "one, so the ranges are too narrow for people in general.")  # fmt: skip


def _points(difference: Figure) -> str:
    """with 3.1 points a player more than the bots (2.2 to 4.0 more)"""
    value, span = more_or_fewer(difference)
    return f"{value} points a player than the bots ({span})"


def _tables(number: int) -> str:
    return f"{about(number)} more table{'' if number == 1 else 's'}"


def _capital(text: str) -> str:
    """Of a sentence behind a space."""
    return text[:1] + text[1:2].upper() + text[2:]


def _surest_and_largest(row: MeanRow) -> tuple[bool, float]:
    return bool(row.verdict and row.verdict.leans), abs(row.difference.value or 0)
