"""The best immediate change of the own lead: own total minus the best rival's."""

from __future__ import annotations

import numpy as np

from quorumsim.bots.greedy import best_take
from quorumsim.compiled import jit
from quorumsim.quorum.layout import ADVANCE, GOD_CHANGE, HIDDEN_GOD, PLAY, PROVINCES, REFRESH, SCORE, SEATS, TAKE
from quorumsim.quorum.scoring import advance_gain, card_gain, pushed_gain, token_gain, total

WEIGHTS: tuple[str, ...] = ()
_KNOWN, _WORTH = 0, 1  # places in scratch
_CHANGES = 2 * GOD_CHANGE + 1


@jit
def lead(rules, seen, changes):
    """Own total minus the best other, after each seat's total changed by `changes` (SEATS)."""
    best = -1e9
    for other in range(seen.players):
        if other != seen.seat:
            best = max(best, float(total(rules, seen, other) + changes[other]))
    return total(rules, seen, seen.seat) + changes[seen.seat] - best


@jit
def play(rules, seen, card):
    """The own lead after playing a card."""
    changes = np.zeros(SEATS)
    province, steps = rules.card_province[card], np.int64(rules.card_banner[card])
    for other in range(seen.players):
        if other == seen.seat:
            changes[other] = card_gain(rules, seen, other, card)
        else:
            changes[other] = pushed_gain(rules, seen, other, seen.seat, province, steps)
    return lead(rules, seen, changes)


@jit
def advance_changes(rules, seen, changes):
    """Fills `changes` (SEATS, PROVINCES): what every seat gains or loses by the own advance of a god in each province."""
    for other in range(seen.players):
        for province in range(PROVINCES):
            if other == seen.seat:
                changes[other, province] = advance_gain(rules, seen, other, province, rules.god_advance)
            else:
                changes[other, province] = pushed_gain(rules, seen, other, seen.seat, province, rules.god_advance)


@jit
def token_changes(rules, seen, changes):
    """Fills `changes` (SEATS, PROVINCES, changes a god may make): what every seat gains or loses by a token's change."""
    for change in range(_CHANGES):
        if rules.god_change[change]:
            for other in range(seen.players):
                for province in range(PROVINCES):
                    changes[other, province, change] = token_gain(rules, seen, other, province, change - GOD_CHANGE)


@jit
def best_advance(rules, seen, kind, advances, tokens, only):
    """The own lead after the best advance with god `kind`; `only` names the one province to look at, or -1 for all."""
    left, right = rules.god_left[kind] + GOD_CHANGE, rules.god_right[kind] + GOD_CHANGE
    changes = np.zeros(SEATS)
    best = -1e9
    for province in range(PROVINCES):
        if only >= 0 and province != only:
            continue
        for seat in range(seen.players):
            changes[seat] = (
                advances[seat, province]
                + tokens[seat, seen.left_of[province], left]
                + tokens[seat, seen.right_of[province], right]
            )
        best = max(best, lead(rules, seen, changes))
    return best


@jit
def god(rules, seen, kind, only):
    """The own lead after taking god `kind`, or the mean over all gods nobody has taken where `kind` is -1."""
    advances = np.zeros((SEATS, PROVINCES))
    tokens = np.zeros((SEATS, PROVINCES, _CHANGES))
    advance_changes(rules, seen, advances)
    token_changes(rules, seen, tokens)
    if kind >= 0:
        return best_advance(rules, seen, kind, advances, tokens, only)
    total, copies = 0.0, 0
    for unseen in range(rules.god_kinds):
        if seen.unseen_gods[unseen] > 0:
            total += best_advance(rules, seen, unseen, advances, tokens, -1) * seen.unseen_gods[unseen]
            copies += seen.unseen_gods[unseen]
    return total / copies


@jit
def take(rules, seen, slot, weights, scratch):
    """The own lead after taking a card and playing it at once, or what a hidden god may be expected to make of it."""
    card = seen.rome[slot]
    if card != HIDDEN_GOD:
        return play(rules, seen, card)
    if scratch.value[_KNOWN] == 0.0:
        scratch.value[_WORTH] = god(rules, seen, -1, -1)
        scratch.value[_KNOWN] = 1.0
    return scratch.value[_WORTH]


@jit(SCORE)
def score(rules, seen, action, weights, scratch):
    if seen.phase == PLAY:
        return play(rules, seen, seen.hand[action])
    if seen.phase == TAKE:
        return take(rules, seen, action, weights, scratch)
    if seen.phase == ADVANCE:
        return god(rules, seen, seen.god_kind, action)
    if seen.phase == REFRESH and action == 0:
        return best_take(take, rules, seen, weights, scratch)
    return lead(rules, seen, np.zeros(SEATS))
