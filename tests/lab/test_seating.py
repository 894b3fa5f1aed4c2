"""Who sits where: every different seating of a block once, and no seating twice."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from quorumsim.bots import kit
from quorumsim.bots.registry import parse_seats
from quorumsim.lab.seating import rotations
from tests.random_play import STANDARD


@pytest.mark.parametrize(("bots", "players", "turns"), [
    ("greedy", 2, 1), ("greedy", 4, 1), ("greedy,greedy,greedy", 3, 1),
    ("greedy,random", 2, 2), ("greedy,random,random", 3, 3), ("greedy,random,greedy", 3, 3),
    ("greedy,random,greedy,random", 4, 2), ("greedy,greedy,random,random", 4, 4), ("greedy,random,random,random", 4, 4),
    ("greedy,greedy@0.1", 2, 2), ("greedy,random,pious,heathen", 4, 4), ("mix", 2, 2), ("mix", 3, 3), ("mix", 4, 4),
])
def test_as_many_rotations_as_there_are_different_seatings(bots, players, turns):
    assert rotations(parse_seats(bots, players), players) == turns


@given(st.lists(st.sampled_from("abcd"), min_size=2, max_size=4))
def test_no_seating_is_played_twice_and_none_is_left_out(seats):
    played = [tuple(seats[turn:] + seats[:turn]) for turn in range(rotations(seats, len(seats)))]
    assert len(played) == len(set(played))
    assert set(played) == {tuple(seats[turn:] + seats[:turn]) for turn in range(len(seats))}


def test_every_bot_meets_every_seat_of_a_deal():
    bots = [kit.parse(name) for name in ("greedy", "random", "pious", "heathen")]
    codes, _ = kit.play(STANDARD, 4, bots, [0, 1, 2, 3], 4, 1, 0, 5, False)["seats"]["bot"]
    by_block = codes.reshape(5, 4, 4)
    for block in by_block:
        assert (np.sort(block, axis=0) == np.arange(4)[:, None]).all()  # in every seat each bot once
        assert all((np.roll(one, -1) == other).all() for one, other in pairwise(block))  # the neighbours stay neighbours


def test_a_mix_is_drawn_for_each_deal_and_turned_in_full():
    bots = kit.roster(None)
    codes, _ = kit.play(STANDARD, 3, bots, None, 3, 1, 0, 40, False)["seats"]["bot"]
    by_block = codes.reshape(40, 3, 3)
    assert all((np.roll(one, -1) == other).all() for block in by_block for one, other in pairwise(block))
    assert len({tuple(block[0]) for block in by_block}) > 30
