"""`quorumsim first-player`: is going first fair?"""

from quorumsim.cli.answering import RunArgument, print_answer, print_json, print_table, value_and_range
from quorumsim.cli.options import AsJson, SmallestEffect, new_app

app = new_app()


@app.command()
def first_player(run: RunArgument, smallest_effect: SmallestEffect = 1.0, as_json: AsJson = False) -> None:
    """Is going first fair? Games won by each seat, with range and verdict.

    \b
    Example:
      quorumsim first-player reports/first
    """
    from quorumsim.analysis.first_player import first_player as ask
    from quorumsim.lab.run import read_run

    answer = ask(read_run(run), smallest_effect)
    if as_json:
        print_json("first-player", answer.sample, answer.finding, smallest_effect, rows=answer.rows)
        return
    print_answer(answer.sample, answer.finding)
    columns = [
        ("seat", lambda row: row.name),
        ("wins of 100 games", lambda row: value_and_range(row.share)),
        ("verdict", lambda row: row.verdict.text),
        ("margin in points", lambda row: value_and_range(row.margin)),
    ]
    print_table("Every seat; ranges hold 95 times of 100, each by itself.", answer.rows, columns)
