"""Progress on standard error: a bar on a terminal, a plain line now and then elsewhere, or nothing."""

import sys
import time
from types import TracebackType
from typing import Any, Self

LINE_SECONDS = 5.0
"""Time between two plain lines."""


def progress(total: int, unit: str = "games", enabled: bool | None = None) -> "Progress":
    """A context manager whose `update(n)` notes n more of `total` units done, to be called when they have arrived.

    enabled: True shows it in any case, False never, None only if standard error is a terminal.
    """
    terminal = sys.stderr.isatty()
    if enabled is False or (enabled is None and not terminal):
        return Progress(total, unit)
    return Bar(total, unit) if terminal else Lines(total, unit)


class Progress:
    """Counts and shows nothing."""

    def __init__(self, total: int, unit: str) -> None:
        self.total, self.unit = total, unit
        self.done = 0
        self.began = time.monotonic()

    def update(self, n: int) -> None:
        """n more units are done."""
        self.done += n

    def words(self) -> str:
        """How far, how fast, how long still: "120,000 of 1,000,000 games, 24,000 games/s, 0:37 left"."""
        rate = self.done / max(time.monotonic() - self.began, 1e-9)
        text = f"{self.done:,} of {self.total:,} {self.unit}, {rate:,.0f} {self.unit}/s"
        if 0 < self.done < self.total:
            minutes, seconds = divmod(round((self.total - self.done) / rate), 60)
            text += f", {minutes}:{seconds:02d} left"
        return text

    def __enter__(self) -> Self:
        self.began = time.monotonic()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        pass


class Lines(Progress):
    """A plain line every few seconds and one at the end, for a log."""

    def __enter__(self) -> Self:
        super().__enter__()
        self.shown = self.began
        return self

    def update(self, n: int) -> None:
        super().update(n)
        now = time.monotonic()
        if self.done >= self.total or now - self.shown >= LINE_SECONDS:
            self.shown = now
            print(self.words(), file=sys.stderr, flush=True)


class Bar(Progress):
    """A bar that is gone when the work is done."""

    def __enter__(self) -> Self:
        from rich.console import Console
        from rich.progress import BarColumn, TextColumn
        from rich.progress import Progress as RichProgress

        super().__enter__()
        columns = (BarColumn(), TextColumn("{task.description}", markup=False))
        self.bar: Any = RichProgress(*columns, console=Console(stderr=True), transient=True)
        self.task = self.bar.add_task("", total=self.total)
        self.bar.start()
        return self

    def update(self, n: int) -> None:
        super().update(n)
        self.bar.update(self.task, advance=n, description=self.words())

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        self.bar.stop()
