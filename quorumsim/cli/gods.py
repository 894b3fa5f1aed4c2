"""`quorumsim gods`: do gods decide games, and what does each do?"""

from quorumsim.cli.answering import RunArgument, print_answer, print_json, print_table, value_and_range
from quorumsim.cli.options import AsJson, SmallestEffect, new_app

app = new_app()


@app.command()
def gods(run: RunArgument, smallest_effect: SmallestEffect = 1.0, as_json: AsJson = False) -> None:
    """Do gods decide games? Whose points their tokens move, and how players fare by gods taken.

    \b
    Example:
      quorumsim gods reports/first
    """
    from quorumsim.analysis.gods import gods as ask
    from quorumsim.lab.run import read_run

    answer = ask(read_run(run), smallest_effect)
    if as_json:
        print_json("gods", answer.sample, answer.finding, smallest_effect, rows=answer.rows, numbers=answer.numbers)
        return
    print_answer(answer.sample, answer.finding)
    columns = [
        ("god", lambda row: row.title),
        ("taken a game", lambda row: value_and_range(row.taken)),
        ("points for the taker", lambda row: value_and_range(row.taker_points)),
        ("for all others", lambda row: value_and_range(row.other_points)),
        ("games of 100: goes together", lambda row: value_and_range(row.together)),
    ]
    print_table("Every god, each time it is taken; ranges hold 95 times of 100 for all at once.", answer.rows, columns)
    columns = [
        ("gods taken", lambda row: str(row.gods)),
        ("wins of 100 games", lambda row: value_and_range(row.share)),
        ("players of 100", lambda row: value_and_range(row.of_players)),
    ]
    print_table("Players by gods taken: goes together with winning, need not be the cause.", answer.numbers, columns)
