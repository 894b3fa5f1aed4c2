"""`quorumsim gods`: do gods decide games, and what does each do?"""

from typing import Any

from quorumsim.cli.answering import Listing, question_app, value_and_range

TEXT = """Do gods decide games? Whose points their tokens move, and how players fare by gods taken.

\b
Example:
  quorumsim gods reports/first
  quorumsim gods --set god_limit=2 --games 100000
"""


def _ask(run: Any, smallest_effect: float) -> Any:
    from quorumsim.analysis.gods import gods

    return gods(run, smallest_effect)


def _listings(answer: Any) -> list[Listing]:
    by_god = [
        ("god", lambda row: row.title),
        ("taken a game", lambda row: value_and_range(row.taken)),
        ("points for the taker", lambda row: value_and_range(row.taker_points)),
        ("for all others", lambda row: value_and_range(row.other_points)),
        ("games of 100: goes together", lambda row: value_and_range(row.together)),
    ]
    by_number = [
        ("gods taken", lambda row: str(row.gods)),
        ("wins of 100 games", lambda row: value_and_range(row.share)),
        ("players of 100", lambda row: value_and_range(row.of_players)),
    ]
    title = "Every god, each time it is taken; ranges hold 95 times of 100 for all at once."
    numbers = "Players by gods taken: goes together with winning, need not be the cause."
    return [Listing("rows", title, answer.rows, by_god), Listing("numbers", numbers, answer.numbers, by_number)]


app = question_app("gods", TEXT, _ask, _listings)
