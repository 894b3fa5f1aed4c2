"""Transcripts: what they hold, that they are the oracle's games, and that games of the past come out as they were."""

import json

import pytest

from quorumsim.bots import kit
from quorumsim.bots.registry import MIX, ROSTER, parse, parse_seats, roster
from quorumsim.lab.transcript import block_of, seated
from quorumsim.quorum.game import Game
from quorumsim.quorum.names import PROVINCES, TYPES
from quorumsim.quorum.rules import resolve
from quorumsim.quorum.transcript import ending, transcribe
from tests.golden.regenerate import FOLDER, GOLDEN, made
from tests.oracle.play import play

pytestmark = pytest.mark.kernel

STANDARD = resolve()
STUCK = ["god_limit=0", "rome_size=2", "refresh_threshold=1", "refresh_limit=2"]
SETTINGS = {
    "standard": ("standard", []),
    "stuck": ("standard", STUCK),
    "stuck, dealt again": ("standard", [*STUCK, "stuck_rome=redeal"]),
    "shared": ("shared-ties", ["track_length=4", "track_end=restack", "shared_tie=average"]),
    "last ahead": ("last-seat-2-points", ["track_tie=last", "token_overflow=clamp", "start_stack=reverse",
                                          "seat_spaces.3=[{asia=2},{asia=2},{asia=2,africa=1}]"]),
}  # fmt: skip


def transcript(rules, players, bots, seed, number=0):
    seats = parse_seats(bots, players)
    return transcribe(rules, seated(seats, [], players, seed, number), seed, block_of(seats, players, number), number)


def without_extra(record):
    turns = [{key: value for key, value in turn.items() if key != "extra"} for turn in record["turns"]]
    return {key: value for key, value in record.items() if key != "extra"} | {"turns": turns}


def test_the_keys_are_those_of_the_format():
    record = transcript(STANDARD, 3, "greedy", 5)
    assert list(record) == [
        "format", "game", "seed", "rules", "fingerprint", "players", "bots", "ring", "opening", "turns", "end",
    ]  # fmt: skip
    assert (record["format"], record["game"], record["seed"], record["players"]) == ("quorum-transcript/1", 0, 5, 3)
    assert (record["rules"], record["fingerprint"]) == ("standard", STANDARD.fingerprint)
    assert list(record["opening"]) == ["rome", "hands"]
    assert len(record["turns"]) == 3 * STANDARD.rounds
    for turn in record["turns"]:
        assert list(turn) == ["round", "seat", "rome", "refresh", "take", "refill", "advance", "play"]
    assert list(record["end"]) == ["positions", "order", "tokens", "points", "influence", "winners"]
    assert set(record["end"]["points"][0]) == {*PROVINCES, *TYPES, "total"}
    assert json.loads(json.dumps(record)) == record


def test_rome_keeps_its_slots():
    for before, after in zip(*(iter(transcript(STANDARD, 2, "random", 8)["turns"][start:]) for start in (0, 1)), strict=False):
        lying = before["refresh"][-1] if before["refresh"] else before["rome"]
        assert after["rome"] == [before["refill"] if card == before["take"] else card for card in lying]


@pytest.mark.parametrize("setting", SETTINGS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_it_is_the_game_of_the_oracle(setting, players):
    name, changes = SETTINGS[setting]
    rules = resolve(name, changes)
    for block, bots in enumerate([["random"] * 4, ["greedy@0.3", "random"] * 2, ["greedy"] * 4, ["random", "greedy"] * 2]):
        mine = transcribe(rules, [parse(bot) for bot in bots[:players]], 11, block, block)
        theirs = without_extra(play(rules.model_dump(), players, 11, block, bots[:players]))
        assert {key: mine[key] for key in theirs} == theirs


def test_every_refresh_is_told():
    """Several in a turn too, of which the kernel keeps the last only; the last one leaves something to take."""
    for stuck in ("refresh", "redeal"):
        rules = resolve("standard", [*STUCK, f"stuck_rome={stuck}"])
        turns = [turn for seed in range(5) for turn in transcript(rules, 4, "random", seed)["turns"]]
        assert max(len(turn["refresh"]) for turn in turns) > 2
        gods = {card for card, _, _ in rules.god_cards}
        for turn in turns:
            assert not {turn["take"]} & gods
            assert not set([turn["rome"], *turn["refresh"]][-1]) <= gods


def test_a_seating_turns_with_the_games():
    def names(bots, players, number):
        return [bot.name for bot in seated(parse_seats(bots, players), [], players, 1, number)]

    assert names("greedy", 4, 7) == ["greedy"] * 4
    assert names("greedy,random", 2, 2) == names("greedy,random", 2, 0) == ["greedy", "random"]
    assert names("greedy,random", 2, 1) == ["random", "greedy"]
    assert names("greedy,random,pious", 3, 1) == ["random", "pious", "greedy"]
    assert block_of(parse_seats("greedy", 4), 4, 7) == 7
    assert block_of(parse_seats("greedy,random,greedy,random", 4), 4, 7) == 3
    assert block_of(parse_seats("greedy,greedy,random,random", 4), 4, 7) == 1
    assert block_of(parse_seats(MIX, 4), 4, 7) == 1


def test_a_mix_is_drawn_for_each_block_and_rotates():
    bots = roster(None)
    first = seated(None, bots, 4, 1, 4)
    assert seated(None, bots, 4, 1, 5) == first[1:] + first[:1]
    assert {bot.name for block in range(40) for bot in seated(None, bots, 4, 1, 4 * block)} == set(ROSTER)


def test_the_games_of_a_run_are_these():
    rules, players, seed = resolve("ten-rounds"), 3, 6
    for text in ("mix", "greedy,random,pious"):
        seats = parse_seats(text, players)
        bots = roster(seats)
        seating = None if seats is None else [bots.index(bot) for bot in seats]
        rows = kit.play(rules, players, bots, seating, 3, seed, 2, 2, True)
        for place, number in enumerate(range(6, 12)):
            game = transcribe(rules, seated(seats, bots, players, seed, number), seed, block_of(seats, players, number), number)
            turns = slice(place * 30, place * 30 + 30)
            for key in ("take", "refill", "play"):
                assert list(rows["turns"][key][turns]) == [turn[key] for turn in game["turns"]]
            totals = rows["seats"]["total"][place * players : place * players + players]
            assert list(totals) == [line["total"] for line in game["end"]["points"]]


def test_the_end_is_the_state_of_the_game():
    game = Game(STANDARD, 2, 3)
    while not game.done:
        game.apply(game.legal_actions()[0])
    end = ending(game)
    assert [row["total"] for row in end["points"]] == game.totals
    assert end["influence"] == [sum(game.positions[name][seat] for name in PROVINCES) for seat in range(2)]
    assert end["winners"] == [seat for seat, place in enumerate(game.places()) if place == 1]


@pytest.mark.parametrize("name", GOLDEN)
def test_games_of_the_past_come_out_as_they_were(name):
    """After a change that is meant to change games: python -m tests.golden.regenerate."""
    assert (FOLDER / f"{name}.jsonl").read_text(encoding="utf-8") == made(name)
