"""Greedy with a leaning: every card of a type, and every god, is worth some points more or less than it brings at once."""

from __future__ import annotations

from quorumsim.bots.greedy import best_take, take
from quorumsim.compiled import jit
from quorumsim.quorum.layout import ADVANCE, HIDDEN_GOD, PLAY, REFRESH, SCORE, TAKE
from quorumsim.quorum.scoring import card_gain, god_gain

WEIGHTS = ("military", "intrigue", "architecture", "commerce", "god")
"""Points added for a card of each type, when it is taken and when it is played, and for taking a god."""
_GOD = 4


@jit
def leaning_take(rules, seen, slot, weights, scratch):
    """The worth of a slot of Rome, leaning included."""
    card = seen.rome[slot]
    added = weights.value[_GOD] if card == HIDDEN_GOD else weights.value[rules.card_type[card]]
    return take(rules, seen, slot, weights, scratch) + added


@jit(SCORE)
def score(rules, seen, action, weights, scratch):
    if seen.phase == TAKE:
        return leaning_take(rules, seen, action, weights, scratch)
    if seen.phase == REFRESH and action == 0:
        return best_take(leaning_take, rules, seen, weights, scratch)
    if seen.phase == PLAY:
        card = seen.hand[action]
        return card_gain(rules, seen, seen.seat, card) + weights.value[rules.card_type[card]]
    if seen.phase == ADVANCE:
        return float(god_gain(rules, seen, seen.seat, seen.god_kind, action))
    return 0.0
