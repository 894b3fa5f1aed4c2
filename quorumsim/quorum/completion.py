"""A whole state that agrees with a view: what is hidden is dealt anew, as likely as any other deal that fits what was seen.

Hidden are the fronts of the cards that were dealt to the rivals and never shown, the faces of the gods in Rome, and the
order of the deck. Known of them: the back of every dealt card (so its province), that a card which lay in Rome since
and was shuffled back was dealt to nobody, which gods were taken, and the back of the deck's top card.
"""

from __future__ import annotations

import numpy as np

from quorumsim.compiled import jit
from quorumsim.engine.chance import choose, nth
from quorumsim.quorum.layout import GOD_BACK, HIDDEN_GOD, UNKNOWN_FRONT

FRONTS, GODS, TOP, ORDER, REFRESHES, DECISIONS = (np.uint64(stream) for stream in range(6))
"""Streams of a completion's key."""


@jit(forceinline=True)
def note_pool(rules, seen, pool):
    """Marks in `pool` (uint8, by card) every card whose place is hidden."""
    for card in range(rules.cards):
        pool[card] = 1
    for seat in range(seen.players):
        for place in range(seen.hand_count if seat == seen.seat else rules.hand_size):
            card = seen.hand[place] if seat == seen.seat else seen.held[seat, place]
            if card < UNKNOWN_FRONT:
                pool[card] = 0
        for number in range(seen.round_index + (seat < seen.seat)):
            pool[seen.table[seat, number]] = 0
    for slot in range(rules.rome_size):
        if seen.rome[slot] != HIDDEN_GOD:
            pool[seen.rome[slot]] = 0


@jit(forceinline=True)
def fits(rules, seen, pool, card, back, dealt):
    """Whether a card is still to be placed and has this back; `dealt`: and may have been dealt to a seat."""
    return pool[card] == 1 and rules.card_province[card] == back and not (dealt and seen.shown[card] == 1)


@jit
def draw_card(rules, seen, pool, back, dealt, draw):
    """Takes one of the cards that fit out of the pool, each as likely; `draw` is a random number (uint64)."""
    count = 0
    for card in range(rules.cards):
        count += fits(rules, seen, pool, card, back, dealt)
    place = choose(draw, count)
    for card in range(rules.cards):
        if fits(rules, seen, pool, card, back, dealt):
            if place == 0:
                pool[card] = 0
                return card
            place -= 1
    return -1  # a view that no deal fits: there is none in a game


@jit
def complete(rules, seen, key, state, pool):
    """Fills `state` with a completion of the view `seen` of the seat to move, by the random key `key` (uint64)."""
    state.seen = seen
    now = state.seen
    note_pool(rules, now, pool)
    state.refresh_key, state.decision_key = nth(key, REFRESHES), nth(key, DECISIONS)
    drawn = np.uint64(0)
    for seat in range(now.players):
        for place in range(now.hand_count if seat == now.seat else rules.hand_size):
            card = now.hand[place] if seat == now.seat else now.held[seat, place]
            if card >= UNKNOWN_FRONT:
                back = np.uint8(card - UNKNOWN_FRONT)
                card = np.uint8(draw_card(rules, now, pool, back, True, nth(nth(key, FRONTS), drawn)))
                drawn += np.uint64(1)
            state.hands[seat, place] = card
    for slot in range(rules.rome_size):
        card = now.rome[slot]
        if card == HIDDEN_GOD:
            card = np.uint8(draw_card(rules, now, pool, np.uint8(GOD_BACK), False, nth(nth(key, GODS), np.uint64(slot))))
        state.rome[slot] = card
    lay_deck(rules, now, key, state, pool)
    state.god_moves = 0
    for seat in range(now.players):
        state.god_moves += now.gods_held[seat]


@jit(forceinline=True)
def lay_deck(rules, seen, key, state, pool):
    """The deck: a card with the back that lies open on top, all others shuffled below (Fisher and Yates)."""
    state.deck_first = 0
    first = 0
    if seen.deck_back >= 0:
        state.deck[0] = draw_card(rules, seen, pool, np.uint8(seen.deck_back), False, nth(key, TOP))
        first = 1
    count = first
    for card in range(rules.cards):
        state.deck[count] = card
        count += pool[card] == 1
    order = nth(key, ORDER)
    for place in range(first, count - 1):
        other = place + choose(nth(order, np.uint64(place)), count - place)
        card = state.deck[place]
        state.deck[place] = state.deck[other]
        state.deck[other] = card
    seen.deck_count = count
