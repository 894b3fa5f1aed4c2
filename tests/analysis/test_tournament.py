"""A played tournament read: figures of wins, pairs, ratings and seats, and the sentences, which print the same numbers."""

import re

import pytest

from quorumsim.analysis.tournament import tournament
from quorumsim.lab.tournament import plan_tournament, play_tournament
from tests.random_play import STANDARD

NUMBER = re.compile(r"[+−]?\d+\.\d+")


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """Three bots of very different strength, two and three players."""
    plan = plan_tournament(
        rules=STANDARD, bots=("random", "greedy", "greedy@0.5"), players=(2, 3), games=600, seed=2
    )
    return play_tournament(plan, tmp_path_factory.mktemp("tournament") / "cup", command="quorumsim tournament")


@pytest.fixture(scope="module")
def stages(played):
    return tournament(played).stages


def test_the_sample_tells_who_met(stages):
    assert [stage.sample.name for stage in stages] == ["Quorum as published, 2 players", "Quorum as published, 3 players"]
    assert stages[0].sample.played == "1,800 games by 3 bots at 3 tables. Bots, not people."
    assert stages[1].sample.size == "1,200 games by 3 bots at 2 tables (200 deals at each, bots rotated over all seats)"
    assert stages[0].sample.bots == ("random", "greedy", "greedy@0.5")
    assert "50%" in stages[0].sample.bot_sentence("greedy@0.5")


def test_the_stronger_wins(stages):
    for stage in stages:
        assert stage.bots == ("greedy", "greedy@0.5", "random")
        assert [row.rank_best for row in stage.rows] == [row.rank_worst for row in stage.rows] == [1, 2, 3]
        assert [row.name for row in stage.ratings] == list(stage.bots)
        assert stage.strategies.rows[0].word == "viable"
        assert {row.word for row in stage.strategies.rows[1:]} == {"dominated"}


def test_win_shares_add_up_to_all_games(stages):
    for stage in stages:
        par = 100 / stage.sample.players
        assert sum(row.share.exact.value for row in stage.rows) == pytest.approx(3 * par)
        for row in stage.rows:
            assert row.alone.value <= row.share.value
            assert row.excess.exact.value == pytest.approx(row.share.exact.value - par)


def test_a_pair_seen_from_both_sides_adds_up_as_printed(stages):
    for stage in stages:
        cells = {(row.bot, row.other): row for row in stage.matches}
        assert len(cells) == 6
        for (one, other), row in cells.items():
            back = cells[other, one]
            assert row.share.value + back.share.value == pytest.approx(100)
            assert row.share.low + back.share.high == pytest.approx(100)
            assert row.side == -back.side


def test_a_decided_pair_has_a_range_without_fifty(stages):
    for stage in stages:
        for row in stage.matches:
            assert row.decided == (not row.share.low <= 50 <= row.share.high)


def test_every_figure_of_a_sentence_stands_in_a_table(stages):
    for stage in stages:
        figures = [figure for row in stage.rows for figure in (row.share, row.margin)]
        figures += [row.share for row in stage.matches]
        figures += [figure for row in (*stage.ratings, *stage.seats) for figure in (row.rating, row.ahead)]
        figures += [row.mass for row in stage.strategies.rows]
        known = {figure.number(end) for figure in figures for end in (figure.value, figure.low, figure.high)}
        for sentence in (stage.finding.text, stage.match_finding, stage.rating_finding, stage.seat_finding,
                         stage.strategies.finding.text):  # fmt: skip
            assert NUMBER.findall(sentence), sentence
            assert set(NUMBER.findall(sentence)) - {"33.3"} <= known, sentence  # which is par


def test_seats_are_worth_nothing_on_the_whole(stages):
    for stage in stages:
        assert sum(row.rating.exact.value for row in stage.seats) == pytest.approx(0, abs=1e-6)
        assert len(stage.seats) == stage.sample.players


def test_a_rating_is_a_chance_on_the_scale_of_chess(stages):
    """Elo: 400 points more finish ahead in 10 games of 11."""
    for stage in stages:
        for row in (*stage.ratings, *stage.seats):
            assert row.ahead.exact.value == pytest.approx(100 / (1 + 10 ** (-row.rating.exact.value / 400)))


def test_the_same_tournament_gives_the_same_answer(played, stages):
    assert tournament(played).stages == stages


def test_a_bot_that_never_lost_is_marked(tmp_path):
    plan = plan_tournament(rules=STANDARD, bots=("random", "greedy"), players=(2,), games=12, seed=3)
    stage = tournament(play_tournament(plan, tmp_path / "cup")).stages[0]
    assert [row.share.value for row in stage.rows] == [100, 0]
    assert [row.note for row in stage.ratings] == ["never lost; the prior holds it", "never won; the prior holds it"]
    assert stage.rating_finding.endswith("2 of 2 ratings are finite by the prior only.")
    assert stage.ratings[0].rating.low > 0
    assert stage.ratings[0].rating.high - stage.ratings[0].rating.low > 100
    assert stage.rows[0].share.low < 90  # all deals agree, and that is no certainty


def test_one_deal_has_values_and_no_range(tmp_path):
    plan = plan_tournament(rules=STANDARD, bots=("random", "greedy", "greedy@0.5"), players=(2,), games=1, seed=3)
    stage = tournament(play_tournament(plan, tmp_path / "cup")).stages[0]
    texts = [stage.finding.text, stage.match_finding, stage.rating_finding, stage.seat_finding,
             stage.strategies.finding.text, stage.strategies.circle_finding.text]  # fmt: skip
    assert not any(re.search(r"\bnan\b|\binf\b|None", text) for text in texts)
    assert all(not row.decided for row in stage.matches)
    assert {row.word for row in stage.strategies.rows} == {"undecided"}
    assert all(row.rating.range == "no range yet" for row in stage.ratings)
