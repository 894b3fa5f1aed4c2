"""Quantiles of whole numbers, from how often each occurred."""

from __future__ import annotations

import numpy as np


def quantiles(values: np.ndarray, counts: np.ndarray, shares: np.ndarray) -> np.ndarray:
    """Smallest value that at least a `share` of all outcomes does not exceed. `values` ascending, `counts` beside them."""
    reached = np.cumsum(counts)
    places = np.searchsorted(reached, np.ceil(np.asarray(shares) * reached[-1]).clip(1), side="left")
    return np.asarray(values)[places]


def dots(values: np.ndarray, counts: np.ndarray, number: int = 50) -> np.ndarray:
    """The outcomes as `number` equally likely dots (Kay and others, *When (ish) is my bus?*, CHI 2016): the middles of
    that many equal slices. Shape (number,)."""
    return quantiles(values, counts, (np.arange(number) + 0.5) / number)
