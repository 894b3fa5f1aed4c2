"""Mergeable counts: sums over blocks of integers, so that memory does not grow with games and any order of adding is exact.

A group is a set of (game, seat) pairs: one seat, one card in the opening hand, one card on the table, and so on. For each block
and group, n counts the block's pairs in the group, y sums their win shares in twelfths (exact for 1 to 4 winners), z their
margins; g is the sum of margins over all pairs of the block. Kept are the sums over blocks of `MOMENT_NAMES`.
"""

from __future__ import annotations

import numba
import numpy as np

from quorumsim.compiled import jit
from quorumsim.quorum import scoring
from quorumsim.quorum.layout import CARDS, GOD_KINDS, PROVINCES, ROUNDS, SEATS, TOKENS, record_type

SHARES = 12  # a win in twelfths
MOMENT_NAMES = ("n", "y", "z", "nn", "ny", "yy", "nz", "zz", "ng", "zg")
MOMENTS = len(MOMENT_NAMES)
ONCE = 8  # sums kept for a group with one pair a block: seven, and one to fill a cache line
_BOTS = 32

_SIZES = {
    "all": 1,
    "seat": SEATS,
    "opening": CARDS,
    "taken": CARDS,
    "played": CARDS,
    "god": GOD_KINDS,
    "gods": ROUNDS + 1,
    "bot": _BOTS,
    "bot_seat": _BOTS * SEATS,
    "god_points": GOD_KINDS,
}
GROUP_STARTS = {name: sum(list(_SIZES.values())[:index]) for index, name in enumerate(_SIZES)}
"""First row of every group in the moments array; "god_points" sums takes, points moved for the taker and for the others."""
GROUP_SIZES = dict(_SIZES)
GROUPS = sum(_SIZES.values())

TALLY = record_type(
    [
        ("moments", "i8", (GROUPS, MOMENTS)),  # what a chunk keeps
        ("once", "i8", (GROUPS, ONCE)),  # sums of blocks with one pair in the group, until the end of the chunk
        ("sums", "i8", (GROUPS, 3)),  # n, y, z of the block being played
        ("touched", "i8", (GROUPS,)),  # the groups that have any, so that only they are folded
        ("touched_count", "i8"),
    ]
)
TALLY_TYPE = numba.from_dtype(TALLY)

_SEAT, _OPENING, _TAKEN, _PLAYED = (GROUP_STARTS[name] for name in ("seat", "opening", "taken", "played"))
_GOD, _GODS, _BOT, _BOT_SEAT = (GROUP_STARTS[name] for name in ("god", "gods", "bot", "bot_seat"))
_GOD_POINTS = GROUP_STARTS["god_points"]


@jit
def margin(state, seat):
    """Own total minus the best other total."""
    best = np.int64(-(10**6))
    for other in range(state.seen.players):
        if other != seat:
            best = max(best, state.total[other])
    return state.total[seat] - best


@jit
def tokens_decided(rules, state, places):
    """1 if setting every token back to its start value on the final tables would change who wins, else 0.

    What was played stays as it is: this is what the tokens did to the count, not what players would have done without them.
    """
    seen = state.seen
    totals = np.empty(SEATS, np.int64)
    for seat in range(seen.players):
        total = state.total[seat]
        for province in range(PROVINCES):
            if seen.token[province] != rules.token_start[province] and seen.counted[seat, province] > 0:
                start = scoring.multiplier_with_token(rules, seen, seat, province, rules.token_start[province])
                total += (start - seen.multiplier[seat, province]) * seen.counted[seat, province]
        totals[seat] = total
    for seat in range(seen.players):
        if (scoring.place_of(rules, seen, totals, seat) == 1) != (places[seat] == 1):
            return 1
    return 0


@jit(forceinline=True)
def add(tally, group, y, z):
    """Adds a pair (or, of a god's takes, one take) to a group of the block."""
    if tally.sums[group, 0] == 0:
        tally.touched[tally.touched_count] = group
        tally.touched_count += 1
    tally.sums[group, 0] += 1
    tally.sums[group, 1] += y
    tally.sums[group, 2] += z


@jit(forceinline=True)
def add_card(tally, single, group, share, lead, everything):
    """Adds one pair to a card's group.

    In a block of a single game a card has one hand and one table, so its group has one pair and the moments of the block are
    known at once; else they wait for `fold_block`.
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
def add_game(rules, state, bots, places, winners, single, tally):
    """Adds a finished game to the sums of its block; `single` says that the block is this one game."""
    seen = state.seen
    everything = np.int64(0)
    for seat in range(seen.players):
        everything += margin(state, seat)
    for seat in range(seen.players):
        share = SHARES // winners if places[seat] == 1 else 0
        lead = margin(state, seat)
        add(tally, 0, share, lead)
        add(tally, _SEAT + seat, share, lead)
        add(tally, _BOT + bots[seat], share, lead)
        add(tally, _BOT_SEAT + bots[seat] * SEATS + seat, share, lead)
        add(tally, _GODS + seen.gods_held[seat], share, lead)
        for place in range(rules.hand_size):
            add_card(tally, single, _OPENING + np.int64(state.opening[seat, place]), share, lead, everything)
        kinds = 0
        for number in range(rules.rounds):
            add_card(tally, single, _PLAYED + np.int64(seen.table[seat, number]), share, lead, everything)
            card = np.int64(state.taken[seat, number])
            kind = rules.card_god[card]
            if kind < 0:
                add_card(tally, single, _TAKEN + card, share, lead, everything)
            elif not (kinds >> kind) & 1:
                kinds |= 1 << kind
                add(tally, _GOD + kind, share, lead)
    for number in range(state.god_moves):
        add_god_points(rules, state, number, tally)


@jit
def add_god_points(rules, state, number, tally):
    """What one god's token changes are worth on the final tables: each undone alone, all else as it is."""
    seen = state.seen
    own, others = np.int64(0), np.int64(0)
    for half in range(2):
        province = state.god_move[number, 2 + 2 * half]
        change = np.int64(state.god_move[number, 3 + 2 * half])
        if change == 0:
            continue
        undone = min(max(np.int64(seen.token[province]) - change, 0), TOKENS - 1)
        for seat in range(seen.players):
            without = scoring.multiplier_with_token(rules, seen, seat, province, undone)
            points = (seen.multiplier[seat, province] - without) * seen.counted[seat, province]
            if seat == state.god_move[number, 0]:
                own += points
            else:
                others += points
    add(tally, _GOD_POINTS + state.god_move[number, 1], own, others)


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
    for group in range(GROUPS):
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
