"""Which deal a game of a run is, and who sits where in it. A game's own kit tells its moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from quorumsim.lab.seating import rotations


def block_of(seats: Sequence[Any] | None, players: int, number: int) -> int:
    """The block of game `number`; `seats`: bots by seat in a block's first rotation, None: drawn for each block."""
    return number // rotations(seats, players)


def seated(seats: Sequence[Any] | None, roster: Sequence[Any], players: int, seed: int, number: int) -> list[Any]:
    """Who sits where in game `number`; `seats` as above, and where they are None drawn from `roster`."""
    block, rotation = divmod(number, rotations(seats, players))
    if seats is None:
        from quorumsim.engine.playing import draw_seatings  # compiles

        drawn = np.empty((1, players), np.int64)
        draw_seatings(np.uint64(seed), block, len(roster), drawn)
        seats = [roster[index] for index in drawn[0]]
    return [seats[(seat + rotation) % players] for seat in range(players)]
