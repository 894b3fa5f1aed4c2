"""The frame of the command line: help, and one sentence with the right exit status for whatever goes wrong."""

import errno
import os
import subprocess
import sys
import time
from importlib import import_module
from types import ModuleType
from typing import Annotated

import pytest
import typer
from typer.main import get_command

from quorumsim import __version__
from quorumsim.cli import options
from quorumsim.cli.main import COMMANDS, run
from quorumsim.errors import BadInput

STUB = ModuleType("quorumsim.cli.stub")
STUB.app = options.new_app()


@STUB.app.command()
def stub(
    table: Annotated[str, typer.Argument()],
    count: Annotated[int, typer.Option()],
    games: options.Games = 10,
    backend: options.Backend = "threads",
    changes: options.Changes = None,
    progress: options.ShowProgress = None,
    error: str = "",
) -> None:
    """Does what the tests ask for."""
    if error:
        raise {
            "bad": BadInput("table.toml: players is 5; accepted are 2 to 4"),
            "exit": typer.Exit(3),
            "abort": typer.Abort(),
            "interrupt": KeyboardInterrupt(),
            "full": OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), "reports/run"),
            "missing": FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), "part-00000.parquet"),
            "defect": ZeroDivisionError("division by zero"),
        }[error]
    print(table, count, games, backend, changes, progress)


@pytest.fixture
def stubbed(cli, monkeypatch):
    monkeypatch.setitem(COMMANDS, "stub", ("stub", "does what the tests ask for"))
    monkeypatch.setitem(sys.modules, "quorumsim.cli.stub", STUB)
    monkeypatch.delenv("QUORUMSIM_TRACEBACK", raising=False)
    return lambda *arguments: cli("stub", *arguments)


def assert_one_sentence(result, *words):
    """One line on standard error that holds all words, nothing on standard output."""
    assert result.out == ""
    assert result.err.endswith("\n")
    assert result.err.count("\n") == 1, result.err
    assert "Traceback" not in result.err
    for word in words:
        assert word in result.err


def test_help_names_every_command(cli):
    result = cli("--help")
    assert result.status == 0
    assert result.err == ""
    for name, (_, text) in COMMANDS.items():
        assert f"\n  {name} " in result.out
        assert text.split()[0] in result.out


def test_no_argument_and_h_print_the_help(cli):
    assert cli() == cli("-h") == cli("--help")


def test_version(cli):
    assert cli("--version") == (0, f"quorumsim {__version__}\n", "")


@pytest.mark.parametrize("name", COMMANDS)
def test_every_help_has_an_example(cli, name):
    command = get_command(import_module(f"quorumsim.cli.{COMMANDS[name][0]}").app)
    for words in [[name], *([name, below] for below in getattr(command, "commands", {}))]:
        result = cli(*words, "--help")
        assert result.status == 0
        assert "Example" in result.out, f"quorumsim {' '.join(words)} --help has no example"
        assert f"  quorumsim {' '.join(words)}" in result.out.split("Example")[1]


@pytest.mark.parametrize(("given", "nearest"), [("simulat", "simulate"), ("first_player", "first-player"), ("Bots", "bots")])
def test_an_unknown_command_gets_the_nearest_one(cli, given, nearest):
    result = cli(given, "--games", "10")
    assert result.status == 2
    assert_one_sentence(result, repr(given), f"did you mean '{nearest}'?")


def test_a_command_like_no_other_gets_the_list(cli):
    result = cli("xyz")
    assert result.status == 2
    assert_one_sentence(result, "'xyz'", "simulate", "bench")


def test_values_arrive(stubbed):
    given = ("finished", "--count", "3", "--games", "1e3", "--set", "a=1", "--set", "b=2", "--progress", "--backend", "dask")
    assert stubbed(*given) == (0, "finished 3 1000 dask ['a=1', 'b=2'] True\n", "")
    assert stubbed("finished", "--count", "3") == (0, "finished 3 10 threads None None\n", "")


@pytest.mark.parametrize(("arguments", "words"), [
    ((), ["'table'"]),
    (("finished",), ["'--count'"]),
    (("finished", "--count"), ["'--count'", "argument"]),
    (("finished", "--count", "three"), ["'--count' is 'three'", "integer"]),
    (("finished", "--count", "1", "--backend", "gpu"), ["'--backend' is 'gpu': not one of 'threads', 'processes', 'dask'"]),
    (("finished", "--count", "1", "--gmaes", "10"), ["--gmaes", "--games"]),
    (("finished", "more", "--count", "1"), ["more"]),
    (("finished", "--count", "1", "--games", "1.5"), ["--games", "'1.5'", "1e6"]),
])
def test_a_wrong_command_line_is_one_sentence(stubbed, arguments, words):
    result = stubbed(*arguments)
    assert result.status == 2
    assert_one_sentence(result, *words)


def test_a_wrong_option_before_the_command(cli):
    result = cli("--games", "10")
    assert result.status == 2
    assert_one_sentence(result, "--games", "quorumsim --help")


@pytest.mark.parametrize(("error", "status", "words"), [
    ("bad", 2, ["quorumsim: table.toml: players is 5; accepted are 2 to 4"]),
    ("abort", 130, ["interrupted"]),
    ("interrupt", 130, ["interrupted"]),
    ("full", 2, ["reports/run: No space left on device"]),
    ("missing", 70, ["defect", "part-00000.parquet", "QUORUMSIM_TRACEBACK=1"]),
    ("defect", 70, ["defect", "ZeroDivisionError: division by zero", "QUORUMSIM_TRACEBACK=1"]),
])
def test_an_error_is_one_sentence(stubbed, error, status, words):
    result = stubbed("finished", "--count", "1", "--error", error)
    assert result.status == status
    assert_one_sentence(result, *words)


def test_a_command_chooses_its_exit_status(stubbed):
    assert stubbed("finished", "--count", "1", "--error", "exit") == (3, "", "")


def test_the_traceback_of_a_defect_on_demand(stubbed, monkeypatch):
    monkeypatch.setenv("QUORUMSIM_TRACEBACK", "1")
    result = stubbed("finished", "--count", "1", "--error", "defect")
    assert result.status == 70
    assert "Traceback" in result.err
    assert result.err.splitlines()[-1].startswith("quorumsim: this is a defect")


def test_a_reader_that_leaves_early_hears_nothing():
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "wb") as closed_pipe:
        command = [sys.executable, "-m", "quorumsim", "--help"]
        result = subprocess.run(command, stdout=closed_pipe, stderr=subprocess.PIPE, check=False)
    assert (result.returncode, result.stderr) == (141, b"")


def test_the_module_runs_as_the_program():
    command = [sys.executable, "-m", "quorumsim", "--version"]
    assert subprocess.run(command, capture_output=True, check=True).stdout.decode() == f"quorumsim {__version__}\n"


def test_help_is_fast():
    times = []
    for _ in range(5):
        start = time.perf_counter()
        subprocess.run([sys.executable, "-m", "quorumsim", "--help"], capture_output=True, check=True)
        times.append(time.perf_counter() - start)
    assert min(times) < 0.4


def test_run_takes_any_sequence():
    assert run(("--version",)) == 0
