"""A tournament: every table an ordinary run on deals of its own, and a manifest that tells what is there.

Within a table each deal is played under every rotation, so cards and seats are fair there. Between tables deals are not
shared: a deal that suits a specialist suits it at every table, so the same deals everywhere would give each bot's figures
1.0 to 2.9 times the variance (measured on ten bots, docs/tournament.md) for the same number of games.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from quorumsim import __version__
from quorumsim.errors import BadInput
from quorumsim.lab import simulate as runs
from quorumsim.lab.chunk import file_digest
from quorumsim.lab.draw import draw
from quorumsim.lab.files import make_folder
from quorumsim.lab.games import kit
from quorumsim.lab.plan import Plan, make_plan, seating_names
from quorumsim.lab.run import Run, read_run
from quorumsim.lab.run import read_manifest as read_table
from quorumsim.lab.seating import rotations
from quorumsim.lab.tournament_manifest import (
    COMPLETE,
    FILE,
    FORMAT,
    PARTIAL,
    Manifest,
    Stage,
    TableEntry,
    read_manifest,
    table_folder,
    write_manifest,
)

Arrived = Callable[[int], None]


@dataclass(frozen=True)
class TournamentPlan:
    """`stages`: for each number of players the plans of its tables, all with as many blocks in as large chunks."""

    game: str
    rules: Any
    bots: tuple[str, ...]
    seed: int
    games_a_table: int
    stages: tuple[tuple[Plan, ...], ...]

    @property
    def tables(self) -> list[Plan]:
        return [plan for stage in self.stages for plan in stage]

    @property
    def games(self) -> int:
        return sum(plan.games for plan in self.tables)


@dataclass(frozen=True)
class PlayedStage:
    """The runs of all tables with one number of players, in the order of the manifest."""

    players: int
    blocks: int
    tables: tuple[Run, ...]


@dataclass(frozen=True)
class Tournament:
    """A finished tournament, opened for reading. `read_tournament` makes one."""

    path: Path
    manifest: Manifest
    rules: Any
    stages: tuple[PlayedStage, ...]


def plan_tournament(
    *, rules: Any, bots: Sequence[str], players: Sequence[int], games: int, seed: int, game: str = "quorum"
) -> TournamentPlan:
    """A plan from what a user says. `games`: of a table whose bots all differ, rounded up to whole blocks. BadInput for what
    cannot be played."""
    the_kit = kit(game)
    names = tuple(the_kit.parse(bot).name for bot in bots)
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise BadInput(f"--bots names {twice[0]} twice; give every bot once")
    if len(names) < 2:
        raise BadInput(f"--bots names {', '.join(names) or 'no bot'}; a tournament needs at least 2 bots, by comma")
    stages = tuple(_plan_stage(game, rules, names, each, games, seed) for each in players)
    return TournamentPlan(game, rules, names, seed, games, stages)


def _plan_stage(game: str, rules: Any, bots: tuple[str, ...], players: int, games: int, seed: int) -> tuple[Plan, ...]:
    """Where copies of a bot make fewer rotations there are fewer games, on as many deals."""
    blocks = -(-games // players)
    plans: list[Plan] = []
    for number, table in enumerate(draw(len(bots), players, seed)):
        plans.append(make_plan(
            rules=rules, players=players, bots=",".join(bots[bot] for bot in table), games=blocks * rotations(table, players),
            seed=table_seed(seed, players, number), game=game, chunk_blocks=plans[0].chunk_blocks if plans else None,
        ))  # fmt: skip
    return tuple(plans)


def table_seed(seed: int, players: int, number: int) -> int:
    """The master seed of a table: 64 bits of SHA-256, so that no two tables share a deal."""
    return int.from_bytes(hashlib.sha256(f"tournament {seed} {players} {number}".encode()).digest()[:8], "big")


def play_tournament(
    plan: TournamentPlan, out: Path, *, workers: int = 1, command: str = "", arrived: Arrived = lambda games: None
) -> Tournament:
    """Plays into the new folder `out`. Whatever happens, its manifest tells what is there, and `resume_tournament` goes on."""
    make_folder(out)
    manifest = Manifest(
        format=FORMAT, state=PARTIAL, command=command, game=plan.game, rules_name=plan.rules.name,
        fingerprint=plan.rules.fingerprint, bots=list(plan.bots), seed=plan.seed, games=plan.games_a_table,
        versions={"quorumsim": __version__, "code": runs.code_version(plan.game)},
        stages=[_stage_entry(stage) for stage in plan.stages], rules=kit(plan.game).to_json(plan.rules),
    )  # fmt: skip
    write_manifest(out, manifest)
    return _play(plan, out, manifest, workers, arrived)


def resume_tournament(out: Path, *, workers: int = 1, arrived: Arrived = lambda games: None) -> Tournament:
    """Goes on with a tournament that was stopped, to the bytes it would have had; a finished one is only checked."""
    manifest = read_manifest(out)
    runs.check_code(out, manifest.game, manifest.versions)
    return _play(plan_of(out, manifest), out, manifest, workers, arrived)


def plan_of(folder: Path, manifest: Manifest) -> TournamentPlan:
    """The plan that a manifest describes; BadInput if its tables are not those that its bots, games and seed lead to."""
    rules = _rules(folder, manifest)
    plan = plan_tournament(
        rules=rules, bots=manifest.bots, players=[stage.players for stage in manifest.stages], games=manifest.games,
        seed=manifest.seed, game=manifest.game,
    )  # fmt: skip
    for stage, planned in zip(manifest.stages, plan.stages, strict=True):
        told = stage.model_copy(update={"tables": [entry.model_copy(update={"digest": None}) for entry in stage.tables]})
        if told != _stage_entry(planned):
            raise BadInput(
                f"{folder / FILE}: the stage of {stage.players} players is not what its bots, games and seed lead to; the "
                "manifest was changed by hand"
            )
    return plan


def read_tournament(path: str | Path) -> Tournament:
    """Opens the folder of a finished tournament; BadInput if it is none, is not finished, or does not hold together."""
    folder = Path(path)
    manifest = read_manifest(folder)
    if manifest.state != COMPLETE:
        left = sum(table.digest is None for stage in manifest.stages for table in stage.tables)
        raise BadInput(
            f"{folder} is not finished ({left} of {sum(len(stage.tables) for stage in manifest.stages)} tables are left); "
            f"play it to its end with quorumsim tournament --resume --out {folder}"
        )
    stages = tuple(
        PlayedStage(stage.players, stage.blocks, tuple(_read_table(folder, manifest, stage, entry) for entry in stage.tables))
        for stage in manifest.stages
    )
    return Tournament(folder, manifest, _rules(folder, manifest), stages)


def _stage_entry(plans: Sequence[Plan]) -> Stage:
    first = plans[0]
    tables = [
        TableEntry(folder=table_folder(first.players, number), seating=list(seating_names(plan)), seed=plan.seed)
        for number, plan in enumerate(plans)
    ]
    return Stage(players=first.players, blocks=first.blocks, chunk_blocks=first.chunk_blocks, tables=tables)


def _rules(folder: Path, manifest: Manifest) -> Any:
    return runs.told_rules(folder, FILE, manifest.game, manifest.rules, manifest.fingerprint)


def _play(plan: TournamentPlan, out: Path, manifest: Manifest, workers: int, arrived: Arrived) -> Tournament:
    entries = [entry for stage in manifest.stages for entry in stage.tables]
    for table, entry in zip(plan.tables, entries, strict=True):
        folder = out / entry.folder
        _play_table(table, folder, workers, manifest.command, arrived)
        digest = file_digest(folder / "manifest.json")
        if entry.digest not in (None, digest):
            raise BadInput(f"{folder / 'manifest.json'} is not the one that was written; the tournament was changed by hand")
        if entry.digest is None:
            entry.digest = digest
            if all(each.digest for each in entries):
                manifest.state = COMPLETE
            write_manifest(out, manifest)
    return read_tournament(out)


def _play_table(plan: Plan, folder: Path, workers: int, command: str, arrived: Arrived) -> None:
    if not folder.exists():
        runs.simulate(plan, folder, workers=workers, command=command, arrived=arrived)
    elif not (folder / "manifest.json").exists():  # stopped between making the folder and naming its manifest
        (folder / "manifest.unfinished").unlink(missing_ok=True)
        folder.rmdir()
        runs.simulate(plan, folder, workers=workers, command=command, arrived=arrived)
    else:
        if runs.plan_of(folder, read_table(folder)) != plan:
            raise BadInput(f"{folder} holds another run than was planned for this table; the tournament was changed by hand")
        runs.resume(folder, workers=workers, arrived=arrived)


def _read_table(folder: Path, manifest: Manifest, stage: Stage, entry: TableEntry) -> Run:
    run = read_run(folder / entry.folder)
    if file_digest(run.path / "manifest.json") != entry.digest:
        raise BadInput(f"{run.path / 'manifest.json'} is not the one that was written; copy the tournament anew")
    told = run.manifest
    planned = (stage.blocks, stage.chunk_blocks, entry.seating, entry.seed, manifest.fingerprint)
    if (told["blocks"], told["chunk_blocks"], told["seating"], told["seed"], told["fingerprint"]) != planned:
        raise BadInput(f"{run.path} holds another run than {folder / FILE} says; the tournament was changed by hand")
    return run
