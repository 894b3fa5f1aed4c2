"""`quorumsim tune`: fit a bot's weights to rules, by games against a population."""

import json
import shlex
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from quorumsim.cli.options import (
    CORES,
    AsJson,
    Changes,
    GameName,
    RulesName,
    Seed,
    ShowProgress,
    Workers,
    new_app,
    one_of_rules,
    parse_players,
)
from quorumsim.cli.progress import progress
from quorumsim.errors import BadInput
from quorumsim.games import DEFAULT

app = new_app()


@app.command()
def tune(
    bot: Annotated[
        str | None,
        typer.Argument(metavar="BOT", show_default="consul", help="The bot to begin from: consul, or a file with weights."),
    ] = None,
    game: GameName = DEFAULT,
    rules: RulesName = None,
    changes: Changes = None,
    players: Annotated[str, typer.Option("--players", metavar="N", help="2, 3 or 4 players.")] = "4",
    against: Annotated[
        str | None,
        typer.Option(
            "--against",
            metavar="TABLES",
            show_default="itself; greedy; greedy; and a mixed table",
            help="Who sits at the other seats: tables by semicolon, each one bot or one for each seat by comma; "
            "itself: the bot as it is then.",
        ),
    ] = None,
    generations: Annotated[int, typer.Option("--generations", min=1, help="Generations of the search.")] = 150,
    candidates: Annotated[int, typer.Option("--candidates", min=4, help="Candidates in each generation.")] = 20,
    games: Annotated[int, typer.Option("--games", min=1, help="Games of each candidate in each generation.")] = 1600,
    validation: Annotated[
        int, typer.Option("--validation", min=1, help="Games at each table that measure the result.")
    ] = 20_000,
    seed: Seed = 1,
    out: Annotated[
        str, typer.Option("--out", metavar="FILE", help="The file to write: a bot to be named by --bots ./FILE.")
    ] = "tuned.toml",
    workers: Workers = CORES,
    as_json: AsJson = False,
    show_progress: ShowProgress = None,
) -> None:
    """Tune a bot's weights for rules, so that a comparison of rules is not one of how badly the bots fit them.

    The search (CMA-ES) plays on deals of its own, and the result is measured on others again. A log beside the file keeps the
    finished generations: the same command goes on after a stop, to the same bytes.

    \b
    Example:
      quorumsim tune consul --rules ten-rounds --players 4 --out ten-rounds-consul.toml
      quorumsim simulate --rules ten-rounds --bots ./ten-rounds-consul.toml
    """
    from quorumsim.cli.playing import compile_bots, compile_game
    from quorumsim.lab.games import kit

    the_kit = kit(game)
    bot = bot or the_kit.TUNED
    counts = parse_players(players)
    if len(counts) > 1:
        raise BadInput(f"--players is {players!r}; weights are tuned for one number of players, 2, 3 or 4")
    path = Path(out)
    if path.suffix != ".toml":
        raise BadInput(f"--out is {out!r}; the file's name must end in .toml")
    if path.exists():
        raise BadInput(f"--out {out} exists already; give the name of a file that does not exist yet")
    if not path.absolute().parent.is_dir():
        raise BadInput(f"--out {out} cannot be made: {path.parent} is not a folder")
    resolved = one_of_rules(the_kit, rules, changes)
    the_kit.check_players(resolved, counts[0])
    begin = the_kit.parse(bot)
    if begin.noise:
        raise BadInput(f"bot {bot} plays at random in part of its decisions; tune it without that")
    if find_spec("cmaes") is None:
        raise BadInput("tune needs the library cmaes, which is not installed; install quorumsim[tune]")
    from quorumsim.lab import tune as lab

    if seed > lab.MOST_SEED:
        raise BadInput(f"--seed is {seed}; for tuning it must be at most {lab.MOST_SEED}")
    tables = lab.population_of(against or the_kit.POPULATIONS[counts[0]], game, counts[0])
    plan = lab.TunePlan(game, resolved, counts[0], begin, tables, generations, candidates, games, seed)
    compile_game(the_kit)
    compile_bots(the_kit, [begin, *(other for table in tables for other in table if other is not None)])
    log = path.with_suffix(".log")
    with progress(generations, "generations", show_progress) as shown:
        try:
            tuned = lab.tune(plan, log, workers=workers, arrived=lambda number, worth: shown.update(1))
        except KeyboardInterrupt:
            print(
                f"stopped: {shown.done} of {generations} generations are kept in {log}; the same command goes on",
                file=sys.stderr,
            )
            raise
    validations = lab.validate(plan, tuned, validation)
    lab.write_weights(path, plan, tuned, validations, shlex.join(["quorumsim", *sys.argv[1:]]))
    if as_json:
        rows = [
            {
                "against": each.table,
                "games": each.games,
                "share": each.share.value,
                "low": each.share.low,
                "high": each.share.high,
                "before": each.before.value,
            }
            for each in validations
        ]
        print(json.dumps({"file": str(path), "players": counts[0], "rules": resolved.name, "tables": rows}, indent=2))
        return
    for each in validations:
        share, before = each.share, each.before
        print(
            f"against {each.table}: wins {share.value:.1%} ({share.low:.1%} to {share.high:.1%}) of {each.games:,} games "
            f"on deals not tuned on, {before.value:.1%} before ({before.low:.1%} to {before.high:.1%})"
        )
    print(path)
