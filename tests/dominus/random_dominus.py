"""Games of Dominus played at random through the stepping API, for tests of what is always true."""

from __future__ import annotations

import copy
import os
import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from hypothesis import settings
from hypothesis import strategies as st

from quorumsim.dominus.game import Game
from quorumsim.dominus.names import PLAYERS
from quorumsim.dominus.rules import Rules, resolve
from quorumsim.engine.steps import Fields
from tests.dominus.agreement import READINGS, random_rules

COMPILED = os.environ.get("NUMBA_DISABLE_JIT", "0") in ("", "0")
DRAWN = "drawn at random"

some_games = settings(max_examples=15 if COMPILED else 2)
"""How many games Hypothesis draws; plain Python plays few."""


@cache
def _resolved(name: str) -> Rules:
    return resolve(name)


@dataclass(frozen=True)
class Case:
    """A game to walk through: under one of the four readings, or under rules drawn by the seed."""

    reading: str
    players: int
    seed: int

    @property
    def rules(self) -> Rules:
        return random_rules(random.Random(self.seed)) if self.reading == DRAWN else _resolved(self.reading)


cases = st.builds(Case, st.sampled_from((*READINGS, DRAWN)), st.sampled_from(PLAYERS), st.integers(0, 2**64 - 1))


def walk(rules: Rules, players: int, seed: int) -> Iterator[Game]:
    """The game after its deal and after every action, drawn from the legal ones, until it is done. Always the same object."""
    game, draw = Game(rules, players, seed), random.Random(seed)
    yield game
    while not game.done:
        game.apply(draw.choice(game.legal_actions()))
        yield game


def walk_case(case: Case) -> Iterator[Game]:
    """`walk` through the game of a case."""
    return walk(case.rules, case.players, case.seed)


def twin(game: Game) -> Game:
    """The same position as a game of its own."""
    other = copy.copy(game)
    other.states = game.states.copy()
    other._now = Fields(other.states)
    return other
