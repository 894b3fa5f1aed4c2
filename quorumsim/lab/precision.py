"""Playing until the answer is precise enough: a fixed-width rule, looked at after every chunk in the order of the blocks.

The rule stops at the first chunk after which every headline interval (win share of each seat, and of each bot where there
are several) is at most so wide. Which chunk that is depends on the plan alone, never on workers. Source of the rule, and why
it keeps its coverage as the width goes to 0: Chow and Robbins, "On the asymptotic theory of fixed-width sequential confidence
intervals for the mean", Annals of Mathematical Statistics 36 (1965).
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pyarrow.parquet as pq

from quorumsim.lab.chunk import part_path
from quorumsim.stats.interval import ratio_interval
from quorumsim.stats.moments import EMPTY, Moments

HEADLINES = ("seat", "bot")
TWELFTHS = 12
FEWEST_BLOCKS = 500  # before that many deals no interval is taken at its word


class Watch:
    """Sums the headline counts chunk by chunk. `precision`: half the width of the widest interval, in games of 100."""

    def __init__(self, precision: float) -> None:
        self.precision = precision
        self.sums: dict[tuple[str, int], Moments] = {}

    def add(self, run: Path, entry: dict[str, Any]) -> None:
        """Adds a finished chunk, by its entry in the manifest."""
        columns = ["group", "id", "n", "y", "nn", "ny", "yy"]
        for row in pq.read_table(part_path(run, "counts", entry["chunk"]), columns=columns).to_pylist():
            if row["group"] in HEADLINES:
                key = (row["group"], row["id"])
                moments = Moments(entry["blocks"], row["n"], row["y"], row["nn"], row["ny"], row["yy"])
                self.sums[key] = self.sums.get(key, EMPTY) + moments

    def reached(self) -> bool:
        """Whether every headline interval is within the precision."""
        if next(iter(self.sums.values())).blocks < FEWEST_BLOCKS:
            return False
        intervals = [ratio_interval(moments, 0.95, (0.0, float(TWELFTHS))) for moments in self.sums.values()]
        widths = [(each.high - each.low) / 2 / TWELFTHS * 100 for each in intervals if each is not None]
        return max(widths) <= self.precision
