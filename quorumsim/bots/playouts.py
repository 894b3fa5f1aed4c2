"""How many playouts a search gets done: for the benchmark."""

from __future__ import annotations

from typing import Any

import numba
import numpy as np

from quorumsim.bots.search import play_completions
from quorumsim.compiled import jit
from quorumsim.quorum import turn
from quorumsim.quorum.chance import nth
from quorumsim.quorum.layout import (
    DONE,
    RULES_TYPE,
    SCORE,
    STATE,
    STATE_TYPE,
    WEIGHTS,
    WEIGHTS_TYPE,
    WORK_TYPE,
    WORKSPACE_TYPE,
    rules_record,
    work_record,
    workspace_record,
)
from quorumsim.quorum.playing import decide_by_score
from quorumsim.quorum.rules import Rules

COMPLETIONS = 4  # of each decision's view


@jit(
    numba.types.int64(
        numba.types.Array(RULES_TYPE, 1, "C"),
        numba.types.Array(STATE_TYPE, 1, "C"),
        numba.types.int64,
        numba.types.int64,
        numba.types.FunctionType(SCORE),
        numba.types.Array(WORK_TYPE, 1, "C"),
        numba.types.Array(WORKSPACE_TYPE, 1, "C"),
        numba.types.Array(WEIGHTS_TYPE, 1, "C"),
    )
)
def _play(rules_array, states, games, players, policy, works, workspaces, weights):
    rules, state, workspace = rules_array[0], states[0], workspaces[0]
    playouts = 0
    for block in range(games):
        turn.new_game(rules, state, np.uint64(1), np.uint64(block), players)
        while state.seen.phase != DONE:
            count = turn.legal_actions(rules, state, workspace.actions)
            turn.show(rules, state)
            for index in range(count):
                workspace.order[index] = index
            stream = nth(state.search_key, turn.decision_index(state.seen))
            play_completions(rules, state.seen, 0, COMPLETIONS, count, weights[0], policy, stream, workspace)
            playouts += COMPLETIONS * count
            turn.apply_action(rules, state, decide_by_score(rules, state, policy, 0, works[0]))
    return playouts


def playouts(rules: Rules, players: int, policy: Any, games: int) -> int:
    """Plays games of a bot and at every decision some playouts of every action, by the same bot; returns how many playouts."""
    weights = np.zeros(1, WEIGHTS)
    weights["value"] = 1.0
    return int(
        _play(
            rules_record(rules), np.zeros(1, STATE), games, players, policy.score, work_record([policy], players),
            workspace_record([policy], players), weights,
        )
    )  # fmt: skip
