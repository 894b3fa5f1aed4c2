"""Bots that only tests need, compiled apart from the package and never kept on disk."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from quorumsim.compiled import jit
from quorumsim.quorum.layout import SCORE


@dataclass(frozen=True)
class OwnBot:
    """What the kit asks of a bot."""

    name: str
    score: Any
    noise: float = 0.0
    policy: None = None
    choose: None = None
    plain: bool = False
    files: tuple[tuple[str, str], ...] = ()

    def weight_array(self, players: int) -> np.ndarray:
        return np.zeros(0)


@jit(SCORE, cache=False)
def _zero(rules, seen, action, weights, scratch):
    return 0.0


@jit(SCORE, cache=False)
def _nan(rules, seen, action, weights, scratch):
    return np.nan


ZERO, NAN = OwnBot("zero", _zero), OwnBot("nan", _nan)
"""Every action is worth the same; no action is worth anything that is a number."""
