"""Mergeable counts: sums over blocks of integers, so that memory does not grow with games and any order of adding is exact.

A group is a set of (game, seat) pairs: one seat, one bot, whatever a game counts. For each block and group, n counts the
block's pairs in the group, y sums their win shares in twelfths (exact for 1 to 4 winners), z their margins; g is the sum of
margins over all pairs of the block. Kept are the sums over blocks of `MOMENT_NAMES`. Group 0 has all pairs.
"""

from __future__ import annotations

import numpy as np

from quorumsim.compiled import jit
from quorumsim.engine.records import record_type

SHARES = 12  # a win in twelfths
MOMENT_NAMES = ("n", "y", "z", "nn", "ny", "yy", "nz", "zz", "ng", "zg")
MOMENTS = len(MOMENT_NAMES)
ONCE = 8  # sums kept for a group with one pair a block: seven, and one to fill a cache line


def tally_record(groups: int) -> np.dtype:
    """The record in which a game with so many groups counts."""
    return record_type(
        [
            ("moments", "i8", (groups, MOMENTS)),  # what a chunk keeps
            ("once", "i8", (groups, ONCE)),  # sums of blocks with one pair in the group, until the end of the chunk
            ("sums", "i8", (groups, 3)),  # n, y, z of the block being played
            ("touched", "i8", (groups,)),  # the groups that have any, so that only they are folded
            ("touched_count", "i8"),
        ]
    )


@jit
def margin(state, seat):
    """Own total minus the best other total."""
    best = np.int64(-(10**6))
    for other in range(state.seen.players):
        if other != seat:
            best = max(best, state.total[other])
    return state.total[seat] - best


@jit(forceinline=True)
def add(tally, group, y, z):
    """Adds a pair (or whatever else the group counts) to a group of the block."""
    if tally.sums[group, 0] == 0:
        tally.touched[tally.touched_count] = group
        tally.touched_count += 1
    tally.sums[group, 0] += 1
    tally.sums[group, 1] += y
    tally.sums[group, 2] += z


@jit(forceinline=True)
def add_single(tally, single, group, share, lead, everything):
    """Adds one pair to a group that has one in every game.

    In a block of a single game the moments of the block are known at once; else they wait for `fold_block`.
    """
    if single:
        tally.once[group, 0] += 1
        tally.once[group, 1] += share
        tally.once[group, 2] += lead
        tally.once[group, 3] += share * share
        tally.once[group, 4] += lead * lead
        tally.once[group, 5] += everything
        tally.once[group, 6] += lead * everything
    else:
        add(tally, group, share, lead)


@jit
def fold_block(tally):
    """Adds the block's sums and their products to the moments and clears them for the next block."""
    everything = tally.sums[0, 2]
    for index in range(tally.touched_count):
        group = tally.touched[index]
        n, y, z = tally.sums[group, 0], tally.sums[group, 1], tally.sums[group, 2]
        tally.moments[group, 0] += n
        tally.moments[group, 1] += y
        tally.moments[group, 2] += z
        tally.moments[group, 3] += n * n
        tally.moments[group, 4] += n * y
        tally.moments[group, 5] += y * y
        tally.moments[group, 6] += n * z
        tally.moments[group, 7] += z * z
        tally.moments[group, 8] += n * everything
        tally.moments[group, 9] += z * everything
        tally.sums[group, 0] = 0
        tally.sums[group, 1] = 0
        tally.sums[group, 2] = 0
    tally.touched_count = 0


@jit
def fold_once(tally):
    """Adds the blocks with one pair in the group (n = 1, so nn = n, ny = y, nz = z) to the moments."""
    for group in range(tally.once.shape[0]):
        n, y, z = tally.once[group, 0], tally.once[group, 1], tally.once[group, 2]
        tally.moments[group, 0] += n
        tally.moments[group, 1] += y
        tally.moments[group, 2] += z
        tally.moments[group, 3] += n
        tally.moments[group, 4] += y
        tally.moments[group, 5] += tally.once[group, 3]
        tally.moments[group, 6] += z
        tally.moments[group, 7] += tally.once[group, 4]
        tally.moments[group, 8] += tally.once[group, 5]
        tally.moments[group, 9] += tally.once[group, 6]
        for index in range(ONCE):
            tally.once[group, index] = 0
