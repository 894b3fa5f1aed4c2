"""Turns by hand: opening, Dominus actions, first visits, reservation, and the columns they end in."""

import pytest

from . import chance, columns
from .play import play
from .samples import HUB, LITERAL, PRESETS, RECONSTRUCTED, Game, end_turn, general, legion, opened, with_symbol
from .words import GOODS


def test_set_up():
    game = Game(LITERAL, 3, 1, 0)
    assert game.legions["roma"] == [1, 1, 1] and game.reserves == [9, 9, 9] and game.generals == [None] * 3
    assert sum(map(sum, game.legions.values())) == 3
    assert [Game(LITERAL, players, 1, 0).ring_size for players in (2, 3, 4)] == [8, 8, 10]


def test_opening_reservation_goes_round_and_the_last_starts():
    game = Game(LITERAL, 3, 1, 0)
    ring = list(game.ring)
    asked = []
    for action in (4, 4, 7):
        assert game.phase == "reserve" and game.legal_actions() == list(range(8))
        asked.append(game.seat)
        game.apply(action)
    assert asked == [1, 2, 0]
    assert game.markers == [7, 4, 4]
    assert game.reserved[1] == ring[4]
    assert game.reserved[2] == chance.city_tile(LITERAL, game.deal, 8)  # the refill of the same position
    assert game.cities[0] == [ring[7]] and game.seat == 0 and game.turn == 1


def test_reserving_one_or_two_steps_further_on():
    game = opened(LITERAL | {"p_symbol": 0}, players=2)
    game.markers[0] = 6
    assert game.legal_actions() == [7, 0]
    tile, shown = game.ring[0], game.tiles_shown
    game.apply(0)
    assert game.markers[0] == 0 and game.reserved[0] == tile
    assert game.ring[0] == chance.city_tile(LITERAL | {"p_symbol": 0}, game.deal, shown)
    assert game.seat == 1


def test_a_symbol_of_two_colours():
    game = with_symbol("two")
    assert game.legal_actions() == sorted(
        [0, 1, *(legion(game, "roma", p) for p in ("gallia", "illyricum", "africa", "graecia"))]
    )
    game.apply(1)
    assert game.phase == "reserve"  # one operation


def test_the_general_on_two_colours_is_a_switch():
    for switch in (True, False):
        game = with_symbol("two", general_moves_on_two=switch)
        game.generals[0] = "britannia"
        moves = {action for action in game.legal_actions() if action >= 51}
        assert moves == ({general(game, "britannia", p) for p in ("gallia", "germania")} if switch else set())


def test_deploying_the_general_needs_one_colour():
    assert 2 not in with_symbol("two").legal_actions()
    game = with_symbol("same")
    assert 2 in game.legal_actions()
    game.apply(2)
    assert game.generals == ["roma", None] and game.phase == "reserve"  # the whole action


def test_a_deployed_general_moves_and_is_not_deployed_again():
    game = with_symbol("same")
    game.generals[0] = "asia"
    legal = game.legal_actions()
    assert 2 not in legal and general(game, "asia", "dacia") in legal
    game.apply(general(game, "asia", "dacia"))
    assert game.generals[0] == "dacia" and game.phase == "reserve"


def test_a_symbol_of_one_colour_is_two_legion_operations():
    game = with_symbol("same")
    game.generals[0] = "asia"
    game.apply(1)
    assert game.phase == "again" and game.repeat == 1
    assert [action for action in game.legal_actions() if action in (2, *range(51, 99))] == []
    game.apply(legion(game, "roma", "gallia"))
    assert game.phase == "reserve"
    assert game.legions["roma"][0] == 1 and game.legions["gallia"][0] == 1 and game.reserves[0] == 8


@pytest.mark.parametrize("before", [[], [1]])
def test_passing_ends_the_action(before):
    game = with_symbol("same")
    for action in [*before, 0]:
        game.apply(action)
    assert game.phase == "reserve" and game.counts[0]["passes"] == (not before)


def test_without_a_symbol_there_is_no_action():
    assert opened(LITERAL | {"p_symbol": 0}).phase == "reserve"


def test_an_empty_reserve_deploys_nothing():
    game = with_symbol("same", legions=2)
    game.apply(1)
    assert game.reserves[0] == 0 and game.counts[0]["out_turn"] == 1
    assert 1 not in game.legal_actions()


def test_no_legion_operation_allowed_leaves_the_general():
    assert with_symbol("same", operations_same=0).legal_actions() == [0, 2]
    assert with_symbol("two", operations_two=0).legal_actions() == [0]


def test_every_deploy_action_pays_once():
    once = dict(zip(GOODS, [3, 1, 2, 1, 1, 0], strict=True))
    game = with_symbol("same")
    game.apply(1)
    assert game.goods[0] == once
    game.apply(1)
    assert game.goods[0] == once and game.paid_deploys == [1, 0]
    game = with_symbol("same")
    game.apply(legion(game, "roma", "gallia"))
    before = dict(game.goods[0])
    game.apply(1)  # the second operation is the first deploy
    assert {name: game.goods[0][name] - before[name] for name in GOODS} == once
    game = with_symbol("same")
    game.apply(2)
    assert game.goods[0] == once
    game = with_symbol("same", RECONSTRUCTED)
    game.apply(1)
    assert set(game.goods[0].values()) == {0} and game.paid_deploys == [1, 0]


def test_the_second_visitor_gets_nothing():
    game = with_symbol("two", RECONSTRUCTED)
    kind = game.tokens["gallia"]
    game.apply(legion(game, "roma", "gallia"))
    bonus = dict(zip(GOODS, RECONSTRUCTED["token_bonus"][GOODS.index(kind)], strict=True))
    assert game.goods[0] == bonus and sum(bonus.values()) > 0
    assert "gallia" not in game.tokens and game.tokens_taken == [[kind], []]
    end_turn(game)
    game.apply(legion(game, "roma", "gallia"))
    assert set(game.goods[1].values()) == {0} and game.tokens_taken[1] == []
    end_turn(game)
    for start, end in (("gallia", "roma"), ("roma", "gallia")):  # leaving and coming again brings nothing either
        game.apply(legion(game, start, end))
        end_turn(game)
        end_turn(game)
    assert game.goods[0] == bonus and len(game.tokens) == 11


def test_the_log_keeps_the_last_token_of_a_turn():
    game = with_symbol("same")
    game.tokens |= {"gallia": "stars", "hispania": "coins"}
    game.apply(legion(game, "roma", "gallia"))
    game.apply(legion(game, "gallia", "hispania"))
    row = columns.turns(game)[0]
    assert GOODS[row["token"]] == "coins" and game.tokens_taken[0] == ["stars", "coins"]
    assert [row["operation_1"], row["operation_2"]] == game.turn_log[0]["actions"]


def test_the_general_visits_too():
    game = with_symbol("two", RECONSTRUCTED)
    game.generals[0] = "roma"
    kind = game.tokens["africa"]
    game.apply(general(game, "roma", "africa"))
    assert game.tokens_taken[0] == [kind]


def test_coming_home_reveals_nothing():
    game = with_symbol("two")
    game.legions["gallia"][0] = 1
    game.apply(legion(game, "gallia", "roma"))
    assert len(game.tokens) == 12 and set(game.goods[0].values()) == {0}


def test_nothing_is_reserved_in_the_last_turn():
    game = play(LITERAL | {"turns": 1}, 3, 1, 0)
    assert [turn["reserve"] for turn in game.turn_log] == [None] * 3
    assert game.tiles_shown == 8 + 3 and [len(city) for city in game.cities] == [1, 1, 1]
    assert game.done and game.legal_actions() == [] and game.reserved == [None] * 3


def test_an_illegal_action_is_refused():
    game = with_symbol("two")
    with pytest.raises(ValueError, match="action 2 is not among"):
        game.apply(2)


def test_goods_score_by_their_worth():
    game = with_symbol("same", vp_per=[1, 2, 3, 4, 5])
    game.apply(1)
    line = game.totals()[0]
    assert (line["deploys"], line["goods"]) == (3, 1 * 1 + 2 * 2 + 1 * 3 + 1 * 4)


def test_highest_total_wins_and_ties_share():
    game = play(LITERAL | {"p_symbol": 0, "p_icon": 0}, 4, 1, 0)  # nobody gets anything
    assert game.winners() == [0, 1, 2, 3]
    assert [row["win_share"] for row in columns.seats(game)] == [0.25] * 4
    assert [(row["place"], row["margin"]) for row in columns.seats(game)] == [(1, 0)] * 4


def test_columns_of_a_board():
    game = opened(LITERAL | {"p_symbol": 0}, players=2)
    game.legions["roma"] = [7, 1]
    game.legions["gallia"] = [2, 0]
    game.legions["syria"] = [1, 3]
    game.legions["asia"] = [0, 1]
    game.generals = ["asia", "gallia"]
    mine, other = columns.seats(game)
    assert (mine["held"], mine["led"], mine["strongest"], mine["near_rome"]) == (3, 1, 2, 2)
    assert (other["held"], other["led"], other["strongest"], other["near_rome"]) == (3, 1, 3, 2)
    game = opened(LITERAL | {"p_symbol": 0, "links": HUB}, players=2)
    game.legions["syria"] = [1, 3]
    assert [row["near_rome"] for row in columns.seats(game)] == [1, 3]


def test_a_transcript_and_a_log_tell_the_same_turns():
    game = play(PRESETS["literal-hub"], 3, 2, 5)
    rows, told = columns.turns(game), columns.transcript(game)["turns"]
    assert len(rows) == len(told) == 24 * 3
    assert sum(row["token"] >= 0 for row in rows) == 12 - columns.games(game)["tokens_left"] > 0
    assert [row["reserve"] for row in rows[-3:]] == [-1] * 3
    for row, turn in zip(rows, told, strict=True):
        assert (row["operation_1"] >= 0) == (turn["tile"]["symbol"] is not None)
        assert (row["operation_1"] > 0) == (turn["operations"] != [])
    assert {columns.tile_code(tile) for tile in columns.transcript(game)["ring"]} <= set(range(36))
    assert columns.tile_code({"colour": "yellow", "icon": "mask", "symbol": "same"}) == 35
