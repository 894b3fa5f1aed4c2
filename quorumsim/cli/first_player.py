"""`quorumsim first-player`: is going first fair?"""

from typing import Any

from quorumsim.cli.answering import Listing, question_app, value_and_range

TEXT = """Is going first fair? Games won by each seat, with range and verdict.

\b
Example:
  quorumsim first-player reports/first
  quorumsim first-player --players 2-4 --games 100000
"""


def _ask(run: Any, smallest_effect: float) -> Any:
    from quorumsim.analysis.first_player import first_player

    return first_player(run, smallest_effect)


def _listings(answer: Any) -> list[Listing]:
    columns = [
        ("seat", lambda row: row.name),
        ("wins of 100 games", lambda row: value_and_range(row.share)),
        ("verdict", lambda row: "; ".join(part for part in (row.verdict.text, row.verdict.short) if part)),
        ("margin in points", lambda row: value_and_range(row.margin)),
    ]
    return [Listing("rows", "Every seat; ranges hold 95 times of 100, each by itself.", answer.rows, columns)]


app = question_app("first-player", TEXT, _ask, _listings)
