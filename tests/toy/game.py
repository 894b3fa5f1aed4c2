"""Coins step by step."""

from __future__ import annotations

from quorumsim.engine.game import SteppedGame, Steps
from quorumsim.engine.steps import Action
from tests.toy.kernel import PHASES, RECORDS, rules_record
from tests.toy.rules import Rules, check_players


class Game(SteppedGame):
    steps = Steps(RECORDS)
    phases = PHASES

    def __init__(self, rules: Rules, players: int = 4, seed: int = 1, block: int = 0) -> None:
        check_players(rules, players)
        super().__init__(rules, rules_record(rules), players, seed, block)

    def _action(self, number: int) -> Action:
        return Action("coin", number, "take the coin" if number else "leave the coin")
