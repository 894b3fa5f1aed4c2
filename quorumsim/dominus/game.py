"""One game, step by step, for people and tests: the same compiled functions as the batch loop, with names.

    game = Game(resolve("reconstructed"), players=4, seed=1)
    while not game.done:
        game.apply(game.legal_actions()[0])
    print(game.scores())
"""

# mypy: disallow-untyped-defs=False

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numba
import numpy as np

from quorumsim.compiled import jit
from quorumsim.dominus import moves, names  # noqa: F401  moves: registers what the steps call
from quorumsim.dominus.checks import check_players
from quorumsim.dominus.layout import (
    DEPLOY_GENERAL,
    DEPLOY_LEGION,
    IN_RESERVE,
    MOVE_GENERAL,
    MOVE_LEGION,
    NO_TILE,
    NO_TOKEN,
    PASS,
    PHASES,
    RECORDS,
    RESERVE,
    RULES_TYPE,
    rules_record,
)
from quorumsim.dominus.rules import Rules
from quorumsim.dominus.tiles import colour_of, icon_of, symbol_of, tile_number
from quorumsim.engine.game import SteppedGame, Steps
from quorumsim.engine.records import array_of
from quorumsim.engine.steps import Action

PARTS = ("city", "provinces", "deploys", "tokens", "goods")
"""Where points come from."""
_NUMBER = {"two": "two colours", "same": "one colour"}

Tile = dict[str, str | None]


@jit(numba.types.int64(array_of(RULES_TYPE), numba.types.uint64, numba.types.int64))
def _tile_number(rules, key, number):
    return tile_number(rules[0], key, number)


def tile(code: int) -> Tile | None:
    """A tile as transcripts have it; None where there is none."""
    if code == NO_TILE:
        return None
    icon, symbol = names.ICONS[icon_of(code)], names.SYMBOLS[symbol_of(code)]
    return {
        "colour": names.COLOURS[colour_of(code)],
        "icon": None if icon == "none" else icon,
        "symbol": None if symbol == "none" else symbol,
    }


def tile_code(told: Mapping[str, str | None]) -> int:
    """A tile of a transcript as its code."""
    colour = names.COLOURS.index(told["colour"])
    icon = names.ICONS.index(told["icon"] or "none")
    symbol = names.SYMBOLS.index(told["symbol"] or "none")
    return colour + len(names.COLOURS) * (icon + len(names.ICONS) * symbol)


def tile_words(code: int) -> str:
    """A tile in words: "red tile with a lyre and a symbol of one colour"."""
    icon, symbol = names.ICONS[icon_of(code)], names.SYMBOLS[symbol_of(code)]
    parts = [f"a {icon}"] if icon != "none" else []
    parts += [f"a symbol of {_NUMBER[symbol]}"] if symbol != "none" else []
    return f"{names.COLOURS[colour_of(code)]} tile" + (f" with {' and '.join(parts)}" if parts else "")


class Game(SteppedGame):
    """A game of `rules` for 2 to 4 players, dealt from (seed, block); it waits for the next decision until it is `done`."""

    steps = Steps(RECORDS)
    phases = PHASES

    def __init__(self, rules: Rules, players: int = 4, seed: int = 1, block: int = 0) -> None:
        check_players(rules, players)
        super().__init__(rules, rules_record(rules), players, seed, block)

    @property
    def turn(self) -> int:
        """The turn that the seat is in, from 1; the opening reservation counts to the first."""
        return self.round

    @property
    def opening(self) -> bool:
        """Whether the first tiles are still being reserved."""
        return bool(self._now.seen.opening)

    @property
    def score_tiles(self) -> dict[str, str]:
        """What each province pays for."""
        return {name: names.KINDS[self._now.seen.score_kind[index]] for index, name in enumerate(names.PROVINCES) if index}

    @property
    def ring(self) -> list[Tile | None]:
        """The face-up tiles by position."""
        return [tile(int(code)) for code in self._now.seen.ring[: self._size]]

    @property
    def reserved(self) -> list[Tile | None]:
        """By seat the tile that it places next; None in a turn, and before it has reserved one."""
        return [tile(int(code)) for code in self._now.seen.reserved[: self.players]]

    @property
    def placed(self) -> list[Tile | None]:
        """By seat the tile that it placed last."""
        return [tile(int(code)) for code in self._now.seen.placed[: self.players]]

    @property
    def markers(self) -> list[int | None]:
        """By seat the position in the ring, from 0; None before it has reserved a tile."""
        seen = self._now.seen
        waiting = range(self.seat, self.players) if self.seat else [0]
        return [
            None if self.opening and (seat == 0 or seat in waiting) else int(seen.marker[seat])
            for seat in range(self.players)
        ]  # fmt: skip

    @property
    def legions(self) -> dict[str, list[int]]:
        """Legions by province and seat."""
        return {name: self._by_seat("legions", index) for index, name in enumerate(names.PROVINCES)}

    @property
    def reserves(self) -> list[int]:
        """Legions in reserve by seat."""
        return self._by_seat("reserve")

    @property
    def generals(self) -> list[str | None]:
        """The province of each seat's general; None: in reserve."""
        places = self._now.seen.general[: self.players]
        return [None if place == IN_RESERVE else names.PROVINCES[place] for place in places]

    @property
    def tokens(self) -> dict[str, str]:
        """The kinds of the tokens that nobody has taken, by province (hidden from the players)."""
        return {
            name: names.GOODS[self._now.token[index]]
            for index, name in enumerate(names.PROVINCES)
            if self._now.token[index] != NO_TOKEN
        }

    @property
    def goods(self) -> list[dict[str, int]]:
        """What each seat has collected; "points" are those of deploys and first visits."""
        return [
            {name: int(amount) for name, amount in zip(names.GOODS, row, strict=True)}
            for row in self._now.seen.goods[: self.players]
        ]

    @property
    def cities(self) -> list[dict[str, int]]:
        """By seat how many tiles it has placed of each colour and with each icon."""
        seen = self._now.seen
        return [
            {name: int(seen.colour_count[seat, index]) for index, name in enumerate(names.COLOURS)}
            | {name: int(seen.icon_count[seat, index]) for index, name in enumerate(names.ICONS) if name != "none"}
            for seat in range(self.players)
        ]

    def view(self, seat: int) -> dict[str, Any]:
        """What a seat may know, as plain data: of the face-down tokens only where they lie and which kinds are left."""
        seen = self._now.seen
        return {
            "players": self.players,
            "seat": seat,
            "turn_of": self.seat,
            "phase": self.phase,
            "turn": self.turn,
            "opening": self.opening,
            "operations": int(seen.operations),
            "ring": self.ring,
            "markers": self.markers,
            "reserved": self.reserved,
            "placed": self.placed,
            "cities": self.cities,
            "reserves": self.reserves,
            "legions": self.legions,
            "generals": self.generals,
            "score_tiles": self.score_tiles,
            "tokens": [name for index, name in enumerate(names.PROVINCES) if seen.has_token[index]],
            "unseen": {name: int(seen.unseen[index]) for index, name in enumerate(names.GOODS)},
            "goods": self.goods,
            "first_visits": self._by_seat("first_visits"),
            "totals": self.totals,
        }

    def snapshot(self) -> dict[str, Any]:
        """The whole state as plain data: the view, what is hidden (tokens by province), and what the rows of a run tell."""
        told = ("token_points", "legions_deployed", "out_turn", "general_turn", "passes")
        symbols = self._now.seen.symbols[: self.players]
        return self.view(self.seat) | {
            "tokens": self.tokens,
            "tiles_shown": int(self._now.seen.tiles_shown),
            "units_moved": int(self._now.seen.units_moved),
            **{name: self._by_seat(name) for name in told},
            "symbols": [{name: int(row[index]) for index, name in enumerate(names.SYMBOLS)} for row in symbols],
            "scores": self.scores(),
        }

    def scores(self) -> list[dict[str, int]]:
        """By seat: points from each of `PARTS` and `total`, as if the game ended now."""
        return [
            {name: int(getattr(self._now, name)[seat]) for name in (*PARTS, "total")} for seat in range(self.players)
        ]

    def winners(self) -> list[int]:
        """The seats with the most points."""
        return [seat for seat, place in enumerate(self.places()) if place == 1]

    @property
    def _size(self) -> int:
        return int(self.rules_array[0].ring_size[self.players])

    def _by_seat(self, field: str, index: int | None = None) -> list[int]:
        rows = getattr(self._now.seen, field)[: self.players]
        return [int(value) for value in (rows if index is None else rows[:, index])]

    def _action(self, number: int) -> Action:
        """Positions of the ring are told from 1, as slots are in Quorum; numbers of actions count from 0."""
        if self._now.seen.phase == RESERVE:
            words = tile_words(int(self._now.seen.ring[number]))
            return Action(self.phase, number, f"reserve the {words} at position {number + 1}")
        if number in _DEPLOYS:
            return Action(self.phase, number, _DEPLOYS[number])
        unit, first = ("general", MOVE_GENERAL) if number >= MOVE_GENERAL else ("legion", MOVE_LEGION)
        way = (self.rules_array[0].link_from[number - first], self.rules_array[0].link_to[number - first])
        start, end = (names.PROVINCES[province].capitalize() for province in way)
        article = "the" if unit == "general" else "a"
        return Action(self.phase, number, f"move {article} {unit} from {start} to {end}")

    # What chance has brought and will bring (hidden from the players), for transcripts and deals on paper.
    @property
    def revealed(self) -> str | None:
        """The kind of the token that the last action revealed."""
        kind = int(self._now.revealed)
        return None if kind < 0 else names.GOODS[kind]

    def stream(self, count: int) -> list[int]:
        """The codes of the first city tiles of the deal in order of appearance; the ring at the start is the first of them."""
        key = np.uint64(self._now.tile_key)
        return [int(_tile_number(self.rules_array, key, number)) for number in range(count)]

    # For playing a game from elsewhere again: chance happens as it is told.
    def put_deal(
        self, score_tiles: Mapping[names.ProvinceName, names.Kind], ring: Sequence[Mapping[str, str | None]]
    ) -> None:
        """Lays these at the start of the game: a score tile in every province outside Rome, city tiles by position."""
        for province, kind in score_tiles.items():
            self._now.seen.score_kind[names.PROVINCES.index(province)] = names.KINDS.index(kind)
        for position, told in enumerate(ring):
            self.put_tile(position, told)
        self.present()

    def put_tile(self, position: int, told: Mapping[str, str | None]) -> None:
        """Makes this the tile that lies at a position of the ring."""
        self._now.seen.ring[position] = tile_code(told)

    def put_token(self, province: str, kind: str) -> None:
        """Exchanges two face-down tokens so that one of this kind lies in the province; one of it must be left."""
        token, here = self._now.token, names.PROVINCES.index(province)
        there = next(index for index in (here, *range(len(token))) if token[index] == names.GOODS.index(kind))
        token[here], token[there] = int(token[there]), int(token[here])


_DEPLOYS = {PASS: "pass", DEPLOY_LEGION: "deploy a legion", DEPLOY_GENERAL: "deploy the general"}
