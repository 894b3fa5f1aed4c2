"""The score of a finished table in words: a line for each source of points, and who won why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from quorumsim.quorum.cards import RomeCard
from quorumsim.quorum.finished import FinishedTable, Score
from quorumsim.quorum.names import BUILDINGS, PRODUCTS, PROVINCES, ProvinceName
from quorumsim.quorum.rules import Rules
from quorumsim.quorum.words import TIE_BREAK

MANY = {"best": "the best", "worst": "the worst", "average": "the mean, rounded down,", "next": "the second"}


class Line(NamedTuple):
    """Points from one source (a province, a type or `start`), and where they come from."""

    source: str
    points: int
    why: str


def lines(rules: Rules, table: FinishedTable, seat: int) -> list[Line]:
    """Every source of points of a seat, counted by hand from the table: the sum is what the kernel says."""
    cards = table.seats[seat].cards
    start = rules.seat_points[len(table.seats)][seat]
    return [
        *(_province(rules, table, seat, name) for name in PROVINCES),
        _military(rules, cards),
        _intrigue(rules, cards),
        _architecture(rules, cards),
        _commerce(rules, cards),
        *([Line("start", start, f"given to seat {seat + 1} of {len(table.seats)}")] if start else []),
    ]


def table_lines(rules: Rules, table: FinishedTable, scores: list[Score]) -> Iterator[str]:
    """The whole count as text: a line for each source of points of each seat, and who won."""
    for seat, each in enumerate(table.seats):
        yield each.name
        for line in lines(rules, table, seat):
            yield f"  {line.source.capitalize():14}{line.points:4}   {line.why}"
        yield f"  {'Total':14}{scores[seat].points['total']:4}   influence {each.influence}"
        yield ""
    yield verdict(rules, table, scores)


def verdict(rules: Rules, table: FinishedTable, scores: list[Score]) -> str:
    """Who won and how it was decided, in one sentence."""
    best = max(score.points["total"] for score in scores)
    tied = [seat for seat, score in enumerate(scores) if score.points["total"] == best]
    winners = [seat for seat, score in enumerate(scores) if score.place == 1]
    names = [seat.name for seat in table.seats]
    who = " and ".join(names[seat] for seat in winners)
    if len(tied) == 1:
        return f"{who} wins with {best} points."
    values = {
        "influence": [seat.influence for seat in table.seats],
        "most_gods": [seat.gods for seat in table.seats],
        "fewest_gods": [seat.gods for seat in table.seats],
    }
    asked = []
    for name in rules.tie_break:
        shown = ", ".join(f"{names[seat]} {values[name][seat]}" for seat in tied) if name in values else ""
        asked.append(TIE_BREAK[name] + (f" ({shown})" if shown else ""))
    tie = f"{' and '.join(names[seat] for seat in tied)} have {best} points each"
    decided = f"; compared by {', then '.join(asked)}" if asked else ""
    return f"{tie}{decided}: {who} {'wins' if len(winners) == 1 else 'share the win'}."


def _province(rules: Rules, table: FinishedTable, seat: int, name: ProvinceName) -> Line:
    positions = [each.positions[name] for each in table.seats]
    if positions[seat] == 0:
        return Line(name, 0, "not on the track")
    ahead, sharing = _rank(rules, table, seat, name)
    token = table.tokens[name]
    paid = [max(0, token - loss) for loss in rules.rank_loss[ahead : ahead + sharing]]
    behind = paid[min(1, sharing - 1)]
    multiplier = {"best": paid[0], "worst": paid[-1], "average": sum(paid) // len(paid), "next": behind}[rules.shared_tie]
    counts = rules.provinces[name].counts
    counted = sum(counts.includes(card) for card in table.seats[seat].cards)
    if sharing == 1:
        loss = rules.rank_loss[ahead]
        rank = f"{_ordinal(ahead)} on space {positions[seat]}, token {token}" + (f" less {loss}" if loss else "")
    else:
        ranks = f"{_ordinal(ahead)} to {_ordinal(ahead + sharing - 1)}"
        each = ", ".join(map(str, paid))
        rank = f"{ranks} shared on space {positions[seat]}, token {token}, {MANY[rules.shared_tie]} of {each}"
    title = "cards" if counts.title == "all cards" else counts.title
    return Line(name, multiplier * counted, f"{rank}: {multiplier} x {_number(counted, title)}")


def _rank(rules: Rules, table: FinishedTable, seat: int, name: str) -> tuple[int, int]:
    """How many are ahead of a seat on a track, and how many share its rank, itself counted."""
    stack = table.stacks[name]
    sign = {"first": -1, "last": 1, "shared": 0}[rules.track_tie]
    standing = {each: (table.seats[each].positions[name], sign * place) for place, each in enumerate(stack)}
    own = standing[seat]
    return sum(other > own for other in standing.values()), sum(other == own for other in standing.values())


def _military(rules: Rules, cards: tuple[RomeCard, ...]) -> Line:
    held = Counter(card.power for card in cards if card.type == "military")
    sets = [(3, 2, 1), (3, 2), (2, 1)] + ([(1, 0)] if rules.military_zero_pairs else [])
    worth = [rules.military_trio, *([rules.military_pair] * (len(sets) - 1))]
    best: tuple[int, tuple[int, ...]] = (0, (0,) * len(sets))
    for numbers in product(*(range(min(held[power] for power in powers) + 1) for powers in sets)):
        used = _used(sets, numbers)
        if used <= held:
            points = sum(number * value for number, value in zip(numbers, worth, strict=True))
            best = max(best, (points, numbers))
    parts = [
        f"{number} x {'-'.join(map(str, reversed(powers)))} ({number * value})"
        for number, powers, value in zip(best[1], sets, worth, strict=True)
        if number
    ]
    left = ", ".join(str(power) for power in sorted((held - _used(sets, best[1])).elements()))
    if left:
        parts.append(f"alone: {left}")
    return Line("military", best[0], ", ".join(parts) or "no cards")


def _used(sets: list[tuple[int, ...]], numbers: tuple[int, ...]) -> Counter[int]:
    """Cards of each power in that many of each set."""
    return Counter(power for powers, number in zip(sets, numbers, strict=True) for power in powers * number)


def _intrigue(rules: Rules, cards: tuple[RomeCard, ...]) -> Line:
    schemes = sum(card.type == "intrigue" for card in cards)
    powerful = sum(card.power == rules.intrigue_power for card in cards)
    each = "" if rules.intrigue_points == 1 else f" x {_number(rules.intrigue_points, 'points')}"
    why = f"{_number(schemes, 'intrigue cards')} x {_number(powerful, f'cards of power {rules.intrigue_power}')}{each}"
    return Line("intrigue", schemes * powerful * rules.intrigue_points, why)


def _architecture(rules: Rules, cards: tuple[RomeCard, ...]) -> Line:
    held = Counter(card.building for card in cards if card.building)
    shown = ", ".join(name if held[name] == 1 else f"{name} {held[name]} times" for name in BUILDINGS if held[name])
    why = f"{_number(len(held), 'different buildings')}" + (f": {shown}" if shown else "")
    return Line("architecture", rules.architecture_points[len(held)], why)


def _commerce(rules: Rules, cards: tuple[RomeCard, ...]) -> Line:
    held = Counter(icon for card in cards for icon in card.products)
    ladder = rules.commerce_points
    worth = {name: ladder[min(held[name], len(ladder) - 1)] for name in PRODUCTS}
    why = ", ".join(f"{name} {held[name]} ({worth[name]})" for name in PRODUCTS if held[name] or worth[name])
    return Line("commerce", sum(worth.values()), why or "no products")


def _ordinal(place: int) -> str:
    return ("1st", "2nd", "3rd", "4th")[place]


def _number(count: int, things: str) -> str:
    """"3 intrigue cards", "1 intrigue card"."""
    if count == 1:
        for many, one in (("cards", "card"), ("points", "point"), ("different buildings", "building")):
            things = things.replace(many, one)
    return f"{count} {things}"
