"""Prizes and ties, pairs, city and provinces."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from .samples import LITERAL, PAIR_KINDS, RECONSTRUCTED, Game, tiles
from .scoring import city_points, pairs, powers, province_points, ranked
from .words import OUTSIDE_ROME, PROVINCES

THIRD, NOTHING = "third", "nothing"
POWERS = st.lists(st.integers(0, 5), min_size=2, max_size=4)
FLAT = dict.fromkeys(OUTSIDE_ROME, "flat")


@pytest.mark.parametrize(
    ("values", "third", "nothing"),
    [
        # given
        ([4, 3, 2], [3, 2, 1], [3, 2, 1]),
        ([4, 4, 2], [2, 2, 1], [2, 2, 0]),
        ([5, 3, 3], [3, 1, 1], [3, 1, 1]),
        ([0, 0, 0], [0, 0, 0], [0, 0, 0]),
        # assumed
        ([4, 4, 2, 2], [2, 2, 0, 0], [2, 2, 0, 0]),
        ([4, 4, 4, 2], [2, 2, 2, 1], [2, 2, 2, 0]),
        ([4, 4, 3, 2], [2, 2, 1, 0], [2, 2, 0, 0]),
        ([4, 4, 4, 4], [2, 2, 2, 2], [2, 2, 2, 2]),
        ([5, 4, 3, 3], [3, 2, 0, 0], [3, 2, 0, 0]),
        ([5, 4, 3, 2], [3, 2, 1, 0], [3, 2, 1, 0]),
        ([5, 3, 3, 2], [3, 1, 1, 0], [3, 1, 1, 0]),
        ([5, 3, 3, 3], [3, 1, 1, 1], [3, 1, 1, 1]),
        # zero never ranks
        ([2, 0, 0], [3, 0, 0], [3, 0, 0]),
        ([2, 2, 0], [2, 2, 0], [2, 2, 0]),
        ([0, 1, 3, 0], [0, 2, 3, 0], [0, 2, 3, 0]),
        # two players
        ([1, 2], [2, 3], [2, 3]),
        ([2, 2], [2, 2], [2, 2]),
    ],
)
def test_prizes_three_two_one(values, third, nothing):
    assert ranked(values, [3, 2, 1], THIRD) == third
    assert ranked(values, [3, 2, 1], NOTHING) == nothing


@given(POWERS, st.sampled_from([THIRD, NOTHING]), st.randoms())
def test_prizes_know_no_seats(values, switch, random):
    order = list(range(len(values)))
    random.shuffle(order)
    paid = ranked(values, [30, 20, 10], switch)
    assert ranked([values[seat] for seat in order], [30, 20, 10], switch) == [paid[seat] for seat in order]


@given(POWERS, st.sampled_from([THIRD, NOTHING]))
def test_prizes_follow_the_values(values, switch):
    paid = ranked(values, [30, 20, 10], switch)
    for value, prize in zip(values, paid, strict=True):
        assert value > 0 or prize == 0
        for other, other_prize in zip(values, paid, strict=True):
            assert (value < other) <= (prize <= other_prize)
            assert (value == other) <= (prize == other_prize)
    alone = max(values) > 0 and values.count(max(values)) == 1
    assert (max(paid) == 30) == alone
    assert (sum(paid) > 0) == any(values)


@pytest.mark.parametrize(
    ("kind", "count"),
    [
        ("lyre", 2),  # of five
        ("column", 1),  # of two
        ("mask", 1),  # of three
        ("column+lyre", 2),
        ("column+mask", 2),
        ("mask+lyre", 3),
        ("red", 12),
        ("blue", 3),
        ("yellow", 0),
    ],
)
def test_pairs_of_a_city(kind, count):
    assert pairs(kind, tiles("rrbbb", "lllllccmmm")) == count


def test_every_pair_kind_is_counted_by_itself():
    cities = [tiles(icons="lc"), tiles(icons="ll"), tiles(icons="llcc")]
    # lyre 0, 1, 1; column 0, 0, 1; column+lyre 1, 0, 2; no masks
    assert city_points(LITERAL, cities) == [2, 2, 2 + 3 + 3]
    assert city_points(RECONSTRUCTED, cities) == [0, 0, 0]


def empty(players: int) -> dict:
    return {province: [0] * players for province in PROVINCES}


def test_a_general_ties_two_legions():
    legions = empty(2) | {"syria": [2, 0]}
    assert powers(LITERAL, legions, [None, "syria"], "syria") == [2, 2]
    assert province_points(LITERAL, FLAT, legions, [None, "syria"], [[], []]) == [2, 2]


def test_legions_and_general_add_up():
    assert powers(LITERAL, empty(2) | {"syria": [3, 1]}, ["syria", "asia"], "syria") == [5, 1]


def test_rome_pays_nothing():
    legions = empty(3) | {"roma": [10, 1, 4]}
    for rules in (LITERAL, RECONSTRUCTED):
        score_tiles = Game(rules, 3, 1, 0).score_tiles
        assert "roma" not in score_tiles
        assert province_points(rules, score_tiles, legions, ["roma", None, None], [tiles("rbyrby")] * 3) == [0, 0, 0]


def test_an_empty_board_pays_nothing():
    assert province_points(LITERAL, FLAT, empty(4), [None] * 4, [[]] * 4) == [0, 0, 0, 0]


def test_flat_tiles_add_up_over_the_provinces():
    legions = empty(3) | {"gallia": [4, 3, 2], "asia": [4, 4, 2], "syria": [5, 3, 3], "africa": [0, 0, 1]}
    assert province_points(LITERAL, FLAT, legions, [None] * 3, [[]] * 3) == [3 + 2 + 3, 2 + 2 + 1, 1 + 1 + 1 + 3]
    without = LITERAL | {"after_tie_for_first": "nothing"}
    assert province_points(without, FLAT, legions, [None] * 3, [[]] * 3) == [8, 5, 5]


def test_a_tile_with_a_kind_pays_its_prize_for_every_pair_of_the_own_city():
    cities = [tiles(icons="llll"), tiles(icons="ccl"), tiles("bbb", "llllll")]
    legions = empty(3) | {"asia": [4, 3, 2], "syria": [4, 4, 2]}
    score_tiles = FLAT | {"asia": "lyre", "syria": "blue"}
    # asia: prizes 3, 2, 1 for 2, 0, 3 pairs; syria: 2, 2, 1 for 0, 0, 3 tiles
    assert province_points(RECONSTRUCTED, score_tiles, legions, [None] * 3, cities) == [6, 0, 3 + 3]


def test_the_rules_own_prizes_are_paid():
    legions = empty(2) | {"asia": [1, 2]}
    rules = LITERAL | {"prizes": [9, 5, 4], "city_prizes": [8, 7, 0], "city_kinds": ["mask", *PAIR_KINDS[:1]]}
    assert province_points(rules, FLAT, legions, [None] * 2, [[], []]) == [5, 9]
    assert city_points(rules, [tiles(icons="mm"), tiles(icons="mmmmll")]) == [7, 8 + 8]
