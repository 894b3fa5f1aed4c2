"""Tables as CSV that a spreadsheet opens without running anything in it."""

from __future__ import annotations

from base64 import b64encode

import pandas as pd

DANGEROUS = ("=", "+", "-", "@", "\t", "\r")


def to_csv(table: pd.DataFrame) -> str:
    """UTF-8 text, one line a row. A text that a spreadsheet could take for a formula gets an apostrophe before it."""
    harmless = table.copy()
    for name in harmless.columns:
        if not pd.api.types.is_numeric_dtype(harmless[name].dtype):
            harmless[name] = [_harmless(cell) for cell in harmless[name]]
    return harmless.to_csv(index=False, lineterminator="\n")


def data_link(text: str) -> str:
    """The same as a link that needs no second file."""
    return "data:text/csv;charset=utf-8;base64," + b64encode(text.encode()).decode()


def _harmless(cell: object) -> object:
    return "'" + cell if isinstance(cell, str) and cell.startswith(DANGEROUS) else cell
