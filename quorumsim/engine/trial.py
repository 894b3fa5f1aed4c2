"""What a bot's author wants to know of it: does it see only its view, and how often does it win? For tests and notebooks.

`kit`: the game's (`lab.games.Kit`). `rules`: those of the game if none are given.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import numba
import numpy as np

from quorumsim.compiled import jit
from quorumsim.engine import moves
from quorumsim.engine.chance import nth
from quorumsim.engine.records import Records, array_of
from quorumsim.engine.registry import Bot


def _imagine(rules, states, key, imagined, pool):
    moves.complete(rules[0], states[0].seen, key, imagined[0], pool)
    imagined[0].decision_key = states[0].decision_key
    imagined[0].search_key = states[0].search_key


@cache
def _imagining(records: Records) -> Any:
    states = array_of(records.state_type)
    kind = numba.types.void(array_of(records.rules_type), states, numba.types.uint64, states, numba.types.uint8[::1])
    return jit(kind)(_imagine)


def _rules(kit: Any, rules: Any | None) -> Any:
    return rules or kit.resolve(kit.DEFAULT_RULES[0])


def win_share(
    kit: Any, bot: Bot, rival: Bot, players: int = 4, games: int = 400, seed: int = 1, rules: Any | None = None
) -> float:
    """The wins of one bot against copies of a rival as a share, each deal played from every seat; par is 1 / players."""
    seats = kit.play(
        _rules(kit, rules), players, [bot, rival], [0] + [1] * (players - 1), players, seed, 0, -(-games // players), False
    )["seats"]
    return float(np.asarray(seats["win_share"])[seats["bot"][0] == 0].mean())


def decisions(
    kit: Any, bot: Bot, players: int = 4, deals: int = 5, seed: int = 1, rules: Any | None = None
) -> Iterator[Any]:
    """The game at each decision of a few deals between copies of a bot; it goes on by what the bot decides."""
    for block in range(deals):
        game = kit.game_class()(_rules(kit, rules), players, seed, block)
        while not game.done:
            yield game
            game.apply(game.decide(bot))


def imagined(kit: Any, game: Any, key: int) -> Any:
    """A game in which everything is dealt anew that the seat whose decision it is cannot know, by a random key."""
    other = kit.game_class()(game.rules, game.players, game.seed, game.block)
    records = other.steps.records
    pool = np.zeros(records.workspace["pool"].shape, np.uint8)
    _imagining(records)(game.rules_array, game.states, np.uint64(key), other.states, pool)
    return other


def peeks(kit: Any, bot: Bot, players: int = 4, deals: int = 5, seed: int = 1, rules: Any | None = None) -> bool:
    """Whether a decision of a few deals changes when everything is dealt anew that the seat cannot know."""
    return any(
        imagined(kit, game, int(nth(np.uint64(seed), np.uint64(number)))).decide(bot) != game.decide(bot)
        for number, game in enumerate(decisions(kit, bot, players, deals, seed, rules))
    )
