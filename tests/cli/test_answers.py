"""report, first-player, cards and gods at the command line, on a run that was never played."""

import json
import sys
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
    result = cli("report", tmp_path / "first")
    assert result.status == 2
    assert "exists" in result.err
