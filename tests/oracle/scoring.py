"""Points of a table, always counted from scratch: nothing is remembered between two calls."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

PROVINCES = ("africa", "asia", "germania", "gallia", "hispania", "macedonia")
PRODUCTS = ("fish", "sheep", "tool", "wheat", "wine", "wood")
TYPES = ("military", "intrigue", "architecture", "commerce")


class RomeCard(NamedTuple):
    id: int
    type: str
    power: int
    province: str  # of the banner
    banner: int  # spaces
    building: str | None = None
    products: tuple[str, ...] = ()


@dataclass
class Table:
    """What lies open: tokens, markers and the cards played. A move puts new tuples in the place of old ones.

    `positions[province][seat]` is the space of a marker, 0 before the track. `arrivals[province][seat]` is larger for
    the marker that came later to its space; it says who is lower in a stack and nothing else.
    """

    tokens: dict[str, int]
    positions: dict[str, tuple[int, ...]]
    arrivals: dict[str, tuple[int, ...]]
    cards: list[tuple[RomeCard, ...]]  # by seat, in the order in which they were played

    @property
    def players(self) -> int:
        return len(self.cards)

    def copy(self) -> "Table":
        return Table(dict(self.tokens), dict(self.positions), dict(self.arrivals), list(self.cards))


# --- provinces -------------------------------------------------------------------------------------------------------


def track_order(rules: dict, positions: Sequence[int], arrivals: Sequence[int]) -> list[int]:
    """Seats on space 1 or more, the first in the province first.

    On the same space the earlier arrival comes first, under track_tie = "last" the later one. Where the rank is shared
    the order within a space means nothing; it is then the order of arrival.
    """
    sign = -1 if rules["track_tie"] == "last" else 1
    markers = [(-space, sign * arrivals[seat], seat) for seat, space in enumerate(positions) if space >= 1]
    return [seat for _, _, seat in sorted(markers)]


def track_multipliers(rules: dict, token: int, positions: Sequence[int], arrivals: Sequence[int]) -> list[int]:
    """Points for each counted card, by seat; 0 for a seat that is not on the track."""
    order = track_order(rules, positions, arrivals)
    losses = rules["rank_loss"]
    multipliers = [0] * len(positions)
    for rank, seat in enumerate(order):
        if token > losses[rank]:
            multipliers[seat] = token - losses[rank]
    if rules["track_tie"] != "shared":
        return multipliers

    by_rank = [multipliers[seat] for seat in order]
    for seat in order:
        occupied = [by_rank[rank] for rank, other in enumerate(order) if positions[other] == positions[seat]]
        if rules["shared_tie"] == "best":
            multipliers[seat] = occupied[0]
        elif rules["shared_tie"] == "worst":
            multipliers[seat] = occupied[-1]
        elif rules["shared_tie"] == "next":
            multipliers[seat] = occupied[0] if len(occupied) == 1 else occupied[1]
        else:
            multipliers[seat] = sum(occupied) // len(occupied)
    return multipliers


def province_order(rules: dict, table: Table, province: str) -> list[int]:
    return track_order(rules, table.positions[province], table.arrivals[province])


def province_multipliers(rules: dict, table: Table, province: str) -> list[int]:
    return track_multipliers(rules, table.tokens[province], table.positions[province], table.arrivals[province])


def counts_card(rules: dict, province: str, type: str, power: int) -> bool:
    """Whether the province counts such a card; a missing list of types or powers admits any."""
    counts = rules["provinces"][province]["counts"]
    types, powers = counts.get("types"), counts.get("powers")
    return (types is None or type in types) and (powers is None or power in powers)


def counted_cards(rules: dict, province: str, cards: Sequence[RomeCard]) -> int:
    """How many of the cards the province counts."""
    return sum([counts_card(rules, province, card.type, card.power) for card in cards])


# --- types -----------------------------------------------------------------------------------------------------------


def military(rules: dict, cards: Sequence[RomeCard]) -> int:
    powers = sorted([card.power for card in cards if card.type == "military"])
    return best_split(tuple(powers), rules["military_trio"], rules["military_pair"], rules["military_zero_pairs"])


@cache
def best_split(powers: tuple[int, ...], trio: int, pair: int, zero_pairs: bool) -> int:
    """The most points of all ways to split the powers (ascending) into trios 1-2-3, pairs and single cards.

    The lowest card is left single, or paired with a card one higher, or made a trio; the rest is split in every way.
    """
    if not powers:
        return 0
    low, rest = powers[0], powers[1:]

    def after(*used: int) -> int:
        left = list(rest)
        for power in used:
            left.remove(power)
        return best_split(tuple(left), trio, pair, zero_pairs)

    ways = [after()]
    if low + 1 in rest and (low > 0 or zero_pairs):
        ways.append(pair + after(low + 1))
    if low == 1 and 2 in rest and 3 in rest:
        ways.append(trio + after(2, 3))
    return max(ways)


def intrigue(rules: dict, cards: Sequence[RomeCard]) -> int:
    schemers = [card.type for card in cards].count("intrigue")
    powerful = [card.power for card in cards].count(rules["intrigue_power"])
    return rules["intrigue_points"] * schemers * powerful


def architecture(rules: dict, cards: Sequence[RomeCard]) -> int:
    buildings = {card.building for card in cards if card.type == "architecture"}
    return rules["architecture_points"][len(buildings)]


def commerce(rules: dict, cards: Sequence[RomeCard]) -> int:
    """Each of the six products scores by its icons, also one without any (0 points in the box)."""
    icons = [product for card in cards if card.type == "commerce" for product in card.products]
    scale = rules["commerce_points"]
    held = [icons.count(product) for product in PRODUCTS]
    return sum([scale[count] if count < len(scale) else scale[-1] for count in held])


POINTS_OF_TYPE = {"military": military, "intrigue": intrigue, "architecture": architecture, "commerce": commerce}


# --- the whole -------------------------------------------------------------------------------------------------------


def points(rules: dict, table: Table) -> list[dict[str, int]]:
    """By seat, the points by province and type, and the total, which also holds the points the seat started with."""
    multipliers = {province: province_multipliers(rules, table, province) for province in PROVINCES}
    by_seat = []
    for seat, cards in enumerate(table.cards):
        lines = {
            province: multipliers[province][seat] * counted_cards(rules, province, cards) for province in PROVINCES
        }
        for type, points_of_type in POINTS_OF_TYPE.items():
            lines[type] = points_of_type(rules, cards)
        lines["total"] = sum(lines.values()) + rules["seat_points"][table.players][seat]
        by_seat.append(lines)
    return by_seat


def totals(rules: dict, table: Table) -> list[int]:
    """By seat."""
    return [lines["total"] for lines in points(rules, table)]


def influence(table: Table, seat: int) -> int:
    return sum(table.positions[province][seat] for province in PROVINCES)


def places(rules: dict, table: Table, totals: list[int], gods: list[int]) -> list[int]:
    """Competition ranking by seat: 1 + the number of seats strictly better. `gods` is the number held by each seat."""
    criteria = {
        "influence": lambda seat: influence(table, seat),
        "most_gods": lambda seat: gods[seat],
        "fewest_gods": lambda seat: -gods[seat],
        "early_seat": lambda seat: -seat,
        "late_seat": lambda seat: seat,
    }
    standing = [[totals[seat], *(criteria[name](seat) for name in rules["tie_break"])] for seat in range(table.players)]
    return [1 + sum(other > own for other in standing) for own in standing]
