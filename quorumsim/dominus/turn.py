"""The game, one decision at a time: set-up, the legal actions of a phase, and what an action does.

The game opens with a reservation of each seat. A turn places the tile reserved before, runs through the Dominus action if the
tile has a symbol (phase ACT, then AGAIN while legion operations are left) and ends with a reservation (RESERVE), but for the
last turn. An action is a small number: see `layout`; a reservation is a position of the ring.
"""

# mypy: disallow-untyped-defs=False

from __future__ import annotations

import numpy as np

from quorumsim.compiled import jit
from quorumsim.dominus.layout import (
    ACT,
    AGAIN,
    DEPLOY_GENERAL,
    DEPLOY_LEGION,
    GOODS,
    IN_RESERVE,
    MOVE_GENERAL,
    MOVE_LEGION,
    NO_TILE,
    NO_TOKEN,
    PASS,
    POINTS,
    RESERVE,
    ROMA,
    SAME,
    SEATS,
    TOKEN_KINDS,
    TOKENS,
)
from quorumsim.dominus.tiles import colour_of, icon_of, symbol_of, tile_number
from quorumsim.engine.chance import DEAL, DECISIONS, SEARCH, block_stream, nth
from quorumsim.engine.records import DONE

_SHUFFLE_TOKENS, _SHUFFLE_SCORES, _CITY_TILES = (np.uint64(stream) for stream in range(3))
"""Streams of the deal's key."""
_ONE = np.uint64(1)


# --- set-up -------------------------------------------------------------------------------------------------------------
@jit
def clear(state):
    """Sets everything that a game counts up to where it begins."""
    seen = state.seen
    seen.round_index = 0
    seen.operations = 0
    seen.deployed = 0
    seen.tiles_shown = 0
    seen.units_moved = 0
    seen.ring[:] = NO_TILE
    seen.marker[:] = 0
    seen.reserved[:] = NO_TILE
    seen.placed[:] = NO_TILE
    seen.colour_count[:] = 0
    seen.icon_count[:] = 0
    seen.reserve[:] = 0
    seen.legions[:] = 0
    seen.general[:] = IN_RESERVE
    seen.standing_in[:] = 0
    seen.score_kind[:] = 0
    seen.has_token[:] = 0
    seen.unseen[:] = 0
    seen.goods[:] = 0
    seen.token_points[:] = 0
    seen.first_visits[:] = 0
    seen.legions_deployed[:] = 0
    seen.out_turn[:] = 0
    seen.general_turn[:] = 0
    seen.passes[:] = 0
    seen.symbols[:] = 0
    state.token[:] = NO_TOKEN
    state.total[:] = 0


@jit
def shuffle(key, count, order):
    """Fills `order` (int64) with 0..count-1 by their draws of `key` (uint64), ascending; equal draws keep their order."""
    draws = np.empty(TOKENS, np.uint64)
    for number in range(count):
        draw = nth(key, np.uint64(number))
        place = number
        while place > 0 and draws[place - 1] > draw:
            draws[place] = draws[place - 1]
            order[place] = order[place - 1]
            place -= 1
        draws[place] = draw
        order[place] = number


@jit
def new_game(rules, state, seed, block, players):
    """Deals the game of (seed, block), both uint64, into `state` and opens the first reservation."""
    clear(state)
    seen = state.seen
    seen.players = players
    deal_key = block_stream(seed, block, DEAL)
    state.decision_key = block_stream(seed, block, DECISIONS)
    state.search_key = block_stream(seed, block, SEARCH)
    state.tile_key = nth(deal_key, _CITY_TILES)
    order = np.empty(TOKENS, np.int64)
    shuffle(nth(deal_key, _SHUFFLE_TOKENS), TOKEN_KINDS * rules.token_copies, order)
    for place in range(TOKEN_KINDS * rules.token_copies):
        kind = order[place] // rules.token_copies
        state.token[place + 1] = kind
        seen.has_token[place + 1] = 1
        seen.unseen[kind] += 1
    shuffle(nth(deal_key, _SHUFFLE_SCORES), TOKENS, order)
    for place in range(TOKENS):
        seen.score_kind[place + 1] = rules.score_tile[order[place]]
    for seat in range(players):
        seen.legions[seat, ROMA] = rules.legions_in_rome
        seen.standing_in[seat] = rules.legions_in_rome > 0
        seen.reserve[seat] = rules.legions - rules.legions_in_rome
    for position in range(rules.ring_size[players]):
        refill(rules, state, position)
    seen.opening = 1
    seen.seat = 1
    seen.phase = RESERVE
    note_action(state)


# --- a turn -------------------------------------------------------------------------------------------------------------
@jit(forceinline=True)
def note_action(state):
    """Forgets what the last action did."""
    state.revealed = -1
    state.ended = 0
    state.skipped = 0


@jit(forceinline=True)
def show(rules, state):
    """Makes the view fit for the seat whose decision it is: it always is."""


@jit(forceinline=True)
def open_turn(rules, state):
    """Places the reserved tile of `seen.seat` and goes to its first decision; a last turn that has none passes at once."""
    seen = state.seen
    while seen.round_index < rules.turns:
        if place_tile(seen) > 0:
            seen.operations = 0
            seen.deployed = 0
            seen.phase = ACT
            return
        if seen.round_index + 1 < rules.turns:
            seen.phase = RESERVE
            return
        state.skipped += 1
        next_seat(seen)
    seen.phase = DONE


@jit(forceinline=True)
def place_tile(seen):
    """Puts the reserved tile of `seen.seat` into its city; returns the tile's symbol."""
    seat = seen.seat
    tile = seen.reserved[seat]
    seen.reserved[seat] = NO_TILE
    seen.placed[seat] = tile
    seen.colour_count[seat, colour_of(tile)] += 1
    seen.icon_count[seat, icon_of(tile)] += 1
    symbol = symbol_of(tile)
    seen.symbols[seat, symbol] += 1
    return symbol


@jit(forceinline=True)
def next_seat(seen):
    """The turn passes on."""
    seen.seat += 1
    if seen.seat == seen.players:
        seen.seat = 0
        seen.round_index += 1


@jit(forceinline=True)
def end_action(rules, state):
    """After the Dominus action: the reservation, or in the last turn the next seat."""
    seen = state.seen
    if seen.round_index + 1 < rules.turns:
        seen.phase = RESERVE
    else:
        state.ended = 1
        next_seat(seen)
        open_turn(rules, state)


@jit(forceinline=True)
def legal_actions(rules, state, actions):
    """Fills `actions` (int64) with the legal actions of the current phase, in their fixed order; returns how many."""
    seen = state.seen
    if seen.phase == RESERVE:
        return legal_reservations(rules, seen, actions)
    return legal_operations(rules, seen, actions)


@jit(forceinline=True)
def legal_reservations(rules, seen, actions):
    """Any position in the opening, else the next few after the own marker."""
    size = rules.ring_size[seen.players]
    if seen.opening:
        for position in range(size):
            actions[position] = position
        return size
    marker = np.int64(seen.marker[seen.seat])
    for step in range(rules.reserve_steps):
        further = marker + step + 1
        actions[step] = further if further < size else further - size
    return rules.reserve_steps


@jit(forceinline=True)
def legal_operations(rules, seen, actions):
    """Pass, deploy and move; only the first operation of an action may be the general's."""
    seat = seen.seat
    symbol = symbol_of(seen.placed[seat])
    first = seen.phase == ACT
    actions[0] = PASS
    count = 1
    if rules.operations[symbol] > seen.operations:
        actions[count] = DEPLOY_LEGION
        count += seen.reserve[seat] > 0
    if first and symbol == SAME and seen.general[seat] == IN_RESERVE:
        actions[count] = DEPLOY_GENERAL
        count += 1
    if rules.operations[symbol] > seen.operations:
        for link in range(rules.links):
            actions[count] = MOVE_LEGION + link
            count += (seen.standing_in[seat] >> np.uint64(rules.link_from[link])) & _ONE != 0
    if first and rules.general_moves[symbol] and seen.general[seat] != IN_RESERVE:
        leaving = rules.leaving[seen.general[seat]]
        for link in range(rules.links):
            actions[count] = MOVE_GENERAL + link
            count += (leaving >> np.uint64(link)) & _ONE != 0
    return count


@jit(forceinline=True)
def decision_index(rules, seen):
    """Which decision of the game this is: (round, seat, phase, repeat) as one number, uint64 (docs/dominus.md)."""
    repeat = seen.operations if seen.phase == AGAIN else seen.opening
    return np.uint64(((seen.round_index * SEATS + seen.seat) * 4 + seen.phase) * 16 + repeat)


@jit(forceinline=True)
def apply_action(rules, state, action):
    """Carries out one legal action of the seat whose decision it is and goes on to the next decision."""
    note_action(state)
    seen = state.seen
    if seen.phase == RESERVE:
        reserve_tile(rules, state, action)
    elif action == PASS:
        seen.passes[seen.seat] += seen.phase == ACT
        end_action(rules, state)
    else:
        operate(rules, state, action)


# --- reservations -------------------------------------------------------------------------------------------------------
@jit(forceinline=True)
def refill(rules, state, position):
    """Lays the next tile of the stream."""
    seen = state.seen
    seen.ring[position] = tile_number(rules, state.tile_key, seen.tiles_shown)
    seen.tiles_shown += 1


@jit(forceinline=True)
def reserve_tile(rules, state, position):
    """Takes the tile at a position; the next seat goes on, in the opening round once round the table to seat 0."""
    seen = state.seen
    seen.reserved[seen.seat] = seen.ring[position]
    seen.marker[seen.seat] = position
    refill(rules, state, position)
    if not seen.opening:
        state.ended = 1
        next_seat(seen)
        open_turn(rules, state)
    elif seen.seat == 0:
        seen.opening = 0
        open_turn(rules, state)
    else:
        seen.seat = seen.seat + 1 if seen.seat + 1 < seen.players else 0


# --- operations ---------------------------------------------------------------------------------------------------------
@jit(forceinline=True)
def operate(rules, state, action):
    """One operation of a Dominus action. The general's is the whole action."""
    seen = state.seen
    seat = seen.seat
    if action == DEPLOY_LEGION:
        deploy_legion(rules, seen, seat)
    elif action == DEPLOY_GENERAL:
        seen.general[seat] = ROMA
        seen.general_turn[seat] = seen.round_index + 1
        pay_deploy(rules, seen, seat)
    elif action < MOVE_GENERAL:
        link = action - MOVE_LEGION
        move_legion(seen, seat, rules.link_from[link], rules.link_to[link])
        enter(rules, state, seat, rules.link_to[link])
    else:
        link = action - MOVE_GENERAL
        seen.general[seat] = rules.link_to[link]
        enter(rules, state, seat, rules.link_to[link])
    if action != DEPLOY_GENERAL and action < MOVE_GENERAL:
        seen.operations += 1
        if seen.operations < rules.operations[symbol_of(seen.placed[seat])]:
            seen.phase = AGAIN
            return
    end_action(rules, state)


@jit(forceinline=True)
def deploy_legion(rules, seen, seat):
    """A legion goes from the reserve into Rome."""
    seen.reserve[seat] -= 1
    seen.legions[seat, ROMA] += 1
    seen.standing_in[seat] |= _ONE << np.uint64(ROMA)
    seen.legions_deployed[seat] += 1
    if seen.reserve[seat] == 0:
        seen.out_turn[seat] = seen.round_index + 1
    pay_deploy(rules, seen, seat)


@jit(forceinline=True)
def pay_deploy(rules, seen, seat):
    """The bonus of an action that deploys, at its first deploy."""
    if not seen.deployed:
        seen.deployed = 1
        for good in range(GOODS):
            seen.goods[seat, good] += rules.deploy_bonus[good]


@jit(forceinline=True)
def move_legion(seen, seat, start, end):
    """A legion leaves one province and stands in another."""
    seen.legions[seat, start] -= 1
    seen.legions[seat, end] += 1
    if seen.legions[seat, start] == 0:
        seen.standing_in[seat] &= ~(_ONE << np.uint64(start))
    seen.standing_in[seat] |= _ONE << np.uint64(end)


@jit(forceinline=True)
def enter(rules, state, seat, province):
    """A unit of `seat` has moved into a province: a token that lies there is revealed, paid and gone."""
    seen = state.seen
    seen.units_moved += 1
    if seen.has_token[province]:
        kind = state.token[province]
        state.token[province] = NO_TOKEN
        state.revealed = kind
        seen.has_token[province] = 0
        seen.unseen[kind] -= 1
        seen.first_visits[seat] += 1
        seen.token_points[seat] += rules.token_bonus[kind, POINTS]
        for good in range(GOODS):
            seen.goods[seat, good] += rules.token_bonus[kind, good]
