"""One stage of a tournament, all tables of one number of players, folded deal by deal into sums.

Every table has as many deals as any other, all of its own. Deal b here means the b-th deals of all tables together: what is
summed for it runs over the tables, and these sums are independent of each other and alike. Their variance is that of tables
taken one by one, without what tables differ in; so the formulas for blocks serve as they are. Nothing grows with the number
of deals; for resampling and for ratings consecutive deals are put together into at most `MOST_BATCHES` batches, which are as
independent of each other as deals are.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, permutations
from typing import TYPE_CHECKING

import numpy as np

from quorumsim.analysis import fold
from quorumsim.stats.interval import Interval, mean_interval, ratio_interval
from quorumsim.stats.moments import Moments, moments_of

if TYPE_CHECKING:
    from quorumsim.lab.tournament import PlayedStage

MOST_BATCHES = 1000
SHARE = (0.0, 12.0)  # a win share in twelfths
WON = 12


class Placings:
    """Sums of a stage. Bots are numbered in the order of `bots`, pairs (i < j) in the order of `pairs`.

    `met`: shape (pairs,), how often a pair meets on a deal. `ahead`: shape (pairs,), how often i finished ahead of j, in
    halves (1 for a tie). `products`: shape (pairs, pairs), sums over deals of the products of those.
    `batch_deals`: shape (batches,); `batch_ahead`: shape (batches, pairs).
    """

    def __init__(self, stage: PlayedStage, bots: tuple[str, ...]) -> None:
        self.bots, self.players, self.blocks = bots, stage.players, stage.blocks
        self.pairs = list(combinations(range(len(bots)), 2))
        self.number = {pair: place for place, pair in enumerate(self.pairs)}
        self.batches = min(stage.blocks, MOST_BATCHES)
        self.batch_deals = np.bincount(np.arange(stage.blocks) * self.batches // stage.blocks, minlength=self.batches)
        self.sums = fold.Sums()
        self.met = np.zeros(len(self.pairs), np.int64)
        self.ahead = np.zeros(len(self.pairs), np.int64)
        self.products = np.zeros((len(self.pairs), len(self.pairs)), np.int64)
        self.batch_ahead = np.zeros((self.batches, len(self.pairs)), np.int64)
        self.tables = [_Table(self, run.manifest["seating"]) for run in stage.tables]
        for table in self.tables:
            self.met += table.met
        self._fold(stage)

    def _fold(self, stage: PlayedStage) -> None:
        columns = ["place", "win_share", "margin"]
        first = 0
        chunks: list[Iterator[fold.Arrays]] = [fold.seats(run, columns) for run in stage.tables]
        # Chunk by chunk, all tables at once: they have as many deals in each.
        for parts in zip(*chunks, strict=True):
            deals = len(parts[0]["place"])
            batch = np.arange(first, first + deals) * self.batches // self.blocks
            first += deals
            size = (deals, len(self.bots))
            seated, shares, margins, alone = (np.zeros(size, np.int64) for _ in range(4))
            ahead = np.zeros((deals, len(self.pairs)), np.int64)
            for table, part in zip(self.tables, parts, strict=True):
                twelfths = fold.twelfths(part["win_share"])
                seated += table.by_bot(np.ones_like(twelfths))
                shares += table.by_bot(twelfths)
                alone += table.by_bot((twelfths == WON).astype(np.int64))
                margins += table.by_bot(part["margin"].astype(np.int64))
                ahead += table.by_pair(part["place"].astype(np.int64))
                table.count_orders(part["place"].astype(np.int64), batch)
            for bot in range(len(self.bots)):
                self.sums.gather(("share", bot), moments_of(seated[:, bot], shares[:, bot]))
                self.sums.gather(("margin", bot), moments_of(seated[:, bot], margins[:, bot]))
                self.sums.gather(("alone", bot), moments_of(seated[:, bot], alone[:, bot]))
            self.ahead += ahead.sum(axis=0)
            self.products += ahead.T @ ahead
            np.add.at(self.batch_ahead, batch, ahead)

    # --- intervals, as functions of what and of a level -----------------------------------------------------------------

    def share(self, bot: int, level: float) -> Interval | None:
        """Win share, in twelfths."""
        return ratio_interval(self.sums["share", bot], level, SHARE)

    def margin(self, bot: int, level: float) -> Interval | None:
        """Margin, in points."""
        return ratio_interval(self.sums["margin", bot], level)

    def alone(self, bot: int, level: float) -> Interval | None:
        """Share of games won without sharing, from 0 to 1."""
        return ratio_interval(self.sums["alone", bot], level, (0.0, 1.0))

    def against(self, pair: tuple[int, int], level: float) -> Interval | None:
        """Share of games in which the first finishes ahead of the second, ties half, from 0 to 1; in either order."""
        one, other = pair
        place = self.number[min(pair), max(pair)]
        met, ahead, square = int(self.met[place]), int(self.ahead[place]), int(self.products[place, place])
        if one > other:  # counted from the other side
            ahead, square = 2 * met * self.blocks - ahead, 4 * met**2 * self.blocks - 4 * met * ahead + square
        n = 2 * met
        moments = Moments(self.blocks, n * self.blocks, ahead, n * n * self.blocks, n * ahead, square)
        return ratio_interval(moments, level, (0.0, 1.0))

    def better(self, one: int, other: int, against: int, level: float) -> Interval | None:
        """What `one` makes of an opponent less what `other` makes of it, from -1 to 1.

        Against one of the two themselves, where who meets a copy of oneself is even: half less than `one` makes of `other`.
        """
        if against in (one, other):
            interval = self.against((one, other), level)
            return None if interval is None else interval.shifted(-0.5)
        if one > other:  # the same range from either side
            interval = self.better(other, one, against, level)
            if interval is None:
                return None
            return replace(interval, value=-interval.value, low=-interval.high, high=-interval.low)
        (p, s), (q, t) = self._signed(one, against), self._signed(other, against)
        n, m = int(self.met[p]), int(self.met[q])
        # Of a deal: s y_p / 2n - t y_q / 2m, plus what turning the sides adds; whole numbers in units of 1 / 2nm.
        total = s * m * int(self.ahead[p]) - t * n * int(self.ahead[q])
        squares = (m * m * int(self.products[p, p]) + n * n * int(self.products[q, q])
                   - 2 * s * t * m * n * int(self.products[p, q]))  # fmt: skip
        unit, turned = 2 * n * m, (t - s) // 2
        bounds = ((-1.0 - turned) * unit, (1.0 - turned) * unit)
        interval = mean_interval(self.blocks, total, squares, level, bounds)
        return None if interval is None else interval.scaled(1 / unit).shifted(turned)

    def _signed(self, one: int, other: int) -> tuple[int, int]:
        return self.number[min(one, other), max(one, other)], 1 if one < other else -1

    # --- for ratings and the meta-game -----------------------------------------------------------------------------------

    def matrix(self) -> np.ndarray:
        """Shape (bots, bots): [i, j] is the share of games in which i finishes ahead of j, ties half; 1/2 on the diagonal."""
        return self._matrices(self.ahead / (2 * self.met * self.blocks))

    def resampled(self, weights: np.ndarray) -> np.ndarray:
        """The same with each batch of deals counted as often as `weights`, shape (rounds, batches), tells."""
        return self._matrices((weights @ self.batch_ahead) / (2 * np.outer(weights @ self.batch_deals, self.met)))

    def _matrices(self, shares: np.ndarray) -> np.ndarray:
        rows, columns = np.array(self.pairs).T
        filled = np.full((*shares.shape[:-1], len(self.bots), len(self.bots)), 0.5)
        filled[..., rows, columns], filled[..., columns, rows] = shares, 1 - shares
        return filled

    def orders(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Bots and seats in orders of finishing, and how often each occurred in each batch, for `plackett_luce.fit`."""
        turns = np.array(list(permutations(range(self.players))))
        bots = [table.who[:, turns].reshape(-1, self.players) for table in self.tables]
        seats = [np.broadcast_to(turns, (len(table.who), *turns.shape)).reshape(-1, self.players) for table in self.tables]
        counts = [table.orders.reshape(self.batches, -1) for table in self.tables]
        return np.concatenate(bots), np.concatenate(seats), np.concatenate(counts, axis=1) / len(turns)


class _Table:
    """A table: who sits where in each rotation, and the orders in which its games ended."""

    def __init__(self, stage: Placings, seating: list[str]) -> None:
        from quorumsim.lab.seating import rotations

        seated = [stage.bots.index(bot) for bot in seating]
        players, turns = len(seated), rotations(seated, len(seated))
        self.who = np.array([[seated[(seat + turn) % players] for seat in range(players)] for turn in range(turns)])
        self.bots = len(stage.bots)
        self.met = np.zeros(len(stage.pairs), np.int64)
        self.meetings: list[tuple[int, int, int, int]] = []  # rotation, the seats of i and j, the number of their pair
        for turn, here in enumerate(self.who):
            for one, other in permutations(range(players), 2):
                if here[one] < here[other]:
                    pair = stage.number[int(here[one]), int(here[other])]
                    self.meetings.append((turn, one, other, pair))
                    self.met[pair] += 1
        self.weights = _orders_of_places(players)
        self.orders = np.zeros((stage.batches, turns, self.weights.shape[1]), np.int64)

    def by_bot(self, values: np.ndarray) -> np.ndarray:
        """Sums of (deals, rotations, seats) by bot: shape (deals, bots)."""
        sits = (self.who.reshape(-1, 1) == np.arange(self.bots)).astype(np.int64)
        return values.reshape(len(values), -1) @ sits

    def by_pair(self, place: np.ndarray) -> np.ndarray:
        """How often i finished ahead of j on each deal, in halves: shape (deals, pairs)."""
        ahead = np.zeros((len(place), len(self.met)), np.int64)
        for turn, one, other, pair in self.meetings:
            ahead[:, pair] += 1 + np.sign(place[:, turn, other] - place[:, turn, one])
        return ahead

    def count_orders(self, place: np.ndarray, batch: np.ndarray) -> None:
        """Adds each game to the orders that its places allow."""
        _, turns, players = place.shape
        codes = (place - 1) @ players ** np.arange(players)
        cells = (batch[:, None] * turns + np.arange(turns)) * players**players + codes
        first, last = batch[0], batch[-1] + 1
        counted = np.bincount(cells.ravel() - first * turns * players**players,
                              minlength=(last - first) * turns * players**players)  # fmt: skip
        self.orders[first:last] += counted.reshape(last - first, turns, -1) @ self.weights


def _orders_of_places(players: int) -> np.ndarray:
    """Shape (codes, orders): a game, by the code of its places, shared out evenly among the orders it allows, in parts of
    players! each, for whole numbers. Code: sum of (place - 1) players^seat."""
    orders = list(permutations(range(players)))
    weights = np.zeros((players**players, len(orders)), np.int64)
    for code in range(players**players):
        places = [code // players**seat % players for seat in range(players)]
        allowed = [place for place, order in enumerate(orders) if [places[seat] for seat in order] == sorted(places)]
        weights[code, allowed] = len(orders) // len(allowed)
    return weights


