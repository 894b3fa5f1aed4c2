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
    "random", "greedy", "rival", "military", "intrigue", "architecture", "commerce", "senator", "pious", "heathen",
)  # fmt: skip
"""The shipped bots, in the order in which `mix` draws from them."""
MIX = "mix"


@dataclass(frozen=True)
class Bot:
    """A bot as a seat gets it. `module` names the scoring function's module in `quorumsim.bots`."""

    name: str
    sentence: str
    module: str
    weights: tuple[tuple[str, float], ...]
    noise: float  # chance of a random legal action, 0 to 1
    made_for: str | None  # the rules the weights were made for; None: no rules in particular

    @property
    def score(self) -> Any:
        """The compiled function score(rules, view, action, weights, scratch) -> float."""
        return import_module(f"quorumsim.bots.{self.module}").score

    def weight_array(self) -> np.ndarray:
        """The weights (float64) in the order in which the scoring function names them; 0 where the bot gives none."""
        given = dict(self.weights)
        return np.array([given.get(name, 0.0) for name in import_module(f"quorumsim.bots.{self.module}").WEIGHTS])

    def note(self, rules: Rules) -> str | None:
        """"not tuned for these rules" where the weights were made for other rules, else None."""
        if self.made_for is None or resolve(self.made_for).fingerprint == rules.fingerprint:
            return None
        return "not tuned for these rules"


def load(name: str) -> Bot:
    """One shipped bot by its plain name; BadInput for an unknown one."""
    if name not in ROSTER:
        near = get_close_matches(name, ROSTER, 1)
        guess = f"did you mean {near[0]}? " if near else ""
        raise BadInput(f"there is no bot {name!r}: {guess}the bots are {', '.join(ROSTER)}; mix draws from them")
    data = tomllib.loads((rules_folder() / "bots" / f"{name}.toml").read_text(encoding="utf-8"))
    return Bot(
        name,
        data["sentence"],
        data["score"],
        tuple(data.get("weights", {}).items()),
        data.get("noise", 0.0),
        data.get("made_for"),
    )


def parse(text: str) -> Bot:
    """`greedy` or `greedy@0.2`; BadInput with one sentence for anything else."""
    name, at, level = text.strip().partition("@")
    bot = load(name)
    if not at:
        return bot
    try:
        noise = float(level)
    except ValueError:
        noise = -1.0
    if not 0.0 <= noise <= 1.0:
        raise BadInput(f"bot {text!r}: behind @ stands the share of random decisions, a number from 0 to 1, not {level!r}")
    return replace(bot, name=text.strip(), noise=max(noise, bot.noise))


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
