"""Options that several commands share: their types for Typer, and the functions that read them.

Each reader raises BadInput with one sentence. Typer passes defaults through them as well, so a value that is already of
the right type comes back as it is.
"""

import os
import re
from collections.abc import Sequence
from decimal import Decimal
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from quorumsim.errors import BadInput
from quorumsim.games import GAMES

MOST_GAMES = 10**12
MOST_WORKERS = 1024
MOST_NUMBERS = 1_000_000
FEWEST_PLAYERS, MOST_PLAYERS = 2, 4
REPORTS = Path("reports")
CORES = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def new_app(**settings: Any) -> typer.Typer:
    """A Typer app in the house style: plain help that opens fast, no tracebacks by Typer, no completion options."""
    return typer.Typer(
        add_completion=False,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
        **settings,
    )


def parse_games(given: str | int) -> int:
    """A number of games: 10000, 1_000_000, 1e6."""
    if isinstance(given, int):
        return given
    text = given.strip().lower()
    number = Decimal(text.replace("_", "")) if re.fullmatch(r"[0-9][0-9_]*(\.[0-9]+)?(e\+?[0-9]{1,2})?", text) else None
    if number is None or number != int(number) or not 1 <= number <= MOST_GAMES:
        raise BadInput(f"--games is {given!r}; it must be a whole number from 1 to 10^12, "
                       "such as 10000, 1_000_000 or 1e6")
    return int(number)


def parse_seed(given: str | int) -> int:
    """A master seed: 0 to 2^64 - 1, decimal or 0x hexadecimal."""
    if isinstance(given, int):
        return given
    text = given.strip().lower()
    valid = re.fullmatch(r"0x[0-9a-f]+|[0-9][0-9_]*", text)
    seed = int(text.replace("_", ""), 16 if text.startswith("0x") else 10) if valid else -1
    if not 0 <= seed < 2**64:
        raise BadInput(f"--seed is {given!r}; it must be a whole number from 0 to 2^64 - 1 (18446744073709551615), "
                       "decimal or hexadecimal such as 0x2a")
    return seed


def parse_numbers(given: str, option: str, low: int, high: int, example: str) -> tuple[int, ...]:
    """Whole numbers from low to high, by commas and ranges: "0,5,10-19". In the order given, none twice."""
    numbers: list[int] = []
    for part in given.split(","):
        ends = re.fullmatch(r"([0-9]{1,18})(?:-([0-9]{1,18}))?", part.strip())
        first, last = (int(ends[1]), int(ends[2] or ends[1])) if ends else (high + 1, high)
        if not low <= first <= last <= high:
            raise BadInput(f"{option} is {given!r}; it must be whole numbers from {low} to {high}, such as {example}")
        if len(numbers) + last - first >= MOST_NUMBERS:
            raise BadInput(f"{option} is {given!r}; that is more than {MOST_NUMBERS:,} numbers")
        numbers.extend(range(first, last + 1))
    if len(set(numbers)) < len(numbers):
        raise BadInput(f"{option} is {given!r}; it names a number twice")
    return tuple(numbers)


def parse_players(given: str) -> tuple[int, ...]:
    """Player counts: "4", "2-4", "2,4"."""
    return parse_numbers(given, "--players", FEWEST_PLAYERS, MOST_PLAYERS, "4, 2-4 or 2,4")


def parse_workers(given: str | int) -> int:
    """How many workers play at once."""
    if isinstance(given, int):
        return given
    workers = int(given) if re.fullmatch(r"[0-9]{1,9}", given.strip()) else 0
    if not 1 <= workers <= MOST_WORKERS:
        raise BadInput(f"--workers is {given!r}; it must be a whole number from 1 to {MOST_WORKERS}")
    return workers


def parse_smallest_effect(given: str | float) -> float:
    """The smallest effect that matters, in games of 100 (1 means one win in a hundred games)."""
    if isinstance(given, float):
        return given
    effect = float(given) if re.fullmatch(r"[0-9]+(\.[0-9]+)?|\.[0-9]+", given.strip()) else 0.0
    if not 0 < effect < 100:
        raise BadInput(f"--smallest-effect is {given!r}; it must be a number of games of 100 above 0 and below 100, "
                       "such as 1 or 0.5")
    return effect


def parse_precision(given: str | float) -> float:
    """Half the width that the headline intervals may have, in games of 100."""
    if isinstance(given, float):
        return given
    precision = float(given) if re.fullmatch(r"[0-9]+(\.[0-9]+)?|\.[0-9]+", given.strip()) else 0.0
    if not 0.01 <= precision < 50:
        raise BadInput(f"--precision is {given!r}; it must be a number of games of 100 from 0.01 to below 50, such as 0.5")
    return precision


GameName = Annotated[str, typer.Option("--game", metavar="GAME", help=f"The game: {' or '.join(GAMES)}.")]
RulesName = Annotated[str | None, typer.Option(
    "--rules", metavar="RULES", show_default="standard, or what the game has instead",
    help="Rules by name (quorumsim rules list), or a path with a slash or .toml.")]
Changes = Annotated[list[str] | None, typer.Option(
    "--set", metavar="FIELD=VALUE", help="Change a field of the rules, such as god_limit=2; may be repeated.")]
Players = Annotated[str, typer.Option("--players", metavar="N", help="2, 3 or 4 players; 2-4 does each in turn.")]
Bots = Annotated[str | None, typer.Option(
    "--bots", metavar="BOTS", show_default="greedy, or what the game has instead",
    help="One bot for all seats, one for each seat by comma, mix, or ladder: a run for each bot from the weakest to the "
    "strongest. NAME@0.2 plays 20 % of its decisions at random; FILE.py:NAME is a bot of your own.")]
Games = Annotated[int, typer.Option("--games", metavar="N", parser=parse_games, help="How many games, such as 1e6.")]
Precision = Annotated[float | None, typer.Option(
    "--precision", metavar="GAMES", parser=parse_precision, show_default="a number of games instead",
    help="Play until every win share is known to within so many games of 100, such as 0.5; instead of --games.")]
Seed = Annotated[int, typer.Option(
    "--seed", metavar="SEED", parser=parse_seed, help="Master seed, 0 to 2^64 - 1: the same seed, the same games.")]
Workers = Annotated[int, typer.Option(
    "--workers", metavar="N", parser=parse_workers, show_default="all cores",
    help="How many chunks are played at once. It changes the time, never the result.")]
Backend = Annotated[Literal["threads", "processes", "dask"], typer.Option("--backend", help="What the workers are.")]
Out = Annotated[str | None, typer.Option(
    "--out", metavar="DIR", show_default="a new folder under reports/", help="The folder to write; it must not exist.")]
SmallestEffect = Annotated[float, typer.Option(
    "--smallest-effect", metavar="GAMES", parser=parse_smallest_effect,
    help="The smallest effect that matters to you, in games of 100: anything less is called too small to matter.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]
ShowProgress = Annotated[bool | None, typer.Option(
    "--progress/--no-progress", show_default="on a terminal", help="Show progress on standard error.")]


def one_of_rules(kit: Any, rules: str | None, changes: Sequence[str] | None) -> Any:
    """The rules that --rules and --set name; without a name the first of those that the game is played by."""
    return kit.resolve(kit.DEFAULT_RULES[0] if rules is None else rules, changes or [])


def was_given(context: typer.Context, name: str) -> bool:
    """Whether an option stands on the command line, as opposed to its default."""
    source = context.get_parameter_source(name)
    return source is not None and source.name != "DEFAULT"


def folder_to_resume(context: typer.Context, kept: Sequence[str], out: str | None, what: str) -> Path:
    """The folder that --resume goes on with. BadInput without --out, and beside an option that `what` keeps from its begin.

    `kept`: the names of those options' parameters.
    """
    given = [name for name in kept if was_given(context, name)]
    if given or out is None:
        options = ", ".join("--set" if name == "changes" else f"--{name}" for name in given)
        advice = f"leave out {options}" if given else "give --out"
        raise BadInput(f"--resume goes on with the {what} at --out as it was begun; {advice}")
    return Path(out)


def plain_name(name: str) -> str:
    """A name that any file system takes as that of one folder."""
    return re.sub(r"[^A-Za-z0-9.@+-]+", "-", name).strip("-.")[:80] or "run"


def runs_in(folder: str) -> list[str]:
    """The runs that a folder of runs holds; any other folder itself."""
    if (Path(folder) / "manifest.json").is_file() or (Path(folder) / "tournament.json").is_file():
        return [folder]
    return [str(path.parent) for path in sorted(Path(folder).glob("*/manifest.json"))] or [folder]


def choose_folder(out: str | None, name: str) -> Path:
    """The folder that a command will make: `out`, or the first of reports/NAME, reports/NAME-2, ... that is free.

    Nothing is made yet. BadInput if it exists or could not be made, so that this is said before hours of play.
    """
    if out is None:
        plain = plain_name(name)
        number = 1
        folder = REPORTS / plain
        while os.path.lexists(folder):
            number += 1
            folder = REPORTS / f"{plain}-{number}"
    else:
        folder = Path(out)
    if not out and out is not None:
        raise BadInput("--out is empty; give the name of a folder to make")
    if os.path.lexists(folder):
        kind = "is a folder that exists" if folder.is_dir() else "is a file"
        raise BadInput(f"--out {folder} {kind}; give the name of a folder that does not exist yet")
    parent = next(path for path in folder.absolute().parents if os.path.lexists(path))
    if not parent.is_dir():
        raise BadInput(f"--out {folder} cannot be made: {parent} is not a folder")
    if not os.access(parent, os.W_OK | os.X_OK):
        raise BadInput(f"--out {folder} cannot be made: the folder {parent} cannot be written")
    return folder
