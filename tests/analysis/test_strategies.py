"""What is said of strategies: viable, dominated, in a circle, or undecided; on games whose answer is known."""

from itertools import permutations

import numpy as np
import pytest

from quorumsim.analysis.figure import GAMES, figures
from quorumsim.analysis.placings import Placings
from quorumsim.analysis.strategies import (
    CIRCLE,
    DOMINATED,
    NO_CIRCLE,
    NOT_VIABLE,
    STRATEGY_WORDS,
    UNDECIDED,
    VIABLE,
    strategies,
)
from quorumsim.stats.simultaneous import each_level
from tests.analysis.fake_stage import duels, names, worths


def shares(upper):
    """The whole matrix from the part above its diagonal, row by row."""
    size = int((1 + np.sqrt(1 + 8 * len(upper))) / 2)
    matrix = np.full((size, size), 0.5)
    matrix[np.triu_indices(size, 1)] = upper
    return np.where(np.tri(size, k=-1, dtype=bool), 1 - matrix.T, matrix)


CIRCLE_AND_LOSER = shares([0.7, 0.3, 0.9, 0.7, 0.9, 0.9])  # A beats B beats C beats A, and all beat D
CHAIN = shares([0.65, 0.75, 0.85, 0.65, 0.75, 0.65])


def asked(stage, bots, smallest_effect=1.0):
    placings = Placings(stage, names(bots))
    pairs = list(permutations(range(bots), 2))
    level = each_level(0.95, len(pairs) // 2)
    cells = dict(zip(pairs, figures(placings.against, pairs, GAMES, 100, level=level), strict=True))
    return strategies(placings, list(range(bots)), cells, smallest_effect)


def words(found):
    return [row.word for row in found.rows]


@pytest.fixture(scope="module")
def circle():
    return asked(duels(CIRCLE_AND_LOSER), 4)


@pytest.fixture(scope="module")
def chain():
    return asked(duels(CHAIN), 4)


def test_all_of_a_circle_are_viable_and_the_loser_is_dominated(circle):
    assert words(circle) == [VIABLE, VIABLE, VIABLE, DOMINATED]
    for row in circle.rows[:3]:
        assert row.nash.low <= 100 / 3 <= row.nash.high
        assert row.alpha.value == pytest.approx(100 / 3, abs=25)
    loser = circle.rows[3]
    assert (loser.nash.value, loser.alpha.high) == (0, 0)
    assert loser.by in names(3)
    assert loser.least.low > -1
    assert loser.most.low > 0


def test_a_circle_has_three_figures_whose_ranges_exclude_fifty(circle):
    assert len(circle.circles) == 1
    row = circle.circles[0]
    assert {(row.first, row.second), (row.second, row.third), (row.third, row.first)} == {("A", "B"), ("B", "C"), ("C", "A")}
    for figure in (row.first_second, row.second_third, row.third_first):
        assert figure.low > 50
    assert circle.circle_finding.word == CIRCLE
    assert circle.circle_finding.lead == "1 of 4 trios is a clear circle:"
    assert row.third_first.text in circle.circle_finding.detail
    assert [each.circles for each in circle.rows] == [1, 1, 1, 0]


def test_the_first_of_a_chain_is_viable_alone(chain):
    assert words(chain) == [VIABLE, DOMINATED, DOMINATED, DOMINATED]
    assert chain.rows[0].nash.value == pytest.approx(100)
    assert chain.finding.lead == "1 of 4 bots is viable:"
    assert chain.rows[0].nash.range in chain.finding.detail
    assert (chain.circle_finding.word, chain.circles) == (NO_CIRCLE, ())


def test_who_dominates_is_no_worse_against_anybody(chain):
    for row in chain.rows[1:]:
        one, other = names(4).index(row.by), names(4).index(row.bot)
        for third in range(4):
            expected = CHAIN[one, third] - CHAIN[other, third]
            assert expected >= 0
        assert row.by in row.why
        assert row.most.range in row.why


def test_as_good_against_all_but_one_is_not_dominated():
    """B is better than C against everybody but A; that is enough not to call C dominated."""
    matrix = shares([0.6, 0.4, 0.7, 0.6, 0.8, 0.6])
    row = asked(duels(matrix, 1500), 4).rows[2]
    assert matrix[1, 0] < matrix[2, 0]
    assert row.word != DOMINATED


def test_worse_by_less_than_the_yardstick_is_as_good():
    """A is surely better than B against C, and the same against D: only the yardstick lets "the same" be shown."""
    matrix = shares([0.8, 0.8, 0.8, 0.5, 0.8, 0.6])
    assert asked(duels(matrix, 400), 4, smallest_effect=0.1).rows[1].word != DOMINATED
    assert asked(duels(matrix, 400), 4, smallest_effect=15).rows[1].word == DOMINATED


def test_as_good_is_not_better():
    """With a yardstick so coarse that all are as good as all, nobody is dominated who is not surely worse against somebody."""
    assert DOMINATED not in words(asked(duels(shares([0.5] * 6), 800), 4, smallest_effect=40))


def test_few_deals_decide_nothing():
    found = asked(duels(shares([0.52, 0.48, 0.52]), 30), 3)
    assert words(found) == [UNDECIDED] * 3
    assert found.finding.word == UNDECIDED
    assert found.circle_finding.word == UNDECIDED
    assert "of 1 trio these games do not tell" in found.circle_finding.text


def test_all_of_a_few_deals_may_agree_by_chance():
    """Resampling ten deals of which each was won ten times over knows no other outcome."""
    found = asked(duels(shares([1.0]), 10), 2)
    assert found.rows[0].nash.range == "0.0 to 100.0"
    assert found.rows[0].word == UNDECIDED
    assert asked(duels(shares([1.0]), 200), 2).rows[0].word == VIABLE


def test_one_deal_says_so_without_odd_numbers():
    found = asked(duels(shares([0.6, 0.6, 0.6]), 1), 3)
    assert words(found) == [UNDECIDED] * 3
    for sentence in (found.finding.text, found.circle_finding.text, *(row.why for row in found.rows)):
        assert not any(odd in sentence for odd in ("nan", "inf", "None"))


def test_all_alike_is_undecided_and_nothing_is_dominated():
    found = asked(duels(shares([0.5] * 6), 800), 4)
    assert DOMINATED not in words(found)
    assert not found.circles


def test_two_bots_cannot_make_a_circle():
    found = asked(duels(shares([0.8])), 2)
    assert words(found) == [VIABLE, DOMINATED]
    assert found.circle_finding.text == "No circle: it takes three bots, and here are 2."


def test_more_players_are_judged_by_alpha_rank():
    found = asked(worths((1.0, 0.0, -0.2), [(0, 1, 2), (0, 2, 1)], 800), 3)
    assert [row.nash for row in found.rows] == [None] * 3
    assert words(found)[0] == VIABLE
    assert set(words(found)) <= {VIABLE, DOMINATED, NOT_VIABLE}
    assert "in alpha-rank" in found.finding.text


def test_false_alarms_are_rare():
    """Among equals, over 40 stages, dominated and circle must be said in no more than about 1 of 20."""
    alarms = 0
    for seed in range(40):
        found = asked(duels(shares([0.5] * 6), 120, seed), 4)
        alarms += DOMINATED in words(found) or bool(found.circles)
    assert alarms <= 5


def test_the_words_are_the_documented_ones(circle, chain):
    assert {*words(circle), *words(chain)} <= set(STRATEGY_WORDS)
