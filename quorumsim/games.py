"""The games there are: the one place that names them all. Each fills the doors of docs/a-third-game.md."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Entry:
    """Where a game's parts lie. `kit`: the module with its doors; `page`: the module that makes the page of its runs, if any;
    `packages`: those in `quorumsim` with its code."""

    kit: str
    page: str | None
    packages: tuple[str, ...]


GAMES = {
    "quorum": Entry("quorumsim.bots.kit", "quorumsim.report.page", ("quorum", "bots")),
    "dominus": Entry("quorumsim.dominus.kit", "quorumsim.dominus.page", ("dominus",)),
}
DEFAULT = "quorum"
SHARED = ("engine",)
"""Packages with compiled code that every game uses."""


def data_folder(game: str) -> Path:
    """The folder of a game's data: in `data` inside the package when installed from a wheel, beside it in a checkout."""
    package = Path(__file__).resolve().parent
    inside = package / "data"
    return (inside if inside.is_dir() else package.parent / "data") / game
