"""What a game of Dominus counts: results by seat, by bot, and by both. `engine.counting` has the sums."""

# mypy: disallow-untyped-defs=False

from __future__ import annotations

import numpy as np

from quorumsim.compiled import jit
from quorumsim.engine.counting import SHARES, add, margin, tally_record
from quorumsim.engine.records import ROSTER, SEATS

_SIZES = {"all": 1, "seat": SEATS, "bot": ROSTER, "bot_seat": ROSTER * SEATS}
GROUP_STARTS = {name: sum(list(_SIZES.values())[:index]) for index, name in enumerate(_SIZES)}
TALLY = tally_record(sum(_SIZES.values()))

_SEAT, _BOT, _BOT_SEAT = (GROUP_STARTS[name] for name in ("seat", "bot", "bot_seat"))


@jit
def count_game(rules, state, bots, places, winners, single, tally):
    """Adds a finished game to the sums of its block."""
    for seat in range(state.seen.players):
        share = SHARES // winners if places[seat] == 1 else 0
        lead = np.int64(margin(state, seat))
        add(tally, 0, share, lead)
        add(tally, _SEAT + seat, share, lead)
        add(tally, _BOT + bots[seat], share, lead)
        add(tally, _BOT_SEAT + bots[seat] * SEATS + seat, share, lead)
