"""`quorumsim cards`: what is each card worth?"""

from typing import Any

from quorumsim.cli.answering import Listing, question_app, value_and_range

TEXT = """What is each card worth? Games won by players who were dealt it, against players who were not.

Chance deals the opening hands, so that is what the card does. What is taken and played later is chosen: those figures
go together with winning and are no causes.

\b
Example:
  quorumsim cards reports/first
  quorumsim cards --rules god-limit-2 --games 100000
"""


def _ask(run: Any, smallest_effect: float) -> Any:
    from quorumsim.analysis.cards import cards

    return cards(run, smallest_effect)


def _listings(answer: Any) -> list[Listing]:
    from quorumsim.analysis.judged import rank_range

    columns = [
        ("rank", lambda row: f"{row.rank}, {rank_range(row.rank_best, row.rank_worst)}"),
        ("card", lambda row: row.title),
        ("dealt: games of 100", lambda row: value_and_range(row.effect)),
        ("verdict", lambda row: row.verdict.text),
        ("played: goes together", lambda row: value_and_range(row.played)),
    ]
    title = "Every card; ranges and ranks hold 95 times of 100 for all at once."
    return [Listing("rows", title, answer.rows, columns)]


app = question_app("cards", TEXT, _ask, _listings)
