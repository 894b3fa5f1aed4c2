"""Is going first fair? Win share, outright wins, shared wins and margin of each seat."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from quorumsim.analysis import fold
from quorumsim.analysis.counted import Counted
from quorumsim.analysis.figure import GAMES, OUTER, POINTS, TWELFTHS, Figure, figures
from quorumsim.analysis.judged import SEAT_WORDS, Judged, judge
from quorumsim.analysis.sample import Sample, sample_of
from quorumsim.analysis.sentences import Finding, seat_name, seats_finding
from quorumsim.stats.interval import Interval, ratio_interval
from quorumsim.stats.moments import moments_of
from quorumsim.stats.notice import games_to_notice
from quorumsim.stats.simultaneous import each_level

if TYPE_CHECKING:
    from quorumsim.lab.run import Run


@dataclass(frozen=True)
class SeatRow:
    """A seat. `share` counts a win shared by k as 1/k; `excess` is what it wins beyond par."""

    seat: int
    name: str
    share: Figure
    excess: Figure
    verdict: Judged
    games_to_notice: int | None
    outright: Figure
    shared: Figure
    margin: Figure


@dataclass(frozen=True)
class SeatAnswer:
    sample: Sample
    finding: Finding
    rows: tuple[SeatRow, ...]

    @property
    def caution(self) -> str:
        """What one must know where bots of different strength sat at the tables; empty where one bot had all seats."""
        if len(self.sample.bots) == 1:
            return ""
        return (
            "Several bots sat here, each in every seat: where one of them nearly always wins, the seats look alike. One bot in "
            "all seats shows what a seat is worth."
        )


def first_player(
    run: Run, smallest_effect: float = 1.0, counted: Counted | None = None, at_once: int = 1
) -> SeatAnswer:
    """The seats of a run. Levels are for each seat by itself: there are at most four. Where these are read beside others,
    `at_once` is how many ranges are to hold at once.
    """
    sample, counted = sample_of(run), counted or Counted(run)
    seats, each = range(sample.players), each_level(OUTER, at_once)

    def share(seat: int, level: float) -> Interval | None:
        return counted.share("seat", seat, level)

    shares = figures(share, seats, GAMES, TWELFTHS, level=each)
    excesses = figures(share, seats, GAMES, TWELFTHS, -sample.par, level=each, signed=True)
    margins = figures(lambda seat, level: counted.margin("seat", seat, level), seats, POINTS, signed=True)
    alone, together = _wins(run)
    outright = figures(lambda seat, level: ratio_interval(alone[seat], level, (0, 1)), seats, GAMES, 100)
    shared = figures(lambda seat, level: ratio_interval(together[seat], level, (0, 1)), seats, GAMES, 100)
    verdicts = [judge(excess, smallest_effect, sample.rotations, SEAT_WORDS) for excess in excesses]
    notice = [games_to_notice((excess.value or 0) / 100, sample.par / 100) for excess in excesses]
    columns = zip(shares, excesses, verdicts, notice, outright, shared, margins, strict=True)
    rows = tuple(SeatRow(seat, seat_name(seat, sample.players), *row) for seat, row in enumerate(columns))
    return SeatAnswer(sample, seats_finding(shares, excesses, verdicts, notice, smallest_effect), rows)


def _wins(run: Run) -> tuple[fold.Sums, fold.Sums]:
    """Outright wins and shared wins of each seat, over blocks."""
    alone, together = fold.Sums(), fold.Sums()
    for chunk in fold.seats(run, ["win_share"]):
        twelfths = fold.twelfths(chunk["win_share"])
        for sums, won in ((alone, twelfths == 12), (together, (twelfths > 0) & (twelfths < 12))):
            for seat in range(won.shape[2]):
                sums.gather(seat, moments_of(won.shape[1], won[:, :, seat].sum(axis=1)))
    return alone, together
