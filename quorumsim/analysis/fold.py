"""Reading a run chunk by chunk, as arrays whose first axis is the block. Nothing here holds more than one chunk."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from quorumsim.errors import BadInput
from quorumsim.stats.moments import EMPTY, Moments

if TYPE_CHECKING:
    from quorumsim.lab.run import Run

Arrays = dict[str, np.ndarray]


def seats(run: Run, columns: list[str]) -> Iterator[Arrays]:
    """For each chunk, its columns as arrays of shape (blocks, rotations, players)."""
    return _blocks(run, "seats", columns, (run.manifest["rotations"], run.manifest["players"]))


def games(run: Run, columns: list[str]) -> Iterator[Arrays]:
    """For each chunk, its columns as arrays of shape (blocks, rotations)."""
    return _blocks(run, "games", columns, (run.manifest["rotations"],))


def _blocks(run: Run, table: Any, columns: list[str], shape: tuple[int, ...]) -> Iterator[Arrays]:
    for frame in run.chunks(table, columns=columns):
        if len(frame) % int(np.prod(shape)):
            raise BadInput(f"{run.path}: a chunk of {table} has {len(frame)} rows, which is no whole number of blocks; "
                           "accepted is a run as quorumsim simulate writes it")  # fmt: skip
        yield {column: frame[column].to_numpy().reshape(-1, *shape) for column in columns}


def twelfths(win_share: np.ndarray) -> np.ndarray:
    """Win shares as whole twelfths, exactly."""
    return np.rint(win_share * 12).astype(np.int64)


class Sums(defaultdict[Any, Moments]):
    """Moments by name, that grow by a chunk at a time; empty for what never came."""

    def __init__(self) -> None:
        super().__init__(lambda: EMPTY)

    def gather(self, name: Any, moments: Moments) -> None:
        self[name] = self[name] + moments


class Tally:
    """How often each whole number occurred."""

    def __init__(self) -> None:
        self.counted: dict[int, int] = {}

    def gather(self, values: np.ndarray) -> None:
        for value, count in zip(*np.unique(values, return_counts=True), strict=True):
            self.counted[int(value)] = self.counted.get(int(value), 0) + int(count)

    @property
    def values(self) -> np.ndarray:
        return np.array(sorted(self.counted), np.int64)

    @property
    def counts(self) -> np.ndarray:
        return np.array([self.counted[value] for value in sorted(self.counted)], np.int64)
