"""Ratings: known parameters come back, two bots are Bradley and Terry's logit, ties, ranges, and bots that never lose."""

from itertools import permutations

import numpy as np
import pytest
from scipy.special import logit

from quorumsim.stats.plackett_luce import fit, linked

BOTS = np.array([1.0, 0.3, -0.2, -1.1])
SEATS = np.array([0.2, 0.0, -0.2])
TABLES = [(0, 1, 2), (0, 1, 3), (0, 2, 3), (1, 2, 3)]


def played(rng, units, games, luck=0.0):
    """Orders of finishing drawn from the model: every table in every rotation, `games` of each in every unit.

    `luck`: spread of what a deal adds to a bot's log-worth, in all games of the unit.
    """
    bots, seats, counts = [], [], []
    of_deal = rng.normal(0, luck, (units, 1, len(BOTS)))
    for table in TABLES:
        for turn in range(3):
            who = np.array([table[(seat + turn) % 3] for seat in range(3)])
            noisy = BOTS[who] + SEATS + of_deal[..., who] + rng.gumbel(size=(units, games, 3))
            order = np.argsort(-noisy, axis=2)
            for finish in permutations(range(3)):
                bots.append(who[list(finish)])
                seats.append(finish)
                counts.append((order == np.array(finish)).all(axis=2).sum(axis=1))
    return np.array(bots), np.array(seats), np.array(counts, float).T


def duel(first_seat, second_seat, units=20):
    """Two bots: (wins, losses) of bot 0 in the first seat and in the second, in each unit."""
    bots, seats = np.array([[0, 1], [1, 0], [0, 1], [1, 0]]), np.array([[0, 1], [1, 0], [1, 0], [0, 1]])
    return bots, seats, np.array([[*first_seat, *second_seat]] * units, float)


def test_known_parameters_come_back():
    rated = fit(*played(np.random.default_rng(1), 400, 5), 4, 3)
    assert rated.bots == pytest.approx(BOTS - BOTS.mean(), abs=0.04)
    assert rated.seats == pytest.approx(SEATS, abs=0.04)
    assert (rated.bot_errors < 0.02).all()


def test_two_bots_are_the_logit():
    """Bradley and Terry in closed form: the mean of the two seats' logits, and half of their difference for the seat."""
    rated = fit(*duel((30, 10), (25, 15)), 2, 2, prior=1e-9)
    first, second = logit(30 / 40), logit(25 / 40)
    assert rated.bots[0] - rated.bots[1] == pytest.approx((first + second) / 2)
    assert rated.seats[0] - rated.seats[1] == pytest.approx((first - second) / 2)


def test_the_error_of_two_bots_is_that_of_the_logit():
    """Independent games, one a unit: the standard error of a log-odds is 1 / sqrt(n p (1 - p))."""
    rng = np.random.default_rng(3)
    won = rng.random((2000, 2)) < 0.7
    bots, seats, _ = duel((1, 0), (1, 0))
    counts = np.stack([won[:, 0], ~won[:, 0], won[:, 1], ~won[:, 1]], axis=1).astype(float)
    rated = fit(bots, seats, counts, 2, 2)
    assert 2 * rated.bot_errors[0] == pytest.approx(1 / np.sqrt(4000 * 0.7 * 0.3), rel=0.05)


def test_a_tie_is_half_an_order_each_way():
    rated = fit(*duel((20, 20), (20, 20)), 2, 2)
    assert rated.bots == pytest.approx([0, 0], abs=1e-9)
    won = fit(*duel((25, 15), (25, 15)), 2, 2)  # 20 won, 10 lost, 10 tied is the same as 25 and 15
    assert won.bots[0] - won.bots[1] == pytest.approx(logit(25 / 40), abs=1e-3)


def test_ranges_hold_the_truth_as_often_as_they_say():
    rng = np.random.default_rng(5)
    hits = []
    for _ in range(200):
        rated = fit(*played(rng, 60, 1), 4, 3)
        reach = rated.reach(0.95)
        hits.append(np.abs(rated.bots - (BOTS - BOTS.mean())) < reach * rated.bot_errors)
        hits.append(np.append(np.abs(rated.seats - SEATS) < reach * rated.seat_errors, True))
    assert 0.92 < np.mean(hits) < 0.99


def test_games_of_a_deal_hang_together():
    """Trap: what a deal gives a bot it gives it in all its games; a range from unrelated games would be far too narrow."""
    luck, units = 0.8, 150
    spread = np.std([fit(*played(np.random.default_rng(seed), units, 4, luck), 4, 3).bots for seed in range(40)], axis=0)
    rated = fit(*played(np.random.default_rng(99), units, 4, luck), 4, 3)
    bots, seats, counts = played(np.random.default_rng(99), units, 4, luck)
    every_game = np.repeat(np.eye(counts.shape[1]), counts.sum(axis=0).astype(int), axis=0)
    naive = fit(bots, seats, every_game, 4, 3)
    assert rated.bot_errors == pytest.approx(spread, rel=0.35)
    assert (naive.bot_errors < 0.75 * spread).all()


def test_a_bot_that_never_loses_has_a_finite_rating_and_a_wide_range():
    """Trap: no finite rating when a bot never loses (BradleyTerry2 6, PlackettLuce 45)."""
    rated = fit(*duel((10, 0), (10, 0)), 2, 2)
    gap = rated.bots[0] - rated.bots[1]
    assert 4 < gap < 12
    assert 2 * rated.reach(0.95) * rated.bot_errors[0] > 1  # nobody knows how much better than unbeaten
    assert linked(np.array([[0, 10], [0, 0]])).tolist() != [0, 0]


def test_a_design_that_falls_apart_stays_finite():
    bots = np.array([[0, 1], [1, 0], [2, 3], [3, 2]])
    seats = np.array([[0, 1], [1, 0], [0, 1], [1, 0]])
    rated = fit(bots, seats, np.full((10, 4), [3.0, 2.0, 4.0, 1.0]), 4, 2)
    assert np.isfinite(rated.bots).all()
    assert np.isfinite(rated.bot_errors).all()
    ahead = np.zeros((4, 4))
    ahead[0, 1] = ahead[1, 0] = ahead[2, 3] = ahead[3, 2] = 1
    groups = linked(ahead)
    assert groups[0] == groups[1] != groups[2] == groups[3]


def test_linked_needs_a_way_there_and_back():
    circle = np.array([[0, 1, 0], [0, 0, 1], [1, 0, 0]])
    assert len(set(linked(circle))) == 1
    assert len(set(linked(np.triu(np.ones((3, 3)), 1)))) == 3


def test_the_prior_is_weak():
    """Half a win and half a loss against an imagined bot, beside 1,600 games."""
    bots, seats, counts = duel((25, 15), (25, 15))
    assert fit(bots, seats, counts, 2, 2).bots == pytest.approx(fit(bots, seats, counts, 2, 2, prior=1e-9).bots, abs=1e-3)


def test_one_deal_tells_no_range():
    rated = fit(*duel((3, 2), (4, 1), units=1), 2, 2)
    assert np.isfinite(rated.bots).all()
    assert rated.reach(0.95) == np.inf
