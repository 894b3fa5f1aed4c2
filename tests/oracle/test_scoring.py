"""Points: each type, what a province counts, and what every field of the rules does to them."""

import pytest

from . import scoring
from .samples import STANDARD, card, military_cards, with_fields


@pytest.mark.parametrize(
    ("powers", "fields", "points"),
    [
        ((1, 2, 2, 3), {}, 10),
        ((1, 2, 2, 3), {"military_trio": 8}, 10),  # two pairs beat the trio
        ((1, 2, 3), {"military_trio": 4}, 5),
        ((1, 1, 2, 3, 3), {}, 10),
        ((1, 1, 2, 2, 3), {}, 15),
        ((0, 1), {}, 0),
        ((0, 1), {"military_zero_pairs": True}, 5),
        ((0, 1, 2), {"military_zero_pairs": True}, 5),
        ((0, 1, 2, 3), {"military_zero_pairs": True}, 10),
        ((0, 1, 2, 3), {"military_zero_pairs": True, "military_trio": 9}, 10),
        ((), {}, 0),
    ],
)
def test_military_takes_the_best_split(powers, fields, points):
    assert scoring.military(with_fields(**fields), military_cards(*powers)) == points


def test_only_military_cards_make_sets():
    assert scoring.military(STANDARD, [card("commerce", 1), card("military", 2), card("intrigue", 2)]) == 0


def test_intrigue_counts_its_own_cards_among_the_powerful():
    cards = [card("intrigue", 2), card("intrigue", 0), card("military", 2), card("commerce", 3)]
    assert scoring.intrigue(STANDARD, cards) == 2
    assert scoring.intrigue(with_fields(intrigue_power=2, intrigue_points=3), cards) == 12


def test_architecture_ladder():
    names = ["aqueduct", "arch", "bath", "colosseum", "temple", "theatre"]
    built = [[card("architecture", building=name) for name in names[:count]] for count in range(7)]
    assert [scoring.architecture(STANDARD, cards) for cards in built] == [0, 1, 4, 8, 12, 18, 24]


def test_commerce_ladder():
    held = [[card("commerce", products=["wine"])] * count for count in range(7)]
    assert [scoring.commerce(STANDARD, cards) for cards in held] == [0, 0, 2, 4, 6, 6, 6]
    nothing_costs = with_fields(commerce_points=[-1, 0, 5])
    assert [scoring.commerce(nothing_costs, cards) for cards in held[:4]] == [-6, -5, 0, 0]


def test_a_province_may_count_types_and_powers_together():
    cards = [card("military", 1), card("military", 2), card("intrigue", 2)]

    def count(counts):
        return scoring.counted_cards({"provinces": {"asia": {"counts": counts}}}, "asia", cards)

    assert count({"types": ["military"], "powers": [2]}) == 1
    assert count({"types": ["military", "intrigue"]}) == 3
    assert count({"powers": [1, 3]}) == 1
    assert count({}) == 3
