"""Greedy that races on the tracks in one part of the game, and may keep its long banners for that part."""

from __future__ import annotations

from quorumsim.bots.greedy import best_take, take
from quorumsim.bots.senator import race
from quorumsim.compiled import jit
from quorumsim.quorum.layout import ADVANCE, HIDDEN_GOD, PLAY, REFRESH, SCORE, TAKE
from quorumsim.quorum.scoring import card_gain, god_gain, landing, standing_number

WEIGHTS = ("space", "overtaken", "first", "begin", "end", "saved")
"""In the race, points added for each space that a banner moves, for each rival with a marker there that it overtakes, and for
becoming first on a track. The part of the game in which it races, from `begin` to before `end`, each a share of the rounds.
Outside of it, points that each space of a banner counts more when its card is taken, and less when it is played."""
_FIRST, _BEGIN, _END, _SAVED = 2, 3, 4, 5  # the first two are the senator's


@jit(forceinline=True)
def is_racing(rules, seen, weights):
    """Whether this round belongs to the race."""
    return weights.value[_BEGIN] * rules.rounds <= seen.round_index < weights.value[_END] * rules.rounds


@jit
def becomes_first(rules, seen, province, steps):
    """1 where an advance puts the marker ahead of all others on a track on which it was not yet, else 0."""
    seat = seen.seat
    new = landing(rules, seen.position[seat, province], steps)
    if new < 0:
        return 0
    before, after = seen.standing[province, seat], standing_number(rules, new, seen.clock + 1)
    best = 0
    for other in range(seen.players):
        if other != seat:
            best = max(best, seen.standing[province, other])
    return int(before <= best < after)


@jit
def raced(rules, seen, province, steps, weights):
    """What an advance is worth in the race, beside its points."""
    return race(rules, seen, province, steps, weights) + weights.value[_FIRST] * becomes_first(rules, seen, province, steps)


@jit
def racing_take(rules, seen, slot, weights, scratch):
    """The worth of a slot of Rome, the race or the saved banner included."""
    worth = take(rules, seen, slot, weights, scratch)
    card = seen.rome[slot]
    if card == HIDDEN_GOD:
        return worth
    if is_racing(rules, seen, weights):
        return worth + raced(rules, seen, rules.card_province[card], rules.card_banner[card], weights)
    return worth + weights.value[_SAVED] * rules.card_banner[card]


@jit(SCORE)
def score(rules, seen, action, weights, scratch):
    if seen.phase == TAKE:
        return racing_take(rules, seen, action, weights, scratch)
    if seen.phase == REFRESH and action == 0:
        return best_take(racing_take, rules, seen, weights, scratch)
    racing = is_racing(rules, seen, weights)
    if seen.phase == PLAY:
        card = seen.hand[action]
        worth = float(card_gain(rules, seen, seen.seat, card))
        if racing:
            return worth + raced(rules, seen, rules.card_province[card], rules.card_banner[card], weights)
        return worth - weights.value[_SAVED] * rules.card_banner[card]
    if seen.phase == ADVANCE:
        worth = float(god_gain(rules, seen, seen.seat, seen.god_kind, action))
        return worth + (raced(rules, seen, action, rules.god_advance, weights) if racing else 0.0)
    return 0.0
