"""Nash averaging: rock, paper, scissors; dominated strategies; chains; copies; and what an equilibrium is."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from quorumsim.stats.nash import equilibria, maximum_entropy_nash, nash_average

RPS = np.array([[0, 1, -1], [-1, 0, 1], [1, -1, 0]]) * 0.2


def with_loser(loss: float) -> np.ndarray:
    """Rock, paper, scissors, and one that loses `loss` to each of them."""
    A = np.zeros((4, 4))
    A[:3, :3], A[:3, 3], A[3, :3] = RPS, loss, -loss
    return A


def chain(size: int, win: float = 0.1) -> np.ndarray:
    """Each beats all behind it."""
    upper = np.triu(np.full((size, size), win), 1)
    return upper - upper.T


@st.composite
def games(draw):
    size = draw(st.integers(2, 6))
    values = draw(st.lists(st.sampled_from([-0.5, -0.3, -0.01, 0.0, 0.02, 0.25]), min_size=size**2, max_size=size**2))
    upper = np.triu(np.array(values).reshape(size, size), 1)
    return upper - upper.T


def test_rock_paper_scissors_is_uniform():
    assert maximum_entropy_nash(RPS) == pytest.approx([1 / 3] * 3)


def test_rock_paper_scissors_with_unequal_stakes():
    """Known in closed form: each is played in proportion to what the two others win from each other."""
    a, b, c = 0.1, 0.2, 0.4  # rock beats scissors by a, scissors beats paper by b, paper beats rock by c
    A = np.array([[0, -c, a], [c, 0, -b], [-a, b, 0]])
    assert maximum_entropy_nash(A) == pytest.approx(np.array([b, a, c]) / (a + b + c))


def test_a_dominated_strategy_has_no_mass():
    assert maximum_entropy_nash(with_loser(0.01)) == pytest.approx([1 / 3, 1 / 3, 1 / 3, 0])


def test_a_chain_is_its_first():
    assert maximum_entropy_nash(chain(5)) == pytest.approx([1, 0, 0, 0, 0])


def test_nothing_tells_them_apart():
    """No gain for anybody: the mix with the most entropy plays all alike, not any one of them."""
    assert maximum_entropy_nash(np.zeros((5, 5))) == pytest.approx([0.2] * 5)


def test_a_copy_shares_its_mass_and_does_not_add_to_it():
    """The invariance for which the paper takes the equilibrium with the most entropy."""
    copied = RPS[np.ix_([0, 1, 2, 2], [0, 1, 2, 2])]
    assert maximum_entropy_nash(copied) == pytest.approx([1 / 3, 1 / 3, 1 / 6, 1 / 6], abs=1e-6)


@given(games())
def test_nobody_gains_against_an_equilibrium(A):
    for p in (maximum_entropy_nash(A), equilibria(A[None])[0]):
        assert p.sum() == pytest.approx(1)
        assert p.min() >= -1e-9
        assert nash_average(A, p).max() <= 1e-6


@given(games())
def test_no_other_equilibrium_has_more_entropy(A):
    def entropy(p):
        p = p[p > 1e-12]
        return -(p @ np.log(p))

    assert entropy(maximum_entropy_nash(A)) >= entropy(equilibria(A[None])[0]) - 1e-6


def test_many_games_at_once_are_each_by_itself():
    """Games near each other, as resampling makes them: some share their support, some do not."""
    rng = np.random.default_rng(4)
    noise = np.triu(rng.normal(0, 0.08, (300, 4, 4)), 1)
    stack = with_loser(0.05) + noise - noise.transpose(0, 2, 1)
    together = equilibria(stack)
    assert len({tuple(p > 1e-9) for p in together}) > 3
    for A, p in zip(stack, together, strict=True):
        assert p == pytest.approx(maximum_entropy_nash(A), abs=1e-6)


def test_the_nash_average_is_zero_for_those_that_are_played():
    A = with_loser(0.1)
    assert nash_average(A, maximum_entropy_nash(A)) == pytest.approx([0, 0, 0, -0.1], abs=1e-9)


def test_a_matrix_that_does_not_balance_is_refused():
    with pytest.raises(ValueError, match="not antisymmetric"):
        maximum_entropy_nash(RPS + 0.1)
