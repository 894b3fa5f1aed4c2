"""What a run plays: whole blocks, cut into chunks that are neither lost nor played twice."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quorumsim.errors import BadInput
from quorumsim.lab.plan import CHUNK_GAMES, FEWEST_CHUNKS, make_plan, seating_names
from tests.random_play import STANDARD

bots = st.sampled_from(["greedy", "greedy,random", "mix"])
games = st.integers(1, 10**7)


@given(bots, games, st.none() | st.integers(1, 10**6))
def test_chunks_are_a_partition_of_the_blocks(bots, games, chunk_blocks):
    size = chunk_blocks and max(chunk_blocks, games // 2000)
    plan = make_plan(rules=STANDARD, players=2, bots=bots, games=games, chunk_blocks=size)
    end = 0
    for first, blocks in plan.chunks():
        assert first == end
        assert blocks > 0
        end = first + blocks
    assert end == plan.blocks


@given(bots, games)
def test_games_are_rounded_up_to_whole_blocks(bots, games):
    plan = make_plan(rules=STANDARD, players=2, bots=bots, games=games)
    assert plan.games == plan.blocks * plan.rotations
    assert games <= plan.games < games + plan.rotations


@given(bots, st.integers(10**5, 10**12))
def test_a_chunk_is_a_second_or_two_of_play_so_that_a_stop_loses_little(bots, games):
    plan = make_plan(rules=STANDARD, players=2, bots=bots, games=games)
    assert plan.chunk_blocks * plan.rotations <= CHUNK_GAMES
    assert -(-plan.blocks // plan.chunk_blocks) >= FEWEST_CHUNKS


def test_a_small_run_is_not_cut_into_crumbs():
    assert len(list(make_plan(rules=STANDARD, games=400).chunks())) == 1
    assert len(list(make_plan(rules=STANDARD, games=1000).chunks())) == 2
    assert list(make_plan(rules=STANDARD, games=1).chunks()) == [(0, 1)]


def test_what_is_said_twice_is_one_bot():
    plan = make_plan(rules=STANDARD, players=4, bots="greedy,random,greedy,random", games=10)
    assert [bot.name for bot in plan.bots] == ["greedy", "random"]
    assert plan.seating == (0, 1, 0, 1)
    assert seating_names(plan) == ["greedy", "random", "greedy", "random"]
    assert (plan.rotations, plan.blocks) == (2, 5)
    assert seating_names(make_plan(rules=STANDARD, bots="mix")) == "mix"


@pytest.mark.parametrize(("options", "sentence"), [
    ({"games": 0}, "--games is 0"), ({"games": -5}, "--games is -5"), ({"seed": -1}, "--seed is -1"),
    ({"seed": 2**64}, "--seed is 18446744073709551616"), ({"players": 1}, "players is 1"), ({"players": 5}, "players is 5"),
    ({"bots": "greedy,random,pious"}, "3 bots for 4 seats"), ({"bots": "gredy"}, "did you mean greedy"),
    ({"game": "chess"}, "there is no game 'chess'"),
])
def test_what_cannot_be_played_is_refused(options, sentence):
    with pytest.raises(BadInput, match=sentence):
        make_plan(rules=STANDARD, **options)


@pytest.mark.parametrize("seed", [0, 2**64 - 1])
def test_the_ends_of_the_seeds_are_fine(seed):
    assert make_plan(rules=STANDARD, seed=seed).seed == seed
