"""Looks ahead to the final table: what a card, a god or a refresh is worth there, by weights that were tuned.

A card is worth what it adds to the sets that may still be completed (`sets`), the expected multipliers of the provinces
that count it, and what its banner brings against the rivals (`outlook`); a god what its advance and its two changes of
tokens are worth, on average over the gods that nobody has taken. The next rival cannot have a card that is taken; the
last advance is counted exactly (`last_turn`). docs/bots.md says it in words.
"""

from __future__ import annotations

import numpy as np

from quorumsim.bots import last_turn, outlook, sets
from quorumsim.bots.greedy import best_take
from quorumsim.compiled import jit
from quorumsim.quorum.layout import ADVANCE, GOD_CHANGE, HIDDEN_GOD, PLAY, PROVINCES, REFRESH, ROME, SCORE, SEATS, TAKE
from quorumsim.quorum.scoring import card_gain, token_after

_CARD = (
    "military", "intrigue", "architecture", "commerce", "counted", "banner",
    "plus_military", "plus_intrigue", "plus_architecture", "plus_commerce",
)  # fmt: skip
WEIGHTS = (
    *outlook.WEIGHTS,
    *sets.WEIGHTS,
    *(f"take_{name}" for name in _CARD),
    *(f"play_{name}" for name in _CARD),
    "play_space", "take_space", "god", "god_plus", "god_round", "god_held",
    "refresh", "refresh_round", "god_rounds", "denied", "last_spread", "last_turn_spread",
)  # fmt: skip
"""After those of the tracks and the sets: by what the worth of each part of a card is multiplied, and what is added to
every card of a type, when it is taken and when it is played; points for each space of a banner; a god's worth times
`god`, plus points, plus points for each round to come and for each god held; the worth of a refresh; with how many
rounds to come a god is first looked at; how much of what a card would bring the next rival at once counts when it is
taken away; by how many points a lead after the last turn may be wrong, over a rival that has no turn to come and over one
that has."""
STEPS = (
    0.3, 0.15, 0.2, 0.05, 0.15, 0.15, 0.2, 0.4, 0.15, 0.3, 0.3, 0.3, 0.3, 0.2, 1.5, 0.5, 1.0, 0.7, 2.0,
    *(0.2,) * len(sets.WEIGHTS),
    *(*(0.2,) * 6, *(1.0,) * 4) * 2,
    0.5, 0.5, 0.2, 2.0, 0.4, 1.0, 2.0, 0.3, 0.0, 0.15, 0.5, 1.0,
)  # fmt: skip
"""Steps that are worth trying when the weights are tuned."""
_TAKE = len(outlook.WEIGHTS) + len(sets.WEIGHTS)
_PLAY = _TAKE + len(_CARD)
_PLAY_SPACE, _TAKE_SPACE = _PLAY + len(_CARD), _PLAY + len(_CARD) + 1
_GOD = _TAKE_SPACE + 1
_GOD_PLUS, _GOD_ROUND, _GOD_HELD, _REFRESH, _REFRESH_ROUND, _GOD_ROUNDS = range(_GOD + 1, _GOD + 7)
_DENIED, _LAST_SPREAD, _LAST_TURN_SPREAD = range(_GOD_ROUNDS + 1, _GOD_ROUNDS + 4)
_TOO_EARLY = -1e3  # a god is then taken only where nothing else may be
_LOOK_CLOSELY = 3.0  # rounds to come: so near the end a god is looked at after the card that will be played
_SETS, _COUNTED, _BANNER, _PLUS = 0, 4, 5, 6  # places within a card's weights

# Places in scratch: the worth of a hidden god (and whether it is known), whether gods are noted, the worth of the best
# card in hand; gains by province of an advance, and of each change of a token.
_KNOWN, _WORTH, _GODS_NOTED, _BEST = 2, 3, 4, 7
_ADVANCES = sets.SETS_END
_TOKENS = _ADVANCES + PROVINCES
_CHANGES = 2 * GOD_CHANGE + 1
_SLOTS_NOTED = _TOKENS + _CHANGES * PROVINCES  # whether the worths of Rome's cards are noted; the worths
_SLOTS = _SLOTS_NOTED + 1
_FINALS = _SLOTS + ROME  # room for every seat's total


@jit(forceinline=True)
def card_worth(rules, seen, card, first, in_hand, weights, note):
    """What a card is worth on the final table; `first`: where the weights for taking or playing begin.

    The weights are for a game that goes on: as it ends they lose their say, and what is left is the plain expected gain.
    """
    value = weights.value
    say = note.value[outlook.SAY]
    kind = rules.card_type[card]
    worth = (1.0 + say * (value[first + _SETS + kind] - 1.0)) * sets.set_worth(
        rules, seen, weights, note, card, in_hand
    )
    counted = 0.0
    for province in range(PROVINCES):
        counted += rules.card_counted[card, province] * note.value[outlook.MULTIPLIER + province]
    worth += (1.0 + say * (value[first + _COUNTED] - 1.0)) * counted
    banner, spaces = rules.card_province[card], rules.card_banner[card]
    old, extra = np.int64(seen.position[seen.seat, banner]), rules.card_counted[card, banner]
    advance = outlook.advance_worth(rules, seen, weights, note, banner, old, spaces, in_hand * spaces, extra)
    worth += (1.0 + say * (value[first + _BANNER] - 1.0)) * advance
    return worth + say * (value[first + _PLUS + kind] + value[_PLAY_SPACE if in_hand else _TAKE_SPACE] * spaces)


@jit(forceinline=True)
def take_worth(rules, seen, card, weights, note):
    """What taking a card is worth, with what the next rival cannot have of it, if that one has a turn before the end."""
    worth = card_worth(rules, seen, card, _TAKE, 0.0, weights, note)
    round_ends = seen.seat + 1 == seen.players
    if not round_ends or note.value[outlook.FUTURE] > 0.0:
        rival = SEATS - seen.players if round_ends else 0  # counted from the own seat, empty seats too
        gain = card_gain(rules, seen, outlook.rival_seat(seen, rival), card)
        worth += weights.value[_DENIED] * note.value[outlook.HARMS + rival] * gain
    return worth


@jit
def best_in_hand(rules, seen, weights, note):
    """The place in the own hand of the card that is worth most to play, and that worth; place -1 if there are only gods."""
    best, found = 0.0, -1
    for place in range(seen.hand_count):
        card = seen.hand[place]
        if rules.card_god[card] < 0:
            worth = card_worth(rules, seen, card, _PLAY, 1.0, weights, note)
            if found < 0 or worth > best:
                best, found = worth, place
    return found, best


@jit
def note_all(rules, seen, weights, note):
    """Notes the tracks and the hand, once a decision; in the last rounds also what a hidden god is worth after the
    turn's card."""
    sets.note_hand(rules, seen, note)
    outlook.note_tracks(rules, seen, weights, note)
    if seen.phase == ADVANCE and note.value[outlook.FUTURE] > 0.0:
        note_gods_after_card(rules, seen, weights, note)
    elif (
        (seen.phase == TAKE or seen.phase == REFRESH)
        and note.value[outlook.FUTURE] < _LOOK_CLOSELY
        and seen.gods_in_rome > 0
        and seen.gods_held[seen.seat] < rules.god_limit
    ):
        for slot in range(rules.rome_size):
            if seen.rome[slot] != HIDDEN_GOD:
                note.value[_SLOTS + slot] = take_worth(rules, seen, seen.rome[slot], weights, note)
        note.value[_SLOTS_NOTED] = 1.0
        note_gods_after_card(rules, seen, weights, note)


@jit
def note_gods_after_card(rules, seen, weights, note):
    """Notes what gods are worth once the best card of the hand is played."""
    place, worth = best_in_hand(rules, seen, weights, note)
    note.value[_BEST] = worth
    if place >= 0:
        outlook.note_played(rules, seen, weights, note, seen.hand[place])
    note_gods(rules, seen, weights, note)


@jit
def note_gods(rules, seen, weights, note):
    """Notes what every advance and every change of a token is worth, once a decision."""
    outlook.note_ranks(rules, seen, weights, note)
    for province in range(PROVINCES):
        at = np.int64(seen.position[seen.seat, province]) + np.int64(note.value[outlook.MOVED + province])
        note.value[_ADVANCES + province] = outlook.advance_worth(
            rules, seen, weights, note, province, at, rules.god_advance, 0.0, 0.0
        )
        old = seen.token[province]
        now = outlook.token_worth(rules, note, province, old)
        for change in range(_CHANGES):
            if rules.god_change[change]:
                new = np.uint32(token_after(rules, seen, province, change - GOD_CHANGE))
                worth = 0.0 if new == old else outlook.token_worth(rules, note, province, new) - now
                note.value[_TOKENS + change * PROVINCES + province] = worth
    note.value[_GODS_NOTED] = 1.0


@jit(forceinline=True)
def god_worth(rules, seen, kind, province, note):
    """What taking god `kind` and advancing in `province` is worth, once `note_gods` has noted the parts."""
    left = _TOKENS + (rules.god_left[kind] + GOD_CHANGE) * PROVINCES
    right = _TOKENS + (rules.god_right[kind] + GOD_CHANGE) * PROVINCES
    return (
        note.value[_ADVANCES + province]
        + note.value[np.uint32(left + seen.left_of[province])]
        + note.value[np.uint32(right + seen.right_of[province])]
    )


@jit
def hidden_god(rules, seen, weights, note):
    """Mean over the gods nobody has taken of what their best advance is worth, once a decision."""
    if note.value[_KNOWN] == 0.0:
        if note.value[_GODS_NOTED] == 0.0:
            note.value[_BEST] = best_in_hand(rules, seen, weights, note)[1]
            note_gods(rules, seen, weights, note)
        total, copies, best = 0.0, 0, 0.0
        for kind in range(rules.god_kinds):
            new = kind == 0 or rules.god_left[kind] != rules.god_left[kind - 1]
            if new or rules.god_right[kind] != rules.god_right[kind - 1]:
                best = -1e9
                for province in range(PROVINCES):
                    worth = god_worth(rules, seen, kind, province, note)
                    best = worth if worth > best else best
            total += best * seen.unseen_gods[kind]
            copies += seen.unseen_gods[kind]
        note.value[_WORTH] = god_take(rules, seen, total / copies, weights, note)
        note.value[_KNOWN] = 1.0
    return note.value[_WORTH]


@jit
def god_take(rules, seen, worth, weights, note):
    """A god's worth beside that of cards: it is not played, so the best card of the hand is, and both are had.

    A card that is taken and not played is worth little (four are left over at the end), so nothing is said for those.
    """
    value = weights.value
    held, future = seen.gods_held[seen.seat], note.value[outlook.FUTURE]
    extra = value[_GOD_PLUS] + value[_GOD_ROUND] * future + value[_GOD_HELD] * held
    return value[_GOD] * worth + extra + note.value[_BEST]


@jit
def take(rules, seen, slot, weights, note):
    """What the card in a slot of Rome is worth, or what a hidden god may be expected to be worth."""
    card = seen.rome[slot]
    if card == HIDDEN_GOD and note.value[outlook.FUTURE] > weights.value[_GOD_ROUNDS]:
        return _TOO_EARLY
    if card == HIDDEN_GOD:
        return hidden_god(rules, seen, weights, note)
    if note.value[_SLOTS_NOTED] != 0.0:
        return note.value[_SLOTS + slot]
    return take_worth(rules, seen, card, weights, note)


@jit(SCORE)
def score(rules, seen, action, weights, scratch):
    if scratch.value[outlook.NOTED] == 0.0:
        note_all(rules, seen, weights, scratch)
    if seen.phase == PLAY:
        return card_worth(rules, seen, seen.hand[action], _PLAY, 1.0, weights, scratch)
    if seen.phase == TAKE:
        return take(rules, seen, action, weights, scratch)
    if seen.phase == ADVANCE and scratch.value[outlook.FUTURE] == 0.0:
        return last_turn.advance_chance(
            rules, seen, action, weights.value[_LAST_SPREAD], weights.value[_LAST_TURN_SPREAD],
            weights.value[outlook.TURN_POINTS], scratch, _FINALS,
        )  # fmt: skip
    if seen.phase == ADVANCE:
        return god_worth(rules, seen, seen.god_kind, action, scratch)
    if seen.phase == REFRESH and action == 0:
        return best_take(take, rules, seen, weights, scratch)
    return weights.value[_REFRESH] + weights.value[_REFRESH_ROUND] * scratch.value[outlook.FUTURE]
