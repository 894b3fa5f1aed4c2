"""The records that every game's kernel is made of: what a bot gets beside the view, and the room that a search works in.

A game defines three records of its own: its rules, its view (what a seat may know) and its state (a view, named `seen`, and
what is hidden). `Records` makes the others from them, and the signatures of compiled functions. Every view has `players`,
`seat` (whose decision it is), `phase` and `round_index` (from 0); every state has `total` (points by seat, after `add_up`),
`decision_key` and `search_key`. No field may carry a name that `np.record` already uses (a test says so).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numba
import numpy as np

SEATS = 4
DONE = 4
"""The phase of a game that is over. A game has at most four phases in which something is decided, 0 to 3."""
ROSTER = 16  # different bots in one run, at most
CHOOSERS = 2  # different choosing functions in one run, at most
TREE = 8192  # nodes of a search tree, at most
WEIGHT_COUNT = 64  # weights of one bot, at most
SCRATCH_COUNT = 256  # floats a bot may keep during one decision


def record_type(fields: list[Any]) -> np.dtype:
    """An aligned record type whose fields can be read as attributes, compiled or not."""
    return np.dtype((np.record, np.dtype(fields, align=True)))


WEIGHTS = record_type([("value", "f8", (WEIGHT_COUNT,))])
SCRATCH = record_type([("value", "f8", (SCRATCH_COUNT,))])
"""Floats a bot may keep during one decision, zeroed before it. Records cost less to pass than arrays."""

NODE = record_type(
    [
        ("parent", "i4"),
        ("first_child", "i4"),  # 0: none yet
        ("next_sibling", "i4"),
        ("code", "i4"),  # the action that leads here
        ("seat", "i4"),  # whose action it is
        ("visits", "f8"),
        ("available", "f8"),  # how often it could have been chosen
        ("worth", "f8"),  # sum over visits, for `seat`
        ("prior", "f8"),  # what the playouts' policy thinks of it
    ]
)

WEIGHTS_TYPE = numba.from_dtype(WEIGHTS)
SCRATCH_TYPE = numba.from_dtype(SCRATCH)


def array_of(kind: Any) -> Any:
    """The Numba type of an array of records."""
    return numba.types.Array(kind, 1, "C")


@dataclass(frozen=True)
class Records:
    """All records of a game. `actions`: legal actions of one decision, at most; `pool`: bytes that a completion works in."""

    rules: np.dtype
    view: np.dtype
    state: np.dtype
    actions: int
    pool: int

    @cached_property
    def work(self) -> np.dtype:
        """What the loop needs beside the game. A record, because an array on its own is counted in and out at every call."""
        return record_type(
            [
                ("actions", "i8", (self.actions,)),
                ("ties", "i8", (self.actions,)),
                ("scratch", SCRATCH),
                ("weights", WEIGHTS, (ROSTER,)),  # of every bot in play
                ("noise", "f8", (ROSTER,)),  # its chance of a random legal action; 1: always, and it is never asked
                ("chooser", "i8", (ROSTER,)),  # 1-based number of its choosing function; 0: it scores
            ]
        )

    @cached_property
    def workspace(self) -> np.dtype:
        """Where a chooser works. It keeps nothing from one decision to the next."""
        return record_type(
            [
                ("actions", "i8", (self.actions,)),  # the legal ones, filled before a chooser is called
                ("worth", "f8", (self.actions,)),  # filled by the chooser: what it thinks of each, as a share of a win
                ("spread", "f8", (self.actions,)),  # and the standard error of that
                ("playouts", "i8", (self.actions,)),
                ("total", "f8", (self.actions,)),
                ("squares", "f8", (self.actions,)),
                ("prior", "f8", (self.actions,)),
                ("order", "i8", (self.actions,)),
                ("bot", "i8"),  # which bot of `work` the playouts are by
                ("pool", "u1", (-(-self.pool // 8) * 8,)),  # whole words, because NumPy does not align a record in a record
                ("completed", self.state),  # a completion of the view
                ("state", self.state),  # the playout
                ("work", self.work),  # the playouts' policies
                ("outcome", "f8", (SEATS,)),
                ("nodes", NODE, (TREE,)),
                ("node_count", "i8"),
            ]
        )

    @cached_property
    def rules_type(self) -> Any:
        return numba.from_dtype(self.rules)

    @cached_property
    def view_type(self) -> Any:
        return numba.from_dtype(self.view)

    @cached_property
    def state_type(self) -> Any:
        return numba.from_dtype(self.state)

    @cached_property
    def work_type(self) -> Any:
        return numba.from_dtype(self.work)

    @cached_property
    def workspace_type(self) -> Any:
        return numba.from_dtype(self.workspace)

    @cached_property
    def score(self) -> Any:
        """The signature of a bot: score(rules, view, action, weights, scratch) -> worth of one legal action, larger is
        better."""
        return numba.types.float64(self.rules_type, self.view_type, numba.types.int64, WEIGHTS_TYPE, SCRATCH_TYPE)

    @cached_property
    def choose(self) -> Any:
        """The signature of a bot that searches: choose(rules, view, count, weights, policy, stream, workspace) -> the place
        of one of the `count` legal actions in `workspace.actions`, or -1 where the policy gave a score that is not a number.
        `stream` is the key of its random draws."""
        return numba.types.int64(
            self.rules_type, self.view_type, numba.types.int64, WEIGHTS_TYPE, numba.types.FunctionType(self.score),
            numba.types.uint64, self.workspace_type,
        )  # fmt: skip

    def work_record(self, bots: Sequence[Any], players: int) -> np.ndarray:
        """The work space of a loop between these bots (weight_array(players), noise, choose): shape (1,), dtype `work`."""
        array = np.zeros(1, self.work)
        numbers = {choose: number for number, choose in enumerate(choosers(bots), 1)}
        for index, bot in enumerate(bots):
            weights = bot.weight_array(players)
            array["weights"]["value"][0, index, : len(weights)] = weights
            array[0].noise[index] = bot.noise
            array[0].chooser[index] = numbers.get(bot.choose, 0)
        return array

    def workspace_record(self, bots: Sequence[Any], players: int) -> np.ndarray:
        """The room of the bots that search, their policies in it under their own numbers: shape (1,), dtype `workspace`."""
        array = np.zeros(1, self.workspace)
        array["work"] = self.work_record([bot.policy or bot for bot in bots], players)
        return array


def choosers(bots: Sequence[Any]) -> list[Any]:
    """The different choosing functions of these bots."""
    return list(dict.fromkeys(bot.choose for bot in bots if bot.choose is not None))
