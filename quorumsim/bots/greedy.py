"""The best immediate change of the own total. docs/bots.md says it exactly; the tests hold it against a plain-Python twin."""

from __future__ import annotations

from quorumsim.compiled import jit
from quorumsim.quorum.layout import ADVANCE, GOD_CHANGE, HIDDEN_GOD, PLAY, PROVINCES, REFRESH, SCORE, TAKE
from quorumsim.quorum.scoring import advance_gain, card_gain, god_gain, token_gain

WEIGHTS: tuple[str, ...] = ()

# Places in scratch: whether the god's worth is known, the worth, six advance gains, token gains by province and change.
_KNOWN, _WORTH, _ADVANCES, _TOKENS = 0, 1, 2, 2 + PROVINCES
_CHANGES = 2 * GOD_CHANGE + 1


@jit
def best_advance(seen, left, right, scratch):
    """The most that a god could bring, from the gains in scratch; `left` and `right` are places in its table of changes."""
    best = -1e9
    for province in range(PROVINCES):
        gain = (
            scratch[_ADVANCES + province]
            + scratch[_TOKENS + seen.left_of[province] * _CHANGES + left]
            + scratch[_TOKENS + seen.right_of[province] * _CHANGES + right]
        )
        best = max(best, gain)
    return best


@jit
def hidden_god(rules, seen, scratch):
    """Mean over the gods nobody has taken yet of the points their best advance would bring; once a decision."""
    if scratch[_KNOWN] == 0.0:
        seat = seen.seat
        for province in range(PROVINCES):
            scratch[_ADVANCES + province] = advance_gain(rules, seen, seat, province, rules.god_advance)
            for change in range(_CHANGES):
                if rules.god_change[change]:
                    scratch[_TOKENS + province * _CHANGES + change] = token_gain(
                        rules, seen, seat, province, change - GOD_CHANGE
                    )
        total, copies, best = 0.0, 0, 0.0
        for kind in range(rules.god_kinds):
            left, right = rules.god_left[kind], rules.god_right[kind]
            if kind == 0 or left != rules.god_left[kind - 1] or right != rules.god_right[kind - 1]:
                best = best_advance(seen, left + GOD_CHANGE, right + GOD_CHANGE, scratch)
            total += best * seen.unseen_gods[kind]
            copies += seen.unseen_gods[kind]
        scratch[_WORTH] = total / copies
        scratch[_KNOWN] = 1.0
    return scratch[_WORTH]


@jit
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
