"""`quorumsim bench`: games per second on this machine."""

import json
import statistics
import time
from importlib import import_module
from typing import Annotated, Any

import typer

from quorumsim.cli.options import CORES, AsJson, new_app, parse_players

app = new_app()
SECONDS = 1.5
REPEATS = 3


@app.command()
def bench(
    bots: Annotated[
        str, typer.Option("--bots", metavar="NAMES", help="Bots by comma; each plays against itself.")
    ] = "random,greedy,consul",
    players: Annotated[str, typer.Option("--players", metavar="N", help="2, 3 or 4 players; 2-4 does each.")] = "2-4",
    as_json: AsJson = False,
) -> None:
    """Games per second here, written to a run with --log games: by bot and players on one worker, and on all cores.

    Each figure is the median of three plays of about a second and a half, after a warm-up. Then the playouts a second that a
    search gets by each of these bots, from every decision of a game to its end. scripts/bench sets the same
    beside plain Python and plain C on the same rules. Machines are shared and noisy: compare within one table only.

    \b
    Example:
      quorumsim bench
      quorumsim bench --bots greedy,rival --players 4
    """
    from quorumsim.bots.registry import parse
    from quorumsim.cli.playing import compile_bots, compiled

    names = [name.strip() for name in bots.split(",")]
    counts = parse_players(players)
    parsed = [parse(name) for name in names]
    with compiled("game"):
        import_module("quorumsim.lab.games").kit("quorum")
    compile_bots(parsed)
    rows = [_measure(name, count) for name in names for count in counts]
    with compiled("playouts"):
        import_module("quorumsim.bots.playouts")
    searches = [_measure_playouts(bot, row) for bot in parsed if not (bot.policy or bot.plain) for row in rows
                if row["bot"] == bot.name]  # fmt: skip
    if as_json:
        print(json.dumps({"cores": CORES, "rows": rows, "playouts": searches}, indent=2))
        return
    print(f"{'bot':14} {'players':>7} {'games/s, 1 worker':>18} {f'games/s, {CORES} workers':>19} {'ratio':>6}")
    for row in rows:
        print(f"{row['bot']:14} {row['players']:>7} {row['one']:>18,.0f} {row['all']:>19,.0f} {row['all'] / row['one']:>6.2f}")
    for row in searches:
        print(
            f"a search has {row['one']:,.0f} playouts/s by {row['bot']} on one worker, {row['players']} players: "
            f"{row['one'] / row['games_one']:.2f} times its games/s"
        )
    print("made by quorumsim bench (scripts/bench adds plain Python and plain C)")


def _measure(name: str, players: int) -> dict[str, Any]:
    games = round(max(500, min(SECONDS * _rate(name, players, 500, 1), 400_000)))
    one = statistics.median(_rate(name, players, games, 1) for _ in range(REPEATS))
    every = statistics.median(_rate(name, players, games * CORES, CORES) for _ in range(REPEATS))
    return {"bot": name, "players": players, "one": one, "all": every, "games": games}


def _measure_playouts(bot: Any, row: dict[str, Any]) -> dict[str, Any]:
    """Playouts a second from all decisions of games, beside the games a second of `row`."""
    from quorumsim.bots.playouts import playouts
    from quorumsim.quorum.rules import resolve

    rules, rates = resolve(), []
    games = max(1, round(SECONDS * row["one"] / 1500))  # a game has some 100 decisions with 4 playouts of some 5 actions
    for _ in range(REPEATS):
        begun = time.perf_counter()
        played = playouts(rules, row["players"], bot, games)
        rates.append(played / (time.perf_counter() - begun))
    return {"bot": bot.name, "players": row["players"], "one": statistics.median(rates), "games_one": row["one"]}


def _rate(name: str, players: int, games: int, workers: int) -> float:
    from pathlib import Path
    from tempfile import TemporaryDirectory

    from quorumsim.lab.plan import make_plan
    from quorumsim.lab.simulate import simulate
    from quorumsim.quorum.rules import resolve

    plan = make_plan(rules=resolve(), players=players, bots=name, games=games)
    with TemporaryDirectory() as folder:
        begun = time.perf_counter()
        simulate(plan, Path(folder) / "run", workers=workers)
        return plan.games / (time.perf_counter() - begun)
