"""Greedy that races on the tracks: a banner counts for the spaces it moves and above all for the rivals it overtakes."""

from __future__ import annotations

from quorumsim.bots.greedy import best_take, take
from quorumsim.compiled import jit
from quorumsim.quorum.layout import ADVANCE, HIDDEN_GOD, PLAY, REFRESH, SCORE, TAKE
from quorumsim.quorum.scoring import card_gain, god_gain, landing, standing_number

WEIGHTS = ("space", "overtaken")
"""Points added for each space that a banner moves and for each rival with a marker there that it overtakes."""


@jit
def race(rules, seen, province, steps, weights):
    """What an advance is worth to a racer, beside its points."""
    seat = seen.seat
    new = landing(rules, seen.position[seat, province], steps)
    if new < 0:
        return 0.0
    before, after = seen.standing[province, seat], standing_number(rules, new, seen.clock + 1)
    overtaken = 0
    for other in range(seen.players):
        standing = seen.standing[province, other]
        overtaken += other != seat and standing > before and standing < after
    return weights.value[0] * (new - seen.position[seat, province]) + weights.value[1] * overtaken


@jit
def racing_take(rules, seen, slot, weights, scratch):
    """The worth of a slot of Rome, the race included."""
    worth = take(rules, seen, slot, weights, scratch)
    card = seen.rome[slot]
    if card != HIDDEN_GOD:
        worth += race(rules, seen, rules.card_province[card], rules.card_banner[card], weights)
    return worth


@jit(SCORE)
def score(rules, seen, action, weights, scratch):
    if seen.phase == TAKE:
        return racing_take(rules, seen, action, weights, scratch)
    if seen.phase == REFRESH and action == 0:
        return best_take(racing_take, rules, seen, weights, scratch)
    if seen.phase == PLAY:
        card = seen.hand[action]
        worth = card_gain(rules, seen, seen.seat, card)
        return worth + race(rules, seen, rules.card_province[card], rules.card_banner[card], weights)
    if seen.phase == ADVANCE:
        worth = god_gain(rules, seen, seen.seat, seen.god_kind, action)
        return worth + race(rules, seen, action, rules.god_advance, weights)
    return 0.0
