"""The little that experiments need of a game: its kit, a module with these functions. `games.GAMES` says where it lies.

docs/a-third-game.md tells how to write one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol

from quorumsim.errors import BadInput
from quorumsim.games import GAMES


class Kit(Protocol):
    """A game's module of functions. Loading it compiles nothing; what plays loads the compiled code when it is called."""

    NAME: str
    TITLE: str
    LABEL: str
    """What every answer about the game says first, such as where its rules are from; the titles of its rules begin with it.
    Empty: nothing."""
    DEFAULT_RULES: tuple[str, ...]
    """The rules that are played if none are named: each of them where games are played, the first where one is wanted."""
    DEFAULT_BOT: str
    BENCH: tuple[str, ...]
    """The bots that the benchmark plays if none are named."""
    LADDER: tuple[str, ...]
    """Bots from the weakest to the strongest: whether a finding holds as play gets better."""
    TUNED: str
    """The bot that is tuned if none is named."""
    POPULATIONS: dict[int, str]
    """By number of players: whom it meets (`lab.tune.population_of`)."""
    NOT_ASKED: dict[str, str]
    """Commands whose question does not apply to the game, each with a sentence that says why."""
    REGISTRY: Any
    """The game's bots (`engine.registry.Registry`)."""

    # Rules. Resolved rules have `name`, `title`, `summary` and `fingerprint`.
    def resolve(self, spec: Any = ..., overrides: Sequence[str] = ()) -> Any: ...
    def published(self, rules: Any) -> Any: ...
    def packaged_names(self) -> list[str]: ...
    def to_json(self, rules: Any) -> dict[str, Any]: ...
    def from_json(self, data: Any, source: str = ...) -> Any: ...
    def to_toml(self, rules: Any) -> str: ...
    def check_players(self, rules: Any, players: int) -> None: ...
    def playable_with(self, rules: Any) -> Sequence[int]: ...
    def changes(self, rules: Any, base: Any) -> list[str]: ...
    def differences(self, rules: Any, base: Any) -> str: ...
    def in_words(self, rules: Any) -> Iterable[tuple[str, Sequence[str]]]: ...
    def variant_start(self, name: str, base: str) -> str: ...

    # Bots.
    def load(self, name: str) -> Any: ...
    def parse(self, text: str, plugins: bool = True) -> Any: ...
    def parse_seats(self, text: str, players: int) -> list[Any] | None: ...
    def roster(self, seats: Sequence[Any] | None) -> list[Any]: ...
    def bot_start(self, name: str, plain: bool) -> tuple[str, str]: ...
    def weights_of(self, bot: Any, players: int) -> tuple[list[str], Any, Any]: ...
    def reweighted(self, bot: Any, weights: dict[str, float]) -> Any: ...

    # Playing. `play` returns tables of columns: games, seats, counts and, if logged, turns.
    def loop(self) -> Any: ...
    def rules_record(self, rules: Any) -> Any: ...
    def game_class(self) -> Any: ...
    def play(
        self, rules: Any, players: int, bots: Sequence[Any], seating: Sequence[int] | None, rotations: int, seed: int,
        first_block: int, blocks: int, log_turns: bool,
    ) -> dict[str, Mapping[str, Any]]: ...  # fmt: skip

    # Transcripts.
    def transcribe(
        self, rules: Any, bots: Sequence[Any], seed: int, block: int, number: int, explain: bool = False
    ) -> dict[str, Any]: ...
    def text_lines(self, rules: Any, record: dict[str, Any]) -> list[str]: ...
    def setup_lines(self, rules: Any, players: int, seed: int, block: int) -> Iterable[str]: ...
    def verify_file(self, path: Path, rules: Any) -> Iterator[Any]: ...


def kit(name: str) -> Kit:
    """The kit of a game by name; BadInput for an unknown one."""
    if name not in GAMES:
        raise BadInput(f"there is no game {name!r}; the games are {', '.join(GAMES)}")
    loaded: Any = import_module(GAMES[name].kit)
    return loaded


def kit_for(name: str, question: str) -> Kit:
    """The kit of a game that a command asks its question of; BadInput where the question does not apply."""
    found = kit(name)
    if question in found.NOT_ASKED:
        raise BadInput(f"{question} is no question for {found.TITLE}: {found.NOT_ASKED[question]}")
    return found
