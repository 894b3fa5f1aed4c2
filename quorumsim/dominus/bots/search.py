"""Flat Monte-Carlo search (`engine.search`) in this game."""

from __future__ import annotations

from quorumsim.compiled import jit
from quorumsim.dominus import moves  # noqa: F401  registers what the search calls
from quorumsim.dominus.layout import RECORDS
from quorumsim.engine import search

WEIGHTS = search.WEIGHTS
choose = jit(RECORDS.choose)(search.choose)
