"""Resampling whole units, for what has no formula: seeded, so that the same data give the same ranges."""

from __future__ import annotations

import numpy as np

ROUNDS = 2000  # fewer leave the ends of a 95 % range to luck


def resampled(units: int, rounds: int = ROUNDS, seed: int = 1) -> np.ndarray:
    """How often each of `units` is drawn in each round, shape (rounds, units): as many draws as units, with replacement.

    A sum over resampled units is this matrix times the units' values (Efron and Tibshirani, *An Introduction to the
    Bootstrap*, 1993, chapter 6).
    """
    return np.random.default_rng(seed).multinomial(units, np.full(units, 1 / units), size=rounds)


def percentiles(rounds: np.ndarray, level: float) -> tuple[np.ndarray, np.ndarray]:
    """Lower and upper end of the middle `level` of the rounds (first axis), for each figure."""
    low, high = np.quantile(rounds, [(1 - level) / 2, (1 + level) / 2], axis=0)
    return low, high
