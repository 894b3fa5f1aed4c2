"""The card list: the checks of its margins."""

from collections import Counter

from . import game, scoring
from .samples import STANDARD
from .scoring import PRODUCTS, PROVINCES, TYPES

HOME = {"military": "gallia", "intrigue": "germania", "commerce": "hispania", "architecture": "macedonia"}


def test_card_list_margins():
    cards = game.rome_cards(STANDARD)
    assert [each.id for each in cards] == list(range(1, 73))
    assert Counter(each.type for each in cards) == dict.fromkeys(TYPES, 18)
    assert Counter(each.power for each in cards) == {0: 6, 1: 24, 2: 24, 3: 18}
    for type in TYPES:
        powers = (0, 1, 2) if type == "intrigue" else (1, 2, 3)
        assert Counter(each.power for each in cards if each.type == type) == dict.fromkeys(powers, 6)
    for province in PROVINCES:
        banners = [each.banner for each in cards if each.province == province]
        assert Counter(banners) == {1: 4, 2: 4, 3: 4}
    buildings = Counter(each.building for each in cards if each.type == "architecture")
    assert len(buildings) == 6 and set(buildings.values()) == {3}
    assert all((each.building is None) == (each.type != "architecture") for each in cards)
    assert Counter(product for each in cards for product in each.products) == dict.fromkeys(PRODUCTS, 8)
    assert all((2 <= len(each.products) <= 3) == (each.type == "commerce") for each in cards)


def test_no_banner_helps_its_own_card_to_count():
    assert {province: STANDARD["provinces"][province]["counts"] for province in PROVINCES} == {
        "africa": {"powers": [1]},
        "asia": {"powers": [2]},
        **{province: {"types": [type]} for type, province in HOME.items()},
    }
    for each in game.rome_cards(STANDARD):
        assert scoring.counted_cards(STANDARD, each.province, [each]) == 0


def test_gods_follow_the_cards():
    gods = game.god_cards(STANDARD)
    assert [god.id for god in gods] == list(range(73, 87))
    assert [(god.number, god.copy) for god in gods] == [(number, copy) for number in range(1, 8) for copy in (0, 1)]
    assert (gods[-1].left, gods[-1].right) == (1, -1)
