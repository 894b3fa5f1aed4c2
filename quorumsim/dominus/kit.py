"""Dominus through the doors that every game has (`lab.games.Kit`). Loading this compiles nothing; playing does."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path
from string import Template
from typing import Any

from quorumsim.dominus.changes import changes, differences
from quorumsim.dominus.documents import variant_start
from quorumsim.dominus.rules import (
    Rules,
    check_players,
    from_json,
    packaged_names,
    playable_with,
    published,
    resolve,
    to_json,
    to_toml,
)
from quorumsim.dominus.words import LABEL, in_words
from quorumsim.engine.registry import Bot, Registry, reweighted, weights_of
from quorumsim.errors import BadInput
from quorumsim.games import data_folder

NAME, TITLE = "dominus", "Dominus"
DEFAULT_RULES = ("reconstructed", "literal", "reconstructed-hub", "literal-hub")
DEFAULT_BOT = "mixed"
LADDER = ("random", "mixed", "search:30")
BENCH, TUNED = ("random", "mixed"), "mixed"
POPULATIONS = {
    2: "itself; mixed; stacker",
    3: "itself; mixed; itself,stacker",
    4: "itself; mixed; itself,stacker,spreader",
}
NOT_ASKED = {
    "cards": "it has no cards",
    "gods": "it has no gods",
    "score": "a finished table is scored from a transcript, by transcript verify",
    "compare-play": "it has no score sheets of its own",
}
REGISTRY = Registry(
    title=TITLE,
    package="quorumsim.dominus.bots",
    folder=data_folder(NAME) / "bots",
    layout="quorumsim.dominus.layout",
    resolve=resolve,
    names=("random", "city-greedy", "spreader", "stacker", "general-first", "mixed"),
    searchers=("search", "ismcts"),
    entry_points="quorumsim.dominus.bots",
)
load, parse, parse_seats, roster = REGISTRY.load, REGISTRY.parse, REGISTRY.parse_seats, REGISTRY.roster

__all__ = [
    "BENCH", "DEFAULT_BOT", "DEFAULT_RULES", "LABEL", "LADDER", "NAME", "NOT_ASKED", "POPULATIONS", "REGISTRY",
    "TITLE", "TUNED", "Bot", "Rules", "changes", "check_players", "differences", "from_json", "in_words", "load",
    "packaged_names", "parse", "parse_seats", "playable_with", "published", "resolve", "reweighted", "roster",
    "to_json", "to_toml", "variant_start", "weights_of",
]  # fmt: skip


def bot_start(name: str, plain: bool) -> tuple[str, str]:
    """The commented start of a bot and its test, as Python."""
    if plain:
        raise BadInput(f"--plain: {TITLE} is played by compiled bots only so far; leave it out")
    texts = [(data_folder(NAME) / "templates" / file).read_text(encoding="utf-8") for file in ("bot.txt", "bot_test.txt")]
    bot, test = (Template(text).substitute(name=name) for text in texts)
    return bot, test


def loop() -> Any:
    """The compiled loop over blocks (`engine.ranges.Loop`)."""
    return import_module("quorumsim.dominus.ranges").LOOP


def rules_record(rules: Rules) -> Any:
    return import_module("quorumsim.dominus.layout").rules_record(rules)


def play(*args: Any) -> dict[str, Any]:
    """Plays a range of blocks (`ranges.play`)."""
    return import_module("quorumsim.dominus.ranges").play(*args)


def game_class() -> Any:
    """The stepping API: a class of (rules, players, seed, block)."""
    return import_module("quorumsim.dominus.game").Game


def transcribe(
    rules: Rules, bots: Sequence[Bot], seed: int, block: int, number: int, explain: bool = False
) -> dict[str, Any]:
    return import_module("quorumsim.dominus.transcript").transcribe(rules, bots, seed, block, number, explain)


def text_lines(rules: Rules, record: dict[str, Any]) -> list[str]:
    """A transcript in words, to follow at the table."""
    file, text = (import_module(f"quorumsim.dominus.transcript_{part}") for part in ("file", "text"))
    return list(text.text_lines(rules, file.as_transcript(record)))


def setup_lines(rules: Rules, players: int, seed: int, block: int) -> Iterator[str]:
    """A deal as a page to print."""
    return import_module("quorumsim.dominus.table_setup").setup_lines(rules, players, seed, block)


def verify_file(path: Path, rules: Rules | None) -> Iterator[Any]:
    """A verdict on every game of a file of transcripts."""
    return import_module("quorumsim.dominus.verify").verify_file(path, rules)
