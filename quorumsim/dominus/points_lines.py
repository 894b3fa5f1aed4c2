"""The points of a table of Dominus in words: a line for each source of points, counted by hand from the table, and who won."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from quorumsim.dominus.names import COLOURS, GOODS, PROVINCES, ROMA
from quorumsim.dominus.rules import Rules
from quorumsim.dominus.words import KIND, MANY, ONE

PLACES = ("first", "second", "third", "fourth")


class Line(NamedTuple):
    """Points from one source, and where they come from."""

    source: str
    points: int
    why: str


class Table(NamedTuple):
    """A table as it lies: what decides points. Lists are by seat; `cities`: tiles by colour and icon; `paid`: the points of
    deploys and of first visits, which are paid at once."""

    score_tiles: Mapping[str, str]
    legions: Mapping[str, Sequence[int]]
    generals: Sequence[str | None]
    cities: Sequence[Mapping[str, int]]
    goods: Sequence[Mapping[str, int]]
    paid: Sequence[Mapping[str, int]]


def lines(rules: Rules, table: Table, seat: int) -> list[Line]:
    """Every source of points of a seat: cities, then provinces in which it stands, then what it was paid and has."""
    paid = [(source, table.paid[seat][key]) for source, key in (("Deploys", "deploys"), ("First visits", "tokens"))]
    return [
        *(_city(rules, table, seat, kind) for kind in rules.city_kinds if pairs(table.cities[seat], kind)),
        *(_province(rules, table, seat, name) for name in PROVINCES[ROMA + 1 :] if powers(rules, table, name)[seat]),
        *(Line(source, points, "paid when it happened") for source, points in paid if points),
        *(_goods(rules, table.goods[seat]) if any(rules.vp_per) else []),
    ]


def total(rules: Rules, table: Table, seat: int) -> int:
    """All points of a seat if the game ended with this table."""
    return sum(line.points for line in lines(rules, table, seat))


def table_lines(rules: Rules, table: Table, names: Sequence[str]) -> Iterator[str]:
    """The whole count as text: a line for each source of points of each seat (called by `names`), and who won."""
    totals = [total(rules, table, seat) for seat in range(len(names))]
    for seat, name in enumerate(names):
        yield name
        for line in lines(rules, table, seat):
            yield f"  {line.source:14}{line.points:4}   {line.why}"
        yield f"  {'Total':14}{totals[seat]:4}"
        yield ""
    who = [name for name, points in zip(names, totals, strict=True) if points == max(totals)]
    alone = len(who) == 1
    points = number(max(totals), "points")
    yield f"{who[0]} wins with {points}." if alone else f"{' and '.join(who)} share the win with {points} each."


def powers(rules: Rules, table: Table, province: str) -> list[int]:
    """Power in a province by seat."""
    return [
        legions + rules.general_power * (general == province)
        for legions, general in zip(table.legions[province], table.generals, strict=True)
    ]


def pairs(city: Mapping[str, int], kind: str) -> int:
    """How many of what a kind counts a city has: tiles of a colour, two of an icon, one each of two icons."""
    if kind in COLOURS:
        return city[kind]
    icons = kind.split("+")
    return city[icons[0]] // 2 if len(icons) == 1 else min(city[icon] for icon in icons)


def number(count: int, things: str) -> str:
    """"3 red districts", "1 red district"."""
    return f"{count} {things.removesuffix('s') if count == 1 else things}"


def goods_words(amounts: Mapping[str, int]) -> list[str]:
    """Goods in words, those that there are: ["2 coins", "1 faith"]."""
    return [f"{amounts[good]} {ONE[good] if amounts[good] == 1 else MANY.get(good, good)}" for good in GOODS if amounts[good]]


def _city(rules: Rules, table: Table, seat: int, kind: str) -> Line:
    points, rank = _ranked(rules, [pairs(city, kind) for city in table.cities], seat, rules.city_prizes)
    return Line("City", points, f"{number(pairs(table.cities[seat], kind), KIND[kind])}: {rank}")


def _province(rules: Rules, table: Table, seat: int, name: str) -> Line:
    values, kind = powers(rules, table, name), table.score_tiles[name]
    prize, rank = _ranked(rules, values, seat, rules.prizes)
    why = f"power {values[seat]}, {rank}"
    if kind == "flat":
        return Line(name.capitalize(), prize, why)
    owned = pairs(table.cities[seat], kind)
    return Line(name.capitalize(), prize * owned, f"{why}: {prize} x {number(owned, KIND[kind])}")


def _goods(rules: Rules, goods: Mapping[str, int]) -> list[Line]:
    worth = [(good, each) for good, each in zip(GOODS[1:], rules.vp_per, strict=True) if each and goods[good]]
    why = ", ".join(f"{goods_words({**dict.fromkeys(GOODS, 0), good: goods[good]})[0]} x {each}" for good, each in worth)
    return [Line("Goods", sum(goods[good] * each for good, each in worth), why or "none that bring points")]


def _ranked(rules: Rules, values: list[int], seat: int, prizes: Sequence[int]) -> tuple[int, str]:
    """The prize of a seat that has one of these values (above 0), and its rank in words."""
    high, middle, low = prizes
    own, firsts = values[seat], values.count(max(values))
    ahead, equal = sum(value > own for value in values), sum(value == own for value in values)
    words = f"{'tied for ' if equal > 1 else ''}{PLACES[ahead]}"
    if ahead == 0:
        return (high if equal == 1 else middle), words
    if firsts > 1:
        wins = ahead == firsts and equal == 1 and rules.after_tie_for_first == "third"
        return (low if wins else 0), f"{words} after a tie for first"
    if ahead == 1:
        return (middle if equal == 1 else low), words
    return (low if ahead == 2 and equal == 1 else 0), words
