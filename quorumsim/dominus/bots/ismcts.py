"""Information-set Monte-Carlo tree search (`engine.ismcts`) in this game."""

from __future__ import annotations

from quorumsim.compiled import jit
from quorumsim.dominus import moves  # noqa: F401  registers what the search calls
from quorumsim.dominus.layout import RECORDS
from quorumsim.engine import ismcts

WEIGHTS = ismcts.WEIGHTS
choose = jit(RECORDS.choose)(ismcts.choose)
