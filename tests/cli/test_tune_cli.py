"""`quorumsim tune` and `transcript --explain` from the command line."""

import json

import pytest

from quorumsim.cli.main import run

SMALL = [
    "--players",
    "2",
    "--generations",
    "1",
    "--candidates",
    "4",
    "--games",
    "8",
    "--validation",
    "20",
    "--against",
    "greedy",
]


def test_tuning_writes_a_bot_that_plays(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert run(["tune", "senator", *SMALL, "--out", "mine.toml", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["file"] == "mine.toml"
    assert told["tables"][0]["low"] <= told["tables"][0]["share"] <= told["tables"][0]["high"]
    assert run(["transcript", "--players", "2", "--bots", "./mine.toml", "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["bots"][0].endswith("mine.toml")


@pytest.mark.parametrize("arguments, told", [
    (["senator", "--out", "mine.txt"], "must end in .toml"),
    (["senator@0.5", "--out", "mine.toml"], "plays at random in part"),
    (["senator", "--players", "2-4", "--out", "mine.toml"], "for one number of players"),
    (["senator", "--seed", str(2**32), "--out", "mine.toml"], "at most 4294967295"),
    (["senator", "--out", "nowhere/mine.toml"], "is not a folder"),
])  # fmt: skip
def test_bad_input_is_one_sentence_and_leaves_nothing(arguments, told, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert run(["tune", *arguments]) == 2
    error = capsys.readouterr().err
    assert told in error
    assert len(error.strip().splitlines()) == 1
    assert list(tmp_path.iterdir()) == []


def test_every_decision_of_a_transcript_is_explained(capsys):
    arguments = ["transcript", "--players", "2", "--bots", "greedy,search:3:greedy", "--seed", "5"]
    assert run([*arguments, "--explain"]) == 0
    explained = json.loads(capsys.readouterr().out)
    assert run(arguments) == 0
    plain = json.loads(capsys.readouterr().out)
    for turn in explained["turns"]:
        phases = [decision["phase"] for decision in turn["why"]]
        assert phases[-1] == "play"
        assert "take" in phases
        for decision in turn["why"]:
            worths = {option["number"]: option["worth"] for option in decision["options"]}
            if decision["unit"] == "points" and worths:
                assert worths[decision["chosen"]] == max(worths.values())
            if decision["unit"] != "points":
                assert all(0 <= option["worth"] <= 1 and option["playouts"] > 0 for option in decision["options"])
        del turn["why"]
    assert explained == plain


def test_an_explained_transcript_can_be_read_and_verified(tmp_path, capsys):
    assert run(["transcript", "--players", "2", "--bots", "greedy", "--explain", "--format", "text"]) == 0
    text = capsys.readouterr().out
    assert "take?" in text
    assert "(points)" in text
    assert run(["transcript", "--players", "2", "--bots", "greedy", "--explain"]) == 0
    path = tmp_path / "games.jsonl"
    path.write_text(capsys.readouterr().out)
    assert run(["transcript", "verify", str(path)]) == 0
    assert run(["transcript", "--explain", "--format", "setup"]) == 2
