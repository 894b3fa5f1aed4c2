"""Card lists and god lists: CSV files as a spreadsheet writes them.

Comma, semicolon or tab; UTF-8 with or without mark, UTF-16 ("Unicode text") or Windows-1252; columns in any order; words in
any case; blank lines left out.
"""

import codecs
import csv
import re
from pathlib import Path
from typing import Any

from quorumsim.errors import BadInput
from quorumsim.fields import listed, shown, unknown, validated
from quorumsim.quorum.cards import God, RomeCard
from quorumsim.quorum.names import CARD_NUMBER, GOD_KINDS, ROME_CARDS

CARD_COLUMNS = ("card", "type", "power", "province", "banner", "building", "products")
GOD_COLUMNS = ("god", "left", "right", "copies")

Row = tuple[int, dict[str, str]]  # line in the file, cells by column


def read_card_list(path: Path, source: str) -> dict[int, dict[str, Any]]:
    """Rome cards by number, each as the fields of `RomeCard` without its id. `source` is the file's name in sentences."""
    cards: dict[int, dict[str, Any]] = {}
    lines: dict[int, int] = {}
    for line, row in _rows(path, source, CARD_COLUMNS):
        where = f"{source}, line {line}"
        number = _number(row["card"])
        if not isinstance(number, int) or not 1 <= number <= CARD_NUMBER:
            raise BadInput(f"{where}: card is {shown(number)}; accepted: the card's number, from 1")
        if number in cards:
            raise BadInput(f"{where}: card {number} is there already (line {lines[number]}); accepted: each number once")
        card: dict[str, Any] = {
            "type": row["type"].lower(),
            "power": _number(row["power"]),
            "province": row["province"].lower(),
            "banner": _number(row["banner"]),
        }
        if row["building"]:
            card["building"] = row["building"].lower()
        if row["products"]:
            card["products"] = [word for word in re.split(r"[\s,+;]+", row["products"].lower()) if word]
        validated(RomeCard, {"id": number, **card}, where)
        cards[number] = card
        lines[number] = line
    if not cards:
        raise BadInput(f"{source}: no card in it; accepted: one line for each card below the line of columns")
    if len(cards) > ROME_CARDS:
        raise BadInput(f"{source}: {len(cards)} cards; accepted: at most {ROME_CARDS}")
    missing = next((number for number in range(1, len(cards) + 1) if number not in cards), None)
    if missing:
        raise BadInput(f"{source}: card {missing} is missing; accepted: the numbers 1 to {max(cards)} without a gap")
    return cards


def read_god_list(path: Path, source: str) -> dict[str, dict[str, Any]]:
    """Gods by name, each as the fields of `God` without its name, numbered in the order of the file."""
    gods: dict[str, dict[str, Any]] = {}
    for line, row in _rows(path, source, GOD_COLUMNS):
        where = f"{source}, line {line}"
        name = row["god"]
        if name in gods:
            raise BadInput(f"{where}: god {shown(name)} is there already; accepted: each name once, with its copies")
        if len(gods) == GOD_KINDS:
            raise BadInput(f"{where}: one god too many; accepted: at most {GOD_KINDS}")
        god = {"number": len(gods) + 1} | {column: _number(row[column]) for column in GOD_COLUMNS[1:]}
        validated(God, {"name": name, **god}, where)
        gods[name] = god
    return gods


def _rows(path: Path, source: str, columns: tuple[str, ...]) -> list[Row]:
    text = text_of(path, source)
    first_line = text.lstrip("\r\n").partition("\n")[0]
    delimiter = max(",;\t", key=first_line.count)
    reader = csv.reader(text.splitlines(keepends=True), delimiter=delimiter)
    header: list[str] = []
    rows: list[Row] = []
    try:
        for cells in reader:
            cells = [cell.strip() for cell in cells]
            while cells and not cells[-1]:
                cells.pop()
            if not cells:
                continue
            if not header:
                header = _columns(cells, source, columns)
            elif len(cells) > len(header):
                raise BadInput(
                    f"{source}, line {reader.line_num}: {len(cells)} cells, the last {shown(cells[-1])}; "
                    f"accepted: {len(header)}, one for each column"
                )
            else:
                cells += [""] * (len(header) - len(cells))
                rows.append((reader.line_num, dict(zip(header, cells, strict=True))))
    except csv.Error as error:
        raise BadInput(f"{source}, line {reader.line_num}: not readable as CSV ({error})") from None
    if not header:
        raise BadInput(f"{source}: the file is empty; accepted: a first line with the columns {listed(columns)}")
    return rows


def _columns(cells: list[str], source: str, columns: tuple[str, ...]) -> list[str]:
    header = [cell.lower() for cell in cells]
    for name in header:
        if name not in columns:
            raise BadInput(f"{source}: {unknown(name, columns, 'column')}")
        if header.count(name) > 1:
            raise BadInput(f"{source}: the column {shown(name)} is there twice; accepted: once")
    for name in columns:
        if name not in header:
            raise BadInput(f"{source}: the column {shown(name)} is missing; accepted: the columns {', '.join(columns)}")
    return header


def text_of(path: Path, source: str) -> str:
    try:
        data = path.read_bytes()
        if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
            return data.decode("utf-16")
        try:
            return data.decode("utf-8-sig")
        except UnicodeDecodeError:
            return data.decode("cp1252")
    except OSError as error:
        raise BadInput(f"{source}: cannot be read ({error.strerror})") from None
    except UnicodeDecodeError:
        raise BadInput(f"{source}: not a text file; accepted: CSV in UTF-8 or as a spreadsheet writes it") from None


def _number(cell: str) -> int | str:
    """The cell as a whole number, or as it is: then the check on the field says what is wrong."""
    digits = cell.replace("\N{MINUS SIGN}", "-")
    return int(digits) if re.fullmatch(r"[+-]?[0-9]{1,9}", digits) else cell
