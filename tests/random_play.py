"""Games played at random through the stepping API, for tests of what is always true."""

from __future__ import annotations

import copy
import os
import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from hypothesis import settings
from hypothesis import strategies as st

from quorumsim.engine.steps import Fields
from quorumsim.quorum.game import Action, Game
from quorumsim.quorum.names import PLAYERS
from quorumsim.quorum.rules import Rules, resolve
from tests.agreement import random_rules

COMPILED = os.environ.get("NUMBA_DISABLE_JIT", "0") in ("", "0")
STANDARD = resolve()

some_games = settings(max_examples=16 if COMPILED else 3)
"""How many games Hypothesis draws; plain Python plays few."""


@dataclass(frozen=True)
class Case:
    """A game to walk through: under the standard rules, or under rules drawn by the seed."""

    drawn: bool
    players: int
    seed: int

    @cached_property
    def rules(self) -> Rules:
        return random_rules(random.Random(self.seed), self.players) if self.drawn else STANDARD


cases = st.builds(Case, st.booleans(), st.sampled_from(PLAYERS), st.integers(0, 2**64 - 1))


def walk_case(case: Case) -> Iterator[Game]:
    """`walk` through the game of a case."""
    return walk(case.rules, case.players, case.seed)


def walk(rules: Rules, players: int, seed: int) -> Iterator[Game]:
    """The game after its deal and after every action, drawn from the legal ones, until it is done. Always the same object."""
    game, draw = Game(rules, players, seed), random.Random(seed)
    yield game
    while not game.done:
        game.apply(draw.choice(game.legal_actions()))
        yield game


def deals(rules: Rules, players: int, seed: int, blocks: Iterable[int]) -> Iterator[Game]:
    """The deal of every block. Always the same object: making the record of the rules takes longer than a deal."""
    game = Game(rules, players, seed)
    for block in blocks:
        game.steps.new_game(game.rules_array, game.states, np.uint64(seed), np.uint64(block), players)
        yield game


def twin(game: Game) -> Game:
    """The same position as a game of its own."""
    other = copy.copy(game)
    other.states = game.states.copy()
    other._now = Fields(other.states)
    return other


def after(game: Game, action: Action | int) -> Game:
    """The position behind an action; the game itself stays where it is."""
    other = twin(game)
    other.apply(action)
    return other


def positions(rules: Rules, players: int, seeds: Iterable[int], per_phase: int) -> Iterator[Game]:
    """Positions of random games, `per_phase` of every phase from each game (or as many as it has), as games of their own."""
    for seed in seeds:
        found: dict[str, list[Game]] = {}
        for game in walk(rules, players, seed):
            if not game.done:
                found.setdefault(game.phase, []).append(twin(game))
        draw = random.Random(seed)
        for kept in found.values():
            yield from draw.sample(kept, min(per_phase, len(kept)))


def lead(game: Game, seat: int) -> int:
    """Own total minus the best other."""
    return game.totals[seat] - max(total for other, total in enumerate(game.totals) if other != seat)
