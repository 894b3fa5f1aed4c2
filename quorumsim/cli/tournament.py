"""`quorumsim tournament`: bots meet each other; who wins, who beats whom, ratings, and which strategies are viable."""

import json
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from quorumsim.cli.answering import Columns, Listing, listing_text, value_and_range
from quorumsim.cli.options import (
    CORES,
    AsJson,
    Changes,
    GameName,
    Games,
    Out,
    Players,
    RulesName,
    Seed,
    ShowProgress,
    SmallestEffect,
    Workers,
    choose_folder,
    folder_to_resume,
    new_app,
    one_of_rules,
    parse_players,
)
from quorumsim.cli.progress import progress
from quorumsim.games import DEFAULT

app = new_app()
KEPT = ("rules", "changes", "players", "bots", "games", "seed", "game")
"""Options that a tournament keeps from its begin, by the names of their parameters."""


@app.command()
def tournament(
    context: typer.Context,
    bots: Annotated[
        str | None,
        typer.Option("--bots", metavar="NAMES", show_default="all shipped bots", help="The bots that meet, by comma."),
    ] = None,
    players: Players = "4",
    rules: RulesName = None,
    changes: Changes = None,
    games: Games = 4000,
    seed: Seed = 1,
    out: Out = None,
    workers: Workers = CORES,
    smallest_effect: SmallestEffect = 1.0,
    game: GameName = DEFAULT,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the stopped tournament at --out.")] = False,
    as_json: AsJson = False,
    show_progress: ShowProgress = None,
) -> None:
    """Let bots meet each other: every pair of them with 2 players, balanced tables with 3 and 4.

    --games is for each table, rounded up to whole deals; a deal is played with the bots of the table in every seat.

    \b
    Example:
      quorumsim tournament --players 2 --out reports/duels
      quorumsim tournament --players 2-4 --bots greedy,rival,senator,pious --games 10000
      quorumsim tournament --resume --out reports/duels
      quorumsim report reports/duels
    """
    if resume:
        played = _resumed(folder_to_resume(context, KEPT, out, "tournament"), workers, show_progress)
    else:
        played = _played(
            bots, parse_players(players), rules, changes or [], games, seed, out, workers, game, show_progress
        )
        print(f"note: the tournament is kept at {played.path}", file=sys.stderr)
    from quorumsim.analysis.tournament import tournament as read

    answer = read(played, smallest_effect)
    if as_json:
        told = _as_json(played, answer, smallest_effect)
        print(json.dumps(told, ensure_ascii=False, indent=2, allow_nan=False))
    else:
        print("\n\n".join(_as_text(stage, len(answer.stages) > 1) for stage in answer.stages))


def _played(
    bots: str | None, players: Sequence[int], rules: str | None, changes: Sequence[str], games: int, seed: int, out: str | None,
    workers: int, game: str, show_progress: bool | None,
) -> Any:  # fmt: skip
    from quorumsim.cli.playing import told_if_stopped
    from quorumsim.lab.games import kit
    from quorumsim.lab.tournament import plan_tournament, play_tournament

    the_kit = kit(game)
    resolved = one_of_rules(the_kit, rules, changes)
    if rules is None and len(the_kit.DEFAULT_RULES) > 1:
        others = ", ".join(the_kit.DEFAULT_RULES[1:])
        print(f"note: only {resolved.name} is played; what it tells may be another under --rules {others}", file=sys.stderr)
    names = [bot.name for bot in the_kit.roster(None)] if bots is None else [name.strip() for name in bots.split(",")]
    plan = plan_tournament(rules=resolved, bots=names, players=players, games=games, seed=seed, game=game)
    folder = choose_folder(out, f"tournament-{resolved.name}-{'-'.join(map(str, players))}-seed-{seed}")
    _prepare(plan)
    command = shlex.join(["quorumsim", *sys.argv[1:]])
    with progress(plan.games, "games", show_progress) as shown, told_if_stopped(shown, plan.games, folder, "tournament"):
        return play_tournament(plan, folder, workers=workers, command=command, arrived=shown.update)


def _resumed(out: Path, workers: int, show_progress: bool | None) -> Any:
    from quorumsim.cli.playing import told_if_stopped
    from quorumsim.lab.tournament import plan_of, resume_tournament
    from quorumsim.lab.tournament_manifest import read_manifest

    manifest = read_manifest(out)
    plan = plan_of(out, manifest)
    _prepare(plan)
    with progress(plan.games, "games", show_progress) as shown, told_if_stopped(shown, plan.games, out, "tournament"):
        return resume_tournament(out, workers=workers, arrived=shown.update)


def _prepare(plan: Any) -> None:
    """Compiles the bots that sit anywhere, and says which of them were made for other rules."""
    from quorumsim.cli.playing import compile_bots, compile_game, note_bots
    from quorumsim.lab.games import kit

    the_kit = kit(plan.game)
    compile_game(the_kit)
    compile_bots(the_kit, list(dict.fromkeys(bot for table in plan.tables for bot in table.bots)))
    note_bots(plan.tables)


def _as_text(stage: Any, several: bool) -> str:
    """Who played, the findings one to a line, and the tables."""
    sample, strategies = stage.sample, stage.strategies
    lines = [
        sample.name if several or sample.label else "", sample.changed, sample.who, stage.finding.text, stage.match_finding,
        stage.rating_finding, stage.seat_finding, strategies.finding.text, strategies.circle_finding.text,
    ]  # fmt: skip
    return "\n".join([line for line in lines if line] + [listing_text(each) for each in _listings(stage) if each.rows])


def _listings(stage: Any) -> list[Listing]:
    return [_bots(stage), _matches(stage), *_ratings(stage), _strategies(stage), _circles(stage)]


def _bots(stage: Any) -> Listing:
    from quorumsim.analysis.judged import rank_range

    columns: Columns = [
        ("bot", lambda row: row.bot),
        ("wins of 100 games", lambda row: value_and_range(row.share)),
        ("rank", lambda row: f"{row.rank}, {rank_range(row.rank_best, row.rank_worst)}"),
        ("wins alone", lambda row: value_and_range(row.alone)),
        ("margin in points", lambda row: value_and_range(row.margin)),
    ]
    return Listing("rows", "Every bot; ranges hold 95 times of 100 for all at once.", stage.rows, columns)


def _matches(stage: Any) -> Listing:
    cells = {(row.bot, row.other): row.share.text + ("" if row.decided else "?") for row in stage.matches}
    columns: Columns = [("bot", str), *((other, _cell(cells, other)) for other in stage.bots)]
    title = (f"Of 100 games, in how many the bot of the row {stage.beats} the bot of the column, ties half; ?: these games "
             "do not tell who is better. Ranges: --json, or the page.")  # fmt: skip
    return Listing("matches", title, stage.bots, columns)


def _cell(cells: dict[tuple[str, str], str], other: str) -> Any:
    return lambda bot: cells.get((bot, other), "")


def _ratings(stage: Any) -> list[Listing]:
    columns: Columns = [
        ("rating points", lambda row: value_and_range(row.rating)),
        ("ahead of the average, of 100 games", lambda row: value_and_range(row.ahead)),
    ]
    bots: Columns = [("bot", lambda row: row.name), *columns, ("", lambda row: row.note)]
    seats: Columns = [("seat", lambda row: row.name), *columns]
    title = "from all finishing places together (Plackett-Luce); ranges hold for all at once."
    return [Listing("ratings", f"Ratings {title}", stage.ratings, bots),
            Listing("seats", f"The worth of a seat, {title}", stage.seats, seats)]  # fmt: skip


def _strategies(stage: Any) -> Listing:
    two = stage.sample.players == 2
    nash: Columns = [
        ("in the best mix, of 100", lambda row: value_and_range(row.nash)),
        ("games more against it", lambda row: value_and_range(row.against_mix)),
    ]
    columns: Columns = [
        ("bot", lambda row: row.bot),
        ("verdict", lambda row: row.word),
        *(nash if two else ()),
        ("in alpha-rank, of 100", lambda row: value_and_range(row.alpha)),
        ("why", lambda row: row.why),
    ]
    title = "Strategies; ranges of masses hold 95 times of 100, each by itself; those of why for all comparisons at once."
    return Listing("strategies", title, stage.strategies.rows, columns)


def _circles(stage: Any) -> Listing:
    columns: Columns = [
        ("first", lambda row: row.first),
        ("over second", lambda row: f"{row.second} {value_and_range(row.first_second)}"),
        ("over third", lambda row: f"{row.third} {value_and_range(row.second_third)}"),
        ("over first", lambda row: value_and_range(row.third_first)),
    ]
    return Listing("circles", "Circles, the clearest first; of 100 games.", stage.strategies.circles, columns)


def _as_json(played: Any, answer: Any, smallest_effect: float) -> dict[str, Any]:
    """The same sentences, and rows of the same numbers."""
    from quorumsim.analysis.rows import cells

    return {
        "question": "tournament",
        "tournament": str(played.path),
        "smallest_effect": smallest_effect,
        "stages": [
            {
                "run": stage.sample.as_json(),
                "sentences": [
                    stage.finding.text, stage.match_finding, stage.rating_finding, stage.seat_finding,
                    stage.strategies.finding.text, stage.strategies.circle_finding.text,
                ],
                "rows": [cells(row) for row in stage.rows],
                "matches": [cells(row) for row in stage.matches],
                "ratings": [cells(row) for row in stage.ratings],
                "seats": [cells(row) for row in stage.seats],
                "strategies": [cells(row) for row in stage.strategies.rows],
                "circles": [cells(row) for row in stage.strategies.circles],
            }
            for stage in answer.stages
        ],
    }  # fmt: skip
