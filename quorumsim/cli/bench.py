"""`quorumsim bench`: games per second on this machine."""

import json
import statistics
import time
from typing import Annotated, Any

import typer

from quorumsim.cli.options import CORES, AsJson, GameName, new_app, parse_players
from quorumsim.games import DEFAULT

app = new_app()
SECONDS = 1.5
REPEATS = 3


@app.command()
def bench(
    bots: Annotated[
        str | None,
        typer.Option(
            "--bots", metavar="NAMES", show_default="random,greedy,consul, or what the game has instead",
            help="Bots by comma; each plays against itself.",
        ),
    ] = None,
    players: Annotated[str, typer.Option("--players", metavar="N", help="2, 3 or 4 players; 2-4 does each.")] = "2-4",
    game: GameName = DEFAULT,
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
    from quorumsim.cli.playing import compile_bots, compile_game
    from quorumsim.lab.games import kit

    the_kit = kit(game)
    names = [name.strip() for name in bots.split(",")] if bots else list(the_kit.BENCH)
    counts = parse_players(players)
    parsed = [the_kit.parse(name) for name in names]
    compile_game(the_kit)
    compile_bots(the_kit, parsed)
    rows = [_measure(the_kit, name, count) for name in names for count in counts]
    searches = [_measure_playouts(the_kit, bot, row) for bot in parsed if not (bot.policy or bot.plain) for row in rows
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


def _measure(kit: Any, name: str, players: int) -> dict[str, Any]:
    games = round(max(500, min(SECONDS * _rate(kit, name, players, 500, 1), 400_000)))
    one = statistics.median(_rate(kit, name, players, games, 1) for _ in range(REPEATS))
    every = statistics.median(_rate(kit, name, players, games * CORES, CORES) for _ in range(REPEATS))
    return {"bot": name, "players": players, "one": one, "all": every, "games": games}


def _measure_playouts(kit: Any, bot: Any, row: dict[str, Any]) -> dict[str, Any]:
    """Playouts a second from all decisions of games, beside the games a second of `row`."""
    from quorumsim.cli.playing import compiled

    with compiled(f"playouts of {kit.TITLE}"):
        from quorumsim.engine.playouts import playouts

        records, rules = kit.loop().records, kit.rules_record(kit.resolve(kit.DEFAULT_RULES[0]))
        playouts(records, rules, row["players"], bot, 0)
    rates = []
    games = max(1, round(SECONDS * row["one"] / 1500))  # a game has some 100 decisions with 4 playouts of some 5 actions
    for _ in range(REPEATS):
        begun = time.perf_counter()
        played = playouts(records, rules, row["players"], bot, games)
        rates.append(played / (time.perf_counter() - begun))
    return {"bot": bot.name, "players": row["players"], "one": statistics.median(rates), "games_one": row["one"]}


def _rate(kit: Any, name: str, players: int, games: int, workers: int) -> float:
    from pathlib import Path
    from tempfile import TemporaryDirectory

    from quorumsim.lab.plan import make_plan
    from quorumsim.lab.simulate import simulate

    rules = kit.resolve(kit.DEFAULT_RULES[0])
    plan = make_plan(rules=rules, players=players, bots=name, games=games, game=kit.NAME)
    with TemporaryDirectory() as folder:
        begun = time.perf_counter()
        simulate(plan, Path(folder) / "run", workers=workers)
        return plan.games / (time.perf_counter() - begun)
