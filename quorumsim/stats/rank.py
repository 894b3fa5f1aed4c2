"""Ranks as ranges."""

from __future__ import annotations

import numpy as np


def rank_ranges(low: np.ndarray, high: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Best and worst possible rank of each figure (1 is the largest), from intervals that hold together.

    A figure surely stands behind those whose whole interval lies above its own, and surely before those whose interval
    lies below. If the intervals hold at once, so do all the rank ranges (Klein, Wright and Wieczorek, *A joint confidence
    region for an overall ranking of populations*, JRSS C 69, 2020; for the sharper pairwise way see Al Mohamad, Goeman and
    van Zwet, *Simultaneous confidence intervals for ranks*, and their package ICRanks). Shapes: (figures,) each.
    """
    low, high = np.asarray(low, float), np.asarray(high, float)
    above = (low[None, :] > high[:, None]).sum(axis=1)
    below = (high[None, :] < low[:, None]).sum(axis=1)
    return 1 + above, len(low) - below
