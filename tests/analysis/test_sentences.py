"""Sentences: the verdict words, with figure and range in the same sentence, in each row of the verdict table."""

import re

import pytest

from quorumsim.analysis.figure import figure
from quorumsim.analysis.judged import (
    EFFECT_WORDS,
    SEAT_WORDS,
    WORDS,
    about,
    in_games,
    judge,
    more_or_fewer,
    plain,
)
from quorumsim.analysis.sentences import (
    bots_finding,
    cards_finding,
    god_numbers_finding,
    god_points_finding,
    gods_finding,
    paths_finding,
    refresh_sentence,
    seats_finding,
)
from quorumsim.stats.interval import Interval
from quorumsim.stats.notice import games_to_notice

FORBIDDEN = re.compile(r"significan|\bp\b|\bCI\b|p-value|confidence|nan\b|\binf\b|None", re.IGNORECASE)
RANGE = re.compile(r"\([^)]*\d[^)]* to [^)]*\)")

CASES = {
    "small": (0.3, 0.1, 0.5),
    "matters": (2.4, 2.2, 2.6),
    "matters less": (-2.4, -2.6, -2.2),
    "leans": (1.2, 0.3, 2.1),
    "open": (0.6, -0.7, 1.9),
    "on the edge": (1.0, 0.5, 1.5),
}
SEAT_VERDICTS = ["fair", "unfair", "unfair", "undecided", "undecided", "undecided"]
CARD_VERDICTS = ["too small to matter", "matters", "matters", "undecided", "undecided", "undecided"]


def made(value, low, high, shift=0.0, signed=True):
    return figure(lambda level: Interval(value, low, high, level, 1000), "of 100 games", shift=shift, signed=signed)


def seats(case):
    excess = made(*CASES[case])
    excesses = [excess, *[made(0.0, -0.1, 0.1)] * 3]
    shares = [made(*CASES[case], 25, False), *[made(0, -0.1, 0.1, 25, False)] * 3]
    verdicts = [judge(e, 1, 1, SEAT_WORDS) for e in excesses]
    return seats_finding(shares, excesses, verdicts, [games_to_notice(e.value / 100, 0.25) for e in excesses], 1)


def cards(case):
    effects = [made(0.0, -0.1, 0.1), made(*CASES[case])]
    verdicts = [judge(e, 1, 4, EFFECT_WORDS) for e in effects]
    notice = [games_to_notice(e.value / 100, 0.25) for e in effects]
    return cards_finding(["plain", "special"], effects, verdicts, notice, [1 / 18, 1 / 18], 1)


def is_plain(finding):
    assert finding.word in WORDS
    assert finding.text == f"{finding.lead} {finding.detail}"
    first = finding.text.split("; ")[0]
    assert finding.word.split()[0].rstrip("s") in finding.text
    assert RANGE.search(finding.text), finding.text
    assert not FORBIDDEN.search(finding.text + finding.spread), first


@pytest.mark.parametrize(("case", "word"), list(zip(CASES, SEAT_VERDICTS, strict=True)))
def test_seats(case, word):
    finding = seats(case)
    assert finding.word == word
    is_plain(finding)
    assert finding.spread


@pytest.mark.parametrize(("case", "word"), list(zip(CASES, CARD_VERDICTS, strict=True)))
def test_cards(case, word):
    finding = cards(case)
    assert finding.word == word
    is_plain(finding)
    assert "special" in finding.text


@pytest.mark.parametrize(
    ("low", "high", "word"), [(17, 19, "matters"), (0.0, 0.4, "too small to matter"), (0.4, 1.9, "undecided")]
)
def test_gods(low, high, word):
    decided = made((low + high) / 2, low, high, signed=False)
    finding = gods_finding(decided, judge(decided, 1, 1), 1)
    assert finding.word == word
    is_plain(finding)


def test_gods_are_said_mechanically():
    decided = made(40.5, 40.2, 40.9, signed=False)
    finding = gods_finding(decided, judge(decided, 1, 1), 1)
    assert finding.text == (
        "Gods matter: had every token ended where it began, the same tables would have had another winner in 40.5 of 100 games "
        "(40.2 to 40.9), more than the 1 you called important."
    )
    assert finding.spread.startswith("2 games in 5, counting moved tokens only")
    never = made(0.0, 0.0, 0.02, signed=False)
    assert gods_finding(never, judge(never, 1, 1), 1).spread == "In no game of this run did moved tokens change who won."


def test_another_seat_that_carries_the_verdict_does_not_hide_the_first():
    shares = [made(0, -0.4, 0.4, 25, False), made(0, -0.4, 0.4, 25, False), made(2.4, 2.2, 2.6, 25, False)]
    excesses = [made(0, -0.4, 0.4), made(0, -0.4, 0.4), made(2.4, 2.2, 2.6)]
    verdicts = [judge(e, 1, 1, SEAT_WORDS) for e in excesses]
    assert seats_finding(shares, excesses, verdicts, [None, None, 1251], 1).text == (
        "The order of play is unfair: seat 3 wins 27.4 of 100 games, not 33.3 (27.2 to 27.6), off by more than the 1 you "
        "called important; seat 1 wins 25.0 (24.6 to 25.4)."
    )


def test_what_comes_first_is_said_with_its_equals():
    nine, eight = made(9.1, 9.0, 9.2, signed=False), made(1.0, 0.5, 1.5)
    assert paths_finding([("commerce", nine)], "Asia", eight) == (
        "Commerce brings most, 9.1 points a player (9.0 to 9.2); winners differ most in Asia, with 1.0 more than others "
        "(0.5 to 1.5 more)."
    )
    two = [("commerce", nine), ("Asia", nine)]
    assert paths_finding(two, "Asia", eight).startswith("Commerce and Asia bring most, up to 9.1")
    assert bots_finding(("a",), nine, 25).startswith("Of these bots a wins most: 9.1 of 100 games")
    assert bots_finding(("a", "b"), nine, 25).startswith("Of these bots a and b may win most: a 9.1 of 100 games")
    assert god_points_finding(("Mars", "Venus"), "left +1, right −1", eight).startswith(
        "Mars and Venus (left +1, right −1) move most for who takes them: +1.0 points a time"
    )


def test_gods_taken_name_both_ends():
    share = made(2.5, 2.4, 2.6, 25, False)
    assert god_numbers_finding((1, share), None) == "Players who took 1 god win most, 27.5 of 100 games (27.4 to 27.6)."
    assert god_numbers_finding((2, share), (0, share)).endswith("; those who took no gods win fewest, 27.5 (27.4 to 27.6).")


def test_refreshes():
    never, often = made(0.0, 0.0, 0.2, signed=False), made(8.0, 7.0, 9.0, signed=False)
    assert refresh_sentence(never, never) == "Rome is never refreshed in this run: 0.0 of 100 games (0.0 to 0.2)."
    assert refresh_sentence(often, never).endswith(", never because nothing can be taken (0.0 to 0.2).")
    assert "in 8.0 it must be (7.0 to 9.0) because nothing can be taken" in refresh_sentence(often, often)


def test_the_published_example():
    assert seats("matters").text == (
        "Going first is unfair: seat 1 wins 27.4 of 100 games, not 25 (27.2 to 27.6), "
        "off by more than the 1 you called important."
    )
    assert seats("matters").spread == "A table would notice seat 1 after about 1,300 games."


def test_undecided_says_how_many_games_would_tell():
    assert "more games would tell" in seats("leans").text
    assert seats("leans").further_games > 0
    assert "it is too close to that for any number of games to tell" in seats("on the edge").text


def test_hardly_any_games_say_nothing_of_how_many_it_takes():
    few = figure(lambda level: Interval(1.2, -5, 7, level, 99), "of 100 games", signed=True)
    assert judge(few, 1, 1).further_games is None
    assert judge(few, 1, 1).more == "these games are too few to say how many more it takes"


def test_further_games_are_games_not_blocks():
    one, four = (judge(made(*CASES["leans"]), 1, rotations).further_games for rotations in (1, 4))
    assert four == 4 * one


def test_no_data_is_said_in_words():
    nothing = figure(lambda level: None, "of 100 games")
    assert judge(nothing, 1, 1).word == "no data"
    assert cards_finding(["a"], [nothing], [judge(nothing, 1, 1)], [None], [0.1], 1).text == "Which cards matter: no data."


def test_differences_in_words():
    assert more_or_fewer(made(3.1, 2.2, 4.0)) == ("3.1 more", "2.2 to 4.0 more")
    assert more_or_fewer(made(-3.1, -4.0, -2.2)) == ("3.1 fewer", "2.2 to 4.0 fewer")
    assert more_or_fewer(made(0.4, -0.4, 1.2)) == ("0.4 more", "0.4 fewer to 1.2 more")


def test_numbers_to_plan_by():
    assert [about(n) for n in (7, 66, 99, 101, 1251, 1234567)] == ["7", "66", "99", "110", "1,300", "1,300,000"]
    assert [in_games(n) for n in (40.5, 35.0, 50.0, 8.0, 0.02, 97.0, 100.0)] == [
        "2 games in 5", "1 game in 3", "1 game in 2", "1 game in 12", "1 game in 5,000", "nearly every game", "every game",
    ]  # fmt: skip
    assert [plain(n) for n in (25.0, 100 / 3, 0.5, 1.0)] == ["25", "33.3", "0.5", "1"]
