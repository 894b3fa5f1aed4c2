"""The deal, whole games, and the end."""

from itertools import chain

import pytest

from . import bots, game, scoring
from .game import advance
from .play import play
from .samples import RING, STANDARD, table_of, with_fields
from .scoring import PROVINCES, RomeCard


def test_setup_deals_without_gods_and_uses_every_card():
    for players in (2, 3, 4):
        start = game.setup(STANDARD, players, 3, 5)
        assert len(start.rome) == 5 and [len(hand) for hand in start.hands] == [4] * players
        dealt = start.rome + list(chain(*start.hands))
        assert all(isinstance(each, RomeCard) for each in dealt)
        assert sorted(game.ids(dealt + start.deck)) == list(range(1, 87))
        assert sorted(start.ring) == sorted(PROVINCES)
    assert game.setup(with_fields(ring=RING), 2, 3, 5).ring == RING


def test_the_number_of_players_only_deals_fewer_hands():
    two, four = (game.setup(STANDARD, players, 3, 5) for players in (2, 4))
    assert (two.rome, two.ring, two.hands) == (four.rome, four.ring, four.hands[:2])


@pytest.mark.parametrize(
    ("tie_break", "places"),
    [
        ([], [1, 1, 1, 4]),
        (["influence"], [1, 3, 1, 4]),
        (["most_gods"], [2, 1, 2, 4]),
        (["fewest_gods"], [1, 3, 1, 4]),
        (["influence", "late_seat"], [2, 3, 1, 4]),
        (["influence", "early_seat"], [1, 3, 2, 4]),
    ],
)
def test_tie_break(tie_break, places):
    rules = with_fields(tie_break=tie_break, seat_points={4: [5, 5, 5, 1]})
    table = table_of([[], [], [], []])
    for seat, spaces in [(0, 3), (1, 2), (2, 3), (3, 9)]:
        advance(rules, table, seat, PROVINCES[seat], spaces)
    totals = scoring.totals(rules, table)
    assert scoring.places(rules, table, totals, gods=[1, 2, 1, 3]) == places


# --- whole games -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games_keep_the_rules(players):
    for block in range(20):
        check_game(play(STANDARD, players, 7, block, ["random"] * players), players)


def check_game(record: dict, players: int) -> None:
    """Follow the cards of a standard game through its transcript, beside the state that it reports."""
    rome, hands = list(record["opening"]["rome"]), [list(hand) for hand in record["opening"]["hands"]]
    tables: list[list[int]] = [[] for _ in range(players)]
    tokens, everything = dict.fromkeys(PROVINCES, 2), set(range(1, 87))
    turns = [(round_number, seat) for round_number in range(1, 13) for seat in range(players)]
    assert [(turn["round"], turn["seat"]) for turn in record["turns"]] == turns
    for turn in record["turns"]:
        seat, extra = turn["seat"], turn["extra"]
        assert turn["rome"] == rome
        for revealed in turn["refresh"]:
            assert not set(revealed) & set(rome)
            rome = list(revealed)
        assert len(turn["refresh"]) <= 1 or extra["forced"]
        rome[rome.index(turn["take"])] = turn["refill"]
        hands[seat].append(turn["take"])
        hands[seat].remove(turn["play"])
        tables[seat].append(turn["play"])
        assert turn["play"] <= 72
        assert (turn["advance"] is not None) == (turn["take"] > 72)
        assert hands == extra["hands"] and all(len(hand) == 4 for hand in hands)
        assert all(sum(id > 72 for id in hand) <= 3 for hand in hands)
        open_cards = rome + list(chain(*hands, *tables))
        assert len(set(open_cards)) == len(open_cards) == len(everything) - extra["deck_size"]
        assert all(1 <= token <= 4 for token in extra["tokens"].values())
        assert all(0 <= space <= 15 for spaces in extra["positions"].values() for space in spaces)
        moved = sum(extra["tokens"][province] != tokens[province] for province in PROVINCES)
        assert moved <= (2 if turn["advance"] else 0)
        tokens = extra["tokens"]

    end, extra = record["end"], record["extra"]
    assert set(extra["deck"]) == everything - set(open_cards)
    assert len(extra["deck"]) == 81 - 16 * players
    assert all(len(table) == 12 for table in tables) and extra["hands"] == hands
    totals = [line["total"] for line in end["points"]]
    assert totals == record["turns"][-1]["extra"]["totals"]
    assert all(sum(line.values()) == 2 * line["total"] for line in end["points"])
    best = max(zip(totals, end["influence"], strict=True))
    assert end["winners"] == [seat for seat in range(players) if (totals[seat], end["influence"][seat]) == best]
    assert sum(1 / len(end["winners"]) for place in extra["place"] if place == 1) == pytest.approx(1)
    assert extra["gods_taken"] == [sum(id > 72 for id in hand) for hand in hands]
    assert all(extra["margin"][seat] >= 0 for seat in end["winners"])


def stacks(record: dict) -> dict[str, dict[int, list[int]]]:
    """Markers as piles, lowest first, by province and space: the other way to see who arrived first."""
    banners = {each.id: each for each in game.rome_cards(STANDARD)}
    piles = {province: {space: [] for space in range(16)} for province in PROVINCES}
    for turn in record["turns"]:
        seat, played = turn["seat"], banners[turn["play"]]
        for province, spaces in [(turn["advance"], 1), (played.province, played.banner)]:
            if province is None or seat in piles[province][15]:
                continue
            here = next((space for space in piles[province] if seat in piles[province][space]), 0)
            if here:
                piles[province][here].remove(seat)
            piles[province][min(15, here + spaces)].append(seat)
    return piles


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_order_of_the_end_is_that_of_the_piles(players):
    for block in range(20):
        record = play(STANDARD, players, 8, block, ["random"] * players)
        for province, piles in stacks(record).items():
            assert record["end"]["order"][province] == [seat for space in range(15, 0, -1) for seat in piles[space]]


def test_the_last_cards_of_a_four_player_game():
    assert len(play(STANDARD, 4, 1, 0, ["random"] * 4)["extra"]["deck"]) == 17


def test_a_game_is_the_same_again_and_another_block_is_another_game():
    games = [play(STANDARD, 2, 1, block, ["random"] * 2) for block in (3, 3, 4)]
    assert games[0] == games[1] != games[2]


MUCH_VARIED = {
    "track_tie": "last",
    "track_end": "restack",
    "track_length": 7,
    "rank_loss": [0, 0, 2, 1],
    "token_overflow": "clamp",
    "intrigue_power": 2,
    "intrigue_points": 2,
    "military_zero_pairs": True,
    "military_trio": 8,
    "architecture_points": [-1, 0, 5, 6, 7, 8, 30],
    "commerce_points": [-1, 0, 5],
    "seat_points": {4: [0, 1, 2, -3]},
    "seat_spaces": {4: [{"asia": 1}, {"asia": 1}, {"asia": 1, "africa": 2}, {"gallia": 1}]},
}


@pytest.mark.parametrize("bot", ["random", "greedy@0.3"])
@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"track_tie": "shared", "shared_tie": "average", "track_length": 9},
        {"track_tie": "shared", "shared_tie": "next", "track_length": 5},
        {"provinces": STANDARD["provinces"] | {"asia": {**STANDARD["provinces"]["asia"], "counts": {}}}},
        MUCH_VARIED,
    ],
)
def test_what_the_scorer_remembers_is_what_counting_gives(fields, bot):
    def decide(state, *rest):
        return bots.decide(bot, state, *rest)

    rules = with_fields(**fields)
    for block in range(3):
        state = game.setup(rules, 4, 9, block)
        for round_index in range(rules["rounds"]):
            for seat in range(4):
                record = game.turn(state, seat, round_index, decide)
                totals = scoring.totals(rules, state.table)
                assert record["extra"]["totals"] == totals
                assert [state.scorer.total(state.table, each) for each in range(4)] == totals
