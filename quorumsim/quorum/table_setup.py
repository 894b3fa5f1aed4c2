"""The set-up of a seed as a page to print: what to lay where, so that the same deal can be played with cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest

import numpy as np

from quorumsim.engine.chance import REFRESHES, block_stream, nth
from quorumsim.quorum.game import Game
from quorumsim.quorum.rules import Rules

WIDTH = 100
"""Characters in a line: with these, and some 70 lines, a page of A4 is full."""
REFRESHES_SHOWN = 2  # more are rare, and a third would not fit the sheet


def setup_lines(rules: Rules, players: int, seed: int, block: int) -> Iterator[str]:
    """The page for the deal of (seed, block): ring, Rome, hands, deck, and the order of the deck after the first refreshes."""
    game = Game(rules, players, seed, block)
    yield f"{rules.title}, {players} players: deal {block} of seed {seed}"
    yield f"{rules.name}, fingerprint {rules.fingerprint}"
    yield ""
    yield "Ring, left to right; the ends meet: " + ", ".join(name.capitalize() for name in game.ring)
    yield "Tokens: " + ", ".join(f"{name.capitalize()} {value}" for name, value in game.tokens.items())
    yield from _given(game)
    hands = [[f"Hand of seat {seat + 1}" + (", who plays first" if seat == 0 else ""), *_named(game, game.hand(seat))]
             for seat in range(players)]  # fmt: skip
    blocks = [["Rome, by slot", *_named(game, game.rome)], *hands]
    for place in range(0, len(blocks), 2):
        yield ""
        yield from _beside(blocks[place], blocks[place + 1] if place + 1 < len(blocks) else [])
    deck = _named(game, game.deck)
    half = (len(deck) + 1) // 2
    yield ""
    yield f"Deck, top first ({len(deck)} cards; gods face down)"
    yield from _beside(deck[:half], deck[half:])
    yield ""
    yield from _refreshes(game)


def _given(game: Game) -> Iterator[str]:
    """What the rules give by seat, where they do."""
    points = game.rules.seat_points[game.players]
    if any(points):
        yield "Points at the start: " + ", ".join(f"seat {seat} {value}" for seat, value in enumerate(points, start=1))
    for name, order in game.order.items():
        if order:
            where = ", ".join(f"seat {seat + 1} on space {game.positions[name][seat]}" for seat in order)
            yield f"Markers in {name.capitalize()} (in this order): {where}"


def _named(game: Game, cards: Sequence[int]) -> list[str]:
    return [f"{card:3} {game.titles[card]}" for card in cards]


def _beside(left: Sequence[str], right: Sequence[str]) -> Iterator[str]:
    """Two columns."""
    for one, other in zip_longest(left, right, fillvalue=""):
        yield f"{one:{WIDTH // 2}}{other}".rstrip()


def _refreshes(game: Game) -> Iterator[str]:
    """How to shuffle after a refresh as the computer does: every card has its place in one order for each refresh."""
    redeal = game.rules.stuck_rome == "redeal"
    yield "After the first refreshes of the game sort the deck, with the old cards of Rome in it, like this"
    yield "(card numbers; leave out what lies elsewhere)" + ("; a forced refresh does so before it reveals:" if redeal else ":")
    for number in range(REFRESHES_SHOWN):
        line = f"{number + 1}."
        for card in refresh_order(game, number):
            if len(line) + 4 > WIDTH:
                yield line
                line = "  "
            line += f" {card}"
        yield line
    yield "After later ones shuffle by hand."


def refresh_order(game: Game, number: int) -> list[int]:
    """The ids of all cards as refresh `number` (from 0) sorts those that are in the deck then (docs/chance.md)."""
    stream = np.uint64(block_stream(np.uint64(game.seed), np.uint64(game.block), REFRESHES))
    key = np.uint64(nth(stream, np.uint64(number)))
    codes = {card: game.rules_array[0].card_code[index] for card, index in game.index.items()}
    return sorted(codes, key=lambda card: (int(nth(key, codes[card])), int(codes[card])))
