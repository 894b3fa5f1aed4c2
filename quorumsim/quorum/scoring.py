"""Points: from scratch for a whole table, and as the change one move would make.

Moves change markers, tokens and counts; `settle` then brings multipliers and type points up to date, for what has changed
only, and `total` adds them up. `total_from_scratch` recounts everything from positions, arrivals, tokens and the cards on the
table. The tests compare the two after every move.
"""

from __future__ import annotations

import numpy as np

from quorumsim.compiled import jit
from quorumsim.quorum.layout import BUILDINGS, NONE, POWERS, PRODUCTS, PROVINCES, SEATS, TYPES

_ONE = np.uint8(1)
_BYTE, _EVERY_BYTE, _TOP_BYTE = np.uint64(255), np.uint64(0x0101010101010101), np.uint64(56)
MILITARY, INTRIGUE, ARCHITECTURE, COMMERCE = range(4)
_INFLUENCE, _MOST_GODS, _FEWEST_GODS, _EARLY_SEAT, _LATE_SEAT = range(1, 6)  # 1-based places in names.TIE_BREAKS


# --- points for each type -------------------------------------------------------------------------------------------
@jit(forceinline=True)
def military_points(rules, zeros, ones, twos, threes):
    """Best split of military cards (how many of each power) into trios 1-2-3 and pairs of consecutive powers.

    With t trios the pairs are a largest matching of what is left on the path 0-1-2-3, by Koenig's theorem the smallest vertex
    cover: min(zeros + twos - t, ones + min(twos, threes) - 2 t). Points are then concave in t with one kink, so the best t is
    0, the largest possible, or the kink.
    """
    if not rules.military_zero_pairs:
        zeros = np.int64(0)
    one_side, other_side = zeros + twos, ones + min(twos, threes)
    most = min(ones, twos, threes)
    kink = min(max(other_side - one_side, 0), most)
    none_points = rules.military_pair * min(one_side, other_side)
    most_points = rules.military_trio * most + rules.military_pair * min(one_side - most, other_side - 2 * most)
    kink_points = rules.military_trio * kink + rules.military_pair * min(one_side - kink, other_side - 2 * kink)
    return max(none_points, most_points, kink_points)


@jit(forceinline=True)
def multiplier_with_token(rules, seen, seat, province, token):
    """Points `seat` would have for each counted card in `province` if the token there showed `token`."""
    return np.int64(rules.multiplier[np.uint32(token), seen.ahead[seat, province], seen.sharing[seat, province]])


# --- what a move would change -----------------------------------------------------------------------------------------
@jit(forceinline=True)
def type_gain(rules, seen, seat, card):
    """Points of the four types that `card` on the table of `seat` would add."""
    kind = rules.card_type[card]
    power = rules.card_power[card]
    gain = np.int64(0)
    if power == rules.intrigue_power:
        gain += rules.intrigue_points * seen.type_count[seat, INTRIGUE]
    if kind == MILITARY:
        gain += military_points(
            rules,
            np.int64(seen.military_count[seat, 0] + (power == 0)),
            np.int64(seen.military_count[seat, 1] + (power == 1)),
            np.int64(seen.military_count[seat, 2] + (power == 2)),
            np.int64(seen.military_count[seat, 3] + (power == 3)),
        ) - np.int64(seen.type_points[seat, MILITARY])
    elif kind == INTRIGUE:
        gain += rules.intrigue_points * (seen.power_count[seat, rules.intrigue_power] + (power == rules.intrigue_power))
    elif kind == ARCHITECTURE:
        if seen.building_count[seat, rules.card_building[card]] == 0:
            different = seen.buildings[seat]
            gain += rules.architecture_points[different + _ONE] - rules.architecture_points[different]
    else:
        for product in range(PRODUCTS):
            owned = seen.icon_count[seat, product]
            gain += rules.commerce_points[owned + rules.card_icons[card, product]] - rules.commerce_points[owned]
    return gain


@jit(forceinline=True)
def standing_number(rules, position, arrival):
    """Position and order of arrival on a track as one number: the larger is ahead, equal numbers share the rank."""
    return np.int64(position) * 65536 + rules.standing_base + rules.standing_step * np.int64(arrival)


@jit(forceinline=True)
def landing(rules, old, steps):
    """The space that a marker on `old` reaches by an advance of `steps`; -1 where it stays in its place in the stack."""
    new = min(np.int64(old) + steps, rules.track_length)
    stays = steps == 0 or (new == old and not rules.track_restack)
    return np.int64(-1) if stays else np.int64(new)


@jit(forceinline=True)
def moved_multiplier(rules, seen, seat, province, steps):
    """What the multiplier of `seat` in `province` would be after an advance of `steps` spaces."""
    new = landing(rules, seen.position[seat, province], steps)
    if new < 0:
        return np.int64(seen.multiplier[seat, province])
    own = standing_number(rules, new, seen.clock + 1)
    ahead, sharing = 0, 1
    for other in range(SEATS):  # an empty seat stands at 0
        standing = seen.standing[province, other]
        ahead += other != seat and standing > own
        sharing += other != seat and standing == own
    return np.int64(rules.multiplier[seen.token[province], np.uint32(ahead), np.uint32(sharing)])


@jit(forceinline=True)
def counted_worth(rules, seen, seat, card):
    """What a card brings in the provinces that count it, as the markers lie: the sum of their multipliers.

    Multipliers are 0 to 9, so six of them add up within one byte; the product gathers all bytes in the uppermost.
    """
    return np.int64(((seen.multiplier_bytes[seat] & rules.card_count_bytes[card]) * _EVERY_BYTE) >> _TOP_BYTE)


@jit(forceinline=True)
def card_gain(rules, seen, seat, card):
    """How the total of `seat` would change if it played `card` now: types, cards counted, banner."""
    gain = type_gain(rules, seen, seat, card) + counted_worth(rules, seen, seat, card)
    banner = rules.card_province[card]
    change = moved_multiplier(rules, seen, seat, banner, np.int64(rules.card_banner[card])) - seen.multiplier[seat, banner]
    return gain + change * (seen.counted[seat, banner] + rules.card_counts[card, banner])


@jit(forceinline=True)
def advance_gain(rules, seen, seat, province, steps):
    """How the own total would change by an advance of `steps` spaces in `province`."""
    change = moved_multiplier(rules, seen, seat, province, steps) - seen.multiplier[seat, province]
    return np.int64(change * seen.counted[seat, province])


@jit
def pushed_gain(rules, seen, seat, mover, province, steps):
    """How the total of `seat` would change if another seat, `mover`, advanced `steps` spaces in `province`."""
    own = seen.standing[province, seat]
    if own == 0 or seen.counted[seat, province] == 0:
        return np.int64(0)
    new = landing(rules, seen.position[mover, province], steps)
    if new < 0:
        return np.int64(0)
    moved = standing_number(rules, new, seen.clock + 1)
    ahead, sharing = 0, 0
    for other in range(SEATS):
        standing = moved if other == mover else np.int64(seen.standing[province, other])
        ahead += standing > own
        sharing += standing == own
    after = rules.multiplier[seen.token[province], ahead, sharing]
    return np.int64((after - seen.multiplier[seat, province]) * seen.counted[seat, province])


@jit(forceinline=True)
def token_after(rules, seen, province, change):
    """The token's value after a god's change: outside its bounds the change is ignored or, by the rules, clamped."""
    old = np.int64(seen.token[province])
    new = old + change
    inside = min(max(new, rules.token_min[province]), rules.token_max[province])
    ignored = new != inside and not rules.token_clamp
    return old if ignored else inside


@jit(forceinline=True)
def token_gain(rules, seen, seat, province, change):
    """How the total of `seat` would change if a god changed the token of `province`."""
    token = token_after(rules, seen, province, change)
    new = multiplier_with_token(rules, seen, seat, province, token)
    return np.int64((new - seen.multiplier[seat, province]) * seen.counted[seat, province])


@jit(forceinline=True)
def god_gain(rules, seen, seat, kind, province):
    """How the total of `seat` would change if it took god `kind` and advanced in `province`."""
    return (
        advance_gain(rules, seen, seat, province, rules.god_advance)
        + token_gain(rules, seen, seat, seen.left_of[province], rules.god_left[kind])
        + token_gain(rules, seen, seat, seen.right_of[province], rules.god_right[kind])
    )


# --- moves, and keeping the counts ----------------------------------------------------------------------------------------
@jit(forceinline=True)
def advance(rules, seen, seat, province, steps):
    """Moves the marker of `seat`; what it changes is counted by the next `settle`."""
    new = landing(rules, seen.position[seat, province], steps)
    if new < 0:
        return
    seen.clock += 1
    seen.position[seat, province] = new
    seen.arrival[seat, province] = seen.clock
    seen.standing[province, seat] = standing_number(rules, new, seen.clock)
    seen.stale_tracks |= 1 << province


@jit
def change_token(rules, seen, province, change):
    """Applies one half of a god; returns the change as it was applied (0 where it is ignored)."""
    old = np.int64(seen.token[province])
    new = token_after(rules, seen, province, change)
    seen.token[province] = new
    seen.stale_tracks |= 1 << province
    return new - old


@jit(forceinline=True)
def place_card(rules, seen, seat, card):
    """Puts a Rome card on the table of `seat` and advances on its banner; its points are counted by the next `settle`."""
    kind, power = rules.card_type[card], rules.card_power[card]
    seen.type_count[seat, kind] += 1
    seen.power_count[seat, power] += 1
    seen.military_count[seat, power] += kind == MILITARY
    if kind == ARCHITECTURE:
        seen.building_count[seat, rules.card_building[card]] += 1
    for product in range(PRODUCTS):
        seen.icon_count[seat, product] += rules.card_icons[card, product]
    for province in range(PROVINCES):
        seen.counted[seat, province] += rules.card_counts[card, province]
    seen.stale_tables |= 1 << seat
    advance(rules, seen, seat, rules.card_province[card], np.int64(rules.card_banner[card]))


@jit
def settle(rules, seen):
    """Brings multipliers and type points up to date after any moves. Bots are asked about a settled view only."""
    if seen.stale_tracks == 0 and seen.stale_tables == 0:
        return
    for province in range(PROVINCES):
        if (seen.stale_tracks >> province) & 1:
            settle_track(rules, seen, province)
    for seat in range(seen.players):
        if (seen.stale_tables >> seat) & 1:
            settle_table(rules, seen, seat)
    seen.stale_tracks = 0
    seen.stale_tables = 0


@jit(forceinline=True)
def settle_track(rules, seen, province):
    """Every seat's multiplier in a province after a marker or the token changed."""
    token = seen.token[province]
    for seat in range(SEATS):
        own = seen.standing[province, seat]
        ahead, sharing = 0, 0
        for other in range(SEATS):
            standing = seen.standing[province, other]
            ahead += standing > own
            sharing += standing == own
        seen.ahead[seat, province] = ahead if own > 0 else 0
        seen.sharing[seat, province] = sharing if own > 0 else 0
        multiplier = multiplier_with_token(rules, seen, seat, province, token)
        seen.multiplier[seat, province] = multiplier
        shift = np.uint64(8 * province)
        seen.multiplier_bytes[seat] &= ~(_BYTE << shift)
        seen.multiplier_bytes[seat] |= np.uint64(multiplier) << shift


@jit(forceinline=True)
def settle_table(rules, seen, seat):
    """The points of the four types of one seat."""
    seen.type_points[seat, MILITARY] = military_points(
        rules,
        np.int64(seen.military_count[seat, 0]),
        np.int64(seen.military_count[seat, 1]),
        np.int64(seen.military_count[seat, 2]),
        np.int64(seen.military_count[seat, 3]),
    )
    seen.type_points[seat, INTRIGUE] = (
        rules.intrigue_points * seen.type_count[seat, INTRIGUE] * seen.power_count[seat, rules.intrigue_power]
    )
    different = 0
    for building in range(BUILDINGS):
        different += seen.building_count[seat, building] > 0
    seen.buildings[seat] = different
    seen.type_points[seat, ARCHITECTURE] = rules.architecture_points[different]
    worth = np.int64(0)
    for product in range(PRODUCTS):
        worth += rules.commerce_points[seen.icon_count[seat, product]]
    seen.type_points[seat, COMMERCE] = worth


@jit
def total(rules, seen, seat):
    """All points of a seat as the tables lie (a settled view): given by seat, types, provinces."""
    points = rules.seat_points[seen.players, seat]
    for kind in range(TYPES):
        points += seen.type_points[seat, kind]
    for province in range(PROVINCES):
        points += seen.multiplier[seat, province] * seen.counted[seat, province]
    return points


@jit
def add_up(rules, state):
    """Brings the view and every seat's total up to date."""
    settle(rules, state.seen)
    for seat in range(state.seen.players):
        state.total[seat] = total(rules, state.seen, seat)


# --- the end ----------------------------------------------------------------------------------------------------------
@jit
def tie_break_value(seen, seat, criterion):
    """A seat's value for one tie-break; the larger is ahead."""
    if criterion == _INFLUENCE:
        influence = np.int64(0)
        for province in range(PROVINCES):
            influence += seen.position[seat, province]
        return influence
    if criterion == _MOST_GODS:
        return seen.gods_held[seat]
    if criterion == _FEWEST_GODS:
        return -seen.gods_held[seat]
    return -np.int64(seat) if criterion == _EARLY_SEAT else np.int64(seat)


@jit
def is_ahead(rules, seen, totals, first, second):
    """Whether seat `first` beats seat `second`: total, then the tie-breaks in order."""
    if totals[first] != totals[second]:
        return totals[first] > totals[second]
    for criterion in rules.tie_break:
        if criterion == 0:
            break
        one, two = tie_break_value(seen, first, criterion), tie_break_value(seen, second, criterion)
        if one != two:
            return one > two
    return False


@jit
def place_of(rules, state, seat):
    """1 for a winner; otherwise 1 plus the number of seats ahead (competition ranking)."""
    return place_by(rules, state.seen, state.total, seat)


@jit
def place_by(rules, seen, totals, seat):
    """The place of a seat by these totals, one entry a seat."""
    place = 1
    for other in range(seen.players):
        if other != seat and is_ahead(rules, seen, totals, other, seat):
            place += 1
    return place


@jit
def total_from_scratch(rules, seen, seat, cards_played):
    """The total of `seat` recounted from its cards, all positions, arrivals and tokens: the check on every count above."""
    types = np.zeros(TYPES, np.int64)
    powers = np.zeros(POWERS, np.int64)
    military = np.zeros(POWERS, np.int64)
    buildings = np.zeros(BUILDINGS, np.int64)
    icons = np.zeros(PRODUCTS, np.int64)
    counted = np.zeros(PROVINCES, np.int64)
    for number in range(cards_played):
        card = seen.table[seat, number]
        kind = rules.card_type[card]
        types[kind] += 1
        powers[rules.card_power[card]] += 1
        if kind == MILITARY:
            military[rules.card_power[card]] += 1
        if rules.card_building[card] != NONE:
            buildings[rules.card_building[card]] += 1
        icons += rules.card_icons[card]
        counted += rules.card_counts[card]
    total = rules.seat_points[seen.players, seat]
    total += military_points(rules, military[0], military[1], military[2], military[3])
    total += rules.intrigue_points * types[INTRIGUE] * powers[rules.intrigue_power]
    total += rules.architecture_points[np.sum(buildings > 0)]
    for product in range(PRODUCTS):
        total += rules.commerce_points[icons[product]]
    for province in range(PROVINCES):
        if seen.position[seat, province] == 0:
            continue
        ahead, sharing = 0, 0
        own = standing_number(rules, seen.position[seat, province], seen.arrival[seat, province])
        for other in range(seen.players):
            if seen.position[other, province] > 0:
                standing = standing_number(rules, seen.position[other, province], seen.arrival[other, province])
                ahead += standing > own
                sharing += standing == own
        total += rules.multiplier[seen.token[province], ahead, sharing] * counted[province]
    return total
