"""Figures as they are printed: rounded once, ranges outwards, and judged as printed."""

from math import copysign, inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quorumsim.analysis.figure import MINUS, decimals_for, figure, mean_of, number
from quorumsim.stats.interval import Interval
from quorumsim.stats.verdict import State


def made(value, low, high, inner=0.5, **settings):
    """A figure from an interval whose 66 % range is `inner` of it."""

    def make(level):
        share = 1 if level > 0.9 else inner
        return Interval(value, value - share * (value - low), value + share * (high - value), level, 100)

    return figure(make, "of 100 games", **settings)


def test_a_figure_reads_as_a_phrase():
    assert made(27.41, 27.21, 27.61).phrase == "27.4 of 100 games (27.2 to 27.7)"
    assert made(2.41, -0.21, 5.03, signed=True).phrase == f"+2.4 of 100 games ({MINUS}0.3 to +5.1)"
    assert made(1.0, -inf, inf).phrase == "1.0 of 100 games (no range yet)"
    assert figure(lambda level: None, "of 100 games").phrase == "no data"


def test_numbers():
    assert number(-0.25, 1) == f"{MINUS}0.2"
    assert number(1234.5, 1) == "1,234.5"
    assert number(0.0, 1, signed=True) == "0.0"


@given(st.floats(-100, 100), st.floats(0, 50), st.floats(0, 50))
def test_printed_ranges_hold_the_exact_ones(value, below, above):
    f = made(value, value - below, value + above)
    assert f.low <= f.inner_low <= f.value <= f.inner_high <= f.high
    assert f.low <= value - below + 1e-9
    assert f.high >= value + above - 1e-9
    assert all(copysign(1, end) == 1 for end in (f.low, f.value, f.high) if end == 0)


def test_a_range_that_ends_on_a_digit_is_not_widened_by_dust():
    assert made(0.2, 0.1 + 1e-17, 0.1 + 0.2).high == 0.3


@pytest.mark.parametrize(("reach", "decimals"), [(1.0, 1), (0.04, 1), (0.03, 2), (0.003, 3), (1e-9, 3)])
def test_digits_grow_with_what_is_known(reach, decimals):
    assert decimals_for([Interval(5, 5 - reach, 5 + reach, 0.95, 9), None, Interval(1, -inf, inf, 0.95, 1)]) == decimals


def test_nothing_known_has_one_digit():
    assert decimals_for([None]) == 1


def test_verdicts_are_given_on_what_is_printed():
    """An end of 0.96 is printed as 1.0, so it is not "less than 1"."""
    assert made(0.5, 0.04, 0.96).high == 1.0
    assert made(0.5, 0.04, 0.96).against(1).state is State.OPEN
    assert made(0.5, 0.14, 0.86).against(1).state is State.SMALL


def test_sides():
    assert (made(1, 0.5, 2).side, made(-1, -2, -0.5).side, made(1, -1, 2).side, made(1, -inf, inf).side) == (
        1,
        -1,
        0,
        0,
    )


def test_the_mean_of_figures_holds_if_they_hold():
    mean = mean_of([made(1.0, 0.0, 2.0), made(3.0, 2.0, 6.0)])
    assert (mean.low, mean.value, mean.high) == (1.0, 2.0, 4.0)
    unknown = mean_of([made(1.0, 0.0, 2.0), made(3.0, -inf, inf)])
    assert (unknown.value, unknown.low) == (2.0, None)
