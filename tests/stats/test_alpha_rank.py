"""Alpha-rank: against the paper's formulas written out, on games whose answer is known, and that it is no softmax."""

import numpy as np
import pytest
from scipy.special import softmax

from quorumsim.stats.alpha_rank import ALPHA, POPULATION, alpha_rank, fixation, stationary

RPS = 0.5 + np.array([[0, 1, -1], [-1, 0, 1], [1, -1, 0]]) * 0.2
EDGE = np.array([[0.5, 0.51], [0.49, 0.5]])


def with_loser(loss):
    M = np.full((4, 4), 0.5)
    M[:3, :3], M[:3, 3], M[3, :3] = RPS, 0.5 + loss, 0.5 - loss
    return M


def drawn(size, seed=0):
    upper = np.triu(np.random.default_rng(seed).uniform(-0.4, 0.4, (size, size)), 1)
    return 0.5 + upper - upper.T


def by_the_paper(M, tau, sigma, alpha, m):
    """Fixation of one τ among σ: fitness for every number of mutants, and the product formula, term by term."""
    total = product = 1.0
    for mutants in range(1, m):
        f_tau = (mutants - 1) / (m - 1) * M[tau, tau] + (m - mutants) / (m - 1) * M[tau, sigma]
        f_sigma = mutants / (m - 1) * M[sigma, tau] + (m - mutants - 1) / (m - 1) * M[sigma, sigma]
        product *= np.exp(-alpha * (f_tau - f_sigma))
        total += product
    return 1 / total


@pytest.mark.parametrize(("alpha", "m"), [(0.3, 5), (10.0, 50), (3.0, 20)])
def test_fixation_is_the_product_formula_of_the_paper(alpha, m):
    M = drawn(5)
    M[0, 1] = M[1, 0] = 0.5
    rho = fixation(M, alpha, m)
    for sigma in range(5):
        for tau in range(5):
            assert rho[sigma, tau] == pytest.approx(by_the_paper(M, tau, sigma, alpha, m), rel=1e-9)


def test_the_documented_meaning_of_the_defaults():
    """An edge of 1 game of 100: taking over is exp(5) = 148 times as likely as being taken over."""
    rho = fixation(EDGE, ALPHA, POPULATION)
    assert rho[1, 0] / rho[0, 1] == pytest.approx(148.4, abs=0.1)
    assert alpha_rank(EDGE)[0] == pytest.approx(148.4 / 149.4, abs=1e-4)


def test_rock_paper_scissors_is_uniform():
    assert alpha_rank(RPS) == pytest.approx([1 / 3] * 3)


def test_a_dominated_strategy_has_no_mass():
    assert alpha_rank(with_loser(0.1)) == pytest.approx([1 / 3, 1 / 3, 1 / 3, 0], abs=1e-9)


def test_a_chain_is_its_first():
    M = 0.5 + np.triu(np.full((6, 6), 0.5), 1) - np.tril(np.full((6, 6), 0.5), -1)  # each always beats all behind it
    pi = alpha_rank(M)
    assert pi == pytest.approx([1, 0, 0, 0, 0, 0])
    assert np.isfinite(pi).all()


def test_nothing_tells_them_apart():
    assert alpha_rank(np.full((4, 4), 0.5)) == pytest.approx([0.25] * 4)


def test_it_is_no_softmax_of_mean_pay_offs():
    """Trap: the best mean need not survive. C crushes the weak D and so has the best mean, but loses to A."""
    M = np.array([[0.5, 0.6, 0.6, 0.6], [0.4, 0.5, 0.5, 0.9], [0.4, 0.5, 0.5, 1.0], [0.4, 0.1, 0.0, 0.5]])
    means = M.mean(axis=1)
    assert means.argmax() == 2
    assert alpha_rank(M)[0] == pytest.approx(1, abs=1e-9)
    for rows in (softmax(10 * means), softmax(M, axis=1).mean(axis=0)):
        assert rows[2] > 0.1


def test_the_chain_stays_where_linear_algebra_says():
    rates = np.random.default_rng(1).uniform(0.01, 0.2, (5, 5))
    np.fill_diagonal(rates, 0)
    np.fill_diagonal(rates, 1 - rates.sum(axis=1))
    assert stationary(rates) @ rates == pytest.approx(stationary(rates))


def test_many_at_once_are_each_by_itself():
    stack = np.array([drawn(4, seed) for seed in range(6)])
    assert alpha_rank(stack) == pytest.approx(np.array([alpha_rank(M) for M in stack]))


def test_one_strategy_has_nobody_to_be_ranked_against():
    with pytest.raises(ValueError, match="two strategies or more"):
        alpha_rank(np.array([[0.5]]))
