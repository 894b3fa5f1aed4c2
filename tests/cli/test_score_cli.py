"""`quorumsim score`: a finished table in lines and as JSON."""

import json

import pytest

from quorumsim.cli.playing import compiled

pytestmark = pytest.mark.kernel

TABLE = """
players = 2
tokens = { africa = 2, asia = 3, germania = 2, gallia = 2, hispania = 2, macedonia = 1 }

[[seat]]
name = "yellow"
cards = [5, 9, { type = "military", power = 3 }, { type = "commerce", power = 1, products = ["fish", "fish"] }]
positions = { africa = 7, asia = 6 }

[[seat]]
name = "red"
cards = [2, 38, { type = "intrigue", power = 3 }]
positions = { asia = 6, macedonia = 1 }

[stacks]
asia = ["red", "yellow"]    # lowest first
"""

COUNTED = """\
yellow
  Africa           4   1st on space 7, token 2: 2 x 2 cards of power 1
  Asia             2   2nd on space 6, token 3 less 1: 2 x 1 card of power 2
  Germania         0   not on the track
  Gallia           0   not on the track
  Hispania         0   not on the track
  Macedonia        0   not on the track
  Military        10   1 x 1-2-3 (10)
  Intrigue         0   0 intrigue cards x 1 card of power 3
  Architecture     0   0 different buildings
  Commerce         2   fish 2 (2)
  Total           18   influence 13

red
  Africa           0   not on the track
  Asia             6   1st on space 6, token 3: 3 x 2 cards of power 2
  Germania         0   not on the track
  Gallia           0   not on the track
  Hispania         0   not on the track
  Macedonia        1   1st on space 1, token 1: 1 x 1 architecture card
  Military         0   alone: 2
  Intrigue         1   1 intrigue card x 1 card of power 3
  Architecture     1   1 building: bath
  Commerce         0   no products
  Total            9   influence 7

yellow wins with 18 points.
"""


@pytest.fixture(autouse=True)
def used_before():
    """Where nothing was compiled yet, a command says so on standard error."""
    with compiled("scoring"):
        pass


@pytest.fixture
def table(tmp_path):
    file = tmp_path / "table.toml"
    file.write_text(TABLE, encoding="utf-8")
    return file


def test_a_line_for_each_source(cli, table):
    assert cli("score", "table.toml") == (0, COUNTED, "")


def test_as_json(cli, table):
    result = cli("score", table, "--json")
    assert (result.status, result.err) == (0, "")
    told = json.loads(result.out)
    assert list(told) == ["rules", "fingerprint", "players", "seats", "winners", "verdict"]
    assert (told["players"], told["winners"], told["verdict"]) == (2, ["yellow"], "yellow wins with 18 points.")
    for seat in told["seats"]:
        assert sum(line["points"] for line in seat["lines"]) == seat["points"]["total"]
    assert [(seat["name"], seat["place"], seat["influence"]) for seat in told["seats"]] == [("yellow", 1, 13), ("red", 2, 7)]


def test_by_other_rules(cli, table):
    result = cli("score", table, "--rules", "shared-ties", "--set", "military_trio=12", "--set", "seat_points.2=[0,3]")
    assert "  Asia             3   1st to 2nd shared on space 6, token 3, the best of 3, 2: 3 x 1 card of power 2" in result.out
    assert "  Military        12   1 x 1-2-3 (12)\n" in result.out
    assert "  Start            3   given to seat 2 of 2\n" in result.out


@pytest.mark.parametrize(("old", "new", "words"), [
    ("asia = 6, m", "asia = 16, m", ['table.toml, seat "red": positions.asia is 16', "0 to 15"]),
    ("[2,", "[5,", ["is 5, which seat \"yellow\" has already"]),
    ("asia = [\"red\", \"yellow\"]", "", ["stacks.asia is missing"]),
    ("players = 2", "players = 3", ["players is 3, and there are 2 [[seat]]"]),
])  # fmt: skip
def test_bad_input_is_one_sentence(cli, table, old, new, words):
    table.write_text(TABLE.replace(old, new), encoding="utf-8")
    result = cli("score", "table.toml")
    assert (result.status, result.out, result.err.count("\n")) == (2, "", 1)
    for word in words:
        assert word in result.err


def test_no_table(cli):
    result = cli("score", "table.toml")
    assert (result.status, result.err) == (
        2, "quorumsim: table.toml: No such file or directory; accepted: a TOML file with a finished table\n",
    )  # fmt: skip
