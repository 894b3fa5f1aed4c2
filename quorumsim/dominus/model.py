"""The complete description of a game. What each value does stands in data/dominus/*.toml and docs/dominus.md."""

from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, field_validator, model_validator

from quorumsim.dominus import checks
from quorumsim.dominus.names import (
    CITY_KINDS,
    COPIES,
    GOODS,
    ICONS,
    KINDS,
    LEGIONS,
    LINKS,
    OPERATIONS,
    PLAYERS,
    PRIZES,
    RING,
    SCORE_TILES,
    STEPS,
    TOKENS,
    TURNS,
    AfterTie,
    Kind,
    LinkKind,
    ProvinceName,
    Source,
)
from quorumsim.fields import Entries, Frozen, Text, Whole
from quorumsim.fields import Kind as Accepted
from quorumsim.rules_files import fingerprint_of

FORMAT = "dominus-rules/1"


@dataclass(frozen=True)
class Number(Accepted):
    """A number from `low` to `high`, whole or not."""

    low: int
    high: int

    def accepts(self, value: Any) -> bool:
        return type(value) in (int, float) and self.low <= value <= self.high  # not a number is in no range

    def check(self, value: Any) -> Any:
        return super().check(value) + 0.0  # 1 and 1.0 are one number, -0.0 is 0.0

    @property
    def accepted(self) -> str:
        return f"a number from {self.low} to {self.high}"


Amount = Annotated[int, Whole(0, 99)]
Amounts = Annotated[tuple[Amount, ...], Entries(len(GOODS), len(GOODS), f"amounts, of {', '.join(GOODS)}")]
Prizes = Annotated[tuple[Amount, ...], Entries(PRIZES, PRIZES, "prizes: high, middle, low")]
RingSize = Annotated[int, Whole(3, RING, "more than reserve_steps")]
Rate = Annotated[float, Number(0, 1)]
Share = Annotated[float, Number(0, 1000)]
Operations = Annotated[int, Whole(0, OPERATIONS)]
Counted = Literal["lyre", "column", "mask", "column+lyre", "column+mask", "mask+lyre", "red", "blue", "yellow"]


class Link(Frozen):
    """Two provinces between which units move, both ways."""

    between: Annotated[tuple[ProvinceName, ...], Entries(2, 2, "provinces", unique=True)]
    kind: LinkKind


Links = Annotated[
    tuple[Link, ...], Entries(TOKENS, LINKS, "links, so that no province is cut off"), AfterValidator(checks.check_links)
]
MapName = Annotated[str, Text(1, 80)]
Sentence = Annotated[str, Text(0, 300)]


class Map(Frozen):
    """A map file: which provinces are linked. The order of links numbers the moves."""

    name: MapName
    sentence: Sentence = ""
    links: Links


class Rules(Frozen):
    """All of a game; every value is checked, also against the others. Made by `quorumsim.dominus.rules.resolve`."""

    name: Annotated[str, Text(1, 10_000)]  # with --set it grows by every field
    title: Annotated[str, Text(1, 10_000)]
    summary: Annotated[str, Text(0, 1000)] = ""

    turns: Annotated[int, Whole(1, TURNS)]
    legions: Annotated[int, Whole(1, LEGIONS)]
    legions_in_rome: Annotated[int, Whole(0, LEGIONS, "at most legions")]
    general_power: Annotated[int, Whole(0, 9)]

    ring_size: Annotated[tuple[RingSize, ...], Entries(len(PLAYERS), len(PLAYERS), "sizes, for 2, 3 and 4 players")]
    reserve_steps: Annotated[int, Whole(1, STEPS, "less than every ring_size")]
    p_symbol: Rate
    p_same: Rate
    p_icon: Rate
    icon_shares: Annotated[
        tuple[Share, ...], Entries(len(ICONS) - 1, len(ICONS) - 1, "shares, of lyre, column and mask"),
        AfterValidator(checks.check_shares),
    ]  # fmt: skip

    operations_same: Operations
    operations_two: Operations
    general_moves_on_two: bool
    deploy_bonus: Amounts
    token_bonus: Annotated[tuple[Amounts, ...], Entries(len(GOODS), len(GOODS), "lists, one for each kind of token")]
    token_copies: Annotated[int, Whole(0, COPIES)]
    vp_per: Annotated[
        tuple[Annotated[int, Whole(0, 9)], ...],
        Entries(len(GOODS) - 1, len(GOODS) - 1, f"numbers of points, for each of {', '.join(GOODS[1:])}"),
    ]

    score_tiles: Annotated[tuple[Kind, ...], Entries(SCORE_TILES, SCORE_TILES, "kinds of score tile")]
    prizes: Prizes
    city_kinds: Annotated[tuple[Counted, ...], Entries(0, CITY_KINDS, "kinds of pair", unique=True)]
    city_prizes: Prizes
    after_tie_for_first: AfterTie

    map: MapName
    map_sentence: Sentence
    links: Links

    sources: dict[str, Source]

    @field_validator("city_kinds", mode="after")
    @classmethod
    def _in_order(cls, value: tuple[Counted, ...]) -> tuple[Counted, ...]:
        return tuple(sorted(value, key=KINDS.index))

    @model_validator(mode="after")
    def _values_agree(self) -> "Rules":
        checks.check_values(self)
        return self

    @property
    def game(self) -> dict[str, Any]:
        """What the game depends on, as plain JSON data: the values and the links, no names, no sources."""
        return self.model_dump(mode="json", exclude={*NAMING, "map", "map_sentence", "sources"})

    @cached_property
    def fingerprint(self) -> str:
        """First 16 hexadecimal digits of the SHA-256 of `game`: equal fingerprints are the same game."""
        return fingerprint_of(FORMAT, self.game)


NAMING = ("name", "title", "summary")
VALUES = tuple(name for name in Rules.model_fields if name not in (*NAMING, "map_sentence", "links", "sources"))
"""The values of a rules file, each with its source; the map's links are the map's value."""


def playable_with(rules: Rules) -> list[int]:
    """The numbers of players these rules are for: whatever they say, a game ends."""
    return list(PLAYERS)
