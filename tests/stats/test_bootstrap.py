"""Resampling: whole units, as many as there are, enough rounds, and the same each time."""

import numpy as np
import pytest

from quorumsim.stats.bootstrap import ROUNDS, percentiles, resampled


def test_at_least_two_thousand_rounds():
    """Trap: 100 rounds leave the ends of a range to luck (arena-hard 8)."""
    assert ROUNDS >= 2000
    assert resampled(30).shape == (ROUNDS, 30)


def test_every_round_draws_as_many_units_as_there_are():
    assert (resampled(17, 50).sum(axis=1) == 17).all()


def test_the_same_seed_gives_the_same_rounds():
    assert (resampled(9, 20, seed=4) == resampled(9, 20, seed=4)).all()
    assert (resampled(9, 20, seed=4) != resampled(9, 20, seed=5)).any()


def test_the_spread_of_resampled_means_is_their_standard_error():
    values = np.random.default_rng(2).normal(size=400)
    means = resampled(400) @ values / 400
    assert means.std() == pytest.approx(values.std() / 20, rel=0.06)
    low, high = percentiles(means[:, None], 0.95)
    assert high[0] - low[0] == pytest.approx(2 * 1.96 * values.std() / 20, rel=0.08)
