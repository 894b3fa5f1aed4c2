"""Information-set Monte-Carlo tree search with one observer, for n players.

Source: Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree Search", IEEE Transactions on Computational
Intelligence and AI in Games 4(2), 2012, SO-ISMCTS (section V.B). Every iteration completes the view anew and goes down
one tree: among the children whose action is legal in this completion it takes the one with the best upper bound (UCB1,
where a child is counted as often as it was available), until an action has no child yet; that child is added, the game
is played to its end by the policy, and every node on the path is told what the result is worth to the seat that moved
there. The action visited most is played.

Added to the paper: children are tried in the order of the policy's opinion, and its opinion counts as some visits.
"""

from __future__ import annotations

import numpy as np

from quorumsim.compiled import jit
from quorumsim.engine import moves
from quorumsim.engine.chance import nth
from quorumsim.engine.deciding import ask
from quorumsim.engine.records import DONE, TREE
from quorumsim.engine.search import MARGIN_SCALE, MARGIN_SHARE, PLAYOUTS, PRIOR_PLAYOUTS, PRIOR_SLOPE, outcome, play_out
from quorumsim.engine.search import WEIGHTS as _SEARCH

assert tuple(range(5)) == (PLAYOUTS, PRIOR_PLAYOUTS, PRIOR_SLOPE, MARGIN_SCALE, MARGIN_SHARE)
WEIGHTS = (*_SEARCH, "exploration")
"""Those of `search`, iterations being `playouts` for each action; and how much an action's uncertainty speaks for it."""
EXPLORATION = len(_SEARCH)

@jit
def child_of(workspace, node, code):
    """The child of a node by an action's code; 0 if there is none."""
    child = workspace.nodes[node].first_child
    while child != 0 and workspace.nodes[child].code != code:
        child = workspace.nodes[child].next_sibling
    return child


@jit
def add_child(workspace, node, code, seat, prior):
    """Adds a child and returns it."""
    number = workspace.node_count
    child = workspace.nodes[number]
    child.parent, child.code, child.seat, child.first_child = node, code, seat, 0
    child.next_sibling = workspace.nodes[node].first_child
    child.visits = child.worth = 0.0
    child.available = 0.0
    child.prior = prior
    workspace.nodes[node].first_child = number
    workspace.node_count += 1
    return number


@jit
def bound(weights, node):
    """UCB1 with availability, pulled towards the prior."""
    before = weights.value[PRIOR_PLAYOUTS]
    mean = node.worth / node.visits + node.prior * before / (before + node.visits)
    return mean + weights.value[EXPLORATION] * np.sqrt(np.log(node.available) / node.visits)


@jit
def untried(rules, state, node, count, weights, policy, workspace):
    """The place of the untried action that the policy likes most and its prior; place -1: all are tried; -2: not a number."""
    work = workspace.work
    any_untried = False
    for place in range(count):
        any_untried |= child_of(workspace, node, moves.code_of(rules, state, work.actions[place])) == 0
    if not any_untried:
        return -1, 0.0
    moves.show(rules, state)
    ask(rules, state.seen, policy, workspace.bot, work, work.actions, count, workspace.prior)
    best_of_all, best, chosen = -np.inf, -np.inf, -1
    for place in range(count):
        worth = workspace.prior[place]
        if worth != worth:
            return -2, 0.0
        best_of_all = max(best_of_all, worth)
        if child_of(workspace, node, moves.code_of(rules, state, work.actions[place])) == 0 and worth > best:
            best, chosen = worth, place
    return chosen, weights.value[PRIOR_SLOPE] * (best - best_of_all)


@jit
def go_down(rules, state, weights, policy, workspace):
    """Goes down the tree from its root, playing the actions, and adds a child; returns it, or -1 if the policy failed."""
    work = workspace.work
    node = 0
    while state.seen.phase != DONE:
        count = moves.legal_actions(rules, state, work.actions)
        place, prior = untried(rules, state, node, count, weights, policy, workspace)
        if place == -2:
            return -1
        chosen = 0
        best = -np.inf
        for other in range(count):
            child = child_of(workspace, node, moves.code_of(rules, state, work.actions[other]))
            if child != 0:
                workspace.nodes[child].available += 1.0
                if place < 0:
                    upper = bound(weights, workspace.nodes[child])
                    if upper > best:
                        best, chosen, place_of_best = upper, child, other
        if place >= 0 and workspace.node_count < TREE:
            child = add_child(workspace, node, moves.code_of(rules, state, work.actions[place]), state.seen.seat, prior)
            workspace.nodes[child].available = 1.0
            moves.apply_action(rules, state, work.actions[place])
            return child
        if chosen == 0:  # no room for another node
            return node
        moves.apply_action(rules, state, work.actions[place_of_best])
        node = chosen
    return node


def choose(rules, seen, count, weights, policy, stream, workspace):
    """The choosing function; each game compiles it with its own records."""
    workspace.node_count = 1
    workspace.nodes[0].first_child = 0
    state = workspace.state
    for number in range(max(1, int(weights.value[PLAYOUTS] * count))):
        moves.complete(rules, seen, nth(stream, np.uint64(number)), state, workspace.pool)
        node = go_down(rules, state, weights, policy, workspace)
        if node < 0 or not play_out(rules, state, policy, workspace.bot, workspace.work):
            return np.int64(-1)
        for seat in range(seen.players):
            workspace.outcome[seat] = outcome(rules, state, seat, weights)
        while node > 0:
            workspace.nodes[node].visits += 1.0
            workspace.nodes[node].worth += workspace.outcome[workspace.nodes[node].seat]
            node = workspace.nodes[node].parent
    best, chosen = -1.0, 0
    moves.complete(rules, seen, stream, state, workspace.pool)
    for index in range(count):
        child = workspace.nodes[child_of(workspace, 0, moves.code_of(rules, state, workspace.actions[index]))]
        visits = max(child.visits, 1.0)
        mean = child.worth / visits
        workspace.worth[index] = mean
        workspace.playouts[index] = np.int64(child.visits)
        workspace.spread[index] = np.sqrt(max(0.0, mean * (1.0 - mean)) / visits)
        if child.visits > best:
            best, chosen = child.visits, index
    return np.int64(chosen)
