"""`quorumsim transcript`: games of a run or a seed, deals to print, and files verified."""

import json

import pytest

from quorumsim.bots import kit
from quorumsim.bots.registry import roster
from quorumsim.cli.playing import compile_bots, compiled
from quorumsim.lab.plan import make_plan
from quorumsim.lab.run import read_run
from quorumsim.lab.simulate import simulate
from quorumsim.quorum.rules import resolve

pytestmark = pytest.mark.kernel


def records(result):
    assert (result.status, result.err) == (0, "")
    return [json.loads(line) for line in result.out.splitlines()]


def assert_refused(result, *words):
    assert (result.status, result.out) == (2, "")
    assert result.err.count("\n") == 1, result.err
    for word in words:
        assert word in result.err


@pytest.fixture(autouse=True)
def used_before():
    """Where nothing was compiled yet, a command says so on standard error."""
    for part in ("moves", "game"):
        with compiled(f"{part} of Quorum"):
            pass
    compile_bots(kit, roster(None))


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    """A folder with two runs of 2 players, two games a block: `first`, 8 games of two bots, and `mix`."""
    folder = tmp_path_factory.mktemp("reports")
    for name, bots in (("first", "greedy,random"), ("mix", "mix")):
        simulate(make_plan(rules=resolve("god-limit-2"), players=2, bots=bots, games=8, seed=9), folder / name)
    return folder


def totals(run, game):
    """Every seat's total in a game of a run."""
    return [total for seats in read_run(run).chunks("seats") for total in seats[seats.game == game].total]


def test_games_of_a_seed_are_lines_of_json(cli):
    first, second = records(cli("transcript", "--players", 2, "--seed", 7, "--games", "3,0", "--bots", "random"))
    assert [first["game"], second["game"]] == [3, 0]
    assert (first["seed"], first["players"], first["bots"]) == (7, 2, ["random", "random"])
    assert first["opening"] != second["opening"]
    assert records(cli("transcript", "--players", 2, "--seed", 7, "--games", "0", "--bots", "random")) == [second]


def test_seats_turn_within_a_block(cli):
    games = records(cli("transcript", "--players", 2, "--bots", "greedy,random", "--games", "2-4"))
    assert [game["bots"] for game in games] == [["greedy", "random"], ["random", "greedy"], ["greedy", "random"]]
    assert games[0]["opening"] == games[1]["opening"] != games[2]["opening"]


def test_a_mix_and_changed_rules(cli):
    games = records(cli("transcript", "--players", 3, "--bots", "mix", "--games", "0-2", "--set", "rounds=3"))
    assert [len(game["turns"]) for game in games] == [9, 9, 9]
    assert games[1]["bots"] == games[0]["bots"][1:] + games[0]["bots"][:1]
    assert games[0]["rules"] == "standard + rounds=3"


@pytest.mark.parametrize("name", ["first", "mix"])
def test_games_of_a_run(cli, runs, name):
    games = records(cli("transcript", runs / name, "--games", "6,7"))
    assert games[0]["bots"] == games[1]["bots"][::-1]
    assert {(game["seed"], game["rules"]) for game in games} == {(9, "god-limit-2")}
    for game in games:
        assert [line["total"] for line in game["end"]["points"]] == totals(runs / name, game["game"])


def test_a_run_has_the_games_of_its_options(cli, runs):
    options = ["--rules", "god-limit-2", "--players", 2, "--bots", "greedy,random", "--seed", 9]
    assert records(cli("transcript", *options, "--games", 6)) == records(cli("transcript", runs / "first", "--games", 6))


def test_text_to_follow_at_the_table(cli):
    result = cli("transcript", "--players", 2, "--bots", "greedy,random", "--games", "0,1", "--format", "text")
    assert (result.status, result.err) == (0, "")
    assert result.out.count("Game ") == 2
    assert "\nRound 12, seat 2 (random)\n" in result.out
    assert "\nRound 12, seat 2 (greedy)\n" in result.out


def test_a_page_for_each_deal(cli):
    result = cli("transcript", "--players", 2, "--bots", "greedy,random", "--games", "0-3", "--format", "setup")
    assert (result.status, result.err) == (0, "")
    pages = result.out.split("\f")
    assert [page.splitlines()[0] for page in pages] == [
        "Quorum as published, 2 players: deal 0 of seed 1", "Quorum as published, 2 players: deal 1 of seed 1",
    ]  # fmt: skip


@pytest.mark.parametrize(("arguments", "words"), [
    (["--games", "x"], ["--games is 'x'", "0,5,10-19"]),
    (["--games", "3,3"], ["twice"]),
    (["--players", "2-4"], ["--players is '2-4'", "one number of players"]),
    (["--players", "5"], ["--players is '5'"]),
    (["--bots", "gredy"], ["'gredy'", "greedy"]),
    (["--players", "4", "--bots", "greedy,random,rival"], ["3 bots for 4 seats"]),
    (["--rules", "standrad"], ['"standrad"', '"standard"']),
    (["--format", "xml"], ["'xml'", "'json'"]),
    (["reports/first", "--seed", "1"], ["--seed is given beside the run reports/first"]),
    (["reports/first", "--set", "rounds=3"], ["--set is given beside the run"]),
    (["reports/second"], ["reports/second"]),
    (["verify"], ["'FILE'"]),
    (["verify", "none.jsonl"], ["none.jsonl: No such file"]),
    (["verify", "games.jsonl", "--set", "rounds=3"], ["--set needs --rules"]),
])  # fmt: skip
def test_bad_input_is_one_sentence(cli, arguments, words):
    assert_refused(cli("transcript", *arguments), *words)


def test_a_game_that_a_run_does_not_have(cli, runs):
    assert_refused(cli("transcript", runs / "first", "--games", "8"), "--games is '8'", "0 to 7")


@pytest.fixture
def games(cli, tmp_path):
    """A file with two games of 2 players."""
    file = tmp_path / "games.jsonl"
    file.write_text(cli("transcript", "--players", 2, "--games", "0,1").out, encoding="utf-8")
    return file


def test_a_file_that_follows_the_rules(cli, games):
    assert cli("transcript", "verify", "games.jsonl") == (0, "games.jsonl: 2 games, none against the rules\n", "")
    assert cli("transcript", "verify", games, "--rules", "standard").status == 0
    assert json.loads(cli("transcript", "verify", "games.jsonl", "--json").out) == [
        {"place": f"games.jsonl, line {line}", "game": line - 1, "problem": None} for line in (1, 2)
    ]


def test_a_move_against_the_rules(cli, games):
    good, bad = map(json.loads, games.read_text(encoding="utf-8").splitlines())
    bad["turns"][5]["take"] = bad["opening"]["hands"][0][0]
    games.write_text(json.dumps(bad) + "\n" + json.dumps(good), encoding="utf-8")
    result = cli("transcript", "verify", "games.jsonl")
    assert (result.status, result.err) == (1, "")
    problem, summary = result.out.splitlines()
    assert problem.startswith("games.jsonl, line 1, game 1, round 3, seat 1: takes card ")
    assert summary == "games.jsonl: 2 games, 1 against the rules"
    as_json = cli("transcript", "verify", "games.jsonl", "--json")
    assert as_json.status == 1
    assert [verdict["problem"] for verdict in json.loads(as_json.out)] == [problem, None]


def test_games_of_other_rules(cli, games):
    other = cli("transcript", "verify", "games.jsonl", "--rules", "no-gods")
    assert_refused(other, "games.jsonl, line 1: game 0 has rules with the fingerprint", "no-gods")
    games.write_text(cli("transcript", "--players", 2, "--set", "rounds=3").out, encoding="utf-8")
    assert_refused(cli("transcript", "verify", "games.jsonl"), 'rules is "standard + rounds=3"', "--rules")
    assert cli("transcript", "verify", "games.jsonl", "--rules", "standard", "--set", "rounds=3").status == 0


def test_a_line_that_is_no_transcript(cli, games):
    games.write_text(games.read_text(encoding="utf-8") + "{\n", encoding="utf-8")
    assert_refused(cli("transcript", "verify", "games.jsonl"), "games.jsonl, line 3: not JSON")
