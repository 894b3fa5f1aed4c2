"""Ranks as ranges, the verdict table, games to notice, quantile dots."""

from math import inf

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from quorumsim.stats.interval import Interval
from quorumsim.stats.notice import games_to_notice
from quorumsim.stats.quantile import dots, quantiles
from quorumsim.stats.rank import rank_ranges
from quorumsim.stats.simultaneous import each_level
from quorumsim.stats.verdict import State, verdict


def test_a_rank_runs_from_those_surely_better_to_those_surely_worse():
    best, worst = rank_ranges(np.array([5, 1, 1.5, -4]), np.array([6, 2, 3, -3]))
    assert best.tolist() == [1, 2, 2, 4]
    assert worst.tolist() == [1, 3, 3, 4]


def test_touching_intervals_and_unknown_ranges_decide_nothing():
    best, worst = rank_ranges(np.array([0, 1, -inf]), np.array([1, 2, inf]))
    assert (best.tolist(), worst.tolist()) == ([1, 1, 1], [3, 3, 3])


@given(st.lists(st.tuples(st.integers(-9, 9), st.integers(0, 9), st.integers(0, 9)), min_size=1, max_size=20))
def test_if_the_intervals_hold_so_do_the_rank_ranges(figures):
    truth, below, above = (np.array(column) for column in zip(*figures, strict=True))
    best, worst = rank_ranges(truth - below, truth + above)
    assert (best <= 1 + (truth[None, :] > truth[:, None]).sum(axis=1)).all()
    assert (worst >= (truth[None, :] >= truth[:, None]).sum(axis=1)).all()


def test_many_figures_share_the_doubt():
    assert each_level(0.95, 72) == pytest.approx(1 - 0.05 / 72)
    assert each_level(0.95, 1) == 0.95


@pytest.mark.parametrize(
    ("low", "high", "state"),
    [
        (-0.2, 0.5, State.SMALL),
        (0.1, 0.5, State.SMALL),
        (1.1, 1.5, State.MATTERS),
        (-1.5, -1.1, State.MATTERS),
        (0.1, 1.5, State.LEANS),
        (-1.5, -0.1, State.LEANS),
        (1.0, 1.5, State.LEANS),
        (-0.5, 1.5, State.OPEN),
        (-1.5, 1.5, State.OPEN),
        (-1.0, 0.5, State.OPEN),
        (-inf, inf, State.OPEN),
    ],
)
def test_the_verdict_table(low, high, state):
    assert verdict(Interval((low + high) / 2 if high < inf else 0, low, high, 0.95, 100), 1).state is state


def test_nothing_to_judge():
    assert verdict(None, 1).state is State.EMPTY


def test_further_games_bring_the_edge_out_of_the_interval():
    # half-width 1, 0.5 from the edge: it has to halve, so four times the blocks.
    assert verdict(Interval(1.5, 0.5, 2.5, 0.95, 1000), 1).further_blocks == 3000
    assert verdict(Interval(0.5, -0.5, 1.5, 0.95, 1000), 1).further_blocks == 3000
    assert verdict(Interval(1.5, 1.4, 1.6, 0.95, 1000), 1).further_blocks is None


def test_advice_is_worth_a_run():
    assert verdict(Interval(0.3, -0.1, 1.001, 0.95, 5000), 1).further_blocks == 500


def test_a_few_blocks_tell_nothing_of_how_many_it_takes():
    assert verdict(Interval(0.3, -0.5, 1.5, 0.95, 99), 1).further_blocks is None
    assert verdict(Interval(0.3, -0.5, 1.5, 0.95, 100), 1).further_blocks == 194


def test_on_the_edge_no_number_of_games_helps():
    assert verdict(Interval(1.0, 0.5, 1.5, 0.95, 1000), 1).further_blocks is None
    assert verdict(Interval(0.99, 0.5, 1.5, 0.95, 10_000), 1).further_blocks is None
    assert verdict(Interval(0.5, -inf, inf, 0.95, 1), 1).further_blocks is None


def test_games_to_notice():
    assert games_to_notice(0.024, 0.25) == 1251
    assert games_to_notice(-0.024, 0.25) == 1251
    assert games_to_notice(0.0, 0.25) is None


def test_quantiles_of_counted_outcomes():
    values, counts = np.array([0, 1, 2, 10]), np.array([50, 0, 25, 25])
    assert quantiles(values, counts, np.array([0, 0.5, 0.51, 0.75, 1])).tolist() == [0, 0, 2, 2, 10]
    assert np.unique(dots(values, counts, 4), return_counts=True)[1].tolist() == [2, 1, 1]
    assert dots(np.array([7]), np.array([1])).tolist() == [7] * 50
