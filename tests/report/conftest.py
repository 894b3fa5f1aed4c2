"""One written page for all tests of the page, small pictures beside it, and a switch to leave those out."""

import pytest
from markupsafe import Markup

from quorumsim.report import drawing, write_report
from tests.analysis.fake_run import FakeRun

EDGES = {3: 8.0, 17: 4.0, 40: -6.0}


@pytest.fixture(scope="session", autouse=True)
def small_png():
    """What is drawn is the same; pixels take most of the time."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(drawing, "PNG_DPI", 40)
        yield


@pytest.fixture(scope="session")
def written(small_png, tmp_path_factory):
    """The page of 1,500 games in which the first seat and a few cards have an edge."""
    run = FakeRun(1500, seat_edge=(1.5,), card_edge=EDGES)
    return write_report([run], tmp_path_factory.mktemp("page") / "report")


@pytest.fixture
def no_png(monkeypatch):
    """Pictures are drawn for the page only. Those beside it come from the same functions."""
    monkeypatch.setattr(drawing.Picture, "png", lambda picture: b"\x89PNG")


@pytest.fixture
def no_pictures(no_png, monkeypatch):
    """Nothing is drawn at all, for tests that read."""
    monkeypatch.setattr(drawing.Picture, "svg", lambda picture: Markup("<svg></svg>"))
