"""The set-up of a seed as a page to print: what to lay where, so that the same deal can be played at a table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from quorumsim.dominus.game import Game, tile
from quorumsim.dominus.rules import Rules
from quorumsim.dominus.words import KIND, ONE

WIDTH = 100
"""Characters in a line: with these, and some 70 lines, a page of A4 is full."""
COLUMNS = 4


def setup_lines(rules: Rules, players: int, seed: int, block: int) -> Iterator[str]:
    """The page for the deal of (seed, block): score tiles, ring, every tile that will fill a gap, and the tokens."""
    game = Game(rules, players, seed, block)
    size = len(game.ring)
    tiles = [f"{number:3} {_short(code)}" for number, code in enumerate(game.stream(size + players * rules.turns), start=1)]
    yield rules.title
    yield f"{players} players: deal {block} of seed {seed}"
    yield f"{rules.name}, fingerprint {rules.fingerprint}"
    yield ""
    in_rome, order = rules.legions_in_rome, ", ".join(map(str, [*range(2, players + 1), 1]))
    yield f"Every seat: {in_rome} of {rules.legions} legions in Rome, the others and the general in reserve."
    yield f"The first tiles are reserved by seats {order} in turn; then seat 1 begins."
    yield ""
    yield "Score tiles, face up"
    yield from _in_columns([f"    {name.capitalize():12}{KIND[kind]}" for name, kind in game.score_tiles.items()], 2)
    yield ""
    yield "Ring, by position, face up (two: a symbol of two colours, same: a symbol of one colour)"
    yield from _in_columns(tiles[:size])
    yield ""
    yield f"Refills, in this order ({len(tiles) - size} tiles)"
    yield from _in_columns(tiles[size:])
    yield ""
    yield "Tokens, one in a province. They lie face down: whoever plays lets somebody else lay them."
    yield from _in_columns([f"    {name.capitalize():12}{ONE[kind]}" for name, kind in game.tokens.items()], 2)


def _short(code: int) -> str:
    """A tile in the fewest words: "red lyre same"."""
    told = tile(code)
    assert told is not None
    return " ".join(word for word in told.values() if word)


def _in_columns(items: Sequence[str], columns: int = COLUMNS) -> Iterator[str]:
    """Columns of equal width, to be read downwards."""
    rows = -(-len(items) // columns)
    for row in range(rows):
        yield "".join(f"{item:{WIDTH // columns}}" for item in items[row::rows]).rstrip()
