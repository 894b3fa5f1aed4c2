"""`quorumsim cards`: what is each card worth?"""

from quorumsim.cli.answering import RunArgument, print_answer, print_json, print_table, value_and_range
from quorumsim.cli.options import AsJson, SmallestEffect, new_app

app = new_app()


@app.command()
def cards(run: RunArgument, smallest_effect: SmallestEffect = 1.0, as_json: AsJson = False) -> None:
    """What is each card worth? Games won by players who were dealt it, against players who were not.

    Chance deals the opening hands, so that is what the card does. What is taken and played later is chosen: those figures
    go together with winning and are no causes.

    \b
    Example:
      quorumsim cards reports/first
    """
    from quorumsim.analysis.cards import cards as ask
    from quorumsim.analysis.sentences import rank_range
    from quorumsim.lab.run import read_run

    answer = ask(read_run(run), smallest_effect)
    if as_json:
        print_json("cards", answer.sample, answer.finding, smallest_effect, rows=answer.rows)
        return
    print_answer(answer.sample, answer.finding)
    columns = [
        ("rank", lambda row: f"{row.rank}, {rank_range(row.rank_best, row.rank_worst)}"),
        ("card", lambda row: row.title),
        ("dealt: games of 100", lambda row: value_and_range(row.effect)),
        ("verdict", lambda row: row.verdict.text),
        ("played: goes together", lambda row: value_and_range(row.played)),
    ]
    print_table("Every card; ranges and ranks hold 95 times of 100 for all at once.", answer.rows, columns)
