"""`quorumsim compare-play`: do the bots score like people?"""

import json
import shlex
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer

from quorumsim.cli.answering import Listing, listing_text, value_and_range
from quorumsim.cli.options import (
    CORES,
    AsJson,
    Bots,
    Changes,
    GameName,
    Games,
    Out,
    RulesName,
    Seed,
    ShowProgress,
    Workers,
    new_app,
    parse_smallest_effect,
    was_given,
)
from quorumsim.errors import BadInput
from quorumsim.games import DEFAULT

PLAYING = {"game": "game", "rules": "rules", "changes": "set", "bots": "bots", "games": "games", "seed": "seed", "out": "out",
           "workers": "workers", "show_progress": "progress"}
"""Parameters that are about playing, and their options."""
SMALLEST_EFFECT = 2.0

app = new_app()


def parse_points(given: str | float) -> float:
    """The smallest difference that matters, in points."""
    try:
        return parse_smallest_effect(given)
    except BadInput:
        raise BadInput(f"--smallest-effect is {given!r}; it must be a number of points above 0 and below 100, "
                       "such as 2 or 0.5") from None


SheetsArgument = Annotated[str | None, typer.Argument(
    metavar="SHEETS.csv", show_default=False, help="Score sheets: one row for each player of each game.")]
Runs = Annotated[list[str] | None, typer.Option(
    "--run", metavar="RUN",
    help="The folder of a run to compare with, one for each number of players; without it, games are played.")]
Points = Annotated[float, typer.Option(
    "--smallest-effect", metavar="POINTS", parser=parse_points,
    help="The smallest difference that matters to you, in points: anything less is called too small to matter.")]
Blank = Annotated[str | None, typer.Option(
    "--blank", metavar="FILE", show_default=False, help="Write an empty file of score sheets to fill in, and do nothing else.")]


@app.command()
def compare_play(
    context: typer.Context,
    sheets: SheetsArgument = None,
    run: Runs = None,
    smallest_effect: Points = SMALLEST_EFFECT,
    blank: Blank = None,
    game: GameName = DEFAULT,
    rules: RulesName = None,
    changes: Changes = None,
    bots: Bots = None,
    games: Games = 10_000,
    seed: Seed = 1,
    out: Out = None,
    workers: Workers = CORES,
    as_json: AsJson = False,
    show_progress: ShowProgress = None,
) -> None:
    """Do the bots score like people? Score sheets of real tables beside the bots' games, source by source.

    The players of each game are counted; every number of players is compared with games of as many bots.

    \b
    Example:
      quorumsim compare-play --blank sheets.csv
      quorumsim compare-play sheets.csv
      quorumsim compare-play sheets.csv --run reports/first
    """
    from quorumsim.lab.games import kit_for

    kit_for(game, "compare-play")
    if blank is not None:
        if sheets is not None:
            raise BadInput(f"--blank {blank} writes an empty file; leave out {sheets}, or leave out --blank")
        _write_blank(blank)
        return
    if sheets is None:
        raise BadInput("compare-play needs a file of score sheets; give one, or let --blank FILE write one to fill in")
    from quorumsim.analysis.score_sheets import read_sheets

    read = read_sheets(Path(sheets))
    given = [f"--{option}" for name, option in PLAYING.items() if was_given(context, name)]
    if run:
        runs = _read(run, read, given)
    else:
        from quorumsim.cli.playing import play_plans

        runs = play_plans(
            game, rules, changes or [], tuple(read.tables), bots, games, seed, out, workers, "threads", "games", show_progress,
            shlex.join(["quorumsim", *sys.argv[1:]]),
        )  # fmt: skip
        for played in runs:
            print(f"note: the run is kept at {played.path}", file=sys.stderr)
    from quorumsim.analysis.compare_play import compare_play as compare

    answers = [compare(read, each, smallest_effect) for each in runs]
    if as_json:
        made = [_as_json(answer) for answer in answers]
        print(json.dumps(made[0] if len(made) == 1 else made, ensure_ascii=False, indent=2, allow_nan=False))
    else:
        print("\n\n".join(_as_text(answer) for answer in answers))


def _write_blank(blank: str) -> None:
    from quorumsim.analysis.score_sheets import blank_sheets

    try:
        with Path(blank).open("x", encoding="utf-8") as file:
            file.write(blank_sheets())
    except FileExistsError:
        raise BadInput(f"--blank {blank} exists; give the name of a file that does not exist yet") from None
    except OSError as error:
        raise BadInput(f"--blank {blank} cannot be written ({error.strerror}); give the name of a new file") from None
    print(blank)


def _read(folders: Sequence[str], sheets: Any, given: Sequence[str]) -> list[Any]:
    """The runs by number of players: one for each that the sheets have, and no other."""
    if given:
        raise BadInput(f"--run {folders[0]} is a run that was played before; leave out {', '.join(given)}, "
                       "or leave out --run to play a new run")  # fmt: skip
    from quorumsim.lab.games import kit_for
    from quorumsim.lab.run import read_run

    runs: dict[int, Any] = {}
    for folder in folders:
        run = read_run(folder)
        kit_for(run.manifest["game"], "compare-play")
        players = run.manifest["players"]
        if players in runs:
            raise BadInput(f"--run {folder} is a second run of {players} players; give one for each number of players")
        if players not in sheets.tables:
            raise BadInput(f"--run {folder} is a run of {players} players, but {sheets.file} has no table of {players}; "
                           f"accepted: runs of {_or(sheets.tables)} players")  # fmt: skip
        runs[players] = run
    missing = [players for players in sheets.tables if players not in runs]
    if missing:
        raise BadInput(f"{sheets.file} has tables of {missing[0]} players, but no --run is of so many; "
                       f"accepted: a --run for each of {_or(sheets.tables)} players, or none to play them")  # fmt: skip
    return [runs[players] for players in sheets.tables]


def _or(numbers: Any) -> str:
    return " or ".join(map(str, numbers))


def _listings(answer: Any) -> list[Listing]:
    from quorumsim.analysis.compare_play_sentences import tables_needed

    means = [
        ("points", lambda row: row.name),
        ("tables", lambda row: f"{row.tables:,}"),
        ("sheets", lambda row: f"{row.sheets:,}" if row.sheets else ""),
        ("people", lambda row: value_and_range(row.people)),
        ("bots", lambda row: value_and_range(row.bots)),
        ("people minus bots", lambda row: value_and_range(row.difference)),
        ("verdict, and tables it needs", lambda row: tables_needed(row.verdict)),
    ]
    spreads = [
        ("outcomes", lambda row: row.name),
        ("10, 50, 90 of 100 people", lambda row: row.people.text),
        ("10, 50, 90 of 100 bots", lambda row: row.bots.text),
        ("people have more in", lambda row: value_and_range(row.pairs)),
        ("people's mean beats", lambda row: row.above.text),
    ]
    return [
        Listing("rows", "Means. Ranges hold 95 times of 100: of people and of bots each by itself, of differences all at once.",
                answer.rows, means),
        Listing("spreads", "Outcomes that 10, 50 and 90 of 100 do not exceed; in how many of 100 pairs people have more than a "
                "bot, equal ones counted half; how many of 100 bots are below people's mean.", answer.spreads, spreads),
    ]  # fmt: skip


def _as_text(answer: Any) -> str:
    from quorumsim.analysis.compare_play_sentences import LIMITS, who_sentence

    sample = answer.sample
    who = f"{who_sentence(answer.tables, answer.sheets, sample.players, answer.file)} {sample.who}"
    lines = [sample.changed, who, answer.finding.text, *answer.sentences, LIMITS]
    return "\n".join([line for line in lines if line] + [listing_text(each) for each in _listings(answer) if each.rows])


def _as_json(answer: Any) -> dict[str, Any]:
    """The same sentences, and rows of the same numbers."""
    from quorumsim.analysis.compare_play_sentences import LIMITS
    from quorumsim.analysis.rows import cells

    finding = answer.finding
    whole = ("people", "bots", "above")
    spreads = [cells(row) | {name: asdict(getattr(row, name)) for name in whole} for row in answer.spreads]
    return {
        "question": "compare-play",
        "sheets": {"file": answer.file, "tables": answer.tables, "sheets": answer.sheets},
        "run": answer.sample.as_json(),
        "smallest_effect": answer.smallest_effect,
        "verdict": finding.word,
        "further_tables": finding.further_games,
        "sentence": finding.text,
        "sentences": list(answer.sentences),
        "limits": LIMITS,
        "rows": [cells(row) for row in answer.rows],
        "spreads": spreads,
    }
