"""The pictures of a tournament: wins around par, the heat map of who beats whom, ratings, and masses."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.figure import Figure as Canvas
from matplotlib.patches import Rectangle

from quorumsim.analysis.figure import Figure
from quorumsim.analysis.judged import plain
from quorumsim.analysis.strategies import FLOOR
from quorumsim.analysis.tournament import RatingRow, StageAnswer
from quorumsim.report.drawing import SMALL, TEXT, WIDTH, Picture
from quorumsim.report.marks import centre, dots, legend, limits, rows_axis, side_colour, values_at_right
from quorumsim.report.palette import Palette, step
from quorumsim.report.pictures import JOINT, NEST, around_par, short

CELL = 0.3  # inches of a cell of the heat map, at most
FEW_BOTS, MANY_BOTS = 12, 18  # up to the first, cells hold three digits; up to the second, two small ones; beyond, none
SHORTER = 14  # letters of a name beside and above the heat map


def wins_picture(stage: StageAnswer, smallest_effect: float, prefix: str) -> Picture:
    """Games won by each bot, around par."""
    par, rows = stage.sample.par, stage.rows

    def draw(canvas: Canvas, palette: Palette) -> None:
        axes = canvas.subplots()
        shares, excesses = [row.share for row in rows], [row.excess for row in rows]
        around_par(axes, [short(row.bot) for row in rows], shares, excesses, par, smallest_effect, palette)
        left, right = axes.get_xlim()
        axes.set_xlim(max(left, -2), min(right, 102))

    about = f"Who wins: games won by each bot, of 100. {stage.sample.size}. Dot: the value; {JOINT}."
    return Picture(f"{prefix}wins", stage.finding.text, about, 0.9 + 0.27 * len(rows), draw)


def matches_picture(stage: StageAnswer, prefix: str) -> Picture:
    """Who beats whom: a cell for each two bots, ordered by wins, coloured where it is sure who is better."""
    bots = stage.bots
    largest = max(abs(50 if row.share.value is None else row.share.value - 50) for row in stage.matches)
    size = TEXT if len(bots) <= FEW_BOTS else SMALL
    digits = (
        ", in whole games" if len(bots) <= FEW_BOTS else ", in whole games (99: 99 or more)" if len(bots) <= MANY_BOTS
        else "; the table has the numbers"
    )  # fmt: skip

    def draw(canvas: Canvas, palette: Palette) -> None:
        axes = canvas.subplots()
        for row in stage.matches:
            x, y, share = bots.index(row.other), bots.index(row.bot), row.share
            lead = (share.value if share.value is not None else 50) - 50
            face = step(palette, lead, largest, True) if row.decided else palette.band
            axes.add_patch(Rectangle((x - 0.47, y - 0.47), 0.94, 0.94, facecolor=face, edgecolor="none"))
            shown = 50 + lead if len(bots) <= FEW_BOTS else min(50 + lead, 99)
            if len(bots) <= MANY_BOTS:
                axes.text(x, y, f"{shown:.0f}", ha="center", va="center", color=palette.ink if row.decided else palette.quiet,
                          fontsize=size, fontweight="bold" if row.decided else "normal")  # fmt: skip
        names = [bot if len(bot) <= SHORTER else bot[: SHORTER - 1] + "…" for bot in bots]
        rows_axis(axes, names, palette)
        axes.set_xticks(range(len(bots)), names, rotation=90)
        axes.set_xlim(-0.5, len(bots) - 0.5)
        axes.xaxis.tick_top()
        axes.spines["bottom"].set_visible(False)
        axes.tick_params(axis="x", length=0)
        axes.set_xlabel(f"of 100 games, how often the bot\nof the row {stage.beats} that of the column")

    about = (
        f"Of 100 games, how often the bot of the row {stage.beats} the bot of the column{digits}, ties half. Blue: more "
        f"than 50; orange: fewer; grey: these games do not tell (the 95 % range for all pairs at once holds 50). "
        f"{stage.sample.size}."
    )
    height = 1.5 + len(bots) * min(CELL, (WIDTH - 1.3) / len(bots))
    return Picture(f"{prefix}matches", stage.match_finding, about, height, draw)


def ratings_picture(stage: StageAnswer, rows: Sequence[RatingRow], name: str, finding: str, prefix: str) -> Picture:
    """Ratings of bots or worths of seats, around the average."""

    def draw(canvas: Canvas, palette: Palette) -> None:
        axes = canvas.subplots()
        ratings = [row.rating for row in rows]
        centre(axes, 0, palette)
        dots(axes, ratings, range(len(rows)), [side_colour(rating, palette) for rating in ratings], palette)
        values_at_right(axes, ratings, palette)
        rows_axis(axes, [short(row.name).replace(" (", "\n(") for row in rows], palette)
        limits(axes, ratings, 0, 5)
        axes.set_xlabel("rating points (line: the average)")

    what = "Rating points of each bot" if name == "ratings" else "What a seat is worth, in rating points"
    about = f"{what}, from all finishing places together. {stage.sample.size}. Dot: the value; {JOINT}."
    taller = 0.27 if name == "ratings" else 0.48
    return Picture(f"{prefix}{name}", finding, about, 0.8 + taller * len(rows), draw)


def masses_picture(stage: StageAnswer, prefix: str) -> Picture:
    """How much of the mix each bot is: in alpha-rank, and for two players in the best mix."""
    rows, two = stage.strategies.rows, stage.sample.players == 2

    def draw(canvas: Canvas, palette: Palette) -> None:
        axes = canvas.subplots()
        axes.axvspan(0, FLOOR, color=palette.band, zorder=0, linewidth=0)
        axes.axvline(FLOOR, color=palette.edge, linewidth=0.8, linestyle=(0, (3, 2)), zorder=1)
        shift = 0.17 if two else 0.0
        dots(axes, [row.alpha for row in rows], [y + shift for y in range(len(rows))], [palette.open] * len(rows), palette,
             "s", filled=not two)  # fmt: skip
        axes.plot([], [], "s", color=palette.open, markerfacecolor=palette.paper if two else palette.open, label="alpha-rank")
        if two:
            nashes: list[Figure] = [row.nash for row in rows if row.nash is not None]
            dots(axes, nashes, [y - shift for y in range(len(rows))], [palette.up] * len(rows), palette)
            axes.plot([], [], "o", color=palette.up, label="best mix")
        rows_axis(axes, [short(row.bot) for row in rows], palette)
        axes.set_xlim(-2, 102)
        axes.set_xlabel(f"mass, of 100\n(grey: less than {plain(FLOOR)}, no part of the mix)")
        legend(axes, palette, columns=2)

    about = (
        f"How much of 100 each bot is in {'the best mix and in ' if two else ''}alpha-rank. {stage.sample.size}. {NEST}, from "
        "resampled deals."
    )
    return Picture(f"{prefix}masses", stage.strategies.finding.text, about, 1.25 + (0.36 if two else 0.27) * len(rows), draw)
