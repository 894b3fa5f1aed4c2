"""Who played what: the words that come before the first number."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from quorumsim.analysis.judged import listed, plural
from quorumsim.errors import BadInput

if TYPE_CHECKING:
    from quorumsim.lab.run import Run


@dataclass(frozen=True)
class Sample:
    """A run in figures: `blocks` deals, each played `rotations` times by `players`."""

    game: str
    label: str  # what every answer about the game says first; empty: nothing
    title: str
    summary: str
    changes: tuple[str, ...]  # to `base`, one line each
    base: str  # the rules that these are told as changes of
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
    planned: int  # games; more than `games` in a run that was stopped
    precision: float | None  # in games of 100, if the run was to go on until its win shares are known so well
    versions: tuple[tuple[str, str], ...]
    sentences: tuple[str, ...]  # what each of the bots does; empty for one that is not known here
    not_tuned: tuple[str, ...]  # bots whose weights were made for other rules

    @property
    def name(self) -> str:
        """Quorum as published, 4 players"""
        return f"{self.title}, {self.players} players"

    @property
    def changed(self) -> str:
        """Changed from the published game: god_limit: 3 → 2. Empty for the published game."""
        return f"Changed from {self.base}: {'; '.join(self.changes)}." if self.changes else ""

    @property
    def par(self) -> float:
        """What each seat wins of 100 games if all are equal."""
        return 100 / self.players

    @property
    def size(self) -> str:
        """1,000 games by 2 bots (250 deals, each under 4 seatings)"""
        several = f"by {'a mix of ' if self.seating == 'mix' else ''}{len(self.bots)} bots"
        games = f"{plural(self.games, 'game')} {self.by if len(self.bots) == 1 else several}"
        if self.rotations == 1:
            return f"{games}, each its own deal"
        return f"{games} ({plural(self.blocks, 'deal')}, each under {self.rotations} seatings)"

    @property
    def by(self) -> str:
        """by greedy"""
        mixed = "a mix of " if self.seating == "mix" else ""
        return f"by {mixed}{listed(self.bots)}"

    @property
    def played(self) -> str:
        """1,000,000 games by greedy. Bots, not people."""
        return f"{plural(self.games, 'game')} {self.by}. Bots, not people."

    @property
    def who(self) -> str:
        """What was played, and whatever one must know of it before the first number."""
        return " ".join([self.played, *self.warnings])

    @property
    def warnings(self) -> tuple[str, ...]:
        """What one must know of a run before its first number: it was stopped, or bots play rules they were not made for."""
        said = []
        if not self.complete:
            most = "" if self.precision else f" of {self.planned:,}"
            said.append(f"The run was stopped before its end, after {self.games:,}{most} games.")
        if self.not_tuned:
            one = len(self.not_tuned) == 1
            bots = f"The bot{'' if one else 's'} {listed(self.not_tuned)}"
            said.append(f"{bots} {'is' if one else 'are'} not tuned for these rules.")
        return tuple(said)

    def bot_sentence(self, bot: str) -> str:
        """What a bot does; empty if that is not known here."""
        return self.sentences[self.bots.index(bot)]

    def as_json(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.__dataclass_fields__} | {"versions": dict(self.versions)}


def sample_of(run: Run) -> Sample:
    from quorumsim.lab.games import kit

    manifest = run.manifest
    the_kit = kit(manifest["game"])
    published = the_kit.published(run.rules)
    seating = manifest["seating"]
    known = [_bot(run, name) for name in manifest["bots"]]
    own = {entry["bot"]: entry["sentence"] for entry in manifest.get("plugins", [])}
    return Sample(
        game=manifest["game"],
        label=the_kit.LABEL,
        title=run.rules.title,
        summary=run.rules.summary,
        changes=tuple(the_kit.changes(run.rules, published)),
        base=published.name if the_kit.LABEL else "the published game",
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
        planned=manifest["games"],
        precision=manifest.get("precision"),
        versions=tuple(sorted((name, str(version)) for name, version in manifest["versions"].items())),
        sentences=tuple(_sentence(bot) or own.get(name, "") for bot, name in zip(known, manifest["bots"], strict=True)),
        not_tuned=tuple(bot.name for bot in known if bot and bot.note(run.rules, run.manifest["players"])),
    )


def _bot(run: Run, name: str) -> Any:
    """A bot by the name a run gives it; None if it is not known here, or is a user's code, which reading a run never runs."""
    from quorumsim.lab.games import kit

    try:
        return kit(run.manifest["game"]).parse(name, plugins=False)
    except BadInput:
        return None


def _sentence(bot: Any) -> str:
    if bot is None:
        return ""
    return bot.sentence + (f" Of its decisions {bot.noise:.0%} are random." if bot.noise and "@" in bot.name else "")
