"""The pictures of the page, each from rows of the analysis."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure as Canvas
from matplotlib.patches import Rectangle

from quorumsim.analysis.cards import CardAnswer, Grid
from quorumsim.analysis.feel import Spread
from quorumsim.analysis.figure import Figure
from quorumsim.analysis.first_player import SeatAnswer
from quorumsim.analysis.gods import GodAnswer
from quorumsim.analysis.judged import plain
from quorumsim.analysis.paths import PathAnswer
from quorumsim.analysis.sources import SourceRow
from quorumsim.report.drawing import TEXT, Picture
from quorumsim.report.marks import (
    apart,
    centre,
    dots,
    legend,
    limits,
    note,
    quiet_axes,
    rows_axis,
    side_colour,
    values_at_right,
)
from quorumsim.report.palette import Palette, step

NEST = "Dot: the value; thick line: 66 % range; thin line: 95 % range"
JOINT = "thin line: 95 % range for all at once; thick line: 66 % range of each alone"
SCATTER_HALF = 110  # points from the middle of the scatter to its edge, about
NAME = 24  # letters of a name beside a row


def short(name: str) -> str:
    return name if len(name) <= NAME else name[: NAME - 1] + "…"


def around_par(
    axes: Axes, names: Sequence[str], shares: Sequence[Figure], excesses: Sequence[Figure], par: float, smallest_effect: float,
    palette: Palette,
) -> None:  # fmt: skip
    """Games won of 100 as dots around par, a row for each name; coloured by what they are more or less than par."""
    centre(axes, par, palette, smallest_effect)
    dots(axes, shares, range(len(shares)), [side_colour(excess, palette) for excess in excesses], palette)
    values_at_right(axes, shares, palette)
    rows_axis(axes, names, palette)
    limits(axes, shares, par, 2 * smallest_effect)
    axes.set_xlabel(
        f"games won of 100 (line: {plain(par)}, even;\ngrey: less than {plain(smallest_effect)} off, too small to matter)"
    )


def seats_picture(answer: SeatAnswer, smallest_effect: float, prefix: str) -> Picture:
    """Games won by each seat, around par."""
    par, rows = answer.sample.par, answer.rows

    def draw(canvas: Canvas, palette: Palette) -> None:
        names = [row.name.replace(" (", "\n(") for row in rows]
        shares, excesses = [row.share for row in rows], [row.excess for row in rows]
        around_par(canvas.subplots(), names, shares, excesses, par, smallest_effect, palette)

    return Picture(
        f"{prefix}seats",
        answer.finding.text,
        f"Who goes first: games won by each seat, of 100. {answer.sample.size}. {NEST}.",
        0.75 + 0.48 * len(rows),
        draw,
    )


def cards_picture(answer: CardAnswer, smallest_effect: float, prefix: str) -> Picture:
    """All cards as one strip chart, for a slide; on the page the table is the figure."""
    rows = answer.rows

    def draw(canvas: Canvas, palette: Palette) -> None:
        axes = canvas.subplots()
        effects = [row.effect for row in rows]
        centre(axes, 0, palette, smallest_effect)
        dots(axes, effects, range(len(rows)), [side_colour(effect, palette) for effect in effects], palette)
        rows_axis(axes, [row.title for row in rows], palette)
        axes.tick_params(axis="y", labelsize=7)
        limits(axes, effects, 0, 2 * smallest_effect)
        axes.set_xlabel(f"more games won\nof 100 if dealt\n(grey: less than {plain(smallest_effect)})")

    about = (
        f"Which cards matter: games won of 100, dealt against not dealt. {answer.sample.size}. Dot: the value; {JOINT}."
    )
    return Picture(f"{prefix}cards", answer.finding.text, about, 0.8 + 0.155 * len(rows), draw)


def grid_picture(answer: CardAnswer, grid: Grid, prefix: str) -> Picture:
    """Mean effect of the cards of each kind, coloured where its sign is sure."""
    row_names = list(dict.fromkeys(cell.row for cell in grid.cells))
    columns = sorted({cell.column for cell in grid.cells})
    largest = max(abs(cell.effect.value or 0) for cell in grid.cells)

    def draw(canvas: Canvas, palette: Palette) -> None:
        axes = canvas.subplots()
        for cell in grid.cells:
            x, y, effect = columns.index(cell.column), row_names.index(cell.row), cell.effect
            face = step(palette, effect.value or 0, largest, effect.side != 0)
            axes.add_patch(
                Rectangle((x - 0.48, y - 0.46), 0.96, 0.92, facecolor=face, edgecolor=palette.line, linewidth=0.8)
            )
            axes.text(x, y, effect.text, ha="center", va="center", color=palette.ink if effect.side else palette.quiet,
                      fontsize=TEXT, fontweight="bold" if effect.side else "normal")  # fmt: skip
        rows_axis(axes, [name.capitalize() for name in row_names], palette)
        axes.set_xticks(range(len(columns)), columns)
        axes.set_xlim(-0.5, len(columns) - 0.5)
        axes.xaxis.tick_top()
        axes.xaxis.set_label_position("top")
        axes.set_xlabel(grid.columns)
        axes.spines["bottom"].set_visible(False)
        axes.tick_params(axis="x", length=0)

    about = (
        f"Mean change in games won of 100 for a card dealt, by {grid.name}. Blue: more; orange: fewer; "
        f"uncoloured: the 95 % range for all cards at once holds zero. {answer.sample.size}."
    )
    return Picture(f"{prefix}cards-by-{grid.name.split()[0]}", grid.finding, about, 0.75 + 0.42 * len(row_names), draw)


def scatter_picture(answer: CardAnswer, prefix: str) -> Picture:
    """What chance says of a card against what goes together with winning."""
    rows = [row for row in answer.rows if row.effect.value is not None and row.played.value is not None]
    named = answer.misleading

    def draw(canvas: Canvas, palette: Palette) -> None:
        axes = canvas.subplots()
        ends = [abs(e) for r in rows for f in (r.effect, r.played) for e in (f.low, f.high) if e is not None]
        reach = max([*ends, 1.0]) * 1.05
        axes.axhline(0, color=palette.line, linewidth=1, zorder=0)
        axes.axvline(0, color=palette.line, linewidth=1, zorder=0)
        axes.plot([-reach, reach], [-reach, reach], color=palette.edge, linewidth=1, linestyle=(0, (4, 3)), zorder=1)
        x, left, right = _ends(row.effect for row in rows)
        y, bottom, top = _ends(row.played for row in rows)
        axes.hlines(y, left, right, palette.line, linewidth=0.8, zorder=1)
        axes.vlines(x, bottom, top, palette.line, linewidth=0.8, zorder=1)
        odd = np.array([row in named for row in rows], bool)
        axes.plot(x[~odd], y[~odd], "o", color=palette.up, markersize=4, zorder=3)
        axes.plot(x[odd], y[odd], "D", color=palette.down, markersize=5.5, zorder=3)
        marks = [(row.effect.value or 0.0, row.played.value or 0.0) for row in named]
        for place, (mark, beside) in enumerate(zip(marks, apart(marks, SCATTER_HALF / reach), strict=True)):
            axes.annotate(str(place + 1), mark, beside, textcoords="offset points", ha="center", va="center",
                          color=palette.ink, fontsize=TEXT, fontweight="bold", zorder=5)  # fmt: skip
        quiet_axes(axes, palette)
        axes.set_xlim(-reach, reach)
        axes.set_ylim(-reach, reach)
        note(axes, reach * 0.97, reach * 0.66, "equal", palette, ha="right")
        names = "\n".join(f"{place + 1}  {row.title}" for place, row in enumerate(named))
        axes.set_xlabel(f"dealt (chance): more games won of 100\n\n{names}", multialignment="left", color=palette.ink)
        axes.set_ylabel("played (goes together)")

    about = (
        "Change in games won of 100: across, for a player dealt the card, as chance decides; up, for a player who "
        "played it, which goes together with winning. Numbered: the five largest disagreements. "
        f"Lines: 95 % ranges for all at once. {answer.sample.size}."
    )
    return Picture(f"{prefix}cards-dealt-and-played", answer.comparison, about, 4.1 + 0.17 * len(named), draw)


def _ends(figures: Iterable[Figure]) -> np.ndarray:
    """Values, lower and upper ends as three rows; what is unknown is not drawn."""
    return np.array([(figure.value, figure.low, figure.high) for figure in figures], float).reshape(-1, 3).T


def gods_picture(answer: GodAnswer, prefix: str) -> Picture:
    """Points that each god's token changes move, for who takes it and for the others."""
    rows = answer.rows

    def draw(canvas: Canvas, palette: Palette) -> None:
        axes = canvas.subplots()
        centre(axes, 0, palette)
        takers, others = [row.taker_points for row in rows], [row.other_points for row in rows]
        above, below = ([y + shift for y in range(len(rows))] for shift in (-0.16, 0.16))
        dots(axes, others, below, [palette.open] * len(rows), palette, "s", filled=False)
        dots(axes, takers, above, [palette.up] * len(rows), palette)
        rows_axis(axes, [short(row.name) for row in rows], palette)
        limits(axes, [*takers, *others], 0, 1)
        axes.set_xlabel("points moved, each time it is taken (line: none)")
        axes.plot([], [], "o", color=palette.up, label="for the player who takes it")
        axes.plot([], [], "s", color=palette.open, markerfacecolor=palette.paper, label="for all others together")
        legend(axes, palette)

    about = f"Points that a god’s token changes move on the final table. {answer.sample.size}. Dot: the value; {JOINT}."
    return Picture(f"{prefix}gods", answer.points, about, 1.2 + 0.45 * len(rows), draw)


def numbers_picture(answer: GodAnswer, smallest_effect: float, prefix: str) -> Picture:
    """Games won by players with no, one, two ... gods."""
    rows, par = answer.numbers, answer.sample.par

    def draw(canvas: Canvas, palette: Palette) -> None:
        axes = canvas.subplots()
        shares = [row.share for row in rows]
        centre(axes, par, palette, smallest_effect)
        dots(axes, shares, range(len(rows)), [side_colour(row.excess, palette) for row in rows], palette)
        values_at_right(axes, shares, palette)
        rows_axis(axes, [f"{row.gods or 'no'} god{'' if row.gods == 1 else 's'}" for row in rows], palette)
        limits(axes, shares, par, 2 * smallest_effect)
        axes.set_xlabel(f"games won of 100 (line: {plain(par)}, even)\ngoes together; taking gods need not be the cause")

    return Picture(
        f"{prefix}gods-taken",
        answer.together,
        f"Games won of 100, by number of gods taken. {answer.sample.size}. {NEST}.",
        0.8 + 0.4 * len(rows),
        draw,
    )


def winners_and_others(axes: Axes, rows: Sequence[SourceRow], palette: Palette) -> None:
    """Points by source, a row each: a dot for winners, a square for the others."""
    winners, others = [row.winners for row in rows], [row.others for row in rows]
    left, right = (np.array([f.value for f in figures], float) for figures in (others, winners))
    axes.hlines(range(len(rows)), left, right, palette.line, linewidth=2.5, zorder=1)
    dots(axes, others, range(len(rows)), [palette.open] * len(rows), palette, "s", filled=False)
    dots(axes, winners, range(len(rows)), [palette.up] * len(rows), palette)
    rows_axis(axes, [row.name for row in rows], palette)
    axes.set_xlim(left=0)
    axes.plot([], [], "o", color=palette.up, label="winners")
    axes.plot([], [], "s", color=palette.open, markerfacecolor=palette.paper, label="all others")


def paths_picture(answer: PathAnswer, prefix: str) -> Picture:
    """Points by source: winners against the others."""
    rows = answer.rows

    def draw(canvas: Canvas, palette: Palette) -> None:
        axes = canvas.subplots()
        winners_and_others(axes, rows, palette)
        axes.set_xlabel("points a player and game")
        legend(axes, palette, columns=2)

    about = f"Points by province and type, winners against others. {answer.sample.size}. Dot: the value; {JOINT}."
    return Picture(f"{prefix}paths", answer.finding, about, 1.0 + 0.32 * len(rows), draw)


def spread_picture(spread: Spread, title: str, size: str, prefix: str) -> Picture:
    """Fifty dots, each 2 of 100 games."""
    width = max(1, -(-(spread.dots[-1] - spread.dots[0] + 1) // 22))
    columns = {place * width + (width - 1) / 2: n for place, n in Counter(value // width for value in spread.dots).items()}
    tallest = max(columns.values())

    def draw(canvas: Canvas, palette: Palette) -> None:
        axes = canvas.subplots()
        for inside in (True, False):
            stacks = [(x, count) for x, count in columns.items() if (spread.quarter <= x <= spread.three_quarters) == inside]
            x = [x for x, count in stacks for _ in range(count)]
            y = [height + 0.5 for _, count in stacks for height in range(count)]
            face = palette.up if inside else palette.paper
            axes.plot(x, y, "o", color=palette.up, markerfacecolor=face, markersize=6.5, markeredgewidth=1.2)
        quiet_axes(axes, palette)
        axes.set_yticks([])
        axes.set_ylim(0, tallest + 2.2)
        axes.set_xlim(min(columns) - 1.5 * width, max(columns) + 1.5 * width)
        axes.plot(spread.middle, tallest + 0.9, "v", color=palette.ink, markersize=5)
        note(axes, spread.middle, tallest + 1.3, f"middle: {spread.middle}", palette, va="bottom", ha="center")
        axes.set_xlabel(f"{spread.name.lower()}, {spread.unit}\neach dot is 2 of 100 games; filled: the middle half")

    mean = f"mean {spread.mean.text} ({spread.mean.range})"
    about = f"{spread.name}, in {spread.unit}: {mean}. {size}. Each dot is 2 of 100 games."
    return Picture(f"{prefix}{spread.name.lower().replace(' ', '-')}", title, about, 2.6, draw)
