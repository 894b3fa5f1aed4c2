"""`quorumsim bots` from the command line: what there is, and the start of a bot of one's own."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

import quorumsim
from quorumsim.bots.registry import ROSTER, SEARCHERS, parse
from quorumsim.lab.run import read_run

ROOT = Path(quorumsim.__file__).parents[1]


def test_the_list_has_every_bot(cli):
    told = json.loads(cli("bots", "list", "--json").out)
    assert [bot["name"] for bot in told][: len(ROSTER) + len(SEARCHERS)] == [*ROSTER, *SEARCHERS]


@pytest.mark.parametrize(("plain", "function"), [((), "score"), (("--plain",), "choose")])
def test_the_start_of_a_bot_works_as_it_is(cli, tmp_path, plain, function):
    result = cli("bots", "new", "mine", *plain)
    assert (result.status, sorted(path.name for path in tmp_path.iterdir())) == (0, ["mine.py", "test_mine.py"])
    assert f"./mine.py:{function}" in result.out
    shown = json.loads(cli("bots", "show", f"./mine.py:{function}", "--json").out)
    assert (shown["name"], shown["plain"]) == (f"mine.py:{function}", bool(plain))
    assert cli("simulate", "--players", 2, "--bots", f"./mine.py:{function},greedy", "--games", 4, "--out", "run").status == 0
    assert read_run("run").games == 4
    told = cli("transcript", "run", "--games", 1)
    assert json.loads(told.out)["bots"] == ["greedy", f"mine.py:{function}"]
    tests = subprocess.run([sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_mine.py"], cwd=tmp_path,
                           env={"PYTHONPATH": str(ROOT), "HOME": str(Path.home())}, capture_output=True, text=True)  # fmt: skip
    assert "5 passed" in tests.stdout, tests.stdout


def test_a_tournament_with_one_of_each_kind(cli):
    cli("bots", "new", "fast")
    cli("bots", "new", "slow", "--plain")
    bots = "random,./fast.py:score,slow.py"
    assert cli("tournament", "--players", 2, "--bots", bots, "--games", 6, "--out", "cup").status == 0
    assert cli("tournament", "--resume", "--out", "cup").status == 0
    Path("slow.py").write_text(Path("slow.py").read_text() + "\n")
    result = cli("tournament", "--resume", "--out", "cup")
    assert (result.status, "slow.py of bot slow.py:choose is not the file" in result.err) == (2, True)


def test_files_that_exist_are_left_alone(cli, tmp_path):
    (tmp_path / "test_mine.py").write_text("kept")
    result = cli("bots", "new", "mine")
    assert (result.status, [path.name for path in tmp_path.iterdir()]) == (2, ["test_mine.py"])
    assert "test_mine.py exists and is left alone" in result.err


@pytest.mark.parametrize("name", ["greedy", "mix", "a-b", "../a", "class", "1st", ""])
def test_names_that_do_not_do(cli, tmp_path, name):
    result = cli("bots", "new", name)
    assert (result.status, list(tmp_path.iterdir()), result.err.count("\n")) == (2, [], 1)


def test_a_transcript_with_another_file_than_the_runs_is_refused(cli):
    Path("own.py").write_text("def choose(view, actions):\n    return actions[0]\n")
    assert cli("simulate", "--players", 2, "--bots", "own.py", "--games", 2, "--out", "run").status == 0
    Path("own.py").write_text("def choose(view, actions):\n    return actions[-1]\n")
    result = cli("transcript", "run")
    assert (result.status, "is not the file that run was begun with" in result.err) == (2, True)


def test_a_bot_that_fails_ends_a_run_with_one_sentence(cli):
    Path("own.py").write_text("def choose(view, actions):\n    return 1\n")
    result = cli("simulate", "--players", 2, "--bots", "own.py:choose,greedy", "--games", 2, "--out", "run")
    assert (result.status, result.out) == (2, "")
    assert result.err.splitlines()[-1] == (
        "quorumsim: bot own.py:choose answered 1, which is not one of the 5 legal actions: seed 1, block 0, seat 0, round 1, "
        "take phase"
    )
    assert not Path("run").exists()


def test_a_name_for_a_file_is_not_run_by_parsing_a_shipped_name():
    assert parse("greedy", plugins=False) == parse("greedy")
