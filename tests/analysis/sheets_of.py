"""Score sheets as a file, from rows or from a run that bots played: what people wrote down, if they had played so."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pandas as pd

from quorumsim.analysis.paths import SOURCES

NOTED = ("game", "seat", *SOURCES, "total", "gods")


def sheet_rows(run: Any, games: int | None = None) -> pd.DataFrame:
    """The seats of a run's first games as the rows of score sheets; games and seats are counted from 1."""
    frame = pd.concat(list(run.chunks("seats")), ignore_index=True)
    if games is not None:
        frame = frame[frame.game < games]
    rows = frame[list(NOTED)].astype(int)
    return rows.assign(game=rows.game + 1, seat=rows.seat + 1)


def write_sheets(path: Path, rows: pd.DataFrame, **how: Any) -> Path:
    rows.to_csv(path, index=False, **how)
    return path


def write_text(path: Path, *lines: str) -> Path:
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path
