"""The marks of all pictures: dots with two nested ranges, the band that is too small to matter, quiet axes."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from matplotlib.axes import Axes

from quorumsim.analysis.figure import Figure
from quorumsim.report.drawing import SMALL, TEXT
from quorumsim.report.palette import Palette

# Places for a label beside a mark, in points, dearest first.
BESIDE = ((9, 7), (-9, 7), (9, -7), (-9, -7), (0, 14), (0, -14), (15, 0), (-15, 0))


def quiet_axes(axes: Axes, palette: Palette) -> None:
    """No box; light ticks; text in ink."""
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
    axes.spines["bottom"].set_color(palette.line)
    axes.set_facecolor("none")
    axes.tick_params(colors=palette.quiet, labelcolor=palette.ink, length=3, labelsize=TEXT)
    axes.tick_params(axis="y", length=0)
    axes.xaxis.label.set_color(palette.quiet)
    axes.yaxis.label.set_color(palette.quiet)


def rows_axis(axes: Axes, names: Sequence[str], palette: Palette) -> None:
    """One row a name, the first on top."""
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(len(names) - 0.5, -0.5)
    quiet_axes(axes, palette)


def centre(axes: Axes, at: float, palette: Palette, half_band: float | None = None) -> None:
    """The line that means "no effect", and the band around it whose edges are drawn."""
    if half_band is not None:
        axes.axvspan(at - half_band, at + half_band, color=palette.band, zorder=0, linewidth=0)
        for edge in (at - half_band, at + half_band):
            axes.axvline(edge, color=palette.edge, linewidth=0.8, linestyle=(0, (3, 2)), zorder=1)
    axes.axvline(at, color=palette.ink, linewidth=1, zorder=1)


def dots(
    axes: Axes, figures: Sequence[Figure], places: Sequence[float], colours: Sequence[str], palette: Palette,
    marker: str = "o", filled: bool = True,
) -> None:  # fmt: skip
    """Values with their 66 % ranges thick and their 95 % ranges thin, a row each."""
    rows = [row for row in zip(figures, places, colours, strict=True) if row[0].value is not None]
    outer = [(f.low, f.high, y, c) for f, y, c in rows if f.low is not None and f.high is not None]
    inner = [(f.inner_low, f.inner_high, y, c) for f, y, c in rows if f.inner_low is not None and f.inner_high is not None]
    for ranges, width in ((outer, 1.2), (inner, 4)):
        if ranges:
            left, right, y, paint = zip(*ranges, strict=True)
            axes.hlines(y, left, right, paint, linewidth=width, zorder=3)
    for colour in dict.fromkeys(colours):
        here = [(f.value, y) for f, y, c in rows if c == colour]
        if here:
            axes.plot(*zip(*here, strict=True), marker, color=colour, markerfacecolor=colour if filled else palette.paper,
                      markersize=6.5, markeredgewidth=1.3, zorder=4)  # fmt: skip


def values_at_right(axes: Axes, figures: Sequence[Figure], palette: Palette) -> None:
    """The value of each row in bold behind it."""
    for y, figure in enumerate(figures):
        axes.annotate(figure.text, (1, y), (4, 0), xycoords=("axes fraction", "data"), textcoords="offset points",
                      va="center", color=palette.ink, fontsize=TEXT, fontweight="bold", annotation_clip=False)  # fmt: skip


def side_colour(figure: Figure, palette: Palette, around: float = 0.0) -> str:
    """Up or down where the whole range is on one side of `around`, else the colour of what is open."""
    return {1: palette.up, -1: palette.down, 0: palette.open}[figure.side_of(around)]


def limits(axes: Axes, figures: Sequence[Figure], around: float, least: float) -> None:
    """Horizontal limits that hold all ranges and at least `around` ± `least`, with `around` in the middle."""
    ends = [end for f in figures for end in (f.low, f.high, f.value) if end is not None]
    reach = max([abs(end - around) for end in ends] + [least]) * 1.08
    axes.set_xlim(around - reach, around + reach)


def legend(axes: Axes, palette: Palette, columns: int = 1) -> None:
    """What the marks stand for, above the axes."""
    axes.legend(
        loc="lower left", bbox_to_anchor=(0, 1.01), frameon=False, labelcolor=palette.ink, fontsize=TEXT, ncols=columns,
        borderpad=0, borderaxespad=0.3, handletextpad=0.2, columnspacing=1.2, labelspacing=0.25,
    )  # fmt: skip


def apart(marks: Sequence[tuple[float, float]], scale: float) -> list[tuple[int, int]]:
    """Where to write beside each mark (offset in points), so that no label covers another one or another mark.

    `scale`: points for each unit of the axes. Each label takes the place that is farthest from all that is taken.
    """
    taken = [(x * scale, y * scale) for x, y in marks]
    offsets = []
    for x, y in list(taken):
        free = [
            min((hypot(x + right - a, y + up - b) for a, b in taken if (a, b) != (x, y)), default=0.0)
            for right, up in BESIDE
        ]
        best = BESIDE[free.index(max(free))]
        offsets.append(best)
        taken.append((x + best[0], y + best[1]))
    return offsets


def note(axes: Axes, x: float, y: float, text: str, palette: Palette, **settings: object) -> None:
    """A quiet word beside a mark."""
    axes.text(x, y, text, color=palette.quiet, fontsize=SMALL, **settings)  # type: ignore[arg-type]
