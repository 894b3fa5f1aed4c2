"""A small sample beside a large one: the formulas against SciPy's on the arrays themselves, and the edges."""

from dataclasses import replace
from math import inf

import numpy as np
import pytest
from scipy import stats

from quorumsim.stats.two_samples import (
    ENOUGH_UNITS,
    FEWEST_UNITS,
    Summary,
    difference_range,
    effective_size,
    further_units,
    mean_range,
    pairs_range,
    quantile_shares,
    share_below,
    summary,
)

RNG = np.random.default_rng(5)
PEOPLE, BOTS = RNG.poisson(9, 40), RNG.poisson(7, 900)


def test_ranges_are_those_of_student_and_welch():
    one, other = summary(PEOPLE), summary(*np.unique(BOTS, return_counts=True))
    own = stats.ttest_1samp(PEOPLE, 0).confidence_interval(0.9)
    assert mean_range(one, 0.9).low == pytest.approx(own.low)
    assert mean_range(one, 0.9).high == pytest.approx(own.high)
    apart = stats.ttest_ind(PEOPLE, BOTS, equal_var=False).confidence_interval(0.99)
    made = difference_range(one, other, 0.99)
    assert (made.low, made.high) == pytest.approx((apart.low, apart.high))
    assert (made.value, made.blocks) == (pytest.approx(PEOPLE.mean() - BOTS.mean()), 40)


def test_a_mean_of_points_is_never_below_zero():
    assert mean_range(summary(np.array([0, 0, 4])), 0.95).low == 0


@pytest.mark.parametrize("effect", [0.5, 1.0, 3.5])
def test_further_units_settle_it_and_one_fewer_does_not(effect):
    one, other = summary(PEOPLE[:10]), summary(BOTS)

    def settled(units):
        made = difference_range(replace(one, units=units), other, 0.95)
        return not made.low <= effect <= made.high and not made.low <= -effect <= made.high

    further = further_units(one, other, 0.95, effect)
    assert not settled(10)
    assert settled(10 + further)
    assert not settled(9 + further)


def test_nobody_knows_how_many_more():
    other = summary(BOTS)
    assert further_units(summary(PEOPLE[: FEWEST_UNITS - 1]), other, 0.95, 1) is None
    exactly = Summary(20, other.mean + 1, 9.0)
    assert further_units(exactly, other, 0.95, 1) is None  # it lies on the edge
    few_bots = Summary(10, 5.0, 100.0)
    assert further_units(Summary(20, 6.5, 9.0), few_bots, 0.95, 1) is None  # the bots' games are what is missing


def test_a_tenth_more_at_least():
    assert further_units(Summary(200, 1.0, 4.0), Summary(10_000, 0.0, 4.0), 0.95, 1.29) == 20


@pytest.mark.parametrize("sample", [Summary(1, 3.0, 0.0), Summary(8, 3.0, 0.0)])
def test_one_table_or_tables_that_agree_give_no_range(sample):
    for made in (mean_range(sample, 0.95), difference_range(sample, summary(BOTS), 0.95)):
        assert (made.low, made.high) == (-inf, inf)
    assert further_units(sample, summary(BOTS), 0.95, 1) is None


def test_few_tables_vary_at_least_as_the_bots_do():
    assert Summary(5, 1.0, 2.0).spread_at_least(9.0) == Summary(5, 1.0, 9.0)
    assert Summary(5, 1.0, 20.0).spread_at_least(9.0) == Summary(5, 1.0, 20.0)
    assert Summary(ENOUGH_UNITS, 1.0, 2.0).spread_at_least(9.0) == Summary(ENOUGH_UNITS, 1.0, 2.0)
    assert Summary(ENOUGH_UNITS, 1.0, 0.0).spread_at_least(9.0) == Summary(ENOUGH_UNITS, 1.0, 9.0)


def test_pairs_are_counted_as_mann_and_whitney_do():
    values, counts = np.unique(BOTS, return_counts=True)
    one = summary(share_below(values, counts, PEOPLE))
    wins = stats.mannwhitneyu(PEOPLE, BOTS).statistic / (len(PEOPLE) * len(BOTS))
    assert one.mean == pytest.approx(wins)
    other = summary(1 - share_below(np.sort(PEOPLE), np.ones(len(PEOPLE)), values), counts)
    assert other.mean == pytest.approx(wins)
    made = pairs_range(one, other, 0.95)
    assert 0 < made.low < wins < made.high < 1
    assert mean_range(one, 0.95).high - mean_range(one, 0.95).low <= (made.high - made.low) * 1.05


def test_pairs_that_all_agree_are_not_sure():
    made = pairs_range(Summary(6, 1.0, 0.0), Summary(900, 1.0, 0.0), 0.95)
    assert made.high == 1
    assert 0.5 < made.low < 0.7  # six of six
    assert pairs_range(Summary(1, 0.7, 0.0), Summary(900, 0.7, 0.1), 0.95).low == 0


def test_shares_of_a_quantile_hold_as_often_as_they_promise():
    draws = np.sort(np.random.default_rng(2).random((4000, 25)), axis=1)
    low, high = quantile_shares(0.5, 25, 0.9)
    held = (draws[:, round(low * 25) - 1] <= 0.5) & (draws[:, round(high * 25) - 1] >= 0.5)
    assert 0.89 <= held.mean() <= 0.97  # 25 outcomes have no 90 % exactly
    assert quantile_shares(0.1, 5, 0.95)[0] == 0
    assert quantile_shares(0.9, 5, 0.95)[1] > 1


def test_players_who_do_alike_count_as_fewer():
    alike = summary(np.array([0.0, 1.0] * 10))
    unlike = summary(np.array([0.25, 0.5, 0.75, 0.5] * 5))
    assert effective_size(0.5, alike, 80) == 20
    assert effective_size(0.5, unlike, 80) == 80
    assert effective_size(0.5, Summary(20, 0.5, 0.0), 80) == 20
