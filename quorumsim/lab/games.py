"""The games there are, and the little the lab needs of each: the one registry."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any, Protocol

from quorumsim.errors import BadInput

KITS = {"quorum": "quorumsim.bots.kit"}


class Bot(Protocol):
    """A bot as the lab sees it; `slow`: it takes a good part of a second for a game."""

    @property
    def name(self) -> str: ...
    @property
    def slow(self) -> bool: ...
    @property
    def files(self) -> tuple[tuple[str, str], ...]:
        """The user's files that it is made of, and the SHA-256 of each."""


class Rules(Protocol):
    """Resolved rules as the lab sees them."""

    @property
    def name(self) -> str: ...
    @property
    def fingerprint(self) -> str: ...


class Kit(Protocol):
    """A game's module of functions. `play` returns tables of columns: games, seats, counts and, if logged, turns."""

    NAME: str

    def resolve(self, spec: str, overrides: Sequence[str] = ()) -> Any: ...
    def to_json(self, rules: Any) -> dict[str, Any]: ...
    def from_json(self, data: Any, source: str = ...) -> Any: ...
    def check_players(self, rules: Any, players: int) -> None: ...
    def parse(self, text: str, plugins: bool = True) -> Any: ...
    def parse_seats(self, text: str, players: int) -> list[Any] | None: ...
    def roster(self, seats: Sequence[Any] | None) -> list[Any]: ...
    def play(
        self, rules: Any, players: int, bots: Sequence[Any], seating: Sequence[int] | None, rotations: int, seed: int,
        first_block: int, blocks: int, log_turns: bool,
    ) -> dict[str, Mapping[str, Any]]: ...  # fmt: skip
    def weights_of(self, bot: Any, players: int) -> tuple[list[str], Any, Any]: ...
    def reweighted(self, bot: Any, weights: dict[str, float]) -> Any: ...


def kit(name: str) -> Kit:
    """The kit of a game by name; BadInput for an unknown one. Loading it loads the compiled code."""
    if name not in KITS:
        raise BadInput(f"there is no game {name!r}; the games are {', '.join(KITS)}")
    loaded: Any = import_module(KITS[name])
    return loaded
