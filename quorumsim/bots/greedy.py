"""The best immediate change of the own total. docs/bots.md says it exactly; the tests hold it against a plain-Python twin."""

from __future__ import annotations

import numpy as np

from quorumsim.compiled import jit
from quorumsim.quorum.layout import ADVANCE, GOD_CHANGE, HIDDEN_GOD, PLAY, PROVINCES, REFRESH, SCORE, TAKE
from quorumsim.quorum.scoring import advance_gain, card_gain, god_gain, token_gain

WEIGHTS: tuple[str, ...] = ()

# Places in scratch: whether the god's worth is known, the worth, then gains in ring order: six advances, and for each change of
# a token eight places, the ring with its last province before and its first behind, so that neighbours are one place away.
_KNOWN, _WORTH, _ADVANCES, _TOKENS = 0, 1, 2, 2 + PROVINCES
_CHANGES = 2 * GOD_CHANGE + 1
_ROW = PROVINCES + 2


@jit(forceinline=True)
def best_advance(left, right, scratch):
    """The most that a god could bring, from the gains in scratch; `left` and `right` count changes from -GOD_CHANGE."""
    best = -1e9
    for place in range(PROVINCES):
        gain = (
            scratch.value[_ADVANCES + place]
            + scratch.value[np.uint32(_TOKENS + left * _ROW + place)]
            + scratch.value[np.uint32(_TOKENS + right * _ROW + place + 2)]
        )
        best = gain if gain > best else best
    return best


@jit(forceinline=True)
def note_gains(rules, seen, scratch):
    """Fills scratch with what every advance and every change of a token would bring the seat to move."""
    seat = seen.seat
    for place in range(PROVINCES):
        scratch.value[_ADVANCES + place] = advance_gain(rules, seen, seat, seen.ring[place], rules.god_advance)
    for change in range(_CHANGES):
        if rules.god_change[change]:
            row = _TOKENS + change * _ROW
            for place in range(PROVINCES):
                gain = token_gain(rules, seen, seat, seen.ring[place], change - GOD_CHANGE)
                scratch.value[np.uint32(row + place + 1)] = gain
            scratch.value[row] = scratch.value[row + PROVINCES]
            scratch.value[row + PROVINCES + 1] = scratch.value[row + 1]


@jit
def hidden_god(rules, seen, scratch):
    """Mean over the gods nobody has taken yet of the points their best advance would bring; once a decision."""
    if scratch.value[_KNOWN] == 0.0:
        note_gains(rules, seen, scratch)
        total, copies, best = 0.0, 0, 0.0
        for kind in range(rules.god_kinds):
            left, right = rules.god_left[kind], rules.god_right[kind]
            if kind == 0 or left != rules.god_left[kind - 1] or right != rules.god_right[kind - 1]:
                best = best_advance(left + GOD_CHANGE, right + GOD_CHANGE, scratch)
            total += best * seen.unseen_gods[kind]
            copies += seen.unseen_gods[kind]
        scratch.value[_WORTH] = total / copies
        scratch.value[_KNOWN] = 1.0
    return scratch.value[_WORTH]


@jit(forceinline=True)
def take(rules, seen, slot, weights, scratch):
    """What the card in a slot of Rome would bring if it were played now; a god: what it may be expected to bring."""
    card = seen.rome[slot]
    if card == HIDDEN_GOD:
        return hidden_god(rules, seen, scratch)
    return float(card_gain(rules, seen, seen.seat, card))


@jit(inline="always")
def best_take(take_worth, rules, seen, weights, scratch):
    """The best of the takes that Rome offers as it lies, by the function that values one slot."""
    gods_allowed = seen.gods_held[seen.seat] < rules.god_limit
    best = -1e9
    for slot in range(rules.rome_size):
        if gods_allowed or seen.rome[slot] != HIDDEN_GOD:
            best = max(best, take_worth(rules, seen, slot, weights, scratch))
    return best


@jit(SCORE)
def score(rules, seen, action, weights, scratch):
    if seen.phase == PLAY:
        return float(card_gain(rules, seen, seen.seat, seen.hand[action]))
    if seen.phase == TAKE:
        return take(rules, seen, action, weights, scratch)
    if seen.phase == ADVANCE:
        return float(god_gain(rules, seen, seen.seat, seen.god_kind, action))
    if seen.phase == REFRESH and action == 0:
        return best_take(take, rules, seen, weights, scratch)
    return 0.0
