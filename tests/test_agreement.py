"""The kernel and the oracle agree, move by move and in every field: at least 2,000 games here, 200,000 by scripts/agree."""

import random

import pytest

from quorumsim.quorum.packaged import packaged_names
from quorumsim.quorum.rules import resolve
from tests.agreement import disagreements, random_rules, seatings

SEED = 2026
RANDOM_GAMES, GREEDY_GAMES, DRAWN_RULES = 44, 12, 170


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("name", packaged_names())
def test_every_shipped_rule_set(name: str, players: int) -> None:
    rules = resolve(name)
    assert list(disagreements(rules, players, SEED, 0, RANDOM_GAMES, ["random"] * players)) == []
    greedy = ["greedy@0.2", *["greedy"] * (players - 1)]
    assert list(disagreements(rules, players, SEED, RANDOM_GAMES, GREEDY_GAMES, greedy)) == []


@pytest.mark.kernel
def test_rules_drawn_at_random_with_every_field_changed() -> None:
    draw = random.Random(SEED)
    for _ in range(DRAWN_RULES):
        players = draw.choice((2, 3, 4))
        rules, names = random_rules(draw, players), seatings(players, draw)
        assert list(disagreements(rules, players, draw.getrandbits(64), draw.getrandbits(40), 2, names)) == []


def test_a_difference_is_noticed() -> None:
    """The comparison itself: the kernel with another rule than the oracle must be told apart from it."""
    rules = resolve("standard")
    other = resolve("standard", ["military_pair=6"])
    kept = [problem.split(": ", 1)[1] for problem in disagreements(other, 3, SEED, 0, 4, ["random"] * 3)]
    assert kept == []
    from tests import agreement

    original = agreement.oracle_rules
    try:
        agreement.oracle_rules = lambda _: original(rules)
        assert len(list(disagreements(other, 3, SEED, 0, 4, ["random"] * 3))) == 4
    finally:
        agreement.oracle_rules = original


@pytest.mark.nojit
def test_the_same_in_plain_python() -> None:
    assert list(disagreements(resolve("standard"), 3, SEED, 0, 2, ["greedy", "random", "greedy@0.2"])) == []
