"""`quorumsim`: finds the command, runs it, and turns whatever goes wrong into one sentence and an exit status.

A command is a module `quorumsim.cli.<module>` with a Typer app called `app` (see `new_app`). It is imported only when
it is asked for, so that `quorumsim --help` stays fast.
"""

import errno
import os
import sys
from collections.abc import Sequence
from difflib import get_close_matches
from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperGroup
from typer.main import get_command

from quorumsim import __version__
from quorumsim.cli.options import new_app
from quorumsim.errors import BadInput

FINE, NO, BAD_INPUT, UNDECIDED = 0, 1, 2, 3
DEFECT = 70
INTERRUPTED = 130
BROKEN_PIPE = 141

COMMANDS: dict[str, tuple[str, str]] = {
    "simulate": ("simulate", "play games between bots and write a run"),
    "report": ("report", "make the page of one or more runs: figures, tables, verdicts"),
    "first-player": ("first_player", "is going first fair? A figure, its range and a verdict for each seat"),
    "cards": ("cards", "what each card is worth"),
    "gods": ("gods", "what each god does, and what taking gods does"),
    "compare-play": ("compare_play", "do the bots score like people? Score sheets of real tables beside the bots' games"),
    "tournament": ("tournament", "let bots meet: who wins, who beats whom, ratings, which strategies are viable"),
    "transcript": ("transcript", "play some games again and tell every move; print a deal; verify a transcript"),
    "score": ("score", "score a finished table, line by line"),
    "rules": ("rules", "list, show, validate and compare rules, or begin a variant"),
    "bots": ("bots", "list the bots, or show one"),
    "tune": ("tune", "fit a bot's weights to rules, by games against a population"),
    "bench": ("bench", "games per second on this machine, by bot and players"),
}
"""Name of a command: its module in quorumsim/cli, and what the list of commands says."""

MACHINE_ERRORS = {errno.ENOSPC, errno.EDQUOT, errno.EACCES, errno.EPERM, errno.EROFS, errno.ENAMETOOLONG,
                  errno.EISDIR, errno.ELOOP}
"""Failures to write that are neither a mistake in the input nor a defect; they get a sentence too."""


class Commands(TyperGroup):
    """The group of COMMANDS, each imported when it is asked for."""

    def list_commands(self, ctx: Any) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name not in COMMANDS:
            near = get_close_matches(cmd_name, COMMANDS, n=1)
            hint = f"did you mean {near[0]!r}?" if near else f"the commands are {', '.join(COMMANDS)}"
            raise BadInput(f"there is no command {cmd_name!r}; {hint}")
        return get_command(import_module(f"quorumsim.cli.{COMMANDS[cmd_name][0]}").app)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in COMMANDS.items()])


app = new_app(
    cls=Commands,
    epilog="Exit status: 0 fine, 1 the answer is no, 2 bad input, 3 undecided, 70 a defect in quorumsim, "
    "130 interrupted, 141 nobody read the output.",
)


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"quorumsim {__version__}")
        raise typer.Exit()


@app.callback()
def quorumsim(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """What does a rule, a card or a seat do to the game Quorum, and how sure is that? Bots play; this counts.

    \b
    Example:
      quorumsim simulate --games 100000 --out reports/first
      quorumsim report reports/first
    """


def run(arguments: Sequence[str]) -> int:
    """Run one command line (without the program's name) and return its exit status; errors go to standard error."""
    try:
        try:
            with get_command(app).make_context("quorumsim", list(arguments) or ["--help"]) as context:
                context.command.invoke(context)
            status = FINE
        except typer.Exit as end:
            status = end.exit_code
        sys.stdout.flush()
        return status
    except BadInput as error:
        return _complain(f"quorumsim: {error}", BAD_INPUT)
    except typer.TyperException as error:
        return _complain(_usage_sentence(error), BAD_INPUT)
    except (KeyboardInterrupt, typer.Abort):
        return _complain("interrupted", INTERRUPTED)
    except BrokenPipeError:
        # Whoever read our output has gone. Nothing more can be written, the interpreter's last flush included.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE
    except Exception as error:
        if isinstance(error, OSError) and error.errno in MACHINE_ERRORS:
            where = f"{error.filename}: " if error.filename else ""
            return _complain(f"quorumsim: {where}{error.strerror}", BAD_INPUT)
        if os.environ.get("QUORUMSIM_TRACEBACK"):
            sys.excepthook(type(error), error, error.__traceback__)
        return _complain(
            f"quorumsim: this is a defect in quorumsim: {type(error).__name__}: {error}; "
            "run it with QUORUMSIM_TRACEBACK=1 for details",
            DEFECT,
        )


def main() -> None:
    """The console script."""
    sys.exit(run(sys.argv[1:]))


def _complain(sentence: str, status: int) -> int:
    print(sentence, file=sys.stderr)
    return status


def _usage_sentence(error: typer.TyperException) -> str:
    """Typer's complaint about a command line (with a capital, at times several lines) as one sentence of ours."""
    context = getattr(error, "ctx", None)
    where = context.command_path if context else "quorumsim"
    text = " ".join(_complaint(error).split()).rstrip(".").replace(". Did you mean", "; did you mean")
    return f"{where}: {text[:1].lower()}{text[1:]} (see {where} --help)"


def _complaint(error: Any) -> str:
    """What is wrong. Typer reads values with pydantic and leaves the value out of its message, so it is put back in."""
    if not hasattr(error.__cause__, "errors") or getattr(error, "param", None) is None:
        return error.format_message()
    wrong = error.__cause__.errors()[0]
    given = repr(wrong["input"])
    reason = wrong["msg"].removeprefix("Value error, ").removeprefix(f"{given} is ")
    return f"{error.param.get_error_hint()} is {given}: {reason[:1].lower()}{reason[1:]}"
