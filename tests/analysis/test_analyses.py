"""Each analysis against the tables it read, by definition."""

import dataclasses
import gc
import weakref

import numpy as np
import pytest

from quorumsim.analysis.answers import answers
from quorumsim.analysis.bots import bots
from quorumsim.analysis.cards import cards
from quorumsim.analysis.feel import feel
from quorumsim.analysis.first_player import first_player
from quorumsim.analysis.gods import gods
from quorumsim.analysis.paths import SOURCES, paths
from quorumsim.analysis.rows import table
from quorumsim.errors import BadInput
from tests.analysis.fake_run import FakeRun

BOTS = ("greedy", "rival", "military", "senator")


@pytest.fixture(scope="module")
def run():
    return FakeRun(900, seat_edge=(2.0,), card_edge={3: 8, 40: -8})


@pytest.fixture(scope="module")
def mixed():
    return FakeRun(200, bots=BOTS)


@pytest.fixture(scope="module", params=["run", "mixed"])
def any_run(request):
    return request.getfixturevalue(request.param)


def close(figure, exact):
    """The figure is that number, in its printed digits."""
    return figure.value == pytest.approx(exact, abs=0.51 * 10.0**-figure.decimals)


def test_seats_are_the_means_of_the_seat_table(any_run):
    answer, seats = first_player(any_run), any_run.tables["seats"]
    for row in answer.rows:
        mine = seats[seats.seat == row.seat]
        assert close(row.share, 100 * mine.win_share.mean())
        assert close(row.excess, 100 * mine.win_share.mean() - 25)
        assert close(row.margin, mine.margin.mean())
        assert close(row.outright, 100 * (mine.win_share == 1).mean())
        assert close(row.shared, 100 * ((mine.win_share > 0) & (mine.win_share < 1)).mean())
    assert sum(row.share.exact.value for row in answer.rows) == pytest.approx(100)


def test_an_unfair_seat_is_called_so(run):
    answer = first_player(run)
    assert answer.finding.word == "unfair"
    assert answer.finding.text.startswith("Going first is unfair: seat 1 wins ")
    assert answer.rows[0].verdict.word == "unfair"


def test_dealt_cards_compare_disjoint_groups_of_the_seat_table(any_run):
    answer, seats = cards(any_run), any_run.tables["seats"]
    hands = seats[[f"hand_{i}" for i in range(1, 5)]].to_numpy()
    for row in answer.rows[::9]:
        held = (hands == row.card).any(axis=1)
        assert close(row.effect, 100 * (seats.win_share[held].mean() - seats.win_share[~held].mean()))
        assert close(row.margin, seats.margin[held].mean() - seats.margin[~held].mean())
        assert row.dealt == held.sum()


def test_cards_stand_by_rank_and_their_ranges_hold_them(run):
    rows = cards(run).rows
    assert [row.rank for row in rows] == list(range(1, 73))
    assert all(row.rank_best <= row.rank <= row.rank_worst for row in rows)
    assert rows[0].card == 3
    assert rows[-1].card == 40
    assert {row.verdict.word for row in rows} <= {"matters", "too small to matter", "undecided"}
    assert rows[0].verdict.word == rows[-1].verdict.word == "matters"


def test_many_cards_share_the_doubt(run):
    rows = cards(run).rows
    assert {round(row.effect.exact.level, 6) for row in rows} == {round(1 - 0.05 / 72, 6)}


def test_without_effects_hardly_any_card_matters():
    """With a range for each card alone some four of 72 would seem to differ from nothing."""
    rows = cards(FakeRun(3000, seed=7)).rows
    assert sum(row.effect.side != 0 for row in rows) <= 1


def test_kinds_of_cards_are_means_of_their_cards(run):
    answer = cards(run)
    by_type, by_banner = answer.grids
    assert sum(cell.cards for cell in by_type.cells) == sum(cell.cards for cell in by_banner.cells) == 72
    cell = next(cell for cell in by_type.cells if (cell.row, cell.column) == ("military", "3"))
    members = [row for row in answer.rows if (row.type, row.power) == ("military", 3)]
    assert close(cell.effect, np.mean([row.effect.exact.value for row in members]))
    assert cell.effect.low <= np.mean([row.effect.low for row in members]) + 1e-9


def test_the_five_that_mislead_are_the_largest_disagreements(run):
    answer = cards(run)
    gaps = sorted((abs(row.played.exact.value - row.effect.exact.value) for row in answer.rows), reverse=True)
    mine = [abs(row.played.exact.value - row.effect.exact.value) for row in answer.misleading]
    assert mine == gaps[:5]


def test_gods_decide_as_often_as_the_game_table_says(any_run):
    answer, games = gods(any_run), any_run.tables["games"]
    assert close(answer.decided, 100 * games.tokens_decided.mean())
    assert sum(row.taken.exact.value for row in answer.rows) == pytest.approx(games.gods_taken.mean())
    assert sum(row.of_players.exact.value for row in answer.numbers) == pytest.approx(100)


def test_points_moved_are_for_each_time_a_god_is_taken(run):
    counts = run.counts()
    for row in gods(run).rows:
        moments = counts.loc[("god_points", row.god)]
        assert close(row.taker_points, moments.y / moments.n)
        assert close(row.other_points, moments.z / moments.n)


def test_players_by_number_of_gods(any_run):
    seats = any_run.tables["seats"]
    for row in gods(any_run).numbers:
        mine = seats[seats.gods == row.gods]
        assert close(row.share, 100 * mine.win_share.mean())
        assert close(row.margin, mine.margin.mean())


def test_sources_of_points(any_run):
    answer, seats = paths(any_run), any_run.tables["seats"]
    assert {row.source for row in answer.rows} == set(SOURCES)
    for row in answer.rows:
        won, lost = seats[seats.place == 1], seats[seats.place > 1]
        assert close(row.points, seats[row.source].mean())
        assert close(row.of_all, 100 * seats[row.source].sum() / seats.total.sum())
        assert close(row.winners, won[row.source].mean())
        assert close(row.others, lost[row.source].mean())
        assert close(row.difference, won[row.source].mean() - lost[row.source].mean())


def test_who_scores_what(mixed):
    seats = mixed.tables["seats"]
    rows = paths(mixed).scorers
    assert {row.by for row in rows} == {"seat", "bot"}
    for row in rows[::5]:
        mine = seats[seats.seat == int(row.who.split()[1]) - 1] if row.by == "seat" else seats[seats.bot == row.who]
        assert close(row.points, mine[row.source].mean())


def test_how_a_game_feels(any_run):
    answer, seats, games = feel(any_run), any_run.tables["seats"], any_run.tables["games"]
    best = seats.sort_values("place", kind="stable").groupby("game").first()
    lead, winner, total = answer.spreads
    assert close(lead.mean, best.margin.mean())
    assert close(winner.mean, best.total.mean())
    assert close(total.mean, seats.total.mean())
    assert (lead.low, lead.high) == (best.margin.min(), best.margin.max())
    assert lead.middle == np.quantile(best.margin, 0.5, method="inverted_cdf")
    assert len(lead.dots) == 50
    rates = {row.what: row.figure for row in answer.rows}
    assert close(rates["games whose win is shared"], 100 * (games.winners > 1).mean())
    assert close(
        rates["games with equal totals that the tie-break decides"],
        100 * ((best.margin == 0) & (best.win_share == 1)).mean(),
    )
    assert close(rates["refreshes"], games.refreshes.mean())


def test_bots_are_the_means_of_their_seats(mixed):
    seats = mixed.tables["seats"]
    answer = bots(mixed)
    assert [row.bot for row in answer.rows] == sorted(BOTS, key=lambda bot: -seats[seats.bot == bot].win_share.mean())
    for row in answer.rows:
        assert close(row.share, 100 * seats[seats.bot == row.bot].win_share.mean())


def test_one_bot_is_no_comparison(run):
    assert bots(run) is None


@pytest.mark.parametrize("bots_playing", [("greedy",), BOTS])
def test_chunks_of_any_size_give_the_same_answers(bots_playing):
    small, large = (FakeRun(60, bots=bots_playing, chunk_blocks=size) for size in (7, 60))
    for one, other in zip(tidy(answers(small)), tidy(answers(large)), strict=True):
        assert one.equals(other)


def tidy(found):
    """All tables of a run's answers."""
    parts = (found.seats, found.cards, found.gods, found.paths, found.feel, found.bots)
    for part in parts:
        for field in dataclasses.fields(part) if part else ():
            rows = getattr(part, field.name)
            if isinstance(rows, tuple) and rows and dataclasses.is_dataclass(rows[0]) and field.name != "grids":
                yield table(rows)


def test_no_more_than_one_chunk_is_held():
    """So ten million games need the memory of one chunk."""
    run = FakeRun(60, chunk_blocks=20)
    alive: list[weakref.ref] = []
    most = 0
    plain = run.chunks

    def watched(name, columns=None):
        nonlocal most
        for frame in plain(name, columns):
            frame = frame.copy()
            alive.append(weakref.ref(frame))
            gc.collect()
            most = max(most, sum(ref() is not None for ref in alive))
            yield frame
            del frame

    run.chunks = watched
    answers(run)
    assert len(alive) == 15
    assert most <= 2


def test_a_chunk_that_is_cut_short_is_refused():
    run = FakeRun(20)
    run.tables["seats"] = run.tables["seats"].iloc[:-1]
    with pytest.raises(BadInput, match="a chunk of seats has 79 rows"):
        first_player(run)


@pytest.mark.parametrize("blocks", [1, 2, 30])
@pytest.mark.parametrize("degenerate", ["", "all tie", "first seat wins"])
def test_hardly_any_games_give_sentences_and_no_nonsense(blocks, degenerate):
    found = answers(FakeRun(blocks, degenerate=degenerate))
    text = " ".join(
        [
            found.seats.finding.text,
            found.cards.finding.text,
            found.gods.finding.text,
            found.paths.finding,
            found.feel.finding,
        ]
    )
    for frame in tidy(found):
        text += frame.to_csv()
    assert not {"nan", "inf", "None"} & set(text.replace(",", " ").split())


def test_rules_without_gods_have_no_answer_about_them():
    assert answers(FakeRun(20, rules="no-gods")).gods is None
