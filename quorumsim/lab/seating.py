"""Who sits where: a block is one deal, played once under every different rotation of its seating."""

from __future__ import annotations

from collections.abc import Hashable, Sequence


def rotations(seats: Sequence[Hashable] | None, players: int) -> int:
    """How many different rotations a seating has; None stands for seats drawn by block, which are always rotated in full.

    In rotation r, seat s is played by entry (s + r) % players. Identical seatings are not played twice.
    """
    if seats is None:
        return players
    return next(step for step in range(1, players + 1) if [*seats[step:], *seats[:step]] == list(seats))
