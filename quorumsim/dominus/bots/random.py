"""Every legal action is worth the same. The engine knows that and does not even ask (its noise is 1)."""

# mypy: disallow-untyped-defs=False

from __future__ import annotations

from quorumsim.compiled import jit
from quorumsim.dominus.layout import SCORE

WEIGHTS: tuple[str, ...] = ()


@jit(SCORE)
def score(rules, seen, action, weights, scratch):
    return 0.0
