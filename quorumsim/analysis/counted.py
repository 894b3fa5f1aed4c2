"""The moments a run keeps (its count table), as the intervals want them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quorumsim.stats.interval import Interval, difference_interval, ratio_interval
from quorumsim.stats.moments import EMPTY, Moments

if TYPE_CHECKING:
    from quorumsim.lab.run import Run

SHARE = (0.0, 12.0)  # a win share in twelfths
SHARES = (-12.0, 12.0)  # a difference of two


class Counted:
    """Groups of (game, seat) pairs by name and id: win shares in twelfths, and margins in points."""

    def __init__(self, run: Run) -> None:
        table = run.counts()
        self.rows = dict(zip(table.index, table.itertuples(index=False), strict=True))
        self.blocks = sum(chunk["blocks"] for chunk in run.manifest["chunks"])
        self.rotations, self.players = run.manifest["rotations"], run.manifest["players"]

    def ids(self, group: str) -> list[int]:
        """The ids of a group that the run knows, ascending."""
        return sorted(int(number) for name, number in self.rows if name == group)

    def shares(self, group: str, number: int) -> Moments:
        """n, and win shares in twelfths. Everybody's win shares are 12 for each game, in every block."""
        row = self.rows.get((group, number))
        if row is None:
            return EMPTY
        whole = 12 * self.rotations
        return Moments(self.blocks, row.n, row.y, row.nn, row.ny, row.yy, whole * int(row.n), whole * int(row.y))

    def margins(self, group: str, number: int) -> Moments:
        """n, and margins in points."""
        row = self.rows.get((group, number))
        return EMPTY if row is None else Moments(self.blocks, row.n, row.z, row.nn, row.nz, row.zz, row.ng, row.zg)

    def moved(self, god: int) -> tuple[Moments, Moments]:
        """n times a god was taken, and the points its token changes moved: for the taker, and for all others together."""
        row = self.rows.get(("god_points", god))
        if row is None:
            return EMPTY, EMPTY
        return (
            Moments(self.blocks, row.n, row.y, row.nn, row.ny, row.yy),
            Moments(self.blocks, row.n, row.z, row.nn, row.nz, row.zz),
        )

    def share(self, group: str, number: int, level: float) -> Interval | None:
        """Win share of a group, in twelfths."""
        return ratio_interval(self.shares(group, number), level, SHARE)

    def margin(self, group: str, number: int, level: float) -> Interval | None:
        """Margin of a group, in points."""
        return ratio_interval(self.margins(group, number), level)

    def share_with(self, group: str, number: int, level: float) -> Interval | None:
        """Win share in the group minus win share outside it, in twelfths."""
        return difference_interval(self.shares(group, number), self.shares("all", 0), level, SHARES)

    def margin_with(self, group: str, number: int, level: float) -> Interval | None:
        """Margin in the group minus margin outside it, in points."""
        return difference_interval(self.margins(group, number), self.margins("all", 0), level)
