"""`quorumsim report`: the page of one or more runs."""

import json
from pathlib import Path
from typing import Annotated

import typer

from quorumsim.cli.options import AsJson, SmallestEffect, choose_folder, new_app

app = new_app()


@app.command()
def report(
    runs: Annotated[list[str], typer.Argument(metavar="RUN...", help="Folders of runs, as simulate wrote them.")],
    out: Annotated[
        str | None,
        typer.Option(
            "--out",
            metavar="DIR",
            show_default="RUN-report beside the run",
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
      quorumsim report reports/two reports/three reports/four --out reports/players
    """
    from quorumsim.lab.run import read_run
    from quorumsim.report import write_report

    folder = choose_folder(out or f"{Path(runs[0])}-report", "")
    page = write_report([read_run(run) for run in runs], folder, smallest_effect)
    print(json.dumps({"page": str(page)}) if as_json else page)
