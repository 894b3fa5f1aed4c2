"""What is true of the game at every moment, whatever is played, under the standard rules and under rules drawn at random."""

import random
from collections import Counter

import numpy as np
import pytest
from hypothesis import given

from quorumsim.bots import kit
from quorumsim.engine import records as engine_records
from quorumsim.errors import BadInput
from quorumsim.quorum import counting, layout
from quorumsim.quorum.game import Game
from quorumsim.quorum.names import CARDS, GOD_CARDS, HAND, PLAYERS, PROVINCES, ROME, ROME_CARDS, ROUNDS, TYPES
from quorumsim.quorum.rules import Rules, from_json, resolve, to_json
from tests.agreement import random_rules
from tests.own_bots import NAN, ZERO
from tests.random_play import COMPILED, STANDARD, cases, some_games, twin, walk, walk_case

pytestmark = pytest.mark.kernel


# --- at every moment --------------------------------------------------------------------------------------------------
@given(cases)
@some_games
def test_there_is_a_legal_action_until_every_seat_has_played_its_rounds(case):
    rules, players = case.rules, case.players
    decisions = 0
    for game in walk_case(case):
        numbers = [action.number for action in game.legal_actions()]
        assert len(numbers) == len(set(numbers))
        assert bool(numbers) != game.done
        decisions += not game.done
    assert [len(game.table(seat)) for seat in range(players)] == [rules.rounds] * players
    assert game.phase == "done"
    turns = rules.rounds * players
    assert 2 * turns <= decisions <= turns * (3 + max(rules.refresh_limit, 1))


@given(cases)
@some_games
def test_the_legal_actions_are_those_of_the_rules(case):
    rules = case.rules
    gods = {card for card, _, _ in rules.god_cards}
    held = Counter()
    for game in walk_case(case):
        actions, rome = game.legal_actions(), game.rome
        full = held[game.seat] == rules.god_limit
        if game.phase == "refresh":
            assert [action.title for action in actions] == ["keep Rome", "refresh Rome"]
            assert sum(card in gods for card in rome) >= rules.refresh_threshold
            assert game.state.seen.turn_refreshes < rules.refresh_limit
        elif game.phase == "take":
            assert [action.number for action in actions] == [i for i, card in enumerate(rome) if not (full and card in gods)]
            assert [action.card for action in actions] == [None if card in gods else card for card in rome
                                                           if not (full and card in gods)]
        elif game.phase == "advance":
            assert [action.number for action in actions] == list(range(len(PROVINCES)))
            held[game.seat] += 1
        elif game.phase == "play":
            hand = game.hand(game.seat)
            assert [action.card for action in actions] == [card for card in hand if card not in gods]
    assert max(held.values(), default=0) <= rules.god_limit


@pytest.mark.nojit
@given(cases)
@some_games
def test_every_card_is_in_exactly_one_place(case):
    rules, players = case.rules, case.players
    everything = sorted(rules.card_titles)
    for game in walk_case(case):
        seats = range(players)
        places = [game.deck, game.rome, *(game.hand(seat) for seat in seats), *(game.table(seat) for seat in seats)]
        assert sorted(card for place in places for card in place) == everything


@given(cases)
@some_games
def test_hands_are_full_again_after_every_turn(case):
    rules, players = case.rules, case.players
    for game in walk_case(case):
        one_more = game.phase in ("advance", "play")
        for seat in range(players):
            assert len(game.hand(seat)) == rules.hand_size + (one_more and seat == game.seat)
        assert len(game.rome) == rules.rome_size


@given(cases)
@some_games
def test_tokens_and_markers_stay_within_bounds_and_markers_never_go_back(case):
    rules, players = case.rules, case.players
    before = {name: [0] * players for name in PROVINCES}
    for game in walk_case(case):
        positions, order = game.positions, game.order
        for name, province in rules.provinces.items():
            assert province.token_min <= game.tokens[name] <= province.token_max
            assert all(old <= new <= rules.track_length for old, new in zip(before[name], positions[name], strict=True))
            assert sorted(order[name]) == [seat for seat in range(players) if positions[name][seat] > 0]
            assert [positions[name][seat] for seat in order[name]] == sorted(filter(None, positions[name]), reverse=True)
            arrivals = [game.state.seen.arrival[seat, PROVINCES.index(name)] for seat in order[name]]
            assert len(set(arrivals)) == len(arrivals)
        before = positions


@pytest.mark.nojit
@given(cases)
@some_games
def test_the_running_totals_equal_a_recount_after_every_action(case):
    players = case.players
    for game in walk_case(case):
        assert game.totals == [game.recount(seat) for seat in range(players)]
        for total, points in zip(game.totals, game.scores(), strict=True):
            assert points["total"] == total == sum(value for name, value in points.items() if name != "total")


@given(cases)
@some_games
def test_gods_are_held_up_to_the_limit_and_never_played(case):
    rules, players = case.rules, case.players
    copies = sum(god.copies for god in rules.gods)
    gods = {card for card, _, _ in rules.god_cards}
    for game in walk_case(case):
        seen = game.state.seen
        held = [sum(card in gods for card in game.hand(seat)) for seat in range(players)]
        assert held == list(seen.gods_held[:players])
        assert max(held) <= rules.god_limit
        assert not any(card in gods for seat in range(players) for card in game.table(seat))
        assert sum(held) + seen.unseen_gods.sum() == copies


def test_a_turn_is_played_by_every_seat_in_order_in_every_round():
    turns = []
    for game in walk(STANDARD, 3, 5):
        if game.phase in ("refresh", "take") and turns[-1:] != [(game.round, game.seat)]:
            turns.append((game.round, game.seat))
    assert turns == [(number, seat) for number in range(1, STANDARD.rounds + 1) for seat in range(3)]


def test_anything_but_a_legal_action_is_refused_and_changes_nothing():
    for game in walk(STANDARD, 2, 11):
        before = game.states.tobytes()
        legal = {action.number for action in game.legal_actions()}
        for number in set(range(-2, 12)) - legal:
            with pytest.raises(BadInput, match="not a legal action"):
                game.apply(number)
        assert game.states.tobytes() == before
    game = Game(STANDARD, 2, 11)
    played = next(iter(game.legal_actions()))
    game.apply(played)
    with pytest.raises(BadInput, match="not a legal action"):
        game.apply(played)  # the same action again belongs to the phase before


# --- the end ------------------------------------------------------------------------------------------------------------
def places_by_hand(rules: Rules, game: Game) -> list[int]:
    """Competition ranking by total, then the tie-breaks of the rules."""
    gods = {card for card, _, _ in rules.god_cards}

    def key(seat: int) -> tuple[int, ...]:
        held = sum(card in gods for card in game.hand(seat))
        values = {"influence": sum(spaces[seat] for spaces in game.positions.values()), "most_gods": held,
                  "fewest_gods": -held, "early_seat": -seat, "late_seat": seat}
        return (game.totals[seat], *(values[name] for name in rules.tie_break))

    keys = [key(seat) for seat in range(game.players)]
    return [1 + sum(other > own for other in keys) for own in keys]


@given(cases)
@some_games
def test_places_follow_from_totals_and_tie_breaks(case):
    *_, game = walk_case(case)
    assert game.places() == places_by_hand(case.rules, game)


def test_equal_totals_are_ranked_by_influence_and_then_shared():
    *_, game = walk(STANDARD, 4, 3)
    seen = game.state.seen
    game.state.total[:4] = 50
    seen.position[:4] = 2
    assert game.places() == [1, 1, 1, 1]
    seen.position[2, 0] = 3
    assert game.places() == [2, 2, 1, 2]
    game.state.total[3] = 51
    assert game.places() == [3, 3, 2, 1]


@pytest.mark.parametrize("players", PLAYERS)
def test_the_rows_of_a_run_hang_together(players):
    draw = random.Random(players)
    for rules in (STANDARD, *(random_rules(draw, players) for _ in range(6))):
        tables = kit.play(rules, players, [kit.parse("greedy@0.5")], [0] * players, 1, 7, 0, 300, False)
        seats, rows = tables["seats"], tables["games"]
        by_game = {name: values.reshape(-1, players) for name, values in seats.items() if name != "bot"}
        sources = sum(by_game[name] for name in (*PROVINCES, *TYPES, "start_points"))
        assert (sources == by_game["total"]).all()
        shares, winners = by_game["win_share"] * counting.SHARES, rows["winners"]
        assert (shares.sum(axis=1) == counting.SHARES).all()  # twelfths: exact for 1 to 4 winners
        assert ((by_game["place"] == 1) == (shares > 0)).all()
        assert ((by_game["place"] == 1).sum(axis=1) == winners).all()
        best = by_game["total"].max(axis=1, keepdims=True)
        assert (by_game["total"][by_game["place"] == 1] == np.broadcast_to(best, shares.shape)[by_game["place"] == 1]).all()
        others = np.array([np.delete(by_game["total"], seat, axis=1).max(axis=1) for seat in range(players)]).T
        assert (by_game["margin"] == by_game["total"] - others).all()
        assert (by_game["gods"] <= rules.god_limit).all()
        assert (by_game["gods"].sum(axis=1) == rows["gods_taken"]).all()
        assert (rows["forced_refreshes"] <= rows["refreshes"]).all()
        for name, province in rules.provinces.items():
            tokens = rows[f"token_{name}"]
            assert ((province.token_min <= tokens) & (tokens <= province.token_max)).all()


# --- what a game may be, and what it must not keep -------------------------------------------------------------------------
def largest_rules(rounds: int) -> Rules:
    """As many cards, gods, rounds, hands, spaces and points as a variant may ask for."""
    data = to_json(resolve())
    cards = list(data["cards"].values())
    data["cards"] = {str(number + 1): cards[number % len(cards)] for number in range(ROME_CARDS)}
    data["gods"] = {f"god {n}": {"number": n, "left": 3, "right": -3, "copies": 2} for n in range(1, GOD_CARDS // 2 + 1)}
    data |= {
        "name": "largest", "rounds": rounds, "hand_size": HAND, "rome_size": ROME, "god_limit": HAND, "track_length": 60,
        "refresh_threshold": 0, "refresh_limit": 15, "intrigue_points": 20, "military_trio": 100, "military_pair": 100,
        "architecture_points": [100] * 7, "commerce_points": [100], "god_first_id": ROME_CARDS + 1,
        "seat_points": {str(n): [100] * n for n in PLAYERS}, "seat_spaces": {str(n): [{"asia": 60}] * n for n in PLAYERS},
    }  # fmt: skip
    for province in data["provinces"].values():
        province |= {"token_min": 0, "token_max": 9, "token_start": 9, "counts": {}}
    return from_json(data, "largest rules")


@pytest.mark.parametrize(("players", "rounds"), [(4, 17), (2, ROUNDS)])
def test_the_largest_game_fits(players, rounds):
    rules = largest_rules(rounds)
    assert len(rules.card_titles) == CARDS
    for seed in range(3):
        for game in walk(rules, players, seed):
            assert game.totals == [game.recount(seat) for seat in range(players)]
    bots = kit.roster(None)
    seats = [bots.index(bot) for bot in (*map(kit.parse, ("greedy", "rival", "senator", "pious")),)][:players]
    tables = kit.play(rules, players, bots, seats, players, 1, 0, 5, True)
    assert tables["seats"]["win_share"].sum() == 5 * players


def test_nothing_of_a_game_is_left_in_the_next():
    """A range of blocks in one go is the blocks one by one: with full hands, too, whose last place a play does not clear."""
    draw, bots = random.Random(4), kit.roster(None)
    for rules, players in ((STANDARD, 4), (largest_rules(9), 3), (random_rules(draw, 2), 2), (random_rules(draw, 3), 3)):
        together = kit.play(rules, players, bots, None, 1, 99, 10, 6, True)
        for number in range(6):
            alone = kit.play(rules, players, bots, None, 1, 99, 10 + number, 1, True)
            for table in ("games", "seats", "turns"):
                for name, values in alone[table].items():
                    both = (together[table][name], values)
                    part, values = (column[0] if isinstance(column, tuple) else column for column in both)
                    assert (part.reshape(6, -1)[number] == values).all(), (table, name)


@pytest.mark.nojit
def test_a_batch_of_games_is_the_games_step_by_step():
    bots = kit.roster([kit.parse(name) for name in ("rival", "senator", "pious@0.3")])
    tables = kit.play(STANDARD, 3, bots, [0, 1, 2], 1, 2, 40, 2, True)
    for number in range(2):
        game = Game(STANDARD, 3, 2, 40 + number)
        played = []
        while not game.done:
            action = game.decide(bots[game.seat])
            if game.phase == "play":
                played.append(action.card)
            game.apply(action)
        assert played == list(tables["turns"]["play"][number * 36 :][:36])
        assert game.totals == list(tables["seats"]["total"][number * 3 :][:3])


@pytest.mark.nojit
def test_no_field_hides_an_attribute_of_numpy_records():
    """Without compiling, `record.take` would be NumPy's method and not the field."""
    found = {**vars(layout), **vars(counting), **vars(engine_records)}
    records = {name: value for name, value in found.items() if isinstance(value, np.dtype)}
    records |= {"work": layout.RECORDS.work, "workspace": layout.RECORDS.workspace}
    assert {"RULES", "VIEW", "STATE", "WEIGHTS", "SCRATCH", "NODE", "TALLY"} <= set(records)
    for name, record in records.items():
        assert set(record.names) & set(dir(np.record)) == set(), name
        assert record.type is np.record


@pytest.mark.nojit
def test_a_score_that_is_not_a_number_is_an_error_that_names_the_place():
    where = "bot nan gave a score that is not a number"
    with pytest.raises(BadInput, match=rf"^{where}: seed 3, block 20, seat 1, round 1, (take|refresh) phase$"):
        kit.play(STANDARD, 2, [ZERO, NAN], [0, 1], 2, 3, 20, 2, False)
    with pytest.raises(BadInput, match=rf"^{where}: seed 3, block 0, seat 0, round 1, (take|refresh) phase$"):
        Game(STANDARD, 2, 3).decide(NAN)


# --- compiled once ------------------------------------------------------------------------------------------------------
@pytest.mark.skipif(not COMPILED, reason="nothing is compiled")
def test_rules_bots_and_players_do_not_compile_the_core_again():
    from quorumsim.quorum.playing import play_blocks

    for players, rules in ((2, STANDARD), (3, resolve("no-gods")), (4, largest_rules(5))):
        kit.play(rules, players, [kit.parse("greedy"), ZERO], [0, 1, 1, 0][:players], 2, 1, 0, 2, False)
    assert len(play_blocks.signatures) == 1


def test_the_stepping_api_and_its_twin_do_not_share_a_position():
    game = Game(STANDARD, 2, 1)
    other = twin(game)
    other.apply(other.legal_actions()[0])
    assert game.states.tobytes() != other.states.tobytes()
