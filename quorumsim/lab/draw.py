"""Who meets whom in a tournament: tables such that every bot plays as often as any other and all pairs meet about equally."""

from __future__ import annotations

import hashlib
from itertools import combinations, permutations
from math import ceil, comb, factorial

import numpy as np

MOST_TABLES = 40  # up to so many, everybody meets everybody in every company; beyond, tables are a balanced choice
FEWEST_MEETINGS = 2  # of each pair, in a balanced choice
FURTHER_BLOCKS = 4  # how many base blocks more than needed are tried for the sake of balance

Table = tuple[int, ...]
"""Bots, by index, in their order around the table."""


def draw(bots: int, seats: int, seed: int) -> list[Table]:
    """The tables of `bots` (two or more) at `seats` (two to four).

    Two seats: every pair. Fewer bots than seats: every company in which all of them sit, some as copies. Else every company,
    in every order around the table if that is few, or a cyclic design. Rotations are left to the block, so an order around
    the table is one up to rotation; where only one is played it is drawn by the seed, so that no bot always sits behind the
    same other.
    """
    if bots < seats:
        companies = [_company(cuts, bots, seats) for cuts in combinations(range(1, seats), bots - 1)]
        return [order for company in companies for order in _orders(company)]
    number = comb(bots, seats)
    if seats > 2 and number > MOST_TABLES:
        companies = cyclic_design(bots, seats)
    else:
        companies = list(combinations(range(bots), seats))
        if number * factorial(seats - 1) <= MOST_TABLES:
            return [order for company in companies for order in _orders(company)]
    return [_drawn(company, place, seed) for place, company in enumerate(companies)]


def meetings(tables: list[Table], bots: int) -> np.ndarray:
    """How often two bots sit at one table, shape (bots, bots); copies count each."""
    seated = np.array([np.bincount(table, minlength=bots) for table in tables])
    together = seated.T @ seated
    return together - np.diag(seated.sum(axis=0))


def cyclic_design(bots: int, seats: int) -> list[Table]:
    """Tables by turning base blocks: with block {0, a, b} sit {1, a + 1, b + 1} and so on, modulo the number of bots.

    So every bot sits at as many tables as any other, and how often a pair meets depends on its distance only. Base blocks are
    chosen one after the other so that distances occur most evenly, from every first one, and the best result is taken: a
    balanced design wherever the greedy way finds one, else one in which meetings differ as little as it can (David and
    Wolock, *Cyclic designs*, Annals of Mathematical Statistics 36, 1965; John, *Cyclic Designs*, 1987). No chance is in it.
    """
    blocks = [block for block in combinations(range(bots), seats) if block[0] == 0 and _is_base(block, bots)]
    pairs = np.array([_distances(block, bots) for block in blocks])
    fewest = ceil(FEWEST_MEETINGS * (bots - 1) / (seats * (seats - 1)))
    best: tuple[tuple[bool, int, int], list[int]] | None = None
    for size in range(fewest, min(fewest + FURTHER_BLOCKS, len(blocks)) + 1):
        for first in range(len(blocks)):
            chosen = _greedily(pairs, first, size)
            met = pairs[chosen].sum(axis=0)
            # A design in which nobody misses anybody comes first, then an even one, then a small one.
            quality = (bool(met.min() == 0), int(max(np.ptp(met), 1)), size)
            if best is None or quality < best[0]:
                best = quality, chosen
        if best is not None and best[0][:2] == (False, 1):
            break
    assert best is not None
    return [
        tuple(sorted((seat + turn) % bots for seat in blocks[block])) for block in best[1] for turn in range(bots)
    ]


def _greedily(pairs: np.ndarray, first: int, size: int) -> list[int]:
    chosen, met = [first], pairs[first].copy()
    free = np.ones(len(pairs), bool)
    for _ in range(size - 1):
        free[chosen[-1]] = False
        unevenness = ((met + pairs) ** 2).sum(axis=1)
        chosen.append(int(np.where(free, unevenness, np.iinfo(np.int64).max).argmin()))
        met = met + pairs[chosen[-1]]
    return chosen


def _is_base(block: Table, bots: int) -> bool:
    """Whether a block is the least of those it turns into, and comes back to itself only after a whole turn."""
    turns = [tuple(sorted((seat + turn) % bots for seat in block)) for turn in range(1, bots)]
    return block < min(turns)


def _distances(block: Table, bots: int) -> np.ndarray:
    """How often a pair of each distance 1 to bots // 2 meets at the tables of a base block."""
    met = np.zeros(bots // 2, np.int64)
    for one, other in combinations(block, 2):
        distance = min(other - one, bots - other + one)
        met[distance - 1] += 2 if 2 * distance == bots else 1
    return met


def _company(cuts: Table, bots: int, seats: int) -> Table:
    """Seats shared out among the bots in their order: bot 0 has those before the first cut, and so on."""
    ends = (0, *cuts, seats)
    return tuple(bot for bot in range(bots) for _ in range(ends[bot + 1] - ends[bot]))


def _orders(company: Table) -> list[Table]:
    """Every order around the table that is not another one turned."""
    turned = [[order[turn:] + order[:turn] for turn in range(len(order))] for order in set(permutations(company))]
    return sorted({min(turns) for turns in turned})


def _drawn(company: Table, place: int, seed: int) -> Table:
    """A company in an order drawn by the seed: sorted by a key of each bot."""
    return tuple(sorted(company, key=lambda bot: hashlib.sha256(f"{seed} {len(company)} {place} {bot}".encode()).digest()))
