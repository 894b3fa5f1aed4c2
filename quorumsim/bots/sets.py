"""What a card adds to the sets of its type, on a table that will still grow: by the cards in hand and by those to come.

For each type two weights say how much of a card in hand, and of one that may still come, counts as played. Military, whose best
split has no simple slope, is averaged over the four cases in which one more card of each of two powers comes or not;
commerce over how many more icons come (geometric); architecture and intrigue are read off between two whole numbers.
"""

from __future__ import annotations

import numpy as np

from quorumsim.bots import outlook
from quorumsim.bots.outlook import END, FUTURE, READY
from quorumsim.compiled import jit
from quorumsim.quorum.layout import BUILDINGS, NONE, POWERS, PRODUCTS
from quorumsim.quorum.scoring import ARCHITECTURE, COMMERCE, INTRIGUE, MILITARY, military_points

WEIGHTS = (
    "military_hand", "military_future", "intrigue_hand", "intrigue_future",
    "architecture_hand", "architecture_future", "commerce_hand", "commerce_future",
)  # fmt: skip
"""By type: how much of a card in hand counts as played, and of the average card of a round to come."""
FIRST = len(outlook.WEIGHTS)  # place of the first of them among a bot's weights, behind those of the tracks

# Places in scratch: what lies in the own hand.
HAND_MILITARY = END  # by power
HAND_INTRIGUE = HAND_MILITARY + POWERS
HAND_POWER = HAND_INTRIGUE + 1  # of the power that intrigue multiplies
HAND_BUILDINGS = HAND_POWER + 1
HAND_ICONS = HAND_BUILDINGS + BUILDINGS
SETS_END = HAND_ICONS + PRODUCTS

_MOST_LIKELY = 0.95
_ICONS_TO_COME = 4  # more of one product hardly ever come


@jit
def note_hand(rules, seen, note):
    """Counts the own hand in scratch, once a decision."""
    for index in range(HAND_MILITARY, SETS_END):
        note.value[index] = 0.0
    for place in range(seen.hand_count):
        card = seen.hand[place]
        if rules.card_god[card] >= 0:
            continue
        kind, power = rules.card_type[card], rules.card_power[card]
        note.value[HAND_POWER] += power == rules.intrigue_power
        if kind == MILITARY:
            note.value[HAND_MILITARY + power] += 1.0
        elif kind == INTRIGUE:
            note.value[HAND_INTRIGUE] += 1.0
        elif kind == ARCHITECTURE:
            note.value[HAND_BUILDINGS + rules.card_building[card]] += 1.0
        else:
            for product in range(PRODUCTS):
                note.value[HAND_ICONS + product] += rules.card_icons[card, product]


@jit(forceinline=True)
def likely(rules, weights, note, power):
    """The chance that one more military card of a power will lie on the own table."""
    come = (
        weights.value[FIRST] * note.value[READY] * note.value[HAND_MILITARY + power]
        + weights.value[FIRST + 1] * note.value[FUTURE] * rules.military_share[power]
    )
    return min(max(come, 0.0), _MOST_LIKELY)


@jit
def military_worth(rules, seen, weights, note, power):
    """Points that a military card of a power adds, averaged over which of its two nearest powers come."""
    seat = seen.seat
    zeros, ones = np.int64(seen.military_count[seat, 0]), np.int64(seen.military_count[seat, 1])
    twos, threes = np.int64(seen.military_count[seat, 2]), np.int64(seen.military_count[seat, 3])
    first, second = 1 + (power <= 1), 3 - (power == 3)
    chance1, chance2 = likely(rules, weights, note, first), likely(rules, weights, note, second)
    worth = 0.0
    for case in range(4):
        more1, more2 = case & 1, case >> 1
        chance = (chance1 if more1 else 1.0 - chance1) * (chance2 if more2 else 1.0 - chance2)
        one = ones + more1 * (first == 1)
        two = twos + more1 * (first == 2) + more2 * (second == 2)
        three = threes + more2 * (second == 3)
        before = military_points(rules, zeros, one, two, three)
        after = military_points(
            rules, zeros + (power == 0), one + (power == 1), two + (power == 2), three + (power == 3)
        )
        worth += chance * (after - before)
    return worth


@jit(forceinline=True)
def intrigue_worth(rules, seen, weights, note, in_hand):
    """Points that one more intrigue card adds: one for each card of its power that will lie there."""
    cards = seen.power_count[seen.seat, rules.intrigue_power] + weights.value[FIRST + 2] * note.value[READY] * (
        note.value[HAND_POWER] - in_hand
    )
    return rules.intrigue_points * (cards + weights.value[FIRST + 3] * note.value[FUTURE] * rules.intrigue_power_share)


@jit(forceinline=True)
def power_worth(rules, seen, weights, note, in_hand):
    """Points that one more card of intrigue's power adds: one for each intrigue card that will lie there."""
    cards = seen.type_count[seen.seat, INTRIGUE] + weights.value[FIRST + 2] * note.value[READY] * (
        note.value[HAND_INTRIGUE] - in_hand
    )
    return rules.intrigue_points * (cards + weights.value[FIRST + 3] * note.value[FUTURE] * rules.type_share[INTRIGUE])


@jit
def building_worth(rules, seen, weights, note, building, in_hand):
    """Points that a building adds: nothing for a second one, else the step of the ladder where it will stand."""
    seat = seen.seat
    if seen.building_count[seat, building] > 0:
        return 0.0
    more = 0.0
    for other in range(BUILDINGS):
        if other != building and seen.building_count[seat, other] == 0:
            come = weights.value[FIRST + 5] * note.value[FUTURE] * rules.building_share[other]
            if note.value[HAND_BUILDINGS + other] > 0.0:
                come += weights.value[FIRST + 4] * note.value[READY]
            more += min(max(come, 0.0), 1.0)
    doubles = note.value[HAND_BUILDINGS + building] - in_hand
    different = min(seen.buildings[seat] + more, BUILDINGS - 1.000001)
    whole = int(different)
    part = different - whole
    ladder = rules.architecture_points
    here = ladder[whole] + part * (ladder[whole + 1] - ladder[whole])
    next_step = ladder[min(whole + 2, BUILDINGS)] - ladder[whole + 1]
    there = ladder[whole + 1] + part * next_step
    return (there - here) * (1.0 - (weights.value[FIRST + 4] * note.value[READY] if doubles > 0.0 else 0.0))


@jit
def icons_worth(rules, seen, weights, note, card, in_hand):
    """Points that a commerce card's icons add, averaged over how many more of each product come."""
    seat = seen.seat
    worth = 0.0
    ready, future = weights.value[FIRST + 6] * note.value[READY], weights.value[FIRST + 7] * note.value[FUTURE]
    ladder = rules.commerce_points
    for number in range(rules.card_products[card]):
        product = rules.card_product[card, number]
        icons, owned = rules.card_icons[card, product], seen.icon_count[seat, product]
        come = ready * (note.value[HAND_ICONS + product] - in_hand * icons) + future * rules.icon_share[product]
        another = max(come, 0.0) / (1.0 + max(come, 0.0))
        chance = 1.0  # that at least so many more come
        for more in range(_ICONS_TO_COME):
            exactly = chance if more == _ICONS_TO_COME - 1 else chance * (1.0 - another)
            worth += exactly * (ladder[owned + icons + more] - ladder[owned + more])
            chance *= another
    return worth


@jit(forceinline=True)
def set_worth(rules, seen, weights, note, card, in_hand):
    """Points that a card adds to the own sets; `in_hand` 1 if it is counted as lying in the own hand, else 0."""
    kind, power = rules.card_type[card], rules.card_power[card]
    worth = 0.0
    if power == rules.intrigue_power:
        worth = power_worth(rules, seen, weights, note, in_hand * (kind == INTRIGUE))
    if kind == MILITARY:
        worth += military_worth(rules, seen, weights, note, power)
    elif kind == INTRIGUE:
        worth += intrigue_worth(rules, seen, weights, note, in_hand * (power == rules.intrigue_power))
        worth += rules.intrigue_points * (power == rules.intrigue_power)
    elif kind == ARCHITECTURE and rules.card_building[card] != NONE:
        worth += building_worth(rules, seen, weights, note, rules.card_building[card], in_hand)
    elif kind == COMMERCE:
        worth += icons_worth(rules, seen, weights, note, card, in_hand)
    return worth
