"""`transcript verify`: whole games pass, and whatever is changed in one is found and named."""

import copy
import json
from functools import cache
from itertools import chain

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quorumsim.bots.registry import parse_seats
from quorumsim.errors import BadInput
from quorumsim.quorum.names import PROVINCES
from quorumsim.quorum.rules import resolve
from quorumsim.quorum.transcript import transcribe
from quorumsim.quorum.transcript_file import as_transcript
from quorumsim.quorum.verify import BrokenRule, replay, verify_file

pytestmark = pytest.mark.kernel

STANDARD = resolve()
GODS = {card for card, _, _ in STANDARD.god_cards}
FREE = ("game", "seed", "bots")  # names of the game, which no rule is about


@cache
def made(players=2, bots="random", seed=1, rules="standard", changes=()):
    resolved = resolve(rules, changes)
    return resolved, transcribe(resolved, parse_seats(bots, players), seed, 0, 0)


def game(players=2, bots="random", seed=1):
    """A transcript to be changed."""
    return copy.deepcopy(made(players, bots, seed)[1])


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


def turn_with_god(record):
    return next(turn for turn in record["turns"] if turn["take"] in GODS)


def turn_without_god(record):
    return next(turn for turn in record["turns"] if turn["take"] not in GODS)


# --- what passes ----------------------------------------------------------------------------------------------------------


@settings(max_examples=25)
@given(
    st.integers(2, 4),
    st.sampled_from(["random", "greedy", "greedy@0.4", "pious"]),
    st.integers(0, 2**64 - 1),
    st.sampled_from([
        (), ("god_limit=0", "rome_size=2", "refresh_threshold=1", "refresh_limit=2"),
        ("god_limit=0", "rome_size=3", "stuck_rome=redeal"), ("track_tie=shared", "rounds=8"),
        ("refresh_threshold=0", "refresh_limit=3"), ("token_overflow=clamp", "track_length=3", "track_end=restack"),
    ]),
)  # fmt: skip
def test_our_transcripts_follow_the_rules(players, bots, seed, changes):
    rules, record = made(players, bots, seed, changes=changes)
    assert problem(record, rules) is None


def test_a_ring_may_be_told_from_any_province():
    rules, record = made(changes=(f"ring={list(PROVINCES)}",))
    assert problem({**record, "ring": [*PROVINCES[2:], *PROVINCES[:2]]}, rules) is None
    assert "in these rules it is" in problem({**record, "ring": [*PROVINCES[::-1]]}, rules)


def test_the_game_lies_there_after_every_turn():
    rules, record = made(3, "greedy", 4)
    (first, game), *turns = ((turn, (game.totals, turn and game.table(turn.seat)[-1])) for turn, game in
                             replay(rules, as_transcript(record)))  # fmt: skip
    assert (first, game) == (None, ([0, 0, 0], None))
    assert [played for _, (_, played) in turns] == [turn["play"] for turn in record["turns"]]
    assert turns[-1][1][0] == [line["total"] for line in record["end"]["points"]]


# --- what does not ------------------------------------------------------------------------------------------------------


def refusals():
    """Name, how a game is changed, words of the sentence."""

    def take_what_is_not_there(record):
        record["turns"][3]["take"] = record["turns"][3]["refill"]

    def take_a_god_without_advance(record):
        turn_with_god(record)["advance"] = None

    def advance_without_a_god(record):
        turn_without_god(record)["advance"] = "asia"

    def play_what_is_not_in_the_hand(record):
        record["turns"][0]["play"] = record["opening"]["hands"][1][0]

    def play_a_god(record):
        turn_with_god(record)["play"] = turn_with_god(record)["take"]

    def refill_from_a_hand(record):
        record["turns"][0]["refill"] = record["opening"]["hands"][1][0]

    def rome_out_of_order(record):
        record["turns"][5]["rome"].reverse()

    def deal_a_card_twice(record):
        record["opening"]["hands"][0][0] = record["opening"]["hands"][1][0]

    def deal_a_god(record):
        record["opening"]["rome"][0] = 73

    def deal_an_unknown_card(record):
        record["opening"]["rome"][0] = 200

    def deal_too_few(record):
        record["opening"]["hands"][1].pop()

    def leave_a_hand_out(record):
        record["opening"]["hands"].pop()

    def ring_with_a_province_twice(record):
        record["ring"][0] = record["ring"][1]

    def refresh_too_early(record):
        record["turns"][0]["refresh"] = [[turn["refill"] for turn in record["turns"][:5]]]

    def turns_out_of_order(record):
        record["turns"][6:8] = record["turns"][7:5:-1]

    def leave_the_last_turn_out(record):
        record["turns"].pop()

    def one_turn_more(record):
        record["turns"].append(record["turns"][-1])

    def another_winner(record):
        record["end"]["winners"] = [1 - record["end"]["winners"][0]]

    def another_point(record):
        record["end"]["points"][1]["gallia"] += 1

    def another_token(record):
        record["end"]["tokens"]["asia"] += 1

    def a_source_of_points_more(record):
        record["end"]["points"][0]["fish"] = 0

    def one_bot_too_many(record):
        record["bots"].append("greedy")

    def other_rules(record):
        record["fingerprint"] = "0" * 16

    return [
        (take_what_is_not_there, ["game 0, round 2, seat 1: takes card", "which is not in Rome"]),
        (take_a_god_without_advance, ["a god, and advance is null"]),
        (advance_without_a_god, ["advances in Asia, and card", "is no god"]),
        (play_what_is_not_in_the_hand, ["round 1, seat 0: plays card", "not in the hand"]),
        (play_a_god, ["plays card", "a god is never played"]),
        (refill_from_a_hand, ["round 1, seat 0: the refill is card", "not in the deck"]),
        (rome_out_of_order, ["round 3, seat 1: rome is [", "lie there"]),
        (deal_a_card_twice, ["game 0: opening.hands of seat 1 has card", "dealt twice"]),
        (deal_a_god, ["opening.rome has card 73 (Minerva (left +1, right +1)); only Rome cards are dealt"]),
        (deal_an_unknown_card, ["card 200, a number that these rules do not have"]),
        (deal_too_few, ["opening.hands of seat 1 has 3 cards; 4 are dealt"]),
        (leave_a_hand_out, ["opening has 1 hands for 2 players"]),
        (ring_with_a_province_twice, ["the six provinces lie there, each once"]),
        (refresh_too_early, ["round 1, seat 0: refresh number 1 is not allowed: Rome holds 0 gods, and 3 are needed"]),
        (turns_out_of_order, ["round 4, seat 1: the turn is that of round 4, seat 0"]),
        (leave_the_last_turn_out, ["game 0: the turn of round 12, seat 1 is missing"]),
        (one_turn_more, ["a turn after the end of the game"]),
        (another_winner, ["end.winners is", "and the moves lead to"]),
        (another_point, ["end.points of seat 1.gallia is"]),
        (another_token, ["end.tokens.asia is"]),
        (a_source_of_points_more, ["end.points of seat 0 is"]),
        (one_bot_too_many, ["bots has 3 names; accepted: 2"]),
        (other_rules, ['fingerprint "0000000000000000", and standard has']),
    ]


@pytest.mark.parametrize(("change", "words"), refusals(), ids=lambda value: getattr(value, "__name__", ""))
def test_what_is_wrong_is_named(change, words):
    record = game()
    change(record)
    sentence = problem(record)
    assert sentence is not None and "\n" not in sentence
    for word in words:
        assert word in sentence


STUCK = ("god_limit=0", "rome_size=2", "refresh_threshold=1", "refresh_limit=1")


def stuck_turn(rows, all_gods):
    """A game under STUCK and a turn in it that has at least `rows` refreshes, the first forced or not."""
    for seed in range(100):
        rules, record = made(4, "random", seed, changes=STUCK)
        gods = {card for card, _, _ in rules.god_cards}
        for turn in record["turns"]:
            if len(turn["refresh"]) >= rows and (set(turn["rome"]) <= gods) == all_gods:
                return rules, record, record["turns"].index(turn)
    raise AssertionError("no such turn")


def test_a_forced_refresh_may_not_be_left_out():
    rules, record, place = stuck_turn(1, True)
    record = copy.deepcopy(record)
    record["turns"][place]["refresh"] = []
    assert "a refresh is missing: Rome holds no card that may be taken" in problem(record, rules)


def test_a_refresh_beyond_the_limit():
    rules, record, place = stuck_turn(1, False)
    record = copy.deepcopy(record)
    row = record["turns"][place]["refresh"][-1]
    gods = {card for card, _, _ in rules.god_cards}

    def seen(turns):
        return {card for turn in turns for card in chain(turn["rome"], [turn["refill"]], *turn["refresh"])}

    dealt = {card for hand in record["opening"]["hands"] for card in hand}
    spare = [card.id for card in rules.cards if card.id not in seen(record["turns"]) | dealt]
    god = next(card for card in gods if card not in seen(record["turns"][:place]) | {*row})
    record["turns"][place]["refresh"] = [[god, spare[0]], row]
    assert "refresh number 2 is not allowed: a player may ask for one while there were fewer than 1" in problem(record, rules)


def test_a_refresh_reveals_cards_of_the_deck():
    rules, record, place = stuck_turn(1, False)
    for row, words in (
        (record["turns"][place]["rome"], "a refresh reveals card"),
        (record["turns"][place]["refresh"][0][:1] * 2, "which is not in the deck"),
        (record["turns"][place]["refresh"][0][:1], "a refresh reveals 1 cards; Rome has 2"),
    ):
        changed = copy.deepcopy(record)
        changed["turns"][place]["refresh"][0] = row
        assert words in problem(changed, rules)


def test_no_god_beyond_the_limit():
    rules, record, place = stuck_turn(0, False)
    gods = {card for card, _, _ in rules.god_cards}
    place = next(place for place, turn in enumerate(record["turns"]) if not turn["refresh"] and gods & set(turn["rome"]))
    record = copy.deepcopy(record)
    record["turns"][place]["take"] = next(card for card in record["turns"][place]["rome"] if card in gods)
    assert "and who holds 0 gods may take no other" in problem(record, rules)


# --- any single change ----------------------------------------------------------------------------------------------------


def leaves(data, path=()):
    """The path of every value in plain data."""
    if isinstance(data, dict | list):
        for key, value in data.items() if isinstance(data, dict) else enumerate(data):
            yield from leaves(value, (*path, key))
    else:
        yield path


def at(data, path):
    for key in path:
        data = data[key]
    return data


def unseen(record, path):
    """Whether another value here can be a game as well: of cards that lie there for a moment and are never heard of again."""
    if path[0] in FREE:
        return True
    if path[:2] == ("opening", "hands"):
        return all(turn["play"] != at(record, path) for turn in record["turns"])
    if path[0] != "turns":
        return False
    turn, last = record["turns"][path[1]], path[1] == len(record["turns"]) - 1
    if path[2] == "refresh":
        return last or path[3] < len(turn["refresh"]) - 1
    return last and (path[2] == "refill" or (path[2] == "take" and turn["take"] != turn["play"]))


def others(value, path):
    """Other values for a place; the same kind mostly."""
    kinds = [st.none(), st.booleans(), st.floats(), st.text(max_size=3), st.just([])]
    if isinstance(value, int):
        kinds += [st.integers(1, 86), st.integers(0, 4), st.just(value + 1), st.just(value - 1)]
    else:
        kinds += [st.sampled_from(PROVINCES), st.sampled_from(["standard", "no-gods"])]
    return st.one_of(kinds[::-1]).filter(lambda other: other != value or type(other) is not type(value))


@settings(max_examples=150)
@given(st.sampled_from([(2, "random", 1), (3, "greedy", 2), (4, "pious", 3), (2, "pious", 6)]), st.data())
def test_any_single_change_is_found(which, data):
    record = game(*which)
    path = data.draw(st.sampled_from([path for path in leaves(record) if not unseen(record, path)]))
    at(record, path[:-1])[path[-1]] = data.draw(others(at(record, path), path))
    assert problem(record), path


@settings(max_examples=50)
@given(st.data())
def test_anything_left_out_or_doubled_is_found(data):
    record = game(2, "pious", 6)
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


# --- files --------------------------------------------------------------------------------------------------------------


def test_a_file_names_its_lines(tmp_path):
    file = tmp_path / "games.jsonl"
    wrong = game()
    wrong["turns"][0]["play"] = 1
    file.write_text("\n".join(json.dumps(record) for record in (game(), wrong, game(3))) + "\n\n", encoding="utf-8")
    first, second, third = verify_file(file, None)
    assert (first.problem, third.problem) == (None, None)
    assert second.problem.startswith(f"{file}, line 2, game 0, round 1, seat 0: plays card 1 (")


@pytest.mark.parametrize(("content", "words"), [
    (b"", ["no transcript in it"]),
    (b"\n\n", ["no transcript in it"]),
    (b"{", ["line 1: not JSON", "column 2"]),
    (b"[]", ["line 1: []; accepted: a transcript"]),
    (b"{}", ["line 1: format is missing"]),
    (b"\xff\xfe", ["line 1: not UTF-8"]),
    (b"[" * 100_000, ["line 1: a number is too long or lists too deep"]),
    (b'{"a": ' + b"1" * 5000 + b"}", ["line 1: a number is too long"]),
    (b'{"format": "quorum-transcript/2"}', ['format is "quorum-transcript/2"; accepted: "quorum-transcript/1"']),
])  # fmt: skip
def test_a_file_that_is_none(tmp_path, content, words):
    file = tmp_path / "games.jsonl"
    file.write_bytes(content)
    with pytest.raises(BadInput) as refused:
        list(verify_file(file, None))
    for word in words:
        assert word in str(refused.value)


@pytest.mark.parametrize(("change", "words"), [
    (lambda record: record.update(rules="mine"), ['rules is "mine"', "--rules"]),
    (lambda record: record.pop("ring"), ["ring is missing"]),
    (lambda record: record.update(comment="x"), ['unknown field "comment"']),
    (lambda record: record["turns"][2].update(take="17"), ['entry 3 of turns.take is "17"']),
    (lambda record: record["turns"][2].update(advance="asien"), ['turns.advance is "asien"', '"asia"']),
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


def test_no_file(tmp_path):
    for path in (tmp_path, tmp_path / "none.jsonl"):
        with pytest.raises(BadInput, match="accepted: a file of transcripts"):
            list(verify_file(path, None))
