"""What every game owes whoever decides in it: a legal action, a view that tells nothing hidden, and transcripts that hold."""

from __future__ import annotations

import json

import pytest

from quorumsim.engine.trial import decisions, imagined
from quorumsim.errors import BadInput
from quorumsim.lab.simulate import simulate
from tests.contract.games import CASES
from tests.contract.test_runs import plan
from tests.lab.runs import rows

every_game = pytest.mark.parametrize("case", CASES, ids=lambda case: case.game)
PLAYERS = (2, 3, 4)


@every_game
@pytest.mark.parametrize("players", PLAYERS)
def test_there_is_always_a_legal_action_and_the_view_tells_all_that_it_depends_on(case, players):
    """With everything hidden dealt anew, each bot decides the same and may do the same."""
    bots = [case.kit.load(name) for name in case.kit.REGISTRY.names]
    differ = 0
    for number, game in enumerate(decisions(case.kit, case.kit.load("random"), players, 2, rules=case.rules)):
        legal = [action.number for action in game.legal_actions()]
        assert legal
        assert len(set(legal)) == len(legal)
        other = imagined(case.kit, game, number)
        assert other.states["seen"].tobytes() == game.states["seen"].tobytes()
        differ += other.states.tobytes() != game.states.tobytes()
        assert [action.number for action in other.legal_actions()] == legal
        for bot in bots:
            assert other.decide(bot).number == game.decide(bot).number, bot.name
    assert differ > 0


@every_game
def test_a_search_sees_its_view_only(case):
    searcher = case.kit.parse(case.search)
    for number, game in enumerate(decisions(case.kit, case.kit.load("random"), 2, 1, rules=case.rules)):
        if number % 7 == 0:
            assert imagined(case.kit, game, number).decide(searcher).number == game.decide(searcher).number


@every_game
def test_a_move_that_is_not_legal_is_refused_and_changes_nothing(case):
    for game in decisions(case.kit, case.kit.load("random"), 2, 1, rules=case.rules):
        before = game.states.tobytes()
        with pytest.raises(BadInput, match="is not a legal action"):
            game.apply(10_000)
        assert game.states.tobytes() == before


@every_game
def test_transcripts_tell_the_games_of_a_run_and_are_verified(case, tmp_path, cli):
    run = simulate(plan(case, games=6), tmp_path / "run")
    result = cli("transcript", run.path, "--games", "0-5")
    assert result.status == 0, result.err
    told = [json.loads(line) for line in result.out.splitlines()]
    seats = rows(run, "seats")
    for game in told:
        at = seats[seats["game"] == game["game"]]
        assert [points["total"] for points in game["end"]["points"]] == at["total"].tolist()
        assert game["end"]["winners"] == at["seat"][at["place"] == 1].tolist()
        assert game["bots"] == at["bot"].tolist()
        assert len(game["turns"]) == len(rows(run, "turns")) // 6
    file = tmp_path / "games.jsonl"
    file.write_text(result.out, encoding="utf-8")
    rules = ["--rules", case.own_rules]
    verified = cli("transcript", "verify", file, *rules)  # the file says which game it is of
    assert (verified.status, verified.err) == (0, "")
    told[1]["end"]["points"][0]["total"] += 1
    file.write_text("\n".join(map(json.dumps, told)), encoding="utf-8")
    broken = cli("transcript", "verify", file, "--game", case.game, *rules)
    assert broken.status == 1
    assert "game 1" in broken.out


@every_game
@pytest.mark.parametrize("form", ["text", "setup"])
def test_a_game_and_a_deal_are_told_in_words(case, form, cli):
    arguments = ["--game", case.game, "--rules", case.own_rules, "--players", 2, "--format", form, "--seed", 3]
    result = cli("transcript", *arguments)
    assert result.status == 0, result.err
    assert result.out.strip()
    assert result.out == cli("transcript", *arguments).out


@every_game
@pytest.mark.parametrize("bot", ["scores", "searches"])
def test_a_bot_says_why(case, bot, cli):
    name = case.kit.DEFAULT_BOT if bot == "scores" else case.search
    result = cli("transcript", "--game", case.game, "--rules", case.own_rules, "--players", 2, "--bots", name, "--explain")
    assert result.status == 0, result.err
    why = [decision for turn in json.loads(result.out)["turns"] for decision in turn["why"] if decision["options"]]
    assert why
    for decision in why:
        best = max(decision["options"], key=lambda option: option["worth"])
        assert {"action", "number", "worth"} <= set(best)
        assert decision["chosen"] in [option["number"] for option in decision["options"]]
        if bot == "scores":
            chosen = next(option for option in decision["options"] if option["number"] == decision["chosen"])
            assert chosen["worth"] == best["worth"]
