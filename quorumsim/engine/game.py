"""One game, step by step: what the stepping APIs of all games share. The same compiled functions as the batch loop."""

from __future__ import annotations

from typing import Any

import numba
import numpy as np

from quorumsim.compiled import jit
from quorumsim.engine import deciding, moves
from quorumsim.engine.faults import NOT_A_NUMBER, fault
from quorumsim.engine.records import CHOOSERS, DONE, Records, array_of
from quorumsim.engine.steps import Action, Fields, Opinion
from quorumsim.errors import BadInput


def _present(rules, states):
    """Everything that a person may ask for is up to date."""
    moves.show(rules[0], states[0])
    moves.add_up(rules[0], states[0])


def _new_game(rules, states, seed, block, players):
    moves.new_game(rules[0], states[0], seed, block, players)
    moves.show(rules[0], states[0])
    moves.add_up(rules[0], states[0])


def _legal_actions(rules, states, actions):
    return moves.legal_actions(rules[0], states[0], actions)


def _apply(rules, states, action):
    moves.apply_action(rules[0], states[0], action)
    moves.show(rules[0], states[0])
    moves.add_up(rules[0], states[0])


def _place(rules, states, seat):
    return moves.place_of(rules[0], states[0], seat)


def _decide(rules, states, score, choosers, works, workspaces):
    return deciding.decide(rules[0], states[0], score, choosers, 0, works[0], workspaces[0])


def _scores(rules, states, score, works, actions, scores):
    """Fills `scores` with what a scoring function thinks of each of `actions`, as in one decision."""
    deciding.ask(rules[0], states[0].seen, score, 0, works[0], actions, actions.shape[0], scores)


def _unasked(rules, states, actions, noise):
    return deciding.unasked(rules[0], states[0], actions, moves.legal_actions(rules[0], states[0], actions), noise)


class Steps:
    """The compiled functions of the stepping API of one game."""

    def __init__(self, records: Records) -> None:
        self.records = records
        rules, states, works = (array_of(kind) for kind in (records.rules_type, records.state_type, records.work_type))
        integer, floats = numba.types.int64, numba.types.float64
        nothing, key, actions = numba.types.void, numba.types.uint64, integer[::1]
        score = numba.types.FunctionType(records.score)
        choosers = numba.types.UniTuple(numba.types.FunctionType(records.choose), CHOOSERS)
        self.present = jit(nothing(rules, states))(_present)
        self.new_game = jit(nothing(rules, states, key, key, integer))(_new_game)
        self.legal_actions = jit(integer(rules, states, actions))(_legal_actions)
        self.apply = jit(nothing(rules, states, integer))(_apply)
        self.place = jit(integer(rules, states, integer))(_place)
        self.decide = jit(integer(rules, states, score, choosers, works, array_of(records.workspace_type)))(_decide)
        self.scores = jit(nothing(rules, states, score, works, actions, floats[::1]))(_scores)
        self.unasked = jit(integer(rules, states, actions, floats))(_unasked)


class SteppedGame:
    """A game dealt from (seed, block); it waits for the next decision until it is `done`.

    A game's own class names its actions (`_action`) and shows its state.
    """

    steps: Steps
    phases: tuple[str, ...]

    def __init__(self, rules: Any, rules_array: np.ndarray, players: int, seed: int, block: int) -> None:
        if not (0 <= seed < 2**64 and 0 <= block < 2**64):
            raise BadInput(f"seed {seed} and block {block} must be whole numbers from 0 to 2^64 - 1")
        self.rules, self.players, self.seed, self.block = rules, players, seed, block
        self.rules_array = rules_array
        self.states = np.zeros(1, self.steps.records.state)
        self._now: Any = Fields(self.states)
        self._actions = np.zeros(self.steps.records.actions, np.int64)
        self.steps.new_game(self.rules_array, self.states, np.uint64(seed), np.uint64(block), players)

    def _action(self, number: int) -> Action:
        """An action of the current decision by its number."""
        raise NotImplementedError

    @property
    def state(self) -> Any:
        """The whole state (a record), hidden things included."""
        return self.states[0]

    @property
    def done(self) -> bool:
        return bool(self._now.seen.phase == DONE)

    @property
    def phase(self) -> str:
        """The name of the decision that the game waits for, or done."""
        return self.phases[self._now.seen.phase]

    @property
    def seat(self) -> int:
        """Whose decision it is."""
        return int(self._now.seen.seat)

    @property
    def round(self) -> int:
        """The round being played, from 1."""
        return int(self._now.seen.round_index) + 1

    @property
    def totals(self) -> list[int]:
        """Each seat's points if the game ended now."""
        return [int(total) for total in self._now.total[: self.players]]

    def places(self) -> list[int]:
        """By seat: 1 for the winners, else 1 plus the number of seats ahead."""
        return [int(self.steps.place(self.rules_array, self.states, seat)) for seat in range(self.players)]

    def legal_actions(self) -> list[Action]:
        """The choices of the seat whose turn it is, in their fixed order; empty when the game is done."""
        if self.done:
            return []
        count = self.steps.legal_actions(self.rules_array, self.states, self._actions)
        return [self._action(int(number)) for number in self._actions[:count]]

    def apply(self, action: Action | int) -> None:
        """Carries out one of `legal_actions()` (or its number); BadInput for anything else."""
        number = action.number if isinstance(action, Action) else action
        phase = self.phase
        count = 0 if self.done else self.steps.legal_actions(self.rules_array, self.states, self._actions)
        if (isinstance(action, Action) and action.phase != phase) or number not in self._actions[:count]:
            raise BadInput(f"{action} is not a legal action in the {phase} phase of seat {self.seat}")
        self._carry_out(number)

    def _carry_out(self, number: int) -> None:
        self.steps.apply(self.rules_array, self.states, number)

    def present(self) -> None:
        """Brings everything that one may ask for up to date."""
        self.steps.present(self.rules_array, self.states)

    def decide(self, bot: Any) -> Action:
        """What a bot (a `registry.Bot` of `quorumsim.bots`) plays here; it sees the view only."""
        if bot.plain:
            return bot.step(self)
        return self._decided(bot, self.steps.records.workspace_record([bot], self.players))

    def unasked(self, noise: float) -> int:
        """The number of the action that is taken without asking a bot with this noise; -1: it is to decide."""
        return int(self.steps.unasked(self.rules_array, self.states, self._actions, noise))

    def explain(self, bot: Any) -> tuple[Action, list[Opinion]]:
        """What a bot plays here, and what it thinks of each legal action.

        No opinions where it has no choice or plays at random, nor from a bot in plain Python, which only chooses.
        """
        if bot.plain:
            return bot.step(self), []
        records = self.steps.records
        actions = self.legal_actions()
        workspace = records.workspace_record([bot], self.players)
        decided, room = self._decided(bot, workspace), workspace[0]
        if self.unasked(bot.noise) >= 0:
            return decided, []
        if bot.choose is not None:
            opinions = [
                Opinion(action, float(room.worth[place]), int(room.playouts[place]), float(room.spread[place]))
                for place, action in enumerate(actions)
            ]
        else:
            numbers, scores = np.array([action.number for action in actions]), np.empty(len(actions))
            works = records.work_record([bot], self.players)
            self.steps.scores(self.rules_array, self.states, bot.score, works, numbers, scores)
            opinions = [Opinion(action, float(worth)) for action, worth in zip(actions, scores, strict=True)]
        return decided, opinions

    def _decided(self, bot: Any, workspace: np.ndarray) -> Action:
        try:
            number = self.steps.decide(
                self.rules_array, self.states, bot.score, deciding.choosing([bot], self.steps.records),
                self.steps.records.work_record([bot], self.players), workspace,
            )  # fmt: skip
        except Exception as error:  # only a user's bot raises
            what = bot.what_happened(error)
            raise fault(bot.name, what, self.seed, self.block, self.seat, self.round, self.phase) from error
        if number < 0:
            raise fault(bot.name, NOT_A_NUMBER, self.seed, self.block, self.seat, self.round, self.phase)
        return self._action(int(number))


class Decisions:
    """What a bot decides in a turn, and why."""

    def __init__(self, game: SteppedGame, bot: Any, explain: bool) -> None:
        self.game, self.bot, self.explain = game, bot, explain
        self.why: list[dict[str, Any]] = []

    def next(self) -> Action:
        """The bot's action in the decision that the game is at."""
        if not self.explain:
            return self.game.decide(self.bot)
        phase = self.game.phase
        decided, opinions = self.game.explain(self.bot)
        options = [
            {"action": opinion.action.title, "number": opinion.action.number, "worth": round(opinion.worth, 4)}
            | ({} if opinion.playouts is None else {"playouts": opinion.playouts, "error": round(opinion.error or 0.0, 4)})
            for opinion in opinions
        ]
        unit = "points" if self.bot.choose is None else "share of a win"
        self.why.append({"phase": phase, "chosen": decided.number, "unit": unit, "options": options})
        return decided
