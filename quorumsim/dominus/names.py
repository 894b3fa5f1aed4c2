"""The fixed vocabulary of Dominus and the capacities of the arrays that hold a game.

What exists (provinces, colours, icons, goods, kinds of pair) is fixed; how much and what for are rules (data/dominus/*.toml).
The order of each tuple is the index used in arrays and in docs/chance.md.
"""

from typing import Final, Literal, get_args

ProvinceName = Literal[
    "roma", "gallia", "illyricum", "hispania", "germania", "dacia", "graecia", "asia", "syria", "aegyptus", "africa",
    "mauretania", "britannia",
]  # fmt: skip
Colour = Literal["red", "blue", "yellow"]
Icon = Literal["none", "lyre", "column", "mask"]
Symbol = Literal["none", "two", "same"]  # completed on two colours, or on one
Good = Literal["points", "beautification", "coins", "faith", "stars", "citizens"]
Kind = Literal[
    "flat", "lyre", "column", "mask", "column+lyre", "column+mask", "mask+lyre", "red", "blue", "yellow",
]  # fmt: skip
LinkKind = Literal["red", "dot"]
AfterTie = Literal["third", "nothing"]
Source = Literal["given", "base", "assumed", "changed"]

PROVINCES: Final[tuple[ProvinceName, ...]] = get_args(ProvinceName)
COLOURS: Final[tuple[Colour, ...]] = get_args(Colour)
ICONS: Final[tuple[Icon, ...]] = get_args(Icon)
SYMBOLS: Final[tuple[Symbol, ...]] = get_args(Symbol)
GOODS: Final[tuple[Good, ...]] = get_args(Good)
"""What is collected; the kinds of token are the same words in the same order."""
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
"""What a score tile can name: a flat prize, or what it counts in the own city."""
LINK_KINDS: Final[tuple[LinkKind, ...]] = get_args(LinkKind)
AFTER_TIES: Final[tuple[AfterTie, ...]] = get_args(AfterTie)
SOURCES: Final[tuple[Source, ...]] = get_args(Source)
PLAYERS: Final = (2, 3, 4)  # numbers of players the analyses are for
PRESETS: Final = ("literal", "reconstructed")
"""The two readings of the summary, always reported side by side."""

ROMA: Final = 0
RESERVE: Final = 255  # the province of a general that is in reserve

# Capacities: the largest game that fits, whatever a variant says.
SEATS: Final = 4
TURNS: Final = 30
LEGIONS: Final = 20
LINKS: Final = 24
RING: Final = 12
STEPS: Final = 4
OPERATIONS: Final = 4
CITY_KINDS: Final = len(KINDS) - 1  # every kind but flat, each at most once
PRIZES: Final = 3  # high, middle, low
COPIES: Final = 2
TOKENS: Final = len(PROVINCES) - 1
SCORE_TILES: Final = len(PROVINCES) - 1
TILES: Final = RING + SEATS * TURNS  # the ring at the start and a refill for every reservation, the opening one included
TILE_CODES: Final = len(COLOURS) * len(ICONS) * len(SYMBOLS)
