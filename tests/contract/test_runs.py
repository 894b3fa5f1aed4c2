"""What every game owes whoever plays it: the same bytes, going on after a stop, shares that sum to 1, honest refusals."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from quorumsim.errors import BadInput
from quorumsim.lab.plan import Plan, make_plan
from quorumsim.lab.run import Run, read_run
from quorumsim.lab.simulate import resume, simulate
from tests.contract.games import CASES, Case
from tests.lab.runs import digests, listing, manifest, rows

every_game = pytest.mark.parametrize("case", CASES, ids=lambda case: case.game)


def plan(case: Case, **options: Any) -> Plan:
    """Three players, three bots, every turn logged: 24 games in 8 deals, in chunks of 3 deals."""
    return make_plan(**{
        "game": case.game, "rules": case.rules, "players": 3, "bots": case.bots, "games": 24, "seed": 77, "log": "turns",
        "chunk_blocks": 3, **options,
    })  # fmt: skip


@pytest.fixture(scope="module", params=CASES, ids=lambda case: case.game)
def played(request, tmp_path_factory) -> tuple[Case, Run]:
    """A game, and its small run by one worker."""
    return request.param, simulate(plan(request.param), tmp_path_factory.mktemp("runs") / "run")


def test_the_same_bytes_by_two_workers_and_the_same_rows_in_other_chunks(played, tmp_path):
    case, run = played
    assert digests(simulate(plan(case), tmp_path / "two", workers=2).path) == digests(run.path)
    other = simulate(plan(case, chunk_blocks=1), tmp_path / "other", workers=2)
    for table in ("games", "seats", "turns"):
        pd.testing.assert_frame_equal(rows(other, table), rows(run, table))
    pd.testing.assert_frame_equal(other.counts(), run.counts())


def test_another_seed_plays_other_games(played, tmp_path):
    case, run = played
    other = simulate(plan(case, seed=78), tmp_path / "other")
    assert not rows(other, "turns").equals(rows(run, "turns"))


@pytest.mark.parametrize("kept", [1, 2])
def test_a_stopped_run_goes_on_to_the_same_bytes(played, tmp_path, kept):
    case, run = played
    arrived = []

    def stop(games: int) -> None:
        arrived.append(games)
        if len(arrived) == kept:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        simulate(plan(case), tmp_path / "run", arrived=stop)
    assert manifest(tmp_path / "run")["state"] == "partial"
    assert digests(resume(tmp_path / "run", workers=2).path) == digests(run.path)


def test_a_run_begun_with_other_code_is_not_gone_on_with(played, tmp_path):
    case, _ = played
    folder = simulate(plan(case), tmp_path / "run").path
    told = manifest(folder)
    told["versions"]["code"] = "0" * 16
    (folder / "manifest.json").write_text(json.dumps(told), encoding="utf-8")
    with pytest.raises(BadInput, match="was begun with other code"):
        resume(folder)


def test_rows_agree_with_each_other_and_with_the_counts(played):
    _, run = played
    seats, games = rows(run, "seats"), rows(run, "games")
    assert len(games) == 24
    assert len(seats) == 72
    totals = seats["total"].to_numpy().reshape(24, 3)
    best = totals.max(axis=1, keepdims=True)
    winners = seats["place"].to_numpy().reshape(24, 3) == 1
    assert np.all(totals[winners] == np.broadcast_to(best, totals.shape)[winners])
    shares = seats["win_share"].to_numpy().reshape(24, 3)
    np.testing.assert_allclose(shares.sum(axis=1), 1)
    np.testing.assert_allclose(shares, winners / winners.sum(axis=1, keepdims=True))
    assert winners.sum(axis=1).tolist() == games["winners"].tolist()
    others = np.stack([np.delete(totals, seat, axis=1).max(axis=1) for seat in range(3)], axis=1)
    assert (totals - others).ravel().tolist() == seats["margin"].tolist()
    counts = run.counts()
    twelfths = np.rint(seats["win_share"] * 12).astype(int)
    for seat in range(3):
        at = (seats["seat"] == seat).to_numpy()
        told = counts.loc[("seat", seat)]
        assert (told["n"], told["y"], told["z"]) == (at.sum(), twelfths[at].sum(), seats["margin"][at].sum())
    for number, bot in enumerate(run.manifest["bots"]):
        at = (seats["bot"] == bot).to_numpy()
        told = counts.loc[("bot", number)]
        assert (told["n"], told["y"], told["z"]) == (at.sum(), twelfths[at].sum(), seats["margin"][at].sum())
        blocks = twelfths[at].groupby(seats["block"][at]).sum()
        assert told["yy"] == (blocks**2).sum()


def test_a_run_holds_its_rules_and_notices_a_change_by_hand(played, tmp_path):
    case, run = played
    assert read_run(run.path).rules.fingerprint == case.rules.fingerprint
    folder = simulate(plan(case), tmp_path / "run").path
    told = manifest(folder)
    told["fingerprint"] = "0" * 16
    (folder / "manifest.json").write_text(json.dumps(told), encoding="utf-8")
    with pytest.raises(BadInput, match="changed by hand"):
        read_run(folder)
    part = run.path / "seats" / "part-00000.parquet"
    other = simulate(plan(case), tmp_path / "other").path
    (other / "seats" / "part-00000.parquet").write_bytes(part.read_bytes()[:-7] + b"\0" * 7)
    with pytest.raises(BadInput, match="part-00000"):
        read_run(other)


@every_game
@pytest.mark.parametrize("players", [2, 3, 4])
def test_first_player_answers_for_every_number_of_players(case, players, cli):
    rules = ["--rules", case.own_rules, "--set", case.change]
    result = cli("first-player", "--game", case.game, *rules, "--players", players, "--games", 60, "--json")
    assert result.status == 0, result.err
    told = json.loads(result.out)
    assert len(told["rows"]) == players
    assert sum(row["share"] for row in told["rows"]) == pytest.approx(100, abs=0.5)
    assert told["run"]["changes"]


def test_several_rules_end_with_whether_the_verdict_is_the_same(cli):
    result = cli("first-player", "--game", "dominus", "--bots", "random", "--games", 400, "--players", 2)
    assert result.status == 0, result.err
    *texts, across = result.out.rstrip().split("\n\n")
    assert across.startswith("2 players, ")
    for reading in ("literal", "reconstructed", "literal-hub", "reconstructed-hub"):
        assert across.count(reading) >= 1
    for text in texts:
        assert text.count("Dominus, reconstructed from a summary") + text.startswith("Every seat") == 1


@every_game
@pytest.mark.parametrize("wrong", [
    ["--rules", ""], ["--bots", ""],
    ["--rules", "no-such-rules"], ["--set", "nonsense=1"], ["--set", "=3"], ["--players", "5"], ["--bots", "nobody"],
    ["--bots", "random,random"], ["--bots", "random@1.5"], ["--bots", "search:0"], ["--seed", "-1"], ["--games", "0"],
    ["--rules", "./missing.toml"],
], ids=" ".join)  # fmt: skip
def test_bad_input_is_one_sentence_and_leaves_nothing(case, wrong, cli, tmp_path):
    given = [] if "--rules" in wrong else ["--rules", case.own_rules]
    result = cli("simulate", "--game", case.game, *given, *wrong, "--games" if "--games" not in wrong else "--seed", 10)
    assert result.status == 2
    assert result.out == ""
    assert result.err.startswith("quorumsim")
    assert len(result.err.splitlines()) == 1
    assert not (tmp_path / "reports").exists()
    assert listing(tmp_path) == []


def test_an_unknown_game_is_refused_with_those_there_are(cli):
    result = cli("simulate", "--game", "chess")
    assert result.status == 2
    assert "there is no game 'chess'; the games are quorum" in result.err


@every_game
def test_a_question_that_does_not_apply_says_so(case, cli):
    for question, why in case.kit.NOT_ASKED.items():
        needed = ["table.toml"] if question == "score" else []
        result = cli(question, *needed, "--game", case.game)
        assert result.status == 2
        assert result.err == f"quorumsim: {question} is no question for {case.kit.TITLE}: {why}\n"


@every_game
def test_the_listing_commands_work(case, cli):
    for command in (["rules", "list"], ["rules", "show", case.own_rules], ["bots", "list"], ["bots", "show", "random"],
                    ["rules", "validate", case.own_rules], ["rules", "show", case.own_rules, "--toml"]):  # fmt: skip
        result = cli(*command, "--game", case.game)
        assert result.status == 0, (command, result.err)
        assert result.out


@every_game
def test_the_ladder_is_a_run_for_each_rung(case, cli, monkeypatch):
    from quorumsim.cli import playing

    monkeypatch.setattr(playing, "FEWEST_SLOW", 4)
    monkeypatch.setattr(case.kit, "LADDER", ("random", case.kit.DEFAULT_BOT, case.search))
    arguments = ["--players", 2, "--rules", case.own_rules, "--games", 40, "--json", "--out", "rungs"]
    result = cli("first-player", "--game", case.game, "--bots", "ladder", *arguments)
    assert result.status == 0, result.err
    told = [(each["run"]["bots"], each["run"]["games"]) for each in json.loads(result.out)]
    assert told == [(["random"], 40), ([case.kit.DEFAULT_BOT], 40), ([case.search], 4)]
    assert f"note: {case.search} is slow and plays 4 games" in result.err


@every_game
def test_a_tournament_of_two_players(case, cli, tmp_path):
    bots = case.kit.REGISTRY.names[:2]
    arguments = ["--players", 2, "--bots", ",".join(bots), "--games", 40, "--json", "--out", "cup"]
    result = cli("tournament", "--game", case.game, "--rules", case.own_rules, *arguments)
    assert result.status == 0, result.err
    told = json.loads(result.out)
    assert {row["bot"] for row in told["stages"][0]["rows"]} == set(bots)
    assert Path(tmp_path / "cup").is_dir()


@every_game
def test_a_bot_is_tuned_and_plays(case, cli):
    needed = ["--generations", 2, "--candidates", 4, "--games", 12, "--validation", 12, "--players", 2, "--no-progress"]
    result = cli("tune", "--game", case.game, "--rules", case.own_rules, "--against", "itself; random", *needed)
    assert result.status == 0, result.err
    played = cli("simulate", "--game", case.game, "--rules", case.own_rules, "--players", 2, "--bots", "./tuned.toml,random",
                 "--games", 20, "--out", "run")  # fmt: skip
    assert played.status == 0, played.err
