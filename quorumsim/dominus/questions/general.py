"""The general early or late: as what goes together with winning, and by the bot that sends it first."""

from __future__ import annotations

from quorumsim.dominus.questions.answer import Answer, Asked, Groups, duel, together
from quorumsim.dominus.questions.readings import Readings

FIRST = "general-first"


def ask(readings: Readings, smallest_effect: float) -> Asked:
    bot = duel(
        readings, smallest_effect, "general-first", FIRST, None, "the others",
        (
            f"{FIRST} at the same tables as the others, seats rotated: what the whole bot does. That its general is the cause "
            "need not be.",
        ),
    )  # fmt: skip
    absent = "" if bot else f"The bot {FIRST} does not sit beside others here, so nothing below is a cause."
    answers = (_when(readings, smallest_effect), *([bot] if bot else []))
    return Asked("general", "The general early or late", "The general early or late?", answers, absent)


def thirds(turns: int) -> dict[str, tuple[int, int]]:
    """The turns of a game in three parts; the last two parts may be empty in a short game."""
    first, second = -(-turns // 3), -(-2 * turns // 3)
    ends = {"early": (1, first), "middle": (first + 1, second), "late": (second + 1, turns)}
    return {f"{part}\n(turns {low} to {high})": (low, high) for part, (low, high) in ends.items() if low <= high}


def _when(readings: Readings, smallest_effect: float) -> Answer:
    parts = thirds(max(run.rules.turns for run in readings.runs))
    chosen = next(iter(parts))
    return together(
        readings, smallest_effect, Groups("general_turn", {**parts, "never": (0, 0)}, chosen, parts[chosen]), "general",
        "when the general was deployed", "players with an early general", "a later one or none", "",
        (
            "The general needs a symbol on one colour. Who drew one early was lucky and chose to use it so: luck and choice "
            "are both in this.",
            "It does not say that sending the general early wins.",
        ),
    )  # fmt: skip
