"""Tuning: better on deals it did not see, the same again from its seed and from its log, and honest about what it is."""

import json
import tomllib

import pytest

from quorumsim.bots import kit
from quorumsim.errors import BadInput
from quorumsim.lab.plan import make_plan
from quorumsim.lab.tune import (
    GENERATIONS_A_SEED,
    MOST_SEED,
    TUNING_SEEDS,
    VALIDATION_SEEDS,
    TunePlan,
    population_of,
    tune,
    validate,
    weights,
    write_weights,
)
from quorumsim.quorum.rules import resolve

pytestmark = pytest.mark.kernel


def plan(**changes):
    """Tuning a senator that runs away from rivals: easy to better."""
    bad = kit.reweighted(kit.parse("senator"), {"space": -4.0, "overtaken": -12.0})
    fields = {
        "game": "quorum", "rules": resolve(), "players": 2, "bot": bad,
        "population": population_of("itself; greedy", "quorum", 2),
        "generations": 8, "candidates": 6, "games": 200, "seed": 3,
    }  # fmt: skip
    return TunePlan(**fields | changes)


def test_what_is_tuned_is_better_on_other_deals(tmp_path):
    the_plan = plan()
    tuned = tune(the_plan, tmp_path / "log")
    results = {each.table: each for each in validate(the_plan, tuned, 4_000)}
    assert results["greedy"].share.low > results["greedy"].before.high
    assert results["itself"].share.low > 0.5
    assert results["itself"].before.low <= 0.5 <= results["itself"].before.high


def test_the_same_seed_gives_the_same_weights_with_any_workers(tmp_path):
    short = plan(generations=2, games=40)
    one, two = tune(short, tmp_path / "one"), tune(short, tmp_path / "two", workers=2)
    assert weights(short, one) == weights(short, two)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()
    assert weights(short, one) != weights(short, tune(plan(generations=2, games=40, seed=4), tmp_path / "four"))


def test_a_stopped_tuning_goes_on_to_the_same_weights(tmp_path):
    short = plan(generations=4, games=40)
    whole = tune(short, tmp_path / "whole")
    lines = (tmp_path / "whole").read_text().splitlines()
    (tmp_path / "stopped").write_text("\n".join(lines[:3]) + "\n")
    told = []
    again = tune(short, tmp_path / "stopped", arrived=lambda number, worth: told.append(number))
    assert weights(short, again) == weights(short, whole)
    assert (tmp_path / "stopped").read_bytes() == (tmp_path / "whole").read_bytes()
    assert told == [0, 1, 2, 3]


def test_the_log_of_another_tuning_is_refused(tmp_path):
    tune(plan(generations=1, games=8), tmp_path / "log")
    with pytest.raises(BadInput, match="log of another tuning, which differs in seed"):
        tune(plan(generations=1, games=8, seed=9), tmp_path / "log")
    (tmp_path / "log").write_text("not a log\n")
    with pytest.raises(BadInput, match="is no log of quorumsim tune"):
        tune(plan(generations=1, games=8), tmp_path / "log")


def test_no_run_of_a_small_seed_meets_a_deal_of_the_tuning():
    """Tuning and validation have seeds of their own, in ranges that do not touch."""
    last = TUNING_SEEDS + MOST_SEED * GENERATIONS_A_SEED + GENERATIONS_A_SEED - 1
    assert TUNING_SEEDS == 2**63
    assert last < VALIDATION_SEEDS
    assert VALIDATION_SEEDS + MOST_SEED < 2**64


def test_the_file_is_a_bot_and_says_how_it_was_made(tmp_path):
    the_plan = plan(generations=1, games=8)
    tuned = tune(the_plan, tmp_path / "log")
    path = tmp_path / "mine.toml"
    write_weights(path, the_plan, tuned, validate(the_plan, tuned, 100), "quorumsim tune senator --players 2")
    data = tomllib.loads(path.read_text())
    assert data["made"]["population"] == ["itself", "greedy"]
    assert [each["games"] for each in data["made"]["validation"]] == [100, 100]
    bot = kit.parse(str(path))
    assert bot.weight_array(2).tolist() == list(weights(the_plan, tuned).values())
    assert bot.note(resolve(), 2) is None
    assert bot.note(resolve(), 4) == "not tuned for 4 players"
    assert bot.note(resolve("standard", ["god_limit=2"]), 2) == "not tuned for these rules"
    assert make_plan(rules=resolve(), players=2, bots=f"{path},greedy", games=2).bots[0].name == str(path)


@pytest.mark.parametrize("text, players, told", [
    ("greedy,greedy", 2, "names 2 bots for the 1 other seats"),
    ("itself; greedy,rival", 4, "names 2 bots for the 3 other seats"),
    ("itself; nobody", 2, "there is no bot 'nobody'"),
])  # fmt: skip
def test_a_population_that_cannot_sit_down_is_refused(text, players, told):
    with pytest.raises(BadInput, match=told):
        population_of(text, "quorum", players)


def test_a_bot_without_weights_cannot_be_tuned(tmp_path):
    with pytest.raises(BadInput, match="bot greedy has no weights to tune"):
        tune(plan(bot=kit.parse("greedy")), tmp_path / "log")


def test_the_log_tells_the_plan_first(tmp_path):
    the_plan = plan(generations=1, games=8)
    tune(the_plan, tmp_path / "log")
    head = json.loads((tmp_path / "log").read_text().splitlines()[0])
    assert head["format"] == "quorum-tune/1"
    assert head["start"] == {"space": -4.0, "overtaken": -12.0}
