"""Playing until the answer is precise enough: where that is depends on the plan alone, not on workers, stops or damage."""

import pytest

from quorumsim.lab.precision import FEWEST_BLOCKS, TWELFTHS
from quorumsim.lab.simulate import resume, simulate
from quorumsim.stats.interval import ratio_interval
from quorumsim.stats.moments import Moments
from tests.lab.runs import digests, manifest, small_plan

PRECISION = 2.5
SIZE = 200


def plan(**options):
    return small_plan(**{"players": 2, "bots": "random", "games": 20_000, "log": "games", "chunk_blocks": SIZE,
                         "precision": PRECISION, **options})  # fmt: skip


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    return simulate(plan(), tmp_path_factory.mktemp("precision") / "run")


def widest(counts, blocks: int) -> float:
    """Half the widest interval of the seats' and bots' win shares, in games of 100."""
    widths = []
    for group in ("seat", "bot"):
        for _, row in counts.loc[group].iterrows():
            interval = ratio_interval(Moments(blocks, *(row[name] for name in ("n", "y", "nn", "ny", "yy"))), 0.95,
                                      (0.0, float(TWELFTHS)))  # fmt: skip
            widths.append((interval.high - interval.low) / 2 / TWELFTHS * 100)
    return max(widths)


def test_it_stops_at_the_first_chunk_that_is_enough(run, tmp_path):
    assert run.manifest["state"] == "complete"
    assert run.manifest["blocks"] == run.blocks == SIZE * len(run.manifest["chunks"])
    assert widest(run.counts(), run.blocks) <= PRECISION
    shorter = simulate(plan(games=run.games - SIZE, precision=None), tmp_path / "shorter")
    assert widest(shorter.counts(), shorter.blocks) > PRECISION


def test_the_games_are_those_of_a_run_of_that_length(run, tmp_path):
    fixed = simulate(plan(games=run.games, precision=None), tmp_path / "fixed")
    found, expected = digests(run.path), digests(fixed.path)
    del found["manifest.json"], expected["manifest.json"]
    assert found == expected


@pytest.mark.parametrize("workers", [2, 3])
def test_workers_do_not_change_where_it_stops(run, tmp_path, workers):
    assert digests(simulate(plan(), tmp_path / "run", workers=workers).path) == digests(run.path)


@pytest.mark.parametrize("after", [1, 5])
def test_a_stopped_run_goes_on_to_the_same_end(run, tmp_path, after):
    def stop(games: int) -> None:
        if len(manifest(tmp_path / "run")["chunks"]) == after:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        simulate(plan(), tmp_path / "run", workers=2, arrived=stop)
    resume(tmp_path / "run", workers=3)
    assert digests(tmp_path / "run") == digests(run.path)


@pytest.mark.parametrize("part", [0, 4, -1])
def test_a_finished_run_with_a_damaged_part_is_mended(run, tmp_path, part):
    folder = simulate(plan(), tmp_path / "run").path
    sorted((folder / "seats").iterdir())[part].unlink()
    resume(folder)
    assert digests(folder) == digests(run.path)


def test_a_few_deals_are_never_taken_at_their_word(tmp_path):
    short = simulate(plan(precision=49.0), tmp_path / "run")
    assert FEWEST_BLOCKS <= short.blocks < FEWEST_BLOCKS + SIZE


def test_it_ends_where_the_plan_ends_at_the_latest(tmp_path):
    short = simulate(plan(games=700, precision=0.01), tmp_path / "run")
    assert (short.games, short.manifest["state"]) == (700, "complete")
