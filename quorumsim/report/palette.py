"""The colours, by what they are for: a palette for each theme, from Okabe and Ito's, which colour-blind readers tell apart.

Pictures are drawn in marker colours that stand for these names, and the page replaces them by CSS variables.
"""

from __future__ import annotations

from dataclasses import dataclass, fields


@dataclass(frozen=True)
class Palette:
    """Colours as #rrggbb. Text on paper and panels has a contrast of 4.5 or more, marks of 3 or more."""

    paper: str
    panel: str
    ink: str
    quiet: str  # lesser text
    line: str  # hairlines and grids, no information
    band: str  # "too small to matter"
    edge: str  # the edges of that band
    up: str  # more than none, more than par; the first of two
    down: str  # less; the second of two
    open: str  # undecided, or too small to matter
    up_1: str
    up_2: str
    up_3: str
    down_1: str
    down_2: str
    down_3: str


LIGHT = Palette(
    paper="#ffffff", panel="#f6f5f2", ink="#1b1b1a", quiet="#5a5955", line="#d9d7d1", band="#e9e7e1", edge="#858279",
    up="#0072b2", down="#d55e00", open="#6f6d67",
    up_1="#dcebf5", up_2="#a9cfe6", up_3="#6bacd3", down_1="#fbe6d8", down_2="#f6c09d", down_3="#ec9a63",
)  # fmt: skip
DARK = Palette(
    paper="#161616", panel="#202020", ink="#ececea", quiet="#b3b1ab", line="#3a3a38", band="#2c2c2a", edge="#7d7b75",
    up="#56b4e9", down="#e69f00", open="#a3a19b",
    up_1="#1d2c36", up_2="#1f465c", up_3="#236488", down_1="#33291a", down_2="#544018", down_3="#785712",
)  # fmt: skip
NAMES = tuple(field.name for field in fields(Palette))
MARKERS = Palette(*(f"#0a0b{place:02x}" for place in range(len(NAMES))))


def css_variables(palette: Palette) -> str:
    """--ink: #1b1b1a; ..."""
    return " ".join(f"--{name.replace('_', '-')}: {getattr(palette, name)};" for name in NAMES)


def css_of_markers() -> dict[str, str]:
    """Marker colour to var(--name)."""
    return {getattr(MARKERS, name): f"var(--{name.replace('_', '-')})" for name in NAMES}


def step(palette: Palette, value: float, largest: float, sure: bool) -> str:
    """Colour of a cell on the scale from -largest to largest: three steps each way, paper where the sign is not sure."""
    if not sure or largest == 0:
        return palette.paper
    size = min(3, 1 + int(3 * abs(value) / (largest * 1.0001)))
    return str(getattr(palette, f"{'up' if value > 0 else 'down'}_{size}"))
