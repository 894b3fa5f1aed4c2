"""One whole game, from the deal to the winners."""

from collections.abc import Callable

from . import chance
from .game import Game


def play(rules: dict, players: int, seed: int, block: int, choose: Callable[[Game], int] | None = None) -> Game:
    """Play a game, every decision by `choose`, or at random as a bot without a plan; the finished game.

    A decision with one legal action is taken without asking; `moves` of the game lists it all the same.
    """
    game = Game(rules, players, seed, block)
    while not game.done:
        legal = game.legal_actions()
        if len(legal) == 1:
            action = legal[0]
        elif choose is None:
            index = chance.decision_index(game.turn, game.seat, game.phase, game.repeat)
            action = chance.random_choice(game.key, index, legal)
        else:
            action = choose(game)
        game.apply(action)
    return game
