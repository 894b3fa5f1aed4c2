"""The bots there are: each a data file (name, sentence, weights) on one compiled scoring function.

A bot is written `name` or `name@0.2`; the part behind @ is the share of decisions that are random legal actions.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from importlib import import_module
from typing import Any

import numpy as np

from quorumsim.errors import BadInput
from quorumsim.quorum.packaged import rules_folder
from quorumsim.quorum.rules import Rules, resolve

ROSTER = (
    "random", "greedy", "rival", "military", "intrigue", "architecture", "commerce", "senator", "pious", "heathen", "consul",
)  # fmt: skip
"""The shipped bots that score, in the order in which `mix` draws from them."""
SEARCHERS = ("search", "ismcts")
"""The shipped bots that search: slow, so `mix` does not draw them."""
MIX = "mix"
MOST_PLAYOUTS = 1_000_000

Weights = tuple[tuple[str, float], ...]


@dataclass(frozen=True)
class Bot:
    """A bot as a seat gets it. `module` names the module in `quorumsim.bots` of its function, which scores or chooses."""

    name: str
    sentence: str
    module: str
    weights: Weights
    noise: float  # chance of a random legal action, 0 to 1
    made_for: str | None  # the rules the weights were made for; None: no rules in particular
    weights_by_players: tuple[tuple[int, Weights], ...] = ()  # instead of `weights`, by number of players
    policy: Bot | None = None  # of a bot that searches: who plays its playouts

    @property
    def score(self) -> Any:
        """The compiled function score(rules, view, action, weights, scratch) -> float, its own or that of its policy."""
        return self.policy.score if self.policy else import_module(f"quorumsim.bots.{self.module}").score

    @property
    def choose(self) -> Any | None:
        """The compiled function choose(rules, view, count, weights, policy, stream, workspace); None for a bot that scores."""
        return import_module(f"quorumsim.bots.{self.module}").choose if self.policy else None

    def weight_array(self, players: int) -> np.ndarray:
        """The weights (float64) for a number of players, in the order in which the function names them; 0 where not given."""
        given = dict(dict(self.weights_by_players).get(players, self.weights))
        return np.array([given.get(name, 0.0) for name in import_module(f"quorumsim.bots.{self.module}").WEIGHTS])

    def note(self, rules: Rules) -> str | None:
        """"not tuned for these rules" where the weights were made for other rules, else None."""
        if self.policy and (note := self.policy.note(rules)):
            return note
        if self.made_for is None or resolve(self.made_for).fingerprint == rules.fingerprint:
            return None
        return "not tuned for these rules"


def load(name: str) -> Bot:
    """One shipped bot by its plain name; BadInput for an unknown one."""
    if name not in (*ROSTER, *SEARCHERS):
        near = get_close_matches(name, (*ROSTER, *SEARCHERS), 1)
        guess = f"did you mean {near[0]}? " if near else ""
        raise BadInput(
            f"there is no bot {name!r}: {guess}the bots are {', '.join((*ROSTER, *SEARCHERS))}; mix draws from them"
        )
    folder = rules_folder() / "bots"
    data = tomllib.loads((folder / f"{name}.toml").read_text(encoding="utf-8"))
    tuned = [tomllib.loads((folder / file).read_text(encoding="utf-8")) for file in data.get("weights_by_players", [])]
    return Bot(
        name,
        data["sentence"],
        data["function"],
        tuple(data.get("weights", {}).items()),
        data.get("noise", 0.0),
        data.get("made_for"),
        tuple((each["players"], tuple(each["weights"].items())) for each in tuned),
        load(data["policy"]) if "policy" in data else None,
    )


def parse(text: str) -> Bot:
    """`greedy`, `greedy@0.2`, `search:100` or `search:100:greedy`; BadInput with one sentence for anything else."""
    text = text.strip()
    named, at, level = text.partition("@")
    name, *settings = named.split(":")
    bot = load(name)
    if settings:
        bot = _with_settings(text, bot, settings)
    if not at:
        return replace(bot, name=text)
    try:
        noise = float(level)
    except ValueError:
        noise = -1.0
    if not 0.0 <= noise <= 1.0:
        raise BadInput(f"bot {text!r}: behind @ stands the share of random decisions, a number from 0 to 1, not {level!r}")
    return replace(bot, name=text, noise=max(noise, bot.noise))


def _with_settings(text: str, bot: Bot, settings: Sequence[str]) -> Bot:
    """A bot that searches with its number of playouts and the policy that plays them."""
    if bot.policy is None:
        raise BadInput(f"bot {text!r}: {bot.name} does not search, so nothing stands behind its name but @ and a share")
    if len(settings) > 2:
        raise BadInput(f"bot {text!r}: behind {bot.name} stand the playouts for each action and who plays them, no more")
    if not settings[0].isdecimal() or not 1 <= int(settings[0]) <= MOST_PLAYOUTS:
        raise BadInput(
            f"bot {text!r}: behind {bot.name}: stand the playouts for each action, a whole number from 1 to "
            f"{MOST_PLAYOUTS:,}, not {settings[0]!r}"
        )
    policy = load(settings[1]) if len(settings) == 2 else bot.policy
    if policy.policy is not None:
        raise BadInput(f"bot {text!r}: playouts are played by a bot that scores, not by {policy.name}, which searches itself")
    weights = {**dict(bot.weights), "playouts": float(settings[0])}
    return replace(bot, weights=tuple(weights.items()), policy=policy)


def parse_seats(text: str, players: int) -> list[Bot] | None:
    """One bot for each of `players` seats: one name for all, or that many names by comma; None for `mix`."""
    if text.strip() == MIX:
        return None
    bots = [parse(part) for part in text.split(",")]
    if len(bots) == 1:
        return bots * players
    if len(bots) != players:
        raise BadInput(f"--bots {text} names {len(bots)} bots for {players} seats; give one name, {players} names or mix")
    return bots


def roster(seats: Sequence[Bot] | None) -> list[Bot]:
    """The different bots of a seating in order of appearance, or the shipped ones for a mix."""
    return [load(name) for name in ROSTER] if seats is None else list(dict.fromkeys(seats))
