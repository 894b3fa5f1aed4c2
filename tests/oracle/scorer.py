"""The totals of scoring.py again, with each part worked out by its functions once and then remembered.

What a province gives depends on its token and its track alone, and what cards give on the cards. These are the keys of
what is remembered, and they are values that never change, so nothing can go stale. A scorer belongs to one game.
"""

from operator import add, mul

from .scoring import POINTS_OF_TYPE, PROVINCES, RomeCard, Table, counts_card, track_multipliers


class Tracks(dict):
    """The multipliers by seat, for (token, positions, arrivals) of a province."""

    def __init__(self, rules: dict):
        self.rules = rules

    def __missing__(self, key: tuple) -> list[int]:
        multipliers = self[key] = track_multipliers(self.rules, *key)
        return multipliers


class Kinds(dict):
    """How many of one card each province counts, 0 or 1, for (type, power)."""

    def __init__(self, rules: dict):
        self.rules = rules

    def __missing__(self, key: tuple[str, int]) -> list[int]:
        counts = self[key] = [counts_card(self.rules, province, *key) for province in PROVINCES]
        return counts


class Cards(dict):
    """The points by type, their sum, and how many cards each province counts, for the cards of a seat.

    With one card more the points of its type change and those of intrigue, which counts powers of any type.
    """

    def __init__(self, rules: dict):
        self.rules = rules
        self.kinds = Kinds(rules)
        types = {type: points(rules, ()) for type, points in POINTS_OF_TYPE.items()}
        self[()] = types, sum(types.values()), [0] * len(PROVINCES)

    def __missing__(self, cards: tuple[RomeCard, ...]) -> tuple[dict[str, int], int, list[int]]:
        types, _, counts = self[cards[:-1]]
        last = cards[-1]
        types = types | {type: POINTS_OF_TYPE[type](self.rules, cards) for type in {last.type, "intrigue"}}
        counts = list(map(add, counts, self.kinds[last.type, last.power]))
        found = self[cards] = types, sum(types.values()), counts
        return found


class Scorer:
    def __init__(self, rules: dict):
        self.start = rules["seat_points"]
        self.tracks = Tracks(rules)
        self.cards = Cards(rules)

    def totals(self, table: Table) -> list[int]:
        """By seat."""
        totals = []
        start = self.start[table.players]
        for seat, multipliers in enumerate(zip(*self._by_province(table), strict=True)):
            _, types, counts = self.cards[table.cards[seat]]
            totals.append(sum(map(mul, multipliers, counts)) + types + start[seat])
        return totals

    def total(self, table: Table, seat: int) -> int:
        multipliers = [by_seat[seat] for by_seat in self._by_province(table)]
        _, types, counts = self.cards[table.cards[seat]]
        return sum(map(mul, multipliers, counts)) + types + self.start[table.players][seat]

    def _by_province(self, table: Table) -> list[list[int]]:
        """The multipliers of all seats, province after province; a table's dicts have the order of PROVINCES."""
        keys = zip(table.tokens.values(), table.positions.values(), table.arrivals.values(), strict=True)
        return list(map(self.tracks.__getitem__, keys))
