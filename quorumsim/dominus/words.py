"""Rules in plain words, as `quorumsim rules show` prints them: every value with where it comes from."""

from collections import Counter
from collections.abc import Callable
from typing import Final

from quorumsim.dominus.model import Rules
from quorumsim.dominus.names import GOODS, LINK_KINDS, PLAYERS, SOURCES, TOKENS
from quorumsim.fields import listed

Section = tuple[str, list[str]]

LABEL: Final = "Dominus, reconstructed from a summary"
"""What stands wherever Dominus is shown."""
SOURCE: Final = {
    "given": "by the summary",
    "base": "from public descriptions of the base game",
    "assumed": "by this project, where both are silent",
    "changed": "by a variant",
}
ONE: Final = {
    "points": "point", "beautification": "beautification tile", "coins": "coin", "faith": "faith", "stars": "star",
    "citizens": "citizen",
}  # fmt: skip
MANY: Final = {"beautification": "beautification tiles"}
KIND: Final = {
    "flat": "the prize itself",
    "lyre": "lyre pairs",
    "column": "column pairs",
    "mask": "mask pairs",
    "column+lyre": "column and lyre pairs",
    "column+mask": "column and mask pairs",
    "mask+lyre": "mask and lyre pairs",
    "red": "red districts",
    "blue": "blue districts",
    "yellow": "yellow districts",
}
AFTER_TIE: Final = {
    "third": "whoever follows alone takes the low prize",
    "nothing": "nobody else takes a prize",
}


def in_words(rules: Rules) -> list[Section]:
    """The rules as headings, each with its lines; a value's line ends with its source."""
    sections = [
        (heading, [f"{said(rules)} [{rules.sources[name]}]" for name, said in lines.items()]) for heading, lines in SAID
    ]
    return [(LABEL, _label(rules)), *sections, ("Links", _links(rules))]


def _label(rules: Rules) -> list[str]:
    counted = Counter(rules.sources.values())
    lines = [f"[{name}] {SOURCE[name]}: {_number(counted[name], 'value')}" for name in SOURCES if counted[name]]
    return [*lines, "Both readings and both maps are always shown side by side; docs/dominus.md has what no value carries."]


def _links(rules: Rules) -> list[str]:
    """The links by kind, names as in "Roma-Gallia"."""
    return [
        f"{kind}: " + ", ".join("-".join(map(str.capitalize, link.between)) for link in rules.links if link.kind == kind)
        for kind in LINK_KINDS
        if any(link.kind == kind for link in rules.links)
    ]


def _map(rules: Rules) -> str:
    sentence = f" {rules.map_sentence}" if rules.map_sentence else ""
    return f"The map {rules.map} links Rome and {TOKENS} provinces by {len(rules.links)} links.{sentence}"


def _ring(rules: Rules) -> str:
    return f"With {listed(PLAYERS)} players {listed(rules.ring_size)} tiles lie face up in a ring."


def _reserve(rules: Rules) -> str:
    return f"After a turn the next tile is reserved, at most {_number(rules.reserve_steps, 'position')} further on."


def _icons(rules: Rules) -> str:
    return f"It is a lyre, column or mask in the ratio {' : '.join(f'{share:g}' for share in rules.icon_shares)}."


def _same(rules: Rules) -> str:
    return f"A symbol on one colour gives {_number(rules.operations_same, 'legion operation')}, or one of the general."


def _general_on_two(rules: Rules) -> str:
    may = "may move the general instead" if rules.general_moves_on_two else "does not move the general"
    return f"A symbol on two colours {may}."


def _deploys(rules: Rules) -> str:
    return f"An action that deploys pays once, however many units: {_goods(rules.deploy_bonus)}."


def _tokens(rules: Rules) -> str:
    return f"The provinces hide {_number(rules.token_copies, 'token')} of each of {len(GOODS)} kinds, one in a province."


def _token_bonus(rules: Rules) -> str:
    pays = "; ".join(f"{kind}: {_goods(bonus)}" for kind, bonus in zip(GOODS, rules.token_bonus, strict=True))
    return f"The first to enter a province takes its token. By kind: {pays}."


def _worth(rules: Rules) -> str:
    worth = ", ".join(f"{ONE[good]} {points}" for good, points in zip(GOODS[1:], rules.vp_per, strict=True))
    return f"Points at the end for each: {worth}."


def _city(rules: Rules) -> str:
    if not rules.city_kinds:
        return "Cities are not ranked."
    return f"Cities are ranked by {', by '.join(KIND[kind] for kind in rules.city_kinds)}."


def _tiles(rules: Rules) -> str:
    counted = Counter(rules.score_tiles)
    tiles = ", ".join(f"{count} x {KIND[kind]}" for kind, count in counted.items())
    return f"The score tiles of the {TOKENS} provinces pay by: {tiles}."


def _prizes(rules: Rules) -> str:
    each = " for each such pair or district in the own city" if set(rules.score_tiles) != {"flat"} else ""
    but = " (flat tiles: once)" if each and "flat" in rules.score_tiles else ""
    return f"A province pays {_three(rules.prizes)}{each}{but}."


SAID: Final[tuple[tuple[str, dict[str, Callable[[Rules], str]]], ...]] = (
    ("Length and pieces", {
        "turns": lambda rules: f"{_number(rules.turns, 'turn')} each.",
        "legions": lambda rules: f"Everybody has {_number(rules.legions, 'legion')} and a general.",
        "legions_in_rome": lambda rules: f"At the start {rules.legions_in_rome} in Rome, the rest and the general in reserve.",
        "general_power": lambda rules: f"A general has the power of {_number(rules.general_power, 'legion')}.",
        "map": _map,
    }),
    ("Tiles", {
        "ring_size": _ring,
        "reserve_steps": _reserve,
        "p_symbol": lambda rules: f"{_percent(rules.p_symbol)} of the tiles complete a symbol, which gives an action.",
        "p_same": lambda rules: f"{_percent(rules.p_same)} of the symbols are on one colour, the others on two.",
        "p_icon": lambda rules: f"{_percent(rules.p_icon)} of the tiles have an icon.",
        "icon_shares": _icons,
    }),
    ("Actions", {
        "operations_same": _same,
        "operations_two": lambda rules: (
            f"A symbol on two colours gives {_number(rules.operations_two, 'legion operation')}."
        ),
        "general_moves_on_two": _general_on_two,
        "deploy_bonus": _deploys,
    }),
    ("First visits", {
        "token_copies": _tokens,
        "token_bonus": _token_bonus,
        "vp_per": _worth,
    }),
    ("End", {
        "city_kinds": _city,
        "city_prizes": lambda rules: f"A ranking of cities pays {_three(rules.city_prizes)}.",
        "score_tiles": _tiles,
        "prizes": _prizes,
        "after_tie_for_first": lambda rules: (
            f"Tied for first take the middle prize each; {AFTER_TIE[rules.after_tie_for_first]}."
        ),
    }),
)  # fmt: skip
"""Every value in words, by heading."""


def _goods(amounts: tuple[int, ...]) -> str:
    return " + ".join(_of(good, amount) for good, amount in zip(GOODS, amounts, strict=True) if amount) or "nothing"


def _of(good: str, amount: int) -> str:
    return f"{amount} {ONE[good] if amount == 1 else MANY.get(good, good)}"


def _three(prizes: tuple[int, ...]) -> str:
    return f"{', '.join(map(str, prizes))} (high, middle, low)"


def _percent(share: float) -> str:
    return f"{100 * share:.10g} %"


def _number(count: int, thing: str) -> str:
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"
