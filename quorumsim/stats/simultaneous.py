"""Many figures at once: a level for each at which all hold together."""

from __future__ import annotations


def each_level(level: float, figures: int) -> float:
    """Level of each of `figures` intervals so that all of them hold at once in at least `level` of all runs.

    Bonferroni (Dunn, *Multiple comparisons among means*, JASA 56, 1961): right whatever the dependence, and cards in
    opening hands do depend on each other. Holm's step-down is for tests; it gives no intervals, and the intervals are
    what the page shows, ranks and judges by.
    """
    return 1 - (1 - level) / max(figures, 1)
