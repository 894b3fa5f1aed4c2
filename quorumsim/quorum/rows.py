"""What a finished game of Quorum leaves: its rows in the tables of a run, as plain integers."""

from __future__ import annotations

from quorumsim.compiled import jit
from quorumsim.engine.counting import SHARES, margin
from quorumsim.quorum import counting
from quorumsim.quorum.layout import ADVANCE, HAND, PLAY, PROVINCES, ROME, TAKE

GAME_COLUMNS = (
    "ring", *(f"token_{index}" for index in range(PROVINCES)),
    "refreshes", "forced_refreshes", "gods_taken", "winners", "tokens_decided",
)  # fmt: skip
SEAT_COLUMNS = (
    "bot", "total", *(f"province_{index}" for index in range(PROVINCES)), *(f"type_{index}" for index in range(4)),
    "start_points", "influence", "place", "shares", "margin", "gods", *(f"hand_{index}" for index in range(HAND)),
)  # fmt: skip
TURN_COLUMNS = (
    *(f"rome_{index}" for index in range(ROME)), "refreshes", "take", "refill", "advance", "play",
)  # fmt: skip

_BOT, _TOTAL, _PROVINCE, _TYPE = 0, 1, 2, 2 + PROVINCES
_START = _TYPE + 4
_HAND = _START + 6


@jit
def ring_code(seen):
    """The ring as one number 0..719: its place among the permutations of six in lexicographic order."""
    code = 0
    for place in range(PROVINCES):
        smaller = 0
        for later in range(place + 1, PROVINCES):
            smaller += seen.ring[later] < seen.ring[place]
        code = code * (PROVINCES - place) + smaller
    return code


@jit
def write_game(rules, state, row, games, places):
    """One row of the games table."""
    seen = state.seen
    games[0, row] = ring_code(seen)
    for province in range(PROVINCES):
        games[1 + province, row] = seen.token[province]
    games[1 + PROVINCES, row] = seen.refreshes
    games[2 + PROVINCES, row] = seen.forced_refreshes
    gods, winners = 0, 0
    for seat in range(seen.players):
        gods += seen.gods_held[seat]
        winners += places[seat] == 1
    games[3 + PROVINCES, row] = gods
    games[4 + PROVINCES, row] = winners
    games[5 + PROVINCES, row] = counting.tokens_decided(rules, state, places)
    return winners


@jit
def write_seats(rules, state, first_row, seats, bots, places, winners):
    """One row a seat of the seats table."""
    seen = state.seen
    for seat in range(seen.players):
        row = first_row + seat
        seats[_BOT, row] = bots[seat]
        seats[_TOTAL, row] = state.total[seat]
        influence = 0
        for province in range(PROVINCES):
            seats[_PROVINCE + province, row] = seen.multiplier[seat, province] * seen.counted[seat, province]
            influence += seen.position[seat, province]
        for kind in range(4):
            seats[_TYPE + kind, row] = seen.type_points[seat, kind]
        seats[_START, row] = rules.seat_points[seen.players, seat]
        seats[_START + 1, row] = influence
        seats[_START + 2, row] = places[seat]
        seats[_START + 3, row] = SHARES // winners if places[seat] == 1 else 0
        seats[_START + 4, row] = margin(state, seat)
        seats[_START + 5, row] = seen.gods_held[seat]
        for place in range(rules.hand_size):
            seats[_HAND + place, row] = state.opening[seat, place]


@jit
def log_action(rules, state, action, turns, row):
    """Writes what the action shows of a turn: Rome as it lay before the take, what was taken, advanced in and played."""
    seen = state.seen
    if seen.phase == TAKE:
        for slot in range(rules.rome_size):
            turns[slot, row] = state.rome[slot]
        turns[ROME, row] = seen.turn_refreshes
        turns[ROME + 1, row] = state.rome[action]
        turns[ROME + 3, row] = -1
    elif seen.phase == ADVANCE:
        turns[ROME + 3, row] = action
    elif seen.phase == PLAY:
        turns[ROME + 4, row] = state.hands[seen.seat, action]


@jit
def log_after(rules, state, phase, action, turns, row):
    """Writes the card that filled the gap in Rome; returns the row of the next action: a play is a turn's last."""
    if phase == TAKE:
        turns[ROME + 2, row] = state.rome[action]
    return row + (phase == PLAY)
