"""Ranges of really played runs: over many independent runs they hold the true value as often as they promise, not less and
not more. The bots are all alike and play at random; "true" is what one much larger run finds."""

import pandas as pd
import pytest
from scipy import stats

from quorumsim.analysis.counted import Counted
from quorumsim.bots import kit
from quorumsim.quorum.rules import resolve

RUNS, GAMES, MANY = 400, 200, 200_000
CARD = 55  # which card is compared does not matter, as long as it is one
TOO_RARE = 1e-3  # for each of the counts below, that luck puts it beyond its bounds


class Played:
    """As much of a run as `Counted` reads."""

    rules, bots = resolve(), kit.roster(kit.parse_seats("random", 4))

    def __init__(self, seed: int, games: int) -> None:
        counts = kit.play(self.rules, 4, self.bots, [0, 0, 0, 0], 1, seed, 0, games, False)["counts"]
        codes, labels = counts.pop("group")
        self.table = pd.DataFrame({"group": [labels[code] for code in codes], **counts}).set_index(["group", "id"])
        self.manifest = {"chunks": [{"blocks": games}], "rotations": 1, "players": 4}

    def counts(self) -> pd.DataFrame:
        return self.table


def figures(counted, level):
    """The win share of each seat, and what being dealt a card does to it."""
    return [*(counted.share("seat", seat, level) for seat in range(4)), counted.share_with("opening", CARD, level)]


def test_ranges_of_real_runs_hold_the_true_values_as_often_as_they_promise():
    truth = [interval.value for interval in figures(Counted(Played(10**12, MANY)), 0.95)]
    assert sum(truth[:4]) == pytest.approx(12)
    small = [Counted(Played(seed, GAMES)) for seed in range(RUNS)]
    for level in (0.95, 0.66):
        made = [figures(counted, level) for counted in small]
        fewest, most = stats.binom.interval(1 - TOO_RARE, RUNS, level)
        for place, true in enumerate(truth):
            intervals = [each[place] for each in made]
            held = sum(interval.low <= true <= interval.high for interval in intervals)
            assert fewest <= held <= most, (level, place, held, fewest, most)
            assert not any(interval.low == interval.high for interval in intervals)
