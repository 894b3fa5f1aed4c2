"""The kernel of Dominus and its oracle agree: at least 2,000 games here, 100,000 by scripts/agree."""

import random

import pytest

from quorumsim.dominus.rules import resolve
from tests.dominus import agreement
from tests.dominus.agreement import READINGS, disagreements, random_rules

SEED = 2026
RANDOM_GAMES, EVERY, OTHER_GAMES, DRAWN_RULES = 160, 20, 5, 120


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("name", READINGS)
def test_every_reading(name, players):
    rules = resolve(name)
    assert list(disagreements(rules, players, SEED, 0, RANDOM_GAMES, ["random"] * players, EVERY)) == []
    bots = ["mixed", "spreader", "random", "general-first"][:players]
    assert list(disagreements(rules, players, SEED, RANDOM_GAMES, OTHER_GAMES, bots)) == []


@pytest.mark.kernel
def test_rules_drawn_at_random_with_every_value_changed():
    draw = random.Random(SEED)
    for _ in range(DRAWN_RULES):
        players = draw.choice((2, 3, 4))
        rules = random_rules(draw)
        assert list(disagreements(rules, players, draw.getrandbits(64), draw.getrandbits(40), 2, ["random"] * players, 2)) == []


def test_the_suite_compares_as_many_games_as_it_says():
    assert len(READINGS) * 3 * (RANDOM_GAMES + OTHER_GAMES) + 2 * DRAWN_RULES >= 2000


@pytest.mark.parametrize("change", ["general_power=1", "after_tie_for_first=nothing", "prizes=[4,2,1]"])
def test_a_difference_is_noticed(monkeypatch, change):
    """The comparison itself: the kernel with another rule than the oracle must be told apart from it."""
    rules, other = resolve("reconstructed"), resolve("reconstructed", [change])
    assert list(disagreements(other, 4, SEED, 0, 4, ["random"] * 4)) == []
    plain = agreement.oracle_rules(rules)
    monkeypatch.setattr(agreement, "oracle_rules", lambda _: plain)
    assert list(disagreements(other, 4, SEED, 0, 4, ["random"] * 4))


@pytest.mark.nojit
def test_the_same_in_plain_python():
    assert list(disagreements(resolve("literal"), 3, SEED, 0, 1, ["mixed", "random", "stacker"])) == []
