"""Bots in plain Python, through the stepping API: one decision at a time, everything else by the same compiled functions.

A range of blocks with such a bot is played here instead of in `playing.play_blocks`: compiled bots decide in compiled code
until a plain one has a choice, which then gets the view of its seat as plain data. Chance, the legal actions, noise, rows
and counts are those of the compiled loop, so a plain bot that thinks as a compiled one plays the same games.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

import numba
import numpy as np

from quorumsim.bots.greedy import score as gain
from quorumsim.compiled import jit
from quorumsim.engine import counting, deciding, moves, playing, plugin
from quorumsim.engine.chance import nth
from quorumsim.engine.faults import NOT_A_NUMBER, fault
from quorumsim.engine.records import CHOOSERS, DONE, SEATS, array_of
from quorumsim.engine.steps import Action
from quorumsim.errors import BadInput
from quorumsim.quorum.counting import TALLY
from quorumsim.quorum.game import Game
from quorumsim.quorum.layout import ACTIONS, CHOOSE, RECORDS, RULES_TYPE, SCORE, STATE_TYPE
from quorumsim.quorum.rules import Rules

OWN_DRAW = np.uint64(2)
"""Index in a decision's stream of the seed of a plain bot's own generator; 0 and 1 are the noise's and the choice's."""

_RULES, _STATE, _WORK = array_of(RULES_TYPE), array_of(STATE_TYPE), array_of(RECORDS.work_type)
_ROWS = numba.types.int16[:, ::1]
_TALLY = array_of(numba.from_dtype(TALLY))


@jit(numba.types.int64(_RULES, _STATE, numba.types.int64, _ROWS, numba.types.int64))
def _carry_out(rules, states, action, turns, first_turn):
    """Logs (where `turns` has rows) and applies an action; whose decision is next, -1: nobody's, the game is over."""
    state, seen = states[0], states[0].seen
    phase, row = seen.phase, first_turn + seen.round_index * seen.players + seen.seat
    log = turns.shape[1] > 0
    if log:
        moves.log_action(rules[0], state, action, turns, row)
    moves.apply_action(rules[0], state, action)
    if log:
        moves.log_after(rules[0], state, phase, action, turns, row)
    return np.int64(-1 if seen.phase == DONE else seen.seat)


@jit(numba.types.int64(_RULES, _STATE, numba.types.FunctionType(SCORE), numba.types.int64, _WORK))
def _by_score(rules, states, score, bot, works):
    return deciding.decide_by_score(rules[0], states[0], score, bot, works[0])


@jit(
    numba.types.int64(
        _RULES, _STATE, numba.types.FunctionType(SCORE), numba.types.UniTuple(numba.types.FunctionType(CHOOSE), CHOOSERS),
        numba.types.int64, _WORK, array_of(RECORDS.workspace_type),
    )
)  # fmt: skip
def _by_choosing(rules, states, policy, choosers, bot, works, workspaces):
    return deciding.decide_by_choosing(rules[0], states[0], policy, choosers, bot, works[0], workspaces[0])


@jit(
    numba.types.void(
        _RULES, _STATE, numba.types.int64[::1], numba.types.int64, numba.types.int64, numba.types.int32[:, ::1],
        numba.types.int32[:, ::1], _TALLY,
    )
)  # fmt: skip
def _write(rules, states, bots, game, rotations, games, seats, tallies):
    """The rows and counts of a finished game, as `playing.play_blocks` writes them."""
    places = np.empty(SEATS, np.int64)
    playing.finish_game(rules[0], states[0], bots, game, rotations == 1, games, seats, places, tallies[0])


@jit(numba.types.void(_TALLY))
def _fold_block(tallies):
    counting.fold_block(tallies[0])


@jit(numba.types.void(_TALLY))
def _fold_once(tallies):
    counting.fold_once(tallies[0])


@jit(numba.types.uint64(_RULES, _STATE))
def _own_seed(rules, states):
    state = states[0]
    return nth(nth(state.decision_key, moves.decision_index(rules[0], state.seen)), OWN_DRAW)


@jit(numba.types.int64(_RULES, _STATE, _WORK, numba.types.float64[::1]))
def _gains(rules_array, states, works, gains):
    """Fills `gains` with what each legal action brings at once, as greedy counts; returns how many there are."""
    rules, state, work = rules_array[0], states[0], works[0]
    count = moves.legal_actions(rules, state, work.actions)
    deciding.ask(rules, state.seen, gain, 0, work, work.actions, count, gains)
    return count


def play_blocks(
    rules: Rules, players: int, bots: Sequence[Any], seed: int, first_block: int, seatings: np.ndarray, rotations: int,
    functions: Sequence[Any], games: np.ndarray, seats: np.ndarray, turns: np.ndarray, tally: np.ndarray,
) -> None:  # fmt: skip
    """What `playing.play_blocks` does, where some of the bots are plain. `functions`: those of `bots`."""
    table = _Table(bots, functions, RECORDS.work_record(bots, players), RECORDS.workspace_record(bots, players))
    for place, seating in enumerate(seatings):
        for rotation in range(rotations):
            order = np.array([seating[(seat % players + rotation) % players] for seat in range(SEATS)], np.int64)
            game, row = Game(rules, players, seed, first_block + place), place * rotations + rotation
            _play_game(game, table, order.tolist(), turns, row * rules.rounds * players)
            _write(game.rules_array, game.states, order, row, rotations, games, seats, tally)
        _fold_block(tally)
    _fold_once(tally)


class _Table(NamedTuple):
    """The bots of a run with what the compiled ones need, all by roster index."""

    bots: Sequence[Any]
    functions: Sequence[Any]
    work: np.ndarray
    workspace: np.ndarray


def _play_game(game: Game, table: _Table, order: Sequence[int], turns: np.ndarray, first_turn: int) -> None:
    seat = game.seat
    while seat >= 0:
        action = _decide(game, table, order[seat])
        seat = _carry_out(game.rules_array, game.states, action, turns, first_turn)


def _decide(game: Game, table: _Table, index: int) -> int:
    """The action of one bot. Numba takes some 60 microseconds to hand a function over, so no more of them than needed."""
    bot, rules, states = table.bots[index], game.rules_array, game.states
    if bot.plain or bot.noise >= 1.0:
        action = game.unasked(bot.noise)
        if action < 0:
            game.present()
            return ask(bot, game).number
        return action
    try:
        if bot.choose is None:
            action = _by_score(rules, states, table.functions[index], index, table.work)
        else:
            choosers = deciding.choosing(table.bots, RECORDS)
            action = _by_choosing(rules, states, table.functions[index], choosers, index, table.work, table.workspace)
    except Exception as error:  # only a user's bot raises
        raise of_exception(bot, error, game) from error
    if action < 0:
        raise _fault(bot, NOT_A_NUMBER, game)
    return int(action)


def step(bot: Any, game: Game) -> Action:
    """What a plain bot plays in a game that somebody else takes on."""
    number = game.unasked(bot.noise)
    if number < 0:
        return ask(bot, game)
    return next(action for action in game.legal_actions() if action.number == number)


def ask(bot: Any, game: Game) -> Action:
    """Lets a plain bot choose; BadInput if it raises, or answers with anything but one of the actions."""
    actions = game.legal_actions()
    helpers = {
        "rules": lambda: game.rules,
        "random": lambda: Random(int(_own_seed(game.rules_array, game.states))),
        "gains": lambda: gains(game),
    }
    try:
        choice = plugin.code(bot.source).choose(game.view(game.seat), list(actions), helpers)
    except BadInput:
        raise
    except Exception as error:
        raise of_exception(bot, error, game) from error
    if type(choice) is not Action or choice not in actions:
        told = plugin.shortened(" ".join(repr(choice).split()))
        raise _fault(bot, f"answered {told}, which is not one of the {len(actions)} legal actions", game)
    return choice


def gains(game: Game) -> list[float]:
    """The points that each legal action brings the seat at once, in their order; what is hidden is averaged, as greedy does."""
    filled = np.empty(ACTIONS)
    count = _gains(game.rules_array, game.states, np.zeros(1, RECORDS.work), filled)
    return [float(value) for value in filled[:count]]


def of_exception(bot: Any, error: Exception, game: Game) -> BadInput:
    """The sentence for an exception that a bot raised."""
    return _fault(bot, bot.what_happened(error), game)


def _fault(bot: Any, what: str, game: Game) -> BadInput:
    return fault(bot.name, what, game.seed, game.block, game.seat, game.round, game.phase)
