"""Everything chance decides in a game: tokens, score tiles, the stream of city tiles, and the draws of a random bot."""

from tests.oracle.chance import among, block_key, nth, stream, unit

from .words import COLOURS, GOODS, ICONS, OUTSIDE_ROME

TOKENS, SCORE_TILES, CITY_TILES = 0, 1, 2  # indices within the stream "deal"
PHASES = {"act": 0, "again": 1, "reserve": 2}


def deal_key(seed: int, block: int) -> int:
    return stream(block_key(seed, block), "deal")


def shuffled(key: int, items: list) -> list:
    """The items in the order of the numbers that the key gives to their places; equal numbers by place."""
    numbers = [nth(key, place) for place in range(len(items))]
    return [items[place] for place in sorted(range(len(items)), key=lambda place: (numbers[place], place))]


def laid_tokens(rules: dict, deal: int) -> dict[str, str]:
    """Kind of the token by province; with fewer than twelve tokens the last provinces have none."""
    tokens = [kind for kind in GOODS for _ in range(rules["token_copies"])]
    return dict(zip(OUTSIDE_ROME, shuffled(nth(deal, TOKENS), tokens), strict=False))


def laid_score_tiles(rules: dict, deal: int) -> dict[str, str]:
    """Kind of the score tile by province."""
    return dict(zip(OUTSIDE_ROME, shuffled(nth(deal, SCORE_TILES), list(rules["score_tiles"])), strict=True))


def city_tile(rules: dict, deal: int, k: int) -> dict:
    """The k-th tile of the stream, from 0. Every tile has its own key, and no draw depends on another's outcome."""
    key = nth(nth(deal, CITY_TILES), k)
    symbol = None
    if unit(nth(key, 0)) < rules["p_symbol"]:
        symbol = "same" if unit(nth(key, 1)) < rules["p_same"] else "two"
    icon = None
    if unit(nth(key, 3)) < rules["p_icon"]:
        icon = icon_at(unit(nth(key, 4)), rules["icon_shares"])
    return {"colour": COLOURS[among(nth(key, 2), 3)], "icon": icon, "symbol": symbol}


def icon_at(u: float, shares: list) -> str:
    """The icon whose part of the shares, side by side in order, holds the fraction u of their sum."""
    limit = u * sum(shares)
    reached = 0.0
    for icon, share in zip(ICONS, shares, strict=True):
        reached += share
        if reached > limit:
            return icon
    return [icon for icon, share in zip(ICONS, shares, strict=True) if share > 0][-1]


def decision_index(turn: int, seat: int, phase: str, repeat: int) -> int:
    """Position of a decision in its stream; turn counts from 1, and the opening reservation belongs to turn 1."""
    return (((turn - 1) * 4 + seat) * 4 + PHASES[phase]) * 16 + repeat


def random_choice(block: int, index: int, legal: list[int]) -> int:
    """The action that a bot without a plan takes; `block` is a block key. Draw 0 would decide about noise."""
    return legal[among(nth(nth(stream(block, "decision"), index), 1), len(legal))]
