"""The commands that answer one question about a run, or about one they play: a table in the terminal, or the same as JSON."""

import json
import shlex
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer

from quorumsim.cli.options import (
    CORES,
    AsJson,
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
    SmallestEffect,
    Workers,
    new_app,
    parse_players,
    runs_in,
    was_given,
)
from quorumsim.errors import BadInput
from quorumsim.games import DEFAULT

if TYPE_CHECKING:
    from quorumsim.analysis.figure import Figure

RunArgument = Annotated[
    str | None,
    typer.Argument(metavar="RUN", help="The folder of a run, as simulate wrote it; without one, a run is played."),
]
Columns = Sequence[tuple[str, Callable[[Any], str]]]
PLAYING = ("game", "rules", "changes", "players", "bots", "games", "precision", "seed", "out", "workers", "show_progress")
"""Options that are about playing, by the names of their parameters."""


@dataclass(frozen=True)
class Listing:
    """A table of an answer. `name`: what it is called in JSON."""

    name: str
    title: str
    rows: Sequence[Any]
    columns: Columns


def question_app(
    question: str, text: str, ask: Callable[[Any, float], Any], listings: Callable[[Any], Sequence[Listing]]
) -> typer.Typer:
    """The command for one question: `ask(run, smallest_effect)` answers it, `listings(answer)` are its tables."""
    app = new_app()

    @app.command(help=text)
    def answer(
        context: typer.Context,
        run: RunArgument = None,
        smallest_effect: SmallestEffect = 1.0,
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
        as_json: AsJson = False,
        show_progress: ShowProgress = None,
    ) -> None:
        given = [name for name in PLAYING if was_given(context, name)]
        if run is not None:
            runs = [_read(each, given, question) for each in runs_in(run)]
        else:
            if {"games", "precision"} <= set(given):
                raise BadInput("--games and --precision exclude each other; give one of them")
            from quorumsim.cli.playing import play_plans
            from quorumsim.lab.games import kit_for

            kit_for(game, question)
            runs = play_plans(
                game, rules, changes or [], parse_players(players), bots, games, seed, out, workers, "threads", "games",
                show_progress, shlex.join(["quorumsim", *sys.argv[1:]]), precision,
            )  # fmt: skip
            for played in runs:
                print(f"note: the run is kept at {played.path}", file=sys.stderr)
        answers = [ask(each, smallest_effect) for each in runs]
        if as_json:
            made = [_as_json(question, each, smallest_effect, listings(each)) for each in answers]
            print(json.dumps(made[0] if len(made) == 1 else made, ensure_ascii=False, indent=2, allow_nan=False))
        else:
            texts = [_as_text(each, listings(each), len(answers) > 1) for each in answers]
            print("\n\n".join([*texts, *_across_rules(answers)]))

    return app


def value_and_range(figure: "Figure") -> str:
    """27.4 (27.2 to 27.6)"""
    return figure.text if figure.value is None else f"{figure.text} ({figure.range})"


def _read(run: str, given: Sequence[str], question: str) -> Any:
    if given:
        names = {"changes": "set", "show_progress": "progress"}
        options = ", ".join(f"--{names.get(name, name)}" for name in given)
        raise BadInput(f"{run} is a run that was played before; leave out {options}, or leave out {run} to play a new run")
    from quorumsim.lab.games import kit_for
    from quorumsim.lab.run import read_run

    found = read_run(run)
    kit_for(found.manifest["game"], question)
    return found


def _as_text(answer: Any, tables: Sequence[Listing], several: bool) -> str:
    """Who played, the verdict, what a table would notice of it, and the tables."""
    sample, finding = answer.sample, answer.finding
    caution = getattr(answer, "caution", "")
    lines = [
        sample.name if several or sample.label else "", sample.changed, sample.who, finding.text, finding.spread, caution
    ]  # fmt: skip
    return "\n".join([line for line in lines if line] + [listing_text(table) for table in tables if table.rows])


def _across_rules(answers: Sequence[Any]) -> list[str]:
    """Where the same games were played by several rules: whether the verdict is one and the same, or whose it is."""
    by_table: dict[tuple[int, tuple[str, ...]], list[Any]] = {}
    for answer in answers:
        by_table.setdefault((answer.sample.players, answer.sample.bots), []).append(answer)
    lines = []
    for (players, _), group in by_table.items():
        if len({answer.sample.fingerprint for answer in group}) < 2:
            continue
        words: dict[str, list[str]] = {}
        for answer in group:
            words.setdefault(answer.finding.word, []).append(answer.sample.rules_name)
        told = "; ".join(f"{word}: {', '.join(names)}" for word, names in words.items())
        same = f"the same verdict under all {len(group)} rules" if len(words) == 1 else "the verdict depends on the rules"
        lines.append(f"{players} players, {same}. {told[:1].upper()}{told[1:]}.")
    return ["\n".join(lines)] if lines else []


def listing_text(table: Listing) -> str:
    """Rows in aligned columns under a title, after an empty line."""
    lines = [[head for head, _ in table.columns], *([make(row) for _, make in table.columns] for row in table.rows)]
    widths = [max(len(line[place]) for line in lines) for place in range(len(table.columns))]
    rows = ["  ".join(f"{text:{width}}" for text, width in zip(line, widths, strict=True)).rstrip() for line in lines]
    return "\n".join(["", table.title, *rows])


def _as_json(question: str, answer: Any, smallest_effect: float, tables: Sequence[Listing]) -> dict[str, Any]:
    """The same sentence, and rows of the same numbers."""
    from quorumsim.analysis.rows import cells

    finding = answer.finding
    return {
        "question": question,
        "run": answer.sample.as_json(),
        "smallest_effect": smallest_effect,
        "verdict": finding.word,
        "further_games": finding.further_games,
        "sentence": finding.text,
        "spread": finding.spread,
        **{table.name: [cells(row) for row in table.rows] for table in tables},
    }
