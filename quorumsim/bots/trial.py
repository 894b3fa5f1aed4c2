"""What a bot's author wants to know of it: does it see only its view, and how often does it win? For tests and notebooks."""

from __future__ import annotations

from collections.abc import Iterator

import numba
import numpy as np

from quorumsim.bots import kit
from quorumsim.bots.completion import complete
from quorumsim.bots.registry import Bot
from quorumsim.compiled import jit
from quorumsim.quorum.chance import nth
from quorumsim.quorum.game import Game
from quorumsim.quorum.layout import CARDS, RULES_TYPE, STATE_TYPE
from quorumsim.quorum.rules import Rules

_STATES = numba.types.Array(STATE_TYPE, 1, "C")


@jit(numba.types.void(numba.types.Array(RULES_TYPE, 1, "C"), _STATES, numba.types.uint64, _STATES))
def _imagine(rules, states, key, imagined):
    complete(rules[0], states[0].seen, key, imagined[0], np.empty(CARDS, np.uint8))
    imagined[0].decision_key = states[0].decision_key
    imagined[0].search_key = states[0].search_key


def win_share(bot: Bot, rival: Bot, players: int = 4, games: int = 400, seed: int = 1, rules: Rules | None = None) -> float:
    """The wins of one bot against copies of a rival as a share, each deal played from every seat; par is 1 / players."""
    seats = kit.play(
        rules or kit.resolve("standard"), players, [bot, rival], [0] + [1] * (players - 1), players, seed, 0,
        -(-games // players), False,
    )["seats"]  # fmt: skip
    return float(np.asarray(seats["win_share"])[seats["bot"][0] == 0].mean())


def decisions(bot: Bot, players: int = 4, deals: int = 5, seed: int = 1, rules: Rules | None = None) -> Iterator[Game]:
    """The game at each decision of a few deals between copies of a bot; it goes on by what the bot decides."""
    for block in range(deals):
        game = Game(rules or kit.resolve("standard"), players, seed, block)
        while not game.done:
            yield game
            game.apply(game.decide(bot))


def peeks(bot: Bot, players: int = 4, deals: int = 5, seed: int = 1, rules: Rules | None = None) -> bool:
    """Whether a decision of a few deals changes when everything is dealt anew that the seat cannot know."""
    for game in decisions(bot, players, deals, seed, rules):
        imagined = Game(game.rules, players, seed, game.block)
        _imagine(game.rules_array, game.states, np.uint64(nth(np.uint64(seed), np.uint64(game.round))), imagined.states)
        if imagined.decide(bot) != game.decide(bot):
            return True
    return False
