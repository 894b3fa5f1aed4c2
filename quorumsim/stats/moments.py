"""Sums over blocks: all that an interval needs to know, and all that a run has to keep."""

from __future__ import annotations

from dataclasses import dataclass
from operator import index
from typing import Any

import numpy as np


@dataclass(frozen=True)
class Moments:
    """Sums over blocks of the size n_b of a group, of what is measured in it, y_b, and of g_b, the same for everybody.

    All are whole numbers (win shares are counted in twelfths for that), so that sums merge exactly and in any order, and
    so that "no spread at all" is a fact and not a rounding error. `ng` and `yg` are needed for comparisons of a group
    with everybody else only.
    """

    blocks: int
    n: int
    y: int
    nn: int
    ny: int
    yy: int
    ng: int = 0
    yg: int = 0

    def __post_init__(self) -> None:
        for name in self.__dataclass_fields__:
            object.__setattr__(self, name, index(getattr(self, name)))

    def __add__(self, other: Moments) -> Moments:
        return Moments(*(getattr(self, name) + getattr(other, name) for name in self.__dataclass_fields__))


EMPTY = Moments(0, 0, 0, 0, 0, 0)


def moments_of(n: Any, y: Any, g: Any = 0) -> Moments:
    """Moments of blocks given as arrays of whole numbers of shape (blocks,); one number stands for all blocks."""
    n, y, g = (np.asarray(each, np.int64) for each in np.broadcast_arrays(np.atleast_1d(n), y, g))
    return Moments(y.size, n.sum(), y.sum(), n @ n, n @ y, y @ y, n @ g, y @ g)
