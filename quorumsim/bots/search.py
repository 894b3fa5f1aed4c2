"""Flat Monte-Carlo search (`engine.search`) in this game.

When a god is taken, the province is chosen by the playouts' policy once its face is known; it is searched for again when it
has been turned over.
"""

from __future__ import annotations

from quorumsim.compiled import jit
from quorumsim.engine import search
from quorumsim.quorum import moves  # noqa: F401  registers what the search calls
from quorumsim.quorum.layout import CHOOSE

WEIGHTS = search.WEIGHTS
choose = jit(CHOOSE)(search.choose)
