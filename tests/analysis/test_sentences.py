"""Sentences: the verdict words, with figure and range in the same sentence, in each row of the verdict table."""

import re

import pytest

from quorumsim.analysis.figure import figure
from quorumsim.analysis.sentences import (
    EFFECT_WORDS,
    SEAT_WORDS,
    WORDS,
    about,
    cards_finding,
    gods_finding,
    judge,
    more_or_fewer,
    plain,
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
    return cards_finding(
        ["plain", "special"], effects, verdicts, [games_to_notice(e.value / 100, 0.25) for e in effects], 1
    )


def is_plain(finding):
    assert finding.word in WORDS
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


def test_the_published_example():
    assert seats("matters").text == (
        "Going first is unfair: seat 1 wins 27.4 of 100 games, not 25 (27.2 to 27.6), "
        "off by more than the 1 you called important."
    )
    assert seats("matters").spread == "A table would notice seat 1 after about 1,300 games."


def test_undecided_says_how_many_games_would_tell():
    assert "more games would tell" in seats("leans").text
    assert seats("leans").further_games > 0
    assert "no number of games will tell" in seats("on the edge").text


def test_further_games_are_games_not_blocks():
    one, four = (judge(made(*CASES["leans"]), 1, rotations).further_games for rotations in (1, 4))
    assert four == 4 * one


def test_no_data_is_said_in_words():
    nothing = figure(lambda level: None, "of 100 games")
    assert judge(nothing, 1, 1).word == "no data"
    assert cards_finding(["a"], [nothing], [judge(nothing, 1, 1)], [None], 1).text == "Which cards matter: no data."


def test_differences_in_words():
    assert more_or_fewer(made(3.1, 2.2, 4.0)) == ("3.1 more", "2.2 to 4.0 more")
    assert more_or_fewer(made(-3.1, -4.0, -2.2)) == ("3.1 fewer", "2.2 to 4.0 fewer")
    assert more_or_fewer(made(0.4, -0.4, 1.2)) == ("0.4 more", "0.4 fewer to 1.2 more")


def test_numbers_to_plan_by():
    assert [about(n) for n in (7, 66, 99, 101, 1251, 1234567)] == ["7", "66", "99", "110", "1,300", "1,300,000"]
    assert [plain(n) for n in (25.0, 100 / 3, 0.5, 1.0)] == ["25", "33.3", "0.5", "1"]
