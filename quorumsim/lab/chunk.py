"""One chunk: a consecutive range of blocks, played and written. This is what a worker does; it shares nothing with others."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from quorumsim.lab.files import write_whole
from quorumsim.lab.games import kit
from quorumsim.lab.plan import Plan


def part_path(run: Path, table: str, chunk: int) -> Path:
    """Where a chunk's rows of a table lie."""
    return run / table / f"part-{chunk:05d}.parquet"


def play_chunk(plan: Plan, run: Path, chunk: int, first_block: int, blocks: int) -> dict[str, Any]:
    """Plays a chunk, writes its tables into the run and returns its entry for the manifest."""
    tables = kit(plan.game).play(
        plan.rules, plan.players, plan.bots, plan.seating, plan.rotations, plan.seed, first_block, blocks,
        plan.log == "turns",
    )  # fmt: skip
    digests = {name: _write(part_path(run, name, chunk), columns) for name, columns in tables.items()}
    return {
        "chunk": chunk,
        "first_block": first_block,
        "blocks": blocks,
        "games": blocks * plan.rotations,
        "digests": digests,
    }


def file_digest(path: Path) -> str:
    """SHA-256 of a file, in hexadecimal."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _write(path: Path, columns: Mapping[str, Any]) -> str:
    """Writes a table under a temporary name, renames it, and returns its digest.

    Whole numbers are packed as differences and all is pressed lightly: of the ways to write that pandas and others read, the
    one with the least time and a sixth of the plain size. Dictionaries cost more, except where the column is one already.
    """
    whole = [name for name, values in columns.items() if not isinstance(values, tuple) and values.dtype.kind == "i"]
    sink = pa.BufferOutputStream()
    pq.write_table(
        pa.table({name: _arrow(values) for name, values in columns.items()}),
        sink,
        compression="lz4",
        write_statistics=False,
        use_dictionary=[name for name, values in columns.items() if isinstance(values, tuple)],
        column_encoding=dict.fromkeys(whole, "DELTA_BINARY_PACKED"),
    )
    data = sink.getvalue()
    path.parent.mkdir(exist_ok=True)
    write_whole(path, data)
    return hashlib.sha256(data).hexdigest()


def _arrow(values: np.ndarray | tuple[np.ndarray, list[str]]) -> pa.Array:
    """The values as they lie in memory (pa.array would load pandas to ask whether they are a series)."""
    if isinstance(values, tuple):
        codes, labels = values
        return pa.DictionaryArray.from_arrays(_arrow(codes), _strings(labels))
    values = np.ascontiguousarray(values)
    kind = pa.from_numpy_dtype(values.dtype)
    bits = np.packbits(values, bitorder="little") if values.dtype == np.bool_ else values
    return pa.Array.from_buffers(kind, len(values), [None, pa.py_buffer(bits)])


def _strings(labels: list[str]) -> pa.Array:
    texts = [label.encode() for label in labels]
    ends = np.cumsum([0, *map(len, texts)], dtype=np.int32)
    return pa.Array.from_buffers(pa.string(), len(texts), [None, pa.py_buffer(ends), pa.py_buffer(b"".join(texts))])
