"""What an action may be worth in points at the end: one evaluation, whose weights make the styles.

Every province is worth its prize by the rank that a seat may be expected to have there in the end: for each rival a chance
that it is ahead, one half moved by the gap between the powers (x / sqrt(1 + x²)), the sharper the fewer turns are left.
A tile is worth what it adds to pairs, those half made counted as half, where pairs are paid for; and the action that its
symbol brings.
"""

# mypy: disallow-untyped-defs=False

from __future__ import annotations

import numpy as np

from quorumsim.compiled import jit
from quorumsim.dominus import names
from quorumsim.dominus.layout import (
    COLOURS,
    DEPLOY_GENERAL,
    DEPLOY_LEGION,
    GOODS,
    MOVE_GENERAL,
    MOVE_LEGION,
    PASS,
    PROVINCES,
    RESERVE,
    ROMA,
    SAME,
    SCORE,
    TOKEN_KINDS,
    TWO,
)
from quorumsim.dominus.scoring import power
from quorumsim.dominus.tiles import colour_of, icon_of, symbol_of

WEIGHTS = (
    "points", "provinces", "rivals", "city", "blur", "blur_turn", "legion", "general", "visit", "spread", "near_rome",
    "stack", "two", "same",
)  # fmt: skip
"""How much counts of: points at once (deploys, first visits, by the mean of the tokens face down); the own expected prizes of
provinces; what rivals lose of theirs; pairs that a tile adds. Power that may still change, at the end and more for every turn
to come. In points: a legion more on the board; the general brought in, for each legion that it is worth; any first visit, a
province more that is held, a step towards the provinces next to Rome, a unit beside others of its own; a symbol of two
colours, of one."""
(
    _POINTS, _PROVINCES, _RIVALS, _CITY, _BLUR, _BLUR_TURN, _LEGION, _GENERAL, _VISIT, _SPREAD, _NEAR_ROME, _STACK, _TWO, _SAME,
) = range(len(WEIGHTS))  # fmt: skip
_FLAT, _RED = names.KINDS.index("flat"), names.KINDS.index("red")
_FIRST, _SECOND = (0, 1, 2, 3, 2, 2, 3), (0, 1, 2, 3, 1, 3, 1)  # the icons of a kind of pair
_NOTED, _HOLDS = 0, 1  # places in scratch: whether the decision is noted; by province the prize expected for one pair
LEAST_BLUR = 0.1


@jit(forceinline=True)
def expected_prize(rules, seen, seat, province, mover, change, blur):
    """The prize for one pair that `seat` may expect of a province, if the power of `mover` there were changed."""
    own = power(rules, seen, seat, province) + (change if seat == mover else 0)
    if own <= 0:
        return 0.0
    ahead = 0.0
    for other in range(seen.players):
        if other != seat:
            gap = (power(rules, seen, other, province) + (change if other == mover else 0) - own) / blur
            ahead += 0.5 + 0.5 * gap / np.sqrt(1.0 + gap * gap)
    if ahead < 1.0:
        return rules.prizes[1] + ahead * (rules.prizes[2] - rules.prizes[1])
    if ahead < 2.0:
        return rules.prizes[2] + (ahead - 1.0) * (rules.prizes[3] - rules.prizes[2])
    return max(0.0, 3.0 - ahead) * rules.prizes[3]


@jit(forceinline=True)
def smooth_pairs(seen, seat, kind, left, rules):
    """Pairs of a kind that a city may be expected to have in the end, half pairs counted; `left`: tiles still to come."""
    if kind == _FLAT:
        return 1.0
    if kind >= _RED:
        return seen.colour_count[seat, kind - _RED] + left / COLOURS
    first, second = _FIRST[kind], _SECOND[kind]
    one = seen.icon_count[seat, first] + left * rules.icon_share[first]
    if first == second:
        return 0.5 * one
    other = seen.icon_count[seat, second] + left * rules.icon_share[second]
    return min(one, other) + 0.25 * min(1.0, abs(one - other))


@jit(forceinline=True)
def added_pairs(seen, seat, kind, tile):
    """By how much a tile adds to the pairs of a kind, half pairs counted."""
    if kind == _FLAT:
        return 0.0
    if kind >= _RED:
        return 1.0 if colour_of(tile) == kind - _RED else 0.0
    icon = icon_of(tile)
    if icon == 0:
        return 0.0
    first, second = _FIRST[kind], _SECOND[kind]
    if first == second:
        return 0.5 if icon == first else 0.0
    if icon != first and icon != second:
        return 0.0
    own, other = seen.icon_count[seat, icon], seen.icon_count[seat, first + second - icon]
    return 0.75 if own < other else 0.25


@jit(forceinline=True)
def moved(rules, seen, province, change, weights, blur, left):
    """What a change of the own power in a province is worth."""
    seat = seen.seat
    kind = seen.score_kind[province]
    before = expected_prize(rules, seen, seat, province, seat, 0, blur)
    own = expected_prize(rules, seen, seat, province, seat, change, blur) - before
    worth = weights.value[_PROVINCES] * own * smooth_pairs(seen, seat, kind, left, rules)
    if weights.value[_RIVALS] != 0.0:
        for other in range(seen.players):
            if other != seat:
                lost = expected_prize(rules, seen, other, province, seat, 0, blur) - expected_prize(
                    rules, seen, other, province, seat, change, blur
                )
                worth += weights.value[_RIVALS] / (seen.players - 1) * lost * smooth_pairs(seen, other, kind, left, rules)
    return worth


@jit(forceinline=True)
def goods_points(rules, amounts):
    """What goods are worth in points."""
    points = 0.0
    for good in range(GOODS):
        points += rules.vp_per[good] * amounts[good]
    return points


@jit
def visit_points(rules, seen):
    """The points of a first visit, by the mean of the tokens that lie face down."""
    points, lying = 0.0, 0
    for kind in range(TOKEN_KINDS):
        points += seen.unseen[kind] * goods_points(rules, rules.token_bonus[kind])
        lying += seen.unseen[kind]
    return points / lying if lying > 0 else 0.0


@jit
def operation(rules, seen, action, weights, blur, left):
    """The worth of a deploy or a move."""
    worth = 0.0
    if action in (DEPLOY_LEGION, DEPLOY_GENERAL):
        if not seen.deployed:
            worth += weights.value[_POINTS] * goods_points(rules, rules.deploy_bonus)
        if action == DEPLOY_LEGION:
            return worth + weights.value[_LEGION]
        return worth + weights.value[_GENERAL] * rules.general_power
    general = action >= MOVE_GENERAL
    link = action - (MOVE_GENERAL if general else MOVE_LEGION)
    start, end = rules.link_from[link], rules.link_to[link]
    change = rules.general_power if general else np.int64(1)
    if start != ROMA:
        worth += moved(rules, seen, start, -change, weights, blur, left)
        worth -= weights.value[_SPREAD if power(rules, seen, seen.seat, start) == change else _STACK]
    if end != ROMA:
        before = power(rules, seen, seen.seat, end)
        worth += moved(rules, seen, end, change, weights, blur, left)
        worth += weights.value[_SPREAD if before == 0 else _STACK]
        if seen.has_token[end]:
            worth += weights.value[_VISIT] + weights.value[_POINTS] * visit_points(rules, seen)
    return worth + weights.value[_NEAR_ROME] * (rules.near_rome[end] - rules.near_rome[start])


@jit
def tile_worth(rules, seen, tile, weights, scratch, left):
    """The worth of a tile: pairs where they are paid for, and its symbol."""
    seat = seen.seat
    worth = 0.0
    for province in range(1, PROVINCES):
        worth += scratch.value[_HOLDS + province] * added_pairs(seen, seat, seen.score_kind[province], tile)
    for index in range(rules.city_kinds):
        worth += rules.city_prizes[1] * 0.5 * added_pairs(seen, seat, rules.city_kind[index], tile)
    symbol = symbol_of(tile)
    action = weights.value[_TWO] if symbol == TWO else (weights.value[_SAME] if symbol == SAME else 0.0)
    return weights.value[_CITY] * worth + action


@jit(SCORE)
def score(rules, seen, action, weights, scratch):
    left = np.float64(rules.turns - seen.round_index - 1)
    blur = max(LEAST_BLUR, weights.value[_BLUR] + weights.value[_BLUR_TURN] * left)
    if seen.phase != RESERVE:
        return 0.0 if action == PASS else operation(rules, seen, action, weights, blur, left)
    if scratch.value[_NOTED] == 0.0:
        scratch.value[_NOTED] = 1.0
        for province in range(1, PROVINCES):
            scratch.value[_HOLDS + province] = expected_prize(rules, seen, seen.seat, province, seen.seat, 0, blur)
    return tile_worth(rules, seen, seen.ring[action], weights, scratch, left)

