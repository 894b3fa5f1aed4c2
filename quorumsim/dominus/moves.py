"""The moves of Dominus, put together for the code that serves all games. Importing it registers them."""

# mypy: disallow-untyped-defs=False

from __future__ import annotations

import numpy as np

from quorumsim.compiled import jit
from quorumsim.dominus import completion, counting, rows, scoring, turn
from quorumsim.dominus.layout import RULES
from quorumsim.engine import moves

_PHASE = 1000


@jit(forceinline=True)
def code_of(rules, state, action):
    """A number for an action that means the same in every completion: only tokens' faces and tiles to come are hidden."""
    return np.int64(state.seen.phase) * _PHASE + action


moves.register(
    RULES,
    {
        "new_game": turn.new_game,
        "legal_actions": turn.legal_actions,
        "show": turn.show,
        "decision_index": turn.decision_index,
        "apply_action": turn.apply_action,
        "complete": completion.complete,
        "code_of": code_of,
        "add_up": scoring.add_up,
        "place_of": scoring.place_of,
        "write_game": rows.write_game,
        "write_seats": rows.write_seats,
        "log_action": rows.log_action,
        "log_after": rows.log_after,
        "count_game": counting.count_game,
    },
)
