"""Score sheets as files: what is read, and one sentence for each thing that is wrong."""

import pytest

from quorumsim.analysis.paths import SOURCES
from quorumsim.analysis.score_sheets import blank_sheets, read_sheets
from quorumsim.errors import BadInput
from quorumsim.quorum.packaged import rules_folder
from tests.analysis.sheets_of import write_text

HEAD = "game,seat,name,africa,asia,germania,gallia,hispania,macedonia,military,intrigue,architecture,commerce,total,gods"
ROWS = ("1,1,Ann,1,2,3,4,5,6,10,8,4,2,45,2", "1,2,Bo,0,0,0,0,0,0,5,0,1,0,6,0")


def read(tmp_path, *lines):
    return read_sheets(write_text(tmp_path / "sheets.csv", *lines))


def test_a_game_is_read_row_by_row(tmp_path):
    sheets = read(tmp_path, HEAD, *ROWS)
    ((first, second),) = sheets.tables[2]
    assert (first.row, first.game, first.seat, first.name) == (2, "1", 1, "Ann")
    assert [first.numbers[source] for source in SOURCES] == [1, 2, 3, 4, 5, 6, 10, 8, 4, 2]
    assert (first.total(False), second.total(False), first.numbers["gods"]) == (45, 6, 2)


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_as_a_spreadsheet_writes_it(tmp_path, delimiter, encoding):
    lines = ["", HEAD.upper().replace("AFRICA", " Africa ") + ",Notes", "", *(row + ",späte Runde" for row in ROWS), ",,,", ""]
    path = tmp_path / "sheets.csv"
    path.write_bytes("\r\n".join(lines).replace(",", delimiter).encode(encoding))
    assert read_sheets(path).tables[2][0][0].row == 4  # as the spreadsheet counts, blank rows too
    bare = read(tmp_path, HEAD, *ROWS).tables[2][0]
    assert [sheet.numbers for sheet in read_sheets(path).tables[2][0]] == [sheet.numbers for sheet in bare]


def test_cells_and_columns_may_be_missing(tmp_path):
    ((first, second),) = read(tmp_path, "game,military,africa,total", "spring,,7,40", "spring,5").tables[2]
    assert (first.numbers, second.numbers) == ({"africa": 7, "total": 40}, {"military": 5})
    assert (first.total(False), second.total(False)) == (40, None)


def test_a_total_that_was_not_noted_is_the_sum_where_all_sources_are(tmp_path):
    head, rows = HEAD.replace(",total", ""), ("1,,,1,2,3,4,5,6,10,8,4,2", "1,,,1,2,3,4,5,6,10,8,4")
    ((whole, part),) = read(tmp_path, head, *rows).tables[2]
    assert (whole.total(False), part.total(False)) == (45, None)
    assert whole.total(True) is None  # the rules give points at the start, and how many is not noted
    ((whole, _),) = read(tmp_path, head + ",start", rows[0] + ",,3", rows[1]).tables[2]
    assert whole.total(True) == 48


def test_tables_are_sorted_by_their_number_of_players(tmp_path):
    rows = [f"{game},{10 + seat}" for game, players in (("b", 4), ("a", 2), ("c", 2)) for seat in range(players)]
    sheets = read(tmp_path, "game,total", *reversed(rows))
    assert {players: [table[0].game for table in tables] for players, tables in sheets.tables.items()} == {
        2: ["c", "a"], 4: ["b"],
    }  # fmt: skip


def test_the_blank_sheet_is_one_to_fill_in(tmp_path):
    blank = blank_sheets().splitlines()
    with pytest.raises(BadInput, match="no points in it"):
        read(tmp_path, *blank)
    filled = [row.replace(",,,", ",,7,", 1) for row in blank[1:]]
    assert [sheet.numbers for sheet in read(tmp_path, blank[0], *filled).tables[4][0]] == [{"africa": 7}] * 4


def test_the_example_says_that_bots_played_it():
    path = rules_folder() / "score-sheets-example.csv"
    sheets = read_sheets(path)
    assert set(sheets.tables) == {2, 4}
    lines = path.read_text().splitlines()
    assert all("a game by the bot intrigue, not by people" in line for line in lines[1:])
    assert not any(sheet.name for tables in sheets.tables.values() for table in tables for sheet in table)


ONE = ROWS[0]
BAD = {
    "a number that is none": ((HEAD, ONE.replace(",10,", ",ten,"), ROWS[1]),
                              'row 2: military is "ten"; accepted: a whole number from 0 to 999, or an empty cell'),
    "a decimal": ((HEAD, ONE, ROWS[1].replace(",5,", ",5.0,")), 'row 3: military is "5.0"; accepted: a whole number'),
    "below zero": ((HEAD, ONE.replace(",10,", ",-1,"), ROWS[1]), 'row 2: military is "-1"; accepted: a whole number'),
    "gods": ((HEAD, ONE[:-1] + "9", ROWS[1]), 'row 2: gods is "9"; accepted: a whole number from 0 to 8'),
    "a total that is wrong": ((HEAD, ONE.replace(",45,", ",46,"), ROWS[1]),
                              "row 2: total is 46, but its sources add up to 45; accepted: the sum, or an empty cell"),
    "a total that is too small": ((HEAD, ONE.replace(",10,", ",,").replace(",45,", ",34,"), ROWS[1]),
                                  "row 2: total is 34, but its sources noted add up to 35"),
    "no game": ((HEAD, ONE, ROWS[1][1:]), "row 3: game is empty; accepted: a label that is the same"),
    "one player": ((HEAD, ONE), 'game "1" has 1 row (row 2); accepted: 2, 3 or 4, one for each player'),
    "five players": (("game,total", *["1,9"] * 5), 'game "1" has 5 rows (row 2, 3, 4, 5, 6); accepted: 2, 3 or 4'),
    "a seat that is none": ((HEAD, ONE, ROWS[1].replace("1,2,", "1,5,", 1)), 'row 3: seat is "5"; accepted: a whole'),
    "a seat beyond": ((HEAD, ONE, ROWS[1].replace("1,2,", "1,3,", 1)),
                      'row 3: seat is 3, but game "1" has 2 players (row 2, 3); accepted: 1 to 2'),
    "a seat twice": ((HEAD, ONE, ROWS[1].replace("1,2,", "1,1,", 1)),
                     'row 3: seat 1 of game "1" is in row 2 already; accepted: each seat once a game'),
    "too many cells": ((HEAD, ONE + ",9", ROWS[1]), 'row 2: 16 cells, the last "9"; accepted: 15, one for each column'),
    "an unknown column": (("game,militry", "1,5"), 'unknown column "militry" (did you mean "military"?)'),
    "a column twice": (("game,asia,Asia", "1,5,5"), 'the column "asia" is there twice; accepted: once'),
    "no column of games": (("seat,asia", "1,5"), 'the column "game" is missing'),
    "no column of points": (("game,seat,gods", "1,1,1"), "no column of points; accepted: at least one of africa"),
    "nothing noted": (("game,asia", "1,", "1,"), "no points in it; accepted: one row for each player of each game"),
    "a file that is empty": (("",), "the file is empty; accepted: a first row with the columns game, seat"),
    "only a header": ((HEAD,), "no points in it"),
}  # fmt: skip


@pytest.mark.parametrize("lines, sentence", BAD.values(), ids=BAD)
def test_one_sentence_for_what_is_wrong(tmp_path, lines, sentence):
    with pytest.raises(BadInput) as error:
        read(tmp_path, *lines)
    assert str(error.value).startswith(str(tmp_path / "sheets.csv"))
    assert sentence in str(error.value)
    assert "\n" not in str(error.value)
    assert "Ann" not in str(error.value)


def test_no_file_there(tmp_path):
    with pytest.raises(BadInput, match="cannot be read"):
        read_sheets(tmp_path / "none.csv")
