"""Plackett-Luce ratings from orders of finishing, with an effect of the seat.

Plackett, *The analysis of permutations*, Applied Statistics 24 (1975); Luce, *Individual Choice Behavior* (1959): the first is
drawn among all in proportion to their worths, the second among the others, and so on. The worth of bot i in seat s is
exp(θ_i + γ_s). For two bots it is Bradley and Terry's model. No library here has it with a seat effect (choix has worths of
items only), so the likelihood is written out and scipy.optimize finds its top.

Prior: every bot and every seat has also met an imagined one of worth 1 and finished `prior` times ahead of it and `prior`
times behind (Turner, van Etten, Firth and Kosmidis, *Modelling rankings in R: the PlackettLuce package*, Computational
Statistics 35, 2020, their pseudo-rankings). So a bot that never loses, or a design that falls apart, has a finite rating.

Ranges: a sandwich (White, Econometrica 50, 1982) whose unit is a batch of whole deals: games of one deal hang together, and
the model need not be true. The imagined meetings are units of their own: a bot that never lost would otherwise seem sure.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.optimize import minimize
from scipy.sparse.csgraph import connected_components
from scipy.special import expit, log_expit, logsumexp, stdtrit

PRIOR = 0.5


@dataclass(frozen=True)
class Ratings:
    """Log-worths about their means, shape (bots,) and (seats,), with standard errors from `units` batches of deals."""

    bots: np.ndarray
    bot_errors: np.ndarray
    seats: np.ndarray
    seat_errors: np.ndarray
    units: int

    def reach(self, level: float) -> float:
        """How many standard errors a range reaches to each side; infinite for fewer than two units."""
        return float(stdtrit(self.units - 1, (1 + level) / 2)) if self.units > 1 else np.inf


def fit(
    bots: np.ndarray, seats: np.ndarray, counts: np.ndarray, number_of_bots: int, number_of_seats: int, prior: float = PRIOR
) -> Ratings:
    """Ratings from how often each order of finishing occurred.

    `bots`, `seats`: shape (orders, players), who finished first, second, ... in that order, and in which seat. `counts`:
    shape (units, orders), how often in each independent unit; not whole where a tie was split evenly among its orders.
    """
    played = counts.sum(axis=0) > 0
    bots, seats, counts = bots[played], seats[played], counts[:, played]
    # Seat effects sum to 0 through a basis of contrasts, for a common part of them could not be told from the bots'.
    contrasts = np.vstack([np.eye(number_of_seats - 1), -np.ones(number_of_seats - 1)])
    effects = np.zeros((number_of_bots + number_of_seats, number_of_bots + number_of_seats - 1))
    effects[:number_of_bots, :number_of_bots] = np.eye(number_of_bots)
    effects[number_of_bots:, number_of_bots:] = contrasts
    design = effects[bots] + effects[number_of_bots + seats]
    weights = counts.sum(axis=0)

    def value(beta: np.ndarray) -> float:
        imagined = effects @ beta
        return -float(weights @ _log_likelihoods(design @ beta) + prior * (log_expit(imagined) + log_expit(-imagined)).sum())

    def gradient(beta: np.ndarray) -> np.ndarray:
        return -(weights @ _scores(design, beta) + prior * (1 - 2 * expit(effects @ beta)) @ effects)

    def curvature(beta: np.ndarray) -> np.ndarray:
        share = expit(effects @ beta)
        return _information(design, beta, weights) + 2 * prior * (effects.T * (share * (1 - share))) @ effects

    found = minimize(value, np.zeros(effects.shape[1]), jac=gradient, hess=curvature, method="trust-exact",
                     options={"gtol": 1e-9 * max(weights.sum(), 1.0), "maxiter": 500})  # fmt: skip
    beta = found.x - np.linalg.solve(curvature(found.x), gradient(found.x))  # a last step of Newton's, to full accuracy
    spread = _sandwich(beta, counts @ _scores(design, beta), curvature(beta), effects, prior)
    centred = effects.copy()
    centred[:number_of_bots] -= effects[:number_of_bots].mean(axis=0)
    values, errors = centred @ beta, np.sqrt(np.einsum("ij,jk,ik->i", centred, spread, centred).clip(0))
    return Ratings(values[:number_of_bots], errors[:number_of_bots], values[number_of_bots:], errors[number_of_bots:],
                   len(counts))  # fmt: skip


def linked(ahead: np.ndarray) -> np.ndarray:
    """Group of each bot, shape (bots,), where `ahead`[i, j] tells how often i finished ahead of j, ties half each.

    Within a group everybody is linked to everybody by chains of "at least once ahead of". Ratings rest on games alone if
    there is one group; between groups only the prior keeps them finite (Ford, *Solution of a ranking problem from binary
    comparisons*, American Mathematical Monthly 64, 1957).
    """
    return np.asarray(connected_components(np.asarray(ahead) > 0, directed=True, connection="strong")[1])


def _log_likelihoods(worths: np.ndarray) -> np.ndarray:
    """Of each order, shape (orders,), from log-worths in the order of finishing, shape (orders, players)."""
    places = range(worths.shape[1] - 1)
    return np.sum([worths[:, place] - logsumexp(worths[:, place:], axis=1) for place in places], axis=0)


def _chances(design: np.ndarray, beta: np.ndarray, place: int) -> np.ndarray:
    """Chance of each who is left to be next, shape (orders, players left)."""
    left = design[:, place:] @ beta
    return np.exp(left - logsumexp(left, axis=1, keepdims=True))


def _scores(design: np.ndarray, beta: np.ndarray) -> np.ndarray:
    """Gradient of each order's log-likelihood, shape (orders, parameters)."""
    scores = np.zeros((design.shape[0], design.shape[2]))
    for place in range(design.shape[1] - 1):
        expected = np.einsum("op,opk->ok", _chances(design, beta, place), design[:, place:])
        scores += design[:, place] - expected
    return scores


def _information(design: np.ndarray, beta: np.ndarray, weights: np.ndarray) -> np.ndarray:
    total = np.zeros((design.shape[2], design.shape[2]))
    for place in range(design.shape[1] - 1):
        left, chances = design[:, place:], _chances(design, beta, place)
        expected = np.einsum("op,opk->ok", chances, left)
        total += np.einsum("op,opk,opl->kl", chances * weights[:, None], left, left, optimize=True)
        total -= (expected.T * weights) @ expected
    return total


def _sandwich(
    beta: np.ndarray, scores: np.ndarray, information: np.ndarray, effects: np.ndarray, prior: float
) -> np.ndarray:
    """Covariance of the parameters. `scores`: of each unit, shape (units, parameters)."""
    units = len(scores)
    apart = scores - scores.mean(axis=0)
    inner = apart.T @ apart * (units / max(units - 1, 1))
    share = expit(effects @ beta)
    inner += prior**2 * (effects.T * (share**2 + (1 - share) ** 2)) @ effects
    bread = np.linalg.inv(information)
    return bread @ inner @ bread
