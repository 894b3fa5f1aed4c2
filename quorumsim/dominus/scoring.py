"""Points: pairs and districts of a city, the ranking that pays prizes, and the whole count at the end.

Everything here counts from the units, tiles and goods as they lie. There is no running total.
"""

# mypy: disallow-untyped-defs=False

from __future__ import annotations

import numpy as np

from quorumsim.compiled import jit
from quorumsim.dominus import names
from quorumsim.dominus.layout import GOODS, POINTS, PROVINCES, SEATS

_FLAT, _LYRE, _COLUMN, _MASK, _COLUMN_LYRE, _COLUMN_MASK, _MASK_LYRE, _RED = (
    names.KINDS.index(kind) for kind in (
        "flat", "lyre", "column", "mask", "column+lyre", "column+mask", "mask+lyre", "red",
    )
)  # fmt: skip
_LYRES, _COLUMNS, _MASKS = (names.ICONS.index(icon) for icon in ("lyre", "column", "mask"))


@jit(forceinline=True)
def pairs(seen, seat, kind):
    """How many of a kind the city of `seat` has: two of one icon, one each of two icons, tiles of a colour. Flat: one."""
    lyres, columns = seen.icon_count[seat, _LYRES], seen.icon_count[seat, _COLUMNS]
    masks = seen.icon_count[seat, _MASKS]
    if kind >= _RED:
        return seen.colour_count[seat, kind - _RED]
    if kind == _LYRE:
        return lyres // 2
    if kind == _COLUMN:
        return columns // 2
    if kind == _MASK:
        return masks // 2
    if kind == _COLUMN_LYRE:
        return min(columns, lyres)
    if kind == _COLUMN_MASK:
        return min(columns, masks)
    if kind == _MASK_LYRE:
        return min(masks, lyres)
    return np.int64(1)


@jit(forceinline=True)
def power(rules, seen, seat, province):
    """Legions, and the general at its worth."""
    return seen.legions[seat, province] + rules.general_power * (seen.general[seat] == province)


@jit(forceinline=True)
def level(rules, values, players, seat):
    """Which prize `seat` wins with these values by seat: 0 none, 1 high, 2 middle, 3 low. A value of 0 never ranks."""
    own = values[seat]
    if own == 0:
        return np.int64(0)
    ahead, equal, firsts, best = 0, 0, 0, np.int64(0)
    for other in range(players):
        ahead += values[other] > own
        equal += values[other] == own
        best = max(best, values[other])
    for other in range(players):
        firsts += values[other] == best
    return np.int64(rules.level[ahead, equal, firsts])


@jit
def province_points(rules, seen, seat, province, values):
    """What a province would pay `seat` with these powers by seat (int64): a prize for each pair that its tile names."""
    won = level(rules, values, seen.players, seat)
    return rules.prizes[won] * pairs(seen, seat, seen.score_kind[province])


@jit
def city_points(rules, seen, seat, values):
    """Prizes for the ranking of the cities; `values`: room for a number by seat (int64)."""
    points = np.int64(0)
    for index in range(rules.city_kinds):
        for other in range(seen.players):
            values[other] = pairs(seen, other, rules.city_kind[index])
        points += rules.city_prizes[level(rules, values, seen.players, seat)]
    return points


@jit
def add_up(rules, state):
    """Every seat's points, and their parts, as if the game ended now."""
    seen = state.seen
    values = np.empty(SEATS, np.int64)
    for seat in range(seen.players):
        state.city[seat] = city_points(rules, seen, seat, values)
        state.tokens[seat] = seen.token_points[seat]
        state.deploys[seat] = seen.goods[seat, POINTS] - seen.token_points[seat]
        state.goods[seat] = 0
        for good in range(POINTS + 1, GOODS):
            state.goods[seat] += rules.vp_per[good] * seen.goods[seat, good]
        state.provinces[seat] = 0
    for province in range(1, PROVINCES):
        for seat in range(seen.players):
            values[seat] = power(rules, seen, seat, province)
        for seat in range(seen.players):
            state.provinces[seat] += province_points(rules, seen, seat, province, values)
    for seat in range(seen.players):
        state.total[seat] = (
            state.city[seat] + state.provinces[seat] + state.deploys[seat] + state.tokens[seat] + state.goods[seat]
        )


@jit
def place_of(rules, state, seat):
    """1 for a winner; otherwise 1 plus the number of seats with more points."""
    place = 1
    for other in range(state.seen.players):
        place += state.total[other] > state.total[seat]
    return place
