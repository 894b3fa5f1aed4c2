"""Information-set Monte-Carlo tree search (`engine.ismcts`) in this game."""

from __future__ import annotations

from quorumsim.compiled import jit
from quorumsim.engine import ismcts
from quorumsim.quorum import moves  # noqa: F401  registers what the search calls
from quorumsim.quorum.layout import CHOOSE

WEIGHTS = ismcts.WEIGHTS
choose = jit(CHOOSE)(ismcts.choose)
