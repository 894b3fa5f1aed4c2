"""The bots there are, how they are written on a command line, and what noise is."""

import math
import random
from collections import Counter
from importlib import import_module

import numpy as np
import pytest

from quorumsim.bots import kit
from quorumsim.bots.registry import MIX, ROSTER, load, parse, parse_seats, roster
from quorumsim.engine.records import WEIGHT_COUNT
from quorumsim.errors import BadInput
from quorumsim.quorum.names import PLAYERS
from quorumsim.quorum.rules import from_json, resolve, to_json
from tests.agreement import random_rules
from tests.bots.asking import scores
from tests.own_bots import ZERO
from tests.random_play import COMPILED, STANDARD, deals, positions

SPECIALISTS = ("military", "intrigue", "architecture", "commerce")
OFFICES = ("senator", "censor", "tribune", "legate", "aedile", "consul")


def same_games(one: dict, other: dict) -> bool:
    """Whether two tables of columns are the same but for the names of the bots."""
    return all(np.array_equal(*(part[0] if isinstance(part, tuple) else part for part in (values, other[name])))
               for name, values in one.items())


# --- what there is ------------------------------------------------------------------------------------------------------
def test_the_roster_has_every_bot_once():
    assert set(ROSTER) == {"random", "greedy", "rival", *SPECIALISTS, "pious", "heathen", *OFFICES}
    assert len(set(ROSTER)) == len(ROSTER)


@pytest.mark.parametrize("name", ROSTER)
def test_every_bot_says_in_a_sentence_what_it_does(name):
    bot = load(name)
    assert bot.name == name
    assert bot.sentence.endswith(".")
    assert bot.sentence[0].isupper()
    assert 20 < len(bot.sentence) < 120
    for players in PLAYERS:
        assert len(bot.weight_array(players)) <= WEIGHT_COUNT
        assert np.isfinite(bot.weight_array(players)).all()
    assert 0 <= bot.noise <= 1


@pytest.mark.parametrize("name", ROSTER)
def test_every_weight_of_a_bot_is_one_that_its_scoring_function_reads(name):
    bot = load(name)
    known = set(import_module(bot.module).WEIGHTS)
    for players in PLAYERS:
        assert set(dict(dict(bot.weights_by_players).get(players, bot.weights))) <= known


@pytest.mark.kernel
@pytest.mark.nojit
def test_scores_are_finite_numbers_in_every_position():
    draw = random.Random(5)
    bots, games = kit.roster(None), 2 if COMPILED else 1
    for rules, players in ((STANDARD, 4), (random_rules(draw, 2), 2), (random_rules(draw, 3), 3), (random_rules(draw, 4), 4)):
        for game in positions(rules, players, range(games), 8 if COMPILED else 1):
            for bot in bots:
                assert all(map(math.isfinite, scores(game, bot))), bot.name


# --- how they are written --------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("text", "name", "noise"), [
    ("greedy", "greedy", 0), (" greedy ", "greedy", 0), ("greedy@0.2", "greedy", 0.2), ("greedy@0", "greedy", 0),
    ("greedy@1", "greedy", 1), ("rival@1e-3", "rival", 0.001), ("random", "random", 1), ("random@0.5", "random", 1),
])
def test_names(text, name, noise):
    bot = parse(text)
    assert (bot.module, bot.noise) == (load(name).module, noise)
    assert parse(bot.name) == bot


@pytest.mark.parametrize("text", ["greedy@", "greedy@x", "greedy@-0.1", "greedy@1.1", "greedy@nan", "greedy@inf",
                                  "greedy@0.2@0.3", "greedy@20%"])
def test_noise_is_a_share(text):
    with pytest.raises(BadInput, match=r"share of random decisions, a number from 0 to 1"):
        parse(text)


@pytest.mark.parametrize(("text", "hint"), [
    ("gredy", "did you mean greedy?"), ("senators", "did you mean senator?"), ("pius@0.2", "did you mean pious?"),
    ("xyzzy", "the bots are random, greedy"), ("", "the bots are random, greedy"), ("GREEDY?", "the bots are random"),
    ("../greedy", "a path leads to a Python file"), ("@0.2", "the bots are random"),
])
def test_an_unknown_bot_is_refused_with_the_nearest(text, hint):
    with pytest.raises(BadInput) as caught:
        parse(text)
    assert hint in str(caught.value)
    assert "\n" not in str(caught.value)


def test_seats():
    assert [bot.name for bot in parse_seats("greedy", 3)] == ["greedy"] * 3
    assert [bot.name for bot in parse_seats("greedy, random@0.5 ,pious", 3)] == ["greedy", "random", "pious"]
    assert parse_seats(MIX, 4) is None
    assert [bot.name for bot in roster(parse_seats("greedy,random,greedy", 3))] == ["greedy", "random"]
    assert [bot.name for bot in roster(None)] == list(ROSTER)


@pytest.mark.parametrize(("text", "players"), [("greedy,random,pious", 4), ("greedy,random", 3), ("greedy,random", 4),
                                               ("greedy,greedy,greedy,greedy,greedy", 4)])
def test_another_number_of_bots_than_seats_is_refused(text, players):
    with pytest.raises(BadInput, match=rf"names {text.count(',') + 1} bots for {players} seats"):
        parse_seats(text, players)


@pytest.mark.parametrize("text", ["greedy,", ",", "greedy,,random", "mix,greedy", "mix@0.5"])
def test_seats_that_name_no_bot_are_refused(text):
    with pytest.raises(BadInput, match="there is no bot"):
        parse_seats(text, 2)


# --- rules they were not made for -------------------------------------------------------------------------------------------
def test_weights_made_for_the_standard_rules_say_so_under_others():
    other = resolve("standard", ["god_limit=2"])
    for name in ROSTER:
        bot = load(name)
        assert bot.note(STANDARD) is None
        tuned = name in (*SPECIALISTS, *OFFICES)
        assert bot.note(other) == ("not tuned for these rules" if tuned else None)
    renamed = from_json(to_json(STANDARD) | {"name": "another", "title": "Another name"}, "renamed rules")
    assert load("senator").note(renamed) is None


# --- noise --------------------------------------------------------------------------------------------------------------
@pytest.mark.kernel
def test_all_noise_is_random_play():
    plain = kit.play(STANDARD, 3, [parse("random")], [0] * 3, 1, 8, 0, 100, True)
    for name in ROSTER:
        noisy = kit.play(STANDARD, 3, [parse(f"{name}@1")], [0] * 3, 1, 8, 0, 100, True)
        assert all(same_games(noisy[table], plain[table]) for table in ("games", "seats", "turns"))


@pytest.mark.kernel
def test_no_noise_is_the_bot_itself():
    plain = kit.play(STANDARD, 3, [parse("greedy")], [0] * 3, 1, 8, 0, 50, True)
    for text in ("greedy@0", "greedy@1e-12"):
        noisy = kit.play(STANDARD, 3, [parse(text)], [0] * 3, 1, 8, 0, 50, True)
        assert all(same_games(noisy[table], plain[table]) for table in ("games", "seats", "turns"))


def test_noise_strikes_as_often_as_it_says():
    """At a first take with one best slot of five: what differs from greedy is 4/5 of the noise."""
    greedy, noisy = parse("greedy"), parse("greedy@0.3")
    differing = decisions = 0
    for game in deals(STANDARD, 4, 21, range(3000)):
        worth = scores(game, greedy)
        if game.phase == "take" and worth.count(max(worth)) == 1:
            decisions += 1
            differing += game.decide(noisy) != game.decide(greedy)
    assert decisions > 1000
    expected = 0.3 * 4 / 5
    assert abs(differing / decisions - expected) < 3.3 * (expected * (1 - expected) / decisions) ** 0.5


# --- ties ---------------------------------------------------------------------------------------------------------------
@pytest.mark.kernel
def test_a_bot_to_which_everything_is_equal_plays_as_random_does():
    """Ties are broken among all, by the same draw: no action is taken for being the first."""
    for players in (2, 4):
        tied = kit.play(STANDARD, players, [ZERO], [0] * players, 1, 8, 0, 100, True)
        plain = kit.play(STANDARD, players, [parse("random")], [0] * players, 1, 8, 0, 100, True)
        assert all(same_games(tied[table], plain[table]) for table in ("games", "seats", "turns"))


def test_equal_scores_are_chosen_equally_often():
    """Greedy at the first take: of m slots with the best score each is taken in one of m deals, wherever they lie."""
    greedy, chosen = parse("greedy"), Counter()
    for game in deals(STANDARD, 4, 22, range(4000)):
        worth = scores(game, greedy)
        best = [action for action, value in zip(game.legal_actions(), worth, strict=True) if value == max(worth)]
        if len(best) in (2, 3):
            chosen[len(best), best.index(game.decide(greedy))] += 1
    for equals in (2, 3):
        counts = [chosen[equals, place] for place in range(equals)]
        trials = sum(counts)
        assert trials > 200
        for count in counts:
            assert abs(count - trials / equals) < 3.3 * (trials / equals * (1 - 1 / equals)) ** 0.5


def test_bots_that_do_not_see_the_seat_do_not_prefer_one():
    """Random against itself: every seat's share is near par, within what 20,000 deals allow."""
    seats = kit.play(STANDARD, 4, [parse("random")], [0] * 4, 1, 23, 0, 20_000, False)["seats"]
    shares = seats["win_share"].reshape(-1, 4).mean(axis=0)
    assert shares.sum() == pytest.approx(1)
    assert np.abs(shares - 0.25).max() < 0.02  # going later is worth a little: nobody has to be far from par
