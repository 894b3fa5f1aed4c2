"""Rules, cards and tables made up for the tests."""

from . import chance, game
from .game import Game, advance
from .rules import standard
from .scoring import PROVINCES, RomeCard, Table

STANDARD = standard()
RING = list(PROVINCES)


def with_fields(**fields) -> dict:
    return {**STANDARD, **fields}


def card(type="military", power=0, province="africa", banner=1, building=None, products=(), id=0) -> RomeCard:
    return RomeCard(id, type, power, province, banner, building, tuple(products))


def military_cards(*powers: int) -> list[RomeCard]:
    return [card("military", power) for power in powers]


def table_of(cards: list[list[RomeCard]], rules: dict = STANDARD) -> Table:
    table = game.opening_table(rules, len(cards))
    table.cards = [tuple(own) for own in cards]
    return table


def walk(rules: dict, players: int, moves: list[tuple[int, int]], token: int = 4) -> Table:
    """Markers in Asia after the (seat, spaces) moves."""
    table = table_of([[] for _ in range(players)])
    table.tokens["asia"] = token
    for seat, spaces in moves:
        advance(rules, table, seat, "asia", spaces)
    return table


def small_game(rome: str, deck: str, rules: dict = STANDARD, gods_in_hand: int = 0) -> Game:
    """Two seats; in `rome` and `deck` (top first) g is a god and r a Rome card, other cards in the hands."""
    gods, romans = iter(game.god_cards(STANDARD)), iter(game.rome_cards(STANDARD))
    kinds = {"g": gods, "r": romans}
    hand = [next(gods) for _ in range(gods_in_hand)] + [next(romans) for _ in range(4 - gods_in_hand)]
    other = [next(romans) for _ in range(4)]
    lie = [[next(kinds[kind]) for kind in word] for word in (rome, deck)]
    return Game(rules, 2, chance.block_key(1, 1), RING, lie[0], lie[1], [hand, other], table_of([[], []]))


def first_action(state, seat, round_index, phase, repeat, actions):
    return actions[0]


def always_refresh(state, seat, round_index, phase, repeat, actions):
    return actions[-1]
