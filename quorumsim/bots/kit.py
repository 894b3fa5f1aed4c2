"""Quorum through the doors that every game has (`lab.games.Kit`). Loading this compiles nothing; playing does."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from quorumsim.bots.registry import REGISTRY, load, parse, parse_seats, roster
from quorumsim.engine.registry import Bot, reweighted, weights_of
from quorumsim.quorum.changes import changes, differences
from quorumsim.quorum.checks import check_players
from quorumsim.quorum.packaged import STANDARD, bot_start, packaged_names, variant_start
from quorumsim.quorum.rules import Rules, from_json, playable_with, resolve, to_json, to_toml
from quorumsim.quorum.words import in_words

NAME, TITLE, LABEL = "quorum", "Quorum", ""
DEFAULT_RULES, DEFAULT_BOT = (STANDARD,), "greedy"
NOT_ASKED: dict[str, str] = {}
LADDER = ("random", "greedy", "consul", "search:100", "ismcts:100")
BENCH, TUNED = ("random", "greedy", "consul"), "consul"
POPULATIONS = {
    2: "itself; greedy; greedy; rival",
    3: "itself; greedy; greedy; itself,senator",
    4: "itself; greedy; greedy; itself,senator,greedy",
}

__all__ = [
    "BENCH", "DEFAULT_BOT", "DEFAULT_RULES", "LABEL", "LADDER", "NAME", "NOT_ASKED", "POPULATIONS", "REGISTRY",
    "TITLE", "TUNED", "Bot", "bot_start", "changes", "check_players", "differences", "from_json", "in_words",
    "load", "packaged_names", "parse", "parse_seats", "playable_with", "resolve", "reweighted", "roster", "to_json",
    "to_toml", "variant_start", "weights_of",
]  # fmt: skip


def published(rules: Rules) -> Rules:
    """The rules that a variant is told as changes of."""
    return resolve()


def loop() -> Any:
    """The compiled loop over blocks (`engine.ranges.Loop`) and what makes a rules record for it."""
    return import_module("quorumsim.bots.ranges").LOOP


def rules_record(rules: Rules) -> Any:
    return import_module("quorumsim.quorum.layout").rules_record(rules)


def play(*args: Any) -> dict[str, Any]:
    """Plays a range of blocks (`ranges.play`)."""
    return import_module("quorumsim.bots.ranges").play(*args)


def game_class() -> Any:
    """The stepping API: a class of (rules, players, seed, block)."""
    return import_module("quorumsim.quorum.game").Game


def transcribe(
    rules: Rules, bots: Sequence[Bot], seed: int, block: int, number: int, explain: bool = False
) -> dict[str, Any]:
    return import_module("quorumsim.quorum.transcript").transcribe(rules, bots, seed, block, number, explain)


def text_lines(rules: Rules, record: dict[str, Any]) -> list[str]:
    """A transcript in words, to follow at the table."""
    file, text = (import_module(f"quorumsim.quorum.transcript_{part}") for part in ("file", "text"))
    return list(text.text_lines(rules, file.as_transcript(record)))


def setup_lines(rules: Rules, players: int, seed: int, block: int) -> Iterator[str]:
    """A deal as a page to print."""
    return import_module("quorumsim.quorum.table_setup").setup_lines(rules, players, seed, block)


def verify_file(path: Path, rules: Rules | None) -> Iterator[Any]:
    """A verdict on every game of a file of transcripts."""
    return import_module("quorumsim.quorum.verify").verify_file(path, rules)
