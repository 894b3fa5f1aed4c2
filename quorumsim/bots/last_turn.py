"""A seat's last turn once it has taken a god: where to advance, counted exactly with every card that it may then play.

Open is only what the rivals behind it will still do. That is a number of points and by how much it may be wrong, so that an
advance is worth the chance of ending ahead of all rivals with the best card after it: over rivals the product of a sigmoid
of the lead. With more turns to come too much is open: there it plays worse than the expected lead.
"""

from __future__ import annotations

import numpy as np

from quorumsim.bots.outlook import sigmoid
from quorumsim.compiled import jit
from quorumsim.quorum.layout import PROVINCES, SEATS
from quorumsim.quorum.scoring import counted_worth, landing, standing_number, token_after, total, type_gain

_LEAST_SPREAD = 0.1  # points


@jit(forceinline=True)
def moved(rules, seen, position, standing, steps):
    """Where a marker of the seat to move is after an advance of `steps`: its space and standing."""
    new = landing(rules, position, steps)
    if new >= 0:
        position, standing = new, standing_number(rules, new, seen.clock + 1)
    return position, standing


@jit
def add_track(rules, seen, province, own, token, extra, totals, place):
    """Adds to every seat's total, from `place` on in `totals`, what a province brings more than now.

    `own`: the standing of the own marker there; `extra`: cards more on the own table that it counts, which are in the total at
    the multiplier of now.
    """
    for seat in range(seen.players):
        standing = own if seat == seen.seat else np.int64(seen.standing[province, seat])
        ahead, sharing = 0, 0
        for other in range(SEATS):
            against = own if other == seen.seat else np.int64(seen.standing[province, other])
            ahead += int(against > standing)
            sharing += int(against == standing)
        on_track = standing > 0
        after = rules.multiplier[token, np.uint32(ahead if on_track else 0), np.uint32(sharing if on_track else 0)]
        counted = seen.counted[seat, province] + (extra if seat == seen.seat else 0)
        totals.value[place + seat] += (after - seen.multiplier[seat, province]) * counted


@jit
def note_finals(rules, seen, advance, card, totals, place):
    """Fills `totals` from `place` on with every seat's total after the advance with the god just taken and then the card."""
    banner, left, right = (
        np.int64(rules.card_province[card]), np.int64(seen.left_of[advance]), np.int64(seen.right_of[advance])
    )  # fmt: skip
    for seat in range(seen.players):
        totals.value[place + seat] = total(rules, seen, seat)
    gain = type_gain(rules, seen, seen.seat, card) + counted_worth(rules, seen, seen.seat, card)
    totals.value[place + seen.seat] += gain
    for province in range(PROVINCES):
        if province in (advance, banner, left, right):
            token = seen.token[province]
            if province == left:
                token = np.uint8(token_after(rules, seen, province, rules.god_left[seen.god_kind]))
            elif province == right:
                token = np.uint8(token_after(rules, seen, province, rules.god_right[seen.god_kind]))
            position, own = np.int64(seen.position[seen.seat, province]), np.int64(seen.standing[province, seen.seat])
            if province == advance:
                position, own = moved(rules, seen, position, own, rules.god_advance)
            if province == banner:
                position, own = moved(rules, seen, position, own, np.int64(rules.card_banner[card]))
            add_track(rules, seen, province, own, token, np.int64(rules.card_counts[card, province]), totals, place)


@jit
def chance_to_win(seen, spread, turn_spread, turn_points, totals, place):
    """The chance that the own total stays ahead of all others; a rival behind the seat has a turn to come."""
    chance, own = 1.0, totals.value[place + seen.seat]
    for rival in range(seen.players):
        if rival > seen.seat:
            chance *= sigmoid((own - totals.value[place + rival] - turn_points) / max(_LEAST_SPREAD, turn_spread))
        elif rival < seen.seat:
            chance *= sigmoid((own - totals.value[place + rival]) / max(_LEAST_SPREAD, spread))
    return chance


@jit
def advance_chance(rules, seen, advance, spread, turn_spread, turn_points, totals, place):
    """The chance to win after an advance with the god just taken and the best card after it; `totals`: room for the totals."""
    best = 0.0
    for number in range(seen.hand_count):
        card = seen.hand[number]
        if rules.card_god[card] < 0:
            note_finals(rules, seen, advance, card, totals, place)
            best = max(best, chance_to_win(seen, spread, turn_spread, turn_points, totals, place))
    return best
