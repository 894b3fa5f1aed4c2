"""The games that the contract is held against: all there are, and Coins, which tests/toy adds as docs/a-third-game.md says."""

from __future__ import annotations

from typing import Any, NamedTuple

from quorumsim import games
from quorumsim.lab.games import kit

games.GAMES["coins"] = games.Entry("tests.toy.kit", None, ())  # for this process: a worker process knows the shipped ones only


class Case(NamedTuple):
    """A game with what a small run of it needs. `own_rules`: other rules than the default; `change`: of a field."""

    game: str
    own_rules: str
    change: str
    bots: str
    search: str

    @property
    def kit(self) -> Any:
        return kit(self.game)

    @property
    def rules(self) -> Any:
        return self.kit.resolve(self.own_rules)


CASES = [
    Case("quorum", "shared-ties", "god_limit=2", "greedy,random,greedy@0.3", "search:3:greedy"),
    Case("dominus", "literal-hub", "general_power=3", "mixed,random,spreader@0.3", "search:3"),
    Case("coins", "plain", "rounds=4", "careful,random,careful@0.3", "search:3"),
]
assert {case.game for case in CASES} == set(games.GAMES)
