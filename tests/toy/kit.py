"""Coins through the doors that every game has."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from quorumsim.engine.game import Decisions
from quorumsim.engine.registry import Registry, reweighted, weights_of
from quorumsim.errors import BadInput
from tests.toy import rules as the_rules
from tests.toy.rules import Rules, changes, check_players, from_json, resolve, to_json

NAME, TITLE, LABEL = "coins", "Coins", ""
DEFAULT_RULES, DEFAULT_BOT = ("plain",), "careful"
LADDER = ("random", "careful", "search:3")
BENCH, TUNED = ("random", "careful"), "careful"
POPULATIONS = dict.fromkeys((2, 3, 4), "itself; random")
NOT_ASKED = dict.fromkeys(("cards", "gods", "score", "compare-play"), "it has nothing of the kind")
REGISTRY = Registry(
    title=TITLE, package="tests.toy", folder=Path(__file__).parent / "bots", layout="tests.toy.kernel", resolve=resolve,
    names=("random", "careful"), searchers=("search",), entry_points="tests.toy.bots",
)  # fmt: skip
load, parse, parse_seats, roster = REGISTRY.load, REGISTRY.parse, REGISTRY.parse_seats, REGISTRY.roster

__all__ = ["changes", "check_players", "from_json", "resolve", "reweighted", "to_json", "weights_of"]


def packaged_names() -> list[str]:
    return ["plain"]


def published(rules: Rules) -> Rules:
    return resolve()


def playable_with(rules: Rules) -> list[int]:
    return [2, 3, 4]


def differences(rules: Rules, base: Rules) -> str:
    return "; ".join(changes(rules, base)) or f"the same game as {base.name}"


def in_words(rules: Rules) -> list[tuple[str, list[str]]]:
    return [("Coins", [f"{rules.rounds} rounds", f"coins: {rules.coins}"])]


def to_toml(rules: Rules) -> str:
    return "".join(f"{name} = {json.dumps(value)}\n" for name, value in to_json(rules).items())


def variant_start(name: str, base: str) -> str:
    raise BadInput("Coins has no files of rules")


def bot_start(name: str, plain: bool) -> tuple[str, str]:
    raise BadInput("Coins has no start of a bot")


def loop() -> Any:
    from tests.toy import kernel

    return kernel.LOOP


def rules_record(rules: Rules) -> Any:
    from tests.toy import kernel

    return kernel.rules_record(rules)


def play(*args: Any) -> dict[str, Any]:
    from tests.toy import kernel

    return kernel.play(*args)


def game_class() -> Any:
    from tests.toy.game import Game

    return Game


class Verdict(NamedTuple):
    game: int
    problem: str | None


def transcribe(
    rules: Rules, bots: Sequence[Any], seed: int, block: int, number: int, explain: bool = False
) -> dict[str, Any]:
    played = game_class()(rules, len(bots), seed, block)
    turns: list[dict[str, Any]] = []
    while not played.done:
        decisions = Decisions(played, bots[played.seat], explain)
        action = decisions.next()
        why = {"why": decisions.why} if explain else {}
        turns.append({"round": played.round, "seat": played.seat, "coin": action.number, **why})
        played.apply(action)
    head = {"format": "coins-transcript/1", "game": number, "seed": seed, "block": block, "rules": rules.name}
    winners = [seat for seat, place in enumerate(played.places()) if place == 1]
    return head | {"players": len(bots), "bots": [bot.name for bot in bots], "turns": turns,
                   "end": {"points": [{"total": total} for total in played.totals], "winners": winners}}  # fmt: skip


def text_lines(rules: Rules, record: dict[str, Any]) -> list[str]:
    return [
        f"round {turn['round']}, seat {turn['seat'] + 1}: {'takes' if turn['coin'] else 'leaves'}" for turn in record["turns"]
    ]


def setup_lines(rules: Rules, players: int, seed: int, block: int) -> Iterator[str]:
    yield f"{rules.title}, {players} players: deal {block} of seed {seed}"


def verify_file(path: Path, rules: Rules | None) -> Iterator[Verdict]:
    for line in path.read_text(encoding="utf-8").splitlines():
        told = json.loads(line)
        played = game_class()(rules or the_rules.resolve(), told["players"], told["seed"], told["block"])
        for turn in told["turns"]:
            played.apply(turn["coin"])
        totals = [row["total"] for row in told["end"]["points"]]
        wrong = None if totals == played.totals else f"game {told['game']}: totals are {totals}, expected {played.totals}"
        yield Verdict(told["game"], wrong)
