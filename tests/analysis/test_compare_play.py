"""Score sheets beside a run: sheets of the same bot raise no alarm, those of another bot do, and the numbers are the means."""

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from quorumsim.analysis.compare_play import FIRST_TO_LAST, LEAD, WINNER, compare_play
from quorumsim.analysis.compare_play_sentences import open_sentence
from quorumsim.analysis.judged import MATTERS, NO_DATA, SMALL, UNDECIDED, Judged
from quorumsim.analysis.paths import SOURCES
from quorumsim.analysis.score_sheets import GODS, TOTAL, read_sheets
from quorumsim.quorum.rules import resolve
from tests.analysis.fake_run import FakeRun
from tests.analysis.sheets_of import sheet_rows, write_sheets
from tests.lab.runs import play

TOO_RARE = 1e-3
FRESH = 10**6  # seeds that no run of bots here has


@pytest.fixture(scope="module")
def greedy(tmp_path_factory):
    return play(tmp_path_factory.mktemp("greedy") / "run", **plan("greedy", 3000, 1))


@pytest.fixture(scope="module")
def four_greedy(tmp_path_factory):
    return play(tmp_path_factory.mktemp("greedy") / "run", **plan("greedy", 3000, 1, 4))


@pytest.fixture(scope="module")
def military(tmp_path_factory):
    """What `military` scores, as if people had: 1,500 tables of two."""
    return sheet_rows(play(tmp_path_factory.mktemp("military") / "run", **plan("military", 1500, FRESH)))


def plan(bots, games, seed, players=2):
    return {"players": players, "bots": bots, "games": games, "seed": seed, "log": "games", "chunk_blocks": 700}


def compared(tmp_path, rows, run, effect=2.0):
    return compare_play(read_sheets(write_sheets(tmp_path / "sheets.csv", rows)), run, effect)


def row_of(answer, source):
    return next(row for row in answer.rows if row.source == source)


@pytest.mark.parametrize("tables, samples", [(3, 100), (30, 30)])
def test_sheets_of_the_same_bot_raise_no_alarm(four_greedy, tmp_path, tables, samples):
    """All ranges of the differences hold 0 in at least 95 of 100 files, and no source ever matters."""
    fresh = sheet_rows(play(tmp_path / "run", **plan("greedy", samples * tables, FRESH, 4)))
    alarms = 0
    for sample in range(samples):
        answer = compared(tmp_path, fresh[(fresh.game - 1) // tables == sample], four_greedy)
        assert answer.tables == tables
        alarms += any(row.difference.side for row in answer.rows if row.verdict)
        assert not any(row.verdict.word == MATTERS for row in answer.rows if row.verdict)
    assert alarms <= stats.binom.isf(TOO_RARE, samples, 0.05)


def test_many_sheets_of_the_same_bot_are_too_small_to_matter(greedy, tmp_path):
    fresh = sheet_rows(play(tmp_path / "run", **plan("greedy", 1500, FRESH)))
    answer = compared(tmp_path, fresh, greedy)
    assert answer.finding.word == SMALL
    assert answer.finding.text.startswith("People score like these bots: every source is too small to matter, even ")
    assert {row.verdict.word for row in answer.rows if row.source in SOURCES} == {SMALL}
    assert all(abs(row.pairs.value - 50) < 4 for row in answer.spreads)


def test_military_is_found_by_what_it_collects(greedy, military, tmp_path):
    """Its cards score in Gallia, which counts them, and as military."""
    answer = compared(tmp_path, military, greedy)
    assert row_of(answer, "gallia").verdict.word == MATTERS
    assert answer.finding.word == MATTERS
    assert "most of all Gallia, " in answer.finding.text or "matters, Gallia, " in answer.finding.text
    assert "is about the bots, not about people" in answer.finding.text
    assert row_of(answer, "military").difference.side == 1
    sharper = compared(tmp_path, military, greedy, 0.2)
    assert row_of(sharper, "military").verdict.word == MATTERS
    assert "military" in sharper.finding.text


def test_a_few_tables_are_undecided_and_say_how_many_more(greedy, military, tmp_path):
    answer = compared(tmp_path, military[military.game <= 10], greedy)
    assert answer.finding.word == UNDECIDED
    assert answer.finding.further_games > 0
    assert "more tables would tell" in answer.finding.text
    assert any(text.startswith("Undecided: ") and "would settle the nearest" in text for text in answer.sentences)
    alone = compared(tmp_path, military[military.game == 1], greedy)
    assert "too few to say" in alone.finding.text
    assert {row.people.range for row in alone.rows} == {"no range yet"}


def test_the_numbers_are_means_over_tables_and_over_bots(greedy, military, tmp_path):
    answer = compared(tmp_path, military, greedy)
    bots = pd.concat(list(greedy.chunks("seats")))
    for source in (*SOURCES, TOTAL, GODS):
        row = row_of(answer, source)
        assert row.people.exact.value == pytest.approx(military[source].mean())
        assert row.bots.exact.value == pytest.approx(bots[source].mean())
        assert row.difference.exact.value == pytest.approx(military[source].mean() - bots[source].mean())
        assert (row.tables, row.sheets) == (1500, 3000)
    totals = military[TOTAL].to_numpy().reshape(-1, 2)
    assert row_of(answer, WINNER).people.exact.value == pytest.approx(totals.max(axis=1).mean())
    assert row_of(answer, LEAD).people.exact.value == pytest.approx(np.ptp(totals, axis=1).mean())
    assert row_of(answer, LEAD).bots.exact.value == pytest.approx(bots.groupby("game").total.agg(np.ptp).mean())
    assert FIRST_TO_LAST not in {row.source for row in answer.rows}  # of two players, it is the lead
    spread = next(row for row in answer.spreads if row.source == "gallia")
    halves = (np.quantile(each.gallia, 0.5, method="inverted_cdf") for each in (military, bots))
    assert (spread.people.middle.value, spread.bots.middle.value) == tuple(halves)
    assert spread.above.value == round(100 * (bots.gallia < military.gallia.mean()).mean())
    wins = stats.mannwhitneyu(military.gallia, bots.gallia).statistic / (len(military) * len(bots))
    assert spread.pairs.exact.value == pytest.approx(100 * wins)


def test_the_unit_is_the_table_not_the_player(tmp_path):
    """Four players who always score alike tell no more than one of them."""
    rng = np.random.default_rng(3)
    points = rng.poisson(8, 60)
    one = pd.DataFrame({"game": np.repeat(np.arange(60), 4), "military": np.repeat(points, 4)})
    noted_once = one.assign(military=one.military.astype("Int64").where(one.index % 4 == 0))
    run = FakeRun(500)
    whole, part = (row_of(compared(tmp_path, rows, run), "military") for rows in (one, noted_once))
    assert (whole.sheets, part.sheets) == (240, 60)
    assert whole.people.exact == part.people.exact
    assert whole.people.exact.high - whole.people.exact.value == pytest.approx(
        stats.t.ppf(0.975, 59) * points.std(ddof=1) / np.sqrt(60)
    )


def test_what_was_not_noted_is_not_compared(tmp_path):
    rows = pd.DataFrame({"game": [1, 1, 1, 2, 2, 2], "military": [5, None, 10, 0, 5, 10], "total": [50, 60, 70, 40, None, 30]})
    answer = compared(tmp_path, rows.astype("Int64"), FakeRun(300, players=3))
    assert [(row.source, row.tables, row.sheets) for row in answer.rows] == [
        ("military", 2, 5), (TOTAL, 2, 5), (WINNER, 1, 0), (LEAD, 1, 0), (FIRST_TO_LAST, 1, 0),
    ]  # fmt: skip
    assert row_of(answer, FIRST_TO_LAST).people.value == 20
    assert any(text.startswith("Not noted, so not compared: Africa, ") for text in answer.sentences)
    only_totals = compared(tmp_path, rows[["game", "total"]].astype("Int64"), FakeRun(300, players=3))
    assert only_totals.finding.word == NO_DATA
    assert "totals only" in only_totals.finding.text


@pytest.mark.parametrize("needed, end", [
    ((7,), "Undecided: 1 of 2 rows below; about 7 more tables would settle it."),
    ((7, None), "Undecided: 2 of 3 rows below; about 7 more tables would settle 1 of them."),
    ((123, 7), "would settle the nearest of them, about 130 more tables all of them."),
    ((123, 7, None), "would settle the nearest of them, about 130 more tables 2 of them."),
    ((None,), "Undecided: 1 of 2 rows below; no number of tables that a playtest has would tell."),
])  # fmt: skip
def test_what_would_settle_the_rows(needed, end):
    assert open_sentence([Judged(SMALL), *(Judged(UNDECIDED, further_games=games) for games in needed)]).endswith(end)
    assert open_sentence([Judged(SMALL)]) == ""


def test_several_games_of_a_deal_count_once(tmp_path):
    """With bots that rotate, the block is the unit: as in every other answer about a run."""
    run = FakeRun(300, bots=("greedy", "random", "rival", "pious"))
    rows = pd.DataFrame({"game": np.repeat(np.arange(40), 4), "military": np.arange(160) % 11})
    row = row_of(compared(tmp_path, rows, run), "military")
    means = run.tables["seats"].groupby("block").military.mean()
    assert row.bots.exact.blocks == 300
    assert row.bots.exact.high == pytest.approx(means.mean() + stats.t.ppf(0.975, 299) * means.std() / np.sqrt(300))


def test_points_at_the_start_are_part_of_a_total(tmp_path):
    run = FakeRun(300, players=2)
    rows = pd.DataFrame({"game": [1, 1, 2, 2], **dict.fromkeys(SOURCES, 3), "start": [1, 2, None, None]}).astype("Int64")
    assert row_of(compared(tmp_path, rows, run), TOTAL).tables == 2
    given = FakeRun(300, players=2, rules=resolve("standard", ["seat_points.2=[0, 3]"]))
    answer = compared(tmp_path, rows, given)
    assert row_of(answer, TOTAL).tables == 1  # of the other, nobody knows what they began with


def test_people_who_come_back_are_counted_not_named(tmp_path):
    rows = pd.DataFrame({"game": [1, 1, 2, 2], "name": ["Ann", "Bo", "Ann", "Cy"], "total": [50, 60, 70, 40]})
    answer = compared(tmp_path, rows, FakeRun(300, players=2))
    assert answer.sentences[-1].startswith("The same people came back: 3 names on 4 sheets.")
    assert "Ann" not in repr(answer)
    strangers = compared(tmp_path, rows.assign(name=["Ann", "Bo", "Cy", "Di"]), FakeRun(300, players=2))
    assert not any("came back" in text for text in strangers.sentences)
