"""Figures of the same things in several readings, beside each other, and what they say together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf

from quorumsim.analysis.figure import OUTER, Figure, figures
from quorumsim.analysis.judged import listed
from quorumsim.dominus.questions.readings import FOUR, Reading, Readings
from quorumsim.stats.interval import Interval
from quorumsim.stats.simultaneous import each_level
from quorumsim.stats.verdict import State

Make = Callable[[int, str, float], Interval | None]
"""The interval of a reading (by its place), for an item, at a level."""

HOLDS, IN_PART, FLIPS, UNDECIDED, NO_DATA = "holds", "in part", "flips", "undecided", "no data"
MORE, FEWER, SMALL = "more", "fewer", "small"
OUR_READING = "this is about our reading, not about the game"


@dataclass(frozen=True)
class Row:
    """A figure as a line of a CSV file."""

    reading: str
    item: str
    figure: Figure


@dataclass(frozen=True)
class Beside:
    """`figures[i][r]`: item i in reading r."""

    items: tuple[str, ...]
    labels: tuple[str, ...]
    figures: tuple[tuple[Figure, ...], ...]

    @property
    def rows(self) -> list[Row]:
        return [
            Row(label, item, figure)
            for item, line in zip(self.items, self.figures, strict=True)
            for label, figure in zip(self.labels, line, strict=True)
        ]

    def of(self, place: int) -> list[Figure]:
        """All items of one reading."""
        return [line[place] for line in self.figures]

    @property
    def all(self) -> list[Figure]:
        return [figure for line in self.figures for figure in line]

    def named(self, pattern: str) -> Beside:
        """The same with the name of each item in a pattern, "{}: wins"."""
        return Beside(tuple(pattern.format(item) for item in self.items), self.labels, self.figures)

    def over(self, other: Beside) -> Beside:
        """These items, and below them others of the same readings."""
        return Beside((*self.items, *other.items), self.labels, (*self.figures, *other.figures))


def beside(
    make: Make, items: Sequence[str], readings: Readings, unit: str, scale: float = 1.0, signed: bool = False,
    scales: Sequence[float] | None = None,
) -> Beside:  # fmt: skip
    """The figures of one column, all with the same digits; their ranges hold for all items and readings at once.

    `scales`: one for each reading, where they differ.
    """
    places = range(len(readings.each))
    level = each_level(OUTER, len(items) * len(places))

    def one(key: tuple[str, int], at: float) -> Interval | None:
        item, place = key
        interval = make(place, item, at)
        return interval if interval is None or scales is None else interval.scaled(scales[place])

    keys = [(item, place) for item in items for place in places]
    column = figures(one, keys, unit, scale, level=level, signed=signed)
    lines = [tuple(column[start : start + len(places)]) for start in range(0, len(column), len(places))]
    return Beside(tuple(items), readings.labels, tuple(lines))


@dataclass(frozen=True)
class Says:
    """What one reading says: the answers that its figure leaves possible, one if it is settled, none without data."""

    possible: frozenset[str]
    side: int = 0

    def contradicts(self, other: Says) -> bool:
        """Whether the two surely differ: no answer in common, or signs that are opposite and not both too small to matter."""
        if not self.possible or not other.possible:
            return False
        both_small = self.possible == other.possible == {SMALL}
        return not self.possible & other.possible or (self.side * other.side < 0 and not both_small)


@dataclass(frozen=True)
class Words:
    """A question's words: `subject` as in "… flips", and the sentence for each answer that all readings may share."""

    subject: str
    answers: dict[str, str]
    brief: dict[str, str]  # the same in a word or two, for a list of readings

    @property
    def opening(self) -> str:
        return self.subject[0].upper() + self.subject[1:]


@dataclass(frozen=True)
class Across:
    """Whether a finding holds in all readings. `lead` begins the heading, `text` is the sentence beside it."""

    word: str
    lead: str
    text: str


def says(figure: Figure, smallest_effect: float) -> Says:
    """What a figure says whose zero means no effect."""
    state = figure.against(smallest_effect).state
    direction = MORE if figure.side > 0 else FEWER
    possible = {
        State.EMPTY: frozenset[str](),
        State.SMALL: frozenset({SMALL}),
        State.MATTERS: frozenset({direction}),
        State.LEANS: frozenset({SMALL, direction}),
        State.OPEN: frozenset({SMALL, MORE, FEWER}),
    }[state]
    return Says(possible, figure.side)


def across(readings: Readings, said: Sequence[Says], words: Words, more: str = "") -> Across:
    """One sentence on whether what a run says holds in all four readings, or flips, and between which.

    `more`: a sentence on what would settle it, where it is undecided.
    """
    known = [(reading, one) for reading, one in zip(readings.each, said, strict=True) if one.possible]
    if not known:
        return Across(NO_DATA, f"{words.opening}:", "These runs have no data on this.")
    pairs = [
        (one, other) for place, (one, a) in enumerate(known) for other, b in known[place + 1 :] if a.contradicts(b)
    ]
    if pairs:
        return Across(FLIPS, f"{words.opening} flips:", f"{_flip(pairs)} ({_each(known, words)}).")
    answer, settled = _common(known)
    if not settled:
        return Across(UNDECIDED, f"{words.opening} is undecided:", f"{_undecided(known, words)} {more}".strip())
    return _agreed(words.answers[answer], [reading for reading, _ in known])


def across_amounts(readings: Readings, amounts: Sequence[Figure], subject: str, sentence: str, apart: float) -> Across:
    """The same of amounts that have no zero to be judged by: they flip if two surely differ by more than `apart`."""
    known = [(reading, one) for reading, one in zip(readings.each, amounts, strict=True) if one.value is not None]
    if not known:
        return Across(NO_DATA, f"{subject}:", "These runs have no data on this.")
    pairs = [(one, other) for one, a in known for other, b in known if (a.low or 0.0) - (b.high or inf) > apart]
    if pairs:
        each = "; ".join(f"{reading.label}: {one.text}" for reading, one in known)
        return Across(FLIPS, f"{subject} flips:", f"{_flip(pairs)} ({each}).")
    return _agreed(sentence, [reading for reading, _ in known])


def _agreed(sentence: str, readings: Sequence[Reading]) -> Across:
    """What all these readings say alike: a conclusion if they are the four."""
    here = {(reading.preset, reading.map) for reading in readings}
    if here.issuperset(FOUR):
        return Across(HOLDS, f"{sentence}:", "Holds in all four readings.")
    if len(readings) == 1:
        return Across(IN_PART, f"{sentence}:", f"In {readings[0].label} only, which is no conclusion about the game.")
    names = listed(tuple(reading.label for reading in readings))
    return Across(IN_PART, f"{sentence}:", f"The same in {names}, which is no conclusion about the game without the others.")


def _flip(pairs: Sequence[tuple[Reading, Reading]]) -> str:
    presets = any(one.map == other.map for one, other in pairs)
    maps = any(one.preset == other.preset for one, other in pairs)
    if maps and not presets:
        return "Holds on one map only: this is about our map, not about the game"
    if presets and not maps:
        return f"Flips between the readings: {OUR_READING}"
    return f"Flips between readings and between maps: {OUR_READING}"


def _common(known: Sequence[tuple[Reading, Says]]) -> tuple[str, bool]:
    """The answer that all share, and whether every reading settles it."""
    shared = frozenset.intersection(*(one.possible for _, one in known))
    settled = all(len(one.possible) == 1 for _, one in known) and len(shared) == 1
    return min(shared, default=""), settled


def _undecided(known: Sequence[tuple[Reading, Says]], words: Words) -> str:
    several = len(known) > 1
    return f"{'No two readings contradict each other for sure' if several else 'Not settled'} ({_each(known, words)})."


def _each(known: Sequence[tuple[Reading, Says]], words: Words) -> str:
    """literal and literal-hub: more; reconstructed: undecided"""
    by_answer: dict[str, list[str]] = {}
    for reading, one in known:
        answers = sorted(one.possible)
        if len(answers) == 1:
            answer = words.brief[answers[0]]
        else:
            answer = _perhaps(one, words)
        by_answer.setdefault(answer, []).append(reading.label)
    if len(by_answer) == 1 and len(known) > 1:
        return f"all of them: {next(iter(by_answer))}"
    return "; ".join(f"{listed(tuple(names))}: {answer}" for answer, names in by_answer.items())


def _perhaps(one: Says, words: Words) -> str:
    """undecided, perhaps fewer"""
    if one.side:
        return f"undecided, perhaps {words.brief[MORE if one.side > 0 else FEWER]}"
    if one.possible == {MORE, FEWER, SMALL}:
        return "undecided"
    return "perhaps " + " or ".join(words.brief[answer] for answer in sorted(one.possible))


def span(line: Sequence[Figure], labels: Sequence[str]) -> str:
    """from 3.1 (2.9 to 3.3; literal) to 4.0 (3.8 to 4.2; reconstructed-hub)"""
    known = [(figure, label) for figure, label in zip(line, labels, strict=True) if figure.value is not None]
    if not known:
        return "no data"
    least, most = min(known, key=_value), max(known, key=_value)
    if least[0].value == most[0].value:
        widest = max((figure for figure, _ in known), key=lambda figure: (figure.high or 0) - (figure.low or 0))
        return f"{widest.text} ({range_of(widest)}; {known[0][1] if len(known) == 1 else 'every reading'})"
    return " to ".join(f"{figure.text} ({range_of(figure)}; {label})" for figure, label in (least, most))


def range_of(figure: Figure) -> str:
    """Its range; what is zero in every deal has none, and says so."""
    return "in every game" if figure.value == 0 and figure.low is None else figure.range


def _value(known: tuple[Figure, str]) -> float:
    return known[0].value or 0.0
