"""compare-play at the command line: terminal and JSON say the same, runs match the tables, one sentence for what is wrong."""

import json
from pathlib import Path

import pytest

from quorumsim.analysis.figure import number
from quorumsim.analysis.paths import SOURCES
from quorumsim.quorum.packaged import rules_folder
from tests.analysis.sheets_of import write_text

EXAMPLE = rules_folder() / "score-sheets-example.csv"
QUICK = ("--bots", "random", "--games", 60)
TWO = ("game,name,military,total", "1,Xanthe,5,50", "1,Zebedee,10,60")
THREE = ("2,Xanthe,5,50", "2,Zebedee,10,60", "2,Quill,0,70")


def test_bots_play_as_many_as_sat_at_each_table(cli):
    result = cli("compare-play", EXAMPLE, *QUICK, "--out", "runs")
    assert result.status == 0
    assert sorted(path.name for path in Path("runs").iterdir()) == ["players-2", "players-4"]
    assert result.err == "note: the run is kept at runs/players-2\nnote: the run is kept at runs/players-4\n"
    beside = f"score sheets, {EXAMPLE}) beside 60 games by random. Bots, not people.\n"
    assert result.out.startswith(f"40 tables of 2 people (80 {beside}")
    assert f"\n\n6 tables of 4 people (24 {beside}" in result.out
    assert result.out.count("Score sheets are no random sample of people") == 2
    again = cli("compare-play", EXAMPLE, "--run", "runs/players-4", "--run", "runs/players-2")
    assert (again.out, again.err) == (result.out, "")


def test_json_has_the_sentences_and_the_printed_numbers(cli):
    plain = cli("compare-play", EXAMPLE, *QUICK, "--out", "runs").out
    answers = json.loads(cli("compare-play", EXAMPLE, "--run", "runs/players-2", "--run", "runs/players-4", "--json").out)
    assert [answer["run"]["players"] for answer in answers] == [2, 4]
    second = plain.index("6 tables of 4")
    for answer, text in zip(answers, (plain[:second], plain[second:]), strict=True):
        assert answer["question"] == "compare-play"
        assert answer["smallest_effect"] == 2
        assert answer["sheets"]["tables"] == (40 if answer["run"]["players"] == 2 else 6)
        for sentence in (answer["sentence"], *answer["sentences"], answer["limits"]):
            assert f"{sentence}\n" in text
        means, _, outcomes = text.partition("\nOutcomes")
        assert {row["source"] for row in answer["rows"]} >= {*SOURCES, "total", "winner", "lead", "gods"}
        for row in answer["rows"]:
            (line,) = (line for line in means.splitlines() if line.startswith(f"{row['name']}  ") and "(" in line)
            for column in ("people", "bots", "difference"):
                digits = [decimals for decimals in (1, 2, 3) if round(row[column], decimals) == row[column]]
                shown = [number(row[column], decimals, column == "difference") for decimals in digits]
                assert any(f"  {text} (" in line for text in shown), (line, shown)
            assert row["verdict"] is None or f"  {row['verdict']}" in line
        for row in answer["spreads"]:
            (line,) = (line for line in outcomes.splitlines() if line.startswith(f"{row['name']}  "))
            for whose in ("people", "bots"):
                ends = [row[whose][at] for at in ("tenth", "middle", "nine_tenths")]
                values = [f"{end['value']} ({end['low']} " for end in ends]
                assert all(value in line for value in values)
            assert f"{number(row['pairs'], 1)} (" in line
            assert f"{row['above']['value']} ({row['above']['low']} to {row['above']['high']})" in line


def test_the_conclusion_comes_right_behind_who_played(cli):
    lines = cli("compare-play", EXAMPLE, *QUICK).out.splitlines()
    answer = json.loads(cli("compare-play", EXAMPLE, *QUICK, "--json").out)[0]
    assert lines[1] == answer["sentence"]
    assert answer["verdict"] in lines[1] or answer["verdict"] == "matters"


def test_the_yardstick_is_an_option_and_printed(cli, tmp_path):
    sheets = write_text(tmp_path / "sheets.csv", *TWO)
    assert "you called 2 important" in cli("compare-play", sheets, *QUICK).out
    assert "you called 3.5 important" in cli("compare-play", sheets, *QUICK, "--smallest-effect", "3.5").out
    refused = cli("compare-play", sheets, *QUICK, "--smallest-effect", "-1")
    assert (refused.status, refused.out) == (2, "")
    assert "it must be a number of points above 0 and below 100, such as 2 or 0.5" in refused.err


def test_other_rules_stand_first(cli, tmp_path):
    sheets = write_text(tmp_path / "sheets.csv", *TWO)
    result = cli("compare-play", sheets, *QUICK, "--set", "god_limit=2")
    assert result.out.startswith("Changed from the published game: god_limit: 3 → 2.\n1 table of 2 people")


def test_names_are_never_printed(cli, tmp_path):
    sheets = write_text(tmp_path / "sheets.csv", *TWO, *THREE)
    for option in ((), ("--json",)):
        result = cli("compare-play", sheets, *QUICK, *option)
        assert result.status == 0
        assert not any(name in result.out + result.err for name in ("Xanthe", "Zebedee", "Quill"))


def test_the_empty_file_is_written_once(cli):
    result = cli("compare-play", "--blank", "mine.csv")
    assert (result.status, result.out) == (0, "mine.csv\n")
    assert Path("mine.csv").read_text().startswith("game,seat,name,africa,")
    assert "no points in it" in cli("compare-play", "mine.csv").err
    again = cli("compare-play", "--blank", "mine.csv")
    assert again.status == 2
    assert again.err == "quorumsim: --blank mine.csv exists; give the name of a file that does not exist yet\n"
    assert "cannot be written" in cli("compare-play", "--blank", "no/where.csv").err
    assert "leave out --blank" in cli("compare-play", "mine.csv", "--blank", "other.csv").err
    assert not Path("other.csv").exists()


@pytest.fixture
def runs(cli):
    """Runs of two players and of three."""
    for players in (2, 3):
        assert cli("simulate", *QUICK, "--players", players, "--out", f"runs/{players}").status == 0
    return "runs/2", "runs/3"


def test_runs_must_be_those_of_the_tables(cli, tmp_path, runs):
    two, three = runs
    sheets = write_text(tmp_path / "sheets.csv", *TWO)

    def refused(*arguments):
        result = cli("compare-play", *arguments)
        assert (result.status, result.out) == (2, "")
        assert result.err.count("\n") == 1
        return result.err

    assert "runs/3 is a run of 3 players, but" in refused(sheets, "--run", two, "--run", three)
    assert "runs/2 is a second run of 2 players" in refused(sheets, "--run", two, "--run", two)
    assert "leave out --games, or leave out --run to play a new run" in refused(sheets, "--run", two, "--games", 5)
    assert "there is no run at nowhere" in refused(sheets, "--run", "nowhere")
    both = write_text(tmp_path / "both.csv", *TWO, *THREE)
    assert "has tables of 3 players, but no --run is of so many" in refused(both, "--run", two)
    assert "compare-play needs a file of score sheets" in refused()
    assert "none.csv: cannot be read" in refused("none.csv")


def test_nothing_is_played_for_sheets_that_are_wrong(cli, tmp_path):
    sheets = write_text(tmp_path / "sheets.csv", "game,total", "1,50")
    result = cli("compare-play", sheets, *QUICK)
    assert (result.status, result.out) == (2, "")
    assert not Path("reports").exists()
