"""The bots of a game: each a data file (name, sentence, weights) on one compiled scoring function, or a user's own.

A bot is written `name` or `name@0.2`; the part behind @ is the share of decisions that are random legal actions. Instead of a
name stands a file of the user's: `mine.py:score` (`plugin`) or `mine.toml` (`data_file`). Each bot has one name, whichever of
the ways to write it was used, and that name read again is the same bot.
"""

from __future__ import annotations

import os.path
import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from quorumsim.engine import data_file, plugin
from quorumsim.errors import BadInput

if TYPE_CHECKING:
    import numpy as np

MIX = "mix"
MOST_PLAYOUTS = 1_000_000

Weights = tuple[tuple[str, float], ...]


@dataclass(frozen=True)
class Bot:
    """A bot as a seat gets it. `module`: the whole name of the module of its function, which scores or chooses."""

    name: str
    sentence: str
    module: str
    weights: Weights
    noise: float  # chance of a random legal action, 0 to 1
    made_for: str | None  # the rules the weights were made for, by name; None: no rules in particular
    weights_by_players: tuple[tuple[int, Weights], ...] = ()  # instead of `weights`, by number of players
    policy: Bot | None = None  # of a bot that searches: who plays its playouts
    source: plugin.Source | None = None  # of a user's code, instead of `module`
    fingerprint: str | None = None  # of those rules
    players: int | None = None  # the number of players the weights were made for; None: no number in particular
    files: plugin.Files = ()  # the user's files that it is made of, and the SHA-256 of each
    steps: str | None = None  # of a user's code: the module that plays it if it is plain Python

    @property
    def code(self) -> Any:
        """What has its function, and WEIGHTS, the names of its weights in order."""
        return plugin.code(self.source) if self.source else import_module(self.module)

    @property
    def function(self) -> str:
        """The name of its function, as data files give it."""
        return self.module.rpartition(".")[2]

    @property
    def plain(self) -> bool:
        """Whether it is plain Python: then `step` plays, and nothing of it is compiled."""
        return self.source is not None and self.code.plain

    @property
    def slow(self) -> bool:
        """Whether it takes a good part of a second for a game: it searches, or is plain Python."""
        return self.policy is not None or self.plain

    @property
    def score(self) -> Any:
        """The compiled function score(rules, view, action, weights, scratch) -> float, its own or that of its policy.

        Of a plain bot one that holds its place in a run and is never called.
        """
        if self.plain:
            return import_module(self.module).score
        return self.policy.score if self.policy else self.code.score

    @property
    def choose(self) -> Any | None:
        """The compiled function choose(rules, view, count, weights, policy, stream, workspace); None for a bot that scores."""
        return self.code.choose if self.policy else None

    def step(self, game: Any) -> Any:
        """The action that a plain bot takes in a `Game`."""
        assert self.steps is not None
        return import_module(self.steps).step(self, game)

    def what_happened(self, error: Exception) -> str:
        """The end of "bot NAME ..." for an exception that came out of it."""
        return plugin.what_happened((self.policy or self).source, error)

    def weight_array(self, players: int) -> np.ndarray:
        """The weights (float64) for a number of players, in the order in which the function names them; 0 where not given."""
        import numpy as np  # here, so that listing rules and bots stays fast

        given = dict(dict(self.weights_by_players).get(players, self.weights))
        return np.array([given.get(name, 0.0) for name in self.code.WEIGHTS])

    def note(self, rules: Any, players: int | None = None) -> str | None:
        """"not tuned for these rules" (or for so many players) where the weights were made for others, else None."""
        if self.policy and (note := self.policy.note(rules, players)):
            return note
        if self.fingerprint not in (None, rules.fingerprint):
            return "not tuned for these rules"
        if players is not None and self.players not in (None, players):
            return f"not tuned for {players} players"
        return None


def is_path(name: str) -> bool:
    """Whether a bot is given as a file: anything with a slash, or that ends in .py, .py:NAME or .toml."""
    return "/" in name or re.search(r"\.py(:|$)|\.toml$", name) is not None


def _parted(text: str) -> tuple[str, str | None]:
    """The name and what stands behind @; an @ inside a path is part of it."""
    named, at, level = text.rpartition("@") if is_path(text) else text.partition("@")
    return (named, level) if at and not is_path(level) else (text, None)


@lru_cache(maxsize=64)
def _fingerprint(resolve: Callable[[str], Any], name: str) -> str:
    """Of rules that come with the package."""
    return str(resolve(name).fingerprint)


@dataclass(frozen=True)
class Registry:
    """The bots of one game.

    package: where their functions lie; folder: their data files; layout: the module with RECORDS, which a user's function is
    compiled for; steps: the module that plays bots in plain Python, if there is one.
    """

    title: str
    package: str
    folder: Path
    layout: str
    resolve: Callable[[str], Any]
    names: tuple[str, ...]
    searchers: tuple[str, ...]
    entry_points: str
    steps: str | None = None

    @property
    def shipped(self) -> tuple[str, ...]:
        """The bots that come with the package: those that score, in the order in which `mix` draws from them, and those that
        search, which are slow, so that `mix` does not draw them."""
        return (*self.names, *self.searchers)

    def installed(self) -> list[str]:
        """The names of bots that others have installed."""
        return plugin.installed_names(self.entry_points)

    def load(self, name: str) -> Bot:
        """One shipped bot by its plain name; BadInput for an unknown one."""
        if name not in self.shipped:
            near = get_close_matches(name, self.shipped, 1)
            guess = f"did you mean {near[0]}? " if near else ""
            if Path(f"{name}.py").is_file():
                guess = f"did you mean {name}.py? "
            raise BadInput(f"there is no bot {name!r}: {guess}the bots are {', '.join(self.shipped)}; mix draws from them")
        data = tomllib.loads((self.folder / f"{name}.toml").read_text(encoding="utf-8"))
        beside = [self.folder / file for file in data.get("weights_by_players", [])]
        tuned = [tomllib.loads(file.read_text(encoding="utf-8")) for file in beside]
        return self._of_data(name, data, tuned, ())

    def _of_data(self, name: str, data: Mapping[str, Any], tuned: Sequence[Mapping[str, Any]], files: plugin.Files) -> Bot:
        """The bot that a data file describes; `tuned`: the contents of the files that its weights_by_players names."""
        made_for = data.get("made_for")
        return Bot(
            name,
            data["sentence"],
            f"{self.package}.{data['function']}",
            tuple(data.get("weights", {}).items()),
            data.get("noise", 0.0),
            made_for,
            tuple((each["players"], tuple(each["weights"].items())) for each in tuned),
            self.load(data["policy"]) if data.get("policy") else None,
            fingerprint=data.get("fingerprint") or (_fingerprint(self.resolve, made_for) if made_for else None),
            players=data.get("players"),
            files=files,
        )

    def parse(self, text: str, plugins: bool = True) -> Bot:
        """`greedy`, `greedy@0.2`, `search:100`, `search:100:greedy`, `mine.py:score`, `mine.toml`; BadInput for anything else.

        A user's code is run to be read. `plugins` False refuses it: for names that somebody else's file gives.
        """
        text = text.strip()
        named, level = _parted(text)
        first, *settings = named.split(":", 2)
        if first in self.shipped:
            bot = self.load(first)
            bot = self._with_settings(text, bot, settings, plugins) if settings or bot.policy else bot
        elif is_path(named):
            bot = self._of_path(named, plugins)
        else:
            bot = self._installed(named, plugins)
        if level is None:
            return bot
        try:
            noise = float(level)
        except ValueError:
            noise = -1.0
        if not 0.0 <= noise <= 1.0:
            raise BadInput(f"bot {text!r}: behind @ stands the share of random decisions, a number from 0 to 1, not {level!r}")
        if noise <= bot.noise:
            return bot
        return replace(bot, name=f"{bot.name}@{repr(noise).removesuffix('.0')}", noise=noise)

    def _of_path(self, named: str, plugins: bool) -> Bot:
        parts = re.fullmatch(r"(.+\.py)(?::([^:/]*))?|(.+\.toml)", named)
        if parts is None:
            raise BadInput(
                f"bot {named!r}: a path leads to a Python file and a name in it, such as ./mine.py:score, or to a .toml file"
            )
        if parts[3]:
            path = os.path.normpath(parts[3])
            return self._of_data(path, *data_file.read(Path(path), [self.load(name) for name in self.shipped], self.resolve))
        if not plugins:
            raise BadInput(f"bot {named!r} is somebody's file, which is not run here")
        if parts[2] is not None and not parts[2].isidentifier():
            raise BadInput(
                f"bot {named!r}: behind the file stands the name of a function in it, such as score, not {parts[2]!r}"
            )
        source = plugin.file_source(os.path.normpath(parts[1]), parts[2], self.layout)
        return self._of_source(source.label, source)

    def _installed(self, name: str, plugins: bool) -> Bot:
        """The bot of an installed entry point, or the sentence that there is no such bot."""
        if not plugins or name not in self.installed():
            return self.load(name)
        source = plugin.installed_source(name, self.entry_points, self.layout)
        return self._of_source(name, source) if source else self.load(name)

    def _of_source(self, name: str, source: plugin.Source) -> Bot:
        code = plugin.code(source)
        if code.plain and self.steps is None:
            raise BadInput(f"bot {name} is plain Python, which plays no {self.title} yet; accepted: a function to be compiled")
        files = ((source.path, source.digest),)
        stand_in = f"{self.package}.random"
        return Bot(
            name, code.sentence, stand_in, code.weights, 0.0, None, source=source, files=files, steps=self.steps
        )  # fmt: skip

    def _with_settings(self, text: str, bot: Bot, settings: Sequence[str], plugins: bool) -> Bot:
        """A bot that searches with its number of playouts and the policy that plays them."""
        if bot.policy is None:
            raise BadInput(f"bot {text!r}: {bot.name} does not search, so nothing stands behind its name but @ and a share")
        weights = dict(bot.weights)
        playouts = settings[0] if settings else f"{weights['playouts']:.0f}"
        if not playouts.isdecimal() or not 1 <= int(playouts) <= MOST_PLAYOUTS:
            raise BadInput(
                f"bot {text!r}: behind {bot.name}: stand the playouts for each action, a whole number from 1 to "
                f"{MOST_PLAYOUTS:,}, not {playouts!r}"
            )
        policy = self.parse(settings[1], plugins) if len(settings) == 2 else bot.policy
        if policy.policy is not None or policy.plain:
            kind = "is plain Python" if policy.plain else "searches itself"
            raise BadInput(
                f"bot {text!r}: playouts are played by a bot that scores, compiled, not by {policy.name}, which {kind}"
            )
        weights["playouts"] = float(playouts)
        name = f"{bot.name}:{int(playouts)}" + (f":{policy.name}" if policy.name != bot.policy.name else "")
        return replace(bot, name=name, weights=tuple(weights.items()), policy=policy, files=policy.files)

    def parse_seats(self, text: str, players: int) -> list[Bot] | None:
        """One bot for each of `players` seats: one name for all, or that many names by comma; None for `mix`."""
        if text.strip() == MIX:
            return None
        bots = [self.parse(part) for part in text.split(",")]
        if len(bots) == 1:
            return bots * players
        if len(bots) != players:
            raise BadInput(f"--bots {text} names {len(bots)} bots for {players} seats; give one name, {players} names or mix")
        return bots

    def roster(self, seats: Sequence[Bot] | None) -> list[Bot]:
        """The different bots of a seating in order of appearance, or the shipped ones for a mix; BadInput for too many."""
        from quorumsim.engine.records import ROSTER as MOST_BOTS  # here, because it loads Numba

        bots = [self.load(name) for name in self.names] if seats is None else list(dict.fromkeys(seats))
        if len(bots) > MOST_BOTS:
            raise BadInput(f"there are {len(bots)} different bots; a run has room for {MOST_BOTS}")
        return bots


def weights_of(bot: Bot, players: int) -> tuple[list[str], np.ndarray, np.ndarray]:
    """Names and values of a bot's weights, and a step for each that is worth trying (float64)."""
    import numpy as np

    values = bot.weight_array(players)
    steps = getattr(bot.code, "STEPS", None)
    return list(bot.code.WEIGHTS), values, np.array(steps) if steps else np.maximum(0.3 * np.abs(values), 0.3)


def reweighted(bot: Bot, weights: dict[str, float]) -> Bot:
    """The bot with other weights."""
    return replace(bot, weights=tuple(weights.items()), weights_by_players=())
