"""`quorumsim rules`: list, show, validate, diff, new."""

import json
import subprocess
import sys

import pytest

from quorumsim.quorum.rules import from_json, packaged_names, resolve


def test_list_names_every_packaged_rules(cli):
    result = cli("rules", "list")
    assert (result.status, result.err) == (0, "")
    assert [line.split()[0] for line in result.out.splitlines()] == packaged_names()
    assert "Two gods at most" in result.out


def test_list_as_json(cli):
    listed = json.loads(cli("rules", "list", "--json").out)
    assert [each["name"] for each in listed] == packaged_names()
    by_name = {each["name"]: each for each in listed}
    assert by_name["god-limit-2"]["changes"] == ["god_limit: 3 → 2"]
    assert by_name["no-gods"]["players"] == [2, 3, 4]


def test_show_in_words(cli):
    result = cli("rules", "show", "god-limit-2", "--set", "seat_points.4=[0,0,0,2]", "--set", "track_tie=shared")
    assert result.status == 0
    for line in (
        "Two gods at most, with seat_points.4=[0,0,0,2], track_tie=shared",
        "  god_limit: 3 → 2",
        "  12 turns each: take one of the 5 cards of Rome, play one from the hand.",
        "  Who holds 2 gods may take no other.",
        "  With 4 players the seats start with 0, 0, 0, 2 points.",
        "  On the same space they share the rank, paid as the best of the ranks they occupy.",
        "  Africa counts cards of power 1; its token starts at 2 (1 to 4).",
    ):
        assert line in result.out.splitlines()
    assert "Differs" not in cli("rules", "show", "standard").out


def test_show_every_packaged_rules(cli):
    for name in packaged_names():
        result = cli("rules", "show", name)
        assert result.status == 0 and resolve(name).fingerprint in result.out


def test_words_for_what_is_rare(cli):
    def words(*changes):
        return cli("rules", "show", "standard", *(word for change in changes for word in ("--set", change))).out

    assert "Rome is never refreshed." in cli("rules", "show", "no-gods").out
    assert "Nobody may refresh Rome by choice." in words("refresh_limit=0")
    assert "refreshed always, up to 3 times a turn" in words("refresh_threshold=0", "refresh_limit=3")
    assert "No god may be taken." in words("god_limit=0")
    assert "stops at the bound" in words("token_overflow=clamp")
    assert "Equal totals share the win." in words("tie_break=[]")
    assert "powers 0-1 too" in words("military_zero_pairs=true")
    assert "With 2 players seat 2 starts on Africa 1, Asia 2." in words("seat_spaces.2=[{},{africa=1,asia=2}]")
    assert "the last seat's is lowest" in words("seat_spaces.2=[{},{africa=1}]", "start_stack=reverse")
    assert "Asia counts all cards;" in words("provinces.asia.counts={}")
    assert "in the order asia, africa," in words("ring=['asia','africa','germania','gallia','hispania','macedonia']")


def test_show_as_toml_is_a_file_that_needs_no_other(cli, tmp_path):
    (tmp_path / "whole.toml").write_text(cli("rules", "show", "no-gods", "--set", "rounds=11", "--toml").out)
    assert resolve(tmp_path / "whole.toml").fingerprint == resolve("no-gods", ["rounds=11"]).fingerprint


def test_show_as_json_and_cards(cli):
    shown = json.loads(cli("rules", "show", "ten-rounds", "--json").out)
    assert from_json(shown["rules"]).fingerprint == shown["fingerprint"] == resolve("ten-rounds").fingerprint
    lines = cli("rules", "show", "standard", "--cards").out.splitlines()
    assert (lines[1], lines[80]) == ("  2  military 2, Africa +3", " 81  Venus (left −1, right +1)")
    assert cli("rules", "show", "standard", "--cards", "--json").status == 2


def test_validate_says_a_line_for_each(cli, tmp_path):
    (tmp_path / "good.toml").write_text('base = "standard"\nrounds = 20\n')
    (tmp_path / "bad.toml").write_text('base = "standard"\nrounds = 21\n')
    result = cli("rules", "validate", "good.toml", "god-limit-2")
    assert result.status == 0
    fingerprint = resolve(tmp_path / "good.toml").fingerprint
    assert result.out.splitlines()[0] == f"good.toml: fine, {fingerprint}, for 2 or 3 players: standard with rounds: 12 → 20"
    result = cli("rules", "validate", "bad.toml", "good.toml", "none.toml")
    assert (result.status, len(result.out.splitlines())) == (2, 1)
    assert result.err.splitlines()[0] == "quorumsim: bad.toml: rounds is 21; accepted: a whole number from 1 to 20"
    assert result.err.splitlines()[1].startswith("quorumsim: none.toml: no such file")
    results = json.loads(cli("rules", "validate", "bad.toml", "good.toml", "--json").out)
    assert [each["fine"] for each in results] == [False, True]


def test_diff(cli, tmp_path):
    result = cli("rules", "diff", "standard", "god-limit-2")
    assert (result.status, result.out, result.err) == (1, "god_limit: 3 → 2\n", "")
    assert cli("rules", "diff", "god-limit-2", "standard").out == "god_limit: 2 → 3\n"
    (tmp_path / "same.toml").write_text('base = "god-limit-2"\n')
    result = cli("rules", "diff", "god-limit-2", "same.toml")
    assert (result.status, "are the same game" in result.out) == (0, True)
    compared = json.loads(cli("rules", "diff", "standard", "no-gods", "--json").out)
    assert (compared["same"], compared["changes"]) == (False, ["removed all gods"])


def test_new_writes_a_start_and_never_over_a_file(cli, tmp_path):
    assert cli("rules", "new", "mine", "--base", "no-gods").status == 0
    assert resolve(tmp_path / "mine.toml").fingerprint == resolve("no-gods").fingerprint
    (tmp_path / "mine.toml").write_text("kept")
    result = cli("rules", "new", "mine")
    assert (result.status, result.err) == (2, "quorumsim: mine.toml exists and is left alone; give another name\n")
    assert (tmp_path / "mine.toml").read_text() == "kept"


@pytest.mark.parametrize("name", ["a/b", "../a", "", "-a", "no-gods", "standard", "a b", "x" * 90])
def test_new_refuses_names_that_are_no_file_or_taken(cli, tmp_path, name):
    result = cli("rules", "new", "--", name)
    assert result.status == 2 and len(result.err.splitlines()) == 1
    assert list(tmp_path.iterdir()) == []


def test_new_refuses_a_base_that_does_not_exist(cli, tmp_path):
    result = cli("rules", "new", "mine", "--base", "no-god")
    assert (result.status, list(tmp_path.iterdir())) == (2, [])
    assert 'did you mean "no-gods"?' in result.err


@pytest.mark.parametrize("arguments", [
    ("show", "standrd"), ("show", "none.toml"), ("show", "standard", "--set", "god_limt=2"), ("diff", "standard"),
    ("diff", "standard", "x"), ("validate",), ("lst",), (),
])  # fmt: skip
def test_bad_input_is_one_sentence_and_exit_2(cli, arguments):
    result = cli("rules", *arguments)
    assert (result.status, result.out, len(result.err.splitlines())) == (2, "", 1)


@pytest.mark.parametrize("command", ["list", "show", "validate", "diff", "new"])
def test_help_has_an_example(cli, command):
    result = cli("rules", command, "--help")
    assert result.status == 0 and f"quorumsim rules {command}" in result.out.partition("Example")[2]


def test_rules_need_nothing_heavy():
    code = "import sys; from quorumsim.cli.main import run; run(['rules', 'list']); print([m for m in {} if m in sys.modules])"
    heavy = ["numba", "pandas", "matplotlib", "pyarrow", "scipy", "numpy"]
    result = subprocess.run([sys.executable, "-c", code.format(heavy)], capture_output=True, text=True, check=True)
    assert result.stdout.splitlines()[-1] == "[]"
