"""`quorumsim report`: the page of one or more runs."""

import itertools
import json
import os
from importlib import import_module
from pathlib import Path
from typing import Annotated

import typer

from quorumsim.cli.options import AsJson, SmallestEffect, choose_folder, new_app, runs_in
from quorumsim.errors import BadInput
from quorumsim.games import GAMES

app = new_app()


@app.command()
def report(
    runs: Annotated[
        list[str],
        typer.Argument(metavar="RUN...", help="Folders of runs, as simulate wrote them, or of such; or one tournament."),
    ],
    out: Annotated[
        str | None,
        typer.Option(
            "--out",
            metavar="DIR",
            show_default="RUN-report beside the run, runs-report for several, with a number if that exists",
            help="The folder to write; it must not exist.",
        ),
    ] = None,
    smallest_effect: SmallestEffect = 1.0,
    as_json: AsJson = False,
) -> None:
    """Make the page of one or more runs: one self-contained index.html, figures as PNG and tables as CSV.

    \b
    Example:
      quorumsim report reports/first
      quorumsim report reports/first reports/two-gods
      quorumsim report reports/two reports/three reports/four --out reports/players
      quorumsim report reports/tournament
    """
    runs = [inside for run in runs for inside in runs_in(run)]
    twice = [run for place, run in enumerate(runs) if Path(run).resolve() in [Path(other).resolve() for other in runs[:place]]]
    if twice:
        raise BadInput(f"{twice[0]} is given twice; give every run once")
    folder = choose_folder(out, "") if out is not None else _beside(runs)
    tournaments = [run for run in runs if (Path(run) / "tournament.json").is_file()]
    if tournaments and len(runs) > 1:
        raise BadInput(f"{tournaments[0]} is a tournament, which has a page of its own; leave out the other folders")
    if tournaments:
        from quorumsim.lab.tournament import read_tournament
        from quorumsim.report.tournament import write_tournament_report

        page = write_tournament_report(read_tournament(runs[0]), folder, smallest_effect)
    else:
        from quorumsim.lab.run import read_run

        read = [read_run(run) for run in runs]
        games = list(dict.fromkeys(run.manifest["game"] for run in read))
        if len(games) > 1:
            raise BadInput(f"these are runs of {' and '.join(games)}; a page is of one game")
        maker = GAMES[games[0]].page
        if maker is None:
            raise BadInput(f"there is no page for runs of {games[0]} yet")
        page = import_module(maker).write_report(read, folder, smallest_effect)
    print(json.dumps({"page": str(page)}) if as_json else page)


def _beside(runs: list[str]) -> Path:
    """The first free name for a page beside the run, or beside the first of several."""
    first = Path(runs[0])
    plain = f"{first}-report" if len(runs) == 1 else str(first.parent / "runs-report")
    names = itertools.chain([plain], (f"{plain}-{number}" for number in itertools.count(2)))
    return choose_folder(next(name for name in names if not os.path.lexists(name)), "")
