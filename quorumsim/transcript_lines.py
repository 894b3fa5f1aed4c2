"""What transcripts in words have in common, whatever the game: named lines, seats, and what a bot thought."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from quorumsim.transcript_files import Decision

WIDTH = 100
NAME = 11  # columns for the name of a line, so that its text forms a column


def entry(name: str, items: Iterable[str], between: str = "; ", after: str = "") -> Iterator[str]:
    """A named line, continued below where it grows too wide; nothing without items. Items are never broken."""
    text, told = "", list(items)
    if told and after:
        told[-1] += f" ({after})"
    for item in told:
        if text and len(text) + len(between) + len(item) > WIDTH - NAME - 2:
            yield f"  {name:{NAME}}{text}{between}".rstrip()
            name, text = "", item
        else:
            text = f"{text}{between}{item}" if text else item
    if text:
        yield f"  {name:{NAME}}{text}"


def reasons(decisions: Iterable[Decision]) -> Iterator[str]:
    """An entry for each decision that a bot made: what it thought of every action."""
    for decision in decisions:
        yield from entry(f"{decision.phase}?", _options(decision), "; ", decision.unit)


def seat_name(seat: int, bots: Sequence[str]) -> str:
    """People count seats from 1, files from 0."""
    return f"seat {seat + 1} ({bots[seat]})"


def _options(decision: Decision) -> Iterator[str]:
    """What the bot thought of each action, best first; the chosen one with a star."""
    digits = 1 if decision.unit == "points" else 3
    for option in sorted(decision.options, key=lambda option: -option.worth):
        star = "*" if option.number == decision.chosen else ""
        playouts = "" if option.playouts is None else f" ± {option.error:.{digits}f}, {option.playouts:,} playouts"
        yield f"{star}{option.action}: {option.worth:.{digits}f}{playouts}"
