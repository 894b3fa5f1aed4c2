"""Write the page of one or more runs."""

from __future__ import annotations

import base64
import hashlib
import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from tempfile import mkdtemp
from typing import TYPE_CHECKING

from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from quorumsim.analysis.answers import NextLine, answers
from quorumsim.analysis.judged import plain
from quorumsim.analysis.sentences import Finding
from quorumsim.errors import BadInput
from quorumsim.report.drawing import Picture
from quorumsim.report.palette import DARK, LIGHT, css_variables
from quorumsim.report.runs import Shown, heading, side_by_side
from quorumsim.report.sections import Block, Section, sections
from quorumsim.report.strip import axis_around_zero, axis_from_zero, labelled
from quorumsim.report.tables import Table

if TYPE_CHECKING:
    from quorumsim.lab.run import Run

STRIP = {"width": 280, "height": 22}
QUESTIONS = (("seats", "Is going first fair?"), ("cards", "Which card stands out?"), ("gods", "Do gods decide games?"))
NEXT_LINES = 3


@dataclass(frozen=True)
class Line:
    """A verdict of one run on the first screen. `label` is empty for a single run."""

    label: str
    finding: Finding
    strip: Markup


@dataclass(frozen=True)
class Tile:
    """A question of the first screen."""

    section: str
    question: str
    lines: tuple[Line, ...]


def write_report(runs: list[Run], out: Path, smallest_effect: float = 1.0) -> Path:
    """Write `out`/index.html, `out`/figures/*.png and `out`/tables/*.csv, all or nothing; returns the page.

    `smallest_effect`: in games of 100. The same runs give the same bytes. BadInput if `out` exists or cannot be made.
    """
    shown = side_by_side([answers(run, smallest_effect) for run in runs])
    parts = sections(shown, smallest_effect)
    return write_folder(out, render(shown, parts, smallest_effect), parts)


def write_folder(out: Path, text: str, parts: list[Section]) -> Path:
    """Write a page with the tables and pictures of its parts into the new folder `out`, all or nothing; returns the page."""
    if os.path.lexists(out):
        raise BadInput(f"{out} exists; accepted is a folder that does not exist yet")
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        scratch = Path(mkdtemp(prefix=f".{out.name}-", dir=out.parent))
    except OSError as error:
        raise BadInput(
            f"{out} cannot be made ({error.strerror}); accepted is a folder in a place that can be written"
        ) from error
    try:
        for folder in ("figures", "tables"):
            (scratch / folder).mkdir()
        (scratch / "index.html").write_text(text, encoding="utf-8", newline="\n")
        for table in _tables(parts):
            (scratch / "tables" / f"{table.name}.csv").write_text(table.csv, encoding="utf-8", newline="")
        for picture in _pictures(parts):
            (scratch / "figures" / f"{picture.name}.png").write_bytes(picture.png())
        scratch.chmod(0o755)
        scratch.rename(out)
    except BaseException:
        shutil.rmtree(scratch, ignore_errors=True)
        raise
    return out / "index.html"


def render(shown: list[Shown], parts: list[Section], smallest_effect: float) -> str:
    """The whole page as text."""
    samples = [run.answers.sample for run in shown]
    return fill_template(
        "page.html.j2",
        heading=heading(shown),
        kind="balance report",
        runs=shown,
        variants=list({sample.fingerprint: sample for sample in samples if sample.changes}.values()),
        tiles=_tiles(shown, smallest_effect),
        next_lines=_next_lines(shown),
        sections=parts,
        smallest_effect=plain(smallest_effect),
    )


def fill_template(name: str, *, package: str = "quorumsim.report", **values: object) -> str:
    """A template of the page with its values, in the frame that all pages share: style, both palettes, script.

    `package`: the one whose folder `templates` has it; it may build on the templates here.
    """
    environment = Environment(
        loader=ChoiceLoader([PackageLoader(each) for each in dict.fromkeys((package, "quorumsim.report"))]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    resources = files("quorumsim.report") / "templates"
    script = (resources / "sort.js").read_text(encoding="utf-8")
    style = (resources / "page.css").read_text(encoding="utf-8")
    return environment.get_template(name).render(
        **values,
        style=Markup(style),
        light=Markup(css_variables(LIGHT)),
        dark=Markup(css_variables(DARK)),
        script=Markup(script),
        script_hash=base64.b64encode(hashlib.sha256(script.encode()).digest()).decode(),
    )


def _tiles(shown: list[Shown], smallest_effect: float) -> list[Tile]:
    tiles = []
    for section, question in QUESTIONS:
        parts = [(run, getattr(run.answers, section)) for run in shown]
        lines = tuple(
            Line(run.label, part.finding, _strip(section, part.finding, part.sample.par, smallest_effect))
            for run, part in parts
            if part is not None
        )
        if lines:
            tiles.append(Tile(section, question, lines))
    return tiles


def _strip(section: str, finding: Finding, par: float, smallest_effect: float) -> Markup:
    figure = finding.figure
    if figure is None:
        return Markup("")
    if section == "gods":
        return labelled(figure, axis_from_zero(figure, smallest_effect, **STRIP), finding.shown, "never")
    zero = f"{plain(par)}, even" if section == "seats" else "no effect"
    return labelled(figure, axis_around_zero([figure], smallest_effect, **STRIP), finding.shown, zero)


def _next_lines(shown: list[Shown]) -> list[tuple[str, NextLine]]:
    """At most three, the first of each run before the second of any."""
    by_place = [(place, run.label, line) for run in shown for place, line in enumerate(run.answers.next_lines)]
    return [(label, line) for _, label, line in sorted(by_place, key=lambda entry: entry[0])[:NEXT_LINES]]


def _blocks(parts: list[Section]) -> Iterator[Block]:
    for section in parts:
        for block in section.blocks:
            yield block
            yield from block.more


def _tables(parts: list[Section]) -> Iterator[Table]:
    for block in _blocks(parts):
        yield from block.tables


def _pictures(parts: list[Section]) -> Iterator[Picture]:
    for block in _blocks(parts):
        yield from block.pictures
        yield from block.only_png
