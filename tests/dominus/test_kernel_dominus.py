"""What is true of a game of Dominus at every moment, whatever is played, in every reading and under rules drawn at random."""

import os
import random
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given

from quorumsim.dominus import counting, kit, layout, scoring
from quorumsim.dominus.game import PARTS, Game, tile, tile_code
from quorumsim.dominus.names import COLOURS, GOODS, ICONS, KINDS, PLAYERS, PROVINCES, SEATS, TILE_CODES
from quorumsim.dominus.rules import resolve
from quorumsim.engine.counting import SHARES
from quorumsim.errors import BadInput
from tests.dominus.agreement import READINGS, random_rules
from tests.dominus.random_dominus import COMPILED, cases, some_games, walk, walk_case

pytestmark = pytest.mark.kernel
ROOT = Path(__file__).resolve().parents[2]


# --- at every moment --------------------------------------------------------------------------------------------------
@given(cases)
@some_games
def test_there_is_a_legal_action_until_every_seat_has_placed_its_tiles(case):
    decisions = {"act": 0, "again": 0, "reserve": 0}
    for game in walk_case(case):
        numbers = [action.number for action in game.legal_actions()]
        assert numbers == sorted(set(numbers)) or game.phase == "reserve"
        assert len(set(numbers)) == len(numbers)
        assert bool(numbers) != game.done
        if not game.done:
            decisions[game.phase] += 1
    snapshot, turns, players = game.snapshot(), case.rules.turns, case.players
    assert game.phase == "done"
    assert [sum(city[colour] for colour in COLOURS) for city in snapshot["cities"]] == [turns] * players
    assert decisions["reserve"] == turns * players  # one before every turn
    assert decisions["act"] == sum(row["two"] + row["same"] for row in snapshot["symbols"])
    most = max(case.rules.operations_same, case.rules.operations_two)
    assert decisions["again"] <= decisions["act"] * max(0, most - 1)


@pytest.mark.nojit
@given(cases)
@some_games
def test_units_are_neither_made_nor_lost(case):
    rules = case.rules
    for game in walk_case(case):
        on_board = np.sum(list(game.legions.values()), axis=0)
        assert (on_board + game.reserves == rules.legions).all()
        assert all(count >= 0 for row in game.legions.values() for count in row)
        assert all(general is None or general in PROVINCES for general in game.generals)


@given(cases)
@some_games
def test_a_unit_moves_one_link_and_never_goes_back_into_the_reserve(case):
    links = {frozenset(link.between) for link in case.rules.links}
    before = None
    for game in walk_case(case):
        now = (game.reserves, game.generals, game.legions)
        if before is not None:
            for seat in range(case.players):
                assert now[0][seat] <= before[0][seat]
                was, is_now = before[1][seat], now[1][seat]
                assert was == is_now or (is_now == "roma" if was is None else frozenset((was, is_now)) in links)
            moved = [
                (seat, name, now[2][name][seat] - before[2][name][seat])
                for seat in range(case.players) for name in PROVINCES if now[2][name][seat] != before[2][name][seat]
            ]  # fmt: skip
            if len(moved) == 2:
                assert sorted(change for _, _, change in moved) == [-1, 1]
                assert frozenset(name for _, name, _ in moved) in links
            elif moved:
                assert [(name, change) for _, name, change in moved] == [("roma", 1)]
        before = now


@given(cases)
@some_games
def test_a_token_is_taken_by_the_first_to_enter_and_never_returns(case):
    rules, before, goods = case.rules, None, None
    for game in walk_case(case):
        tokens = game.tokens
        if before is None:
            assert len(tokens) == len(GOODS) * rules.token_copies
            assert "roma" not in tokens
        else:
            gone = before.keys() - tokens.keys()
            assert tokens.items() <= before.items()
            assert len(gone) <= 1
            if gone:
                (province,) = gone
                kind = GOODS.index(before[province])
                entered = [
                    seat for seat in range(case.players)
                    if game.legions[province][seat] or game.generals[seat] == province
                ]  # fmt: skip
                assert len(entered) == 1  # nobody was there before
                gained = [game.goods[entered[0]][good] - goods[entered[0]][good] for good in GOODS]
                assert gained == list(rules.token_bonus[kind])
                assert game.revealed == before[province]
        assert sum(game.view(0)["unseen"].values()) == len(tokens)
        assert sum(game.view(0)["first_visits"]) == len(GOODS) * rules.token_copies - len(tokens)
        for province in tokens:
            assert not any(game.legions[province])
        before, goods = tokens, game.goods


@given(cases)
@some_games
def test_legal_actions_are_those_of_the_symbol_and_the_units(case):
    rules = case.rules
    ends = [way for link in rules.links for way in (link.between, link.between[::-1])]
    for game in walk_case(case):
        seat = game.seat
        if game.phase not in ("act", "again"):
            continue
        symbol, same = game.placed[seat]["symbol"], game.placed[seat]["symbol"] == "same"
        operations = rules.operations_same if same else rules.operations_two
        first = game.phase == "act"
        assert first or game.view(seat)["operations"] < operations
        expected = ["pass"]
        if operations:
            expected += ["deploy a legion"] * (game.reserves[seat] > 0)
        expected += ["deploy the general"] * (first and same and game.generals[seat] is None)
        if operations:
            expected += [
                f"move a legion from {start.capitalize()} to {end.capitalize()}"
                for start, end in ends if game.legions[start][seat]
            ]  # fmt: skip
        if first and (same or rules.general_moves_on_two):
            expected += [
                f"move the general from {start.capitalize()} to {end.capitalize()}"
                for start, end in ends if game.generals[seat] == start
            ]  # fmt: skip
        assert symbol is not None
        assert [action.title for action in game.legal_actions()] == expected


@given(cases)
@some_games
def test_reservations_go_round_the_ring(case):
    size = case.rules.ring_size[case.players - PLAYERS[0]]
    order = []
    for game in walk_case(case):
        if game.phase != "reserve":
            continue
        numbers, marker = [action.number for action in game.legal_actions()], game.markers[game.seat]
        assert len(game.ring) == size
        if game.opening:
            order.append(game.seat)
            assert numbers == list(range(size))
            assert marker is None
        else:
            assert numbers == [(marker + step) % size for step in range(1, case.rules.reserve_steps + 1)]
    assert order == [*range(1, case.players), 0]


# --- points -------------------------------------------------------------------------------------------------------------
@pytest.mark.nojit
@given(cases)
@some_games
def test_the_parts_sum_to_the_total_and_places_follow_from_totals(case):
    for game in walk_case(case):
        for seat, row in enumerate(game.scores()):
            assert row["total"] == sum(row[part] for part in PARTS)
            assert row["deploys"] + row["tokens"] == game.goods[seat]["points"]
            assert row["goods"] == sum(
                worth * game.goods[seat][good] for good, worth in zip(GOODS[1:], case.rules.vp_per, strict=True)
            )
        totals = game.totals
        assert game.places() == [1 + sum(other > own for other in totals) for own in totals]
        assert game.winners() == [seat for seat, own in enumerate(totals) if own == max(totals)]


@pytest.mark.parametrize(("values", "after_tie", "paid"), [
    ((4, 3, 2), "third", (3, 2, 1)),
    ((5, 3, 3), "third", (3, 1, 1)),
    ((4, 4, 2), "third", (2, 2, 1)),
    ((4, 4, 2), "nothing", (2, 2, 0)),
    ((4, 4, 2, 2), "third", (2, 2, 0, 0)),
    ((4, 4, 4, 2), "third", (2, 2, 2, 1)),
    ((4, 4, 4, 2), "nothing", (2, 2, 2, 0)),
    ((4, 4, 2, 1), "third", (2, 2, 1, 0)),
    ((5, 4, 3, 3), "third", (3, 2, 0, 0)),
    ((5, 4, 4, 3), "third", (3, 1, 1, 0)),
    ((5, 4, 4, 4), "third", (3, 1, 1, 1)),
    ((4, 3, 2, 1), "third", (3, 2, 1, 0)),
    ((2, 2, 2, 2), "third", (2, 2, 2, 2)),
    ((0, 0, 0, 0), "third", (0, 0, 0, 0)),
    ((1, 0, 0), "third", (3, 0, 0)),
    ((2, 2, 0), "third", (2, 2, 0)),
    ((1, 1), "third", (2, 2)),
])  # fmt: skip
@pytest.mark.nojit
def test_prizes_of_a_ranking(values, after_tie, paid):
    """A province near nobody, with these legions of the seats in it."""
    rules = resolve("literal", [f"after_tie_for_first={after_tie}"])
    players = len(values)
    game = Game(rules, players, 1)
    game.state.seen.legions[:players, PROVINCES.index("syria")] = values
    game.present()
    assert tuple(row["provinces"] for row in game.scores()) == paid


@pytest.mark.nojit
def test_a_general_ties_two_legions_and_rome_pays_nothing():
    game = Game(resolve("literal"), 3, 1)
    seen, syria = game.state.seen, PROVINCES.index("syria")
    seen.legions[0, syria], seen.general[1], seen.legions[2, 0] = 2, syria, 9
    game.present()
    assert [row["provinces"] for row in game.scores()] == [2, 2, 0]


@pytest.mark.parametrize(("kind", "tiles", "pairs"), [
    ("lyre", {"lyre": 5}, 2), ("column", {"column": 1}, 0), ("mask", {"mask": 4, "lyre": 3}, 2),
    ("column+lyre", {"column": 3, "lyre": 2}, 2), ("column+mask", {"column": 3}, 0),
    ("mask+lyre", {"mask": 1, "lyre": 7, "column": 7}, 1), ("red", {"red": 5, "blue": 2}, 5),
    ("blue", {"red": 5, "blue": 2}, 2), ("yellow", {"red": 5}, 0), ("flat", {}, 1),
])  # fmt: skip
@pytest.mark.nojit
def test_pairs_of_a_city(kind, tiles, pairs):
    game = Game(resolve("reconstructed"), 2, 1)
    for name, count in tiles.items():
        if name in ICONS:
            game.state.seen.icon_count[0, ICONS.index(name)] = count
        else:
            game.state.seen.colour_count[0, COLOURS.index(name)] = count
    assert scoring.pairs(game.state.seen, 0, KINDS.index(kind)) == pairs
    province = int(np.flatnonzero(game.state.seen.score_kind == KINDS.index(kind))[0]) if kind != "flat" else None
    if province:
        game.state.seen.legions[0, province] = 1
        game.present()
        assert game.scores()[0]["provinces"] == 3 * pairs


# --- chance -------------------------------------------------------------------------------------------------------------
def test_a_rate_changes_only_what_it_is_about():
    """Every tile has all its draws: with more symbols, colours and icons stay, and what had a symbol keeps it."""
    few, many = (Game(resolve("literal", [f"p_symbol={rate}"]), 4, 3) for rate in (0.15, 0.45))
    for one, other in zip(map(tile, few.stream(300)), map(tile, many.stream(300)), strict=True):
        assert (one["colour"], one["icon"]) == (other["colour"], other["icon"])
        assert one["symbol"] in (None, other["symbol"])
    assert few.tokens == many.tokens
    assert few.score_tiles == many.score_tiles


def test_tiles_are_as_frequent_as_the_rules_say():
    rules = resolve("literal")
    tiles = [tile(code) for code in Game(rules, 2, 9).stream(20_000)]
    count = len(tiles)

    def near(share: float, expected: float, of: int = count) -> bool:
        return abs(share - expected) < 4 * np.sqrt(expected * (1 - expected) / of)

    symbols = [told["symbol"] for told in tiles if told["symbol"]]
    icons = [told["icon"] for told in tiles if told["icon"]]
    assert near(len(symbols) / count, rules.p_symbol)
    assert near(symbols.count("same") / len(symbols), rules.p_same, len(symbols))
    assert near(len(icons) / count, rules.p_icon)
    for icon in ICONS[1:]:
        assert near(icons.count(icon) / len(icons), 1 / 3, len(icons))
    for colour in COLOURS:
        assert near(sum(told["colour"] == colour for told in tiles) / count, 1 / 3)


def test_every_token_and_score_tile_comes_everywhere_equally_often():
    rules, blocks = resolve("reconstructed"), 1200
    tokens = {(name, kind): 0 for name in PROVINCES[1:] for kind in GOODS}
    scores = {(name, kind): 0 for name in PROVINCES[1:] for kind in set(rules.score_tiles)}
    game = Game(rules, 2, 4)
    for block in range(blocks):
        game.steps.new_game(game.rules_array, game.states, np.uint64(4), np.uint64(block), 2)
        for place in game.tokens.items():
            tokens[place] += 1
        for place in game.score_tiles.items():
            scores[place] += 1
    for (_, kind), count in [*tokens.items(), *scores.items()]:
        share = (2 if kind in GOODS else rules.score_tiles.count(kind)) / 12
        assert abs(count - blocks * share) < 5 * np.sqrt(blocks * share * (1 - share))


@pytest.mark.nojit
def test_tiles_are_numbers_and_words():
    assert [tile_code(tile(code)) for code in range(TILE_CODES)] == list(range(TILE_CODES))


# --- the batch loop, and what a game may be -------------------------------------------------------------------------------
@pytest.mark.nojit
@pytest.mark.parametrize("turns", [1, 24] if COMPILED else [2])
def test_a_batch_of_games_is_the_games_step_by_step(turns):
    rules, players = resolve("literal", [f"turns={turns}"]), 3
    bots = [kit.parse(name) for name in ("mixed", "random", "stacker@0.3")]
    tables = kit.play(rules, players, bots, [0, 1, 2], 1, 2, 40, 2, True)
    for number in range(2):
        game = Game(rules, players, 2, 40 + number)
        turns_played = []  # seat, reserved position, number of operations
        operations = 0
        while not game.done:
            phase, opening, seat, before = game.phase, game.opening, game.seat, game.round
            action = game.decide(bots[seat])
            operations += phase in ("act", "again")
            game.apply(action)
            if phase == "reserve" and not opening:
                turns_played.append((before, seat, action.number, min(operations, 2)))
            operations = 0 if phase == "reserve" else operations
        rows = slice(number * turns * players, (number + 1) * turns * players)
        logged = {name: column[rows] for name, column in tables["turns"].items()}
        done = [
            (row, seat, reserve, int(one >= 0) + int(two >= 0))
            for row, seat, reserve, one, two in zip(
                logged["round"], logged["seat"], logged["reserve"], logged["operation_1"], logged["operation_2"], strict=True
            )
        ]  # fmt: skip
        assert [row for row in done if row[0] < turns] == turns_played
        assert all(reserve == -1 for turn, _, reserve, _ in done if turn == turns)
        tiles = [tile(int(code)) for code in logged["tile"]]
        assert [told["symbol"] is not None for told in tiles] == [one >= 0 for one in logged["operation_1"]]
        for seat in range(players):
            mine = [told for told, at in zip(tiles, logged["seat"], strict=True) if at == seat]
            assert [sum(told["colour"] == name for told in mine) for name in COLOURS] == [
                game.cities[seat][name] for name in COLOURS
            ]
        assert game.totals == list(tables["seats"]["total"][number * players :][:players])


@pytest.mark.parametrize("players", PLAYERS)
def test_the_rows_of_a_run_hang_together(players):
    draw = random.Random(players)
    for rules in (*map(resolve, READINGS), *(random_rules(draw) for _ in range(6))):
        tables = kit.play(rules, players, [kit.parse("mixed@0.5")], [0] * players, 1, 7, 0, 100, False)
        seats, rows = tables["seats"], tables["games"]
        by_game = {name: values.reshape(-1, players) for name, values in seats.items() if name != "bot"}
        assert (sum(by_game[part].astype(int) for part in PARTS) == by_game["total"]).all()
        shares = np.rint(by_game["win_share"] * SHARES)
        assert (shares.sum(axis=1) == SHARES).all()
        assert ((by_game["place"] == 1).sum(axis=1) == rows["winners"]).all()
        assert (by_game["first_visits"].sum(axis=1) + rows["tokens_left"] == 6 * rules.token_copies).all()
        assert ((by_game["symbols_same"] + by_game["symbols_two"]).sum(axis=1) == rows["symbols"]).all()
        assert (by_game["passes"] <= by_game["symbols_same"] + by_game["symbols_two"]).all()
        assert ((by_game["reserve_left"] == 0).sum(axis=1) == rows["legions_out"]).all()
        assert (by_game["legions_deployed"] + by_game["reserve_left"] == rules.legions - rules.legions_in_rome).all()
        assert (by_game["out_turn"] <= rules.turns).all()
        assert ((by_game["out_turn"] > 0) == ((by_game["reserve_left"] == 0) & (by_game["legions_deployed"] > 0))).all()
        assert (by_game["led"] <= by_game["held"]).all()
        assert (by_game["led"].sum(axis=1) <= 12).all()
        assert (by_game["strongest"] <= rules.legions + rules.general_power).all()


def test_the_largest_game_fits():
    changes = [
        "turns=30", "legions=20", "general_power=9", "ring_size=[12, 12, 12]", "reserve_steps=4", "p_symbol=1", "p_icon=1",
        "operations_same=4", "operations_two=4", "deploy_bonus=[99, 99, 99, 99, 99, 99]", "vp_per=[9, 9, 9, 9, 9]",
        "token_bonus=[" + ", ".join(["[99, 99, 99, 99, 99, 99]"] * 6) + "]", "prizes=[99, 99, 99]", "city_prizes=[99, 99, 99]",
        'city_kinds=["lyre", "column", "mask", "column+lyre", "column+mask", "mask+lyre", "red", "blue", "yellow"]',
    ]  # fmt: skip
    names = list(PROVINCES)
    pairs = [(names[0], name) for name in names[1:]] + list(pairwise(names[1:])) + [(names[1], names[12])]
    links = ", ".join(f'{{ between = ["{one}", "{two}"], kind = "red" }}' for one, two in pairs)
    changes.append(f'map={{ name = "largest", links = [{links}] }}')
    rules = resolve("literal", changes)
    assert len(rules.links) == 24
    for seed in range(2):
        for game in walk(rules, SEATS, seed):
            assert game.totals == [row["total"] for row in game.scores()]
    bots = [kit.load(name) for name in ("mixed", "spreader", "stacker", "general-first")]
    tables = kit.play(rules, SEATS, bots, [0, 1, 2, 3], SEATS, 1, 0, 5, True)
    game = Game(rules, SEATS, 1, 0)
    while not game.done:
        game.apply(game.decide(bots[game.seat]))
    assert game.totals == tables["seats"]["total"][:SEATS].tolist()


def test_nothing_of_a_game_is_left_in_the_next():
    """A range of blocks in one go is the blocks one by one."""
    draw, bots = random.Random(4), [kit.load(name) for name in kit.REGISTRY.names]
    for rules, players in ((resolve("literal"), 4), (random_rules(draw), 2), (random_rules(draw), 3)):
        together = kit.play(rules, players, bots, None, 1, 99, 10, 6, True)
        for number in range(6):
            alone = kit.play(rules, players, bots, None, 1, 99, 10 + number, 1, True)
            for table in ("games", "seats", "turns"):
                for name, values in alone[table].items():
                    pair = (together[table][name], values)
                    whole, part = (column[0] if isinstance(column, tuple) else column for column in pair)
                    assert (whole.reshape(6, -1)[number] == part).all(), (table, name)


@pytest.mark.nojit
def test_no_field_hides_an_attribute_of_numpy_records():
    """Without compiling, `record.take` would be NumPy's method and not the field."""
    records = {name: value for name, value in {**vars(layout), **vars(counting)}.items() if isinstance(value, np.dtype)}
    assert {"RULES", "VIEW", "STATE", "TALLY"} <= set(records)
    for name, record in records.items():
        assert set(record.names) & set(dir(np.record)) == set(), name
        assert record.type is np.record


@pytest.mark.nojit
def test_anything_but_a_legal_action_is_refused_and_changes_nothing():
    for game in walk(resolve("literal", ["turns=6", "p_symbol=1", "p_same=1"]), 2, 11):
        before = game.states.tobytes()
        legal = {action.number for action in game.legal_actions()}
        for number in set(range(-2, layout.ACTIONS + 2, 7)) - legal:
            with pytest.raises(BadInput, match="not a legal action"):
                game.apply(number)
            assert game.states.tobytes() == before


# --- without compiling, and compiled once ----------------------------------------------------------------------------------
_PRINT = "from tests.dominus.test_kernel_dominus import small_run; print(small_run({name!r}))"


def small_run(name: str) -> dict[str, dict[str, list[int]]]:
    """Every number of the tables of some short games."""
    bots = [kit.parse(name) for name in ("mixed", "spreader@0.3", "random")]
    tables = kit.play(resolve(name, ["turns=6"]), 3, bots, [0, 1, 2], 3, 5, 0, 1, True)
    return {
        table: {name: (column[0] if isinstance(column, tuple) else column).tolist() for name, column in columns.items()}
        for table, columns in tables.items()
    }


@pytest.mark.skipif(not COMPILED, reason="this is the comparison with plain Python")
@pytest.mark.parametrize("name", ["literal", "reconstructed-hub"])
def test_plain_python_plays_the_same_games(name):
    """NUMBA_DISABLE_JIT=1, for a debugger: slower, and in no number different."""
    told = subprocess.run(
        [sys.executable, "-c", _PRINT.format(name=name)], capture_output=True, check=True, text=True, cwd=ROOT,
        env=os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(ROOT)},
    ).stdout  # fmt: skip
    compiled = small_run(name)
    assert sum(compiled["turns"]["operation_1"]) > 0
    assert told == f"{compiled}\n"


@pytest.mark.skipif(not COMPILED, reason="nothing is compiled")
def test_rules_bots_and_players_do_not_compile_the_core_again():
    from quorumsim.dominus.ranges import LOOP

    for players, name in ((2, "literal"), (3, "reconstructed-hub"), (4, "literal")):
        kit.play(resolve(name, ["general_power=3"]), players, [kit.load("mixed")], [0] * players, 2, 1, 0, 2, False)
    assert len(LOOP.play_blocks.signatures) == 1
