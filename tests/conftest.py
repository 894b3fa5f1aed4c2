"""What all tests share: Hypothesis' settings, the command line in this process, and the browser of the page tests."""

import os
import shutil
from collections.abc import Callable
from typing import NamedTuple

import pytest
from hypothesis import settings

# A build must not fail by the luck of its draws; a developer's machine keeps looking for new examples.
settings.register_profile("quorumsim", deadline=None, derandomize=bool(os.environ.get("CI")))
settings.load_profile("quorumsim")

BROWSERS = ("chromium", "chromium-browser", "google-chrome")


class Result(NamedTuple):
    """What a command line left: exit status, standard output, standard error."""

    status: int
    out: str
    err: str


@pytest.fixture
def cli(capsys, monkeypatch, tmp_path) -> Callable[..., Result]:
    """`cli("score", "table.toml")` runs a command in this process, in an empty folder, so that nothing lands elsewhere."""
    from quorumsim.cli.main import run

    monkeypatch.chdir(tmp_path)

    def call(*arguments: object) -> Result:
        capsys.readouterr()
        status = run([str(argument) for argument in arguments])
        return Result(status, *capsys.readouterr())

    return call


@pytest.fixture(scope="session")
def chromium() -> str:
    """Path of a Chromium. Without one the test is skipped, or fails if QUORUMSIM_REQUIRE_BROWSER is set, as in the build."""
    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    if path is None:
        missing = f"no browser is installed (looked for {', '.join(BROWSERS)})"
        if os.environ.get("QUORUMSIM_REQUIRE_BROWSER"):
            pytest.fail(missing)
        pytest.skip(missing)
    return path
