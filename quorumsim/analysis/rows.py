"""Rows of figures as tidy tables: one column for each number."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from typing import Any

import pandas as pd

from quorumsim.analysis.figure import Figure
from quorumsim.analysis.judged import Judged


def cells(row: Any) -> dict[str, Any]:
    """A row (a dataclass) as plain values; a figure becomes its value and its ranges, in the digits it is printed with."""
    plain: dict[str, Any] = {}
    for field in fields(row):
        value, name = getattr(row, field.name), field.name
        if isinstance(value, Figure):
            plain |= {
                name: value.value,
                f"{name}_low": value.low,
                f"{name}_high": value.high,
                f"{name}_inner_low": value.inner_low,
                f"{name}_inner_high": value.inner_high,
                f"{name}_unit": value.unit,
            }
        elif isinstance(value, Judged):
            plain |= {name: value.word, "further_games": value.further_games}
        else:
            plain[name] = value
    return plain


def table(rows: Sequence[Any]) -> pd.DataFrame:
    """One line a row. Whole numbers stay whole where some are missing."""
    frame = pd.DataFrame([cells(row) for row in rows], dtype=object)
    for name in frame.columns:
        known = frame[name].dropna()
        if len(known) and known.map(lambda cell: isinstance(cell, int)).all():
            frame[name] = frame[name].astype("Int64")
    return frame.infer_objects()
