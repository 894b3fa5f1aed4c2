"""Mergeable counts: sums over blocks of integers, so that memory does not grow with games and any order of adding is exact.

A group is a set of (game, seat) pairs: one seat, one card in the opening hand, one card on the table, and so on. For each block
and group, n counts the block's pairs in the group, y sums their win shares in twelfths (exact for 1 to 4 winners), z their
margins; g is the sum of margins over all pairs of the block. Kept are the sums over blocks of `MOMENT_NAMES`.
"""

from __future__ import annotations

import numpy as np

from quorumsim.compiled import jit
from quorumsim.quorum import scoring
from quorumsim.quorum.layout import CARDS, GOD_KINDS, PROVINCES, ROUNDS, SEATS, TOKENS

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

_SEAT, _OPENING, _TAKEN, _PLAYED = (GROUP_STARTS[name] for name in ("seat", "opening", "taken", "played"))
_GOD, _GODS, _BOT, _BOT_SEAT = (GROUP_STARTS[name] for name in ("god", "gods", "bot", "bot_seat"))
_GOD_POINTS = GROUP_STARTS["god_points"]


@jit
def margin(seen, seat):
    """Own total minus the best other total."""
    best = np.int64(-(10**6))
    for other in range(seen.players):
        if other != seat:
            best = max(best, np.int64(seen.total[other]))
    return np.int64(seen.total[seat]) - best


@jit
def tokens_decided(rules, seen, places):
    """1 if setting every token back to its start value on the final tables would change who wins, else 0.

    What was played stays as it is: this is what the tokens did to the count, not what players would have done without them.
    """
    totals = np.empty(SEATS, np.int64)
    for seat in range(seen.players):
        total = np.int64(seen.total[seat])
        for province in range(PROVINCES):
            if seen.token[province] != rules.token_start[province] and seen.counted[seat, province] > 0:
                start = scoring.multiplier_with_token(rules, seen, seat, province, rules.token_start[province])
                total += (start - seen.multiplier[seat, province]) * seen.counted[seat, province]
        totals[seat] = total
    for seat in range(seen.players):
        if (scoring.place_of(rules, seen, totals, seat) == 1) != (places[seat] == 1):
            return 1
    return 0


@jit
def add(block_sums, touched, count, group, n, y, z):
    """Adds one pair to a group of the block; returns how many groups the block has touched."""
    if block_sums[group, 0] == 0:
        touched[count] = group
        count += 1
    block_sums[group, 0] += n
    block_sums[group, 1] += y
    block_sums[group, 2] += z
    return count


@jit
def add_card(single, once, group, share, lead, everything, block_sums, touched, count):
    """Adds one pair to a card's group; returns how many groups the block has touched.

    In a block of a single game a card has one hand and one table, so its group has one pair and the moments of the block are
    known at once; else they wait for `fold_block`.
    """
    if single:
        once[group, 0] += 1
        once[group, 1] += share
        once[group, 2] += lead
        once[group, 3] += share * share
        once[group, 4] += lead * lead
        once[group, 5] += everything
        once[group, 6] += lead * everything
        return count
    return add(block_sums, touched, count, group, 1, share, lead)


@jit
def fold_once(once, moments):
    """Adds the sums of blocks with one pair in the group (n = 1, so nn = n, ny = y, nz = z) to `moments`."""
    for group in range(GROUPS):
        n, y, z, yy, zz, ng, zg = once[group, 0], once[group, 1], once[group, 2], once[group, 3], once[group, 4], once[group, 5], once[group, 6]
        for moment, value in enumerate((n, y, z, n, y, yy, z, zz, ng, zg)):
            moments[group, moment] += value


@jit
def add_game(rules, state, bots, places, winners, single, once, block_sums, touched, count):
    """Adds a finished game to the sums of its block; returns how many groups the block has touched.

    `single` says that the block is this one game; the sums of card groups then go to `once` (GROUPS, ONCE).
    """
    seen = state.seen
    everything = np.int64(0)
    for seat in range(seen.players):
        everything += margin(seen, seat)
    for seat in range(seen.players):
        share = SHARES // winners if places[seat] == 1 else 0
        lead = margin(seen, seat)
        count = add(block_sums, touched, count, 0, 1, share, lead)
        count = add(block_sums, touched, count, _SEAT + seat, 1, share, lead)
        count = add(block_sums, touched, count, _BOT + bots[seat], 1, share, lead)
        count = add(block_sums, touched, count, _BOT_SEAT + bots[seat] * SEATS + seat, 1, share, lead)
        count = add(block_sums, touched, count, _GODS + seen.gods_held[seat], 1, share, lead)
        for place in range(rules.hand_size):
            group = _OPENING + state.opening[seat, place]
            count = add_card(single, once, group, share, lead, everything, block_sums, touched, count)
        kinds = 0
        for number in range(rules.rounds):
            group = _PLAYED + seen.table[seat, number]
            count = add_card(single, once, group, share, lead, everything, block_sums, touched, count)
            card = state.taken[seat, number]
            kind = rules.card_god[card]
            if kind < 0:
                count = add_card(single, once, _TAKEN + card, share, lead, everything, block_sums, touched, count)
            elif not (kinds >> kind) & 1:
                kinds |= 1 << kind
                count = add(block_sums, touched, count, _GOD + kind, 1, share, lead)
    for number in range(state.god_moves):
        count = add_god_points(rules, state, number, block_sums, touched, count)
    return count


@jit
def add_god_points(rules, state, number, block_sums, touched, count):
    """What one god's token changes are worth on the final tables: each undone alone, all else as it is."""
    seen = state.seen
    move = state.god_move[number]
    own, others = np.int64(0), np.int64(0)
    for half in range(2):
        province, change = np.int64(move[2 + 2 * half]), np.int64(move[3 + 2 * half])
        if change == 0:
            continue
        undone = min(max(np.int64(seen.token[province]) - change, 0), TOKENS - 1)
        for seat in range(seen.players):
            if seen.counted[seat, province] == 0:
                continue
            without = scoring.multiplier_with_token(rules, seen, seat, province, undone)
            points = (seen.multiplier[seat, province] - without) * seen.counted[seat, province]
            if seat == move[0]:
                own += points
            else:
                others += points
    return add(block_sums, touched, count, _GOD_POINTS + np.int64(move[1]), 1, own, others)


@jit
def fold_block(block_sums, touched, count, moments):
    """Adds a block's sums and their products to `moments` (GROUPS, MOMENTS) and clears them for the next block."""
    everything = block_sums[0, 2]
    for index in range(count):
        group = touched[index]
        n, y, z = block_sums[group, 0], block_sums[group, 1], block_sums[group, 2]
        row = moments[group]
        row[0] += n
        row[1] += y
        row[2] += z
        row[3] += n * n
        row[4] += n * y
        row[5] += y * y
        row[6] += n * z
        row[7] += z * z
        row[8] += n * everything
        row[9] += z * everything
    for index in range(count):
        group = touched[index]
        block_sums[group, 0] = 0
        block_sums[group, 1] = 0
        block_sums[group, 2] = 0
