"""Asking a bot what it thinks of the legal actions of a position."""

from __future__ import annotations

from typing import Any

import numpy as np

from quorumsim.engine.records import SCRATCH, WEIGHTS
from quorumsim.quorum.game import Game


def scores(game: Game, bot: Any) -> list[float]:
    """The score that the bot gives each legal action, noise or not."""
    weights, scratch = np.zeros(1, WEIGHTS), np.zeros(1, SCRATCH)
    values = bot.weight_array(game.players)
    weights["value"][0, : len(values)] = values
    given = game.rules_array[0], game.state.seen
    return [float(bot.score(*given, action.number, weights[0], scratch[0])) for action in game.legal_actions()]
