"""One picture an answer: its figures in each reading, as small pictures side by side on one axis."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure as Canvas

from quorumsim.analysis.figure import Figure
from quorumsim.dominus.questions.answer import Answer, Look
from quorumsim.dominus.questions.beside import Beside
from quorumsim.dominus.questions.sources import Sources
from quorumsim.report.drawing import TEXT, Picture
from quorumsim.report.marks import centre, dots, limits, rows_axis, side_colour, values_at_right
from quorumsim.report.palette import Palette
from quorumsim.report.pictures import JOINT, short, winners_and_others

ACROSS = 2  # small pictures in a line
FEW = 2  # so many items get a picture each, with the readings as its rows


def picture(answer: Answer, size: str, prefix: str) -> Picture:
    shown, look = answer.shown, answer.look

    def draw(canvas: Canvas, palette: Palette) -> None:
        if isinstance(answer, Sources):
            _sources(canvas, answer, palette)
        elif len(shown.items) <= FEW:
            _by_item(canvas, shown, look, palette)
        else:
            _by_reading(canvas, shown, look, palette)

    if len(shown.items) <= FEW:
        height = 0.85 + len(shown.items) * (0.35 + 0.32 * len(shown.labels))
    else:
        row = 0.42 if any("\n" in item for item in shown.items) else 0.3
        height = 0.9 + -(-len(shown.labels) // ACROSS) * (0.35 + row * len(shown.items))
    about = f"{answer.topic}. {size}. Dot: the value; {JOINT}."
    return Picture(f"{prefix}{answer.name}", answer.finding, about, height, draw)


def _by_item(canvas: Canvas, shown: Beside, look: Look, palette: Palette) -> None:
    """Readings as rows, a picture for each item."""
    every = canvas.subplots(len(shown.items), 1, squeeze=False, sharex=True)[:, 0]
    for axes, item, line in zip(every, shown.items, shown.figures, strict=True):
        _marks(axes, line, look, palette)
        values_at_right(axes, line, palette)
        rows_axis(axes, [short(label) for label in shown.labels], palette)
        if len(shown.items) > 1:
            _title(axes, item, palette)
    _reach(every[-1], shown.all, look)
    every[-1].set_xlabel(look.label)


def _by_reading(canvas: Canvas, shown: Beside, look: Look, palette: Palette) -> None:
    """Items as rows, a picture for each reading."""
    every = _side_by_side(canvas, shown.labels, palette)
    for place, axes in enumerate(every):
        _marks(axes, shown.of(place), look, palette)
        rows_axis(axes, [short(item) if "\n" not in item else item for item in shown.items], palette)
        axes.tick_params(labelleft=place % ACROSS == 0)
        if place % ACROSS == 0:
            axes.set_ylabel(look.rows)
    _reach(every[0], shown.all, look)
    canvas.supxlabel(look.label, color=palette.quiet, fontsize=TEXT)


def _sources(canvas: Canvas, answer: Sources, palette: Palette) -> None:
    every = _side_by_side(canvas, answer.shown.labels, palette)
    for place, (axes, rows) in enumerate(zip(every, answer.rows, strict=True)):
        winners_and_others(axes, rows, palette)
        axes.tick_params(labelleft=place % ACROSS == 0)
    most = max((f.value or 0.0 for rows in answer.rows for row in rows for f in (row.winners, row.others)), default=0.0)
    every[0].set_xlim(-0.04 * max(most, 1), 1.08 * max(most, 1))
    canvas.supxlabel(f"{answer.look.label} (dot: winners; square: all others)", color=palette.quiet, fontsize=TEXT)


def _side_by_side(canvas: Canvas, labels: Sequence[str], palette: Palette) -> list[Axes]:
    """A picture for each label, with shared axes; what is over is not drawn."""
    columns = min(ACROSS, len(labels))
    grid = canvas.subplots(-(-len(labels) // columns), columns, squeeze=False, sharex=True, sharey=True).ravel().tolist()
    for axes in grid[len(labels) :]:
        axes.remove()
    for axes, label in zip(grid, labels, strict=False):
        _title(axes, short(label), palette)
    return grid[: len(labels)]


def _title(axes: Axes, text: str, palette: Palette) -> None:
    axes.set_title(text, loc="left", fontsize=TEXT, color=palette.ink, fontweight="bold")


def _marks(axes: Axes, line: Sequence[Figure], look: Look, palette: Palette) -> None:
    if look.centre is not None:
        centre(axes, look.centre, palette, look.band)
    elif look.band is not None:
        axes.axvspan(0, look.band, color=palette.band, zorder=0, linewidth=0)
    colours = [palette.up if look.centre is None else side_colour(figure, palette, look.centre) for figure in line]
    dots(axes, line, range(len(line)), colours, palette)


def _reach(axes: Axes, figures: Sequence[Figure], look: Look) -> None:
    if look.centre is None:
        ends = [end for figure in figures for end in (figure.high, figure.value) if end is not None]
        axes.set_xlim(0, max([*ends, 2 * (look.band or 0.5)]) * 1.08)
    else:
        limits(axes, figures, look.centre, 2 * (look.band or 0.5))
        if look.centre > 0:  # a share, which cannot be less than none
            left, right = axes.get_xlim()
            axes.set_xlim(max(left, -0.04 * right), right)
