"""Score sheets of real tables: a CSV file with one row for each player of each game. docs/compare-play.md describes it."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from quorumsim.analysis.paths import SOURCES
from quorumsim.errors import BadInput
from quorumsim.fields import listed, shown, unknown
from quorumsim.quorum.card_lists import text_of
from quorumsim.quorum.names import HAND, PLAYERS

START, TOTAL, GODS = "start", "total", "gods"
NUMBERS = (*SOURCES, START, TOTAL, GODS)
IGNORED = ("date", "notes")
COLUMNS = ("game", "seat", "name", *NUMBERS, *IGNORED)
MOST_POINTS = 999
BLANK_PLAYERS = max(PLAYERS)

Record = tuple[int, list[str]]  # row in the file, counted as a spreadsheet does, and its cells


@dataclass(frozen=True)
class Sheet:
    """One player of one game: the numbers noted, by column. `row` is where it stands in the file."""

    row: int
    game: str
    seat: int | None
    name: str
    numbers: dict[str, int]

    def total(self, given_points: bool) -> int | None:
        """The total as noted, else the sum where every source is noted. `given_points`: the rules give points at the start,
        so the sum needs those too."""
        needed = (*SOURCES, START) if given_points else SOURCES
        if TOTAL in self.numbers or not all(source in self.numbers for source in needed):
            return self.numbers.get(TOTAL)
        return self.sum

    @property
    def sum(self) -> int:
        """Of all sources noted."""
        return sum(self.numbers.get(source, 0) for source in (*SOURCES, START))


Table = tuple[Sheet, ...]  # the players of one game


@dataclass(frozen=True)
class Sheets:
    """`tables` by number of players, ascending, each in the order of the file."""

    file: str
    tables: dict[int, tuple[Table, ...]]


def read_sheets(path: Path) -> Sheets:
    """Reads and checks a file of score sheets; BadInput with one sentence that names file and row."""
    file = str(path) if str(path).isprintable() else ascii(str(path))
    games: dict[str, list[Sheet]] = {}
    for sheet in _sheets(path, file):
        games.setdefault(sheet.game, []).append(sheet)
    tables: dict[int, list[Table]] = {players: [] for players in PLAYERS}
    for table in games.values():
        _check_table(table, file)
        tables[len(table)].append(tuple(table))
    if not any(sheet.numbers for table in games.values() for sheet in table):
        raise BadInput(f"{file}: no points in it; accepted: one row for each player of each game, with what it scored")
    return Sheets(file, {players: tuple(found) for players, found in tables.items() if found})


def blank_sheets() -> str:
    """A file to fill in, with the rows of one game."""
    head = ("game", "seat", "name", *SOURCES, TOTAL, GODS, *IGNORED)
    rows = [",".join(["1", str(seat + 1), *[""] * (len(head) - 2)]) for seat in range(BLANK_PLAYERS)]
    return "\n".join([",".join(head), *rows]) + "\n"


def _sheets(path: Path, file: str) -> Iterator[Sheet]:
    records = _records(text_of(path, file), file)
    _, cells = next(records, (0, []))
    if not cells:
        raise BadInput(f"{file}: the file is empty; accepted: a first row with the columns {', '.join(COLUMNS)}")
    header = _header(cells, file)
    for row, cells in records:
        if len(cells) > len(header):
            raise BadInput(f"{file}, row {row}: {len(cells)} cells, the last {shown(cells[-1])}; "
                           f"accepted: {len(header)}, one for each column")  # fmt: skip
        yield _sheet(dict(zip(header, cells, strict=False)), row, file)


def _records(text: str, file: str) -> Iterator[Record]:
    """The rows with anything in them, cells trimmed, empty cells at the end left out."""
    first_line = text.lstrip().partition("\n")[0]
    reader = csv.reader(text.splitlines(keepends=True), delimiter=max(",;\t", key=first_line.count))
    row = 0
    try:
        for row, cells in enumerate(reader, 1):
            trimmed = [cell.strip() for cell in cells]
            while trimmed and not trimmed[-1]:
                trimmed.pop()
            if trimmed:
                yield row, trimmed
    except csv.Error as error:
        raise BadInput(f"{file}, row {row + 1}: not readable as CSV ({error})") from None


def _header(cells: list[str], file: str) -> list[str]:
    header = [" ".join(cell.lower().split()) for cell in cells]
    for name in header:
        if name not in COLUMNS:
            raise BadInput(f"{file}: {unknown(name, COLUMNS, 'column')}")
        if header.count(name) > 1:
            raise BadInput(f"{file}: the column {shown(name)} is there twice; accepted: once")
    if "game" not in header:
        raise BadInput(f'{file}: the column "game" is missing; accepted: a label that is the same for all players of a game')
    if not set(header) & {*SOURCES, TOTAL}:
        raise BadInput(f"{file}: no column of points; accepted: at least one of {listed((*SOURCES, TOTAL))}")
    return header


def _sheet(cells: dict[str, str], row: int, file: str) -> Sheet:
    where = f"{file}, row {row}"
    if not cells.get("game"):
        raise BadInput(f"{where}: game is empty; accepted: a label that is the same for all players of a game")
    most = {GODS: HAND}
    numbers = {
        column: _number(cells[column], f"{where}: {column}", 0, most.get(column, MOST_POINTS))
        for column in NUMBERS if cells.get(column)
    }  # fmt: skip
    seat = _number(cells["seat"], f"{where}: seat", 1, max(PLAYERS)) if cells.get("seat") else None
    sheet = Sheet(row, cells["game"], seat, cells.get("name", ""), numbers)
    _check_total(sheet, where)
    return sheet


def _number(cell: str, field: str, low: int, high: int) -> int:
    number = int(cell) if re.fullmatch(r"[0-9]{1,9}", cell) else low - 1
    if not low <= number <= high:
        raise BadInput(f"{field} is {shown(cell)}; accepted: a whole number from {low} to {high}, or an empty cell")
    return number


def _check_total(sheet: Sheet, where: str) -> None:
    total = sheet.numbers.get(TOTAL)
    missing = [source for source in SOURCES if source not in sheet.numbers]
    if total is None or sheet.sum == total or (missing and sheet.sum < total):
        return
    noted = "its sources noted" if missing else "its sources"
    raise BadInput(f"{where}: total is {total}, but {noted} add up to {sheet.sum}; accepted: the sum, or an empty cell")


def _check_table(table: list[Sheet], file: str) -> None:
    """The number of rows is the number of players, and their seats, where noted, are different ones of those."""
    rows, players = ", ".join(str(sheet.row) for sheet in table), len(table)
    game = f"game {shown(table[0].game)}"
    if players not in PLAYERS:
        raise BadInput(f"{file}: {game} has {players} row{'' if players == 1 else 's'} (row {rows}); "
                       f"accepted: {listed(PLAYERS)}, one for each player")  # fmt: skip
    taken: dict[int, int] = {}
    for sheet in table:
        if sheet.seat is None:
            continue
        if sheet.seat > players:
            raise BadInput(f"{file}, row {sheet.row}: seat is {sheet.seat}, but {game} has {players} players (row {rows}); "
                           f"accepted: 1 to {players}")  # fmt: skip
        if sheet.seat in taken:
            raise BadInput(f"{file}, row {sheet.row}: seat {sheet.seat} of {game} is in row {taken[sheet.seat]} already; "
                           "accepted: each seat once a game")  # fmt: skip
        taken[sheet.seat] = sheet.row
