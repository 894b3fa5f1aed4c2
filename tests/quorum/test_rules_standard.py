"""The published game as data: every check on the card list, ids, names, and the variants that come with it."""

from collections import Counter

import pytest

from quorumsim.quorum.changes import changes
from quorumsim.quorum.names import BUILDINGS, PLAYERS, PRODUCTS, PROVINCES, TYPES
from quorumsim.quorum.rules import check_players, packaged_names, resolve

STANDARD = resolve()
VARIANTS = [name for name in packaged_names() if name != "standard"]


def _numbers(counted):
    return sorted(counted.values()), len(counted)


def test_eighteen_cards_of_each_type():
    assert Counter(card.type for card in STANDARD.cards) == dict.fromkeys(TYPES, 18)
    assert [card.id for card in STANDARD.cards] == list(range(1, 73))


def test_powers():
    assert Counter(card.power for card in STANDARD.cards) == {0: 6, 1: 24, 2: 24, 3: 18}
    for kind in TYPES:
        powers = Counter(card.power for card in STANDARD.cards if card.type == kind)
        assert powers == dict.fromkeys((0, 1, 2) if kind == "intrigue" else (1, 2, 3), 6)


def test_banners():
    assert Counter(card.province for card in STANDARD.cards) == dict.fromkeys(PROVINCES, 12)
    banners = Counter((card.province, card.banner) for card in STANDARD.cards)
    assert _numbers(banners) == ([4] * 18, 18)
    assert {banner for _, banner in banners} == {1, 2, 3}


def test_no_card_advances_where_its_own_type_or_power_counts():
    for card in STANDARD.cards:
        assert not STANDARD.provinces[card.province].counts.includes(card), card.title


def test_three_of_each_building_and_eight_icons_of_each_product():
    assert Counter(card.building for card in STANDARD.cards if card.building) == dict.fromkeys(BUILDINGS, 3)
    assert Counter(icon for card in STANDARD.cards for icon in card.products) == dict.fromkeys(PRODUCTS, 8)


def test_seven_gods_with_two_copies_are_cards_73_to_86():
    assert [(god.number, god.copies) for god in STANDARD.gods] == [(number, 2) for number in range(1, 8)]
    assert [card for card, _, _ in STANDARD.god_cards] == list(range(73, 87))
    assert [(god.name, copy) for _, god, copy in STANDARD.god_cards[:3]] == [("Minerva", 0), ("Minerva", 1), ("Pluto", 0)]
    assert {(god.left, god.right) for god in STANDARD.gods} == {(1, 1), (-1, -1), (-1, 1), (1, -1)}


def test_every_number_of_the_rulebook():
    assert (STANDARD.rounds, STANDARD.hand_size, STANDARD.rome_size) == (12, 4, 5)
    assert (STANDARD.god_limit, STANDARD.god_advance, STANDARD.refresh_threshold, STANDARD.refresh_limit) == (3, 1, 3, 1)
    assert (STANDARD.ring, STANDARD.stuck_rome, STANDARD.track_length, STANDARD.track_end) == ("random", "refresh", 15, "stay")
    assert (STANDARD.track_tie, STANDARD.rank_loss) == ("first", (0, 1, 2, 3))
    assert (STANDARD.military_trio, STANDARD.military_pair) == (10, 5)
    assert (STANDARD.intrigue_points, STANDARD.intrigue_power) == (1, 3)
    assert STANDARD.architecture_points == (0, 1, 4, 8, 12, 18, 24)
    assert STANDARD.commerce_points == (0, 0, 2, 4, 6)
    assert STANDARD.tie_break == ("influence",)
    for province in STANDARD.provinces.values():
        assert (province.token_start, province.token_min, province.token_max) == (2, 1, 4)
    for players in PLAYERS:
        assert STANDARD.seat_points[players] == (0,) * players
        assert STANDARD.seat_spaces[players] == ({},) * players


def test_what_each_province_counts():
    counted = {name: province.counts.title for name, province in STANDARD.provinces.items()}
    assert counted == {
        "africa": "cards of power 1",
        "asia": "cards of power 2",
        "germania": "intrigue cards",
        "gallia": "military cards",
        "hispania": "commerce cards",
        "macedonia": "architecture cards",
    }


def test_human_names():
    titles = STANDARD.card_titles
    assert titles[2] == "military 2, Africa +3"
    assert titles[38] == "architecture 2, bath, Africa +2"
    assert titles[65] == "commerce 1, fish fish wheat, Gallia +2"
    assert titles[81] == titles[82] == "Venus (left −1, right +1)"
    assert len(titles) == 86


def test_there_are_variants_designers_ask_for():
    asked = {"god-limit-2", "no-gods", "tokens-start-3", "ten-rounds", "shared-ties", "ties-cost-a-rank", "last-seat-2-points"}
    assert asked <= set(VARIANTS)
    assert len({resolve(name).fingerprint for name in packaged_names()}) == len(packaged_names())


@pytest.mark.parametrize("name", packaged_names())
def test_packaged_rules_are_for_all_players_and_say_what_they_are(name):
    rules = resolve(name)
    assert rules.name == name
    assert rules.title != name and rules.summary.endswith((".", "?"))
    for players in PLAYERS:
        check_players(rules, players)


def test_what_the_variants_change():
    assert changes(resolve("god-limit-2"), STANDARD) == ["god_limit: 3 → 2"]
    assert changes(resolve("no-gods"), STANDARD) == ["removed all gods"]
    assert changes(resolve("tokens-start-3"), STANDARD) == ["token_start: 2 → 3"]
    assert changes(resolve("ten-rounds"), STANDARD) == ["rounds: 12 → 10"]
    assert changes(resolve("shared-ties"), STANDARD) == ["track_tie: first → shared"]
    assert changes(resolve("ties-cost-a-rank"), STANDARD) == ["track_tie: first → shared", "shared_tie: best → next"]
    assert changes(resolve("ties-cost-a-rank"), resolve("shared-ties")) == ["shared_tie: best → next"]
    assert changes(resolve("last-seat-2-points"), STANDARD)[-1] == "seat_points.4: [0, 0, 0, 0] → [0, 0, 0, 2]"
