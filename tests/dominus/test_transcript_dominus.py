"""Transcripts of Dominus: what they hold, that they are the oracle's games, and how they and a deal read in words."""

import json
import random
import re
from collections.abc import Iterator

import pytest

from quorumsim.dominus import kit
from quorumsim.dominus.game import Game
from quorumsim.dominus.names import PROVINCES
from quorumsim.dominus.points_lines import Table, lines, total
from quorumsim.dominus.rules import resolve
from quorumsim.dominus.table_setup import WIDTH, setup_lines
from quorumsim.dominus.transcript import ending, transcribe
from quorumsim.dominus.transcript_file import as_transcript
from quorumsim.dominus.transcript_text import text_lines
from quorumsim.dominus.verify import replay
from quorumsim.transcript_lines import WIDTH as TEXT_WIDTH
from tests.dominus.agreement import READINGS, oracle_rules, random_rules
from tests.oracle_dominus import columns
from tests.oracle_dominus.game import DEPLOY_GENERAL, DEPLOY_LEGION, MOVE_GENERAL, MOVE_LEGION, PASS
from tests.oracle_dominus.game import Game as OracleGame

PAGE_LINES = 70
RANK = re.compile("(?:tied for )?(?:first|second|third)(?: after a tie)?")


def played(rules, players=3, bots="random", seed=2, block=0, explain=False):
    return transcribe(rules, kit.parse_seats(bots, players), seed, block, 7, explain)


def oracle_game(rules, record, block) -> OracleGame:
    """The oracle's game, with the moves that the transcript tells; it refuses those that are not legal."""
    game = OracleGame(oracle_rules(rules), record["players"], record["seed"], block)
    for told in record["opening"]:
        assert game.seat == told["seat"]
        game.apply(told["position"])
    for turn in record["turns"]:
        operations = iter(turn["operations"])
        while not game.done and (game.turn, game.seat) == (turn["turn"], turn["seat"]):
            game.apply(turn["reserve"] if game.phase == "reserve" else action_of(game, next(operations, None)))
        assert next(operations, None) is None
    return game


def action_of(game, operation) -> int:
    if operation is None:
        return PASS
    if "deploy" in operation:
        return {"legion": DEPLOY_LEGION, "general": DEPLOY_GENERAL}[operation["deploy"]]
    first = {"legion": MOVE_LEGION, "general": MOVE_GENERAL}[operation["move"]]
    return first + game.links.index((operation["from"], operation["to"]))


# --- what they hold -------------------------------------------------------------------------------------------------------
def test_the_keys_are_those_of_the_format():
    rules = resolve("reconstructed")
    record = played(rules, 3, seed=5)
    assert list(record) == [
        "format", "game", "seed", "rules", "fingerprint", "players", "bots", "score_tiles", "ring", "opening", "turns", "end",
    ]  # fmt: skip
    assert (record["format"], record["game"], record["seed"], record["players"]) == ("dominus-transcript/1", 7, 5, 3)
    assert (record["rules"], record["fingerprint"], record["bots"]) == ("reconstructed", rules.fingerprint, ["random"] * 3)
    assert [list(told) for told in record["opening"]] == [["seat", "position", "refill"]] * 3
    assert [told["seat"] for told in record["opening"]] == [1, 2, 0]
    for turn in record["turns"]:
        assert list(turn) == ["turn", "seat", "tile", "operations", "reserve", "refill"]
        assert (turn["reserve"] is None) == (turn["refill"] is None) == (turn["turn"] == rules.turns)
    assert [(turn["turn"], turn["seat"]) for turn in record["turns"]] == [
        (number, seat) for number in range(1, rules.turns + 1) for seat in range(3)
    ]
    assert list(record["end"]) == ["legions", "generals", "tokens_left", "goods", "points", "winners"]
    assert list(record["end"]["legions"]) == list(PROVINCES)
    assert json.loads(json.dumps(record)) == record


def test_all_kinds_of_operation_are_told():
    record = played(resolve("literal", ["p_symbol=0.8"]), 4)
    operations = [operation for turn in record["turns"] for operation in turn["operations"]]
    keys = {tuple(operation) for operation in operations}
    assert keys == {("deploy",), ("move", "from", "to", "token")}
    assert {operation.get("deploy") for operation in operations} == {None, "legion", "general"}
    assert {operation.get("move") for operation in operations} == {None, "legion", "general"}
    tokens = [operation["token"] for operation in operations if operation.get("token")]
    assert len(tokens) + len(record["end"]["tokens_left"]) == 12


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("name", READINGS)
def test_it_is_the_game_of_the_oracle(name, players):
    rules = resolve(name)
    for block in range(3):
        record = played(rules, players, seed=11, block=block)
        theirs = columns.transcript(oracle_game(rules, record, block))
        assert {key: record[key] for key in theirs} == theirs


def test_it_is_the_game_of_the_oracle_under_rules_drawn_at_random():
    draw = random.Random(4)
    for block in range(40):
        rules = random_rules(draw)
        record = played(rules, draw.choice((2, 3, 4)), seed=draw.getrandbits(64), block=block)
        theirs = columns.transcript(oracle_game(rules, record, block))
        assert {key: record[key] for key in theirs} == theirs


def test_every_decision_is_explained_in_its_turn():
    rules = resolve("reconstructed", ["turns=6", "p_symbol=0.9"])
    record = played(rules, 2, "search:3:random,random", explain=True)
    assert played(rules, 2, "search:3:random,random")["turns"] == [
        {key: value for key, value in turn.items() if key != "why"} for turn in record["turns"]
    ]
    for told in record["opening"]:
        (why,) = told["why"]
        assert (why["phase"], why["chosen"]) == ("reserve", told["position"])
        assert len(why["options"]) == (8 if told["seat"] == 0 else 0)
    for turn in record["turns"]:
        phases = [why["phase"] for why in turn["why"]]
        assert ("act" in phases) == (turn["tile"]["symbol"] is not None)
        assert (phases[-1:] == ["reserve"]) == (turn["turn"] < 6)
        assert sum(why["phase"] != "reserve" and why["chosen"] != PASS for why in turn["why"]) == len(turn["operations"])
    assert "*reserve the " in "\n".join(text_lines(rules, as_transcript(record)))


def test_the_end_is_the_state_of_the_game():
    game = Game(resolve("literal"), 2, 3)
    while not game.done:
        game.apply(game.legal_actions()[-1])
    end = ending(game)
    assert [row["total"] for row in end["points"]] == game.totals
    assert sum(map(sum, end["legions"].values())) + sum(game.reserves) == 20
    assert end["winners"] == [seat for seat, place in enumerate(game.places()) if place == 1]


@pytest.mark.nojit
def test_the_same_in_plain_python():
    rules = resolve("literal", ["turns=4"])
    record = played(rules, 2)
    assert columns.transcript(oracle_game(rules, record, 0))["turns"] == record["turns"]
    assert len(list(replay(rules, as_transcript(record)))) == 1 + 8


# --- in words -------------------------------------------------------------------------------------------------------------
def test_every_move_is_told():
    rules = resolve("literal", ["p_symbol=0.7"])
    record = played(rules)
    text = list(text_lines(rules, as_transcript(record)))
    assert [line for line in text if line.startswith("Turn ")] == [
        f"Turn {turn['turn']}, seat {turn['seat'] + 1} (random)" for turn in record["turns"]
    ]
    words = " ".join(" ".join(text).split())
    operations = [operation for turn in record["turns"] for operation in turn["operations"]]
    for unit in ("a legion", "the general"):
        short = unit.split()[1]
        assert words.count(f"deploys {unit}") == sum(operation.get("deploy") == short for operation in operations) > 0
        assert words.count(f"moves {unit} from") == sum(operation.get("move") == short for operation in operations) > 0
    assert words.count("takes the token: ") == sum(bool(operation.get("token")) for operation in operations) > 0
    reserved = [int(line.split()[2].rstrip(":")) - 1 for line in text if line.startswith("  reserves")]
    positions = [told["position"] for told in record["opening"]] + [turn["reserve"] for turn in record["turns"]]
    assert reserved == [position for position in positions if position is not None]
    assert max(map(len, text[3:])) <= TEXT_WIDTH  # what --set writes into the title may be longer


def test_the_tile_that_is_reserved_is_the_tile_that_is_placed_next():
    rules = resolve("reconstructed")
    text = list(text_lines(rules, as_transcript(played(rules, 2))))
    reserved: dict[str, str] = {}
    seat = ""
    for line in text:
        if line.startswith(("Turn", "Opening")):
            seat = line.split("seat ")[1][0]
        elif line.startswith("  places"):
            assert line.split("places")[1].strip() == reserved[seat]
        elif line.startswith("  reserves"):
            reserved[seat] = line.split(": ")[1]
    assert len(reserved) == 2


def running_totals(text, players) -> Iterator[list[int]]:
    """The totals after each turn, as the text tells them."""
    totals = [0] * players
    turns = "\n".join(text).split("\n\nThe end")[0].split("\nTurn ")[1:]
    for turn in turns:
        told = re.search(r"^  points .*(\n {10}.*)*", turn, re.MULTILINE)
        totals = [int(number) for number in re.findall(r"seat \d: (-?\d+)", told.group())] if told else totals
        yield totals


@pytest.mark.parametrize("name", ["literal", "reconstructed-hub"])
def test_the_running_points_are_those_of_the_table_when_the_turn_is_over(name):
    """Before the next seat places its tile, which is what the game shows when this seat is to reserve."""
    rules = resolve(name, ["p_symbol=0.8", "vp_per=[1,0,2,0,0]"])
    record = played(rules, 4)
    told = running_totals(text_lines(rules, as_transcript(record)), 4)
    game = Game(rules, 4, record["seed"])
    bots = kit.parse_seats("random", 4)
    shown = []
    while not game.done:
        if game.phase == "reserve" and not game.opening:
            shown.append(game.totals)
        game.apply(game.decide(bots[game.seat]))
    told = list(told)
    assert told[: len(shown)] == shown
    assert told[-1] == game.totals
    assert len(told) == 4 * rules.turns


def test_the_count_by_hand_is_what_the_game_says():
    draw = random.Random(9)
    ranks = set()
    for block in range(30):
        rules, players = random_rules(draw), draw.choice((2, 3, 4))
        game = Game(rules, players, 5, block)
        bots = kit.parse_seats("random", players)
        while not game.done:
            game.apply(game.decide(bots[game.seat]))
        table = Table(game.score_tiles, game.legions, game.generals, game.cities, game.goods, game.scores())
        for seat, scores in enumerate(game.scores()):
            told = lines(rules, table, seat)
            outside = [name.capitalize() for name in PROVINCES]
            assert sum(line.points for line in told if line.source == "City") == scores["city"]
            assert sum(line.points for line in told if line.source in outside) == scores["provinces"]
            assert total(rules, table, seat) == scores["total"]
            ranks |= {word for line in told for word in RANK.findall(line.why)}
    assert {"first", "tied for first", "second", "tied for second", "third", "third after a tie"} <= ranks


def test_the_final_count_names_the_winner():
    rules = resolve("literal")
    record = played(rules)
    text = list(text_lines(rules, as_transcript(record)))
    totals = [points["total"] for points in record["end"]["points"]]
    assert [int(line.split()[1]) for line in text if line.startswith("  Total")] == totals
    (winner,) = record["end"]["winners"]
    assert text[-1] == f"seat {winner + 1} (random) wins with {max(totals)} points."
    none = resolve("reconstructed", ["p_symbol=0"])
    shared = list(text_lines(none, as_transcript(played(none, 2))))
    assert shared[-1] == "seat 1 (random) and seat 2 (random) share the win with 0 points each."


# --- a deal on paper ------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("name", READINGS)
def test_a_page_fits_a_sheet(name, players):
    page = list(setup_lines(resolve(name), players, 1, 0))
    assert len(page) <= PAGE_LINES
    assert max(map(len, page)) <= WIDTH


def test_the_largest_game_fits_a_sheet_too():
    rules = resolve("reconstructed", ["turns=30", "ring_size=[12,12,12]", "p_symbol=1", "p_icon=1"])
    page = list(setup_lines(rules, 4, 1, 0))
    assert len(page) <= PAGE_LINES
    assert max(map(len, page[3:])) <= WIDTH  # what --set writes into the title may be longer


def test_the_page_is_the_deal_of_the_game():
    rules = resolve("reconstructed", ["token_copies=1"])
    record = played(rules, 3, seed=9, block=4)
    page = list(setup_lines(rules, 3, 9, 4))
    assert page[:2] == [rules.title, "3 players: deal 4 of seed 9"]
    tiles = dict(re.findall(r"(\d+) ((?:red|blue|yellow)(?: \w+)*)", "\n".join(page)))
    refills = [told["refill"] for told in (*record["opening"], *record["turns"]) if told["refill"]]
    assert [tiles[str(number)] for number in range(1, len(tiles) + 1)] == [
        " ".join(filter(None, tile.values())) for tile in (*record["ring"], *refills)
    ]
    game = Game(rules, 3, 9, 4)
    laid = page[page.index("Score tiles, face up") + 1 :][:6]
    assert all(re.search(rf"\b{name.capitalize()} +\w", "\n".join(laid)) for name in game.score_tiles)
    hidden = page[next(place for place, line in enumerate(page) if line.startswith("Tokens")) + 1 :]
    found = dict(re.findall(r"([A-Z]\w+) +(\w+)", "\n".join(hidden)))
    assert len(found) == 6
    assert {name.lower(): kind[:4] for name, kind in found.items()} == {name: kind[:4] for name, kind in game.tokens.items()}
