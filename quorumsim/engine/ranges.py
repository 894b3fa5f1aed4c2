"""Ranges of blocks played into plain arrays, and what is said when a bot fails on the way. The same for every game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from quorumsim.engine import faults, playing
from quorumsim.engine.counting import MOMENT_NAMES, SHARES
from quorumsim.engine.deciding import choosing
from quorumsim.engine.records import ROSTER, Records

Column = np.ndarray | tuple[np.ndarray, list[str]]
"""Values, or codes and what each code stands for."""
Table = dict[str, Column]


@dataclass(frozen=True)
class Loop:
    """A game's loop and the columns that it fills, each column a row of integers."""

    records: Records
    tally: np.dtype
    play_blocks: Any
    phases: tuple[str, ...]
    games: tuple[str, ...]
    seats: tuple[str, ...]
    turns: tuple[str, ...]


@dataclass(frozen=True)
class Rows:
    """What a range of blocks left: tables by the names of their columns, in the order block, rotation, seat (or turn)."""

    games: dict[str, np.ndarray]
    seats: dict[str, np.ndarray]
    turns: dict[str, np.ndarray]
    moments: np.ndarray  # int64, (groups, moments)


@dataclass(frozen=True)
class Span:
    """Which games: `rotations` of each of `blocks` blocks from `first_block`, for `players`."""

    players: int
    rotations: int
    seed: int
    first_block: int
    blocks: int

    @property
    def games(self) -> int:
        return self.blocks * self.rotations

    @property
    def numbers(self) -> np.ndarray:
        """The numbers of the games in their run (int64)."""
        first = self.first_block * self.rotations
        return np.arange(first, first + self.games, dtype=np.int64)


def play_range(
    loop: Loop, rules: np.ndarray, span: Span, bots: Sequence[Any], seating: Sequence[int] | None, turns_a_game: int,
    by_steps: Callable[..., None] | None = None,
) -> Rows:  # fmt: skip
    """Plays a range of blocks. `rules`: the rules record; `seating`: index into `bots` of each seat in the first rotation,
    None: drawn for each block; `turns_a_game`: rows of the turns table to fill for a game, 0: none.

    `by_steps` plays instead of the compiled loop where a bot is plain Python. BadInput names the decision in which a bot
    failed.
    """
    seatings = np.empty((span.blocks, span.players), np.int64)
    if seating is None:
        playing.draw_seatings(np.uint64(span.seed), span.first_block, len(bots), seatings)
    else:
        seatings[:] = seating
    games = np.zeros((len(loop.games), span.games), np.int32)
    seats = np.zeros((len(loop.seats), span.games * span.players), np.int32)
    turns = np.zeros((len(loop.turns), span.games * turns_a_game), np.int16)
    tally = np.zeros(1, loop.tally)
    scores = [bot.score for bot in bots]
    if by_steps is not None:
        by_steps(seatings, scores, games, seats, turns, tally)
    else:
        _play(loop, rules, span, bots, scores, seatings, turns_a_game, games, seats, turns, tally)
    return Rows(
        dict(zip(loop.games, games, strict=True)), dict(zip(loop.seats, seats, strict=True)),
        dict(zip(loop.turns, turns, strict=True)), tally["moments"][0],
    )  # fmt: skip


def _play(
    loop: Loop, rules: np.ndarray, span: Span, bots: Sequence[Any], scores: list[Any], seatings: np.ndarray,
    turns_a_game: int, games: np.ndarray, seats: np.ndarray, turns: np.ndarray, tally: np.ndarray,
) -> None:  # fmt: skip
    records, fault = loop.records, np.zeros(playing.FAULT_FIELDS, np.int64)
    states = np.zeros(1, records.state)
    try:
        loop.play_blocks(
            rules, states, np.uint64(span.seed), span.first_block, seatings, span.rotations, turns_a_game,
            tuple(scores + scores[:1] * (ROSTER - len(scores))), choosing(bots, records),
            records.work_record(bots, span.players), records.workspace_record(bots, span.players),
            games, seats, turns, tally, fault,
        )  # fmt: skip
    except Exception as error:  # only a user's bot raises
        bot, where = _stopped_at(loop, states, seats, bots, seatings, span)
        raise faults.fault(bot.name, bot.what_happened(error), span.seed, *where) from error
    if fault[0]:
        _, block, rotation, seat, turn, phase = (int(value) for value in fault)
        name = bots[seatings[block - span.first_block, (seat + rotation) % span.players]].name
        raise faults.fault(name, faults.NOT_A_NUMBER, span.seed, block, seat, turn + 1, loop.phases[phase])


def _stopped_at(
    loop: Loop, states: np.ndarray, seats: np.ndarray, bots: Sequence[Any], seatings: np.ndarray, span: Span
) -> tuple[Any, tuple[int, int, int, str]]:
    """Who was to decide when an exception ended a range of blocks: the bot, and block, seat, round and phase.

    The game is the first that has no row yet: a place is at least 1.
    """
    game = int(np.argmax(seats[loop.seats.index("place")] == 0)) // span.players
    place, rotation = divmod(game, span.rotations)
    seat, turn, phase = (int(states["seen"][name][0]) for name in ("seat", "round_index", "phase"))
    bot = bots[seatings[place, (seat + rotation) % span.players]]
    return bot, (span.first_block + place, seat, turn + 1, loop.phases[phase])


def game_columns(span: Span) -> Table:
    """The columns that begin the games table of every game."""
    game = span.numbers
    return {
        "game": game,
        "block": game // span.rotations,
        "rotation": (game % span.rotations).astype(np.int8),
        "players": np.full(len(game), span.players, np.int8),
    }


def seat_columns(span: Span, rows: dict[str, np.ndarray], bots: Sequence[Any]) -> Table:
    """The columns that begin the seats table of every game."""
    return {
        "game": np.repeat(span.numbers, span.players),
        "block": np.repeat(span.numbers // span.rotations, span.players),
        "seat": np.tile(np.arange(span.players, dtype=np.int8), span.games),
        "bot": (rows["bot"].astype(np.int8), [bot.name for bot in bots]),
        "total": rows["total"],
    }


def result_columns(rows: dict[str, np.ndarray]) -> Table:
    """How each seat fared: place, win share, margin."""
    return {
        "place": rows["place"].astype(np.int8),
        "win_share": rows["shares"] / SHARES,
        "margin": rows["margin"],
    }


def turn_columns(span: Span, rounds: int) -> Table:
    """The columns that begin the turns table of every game: one row a turn, all seats in every round."""
    return {
        "game": np.repeat(span.numbers, rounds * span.players),
        "round": np.tile(np.repeat(np.arange(1, rounds + 1, dtype=np.int8), span.players), span.games),
        "seat": np.tile(np.arange(span.players, dtype=np.int8), span.games * rounds),
    }


def count_columns(moments: np.ndarray, groups: dict[str, tuple[int, Sequence[int], Sequence[int]]]) -> Table:
    """The counts table. `groups`: for each, its first row in `moments`, the places of its members behind that, their ids."""
    rows: list[int] = []
    codes: list[int] = []
    identities: list[int] = []
    for code, (first, places, ids) in enumerate(groups.values()):
        rows += [first + place for place in places]
        codes += [code] * len(ids)
        identities += ids
    columns = {name: moments[rows, index] for index, name in enumerate(MOMENT_NAMES)}
    return {"group": (np.array(codes, np.int8), list(groups)), "id": np.array(identities, np.int64), **columns}
