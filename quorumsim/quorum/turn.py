"""The game, one decision at a time: set-up, the legal actions of a phase, and what an action does.

A turn runs through up to four phases (refresh, take, advance, play), each one decision of one seat. An action is a small
number: refresh 0 keeps Rome and 1 refreshes it; take names a slot of Rome; advance a province; play a place in the hand.
"""

from __future__ import annotations

import numpy as np

from quorumsim.compiled import jit
from quorumsim.engine.chance import DEAL, DECISIONS, REFRESHES, SEARCH, block_stream, nth
from quorumsim.engine.records import DONE
from quorumsim.quorum import scoring
from quorumsim.quorum.layout import (
    ADVANCE,
    HAND,
    HIDDEN_GOD,
    PLAY,
    PROVINCES,
    REFRESH,
    SEATS,
    TAKE,
    UNKNOWN_FRONT,
)
from quorumsim.quorum.shuffling import SHUFFLE_DECK, SHUFFLE_RING, SHUFFLE_ROME, shuffle, shuffle_ring


# --- set-up -------------------------------------------------------------------------------------------------------------
@jit
def clear(state):
    """Sets everything that a game counts up to zero."""
    seen = state.seen
    seen.round_index = 0
    seen.refreshes = 0
    seen.forced_refreshes = 0
    seen.clock = 0
    seen.god_kind = -1
    seen.rome[:] = 0
    seen.hand[:] = 0
    seen.shown[:] = 0
    seen.held[:] = 0
    seen.table[:] = 0
    seen.gods_held[:] = 0
    seen.unseen_gods[:] = 0
    state.total[:] = 0
    state.hands[:] = 0
    seen.position[:] = 0
    seen.standing[:] = 0
    seen.arrival[:] = 0
    seen.ahead[:] = 0
    seen.sharing[:] = 0
    seen.multiplier[:] = 0
    seen.multiplier_bytes[:] = 0
    seen.counted[:] = 0
    seen.type_count[:] = 0
    seen.power_count[:] = 0
    seen.military_count[:] = 0
    seen.building_count[:] = 0
    seen.buildings[:] = 0
    seen.icon_count[:] = 0
    seen.type_points[:] = 0
    seen.stale_tracks = 0
    state.god_moves = 0


@jit
def new_game(rules, state, seed, block, players):
    """Deals the game of (seed, block), both uint64, into `state` and opens the first turn."""
    clear(state)
    seen = state.seen
    seen.players = players
    deal_key = block_stream(seed, block, DEAL)
    state.refresh_key = block_stream(seed, block, REFRESHES)
    state.decision_key = block_stream(seed, block, DECISIONS)
    state.search_key = block_stream(seed, block, SEARCH)
    deal_cards(rules, state, deal_key)
    set_ring(rules, seen, deal_key)
    for province in range(PROVINCES):
        seen.token[province] = rules.token_start[province]
    for kind in range(rules.god_kinds):
        seen.unseen_gods[kind] = rules.god_copies[kind]
    give_spaces(rules, seen)
    seen.stale_tables = (1 << players) - 1
    seen.seat = 0
    open_turn(rules, state)


@jit
def deal_cards(rules, state, deal_key):
    """Rome, the hands, then the gods shuffled into the rest: that is the deck, top first."""
    seen, deck = state.seen, state.deck
    for card in range(rules.rome_cards):
        deck[card] = card
    shuffle(rules, state, nth(deal_key, SHUFFLE_ROME), deck, rules.rome_cards)
    dealt = 0
    for slot in range(rules.rome_size):
        state.rome[slot] = deck[dealt]
        dealt += 1
    for seat in range(seen.players):
        for place in range(rules.hand_size):
            card = deck[dealt]
            dealt += 1
            state.hands[seat, place] = card
            state.opening[seat, place] = card
            seen.held[seat, place] = UNKNOWN_FRONT + rules.card_province[card]
    count = rules.rome_cards - dealt
    for place in range(count):
        deck[place] = deck[dealt + place]
    for card in range(rules.rome_cards, rules.cards):
        deck[count] = card
        count += 1
    shuffle(rules, state, nth(deal_key, SHUFFLE_DECK), deck, count)
    state.deck_first = 0
    seen.deck_count = count
    show_rome(rules, state)


@jit
def set_ring(rules, seen, deal_key):
    """Who lies left and right of whom round Rome."""
    ring = np.empty(PROVINCES, np.int64)
    if rules.ring_random:
        shuffle_ring(nth(deal_key, SHUFFLE_RING), ring)
    else:
        ring[:] = rules.ring
    for place in range(PROVINCES):
        seen.left_of[ring[place]] = ring[(place + PROVINCES - 1) % PROVINCES]
        seen.right_of[ring[place]] = ring[(place + 1) % PROVINCES]
        seen.ring[place] = ring[place]


@jit
def give_spaces(rules, seen):
    """Markers walk the spaces that the rules give by seat, in the order that says who is lower in a stack."""
    for number in range(seen.players):
        seat = seen.players - 1 - number if rules.start_reverse else number
        for province in range(PROVINCES):
            scoring.advance(rules, seen, seat, province, rules.seat_spaces[seen.players, seat, province])


# --- the cards that lie open --------------------------------------------------------------------------------------------
@jit
def show_rome(rules, state):
    """Copies Rome into the view, with gods face down, and the back of the deck's top card."""
    seen = state.seen
    seen.gods_in_rome = 0
    for slot in range(rules.rome_size):
        show_slot(rules, state, slot)
    seen.deck_back = rules.card_province[state.deck[state.deck_first]] if seen.deck_count > 0 else -1


@jit(forceinline=True)
def show_slot(rules, state, slot):
    """Copies one slot of Rome into the view and counts a god."""
    card = state.rome[slot]
    hidden = rules.card_god[card] >= 0
    state.seen.gods_in_rome += hidden
    state.seen.rome[slot] = HIDDEN_GOD if hidden else card


@jit(forceinline=True)
def show(rules, state):
    """Makes the view fit for the seat whose decision it is: its hand in it, and all points up to date."""
    seen = state.seen
    scoring.settle(rules, seen)
    for place in range(HAND + 1):
        seen.hand[place] = state.hands[seen.seat, place]


@jit
def refresh_rome(rules, state, old_first):
    """New cards for Rome, the old ones shuffled into the deck; `old_first`: they are shuffled in before the reveal."""
    seen, deck = state.seen, state.deck
    key = nth(state.refresh_key, np.uint64(seen.refreshes))
    size = rules.rome_size
    count = seen.deck_count
    for place in range(count):
        deck[place] = deck[state.deck_first + place]
    state.deck_first = 0
    for slot in range(size):
        seen.shown[state.rome[slot]] = 1
    if old_first:
        for slot in range(size):
            deck[count + slot] = state.rome[slot]
        shuffle(rules, state, key, deck, count + size)
        for slot in range(size):
            state.rome[slot] = deck[slot]
        state.deck_first = size
    else:
        for slot in range(size):
            card = deck[slot]
            deck[slot] = state.rome[slot]
            state.rome[slot] = card
        shuffle(rules, state, key, deck, count)
    seen.refreshes += 1
    seen.turn_refreshes += 1
    show_rome(rules, state)


# --- a turn -------------------------------------------------------------------------------------------------------------
@jit(forceinline=True)
def may_take_any(rules, seen):
    """Whether Rome holds a card that the seat may take."""
    return seen.gods_in_rome < rules.rome_size or seen.gods_held[seen.seat] < rules.god_limit


@jit(forceinline=True)
def open_turn(rules, state):
    """Starts the turn of `seen.seat`."""
    seen = state.seen
    seen.turn_refreshes = 0
    seen.god_kind = -1
    seen.hand_count = rules.hand_size
    offer_refresh(rules, state)


@jit
def offer_refresh(rules, state):
    """Forces refreshes while no card may be taken, then goes to the refresh decision if there is one, else to the take."""
    seen = state.seen
    while not may_take_any(rules, seen):
        refresh_rome(rules, state, rules.stuck_redeal)
        seen.forced_refreshes += 1
    if seen.gods_in_rome >= rules.refresh_threshold and seen.turn_refreshes < rules.refresh_limit:
        seen.phase = REFRESH
    else:
        seen.phase = TAKE


@jit(forceinline=True)
def legal_actions(rules, state, actions):
    """Fills `actions` (int64) with the legal actions of the current phase, in their fixed order; returns how many."""
    seen = state.seen
    count = 0
    if seen.phase == PLAY:
        for place in range(seen.hand_count):
            actions[count] = place
            count += rules.card_god[state.hands[seen.seat, place]] < 0
    elif seen.phase == TAKE:
        gods_allowed = seen.gods_held[seen.seat] < rules.god_limit
        for slot in range(rules.rome_size):
            actions[count] = slot
            count += gods_allowed or seen.rome[slot] != HIDDEN_GOD
    elif seen.phase == ADVANCE:
        for province in range(PROVINCES):
            actions[province] = province
        count = PROVINCES
    elif seen.phase == REFRESH:
        actions[0], actions[1] = 0, 1
        count = 2
    return count


@jit(forceinline=True)
def decision_index(rules, seen):
    """Which decision of the game this is: (round, seat, phase, repeat) as one number, uint64 (docs/chance.md)."""
    repeat = seen.turn_refreshes if seen.phase == REFRESH else 0
    return np.uint64(((seen.round_index * SEATS + seen.seat) * 4 + seen.phase) * 16 + repeat)


@jit(forceinline=True)
def apply_action(rules, state, action):
    """Carries out one legal action of the seat whose turn it is and goes on to the next decision."""
    seen = state.seen
    if seen.phase == REFRESH:
        if action == 1:
            refresh_rome(rules, state, False)
            offer_refresh(rules, state)
        else:
            seen.phase = TAKE
    elif seen.phase == TAKE:
        take_card(rules, state, action)
    elif seen.phase == ADVANCE:
        take_god(rules, state, action)
        seen.phase = PLAY
    elif seen.phase == PLAY:
        play_card(rules, state, action)


@jit(forceinline=True)
def take_card(rules, state, slot):
    """Takes the card in `slot` into the hand; the top card of the deck fills the gap."""
    seen = state.seen
    seat = seen.seat
    card = state.rome[slot]
    place = seen.hand_count
    state.hands[seat, place] = card
    seen.held[seat, place] = card
    seen.hand_count = place + 1
    state.taken[seat, seen.round_index] = card
    state.rome[slot] = state.deck[state.deck_first]
    state.deck_first += 1
    seen.deck_count -= 1
    seen.deck_back = rules.card_province[state.deck[state.deck_first]] if seen.deck_count > 0 else -1
    kind = rules.card_god[card]
    seen.gods_in_rome -= kind >= 0
    show_slot(rules, state, slot)
    if kind >= 0:
        seen.god_kind = kind
        seen.gods_held[seat] += 1
        seen.unseen_gods[kind] -= 1
        seen.phase = ADVANCE
    else:
        seen.phase = PLAY


@jit(forceinline=True)
def take_god(rules, state, province):
    """The revealed god's effect: advance in `province`, then its left and right neighbours' tokens."""
    seen = state.seen
    seat, kind = seen.seat, seen.god_kind
    left, right = seen.left_of[province], seen.right_of[province]
    scoring.advance(rules, seen, seat, province, rules.god_advance)
    number = state.god_moves
    state.god_move[number, 0] = seat
    state.god_move[number, 1] = kind
    state.god_move[number, 2] = left
    state.god_move[number, 3] = scoring.change_token(rules, seen, left, rules.god_left[kind])
    state.god_move[number, 4] = right
    state.god_move[number, 5] = scoring.change_token(rules, seen, right, rules.god_right[kind])
    state.god_moves += 1


@jit(forceinline=True)
def play_card(rules, state, place):
    """Plays the hand's card at `place` and passes the turn on."""
    seen = state.seen
    seat = seen.seat
    card = state.hands[seat, place]
    seen.table[seat, seen.round_index] = card
    scoring.place_card(rules, seen, seat, card)
    for kept in range(HAND):  # a fixed length, so that nothing has to be guessed
        state.hands[seat, kept] = state.hands[seat, kept + (kept >= place)]
        seen.held[seat, kept] = seen.held[seat, kept + (kept >= place)]
    seen.seat += 1
    if seen.seat == seen.players:
        seen.seat = 0
        seen.round_index += 1
    if seen.round_index == rules.rounds:
        seen.phase = DONE
    else:
        open_turn(rules, state)


