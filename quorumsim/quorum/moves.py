"""The moves of Quorum, put together for the code that serves all games. Importing it registers them."""

from __future__ import annotations

import numpy as np

from quorumsim.compiled import jit
from quorumsim.engine import moves
from quorumsim.quorum import completion, counting, rows, scoring, turn
from quorumsim.quorum.layout import PLAY, REFRESH, RULES, TAKE

_PHASE, _KIND = 1000, 10  # codes of actions: phase, god just taken, and card or number


@jit(forceinline=True)
def code_of(rules, state, action):
    """A number for an action that means the same in every completion: cards, not places."""
    seen = state.seen
    if seen.phase == TAKE:
        what = np.int64(seen.rome[action])
    elif seen.phase == PLAY:
        what = np.int64(state.hands[seen.seat, action])
    elif seen.phase == REFRESH:
        what = action
    else:
        what = (seen.god_kind + 1) * _KIND + action
    return seen.phase * _PHASE + what


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
