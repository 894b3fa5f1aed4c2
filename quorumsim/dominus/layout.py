"""The records that the kernel of Dominus reads and writes: rules as arrays, what everybody sees, and the whole state.

`RULES` holds every number of the rules, so that a variant never recompiles anything. `VIEW` holds what a seat may know: all
but the faces of the tokens nobody has taken and the tiles still to come. `STATE` nests one view and adds what is hidden.
Provinces, colours, icons, symbols, goods and kinds of pair are indices into the tuples of `names`; a tile is
colour + 3 * icon + 12 * symbol. Directed link 2 * i goes along link i of the map from the first named to the second, and
2 * i + 1 goes back.

Fields that are used as indices are unsigned, because a signed index costs a check for counting from the end. Fields that take
part in arithmetic are signed and wide, so that the plain-Python run (NUMBA_DISABLE_JIT=1) cannot wrap where the compiled
one would not.
"""

from __future__ import annotations

import numpy as np

from quorumsim.dominus import names
from quorumsim.dominus.rules import Rules
from quorumsim.engine.records import Records, record_type

ACT, AGAIN, RESERVE = range(3)
PHASES = ("act", "again", "reserve", "", "done")

PASS, DEPLOY_LEGION, DEPLOY_GENERAL, MOVE_LEGION = range(4)
"""Actions of the phases ACT and AGAIN; moves are MOVE_LEGION or MOVE_GENERAL plus a directed link."""

SEATS, PROVINCES, ROMA, IN_RESERVE = names.SEATS, len(names.PROVINCES), names.ROMA, names.RESERVE
COLOURS, ICONS, SYMBOLS = len(names.COLOURS), len(names.ICONS), len(names.SYMBOLS)
GOODS, KINDS, PRIZES = len(names.GOODS), len(names.KINDS), names.PRIZES
TOKENS, TOKEN_KINDS, RING = names.TOKENS, len(names.GOODS), names.RING
LINKS = 2 * names.LINKS  # directed
MOVE_GENERAL = MOVE_LEGION + LINKS
ACTIONS = MOVE_GENERAL + LINKS
TWO, SAME = names.SYMBOLS.index("two"), names.SYMBOLS.index("same")
POINTS = names.GOODS.index("points")
NO_TOKEN = 255
NO_TILE = 255
FAR = 99  # steps between provinces without a way, which no checked map has

RULES = record_type(
    [
        ("turns", "i8"),
        ("legions", "i8"),
        ("legions_in_rome", "i8"),
        ("general_power", "i8"),
        ("ring_size", "i8", (SEATS + 1,)),  # by number of players
        ("reserve_steps", "i8"),
        ("p_symbol", "f8"),
        ("p_same", "f8"),
        ("p_icon", "f8"),
        ("icon_bound", "f8", (ICONS,)),  # running sums of the shares; 0 for no icon
        ("operations", "i8", (SYMBOLS,)),  # legion operations by symbol
        ("general_moves", "i8", (SYMBOLS,)),  # 1 where the symbol may move the general
        ("deploy_bonus", "i8", (GOODS,)),
        ("token_bonus", "i8", (TOKEN_KINDS, GOODS)),
        ("token_copies", "i8"),
        ("vp_per", "i8", (GOODS,)),  # 1 for points
        ("score_tile", "u1", (TOKENS,)),  # kinds, in the order of the list
        ("prizes", "i8", (PRIZES + 1,)),  # by level: none, high, middle, low
        ("city_prizes", "i8", (PRIZES + 1,)),
        ("level", "u1", (SEATS, SEATS + 1, SEATS + 1)),  # by values ahead, values that are equal, values tied for first
        ("city_kind", "u1", (KINDS,)),
        ("city_kinds", "i8"),
        ("links", "i8"),  # directed
        ("link_from", "u1", (LINKS,)),
        ("link_to", "u1", (LINKS,)),
        ("leaving", "u8", (PROVINCES,)),  # bits of the directed links that start in the province
        ("near_rome", "i8", (PROVINCES,)),  # 1 where linked with Rome
        ("steps", "i8", (PROVINCES, PROVINCES)),  # fewest links from the first to the second
        # What the next tile may be expected to bring.
        ("icon_share", "f8", (ICONS,)),  # of all tiles; the first: tiles without
        ("symbol_share", "f8", (SYMBOLS,)),
    ]
)

VIEW = record_type(
    [
        ("players", "i8"),
        ("seat", "u1"),  # whose decision it is
        ("phase", "i8"),
        ("round_index", "i8"),  # turns that this seat has finished
        ("opening", "i8"),  # 1: the opening reservation
        ("operations", "i8"),  # legion operations done in this action
        ("deployed", "i8"),  # 1: the action has paid its deploy bonus
        ("tiles_shown", "i8"),
        ("ring", "u1", (RING,)),  # tiles by position
        ("marker", "u1", (SEATS,)),
        ("reserved", "u1", (SEATS,)),  # the tile to be placed next, NO_TILE: none
        ("placed", "u1", (SEATS,)),  # the tile placed last
        ("colour_count", "i8", (SEATS, COLOURS)),
        ("icon_count", "i8", (SEATS, ICONS)),  # the first: tiles without
        ("reserve", "i8", (SEATS,)),  # legions
        ("legions", "i8", (SEATS, PROVINCES)),
        ("general", "u1", (SEATS,)),  # a province, or IN_RESERVE
        ("standing_in", "u8", (SEATS,)),  # bits of the provinces where own legions stand
        ("score_kind", "u1", (PROVINCES,)),  # what the province pays for; Rome's is never read
        ("has_token", "u1", (PROVINCES,)),  # 1 where one lies face down
        ("unseen", "i8", (TOKEN_KINDS,)),  # face-down tokens of each kind
        ("goods", "i8", (SEATS, GOODS)),
        # What has happened, for the rows of a run.
        ("token_points", "i8", (SEATS,)),
        ("first_visits", "i8", (SEATS,)),
        ("legions_deployed", "i8", (SEATS,)),
        ("out_turn", "i8", (SEATS,)),  # in which the last legion left the reserve, 0: not yet
        ("general_turn", "i8", (SEATS,)),  # in which the general was deployed, 0: not yet
        ("passes", "i8", (SEATS,)),
        ("symbols", "i8", (SEATS, SYMBOLS)),  # tiles placed by symbol
        ("units_moved", "i8"),
    ]
)

STATE = record_type(
    [
        ("seen", VIEW),
        ("decision_key", "u8"),
        ("search_key", "u8"),
        ("tile_key", "u8"),  # of the stream of city tiles
        ("token", "u1", (PROVINCES,)),  # kind of the token that lies there, NO_TOKEN: none
        # What the last action did, for the log.
        ("revealed", "i8"),  # kind of the token, -1: none
        ("ended", "i8"),  # 1: it ended a turn
        ("skipped", "i8"),  # turns after it in which nothing was to be decided
        # Points, counted by scoring.add_up only.
        ("total", "i8", (SEATS,)),
        ("city", "i8", (SEATS,)),
        ("provinces", "i8", (SEATS,)),
        ("deploys", "i8", (SEATS,)),
        ("tokens", "i8", (SEATS,)),
        ("goods", "i8", (SEATS,)),
    ]
)

RECORDS = Records(RULES, VIEW, STATE, ACTIONS, TOKENS)
RULES_TYPE, VIEW_TYPE, STATE_TYPE, SCORE = RECORDS.rules_type, RECORDS.view_type, RECORDS.state_type, RECORDS.score

_last: tuple[Rules | None, np.ndarray] = (None, np.zeros(0, RULES))


def rules_record(rules: Rules) -> np.ndarray:
    """The rules as the kernel reads them: an array of shape (1,) and dtype `RULES`, kept until other rules are asked for."""
    global _last
    last = _last  # of this thread, whatever another one asks for meanwhile
    if last[0] is not rules:
        last = _last = (rules, _rules_record(rules))
    return last[1]


def _rules_record(rules: Rules) -> np.ndarray:
    array = np.zeros(1, RULES)
    record = array[0]
    for field in (
        "turns", "legions", "legions_in_rome", "general_power", "reserve_steps", "p_symbol", "p_same", "p_icon",
        "deploy_bonus", "token_bonus", "token_copies",
    ):  # fmt: skip
        record[field] = getattr(rules, field)
    for players, size in zip(names.PLAYERS, rules.ring_size, strict=True):
        record.ring_size[players] = size
    record.operations[TWO], record.operations[SAME] = rules.operations_two, rules.operations_same
    record.general_moves[TWO], record.general_moves[SAME] = rules.general_moves_on_two, 1
    record.vp_per[POINTS] = 1
    record.vp_per[POINTS + 1 :] = rules.vp_per
    record.score_tile = [names.KINDS.index(kind) for kind in rules.score_tiles]
    record.prizes[1:], record.city_prizes[1:] = rules.prizes, rules.city_prizes
    record.level = _levels(rules.after_tie_for_first)
    record.city_kinds = len(rules.city_kinds)
    record.city_kind[: len(rules.city_kinds)] = [names.KINDS.index(kind) for kind in rules.city_kinds]
    _fill_map(record, rules)
    _fill_shares(record, rules)
    return array


def _levels(after_tie: names.AfterTie) -> np.ndarray:
    """Which prize is won, by how many seats are ahead, how many share the rank (the own included), how many are first.

    0 none, 1 high, 2 middle, 3 low.
    """
    none, high, middle, low = range(PRIZES + 1)
    table = np.zeros((SEATS, SEATS + 1, SEATS + 1), np.uint8)
    for firsts in range(1, SEATS + 1):
        table[0, firsts, firsts] = high if firsts == 1 else middle
        for ahead in range(firsts, SEATS):
            for equal in range(1, SEATS - ahead + 1):
                if firsts == 1 and ahead == 1:
                    table[ahead, equal, firsts] = middle if equal == 1 else low
                elif firsts == 1 and ahead == 2:
                    table[ahead, equal, firsts] = low if equal == 1 else none
                elif ahead == firsts and equal == 1 and after_tie == "third":
                    table[ahead, equal, firsts] = low
    return table


def _fill_map(record: np.record, rules: Rules) -> None:
    """Directed links, and the fewest steps between provinces."""
    ends = [tuple(names.PROVINCES.index(name) for name in link.between) for link in rules.links]
    steps = np.full((PROVINCES, PROVINCES), FAR)
    np.fill_diagonal(steps, 0)
    for number, (first, second) in enumerate(ends):
        for back, (start, end) in enumerate(((first, second), (second, first))):
            link = 2 * number + back
            record.link_from[link], record.link_to[link] = start, end
            record.leaving[start] |= np.uint64(1 << link)
            steps[start, end] = 1
    record.links = 2 * len(ends)
    record.near_rome = steps[ROMA] == 1
    for between in range(PROVINCES):
        steps = np.minimum(steps, steps[:, between, None] + steps[None, between, :])
    record.steps = steps


def _fill_shares(record: np.record, rules: Rules) -> None:
    bound = 0.0
    for icon, share in enumerate(rules.icon_shares, 1):
        bound += share
        record.icon_bound[icon] = bound
    record.icon_share[0] = 1 - rules.p_icon
    record.icon_share[1:] = [rules.p_icon * share / bound for share in rules.icon_shares]
    record.symbol_share[0] = 1 - rules.p_symbol
    record.symbol_share[TWO] = rules.p_symbol * (1 - rules.p_same)
    record.symbol_share[SAME] = rules.p_symbol * rules.p_same
