"""What a game of Quorum counts: its groups, and a finished game's part in each. `engine.counting` has the sums."""

from __future__ import annotations

import numpy as np

from quorumsim.compiled import jit
from quorumsim.engine.counting import SHARES, add, add_single, margin, tally_record
from quorumsim.quorum import scoring
from quorumsim.quorum.layout import CARDS, GOD_KINDS, PROVINCES, ROUNDS, SEATS, TOKENS

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

TALLY = tally_record(GROUPS)

_SEAT, _OPENING, _TAKEN, _PLAYED = (GROUP_STARTS[name] for name in ("seat", "opening", "taken", "played"))
_GOD, _GODS, _BOT, _BOT_SEAT = (GROUP_STARTS[name] for name in ("god", "gods", "bot", "bot_seat"))
_GOD_POINTS = GROUP_STARTS["god_points"]


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
        if (scoring.place_by(rules, seen, totals, seat) == 1) != (places[seat] == 1):
            return 1
    return 0


@jit
def count_game(rules, state, bots, places, winners, single, tally):
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
            add_single(tally, single, _OPENING + np.int64(state.opening[seat, place]), share, lead, everything)
        kinds = 0
        for number in range(rules.rounds):
            add_single(tally, single, _PLAYED + np.int64(seen.table[seat, number]), share, lead, everything)
            card = np.int64(state.taken[seat, number])
            kind = rules.card_god[card]
            if kind < 0:
                add_single(tally, single, _TAKEN + card, share, lead, everything)
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
