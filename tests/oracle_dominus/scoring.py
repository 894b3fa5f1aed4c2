"""What a majority pays, what pairs a city has, and the points of city and provinces."""

from .words import COLOURS, OUTSIDE_ROME


def ranked(values: list[int], prizes: list[int], after_tie_for_first: str) -> list[int]:
    """Prizes by seat for the largest values; a value of zero never ranks.

    Tied for first: each the second prize, and who follows alone the third, or nothing with "nothing".
    Tied for second: each the third prize. Tied for third: nothing.
    """
    first, second, third = prizes
    paid = [0] * len(values)
    groups = [
        [seat for seat, value in enumerate(values) if value == size] for size in sorted(set(values), reverse=True) if size > 0
    ]

    def pay(group: list[int], prize: int) -> None:
        for seat in group:
            paid[seat] = prize

    if len(groups) >= 1 and len(groups[0]) > 1:
        pay(groups[0], second)
        if len(groups) >= 2 and len(groups[1]) == 1 and after_tie_for_first == "third":
            pay(groups[1], third)
        return paid
    if len(groups) >= 1:
        pay(groups[0], first)
    if len(groups) >= 2 and len(groups[1]) > 1:
        pay(groups[1], third)
        return paid
    if len(groups) >= 2:
        pay(groups[1], second)
    if len(groups) >= 3 and len(groups[2]) == 1:
        pay(groups[2], third)
    return paid


def pairs(kind: str, tiles: list[dict]) -> int:
    """How often the placed tiles have what the kind asks for: two of one icon, one each of two, or a colour."""
    if kind in COLOURS:
        return len([tile for tile in tiles if tile["colour"] == kind])
    counts = [len([tile for tile in tiles if tile["icon"] == icon]) for icon in kind.split("+")]
    if len(counts) == 1:
        return counts[0] // 2
    return min(counts)


def city_points(rules: dict, cities: list[list[dict]]) -> list[int]:
    """Points by seat from the ranking of every pair kind; `cities` are the placed tiles by seat."""
    points = [0] * len(cities)
    for kind in rules["city_kinds"]:
        values = [pairs(kind, tiles) for tiles in cities]
        for seat, prize in enumerate(ranked(values, rules["city_prizes"], rules["after_tie_for_first"])):
            points[seat] += prize
    return points


def powers(rules: dict, legions: dict, generals: list, province: str) -> list[int]:
    """Power by seat in the province."""
    return [
        own + (rules["general_power"] if general == province else 0)
        for own, general in zip(legions[province], generals, strict=True)
    ]


def province_points(rules: dict, score_tiles: dict, legions: dict, generals: list, cities: list) -> list[int]:
    """Points by seat from the provinces' score tiles; Rome has none."""
    points = [0] * len(cities)
    for province in OUTSIDE_ROME:
        power = powers(rules, legions, generals, province)
        kind = score_tiles[province]
        for seat, prize in enumerate(ranked(power, rules["prizes"], rules["after_tie_for_first"])):
            points[seat] += prize if kind == "flat" else prize * pairs(kind, cities[seat])
    return points
