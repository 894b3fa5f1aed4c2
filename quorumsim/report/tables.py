"""The tables of the page: which columns each has, and what stands in a cell."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from quorumsim.analysis.bots import BotAnswer, BotRow
from quorumsim.analysis.cards import CardAnswer, CardRow
from quorumsim.analysis.feel import FeelAnswer
from quorumsim.analysis.figure import Figure
from quorumsim.analysis.first_player import SeatAnswer
from quorumsim.analysis.gods import GodAnswer
from quorumsim.analysis.paths import PathAnswer
from quorumsim.analysis.rows import table
from quorumsim.analysis.sentences import UNDECIDED, Judged, about, rank_range
from quorumsim.report.csv_files import data_link, to_csv
from quorumsim.report.strip import axis_around_zero, scale, strip


@dataclass(frozen=True)
class Cell:
    """`text` in front, `more` in lesser letters after it. `sort` is what a sorted column goes by."""

    text: str = ""
    more: str = ""
    sort: float | str | None = None
    svg: Markup | str = ""
    glyph: str = ""
    kind: str = ""  # a class: figure, name, verdict, cell-strip, rank


@dataclass(frozen=True)
class Head:
    """Head of a column. `wide`: only shown where there is room; `cause`: a word on whether chance or choice made it."""

    text: str
    more: str = ""
    svg: Markup | str = ""
    wide: bool = False
    sortable: bool = False


@dataclass(frozen=True)
class Table:
    """`name` is also that of its CSV file. The first column names the row."""

    name: str
    caption: str
    heads: tuple[Head, ...]
    rows: tuple[tuple[Cell, ...], ...]
    csv: str
    sortable: bool = False
    fold: str = ""  # what the fold says that the table is in, if it is

    @property
    def stacked(self) -> bool:
        """Whether a row may take two lines on a phone: its name, then strip, figure and verdict."""
        return any(cell.kind.startswith("verdict") for row in self.rows for cell in row)

    @property
    def link(self) -> str:
        return data_link(self.csv)


def seats_table(answer: SeatAnswer, smallest_effect: float, prefix: str) -> Table:
    rows = answer.rows
    axis = axis_around_zero([row.excess for row in rows], smallest_effect)
    columns: list[tuple[Head, Callable[[Any], Cell]]] = [
        (Head("Seat"), lambda row: Cell(row.name, kind="name")),
        (
            Head("more or less than its due", svg=scale(axis)),
            lambda row: Cell(svg=strip(row.excess, axis), kind="cell-strip"),
        ),
        (Head("wins", "of 100 games"), lambda row: of_figure(row.share)),
        (Head("verdict"), lambda row: of_verdict(row.verdict)),
        (Head("a table notices after", "games", wide=True), lambda row: of_notice(row.excess, row.games_to_notice)),
        (Head("wins alone", "of 100 games", wide=True), lambda row: of_figure(row.outright)),
        (Head("shares a win", "of 100 games", wide=True), lambda row: of_figure(row.shared)),
        (Head("margin", "points", wide=True), lambda row: of_figure(row.margin)),
    ]
    return _table(
        f"{prefix}seats", f"Every seat. {answer.sample.size}. Ranges: 95 %, each seat by itself.", columns, rows
    )


def cards_table(answer: CardAnswer, smallest_effect: float, prefix: str) -> Table:
    rows = answer.rows
    axis = axis_around_zero([row.effect for row in rows], smallest_effect)
    columns: list[tuple[Head, Callable[[Any], Cell]]] = [
        (Head("Card", sortable=True), lambda row: Cell(row.title, sort=row.title, glyph=row.type, kind="name")),
        (Head("dealt or not", svg=scale(axis)), lambda row: Cell(svg=strip(row.effect, axis), kind="cell-strip")),
        (Head("dealt", "games won of 100", sortable=True), lambda row: of_figure(row.effect)),
        (Head("verdict", sortable=True), lambda row: of_verdict(row.verdict)),
        (
            Head("rank", sortable=True),
            of_rank,
        ),
        (Head("dealt", "margin, points", wide=True, sortable=True), lambda row: of_figure(row.margin)),
        (Head("taken", "goes together", wide=True, sortable=True), lambda row: of_figure(row.taken)),
        (Head("played", "goes together", wide=True, sortable=True), lambda row: of_figure(row.played)),
    ]
    caption = (
        f"All {len(rows)} cards. {answer.sample.size}. Ranges and ranks hold for all cards at once (95 %); "
        "thick lines: each card by itself (66 %)."
    )
    return _table(f"{prefix}cards", caption, columns, rows, sortable=True)


def grids_table(answer: CardAnswer, prefix: str) -> Table:
    rows = [(grid, cell) for grid in answer.grids for cell in grid.cells]
    columns: list[tuple[Head, Callable[[Any], Cell]]] = [
        (Head("Kind of card"), lambda pair: Cell(f"{pair[1].row} {pair[1].column}", kind="name")),
        (Head("cards"), lambda pair: Cell(str(pair[1].cards))),
        (Head("dealt", "games won of 100, mean"), lambda pair: of_figure(pair[1].effect)),
    ]
    caption = f"Kinds of cards. {answer.sample.size}. Ranges hold for all kinds at once."
    return _table(
        f"{prefix}card-kinds", caption, columns, rows, data=[cell for _, cell in rows], fold="All kinds as a table"
    )


def gods_table(answer: GodAnswer, prefix: str) -> Table:
    axis = axis_around_zero([row.together for row in answer.rows])
    columns: list[tuple[Head, Callable[[Any], Cell]]] = [
        (Head("God"), lambda row: Cell(row.title, kind="name")),
        (Head("taker", "points moved a time"), lambda row: of_figure(row.taker_points)),
        (Head("others", "points moved a time"), lambda row: of_figure(row.other_points)),
        (Head("taken", "times a game", wide=True), lambda row: of_figure(row.taken)),
        (
            Head("goes together", svg=scale(axis), wide=True),
            lambda row: Cell(svg=strip(row.together, axis), kind="cell-strip"),
        ),
        (
            Head("games won of 100, taken or not", "goes together, not a cause", wide=True),
            lambda row: of_figure(row.together),
        ),
    ]
    caption = f"Every god, all its copies. {answer.sample.size}. Ranges hold for all gods at once (95 %)."
    return _table(f"{prefix}gods", caption, columns, answer.rows)


def numbers_table(answer: GodAnswer, prefix: str) -> Table:
    columns: list[tuple[Head, Callable[[Any], Cell]]] = [
        (Head("Gods taken"), lambda row: Cell(str(row.gods), kind="name")),
        (Head("wins", "of 100 games"), lambda row: of_figure(row.share)),
        (Head("so many players", "of 100"), lambda row: of_figure(row.of_players)),
        (Head("margin", "points", wide=True), lambda row: of_figure(row.margin)),
    ]
    caption = (
        f"Players by gods taken (goes together, not a cause). {answer.sample.size}. Ranges: 95 %, each row by itself."
    )
    return _table(f"{prefix}gods-taken", caption, columns, answer.numbers)


def paths_table(answer: PathAnswer, prefix: str) -> Table:
    axis = axis_around_zero([row.difference for row in answer.rows])
    columns: list[tuple[Head, Callable[[Any], Cell]]] = [
        (Head("Source", sortable=True), lambda row: Cell(row.name, sort=row.name, kind="name")),
        (Head("points a player", sortable=True), lambda row: of_figure(row.points)),
        (Head("of 100 points", sortable=True), lambda row: of_figure(row.of_all)),
        (Head("winners", "points", wide=True, sortable=True), lambda row: of_figure(row.winners)),
        (Head("others", "points", wide=True, sortable=True), lambda row: of_figure(row.others)),
        (
            Head("winners and others", svg=scale(axis), wide=True),
            lambda row: Cell(svg=strip(row.difference, axis), kind="cell-strip"),
        ),
        (Head("winners more", "points", sortable=True), lambda row: of_figure(row.difference)),
    ]
    caption = f"Points by source. {answer.sample.size}. Ranges hold for all sources at once (95 %)."
    return _table(f"{prefix}sources", caption, columns, answer.rows, sortable=True)


def scorers_table(answer: PathAnswer, prefix: str) -> Table:
    """Sources down, seats and bots across."""
    whose = list(dict.fromkeys(row.who for row in answer.scorers))
    by = {(row.source, row.who): row.points for row in answer.scorers}
    columns: list[tuple[Head, Callable[[Any], Cell]]] = [(Head("Source"), lambda row: Cell(row.name, kind="name"))]
    columns += [(Head(who), _of_scorer(by, who)) for who in whose]
    caption = f"Points a game, by who scores them. {answer.sample.size}. Ranges: 95 %, each by itself."
    return _table(
        f"{prefix}scorers", caption, columns, answer.rows, data=answer.scorers, fold="Who scores what, by seat and bot"
    )


def _of_scorer(by: dict[tuple[str, str], Figure], who: str) -> Callable[[Any], Cell]:
    return lambda row: of_figure(by[row.source, who])


def feel_table(answer: FeelAnswer, prefix: str) -> Table:
    columns: list[tuple[Head, Callable[[Any], Cell]]] = [
        (Head("What happens"), lambda row: Cell(row.what, kind="name")),
        (
            Head("how often"),
            lambda row: Cell(f"{row.figure.text} {row.figure.unit}", row.figure.range, row.figure.value, kind="figure"),
        ),
    ]
    return _table(
        f"{prefix}happenings",
        f"How often. {answer.sample.size}. Ranges: 95 %, each row by itself.",
        columns,
        answer.rows,
    )


def spreads_table(answer: FeelAnswer, prefix: str) -> Table:
    columns: list[tuple[Head, Callable[[Any], Cell]]] = [
        (Head("Outcome", "points"), lambda row: Cell(row.name, kind="name")),
        (Head("mean"), lambda row: of_figure(row.mean)),
        (Head("middle half"), lambda row: Cell(f"{row.quarter} to {row.three_quarters}")),
        (Head("middle"), lambda row: Cell(str(row.middle))),
        (Head("all", wide=True), lambda row: Cell(f"{row.low} to {row.high}")),
    ]
    caption = f"How outcomes spread. {answer.sample.size}. Ranges of means: 95 %."
    return _table(f"{prefix}spreads", caption, columns, answer.spreads)


def bots_table(answer: BotAnswer, prefix: str) -> Table:
    axis = axis_around_zero([row.excess for row in answer.rows])
    columns: list[tuple[Head, Callable[[Any], Cell]]] = [
        (Head("Bot"), lambda row: Cell(row.bot, kind="name")),
        (
            Head("more or less than par", svg=scale(axis)),
            lambda row: Cell(svg=strip(row.excess, axis), kind="cell-strip"),
        ),
        (Head("wins", "of 100 games"), lambda row: of_figure(row.share)),
        (
            Head("rank"),
            of_rank,
        ),
        (Head("margin", "points", wide=True), lambda row: of_figure(row.margin)),
    ]
    caption = f"Every bot, seats rotated. {answer.sample.size}. Ranges and ranks hold for all bots at once (95 %)."
    return _table(f"{prefix}bots", caption, columns, answer.rows)


def of_figure(figure: Figure) -> Cell:
    if figure.value is None:
        return Cell("no data", kind="figure")
    return Cell(figure.text, figure.range, figure.value, kind="figure")


def of_verdict(judged: Judged) -> Cell:
    kind = "verdict " + judged.word.replace(" ", "-")
    if judged.word != UNDECIDED:
        return Cell(judged.word, sort=judged.word, kind=kind)
    needs = f"needs {about(judged.further_games)} games more" if judged.further_games else "games will not tell"
    return Cell(f"{judged.word}{', leans' if judged.leans else ''}", needs, judged.word, kind=kind)


def of_rank(row: CardRow | BotRow) -> Cell:
    return Cell(str(row.rank), rank_range(row.rank_best, row.rank_worst), row.rank, kind="rank")


def of_notice(figure: Figure, games: int | None) -> Cell:
    if games is None or figure.side == 0:
        return Cell("cannot tell")
    return Cell(f"about {about(games)}", sort=games, kind="figure")


def _table(
    name: str, caption: str, columns: Sequence[tuple[Head, Callable[[Any], Cell]]], rows: Sequence[Any], sortable: bool = False,
    data: Sequence[Any] | None = None, fold: str = "",
) -> Table:  # fmt: skip
    """`data`: the rows of the CSV, if they are others."""
    cells = tuple(tuple(make(row) for _, make in columns) for row in rows)
    return Table(
        name,
        caption,
        tuple(head for head, _ in columns),
        cells,
        to_csv(table(rows if data is None else data)),
        sortable,
        fold,
    )
