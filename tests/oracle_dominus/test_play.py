"""What is true at every moment of any game."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.oracle.chance import nth

from . import chance, columns
from .game import Game
from .play import play
from .samples import HUB, LITERAL, PRESETS, RECONSTRUCTED
from .words import GOODS

CHANGED = st.fixed_dictionaries(
    {},
    optional={
        "turns": st.integers(1, 30),
        "legions": st.integers(1, 20),
        "general_power": st.integers(0, 9),
        "ring_size": st.just([5, 9, 12]),
        "reserve_steps": st.integers(1, 4),
        "p_symbol": st.sampled_from([0, 0.3, 1]),
        "p_same": st.sampled_from([0, 0.5, 1]),
        "p_icon": st.sampled_from([0, 1]),
        "operations_same": st.integers(0, 4),
        "operations_two": st.integers(0, 4),
        "general_moves_on_two": st.booleans(),
        "token_copies": st.integers(0, 2),
        "vp_per": st.just([1, 2, 3, 4, 5]),
        "after_tie_for_first": st.sampled_from(["third", "nothing"]),
        "links": st.just(HUB),
    },
)


@settings(max_examples=60)
@given(
    st.sampled_from([LITERAL, RECONSTRUCTED]),
    CHANGED,
    st.integers(2, 4),
    st.integers(0, 2**64 - 1),
    st.integers(0, 9),
    st.data(),
)
def test_invariants(preset, changed, players, seed, block, data):
    rules = preset | changed
    rules["legions_in_rome"] = data.draw(st.integers(0, rules["legions"]))
    game = Game(rules, players, seed, block)
    lying = dict(game.tokens)
    while not game.done:
        check(game, rules)
        assert game.tokens.items() <= lying.items()  # tokens never return
        lying = dict(game.tokens)
        paid, seat = list(game.paid_deploys), game.seat
        legal = game.legal_actions()
        assert legal and len(set(legal)) == len(legal)
        assert legal == sorted(legal) or game.phase == "reserve"
        before = game.snapshot()
        again = game.phase == "again"
        action = legal[seed % len(legal)] if len(game.moves) % 2 else legal[-1]
        game.apply(action)
        for other in range(players):  # a move touches the mover only
            if other != seat:
                assert game.goods[other] == before["goods"][other]
                assert game.reserves[other] == before["reserves"][other]
                assert game.generals[other] == before["generals"][other]
        deployed = before["phase"] != "reserve" and action in (1, 2)
        assert sum(game.paid_deploys) - sum(paid) == (deployed and not (again and before["bonus_paid"]))
    check(game, rules)
    assert [len(city) for city in game.cities] == [rules["turns"]] * players
    assert game.tiles_shown == game.ring_size + rules["turns"] * players
    rows = columns.seats(game)
    assert sum(row["win_share"] for row in rows) == pytest.approx(1)
    assert sum(row["first_visits"] for row in rows) + len(game.tokens) == 6 * rules["token_copies"]


def check(game: Game, rules: dict) -> None:
    """Units are conserved, goods are what was earned, and the totals' parts add up."""
    for seat in range(game.players):
        assert sum(game.legions[p][seat] for p in game.legions) + game.reserves[seat] == rules["legions"]
        assert game.generals[seat] is None or game.generals[seat] in game.legions
        count = game.counts[seat]
        assert count["legions_deployed"] == rules["legions"] - rules["legions_in_rome"] - game.reserves[seat]
        assert (count["out_turn"] > 0) == (game.reserves[seat] == 0 and count["legions_deployed"] > 0)
        assert (count["general_turn"] > 0) == (game.generals[seat] is not None)
        assert game.reserves[seat] >= 0 and min(game.legions[p][seat] for p in game.legions) >= 0
        assert len(game.cities[seat]) <= rules["turns"]
        earned = Counter({good: game.paid_deploys[seat] * rules["deploy_bonus"][i] for i, good in enumerate(GOODS)})
        for kind in game.tokens_taken[seat]:
            earned.update(dict(zip(GOODS, rules["token_bonus"][GOODS.index(kind)], strict=True)))
        assert game.goods[seat] == dict(earned)
    assert "roma" not in game.tokens
    for seat, line in enumerate(game.totals()):
        assert line["deploys"] + line["tokens"] == game.goods[seat]["points"]
        worth = sum(vp * game.goods[seat][good] for vp, good in zip(rules["vp_per"], GOODS[1:], strict=True))
        assert line["goods"] == worth
        assert line["total"] == line["city"] + line["provinces"] + game.goods[seat]["points"] + worth


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games(name, players):
    for block in range(15):
        game = play(PRESETS[name], players, 11, block)
        check(game, PRESETS[name])
        assert Counter(turn["seat"] for turn in game.turn_log) == dict.fromkeys(range(players), 24)
        assert [turn["turn"] for turn in game.turn_log] == [t for t in range(1, 25) for _ in range(players)]


def test_the_same_numbers_give_the_same_game():
    first, second, other = (play(LITERAL, 3, 4, block) for block in (8, 8, 9))
    assert first.moves == second.moves and first.snapshot() == second.snapshot()
    assert first.moves != other.moves


def test_two_variants_meet_the_same_deal():
    one, other = play(LITERAL, 4, 4, 8), play(RECONSTRUCTED, 4, 4, 8)
    assert one.moves == other.moves  # their rules of play are the same
    assert one.cities == other.cities and one.legions == other.legions


def test_a_random_decision_is_the_second_draw_of_its_key():
    game = play(LITERAL, 2, 6, 1)
    used = set()
    for move in game.moves:
        index = chance.decision_index(move["turn"], move["seat"], move["phase"], move["repeat"])
        assert index not in used
        used.add(index)
        assert move["action"] == chance.random_choice(game.key, index, move["legal"])
    assert {move["phase"] for move in game.moves} == {"act", "again", "reserve"}
    key = nth(nth(game.key, 2), ((4 * 4 + 1) * 4 + 2) * 16)  # stream "decision": turn 5, seat 1, reserve
    assert chance.random_choice(game.key, chance.decision_index(5, 1, "reserve", 0), [7, 0]) == (
        [7, 0][nth(key, 1) * 2 // 2**64]
    )
    blocks = [play(LITERAL, 2, 6, block) for block in range(20)]
    chosen = [game.opening_log[0]["position"] for game in blocks]
    assert chosen == [nth(nth(nth(game.key, 2), (1 * 4 + 2) * 16 + 1), 1) * 8 // 2**64 for game in blocks]


def test_who_chooses_is_asked_only_where_there_is_a_choice():
    asked = []

    def first(game: Game) -> int:
        asked.append(len(game.legal_actions()))
        return game.legal_actions()[0]

    game = play(LITERAL | {"reserve_steps": 1}, 2, 6, 1, first)
    assert min(asked) > 1 and len(asked) == len([m for m in game.moves if len(m["legal"]) > 1]) < len(game.moves)
    # who always passes keeps everything at home
    assert game.reserves == [9, 9] and game.legions["roma"] == [1, 1] and len(game.tokens) == 12
    assert all(line["provinces"] == line["deploys"] == line["tokens"] == 0 for line in game.totals())


def test_a_snapshot_is_a_copy():
    game = Game(LITERAL, 2, 1, 0)
    before = game.snapshot()
    game.legions["asia"][0] += 1
    game.ring[0]["icon"] = "changed"
    assert before["legions"]["asia"] == [0, 0] and before["ring"][0]["icon"] != "changed"
