"""Tracks and tokens: who is ahead in a province, what the ranks pay, what a god changes, where markers start."""

import pytest

from . import game, scoring
from .game import God, advance, change_token, use_god
from .samples import RING, STANDARD, card, table_of, walk, with_fields
from .scoring import PROVINCES, Table

FOUR_MOVES = [(2, 5), (0, 5), (3, 7), (1, 5)]  # 3 ahead; then 2, 0 and 1 in the order of arrival


def multipliers_in_asia(rules: dict, table: Table) -> dict[int, int]:
    return dict(enumerate(scoring.province_multipliers(rules, table, "asia")))


def test_further_then_earlier_is_ahead():
    table = walk(STANDARD, 4, FOUR_MOVES)
    assert scoring.province_order(STANDARD, table, "asia") == [3, 2, 0, 1]
    assert multipliers_in_asia(STANDARD, table) == {3: 4, 2: 3, 0: 2, 1: 1}
    assert scoring.province_order(STANDARD, table, "africa") == []


def test_leaving_and_being_caught_up():
    table = walk(STANDARD, 2, [(0, 2), (1, 1), (0, 1), (1, 2)])
    assert table.positions["asia"] == (3, 3)
    assert scoring.province_order(STANDARD, table, "asia") == [0, 1]


def test_last_to_arrive_may_be_ahead():
    rules = with_fields(track_tie="last")
    table = walk(rules, 4, FOUR_MOVES)
    assert scoring.province_order(rules, table, "asia") == [3, 1, 0, 2]
    assert multipliers_in_asia(rules, table) == {3: 4, 1: 3, 0: 2, 2: 1}


@pytest.mark.parametrize(
    ("shared_tie", "token", "multipliers"),
    [
        ("best", 4, {3: 4, 2: 3, 0: 3, 1: 3}),
        ("worst", 4, {3: 4, 2: 1, 0: 1, 1: 1}),
        ("next", 4, {3: 4, 2: 2, 0: 2, 1: 2}),  # three second, paid as the third
        ("next", 2, {3: 2, 2: 0, 0: 0, 1: 0}),
        ("average", 4, {3: 4, 2: 2, 0: 2, 1: 2}),
        ("average", 3, {3: 3, 2: 1, 0: 1, 1: 1}),
        ("average", 2, {3: 2, 2: 0, 0: 0, 1: 0}),  # (1 + 0 + 0) / 3, rounded down
    ],
)
def test_markers_on_a_space_may_share_their_ranks(shared_tie, token, multipliers):
    rules = with_fields(track_tie="shared", shared_tie=shared_tie)
    table = walk(rules, 4, FOUR_MOVES, token)
    assert scoring.province_order(rules, table, "asia") == [3, 2, 0, 1]
    assert multipliers_in_asia(rules, table) == multipliers


def test_average_is_rounded_before_it_is_multiplied():
    rules = with_fields(track_tie="shared", shared_tie="average")
    table = table_of([[card("military", 2)] * 4, []])
    for seat in (1, 0):
        advance(rules, table, seat, "asia", 3)
    assert scoring.points(rules, table)[0]["asia"] == (2 + 1) // 2 * 4


def test_rank_loss():
    rules = with_fields(rank_loss=[0, 0, 2, 9])
    assert multipliers_in_asia(rules, walk(rules, 4, FOUR_MOVES)) == {3: 4, 2: 4, 0: 2, 1: 0}


def test_end_of_the_track():
    moves = [(0, 14), (1, 15), (0, 3), (1, 1)]
    table = walk(STANDARD, 2, moves)
    assert table.positions["asia"] == (15, 15)
    assert scoring.province_order(STANDARD, table, "asia") == [1, 0]
    restack = with_fields(track_end="restack")
    table = walk(restack, 2, moves)
    assert table.positions["asia"] == (15, 15)
    assert scoring.province_order(restack, table, "asia") == [0, 1]
    assert walk(with_fields(track_length=4), 2, moves).positions["asia"] == (4, 4)


def test_no_spaces_are_no_move():
    restack = with_fields(track_end="restack")
    table = walk(restack, 2, [(0, 15), (1, 15), (0, 0)])
    assert scoring.province_order(restack, table, "asia") == [0, 1]


# --- tokens and gods -------------------------------------------------------------------------------------------------


def test_token_overflow():
    clamp = with_fields(token_overflow="clamp")
    for rules, value, change, after in [
        (STANDARD, 4, 1, 4),
        (STANDARD, 1, -1, 1),
        (STANDARD, 3, 2, 3),
        (clamp, 3, 2, 4),
        (clamp, 2, -3, 1),
        (clamp, 2, 1, 3),
    ]:
        table = table_of([[], []])
        table.tokens["asia"] = value
        change_token(rules, table, "asia", change)
        assert table.tokens["asia"] == after


def test_the_other_half_of_a_god_still_applies_and_the_ring_closes():
    table = table_of([[], []])
    table.tokens["macedonia"] = 1
    use_god(STANDARD, table, RING, 0, God(79, 4, 0, -1, -1), "africa")
    assert (table.tokens["macedonia"], table.tokens["asia"]) == (1, 1)
    use_god(STANDARD, table, RING, 0, God(73, 1, 0, 1, 1), "macedonia")
    assert (table.tokens["hispania"], table.tokens["africa"]) == (3, 3)


def test_god_advance():
    table = table_of([[], []])
    use_god(with_fields(god_advance=0), table, RING, 0, God(73, 1, 0, 1, 1), "asia")
    assert table.positions["asia"] == (0, 0) and table.tokens["africa"] == 3
    use_god(with_fields(god_advance=3), table, RING, 0, God(73, 1, 0, 1, 1), "asia")
    assert table.positions["asia"] == (3, 0)


# --- start -----------------------------------------------------------------------------------------------------------


def test_start_spaces_are_walked_in_stack_order():
    spaces = {3: [{"asia": 2}, {}, {"asia": 2, "africa": 1}]}
    rules = with_fields(seat_spaces=spaces, seat_points={3: [0, 4, 1]})
    table = game.opening_table(rules, 3)
    assert table.positions["asia"] == (2, 0, 2) and table.positions["africa"] == (0, 0, 1)
    assert scoring.province_order(rules, table, "asia") == [0, 2]
    assert scoring.totals(rules, table) == [0, 4, 1]
    rules["start_stack"] = "reverse"
    assert scoring.province_order(rules, game.opening_table(rules, 3), "asia") == [2, 0]


def test_provinces_may_have_their_own_tokens():
    provinces = {**STANDARD["provinces"], "asia": {"counts": {}, "token_start": 5, "token_min": 5, "token_max": 6}}
    table = game.opening_table(with_fields(provinces=provinces), 2)
    assert table.tokens == {**dict.fromkeys(PROVINCES, 2), "asia": 5}
