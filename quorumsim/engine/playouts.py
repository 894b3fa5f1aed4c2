"""How many playouts a search gets done: for the benchmark."""

from __future__ import annotations

from functools import cache
from typing import Any

import numba
import numpy as np

from quorumsim.compiled import jit
from quorumsim.engine import moves
from quorumsim.engine.chance import nth
from quorumsim.engine.deciding import decide_by_score
from quorumsim.engine.records import DONE, WEIGHTS, WEIGHTS_TYPE, Records, array_of
from quorumsim.engine.search import play_completions

COMPLETIONS = 4  # of each decision's view


def _play(rules_array, states, games, players, policy, works, workspaces, weights):
    rules, state, workspace = rules_array[0], states[0], workspaces[0]
    playouts = 0
    for block in range(games):
        moves.new_game(rules, state, np.uint64(1), np.uint64(block), players)
        while state.seen.phase != DONE:
            count = moves.legal_actions(rules, state, workspace.actions)
            moves.show(rules, state)
            for index in range(count):
                workspace.order[index] = index
            stream = nth(state.search_key, moves.decision_index(rules, state.seen))
            play_completions(rules, state.seen, 0, COMPLETIONS, count, weights[0], policy, stream, workspace)
            playouts += COMPLETIONS * count
            moves.apply_action(rules, state, decide_by_score(rules, state, policy, 0, works[0]))
    return playouts


@cache
def _compiled(records: Records) -> Any:
    integer = numba.types.int64
    return jit(
        integer(
            array_of(records.rules_type), array_of(records.state_type), integer, integer,
            numba.types.FunctionType(records.score), array_of(records.work_type), array_of(records.workspace_type),
            array_of(WEIGHTS_TYPE),
        )
    )(_play)  # fmt: skip


def playouts(records: Records, rules: np.ndarray, players: int, policy: Any, games: int) -> int:
    """Plays games of a bot and at every decision some playouts of every action, by the same bot; returns how many playouts.

    records, rules: of the game.
    """
    weights = np.zeros(1, WEIGHTS)
    weights["value"] = 1.0
    return int(
        _compiled(records)(
            rules, np.zeros(1, records.state), games, players, policy.score, records.work_record([policy], players),
            records.workspace_record([policy], players), weights,
        )
    )  # fmt: skip
