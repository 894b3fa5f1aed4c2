"""A whole state that agrees with a view: what is hidden is dealt anew, as likely as any other deal that fits what was seen.

Hidden are which of the face-down tokens lies in which province, and the city tiles still to come.
"""

# mypy: disallow-untyped-defs=False

from __future__ import annotations

import numpy as np

from quorumsim.compiled import jit
from quorumsim.dominus.layout import NO_TOKEN, PROVINCES, TOKEN_KINDS
from quorumsim.dominus.turn import note_action
from quorumsim.engine.chance import choose, nth

TOKEN_DRAWS, TILES, DECISIONS = (np.uint64(stream) for stream in range(3))
"""Streams of a completion's key."""


@jit
def complete(rules, seen, key, state, pool):
    """Fills `state` with a completion of the view `seen` by the random key `key` (uint64); `pool`: room for every token."""
    state.seen = seen
    state.tile_key, state.decision_key = nth(key, TILES), nth(key, DECISIONS)
    note_action(state)
    left = 0
    for kind in range(TOKEN_KINDS):
        for _ in range(seen.unseen[kind]):
            pool[left] = kind
            left += 1
    draws = nth(key, TOKEN_DRAWS)
    for province in range(PROVINCES):
        state.token[province] = NO_TOKEN
        if seen.has_token[province]:
            place = choose(nth(draws, np.uint64(province)), left)
            state.token[province] = pool[place]
            left -= 1
            pool[place] = pool[left]
