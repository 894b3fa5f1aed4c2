"""The questions about Dominus against the tables they read, and what the readings say together."""

from collections import Counter

import numpy as np
import pytest
from scipy import stats

from quorumsim.dominus.questions import bots, general, legions, seats, sources, spreading, visits
from quorumsim.dominus.questions.beside import FEWER, FLIPS, HOLDS, IN_PART, MORE, SMALL, UNDECIDED, Says, Words, across
from quorumsim.dominus.questions.folding import Duel, half_way, row_name, rows_of
from quorumsim.dominus.questions.readings import side_by_side
from quorumsim.dominus.questions.values import values
from quorumsim.dominus.rules import resolve
from tests.dominus.fake_dominus import FOUR, FakeRun, four

BOTS = ("spreader", "stacker", "general-first", "mixed")
WORDS = Words(
    "it", {MORE: "It is more", FEWER: "It is less", SMALL: "It is small"}, {MORE: "more", FEWER: "fewer", SMALL: "small"}
)


def together(**settings):
    """The four readings of fakes, as one group."""
    (group,) = side_by_side(four(**settings))
    return group


@pytest.fixture(scope="module")
def group():
    return together(bots=BOTS, skill=(3, 0, -3, 0), early=2.0)


@pytest.fixture(scope="module")
def table(group):
    return group.runs[0].tables["seats"]


def close(figure, exact):
    return figure.value == pytest.approx(exact, abs=0.51 * 10.0**-figure.decimals)


def line(beside, item):
    """The figure of the first reading."""
    return beside.figures[beside.items.index(item)][0]


# --- which readings are here ------------------------------------------------------------------------------------------


def test_runs_are_sorted_into_readings_whatever_their_order():
    (group,) = side_by_side(reversed(four(blocks=2)))
    assert group.labels == FOUR
    assert group.missing == ()
    assert (group.label, group.prefix) == ("", "")


def test_what_is_missing_is_named_with_the_command_that_plays_it():
    (group,) = side_by_side([FakeRun("literal-hub", blocks=3, changes=("general_power=3", "prizes=[4, 2, 1]"))])
    assert group.missing == ("literal", "reconstructed", "reconstructed-hub")
    assert group.command == ("quorumsim simulate --game dominus --set general_power=3 --set 'prizes=[4, 2, 1]' --players 4 "
                             "--bots mixed --games 3 --seed 1 --out DIR")  # fmt: skip
    again = resolve("literal-hub", ["general_power=3", "prizes=[4, 2, 1]"])
    assert again.fingerprint == group.runs[0].rules.fingerprint


def test_other_players_bots_and_changes_are_groups_of_their_own():
    runs = [*four(blocks=2), *four(blocks=2, players=2), FakeRun(blocks=2, bots=BOTS), FakeRun(blocks=2, changes=("turns=12",))]
    groups = side_by_side(runs)
    assert [len(group.each) for group in groups] == [4, 4, 1, 1]
    assert len({group.label for group in groups}) == len({group.prefix for group in groups}) == 4
    assert "2 players" in groups[1].label
    assert groups[3].label.endswith("changed turns")


def test_a_map_that_is_not_the_packaged_one_is_none_of_the_four():
    run = FakeRun(blocks=2)
    run.rules = run.rules.model_copy(update={"links": run.rules.links[::-1]})
    (group,) = side_by_side([run])
    assert group.labels == ("literal-empire (changed)",)
    assert len(group.missing) == 4


def test_the_same_reading_twice_keeps_two_names():
    (group,) = side_by_side([FakeRun(blocks=2), FakeRun(blocks=3)])
    assert group.labels == ("literal", "literal, run 2")


def test_every_value_has_its_tag(group):
    rows = values(group.each)
    assert {row.source for row in rows} == {"given", "base", "assumed"}
    deploying = [row for row in rows if row.value == "deploy_bonus"]
    assert [(row.reading, row.source) for row in deploying] == [
        ("literal and literal-hub", "given"), ("reconstructed and reconstructed-hub", "assumed")
    ]  # fmt: skip
    assert [row.reading for row in rows if row.value == "turns"] == ["all"]


# --- what they say together -------------------------------------------------------------------------------------------

SURELY_MORE, SURELY_FEWER, SURELY_SMALL = (Says(frozenset({word}), side) for word, side in ((MORE, 1), (FEWER, -1), (SMALL, 0)))
LEANS_MORE, LEANS_FEWER = Says(frozenset({MORE, SMALL}), 1), Says(frozenset({FEWER, SMALL}), -1)
OPEN, NONE = Says(frozenset({MORE, FEWER, SMALL})), Says(frozenset())
SMALL_UP, SMALL_DOWN = Says(frozenset({SMALL}), 1), Says(frozenset({SMALL}), -1)


@pytest.mark.parametrize(("said", "word", "text"), [
    ([SURELY_MORE] * 4, HOLDS, "Holds in all four readings."),
    ([SMALL_UP, SMALL_DOWN] * 2, HOLDS, "Holds in all four readings."),
    ([SURELY_MORE, SURELY_FEWER] * 2, FLIPS, "Flips between the readings: this is about our reading, not about the game"),
    ([SURELY_MORE, SURELY_SMALL] * 2, FLIPS, "literal and literal-hub: more; reconstructed and reconstructed-hub: small"),
    ([SURELY_MORE, SURELY_MORE, SURELY_SMALL, SURELY_SMALL], FLIPS, "Holds on one map only"),
    ([SURELY_MORE, SURELY_SMALL, SURELY_SMALL, SURELY_SMALL], FLIPS, "Flips between readings and between maps"),
    ([LEANS_MORE, LEANS_FEWER] * 2, FLIPS, "literal and literal-hub: undecided, perhaps more"),
    ([SURELY_MORE, LEANS_MORE] * 2, UNDECIDED, "No two readings contradict each other for sure"),
    ([OPEN] * 4, UNDECIDED, "all of them: undecided"),
    ([SURELY_MORE, NONE, SURELY_MORE, SURELY_MORE], IN_PART, "no conclusion about the game"),
    ([NONE] * 4, "no data", "no data"),
])  # fmt: skip
def test_one_sentence_says_whether_the_readings_agree(group, said, word, text):
    made = across(group, said, WORDS)
    assert made.word == word
    assert text in made.text


def test_fewer_than_four_readings_conclude_nothing():
    for names in (FOUR[:1], FOUR[:2], FOUR[:3]):
        (group,) = side_by_side([FakeRun(name, blocks=2) for name in names])
        made = across(group, [SURELY_MORE] * len(names), WORDS)
        assert made.word == IN_PART
        assert "no conclusion about the game" in made.text
        assert all(name in made.text for name in names)


# --- figures by definition --------------------------------------------------------------------------------------------


def test_bots_at_the_same_tables_are_compared_block_for_block(group, table):
    asked = spreading.ask(group, 1.0)
    assert asked.absent == ""
    share = table.groupby(["block", "bot"])[["win_share", "margin"]].mean().unstack()
    answer = asked.answers[0]
    assert close(answer.headline.figures[0][0], 100 * (share.win_share.spreader - share.win_share.stacker).mean())
    assert close(answer.table.figures[1][0], (share.margin.spreader - share.margin.stacker).mean())
    assert answer.across.word == HOLDS
    assert answer.finding.startswith("Spreader wins more than stacker: +")


def test_the_range_is_students_over_blocks_for_all_readings_at_once(group, table):
    share = table.groupby(["block", "bot"]).win_share.mean().unstack()
    difference = 100 * (share.spreader - share.stacker)
    low, high = stats.t.interval(1 - 0.05 / 4, len(difference) - 1, difference.mean(), stats.sem(difference))
    exact = spreading.ask(group, 1.0).answers[0].headline.figures[0][0].exact
    assert (exact.low, exact.high) == pytest.approx((low, high))


def test_a_bot_against_all_others(group, table):
    bot = general.ask(group, 1.0).answers[1]
    share = table.assign(one=table.bot == "general-first").groupby(["block", "one"]).win_share.mean().unstack()
    assert close(bot.headline.figures[0][0], 100 * (share[True] - share[False]).mean())
    assert bot.across.lead == "General-first wins less than the others:"


def test_a_bot_that_sits_twice_counts_by_its_mean():
    run = FakeRun(bots=("spreader", "spreader", "stacker", "mixed"), skill=(2, 2, 0, 0))
    table = run.tables["seats"]
    share = table.groupby(["block", "bot"]).win_share.mean().unstack()
    duel = Duel(run, "spreader", lambda bots: bots == "stacker")
    assert duel.share.y / duel.share.n * duel.scale == pytest.approx(100 * (share.spreader - share.stacker).mean())
    assert duel.share.blocks == run.blocks


def test_only_blocks_in_which_both_sit_count():
    run = FakeRun(bots=BOTS, blocks=40)
    seats_table = run.tables["seats"]
    seats_table.loc[(seats_table.block < 15) & (seats_table.bot == "stacker"), "bot"] = "mixed"
    duel = Duel(run, "spreader", lambda bots: bots == "stacker")
    assert duel.share.blocks == duel.share.n == 25


@pytest.mark.parametrize(("ask", "place", "column"), [
    (spreading.ask, 1, "held"), (spreading.ask, 2, "strongest"), (visits.ask, 1, "first_visits"),
])  # fmt: skip
def test_win_shares_by_number_are_the_means_of_the_table(group, table, ask, place, column):
    answer = ask(group, 1.0).answers[place]
    middle = half_way(Counter(value for run in group.runs for value in run.tables["seats"][column].tolist()))
    for item, figures in zip(answer.shown.items, answer.shown.figures, strict=True):
        value, _, more = item.partition(" or ")
        values, number = table[column], int(value)
        inside = {"": values == number, "more": values >= number, "fewer": values <= number}[more]
        assert close(figures[0], 100 * table.win_share[inside].mean())
        assert close(line(answer.table, f"{item}: players of 100"), 100 * inside.mean())
    many = table[column] >= middle
    assert close(answer.headline.figures[0][0], 100 * (table.win_share[many].mean() - table.win_share[~many].mean()))
    assert "goes together, need not be the cause" in answer.topic
    assert "goes together, need not be the cause" in answer.key


def test_the_general_by_thirds_of_the_turns(group, table):
    answer = general.ask(group, 1.0).answers[0]
    turn = table.general_turn
    masks = [turn.between(1, 8), turn.between(9, 16), turn.between(17, 24), turn == 0]
    for mask, figures in zip(masks, answer.shown.figures, strict=True):
        assert close(figures[0], 100 * table.win_share[mask].mean())
    assert answer.across.word == HOLDS
    assert "Players with an early general" in answer.finding or "Players who deploy" in answer.finding


@pytest.mark.parametrize(("turns", "parts"), [
    (24, [(1, 8), (9, 16), (17, 24)]), (10, [(1, 4), (5, 7), (8, 10)]), (2, [(1, 1), (2, 2)]), (1, [(1, 1)]),
])  # fmt: skip
def test_thirds_hold_every_turn_once(turns, parts):
    assert list(general.thirds(turns).values()) == parts


def test_what_first_visits_pay(group, table):
    answer = visits.ask(group, 1.0).answers[0]
    won = table.place == 1
    assert close(line(answer.table, visits.A_VISIT), table.tokens.sum() / table.first_visits.sum())
    assert close(line(answer.table, visits.OF_ALL), 100 * table.tokens.sum() / table.total.sum())
    assert close(line(answer.table, visits.OF_WINNERS), 100 * table.tokens[won].sum() / table.total[won].sum())
    assert close(line(answer.table, visits.MADE), table.first_visits.mean())
    assert close(line(answer.table, visits.LEFT), group.runs[0].tables["games"].tokens_left.mean())


def test_visits_that_pay_otherwise_in_two_readings_flip():
    runs = four(blocks=100)
    assert visits.ask(side_by_side(runs)[0], 1.0).answers[0].across.word == HOLDS
    for run in runs[::2]:
        table = run.tables["seats"]
        table["total"] += 9 * table.tokens
        table["tokens"] *= 10
    answer = visits.ask(side_by_side(runs)[0], 1.0).answers[0]
    assert answer.across.word == FLIPS
    assert answer.across.text.startswith("Flips between the readings")
    assert answer.finding.startswith("What first visits pay flips: ")


def test_whether_legions_run_out(group, table):
    answer = legions.ask(group, 1.0).answers[0]
    assert close(line(answer.table, legions.OUT), 100 * (table.reserve_left == 0).mean())
    assert close(line(answer.table, legions.ANYBODY), 100 * (group.runs[0].tables["games"].legions_out > 0).mean())
    assert close(line(answer.table, legions.WHEN), table.out_turn[table.out_turn > 0].mean())
    assert answer.finding.startswith("Legions do run out: ")


def test_legions_that_never_run_out_are_told_so():
    answer = legions.ask(together(out=0.0, blocks=2000), 1.0).answers[0]
    assert answer.across.word == HOLDS
    assert "Legions run out too rarely to matter: 0.0 (0.0 to 0." in answer.finding


def test_points_by_source(group, table):
    answer = sources.ask(group, 1.0).answers[0]
    won = table.place == 1
    assert answer.shown.items == ("City", "Provinces", "Deploying", "First visits")
    for row in answer.rows[0]:
        assert close(row.points, table[row.source].mean())
        assert close(row.winners, table[row.source][won].mean())
        assert close(row.others, table[row.source][~won].mean())
    assert "No points in any reading come from goods." in answer.means
    assert answer.finding.startswith("Most points come from provinces: ")


def test_seats_and_bots_are_the_means_of_the_table(group, table):
    seat = seats.ask(group, 1.0).answers[0]
    for number, figures in enumerate(seat.shown.figures):
        assert close(figures[0], 100 * table.win_share[table.seat == number].mean())
    who = bots.ask(group, 1.0).answers[0]
    for bot, figures in zip(who.shown.items, who.shown.figures, strict=True):
        assert close(figures[0], 100 * table.win_share[table.bot == bot].mean())
    assert who.finding.startswith("spreader wins most: 46.2 (")


# --- flips, and what there is no data for -----------------------------------------------------------------------------


def bots_that_differ(wins_more):
    """`wins_more`: who of spreader and stacker is the better in each reading."""
    skill = {"spreader": (3, 0, 0, 0), "stacker": (0, 3, 0, 0)}
    runs = [FakeRun(name, bots=BOTS, skill=skill[best]) for name, best in zip(FOUR, wins_more, strict=True)]
    (group,) = side_by_side(runs)
    return spreading.ask(group, 1.0).answers[0]


def test_a_finding_that_flips_between_the_readings_is_flagged():
    answer = bots_that_differ(("spreader", "stacker", "spreader", "stacker"))
    assert answer.across.word == FLIPS
    assert answer.across.text.startswith("Flips between the readings: this is about our reading, not about the game (")
    assert answer.finding.startswith("Spreader against stacker flips: −")


def test_a_finding_that_flips_between_the_maps_is_flagged():
    answer = bots_that_differ(("spreader", "spreader", "stacker", "stacker"))
    assert answer.across.text.startswith("Holds on one map only: ")


def test_first_player_that_is_unfair_in_all_readings():
    answer = seats.ask(together(seat_edge=(4.0,), blocks=1500), 1.0).answers[0]
    assert answer.across.word == HOLDS
    assert answer.finding.startswith("Going first is unfair, seat 1 wins more than its due: ")
    assert answer.across.text == "Holds in all four readings."


def test_sources_that_differ_by_reading_flip():
    (group,) = side_by_side([FakeRun(name, city=40.0 if "literal" in name else 3.0) for name in FOUR])
    answer = sources.ask(group, 1.0).answers[0]
    assert answer.across.word == FLIPS
    assert "literal and literal-hub: city; reconstructed and reconstructed-hub: provinces" in answer.across.text


def test_one_bot_alone_leaves_only_what_goes_together():
    group = together(blocks=60)
    spread, early = spreading.ask(group, 1.0), general.ask(group, 1.0)
    assert [answer.name for answer in spread.answers] == ["held", "strongest"]
    assert "do not sit at one table" in spread.absent
    assert "does not sit beside others" in early.absent
    assert bots.ask(group, 1.0) is None


def test_ranges_hold_for_all_readings_at_once():
    alone, beside = (legions.ask(side_by_side(runs)[0], 1.0).answers[0] for runs in ([FakeRun()], four()))
    one, four_at_once = (answer.headline.figures[0][0].exact for answer in (alone, beside))
    assert one.value == four_at_once.value
    assert four_at_once.high - four_at_once.low > one.high - one.low


# --- rows of a figure -------------------------------------------------------------------------------------------------


def test_rows_hold_every_value_once_and_no_end_is_thin():
    counted = Counter({value: 1 + 200 * (3 <= value <= 9) for value in range(13)})
    rows = rows_of(counted)
    inside = [value for low, high in rows for value in range(low, high + 1)]
    assert inside == list(range(13))
    assert len(rows) <= 7
    assert row_name(rows[0], rows).endswith("or fewer")
    assert row_name(rows[-1], rows).endswith("or more")


@pytest.mark.parametrize(("counts", "at"), [
    ({0: 5, 1: 5}, 1), ({0: 90, 1: 5, 2: 5}, 1), ({4: 10}, 4), ({0: 1, 1: 1, 2: 2, 3: 2}, 2),
])  # fmt: skip
def test_half_way(counts, at):
    assert half_way(Counter(counts)) == at


def test_a_group_that_nobody_is_in_says_so():
    runs = four(blocks=20)
    for run in runs:
        run.tables["seats"]["general_turn"] = 0
    (group,) = side_by_side(runs)
    answer = general.ask(group, 1.0).answers[0]
    assert answer.finding == "Whether players with an early general win more: no data."
    assert [line[0].value for line in answer.shown.figures] == [None, None, None, 25.0]


def test_which_bot_it_is_stands_beside_what_goes_together(group):
    several, alone = (general.ask(one, 1.0).answers[0] for one in (group, together(blocks=5)))
    assert any("which bot" in line for line in several.means)
    assert not any("which bot" in line for line in alone.means)


def test_players_alike_have_no_comparison():
    runs = four(blocks=20)
    for run in runs:
        run.tables["seats"]["strongest"] = np.int64(2)
    (group,) = side_by_side(runs)
    answer = spreading.ask(group, 1.0).answers[1]
    assert answer.across.word == "no data"
    assert answer.shown.items == ("2",)
