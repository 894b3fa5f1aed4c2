"""The worked examples of the rulebook."""

import json
from pathlib import Path

import pytest

from . import game, scoring
from .game import advance, use_god
from .samples import STANDARD, card, military_cards, table_of
from .scoring import PROVINCES, TYPES

EXAMPLES = json.loads((Path(__file__).parents[1] / "cases" / "rulebook.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("example", EXAMPLES["military"])
def test_rulebook_military(example):
    assert scoring.military(STANDARD, military_cards(*example["powers"])) == example["points"]


@pytest.mark.parametrize("example", EXAMPLES["intrigue"])
def test_rulebook_intrigue(example):
    cards = [card("intrigue", 0)] * example["intrigue_cards"] + [card("commerce", 3)] * example["power3_cards"]
    assert scoring.intrigue(STANDARD, cards) == example["points"]


@pytest.mark.parametrize("example", EXAMPLES["architecture"])
def test_rulebook_architecture(example):
    cards = [card("architecture", 1, building=building) for building in example["buildings"]]
    assert scoring.architecture(STANDARD, cards) == example["points"]


@pytest.mark.parametrize("example", EXAMPLES["commerce"])
def test_rulebook_commerce(example):
    cards = [card("commerce", 1, products=[product] * icons) for product, icons in example["icons"].items()]
    assert scoring.commerce(STANDARD, cards) == example["points"]


@pytest.mark.parametrize("example", EXAMPLES["province"])
def test_rulebook_province(example):
    power = STANDARD["provinces"][example["province"]]["counts"]["powers"][0]
    table = table_of([[card("military", power)] * seat["counted"] for seat in example["seats"]])
    table.tokens[example["province"]] = example["token"]
    for seat in sorted(range(table.players), key=lambda seat: example["seats"][seat]["arrived"]):
        advance(STANDARD, table, seat, example["province"], example["seats"][seat]["space"])
    for seat, expected in enumerate(example["seats"]):
        assert scoring.points(STANDARD, table)[seat][example["province"]] == expected["points"]


@pytest.mark.parametrize("example", EXAMPLES["god"])
def test_rulebook_god(example):
    number = 1 + [god["name"] for god in STANDARD["gods"]].index(example["god"])
    god = next(god for god in game.god_cards(STANDARD) if god.number == number)
    ring = example["ring_around"] + [province for province in PROVINCES if province not in example["ring_around"]]
    table = table_of([[], []])
    table.tokens |= example["tokens_before"]
    use_god(STANDARD, table, ring, 1, god, example["advance"])
    unchanged = {province: 2 for province in PROVINCES if province not in example["tokens_after"]}
    assert table.tokens == unchanged | example["tokens_after"]
    assert table.positions == {province: (0, int(province == example["advance"])) for province in PROVINCES}


@pytest.mark.parametrize("example", EXAMPLES["total"])
def test_rulebook_total(example):
    """A table made up to give every line of the example; the rulebook does not list its cards."""
    cards = (
        military_cards(1, 2, 3, 1, 2)
        + [card("intrigue", 0)] * 2
        + [card("architecture", 1, building="bath"), card("architecture", 1, building="temple")]
        + [card("commerce", 3, products=["fish"] * 4)]
        + [card("commerce", 1, products=["wood"])] * 2
    )
    table = table_of([cards, []])
    table.tokens["hispania"] = 3
    advance(STANDARD, table, 0, "gallia", 4)
    advance(STANDARD, table, 1, "germania", 2)
    advance(STANDARD, table, 0, "germania", 1)
    advance(STANDARD, table, 0, "hispania", 1)
    lines = scoring.points(STANDARD, table)[0]
    assert {type: lines[type] for type in TYPES} == example["types"]
    assert sorted(lines[province] for province in PROVINCES) == sorted(example["provinces"])
    assert lines["total"] == example["total"]
