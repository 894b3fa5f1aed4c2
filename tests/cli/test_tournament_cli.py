"""`quorumsim tournament` at the command line, and the page of a tournament by `quorumsim report`."""

import json
import signal
import time
from pathlib import Path

import pytest

from tests.lab.runs import command, digests

QUICK = ("tournament", "--bots", "greedy,random,greedy@0.5", "--games", 240, "--seed", 4)


def test_it_says_who_played_then_who_wins_whom_they_beat_and_which_are_viable(cli):
    result = cli(*QUICK, "--players", 2, "--out", "cup")
    lines = result.out.splitlines()
    assert result.status == 0
    assert lines[0] == "720 games by 3 bots at 3 tables. Bots, not people."
    assert lines[1].startswith("Of these bots greedy wins most: ")
    assert "of 3 pairs are decided" in lines[2]
    assert "bots is viable: greedy, with 100.0 of 100 in the best mix" in result.out
    assert sum(line.startswith("greedy  ") for line in lines) == 4  # wins, matrix, ratings, strategies
    assert result.err.endswith("note: the tournament is kept at cup\n")


def test_json_has_the_sentences_and_the_printed_numbers(cli):
    plain = cli(*QUICK, "--players", "2-3", "--out", "one").out
    told = json.loads(cli(*QUICK, "--players", "2-3", "--out", "two", "--json").out)
    assert told["question"] == "tournament"
    assert [stage["run"]["players"] for stage in told["stages"]] == [2, 3]
    for stage in told["stages"]:
        assert all(sentence in plain for sentence in stage["sentences"])
        for rows, column in (("rows", "share"), ("matches", "share"), ("ratings", "rating"), ("strategies", "alpha")):
            assert all(str(abs(row[column])) in plain for row in stage[rows])
            assert all(row[f"{column}_low"] <= row[column] <= row[f"{column}_high"] for row in stage[rows])


def test_an_undecided_pair_is_marked(cli):
    result = cli("tournament", "--bots", "greedy,greedy@0.01", "--players", 2, "--games", 40, "--out", "cup")
    assert "?" in result.out.split("Ranges: --json")[1].split("Ratings")[0]


def test_the_same_seed_gives_the_same_tournament(cli):
    one, other = (cli(*QUICK, "--players", "2,4", "--out", "cup", "--workers", workers) for workers in (1, 3))
    assert (one.status, other.status) == (0, 2)
    assert other.err == "quorumsim: --out cup is a folder that exists; give the name of a folder that does not exist yet\n"
    first = digests(Path("cup/players-4/table-001"))
    again = cli(*QUICK, "--players", "2,4", "--out", "cup2", "--workers", 3)
    assert again.out == one.out
    second = digests(Path("cup2/players-4/table-001"))
    del first["manifest.json"], second["manifest.json"]  # has the command line, which names another folder
    assert first == second


def test_without_names_all_shipped_bots_meet(cli):
    from quorumsim.lab.games import kit

    told = json.loads(cli("tournament", "--games", 4, "--json").out)
    assert told["stages"][0]["run"]["players"] == 4
    assert told["stages"][0]["run"]["bots"] == [bot.name for bot in kit("quorum").roster(None)]
    assert told["tournament"] == "reports/tournament-standard-4-seed-1"


@pytest.mark.parametrize(("options", "complaint"), [
    (("--bots", "greedy"), "--bots names greedy; a tournament needs at least 2 bots, by comma"),
    (("--bots", "greedy,random,greedy"), "--bots names greedy twice; give every bot once"),
    (("--bots", "greedy,gredy"), "there is no bot 'gredy': did you mean greedy?"),
    (("--game", "chess"), "there is no game 'chess'; the games are quorum"),
    (("--players", "5"), "--players is '5'; it must be whole numbers from 2 to 4"),
    (("--games", "0"), "--games is '0'; it must be a whole number from 1"),
    (("--resume",), "--resume goes on with the tournament at --out as it was begun; give --out"),
    (("--resume", "--out", "cup", "--seed", "3"), "as it was begun; leave out --seed"),
    (("--resume", "--out", "nowhere"), "nowhere is not a tournament: it has no tournament.json"),
])  # fmt: skip
def test_bad_input_is_one_sentence_and_leaves_nothing(cli, tmp_path, options, complaint):
    result = cli("tournament", *options)
    assert (result.status, result.out) == (2, "")
    assert complaint in result.err
    assert result.err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_ctrl_c_says_how_to_go_on_and_resume_ends_with_the_same_bytes(cli, tmp_path):
    arguments = ("tournament", "--bots", "greedy,greedy@0.1,greedy@0.4,random", "--players", 2, "--games", 3000, "--seed", 4,
                 "--workers", 1, "--out")  # fmt: skip
    for attempt in range(8):
        folder = tmp_path / f"cup-{attempt}"
        process = command(*arguments, folder)
        until = time.monotonic() + 120
        while not list(folder.glob("players-2/table-001/seats/part-*")) and time.monotonic() < until:
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
        if process.returncode != 0:  # else it was done before the signal came: a busy machine
            break
    assert (process.returncode, out) == (130, "")
    assert f"of 18,000 games are kept; go on with quorumsim tournament --resume --out {folder}" in err
    refused = cli("report", folder)
    assert refused.status == 2
    assert "is not finished" in refused.err
    assert cli("tournament", "--resume", "--out", folder).status == 0
    kept = digests(folder)
    folder.rename(tmp_path / "kept")
    process = command(*arguments, folder)
    process.communicate(timeout=120)
    assert digests(folder) == kept


def test_report_makes_the_page_of_a_tournament(cli, tmp_path):
    cli(*QUICK, "--players", 2, "--out", "cup")
    result = cli("report", "cup")
    assert (result.status, result.out.strip()) == (0, "cup-report/index.html")
    assert {path.name for path in Path("cup-report/tables").iterdir()} == {
        "bots.csv", "matches.csv", "ratings.csv", "seat-worth.csv", "strategies.csv"
    }  # fmt: skip
    both = cli("report", "cup", "cup/players-2/table-000")
    assert (both.status, "has a page of its own; leave out the other folders" in both.err) == (2, True)
    assert cli("report", "cup/players-2/table-000").status == 0  # a table is an ordinary run
