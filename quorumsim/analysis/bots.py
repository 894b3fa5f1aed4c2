"""Which bot wins? Each bot's win share, over seatings that are rotated so that seats weigh alike."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from quorumsim.analysis.counted import Counted
from quorumsim.analysis.figure import GAMES, OUTER, POINTS, TWELFTHS, Figure, by_value, figures, printed_ranks
from quorumsim.analysis.sample import Sample, sample_of
from quorumsim.analysis.sentences import bots_finding
from quorumsim.stats.interval import Interval
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
    plays: str  # what it does, in a sentence


@dataclass(frozen=True)
class BotAnswer:
    """`rows` by rank."""

    sample: Sample
    finding: str
    rows: tuple[BotRow, ...]


def bots(run: Run, counted: Counted | None = None, beside: int = 1) -> BotAnswer | None:
    """The bots of a run; None if only one plays. `beside`: of how many such runs all ranges are to hold at once."""
    sample, counted = sample_of(run), counted or Counted(run)
    ids = [b for b in range(len(sample.bots)) if counted.shares("bot", b).n]
    if len(ids) < 2:
        return None
    level = each_level(OUTER, len(ids) * beside)

    def share(bot: int, at: float) -> Interval | None:
        return counted.share("bot", bot, at)

    shares = figures(share, ids, GAMES, TWELFTHS, level=level)
    excesses = figures(share, ids, GAMES, TWELFTHS, -sample.par, level=level, signed=True)
    margins = figures(lambda bot, at: counted.margin("bot", bot, at), ids, POINTS, level=level, signed=True)
    best, worst = printed_ranks(shares)
    rows = tuple(
        BotRow(
            sample.bots[ids[i]],
            shares[i],
            excesses[i],
            margins[i],
            place,
            best[i],
            worst[i],
            counted.shares("bot", ids[i]).n,
            sample.bot_sentence(sample.bots[ids[i]]),
        )
        for place, i in enumerate(by_value(shares), 1)
    )
    leaders = tuple(row.bot for row in rows if row.rank_best == 1)
    return BotAnswer(sample, bots_finding(leaders, rows[0].share, sample.par), rows)
