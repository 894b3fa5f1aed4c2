"""Is going first fair? Win share, outright wins, shared wins and margin of each seat."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from quorumsim.analysis import fold
from quorumsim.analysis.counted import Counted
from quorumsim.analysis.figure import GAMES, POINTS, TWELFTHS, Figure, figures
from quorumsim.analysis.sample import Sample, sample_of
from quorumsim.analysis.sentences import SEAT_WORDS, Finding, Judged, judge, seat_name, seats_finding
from quorumsim.stats.interval import ratio_interval
from quorumsim.stats.moments import moments_of
from quorumsim.stats.notice import games_to_notice

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


def first_player(run: Run, smallest_effect: float = 1.0) -> SeatAnswer:
    """The seats of a run. Levels are for each seat by itself: there are at most four."""
    sample, counted = sample_of(run), Counted(run)
    seats = range(sample.players)
    shares = figures([lambda level, s=s: counted.share("seat", s, level) for s in seats], GAMES, TWELFTHS)
    excesses = figures([lambda level, s=s: counted.share("seat", s, level) for s in seats], GAMES, TWELFTHS, -sample.par, signed=True)
    margins = figures([lambda level, s=s: counted.margin("seat", s, level) for s in seats], POINTS, signed=True)
    wins = _wins(run)
    outright, shared = (
        figures([lambda level, s=s, k=kind: ratio_interval(wins[s, k], level, (0, 1)) for s in seats], GAMES, 100)
        for kind in ("outright", "shared")
    )
    verdicts = [judge(excess, smallest_effect, sample.rotations, SEAT_WORDS) for excess in excesses]
    notice = [games_to_notice((excess.value or 0) / 100, sample.par / 100) for excess in excesses]
    rows = tuple(
        SeatRow(s, seat_name(s, sample.players), shares[s], excesses[s], verdicts[s], notice[s], outright[s], shared[s], margins[s])
        for s in seats
    )
    return SeatAnswer(sample, seats_finding(shares, excesses, verdicts, notice, smallest_effect), rows)


def _wins(run: Run) -> fold.Sums:
    """Outright and shared wins of each seat, over blocks."""
    sums = fold.Sums()
    for chunk in fold.seats(run, ["win_share"]):
        twelfths = fold.twelfths(chunk["win_share"])
        for kind, won in (("outright", twelfths == 12), ("shared", (twelfths > 0) & (twelfths < 12))):
            for seat in range(won.shape[2]):
                sums.gather((seat, kind), moments_of(won.shape[1], won[:, :, seat].sum(axis=1)))
    return sums
