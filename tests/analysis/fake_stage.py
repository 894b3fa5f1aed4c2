"""A stage of a tournament that was never played: places drawn by NumPy, table by table, as the analysis reads them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import pandas as pd

from quorumsim.lab.seating import rotations


class FakeTable:
    """A run as far as placings go: `place` has shape (blocks, rotations, players)."""

    def __init__(self, seating: Sequence[str], place: np.ndarray, chunk_blocks: int) -> None:
        blocks, turns, players = place.shape
        self.path = "a table"
        self.place, self.chunk_blocks = place, chunk_blocks
        self.manifest = {"seating": list(seating), "rotations": turns, "players": players}
        first = place == 1
        share = first / first.sum(axis=2, keepdims=True)
        self.seats = pd.DataFrame({
            "place": place.reshape(-1), "win_share": share.reshape(-1), "margin": (2 - place).reshape(-1),
            "block": np.repeat(np.arange(blocks), turns * players),
        })  # fmt: skip
        self.games = blocks * turns

    def chunks(self, table: str, columns: list[str]) -> Iterator[pd.DataFrame]:
        assert table == "seats"
        for first in range(0, len(self.place), self.chunk_blocks):
            yield self.seats[self.seats.block.between(first, first + self.chunk_blocks - 1)][columns]


@dataclass(frozen=True)
class FakeStage:
    """As `PlayedStage`."""

    players: int
    blocks: int
    tables: tuple[FakeTable, ...]


def seated(seating: Sequence[str], turns: int) -> list[list[str]]:
    """Who sits where, in each rotation."""
    return [[seating[(seat + turn) % len(seating)] for seat in range(len(seating))] for turn in range(turns)]


def duels(shares: np.ndarray, blocks: int = 500, seed: int = 1, chunk_blocks: int = 200, ties: float = 0.0) -> FakeStage:
    """Two players, every pair. `shares`[i, j]: the chance that bot i beats bot j; bots are called A, B, C, ..."""
    rng = np.random.default_rng(seed)
    tables = []
    for one, other in combinations(range(len(shares)), 2):
        won = rng.random((blocks, 2)) < shares[one, other]
        won[:, 1] = ~won[:, 1]  # in the second rotation the other bot sits first
        place = np.stack([np.where(won, 1, 2), np.where(won, 2, 1)], axis=2)
        place[rng.random((blocks, 2)) < ties] = 1
        tables.append(FakeTable((name(one), name(other)), place, chunk_blocks))
    return FakeStage(2, blocks, tuple(tables))


def worths(
    worth: Sequence[float], tables: Sequence[Sequence[int]], blocks: int = 300, seed: int = 1, chunk_blocks: int = 100,
    seats: Sequence[float] | None = None, luck: float = 0.0, ties: float = 0.0,
) -> FakeStage:  # fmt: skip
    """Any number of players, by Plackett and Luce. `luck`: spread of what a deal adds to a bot in all games on it; `ties`:
    chance that a game's first two share the place."""
    rng = np.random.default_rng(seed)
    players = len(tables[0])
    made = []
    for table in tables:
        turns = rotations(list(table), players)
        who = np.array(seated(list(table), turns))  # type: ignore[arg-type]
        of_deal = rng.normal(0, luck, (blocks, len(worth)))
        noisy = np.array(worth)[who] + (np.zeros(players) if seats is None else np.array(seats))
        noisy = noisy + of_deal[:, who] + rng.gumbel(size=(blocks, turns, players))
        place = 1 + (noisy[..., None, :] > noisy[..., :, None]).sum(axis=3)
        place = np.where((rng.random((blocks, turns, 1)) < ties) & (place == 2), 1, place)
        made.append(FakeTable([name(bot) for bot in table], place, chunk_blocks))
    return FakeStage(players, blocks, tuple(made))


def name(bot: int) -> str:
    return "ABCDEFGHIJKLMN"[bot]


def names(number: int) -> tuple[str, ...]:
    return tuple(name(bot) for bot in range(number))
