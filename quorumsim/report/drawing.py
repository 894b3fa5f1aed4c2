"""From a drawing function to an SVG that belongs to the page, and to a PNG that stands alone."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from dataclasses import dataclass
from textwrap import fill
from typing import Any

import matplotlib
from markupsafe import Markup, escape
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure as Canvas
from matplotlib.layout_engine import ConstrainedLayoutEngine

from quorumsim.report.palette import LIGHT, MARKERS, Palette, css_of_markers

WIDTH = 4.5  # inches; wider figures make labels too small on a phone
TEXT, SMALL = 10.0, 9.0  # points
PNG_DPI = 200
TITLE_LETTERS, ABOUT_LETTERS = 46, 58  # in a line of a PNG
SPACING, MARGIN = 1.3, 0.12  # of its lines, and around its texts in inches
SETTINGS: Any = {
    "font.family": "DejaVu Sans",
    "font.size": TEXT,
    "svg.fonttype": "none",
    "svg.hashsalt": "quorumsim",
    "text.parse_math": False,  # a god called $x$ is a god called $x$
    "axes.unicode_minus": True,
}

Draw = Callable[[Canvas, Palette], None]


@dataclass(frozen=True)
class Picture:
    """A figure of the page. `title` states the finding, `about` the topic, unit and sample."""

    name: str
    title: str
    about: str
    height: float  # inches
    draw: Draw

    def svg(self) -> Markup:
        """Inline SVG with real text and the page's colours; no title in it, the page has it beside."""
        with matplotlib.rc_context(SETTINGS):
            canvas = Canvas(figsize=(WIDTH, self.height), layout="constrained", facecolor="none")
            self.draw(canvas, MARKERS)
            text = io.StringIO()
            # Not canvas.savefig, which draws a figure with a layout twice.
            FigureCanvasSVG(canvas).print_svg(text, metadata={"Date": None, "Creator": None})
        return adopt(text.getvalue(), self.name, self.title, self.about)

    def png(self) -> bytes:
        """The figure with its title, in the light palette."""
        title, about = fill(self.title, TITLE_LETTERS), fill(self.about, ABOUT_LETTERS)
        title_height, about_height = (
            (text.count("\n") + 1) * SPACING * size / 72 for text, size in ((title, TEXT), (about, SMALL))
        )
        whole = MARGIN + title_height + MARGIN + about_height + MARGIN + self.height
        with matplotlib.rc_context(SETTINGS):
            side = MARGIN / WIDTH
            below = ConstrainedLayoutEngine(rect=(side / 2, MARGIN / 2 / whole, 1 - 1.5 * side, self.height / whole))
            canvas = Canvas(figsize=(WIDTH, whole), dpi=PNG_DPI, layout=below, facecolor=LIGHT.paper)
            self.draw(canvas, LIGHT)
            top = 1 - MARGIN / whole
            canvas.text(side, top, title, color=LIGHT.ink, fontsize=TEXT, fontweight="bold", va="top", linespacing=SPACING)
            top -= (title_height + MARGIN) / whole
            canvas.text(side, top, about, color=LIGHT.quiet, fontsize=SMALL, va="top", linespacing=SPACING)
            data = io.BytesIO()
            FigureCanvasAgg(canvas).print_png(data, metadata={"Software": None})
        return data.getvalue()


def adopt(svg: str, name: str, title: str, about: str) -> Markup:
    """Make a Matplotlib SVG part of a page: its own ids, no fixed size, no global style, CSS colours, a title to read out."""
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    svg = re.sub(r"<style[^>]*>.*?</style>", "", svg, flags=re.DOTALL)
    svg = re.sub(r'\bid="', f'id="{name}-', svg)
    svg = svg.replace("url(#", f"url(#{name}-").replace('xlink:href="#', f'href="#{name}-')
    for colour, variable in css_of_markers().items():
        svg = re.sub(rf"(fill|stroke): {colour}\b", rf"\1: {variable}", svg)
    svg = re.sub(r"font-family: [^;\"]*;?", "", svg)
    svg = re.sub(r' transform="rotate\(-?0 [^"]*"', "", svg)
    svg = re.sub(r"-?\d+\.\d{2,}", lambda match: f"{float(match[0]):.1f}".removesuffix(".0"), svg)
    svg = re.sub(r">\s+<", "><", svg).replace(" \nL ", "L").replace("\nL ", "L").replace("<defs></defs>", "")
    view = re.search(r'viewBox="0 0 ([\d.]+) [\d.]+"', svg)
    assert view is not None
    head = (
        f'<svg class="picture" role="img" aria-labelledby="{name}-t {name}-d" {view[0]} '
        f'style="max-width: {view[1]}pt"><title id="{name}-t">{escape(title)}</title><desc id="{name}-d">{escape(about)}</desc>'
    )
    return Markup(head + svg[svg.index(">") + 1 :].strip())
