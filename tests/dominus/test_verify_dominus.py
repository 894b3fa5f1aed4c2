"""`transcript verify --game dominus`: whole games pass, and whatever is changed in one is found and named."""

import copy
import json
import random
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quorumsim.dominus import kit
from quorumsim.dominus.names import GOODS, PROVINCES
from quorumsim.dominus.rules import resolve
from quorumsim.dominus.transcript import transcribe
from quorumsim.dominus.transcript_file import as_transcript
from quorumsim.dominus.verify import replay, verify_file
from quorumsim.errors import BadInput
from quorumsim.transcript_files import BrokenRule
from tests.dominus.agreement import READINGS, random_rules

FREE = ("game", "seed", "bots")  # names of the game, which no rule is about
TILE = {"colour": "red", "icon": None, "symbol": None}


@cache
def made(players=2, seed=1, rules="reconstructed", changes=()):
    resolved = resolve(rules, changes)
    return resolved, transcribe(resolved, kit.parse_seats("random", players), seed, 0, 0)


def game(players=2, seed=1, rules="reconstructed"):
    """A transcript to be changed."""
    return copy.deepcopy(made(players, seed, rules)[1])


packaged = cache(resolve)


def problem(record, rules=None):
    """What is wrong with a transcript, or None. Without rules: by those that it names."""
    try:
        transcript = as_transcript(record)
        for _ in replay(rules or packaged(transcript.rules), transcript):
            pass
    except (BrokenRule, BadInput) as error:
        return str(error)
    return None


# --- what passes ----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("name", READINGS)
def test_our_transcripts_follow_the_rules(name, players):
    for seed in range(5):
        rules, record = made(players, seed, name)
        assert problem(record, rules) is None


def test_transcripts_follow_rules_drawn_at_random():
    draw = random.Random(8)
    for _ in range(40):
        rules, players = random_rules(draw), draw.choice((2, 3, 4))
        record = transcribe(rules, kit.parse_seats("random", players), draw.getrandbits(64), draw.getrandbits(40), 3)
        assert problem(record, rules) is None


def test_nobody_has_to_know_the_seed():
    record = game(3)
    assert problem(record | {"seed": 5, "game": 9, "bots": ["Ann", "Ben", "Cleo"]}) is None


def test_tokens_that_nobody_took_may_lie_anywhere():
    record = game()
    left = record["end"]["tokens_left"]
    assert len(set(left.values())) > 1
    record["end"]["tokens_left"] = dict(zip(left, reversed(list(left.values())), strict=True))
    assert problem(record) is None


def test_the_game_lies_there_after_every_turn():
    _, record = made(3, 4, "literal")
    (first, _), *turns = ((turn, game.goods) for turn, game in replay(packaged("literal"), as_transcript(record)))
    assert first is None
    assert [(turn.turn, turn.seat) for turn, _ in turns] == [(turn["turn"], turn["seat"]) for turn in record["turns"]]
    assert turns[-1][1] == record["end"]["goods"]


# --- what does not ----------------------------------------------------------------------------------------------------------
# Every tile of these games has a symbol, and none is an action yet: a table to try operations at.
TRIED = {
    "same": ("p_symbol=1", "p_same=1", "legions=3", "turns=3"),
    "two": ("p_symbol=1", "p_same=0", "general_moves_on_two=false", "turns=3"),
    "none": ("p_symbol=0", "turns=3"),
}
DEPLOY, GENERAL = {"deploy": "legion"}, {"deploy": "general"}


def move(unit, start, end, token=None):
    return {"move": unit, "from": start, "to": end, "token": token}


@pytest.mark.parametrize(("tried", "operations", "words"), [
    ("none", [DEPLOY], "deploys a legion, and a tile without a symbol brings no action"),
    ("same", [DEPLOY, DEPLOY, DEPLOY], "deploys a legion, and a symbol of one colour allows 2 of legions"),
    ("two", [DEPLOY, DEPLOY], "deploys a legion, and a symbol of two colours allows 1 of legions"),
    ("two", [GENERAL], "deploys the general, and a symbol of two colours does not allow it"),
    ("two", [move("general", "roma", "gallia")], "moves the general from Roma to Gallia, and a symbol of two colours does not"),
    ("same", [move("general", "roma", "gallia")], "moves the general from Roma to Gallia, and the general is in reserve"),
    ("same", [GENERAL, DEPLOY], "deploys a legion, and an operation of the general is the whole action"),
    ("same", [DEPLOY, GENERAL], "deploys the general, and after one of a legion the general does nothing"),
    ("same", [move("legion", "gallia", "roma")], "moves a legion from Gallia to Roma, and seat 0 has no legion there"),
    ("same", [move("legion", "roma", "syria", "coins")], "moves a legion from Roma to Syria, and the map has no such link"),
    ("same", [move("legion", "roma", "gallia")],
     "moves a legion from Roma to Gallia, where a token lies face down, and token is null"),
    ("same", [move("legion", "roma", "gallia", "coins"), move("legion", "gallia", "roma", "coins")],
     "moves a legion from Gallia to Roma and reveals the token coins, and no token lies there"),
])  # fmt: skip
def test_an_operation_that_is_not_allowed(tried, operations, words):
    rules, record = made(changes=TRIED[tried])
    record = copy.deepcopy(record)
    record["turns"][0]["operations"] = operations
    assert f"game 0, turn 1, seat 0: {words}" in problem(record, rules)


def test_more_operations_over_several_turns():
    rules, record = made(changes=TRIED["same"])
    for first, second, words in (
        ([DEPLOY, DEPLOY], [DEPLOY], "turn 2, seat 0: deploys a legion, and no legion is in reserve"),
        ([GENERAL], [GENERAL], "turn 2, seat 0: deploys the general, and the general is in Roma"),
        ([GENERAL], [move("general", "gallia", "roma")], "from Gallia to Roma, and the general is in Roma"),
    ):
        changed = copy.deepcopy(record)
        changed["turns"][0]["operations"], changed["turns"][1]["operations"] = first, []
        changed["turns"][2]["operations"] = second
        assert words in problem(changed, rules)


def test_a_kind_of_token_that_is_not_left():
    rules, record = made(changes=("token_copies=1", *TRIED["same"]))
    record = copy.deepcopy(record)
    around = [move("legion", "roma", "gallia", "stars"), move("legion", "gallia", "hispania", "stars")]
    record["turns"][0]["operations"] = around
    assert "from Gallia to Hispania and reveals the token stars, and no such token is left face down" in problem(record, rules)
    around[1]["token"] = "faith"
    record["turns"][1]["operations"] = record["turns"][2]["operations"] = []
    assert "turn 1, seat 0" not in problem(record, rules)


def test_a_tile_that_cannot_be():
    for change, tile, words in (
        ("p_icon=0", {**TILE, "icon": "mask"}, "a red tile with a mask"),
        ("p_icon=1", TILE, "a red tile"),
        ("icon_shares=[1,1,0]", {**TILE, "icon": "mask"}, "a red tile with a mask"),
        ("p_symbol=0", {**TILE, "symbol": "two"}, "a red tile with a symbol of two colours"),
        ("p_same=1", {**TILE, "symbol": "two"}, "a red tile with a symbol of two colours"),
        ("p_symbol=1", TILE, "a red tile"),
    ):
        rules, record = made(changes=(change,))
        for place in ("ring", "opening", "turns"):
            changed = copy.deepcopy(record)
            if place == "ring":
                changed["ring"][3] = tile
            else:
                changed[place][1]["refill"] = tile
            assert f"{words}, and these rules have no such tile" in problem(changed, rules)


def turn_with(record, **wanted):
    """The first turn with such an operation."""
    return next(turn for turn in record["turns"] for told in turn["operations"] if wanted.items() <= told.items())


def move_with_token(record):
    return next(told for turn in record["turns"] for told in turn["operations"] if told.get("token"))


def refusals():
    """How a game of two is changed, words of the sentence."""

    def places_another_tile(record):
        tile = record["turns"][5]["tile"]
        tile["colour"] = "red" if tile["colour"] != "red" else "blue"

    def refill_that_is_placed_as_another(record):
        told = record["opening"][0]
        tile = record["ring"][told["position"]]
        tile["colour"] = "red" if tile["colour"] != "red" else "blue"

    def reserves_too_far(record):
        record["turns"][0]["reserve"] = (record["opening"][1]["position"] + 3) % 8

    def reserves_outside_the_ring(record):
        record["opening"][0]["position"] = 8

    def reserves_nothing(record):
        record["turns"][4].update(reserve=None, refill=None)

    def reserves_without_refill(record):
        record["turns"][4]["refill"] = None

    def reserves_in_the_last_turn(record):
        record["turns"][-1].update(reserve=3, refill=TILE)

    def opens_in_another_order(record):
        record["opening"].reverse()

    def opens_once_only(record):
        record["opening"].pop()

    def ring_too_small(record):
        record["ring"].pop()

    def score_tile_in_rome(record):
        record["score_tiles"]["roma"] = record["score_tiles"].pop("gallia")

    def another_score_tile(record):
        tiles = record["score_tiles"]
        tiles["gallia"] = "flat"

    def token_of_another_kind(record):
        told = move_with_token(record)
        told["token"] = next(kind for kind in GOODS if kind != told["token"])

    def token_left_of_another_kind(record):
        left = record["end"]["tokens_left"]
        province = next(iter(left))
        left[province] = next(kind for kind in GOODS if kind != left[province])

    def token_left_elsewhere(record):
        left = record["end"]["tokens_left"]
        elsewhere = next(name for name in PROVINCES[1:] if name not in left)
        left[elsewhere] = left.pop(next(iter(left)))

    def turns_out_of_order(record):
        record["turns"][6:8] = record["turns"][7:5:-1]

    def leaves_the_last_turn_out(record):
        record["turns"].pop()

    def one_turn_more(record):
        record["turns"].append(record["turns"][-1])

    def another_winner(record):
        record["end"]["winners"] = [1 - record["end"]["winners"][0]]

    def another_point(record):
        record["end"]["points"][1]["provinces"] += 1

    def a_coin_more(record):
        record["end"]["goods"][0]["coins"] += 1

    def a_legion_elsewhere(record):
        record["end"]["legions"]["asia"][1] += 1

    def a_general_elsewhere(record):
        record["end"]["generals"][0] = "asia" if record["end"]["generals"][0] != "asia" else None

    def a_source_of_points_more(record):
        record["end"]["points"][0]["luck"] = 0

    def one_bot_too_many(record):
        record["bots"].append("mixed")

    def other_rules(record):
        record["fingerprint"] = "0" * 16

    def another_map(record):
        record["rules"] = "reconstructed-hub"

    return [
        (places_another_tile, ["game 0, turn 3, seat 1: places a ", "and the tile reserved is a "]),
        (refill_that_is_placed_as_another, ["game 0, turn 1, seat 1: places a ", "and the tile reserved is a "]),
        (reserves_too_far, ["game 0, turn 1, seat 0: reserves position ", "it may go on to "]),
        (reserves_outside_the_ring, ["game 0: in the opening seat 1 reserves position 8; the ring has positions 0 to 7"]),
        (reserves_nothing, ["game 0, turn 3, seat 0: reserve is null; every turn but the last ends with a reservation"]),
        (reserves_without_refill, ["turn 3, seat 0: reserve and refill come together, and one of them is null"]),
        (reserves_in_the_last_turn, ["turn 24, seat 1: reserves position 3, and in the last turn nothing is reserved"]),
        (opens_in_another_order, ["game 0: in the opening seat 0 reserves, and it is up to seat 1"]),
        (opens_once_only, ["game 0: opening has 1 reservations for 2 players"]),
        (ring_too_small, ["game 0: ring has 7 tiles; 8 lie there"]),
        (score_tile_in_rome, ["game 0: score_tiles has roma, where none lies"]),
        (another_score_tile, ["game 0: score_tiles has ", " x ", ", and the rules have "]),
        (token_of_another_kind, ["game 0: end.tokens_left has ", " x ", ", and the moves leave "]),
        (token_left_of_another_kind, ["game 0: end.tokens_left has ", " x ", ", and the moves leave "]),
        (token_left_elsewhere, ["game 0: end.tokens_left leaves out gallia, where one lies"]),
        (turns_out_of_order, ["game 0, turn 4, seat 1: the turn is turn 4 of seat 0"]),
        (leaves_the_last_turn_out, ["game 0: the turn number 24 of seat 1 is missing"]),
        (one_turn_more, ["game 0, turn 24, seat 1: a turn after the end of the game"]),
        (another_winner, ["end.winners is", "and the moves lead to"]),
        (another_point, ["end.points of seat 1.provinces is"]),
        (a_coin_more, ["end.goods of seat 0.coins is"]),
        (a_legion_elsewhere, ["end.legions.asia is ["]),
        (a_general_elsewhere, ["end.generals is ["]),
        (a_source_of_points_more, ["end.points of seat 0 is"]),
        (one_bot_too_many, ["bots has 3 names; accepted: 2"]),
        (other_rules, ['fingerprint "0000000000000000", and reconstructed has']),
        (another_map, ["and reconstructed-hub has"]),
    ]


@pytest.mark.parametrize(("change", "words"), refusals(), ids=lambda value: getattr(value, "__name__", ""))
def test_what_is_wrong_is_named(change, words):
    record = game()
    assert problem(record) is None
    change(record)
    sentence = problem(record)
    assert sentence is not None
    assert "\n" not in sentence
    for word in words:
        assert word in sentence


# --- any single change ----------------------------------------------------------------------------------------------------
def leaves(data, path=()):
    """The path of every value in plain data."""
    if isinstance(data, dict | list) and data:
        for key, value in data.items() if isinstance(data, dict) else enumerate(data):
            yield from leaves(value, (*path, key))
    else:
        yield path


def at(data, path):
    for key in path:
        data = data[key]
    return data


def never_taken(record):
    """Where the tiles are told that lay in the ring and were never reserved: they could be any."""
    lying = {position: ("ring", position) for position in range(len(record["ring"]))}
    for table in ("opening", "turns"):
        for number, told in enumerate(record[table]):
            position = told["position" if table == "opening" else "reserve"]
            if position is not None:
                lying[position] = (table, number, "refill")
    return set(lying.values())


def another_game(record, path):
    """Whether another value here can be a game as well: names, tiles nobody took, and positions of tiles that look alike."""
    taken = any(path[: len(free)] == free for free in never_taken(record))
    return path[0] in FREE or taken or (path[-1] in ("position", "reserve") and at(record, path) is not None)


def others(value):
    """Other values for a place; the same kind mostly."""
    kinds = [st.none(), st.booleans(), st.floats(), st.text(max_size=3), st.just([])]
    if isinstance(value, int):
        kinds += [st.integers(0, 86), st.integers(0, 4), st.just(value + 1), st.just(value - 1)]
    else:
        kinds += [st.sampled_from([*PROVINCES, *GOODS, "red", "blue", "mask", "lyre", "two", "same", "legion", "general"]),
                  st.sampled_from(READINGS)]  # fmt: skip
    return st.one_of(kinds[::-1]).filter(lambda other: other != value or type(other) is not type(value))


WHICH = [(2, 1, "reconstructed"), (3, 2, "literal-hub"), (4, 3, "literal")]


@settings(max_examples=150)
@given(st.sampled_from(WHICH), st.data())
def test_any_single_change_is_found(which, data):
    record = game(*which)
    path = data.draw(st.sampled_from([path for path in leaves(record) if not another_game(record, path)]))
    at(record, path[:-1])[path[-1]] = data.draw(others(at(record, path)))
    assert problem(record), path


@settings(max_examples=60)
@given(st.sampled_from(WHICH), st.data())
def test_anything_left_out_or_doubled_is_found(which, data):
    record = game(*which)
    path = data.draw(st.sampled_from([path for path in leaves(record) if path[0] not in FREE]))
    path = path[: data.draw(st.integers(1, len(path)))]
    parent = at(record, path[:-1])
    if isinstance(parent, list) and data.draw(st.booleans()):
        parent.insert(path[-1], parent[path[-1]])
    elif isinstance(parent, dict) and data.draw(st.booleans()):
        parent["more"] = 1
    else:
        del parent[path[-1]]
    assert problem(record), path


# --- files ----------------------------------------------------------------------------------------------------------------
def test_a_file_names_its_lines(tmp_path):
    file = tmp_path / "games.jsonl"
    wrong = game()
    wrong["turns"][0]["reserve"] = 11
    file.write_text("\n".join(json.dumps(record) for record in (game(), wrong, game(3))) + "\n\n", encoding="utf-8")
    first, second, third = verify_file(file, None)
    assert (first.problem, third.problem) == (None, None)
    assert second.problem.startswith(f"{file}, line 2, game 0, turn 1, seat 0: reserves position 11; from ")


def first_operation(record):
    return next(turn for turn in record["turns"] if turn["operations"])["operations"][0]


@pytest.mark.parametrize(("change", "words"), [
    (lambda record: record.update(format="quorum-transcript/1"), ['accepted: "dominus-transcript/1"']),
    (lambda record: record.update(rules="mine"), ['rules is "mine"', "--rules"]),
    (lambda record: record.pop("ring"), ["ring is missing"]),
    (lambda record: record.update(comment="x"), ['unknown field "comment"']),
    (lambda record: record["turns"][2].update(seat="0"), ['entry 3 of turns.seat is "0"; accepted: a whole number']),
    (lambda record: record["ring"][1].update(icon="none"), ['entry 2 of ring.icon is "none"; accepted: "lyre"']),
    (lambda record: record["score_tiles"].update(albion="lyre"), ['score_tiles: unknown province "albion"']),
    (lambda record: first_operation(record).update(deploy="legion", move="legion"),
     ["turns.operations is {", "accepted: deploy and nothing else, or move"]),
    (lambda record: first_operation(record).clear(), ["operations is {}; accepted: deploy and nothing else"]),
    (lambda record: record.update(players=5), ["players is 5; accepted"]),
])  # fmt: skip
def test_a_line_that_is_no_transcript(tmp_path, change, words):
    record = game()
    change(record)
    file = tmp_path / "games.jsonl"
    file.write_text(json.dumps(game()) + "\n" + json.dumps(record), encoding="utf-8")
    with pytest.raises(BadInput) as refused:
        list(verify_file(file, None))
    for word in ("line 2", *words):
        assert word in str(refused.value)


@pytest.mark.parametrize("content", [b"", b"\n\n", b"{", b"[]", b"{}", b"\xff\xfe"])
def test_a_file_that_is_none(tmp_path, content):
    file = tmp_path / "games.jsonl"
    file.write_bytes(content)
    with pytest.raises(BadInput) as refused:
        list(verify_file(file, None))
    assert "\n" not in str(refused.value)
