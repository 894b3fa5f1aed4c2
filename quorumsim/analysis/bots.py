"""Which bot wins? Each bot's win share, over seatings that are rotated so that seats weigh alike."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from quorumsim.analysis.counted import Counted
from quorumsim.analysis.figure import GAMES, OUTER, POINTS, TWELFTHS, Figure, figures
from quorumsim.analysis.sample import Sample, sample_of
from quorumsim.analysis.sentences import bots_finding
from quorumsim.stats.rank import rank_ranges
from quorumsim.stats.simultaneous import each_level

if TYPE_CHECKING:
    from quorumsim.lab.run import Run


@dataclass(frozen=True)
class BotRow:
    """A bot. Ranges and ranks hold for all bots at once."""

    bot: str
    share: Figure
    excess: Figure
    margin: Figure
    rank: int
    rank_best: int
    rank_worst: int
    hands: int  # (game, seat) pairs it played


@dataclass(frozen=True)
class BotAnswer:
    """`rows` by rank."""

    sample: Sample
    finding: str
    rows: tuple[BotRow, ...]


def bots(run: Run) -> BotAnswer | None:
    """The bots of a run; None if only one plays."""
    sample, counted = sample_of(run), Counted(run)
    ids = [b for b in range(len(sample.bots)) if counted.shares("bot", b).n]
    if len(ids) < 2:
        return None
    level = each_level(OUTER, len(ids))
    shares = figures([lambda at, b=b: counted.share("bot", b, at) for b in ids], GAMES, TWELFTHS, level=level)
    excesses = figures([lambda at, b=b: counted.share("bot", b, at) for b in ids], GAMES, TWELFTHS, -sample.par, level=level, signed=True)
    margins = figures([lambda at, b=b: counted.margin("bot", b, at) for b in ids], POINTS, level=level, signed=True)
    best, worst = rank_ranges([s.low for s in shares], [s.high for s in shares])
    order = sorted(range(len(ids)), key=lambda i: -(shares[i].exact.value if shares[i].exact else 0))
    rows = tuple(
        BotRow(sample.bots[ids[i]], shares[i], excesses[i], margins[i], place + 1, int(best[i]), int(worst[i]), counted.shares("bot", ids[i]).n)
        for place, i in enumerate(order)
    )
    return BotAnswer(sample, bots_finding(rows[0].bot, rows[0].share, sample.par), rows)
