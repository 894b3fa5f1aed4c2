"""Write the page of runs of Dominus: every question of all readings at once, and whether they agree."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from quorumsim.analysis.figure import Figure
from quorumsim.analysis.judged import listed, plain
from quorumsim.analysis.sample import Sample
from quorumsim.dominus.model import VALUES
from quorumsim.dominus.questions import bots, general, legions, seats, sources, spreading, visits
from quorumsim.dominus.questions.answer import Answer, Asked, Look
from quorumsim.dominus.questions.beside import FLIPS, HOLDS, IN_PART, NO_DATA, UNDECIDED, Across, Beside, range_of
from quorumsim.dominus.questions.pictures import picture
from quorumsim.dominus.questions.readings import FOUR, Readings, side_by_side
from quorumsim.dominus.questions.values import ValueRow, given, values
from quorumsim.dominus.words import LABEL, SOURCE
from quorumsim.report.page import fill_template, write_folder
from quorumsim.report.sections import MEASURED, Block, Flag, Section
from quorumsim.report.strip import Axis, axis_around_zero, strip
from quorumsim.report.tables import Cell, Head, Table, make_table, of_figure

if TYPE_CHECKING:
    from quorumsim.lab.run import Run

QUESTIONS: tuple[Callable[[Readings, float], Asked | None], ...] = (
    seats.ask, spreading.ask, general.ask, visits.ask, legions.ask, sources.ask, bots.ask,
)  # fmt: skip
STRIP = {"width": 176, "height": 18}
LONG = 6  # lines of a table that is folded away, because the picture has its figures
OUTCOMES = {
    FLIPS: "Flips between readings or maps", HOLDS: "Holds in all four readings", IN_PART: "The same in the readings here",
    UNDECIDED: "Undecided", NO_DATA: "No data",
}  # fmt: skip
COMPARED = (
    "Each reading is measured by itself. Ranges hold for all readings and rows of a figure at once (95 %).",
    "A finding holds if every reading surely gives the same answer: more, fewer, or too small to matter. It flips if two "
    "readings surely differ. If neither is sure, it is undecided.",
)
BY_BLOCKS = MEASURED["seats"][0]
TOGETHER = (
    "Players in a group against all players outside it, in the same deals. Players choose, and luck lets them, so nothing "
    "here is a cause but where two bots play the same deals.",
)
HOW = {
    "seats": MEASURED["seats"][1:],
    "spreading": (
        "Bot against bot: in each deal the mean of the seats of one minus that of the other, every seat played "
        "by both; Student’s range over deals.",
        *TOGETHER,
    ),
    "general": TOGETHER,
    "visits": TOGETHER,
    "legions": ("Shares: Wilson’s interval on the effective sample size.",),
    "sources": MEASURED["paths"],
    "bots": MEASURED["bots"],
}


@dataclass(frozen=True)
class Played:
    """A run as the frame of the page wants it."""

    label: str
    sample: Sample


@dataclass(frozen=True)
class Line:
    """An answer on the first screen: of each reading its name, strip and figure."""

    label: str
    finding: str
    across: Across
    key: str
    strips: tuple[tuple[str, Markup, Figure], ...]


@dataclass(frozen=True)
class Tile:
    section: str
    question: str
    lines: tuple[Line, ...]


def write_report(runs: list[Run], out: Path, smallest_effect: float = 1.0) -> Path:
    """Write `out`/index.html, `out`/figures/*.png and `out`/tables/*.csv, all or nothing; returns the page.

    `smallest_effect`: in games of 100. The same runs give the same bytes. BadInput if `out` exists or cannot be made.
    """
    groups = side_by_side(runs)
    asked = [(group, [made for ask in QUESTIONS if (made := ask(group, smallest_effect))]) for group in groups]
    parts = [*sections(asked), _values(groups)]
    return write_folder(out, render(asked, parts, smallest_effect), parts)


def render(asked: list[tuple[Readings, list[Asked]]], parts: list[Section], smallest_effect: float) -> str:
    """The whole page as text."""
    groups = [group for group, _ in asked]
    runs = [
        Played(", ".join(filter(None, (group.label, each.label))), each.sample) for group in groups for each in group.each
    ]
    return fill_template(
        "readings.html.j2",
        package="quorumsim.dominus",
        heading=_heading(groups),
        kind="balance report",
        label=LABEL,
        groups=groups,
        four=len(FOUR),
        runs=runs,
        in_short=[(group.label, _in_short(questions)) for group, questions in asked],
        tiles=_tiles(asked, smallest_effect),
        next_lines=(),
        sections=parts,
        smallest_effect=plain(smallest_effect),
    )


def sections(asked: list[tuple[Readings, list[Asked]]]) -> list[Section]:
    """A section for each question that has data, of every group of runs in turn."""
    named: dict[str, tuple[Asked, list[Block]]] = {}
    for group, questions in asked:
        for question in questions:
            _, blocks = named.setdefault(question.name, (question, []))
            first, *more = [_block(group, answer) for answer in question.answers]
            means = ((question.absent,) if question.absent else ()) + first.means
            blocks.append(replace(first, means=means, more=tuple(more)))
    return [
        Section(name, question.title, tuple(blocks), (*COMPARED, BY_BLOCKS, *HOW[name]))
        for name, (question, blocks) in named.items()
    ]


def _block(group: Readings, answer: Answer) -> Block:
    warnings = group.warnings
    return Block(
        answer.finding,
        " · ".join(part for part in (group.label, answer.topic, *warnings) if part),
        (picture(answer, group.size, group.prefix),),
        (_table(group, answer),),
        tuple(line for line in answer.means if line),
        flag=Flag(answer.across.word, answer.across.text),
    )


def _table(group: Readings, answer: Answer) -> Table:
    lines = list(zip(answer.table.items, answer.table.figures, strict=True))

    def cell(place: int) -> Callable[[Any], Cell]:
        return lambda line: _of_figure(line[1][place])

    columns: list[tuple[Head, Callable[[Any], Cell]]] = [(Head("Figure"), lambda line: Cell(_one_line(line[0]), kind="name"))]
    columns += [(Head(label, number=True), cell(place)) for place, label in enumerate(group.labels)]
    caption = f"{answer.caption}. {group.size}. Ranges hold for all readings at once (95 %)."
    return make_table(f"{group.prefix}{answer.name}", caption, columns, lines, data=answer.table.rows,
                      fold="All figures as a table" if len(lines) > LONG else "")  # fmt: skip


def _of_figure(figure: Figure) -> Cell:
    cell = of_figure(figure)
    return cell if figure.value is None else replace(cell, more=range_of(figure))


def _one_line(item: str) -> str:
    return item.replace("\n", " ")


def _values(groups: list[Readings]) -> Section:
    """The values with their tags."""
    every = [each for group in groups for each in group.each]
    rows = values(every)
    columns: list[tuple[Head, Callable[[ValueRow], Cell]]] = [
        (Head("Value"), lambda row: Cell(row.value, kind="name")),
        (Head("from"), lambda row: Cell(row.source)),
        (Head("reading"), lambda row: Cell(row.reading)),
        (Head("what it says"), lambda row: Cell(more=row.words, kind="says")),
    ]
    used = [name for name in SOURCE if any(row.source == name for row in rows)]
    return Section(
        "values",
        "Given, base, assumed",
        (
            Block(
                f"Of {len(VALUES)} values the summary gives few: {given(every)}",
                "Every value of the rules, and where it comes from",
                (),
                (make_table("values", "Values that differ between the readings have a line for each.", columns, rows),),
                tuple(f"{name}: {SOURCE[name]}." for name in used),
            ),
        ),
    )


def _heading(groups: list[Readings]) -> str:
    """Dominus in four readings, 2, 3 and 4 players"""
    players = listed(tuple(dict.fromkeys(str(group.sample.players) for group in groups)))
    most = max(len(group.each) for group in groups)
    count = {1: "one reading", 2: "two readings", 3: "three readings", len(FOUR): "four readings"}
    return f"Dominus in {count.get(most, f'{most} runs')}, {players} players"


def _in_short(questions: list[Asked]) -> list[tuple[str, list[Asked]]]:
    """Which questions have an answer in all readings, and which have not."""
    said = [(OUTCOMES[question.answers[0].across.word], question) for question in questions]
    by_word = [(word, [question for other, question in said if other == word]) for word in OUTCOMES.values()]
    return [(word, answered) for word, answered in by_word if answered]


def _tiles(asked: list[tuple[Readings, list[Asked]]], smallest_effect: float) -> list[Tile]:
    """The first answer to each question."""
    tiles: dict[str, Tile] = {}
    for group, questions in asked:
        for question in questions:
            before = tiles.get(question.name, Tile(question.name, question.question, ()))
            line = _line(group, question.answers[0], smallest_effect)
            tiles[question.name] = Tile(question.name, question.question, (*before.lines, line))
    return list(tiles.values())


def _line(group: Readings, answer: Answer, smallest_effect: float) -> Line:
    figures = answer.headline.figures[0]
    axis = _axis(answer.headline, answer.look, smallest_effect)
    strips = tuple((label, strip(figure, axis), figure) for label, figure in zip(group.labels, figures, strict=True))
    return Line(group.label, answer.finding, answer.across, answer.key, strips)


def _axis(headline: Beside, look: Look, smallest_effect: float) -> Axis:
    """Around zero where zero is in the middle of what can be, from zero for shares."""
    if look.centre is not None:
        return axis_around_zero(headline.all, smallest_effect, **STRIP)
    band = look.band or 0.0
    ends = [end for figure in headline.all for end in (figure.high, figure.value) if end is not None]
    return Axis(0, max([*ends, 2 * band, 0.1]) * 1.1, 0, band, **STRIP)
