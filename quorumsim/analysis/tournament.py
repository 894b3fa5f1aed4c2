"""A tournament read: who wins, who beats whom, ratings with the worth of a seat, and which strategies are viable."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations, permutations
from math import log
from typing import TYPE_CHECKING

import numpy as np
from scipy.special import expit

from quorumsim.analysis.figure import GAMES, OUTER, POINTS, TWELFTHS, Figure, by_value, figures, printed_ranks, rounded
from quorumsim.analysis.judged import UNDECIDED, about, listed, plural
from quorumsim.analysis.placings import Placings
from quorumsim.analysis.sample import Sample, sample_of
from quorumsim.analysis.sentences import Finding, bots_finding, seat_name
from quorumsim.analysis.strategies import Cells, Strategies, beats, strategies
from quorumsim.stats.interval import Interval
from quorumsim.stats.notice import games_to_notice
from quorumsim.stats.plackett_luce import Ratings, fit, linked
from quorumsim.stats.simultaneous import each_level

if TYPE_CHECKING:
    from quorumsim.lab.tournament import PlayedStage, Tournament

ELO = 400 / log(10)  # rating points for each unit of log-worth
RATING_POINTS = "rating points"
BEST = "best"


@dataclass(frozen=True)
class Contest(Sample):
    """The sample of a stage: all tables of one number of players."""

    tables: int

    @property
    def by(self) -> str:
        """by 10 bots at 45 tables"""
        return f"by {len(self.bots)} bots at {plural(self.tables, 'table')}"

    @property
    def size(self) -> str:
        """90,000 games by 10 bots at 45 tables (1,000 deals at each, bots rotated over all seats)"""
        deals = plural(self.blocks, "deal")
        return f"{plural(self.games, 'game')} {self.by} ({deals} at each, bots rotated over all seats)"


@dataclass(frozen=True)
class BotRow:
    """A bot over all its tables. Ranges and ranks hold for all bots at once."""

    bot: str
    share: Figure
    excess: Figure
    alone: Figure
    margin: Figure
    rank: int
    rank_best: int
    rank_worst: int
    plays: str


@dataclass(frozen=True)
class MatchRow:
    """`share`: games of 100 in which `bot` finishes ahead of `other`, ties half. Ranges hold for all pairs at once."""

    bot: str
    other: str
    share: Figure
    side: int  # 1 or -1 where the range is on one side of 50, 0 where these games do not tell

    @property
    def decided(self) -> bool:
        return self.side != 0


@dataclass(frozen=True)
class RatingRow:
    """A bot or a seat. `ahead`: games of 100 in which it would finish ahead of the average one, all else alike."""

    name: str
    rating: Figure
    ahead: Figure
    note: str


@dataclass(frozen=True)
class StageAnswer:
    """One number of players. Bots from most to fewest wins in `rows`, `matches` and `strategies`; `ratings` by rating."""

    sample: Contest
    finding: Finding
    match_finding: str
    rating_finding: str
    seat_finding: str
    strategies: Strategies
    rows: tuple[BotRow, ...]
    matches: tuple[MatchRow, ...]
    ratings: tuple[RatingRow, ...]
    seats: tuple[RatingRow, ...]

    @property
    def beats(self) -> str:
        """What one bot does to another in a match-up."""
        return beats(self.sample.players)

    @property
    def bots(self) -> tuple[str, ...]:
        """From most to fewest wins."""
        return tuple(row.bot for row in self.rows)


@dataclass(frozen=True)
class TournamentAnswer:
    stages: tuple[StageAnswer, ...]


def tournament(played: Tournament, smallest_effect: float = 1.0) -> TournamentAnswer:
    """All stages. `smallest_effect` is in games of 100."""
    return TournamentAnswer(tuple(_stage(played, stage, smallest_effect) for stage in played.stages))


def _stage(played: Tournament, stage: PlayedStage, smallest_effect: float) -> StageAnswer:
    sample = _sample(played, stage)
    placings = Placings(stage, sample.bots)
    rows = _bots(placings, sample)
    order = [sample.bots.index(row.bot) for row in rows]
    cells, matches = _matches(placings, order)
    ratings, seats = _ratings(placings, sample)
    return StageAnswer(
        sample, _winner(rows, sample.par), _match_finding(matches, stage.players), _rating_finding(ratings),
        _seat_finding(seats), strategies(placings, order, cells, smallest_effect), rows, matches, ratings, seats,
    )  # fmt: skip


def _sample(played: Tournament, stage: PlayedStage) -> Contest:
    samples = [sample_of(run) for run in stage.tables]
    first, manifest = samples[0], played.manifest
    plays = {bot: sentence for sample in samples for bot, sentence in zip(sample.bots, sample.sentences, strict=True)}
    not_tuned = {bot for sample in samples for bot in sample.not_tuned}
    games = sum(run.games for run in stage.tables)
    whole = {name: getattr(first, name) for name in Sample.__dataclass_fields__} | {
        "games": games, "planned": games, "blocks": stage.blocks, "rotations": stage.players, "bots": tuple(manifest.bots),
        "seating": "tournament", "seed": manifest.seed, "command": manifest.command,
        "sentences": tuple(plays[bot] for bot in manifest.bots),
        "not_tuned": tuple(bot for bot in manifest.bots if bot in not_tuned),
    }  # fmt: skip
    return Contest(**whole, tables=len(stage.tables))


# --- who wins ---------------------------------------------------------------------------------------------------------


def _bots(placings: Placings, sample: Contest) -> tuple[BotRow, ...]:
    ids = range(len(sample.bots))
    level = each_level(OUTER, len(ids))
    shares = figures(placings.share, ids, GAMES, TWELFTHS, level=level)
    excesses = figures(placings.share, ids, GAMES, TWELFTHS, -sample.par, level=level, signed=True)
    alone = figures(placings.alone, ids, GAMES, 100, level=level)
    margins = figures(placings.margin, ids, POINTS, level=level, signed=True)
    best, worst = printed_ranks(shares)
    return tuple(
        BotRow(sample.bots[bot], shares[bot], excesses[bot], alone[bot], margins[bot], place, best[bot], worst[bot],
               sample.bot_sentence(sample.bots[bot]))
        for place, bot in enumerate(by_value(shares), 1)
    )  # fmt: skip


def _winner(rows: tuple[BotRow, ...], par: float) -> Finding:
    leaders = tuple(row.bot for row in rows if row.rank_best == 1)
    lead, _, detail = bots_finding(leaders, rows[0].share, par).partition(": ")
    word, excess = BEST if len(leaders) == 1 else UNDECIDED, rows[0].excess
    games = games_to_notice((excess.value or 0) / 100, par / 100) if excess.side else None
    spread = f"A table would notice after about {about(games)} games." if games else "No table could notice."
    return Finding(word, f"{lead}:", detail, spread, excess, rows[0].share.text)


# --- who beats whom ---------------------------------------------------------------------------------------------------


def _matches(placings: Placings, order: list[int]) -> tuple[Cells, tuple[MatchRow, ...]]:
    pairs = list(combinations(order, 2))
    cells: Cells = {}
    for (one, other), share in zip(
        pairs, figures(placings.against, pairs, GAMES, 100, level=each_level(OUTER, len(pairs))), strict=True
    ):
        cells[one, other], cells[other, one] = share, _mirrored(share)
    rows = tuple(MatchRow(placings.bots[one], placings.bots[other], cells[one, other], _side(cells[one, other]))
                 for one, other in permutations(order, 2))  # fmt: skip
    return cells, rows


def _mirrored(share: Figure) -> Figure:
    """The same seen from the other side, so that the two printed add up to 100."""

    def other(value: float | None) -> float | None:
        return None if value is None else rounded(100 - value, share.decimals)

    exact = share.exact and replace(
        share.exact, value=100 - share.exact.value, low=100 - share.exact.high, high=100 - share.exact.low
    )
    return replace(share, value=other(share.value), low=other(share.high), high=other(share.low),
                   inner_low=other(share.inner_high), inner_high=other(share.inner_low), exact=exact)  # fmt: skip


def _side(share: Figure) -> int:
    if share.low is None or share.high is None or share.low <= 50 <= share.high:
        return 0
    return 1 if share.low > 50 else -1


def _match_finding(matches: tuple[MatchRow, ...], players: int) -> str:
    """How many pairs are decided, and which most clearly."""
    over, pairs = [row for row in matches if row.side == 1], len(matches) // 2
    verb = beats(players)
    first = f"{len(over)} of {plural(pairs, 'pair')} {'is' if len(over) == 1 else 'are'} decided"
    if not over:
        return f"{first}: of the others these games do not tell who {verb} whom."
    row = max(over, key=lambda each: each.share.unrounded)
    return f"{first}, most clearly {row.bot}, which {verb} {row.other} in {row.share.phrase}."


# --- ratings ----------------------------------------------------------------------------------------------------------


def _ratings(placings: Placings, sample: Contest) -> tuple[tuple[RatingRow, ...], tuple[RatingRow, ...]]:
    rated = fit(*placings.orders(), len(sample.bots), sample.players)
    notes = _notes(placings)
    bots = _rating_rows(rated, rated.bots, rated.bot_errors, sample.bots, notes, placings.blocks)
    names = tuple(seat_name(seat, sample.players) for seat in range(sample.players))
    seats = _rating_rows(rated, rated.seats, rated.seat_errors, names, [""] * sample.players, placings.blocks)
    return tuple(sorted(bots, key=lambda row: -row.rating.unrounded)), tuple(seats)


def _rating_rows(
    rated: Ratings, values: np.ndarray, errors: np.ndarray, names: tuple[str, ...], notes: list[str], blocks: int
) -> list[RatingRow]:
    ids, level = range(len(names)), each_level(OUTER, len(names))

    def interval(one: int, at: float, unit: Callable[[float], float]) -> Interval:
        value, reach = float(values[one]), float(rated.reach(at) * errors[one])
        return Interval(unit(value), unit(value - reach), unit(value + reach), at, blocks)

    ratings = figures(partial(interval, unit=lambda worth: worth), ids, RATING_POINTS, ELO, level=level, signed=True)
    ahead = figures(partial(interval, unit=lambda worth: float(expit(worth))), ids, GAMES, 100, level=level)
    return [RatingRow(names[one], ratings[one], ahead[one], notes[one]) for one in ids]


def _notes(placings: Placings) -> list[str]:
    """For each bot, what of its rating rests on the prior and not on games."""
    ahead = placings.matrix()
    np.fill_diagonal(ahead, 0.0)
    groups = linked(ahead)
    if len(set(groups)) == 1:
        return [""] * len(groups)
    notes = []
    for bot, group in enumerate(groups):
        outside = groups != group
        never_behind, never_ahead = not ahead[outside, bot].any(), not ahead[bot, outside].any()
        whom = "" if (groups == group).sum() == 1 else " to those outside its group"
        notes.append(f"never lost{whom}; the prior holds it" if never_behind else
                     f"never won{whom.replace(' to', ' against')}; the prior holds it" if never_ahead else
                     "not linked to all; the prior holds it")  # fmt: skip
    return notes


def _rating_finding(rows: tuple[RatingRow, ...]) -> str:
    """Who rates highest, and how many ratings the prior holds."""
    best, _ = printed_ranks([row.rating for row in rows])
    leaders = tuple(row.name for row, rank in zip(rows, best, strict=True) if rank == 1)
    top = rows[0]
    who = f"{top.name} rates highest," if len(leaders) == 1 else f"{listed(leaders)} may rate highest; {top.name}"
    held = sum(bool(row.note) for row in rows)
    note = f" {held} of {len(rows)} ratings are finite by the prior only." if held else ""
    ahead = f"it would finish ahead of the average bot in {top.ahead.phrase}"
    return f"{who} {top.rating.text} rating points ({top.rating.range}): {ahead}.{note}"


def _seat_finding(rows: tuple[RatingRow, ...]) -> str:
    """The seat whose worth is surely and furthest from the average, or that there is none."""
    sure = [row for row in rows if row.rating.side]
    row = max(sure or rows, key=lambda each: abs(each.rating.unrounded))
    name = row.name[:1].lower() + row.name[1:]
    ahead = f"finishes ahead of an equal one in an average seat in {row.ahead.phrase}"
    rating = f"{row.rating.text} rating points ({row.rating.range})"
    if sure:
        return f"A bot in {name} {ahead}: {rating}."
    return f"No seat is surely worth more or less than another; at most, a bot in {name} {ahead}, {rating}."
