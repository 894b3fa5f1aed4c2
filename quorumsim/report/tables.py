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
from quorumsim.analysis.judged import Judged, about, listed, rank_range
from quorumsim.analysis.paths import PathAnswer, words
from quorumsim.analysis.rows import table
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
    kind: str = ""  # a class: number, figure (a number with its range), name, verdict, cell-strip, rank


@dataclass(frozen=True)
class Head:
    """Head of a column. `wide`: only shown where there is room; `number`: set to the right, as the numbers below it."""

    text: str
    more: str = ""
    svg: Markup | str = ""
    wide: bool = False
    sortable: bool = False
    number: bool = False


@dataclass(frozen=True)
class Table:
    """`name` is also that of its CSV file. The first column names the row.

    `stacked`: a row may take two lines on a phone, its name and rank, then strip, figure and verdict.
    """

    name: str
    caption: str
    heads: tuple[Head, ...]
    rows: tuple[tuple[Cell, ...], ...]
    csv: str
    sortable: bool = False
    fold: str = ""  # what the fold says that the table is in, if it is
    stacked: bool = False

    @property
    def link(self) -> str:
        return data_link(self.csv)


def seats_table(answer: SeatAnswer, prefix: str) -> Table:
    columns: list[tuple[Head, Callable[[Any], Cell]]] = [
        (Head("Seat"), lambda row: Cell(row.name, kind="name")),
        (Head("wins", "of 100 games", number=True), lambda row: of_figure(row.share)),
        (Head("verdict"), lambda row: of_verdict(row.verdict)),
        (Head("a table notices after", "games", wide=True), lambda row: of_notice(row.excess, row.games_to_notice)),
        (Head("wins alone", "of 100 games", wide=True, number=True), lambda row: of_figure(row.outright)),
        (Head("shares a win", "of 100 games", wide=True, number=True), lambda row: of_figure(row.shared)),
        (Head("margin", "points", wide=True, number=True), lambda row: of_figure(row.margin)),
    ]
    caption = f"Every seat. {answer.sample.size}. Ranges: 95 %, each seat by itself."
    return make_table(f"{prefix}seats", caption, columns, answer.rows)


def cards_table(answer: CardAnswer, smallest_effect: float, prefix: str) -> Table:
    rows = answer.rows
    axis = axis_around_zero([row.effect for row in rows], smallest_effect)
    columns: list[tuple[Head, Callable[[Any], Cell]]] = [
        (Head("Card", sortable=True), lambda row: Cell(row.title, sort=row.title, glyph=row.type, kind="name")),
        (Head("fewer or more", svg=scale(axis)), lambda row: Cell(svg=strip(row.effect, axis), kind="cell-strip")),
        (Head("dealt", "games of 100", sortable=True, number=True), lambda row: of_figure(row.effect)),
        (Head("verdict", sortable=True), lambda row: of_verdict(row.verdict)),
        (Head("rank", sortable=True), of_rank),
        (Head("dealt", "margin, points", wide=True, sortable=True, number=True), lambda row: of_figure(row.margin)),
        (Head("taken", "goes together", wide=True, sortable=True, number=True), lambda row: of_figure(row.taken)),
        (Head("played", "goes together", wide=True, sortable=True, number=True), lambda row: of_figure(row.played)),
    ]
    caption = (
        f"All {len(rows)} cards. {answer.sample.size}. Dealt, taken and played: games won of 100 with the card, more or fewer "
        "than without it. Ranges and ranks hold for all cards at once (95 %); "
        "thick lines: each card by itself (66 %). Needs: so many more games would settle it."
    )
    return make_table(f"{prefix}cards", caption, columns, rows, sortable=True, stacked=True)


def grids_table(answer: CardAnswer, prefix: str) -> Table:
    rows = [(grid, cell) for grid in answer.grids for cell in grid.cells]
    columns: list[tuple[Head, Callable[[Any], Cell]]] = [
        (Head("Kind of card"), lambda pair: Cell(f"{words(pair[1].row)} {pair[1].column}", kind="name")),
        (Head("cards", number=True), lambda pair: Cell(str(pair[1].cards), kind="number")),
        (Head("dealt", "games of 100, mean", number=True), lambda pair: of_figure(pair[1].effect)),
    ]
    caption = f"Kinds of cards. {answer.sample.size}. Ranges hold for all kinds at once."
    return make_table(
        f"{prefix}card-kinds", caption, columns, rows, data=[cell for _, cell in rows], fold="All kinds as a table"
    )


def gods_table(answer: GodAnswer, prefix: str) -> Table:
    columns: list[tuple[Head, Callable[[Any], Cell]]] = [
        (Head("God"), lambda row: Cell(row.name, row.title.removeprefix(row.name).strip(" ()"), kind="name")),
        (Head("for the taker", "points a time", number=True), lambda row: of_figure(row.taker_points)),
        (Head("for all others", "points a time", number=True), lambda row: of_figure(row.other_points)),
        (Head("taken", "times a game", wide=True, number=True), lambda row: of_figure(row.taken)),
        (Head("games of 100", "goes together", wide=True, number=True), lambda row: of_figure(row.together)),
    ]
    caption = (
        f"Every god, all its copies. {answer.sample.size}. Games of 100: won by players who took it, more or fewer than by "
        "players who did not, which need not be its doing. Ranges hold for all gods at once (95 %)."
    )
    return make_table(f"{prefix}gods", caption, columns, answer.rows)


def numbers_table(answer: GodAnswer, prefix: str) -> Table:
    columns: list[tuple[Head, Callable[[Any], Cell]]] = [
        (Head("Gods taken"), lambda row: Cell(str(row.gods), kind="name")),
        (Head("wins", "of 100 games", number=True), lambda row: of_figure(row.share)),
        (Head("players", "of 100", number=True), lambda row: of_figure(row.of_players)),
        (Head("margin", "points", wide=True, number=True), lambda row: of_figure(row.margin)),
    ]
    caption = (
        f"Players by gods taken (goes together, not a cause). {answer.sample.size}. Ranges: 95 %, each row by itself."
    )
    return make_table(f"{prefix}gods-taken", caption, columns, answer.numbers)


def paths_table(answer: PathAnswer, prefix: str) -> Table:
    columns: list[tuple[Head, Callable[[Any], Cell]]] = [
        (Head("Source", sortable=True), lambda row: Cell(row.name, sort=row.name, kind="name")),
        (Head("points", "a player", sortable=True, number=True), lambda row: of_figure(row.points)),
        (Head("share", "of 100 points", wide=True, sortable=True, number=True), lambda row: of_figure(row.of_all)),
        (Head("winners", "points", wide=True, sortable=True, number=True), lambda row: of_figure(row.winners)),
        (Head("others", "points", wide=True, sortable=True, number=True), lambda row: of_figure(row.others)),
        (Head("winners more", "points", sortable=True, number=True), lambda row: of_figure(row.difference)),
    ]
    caption = f"Points by source. {answer.sample.size}. Ranges hold for all sources at once (95 %)."
    return make_table(f"{prefix}sources", caption, columns, answer.rows, sortable=True)


def scorers_table(answer: PathAnswer, prefix: str) -> Table:
    """Sources down, seats and bots across."""
    whose = list(dict.fromkeys(row.who for row in answer.scorers))
    by = {(row.source, row.who): row.points for row in answer.scorers}
    columns: list[tuple[Head, Callable[[Any], Cell]]] = [(Head("Source"), lambda row: Cell(row.name, kind="name"))]
    columns += [(_scorer_head(who), _of_scorer(by, who)) for who in whose]
    caption = f"Points a game, by who scores them. {answer.sample.size}. Ranges: 95 %, each by itself."
    fold = f"Who scores what, by {listed(tuple(dict.fromkeys(row.by for row in answer.scorers)))}"
    return make_table(f"{prefix}scorers", caption, columns, answer.rows, data=answer.scorers, fold=fold)


def _scorer_head(who: str) -> Head:
    """Seat 1, plays first"""
    name, _, more = who.partition(" (")
    return Head(name, more.removesuffix(")"), number=True)


def _of_scorer(by: dict[tuple[str, str], Figure], who: str) -> Callable[[Any], Cell]:
    return lambda row: of_figure(by[row.source, who])


def feel_table(answer: FeelAnswer, prefix: str) -> Table:
    columns: list[tuple[Head, Callable[[Any], Cell]]] = [
        (Head("What happens"), lambda row: Cell(row.what, kind="name")),
        (Head("how often", number=True), lambda row: of_figure(row.figure)),
        (Head("unit"), lambda row: Cell(row.figure.unit)),
    ]
    return make_table(
        f"{prefix}happenings",
        f"How often. {answer.sample.size}. Ranges: 95 %, each row by itself.",
        columns,
        answer.rows,
    )


def spreads_table(answer: FeelAnswer, prefix: str) -> Table:
    columns: list[tuple[Head, Callable[[Any], Cell]]] = [
        (Head("Outcome", "points"), lambda row: Cell(row.name, kind="name")),
        (Head("mean", number=True), lambda row: of_figure(row.mean)),
        (Head("middle", wide=True, number=True), lambda row: Cell(str(row.middle), kind="number")),
        (Head("middle half", number=True), lambda row: Cell(f"{row.quarter} to {row.three_quarters}", kind="number")),
        (Head("all", wide=True, number=True), lambda row: Cell(f"{row.low} to {row.high}", kind="number")),
    ]
    caption = f"How outcomes spread. {answer.sample.size}. Ranges of means: 95 %."
    return make_table(f"{prefix}spreads", caption, columns, answer.spreads)


def bots_table(answer: BotAnswer, prefix: str) -> Table:
    axis, not_tuned = axis_around_zero([row.excess for row in answer.rows]), "not tuned for these rules"
    columns: list[tuple[Head, Callable[[Any], Cell]]] = [
        (Head("Bot"), lambda row: Cell(row.bot, not_tuned if row.bot in answer.sample.not_tuned else "", kind="name")),
        (Head("fewer or more", svg=scale(axis)), lambda row: Cell(svg=strip(row.excess, axis), kind="cell-strip")),
        (Head("wins", "of 100 games", number=True), lambda row: of_figure(row.share)),
        (Head("rank"), of_rank),
        (Head("margin", "points", wide=True, number=True), lambda row: of_figure(row.margin)),
        (Head("what it does", wide=True), lambda row: Cell(more=row.plays, kind="says")),
    ]
    caption = f"Every bot, seats rotated. {answer.sample.size}. Ranges and ranks hold for all bots at once (95 %)."
    return make_table(f"{prefix}bots", caption, columns, answer.rows)


def of_figure(figure: Figure) -> Cell:
    if figure.value is None:
        return Cell("no data", kind="figure")
    return Cell(figure.text, figure.range, figure.value, kind="figure")


def of_verdict(judged: Judged) -> Cell:
    kind = "verdict " + judged.word.replace(" ", "-")
    return Cell(judged.text, judged.short, judged.word, kind=kind)


def of_rank(row: CardRow | BotRow) -> Cell:
    return Cell(str(row.rank), rank_range(row.rank_best, row.rank_worst), row.rank, kind="rank")


def of_notice(figure: Figure, games: int | None) -> Cell:
    if games is None or figure.side == 0:
        return Cell("cannot tell")
    return Cell(f"about {about(games)}")


def make_table(
    name: str, caption: str, columns: Sequence[tuple[Head, Callable[[Any], Cell]]], rows: Sequence[Any], sortable: bool = False,
    data: Sequence[Any] | None = None, fold: str = "", stacked: bool = False,
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
        stacked,
    )
