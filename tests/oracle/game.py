"""Setting up and taking turns. Whoever decides is handed in, so that tests can decide by hand."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from . import chance
from .scorer import Scorer
from .scoring import PROVINCES, RomeCard, Table


class God(NamedTuple):
    id: int
    number: int  # in the god list, from 1
    copy: int  # from 0
    left: int
    right: int


Card = RomeCard | God


@dataclass
class Game:
    rules: dict
    players: int
    key: int  # block key of all chance
    ring: list[str]
    rome: list[Card]  # by slot
    deck: list[Card]  # top first
    hands: list[list[Card]]  # by seat, in the order in which the cards lie there
    table: Table
    refreshes: int = 0
    forced_refreshes: int = 0
    scorer: Scorer = field(init=False)

    def __post_init__(self) -> None:
        self.scorer = Scorer(self.rules)

    def gods_held(self, seat: int) -> int:
        return count_gods(self.hands[seat])

    def takeable(self, seat: int, cards: list[Card]) -> list[int]:
        """The places in the list of the cards that the seat may take."""
        if self.gods_held(seat) < self.rules["god_limit"]:
            return list(range(len(cards)))
        return [place for place, card in enumerate(cards) if not isinstance(card, God)]


# Called with (game, seat, round index from 0, phase, repeat, legal actions); returns one of the actions.
Decide = Callable[[Game, int, int, str, int, list], object]


# --- setup -----------------------------------------------------------------------------------------------------------


def rome_cards(rules: dict) -> list[RomeCard]:
    return [
        RomeCard(
            card["id"],
            card["type"],
            card["power"],
            card["province"],
            card["banner"],
            card["building"],
            tuple(card["products"]),
        )
        for card in rules["cards"]
    ]


def god_cards(rules: dict) -> list[God]:
    """Every copy as a card; ids run on in the order of the list, copies side by side."""
    gods = []
    for god in rules["gods"]:
        for copy in range(god["copies"]):
            gods.append(God(rules["god_first_id"] + len(gods), god["number"], copy, god["left"], god["right"]))
    return gods


def shuffled_cards(key: int, cards: list[Card]) -> list[Card]:
    codes = [65536 + card.number * 256 + card.copy if isinstance(card, God) else card.id * 256 for card in cards]
    return chance.shuffled(key, cards, codes)


def setup(rules: dict, players: int, seed: int, block: int) -> Game:
    key = chance.block_key(seed, block)
    pile = shuffled_cards(chance.stream_key(key, "deal", chance.DEAL_ROME_CARDS), rome_cards(rules))
    rome, pile = pile[: rules["rome_size"]], pile[rules["rome_size"] :]
    hands = []
    for _ in range(players):
        hands.append(pile[: rules["hand_size"]])
        pile = pile[rules["hand_size"] :]
    deck = shuffled_cards(chance.stream_key(key, "deal", chance.DEAL_DECK), pile + god_cards(rules))
    if rules["ring"] == "random":
        ring_key = chance.stream_key(key, "deal", chance.DEAL_RING)
        ring = chance.shuffled(ring_key, list(PROVINCES), list(range(len(PROVINCES))))
    else:
        ring = list(rules["ring"])
    return Game(rules, players, key, ring, rome, deck, hands, opening_table(rules, players))


def opening_table(rules: dict, players: int) -> Table:
    """Tokens at their start and each marker walked onto its given space, seat after seat."""
    table = Table(
        tokens={province: rules["provinces"][province]["token_start"] for province in PROVINCES},
        positions=dict.fromkeys(PROVINCES, (0,) * players),
        arrivals=dict.fromkeys(PROVINCES, (0,) * players),
        cards=[() for _ in range(players)],
    )
    seats = list(range(players))
    if rules["start_stack"] == "reverse":
        seats.reverse()
    for seat in seats:
        for province, spaces in rules["seat_spaces"][players][seat].items():
            advance(rules, table, seat, province, spaces)
    return table


# --- effects on the table --------------------------------------------------------------------------------------------


def advance(rules: dict, table: Table, seat: int, province: str, spaces: int) -> None:
    """Move a marker on its track and put it on top of the stack it lands on."""
    if spaces == 0:
        return
    positions, arrivals, last = table.positions[province], table.arrivals[province], rules["track_length"]
    if positions[seat] == last and rules["track_end"] == "stay":
        return
    # New tuples take the place of the old ones, which copies of the table may share.
    table.positions[province] = (*positions[:seat], min(positions[seat] + spaces, last), *positions[seat + 1 :])
    table.arrivals[province] = (*arrivals[:seat], max(arrivals) + 1, *arrivals[seat + 1 :])


def change_token(rules: dict, table: Table, province: str, change: int) -> None:
    low, high = rules["provinces"][province]["token_min"], rules["provinces"][province]["token_max"]
    value = table.tokens[province] + change
    if low <= value <= high:
        table.tokens[province] = value
    elif rules["token_overflow"] == "clamp":
        table.tokens[province] = low if value < low else high


def use_god(rules: dict, table: Table, ring: list[str], seat: int, god: God, province: str) -> None:
    """Advance in the province, then change the tokens of the provinces on its left and on its right."""
    advance(rules, table, seat, province, rules["god_advance"])
    at = ring.index(province)
    change_token(rules, table, ring[at - 1], god.left)
    change_token(rules, table, ring[(at + 1) % len(ring)], god.right)


def lay_card(rules: dict, table: Table, seat: int, card: RomeCard) -> None:
    """Put a card on the own table and advance on its banner."""
    table.cards[seat] = (*table.cards[seat], card)
    advance(rules, table, seat, card.province, card.banner)


# --- a turn ----------------------------------------------------------------------------------------------------------


def refresh(game: Game, forced: bool) -> None:
    """New cards for Rome from the top of the deck; the old ones are shuffled into it, after or (redeal) before."""
    size = game.rules["rome_size"]
    key = chance.stream_key(game.key, "refresh", game.refreshes)
    if forced and game.rules["stuck_rome"] == "redeal":
        pile = shuffled_cards(key, game.rome + game.deck)
        game.rome, game.deck = pile[:size], pile[size:]
    else:
        if len(game.deck) < size:
            raise ValueError(f"a refresh needs {size} cards, the deck has {len(game.deck)}")
        old, game.rome = game.rome, game.deck[:size]
        game.deck = shuffled_cards(key, old + game.deck[size:])
    game.refreshes += 1
    game.forced_refreshes += forced


def refreshes_before_take(game: Game, seat: int, round_index: int, decide: Decide) -> tuple[list[list[int]], list[int]]:
    """All refreshes of this turn, forced and wanted, each as the ids it revealed; and the slots that may be taken then."""
    rules = game.rules
    revealed = []
    while True:
        slots = game.takeable(seat, game.rome)
        if not slots:
            if not game.takeable(seat, game.deck):
                raise ValueError(f"seat {seat} may take no card of Rome or of the deck")
            refresh(game, forced=True)
        else:
            may_refresh = count_gods(game.rome) >= rules["refresh_threshold"] and len(revealed) < rules["refresh_limit"]
            asked = ["keep", "refresh"]
            if not may_refresh or decide(game, seat, round_index, "refresh", len(revealed), asked) == "keep":
                return revealed, slots
            refresh(game, forced=False)
        revealed.append(ids(game.rome))


def turn(game: Game, seat: int, round_index: int, decide: Decide) -> dict:
    """Play one turn; the turn as a transcript writes it, with the table after it under "extra"."""
    record: dict = {"round": round_index + 1, "seat": seat, "rome": ids(game.rome)}
    forced_before = game.forced_refreshes
    record["refresh"], slots = refreshes_before_take(game, seat, round_index, decide)

    slot = decide(game, seat, round_index, "take", 0, slots)
    taken = game.rome[slot]
    if not game.deck:
        raise ValueError("the deck is empty: nothing fills the gap in Rome")
    game.rome[slot] = game.deck.pop(0)
    game.hands[seat].append(taken)
    record["take"] = taken.id
    record["refill"] = game.rome[slot].id
    record["advance"] = None

    if isinstance(taken, God):
        record["advance"] = decide(game, seat, round_index, "advance", 0, list(PROVINCES))
        use_god(game.rules, game.table, game.ring, seat, taken, record["advance"])

    ordinary = [card for card in game.hands[seat] if isinstance(card, RomeCard)]
    played = decide(game, seat, round_index, "play", 0, ordinary)
    game.hands[seat].remove(played)
    lay_card(game.rules, game.table, seat, played)
    record["play"] = played.id

    record["extra"] = {
        "tokens": dict(game.table.tokens),
        "positions": {province: list(spaces) for province, spaces in game.table.positions.items()},
        "totals": game.scorer.totals(game.table),
        "hands": [ids(hand) for hand in game.hands],
        "deck_size": len(game.deck),
        "forced": game.forced_refreshes - forced_before,
    }
    return record


def ids(cards: list[Card]) -> list[int]:
    return [card.id for card in cards]


def count_gods(cards: list[Card]) -> int:
    return len([card for card in cards if isinstance(card, God)])
