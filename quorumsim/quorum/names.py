"""The fixed vocabulary of Quorum and the capacities of the arrays that hold a game.

What exists (provinces, types, buildings, products) is fixed; how much, how many and what for are rules
(data/quorum/standard.toml). The order of each tuple is the index used in arrays and in docs/chance.md.
"""

from typing import Final, Literal, get_args

ProvinceName = Literal["africa", "asia", "germania", "gallia", "hispania", "macedonia"]
CardType = Literal["military", "intrigue", "architecture", "commerce"]
Building = Literal["aqueduct", "arch", "bath", "colosseum", "temple", "theatre"]
Product = Literal["fish", "sheep", "tool", "wheat", "wine", "wood"]
TieBreak = Literal["influence", "most_gods", "fewest_gods", "early_seat", "late_seat"]

PROVINCES: Final[tuple[ProvinceName, ...]] = get_args(ProvinceName)
TYPES: Final[tuple[CardType, ...]] = get_args(CardType)
BUILDINGS: Final[tuple[Building, ...]] = get_args(Building)
PRODUCTS: Final[tuple[Product, ...]] = get_args(Product)
TIE_BREAKS: Final[tuple[TieBreak, ...]] = get_args(TieBreak)
POWERS: Final = (0, 1, 2, 3)
PLAYERS: Final = (2, 3, 4)  # numbers of players the game is for

# Capacities: the largest game that fits, whatever a variant says.
SEATS: Final = 4
ROUNDS: Final = 20
HAND: Final = 8
ROME: Final = 8
TRACK: Final = 60
TOKEN: Final = 9
GOD_KINDS: Final = 14
GOD_CARDS: Final = 28
ROME_CARDS: Final = 100
CARDS: Final = ROME_CARDS + GOD_CARDS

# Card ids. Rome cards have the number of their list, gods a block of ids behind it; a list shorter than the box's leaves the
# gods' ids where the box has them. 255 is the largest number a random key can hold (docs/chance.md).
BOX_CARDS: Final = 72
CARD_NUMBER: Final = 255
