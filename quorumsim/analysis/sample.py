"""Who played what: the words that come before the first number."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from quorumsim.quorum.changes import changes
from quorumsim.quorum.rules import resolve

if TYPE_CHECKING:
    from quorumsim.lab.run import Run


@dataclass(frozen=True)
class Sample:
    """A run in figures: `blocks` deals, each played `rotations` times by `players`."""

    game: str
    title: str
    summary: str
    changes: tuple[str, ...]  # to the published game, one line each
    rules_name: str
    fingerprint: str
    players: int
    games: int
    blocks: int
    rotations: int
    bots: tuple[str, ...]
    seating: tuple[str, ...] | str
    seed: int
    command: str
    complete: bool
    versions: tuple[tuple[str, str], ...]

    @property
    def name(self) -> str:
        """Quorum as published, 4 players"""
        return f"{self.title}, {self.players} players"

    @property
    def par(self) -> float:
        """What each seat wins of 100 games if all are equal."""
        return 100 / self.players

    @property
    def size(self) -> str:
        """1,000 games (250 deals, each under 4 seatings)"""
        if self.rotations == 1:
            return f"{plural(self.games, 'game')}, each its own deal"
        return f"{plural(self.games, 'game')} ({plural(self.blocks, 'deal')}, each under {self.rotations} seatings)"

    @property
    def who(self) -> str:
        """1,000,000 games by greedy. Bots, not people."""
        if self.seating == "mix":
            by = "a mix of " + listed(self.bots)
        elif len(self.bots) == 1:
            by = self.bots[0]
        else:
            by = listed(tuple(dict.fromkeys(self.seating)))
        partly = "" if self.complete else " The run was not finished."
        return f"{plural(self.games, 'game')} by {by}. Bots, not people.{partly}"

    def as_json(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.__dataclass_fields__}


def sample_of(run: Run) -> Sample:
    manifest = run.manifest
    seating = manifest["seating"]
    return Sample(
        game=manifest["game"],
        title=run.rules.title,
        summary=run.rules.summary,
        changes=tuple(changes(run.rules, resolve())),
        rules_name=manifest["rules_name"],
        fingerprint=manifest["fingerprint"],
        players=manifest["players"],
        games=sum(chunk["games"] for chunk in manifest["chunks"]),
        blocks=sum(chunk["blocks"] for chunk in manifest["chunks"]),
        rotations=manifest["rotations"],
        bots=tuple(manifest["bots"]),
        seating=seating if isinstance(seating, str) else tuple(seating),
        seed=manifest["seed"],
        command=manifest["command"],
        complete=manifest["state"] == "complete",
        versions=tuple(sorted((name, str(version)) for name, version in manifest["versions"].items())),
    )


def plural(number: int, noun: str) -> str:
    """1 game, 2,000 games"""
    return f"{number:,} {noun}" + ("" if number == 1 else "s")


def listed(words: tuple[str, ...]) -> str:
    """a, b and c"""
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " and " + words[-1]
