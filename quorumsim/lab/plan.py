"""What a run plays: everything that decides its bytes, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from quorumsim.errors import BadInput
from quorumsim.lab.games import kit
from quorumsim.lab.seating import rotations

CHUNK_GAMES = 25_000  # a second or so of greedy play: what a stop may lose, and what a worker takes at a time
FEWEST_CHUNKS = 8  # so that two workers end together
SLOW_GAMES = 16  # in a chunk where a bot takes a good part of a second for a game


@dataclass(frozen=True)
class Plan:
    """An experiment.

    `seating`: roster index by seat in the first rotation; None: drawn from the roster for each block. `precision`: stop at the
    first chunk after which the headline intervals are so narrow (lab/precision.py), in games of 100; `blocks` is then the most.
    """

    game: str
    rules: Any
    players: int
    bots: tuple[Any, ...]
    seating: tuple[int, ...] | None
    rotations: int
    seed: int
    blocks: int
    chunk_blocks: int
    log: Literal["games", "turns"]
    precision: float | None = None

    @property
    def games(self) -> int:
        return self.blocks * self.rotations

    def chunks(self) -> Iterator[tuple[int, int]]:
        """(first block, blocks) of every chunk, in order; of a long plan there are millions."""
        size = self.chunk_blocks
        return ((first, min(size, self.blocks - first)) for first in range(0, self.blocks, size))


def make_plan(
    *, rules: Any, players: int = 4, bots: str = "greedy", games: int = 10_000, seed: int = 1,
    log: Literal["games", "turns"] = "games", game: str = "quorum", chunk_blocks: int | None = None,
    precision: float | None = None,
) -> Plan:  # fmt: skip
    """A plan from what a user says; `games` is rounded up to whole blocks. BadInput for what cannot be played."""
    if games < 1:
        raise BadInput(f"--games is {games}; it must be a whole number of at least 1")
    if not 0 <= seed < 2**64:
        raise BadInput(f"--seed is {seed}; it must be a whole number from 0 to 2^64 - 1")
    the_kit = kit(game)
    the_kit.check_players(rules, players)
    seats = the_kit.parse_seats(bots, players)
    roster = tuple(the_kit.roster(seats))
    turns = rotations(seats, players)
    blocks = -(-games // turns)
    return Plan(
        game, rules, players, roster, None if seats is None else tuple(roster.index(bot) for bot in seats), turns, seed,
        blocks, chunk_blocks or _chunk_blocks(blocks, turns, any(bot.slow for bot in roster)), log, precision,
    )  # fmt: skip


def _chunk_blocks(blocks: int, turns: int, slow: bool) -> int:
    if slow:
        return max(1, SLOW_GAMES // turns)
    return max(1, min(CHUNK_GAMES // turns, max(-(-blocks // FEWEST_CHUNKS), 500 // turns)))


def seating_names(plan: Plan) -> Sequence[str] | str:
    """The seating as a manifest tells it: a name by seat, or "mix"."""
    return "mix" if plan.seating is None else [plan.bots[index].name for index in plan.seating]
