"""Quorum as the lab sees it: rules and seats from words, and ranges of blocks played into columns of plain arrays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import permutations

import numpy as np

from quorumsim.bots.registry import Bot, parse, parse_seats, roster
from quorumsim.quorum import counting, faults, names, playing
from quorumsim.quorum.checks import check_players
from quorumsim.quorum.layout import (
    HAND,
    PHASES,
    ROME,
    ROSTER,
    STATE,
    card_ids,
    rules_record,
    work_record,
    workspace_record,
)
from quorumsim.quorum.rules import Rules, from_json, resolve, to_json

NAME = "quorum"
RINGS = [" ".join(ring) for ring in permutations(names.PROVINCES)]
"""The rings in the order of `playing.ring_code`: permutations in lexicographic order of the provinces' indices."""

Column = np.ndarray | tuple[np.ndarray, list[str]]
"""Values, or codes and what each code stands for."""
Table = dict[str, Column]

__all__ = ["NAME", "Bot", "check_players", "from_json", "parse", "parse_seats", "play", "resolve", "roster", "to_json"]


def play(
    rules: Rules, players: int, bots: Sequence[Bot], seating: Sequence[int] | None, rotations: int, seed: int,
    first_block: int, blocks: int, log_turns: bool,
) -> dict[str, Table]:  # fmt: skip
    """Plays a range of blocks. `seating`: index into `bots` of each seat in the first rotation, None: drawn for each block.

    Returns the tables games, seats, counts and, if asked for, turns; rows in the order block, rotation, seat (or turn).
    """
    games, gods = blocks * rotations, {god.number: kind for kind, god in enumerate(rules.gods)}
    seatings = np.empty((blocks, players), np.int64)
    if seating is None:
        playing.draw_seatings(np.uint64(seed), first_block, len(bots), seatings)
    else:
        seatings[:] = seating
    game_rows = np.zeros((len(playing.GAME_COLUMNS), games), np.int32)
    seat_rows = np.zeros((len(playing.SEAT_COLUMNS), games * players), np.int16)
    turn_rows = np.zeros((len(playing.TURN_COLUMNS), games * players * rules.rounds if log_turns else 0), np.int16)
    tally = np.zeros(1, counting.TALLY)
    fault = np.zeros(playing.FAULT_FIELDS, np.int64)
    scores = [bot.score for bot in bots]
    if any(bot.plain for bot in bots):
        from quorumsim.bots import stepping  # compiles what only these need

        stepping.play_blocks(
            rules, players, bots, seed, first_block, seatings, rotations, scores, game_rows, seat_rows, turn_rows, tally
        )
    else:
        states = np.zeros(1, STATE)
        try:
            playing.play_blocks(
                rules_record(rules), states, np.uint64(seed), first_block, seatings, rotations,
                tuple(scores + scores[:1] * (ROSTER - len(scores))),
                playing.choosing(bots), work_record(bots, players), workspace_record(bots, players),
                game_rows, seat_rows, turn_rows, tally, fault,
            )  # fmt: skip
        except Exception as error:  # only a user's bot raises
            bot, where = _stopped_at(states, seat_rows, bots, seatings, rotations, players, first_block)
            raise faults.fault(bot.name, bot.what_happened(error), seed, *where) from error
        if fault[0]:
            _, block, rotation, seat, turn, phase = (int(value) for value in fault)
            name = bots[seatings[block - first_block, (seat + rotation) % players]].name
            raise faults.fault(name, faults.NOT_A_NUMBER, seed, block, seat, turn + 1, PHASES[phase])
    ids = card_ids(rules)
    tables = {
        "games": _games(game_rows, players, rotations, first_block),
        "seats": _seats(seat_rows, rules, players, rotations, first_block, [bot.name for bot in bots], ids),
        "counts": _counts(tally["moments"][0], rules, players, len(bots), ids, list(gods)),
    }
    if log_turns:
        tables["turns"] = _turns(turn_rows, rules, players, first_block * rotations, ids)
    return tables


def _stopped_at(
    states: np.ndarray, seat_rows: np.ndarray, bots: Sequence[Bot], seatings: np.ndarray, rotations: int, players: int,
    first_block: int,
) -> tuple[Bot, tuple[int, int, int, str]]:  # fmt: skip
    """Who was to decide when an exception ended a range of blocks: the bot, and block, seat, round and phase.

    The game is the first that has no row yet: a place is at least 1.
    """
    game = int(np.argmax(seat_rows[playing.SEAT_COLUMNS.index("place")] == 0)) // players
    place, rotation = divmod(game, rotations)
    seat, turn, phase = (int(states["seen"][name][0]) for name in ("seat", "round_index", "phase"))
    return bots[seatings[place, (seat + rotation) % players]], (first_block + place, seat, turn + 1, PHASES[phase])


def _numbered(games: int, rotations: int, first_block: int) -> tuple[np.ndarray, np.ndarray]:
    game = np.arange(first_block * rotations, first_block * rotations + games, dtype=np.int64)
    return game, game // rotations


def _games(rows: np.ndarray, players: int, rotations: int, first_block: int) -> Table:
    named = dict(zip(playing.GAME_COLUMNS, rows, strict=True))
    game, block = _numbered(rows.shape[1], rotations, first_block)
    return {
        "game": game,
        "block": block,
        "rotation": (game % rotations).astype(np.int8),
        "players": np.full(len(game), players, np.int8),
        "ring": (named["ring"].astype(np.int16), RINGS),
        **{f"token_{name}": named[f"token_{index}"].astype(np.int8) for index, name in enumerate(names.PROVINCES)},
        "refreshes": named["refreshes"],
        "forced_refreshes": named["forced_refreshes"],
        "gods_taken": named["gods_taken"].astype(np.int8),
        "winners": named["winners"].astype(np.int8),
        "tokens_decided": named["tokens_decided"].astype(np.bool_),
    }


def _seats(
    rows: np.ndarray, rules: Rules, players: int, rotations: int, first_block: int, bots: list[str], ids: np.ndarray
) -> Table:
    named = dict(zip(playing.SEAT_COLUMNS, rows, strict=True))
    game, block = _numbered(rows.shape[1] // players, rotations, first_block)
    return {
        "game": np.repeat(game, players),
        "block": np.repeat(block, players),
        "seat": np.tile(np.arange(players, dtype=np.int8), len(game)),
        "bot": (named["bot"].astype(np.int8), bots),
        "total": named["total"],
        **{name: named[f"province_{index}"] for index, name in enumerate(names.PROVINCES)},
        **{name: named[f"type_{index}"] for index, name in enumerate(names.TYPES)},
        "start_points": named["start_points"],
        "influence": named["influence"],
        "place": named["place"].astype(np.int8),
        "win_share": named["shares"] / counting.SHARES,
        "margin": named["margin"],
        "gods": named["gods"].astype(np.int8),
        **{f"hand_{place + 1}": _ids(ids, named[f"hand_{place}"]) for place in range(min(rules.hand_size, HAND))},
    }


def _turns(rows: np.ndarray, rules: Rules, players: int, first_game: int, ids: np.ndarray) -> Table:
    """One row a turn. Rome is the row at the take (after any refresh); advance is a province's index, -1: no god taken."""
    named = dict(zip(playing.TURN_COLUMNS, rows, strict=True))
    turns_a_game = rules.rounds * players
    games = rows.shape[1] // turns_a_game
    return {
        "game": np.repeat(np.arange(first_game, first_game + games, dtype=np.int64), turns_a_game),
        "round": np.tile(np.repeat(np.arange(1, rules.rounds + 1, dtype=np.int8), players), games),
        "seat": np.tile(np.arange(players, dtype=np.int8), games * rules.rounds),
        **{f"rome_{slot + 1}": _ids(ids, named[f"rome_{slot}"]) for slot in range(min(rules.rome_size, ROME))},
        "refreshes": named["refreshes"],
        "take": _ids(ids, named["take"]),
        "refill": _ids(ids, named["refill"]),
        "advance": named["advance"].astype(np.int8),
        "play": _ids(ids, named["play"]),
    }


def _ids(ids: np.ndarray, cards: np.ndarray) -> np.ndarray:
    return ids.astype(np.int16)[cards]


def _counts(
    moments: np.ndarray, rules: Rules, players: int, bots: int, ids: np.ndarray, gods: list[int]
) -> Table:
    """Every group that the rules and the seating can have, zeros included, so that all chunks have the same rows."""
    cards = [int(card) for card in ids[: len(rules.cards)]]
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
    labels = list(members)
    rows, codes, identities = [], [], []
    for code, (group, numbers) in enumerate(members.items()):
        first = counting.GROUP_STARTS[group]
        places = numbers if group in ("bot_seat",) else range(len(numbers))
        rows += [first + place for place in places]
        codes += [code] * len(numbers)
        identities += numbers
    columns = {name: moments[rows, index] for index, name in enumerate(counting.MOMENT_NAMES)}
    return {"group": (np.array(codes, np.int8), labels), "id": np.array(identities, np.int64), **columns}


def weights_of(bot: Bot, players: int) -> tuple[list[str], np.ndarray, np.ndarray]:
    """Names and values of a bot's weights, and a step for each that is worth trying (float64)."""
    values = bot.weight_array(players)
    steps = getattr(bot.code, "STEPS", None)
    return list(bot.code.WEIGHTS), values, np.array(steps) if steps else np.maximum(0.3 * np.abs(values), 0.3)


def reweighted(bot: Bot, weights: dict[str, float]) -> Bot:
    """The bot with other weights."""
    return replace(bot, weights=tuple(weights.items()), weights_by_players=())
