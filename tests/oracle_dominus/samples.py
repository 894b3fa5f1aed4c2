"""Rules and maps for the tests, written down from the description and not read from the data files."""

from .game import Game
from .words import GOODS, OUTSIDE_ROME

EMPIRE = [
    ["roma", "gallia"],
    ["roma", "illyricum"],
    ["gallia", "hispania"],
    ["gallia", "germania"],
    ["germania", "illyricum"],
    ["illyricum", "dacia"],
    ["illyricum", "graecia"],
    ["dacia", "graecia"],
    ["asia", "syria"],
    ["syria", "aegyptus"],
    ["aegyptus", "africa"],
    ["africa", "mauretania"],
    ["roma", "africa"],
    ["roma", "graecia"],
    ["gallia", "britannia"],
    ["britannia", "germania"],
    ["hispania", "mauretania"],
    ["graecia", "asia"],
    ["dacia", "asia"],
    ["graecia", "aegyptus"],
]
HUB = [["roma", province] for province in OUTSIDE_ROME] + [
    list(link) for link in zip(OUTSIDE_ROME, OUTSIDE_ROME[1:] + OUTSIDE_ROME[:1], strict=True)
]
PAIR_KINDS = ["lyre", "column", "column+lyre", "column+mask", "mask+lyre"]

LITERAL = {
    "turns": 24,
    "legions": 10,
    "legions_in_rome": 1,
    "general_power": 2,
    "ring_size": [8, 8, 10],
    "reserve_steps": 2,
    "p_symbol": 0.25,
    "p_same": 0.4,
    "p_icon": 0.5,
    "icon_shares": [1, 1, 1],
    "operations_same": 2,
    "operations_two": 1,
    "general_moves_on_two": True,
    "deploy_bonus": [3, 1, 2, 1, 1, 0],
    "token_bonus": [[1, 0, 0, 0, 0, 0] for _ in GOODS],
    "token_copies": 2,
    "vp_per": [0, 0, 0, 0, 0],
    "score_tiles": ["flat"] * 12,
    "prizes": [3, 2, 1],
    "city_kinds": PAIR_KINDS,
    "city_prizes": [3, 2, 1],
    "after_tie_for_first": "third",
    "links": EMPIRE,
}
RECONSTRUCTED = LITERAL | {
    "deploy_bonus": [0, 0, 0, 0, 0, 0],
    "token_bonus": [
        [3, 0, 0, 0, 0, 0],
        [0, 1, 0, 0, 0, 0],
        [0, 0, 2, 0, 0, 0],
        [0, 0, 0, 1, 0, 0],
        [0, 0, 0, 0, 1, 0],
        [0, 0, 0, 0, 0, 1],
    ],
    "score_tiles": [*PAIR_KINDS, "mask", "red", "blue", "yellow", "red", "blue", "yellow"],
    "city_kinds": [],
}
PRESETS = {
    "literal": LITERAL,
    "reconstructed": RECONSTRUCTED,
    "literal-hub": LITERAL | {"links": HUB},
    "reconstructed-hub": RECONSTRUCTED | {"links": HUB},
}


def opened(rules: dict, players: int = 2, seed: int = 1, block: int = 0) -> Game:
    """A game after the opening reservation: seat 0's first turn."""
    game = Game(rules, players, seed, block)
    while game.opening:
        game.apply(game.legal_actions()[0])
    return game


def with_symbol(symbol: str, rules: dict = LITERAL, players: int = 2, **fields) -> Game:
    """The same where every tile has this symbol, so that seat 0 has a Dominus action of its kind."""
    return opened({**rules, "p_symbol": 1, "p_same": int(symbol == "same"), **fields}, players)


def legion(game: Game, start: str, end: str) -> int:
    return 3 + game.links.index((start, end))


def general(game: Game, start: str, end: str) -> int:
    return 51 + game.links.index((start, end))


def end_turn(game: Game) -> None:
    """Decline what is left of the action, and reserve the next tile."""
    seat = game.seat
    while game.seat == seat:
        game.apply(game.legal_actions()[0])


def tiles(colours: str = "", icons: str = "") -> list[dict]:
    """A city by first letters: `colours` without icons, then `icons` on red tiles."""
    colour = {"r": "red", "b": "blue", "y": "yellow"}
    icon = {"l": "lyre", "c": "column", "m": "mask"}
    return [{"colour": colour[letter], "icon": None, "symbol": None} for letter in colours] + [
        {"colour": "red", "icon": icon[letter], "symbol": None} for letter in icons
    ]
