"""`quorumsim simulate` from the command line: what it prints, what it writes, and what it refuses."""

import json
import re
import sys
from pathlib import Path

import pytest

from quorumsim.cli.options import parse_games
from quorumsim.cli.progress import Progress
from quorumsim.lab.run import read_run
from tests.lab.runs import digests, listing, manifest

SMALL = ("--bots", "random", "--games", 8, "--workers", 1)


def said(err: str) -> list[str]:
    """The lines on standard error, but for the message at the first use on a machine."""
    return [line for line in err.splitlines() if not line.startswith("compiling ")]


# --- what it does -----------------------------------------------------------------------------------------------------------
def test_it_writes_a_run_and_prints_where(cli, tmp_path):
    result = cli("simulate", *SMALL, "--players", 2, "--seed", 5, "--out", "here/run")
    assert (result.status, result.out, said(result.err)) == (0, "here/run\n", [])
    run = read_run(tmp_path / "here" / "run")
    assert (run.games, run.manifest["players"], run.manifest["seed"], run.manifest["state"]) == (8, 2, 5, "complete")
    assert run.manifest["command"].startswith("quorumsim ")


def test_the_same_seed_gives_the_same_run(cli, tmp_path):
    for name, seed in (("one", 3), ("two", 3), ("three", 4)):
        assert cli("simulate", *SMALL, "--players", 2, "--seed", seed, "--out", name).status == 0
    one, two, three = (digests(tmp_path / name) for name in ("one", "two", "three"))
    assert one == two
    assert one != three


def test_without_a_name_the_run_goes_to_a_new_folder_under_reports(cli, tmp_path):
    printed = [cli("simulate", *SMALL, "--players", 2).out.strip() for _ in range(2)]
    assert len(set(printed)) == 2
    assert sorted(printed) == [f"reports/{path.name}" for path in sorted((tmp_path / "reports").iterdir())]
    assert all("standard" in name and "random" in name for name in printed)


def test_every_number_of_players_in_turn(cli, tmp_path):
    result = cli("simulate", *SMALL, "--players", "2-4", "--out", "runs")
    assert result.status == 0
    assert result.out.split() == [f"runs/players-{number}" for number in (2, 3, 4)]
    assert [read_run(tmp_path / name).manifest["players"] for name in result.out.split()] == [2, 3, 4]


def test_games_are_rounded_up_to_whole_deals_and_it_says_so(cli, tmp_path):
    result = cli("simulate", "--bots", "random,greedy,random", "--players", 3, "--games", 10, "--out", "run")
    assert said(result.err) == ["note: 10 games are rounded up to 12, 4 deals with 3 seatings each"]
    assert read_run(tmp_path / "run").games == 12
    result = cli("simulate", "--bots", "random,greedy,random", "--players", 3, "--games", 12, "--out", "other")
    assert said(result.err) == []


def test_weights_made_for_other_rules_are_mentioned(cli):
    result = cli("simulate", "--bots", "greedy,senator", "--players", 2, "--games", 2, "--rules", "ten-rounds", "--out", "run")
    assert said(result.err) == ["note: bot senator is not tuned for these rules"]


def test_a_result_as_json(cli):
    result = cli("simulate", *SMALL, "--players", "2,3", "--out", "runs", "--json")
    (first, second) = json.loads(result.out)
    assert (first["run"], first["games"], first["blocks"], first["players"]) == ("runs/players-2", 8, 8, 2)
    assert (second["seating"], second["state"], second["rules_name"]) == (["random"] * 3, "complete", "standard")
    assert re.fullmatch("[0-9a-f]{16}", second["fingerprint"])


def test_progress_goes_to_standard_error(cli):
    result = cli("simulate", *SMALL, "--players", 2, "--out", "run", "--progress")
    assert result.out == "run\n"
    assert re.fullmatch(r"8 of 8 games, [\d,]+ games/s", said(result.err)[-1])


def test_rules_changed_on_the_command_line(cli, tmp_path):
    result = cli("simulate", *SMALL, "--players", 2, "--set", "god_limit=2", "--set", "rounds=3", "--out", "run")
    assert result.status == 0
    rules = read_run(tmp_path / "run").rules
    assert (rules.god_limit, rules.rounds) == (2, 3)


@pytest.mark.parametrize(("given", "games"), [("1e6", 10**6), ("1_000_000", 10**6)])
def test_large_numbers_as_people_write_them(given, games):
    assert parse_games(given) == games


@pytest.mark.parametrize("seed", ["0", "18446744073709551615", "0xffffffffffffffff"])
def test_the_ends_of_the_seeds(cli, tmp_path, seed):
    assert cli("simulate", *SMALL, "--players", 2, "--seed", seed, "--out", "run").status == 0
    assert read_run(tmp_path / "run").manifest["seed"] == int(seed, 0)


# --- going on ---------------------------------------------------------------------------------------------------------------
@pytest.fixture
def stopped(cli, tmp_path) -> Path:
    """A run as a stop leaves it: its second chunk is not there."""
    assert cli("simulate", "--bots", "random", "--players", 2, "--games", 1500, "--out", "run").status == 0
    told = manifest(tmp_path / "run")
    assert len(told["chunks"]) == 3
    (tmp_path / "run" / "manifest.json").write_text(json.dumps(told | {"state": "partial", "chunks": told["chunks"][::2]}))
    return tmp_path / "run"


def test_a_stopped_run_goes_on(cli, tmp_path, stopped):
    assert cli("simulate", "--bots", "random", "--players", 2, "--games", 1500, "--out", "whole").status == 0
    result = cli("simulate", "--resume", "--out", "run", "--workers", 1)
    assert (result.status, result.out, said(result.err)) == (0, "run\n", [])
    run, whole = digests(stopped), digests(tmp_path / "whole")
    assert run == whole
    result = cli("simulate", "--resume", "--out", "run")
    assert (result.status, result.out) == (0, "run\n")
    assert digests(stopped) == whole


@pytest.mark.parametrize(("options", "left_out"), [
    (("--games", 5), "leave out --games"), (("--seed", 1), "leave out --seed"), (("--players", 2), "leave out --players"),
    (("--set", "god_limit=2", "--bots", "greedy"), "leave out --set, --bots"), (("--log", "turns"), "leave out --log"),
    (("--rules", "standard"), "leave out --rules"), (("--precision", 1), "leave out --precision"),
])
def test_a_run_goes_on_as_it_was_begun(cli, stopped, options, left_out):
    before = digests(stopped)
    result = cli("simulate", "--resume", "--out", "run", *options)
    assert result.status == 2
    assert left_out in result.err
    assert digests(stopped) == before


def test_ctrl_c_says_what_is_kept_and_how_to_go_on(cli, tmp_path, monkeypatch):
    """At the first run and at every resuming, in words that can be pasted even if the folder's name has a space."""
    count = Progress.update

    def ctrl_c(self, games: int) -> None:
        count(self, games)
        if self.done > stop:
            raise KeyboardInterrupt

    monkeypatch.setattr(Progress, "update", ctrl_c)
    again = "go on with quorumsim simulate --resume --out 'my run'"
    stop = 0
    result = cli("simulate", "--bots", "random", "--players", 2, "--games", 1500, "--out", "my run", "--workers", 1)
    assert (result.status, result.out) == (130, "")
    assert said(result.err) == [f"stopped: 500 of 1,500 games are kept; {again}", "interrupted"]
    stop = 600
    result = cli("simulate", "--resume", "--out", "my run", "--workers", 1)
    assert (result.status, result.out) == (130, "")
    assert said(result.err) == [f"stopped: 1,000 of 1,500 games are kept; {again}", "interrupted"]
    stop = 10_000
    assert cli("simulate", "--resume", "--out", "my run").status == 0
    assert read_run(tmp_path / "my run").games == 1500


# --- bad input --------------------------------------------------------------------------------------------------------------
BAD = {
    "rules, a letter wrong": (("--rules", "standart"), "standard"),
    "rules there are not": (("--rules", "chess"), "chess"),
    "rules in a file there is not": (("--rules", "./mine.toml"), "mine.toml"),
    "a field there is not": (("--set", "god_limits=2"), "god_limit"),
    "a value out of bounds": (("--set", "god_limit=9"), "god_limit"),
    "a change that is none": (("--set", "god_limit"), "god_limit"),
    "a game that might not end": (("--set", "rounds=20"), "4 players need at least"),
    "one player": (("--players", "1"), "--players is '1'; it must be whole numbers from 2 to 4"),
    "five players": (("--players", "5"), "--players is '5'"),
    "players up to five": (("--players", "2-5"), "--players is '2-5'"),
    "three bots for four": (("--bots", "greedy,random,pious"), "names 3 bots for 4 seats"),
    "two bots for two to four": (("--bots", "greedy,random", "--players", "2-4"), "names 2 bots for 3 seats"),
    "a bot, a letter wrong": (("--bots", "gredy"), "did you mean greedy?"),
    "a bot there is not": (("--bots", "stockfish"), "the bots are random, greedy"),
    "too much noise": (("--bots", "greedy@2"), "a number from 0 to 1, not '2'"),
    "no games": (("--games", "0"), "--games is '0'"),
    "fewer than no games": (("--games", "-5"), "--games is '-5'"),
    "half a game": (("--games", "0.5"), "--games is '0.5'"),
    "games in words": (("--games", "many"), "--games is 'many'"),
    "a seed too large": (("--seed", "18446744073709551616"), "--seed is '18446744073709551616'"),
    "a negative seed": (("--seed", "-1"), "--seed is '-1'"),
    "no workers": (("--workers", "0"), "--workers is '0'"),
    "workers of another kind": (("--backend", "gpu"), "threads"),
    "another log": (("--log", "everything"), "turns"),
    "games and a precision": (("--games", "5", "--precision", "1"), "exclude each other"),
    "a precision of nothing": (("--precision", "0"), "--precision is '0'"),
    "a game there is not": (("--game", "chess"), "there is no game 'chess'"),
    "an option there is not": (("--board", "chess"), "--board"),
    "an option without its value": (("--seed",), "--seed"),
    "a stray word": (("please",), "please"),
    "no name for the folder": (("--out", ""), "--out is empty"),
    "a folder that exists": (("--out", "there"), "there is a folder that exists"),
    "a file": (("--out", "file"), "file is a file"),
    "a folder under a file": (("--out", "file/run"), "file is not a folder"),
    "folders under an existing one": (("--out", "there", "--players", "2-3"), "there is a folder that exists"),
    "to go on with nothing": (("--resume",), "give --out"),
    "to go on with no run": (("--resume", "--out", "there"), "there is not a run"),
    "to go on nowhere": (("--resume", "--out", "nowhere"), "there is no run at nowhere"),
    "to go on with a file": (("--resume", "--out", "file"), "file is not a run"),
}  # fmt: skip


@pytest.mark.parametrize("what", BAD)
def test_bad_input_gets_one_sentence_and_leaves_nothing(cli, tmp_path, what):
    options, part = BAD[what]
    (tmp_path / "there").mkdir()
    (tmp_path / "there" / "notes.txt").write_text("mine")
    (tmp_path / "file").write_text("mine")
    before = listing(tmp_path)
    result = cli("simulate", *options)
    sentences = said(result.err)
    assert result.status == 2, result
    assert result.out == ""
    assert len(sentences) == 1, sentences
    assert sentences[0].startswith("quorumsim")
    assert part in sentences[0]
    assert "Traceback" not in result.err
    assert listing(tmp_path) == before
    assert (tmp_path / "file").read_text() == (tmp_path / "there" / "notes.txt").read_text() == "mine"


def test_an_unknown_command_is_refused_with_the_nearest(cli, tmp_path):
    result = cli("simulat")
    assert (result.status, said(result.err)) == (2, ["quorumsim: there is no command 'simulat'; did you mean 'simulate'?"])
    assert listing(tmp_path) == []


def test_a_folder_that_cannot_be_written(cli, tmp_path, monkeypatch):
    monkeypatch.setattr("os.access", lambda path, mode: False)  # root may write anywhere
    result = cli("simulate", *SMALL, "--out", "run")
    assert result.status == 2
    assert "cannot be written" in said(result.err)[-1]
    assert listing(tmp_path) == []


def test_dask_without_its_extra(cli, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    result = cli("simulate", *SMALL, "--backend", "dask", "--out", "run")
    assert result.status == 2
    assert said(result.err) == ["quorumsim: --backend dask needs the extra: pip install 'quorumsim[distributed]'"]
    assert listing(tmp_path) == []


def test_a_run_of_other_code_is_not_gone_on_with(cli, stopped):
    told = manifest(stopped)
    (stopped / "manifest.json").write_text(json.dumps(told | {"versions": told["versions"] | {"code": "0123456789abcdef"}}))
    before = digests(stopped)
    result = cli("simulate", "--resume", "--out", "run")
    assert result.status == 2
    assert "was begun with other code" in said(result.err)[-1]
    assert digests(stopped) == before
