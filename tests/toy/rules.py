"""The rules of Coins: `coins` lie face down in an order by chance; in each round each seat takes the next or leaves it."""

from __future__ import annotations

import hashlib
import json
from functools import cached_property
from typing import Annotated, Any

from quorumsim.errors import BadInput
from quorumsim.fields import Entries, Frozen, Whole, validated
from quorumsim.rules_files import read_overrides

MOST_ROUNDS, COINS = 12, 48


class Rules(Frozen):
    name: str = "plain"
    title: str = "Coins"
    summary: str = "Take the next coin face down, or leave it."
    rounds: Annotated[int, Whole(1, MOST_ROUNDS)] = 6
    coins: Annotated[tuple[int, ...], Entries(1, 9, "whole numbers")] = (-3, 0, 1, 4)

    @cached_property
    def fingerprint(self) -> str:
        told = json.dumps([self.rounds, self.coins])
        return hashlib.sha256(told.encode()).hexdigest()[:16]


def resolve(spec: Any = "plain", overrides: Any = ()) -> Rules:
    if spec != "plain":
        raise BadInput(f"unknown rules {spec!r}; accepted: plain")
    if not overrides:
        return Rules()
    document, words = read_overrides(overrides, "rounds=3", ("name",))
    return validated(Rules, {"name": f"plain + {words}", **document.content}, "--set")


def to_json(rules: Rules) -> dict[str, Any]:
    return rules.model_dump(mode="json")


def from_json(data: Any, source: str = "rules") -> Rules:
    return validated(Rules, data, source)


def check_players(rules: Rules, players: int) -> None:
    if not 2 <= players <= 4:
        raise BadInput(f"{rules.name} is for 2 to 4 players, not {players}")


def changes(rules: Rules, base: Rules) -> list[str]:
    return [
        f"{name}: {getattr(base, name)} -> {getattr(rules, name)}"
        for name in ("rounds", "coins")
        if getattr(rules, name) != getattr(base, name)
    ]
