"""A run that was never played: seats, games and counts drawn by NumPy, consistent with each other and with the rules.

The counts are made by definition, group by group, from the drawn tables, so that analyses can be compared with the tables.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from quorumsim.quorum.names import PROVINCES, TYPES
from quorumsim.quorum.rules import resolve

SOURCES = (*PROVINCES, *TYPES)
MEANS = (6, 7, 5, 5, 5, 4, 14, 9, 8, 7)
MOMENTS = ("n", "y", "z", "nn", "ny", "yy", "nz", "zz", "ng", "zg")


class FakeRun:
    """`blocks` deals. `seat_edge`: points by seat; `card_edge`: points by card id in the opening hand."""

    def __init__(
        self, blocks: int = 400, players: int = 4, bots: tuple[str, ...] = ("greedy",), seed: int = 1,
        chunk_blocks: int = 150, seat_edge: tuple[float, ...] = (), card_edge: dict[int, float] | None = None,
        god_weight: float = 1.0, rules: Any = "standard", degenerate: str = "",
    ) -> None:  # fmt: skip
        self.path = Path("reports/fake")
        self.rules = resolve(rules) if isinstance(rules, str) else rules
        self.players, self.blocks, self.rotations = players, blocks, 1 if len(bots) == 1 else players
        rng = np.random.default_rng(seed)
        self.tables = _draw(self, rng, bots, seat_edge, card_edge or {}, god_weight, degenerate)
        sizes = {first: min(chunk_blocks, blocks - first) for first in range(0, blocks, chunk_blocks)}
        self.manifest = {
            "format": "quorum-run/1", "game": "quorum", "rules": {}, "rules_name": self.rules.name,
            "fingerprint": self.rules.fingerprint, "players": players, "bots": list(bots),
            "seating": [bots[seat % len(bots)] for seat in range(players)], "rotations": self.rotations, "seed": seed,
            "games": blocks * self.rotations, "blocks": blocks, "chunk_blocks": chunk_blocks, "log": "games",
            "versions": {"quorumsim": "0.1.0", "numpy": np.__version__},
            "command": f"quorumsim simulate --rules {self.rules.name} --players {players} --seed {seed}",
            "state": "complete",
            "chunks": [
                {"first_block": first, "blocks": size, "games": size * self.rotations}
                for first, size in sizes.items()
            ],
        }  # fmt: skip

    def counts(self) -> pd.DataFrame:
        return self.tables["counts"]

    def chunks(self, table: str, columns: list[str] | None = None) -> Iterator[pd.DataFrame]:
        frame = self.tables[table]
        size = self.manifest["chunk_blocks"]
        for first in range(0, self.blocks, size):
            part = frame[(frame.block >= first) & (frame.block < first + size)]
            yield part if columns is None else part[columns]


def _draw(run: FakeRun, rng, bots, seat_edge, card_edge, god_weight, degenerate) -> dict[str, pd.DataFrame]:  # type: ignore[no-untyped-def]
    blocks, rotations, players = run.blocks, run.rotations, run.players
    shape = (blocks, rotations, players)
    ids = np.array([card.id for card in run.rules.cards])
    hand, rounds, limit = run.rules.hand_size, run.rules.rounds, run.rules.god_limit
    deal = ids[rng.random((blocks, ids.size)).argsort(axis=1)]
    hands = deal[:, : players * hand].reshape(blocks, 1, players, hand).repeat(rotations, axis=1)
    bot = (
        np.arange(players)[None, None, :] - np.arange(rotations)[None, :, None] + np.zeros((blocks, 1, 1), int)
    ) % len(bots)

    gods_in_deck = np.array([god.number for god in run.rules.gods])
    taken_gods = np.minimum(rng.poisson(0.9 * bool(gods_in_deck.size), shape), limit)
    god_of = (
        rng.choice(gods_in_deck, (*shape, limit)) if gods_in_deck.size and limit else np.zeros((*shape, limit), int)
    )
    god_of = np.where(np.arange(limit) < taken_gods[..., None], god_of, 0)
    moved_taker = rng.poisson(2.2, god_of.shape) * (god_of > 0) - (god_of > 0) * (god_of % 2)
    moved_others = rng.poisson(1.0, god_of.shape) * (god_of > 0) - 2 * (god_of > 0)

    rest = deal[:, players * hand :]
    rest = (
        np.concatenate([rest, rest], axis=1)[:, : players * rounds]
        .reshape(blocks, 1, players, rounds)
        .repeat(rotations, axis=1)
    )
    rest = np.where(np.arange(rounds) < rounds - taken_gods[..., None], rest, 0)
    luck = np.zeros(shape)
    for card, edge in card_edge.items():
        luck = luck + edge * (hands == card).any(axis=3)
    edge = np.zeros(players)
    edge[: len(seat_edge)] = seat_edge
    skill = np.linspace(0, 4, len(bots))[bot]
    total_luck = luck + edge + skill + rng.normal(0, 2, (blocks, 1, players))
    points = rng.poisson(np.array(MEANS) * np.ones((*shape, 1)))
    points[..., 6] += np.rint(total_luck + rng.normal(0, 1, shape)).astype(int).clip(-points[..., 6])
    points[..., 1] += np.rint(god_weight * moved_taker.sum(axis=3)).astype(int).clip(-points[..., 1])
    influence = rng.integers(20, 55, shape)
    if degenerate == "first seat wins":
        points[:, :, 0, 0] += 1000
    if degenerate == "all tie":
        points[:], influence[:] = 3, 30
    total = points.sum(axis=3)

    order = total * 1000 + influence
    place = 1 + (order[..., None, :] > order[..., :, None]).sum(axis=3)
    winners = (place == 1).sum(axis=2)
    win_share = (place == 1) / winners[..., None]
    rivals = np.where(np.eye(players, dtype=bool), np.iinfo(np.int64).min, total[..., None, :]).max(axis=3)
    margin = total - rivals
    decided = rng.random(shape[:2]) < 0.18 * min(god_weight, 1) * bool(gods_in_deck.size)

    game = np.arange(blocks * rotations).reshape(blocks, rotations)
    block = np.arange(blocks)[:, None, None] + np.zeros(shape, int)
    names = np.array(bots)
    seats = {
        "game": game[..., None] + np.zeros(shape, int), "block": block, "seat": np.arange(players) + np.zeros(shape, int),
        "bot": names[bot],
        "total": total, **{source: points[..., i] for i, source in enumerate(SOURCES)}, "start_points": np.zeros(shape, int),
        "influence": influence, "place": place, "win_share": win_share, "margin": margin, "gods": taken_gods,
        **{f"hand_{i + 1}": hands[..., i] for i in range(hand)},
    }  # fmt: skip
    games = {
        "game": game, "block": block[:, :, 0], "rotation": np.arange(rotations) + np.zeros(shape[:2], int),
        "players": np.full(shape[:2], players), "ring": np.full(shape[:2], " ".join(PROVINCES)),
        **{f"token_{name}": rng.integers(1, 5, shape[:2]) for name in PROVINCES},
        "refreshes": rng.poisson(0.3, shape[:2]), "forced_refreshes": (rng.random(shape[:2]) < 0.001).astype(int),
        "gods_taken": taken_gods.sum(axis=2), "winners": winners, "tokens_decided": decided,
    }  # fmt: skip
    mine = np.concatenate([hands, rest], axis=3)
    played = np.where(rng.random(mine.shape) < np.where(np.isin(mine, list(card_edge)), 0.9, 0.7), mine, 0)
    counts = _count(run, seats, bot, hands, rest, played, god_of, moved_taker, moved_others, len(bots))
    return {
        "seats": pd.DataFrame({name: values.reshape(-1) for name, values in seats.items()}),
        "games": pd.DataFrame({name: values.reshape(-1) for name, values in games.items()}),
        "counts": counts,
    }


def _count(run, seats, bot, hands, taken, played, god_of, moved_taker, moved_others, bots) -> pd.DataFrame:  # type: ignore[no-untyped-def]
    won, margin = np.rint(seats["win_share"] * 12).astype(np.int64), seats["margin"].astype(np.int64)
    rows: list[tuple[Any, ...]] = []

    def add(group, number, n, y, z, g):  # type: ignore[no-untyped-def]
        n, y, z = (part.reshape(run.blocks, -1).sum(axis=1) for part in (n, y, z))
        sums = (n.sum(), y.sum(), z.sum(), n @ n, n @ y, y @ y, n @ z, z @ z, n @ g, z @ g)
        rows.append((group, number, *map(int, sums)))

    everybody = margin.sum(axis=(1, 2))

    def member(group, number, here):  # type: ignore[no-untyped-def]
        add(group, number, here.astype(np.int64), here * won, here * margin, everybody)

    ones = np.ones(won.shape, bool)
    member("all", 0, ones)
    for seat in range(run.players):
        member("seat", seat, ones & (np.arange(run.players) == seat))
    for card in run.rules.cards:
        for group, cards in (("opening", hands), ("taken", taken), ("played", played)):
            member(group, card.id, (cards == card.id).any(axis=3))
    for god in run.rules.gods:
        here = god_of == god.number
        member("god", god.number, here.any(axis=3))
        add(
            "god_points",
            god.number,
            here.astype(np.int64),
            here * moved_taker,
            here * moved_others,
            np.zeros(run.blocks, np.int64),
        )
    for number in range(run.rules.god_limit + 1):
        member("gods", number, seats["gods"] == number)
    for index in range(bots):
        member("bot", index, bot == index)
        for seat in range(run.players):
            member("bot_seat", index * 4 + seat, (bot == index) & (np.arange(run.players) == seat))
    frame = pd.DataFrame(rows, columns=["group", "id", *MOMENTS])
    return frame.set_index(["group", "id"])
