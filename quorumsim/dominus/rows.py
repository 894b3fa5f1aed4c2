"""What a game of Dominus leaves: its rows in the tables of a run, as plain integers."""

# mypy: disallow-untyped-defs=False

from __future__ import annotations

import numpy as np

from quorumsim.compiled import jit
from quorumsim.dominus import scoring
from quorumsim.dominus.layout import ACT, PROVINCES, RESERVE, SAME, SEATS, TWO
from quorumsim.dominus.tiles import symbol_of
from quorumsim.engine.counting import SHARES, margin
from quorumsim.engine.records import DONE

GAME_COLUMNS = ("winners", "tokens_left", "symbols", "legions_out", "units_moved")
SEAT_COLUMNS = (
    "bot", "total", "city", "provinces", "deploys", "tokens", "goods", "place", "shares", "margin",
    "first_visits", "legions_deployed", "reserve_left", "out_turn", "general_turn",
    "held", "led", "strongest", "near_rome", "passes", "symbols_same", "symbols_two",
)  # fmt: skip
TURN_COLUMNS = ("tile", "operation_1", "operation_2", "token", "reserve", "refill")

_WINNERS, _TOKENS_LEFT, _SYMBOLS, _LEGIONS_OUT, _UNITS_MOVED = range(5)
(
    _BOT, _TOTAL, _CITY, _PROVINCES, _DEPLOYS, _TOKENS, _GOODS, _PLACE, _SHARES, _MARGIN,
    _FIRST_VISITS, _LEGIONS_DEPLOYED, _RESERVE_LEFT, _OUT_TURN, _GENERAL_TURN,
    _HELD, _LED, _STRONGEST, _NEAR_ROME, _PASSES, _SYMBOLS_SAME, _SYMBOLS_TWO,
) = range(22)  # fmt: skip
_TILE, _OPERATION, _TOKEN, _RESERVE, _REFILL = 0, 1, 3, 4, 5
_LOGGED = 2  # operations of a turn, at most


@jit
def write_game(rules, state, row, games, places):
    """One row of the games table; returns the number of winners."""
    seen = state.seen
    winners, symbols, out, left = 0, np.int64(0), 0, 0
    for seat in range(seen.players):
        winners += places[seat] == 1
        symbols += seen.symbols[seat, TWO] + seen.symbols[seat, SAME]
        out += seen.reserve[seat] == 0
    for province in range(PROVINCES):
        left += seen.has_token[province] != 0
    games[_WINNERS, row] = winners
    games[_TOKENS_LEFT, row] = left
    games[_SYMBOLS, row] = symbols
    games[_LEGIONS_OUT, row] = out
    games[_UNITS_MOVED, row] = seen.units_moved
    return winners


@jit
def write_seats(rules, state, first_row, seats, bots, places, winners):
    """One row a seat of the seats table."""
    seen = state.seen
    for seat in range(seen.players):
        row = first_row + seat
        seats[_BOT, row] = bots[seat]
        seats[_TOTAL, row] = state.total[seat]
        seats[_CITY, row] = state.city[seat]
        seats[_PROVINCES, row] = state.provinces[seat]
        seats[_DEPLOYS, row] = state.deploys[seat]
        seats[_TOKENS, row] = state.tokens[seat]
        seats[_GOODS, row] = state.goods[seat]
        seats[_PLACE, row] = places[seat]
        seats[_SHARES, row] = SHARES // winners if places[seat] == 1 else 0
        seats[_MARGIN, row] = margin(state, seat)
        seats[_FIRST_VISITS, row] = seen.first_visits[seat]
        seats[_LEGIONS_DEPLOYED, row] = seen.legions_deployed[seat]
        seats[_RESERVE_LEFT, row] = seen.reserve[seat]
        seats[_OUT_TURN, row] = seen.out_turn[seat]
        seats[_GENERAL_TURN, row] = seen.general_turn[seat]
        seats[_PASSES, row] = seen.passes[seat]
        seats[_SYMBOLS_SAME, row] = seen.symbols[seat, SAME]
        seats[_SYMBOLS_TWO, row] = seen.symbols[seat, TWO]
        seats[_HELD, row] = seats[_LED, row] = seats[_STRONGEST, row] = seats[_NEAR_ROME, row] = 0
    write_presence(rules, seen, first_row, seats)


@jit
def write_presence(rules, seen, first_row, seats):
    """Where the units stand at the end: provinces held, led alone, the strongest power, power next to Rome."""
    powers = np.empty(SEATS, np.int64)
    for province in range(1, PROVINCES):
        for seat in range(seen.players):
            powers[seat] = scoring.power(rules, seen, seat, province)
        for seat in range(seen.players):
            row = first_row + seat
            best = np.int64(0)
            for other in range(seen.players):
                if other != seat:
                    best = max(best, powers[other])
            seats[_HELD, row] += seen.legions[seat, province] > 0 or seen.general[seat] == province
            seats[_LED, row] += powers[seat] > best
            seats[_STRONGEST, row] = max(np.int64(seats[_STRONGEST, row]), powers[seat])
            seats[_NEAR_ROME, row] += powers[seat] * rules.near_rome[province]


@jit
def open_row(seen, seat, turns, row):
    """A turn's row with the tile just placed, and nothing else yet."""
    turns[_TILE, row] = seen.placed[seat]
    for column in range(_OPERATION, _REFILL + 1):
        turns[column, row] = -1


@jit
def log_action(rules, state, action, turns, row):
    """Writes what the action shows of a turn, before it is carried out. The opening reservations are no turns."""
    seen = state.seen
    if seen.opening:
        return
    if seen.phase == ACT or (seen.phase == RESERVE and symbol_of(seen.placed[seen.seat]) == 0):  # the turn's first decision
        open_row(seen, seen.seat, turns, row)
    if seen.phase == RESERVE:
        turns[_RESERVE, row] = action
    else:
        number = 0 if seen.phase == ACT else seen.operations
        if number < _LOGGED:
            turns[_OPERATION + number, row] = action


@jit
def log_after(rules, state, phase, action, turns, row):
    """Writes the token that was revealed, the tile that filled the gap and turns without a decision; returns the next row."""
    seen = state.seen
    if state.revealed >= 0:
        turns[_TOKEN, row] = state.revealed
    if phase == RESERVE and state.ended:
        turns[_REFILL, row] = seen.ring[action]
    row += state.ended
    first = (np.int64(seen.players) if seen.phase == DONE else np.int64(seen.seat)) - state.skipped
    for number in range(state.skipped):
        open_row(seen, first + number, turns, row + number)
    return row + state.skipped
