"""Greedy that keeps sets open: a card counts for what it makes of the cards to come, for as long as there are rounds left."""

from __future__ import annotations

import numpy as np

from quorumsim.bots.greedy import best_take, take
from quorumsim.compiled import jit
from quorumsim.quorum.layout import ADVANCE, BUILDINGS, HIDDEN_GOD, PLAY, PRODUCTS, REFRESH, SCORE, TAKE
from quorumsim.quorum.scoring import ARCHITECTURE, COMMERCE, INTRIGUE, MILITARY, card_gain, god_gain, military_points

WEIGHTS = ("opened",)
"""How much of what a card would add to the set points of the average card to come counts, for each round left."""


@jit(forceinline=True)
def military_hope(rules, zeros, ones, twos, threes):
    """Points that the next card would add to so many military cards of each power, on average over the Rome cards."""
    now = military_points(rules, zeros, ones, twos, threes)
    return (
        rules.military_share[0] * (military_points(rules, zeros + 1, ones, twos, threes) - now)
        + rules.military_share[1] * (military_points(rules, zeros, ones + 1, twos, threes) - now)
        + rules.military_share[2] * (military_points(rules, zeros, ones, twos + 1, threes) - now)
        + rules.military_share[3] * (military_points(rules, zeros, ones, twos, threes + 1) - now)
    )


@jit
def military_opened(rules, seen, power):
    """What a military card of a power adds to the hope for the next one."""
    count = seen.military_count[seen.seat]
    zeros, ones, twos, threes = np.int64(count[0]), np.int64(count[1]), np.int64(count[2]), np.int64(count[3])
    before = military_hope(rules, zeros, ones, twos, threes)
    return military_hope(rules, zeros + (power == 0), ones + (power == 1), twos + (power == 2), threes + (power == 3)) - before


@jit
def building_opened(rules, seen, building):
    """What a building adds to the hope for the next one: the next step of the ladder, for fewer buildings that are missing."""
    seat = seen.seat
    if seen.building_count[seat, building] > 0:
        return 0.0
    different, missing = np.int64(seen.buildings[seat]), 0.0
    for other in range(BUILDINGS):
        if seen.building_count[seat, other] == 0:
            missing += rules.building_share[other]
    ladder = rules.architecture_points
    step = ladder[different + 1] - ladder[different]
    next_step = ladder[different + 2] - ladder[different + 1] if different + 2 <= BUILDINGS else 0
    return (missing - rules.building_share[building]) * next_step - missing * step


@jit
def icons_opened(rules, seen, card):
    """What the icons of a card add to the hope for one more icon of each product."""
    ladder, opened = rules.commerce_points, 0.0
    for product in range(PRODUCTS):
        owned = np.int64(seen.icon_count[seen.seat, product])
        more = owned + np.int64(rules.card_icons[card, product])
        opened += rules.icon_share[product] * ((ladder[more + 1] - ladder[more]) - (ladder[owned + 1] - ladder[owned]))
    return opened


@jit
def opened(rules, seen, card):
    """How many set points more the average card to come would bring with `card` on the own table."""
    kind, power = rules.card_type[card], rules.card_power[card]
    hope = 0.0
    if power == rules.intrigue_power:
        hope += rules.intrigue_points * rules.type_share[INTRIGUE]
    if kind == INTRIGUE:
        hope += rules.intrigue_points * rules.intrigue_power_share
    elif kind == MILITARY:
        hope += military_opened(rules, seen, power)
    elif kind == ARCHITECTURE:
        hope += building_opened(rules, seen, rules.card_building[card])
    elif kind == COMMERCE:
        hope += icons_opened(rules, seen, card)
    return hope


@jit(forceinline=True)
def hedged(rules, seen, card, weights):
    """The worth of a card: its points at once, and what it opens for the rounds left."""
    left = rules.rounds - 1 - seen.round_index
    return card_gain(rules, seen, seen.seat, card) + weights.value[0] * left * opened(rules, seen, card)


@jit
def hedging_take(rules, seen, slot, weights, scratch):
    """The worth of a slot of Rome."""
    card = seen.rome[slot]
    if card == HIDDEN_GOD:
        return take(rules, seen, slot, weights, scratch)
    return hedged(rules, seen, card, weights)


@jit(SCORE)
def score(rules, seen, action, weights, scratch):
    if seen.phase == TAKE:
        return hedging_take(rules, seen, action, weights, scratch)
    if seen.phase == REFRESH and action == 0:
        return best_take(hedging_take, rules, seen, weights, scratch)
    if seen.phase == PLAY:
        return hedged(rules, seen, seen.hand[action], weights)
    if seen.phase == ADVANCE:
        return float(god_gain(rules, seen, seen.seat, seen.god_kind, action))
    return 0.0
