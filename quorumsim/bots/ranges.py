"""Ranges of blocks of Quorum, played into the columns of a run's tables."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

import numpy as np

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
from quorumsim.engine.registry import Bot
from quorumsim.quorum import counting, names, playing, rows
from quorumsim.quorum.layout import HAND, PHASES, RECORDS, ROME, card_ids, rules_record
from quorumsim.quorum.rules import Rules

RINGS = [" ".join(ring) for ring in permutations(names.PROVINCES)]
"""The rings in the order of `rows.ring_code`: permutations in lexicographic order of the provinces' indices."""
LOOP = Loop(
    RECORDS, counting.TALLY, playing.play_blocks, PHASES, rows.GAME_COLUMNS, rows.SEAT_COLUMNS, rows.TURN_COLUMNS
)


def play(
    rules: Rules, players: int, bots: Sequence[Bot], seating: Sequence[int] | None, rotations: int, seed: int,
    first_block: int, blocks: int, log_turns: bool,
) -> dict[str, Table]:  # fmt: skip
    """Plays a range of blocks. `seating`: index into `bots` of each seat in the first rotation, None: drawn for each block.

    Returns the tables games, seats, counts and, if asked for, turns; rows in the order block, rotation, seat (or turn).
    """
    span = Span(players, rotations, seed, first_block, blocks)
    by_steps = None
    if any(bot.plain for bot in bots):
        from quorumsim.bots import stepping  # compiles what only these need

        def by_steps(seatings, *rest):
            stepping.play_blocks(rules, players, bots, seed, first_block, seatings, rotations, *rest)

    turns_a_game = players * rules.rounds if log_turns else 0
    played = play_range(LOOP, rules_record(rules), span, bots, seating, turns_a_game, by_steps)
    ids = card_ids(rules)
    tables = {
        "games": _games(span, played.games),
        "seats": _seats(span, played.seats, rules, bots, ids),
        "counts": _counts(played.moments, rules, players, len(bots), ids),
    }
    if log_turns:
        tables["turns"] = _turns(span, played.turns, rules, ids)
    return tables


def _games(span: Span, named: dict[str, np.ndarray]) -> Table:
    return {
        **game_columns(span),
        "ring": (named["ring"].astype(np.int16), RINGS),
        **{f"token_{name}": named[f"token_{index}"].astype(np.int8) for index, name in enumerate(names.PROVINCES)},
        "refreshes": named["refreshes"],
        "forced_refreshes": named["forced_refreshes"],
        "gods_taken": named["gods_taken"].astype(np.int8),
        "winners": named["winners"].astype(np.int8),
        "tokens_decided": named["tokens_decided"].astype(np.bool_),
    }


def _seats(span: Span, rows: dict[str, np.ndarray], rules: Rules, bots: Sequence[Bot], ids: np.ndarray) -> Table:
    named = {name: values.astype(np.int16) for name, values in rows.items()}  # no points that a variant allows are more
    return {
        **seat_columns(span, named, bots),
        **{name: named[f"province_{index}"] for index, name in enumerate(names.PROVINCES)},
        **{name: named[f"type_{index}"] for index, name in enumerate(names.TYPES)},
        "start_points": named["start_points"],
        "influence": named["influence"],
        **result_columns(named),
        "gods": named["gods"].astype(np.int8),
        **{f"hand_{place + 1}": _ids(ids, named[f"hand_{place}"]) for place in range(min(rules.hand_size, HAND))},
    }


def _turns(span: Span, named: dict[str, np.ndarray], rules: Rules, ids: np.ndarray) -> Table:
    """One row a turn. Rome is the row at the take (after any refresh); advance is a province's index, -1: no god taken."""
    return {
        **turn_columns(span, rules.rounds),
        **{f"rome_{slot + 1}": _ids(ids, named[f"rome_{slot}"]) for slot in range(min(rules.rome_size, ROME))},
        "refreshes": named["refreshes"],
        "take": _ids(ids, named["take"]),
        "refill": _ids(ids, named["refill"]),
        "advance": named["advance"].astype(np.int8),
        "play": _ids(ids, named["play"]),
    }


def _ids(ids: np.ndarray, cards: np.ndarray) -> np.ndarray:
    return ids.astype(np.int16)[cards]


def _counts(moments: np.ndarray, rules: Rules, players: int, bots: int, ids: np.ndarray) -> Table:
    """Every group that the rules and the seating can have, zeros included, so that all chunks have the same rows."""
    cards, gods = [int(card) for card in ids[: len(rules.cards)]], [god.number for god in rules.gods]
    members = {
        "all": [0],
        "seat": list(range(players)),
        "opening": cards,
        "taken": cards,
        "played": cards,
        "god": gods,
        "gods": list(range(min(rules.rounds, rules.god_limit) + 1)),
        "bot": list(range(bots)),
        "bot_seat": [bot * names.SEATS + seat for bot in range(bots) for seat in range(players)],
        "god_points": gods,
    }
    return count_columns(
        moments,
        {
            group: (counting.GROUP_STARTS[group], ids if group == "bot_seat" else range(len(ids)), ids)
            for group, ids in members.items()
        },
    )
