"""The bots of Quorum. `engine.registry` says how a bot is named."""

from __future__ import annotations

from quorumsim.engine.registry import MIX, Bot, Registry
from quorumsim.quorum.packaged import rules_folder
from quorumsim.quorum.rules import resolve

ROSTER = (
    "random", "greedy", "rival", "military", "intrigue", "architecture", "commerce", "senator", "pious", "heathen",
    "censor", "tribune", "legate", "aedile", "consul",
)  # fmt: skip
SEARCHERS = ("search", "ismcts")
REGISTRY = Registry(
    title="Quorum",
    package="quorumsim.bots",
    folder=rules_folder() / "bots",
    layout="quorumsim.quorum.layout",
    resolve=resolve,
    names=ROSTER,
    searchers=SEARCHERS,
    entry_points="quorumsim.bots",
    steps="quorumsim.bots.stepping",
)
load, parse, parse_seats, roster = REGISTRY.load, REGISTRY.parse, REGISTRY.parse_seats, REGISTRY.roster

__all__ = ["MIX", "REGISTRY", "ROSTER", "SEARCHERS", "Bot", "load", "parse", "parse_seats", "roster"]
