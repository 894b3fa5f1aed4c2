"""Intervals against plain formulas on the blocks themselves, at their edges, and for the coverage they promise."""

import inspect
from math import inf, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from statsmodels.stats.proportion import proportion_confint

from quorumsim.stats import interval, moments
from quorumsim.stats.interval import difference_interval, mean_interval, ratio_interval
from quorumsim.stats.moments import EMPTY, Moments, moments_of

SHARE, SHARES = (0, 12), (-12, 12)


def test_a_mean_is_the_t_interval_of_the_block_values():
    blocks = np.array([3, 5, 4, 9, 1, 0, 2])
    wanted = stats.t.interval(0.95, 6, blocks.mean(), stats.sem(blocks))
    got = mean_interval(blocks.size, blocks.sum(), (blocks**2).sum())
    assert (got.low, got.high) == pytest.approx(wanted)
    assert got.value == pytest.approx(blocks.mean())


def test_a_ratio_has_the_linearised_variance():
    rng = np.random.default_rng(1)
    n, y = rng.integers(0, 5, 200), rng.integers(-9, 30, 200)
    ratio = y.sum() / n.sum()
    error = sqrt(200 / 199 * ((y - ratio * n) ** 2).sum()) / n.sum()
    units = n.sum() ** 2 / (n**2).sum()
    got = ratio_interval(moments_of(n, y), 0.9)
    reach = stats.t.ppf(0.95, units - 1) * error
    assert (got.low, got.high) == pytest.approx((ratio - reach, ratio + reach))


def test_a_ratio_of_equal_blocks_is_a_mean():
    y = np.array([4, 8, 15, 16, 23, 42])
    assert ratio_interval(moments_of(7, y)).scaled(7).high == pytest.approx(mean_interval(6, y.sum(), y @ y).high)


def test_a_difference_counts_the_covariance_of_with_and_without():
    rng = np.random.default_rng(2)
    n = rng.integers(0, 5, 300)
    y, g = rng.integers(0, 9, 300) * n, rng.integers(0, 60, 300)
    inside, outside = y.sum() / n.sum(), (g - y).sum() / (16 - n).sum()
    block = (y - inside * n) / n.sum() - (g - y - outside * (16 - n)) / (16 - n).sum()
    error = sqrt(300 / 299 * (block**2).sum())
    got = difference_interval(moments_of(n, y, g), moments_of(16, g, g), 0.95)
    reach = stats.t.ppf(0.975, n.sum() ** 2 / (n**2).sum() - 1) * error
    assert got.value == pytest.approx(inside - outside)
    assert (got.low, got.high) == pytest.approx((inside - outside - reach, inside - outside + reach))


def test_with_and_without_are_disjoint():
    """A group that holds half of everybody and all the wins differs by 1 from the rest, not by a half from the average."""
    n, y = np.full(10, 2), np.full(10, 12)
    got = difference_interval(moments_of(n, y, 12), moments_of(np.full(10, 4), 12, 12), bounds=(-12, 12))
    assert got.value == 6.0


def test_no_blocks_and_no_members_give_no_figure():
    assert mean_interval(0, 0, 0) is None
    assert ratio_interval(EMPTY) is None
    assert ratio_interval(moments_of([0, 0], [0, 0])) is None
    everybody = moments_of([4, 4], [12, 12], [12, 12])
    assert difference_interval(moments_of([0, 0], [0, 0], 12), everybody) is None
    assert difference_interval(everybody, everybody) is None


def test_one_block_could_be_anything():
    assert (mean_interval(1, 3, 9, bounds=SHARE).low, mean_interval(1, 3, 9, bounds=SHARE).high) == SHARE
    assert (mean_interval(1, 3, 9).low, mean_interval(1, 3, 9).high) == (-inf, inf)
    seen_once = moments_of([0, 1, 0, 0], [0, 12, 0, 0])
    assert (ratio_interval(seen_once, bounds=SHARE).low, ratio_interval(seen_once, bounds=SHARE).high) == SHARE


@pytest.mark.parametrize("each", [0, 3, 12], ids=["all lost", "all tied", "all won"])
def test_blocks_that_all_agree_still_leave_room(each):
    blocks = 40
    got = mean_interval(blocks, each * blocks, each * each * blocks, bounds=SHARE)
    room = proportion_confint(0, blocks, 0.05, method="beta")[1]
    assert (got.low, got.high) == pytest.approx((each - room * each, each + room * (12 - each)))
    assert got.low < got.high


def test_a_rare_event_keeps_within_its_bounds():
    got = mean_interval(1000, 12, 144, bounds=SHARE).scaled(1 / 12)
    assert 0 < got.low < 0.001 < got.high < 0.01


def test_a_share_far_from_its_bounds_is_the_t_interval():
    rng = np.random.default_rng(3)
    y = rng.binomial(12, 0.3, 100_000)
    share, plain = (mean_interval(y.size, y.sum(), y @ y, bounds=b) for b in (SHARE, (-inf, inf)))
    assert (share.low, share.high) == pytest.approx((plain.low, plain.high), abs=1e-5)


def test_the_sums_may_be_far_beyond_64_bits():
    big = Moments(10**9, 10**12, 3 * 10**12, 10**15 + 1, 3 * 10**15, 9 * 10**15 + 5)
    assert ratio_interval(big).low < 3 < ratio_interval(big).high


block_lists = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 12)), min_size=1, max_size=30)


@given(block_lists, st.floats(0.5, 0.9), st.floats(0.901, 0.999))
def test_a_higher_level_holds_the_lower_one_and_both_hold_the_value(blocks, narrow, wide):
    n = np.array([size for size, _ in blocks])
    y = n * np.array([won for _, won in blocks])
    for make in (
        lambda level: ratio_interval(moments_of(n, y, 48), level, SHARE),
        lambda level: difference_interval(
            moments_of(n, y, 48), moments_of(4, np.full(n.size, 48), 48), level, (-48, 48)
        ),
    ):
        inner, outer = make(narrow), make(wide)
        if inner is None:
            assert outer is None
        else:
            assert outer.low <= inner.low <= inner.value + 1e-9
            assert inner.value - 1e-9 <= inner.high <= outer.high
            assert outer.low < outer.high


@given(block_lists, st.integers(0, 30))
def test_moments_of_parts_add_up(blocks, cut):
    n, y = (np.array(column) for column in zip(*blocks, strict=True))
    assert moments_of(n[:cut], y[:cut], 4) + moments_of(n[cut:], y[cut:], 4) == moments_of(n, y, 4)


def test_no_interval_takes_a_number_of_games():
    for module in (interval, moments):
        for name, function in inspect.getmembers(module, inspect.isfunction):
            if function.__module__ == module.__name__ and not name.startswith("_"):
                parameters = set(inspect.signature(function).parameters)
                assert not parameters & {"games", "wins", "count", "nobs"}, name
                if name.endswith("_interval"):
                    assert parameters & {"blocks", "moments", "group"}, name


def play(rng, runs, blocks, rotations=4, players=4):
    """Winners of games whose blocks differ a good deal: shape (runs, blocks, rotations). No seat is better on average."""
    strength = rng.normal(0, 0.8, (runs, blocks, 1, players)) + rng.gumbel(size=(runs, blocks, rotations, players))
    return strength.argmax(axis=3)


def test_a_against_a_is_covered_as_promised():
    rng = np.random.default_rng(4)
    wins = (play(rng, 2000, 40) == 0).sum(axis=2) * 12
    for level, low, high in ((0.95, 0.935, 0.965), (0.66, 0.63, 0.69)):
        held = 0
        for y in wins:
            got = ratio_interval(moments_of(4, y), level, SHARE)
            held += got.low <= 3 <= got.high
        assert low < held / len(wins) < high


def test_a_group_that_never_won_is_not_sure_to_lose():
    """Of ten blocks four held the card, and all four lost: their own spread is zero, but chance does that one time in three."""
    n, g = np.array([1] * 4 + [0] * 6), np.full(10, 12)
    everybody = moments_of(np.full(10, 4), g, g)
    got = difference_interval(moments_of(n, 0 * n, g), everybody, 0.95, SHARES)
    assert got.low < -3 < 0 < got.high
    plain = difference_interval(moments_of(n, 0 * n, g), everybody, 0.95)
    assert plain.high < 0  # what a standard error alone would say


def test_a_difference_of_shares_in_many_blocks_is_value_and_standard_error():
    rng = np.random.default_rng(6)
    n = rng.integers(0, 2, 50_000)
    y = 12 * (rng.random(n.size) < 0.3) * n
    everybody = moments_of(np.full(n.size, 4), 12, 12)
    share, plain = (difference_interval(moments_of(n, y, 12), everybody, 0.95, bounds) for bounds in (SHARES, (-inf, inf)))
    assert (share.low, share.high) == pytest.approx((plain.low, plain.high), abs=2e-3)


@pytest.mark.parametrize(("blocks", "most"), [(10, 1.0), (40, 0.995), (120, 0.975)])
def test_a_card_without_effect_is_covered_as_promised(blocks, most):
    """Few blocks promise too little rather than too much."""
    rng = np.random.default_rng(5)
    runs = 1000
    winner = play(rng, runs, blocks)
    holder = rng.integers(
        0, 16, (runs, blocks, 1)
    )  # seats 0 to 3 hold the card in all games of the block, others nobody
    n = (holder < 4)[:, :, 0] * 4
    y = (winner == holder).sum(axis=2) * 12
    everybody = moments_of(16, np.full(blocks, 48), 48)
    made = [difference_interval(moments_of(n[run], y[run], 48), everybody, 0.95, SHARES) for run in range(runs)]
    held = [got.low <= 0 <= got.high for got in made if got is not None]
    assert 0.935 < np.mean(held) <= most
