"""Card lists as people's spreadsheets write them, and what is said of broken ones."""

import pytest

from quorumsim.errors import BadInput
from quorumsim.quorum.card_lists import read_card_list, read_god_list
from quorumsim.quorum.packaged import rules_folder
from quorumsim.quorum.rules import resolve

CARDS = (rules_folder() / "rome_cards.csv").read_text(encoding="utf-8")
GODS = (rules_folder() / "god_cards.csv").read_text(encoding="utf-8")
STANDARD = read_card_list(rules_folder() / "rome_cards.csv", "rome_cards.csv")

FORMS = {
    "semicolons": CARDS.replace(",", ";").encode(),
    "tabs": CARDS.replace(",", "\t").encode(),
    "mark of UTF-8, CRLF": ("\ufeff" + CARDS.replace("\n", "\r\n")).encode(),
    "semicolons, mark, CRLF": ("\ufeff" + CARDS.replace(",", ";").replace("\n", "\r\n")).encode(),
    "old Mac line ends": CARDS.replace("\n", "\r").encode(),
    "UTF-16 text": CARDS.replace(",", "\t").encode("utf-16"),
    "blank lines and empty cells": ("\n" + CARDS.replace("\n", ",,,\n", 1) + "\n,,,,,,\n  \n;\n".replace(";", ",")).encode(),
    "other case, spaces": CARDS.replace("military", " Military ").replace("card,", "Card ,").encode(),
    "everything quoted": "\n".join(",".join(f'"{cell}"' for cell in line.split(",")) for line in CARDS.splitlines()).encode(),
    "products by comma": CARDS.replace("tool wine wine", '"tool, wine, wine"').encode(),
    "products by plus": CARDS.replace("tool wine wine", "tool + wine + wine").encode(),
    "columns the other way round": "\n".join(",".join(reversed(line.split(","))) for line in CARDS.splitlines()).encode(),
    "cards in another order": "\n".join([CARDS.splitlines()[0], *reversed(CARDS.splitlines()[1:])]).encode(),
}


@pytest.fixture
def written(tmp_path):
    def write(data):
        file = tmp_path / "cards.csv"
        file.write_bytes(data if isinstance(data, bytes) else data.encode())
        return file

    return write


@pytest.mark.parametrize("form", FORMS)
def test_every_way_of_writing_is_the_same_list(written, form):
    assert read_card_list(written(FORMS[form]), "cards.csv") == STANDARD


def test_gods_in_windows_1252_with_a_real_minus_and_a_plus(written):
    assert read_god_list(written("god;left;right;copies\r\nJörð;-1;+1;2\r\n".encode("cp1252")), "gods.csv") == {
        "Jörð": {"number": 1, "left": -1, "right": 1, "copies": 2}
    }
    assert read_god_list(written("god,left,right,copies\nOps,−1,0,2\n"), "gods.csv")["Ops"]["left"] == -1
    assert read_god_list(written("god,left,right,copies\n"), "gods.csv") == {}


def _edited(line, old, new):
    lines = CARDS.splitlines()
    assert old in lines[line - 1]
    lines[line - 1] = lines[line - 1].replace(old, new)
    return "\n".join(lines)


BROKEN = {
    _edited(1, "power", "strength"): 'cards.csv: unknown column "strength"; accepted: card, type, power, province, banner,',
    _edited(1, "power", "powers"): 'cards.csv: unknown column "powers" (did you mean "power"?)',
    _edited(1, "power", "banner"): 'cards.csv: the column "banner" is there twice; accepted: once',
    "\n".join(line.rpartition(",")[0] for line in CARDS.splitlines()): 'cards.csv: the column "products" is missing; accepted:',
    "\n".join(line for line in CARDS.splitlines() if not line.startswith("17,")):
        "cards.csv: card 17 is missing; accepted: the numbers 1 to 72 without a gap",
    _edited(2, "1,military", "18,military"):
        "cards.csv, line 19: card 18 is there already (line 2); accepted: each number once",
    _edited(2, "1,military", "0,military"): "cards.csv, line 2: card is 0; accepted: the card's number, from 1",
    _edited(2, "1,military", "one,military"): 'cards.csv, line 2: card is "one"; accepted: the card\'s number, from 1',
    _edited(18, "3,macedonia", "4,macedonia"): "cards.csv, line 18: power is 4; accepted: a whole number from 0 to 3",
    _edited(18, "3,macedonia", "3.0,macedonia"): 'cards.csv, line 18: power is "3.0"; accepted: a whole number from 0 to 3',
    _edited(18, "3,macedonia", ",macedonia"): 'cards.csv, line 18: power is ""; accepted: a whole number from 0 to 3',
    _edited(18, "macedonia,2", "macedonia,0"): "cards.csv, line 18: banner is 0; accepted: a whole number from 1 to 9",
    _edited(18, "macedonia", "roma"): 'cards.csv, line 18: province is "roma"; accepted: "africa", "asia", "germania"',
    _edited(18, "military", "marital"): 'cards.csv, line 18: type is "marital"; accepted: "military", "intrigue"',
    _edited(38, "temple", ""): 'cards.csv, line 38: building is ""; accepted: for an architecture card one of aqueduct',
    _edited(38, "temple", "tempel"): 'cards.csv, line 38: building is "tempel"; accepted: "aqueduct", "arch"',
    _edited(56, "tool wine wine", ""): "cards.csv, line 56: products is []; accepted: for a commerce card 1 to 4 of fish",
    _edited(56, "tool wine wine", "tool beer"): 'cards.csv, line 56: entry 2 of products is "beer"; accepted: "fish", "sheep"',
    _edited(18, ",,", ",bath,"): 'cards.csv, line 18: building is "bath"; accepted: nothing, because a card of type military',
    _edited(18, ",,", ",,fish,more"): 'cards.csv, line 18: 8 cells, the last "more"; accepted: 7, one for each column',
    CARDS.splitlines()[0]: "cards.csv: no card in it; accepted: one line for each card below the line of columns",
    "": "cards.csv: the file is empty; accepted: a first line with the columns card, type",
    "\n".join([CARDS.splitlines()[0], *(f"{number},military,1,asia,1,," for number in range(1, 102))]):
        "cards.csv: 101 cards; accepted: at most 100",
    CARDS.replace("72,", "99999999999999999999,"): 'card is "99999999999999999999"; accepted: the card\'s number',
}  # fmt: skip


@pytest.mark.parametrize("text", BROKEN)
def test_broken_card_lists(written, text):
    with pytest.raises(BadInput) as caught:
        read_card_list(written(text), "cards.csv")
    assert BROKEN[text] in str(caught.value)
    assert str(caught.value).isprintable()


def test_broken_god_lists(written):
    header = "god,left,right,copies\n"
    for text, said in {
        "Mars,1,1,2\nMars,1,1,2\n": 'gods.csv, line 3: god "Mars" is there already; accepted: each name once, with its copies',
        "Mars,4,1,2\n": "gods.csv, line 2: left is 4; accepted: a whole number from -3 to 3",
        "Mars,1,1,0\n": "gods.csv, line 2: copies is 0; accepted: a whole number from 1 to 28",
        ",1,1,2\n": 'gods.csv, line 2: name is ""; accepted: one line of text',
        "".join(f"G{number},1,1,1\n" for number in range(15)): "gods.csv, line 16: one god too many; accepted: at most 14",
    }.items():
        with pytest.raises(BadInput) as caught:
            read_god_list(written(header + text), "gods.csv")
        assert said in str(caught.value)


def test_what_is_no_text_at_all(written):
    with pytest.raises(BadInput, match="not a text file; accepted: CSV in UTF-8 or as a spreadsheet writes it"):
        read_card_list(written(bytes(range(256))), "cards.csv")


def test_a_fault_in_a_list_names_the_list(tmp_path, written):
    file = written(_edited(18, "macedonia,2", "macedonia,0"))
    (tmp_path / "mine.toml").write_text('base = "standard"\ncard_list = "cards.csv"\n')
    with pytest.raises(BadInput) as caught:
        resolve(tmp_path / "mine.toml")
    assert str(caught.value) == f"{file}, line 18: banner is 0; accepted: a whole number from 1 to 9"


def test_god_list_of_the_box_is_read_from_any_form(written):
    expected = read_god_list(rules_folder() / "god_cards.csv", "god_cards.csv")
    assert read_god_list(written(("\ufeff" + GODS.replace(",", ";")).encode()), "gods.csv") == expected
