"""Ranges of blocks of Dominus, played into the columns of a run's tables."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from quorumsim.dominus import counting, moves, rows  # noqa: F401  moves: registers what the loop calls
from quorumsim.dominus.layout import PHASES, RECORDS, rules_record
from quorumsim.dominus.model import Rules
from quorumsim.engine import playing
from quorumsim.engine.ranges import (
    Loop,
    Span,
    Table,
    count_columns,
    game_columns,
    play_range,
    result_columns,
    seat_columns,
    turn_columns,
)
from quorumsim.engine.records import SEATS
from quorumsim.engine.registry import Bot

LOOP = Loop(
    RECORDS, counting.TALLY, playing.compiled_for(RECORDS, counting.TALLY), PHASES,
    rows.GAME_COLUMNS, rows.SEAT_COLUMNS, rows.TURN_COLUMNS,
)  # fmt: skip
RESULTS = ("bot", "total", "place", "shares", "margin")
"""Columns of seats that every game has."""


def play(
    rules: Rules, players: int, bots: Sequence[Bot], seating: Sequence[int] | None, rotations: int, seed: int,
    first_block: int, blocks: int, log_turns: bool,
) -> dict[str, Table]:  # fmt: skip
    """Plays a range of blocks. `seating`: index into `bots` of each seat in the first rotation, None: drawn for each block.

    Returns the tables games, seats, counts and, if asked for, turns; rows in the order block, rotation, seat (or turn).
    """
    span = Span(players, rotations, seed, first_block, blocks)
    turns_a_game = players * rules.turns if log_turns else 0
    played = play_range(LOOP, rules_record(rules), span, bots, seating, turns_a_game)
    tables = {
        "games": game_columns(span) | _narrow(played.games),
        "seats": seat_columns(span, played.seats, bots)
        | {name: column for name, column in played.seats.items() if name not in RESULTS}
        | result_columns(played.seats),
        "counts": _counts(played.moments, players, len(bots)),
    }
    if log_turns:
        tables["turns"] = turn_columns(span, rules.turns) | _narrow(played.turns)
    return tables


def _narrow(columns: dict[str, np.ndarray]) -> Table:
    return {name: column.astype(np.int16) for name, column in columns.items()}


def _counts(moments: np.ndarray, players: int, bots: int) -> Table:
    members = {
        "all": [0],
        "seat": list(range(players)),
        "bot": list(range(bots)),
        "bot_seat": [bot * SEATS + seat for bot in range(bots) for seat in range(players)],
    }
    return count_columns(
        moments, {group: (counting.GROUP_STARTS[group], ids, ids) for group, ids in members.items()}
    )
