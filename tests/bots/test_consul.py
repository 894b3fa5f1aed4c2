"""consul: as the game ends it counts exactly, and before that its chances are chances."""

import random

import numpy as np
import pytest

from quorumsim.bots import last_turn, outlook
from quorumsim.bots.kit import reweighted
from quorumsim.bots.registry import parse
from quorumsim.engine.records import SCRATCH
from quorumsim.quorum.layout import HIDDEN_GOD, TOKENS, rules_record
from quorumsim.quorum.rules import resolve
from quorumsim.quorum.scoring import card_gain
from tests.bots.asking import scores
from tests.random_play import COMPILED, STANDARD, Case, after, lead, walk, walk_case

pytestmark = [pytest.mark.kernel, pytest.mark.nojit]
RULES = rules_record(STANDARD)[0]


def test_the_last_card_of_the_game_is_worth_what_it_does_to_the_lead():
    """Nothing can happen any more: no chances, no weights, own points and the rival's alike."""
    compared = 0
    for seed in range(60 if COMPILED else 2):
        for game in walk(STANDARD, 2, seed):
            if not game.done and (game.round, game.seat, game.phase) == (12, 1, "play"):
                before = lead(game, 1)
                gains = [lead(after(game, action), 1) - before for action in game.legal_actions()]
                assert scores(game, parse("consul")) == pytest.approx(gains, abs=1e-9)
                compared += 1
    assert compared


def test_expected_points_of_a_rank_lie_between_the_best_and_the_worst():
    draw = random.Random(1)
    for token in range(1, TOKENS):
        chances = [draw.random() for _ in range(3)]
        worth = outlook.paid(RULES, token, *chances)
        ranks = [int(RULES.multiplier[token, ahead, 1]) for ahead in range(4)]
        assert ranks[3] <= worth <= ranks[0]
        assert outlook.paid(RULES, token, 0.0, 0.0, 0.0) == ranks[0]
        assert outlook.paid(RULES, token, 1.0, 0.0, 1.0) == ranks[2]
        assert outlook.paid(RULES, token, 1.0, 1.0, 1.0) == ranks[3]


def test_being_passed_costs_the_difference_of_two_ranks():
    """What a rival loses when it is passed is what its expected points fall by, whatever the other two do."""
    draw = random.Random(2)
    for token in range(1, TOKENS):
        first, second = draw.random(), draw.random()
        loss = outlook.paid(RULES, token, 0.0, first, second) - outlook.paid(RULES, token, 1.0, first, second)
        assert outlook.passed(RULES, token, first, second) == pytest.approx(loss)


def test_the_chance_grows_with_the_gap_and_is_even_without():
    gaps = np.linspace(-8, 8, 33)
    chances = np.array([outlook.sigmoid(gap) for gap in gaps])
    assert outlook.sigmoid(0.0) == 0.5
    assert (np.diff(chances) > 0).all()
    assert chances + chances[::-1] == pytest.approx(1.0)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_weights_of_their_own_for_every_number_of_players(players):
    consul = parse("consul")
    assert {count for count, _ in consul.weights_by_players} == {2, 3, 4}
    others = [consul.weight_array(other) for other in (2, 3, 4) if other != players]
    assert all((consul.weight_array(players) != other).any() for other in others)
    assert consul.note(resolve("no-gods"), players) == "not tuned for these rules"


def test_the_totals_after_the_last_advance_are_those_of_the_game():
    """Counted ahead for every advance and card, under the standard rules and drawn ones."""
    compared = 0
    for seed in range(24 if COMPILED else 2):
        case = Case(seed % 2 == 1, 2 + seed % 3, seed)
        for game in walk_case(case):
            if game.done or game.phase != "advance" or compared > 2000:
                continue
            totals = np.zeros(1, SCRATCH)[0]
            for advance in game.legal_actions():
                moved = after(game, advance)
                for play in moved.legal_actions():
                    card = game.state.seen.hand[play.number]
                    last_turn.note_finals(game.rules_array[0], game.state.seen, advance.number, card, totals, 3)
                    assert list(totals.value[3 : 3 + game.players]) == after(moved, play).totals
                    compared += 1
    assert compared > 20


@pytest.mark.parametrize("players", [2, 4])
def test_what_the_next_rival_wants_is_worth_taking(players):
    """By exactly its gain from the card, times what a point of it is worth; nothing where it has no turn to come."""
    consul = parse("consul")
    blind = reweighted(consul, {**dict(zip(consul.code.WEIGHTS, consul.weight_array(players), strict=True)), "denied": 0.0})
    kept = reweighted(blind, {**dict(blind.weights), "denied": 1.0})
    more = {"last": 0, "before": 0}
    for seed in range(8 if COMPILED else 1):
        for game in walk(STANDARD, players, seed):
            if game.done or game.phase != "take" or game.round < 11:
                continue
            rival = (game.seat + 1) % players
            gains = [
                0 if game.state.seen.rome[action.number] == HIDDEN_GOD
                else card_gain(game.rules_array[0], game.state.seen, rival, game.state.seen.rome[action.number])
                for action in game.legal_actions()
            ]  # fmt: skip
            extra = np.subtract(scores(game, kept), scores(game, blind))
            is_last = game.round == 12 and rival == 0
            more["last" if is_last else "before"] += np.abs(extra).sum() > 0
            share = 0.0 if is_last else max(extra / np.where(np.array(gains) == 0, np.inf, gains))
            assert extra == pytest.approx(share * np.array(gains), abs=1e-9)
            assert share >= 0.0
    assert more["before"] > 0
    assert more["last"] == 0
