"""Alpha-rank: how often a population that copies what does better plays each strategy, in the long run.

Omidshafiei, Papadimitriou, Piliouras, Tuyls and others, *α-Rank: Multi-Agent Evaluation by Evolution*, Scientific Reports 9
(2019), in the paper's symbols: M the pay-offs of the meta-game, α the ranking intensity, m the size of the population, ρ the
chance that a lone mutant's strategy takes over, C the Markov chain between populations of one strategy, π where it stays.
It is not a softmax of anybody's mean pay-off: a strategy that does well on average against weak ones, and loses to what the
population settles on, gets no mass.
"""

from __future__ import annotations

import numpy as np

ALPHA = 10.0
POPULATION = 50
"""With these, an edge of 1 game of 100 makes taking over exp(5) = 148 times as likely as being taken over."""


def fixation(M: np.ndarray, alpha: float = ALPHA, m: int = POPULATION) -> np.ndarray:
    """ρ, shape (..., S, S): the chance that one τ among m - 1 σ takes over the population, at [σ, τ].

    The paper's single-population model for a symmetric constant-sum game, M[σ, τ] + M[τ, σ] = 1 with M[σ, σ] = 1/2. Then
    the difference in fitness, α m/(m - 1) (M[τ, σ] - 1/2), is the same for any number of mutants, and its product formula
    is the closed form (1 - exp(-u)) / (1 - exp(-m u)), or 1/m for u = 0.
    """
    u = alpha * m / (m - 1) * (np.swapaxes(np.asarray(M, float), -1, -2) - 0.5)
    even = np.abs(u) < 1e-12
    safe = np.where(even, 1.0, u)
    # exp((m - 1) u) (1 - exp(u)) / (1 - exp(m u)) is the same for u < 0 and does not overflow there.
    size = np.abs(safe)
    share = np.expm1(-size) / np.expm1(-m * size)
    return np.where(even, 1 / m, np.where(safe > 0, share, np.exp(-(m - 1) * size) * share))


def alpha_rank(M: np.ndarray, alpha: float = ALPHA, m: int = POPULATION) -> np.ndarray:
    """π, shape (..., S): the mass of each strategy. `M`, shape (..., S, S): [σ, τ] is the share that σ wins against τ.

    C[σ, τ] = η ρ[σ, τ] with η = 1/(S - 1). ValueError for one strategy alone, which has nobody to be ranked against.
    """
    rho = fixation(M, alpha, m)
    strategies = rho.shape[-1]
    if strategies < 2:
        raise ValueError("alpha-rank compares two strategies or more")
    return stationary(rho / (strategies - 1))


def stationary(C: np.ndarray) -> np.ndarray:
    """Where a Markov chain stays, shape (..., S); its diagonal is not read.

    Grassmann, Taksar and Heyman, *Regenerative analysis and steady state distributions for Markov chains*, Operations Research
    33 (1985): elimination without a subtraction, exact to the last digits for rates that differ by a hundred powers of ten, as
    those between a strategy and one that it always beats do.
    """
    C = np.array(C, float)
    size = C.shape[-1]
    for last in range(size - 1, 0, -1):
        leaving = C[..., last, :last].sum(axis=-1)
        C[..., :last, last] /= leaving[..., None]
        C[..., :last, :last] += C[..., :last, last, None] * C[..., last, None, :last]
    pi = np.ones(C.shape[:-1])
    for state in range(1, size):
        pi[..., state] = (pi[..., :state] * C[..., :state, state]).sum(axis=-1)
        pi /= np.maximum(pi.max(axis=-1, keepdims=True), 1.0)
    return pi / pi.sum(axis=-1, keepdims=True)
