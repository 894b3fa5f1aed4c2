"""`quorumsim transcript`: games played again move by move, a deal as a page to print, and transcripts verified."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple

import typer
from typer.core import TyperGroup
from typer.main import get_command

from quorumsim.cli.main import NO
from quorumsim.cli.options import (
    AsJson,
    Bots,
    Changes,
    GameName,
    Players,
    RulesName,
    Seed,
    new_app,
    one_of_rules,
    parse_numbers,
    parse_players,
    was_given,
)
from quorumsim.errors import BadInput
from quorumsim.games import DEFAULT, GAMES

if TYPE_CHECKING:
    from quorumsim.engine.registry import Bot
    from quorumsim.lab.games import Kit

LAST_GAME = 10**12
OF_A_RUN = ("game", "rules", "changes", "players", "bots", "seed")


class GamesOrVerify(TyperGroup):
    """`transcript verify FILE`, or with anything else behind it the games to play again."""

    def make_context(self, info_name: str | None, args: list[str], parent: Any = None, **extra: Any) -> Any:
        if args[:1] == ["verify"]:
            return super().make_context(info_name, args, parent, **extra)
        return get_command(games_app).make_context(info_name, args, parent, **extra)


app = new_app(cls=GamesOrVerify)
games_app = new_app()


class Setting(NamedTuple):
    """What decides a game beside its number."""

    kit: "Kit"
    rules: Any
    players: int
    seats: "list[Bot] | None"  # by seat in a block's first rotation; None: drawn from the roster for each block
    roster: "list[Bot]"
    seed: int
    last_game: int


@app.callback()
def transcript() -> None:
    """Play games again, or verify a file of transcripts."""


@games_app.command()
def games(
    context: typer.Context,
    run: Annotated[str | None, typer.Argument(metavar="RUN", help="The folder of a run, or the word verify.")] = None,
    game: GameName = DEFAULT,
    rules: RulesName = None,
    changes: Changes = None,
    players: Players = "4",
    bots: Bots = None,
    seed: Seed = 1,
    games: Annotated[str, typer.Option("--games", metavar="LIST", help="Numbers of games, from 0: 0,5,10-19.")] = "0",
    form: Annotated[Literal["json", "text", "setup"], typer.Option(
        "--format", help="JSON lines, text to follow at the table, or the deal as a page to print.")] = "json",
    explain: Annotated[bool, typer.Option(
        "--explain", help="For every decision the options and what the bot thought each was worth.")] = False,
) -> None:
    """Play some games of a run or a seed again and tell every move, or verify a file of such transcripts.

    \b
    Example:
      quorumsim transcript reports/first --games 0,5,10-19 > games.jsonl
      quorumsim transcript verify games.jsonl
      quorumsim transcript --players 2 --bots greedy,random --seed 7 --format text
      quorumsim transcript --bots consul --format text --explain
      quorumsim transcript --players 3 --seed 7 --format setup
    """
    if run is None:
        setting = _of_options(game, rules, changes or [], players, bots, seed)
    else:
        for name in OF_A_RUN:
            if was_given(context, name):
                option = "--set" if name == "changes" else f"--{name}"
                raise BadInput(f"{option} is given beside the run {run}; give a run, or rules, players, bots and a seed")
        setting = _of_run(run)
    numbers = parse_numbers(games, "--games", 0, setting.last_game, "0,5,10-19")
    if explain and form == "setup":
        raise BadInput("--explain is given with --format setup; a deal has no decisions, so give json or text")
    if form == "setup":
        _print_setups(setting, numbers)
    else:
        _print_games(setting, numbers, form, explain)


@app.command()
def verify(
    file: Annotated[str, typer.Argument(metavar="FILE", help="Transcripts, one JSON object a line.")],
    rules: Annotated[str | None, typer.Option(
        "--rules", metavar="RULES", show_default="those that the file names", help="The rules, by name or path.")] = None,
    changes: Changes = None,
    game: Annotated[str | None, typer.Option(
        "--game", metavar="GAME", show_default="the one that the file names", help="The game.")] = None,
    as_json: AsJson = False,
) -> None:
    """Play the games of a file again and name the first move of each that breaks a rule; then the exit status is 1.

    Seats are numbered as in the file, from 0.

    \b
    Example:
      quorumsim transcript verify games.jsonl
      quorumsim transcript verify theirs.jsonl --rules mine.toml
    """
    from quorumsim.lab.games import kit

    if changes and rules is None:
        raise BadInput("--set needs --rules; give the rules that it changes")
    the_kit = kit(game or _game_of(Path(file)))
    resolved = None if rules is None else the_kit.resolve(rules, changes or [])
    _compile_steps(the_kit)
    verdicts = list(the_kit.verify_file(Path(file), resolved))
    broken = [verdict.problem for verdict in verdicts if verdict.problem]
    if as_json:
        print(json.dumps([verdict._asdict() for verdict in verdicts], indent=2, ensure_ascii=False))
    else:
        for problem in broken:
            print(problem)
        games_read = "1 game" if len(verdicts) == 1 else f"{len(verdicts):,} games"
        print(f"{file}: {games_read}, {len(broken) or 'none'} against the rules")
    if broken:
        raise typer.Exit(NO)


def _game_of(file: Path) -> str:
    """The game whose transcripts a file says it has; the default one where it says nothing that is known."""
    try:
        with file.open("rb") as lines:
            told = str(json.loads(lines.readline()).get("format", ""))
    except (OSError, ValueError, AttributeError, RecursionError):
        return DEFAULT  # reading it will say what is wrong
    return next((name for name in GAMES if told.startswith(f"{name}-")), DEFAULT)


def _of_options(game: str, rules: str | None, changes: list[str], players: str, bots: str | None, seed: int) -> Setting:
    from quorumsim.lab.games import kit

    counts = parse_players(players)
    if len(counts) > 1:
        raise BadInput(f"--players is {players!r}; a transcript is of games with one number of players, 2, 3 or 4")
    the_kit = kit(game)
    resolved = one_of_rules(the_kit, rules, changes)
    the_kit.check_players(resolved, counts[0])
    seats = the_kit.parse_seats(the_kit.DEFAULT_BOT if bots is None else bots, counts[0])
    return Setting(the_kit, resolved, counts[0], seats, the_kit.roster(seats), seed, LAST_GAME)


def _of_run(path: str) -> Setting:
    from quorumsim.engine.registry import MIX
    from quorumsim.lab.games import kit
    from quorumsim.lab.run import read_run
    from quorumsim.lab.simulate import check_plugins

    run = read_run(path)
    told = run.manifest
    the_kit = kit(told["game"])
    seats = None if told["seating"] == MIX else [the_kit.parse(name) for name in told["seating"]]
    bots = [the_kit.parse(name) for name in told["bots"]]
    check_plugins(run.path, told, bots)
    return Setting(the_kit, run.rules, told["players"], seats, bots, told["seed"], told["games"] - 1)


def _print_setups(setting: Setting, numbers: tuple[int, ...]) -> None:
    """A page for each deal; games of one block have the same."""
    from quorumsim.lab.transcript import block_of

    _compile_steps(setting.kit)
    blocks = dict.fromkeys(block_of(setting.seats, setting.players, number) for number in numbers)
    for place, block in enumerate(blocks):
        page = setting.kit.setup_lines(setting.rules, setting.players, setting.seed, block)
        print(("\f" if place else "") + "\n".join(page))


def _print_games(setting: Setting, numbers: tuple[int, ...], form: str, explain: bool) -> None:
    from quorumsim.cli.playing import compile_bots
    from quorumsim.lab.transcript import block_of, seated

    _compile_steps(setting.kit)
    compile_bots(setting.kit, setting.roster)
    for place, number in enumerate(numbers):
        bots = seated(setting.seats, setting.roster, setting.players, setting.seed, number)
        block = block_of(setting.seats, setting.players, number)
        record = setting.kit.transcribe(setting.rules, bots, setting.seed, block, number, explain)
        if form == "json":
            print(json.dumps(record, ensure_ascii=False))
        else:
            print(("\n\n" if place else "") + "\n".join(setting.kit.text_lines(setting.rules, record)))


def _compile_steps(kit: Any) -> None:
    """What plays step by step."""
    from quorumsim.cli.playing import compiled

    with compiled(f"moves of {kit.TITLE}"):
        kit.game_class()
