"""How a bot decides: by scoring every legal action, or by choosing one of them. The same for every game."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np

from quorumsim.compiled import jit
from quorumsim.engine import moves
from quorumsim.engine.chance import CHOICE_DRAW, NOISE_DRAW, choose, nth, uniform
from quorumsim.engine.records import CHOOSERS, SCRATCH_COUNT, Records, choosers


@jit(forceinline=True)
def unasked(rules, state, actions, count, noise):
    """The action that is taken without asking the bot: the only one, or by its noise any of them; -1: it is to decide."""
    if count == 1:
        return actions[0]
    key = nth(state.decision_key, moves.decision_index(rules, state.seen))
    if noise > 0.0 and (noise >= 1.0 or uniform(nth(key, NOISE_DRAW)) < noise):
        return actions[choose(nth(key, CHOICE_DRAW), count)]
    return np.int64(-1)


@jit(forceinline=True)
def decide_by_score(rules, state, score, bot, work):
    """The action that bot number `bot` of `work`, which scores, takes now, or -1 if it gave a score that is not a number.

    Draws: docs/chance.md.
    """
    seen, actions, ties = state.seen, work.actions, work.ties
    count = moves.legal_actions(rules, state, actions)
    action = unasked(rules, state, actions, count, work.noise[bot])
    if action >= 0:
        return action
    moves.show(rules, state)
    weights, scratch = work.weights[bot], work.scratch
    for index in range(SCRATCH_COUNT):
        scratch.value[index] = 0.0
    best, tied = -np.inf, 0
    for index in range(count):
        worth = score(rules, seen, actions[index], weights, scratch)
        if worth > best:
            best = worth
            ties[0] = actions[index]
            tied = 1
        elif worth == best:
            ties[tied] = actions[index]
            tied += 1
        elif worth != worth:
            return np.int64(-1)
    if tied == 1:
        return ties[0]
    key = nth(state.decision_key, moves.decision_index(rules, seen))
    return ties[choose(nth(key, CHOICE_DRAW), tied)]


@jit
def ask(rules, seen, score, bot, work, actions, count, scores):
    """Fills `scores` (float64) with what bot number `bot` of `work`, which scores, thinks of the first `count` of `actions` in
    one decision on the shown view `seen`."""
    for index in range(SCRATCH_COUNT):
        work.scratch.value[index] = 0.0
    for index in range(count):
        scores[index] = score(rules, seen, actions[index], work.weights[bot], work.scratch)


@jit
def decide_by_choosing(rules, state, policy, choosers, bot, work, workspace):
    """The action that bot number `bot`, which has a choosing function, takes now; -1 as above."""
    seen = state.seen
    count = moves.legal_actions(rules, state, workspace.actions)
    action = unasked(rules, state, workspace.actions, count, work.noise[bot])
    if action >= 0:
        return action
    moves.show(rules, state)
    workspace.bot = bot
    stream = nth(state.search_key, moves.decision_index(rules, seen))
    if work.chooser[bot] == 1:
        place = choosers[0](rules, seen, count, work.weights[bot], policy, stream, workspace)
    else:
        place = choosers[1](rules, seen, count, work.weights[bot], policy, stream, workspace)
    return workspace.actions[place] if place >= 0 else np.int64(-1)


@jit(forceinline=True)
def decide(rules, state, score, choosers, bot, work, workspace):
    """The action that bot number `bot` takes now; `score`: its scoring function, or the policy of its playouts."""
    if work.chooser[bot] == 0:
        return decide_by_score(rules, state, score, bot, work)
    return decide_by_choosing(rules, state, score, choosers, bot, work, workspace)


def _no_choice(rules, seen, count, weights, policy, stream, workspace):
    return np.int64(-1)


@cache
def no_choice(records: Records) -> Any:
    """Stands where a run has fewer choosing functions than there is room for; never called."""
    return jit(records.choose)(_no_choice)


def choosing(bots: Sequence[Any], records: Records) -> tuple[Any, ...]:
    """The choosing functions of these bots, filled up to the fixed length."""
    found = choosers(bots)
    return (*found, *(no_choice(records) for _ in range(CHOOSERS - len(found))))
