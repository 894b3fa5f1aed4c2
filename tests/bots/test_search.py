"""Bots that search: they see their view only, share out their playouts as said, and are better than who plays the playouts."""

import random

import numpy as np
import pytest

from quorumsim.bots import kit
from quorumsim.bots.registry import parse
from quorumsim.errors import BadInput
from quorumsim.quorum.game import Game
from quorumsim.quorum.names import PLAYERS
from quorumsim.quorum.rules import resolve
from tests.agreement import random_rules
from tests.quorum.test_view import exchange
from tests.random_play import COMPILED, STANDARD, after, positions

SEARCHERS = ("search", "ismcts")
PLAYOUTS = 6 if COMPILED else 1

pytestmark = pytest.mark.kernel


def moments() -> list[Game]:
    draw, found = random.Random(31), []
    for players in PLAYERS if COMPILED else (2,):
        for rules in (STANDARD, random_rules(draw, players)):
            found += positions(rules, players, range(1), 2 if COMPILED else 1)
    return found


@pytest.mark.nojit
@pytest.mark.parametrize("name", SEARCHERS)
def test_a_search_does_not_depend_on_what_is_hidden(name):
    draw, bot = random.Random(3), parse(f"{name}:{PLAYOUTS}:greedy")
    for game in moments():
        assert exchange(game, game.seat, draw).explain(bot) == game.explain(bot)


@pytest.mark.parametrize("name", SEARCHERS)
def test_the_same_seed_gives_the_same_games_however_they_are_cut(name):
    bots = [parse(f"{name}:4:greedy"), parse("greedy")]
    whole = kit.play(STANDARD, 3, bots, [0, 1, 1], 3, 9, 0, 4, True)
    parts = [kit.play(STANDARD, 3, bots, [0, 1, 1], 3, 9, first, 2, True) for first in (0, 2)]
    for table in ("games", "seats", "turns"):
        for column, values in whole[table].items():
            values, *others = (part[0] if isinstance(part, tuple) else part
                               for part in (values, *(each[table][column] for each in parts)))  # fmt: skip
            assert np.array_equal(values, np.concatenate(others)), (table, column)


@pytest.mark.parametrize("name", SEARCHERS)
def test_a_search_beats_who_plays_its_playouts(name):
    """8 deals of 2 players in both seatings would not tell; 60 do: par is 0.5, and chance alone reaches 0.65 once in
    1,000 times."""
    seats = kit.play(STANDARD, 2, [parse(f"{name}:20:greedy"), parse("greedy")], [0, 1], 2, 4, 0, 60, False)["seats"]
    assert seats["win_share"][seats["bot"][0] == 0].mean() > 0.65


def test_playouts_are_shared_out_by_halving():
    """5 actions, 12 playouts each on average: 60 in 3 rounds, 4 each for all five, 6 more for three, 10 more for two."""
    game = next(
        game for game in positions(STANDARD, 4, range(3), 20) if game.phase == "play" and len(game.legal_actions()) == 5
    )
    _, opinions = game.explain(parse("search:12:greedy"))
    assert sorted(opinion.playouts for opinion in opinions) == [4, 4, 10, 20, 20]
    best = max((opinion for opinion in opinions if opinion.playouts == 20), key=lambda opinion: opinion.worth)
    assert 0 <= best.worth <= 1
    assert best.error < 0.15


def test_a_tree_search_spends_every_playout():
    game = next(
        game for game in positions(STANDARD, 4, range(3), 20) if game.phase == "take" and len(game.legal_actions()) == 5
    )
    decided, opinions = game.explain(parse("ismcts:30:greedy"))
    gods = sum(opinion.action.card is None for opinion in opinions)
    assert sum(opinion.playouts for opinion in opinions) >= 150 - 5
    assert gods < 2
    assert max(opinions, key=lambda opinion: opinion.playouts).action == decided


def test_more_playouts_see_more():
    """A sure win in the last decision: the search finds it, whatever its policy thinks."""
    found = 0
    for game in positions(STANDARD, 2, range(40), 60):
        if game.phase != "play" or game.round < 12 or game.seat == 0:
            continue
        outcomes = [after(game, action).places()[1] == 1 for action in game.legal_actions()]
        if any(outcomes) and not all(outcomes):
            found += 1
            decided, _ = game.explain(parse("search:2:random"))
            assert outcomes[game.legal_actions().index(decided)]
    assert found >= 3


@pytest.mark.parametrize("text, told", [
    ("search:0", "a whole number from 1 to 1,000,000, not '0'"),
    ("search:many", "not 'many'"),
    ("search:5:search", "by a bot that scores, compiled, not by search:100"),
    ("search:5:greedy:3", "greedy does not search"),
    ("greedy:5", "greedy does not search"),
    ("search:5@2", "a number from 0 to 1"),
])  # fmt: skip
def test_a_search_written_wrongly_is_refused_in_one_sentence(text, told):
    with pytest.raises(BadInput, match=told.replace("(", r"\(")):
        parse(text)


def test_a_search_says_under_other_rules_that_its_policy_was_tuned_for_the_standard_ones():
    assert parse("search:5").note(resolve("standard", ["god_limit=2"])) == "not tuned for these rules"
    assert parse("search:5:greedy").note(resolve("standard", ["god_limit=2"])) is None
