"""A stage folded into sums: against the rows themselves, deal by deal, in any chunks, with ranges that hold."""

from itertools import combinations

import numpy as np
import pytest

from quorumsim.analysis.placings import MOST_BATCHES, Placings
from quorumsim.stats.plackett_luce import fit
from tests.analysis.fake_stage import FakeStage, duels, name, names, seated, worths

CHAIN = np.array([[0.5, 0.6, 0.9], [0.4, 0.5, 0.7], [0.1, 0.3, 0.5]])
FOURS = [(0, 1, 2, 3), (0, 4, 1, 2), (1, 3, 2, 4), (0, 0, 3, 4), (2, 3, 2, 3)]
WORTHS = (0.8, 0.3, 0.0, -0.2, -0.9)


@pytest.fixture(scope="module")
def fours() -> FakeStage:
    """Five bots at tables of four, copies and ties among them."""
    return worths(WORTHS, FOURS, ties=0.1)


def by_hand(stage: FakeStage, one: str, other: str) -> np.ndarray:
    """For each deal and meeting of the two, over all tables, 1 where `one` is ahead, 1/2 for a tie: (blocks, meetings)."""
    found = []
    for table in stage.tables:
        for turn, here in enumerate(seated(table.manifest["seating"], table.manifest["rotations"])):
            for a, first in enumerate(here):
                for b, second in enumerate(here):
                    if (first, second) == (one, other):
                        place = table.place[:, turn]
                        found.append((1 + np.sign(place[:, b] - place[:, a])) / 2)
    return np.array(found).T


def test_who_is_ahead_of_whom_is_what_the_rows_say(fours):
    placings, bots = Placings(fours, names(5)), names(5)
    for i, j in combinations(range(5), 2):
        rows = by_hand(fours, bots[i], bots[j])
        assert placings.against((i, j), 0.95).value == pytest.approx(rows.mean())
        assert placings.matrix()[i, j] == pytest.approx(rows.mean())
        assert placings.matrix()[j, i] == pytest.approx(1 - rows.mean())
        assert placings.met[placings.number[i, j]] == rows.shape[1]


def test_the_unit_is_the_deal(fours):
    """The spread of deals, not of games: by hand, and seen from either side."""
    placings, bots = Placings(fours, names(5)), names(5)
    for i, j in combinations(range(5), 2):
        of_deals = by_hand(fours, bots[i], bots[j]).mean(axis=1)
        reach = 1.965 * of_deals.std(ddof=1) / np.sqrt(len(of_deals))
        one, other = placings.against((i, j), 0.95), placings.against((j, i), 0.95)
        assert one.high - one.low == pytest.approx(2 * reach, rel=0.03)
        assert (other.low, other.value, other.high) == pytest.approx((1 - one.high, 1 - one.value, 1 - one.low))


def test_wins_are_what_the_rows_say_and_add_up(fours):
    placings = Placings(fours, names(5))
    games = sum(table.games for table in fours.tables)
    total = 0
    for bot in range(5):
        shares = np.concatenate([
            table.seats.win_share[np.tile(np.array(seated(table.manifest["seating"], table.manifest["rotations"])).ravel(),
                                          fours.blocks) == name(bot)]
            for table in fours.tables
        ])  # fmt: skip
        assert placings.share(bot, 0.95).value / 12 == pytest.approx(shares.mean())
        assert placings.alone(bot, 0.95).value == pytest.approx((shares == 1).mean())
        total += placings.sums["share", bot].y
    assert total == 12 * games


def test_one_compared_with_another_against_a_third(fours):
    placings = Placings(fours, names(5))
    matrix, bots = placings.matrix(), names(5)
    for one, other, third in ((0, 1, 2), (3, 1, 0), (4, 2, 3), (1, 4, 0)):
        better = placings.better(one, other, third, 0.95)
        assert better.value == pytest.approx(matrix[one, third] - matrix[other, third])
        of_deals = by_hand(fours, bots[one], bots[third]).mean(axis=1) - by_hand(fours, bots[other], bots[third]).mean(axis=1)
        assert better.high - better.low == pytest.approx(2 * 1.965 * of_deals.std(ddof=1) / np.sqrt(300), rel=0.05)
        mirrored = placings.better(other, one, third, 0.95)
        assert (mirrored.low, mirrored.high) == pytest.approx((-better.high, -better.low))
    assert placings.better(0, 1, 1, 0.95).value == pytest.approx(matrix[0, 1] - 0.5)


@pytest.mark.parametrize("chunk_blocks", [13, 77, 300])
def test_chunks_do_not_change_anything(fours, chunk_blocks):
    one, other = Placings(fours, names(5)), Placings(worths(WORTHS, FOURS, ties=0.1, chunk_blocks=chunk_blocks), names(5))
    assert (one.products == other.products).all()
    assert (one.batch_ahead == other.batch_ahead).all()
    assert one.sums == other.sums
    assert (one.orders()[2] == other.orders()[2]).all()


def test_what_is_kept_does_not_grow_with_the_deals():
    small, large = (Placings(duels(CHAIN, blocks), names(3)) for blocks in (1500, 6000))
    assert small.batches == large.batches == MOST_BATCHES
    assert small.batch_ahead.shape == large.batch_ahead.shape
    assert small.orders()[2].shape == large.orders()[2].shape
    assert large.batch_deals.sum() == 6000
    assert np.ptp(large.batch_deals) <= 1


def test_batches_hold_all_deals(fours):
    placings = Placings(fours, names(5))
    assert (placings.batch_ahead.sum(axis=0) == placings.ahead).all()
    assert placings.resampled(np.ones((1, placings.batches), int))[0] == pytest.approx(placings.matrix())


def test_a_tie_is_shared_out_among_the_orders_it_allows(fours):
    placings = Placings(fours, names(5))
    bots, seats, counts = placings.orders()
    assert counts.sum() == pytest.approx(sum(table.games for table in fours.tables))
    first = [counts[:, bots[:, 0] == bot].sum() for bot in range(5)]
    assert first == pytest.approx([placings.sums["share", bot].y / 12 for bot in range(5)])
    assert {tuple(sorted(row)) for row in seats.tolist()} == {(0, 1, 2, 3)}


def test_ratings_of_a_stage_are_the_worths_it_was_drawn_from():
    stage = worths(WORTHS, [*FOURS[:3], (0, 3, 4, 1)], blocks=1500, seats=(0.3, 0.1, -0.1, -0.3))
    rated = fit(*Placings(stage, names(5)).orders(), 5, 4)
    assert rated.bots == pytest.approx(np.array(WORTHS) - np.mean(WORTHS), abs=0.06)
    assert rated.seats == pytest.approx([0.3, 0.1, -0.1, -0.3], abs=0.04)


def test_ranges_hold_the_truth_as_often_as_they_say():
    """Deals that favour a bot in all their games; tables on deals of their own."""
    tables, luck = [(0, 1, 2), (0, 2, 1), (1, 0, 2)], 1.0
    drawn = [Placings(worths((0.5, 0, -0.5), tables, 60, seed, luck=luck), names(3)) for seed in range(150)]
    truth = Placings(worths((0.5, 0, -0.5), tables, 40_000, 999, 5000, luck=luck), names(3))
    hits = []
    for placings in drawn:
        for pair in placings.pairs:
            interval = placings.against(pair, 0.95)
            hits.append(interval.low <= truth.against(pair, 0.95).value <= interval.high)
        for bot in range(3):
            interval = placings.share(bot, 0.95)
            hits.append(interval.low <= truth.share(bot, 0.95).value <= interval.high)
        interval = placings.better(0, 1, 2, 0.95)
        hits.append(interval.low <= truth.better(0, 1, 2, 0.95).value <= interval.high)
    assert 0.925 < np.mean(hits) < 0.985
