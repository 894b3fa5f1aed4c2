"""Whole games between bots: the loop that plays ranges of blocks into plain integer arrays, for every game.

Compiled once for a game, it serves all its rules, bots and numbers of players: rules are a record, bots are function values
in a tuple of fixed length, and which of them sits where is an array.
"""

from __future__ import annotations

from typing import Any

import numba
import numpy as np

from quorumsim.compiled import jit
from quorumsim.engine import counting, moves
from quorumsim.engine.chance import NOISE_DRAW, SEATING, block_stream, choose, nth
from quorumsim.engine.deciding import decide
from quorumsim.engine.records import CHOOSERS, DONE, ROSTER, SEATS, Records, array_of

NO_FAULT, BAD_SCORE = 0, 1
FAULT_FIELDS = 6


@jit
def finish_game(rules, state, bots, game, single, games, seats, places, tally):
    """Adds up a finished game, number `game` of its range, and writes its rows and counts; `single`: its block has no other."""
    players = state.seen.players
    moves.add_up(rules, state)
    for seat in range(players):
        places[seat] = moves.place_of(rules, state, seat)
    winners = moves.write_game(rules, state, game, games, places)
    moves.write_seats(rules, state, game * players, seats, bots, places, winners)
    moves.count_game(rules, state, bots, places, winners, single, tally)


@jit
def play_game(rules, state, scores, choosers, bots, work, workspace, turns, first_turn):
    """Plays the game that `state` has open to its end; returns a fault code.

    `scores`: one scoring function (or playouts' policy) a seat, `bots`: roster index by seat. `turns` has a row a column of
    the turns table; with no columns nothing is logged.
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
            moves.log_action(rules, state, action, turns, row)
        moves.apply_action(rules, state, action)
        if log:
            row = moves.log_after(rules, state, phase, action, turns, row)
    return NO_FAULT


def play_blocks(
    rules_array, state_array, seed, first_block, seatings, rotations, turns_a_game, roster, choosers, work_array,
    workspace_array, games, seats, turns, tally_array, fault,
):
    """Plays `len(seatings)` blocks, each under `rotations` rotations of its seating. `compiled_for` compiles it.

    rules_array, state_array: shape (1,). seatings: (blocks, players), roster index of each seat in the first rotation; in
    rotation r seat s is played by entry (s + r) % players. roster, choosers: functions, filled up to their fixed length;
    work_array: shape (1,), weights, noise and chooser by roster index; workspace_array: shape (1,), the choosers' room.
    Filled: games (columns, games), seats (columns, games * players), turns (columns, games * turns_a_game or 0);
    tally_array, shape (1,), its moments added to; fault: code, block, rotation, seat, round, phase of a bot that failed.
    """
    rules, state, work, workspace, tally = rules_array[0], state_array[0], work_array[0], workspace_array[0], tally_array[0]
    blocks, players = seatings.shape
    places = np.empty(SEATS, np.int64)
    bots = np.empty(SEATS, np.int64)
    for block in range(blocks):
        for rotation in range(rotations):
            for seat in range(SEATS):
                bots[seat] = seatings[block, (seat % players + rotation) % players]
            scores = (roster[bots[0]], roster[bots[1]], roster[bots[2]], roster[bots[3]])
            game = block * rotations + rotation
            moves.new_game(rules, state, seed, np.uint64(first_block + block), players)
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


def compiled_for(records: Records, tally: np.dtype) -> Any:
    """`play_blocks` for a game with these records."""
    integer = numba.types.int64
    return jit(
        numba.types.void(
            array_of(records.rules_type), array_of(records.state_type), numba.types.uint64, integer, integer[:, ::1],
            integer, integer, numba.types.UniTuple(numba.types.FunctionType(records.score), ROSTER),
            numba.types.UniTuple(numba.types.FunctionType(records.choose), CHOOSERS), array_of(records.work_type),
            array_of(records.workspace_type), numba.types.int32[:, ::1], numba.types.int32[:, ::1],
            numba.types.int16[:, ::1], array_of(numba.from_dtype(tally)), integer[::1],
        )
    )(play_blocks)  # fmt: skip


@jit(numba.types.void(numba.types.uint64, numba.types.int64, numba.types.int64, numba.types.int64[:, ::1]))
def draw_seatings(seed, first_block, roster, seatings):
    """Fills `seatings` (blocks, players) with roster indices drawn for each block: stream `seating` of docs/chance.md."""
    for block in range(seatings.shape[0]):
        key = block_stream(seed, np.uint64(first_block + block), SEATING)
        for seat in range(seatings.shape[1]):
            seatings[block, seat] = choose(nth(nth(key, np.uint64(seat)), NOISE_DRAW), roster)
