"""Spreading against stacking: as a cause, by two bots at the same tables, and as what goes together with winning."""

from __future__ import annotations

from quorumsim.dominus.questions.answer import Asked, by_number, duel, together
from quorumsim.dominus.questions.readings import Readings

SPREADER, STACKER = "spreader", "stacker"


def ask(readings: Readings, smallest_effect: float) -> Asked:
    between = duel(
        readings, smallest_effect, "spreader-stacker", SPREADER, STACKER, STACKER,
        (
            "Both bots sit in every seat of the same deals, so this is what playing that way does, by these two bots and "
            "against the others at their tables.",
            f"{SPREADER} goes for first visits, {STACKER} for majorities near Rome. Better bots of either kind may find more.",
        ),
    )  # fmt: skip
    held = together(
        readings, smallest_effect, by_number(readings, "held", "provinces"), "held",
        "provinces with own units at the end", "players in more provinces", "fewer", "provinces",
        ("Who has brought out more units is in more provinces, too. It does not say that spreading wins.",),
    )  # fmt: skip
    strongest = together(
        readings, smallest_effect, by_number(readings, "strongest", "power"), "strongest",
        "the largest power in one province at the end", "players with more power in one province", "less", "power",
        ("A general counts for its power. Who has brought out more units is stronger somewhere, too: no cause.",),
    )  # fmt: skip
    absent = "" if between else (
        f"Whether spreading or stacking wins is not in these runs: {SPREADER} and {STACKER} do not sit at one table. "
        f"Play --bots {SPREADER},{STACKER} with two players, or with others for more."
    )  # fmt: skip
    answers = (*([between] if between else []), held, strongest)
    return Asked("spreading", "Spreading against stacking", "Spread or stack?", answers, absent)
