"""Flat Monte-Carlo search: plays the game to its end after every legal action, many times, and takes the action that wins most.

What is hidden is completed at random, the same completions for every action, and every seat plays on by one fast policy.
Playouts are shared out by sequential halving (Karnin, Koren and Somekh, "Almost optimal exploration in multi-armed bandits",
ICML 2013): in each of log2(actions) rounds all remaining actions get as many, then the worse half is dropped. The policy's
own opinion of the actions counts as some playouts before the first one.
"""

from __future__ import annotations

import numpy as np

from quorumsim.compiled import jit
from quorumsim.engine import counting, moves
from quorumsim.engine.chance import nth
from quorumsim.engine.deciding import ask, decide_by_score
from quorumsim.engine.records import DONE

WEIGHTS = ("playouts", "prior_playouts", "prior_slope", "margin_scale", "margin_share")
"""Playouts for each action on average; as how many playouts the policy's opinion counts, and how much of a win a point
of it is; a playout is worth the share of the win, and for `margin_share` of it 1 / (1 + exp(-margin / margin_scale))
instead."""
PLAYOUTS, PRIOR_PLAYOUTS, PRIOR_SLOPE, MARGIN_SCALE, MARGIN_SHARE = range(5)


@jit
def play_out(rules, state, policy, bot, work):
    """Plays the state to its end by the policy in every seat; False if the policy gave a score that is not a number."""
    seen = state.seen
    while seen.phase != DONE:
        action = decide_by_score(rules, state, policy, bot, work)
        if action < 0:
            return False
        moves.apply_action(rules, state, action)
    moves.add_up(rules, state)
    return True


@jit
def outcome(rules, state, seat, weights):
    """What a finished game is worth to a seat, 0 to 1."""
    winners, won = 0, False
    for other in range(state.seen.players):
        first = moves.place_of(rules, state, other) == 1
        winners += first
        won |= first and other == seat
    share = 1.0 / winners if won else 0.0
    smooth = 1.0 / (1.0 + np.exp(-np.float64(counting.margin(state, seat)) / weights.value[MARGIN_SCALE]))
    return share + weights.value[MARGIN_SHARE] * (smooth - share)


@jit
def note_priors(rules, seen, count, weights, policy, workspace):
    """The policy's opinion of every action, as a share of a win below the best; False if one is not a number."""
    ask(rules, seen, policy, workspace.bot, workspace.work, workspace.actions, count, workspace.prior)
    best = -np.inf
    for index in range(count):
        if workspace.prior[index] != workspace.prior[index]:
            return False
        best = max(best, workspace.prior[index])
    for index in range(count):
        workspace.prior[index] = weights.value[PRIOR_SLOPE] * (workspace.prior[index] - best)
    return True


@jit
def play_completions(rules, seen, first, last, alive, weights, policy, stream, workspace):
    """Plays completions `first` to `last` - 1 after each of the `alive` first actions in `order`; False as above."""
    for number in range(first, last):
        moves.complete(rules, seen, nth(stream, np.uint64(number)), workspace.completed, workspace.pool)
        for place in range(alive):
            index = workspace.order[place]
            workspace.state = workspace.completed
            moves.apply_action(rules, workspace.state, workspace.actions[index])
            if not play_out(rules, workspace.state, policy, workspace.bot, workspace.work):
                return False
            value = outcome(rules, workspace.state, seen.seat, weights)
            workspace.playouts[index] += 1
            workspace.total[index] += value
            workspace.squares[index] += value * value
    return True


@jit
def opinion(weights, workspace, index):
    """What is thought of an action after its playouts: their mean, pulled towards the prior."""
    playouts, before = workspace.playouts[index], weights.value[PRIOR_PLAYOUTS]
    mean = workspace.total[index] / playouts
    return mean + workspace.prior[index] * before / (before + playouts)


@jit
def rank(weights, workspace, alive):
    """Sorts the `alive` first entries of `order` by opinion, best first; equal ones keep their order."""
    order = workspace.order
    for place in range(1, alive):
        index = order[place]
        worth = opinion(weights, workspace, index)
        while place > 0 and opinion(weights, workspace, order[place - 1]) < worth:
            order[place] = order[place - 1]
            place -= 1
        order[place] = index


def choose(rules, seen, count, weights, policy, stream, workspace):
    """The choosing function; each game compiles it with its own records."""
    for index in range(count):
        workspace.playouts[index] = 0
        workspace.total[index] = workspace.squares[index] = 0.0
        workspace.order[index] = index
    if not note_priors(rules, seen, count, weights, policy, workspace):
        return np.int64(-1)
    rounds = 0
    while (1 << rounds) < count:
        rounds += 1
    budget = weights.value[PLAYOUTS] * count
    alive, played = count, 0
    for _ in range(rounds):
        more = max(1, int(budget / (alive * rounds)))
        if not play_completions(rules, seen, played, played + more, alive, weights, policy, stream, workspace):
            return np.int64(-1)
        played += more
        rank(weights, workspace, alive)
        alive = (alive + 1) // 2
    for index in range(count):
        playouts = workspace.playouts[index]
        mean = workspace.total[index] / playouts
        workspace.worth[index] = mean
        workspace.spread[index] = np.sqrt(max(0.0, workspace.squares[index] / playouts - mean * mean) / playouts)
    return workspace.order[0]
