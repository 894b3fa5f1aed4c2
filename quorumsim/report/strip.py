"""Strips: a dot with its ranges on a small axis, written as SVG by hand because a page has hundreds of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from markupsafe import Markup, escape

from quorumsim.analysis.figure import Figure, number

SIDES = {1: "up", -1: "down", 0: "open"}
EDGE = 22  # a label nearer than this to an end of its axis is set inwards


@dataclass(frozen=True)
class Axis:
    """From `low` to `high` in the figures' unit; the band reaches from `band_low` to `band_high` (none if they are equal)."""

    low: float
    high: float
    band_low: float = 0.0
    band_high: float = 0.0
    width: int = 150
    height: int = 18

    def x(self, value: float) -> float:
        clipped = min(max(value, self.low), self.high)
        return round(2 + (self.width - 4) * (clipped - self.low) / (self.high - self.low), 1)


def axis_around_zero(figures: Iterable[Figure], smallest_effect: float = 0.0, **settings: object) -> Axis:
    """Zero in the middle, all ranges inside, the band twice over at least."""
    ends = [abs(end) for f in figures for end in (f.low, f.high, f.value) if end is not None]
    reach = max([*ends, 2 * smallest_effect, 0.1]) * 1.05
    return Axis(-reach, reach, -smallest_effect, smallest_effect, **settings)  # type: ignore[arg-type]


def axis_from_zero(figure: Figure, smallest_effect: float, **settings: object) -> Axis:
    """Zero at the left, for shares."""
    ends = [end for end in (figure.high, figure.value) if end is not None]
    return Axis(0, max([*ends, 2 * smallest_effect]) * 1.3, 0, smallest_effect, **settings)  # type: ignore[arg-type]


def strip(figure: Figure, axis: Axis) -> Markup:
    """The figure on the axis. Hidden from readers of text, who have the value and range beside it."""
    return _svg(axis, axis.height, [*_ground(axis, 0, axis.height), *_dot(figure, axis, axis.height / 2)], "strip")


def labelled(figure: Figure, axis: Axis, shown: str, zero: str) -> Markup:
    """The same for the first screen: its value above the dot, and below the line what it stands for."""
    top, bottom = 20, 20 + axis.height
    parts = [*_ground(axis, top, bottom), *_dot(figure, axis, (top + bottom) / 2)]
    for text, value, y, kind in ((shown, figure.value, 14, "value"), (zero, 0.0, bottom + 15, "key")):
        if value is not None:
            x = axis.x(value)
            anchor = "start" if x < EDGE else "end" if x > axis.width - EDGE else "middle"
            parts.append(f'<text class="{kind}" x="{x}" y="{y}" text-anchor="{anchor}">{escape(text)}</text>')
    return _svg(axis, bottom + 20, parts, "strip")


def _dot(figure: Figure, axis: Axis, middle: float) -> list[str]:
    parts = []
    if figure.value is not None:
        side = SIDES[figure.side]
        for low, high, name in ((figure.low, figure.high, "outer"), (figure.inner_low, figure.inner_high, "inner")):
            if low is not None and high is not None:
                parts.append(f'<path class="{name} {side}" d="M{axis.x(low)} {middle}H{axis.x(high)}"/>')
        parts.append(f'<circle class="{side}" cx="{axis.x(figure.value)}" cy="{middle}" r="3.5"/>')
    return parts


def scale(axis: Axis) -> Markup:
    """Head of a column of strips: a tick at zero and near both ends."""
    ends = [end for end in (_nice(axis.low), _nice(axis.high)) if end]
    marks = [
        f'<text x="{axis.x(value)}" y="10" text-anchor="middle">{number(value, 1 if 0 < abs(value) < 1 else 0, True)}</text>'
        for value in [*ends, 0.0]
    ]
    ticks = [f'<path class="tick" d="M{axis.x(value)} 13V18"/>' for value in [*ends, 0.0]]
    return _svg(axis, 18, marks + ticks, "strip scale")


def _ground(axis: Axis, top: float, bottom: float) -> list[str]:
    zero = axis.x(0)
    parts = []
    if axis.band_high > axis.band_low:
        left, right = axis.x(axis.band_low), axis.x(axis.band_high)
        parts.append(f'<path class="band" d="M{left} {top}H{right}V{bottom}H{left}Z"/>')
        edges = [right] if axis.band_low == 0 else [left, right]
        parts += [f'<path class="edge" d="M{edge} {top}V{bottom}"/>' for edge in edges]
    return [*parts, f'<path class="zero" d="M{zero} {top}V{bottom}"/>']


def _nice(end: float) -> float:
    """The roundest value inside an end of an axis: 1, 2 or 5 times a power of ten, at most 0.85 of it."""
    size = abs(end) * 0.85
    steps = [base * 10.0**power for power in range(-2, 4) for base in (1, 2, 5)]
    fitting = [value for value in steps if value <= size]
    return (max(fitting) if end > 0 else -max(fitting)) if fitting else 0.0


def _svg(axis: Axis, height: float, parts: list[str], kind: str) -> Markup:
    return Markup(
        f'<svg class="{kind}" viewBox="0 0 {axis.width} {height:g}" aria-hidden="true">{"".join(parts)}</svg>'
    )
