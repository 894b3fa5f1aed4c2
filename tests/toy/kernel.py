"""The kernel of Coins: three records, the moves, and the loop over blocks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from quorumsim import compiled
from quorumsim.engine import moves, playing
from quorumsim.engine.chance import DEAL, DECISIONS, SEARCH, block_stream, choose, nth
from quorumsim.engine.counting import SHARES, add, margin, tally_record
from quorumsim.engine.ranges import (
    Loop,
    Span,
    count_columns,
    game_columns,
    play_range,
    result_columns,
    seat_columns,
    turn_columns,
)
from quorumsim.engine.records import DONE, ROSTER, SEATS, Records, record_type
from tests.toy.rules import COINS, MOST_ROUNDS, Rules

CHOOSING = 0
PHASES = ("coin", "", "", "", "done")
RULES = record_type([("rounds", "i8"), ("kinds", "i8"), ("coin", "i8", (9,))])
VIEW = record_type(
    [("players", "i8"), ("seat", "i8"), ("phase", "i8"), ("round_index", "i8"), ("points", "i8", (SEATS,))]
)
STATE = record_type(
    [("seen", VIEW), ("total", "i8", (SEATS,)), ("coins", "i8", (COINS,)), ("coins_left", "i8", (SEATS,)),
     ("decision_key", "u8"), ("search_key", "u8")]
)  # fmt: skip
RECORDS = Records(RULES, VIEW, STATE, 2, 1)
_SIZES = {"all": 1, "seat": SEATS, "bot": ROSTER}
_STARTS = {"all": 0, "seat": 1, "bot": 1 + SEATS}
TALLY = tally_record(sum(_SIZES.values()))


def jit(function: Any) -> Any:
    """Machine code of tests is not kept."""
    return compiled.jit(cache=False)(function)


@jit
def new_game(rules, state, seed, block, players):
    seen = state.seen
    seen.players, seen.seat, seen.phase, seen.round_index = players, 0, CHOOSING, 0
    key = block_stream(seed, block, DEAL)
    state.decision_key, state.search_key = block_stream(seed, block, DECISIONS), block_stream(seed, block, SEARCH)
    lay(rules, state, key, 0)
    for seat in range(SEATS):
        seen.points[seat] = state.total[seat] = state.coins_left[seat] = 0


@jit
def lay(rules, state, key, first):
    for place in range(first, COINS):
        state.coins[place] = rules.coin[choose(nth(key, np.uint64(place)), rules.kinds)]


@jit
def legal_actions(rules, state, actions):
    actions[0], actions[1] = 0, 1
    return 2


@jit
def show(rules, state):
    pass


@jit
def decision_index(rules, seen):
    return np.uint64(seen.round_index * SEATS + seen.seat)


@jit
def apply_action(rules, state, action):
    seen = state.seen
    seat = seen.seat
    if action == 1:
        seen.points[seat] += state.coins[seen.round_index * SEATS + seat]
    else:
        state.coins_left[seat] += 1
    seen.seat += 1
    if seen.seat == seen.players:
        seen.seat = 0
        seen.round_index += 1
    if seen.round_index == rules.rounds:
        seen.phase = DONE


@jit
def complete(rules, seen, key, state, pool):
    state.seen = seen
    state.decision_key = nth(key, np.uint64(COINS))
    lay(rules, state, key, 0)


@jit
def code_of(rules, state, action):
    return np.int64(action)


@jit
def add_up(rules, state):
    for seat in range(SEATS):
        state.total[seat] = state.seen.points[seat]


@jit
def place_of(rules, state, seat):
    place = 1
    for other in range(state.seen.players):
        place += state.total[other] > state.total[seat]
    return place


@jit
def write_game(rules, state, row, games, places):
    winners = 0
    for seat in range(state.seen.players):
        winners += places[seat] == 1
    games[0, row] = winners
    return winners


@jit
def write_seats(rules, state, first_row, seats, bots, places, winners):
    for seat in range(state.seen.players):
        row = first_row + seat
        seats[0, row], seats[1, row], seats[2, row] = bots[seat], state.total[seat], places[seat]
        seats[3, row] = SHARES // winners if places[seat] == 1 else 0
        seats[4, row] = margin(state, seat)
        seats[5, row] = state.coins_left[seat]


@jit
def log_action(rules, state, action, turns, row):
    turns[0, row] = action


@jit
def log_after(rules, state, phase, action, turns, row):
    return row + 1


@jit
def count_game(rules, state, bots, places, winners, single, tally):
    for seat in range(state.seen.players):
        share = SHARES // winners if places[seat] == 1 else 0
        for group in (0, 1 + seat, 1 + SEATS + bots[seat]):
            add(tally, group, share, margin(state, seat))


moves.register(RULES, {name: globals()[name] for name in moves.NAMES})
LOOP = Loop(
    RECORDS, TALLY, playing.compiled_for(RECORDS, TALLY), PHASES, ("winners",),
    ("bot", "total", "place", "shares", "margin", "coins_left"), ("coin",),
)  # fmt: skip


def rules_record(rules: Rules) -> np.ndarray:
    array = np.zeros(1, RULES)
    array[0].rounds, array[0].kinds = rules.rounds, len(rules.coins)
    array[0].coin[: len(rules.coins)] = rules.coins
    return array


def play(
    rules: Rules, players: int, bots: Sequence[Any], seating: Sequence[int] | None, rotations: int, seed: int,
    first_block: int, blocks: int, log_turns: bool,
) -> dict[str, Any]:  # fmt: skip
    span = Span(players, rotations, seed, first_block, blocks)
    played = play_range(LOOP, rules_record(rules), span, bots, seating, players * rules.rounds if log_turns else 0)
    members = {"all": [0], "seat": list(range(players)), "bot": list(range(len(bots)))}
    tables = {
        "games": game_columns(span) | {"winners": played.games["winners"]},
        "seats": seat_columns(span, played.seats, bots)
        | {"coins_left": played.seats["coins_left"]}
        | result_columns(played.seats),
        "counts": count_columns(played.moments, {name: (_STARTS[name], ids, ids) for name, ids in members.items()}),
    }
    if log_turns:
        tables["turns"] = turn_columns(span, rules.rounds) | {"coin": played.turns["coin"]}
    return tables


assert COINS >= MOST_ROUNDS * SEATS
