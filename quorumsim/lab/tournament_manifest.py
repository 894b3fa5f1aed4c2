"""What tournament.json says, checked when it is read."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from quorumsim.errors import BadInput
from quorumsim.lab.files import write_whole

FORMAT: Final = "quorum-tournament/1"
PARTIAL: Final = "partial"
COMPLETE: Final = "complete"
FILE = "tournament.json"


class Part(BaseModel):
    """What all parts of the file have in common: nothing unknown, nothing converted."""

    model_config = ConfigDict(extra="forbid", strict=True)


class TableEntry(Part):
    """A table: an ordinary run in a folder of its own. `digest`: SHA-256 of that run's manifest, once it is complete."""

    folder: str
    seating: list[str] = Field(min_length=2)
    seed: int = Field(ge=0, lt=2**64)
    digest: str | None = None


class Stage(Part):
    """All tables with one number of players. Every table plays `blocks` deals of its own."""

    players: int = Field(ge=2)
    blocks: int = Field(ge=1)
    chunk_blocks: int = Field(ge=1)
    tables: list[TableEntry] = Field(min_length=1)


class Manifest(Part):
    """A tournament. `games`: of a table whose bots all differ, as asked for."""

    format: Literal["quorum-tournament/1"]
    state: Literal["partial", "complete"]
    command: str
    game: str
    rules_name: str
    fingerprint: str
    bots: list[str] = Field(min_length=2)
    seed: int = Field(ge=0, lt=2**64)
    games: int = Field(ge=1)
    versions: dict[str, str]
    stages: list[Stage] = Field(min_length=1)
    rules: dict[str, Any]

    @model_validator(mode="after")
    def _hang_together(self) -> Manifest:
        if len(set(self.bots)) < len(self.bots):
            raise ValueError("bots names a bot twice")
        players = [stage.players for stage in self.stages]
        if len(set(players)) < len(players):
            raise ValueError("stages has a number of players twice")
        for stage in self.stages:
            for number, table in enumerate(stage.tables):
                if table.folder != table_folder(stage.players, number):
                    raise ValueError(f"the folder {table.folder!r} should be {table_folder(stage.players, number)!r}")
                if len(table.seating) != stage.players or not set(table.seating) <= set(self.bots):
                    raise ValueError(f"the seating of {table.folder} does not agree with players and bots")
        finished = all(table.digest for stage in self.stages for table in stage.tables)
        if finished != (self.state == COMPLETE):
            raise ValueError(f"state is {self.state!r}, which does not agree with the tables' digests")
        return self


def table_folder(players: int, number: int) -> str:
    """Where a table lies in the tournament."""
    return f"players-{players}/table-{number:03d}"


def read_manifest(folder: Path) -> Manifest:
    """The checked manifest; BadInput with one sentence for a folder that is none, or a file that does not hold together."""
    file = folder / FILE
    if not file.is_file():
        raise BadInput(f"{folder} is not a tournament: it has no {FILE}; accepted is a folder that quorumsim tournament wrote")
    try:
        return Manifest.model_validate(json.loads(file.read_text(encoding="utf-8")))
    except ValidationError as error:
        wrong = error.errors()[0]
        where = ".".join(map(str, wrong["loc"]))
        reason = wrong["msg"].removeprefix("Value error, ")
        raise BadInput(
            f"{file}: {where + ': ' if where else ''}{reason[:1].lower()}{reason[1:]}; accepted is a file as quorumsim "
            "tournament wrote it"
        ) from error
    except (OSError, ValueError, RecursionError) as error:
        raise BadInput(f"{file} cannot be read as JSON ({str(error).splitlines()[0]}); the tournament is damaged") from error


def write_manifest(folder: Path, manifest: Manifest) -> None:
    """Writes the manifest, whole or not at all."""
    text = json.dumps(manifest.model_dump(), indent=1, ensure_ascii=False) + "\n"
    write_whole(folder / FILE, text.encode("utf-8"))

