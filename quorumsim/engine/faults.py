"""The one sentence that is said when a bot fails in a game: what it did, and how to meet that decision again."""

from __future__ import annotations

from quorumsim.errors import BadInput

NOT_A_NUMBER = "gave a score that is not a number"


def fault(bot: str, what: str, seed: int, block: int, seat: int, round_number: int, phase: str) -> BadInput:
    """`what`: the end of "bot NAME ...". Seats are numbered from 0, rounds from 1."""
    return BadInput(f"bot {bot} {what}: seed {seed}, block {block}, seat {seat}, round {round_number}, {phase} phase")


def raised(error: Exception, line: int | None) -> str:
    """What a bot did that raised an exception; `line`: where in its file, if that is known."""
    text = " ".join(str(error).split())
    place = "" if line is None else f" in line {line}"
    return f"raised {type(error).__name__}{place}" + (f" ({text})" if text else "")
