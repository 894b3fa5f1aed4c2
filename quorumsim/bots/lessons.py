"""Lessons: positions from games, and what playouts say each legal action is worth there. What a bot's weights can be fitted to."""

from __future__ import annotations

import numba
import numpy as np

from quorumsim.bots.search import play_completions
from quorumsim.compiled import jit
from quorumsim.quorum import turn
from quorumsim.quorum.chance import nth, uniform
from quorumsim.quorum.layout import (
    DONE,
    RULES_TYPE,
    SCORE,
    SCRATCH_COUNT,
    SCRATCH_TYPE,
    STATE_TYPE,
    VIEW_TYPE,
    WEIGHTS_TYPE,
    WORK_TYPE,
    WORKSPACE_TYPE,
)
from quorumsim.quorum.playing import decide_by_score

_PICK = np.uint64(2**32)  # a place in the search stream that no completion uses


@jit(
    numba.types.int64(
        numba.types.Array(RULES_TYPE, 1, "C"),
        numba.types.Array(STATE_TYPE, 1, "C"),
        numba.types.uint64,
        numba.types.int64,
        numba.types.int64,
        numba.types.float64,
        numba.types.FunctionType(SCORE),
        numba.types.Array(WORK_TYPE, 1, "C"),
        numba.types.Array(WORKSPACE_TYPE, 1, "C"),
        numba.types.Array(WEIGHTS_TYPE, 1, "C"),
        numba.types.int64,
        numba.types.Array(VIEW_TYPE, 1, "C"),
        numba.types.int64[:, ::1],
        numba.types.int64[::1],
        numba.types.float64[:, ::1],
    )
)
def take_lessons(
    rules_array, state_array, seed, first_block, players, share, policy, work_array, workspace_array, weights_array, playouts,
    views, actions, counts, worths,
):
    """Plays games of one bot from `first_block` on and fills the lessons; returns how many blocks it took.

    At a `share` of the decisions every legal action gets `playouts` playouts, the same completions for all. Filled: views, actions
    (lessons, ACTIONS), counts (lessons,), worths (lessons, ACTIONS).
    """
    rules, state, work, workspace = rules_array[0], state_array[0], work_array[0], workspace_array[0]
    seen = state.seen
    filled, block = 0, first_block
    while filled < counts.shape[0]:
        turn.new_game(rules, state, seed, np.uint64(block), players)
        while seen.phase != DONE and filled < counts.shape[0]:
            stream = nth(state.search_key, turn.decision_index(seen))
            count = turn.legal_actions(rules, state, workspace.actions)
            if count > 1 and uniform(nth(stream, _PICK)) < share:
                turn.show(rules, state)
                for index in range(count):
                    workspace.playouts[index] = 0
                    workspace.total[index] = workspace.squares[index] = 0.0
                    workspace.order[index] = index
                play_completions(rules, seen, 0, playouts, count, weights_array[0], policy, stream, workspace)
                views[filled] = seen
                counts[filled] = count
                for index in range(count):
                    actions[filled, index] = workspace.actions[index]
                    worths[filled, index] = workspace.total[index] / playouts
                filled += 1
            turn.apply_action(rules, state, decide_by_score(rules, state, policy, 0, work))
        block += 1
    return block - first_block


@jit(
    numba.types.void(
        numba.types.Array(RULES_TYPE, 1, "C"),
        numba.types.Array(VIEW_TYPE, 1, "C"),
        numba.types.int64[:, ::1],
        numba.types.int64[::1],
        numba.types.FunctionType(SCORE),
        numba.types.Array(WEIGHTS_TYPE, 1, "C"),
        numba.types.Array(SCRATCH_TYPE, 1, "C"),
        numba.types.float64[:, ::1],
    )
)
def score_lessons(rules_array, views, actions, counts, score, weights_array, scratch_array, scores):
    """Fills `scores` (lessons, ACTIONS) with what a bot's function thinks of the actions of every lesson."""
    scratch = scratch_array[0]
    for lesson in range(counts.shape[0]):
        for index in range(SCRATCH_COUNT):
            scratch.value[index] = 0.0
        for index in range(counts[lesson]):
            scores[lesson, index] = score(rules_array[0], views[lesson], actions[lesson, index], weights_array[0], scratch)
