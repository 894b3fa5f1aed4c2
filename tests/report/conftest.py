"""One written page for all tests of the page, and a switch to leave out the pictures beside it."""

import pytest

from quorumsim.report import write_report
from quorumsim.report.drawing import Picture
from tests.analysis.fake_run import FakeRun

EDGES = {3: 8.0, 17: 4.0, 40: -6.0}


def make_run():
    """1,500 games in which the first seat and a few cards have an edge."""
    return FakeRun(1500, seat_edge=(1.5,), card_edge=EDGES)


@pytest.fixture(scope="session")
def written(tmp_path_factory):
    """The page of `make_run()`."""
    return write_report([make_run()], tmp_path_factory.mktemp("page") / "report")


@pytest.fixture
def no_png(monkeypatch):
    """Pictures are drawn for the page only. Those beside it come from the same functions, and take most of the time."""
    monkeypatch.setattr(Picture, "png", lambda picture: b"\x89PNG")
