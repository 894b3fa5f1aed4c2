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

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from quorumsim.analysis.answers import Answers, NextLine, answers
from quorumsim.analysis.sentences import Finding, plain
from quorumsim.errors import BadInput
from quorumsim.report.drawing import Picture
from quorumsim.report.palette import DARK, LIGHT, css_variables
from quorumsim.report.sections import Block, Section, sections
from quorumsim.report.strip import axis_around_zero, axis_from_zero, strip
from quorumsim.report.tables import Table

if TYPE_CHECKING:
    from quorumsim.lab.run import Run

QUESTIONS = (("seats", "Is going first fair?"), ("cards", "Which card stands out?"), ("gods", "Do gods decide games?"))
NEXT_LINES = 3


@dataclass(frozen=True)
class Line:
    """A verdict of one run on the first screen. `label` is empty for a single run."""

    label: str
    finding: Finding
    strip: Markup
    key: str  # what the strip's line and band are


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
    if os.path.lexists(out):
        raise BadInput(f"{out} exists; accepted is a folder that does not exist yet")
    all_answers = [(_prefix(run, runs), answers(run, smallest_effect)) for run in runs]
    parts = sections(all_answers, smallest_effect)
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
        for table in _tables(parts):
            (scratch / "tables" / f"{table.name}.csv").write_text(table.csv, encoding="utf-8", newline="")
        for picture in _pictures(parts):
            (scratch / "figures" / f"{picture.name}.png").write_bytes(picture.png())
        (scratch / "index.html").write_text(render(all_answers, parts, smallest_effect), encoding="utf-8", newline="\n")
        scratch.chmod(0o755)
        scratch.rename(out)
    except BaseException:
        shutil.rmtree(scratch, ignore_errors=True)
        raise
    return out / "index.html"


def render(all_answers: list[tuple[str, Answers]], parts: list[Section], smallest_effect: float) -> str:
    """The whole page as text."""
    environment = Environment(
        loader=PackageLoader("quorumsim.report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    resources = files("quorumsim.report") / "templates"
    script = (resources / "sort.js").read_text(encoding="utf-8")
    style = (resources / "page.css").read_text(encoding="utf-8")
    samples = [a.sample for _, a in all_answers]
    return environment.get_template("page.html.j2").render(
        samples=samples,
        variants=list({sample.fingerprint: sample for sample in samples if sample.changes}.values()),
        tiles=_tiles(all_answers, smallest_effect),
        next_lines=_next_lines(all_answers),
        sections=parts,
        smallest_effect=plain(smallest_effect),
        style=Markup(style),
        light=Markup(css_variables(LIGHT)),
        dark=Markup(css_variables(DARK)),
        script=Markup(script),
        script_hash=base64.b64encode(hashlib.sha256(script.encode()).digest()).decode(),
    )


def _prefix(run: Run, runs: list[Run]) -> str:
    """What the names of a run's pictures and tables begin with, where there are several."""
    return "" if len(runs) == 1 else f"run{runs.index(run) + 1}-"


def _tiles(all_answers: list[tuple[str, Answers]], smallest_effect: float) -> list[Tile]:
    tiles = []
    for section, question in QUESTIONS:
        lines = []
        for _, a in all_answers:
            part = getattr(a, section)
            if part is not None:
                lines.append(
                    Line(_label(a, all_answers), part.finding, *_strip(section, part.finding, a, smallest_effect))
                )
        if lines:
            tiles.append(Tile(section, question, tuple(lines)))
    return tiles


def _label(a: Answers, all_answers: list[tuple[str, Answers]]) -> str:
    """2 players; with the name of the rules, where those differ."""
    if len(all_answers) == 1:
        return ""
    alike = len({other.sample.fingerprint for _, other in all_answers}) == 1
    players = f"{a.sample.players} players"
    return players if alike else f"{a.sample.title}, {players}"


def _strip(section: str, finding: Finding, a: Answers, smallest_effect: float) -> tuple[Markup, str]:
    figure = finding.figure
    if figure is None:
        return Markup(""), ""
    band = f"grey: less than {plain(smallest_effect)}, too small to matter"
    if section == "gods":
        return strip(figure, axis_from_zero(figure, smallest_effect, width=280, height=22)), f"line: never · {band}"
    line = f"{plain(a.sample.par)}, even" if section == "seats" else "no effect"
    return strip(figure, axis_around_zero([figure], smallest_effect, width=280, height=22)), f"line: {line} · {band}"


def _next_lines(all_answers: list[tuple[str, Answers]]) -> list[tuple[str, NextLine]]:
    """At most three, the first of each run before the second of any."""
    by_place = [
        (place, _label(a, all_answers), line) for _, a in all_answers for place, line in enumerate(a.next_lines)
    ]
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
