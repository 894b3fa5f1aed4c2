"""Points by source, out of what the kernel keeps."""

from __future__ import annotations

from typing import Any

from quorumsim.quorum import names
from quorumsim.quorum.rules import Rules


def points_by_source(rules: Rules, state: Any) -> list[dict[str, int]]:
    """By seat: points from each province and type, `start` (given by seat) and `total`; the state must be added up."""
    seen = state.seen
    players = int(seen.players)
    rows = []
    for seat in range(players):
        row = {str(name): int(seen.multiplier[seat, i] * seen.counted[seat, i]) for i, name in enumerate(names.PROVINCES)}
        row |= {name: int(seen.type_points[seat, i]) for i, name in enumerate(names.TYPES)}
        row["start"] = rules.seat_points[players][seat]
        row["total"] = int(state.total[seat])
        rows.append(row)
    return rows
