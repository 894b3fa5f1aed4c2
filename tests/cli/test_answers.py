"""report, first-player, cards and gods at the command line: on a run that was never played, and on those they play."""

import json
import sys
from pathlib import Path
from types import ModuleType

import pytest

from quorumsim.analysis.first_player import first_player
from tests.analysis.fake_run import FakeRun


@pytest.fixture
def run(monkeypatch):
    """Whatever folder is named, it holds this run."""
    run = FakeRun(300, seat_edge=(3.0,))
    lab = ModuleType("quorumsim.lab.run")
    lab.read_run = lambda path: run
    monkeypatch.setitem(sys.modules, "quorumsim.lab.run", lab)
    return run


def test_first_player_prints_who_played_then_the_verdict_then_every_seat(cli, run):
    result = cli("first-player", "anywhere")
    lines = result.out.splitlines()
    answer = first_player(run)
    assert result.status == 0
    assert lines[:3] == [answer.sample.who, answer.finding.text, answer.finding.spread]
    assert sum(line.startswith("Seat ") for line in lines) == 4


@pytest.mark.parametrize("command", ["first-player", "cards", "gods"])
def test_json_has_the_sentence_and_the_printed_numbers(cli, run, command):
    plain, answer = cli(command, "anywhere").out, json.loads(cli(command, "anywhere", "--json").out)
    assert answer["question"] == command
    assert answer["sentence"] in plain
    assert answer["run"]["games"] == 300
    column = {"first-player": "share", "cards": "effect", "gods": "taker_points"}[command]
    for row in answer["rows"]:
        assert str(abs(row[column])) in plain


def test_the_yardstick_is_an_option(cli, run):
    assert "the 50 you called important" in cli("first-player", "anywhere", "--smallest-effect", "50").out


def test_report_writes_beside_the_run(cli, run, tmp_path):
    result = cli("report", tmp_path / "first")
    assert result.status == 0
    assert result.out.strip() == str(tmp_path / "first-report" / "index.html")
    assert (tmp_path / "first-report" / "tables" / "seats.csv").exists()


def test_report_refuses_a_folder_that_exists(cli, run, tmp_path):
    (tmp_path / "first-report").mkdir()
    result = cli("report", tmp_path / "first", "--out", tmp_path / "first-report")
    assert result.status == 2
    assert "exists" in result.err
    assert cli("report", tmp_path / "first").out.strip() == str(tmp_path / "first-report-2" / "index.html")


QUICK = ("--bots", "random", "--games", 40, "--players")


@pytest.mark.parametrize("command", ["first-player", "cards", "gods"])
def test_without_a_run_one_is_played_and_kept(cli, command):
    result = cli(command, *QUICK, 2, "--seed", 5)
    kept = Path("reports/standard-2-random-seed-5")
    assert result.status == 0
    assert f"note: the run is kept at {kept}\n" in result.err
    assert result.out.startswith("40 games by random. Bots, not people.\n")
    assert cli(command, kept).out == result.out


def test_each_number_of_players_is_answered_in_turn(cli):
    text = cli("first-player", *QUICK, "2-4", "--set", "god_limit=2", "--out", "runs").out
    assert [line for line in text.splitlines() if line.endswith(" players")] == [
        f"Quorum as published, with god_limit=2, {players} players" for players in (2, 3, 4)
    ]
    assert text.count("Changed from the published game: god_limit: 3 → 2.\n") == 3
    answers = json.loads(cli("first-player", *QUICK, "2,3", "--json").out)
    assert [answer["run"]["players"] for answer in answers] == [2, 3]
    assert sorted(path.name for path in Path("runs").iterdir()) == ["players-2", "players-3", "players-4"]


def test_a_run_that_was_played_takes_no_options_about_playing(cli):
    result = cli("cards", "reports/first", "--games", 5, "--set", "god_limit=2")
    assert (result.status, result.out) == (2, "")
    assert result.err == (
        "quorumsim: reports/first is a run that was played before; leave out --set, --games, or leave out reports/first to "
        "play a new run\n"
    )


def test_games_and_precision_exclude_each_other(cli):
    result = cli("gods", "--games", 5, "--precision", 1)
    assert (result.status, result.err) == (2, "quorumsim: --games and --precision exclude each other; give one of them\n")


def test_no_run_there(cli):
    result = cli("first-player", "nowhere")
    assert (result.status, result.err) == (2, "quorumsim: there is no run at nowhere\n")
