"""Greedy that denies: it takes what its rivals want, and plays what pushes them down."""

from __future__ import annotations

import numpy as np

from quorumsim.bots.greedy import best_take, take
from quorumsim.compiled import jit
from quorumsim.quorum.layout import ADVANCE, HIDDEN_GOD, PLAY, REFRESH, SCORE, TAKE
from quorumsim.quorum.scoring import card_gain, god_gain, pushed_gain, token_gain

WEIGHTS = ("denied", "pushed")
"""How much of what a card left in Rome would bring a rival, and of what a move costs the rivals, counts as own points."""


@jit
def denied(rules, seen, card):
    """The most that a card would bring one of the rivals who still move before the own next turn, if it played it now; or 0."""
    last_round = seen.round_index == rules.rounds - 1
    most = 0
    for other in range(seen.players):
        if other != seen.seat and not (last_round and other < seen.seat):
            most = max(most, card_gain(rules, seen, other, card))
    return most


@jit
def pushed(rules, seen, province, steps):
    """Points that all rivals together lose by an own advance."""
    lost = 0
    for other in range(seen.players):
        if other != seen.seat:
            lost -= pushed_gain(rules, seen, other, seen.seat, province, steps)
    return lost


@jit
def pushed_by_god(rules, seen, kind, province):
    """Points that all rivals together lose by the own advance with a god and by its changes of tokens."""
    lost = pushed(rules, seen, province, rules.god_advance)
    left, right = seen.left_of[province], seen.right_of[province]
    for other in range(seen.players):
        if other != seen.seat:
            lost -= token_gain(rules, seen, other, left, rules.god_left[kind])
            lost -= token_gain(rules, seen, other, right, rules.god_right[kind])
    return lost


@jit
def play(rules, seen, card, weights):
    """The worth of playing a card."""
    lost = pushed(rules, seen, rules.card_province[card], np.int64(rules.card_banner[card]))
    return card_gain(rules, seen, seen.seat, card) + weights.value[1] * lost


@jit
def denying_take(rules, seen, slot, weights, scratch):
    """The worth of a slot of Rome; a hidden god's is greedy's, for nobody knows what it would bring a rival."""
    card = seen.rome[slot]
    if card == HIDDEN_GOD:
        return take(rules, seen, slot, weights, scratch)
    return play(rules, seen, card, weights) + weights.value[0] * denied(rules, seen, card)


@jit(SCORE)
def score(rules, seen, action, weights, scratch):
    if seen.phase == TAKE:
        return denying_take(rules, seen, action, weights, scratch)
    if seen.phase == REFRESH and action == 0:
        return best_take(denying_take, rules, seen, weights, scratch)
    if seen.phase == PLAY:
        return play(rules, seen, seen.hand[action], weights)
    if seen.phase == ADVANCE:
        worth = god_gain(rules, seen, seen.seat, seen.god_kind, action)
        return worth + weights.value[1] * pushed_by_god(rules, seen, seen.god_kind, action)
    return 0.0
