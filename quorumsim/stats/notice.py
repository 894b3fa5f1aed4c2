"""What an evening at a table can show."""

from __future__ import annotations

from math import ceil


def games_to_notice(difference: float, share: float) -> int | None:
    """How many games a table must play before a share that is off by `difference` stands out: (1.96/d)^2 p (1 - p).

    After that many games the difference equals 1.96 standard errors of the share p of games won (both between 0 and 1).
    None for no difference.
    """
    if difference == 0:
        return None
    return ceil((1.96 / difference) ** 2 * share * (1 - share))
