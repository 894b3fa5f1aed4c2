"""Whole games between bots: the loop that plays ranges of blocks into plain integer arrays.

One compiled function serves every rule set, every bot and every number of players: rules are a record, bots are function
values in a tuple of fixed length, and which of them sits where is an array.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numba
import numpy as np

from quorumsim.compiled import jit
from quorumsim.quorum import counting, scoring, turn
from quorumsim.quorum.chance import SEATING, block_stream, choose, nth, uniform
from quorumsim.quorum.layout import (
    ADVANCE,
    CHOOSE,
    CHOOSERS,
    DONE,
    HAND,
    PLAY,
    PROVINCES,
    ROME,
    ROSTER,
    RULES_TYPE,
    SCORE,
    SCRATCH_COUNT,
    SEATS,
    STATE_TYPE,
    TAKE,
    WORK_TYPE,
    WORKSPACE_TYPE,
    choosers,
)

NOISE_DRAW, CHOICE_DRAW = np.uint64(0), np.uint64(1)

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
NO_FAULT, BAD_SCORE = 0, 1
FAULT_FIELDS = 6


@jit(forceinline=True)
def unasked(state, actions, count, noise):
    """The action that is taken without asking the bot: the only one, or by its noise any of them; -1: it is to decide."""
    if count == 1:
        return actions[0]
    key = nth(state.decision_key, turn.decision_index(state.seen))
    if noise > 0.0 and (noise >= 1.0 or uniform(nth(key, NOISE_DRAW)) < noise):
        return actions[choose(nth(key, CHOICE_DRAW), count)]
    return np.int64(-1)


@jit(forceinline=True)
def decide_by_score(rules, state, score, bot, work):
    """The action that bot number `bot` of `work`, which scores, takes now, or -1 if it gave a score that is not a number.

    Draws: docs/chance.md.
    """
    seen, actions, ties = state.seen, work.actions, work.ties
    count = turn.legal_actions(rules, state, actions)
    action = unasked(state, actions, count, work.noise[bot])
    if action >= 0:
        return action
    turn.show(rules, state)
    weights, scratch = work.weights[bot], work.scratch
    for index in range(SCRATCH_COUNT):
        scratch.value[index] = 0.0
    best, tied = -np.inf, 0
    for index in range(count):
        worth = score(rules, seen, actions[index], weights, scratch)
        if worth > best:
            best = worth
            ties[0] = actions[index]
            tied = 1
        elif worth == best:
            ties[tied] = actions[index]
            tied += 1
        elif worth != worth:
            return np.int64(-1)
    if tied == 1:
        return ties[0]
    key = nth(state.decision_key, turn.decision_index(seen))
    return ties[choose(nth(key, CHOICE_DRAW), tied)]


@jit
def ask(rules, seen, score, bot, work, actions, count, scores):
    """Fills `scores` (float64) with what bot number `bot` of `work`, which scores, thinks of the first `count` of `actions` in
    one decision on the shown view `seen`."""
    for index in range(SCRATCH_COUNT):
        work.scratch.value[index] = 0.0
    for index in range(count):
        scores[index] = score(rules, seen, actions[index], work.weights[bot], work.scratch)


@jit
def decide_by_choosing(rules, state, policy, choosers, bot, work, workspace):
    """The action that bot number `bot`, which has a choosing function, takes now; -1 as above."""
    seen = state.seen
    count = turn.legal_actions(rules, state, workspace.actions)
    action = unasked(state, workspace.actions, count, work.noise[bot])
    if action >= 0:
        return action
    turn.show(rules, state)
    workspace.bot = bot
    stream = nth(state.search_key, turn.decision_index(seen))
    if work.chooser[bot] == 1:
        place = choosers[0](rules, seen, count, work.weights[bot], policy, stream, workspace)
    else:
        place = choosers[1](rules, seen, count, work.weights[bot], policy, stream, workspace)
    return workspace.actions[place] if place >= 0 else np.int64(-1)


@jit(forceinline=True)
def decide(rules, state, score, choosers, bot, work, workspace):
    """The action that bot number `bot` takes now; `score`: its scoring function, or the policy of its playouts."""
    if work.chooser[bot] == 0:
        return decide_by_score(rules, state, score, bot, work)
    return decide_by_choosing(rules, state, score, choosers, bot, work, workspace)


@jit(CHOOSE)
def no_choice(rules, seen, count, weights, policy, stream, workspace):
    """Stands where a run has fewer choosing functions than there is room for; never called."""
    return np.int64(-1)


def choosing(bots: Sequence[Any]) -> tuple[Any, ...]:
    """The choosing functions of these bots, filled up to the fixed length."""
    found = choosers(bots)
    return (*found, *(no_choice for _ in range(CHOOSERS - len(found))))


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
        seats[_START + 3, row] = counting.SHARES // winners if places[seat] == 1 else 0
        seats[_START + 4, row] = counting.margin(state, seat)
        seats[_START + 5, row] = seen.gods_held[seat]
        for place in range(rules.hand_size):
            seats[_HAND + place, row] = state.opening[seat, place]


@jit
def finish_game(rules, state, bots, game, single, games, seats, places, tally):
    """Adds up a finished game, number `game` of its range, and writes its rows and counts; `single`: its block has no other."""
    players = state.seen.players
    scoring.add_up(rules, state)
    for seat in range(players):
        places[seat] = scoring.place_of(rules, state.seen, state.total, seat)
    winners = write_game(rules, state, game, games, places)
    write_seats(rules, state, game * players, seats, bots, places, winners)
    counting.add_game(rules, state, bots, places, winners, single, tally)


@jit
def play_game(rules, state, scores, choosers, bots, work, workspace, turns, first_turn):
    """Plays the game that `state` has open to its end; returns a fault code.

    `scores`: one scoring function (or playouts' policy) a seat, `bots`: roster index by seat. `turns` has shape
    (len(TURN_COLUMNS), rows); with no rows nothing is logged.
    """
    seen = state.seen
    log = turns.shape[1] > 0
    row = first_turn
    while seen.phase != DONE:
        seat = seen.seat
        phase = seen.phase
        if seat == 0:  # a tuple of functions indexed by a variable is copied at every decision
            score = scores[0]
        elif seat == 1:
            score = scores[1]
        elif seat == 2:
            score = scores[2]
        else:
            score = scores[3]
        action = decide(rules, state, score, choosers, bots[seat], work, workspace)
        if action < 0:
            return BAD_SCORE
        if log:
            log_action(rules, state, action, turns, row)
            row += phase == PLAY
        turn.apply_action(rules, state, action)
        if log and phase == TAKE:
            turns[ROME + 2, row] = state.rome[action]
    return NO_FAULT


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


@jit(
    numba.types.void(
        numba.types.Array(RULES_TYPE, 1, "C"),
        numba.types.Array(STATE_TYPE, 1, "C"),
        numba.types.uint64,
        numba.types.int64,
        numba.types.int64[:, ::1],
        numba.types.int64,
        numba.types.UniTuple(numba.types.FunctionType(SCORE), ROSTER),
        numba.types.UniTuple(numba.types.FunctionType(CHOOSE), CHOOSERS),
        numba.types.Array(WORK_TYPE, 1, "C"),
        numba.types.Array(WORKSPACE_TYPE, 1, "C"),
        numba.types.int32[:, ::1],
        numba.types.int16[:, ::1],
        numba.types.int16[:, ::1],
        numba.types.Array(counting.TALLY_TYPE, 1, "C"),
        numba.types.int64[::1],
    )
)
def play_blocks(
    rules_array, state_array, seed, first_block, seatings, rotations, roster, choosers, work_array, workspace_array, games,
    seats, turns, tally_array, fault,
):
    """Plays `len(seatings)` blocks, each under `rotations` rotations of its seating.

    rules_array, state_array: shape (1,). seatings: (blocks, players), roster index of each seat in the first rotation; in
    rotation r seat s is played by entry (s + r) % players. roster, choosers: functions, filled up to their fixed length;
    work_array: shape (1,), weights, noise and chooser by roster index; workspace_array: shape (1,), the choosers' room.
    Filled: games (len(GAME_COLUMNS), games), seats (len(SEAT_COLUMNS), games * players), turns (len(TURN_COLUMNS), turns or
    0);
    tally_array, shape (1,), its moments added to; fault: code, block, rotation, seat, round, phase of a bot that failed.
    """
    rules, state, work, workspace, tally = rules_array[0], state_array[0], work_array[0], workspace_array[0], tally_array[0]
    blocks, players = seatings.shape
    places = np.empty(SEATS, np.int64)
    bots = np.empty(SEATS, np.int64)
    turns_a_game = rules.rounds * players
    for block in range(blocks):
        for rotation in range(rotations):
            for seat in range(SEATS):
                bots[seat] = seatings[block, (seat % players + rotation) % players]
            scores = (roster[bots[0]], roster[bots[1]], roster[bots[2]], roster[bots[3]])
            game = block * rotations + rotation
            turn.new_game(rules, state, seed, np.uint64(first_block + block), players)
            code = play_game(
                rules, state, scores, choosers, bots, work, workspace, turns, game * turns_a_game
            )
            if code != NO_FAULT:
                seen = state.seen
                fault[0], fault[1], fault[2] = code, first_block + block, rotation
                fault[3], fault[4], fault[5] = seen.seat, seen.round_index, seen.phase
                return
            finish_game(rules, state, bots, game, rotations == 1, games, seats, places, tally)
        counting.fold_block(tally)
    counting.fold_once(tally)




@jit(numba.types.void(numba.types.uint64, numba.types.int64, numba.types.int64, numba.types.int64[:, ::1]))
def draw_seatings(seed, first_block, roster, seatings):
    """Fills `seatings` (blocks, players) with roster indices drawn for each block: stream `seating` of docs/chance.md."""
    for block in range(seatings.shape[0]):
        key = block_stream(seed, np.uint64(first_block + block), SEATING)
        for seat in range(seatings.shape[1]):
            seatings[block, seat] = choose(nth(nth(key, np.uint64(seat)), NOISE_DRAW), roster)
