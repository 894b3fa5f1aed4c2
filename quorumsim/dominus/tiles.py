"""City tiles as numbers, and the seeded stream that they come from. docs/dominus.md has the draws."""

# mypy: disallow-untyped-defs=False

from __future__ import annotations

import numpy as np

from quorumsim.compiled import jit
from quorumsim.dominus.layout import COLOURS, ICONS, SAME, TWO
from quorumsim.engine.chance import choose, nth, uniform

_SYMBOL, _SAME, _COLOUR, _ICON, _WHICH = (np.uint64(draw) for draw in range(5))
"""Draws of a tile's key."""


@jit(forceinline=True)
def colour_of(tile):
    return np.int64(tile) % COLOURS


@jit(forceinline=True)
def icon_of(tile):
    return np.int64(tile) // COLOURS % ICONS


@jit(forceinline=True)
def symbol_of(tile):
    return np.int64(tile) // (COLOURS * ICONS)


@jit(forceinline=True)
def which_icon(rules, draw):
    """The first icon whose running sum of shares exceeds the draw's part of their sum."""
    part = uniform(draw) * rules.icon_bound[ICONS - 1]
    last = 0
    for icon in range(1, ICONS):
        if part < rules.icon_bound[icon]:
            return icon
        if rules.icon_bound[icon] > rules.icon_bound[icon - 1]:
            last = icon
    return last  # rounding left none


@jit(forceinline=True)
def tile_number(rules, key, number):
    """City tile `number`, from 0 in order of appearance, of the stream with this key (uint64)."""
    own = nth(key, np.uint64(number))
    symbol, icon = 0, 0
    if uniform(nth(own, _SYMBOL)) < rules.p_symbol:
        symbol = SAME if uniform(nth(own, _SAME)) < rules.p_same else TWO
    if uniform(nth(own, _ICON)) < rules.p_icon:
        icon = which_icon(rules, nth(own, _WHICH))
    return choose(nth(own, _COLOUR), COLOURS) + COLOURS * icon + COLOURS * ICONS * symbol
