"""A run of Dominus that was never played: seats, games and counts drawn by NumPy, consistent with each other."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from quorumsim.dominus.rules import resolve

SOURCES = ("city", "provinces", "deploys", "tokens", "goods")
MOMENTS = ("n", "y", "z", "nn", "ny", "yy", "nz", "zz", "ng", "zg")
FOUR = ("literal", "reconstructed", "literal-hub", "reconstructed-hub")


class FakeRun:
    """`blocks` deals. `skill`: points by bot; `seat_edge`: points by seat; `early`: points for an early general;
    `out`: share of players whose reserve is empty; `city`: mean points of the city.
    """

    def __init__(
        self, rules: str = "literal", blocks: int = 300, players: int = 4, bots: tuple[str, ...] = ("mixed",), seed: int = 1,
        skill: tuple[float, ...] = (), seat_edge: tuple[float, ...] = (), early: float = 0.0, out: float = 0.2,
        city: float = 8.0, changes: tuple[str, ...] = (), state: str = "complete", all_tie: bool = False,
        chunk_blocks: int = 120,
    ) -> None:  # fmt: skip
        self.path = Path("reports/fake")
        self.rules = resolve(rules, changes)
        self.players, self.blocks, self.rotations = players, blocks, 1 if len(set(bots)) == 1 else players
        seating = [bots[seat % len(bots)] for seat in range(players)]
        rng = np.random.default_rng(seed)
        self.tables = _draw(self, rng, seating, dict(zip(bots, skill, strict=False)), seat_edge, early, out, city, all_tie)
        self.manifest = {
            "format": "quorum-run/1", "game": "dominus", "rules": {}, "rules_name": self.rules.name,
            "fingerprint": self.rules.fingerprint, "players": players, "bots": list(dict.fromkeys(bots)), "seating": seating,
            "rotations": self.rotations, "seed": seed, "games": blocks * self.rotations, "blocks": blocks,
            "chunk_blocks": chunk_blocks, "log": "games", "versions": {"quorumsim": "0.1.0"},
            "command": f"quorumsim simulate --game dominus --players {players} --seed {seed}", "state": state,
            "chunks": [
                {"first_block": first, "blocks": min(chunk_blocks, blocks - first),
                 "games": min(chunk_blocks, blocks - first) * self.rotations}
                for first in range(0, blocks, chunk_blocks)
            ],
        }  # fmt: skip

    def counts(self) -> pd.DataFrame:
        return self.tables["counts"]

    def chunks(self, table: str, columns: list[str] | None = None) -> Iterator[pd.DataFrame]:
        frame = self.tables[table]
        for chunk in self.manifest["chunks"]:
            first = chunk["first_block"]
            part = frame[(frame.block >= first) & (frame.block < first + chunk["blocks"])]
            yield part if columns is None else part[list(columns)]


def four(**settings: Any) -> list[FakeRun]:
    """All four readings, alike but for chance."""
    return [FakeRun(name, **settings) for name in FOUR]


def _draw(run, rng, seating, skill, seat_edge, early, out, city, all_tie) -> dict[str, pd.DataFrame]:  # type: ignore[no-untyped-def]
    shape = (run.blocks, run.rotations, run.players)
    names = np.array(seating)
    bot = names[(np.arange(run.players)[None, :] + np.arange(run.rotations)[:, None]) % run.players]
    bot = np.broadcast_to(bot, shape)
    edge = np.zeros(run.players)
    edge[: len(seat_edge)] = seat_edge
    strength = np.vectorize(lambda name: skill.get(name, 0.0))(bot)
    turns = run.rules.turns
    general = rng.integers(0, turns + 1, shape)
    visits = rng.binomial(12 // run.players, 0.8, shape)
    luck = rng.normal(0, 3, (run.blocks, 1, run.players)) + rng.normal(0, 3, shape)
    is_early = (general > 0) & (general <= turns // 3)
    points = {
        "city": rng.poisson(city, shape),
        "provinces": np.rint(20 + luck + edge + strength + early * is_early).astype(int).clip(0),
        "deploys": rng.poisson(4, shape), "tokens": visits * (1 + rng.integers(0, 2, shape)), "goods": np.zeros(shape, int),
    }  # fmt: skip
    if all_tie:
        points = {source: np.full(shape, 3) for source in SOURCES}
    total = sum(points.values())
    place = 1 + (total[..., None, :] > total[..., :, None]).sum(axis=3)
    winners = (place == 1).sum(axis=2)
    share = (place == 1) / winners[..., None]
    rivals = np.where(np.eye(run.players, dtype=bool), -(10**6), total[..., None, :]).max(axis=3)
    empty = rng.random(shape) < out
    held = (visits + rng.integers(0, 4, shape)).clip(0, 12)
    game = np.arange(run.blocks * run.rotations).reshape(run.blocks, run.rotations)
    zero = np.zeros(shape, int)
    seats = {
        "game": game[..., None] + zero, "block": np.arange(run.blocks)[:, None, None] + zero,
        "seat": np.arange(run.players) + zero, "bot": bot, "total": total, **points, "place": place, "win_share": share,
        "margin": total - rivals, "first_visits": visits, "legions_deployed": rng.integers(2, 10, shape),
        "reserve_left": np.where(empty, 0, rng.integers(1, 5, shape)),
        "out_turn": np.where(empty, rng.integers(15, 25, shape), 0),
        "general_turn": general, "held": held, "led": held // 2, "strongest": rng.integers(0, 7, shape),
        "near_rome": rng.integers(0, 9, shape), "passes": rng.poisson(1, shape), "symbols_same": zero, "symbols_two": zero,
    }  # fmt: skip
    games = {
        "game": game, "block": np.arange(run.blocks)[:, None] + zero[:, :, 0], "winners": winners,
        "tokens_left": (12 - visits.sum(axis=2)).clip(0), "symbols": zero[:, :, 0], "legions_out": empty.sum(axis=2),
        "units_moved": zero[:, :, 0],
    }  # fmt: skip
    return {
        "seats": pd.DataFrame({name: values.reshape(-1) for name, values in seats.items()}),
        "games": pd.DataFrame({name: values.reshape(-1) for name, values in games.items()}),
        "counts": _counts(run, seats, list(dict.fromkeys(seating))),
    }


def _counts(run, seats, bots) -> pd.DataFrame:  # type: ignore[no-untyped-def]
    won, margin = np.rint(seats["win_share"] * 12).astype(np.int64), seats["margin"].astype(np.int64)
    g = margin.sum(axis=(1, 2))
    masks = {("all", 0): np.ones(won.shape, bool)}
    masks |= {("seat", seat): seats["seat"] == seat for seat in range(run.players)}
    masks |= {("bot", number): seats["bot"] == bot for number, bot in enumerate(bots)}
    rows = []
    for (group, number), mask in masks.items():
        n, y, z = ((mask * values).sum(axis=(1, 2)) for values in (np.ones_like(won), won, margin))
        sums = (n.sum(), y.sum(), z.sum(), n @ n, n @ y, y @ y, n @ z, z @ z, n @ g, z @ g)
        rows.append((group, number, *map(int, sums)))
    return pd.DataFrame(rows, columns=["group", "id", *MOMENTS]).set_index(["group", "id"])
