"""`quorumsim simulate`: play games and write a run."""

import json
import shlex
import sys
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from quorumsim.cli.options import (
    CORES,
    AsJson,
    Backend,
    Bots,
    Changes,
    GameName,
    Games,
    Out,
    Players,
    Precision,
    RulesName,
    Seed,
    ShowProgress,
    Workers,
    folder_to_resume,
    new_app,
    parse_players,
    was_given,
)
from quorumsim.cli.progress import progress
from quorumsim.errors import BadInput
from quorumsim.games import DEFAULT

app = new_app()
KEPT_BY_A_RUN = ("rules", "changes", "players", "bots", "games", "precision", "seed", "log", "game")


@app.command()
def simulate(
    context: typer.Context,
    game: GameName = DEFAULT,
    rules: RulesName = None,
    changes: Changes = None,
    players: Players = "4",
    bots: Bots = None,
    games: Games = 10_000,
    precision: Precision = None,
    seed: Seed = 1,
    out: Out = None,
    workers: Workers = CORES,
    backend: Backend = "threads",
    log: Annotated[Literal["games", "turns"], typer.Option("--log", help="Keep games and seats, or every turn too.")] = "games",
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the stopped run at --out.")] = False,
    as_json: AsJson = False,
    show_progress: ShowProgress = None,
) -> None:
    """Play games between bots and write a run: a folder with a manifest and Parquet tables.

    Games are rounded up to whole blocks: a block is one deal, played under every different rotation of the seating.

    \b
    Example:
      quorumsim simulate --games 100000 --out reports/first
      quorumsim simulate --players 2 --bots greedy,random --seed 7
      quorumsim simulate --players 2-4 --precision 0.5
      quorumsim simulate --rules mine.toml --games 1e6
      quorumsim simulate --resume --out reports/first
    """
    from quorumsim.cli.playing import play_plans

    if precision is not None and was_given(context, "games"):
        raise BadInput("--games and --precision exclude each other; give one of them")
    if resume:
        runs = [_resumed(folder_to_resume(context, KEPT_BY_A_RUN, out, "run"), workers, backend, show_progress)]
    else:
        runs = play_plans(
            game, rules, changes or [], parse_players(players), bots, games, seed, out, workers, backend, log, show_progress,
            shlex.join(["quorumsim", *sys.argv[1:]]), precision,
        )  # fmt: skip
    if as_json:
        print(json.dumps([_summary(run) for run in runs], indent=2))
    else:
        for run in runs:
            print(run.path)


def _resumed(out: Path, workers: int, backend: Any, show_progress: bool | None) -> Any:
    from quorumsim.cli.playing import compile_bots, compile_game, told_if_stopped
    from quorumsim.lab import simulate as lab
    from quorumsim.lab.games import kit
    from quorumsim.lab.run import read_manifest

    manifest = read_manifest(out)
    bots, the_kit = lab.plan_of(out, manifest).bots, kit(manifest["game"])
    compile_game(the_kit)
    compile_bots(the_kit, bots)
    planned = manifest["games"] if manifest.get("precision") is None else None
    with progress(manifest["games"], "games", show_progress) as shown, told_if_stopped(shown, planned, out):
        return lab.resume(out, workers=workers, backend=backend, arrived=shown.update)


def _summary(run: Any) -> dict[str, Any]:
    keys = ("rules_name", "fingerprint", "players", "seating", "seed", "rotations", "state", "command")
    return {"run": str(run.path), "games": run.games, "blocks": run.blocks} | {key: run.manifest[key] for key in keys}
