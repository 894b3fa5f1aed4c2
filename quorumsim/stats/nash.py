"""Nash averaging: the maximum-entropy equilibrium of a match-up matrix.

Balduzzi, Tuyls, Pérolat and Graepel, *Re-evaluating Evaluation*, NeurIPS 2018 (arXiv:1806.02643). Their symbols: A is the
antisymmetric matrix of pay-offs between agents, p* the equilibrium with the most entropy, A p* the Nash average of each
agent: never above 0, and 0 for those that p* plays. Bots that are copies of each other share a mass and do not add to it.
"""

from __future__ import annotations

import numpy as np
from scipy.optimize import LinearConstraint, linprog, minimize

SLACK = 1e-9  # what counts as no mass, or as no gain, beside the solver's own accuracy


def maximum_entropy_nash(A: np.ndarray) -> np.ndarray:
    """p*, shape (agents,): of all mixes x that no agent gains against, A x <= 0, the one with the most entropy.

    `A` is antisymmetric (A[i, j]: what i gains against j), so the game is worth 0 and one mix serves both sides. First each
    agent's largest mass in any equilibrium; those with none are out, and the mean of these equilibria plays all others, so
    that the entropy is searched from inside. ValueError if A is not antisymmetric.
    """
    A = _antisymmetric(A)
    size = len(A)
    extremes = np.array([_equilibrium(A, -np.eye(size)[agent]) for agent in range(size)])
    inside = extremes.mean(axis=0)
    support = np.flatnonzero(inside > SLACK)
    start = inside[support] / inside[support].sum()
    if np.ptp(extremes, axis=0).max() < SLACK:
        return _spread(start, support, size)  # there is one equilibrium only
    found = minimize(
        lambda x: float(x @ np.log(x)),
        start,
        jac=lambda x: 1 + np.log(x),
        bounds=[(1e-12, 1.0)] * len(support),
        constraints=[LinearConstraint(A[:, support], -np.inf, 0.0), LinearConstraint(np.ones((1, len(support))), 1.0, 1.0)],
        method="SLSQP",
        options={"ftol": 1e-14, "maxiter": 1000},
    )
    best = found.x if found.success and (A[:, support] @ found.x).max() < 1e-7 else start
    return _spread(best / best.sum(), support, size)


def equilibria(A: np.ndarray) -> np.ndarray:
    """One equilibrium of each of many games, shape (games, agents), for resampling. `A`: shape (games, agents, agents).

    Unless pay-offs are exactly equal it is the only one. Games that resample the same data mostly share their support, and on
    a known support an equilibrium is a linear system: so the first game is solved, its support tried on all others at once,
    and so on with those it does not fit.
    """
    A = np.asarray(A, float)
    found, left = np.zeros(A.shape[:2]), np.arange(len(A))
    while left.size:
        first = _equilibrium(_antisymmetric(A[left[0]]), np.zeros(A.shape[1]))
        mixes, fit = _on_support(A[left], np.flatnonzero(first > SLACK))
        mixes[0], fit[0] = first, True
        found[left[fit]] = mixes[fit]
        left = left[~fit]
    return found


def _on_support(A: np.ndarray, support: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """For each game the mix on `support` against which all of it gain alike, and whether that is an equilibrium."""
    games, size = len(A), len(support)
    system = np.ones((games, size + 1, size + 1))
    system[:, :size, :size], system[:, size, size] = A[:, support[:, None], support], 0.0
    mixes, solvable = np.zeros(A.shape[:2]), np.abs(np.linalg.det(system)) > 1e-12
    right = np.zeros((games, size + 1, 1))
    right[:, size] = 1.0
    mixes[np.ix_(np.flatnonzero(solvable), support)] = np.linalg.solve(system[solvable], right[solvable])[:, :size, 0]
    gains = np.einsum("gij,gj->gi", A, mixes)
    return mixes, solvable & (mixes.min(axis=1) >= 0) & (gains.max(axis=1) < SLACK)


def nash_average(A: np.ndarray, p: np.ndarray) -> np.ndarray:
    """A p*, shape (agents,): what each agent gains against the equilibrium, 0 or less."""
    return np.asarray(A, float) @ p


def _equilibrium(A: np.ndarray, costs: np.ndarray) -> np.ndarray:
    size = len(A)
    found = linprog(costs, A_ub=A, b_ub=np.zeros(size), A_eq=np.ones((1, size)), b_eq=[1.0], bounds=(0, 1), method="highs")
    assert found.success, found.message  # an antisymmetric game always has an equilibrium (von Neumann)
    return np.asarray(found.x)


def _antisymmetric(A: np.ndarray) -> np.ndarray:
    A = np.asarray(A, float)
    if A.ndim != 2 or A.shape[0] != A.shape[1] or not np.allclose(A, -A.T, atol=1e-12):
        raise ValueError("the matrix is not antisymmetric: what i gains against j, j must lose against i")
    return A


def _spread(masses: np.ndarray, support: np.ndarray, size: int) -> np.ndarray:
    whole = np.zeros(size)
    whole[support] = masses
    return whole
