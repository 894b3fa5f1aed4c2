"""The moves of whatever game some rules belong to: each call goes to that game's own compiled function.

Compiled code that serves all games calls these; the game is known by the type of its rules record, so the choice is made when
the call is compiled and costs nothing when it runs. A game registers its functions once, where its moves are put together.

    new_game(rules, state, seed, block, players)      deals the game of (seed, block), both uint64
    legal_actions(rules, state, actions)              fills `actions` (int64) in the game's fixed order; returns how many
    show(rules, state)                                makes the view fit for the seat whose decision it is
    decision_index(rules, seen)                       which decision of the game this is (uint64)
    apply_action(rules, state, action)                carries out a legal action and goes on to the next decision
    complete(rules, seen, key, state, pool)           fills `state` with one that agrees with a view, by a random key
    code_of(rules, state, action)                     a number for an action that means the same in every completion
    add_up(rules, state)                              points of a finished game, by seat, into `state.total`
    place_of(rules, state, seat)                      1 for the winners, else 1 plus the number of seats ahead
    write_game(rules, state, row, games, places)      one row of the games table; returns the number of winners
    write_seats(rules, state, first_row, seats, bots, places, winners)    one row a seat of the seats table
    log_action(rules, state, action, turns, row)      what an action shows of a turn, before it is carried out
    log_after(rules, state, phase, action, turns, row)    and after; returns the row of the next action
    count_game(rules, state, bots, places, winners, single, tally)    adds a finished game to the sums of its block
"""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
from numba.extending import overload

NAMES = (
    "new_game", "legal_actions", "show", "decision_index", "apply_action", "complete", "code_of", "add_up", "place_of",
    "write_game", "write_seats", "log_action", "log_after", "count_game",
)  # fmt: skip
_by_type: dict[Any, dict[str, Any]] = {}
_by_dtype: dict[np.dtype, dict[str, Any]] = {}


def register(rules: np.dtype, functions: dict[str, Any]) -> None:
    """The compiled functions, by the names above, of the game whose rules records have this dtype."""
    missing = set(NAMES) ^ set(functions)
    assert not missing, f"the moves of a game are {NAMES}; {missing}"
    _by_type[numba.from_dtype(rules)] = functions
    _by_dtype[rules] = functions


def _door(name: str, arguments: int) -> Any:
    """A function that goes to the registered one: compiled by its type, in plain Python by its dtype.

    One factory for each number of arguments, because Numba wants them spelt out.
    """
    call, typed = _FACTORIES[arguments](name)
    overload(call)(typed)
    return call


def _plain(name: str, rules: Any) -> Any:
    return _by_dtype[rules.dtype][name]


def _of_2(name):
    def call(rules, a):
        return _plain(name, rules)(rules, a)

    def typed(rules, a):
        function = _by_type[rules][name]
        return lambda rules, a: function(rules, a)

    return call, typed


def _of_3(name):
    def call(rules, a, b):
        return _plain(name, rules)(rules, a, b)

    def typed(rules, a, b):
        function = _by_type[rules][name]
        return lambda rules, a, b: function(rules, a, b)

    return call, typed


def _of_5(name):
    def call(rules, a, b, c, d):
        return _plain(name, rules)(rules, a, b, c, d)

    def typed(rules, a, b, c, d):
        function = _by_type[rules][name]
        return lambda rules, a, b, c, d: function(rules, a, b, c, d)

    return call, typed


def _of_6(name):
    def call(rules, a, b, c, d, e):
        return _plain(name, rules)(rules, a, b, c, d, e)

    def typed(rules, a, b, c, d, e):
        function = _by_type[rules][name]
        return lambda rules, a, b, c, d, e: function(rules, a, b, c, d, e)

    return call, typed


def _of_7(name):
    def call(rules, a, b, c, d, e, f):
        return _plain(name, rules)(rules, a, b, c, d, e, f)

    def typed(rules, a, b, c, d, e, f):
        function = _by_type[rules][name]
        return lambda rules, a, b, c, d, e, f: function(rules, a, b, c, d, e, f)

    return call, typed


_FACTORIES = {2: _of_2, 3: _of_3, 5: _of_5, 6: _of_6, 7: _of_7}

new_game = _door("new_game", 5)
legal_actions = _door("legal_actions", 3)
show = _door("show", 2)
decision_index = _door("decision_index", 2)
apply_action = _door("apply_action", 3)
complete = _door("complete", 5)
code_of = _door("code_of", 3)
add_up = _door("add_up", 2)
place_of = _door("place_of", 3)
write_game = _door("write_game", 5)
write_seats = _door("write_seats", 7)
log_action = _door("log_action", 5)
log_after = _door("log_after", 6)
count_game = _door("count_game", 7)
